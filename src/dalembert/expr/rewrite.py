"""Rewriting graphs: substitution and evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.calls import Routine, invoke
from dalembert.expr.node import Expression, Node, Scalar, Truth, TruthNode, name_of, traverse
from dalembert.expr.operations import INPUTS, OPERATIONS
from dalembert.expr.scalar import apply, finite
from dalembert.expr.symbol_nodes import as_input


@overload
def substitute(y: Scalar, values: Mapping[Node, Scalar]) -> Scalar: ...
@overload
def substitute(y: Truth, values: Mapping[Node, Scalar]) -> Truth: ...
@overload
def substitute(y: Expression, values: Mapping[Node, Scalar]) -> Any: ...
@overload
def substitute(y: ArrayLike, values: Mapping[Node, Scalar]) -> Array: ...
def substitute(y: float | Expression | ArrayLike, values: Mapping[Node, Scalar]) -> Scalar | Truth | Array:
    """y with inputs replaced by numbers or expressions, all at once; what becomes constant is computed.

    Parameters
    ----------
    y : expression or array
        Where inputs are replaced.
    values : dict of float or expressions
        What takes the place of each input.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> print(da.expr.substitute(x + 2 * y, {y: 3.0}))
    (x + 6)
    """
    return Substitution(values)(y)


class Substitution:
    """Replaces inputs by numbers or expressions, again and again; what it has seen it does not rebuild."""

    def __init__(self, values: Mapping[Node, Scalar]) -> None:
        self._values = {_input(x): finite("substitute", value) for x, value in values.items()}
        self._new: dict[Expression, Any] = {}

    @overload
    def __call__(self, y: Scalar) -> Scalar: ...
    @overload
    def __call__(self, y: Truth) -> Truth: ...
    @overload
    def __call__(self, y: Expression) -> Any: ...
    @overload
    def __call__(self, y: ArrayLike) -> Array: ...
    def __call__(self, y: float | Expression | ArrayLike) -> Scalar | Truth | Array:
        array, values, new = np.asarray(y, dtype=object), self._values, self._new
        for node in traverse(array.ravel(), known=new):
            new[node] = values[node] if node in values else rebuilt(node, new)
        result = np.empty(array.shape, dtype=object)
        for index in np.ndindex(array.shape):
            entry: Any = array[index]
            value = new[entry] if isinstance(entry, Expression) else entry
            result[index] = value if isinstance(value, (TruthNode, bool)) else finite("substitute", value)
        return result[()]


@overload
def evaluate(y: float | Expression, values: Mapping[Node, float] | None = None) -> float: ...
@overload
def evaluate(y: ArrayLike, values: Mapping[Node, float] | None = None) -> Vector: ...
def evaluate(y: float | Expression | ArrayLike, values: Mapping[Node, float] | None = None) -> float | Vector:
    """Numbers for an expression or an array of them; parameters without a value take their defaults.

    An expression without a real value becomes infinite or not a number, as in NumPy.

    Parameters
    ----------
    y : expression or array
        What is computed.
    values : dict of float, optional
        Numbers for the inputs in y; default none, for expressions of numbers and parameters alone.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> length = da.param("length", 2.0)
    >>> print(da.expr.evaluate(x * length, {x: 3.0}))
    6.0
    """
    input_values = {_input(x): float(value) for x, value in (values or {}).items()}
    array = np.asarray(y, dtype=object)
    numbers: dict[Expression, Any] = {}
    with np.errstate(all="ignore"):
        for node in traverse(array.ravel()):
            # most nodes are operations
            if (operation := OPERATIONS.get(node.op)) is not None:
                args = [a if type(a) is float else numbers[a] for a in node.args]
                numbers[node] = operation.numeric(*args)
            else:
                numbers[node] = _number(node, input_values, numbers)
    result = [float(numbers[x] if isinstance(x, Expression) else x) for x in array.ravel()]
    return np.array(result).reshape(array.shape) if array.shape else result[0]


def evaluate_along(y: Scalar | ArrayLike, x: Node, values: ArrayLike) -> Vector:
    """Numbers (n, …) for an expression or an array of them, where one input has each of n values."""
    abscissae = np.asarray(values, dtype=float)
    return evaluate_each(y, {_input(x): abscissae}, len(abscissae))


def evaluate_each(y: Scalar | ArrayLike, values: Mapping[Any, Vector], n: int) -> Vector:
    """Numbers (n, …) for an expression or an array of them, where inputs have n values each."""
    array, numbers = np.asarray(y, dtype=object), dict[Expression, Any]()
    with np.errstate(all="ignore"):
        for node in traverse(array.ravel()):
            args = [numbers[a] if isinstance(a, Expression) else a for a in node.args]
            if (operation := OPERATIONS.get(node.op)) is not None:
                numbers[node] = operation.numeric(*args)
            elif node.op == "call":
                rows = np.broadcast_arrays(np.zeros(n), *args[1 + args[0].n_passive :])[1:]
                numbers[node] = np.array([args[0].evaluate(row) for row in np.stack(rows, axis=1)]).T
            elif node in values:
                numbers[node] = values[node]
            else:
                numbers[node] = _number(node, {}, numbers)
    columns = [numbers[x] if isinstance(x, Expression) else float(x) for x in array.ravel()]
    samples = np.array([np.broadcast_to(np.asarray(c, dtype=float), (n,)) for c in columns]).reshape(-1, n).T
    return samples.reshape(n, *array.shape)


def _input(x: object) -> Node:
    return as_input(x, "values are given for")


def _number(node: Expression, values: Mapping[Any, float], numbers: Mapping[Expression, Any]) -> Any:
    """The value of a leaf, the results of a call, or one of them."""
    if node.op in INPUTS:
        if node not in values and node.op != "parameter":
            raise ExpressionError(f"no value is given for {name_of(node)!r}")
        return np.float64(values[node] if node in values else node.args[1])
    if node.op == "constant":
        return np.float64(node.args[0])
    args = [numbers[a] if isinstance(a, Expression) else a for a in node.args]
    if node.op == "call":
        routine: Routine = args[0]
        return routine.evaluate(np.array(args[1 + routine.n_passive :], dtype=float))
    return args[0][args[1]]


def rebuilt(node: Expression, new: Mapping[Expression, Any]) -> Any:
    """The node over the new forms of its operands, by the rules of the graph."""
    if node.op == "constant":
        return float(node.args[0])
    args = [new[a] if isinstance(a, Expression) else a for a in node.args]
    if node.op == "call":
        return invoke(args[0], args[1:])
    if node.op == "element":
        return args[0][args[1]]
    if all(a is b for a, b in zip(args, node.args, strict=True)):
        return node
    return apply(node.op, *args)
