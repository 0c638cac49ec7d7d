"""Rows that depend on each other where independent ones are needed: no result instead of a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.errors import FormulationError
from dalembert.expr.calls import Routine, array_of
from dalembert.expr.fixed_order import FixedOrderFactors
from dalembert.expr.functions import absolute
from dalembert.expr.inverses import Floats, call
from dalembert.expr.node import Expression
from dalembert.procedures.columns import give_up
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure

DEPENDENT = 1e-12
"""Pivot of J M⁻¹ Jᵀ beside its diagonal entry that is rounding: the row depends on others."""

REMEDY = (
    "leave redundant ones out, `equations.without(da.mobility(equations, state).redundant_rows)`, or use a solver "
    "that allows redundant rows"
)


def dependent_rows(factors: FixedOrderFactors, S: Any) -> tuple[int, ...]:
    """Rows of J that depend on others whatever the state is, by the factors of S = J M⁻¹ Jᵀ."""
    sizes = _losses(factors, S)
    lost = [i for i, x in enumerate(sizes) if not isinstance(x, Expression) and not x < 1.0 / DEPENDENT]
    return tuple(sorted({*factors.vanishing, *lost}))


def checked_rows(factors: FixedOrderFactors, S: Any) -> FixedOrderFactors:
    """The factors of S; not a number in states in which rows depend on others, which native code reports."""
    if dependent_rows(factors, S):
        raise FormulationError(f"rows of constraints depend on each other; {REMEDY}")
    losses = [x for x in _losses(factors, S) if isinstance(x, Expression)]
    if not losses:
        return factors
    nothing = call(Independence(len(losses)), losses)[0]
    return replace(factors, D_inverse=array_of([x + nothing for x in factors.D_inverse], (len(S),)))


def _losses(factors: FixedOrderFactors, S: Any) -> list[Any]:
    """How much larger the diagonal entry of each row is than its pivot: what rounding is multiplied by."""
    return [absolute(x * S[i, i]) for i, x in enumerate(factors.D_inverse)]


@dataclass(frozen=True)
class Independence(Routine):
    """Zero if all of m rows keep digits; else no result."""

    m: int

    @property
    def name(self) -> str:
        return f"independence_{self.m}"

    @property
    def n_inputs(self) -> int:
        return self.m

    @property
    def n_outputs(self) -> int:
        return 1

    @property
    def failure(self) -> str:
        return (
            "rows of constraints depend on each other in this state, so that it has no accelerations or "
            f"multipliers; if the position is singular, take another; else {REMEDY}"
        )

    def native(self) -> Procedure:
        """Lane by lane."""
        c = Code(self.name)
        x, y = c.argument("x"), c.argument("y")
        with c.each(self.m) as i, c.when(c.is_true(~(x[i] < 1.0 / DEPENDENT))):
            give_up(c, y, 1)
        y[0] = 0.0
        return c.procedure()

    def evaluate(self, x: Floats) -> Floats:
        """The same comparisons."""
        return np.array([0.0 if (x < 1.0 / DEPENDENT).all() else np.nan])

    def forward(self, x: Sequence[Any], y: Sequence[Any], dx: Sequence[Any]) -> Sequence[Any]:
        """Nothing changes."""
        return [0.0]

    def reverse(self, x: Sequence[Any], y: Sequence[Any], y_bar: Sequence[Any]) -> Sequence[Any]:
        """Nothing depends on them."""
        return [0.0] * self.m
