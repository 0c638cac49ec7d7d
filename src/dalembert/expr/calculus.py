"""Derivatives of expressions, as expressions.

All of them are sweeps over the graph: forward carries rates of change from inputs to outputs, backward
carries sensitivities from outputs to inputs. Both are sparse, a zero is absent and never computed, and both
share subexpressions with the function itself. A measure whose meaning is not known yet has no derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeAlias, overload

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.errors import ExpressionError
from dalembert.expr.calls import results_of, shape_of
from dalembert.expr.node import Expression, Node, Scalar, Truth, TruthNode, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.rules import cotangents, tangent
from dalembert.expr.scalar import choose, finite, is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.expr.symbol_nodes import as_input, time
from dalembert.expr.unresolved import refuse_constant_measures, refuse_hidden_functions

_Refusal: TypeAlias = Callable[[Iterable[object], Container[object]], None]


class DerivativeSweep(Enum):
    """Direction of differentiation; both give the same function, at different cost.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbols("x", 2)
    >>> rows = da.expr.jacobian([x[0] * x[1]], x, da.expr.DerivativeSweep.BACKWARD)
    >>> print(rows)
    [[x[1] x[0]]]
    """

    FORWARD = "forward"
    """Cost grows with the number of inputs."""

    BACKWARD = "backward"
    """Cost grows with the number of outputs."""


@overload
def derivative(y: float | Expression, x: Node) -> Scalar: ...
@overload
def derivative(y: ArrayLike, x: Node) -> Array: ...
def derivative(y: float | Expression | ArrayLike, x: Node) -> Scalar | Array:
    """∂y/∂x entry by entry; same shape as y.

    Parameters
    ----------
    y : expression or array
        What is differentiated.
    x : Node
        Input by which it is differentiated: a symbol, a parameter, time or a measure.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> print(da.expr.derivative(da.sin(2 * x), x))
    (cos((x * 2)) * 2)
    """
    return directional(y, {_input(x): 1.0})


@overload
def directional(y: float | Expression, rates: Mapping[Node, Scalar]) -> Scalar: ...
@overload
def directional(y: ArrayLike, rates: Mapping[Node, Scalar]) -> Array: ...
def directional(y: float | Expression | ArrayLike, rates: Mapping[Node, Scalar]) -> Scalar | Array:
    """Rate of change of y when each given input changes at its given rate, the others not at all.

    Parameters
    ----------
    y : expression or array
        What changes.
    rates : dict of float or expressions
        Rate of each input that changes.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> print(da.expr.directional(x * y, {x: 1.0}))
    y
    """
    return _directional(y, rates, refuse_hidden_functions)


def sparse_directional(y: ArrayLike, rates: Mapping[Node, Mapping[int, Scalar]], n: int) -> SparseMatrix:
    """Rates of change of y (m,) along n directions at once, (m, n); rates of inputs by number of the direction."""
    return SparseMatrix(_forward(_scalars(y), {_input(x): by_direction for x, by_direction in rates.items()}), n)


@overload
def time_derivative(y: float | Expression, rates: Mapping[Node, Scalar]) -> Scalar: ...
@overload
def time_derivative(y: ArrayLike, rates: Mapping[Node, Scalar]) -> Array: ...
def time_derivative(y: float | Expression | ArrayLike, rates: Mapping[Node, Scalar]) -> Scalar | Array:
    """Total derivative dy/dt along the given rates of the inputs, time itself included.

    Parameters
    ----------
    y : expression or array
        What is differentiated.
    rates : dict of float or expressions
        Rate of each input: of coordinates their speeds, for example; time has the rate 1 by itself.

    Examples
    --------
    >>> import dalembert as da
    >>> x, v = da.expr.symbols("x v")
    >>> print(da.expr.time_derivative(x**2 + da.time, {x: v, da.time: 1.0}))
    (((x * v) * 2) + 1)
    """
    return _directional(y, {time: 1.0, **rates}, refuse_constant_measures)


def sparse_jacobian(
    y: float | Expression | ArrayLike, x: Node | ArrayLike, sweep: DerivativeSweep | None = None
) -> SparseMatrix:
    """∂y/∂x of flattened y by flattened x; the sweep is chosen by the smaller side unless given.

    Parameters
    ----------
    y : expression or array
        What is differentiated, flattened.
    x : Node or array of them
        Inputs by which it is differentiated, flattened.
    sweep : DerivativeSweep, optional
        Forward or reverse accumulation; default that of the smaller side.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbols("x", 3)
    >>> slopes = da.expr.sparse_jacobian([x[0] * x[1], x[2] ** 2], x)
    >>> print(slopes.width, [dict(row) for row in slopes.rows])
    3 [{0: x[1], 1: x[0]}, {2: (x[2] * 2)}]
    """
    outputs, inputs = _scalars(y), _inputs(x)
    if sweep is None:
        sweep = DerivativeSweep.BACKWARD if len(outputs) < len(inputs) else DerivativeSweep.FORWARD
    if sweep is DerivativeSweep.FORWARD:
        rows = _forward(outputs, {x: {column: 1.0} for column, x in enumerate(inputs)})
    else:
        sensitivity = _backward([(output, {row: 1.0}) for row, output in enumerate(outputs)], inputs)
        rows = [{} for _ in outputs]
        for column, x in enumerate(inputs):
            for row, value in sensitivity.get(x, {}).items():
                rows[row][column] = value
    return SparseMatrix(rows, len(inputs))


@overload
def jacobian(y: float | Expression, x: Node, sweep: DerivativeSweep | None = None) -> Scalar: ...
@overload
def jacobian(y: float | Expression, x: ArrayLike, sweep: DerivativeSweep | None = None) -> Array: ...
@overload
def jacobian(y: ArrayLike, x: Node | ArrayLike, sweep: DerivativeSweep | None = None) -> Array: ...
def jacobian(
    y: float | Expression | ArrayLike, x: Node | ArrayLike, sweep: DerivativeSweep | None = None
) -> Scalar | Array:
    """∂y/∂x as an array of shape y.shape + x.shape, with 0.0 where y does not depend on x.

    Parameters
    ----------
    y : expression or array
        What is differentiated.
    x : Node or array of them
        Inputs by which it is differentiated.
    sweep : DerivativeSweep, optional
        Forward or reverse accumulation; default forward, by columns, or reverse, by rows, whichever are
        fewer.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> print(da.expr.jacobian([x * y, da.sin(x)], [x, y]))
    [[y x]
     [cos(x) 0.0]]
    """
    return _jacobian(y, x, sweep)


@overload
def gradient(y: float | Expression | Array, x: Node) -> Scalar: ...
@overload
def gradient(y: float | Expression | Array, x: ArrayLike) -> Array: ...
def gradient(y: float | Expression | Array, x: Node | ArrayLike) -> Scalar | Array:
    """Gradient of a scalar by backward accumulation; same shape as x, at the cost of a few evaluations of y.

    Parameters
    ----------
    y : expression
        Scalar that is differentiated.
    x : Node or array of them
        Inputs by which it is differentiated.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> print(da.expr.gradient(x**2 * y, [x, y]))
    [((y * x) * 2) (x * x)]
    """
    if shape_of(y) != ():
        raise ExpressionError(f"gradient needs a scalar, not an array of shape {shape_of(y)}; use jacobian")
    return _jacobian(y, x, DerivativeSweep.BACKWARD)


@overload
def weighted_gradient(y: Scalar | ArrayLike, x: Node, weights: Scalar | ArrayLike) -> Scalar: ...
@overload
def weighted_gradient(y: Scalar | ArrayLike, x: ArrayLike, weights: Scalar | ArrayLike) -> Array: ...
def weighted_gradient(y: Scalar | ArrayLike, x: Node | ArrayLike, weights: Scalar | ArrayLike) -> Scalar | Array:
    """Σ wᵢ ∂yᵢ/∂x in one backward sweep; same shape as x.

    Parameters
    ----------
    y : expression or array
        What is differentiated.
    x : Node or array of them
        Inputs by which it is differentiated.
    weights : float, expression or array
        wᵢ, of the shape of y.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbols("x", 2)
    >>> print(da.expr.weighted_gradient([x[0] ** 2, x[0] * x[1]], x, [1.0, 3.0]))
    [((x[0] + (x[1] * 3)) + x[0]) (x[0] * 3)]
    """
    if shape_of(weights) != shape_of(y):
        raise ExpressionError(f"weights have the shape of the values, {shape_of(y)}, not {shape_of(weights)}")
    outputs, inputs, factors = _scalars(y), _inputs(x), _scalars(weights)
    sensitivity = _backward([(output, {0: w}) for output, w in zip(outputs, factors, strict=True)], inputs)
    return _shaped([sensitivity.get(v, {}).get(0, 0.0) for v in inputs], shape_of(x))


def hessian(y: float | Expression | Array, x: ArrayLike) -> Array:
    """Second derivatives of a scalar, (n, n) for n inputs; the upper triangle mirrors the lower one.

    Parameters
    ----------
    y : expression
        Scalar that is differentiated twice.
    x : array of Node (n,)
        Inputs by which it is differentiated.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> print(da.expr.hessian(x**2 * y, [x, y]))
    [[(y * 2) (x * 2)]
     [(x * 2) 0.0]]
    """
    result = sparse_jacobian(gradient(y, x), x, DerivativeSweep.FORWARD).to_array()
    for i, j in zip(*np.triu_indices(len(result), 1), strict=True):
        result[i, j] = result[j, i]
    return result


def _jacobian(y: float | Expression | ArrayLike, x: Node | ArrayLike, sweep: DerivativeSweep | None) -> Any:
    return sparse_jacobian(y, x, sweep).to_array().reshape(shape_of(y) + shape_of(x))[()]


def _directional(y: float | Expression | ArrayLike, rates: Mapping[Node, Scalar], refuse: _Refusal) -> Any:
    seeds = {_input(x): {0: finite("a rate", rate)} for x, rate in rates.items()}
    rows = _forward(_scalars(y), seeds, refuse)
    return _shaped([row.get(0, 0.0) for row in rows], shape_of(y))


def _forward(
    outputs: Sequence[Scalar],
    seeds: Mapping[Node, Mapping[int, Scalar]],
    refuse: _Refusal = refuse_hidden_functions,
) -> list[dict[int, Scalar]]:
    """For each output its rates by column; `seeds` gives those of the inputs, `refuse` raises for measures."""
    rates: dict[Any, Any] = dict(seeds)
    nodes = traverse(outputs)
    if any(node.op == "measure" for node in nodes):
        refuse(outputs, seeds)
    for node in nodes:
        if node.op in LEAVES or type(node) is TruthNode:
            continue
        if node.op == "element":
            changes = {column: dy[node.args[1]] for column, dy in rates.get(node.args[0], {}).items()}
        else:
            changes = _node_rates(node, rates)
        if changes := {column: rate for column, rate in changes.items() if not is_zero(rate)}:
            rates[node] = changes
    return [dict(rates.get(y, {})) if isinstance(y, Expression) else {} for y in outputs]


def _node_rates(node: Expression, rates: Mapping[Expression, Mapping[int, Scalar]]) -> dict[int, Any]:
    """Rates of one node, or of all results of a call, by column."""
    is_call = node.op == "call"
    args = node.args[1:] if is_call else node.args
    by_operand = [rates.get(a, {}) if isinstance(a, Expression) else {} for a in args]
    columns = sorted({column for operand in by_operand for column in operand})
    result: dict[int, Any] = {}
    for column in columns:
        operand_rates = [operand.get(column, 0.0) for operand in by_operand]
        result[column] = (
            node.args[0].forward(args, results_of(node), operand_rates)
            if is_call
            else tangent(node.op, args, node, operand_rates)
        )
    if is_call:
        return {column: dy for column, dy in result.items() if not all(map(is_zero, dy))}
    return result


class _Sensitivity(NamedTuple):
    """A sensitivity that counts where a condition holds; elsewhere it is zero, whatever the value says there.

    So a slope that is infinite in a branch not taken never meets a zero.
    """

    value: Any
    """A scalar; of a call a list, the sensitivities of its results."""

    condition: Truth = True

    def plain(self) -> Scalar:
        """As one expression."""
        return choose(self.condition, self.value, 0.0)

    def plus(self, other: _Sensitivity) -> _Sensitivity:
        """The sum; it counts where one of the two does."""
        if self.condition is other.condition:
            return _Sensitivity(self.value + other.value, self.condition)
        if self.condition is not True and ~self.condition is other.condition:
            return _Sensitivity(choose(self.condition, self.value, other.value))
        return _Sensitivity(self.plain() + other.plain(), self.condition | other.condition)


def _backward(
    seeds: Iterable[tuple[Scalar, Mapping[int, Scalar]]], inputs: Sequence[Node]
) -> dict[Node, dict[int, Scalar]]:
    """For each input its sensitivities by row; `seeds` gives those of the outputs."""
    seeded = [(output, rows) for output, rows in seeds if isinstance(output, Expression)]
    nodes = traverse(output for output, _ in seeded)
    if any(node.op == "measure" for node in nodes):
        refuse_hidden_functions([output for output, _ in seeded], set(inputs))
    active = dependent(nodes, inputs)
    bars: dict[Expression, dict[int, _Sensitivity]] = {}
    for output, rows in seeded:
        for row, bar in rows.items():
            _accumulate(bars, output, row, _Sensitivity(bar))
    for node in reversed(nodes):
        if node in bars and node in active and node.op not in LEAVES:
            _spread(node, bars.pop(node), bars, active)
    return {x: {row: bar.plain() for row, bar in bars[x].items()} for x in inputs if x in bars}


def _spread(
    node: Expression,
    mine: Mapping[int, _Sensitivity],
    bars: dict[Expression, dict[int, _Sensitivity]],
    active: set[Expression],
) -> None:
    """Hand a node's sensitivities on to its operands."""
    for row, bar in mine.items():
        if node.op == "element":
            _accumulate_entry(bars, node, row, bar)
            continue
        for operand, share in _shares(node, bar):
            if isinstance(operand, Expression) and operand in active and not is_zero(share.value):
                _accumulate(bars, operand, row, share)


