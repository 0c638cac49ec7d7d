"""Rows that contradict each other: J a = γ has no solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from dalembert.expr.calls import Routine, array_of
from dalembert.expr.functions import absolute, maximum
from dalembert.expr.inverses import Floats, call
from dalembert.procedures.columns import give_up
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure

CONTRADICTION = 1e-6
"""What a row may be off, beside what it is made of."""


def checked(a: Any, J: Any, gamma: Any, rank: int | None) -> Any:
    """a (nu,) as given where J a = γ; elsewhere not a number, and native code reports it.

    Of a solution only the part that γ asks for is given: whether rows contradict each other depends on it alone.
    Where the rank is known, so are the rows: they are off only where states are, as inside a time step.
    """
    if not len(J) or rank is not None:
        return a
    largest = reduce(maximum, absolute(a))
    off, size = absolute(J @ a - gamma), absolute(J).sum(axis=1) * largest + absolute(gamma)
    nothing = call(Agreement(len(J)), [*off, *size])[0]
    return array_of([x + nothing for x in a], (len(a),))


@dataclass(frozen=True)
class Agreement(Routine):
    """Zero if m residuals are small beside the sizes of their rows, which follow them; else no result."""

    m: int

    @property
    def name(self) -> str:
        return f"agreement_{self.m}"

    @property
    def n_inputs(self) -> int:
        return 2 * self.m

    @property
    def n_outputs(self) -> int:
        return 1

    @property
    def failure(self) -> str:
        return "constraint rows contradict each other: no accelerations satisfy all of them"

    def native(self) -> Procedure:
        """Lane by lane."""
        c = Code(self.name)
        x, y = c.argument("x"), c.argument("y")
        with c.each(self.m) as i, c.when(c.is_true(~(x[i] <= CONTRADICTION * x[i + self.m]))):
            give_up(c, y, 1)
        y[0] = 0.0
        return c.procedure()

    def evaluate(self, x: Floats) -> Floats:
        """The same comparisons."""
        off, size = np.split(x, 2)
        return np.array([0.0 if (off <= CONTRADICTION * size).all() else np.nan])

    def forward(self, x: Sequence[Any], y: Sequence[Any], dx: Sequence[Any]) -> Sequence[Any]:
        """Nothing changes."""
        return [0.0]

    def reverse(self, x: Sequence[Any], y: Sequence[Any], y_bar: Sequence[Any]) -> Sequence[Any]:
        """Nothing changes."""
        return [0.0] * self.n_inputs
