"""SymPy expressions as LaTeX."""

from __future__ import annotations

from typing import Any

from dalembert.symbolic.numbers import printed_float


def latex_text(x: Any, **settings: Any) -> str:
    """SymPy's LaTeX with few digits."""
    from sympy.printing.latex import LatexPrinter

    class _FewDigits(LatexPrinter):  # type: ignore[misc]
        def _print_Float(self, number: Any) -> str:
            return str(super()._print_Float(printed_float(number)))

        def _print_ExpBase(self, x: Any, exp: Any = None) -> str:
            # a variable may be called e
            if "e" not in self._settings["symbol_names"].values():
                return str(super()._print_ExpBase(x, exp))
            raised = f"^{{{exp}}}" if exp else ""
            return rf"\exp{raised}{{\left({self._print(x.args[0])} \right)}}"

    return str(_FewDigits(settings).doprint(x))