def _shares(node: Expression, bar: _Sensitivity) -> Iterator[tuple[object, _Sensitivity]]:
    """The operands of a node or call with what each gets of one sensitivity."""
    if node.op == "call":
        routine, *args = node.args
        values = routine.reverse(args, results_of(node), bar.value)
        return zip(args, (_Sensitivity(value, bar.condition) for value in values), strict=True)
    shares = cotangents(node.op, node.args, node, bar.value)
    return zip(node.args, (_Sensitivity(value, bar.condition & c) for value, c in shares), strict=True)


def _accumulate(
    bars: dict[Expression, dict[int, _Sensitivity]], node: Expression, row: int, bar: _Sensitivity
) -> None:
    mine = bars.setdefault(node, {})
    mine[row] = mine[row].plus(bar) if row in mine else bar


def _accumulate_entry(
    bars: dict[Expression, dict[int, _Sensitivity]], element: Expression, row: int, bar: _Sensitivity
) -> None:
    """Add to the sensitivity of one entry of a call's result; that of the call counts where one of them does."""
    call, position = element.args
    mine = bars.setdefault(call, {})
    of_call = mine.get(row, _Sensitivity([0.0] * call.args[0].n_outputs, False))
    of_call.value[position] = of_call.value[position] + bar.plain()
    mine[row] = of_call._replace(condition=of_call.condition | bar.condition)


def dependent(nodes: Iterable[Expression], inputs: Iterable[Expression]) -> set[Expression]:
    """The inputs, and those of the nodes, in depth-first order, that depend on one of them."""
    active: set[Expression] = set(inputs)
    for node in nodes:
        if node.op not in LEAVES and any(isinstance(a, Expression) and a in active for a in node.args):
            active.add(node)
    return active


def _input(x: object) -> Node:
    return as_input(x, "one can differentiate by")


def _inputs(x: Node | ArrayLike) -> list[Node]:
    inputs = [_input(v) for v in np.asarray(x, dtype=object).ravel()]
    if len(set(inputs)) < len(inputs):
        raise ExpressionError("an input is named twice among those to differentiate by")
    return inputs


def _scalars(y: float | Expression | ArrayLike) -> list[Scalar]:
    return [finite("a derivative", v) for v in np.asarray(y, dtype=object).ravel()]


def _shaped(entries: list[Scalar], shape: tuple[int, ...]) -> Scalar | Array:
    if shape == ():
        return entries[0]
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result.reshape(shape)
