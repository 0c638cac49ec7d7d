"""Arrays as lists of scalars, and the matrices that SymPy makes of these."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dalembert.arrays import ArrayLike
from dalembert.expr.node import Scalar, Truth
from dalembert.symbolic.sympy_types import SympyArray, SympyExpr


def scalars_of(x: Scalar | Truth | ArrayLike) -> tuple[list[Scalar | Truth], tuple[int, ...] | None]:
    """The scalars of an array and its shape; of a scalar itself and None."""
    if not isinstance(x, np.ndarray | list | tuple):
        scalar: Any = x
        return [scalar], None
    array = np.asarray(x, dtype=object)
    return list(array.flat), array.shape


def arranged(entries: list[SympyExpr], shape: tuple[int, ...] | None) -> SympyArray:
    """SymPy's scalar, matrix or array of these entries."""
    import sympy

    if shape is None:
        return entries[0]
    if len(shape) in (1, 2) and all(isinstance(entry, sympy.Expr) for entry in entries):
        return sympy.Matrix(shape[0], math.prod(shape[1:]), entries)
    return sympy.Array(entries, shape)


def matrix(entries: Sequence[SympyExpr], shape: tuple[int, ...]) -> SympyArray:
    """SymPy's matrix of SymPy expressions; vectors are columns."""
    return arranged(list(entries), shape)


def equality(left: SympyExpr, right: SympyExpr) -> SympyExpr:
    """SymPy's equation of two SymPy expressions, as it is."""
    import sympy

    return sympy.Eq(left, right, evaluate=False)
