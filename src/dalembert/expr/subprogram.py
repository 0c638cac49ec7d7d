"""Sub-programs: expressions that are compiled once and called many times.

A wheel that appears four times in a vehicle need not be traced into four copies. `subprogram` makes a routine of
its expressions; each use is one call, and so is each use of its derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import ExpressionError
from dalembert.expr.calculus import directional, weighted_gradient
from dalembert.expr.calls import Routine, Subgraph, array_of, invoke, scalars
from dalembert.expr.node import Node, inputs_of, name_of
from dalembert.expr.operations import INPUTS
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbols import symbol


@dataclass(frozen=True)
class Subprogram(Routine):
    """The routine of some expressions; equal expressions under one name are one routine."""

    label: str
    inputs: tuple[Node, ...] = field(repr=False)
    outputs: tuple[Any, ...] = field(repr=False)

    @property
    def name(self) -> str:
        return self.label

    @property
    def n_inputs(self) -> int:
        return len(self.inputs)

    @property
    def n_outputs(self) -> int:
        return len(self.outputs)

    def evaluate(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        values = evaluate(array_of(self.outputs, (self.n_outputs,)), dict(zip(self.inputs, x, strict=True)))
        return np.asarray(values, dtype=float)

    def native(self) -> Subgraph:
        return Subgraph(self.inputs, self.outputs)

    def forward(self, x: Sequence[Any], y: Sequence[Any], dx: Sequence[Any]) -> Sequence[Any]:
        return invoke(self._tangent, [*x, *dx])

    def reverse(self, x: Sequence[Any], y: Sequence[Any], y_bar: Sequence[Any]) -> Sequence[Any]:
        return invoke(self._cotangent, [*x, *y_bar])

    @cached_property
    def _tangent(self) -> Subprogram:
        """The routine of the rates of the outputs; inputs are the operands and their rates."""
        rates = [symbol(f"d {name_of(x)} in {self.label}") for x in self.inputs]
        outputs = directional(
            array_of(self.outputs, (self.n_outputs,)), dict(zip(self.inputs, rates, strict=True))
        )
        return Subprogram(f"{self.label}_tangent", (*self.inputs, *rates), tuple(outputs))

    @cached_property
    def _cotangent(self) -> Subprogram:
        """The routine of the sensitivities of the operands; inputs are these and those of the outputs."""
        weights = [symbol(f"bar {k} in {self.label}") for k in range(self.n_outputs)]
        outputs = weighted_gradient(array_of(self.outputs, (self.n_outputs,)), list(self.inputs), weights)
        return Subprogram(f"{self.label}_cotangent", (*self.inputs, *weights), tuple(outputs))


def subprogram(name: str, inputs: Sequence[Any], outputs: Any) -> Callable[..., Any]:
    """A function of arrays that calls these expressions as one routine, compiled once.

    `inputs` are symbols or arrays of symbols, `outputs` an expression or an array. Parameters and time that the
    expressions use must be among the inputs.
    """
    shapes = [np.shape(x) for x in inputs]
    nodes = scalars(*inputs)
    for x in nodes:
        if type(x) is not Node or x.op not in INPUTS:
            raise ExpressionError(f"inputs of {name!r} are symbols, parameters or time; {x!r} is not")
    results = scalars(outputs)
    if missing := [name_of(x) for x in inputs_of(results) if x not in set(nodes)]:
        raise ExpressionError(f"{name!r} depends on {missing}, which are not among its inputs")
    routine = Subprogram(checked_routine_name(name), tuple(nodes), tuple(results))

    def function(*arrays: Any) -> Any:
        given = [np.shape(x) for x in arrays]
        if given != shapes:
            raise ExpressionError(f"{name!r} takes arrays of shapes {shapes}, not {given}")
        found = invoke(routine, scalars(*arrays))
        return array_of(found, np.shape(outputs)) if np.shape(outputs) else found[0]

    return function


def checked_routine_name(name: str) -> str:
    """A name that can be a symbol of native code."""
    if not name.isidentifier() or not name.isascii():
        raise ExpressionError(f"a routine's name is made of letters, digits and underscores, not {name!r}")
    return name
