"""Procedures of arrays by name, as calls of expression graphs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.cone_code import Fields
from dalembert.errors import ExpressionError
from dalembert.expr.calls import Composed, Routine, Subgraph, invoke
from dalembert.expr.symbol_nodes import symbols
from dalembert.native.kernel import Kernel
from dalembert.native.kernel import compile as compile_kernel
from dalembert.procedures.statements import Procedure


@dataclass(frozen=True)
class FieldsRoutine(Routine):
    """A procedure of arrays by name: traced in expressions, or called with numbers."""

    @property
    @abstractmethod
    def operands(self) -> Fields:
        """Operands of the routine, by name."""

    @property
    @abstractmethod
    def results(self) -> Fields:
        """Results of the routine, by name."""

    @abstractmethod
    def native(self) -> Procedure | Subgraph | Composed:
        """Native code of the routine."""

    @property
    def n_inputs(self) -> int:
        return self.operands.size

    @property
    def n_outputs(self) -> int:
        return self.results.size

    def of(self, **given: Any) -> dict[str, list[Any]]:
        """Results by name, as expressions of operands by name."""
        flat: list[Any] = []
        for name, size in self.operands.sizes.items():
            entries = list(np.asarray(given[name], dtype=object).ravel())
            assert len(entries) == size, name
            flat += entries
        found = invoke(self, flat)
        starts, sizes = self.results.starts, self.results.sizes
        return {name: found[start : start + sizes[name]] for name, start in starts.items()}

    def of_numbers(self, **given: Any) -> dict[str, Vector]:
        """Results by name for numbers, by native code."""
        x = np.concatenate([np.asarray(given[name], dtype=float).ravel() for name in self.operands.sizes])
        y, starts, sizes = self.evaluate(x), self.results.starts, self.results.sizes
        return {name: y[start : start + sizes[name]] for name, start in starts.items()}

    def evaluate(self, x: Vector) -> Vector:
        return np.asarray(_kernel(self)(x))

    def forward(self, x: Sequence[Any], y: Sequence[Any], dx: Sequence[Any]) -> Sequence[Any]:
        raise ExpressionError("what contacts do at an instant has no derivative: they open, stick or slip")

    def reverse(self, x: Sequence[Any], y: Sequence[Any], y_bar: Sequence[Any]) -> Sequence[Any]:
        raise ExpressionError("what contacts do at an instant has no derivative: they open, stick or slip")


@lru_cache(maxsize=64)
def _kernel(routine: FieldsRoutine) -> Kernel:
    """The code of a routine as a function of an array."""
    x = symbols("x", routine.n_inputs)
    return compile_kernel(np.array(invoke(routine, list(x)), dtype=object), [x])
