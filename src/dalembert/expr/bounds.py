"""Results that count only while other values are within bounds: no result instead of a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.expr.calls import Routine, array_of
from dalembert.expr.inverses import Floats, call
from dalembert.procedures.columns import give_up
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure


@dataclass(frozen=True)
class Bounds(Routine):
    """Zero if each of m values is at most its bound, which follow the values; else no result."""

    m: int
    what: str
    """What is bounded, in letters and underscores."""

    message: str
    """What it means that a bound is exceeded."""

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
        """Lane by lane."""
        c = Code(self.name)
        x, y = c.argument("x"), c.argument("y")
        with c.each(self.m) as i, c.when(c.is_true(~(x[i] <= x[i + self.m]))):
            give_up(c, y, 1)
        y[0] = 0.0
        return c.procedure()

    def evaluate(self, x: Floats) -> Floats:
        """The same comparisons."""
        values, bounds = np.split(x, 2)
        return np.array([0.0 if (values <= bounds).all() else np.nan])

    def forward(self, x: Sequence[Any], y: Sequence[Any], dx: Sequence[Any]) -> Sequence[Any]:
        """Nothing changes."""
        return [0.0]

    def reverse(self, x: Sequence[Any], y: Sequence[Any], y_bar: Sequence[Any]) -> Sequence[Any]:
        """Nothing changes."""
        return [0.0] * self.n_inputs


def bounded(y: Any, values: Sequence[Any], bounds: Sequence[Any], what: str, message: str) -> Any:
    """An array as given where all values are within their bounds; elsewhere no number, and native code says so."""
    if not len(values):
        return y
    nothing = call(Bounds(len(values), what, message), [*values, *bounds])[0]
    return array_of([x + nothing for x in np.ravel(y)], np.shape(y))
