"""Rows that depend on each other where independent ones are needed: no result instead of a wrong one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dalembert.errors import FormulationError
from dalembert.expr.bounds import bounded
from dalembert.expr.fixed_order import FixedOrderFactors, semidefinite_ldl, sparse_order
from dalembert.expr.functions import absolute_value
from dalembert.expr.node import Expression
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


def dependent_rows(factors: FixedOrderFactors, S: Any) -> tuple[int, ...]:
    """Rows of J that depend on others whatever the state is, by the factors of S = J M⁻¹ Jᵀ."""
    sizes = _losses(factors, S)
    lost = [i for i, x in enumerate(sizes) if not isinstance(x, Expression) and not x < _LARGEST_LOSS]
    return tuple(sorted({*factors.vanishing, *lost}))


def checked_rows(factors: FixedOrderFactors, S: Any) -> FixedOrderFactors:
    """The factors of S; not a number in states in which rows depend on others, which native code reports."""
    return replace(factors, D_inverse=_where_independent(factors.D_inverse, factors, S))


def where_independent(y: Any, S: Any) -> Any:
    """Results y; not a number in states in which rows depend on others, by S = J M⁻¹ Jᵀ in any metric."""
    return _where_independent(y, semidefinite_ldl(S, sparse_order(S)), S) if len(S) else y


def _where_independent(y: Any, factors: FixedOrderFactors, S: Any) -> Any:
    if dependent_rows(factors, S):
        raise FormulationError(f"rows of constraints {SINGULAR.words}, whatever the state is; {REMEDY}")
    losses = [x for x in _losses(factors, S) if isinstance(x, Expression)]
    return bounded(y, losses, [_LARGEST_LOSS] * len(losses), "independence", NO_RESULT) if losses else y


def _losses(factors: FixedOrderFactors, S: Any) -> list[Any]:
    """How much larger the diagonal entry of each row is than its pivot: what rounding is multiplied by."""
    return [absolute_value(x * S[i, i]) for i, x in enumerate(factors.D_inverse)]
