"""Expressions that are too long to be read, and how they are told by their size."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.expr.node import Scalar, Truth
from dalembert.symbolic.sympy_types import SympyExpr

MOST_OPERATIONS = 1_000_000
"""Number up to which operations are counted."""


@dataclass(frozen=True, eq=False)
class Long:
    """An expression that is too long to be written for SymPy."""

    expression: Scalar | Truth
    operations: int


def operations(x: SympyExpr | Long) -> int:
    """How many operations a SymPy expression or a `Long` one has."""
    import sympy

    return x.operations if isinstance(x, Long) else int(sympy.count_ops(x))


def told_operations(n: int) -> str:
    """Words in place of an expression of so many operations."""
    count = "more than a million" if n >= MOST_OPERATIONS else str(n)
    return f"{count} operations, not written out"
