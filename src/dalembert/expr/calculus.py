"""Derivatives of expressions, as expressions.

All of them are sweeps over the graph: forward carries rates of change from inputs to outputs, backward
carries sensitivities from outputs to inputs. Both are sparse, a zero is absent and never computed, and both
share subexpressions with the function itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from dalembert.errors import ExpressionError
from dalembert.expr.calls import results_of
from dalembert.expr.node import Expression, Node, traverse
from dalembert.expr.operations import INPUTS, LEAVES
from dalembert.expr.rules import cotangents, tangent
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbols import time


class Sweep(Enum):
    """Direction of differentiation; both give the same function, at different cost."""

    FORWARD = "forward"
    """Cost grows with the number of inputs."""

    BACKWARD = "backward"
    """Cost grows with the number of outputs."""


@dataclass(frozen=True)
class SparseMatrix:
    """Structurally nonzero entries of a matrix, row by row."""

    shape: tuple[int, int]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    values: tuple[Any, ...]

    def to_array(self) -> Any:
        """The full matrix, with 0.0 where nothing is stored."""
        result = np.zeros(self.shape, dtype=object)
        result[...] = 0.0
        for i, j, value in zip(self.rows, self.columns, self.values, strict=True):
            result[i, j] = value
        return result


def derivative(y: Any, x: Node) -> Any:
    """∂y/∂x entry by entry; same shape as y."""
    return directional(y, {x: 1.0})


def directional(y: Any, rates: Mapping[Node, Any]) -> Any:
    """Rate of change of y when each given input changes at its given rate, the others not at all."""
    outputs, shape = _flat(y)
    seeds = {_input(x): {0: rate} for x, rate in rates.items() if not is_zero(rate)}
    rows = _forward(outputs, seeds)
    return _shaped([row.get(0, 0.0) for row in rows], shape)


def time_derivative(y: Any, rates: Mapping[Node, Any]) -> Any:
    """Total derivative dy/dt along the given rates of the inputs, time itself included."""
    return directional(y, {time: 1.0, **rates})


def sparse_jacobian(y: Any, x: Any, sweep: Sweep | None = None) -> SparseMatrix:
    """∂y/∂x of flattened y by flattened x; the sweep is chosen by the smaller side unless given."""
    outputs, inputs = _flat(y)[0], [_input(x) for x in _flat(x)[0]]
    if len(set(inputs)) < len(inputs):
        raise ExpressionError("an input is named twice among those to differentiate by")
    if sweep is None:
        sweep = Sweep.BACKWARD if len(outputs) < len(inputs) else Sweep.FORWARD
    if sweep is Sweep.FORWARD:
        rows = _forward(outputs, {x: {column: 1.0} for column, x in enumerate(inputs)})
    else:
        sensitivity = _backward([(output, {row: 1.0}) for row, output in enumerate(outputs)], inputs)
        rows = [{} for _ in outputs]
        for column, x in enumerate(inputs):
            for row, value in sensitivity.get(x, {}).items():
                rows[row][column] = value
    entries = [(i, j, row[j]) for i, row in enumerate(rows) for j in sorted(row) if not is_zero(row[j])]
    return SparseMatrix(
        (len(outputs), len(inputs)),
        tuple(i for i, _, _ in entries),
        tuple(j for _, j, _ in entries),
        tuple(value for _, _, value in entries),
    )


def jacobian(y: Any, x: Any, sweep: Sweep | None = None) -> Any:
    """∂y/∂x as an array of shape y.shape + x.shape, with 0.0 where y does not depend on x."""
    return sparse_jacobian(y, x, sweep).to_array().reshape(np.shape(y) + np.shape(x))


def gradient(y: Any, x: Any) -> Any:
    """Gradient of a scalar by backward accumulation; same shape as x, at the cost of a few evaluations of y."""
    if np.shape(y) != ():
        raise ExpressionError(f"gradient needs a scalar, not an array of shape {np.shape(y)}; use jacobian")
    return jacobian(y, x, Sweep.BACKWARD)


def weighted_gradient(y: Any, x: Any, weights: Any) -> Any:
    """Σ wᵢ ∂yᵢ/∂x in one backward sweep; same shape as x."""
    outputs, inputs = _flat(y)[0], [_input(v) for v in _flat(x)[0]]
    factors = _flat(weights)[0]
    if len(factors) != len(outputs):
        raise ExpressionError(f"{len(outputs)} values need as many weights, not {len(factors)}")
    sensitivity = _backward([(output, {0: w}) for output, w in zip(outputs, factors, strict=True)], inputs)
    return _shaped([sensitivity.get(v, {}).get(0, 0.0) for v in inputs], np.shape(x))


def hessian(y: Any, x: Any) -> Any:
    """Second derivatives of a scalar, (n, n) for n inputs; the upper triangle mirrors the lower one."""
    inputs = _flat(x)[0]
    entries = sparse_jacobian(_flat(gradient(y, x))[0], inputs, Sweep.FORWARD)
    result = entries.to_array()
    for i, j in zip(*np.triu_indices(len(inputs), 1), strict=True):
        result[i, j] = result[j, i]
    return result


def _forward(outputs: Sequence[Any], seeds: Mapping[Node, Mapping[int, Any]]) -> list[dict[int, Any]]:
    """For each output its rates by column; `seeds` gives those of the inputs."""
    rates: dict[Any, Any] = dict(seeds)
    for node in traverse(outputs):
        if node.op in LEAVES:
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


def _backward(seeds: Iterable[tuple[Any, Mapping[int, Any]]], inputs: Iterable[Node]) -> dict[Any, dict[int, Any]]:
    """For each input its sensitivities by row; `seeds` gives those of the outputs."""
    seeded = [(output, dict(rows)) for output, rows in seeds if isinstance(output, Expression)]
    nodes = traverse(output for output, _ in seeded)
    active = _dependent(nodes, inputs)
    # of a call: for each row the sensitivities of all its results, 0.0 where there is none
    bars: dict[Any, dict[int, Any]] = {}
    for output, rows in seeded:
        _accumulate(bars, output, rows)
    for node in reversed(nodes):
        if node in bars and node in active and node.op not in LEAVES:
            _spread(node, bars, active)
    return bars


def _spread(node: Expression, bars: dict[Any, dict[int, Any]], active: set[Expression]) -> None:
    """Hand a node's sensitivities on to its operands."""
    if node.op == "element":
        call, position = node.args
        for row, bar in bars[node].items():
            entries = bars.setdefault(call, {}).setdefault(row, [0.0] * call.args[0].n_outputs)
            entries[position] = entries[position] + bar
        return
    is_call = node.op == "call"
    args = node.args[1:] if is_call else node.args
    for row, bar in bars.pop(node).items():
        shares = (
            node.args[0].reverse(args, results_of(node), bar) if is_call else cotangents(node.op, args, node, bar)
        )
        for operand, share in zip(args, shares, strict=True):
            if isinstance(operand, Expression) and operand in active and not is_zero(share):
                _accumulate(bars, operand, {row: share})


def _accumulate(bars: dict[Any, dict[int, Any]], node: Expression, rows: Mapping[int, Any]) -> None:
    mine = bars.setdefault(node, {})
    for row, bar in rows.items():
        mine[row] = mine[row] + bar if row in mine else bar


def _dependent(nodes: Iterable[Expression], inputs: Iterable[Node]) -> set[Expression]:
    """Those of the nodes that depend on one of the inputs."""
    active: set[Expression] = set(inputs)
    for node in nodes:
        if node.op not in LEAVES and any(isinstance(a, Expression) and a in active for a in node.args):
            active.add(node)
    return active


def _input(x: Any) -> Node:
    if type(x) is not Node or x.op not in INPUTS:
        raise ExpressionError(f"can differentiate by symbols, parameters and time, not by {x!r}")
    return x


def _flat(x: Any) -> tuple[list[Any], tuple[int, ...]]:
    array = np.asarray(x, dtype=object)
    return list(array.ravel()), array.shape


def _shaped(entries: list[Any], shape: tuple[int, ...]) -> Any:
    if shape == ():
        return entries[0]
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result.reshape(shape)
