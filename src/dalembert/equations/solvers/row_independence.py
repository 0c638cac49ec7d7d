"""Rows that depend on each other where independent ones are needed: no result instead of a wrong one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from operator import add

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.bounds import bounded
from dalembert.expr.fixed_order import FixedOrderFactors
from dalembert.expr.functions import absolute_value, sqrt
from dalembert.expr.inverses import call
from dalembert.expr.node import Expression, Node, Scalar
from dalembert.expr.null_space import PartitionFactor
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.rank import SINGULAR

_LARGEST_LOSS = 1.0 / SINGULAR.square
"""How much larger than its pivot a diagonal entry of J M⁻¹ Jᵀ may be: a pivot is the square of a distance."""

REMEDY = (
    "leave redundant ones out, `equations.without(da.mobility(equations, state).redundant_rows)`, or use a solver "
    "that allows redundant rows"
)

NO_RESULT = (
    f"rows of constraints {SINGULAR.words} in this state, so that it has no accelerations or multipliers; if the "
    f"position is singular, take another; else {REMEDY}"
)


def dependent_rows(factors: FixedOrderFactors, S: Array | SparseMatrix) -> tuple[int, ...]:
    """Rows of J that depend on others whatever the state is, by the factors of S = J M⁻¹ Jᵀ."""
    sizes = _losses(factors, S)
    lost = [i for i, x in enumerate(sizes) if not isinstance(x, Expression) and not x < _LARGEST_LOSS]
    return tuple(sorted({*factors.vanishing, *lost}))


def checked_rows(factors: FixedOrderFactors, S: Array | SparseMatrix) -> FixedOrderFactors:
    """The factors of S; not a number in states in which rows depend on others, which native code reports."""
    if dependent_rows(factors, S):
        raise FormulationError(f"rows of constraints {SINGULAR.words}, whatever the state is; {REMEDY}")
    losses = [x for x in _losses(factors, S) if isinstance(x, Node)]
    if not losses:
        return factors
    bounds = [_LARGEST_LOSS] * len(losses)
    return replace(factors, D_inverse=bounded(factors.D_inverse, losses, bounds, "independence", NO_RESULT))


@dataclass(frozen=True)
class IndependentRows(PartitionFactor):
    """Factors of rows of length one, which there are none of where rows depend on others."""

    @property
    def name(self) -> str:
        return f"independent_{super().name}"

    @property
    def failure(self) -> str:
        return NO_RESULT


def where_independent(y: Array, J: Array) -> Array:
    """Results y; not a number in states in which rows of J (m, nu) depend on others.

    For eliminations of larger matrices, which do not tell a pivot that is rounding from others.
    """
    m, n = J.shape
    if not m:
        return y
    if m > n:
        raise FormulationError(f"{m} rows of constraints depend on each other: there are {n} speeds; {REMEDY}")
    lengths = [sqrt(reduce(add, [x * x for x in row if not is_zero(x)], 0.0)) for row in J]
    scaled = [x if is_zero(x) else x / length for row, length in zip(J, lengths, strict=True) for x in row]
    pivot = call(IndependentRows(m, n, m, SINGULAR.distance), scaled)[(m - 1) * n + m - 1]
    if not isinstance(pivot, Expression) and pivot != pivot:
        raise FormulationError(f"rows of constraints {SINGULAR.words}, whatever the state is; {REMEDY}")
    return bounded(y, [absolute_value(pivot)], [2.0], "independence", NO_RESULT)


def _losses(factors: FixedOrderFactors, S: Array | SparseMatrix) -> list[Scalar]:
    """How much larger the diagonal entry of each row is than its pivot: what rounding is multiplied by."""
    return [absolute_value(x * S[i, i]) for i, x in enumerate(factors.D_inverse)]
