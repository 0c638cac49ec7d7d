"""Names for SymPy objects in signatures: SymPy has no types of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

SympyExpr: TypeAlias = Any
"""A SymPy expression, number, symbol or condition."""

SympyArray: TypeAlias = Any
"""A SymPy matrix or array, or an expression where there is no axis."""

SympyConstructor: TypeAlias = Callable[..., Any]
"""A function that makes a SymPy expression of others."""
