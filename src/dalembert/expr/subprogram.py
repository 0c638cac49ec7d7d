"""Sub-programs: expressions that are compiled once and called many times.

A wheel that appears four times in a vehicle need not be traced into four copies. `subprogram` makes a routine of
its expressions; each use is one call, and so is each use of its derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.calculus import directional, weighted_gradient
from dalembert.expr.calls import Routine, Subgraph, array_of, invoke, scalars, shape_of
from dalembert.expr.node import FlatRow, Node, Scalar, flatten, inputs_of, name_of, text_tag, unflatten
from dalembert.expr.rewrite import evaluate
from dalembert.expr.scalar import is_zero, operand
from dalembert.expr.symbol_nodes import as_input, symbol


@dataclass(frozen=True)
class Subprogram(Routine):
    """The routine of some expressions; equal expressions under one name are one routine."""

    is_named = True

    label: str
    inputs: tuple[Node, ...] = field(repr=False)
    outputs: tuple[Scalar, ...] = field(repr=False)

    def __hash__(self) -> int:
        return self.tag

    def __reduce__(self) -> tuple[Callable[..., Subprogram], tuple[str, int, list[FlatRow]]]:
        return _restore, (self.label, self.n_inputs, flatten([*self.inputs, *self.outputs]))

    @cached_property
    def tag(self) -> int:
        tags = [x.tag if isinstance(x, Node) else text_tag(repr(x)) for x in (*self.inputs, *self.outputs)]
        return hash((text_tag(self.label), *tags))

    @property
    def name(self) -> str:
        return self.label

    @property
    def n_inputs(self) -> int:
        return len(self.inputs)

    @property
    def n_outputs(self) -> int:
        return len(self.outputs)

    def evaluate(self, x: Vector) -> Vector:
        values = evaluate(array_of(self.outputs, (self.n_outputs,)), dict(zip(self.inputs, x, strict=True)))
        return np.asarray(values, dtype=float)

    def native(self) -> Subgraph:
        return Subgraph(self.inputs, self.outputs)

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        return self.tangent.linear(x, dx)

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        return self.cotangent.linear(x, y_bar)

    def linear(self, x: Sequence[Scalar], seeds: Sequence[Scalar]) -> list[Scalar]:
        """Results that are linear in the last operands; 0.0 where only zeros enter."""
        entering = {x for x, seed in zip(self.inputs[len(x) :], seeds, strict=True) if not is_zero(seed)}
        results = invoke(self, [*x, *seeds])
        return [y if entering & used else 0.0 for y, used in zip(results, self._used, strict=True)]

    @cached_property
    def _used(self) -> list[set[Node]]:
        """The inputs that each output depends on."""
        return [set(inputs_of([y])) for y in self.outputs]

    @cached_property
    def tangent(self) -> Subprogram:
        """The routine of the rates of the outputs; inputs are the operands and their rates."""
        return self.tangent_along(range(self.n_inputs))

    def tangent_along(self, moving: Iterable[int]) -> Subprogram:
        """The routine of the rates of the outputs, where only some operands have rates: operands, then these."""
        rates = {self.inputs[k]: symbol(f"rate {k} in {self.label}") for k in moving}
        outputs = directional(array_of(self.outputs, (self.n_outputs,)), rates)
        return Subprogram(f"{self.label}_tangent", (*self.inputs, *rates.values()), tuple(outputs))

    @cached_property
    def cotangent(self) -> Subprogram:
        """The routine of the sensitivities of the operands; inputs are these and those of the outputs."""
        weights = [symbol(f"sensitivity {k} in {self.label}") for k in range(self.n_outputs)]
        outputs = weighted_gradient(array_of(self.outputs, (self.n_outputs,)), list(self.inputs), weights)
        return Subprogram(f"{self.label}_cotangent", (*self.inputs, *weights), tuple(outputs))


def subprogram(name: str, inputs: Sequence[Node | ArrayLike], outputs: Scalar | ArrayLike) -> Callable[..., Any]:
    """A function of arrays that calls these expressions as one routine, compiled once.

    Parameters and time that the expressions use must be among the inputs.

    Parameters
    ----------
    name : str
        Name of the routine in printed expressions.
    inputs : sequence of symbols and arrays of symbols
        Arguments in the order of the call.
    outputs : expression or array
        What a call gives.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> square = da.kernels.subprogram("square", [x], x**2)
    >>> print(da.expr.evaluate(square(3.0)))
    9.0
    """
    if isinstance(inputs, Node):
        raise ExpressionError(f"the inputs of {name!r} are a list of symbols and arrays of symbols")
    shapes = [shape_of(x) for x in inputs]
    nodes = [as_input(x, f"inputs of {name!r} are") for x in scalars(*inputs)]
    results = [operand(name, y) for y in scalars(outputs)]
    inputs_once = set(nodes)
    if len(inputs_once) < len(nodes):
        raise ExpressionError(f"an input is named twice among those of {name!r}")
    if missing := [name_of(x) for x in inputs_of(results) if x not in inputs_once]:
        raise ExpressionError(f"{name!r} depends on {missing}, which are not among its inputs")
    routine = Subprogram(checked_routine_name(name), tuple(nodes), tuple(results))

    def function(*arrays: Scalar | ArrayLike) -> Scalar | Array:
        if (array_shapes := [shape_of(x) for x in arrays]) != shapes:
            raise ExpressionError(f"{name!r} takes arrays of shapes {shapes}, not {array_shapes}")
        entries = invoke(routine, scalars(*arrays))
        return array_of(entries, shape_of(outputs)) if shape_of(outputs) else entries[0]

    return function


def _restore(label: str, n_inputs: int, rows: list[FlatRow]) -> Subprogram:
    nodes = unflatten(rows)
    return Subprogram(label, tuple(nodes[:n_inputs]), tuple(nodes[n_inputs:]))


def checked_routine_name(name: str) -> str:
    """A name that can be a symbol of native code."""
    if not isinstance(name, str) or not name.isidentifier() or not name.isascii():
        raise ExpressionError(f"a routine's name is made of letters, digits and underscores, not {name!r}")
    return name
