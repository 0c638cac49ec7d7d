"""SymPy expressions as LaTeX and as text in one line, by SymPy's printers with few digits."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dalembert.symbolic.numbers import printed_float
from dalembert.symbolic.sympy_types import SympyArray, SympyExpr

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def sympy_latex(x: SympyArray, **settings: object) -> str:
    """LaTeX of a SymPy expression, matrix or array, with settings of SymPy's printer."""
    from sympy.printing.latex import LatexPrinter

    class _FewDigits(LatexPrinter):  # type: ignore[misc]
        def _print_Float(self, number: SympyExpr) -> str:
            return str(super()._print_Float(printed_float(number)))

        def _print_ExpBase(self, x: SympyExpr, exp: SympyExpr = None) -> str:
            # a variable may be called e
            if "e" not in self._settings["symbol_names"].values():
                return str(super()._print_ExpBase(x, exp))
            raised = f"^{{{exp}}}" if exp else ""
            return rf"\exp{raised}{{\left({self._print(x.args[0])} \right)}}"

    return str(_FewDigits(settings).doprint(x))


def sympy_text(x: SympyExpr, texts: Mapping[str, str]) -> str:
    """Text of a SymPy expression with powers raised, no signs between factors, and names of any kind."""
    import sympy

    symbols = sorted(x.free_symbols, key=lambda y: str(y.name)) if isinstance(x, sympy.Basic) else []
    # a single letter of no meaning for each name keeps the name out of what is replaced
    letters = {y: chr(0xE000 + k) for k, y in enumerate(symbols)}
    text = _sstr(x, letters)
    text = re.sub(r"\*\*(\d+)", lambda match: match[1].translate(_SUPERSCRIPTS), text)
    text = text.replace("**", "^").replace("*", " ").replace("sqrt(", "√(")
    for symbol, letter in letters.items():
        text = text.replace(letter, texts.get(symbol.name, symbol.name))
    return text


def _sstr(x: SympyExpr, letters: Mapping[SympyExpr, str]) -> str:
    from sympy.printing.str import StrPrinter

    class _Letters(StrPrinter):  # type: ignore[misc]
        def _print_Symbol(self, symbol: SympyExpr) -> str:
            return letters.get(symbol, str(symbol.name))

        def _print_Abs(self, x: SympyExpr) -> str:
            return f"|{self._print(x.args[0])}|"

        def _print_Float(self, x: SympyExpr) -> str:
            return str(super()._print_Float(printed_float(x)))

    return str(_Letters({"order": "none", "full_prec": False}).doprint(x))
