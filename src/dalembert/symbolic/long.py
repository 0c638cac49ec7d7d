"""Expressions that are too long to be read, and how they are told by their size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MOST_OPERATIONS = 1_000_000
"""Operations up to which they are counted."""


@dataclass(frozen=True, eq=False)
class Long:
    """An expression that is too long to be written for SymPy."""

    expression: Any
    operations: int


def operations(x: Any) -> int:
    """How many operations a SymPy expression or a `Long` one has."""
    import sympy

    return x.operations if isinstance(x, Long) else int(sympy.count_ops(x))


def told_operations(n: int) -> str:
    """What stands in place of an expression of so many operations."""
    count = "more than a million" if n >= MOST_OPERATIONS else str(n)
    return f"{count} operations, not written out"
