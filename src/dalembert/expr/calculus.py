"""Derivatives of expressions, as expressions.

All of them are sweeps over the graph: forward carries rates of change from inputs to outputs, backward
carries sensitivities from outputs to inputs. Both are sparse, a zero is absent and never computed, and both
share subexpressions with the function itself. A measure whose meaning is not known yet has no derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from dalembert.errors import ExpressionError
from dalembert.expr.calls import results_of
from dalembert.expr.node import Expression, Node, TruthNode, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.rules import cotangents, tangent
from dalembert.expr.scalar import choose, finite, is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.expr.symbol_nodes import as_input, time
from dalembert.expr.unresolved import refuse_constant_measures, refuse_hidden_functions

_Refusal: TypeAlias = Callable[[Iterable[Any], Container[Any]], None]


class DerivativeSweep(Enum):
    """Direction of differentiation; both give the same function, at different cost."""

    FORWARD = "forward"
    """Cost grows with the number of inputs."""

    BACKWARD = "backward"
    """Cost grows with the number of outputs."""


def derivative(y: Any, x: Node) -> Any:
    """∂y/∂x entry by entry; same shape as y."""
    return directional(y, {_input(x): 1.0})


def directional(y: Any, rates: Mapping[Node, Any]) -> Any:
    """Rate of change of y when each given input changes at its given rate, the others not at all."""
    return _directional(y, rates, refuse_hidden_functions)


def sparse_directional(y: Any, rates: Mapping[Node, Mapping[int, Any]], n: int) -> SparseMatrix:
    """The same along n directions at once, (len(y), n): each input has its rates by number of the direction."""
    return SparseMatrix(_forward(_scalars(y), {_input(x): own for x, own in rates.items()}), n)


def time_derivative(y: Any, rates: Mapping[Node, Any]) -> Any:
    """Total derivative dy/dt along the given rates of the inputs, time itself included."""
    return _directional(y, {time: 1.0, **rates}, refuse_constant_measures)


def sparse_jacobian(y: Any, x: Any, sweep: DerivativeSweep | None = None) -> SparseMatrix:
    """∂y/∂x of flattened y by flattened x; the sweep is chosen by the smaller side unless given."""
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


def jacobian(y: Any, x: Any, sweep: DerivativeSweep | None = None) -> Any:
    """∂y/∂x as an array of shape y.shape + x.shape, with 0.0 where y does not depend on x."""
    return sparse_jacobian(y, x, sweep).to_array().reshape(np.shape(y) + np.shape(x))[()]


def gradient(y: Any, x: Any) -> Any:
    """Gradient of a scalar by backward accumulation; same shape as x, at the cost of a few evaluations of y."""
    if np.shape(y) != ():
        raise ExpressionError(f"gradient needs a scalar, not an array of shape {np.shape(y)}; use jacobian")
    return jacobian(y, x, DerivativeSweep.BACKWARD)


def weighted_gradient(y: Any, x: Any, weights: Any) -> Any:
    """Σ wᵢ ∂yᵢ/∂x in one backward sweep; same shape as x."""
    if np.shape(weights) != np.shape(y):
        raise ExpressionError(f"weights have the shape of the values, {np.shape(y)}, not {np.shape(weights)}")
    outputs, inputs, factors = _scalars(y), _inputs(x), _scalars(weights)
    sensitivity = _backward([(output, {0: w}) for output, w in zip(outputs, factors, strict=True)], inputs)
    return _shaped([sensitivity.get(v, {}).get(0, 0.0) for v in inputs], np.shape(x))


def hessian(y: Any, x: Any) -> Any:
    """Second derivatives of a scalar, (n, n) for n inputs; the upper triangle mirrors the lower one."""
    result = sparse_jacobian(gradient(y, x), x, DerivativeSweep.FORWARD).to_array()
    for i, j in zip(*np.triu_indices(len(result), 1), strict=True):
        result[i, j] = result[j, i]
    return result


def _directional(y: Any, rates: Mapping[Node, Any], refuse: _Refusal) -> Any:
    seeds = {_input(x): {0: finite("a rate", rate)} for x, rate in rates.items()}
    rows = _forward(_scalars(y), seeds, refuse)
    return _shaped([row.get(0, 0.0) for row in rows], np.shape(y))


def _forward(
    outputs: Sequence[Any], seeds: Mapping[Node, Mapping[int, Any]], refuse: _Refusal = refuse_hidden_functions
) -> list[dict[int, Any]]:
    """For each output its rates by column; `seeds` gives those of the inputs, `refuse` raises for measures."""
    rates: dict[Any, Any] = dict(seeds)
    nodes = traverse(outputs)
    if any(node.op == "measure" for node in nodes):
        refuse(outputs, seeds)
    for node in nodes:
        if node.op in LEAVES or type(node) is TruthNode:
            continue
        if node.op == "element":
            found = {column: dy[node.args[1]] for column, dy in rates.get(node.args[0], {}).items()}
        else:
            found = _node_rates(node, rates)
        if found := {column: rate for column, rate in found.items() if not is_zero(rate)}:
            rates[node] = found
    return [dict(rates.get(y, {})) if isinstance(y, Expression) else {} for y in outputs]


def _node_rates(node: Expression, rates: Mapping[Expression, Mapping[int, Any]]) -> dict[int, Any]:
    """Rates of one node, or of all results of a call, by column."""
    is_call = node.op == "call"
    args = node.args[1:] if is_call else node.args
    by_operand = [rates.get(a, {}) if isinstance(a, Expression) else {} for a in args]
    columns = sorted({column for operand in by_operand for column in operand})
    result: dict[int, Any] = {}
    for column in columns:
        given = [operand.get(column, 0.0) for operand in by_operand]
        result[column] = (
            node.args[0].forward(args, results_of(node), given) if is_call else tangent(node.op, args, node, given)
        )
    if is_call:
        return {column: dy for column, dy in result.items() if not all(map(is_zero, dy))}
    return result


class _Sensitivity(NamedTuple):
    """A sensitivity that counts where a condition holds; elsewhere it is zero, whatever the value says there.

    So a slope that is infinite in a branch not taken never meets a zero.
    """

    value: Any
    condition: Any = True

    def plain(self) -> Any:
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
    seeds: Iterable[tuple[Any, Mapping[int, Any]]], inputs: Sequence[Node]
) -> dict[Node, dict[int, Any]]:
    """For each input its sensitivities by row; `seeds` gives those of the outputs."""
    seeded = [(output, rows) for output, rows in seeds if isinstance(output, Expression)]
    nodes = traverse(output for output, _ in seeded)
    if any(node.op == "measure" for node in nodes):
        refuse_hidden_functions([output for output, _ in seeded], set(inputs))
    active = dependent(nodes, inputs)
    # of a call the value is a list, the plain sensitivities of all its results
    bars: dict[Any, dict[int, _Sensitivity]] = {}
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
    bars: dict[Any, dict[int, _Sensitivity]],
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


def _shares(node: Expression, bar: _Sensitivity) -> Iterator[tuple[Any, _Sensitivity]]:
    """The operands of a node or call with what each gets of one sensitivity."""
    if node.op == "call":
        routine, *args = node.args
        found = routine.reverse(args, results_of(node), bar.value)
        return zip(args, (_Sensitivity(value, bar.condition) for value in found), strict=True)
    shares = cotangents(node.op, node.args, node, bar.value)
    return zip(node.args, (_Sensitivity(value, bar.condition & c) for value, c in shares), strict=True)


def _accumulate(bars: dict[Any, dict[int, _Sensitivity]], node: Expression, row: int, bar: _Sensitivity) -> None:
    mine = bars.setdefault(node, {})
    mine[row] = mine[row].plus(bar) if row in mine else bar


def _accumulate_entry(
    bars: dict[Any, dict[int, _Sensitivity]], element: Expression, row: int, bar: _Sensitivity
) -> None:
    """Add to the sensitivity of one entry of a call's result; that of the call counts where one of them does."""
    call, position = element.args
    mine = bars.setdefault(call, {})
    known = mine.get(row, _Sensitivity([0.0] * call.args[0].n_outputs, False))
    known.value[position] = known.value[position] + bar.plain()
    mine[row] = known._replace(condition=known.condition | bar.condition)


def dependent(nodes: Iterable[Expression], inputs: Iterable[Node]) -> set[Expression]:
    """The inputs, and those of the nodes, in depth-first order, that depend on one of them."""
    active: set[Expression] = set(inputs)
    for node in nodes:
        if node.op not in LEAVES and any(isinstance(a, Expression) and a in active for a in node.args):
            active.add(node)
    return active


def _input(x: Any) -> Node:
    return as_input(x, "one can differentiate by")


def _inputs(x: Any) -> list[Node]:
    inputs = [_input(v) for v in np.asarray(x, dtype=object).ravel()]
    if len(set(inputs)) < len(inputs):
        raise ExpressionError("an input is named twice among those to differentiate by")
    return inputs


def _scalars(y: Any) -> list[Any]:
    return [finite("a derivative", v) for v in np.asarray(y, dtype=object).ravel()]


def _shaped(entries: list[Any], shape: tuple[int, ...]) -> Any:
    if shape == ():
        return entries[0]
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result.reshape(shape)
