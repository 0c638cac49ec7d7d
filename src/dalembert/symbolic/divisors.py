"""Denominators in SymPy's expressions."""

from __future__ import annotations

from dalembert.symbolic.sympy_types import SympyExpr


def divisors(x: SympyExpr) -> list[SympyExpr]:
    """Bases of negative powers in an expression, and cosines of what it has tangents of."""
    import sympy

    powers = [y.base for y in x.atoms(sympy.Pow) if y.exp.could_extract_minus_sign()]
    return powers + [sympy.cos(y.args[0]) for y in x.atoms(sympy.tan)]
