"""Results that count only while other values are within bounds: no result instead of a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.expr.calls import Routine, array_of
from dalembert.expr.inverses import call
from dalembert.expr.node import Scalar
from dalembert.procedures.columns import give_up
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure


@dataclass(frozen=True)
class Bounds(Routine):
    """Zero if each of m values is at most its bound, which follow the values; else no result."""

    m: int
    what: str
    """Name of the bounded quantity, in letters and underscores."""

    message: str
    """Meaning of an exceeded bound, for the error message."""

    @property
    def name(self) -> str:
        return f"{self.what}_{self.m}"

    @property
    def n_inputs(self) -> int:
        return 2 * self.m

    @property
    def n_outputs(self) -> int:
        return 1

    @property
    def failure(self) -> str:
        return self.message

    def native(self) -> Procedure:
        """Procedure that decides by values, lane by lane."""
        c = Code(self.name)
        x, y = c.argument("x"), c.argument("y")
        with c.each(self.m) as i, c.when(c.is_true(~(x[i] <= x[i + self.m]))):
            give_up(c, y, 1)
        y[0] = 0.0
        return c.procedure()

    def evaluate(self, x: Vector) -> Vector:
        """Zero or not a number, by the comparisons of the native form."""
        values, bounds = np.split(x, 2)
        return np.array([0.0 if (values <= bounds).all() else np.nan])

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        """A zero rate: the result is constant where there is one."""
        return [0.0]

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        """Zero sensitivities: the result is constant where there is one."""
        return [0.0] * self.n_inputs


def bounded(y: Array, values: Sequence[Scalar], bounds: Sequence[Scalar], what: str, message: str) -> Array:
    """An array as given where all values are within their bounds; elsewhere no number, and native code says so."""
    if not len(values):
        return y
    nothing = call(Bounds(len(values), what, message), [*values, *bounds])[0]
    return array_of([x + nothing for x in np.ravel(y)], np.shape(y))
