"""SymPy expressions as text in one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dalembert.symbolic.numbers import printed_float

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def plain_text(x: Any, texts: Mapping[str, str]) -> str:
    """SymPy's text with powers raised, no signs between factors, and names that may contain anything."""
    import sympy

    found = sorted(x.free_symbols, key=lambda y: str(y.name)) if isinstance(x, sympy.Basic) else []
    # a single letter of no meaning for each name keeps the name out of what is replaced
    letters = {y: chr(0xE000 + k) for k, y in enumerate(found)}
    text = _sstr(x, letters)
    text = re.sub(r"\*\*(\d+)", lambda match: match[1].translate(_SUPERSCRIPTS), text)
    text = text.replace("**", "^").replace("*", " ").replace("sqrt(", "√(")
    for one, letter in letters.items():
        text = text.replace(letter, texts.get(one.name, one.name))
    return text


def _sstr(x: Any, letters: Mapping[Any, str]) -> str:
    from sympy.printing.str import StrPrinter

    class _Letters(StrPrinter):  # type: ignore[misc]
        def _print_Symbol(self, symbol: Any) -> str:
            return letters.get(symbol, str(symbol.name))

        def _print_Abs(self, x: Any) -> str:
            return f"|{self._print(x.args[0])}|"

        def _print_Float(self, x: Any) -> str:
            return str(super()._print_Float(printed_float(x)))

    return str(_Letters({"order": "none", "full_prec": False}).doprint(x))
