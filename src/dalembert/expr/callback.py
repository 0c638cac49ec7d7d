"""Python functions inside expressions: for controllers and laws that exist only as code.

A callback costs about a microsecond per evaluation, whatever it computes, and holds the interpreter lock while
it runs; everything around it stays native.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import ExpressionError
from dalembert.expr.calls import Foreign, Routine, array_of, invoke, scalars
from dalembert.expr.subprogram import checked_routine_name

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Callback(Routine):
    """The routine of a Python function `f(x) -> y` of float arrays."""

    label: str
    function: Callable[[Vector], Any]
    size: int
    n_results: int
    jacobian: Callable[[Vector], Any] | None = None

    @property
    def name(self) -> str:
        return self.label

    @property
    def n_inputs(self) -> int:
        return self.size

    @property
    def n_outputs(self) -> int:
        return self.n_results

    def evaluate(self, x: Vector) -> Vector:
        y = np.asarray(self.function(x), dtype=float).ravel()
        if y.shape != (self.n_results,):
            raise ExpressionError(
                f"the callback {self.label!r} returned {y.size} numbers instead of {self.n_results}"
            )
        return y

    def native(self) -> Foreign:
        def fill(x: Vector, y: Vector) -> None:
            y[:] = self.evaluate(x)

        return Foreign(fill)

    def forward(self, x: Sequence[Any], y: Sequence[Any], dx: Sequence[Any]) -> Sequence[Any]:
        return list(self._derivatives(x) @ array_of(dx, (self.size,)))

    def reverse(self, x: Sequence[Any], y: Sequence[Any], y_bar: Sequence[Any]) -> Sequence[Any]:
        return list(array_of(y_bar, (self.n_results,)) @ self._derivatives(x))

    def _derivatives(self, x: Sequence[Any]) -> Any:
        """∂y/∂x as entries of another callback's result."""
        if self.jacobian is None:
            raise ExpressionError(
                f"the callback {self.label!r} has no derivative; give one with callback(…, jacobian=…)"
            )
        routine = Callback(f"{self.label}_jacobian", self.jacobian, self.size, self.n_results * self.size)
        return array_of(invoke(routine, x), (self.n_results, self.size))


def callback(
    name: str,
    function: Callable[[Vector], Any],
    x: Any,
    *,
    n_results: int = 1,
    jacobian: Callable[[Vector], Any] | None = None,
) -> Any:
    """The results of a Python function of the entries of x, (n_results,), as part of an expression.

    `function` takes a float array and returns as many numbers as announced; `jacobian`, if derivatives are
    wanted, returns the matrix (n_results, x.size). An exception inside ends the evaluation and is raised there.
    """
    entries = scalars(x)
    routine = Callback(checked_routine_name(name), function, len(entries), n_results, jacobian)
    return array_of(invoke(routine, entries), (n_results,))
