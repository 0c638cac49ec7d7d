"""Calls: nodes for what is not a scalar expression, such as a pivoting solve, a spline, a callback.

A `Routine` takes a flat array of scalars and gives one. In the graph, an invocation is one node of operation
"call", and each entry of its result a node "element". Wherever all operands are numbers, the routine is
simply evaluated, so the same code computes or is traced.

A routine is a value (frozen, hashable): two calls of equal routines on equal operands are one node.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, overload

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.jets import Jet, increments_of, value_of
from dalembert.expr.node import Expression, Node, Scalar, kept, make, text_tag
from dalembert.expr.scalar import finite
from dalembert.expr.unresolved import refuse_hidden_functions
from dalembert.procedures.rolled_code import Reads
from dalembert.procedures.statements import Callee, Procedure


@dataclass(frozen=True)
class Subgraph:
    """Native form of a routine that is itself an expression graph: compiled once, called many times."""

    inputs: tuple[Node, ...]
    outputs: tuple[Scalar, ...]
    reads: Reads | None = None
    """Where inputs stand for a callee f(memory, record, results); None for one of operands side by side."""


@dataclass(frozen=True)
class Foreign:
    """Native form of a routine that is a Python function of an array, filling an array."""

    function: Callable[[Vector, Vector], None]


@dataclass(frozen=True)
class Composed:
    """Native form of a routine that is a procedure which calls expression graphs."""

    graphs: tuple[Subgraph, ...]
    procedure: Callable[[Sequence[Callee]], Procedure]
    """Makes the procedure, of operands and results, for callees that compute the graphs from arrays to arrays."""


class Routine(ABC):
    """A named routine, arrays in, arrays out: interpreted, native, and with derivatives.

    The first `n_passive` operands are there for the derivative rules only: neither form of the routine
    reads them, and they are not computed for its sake.
    """

    n_passive: int = 0
    is_named: ClassVar[bool] = False
    """Whether a user chose the name, so that printed equations show it."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Name for messages and symbols; letters, digits and underscores."""

    @property
    @abstractmethod
    def n_inputs(self) -> int:
        """Number of operands that the routine reads."""

    @property
    @abstractmethod
    def n_outputs(self) -> int:
        """Number of results."""

    @property
    def bends(self) -> Sequence[float]:
        """Values of its only operand next to which the result may turn round, or jump; none if it is smooth."""
        return ()

    @abstractmethod
    def evaluate(self, x: Vector) -> Vector:
        """The results (n_outputs,) for numbers (n_inputs,); not a number where there is no result."""

    @abstractmethod
    def native(self) -> Procedure | Subgraph | Composed | Foreign:
        """Form that is compiled: a procedure of two real arrays, operands and results, or another form."""

    @abstractmethod
    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        """Rates of the results, given operands `x`, results `y` and rates `dx`, passive operands included."""

    @abstractmethod
    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        """Sensitivities of all operands, passive ones included, given those of the results."""

    @cached_property
    def tag(self) -> int:
        """Structural hash, the same in every process: orders calls, identifies nothing."""
        return text_tag(repr(self))

    @property
    def failure(self) -> str:
        """Meaning of a positive status of the native form, for the error message."""
        return f"{self.name} has no result"


@overload
def invoke(routine: Routine, operands: Sequence[Scalar]) -> list[Scalar]: ...
@overload
def invoke(routine: Routine, operands: Sequence[Scalar | Jet]) -> list[Scalar] | list[Jet]: ...
def invoke(routine: Routine, operands: Sequence[Scalar | Jet]) -> list[Scalar] | list[Jet]:
    """The routine's results for these scalars: numbers if all operands are, jets if one is, else nodes."""
    expected = routine.n_passive + routine.n_inputs
    if len(operands) != expected:
        raise ExpressionError(f"{routine.name} takes {expected} operands, not {len(operands)}")
    if any(type(x) is Jet for x in operands):
        return _invoke_jets(routine, operands)
    name = routine.name
    # most operands are nodes or finite floats
    args = [x if type(x) is Node or (type(x) is float and x - x == 0.0) else finite(name, x) for x in operands]
    if not any(isinstance(x, Expression) for x in args[routine.n_passive :]):
        results: list[Scalar] = [
            float(y) for y in routine.evaluate(np.array(args[routine.n_passive :], dtype=float))
        ]
        return results
    return results_of(make("call", (routine, *[x if type(x) is Node or x else kept(x) for x in args])))


def _invoke_jets(routine: Routine, operands: Sequence[Scalar | Jet]) -> list[Jet]:
    """The routine's results as jets, by its forward rule."""
    refuse_hidden_functions([operand for operand in operands if type(operand) is Node], ())
    x = [value_of(operand) for operand in operands]
    y = invoke(routine, x)
    rates = {name: routine.forward(x, y, dx) for name, dx in increments_of(operands).items()}
    return [Jet(value, {name: dy[k] for name, dy in rates.items()}) for k, value in enumerate(y)]


def results_of(call: Expression) -> list[Scalar]:
    """All entries of a call's result."""
    return [make("element", (call, k)) for k in range(call.args[0].n_outputs)]


def scalars(*arrays: Scalar | ArrayLike) -> list[Scalar]:
    """The entries of several arrays in order, as one flat list."""
    return [x for array in arrays for x in np.asarray(array, dtype=object).ravel()]


def shape_of(x: Any) -> tuple[int, ...]:
    """Shape of an array or of its entries in a sequence; () for a scalar."""
    return np.shape(x)


def array_of(entries: Sequence[object], shape: tuple[int, ...]) -> Array:
    """Entries as an array of this shape: of floats if all are numbers, else of objects."""
    if not any(isinstance(x, (Expression, Jet)) for x in entries):
        return np.array(entries, dtype=float).reshape(shape)
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result.reshape(shape)
