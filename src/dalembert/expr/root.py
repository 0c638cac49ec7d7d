"""Roots of small nonlinear systems inside expressions, as calls: w with g(w) = 0.

```python
w = da.expr.root_of(w**3 + p * w - 1.0, w, start=1.0)             # for any p, traced, compiled and differentiable
w = da.expr.fixed_point(cos(w), w, start=0.5)                  # w = cos(w)
```

What does not depend on the unknowns is computed once, outside: the iteration evaluates the rest only. The search
runs lane by lane; where it finds no root, the result is not a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import product
from typing import Any, overload

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.calculus import dependent, jacobian, sparse_jacobian
from dalembert.expr.calls import Composed, Routine, Subgraph, array_of, invoke, scalars, shape_of
from dalembert.expr.functions import absolute_value, maximum
from dalembert.expr.linear import solve
from dalembert.expr.node import Expression, Node, Scalar, TruthNode, inputs_of, name_of, text_tag, traverse
from dalembert.expr.rewrite import evaluate, rebuilt, substitute
from dalembert.expr.scalar import is_zero, operand
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.expr.subprogram import Subprogram
from dalembert.expr.symbol_nodes import as_input, symbol
from dalembert.procedures.newton import (
    CONTRACTION,
    FIXED_POINT_STEPS,
    HALVINGS,
    NEWTON_STEPS,
    ROUNDING,
    STALLED,
    newton,
)
from dalembert.procedures.statements import Callee, Procedure

SMALL_START = 1e-3
"""Where an unknown is tried whose own start is zero, relative to the largest start."""

MOST_SIGNS = 5
"""Up to this many unknowns all combinations of signs are tried as starts, beyond only a change of each."""


@dataclass(frozen=True)
class Root(Routine):
    """w (size) with g(w; x) = 0, from a start and x; `system` computes g from w and x.

    The derivative is implicit: ∂g/∂w dw = −∂g/∂x dx. The start has no influence.
    """

    system: Subprogram
    size: int
    subject: str
    """Name of the system of equations, for messages."""

    is_fixed_point: bool = False

    def __hash__(self) -> int:
        return self.tag

    @cached_property
    def tag(self) -> int:
        return hash((self.system.tag, self.size, text_tag(self.subject), self.is_fixed_point))

    @property
    def name(self) -> str:
        return f"root_{self.size}"

    @property
    def n_inputs(self) -> int:
        return self.system.n_inputs

    @property
    def n_outputs(self) -> int:
        return self.size

    @property
    def failure(self) -> str:
        return f"{self.subject}: no solution is found, perhaps because there is none"

    # ---- numbers

    def evaluate(self, x: Vector) -> Vector:
        """The root in numbers, by the search of the native form; not a number if none is found."""
        with np.errstate(all="ignore"):
            return _Search(self, x).root()

    def native(self) -> Composed:
        inputs, g = self.system.inputs, self.system.outputs

        def code(callees: Sequence[Callee]) -> Procedure:
            return newton(callees, self.size, len(inputs) - self.size, self.is_fixed_point)

        return Composed((Subgraph(inputs, g), Subgraph(inputs, (*g, *self.by_unknowns.ravel()))), code)

    # ---- derivatives

    @cached_property
    def by_unknowns(self) -> Array:
        """∂g/∂w (size, size)."""
        return jacobian(array_of(self.system.outputs, (self.size,)), list(self.system.inputs[: self.size]))

    @cached_property
    def _by_inputs(self) -> SparseMatrix:
        """∂g/∂x."""
        return sparse_jacobian(list(self.system.outputs), list(self.system.inputs[self.size :]))

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        slopes, J = self._slopes_at(x, y), self._by_inputs
        change = np.full(self.size, 0.0, dtype=object)
        for (i, j), slope in zip(J.places, slopes, strict=True):
            if not is_zero(dx[self.size + j]):
                change[i] = change[i] - slope * dx[self.size + j]
        if all(map(is_zero, change)):
            return [0.0] * self.size
        return list(_solved(self._matrix_at(x, y), change))

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        slopes, J = self._slopes_at(x, y), self._by_inputs
        weights = _solved(self._matrix_at(x, y).T, array_of(y_bar, (self.size,)))
        x_bar: list[Scalar] = [0.0] * self.n_inputs
        for (i, j), slope in zip(J.places, slopes, strict=True):
            x_bar[self.size + j] = x_bar[self.size + j] - slope * weights[i]
        return x_bar

    def _matrix_at(self, x: Sequence[Scalar], y: Sequence[Scalar]) -> Array:
        return substitute(self.by_unknowns, self._point(x, y))

    def _slopes_at(self, x: Sequence[Scalar], y: Sequence[Scalar]) -> Array:
        values = array_of(self._by_inputs.values, (len(self._by_inputs.values),))
        return substitute(values, self._point(x, y))

    def _point(self, x: Sequence[Scalar], y: Sequence[Scalar]) -> dict[Node, Scalar]:
        """Values of the inputs of the system at the root."""
        return dict(zip(self.system.inputs, [*y, *x[self.size :]], strict=True))


class _Search:
    """The search of `procedures.newton` on numbers."""

    def __init__(self, routine: Root, x: Vector) -> None:
        self.routine, self.inputs = routine, x[routine.size :]
        self.w = x[: routine.size].copy()
        self.start_size = np.abs(self.w).max()

    def root(self) -> Vector:
        if self.routine.is_fixed_point:
            self._fixed_point_steps()
        for _ in range(NEWTON_STEPS):
            g, d = self._direction()
            size, improved = np.abs(d).max(), self._improve(g, d)
            if size <= ROUNDING * self._size or (not improved and size <= STALLED * self._size):
                return self.w
            if not improved:
                break
        return np.full(self.routine.size, np.nan)

    def _fixed_point_steps(self) -> None:
        change, previous = self.start_size, self.w
        for _ in range(FIXED_POINT_STEPS):
            g = self._g(self.w)
            step = np.abs(g).max()
            if not step <= change:
                self.w = previous
            if not step <= CONTRACTION * change:
                break
            previous, self.w, change = self.w, self.w - g, step
            if not step > ROUNDING * self._size:
                break

    def _direction(self) -> tuple[Vector, Vector]:
        g, J = self._g(self.w), self._values(self.routine.by_unknowns, self.w)
        try:
            d = np.asarray(np.linalg.solve(J, g), dtype=float)
        except np.linalg.LinAlgError:
            return g, g
        return g, d if np.isfinite(d).all() else g

    def _improve(self, g: Vector, d: Vector) -> bool:
        """Take the largest part of the step that makes |g| smaller."""
        part, before = 1.0, g @ g
        for _ in range(HALVINGS):
            trial = self.w - part * d
            after = self._g(trial)
            if after @ after < before:
                self.w = trial
                return True
            part *= 0.5
        return False

    @property
    def _size(self) -> float:
        return float(max(self.start_size, np.abs(self.w).max()))

    def _g(self, w: Vector) -> Vector:
        return self._values(array_of(self.routine.system.outputs, (self.routine.size,)), w)

    def _values(self, y: Array, w: Vector) -> Vector:
        inputs = dict(zip(self.routine.system.inputs, [*w, *self.inputs], strict=True))
        return np.asarray(evaluate(y, inputs), dtype=float)


@overload
def root_of(residual: Scalar, unknowns: Node, start: Scalar, *, name: str = "a root") -> Scalar: ...
@overload
def root_of(residual: ArrayLike, unknowns: ArrayLike, start: ArrayLike, *, name: str = "a root") -> Array: ...
def root_of(
    residual: Scalar | ArrayLike, unknowns: Node | ArrayLike, start: Scalar | ArrayLike, *, name: str = "a root"
) -> Scalar | Array:
    """w with g(w) = 0, near a start: for a scalar unknown, or (k,) for as many equations as unknowns.

    Newton's method with the exact Jacobian, damped. The result is not a number where no root is found. The
    derivative is that of the implicit function.

    Parameters
    ----------
    residual : expression or array
        g as expressions of the unknowns, as many as there are; whatever else stands there may be any
        expression.
    unknowns : symbol or array of symbols
        w, one symbol or (k,).
    start : float, expression or array
        Where the search begins, of the shape of the unknowns.
    name : str, optional
        Name for messages; default "a root".

    Examples
    --------
    >>> import dalembert as da
    >>> x, a = da.expr.symbols("x a")
    >>> root = da.expr.root_of(x**2 - a, x, 1.0)
    >>> print(f"{da.expr.evaluate(root, {a: 2.0}):.6f}")
    1.414214
    >>> print(f"{da.expr.evaluate(da.expr.derivative(root, a), {a: 2.0}):.6f}")
    0.353553
    """
    return _invoked(residual, unknowns, start, name, is_fixed_point=False)


@overload
def fixed_point(update: Scalar, unknowns: Node, start: Scalar, *, name: str = "a fixed point") -> Scalar: ...
@overload
def fixed_point(
    update: ArrayLike, unknowns: ArrayLike, start: ArrayLike, *, name: str = "a fixed point"
) -> Array: ...
def fixed_point(
    update: Scalar | ArrayLike,
    unknowns: Node | ArrayLike,
    start: Scalar | ArrayLike,
    *,
    name: str = "a fixed point",
) -> Scalar | Array:
    """w with w = Φ(w): first steps w := Φ(w) while they contract, then as `root_of` of w − Φ(w).

    Parameters
    ----------
    update : expression or array
        Φ as expressions of the unknowns.
    unknowns : symbol or array of symbols
        w, one symbol or (k,).
    start : float, expression or array
        Where the search begins, of the shape of the unknowns.
    name : str, optional
        Name for messages; default "a fixed point".

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> point = da.expr.fixed_point(da.cos(x), x, 1.0)
    >>> print(f"{da.expr.evaluate(point):.6f}")
    0.739085
    """
    w = np.asarray(unknowns, dtype=object)
    return _invoked(w - np.asarray(update, dtype=object), unknowns, start, name, is_fixed_point=True)


def from_other_starts(solution: Array) -> Array:
    """Results (n, k) of `root_of` by Newton's method alone, from n other starts: to look for other roots.

    The starts have other signs, are as large as the given one, and ten times as large. For numbers there are none.
    """
    if not isinstance(solution[0], Expression):
        return np.zeros((0, len(solution)))
    routine, *operands = solution[0].args[0].args
    n = routine.size
    start, inputs = operands[:n], operands[n:]
    largest = start[0] if n == 1 else reduce(maximum, map(absolute_value, start))
    sizes = [absolute_value(x) + SMALL_START * absolute_value(largest) for x in start]
    signs = np.array(list(product((1.0, -1.0), repeat=n))) if n <= MOST_SIGNS else 1.0 - 2.0 * np.eye(n)
    starts = [factor * sign * sizes for factor in (1.0, 10.0) for sign in signs]
    search = replace(routine, is_fixed_point=False)
    return np.stack([array_of(invoke(search, [*x, *inputs]), (n,)) for x in starts])


def _invoked(
    residual: Scalar | ArrayLike,
    unknowns: Node | ArrayLike,
    start: Scalar | ArrayLike,
    name: str,
    *,
    is_fixed_point: bool,
) -> Scalar | Array:
    shape = shape_of(unknowns)
    if shape_of(residual) != shape or shape_of(start) != shape or len(shape) > 1:
        raise ExpressionError(
            f"{name}: equations, unknowns and start have one shape, () or (k,), not {shape_of(residual)}, {shape} "
            f"and {shape_of(start)}"
        )
    w = [as_input(x, f"the unknowns of {name} are") for x in scalars(unknowns)]
    g = [operand(name, y) for y in scalars(residual)]
    begin = [operand(name, x) for x in scalars(start)]
    _check(w, g, begin, name)
    inside, outside = _cut(g, w)
    inputs = (
        *(symbol(f"unknown {k}") for k in range(len(w))),
        *(symbol(f"given {k}") for k in range(len(outside))),
    )
    routine = Root(Subprogram("system", inputs, tuple(inside)), len(w), name, is_fixed_point)
    entries = invoke(routine, [*begin, *outside])
    return array_of(entries, shape) if shape else entries[0]


def _check(w: list[Node], g: list[Scalar], start: list[Scalar], name: str) -> None:
    if not w or len(set(w)) < len(w):
        raise ExpressionError(f"{name} needs different unknowns, one or more")
    if measures := [x for x in w if x.op == "measure"]:
        raise ExpressionError(
            f"the unknowns of {name} are symbols; {name_of(measures[0])} is not free: others depend on it"
        )
    used = set(inputs_of([y for y in g if isinstance(y, Expression)]))
    if idle := [name_of(x) for x in w if x not in used]:
        raise ExpressionError(f"the equations of {name} do not depend on the unknown {idle[0]!r}")
    if set(w).intersection(inputs_of([x for x in start if isinstance(x, Expression)])):
        raise ExpressionError(f"the start of {name} depends on the unknowns themselves")


def _cut(g: list[Scalar], unknowns: list[Node]) -> tuple[list[Scalar], list[Node]]:
    """The equations over symbols for unknowns and inputs, and the inputs: expressions without unknowns."""
    nodes = traverse(y for y in g if isinstance(y, Expression))
    active = dependent(nodes, unknowns)
    new: dict[Expression, Any] = {w: symbol(f"unknown {k}") for k, w in enumerate(unknowns)}
    inputs: dict[Node, Node] = {}

    def outside(x: object) -> Any:
        """An operand that the unknowns do not change: a constant, a condition over inputs, or an input."""
        if type(x) is TruthNode:
            new.update({a: outside(a) for a in x.args if isinstance(a, Expression) and a not in new})
            return rebuilt(x, new)
        if not isinstance(x, Node) or x.op == "constant":
            return float(x.args[0]) if isinstance(x, Node) else x
        return inputs.setdefault(x, symbol(f"given {len(inputs)}"))

    for node in nodes:
        if node in active and node not in new:
            new.update({a: outside(a) for a in node.args if isinstance(a, Expression) and a not in new})
            new[node] = rebuilt(node, new)
    return [new[y] if y in active else outside(y) for y in g], list(inputs)


def _solved(A: Array, b: Array) -> Array:
    return b / A[0] if len(b) == 1 else solve(A, b)
