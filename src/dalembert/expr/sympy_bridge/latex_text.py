"""SymPy expressions as LaTeX."""

from __future__ import annotations

from typing import Any

from dalembert.expr.sympy_bridge.numbers import printed_float


def latex_text(x: Any, **settings: Any) -> str:
    """SymPy's LaTeX with few digits."""
    from sympy.printing.latex import LatexPrinter

    class _FewDigits(LatexPrinter):  # type: ignore[misc]
        def _print_Float(self, number: Any) -> str:
            return str(super()._print_Float(printed_float(number)))

    return str(_FewDigits(settings).doprint(x))
