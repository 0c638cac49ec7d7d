"""Power series in time of what moves by ẋ = F(t, x): coefficients order by order, as expressions.

Products of series are convolutions, and a function y(a) follows from y' = ∂y/∂a a', whose series is known one
order before. (Jorba, Zou 2005.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ExpressionError
from dalembert.expr.calculus import dependent
from dalembert.expr.node import Expression, Node, Scalar, TruthNode, traverse
from dalembert.expr.operations import INPUTS
from dalembert.expr.rules import tangent
from dalembert.expr.scalar import apply, choose, is_zero
from dalembert.expr.symbol_nodes import time

_SLOPED = frozenset(["sin", "cos", "tan", "asin", "acos", "atan2", "exp", "sinh", "cosh", "tanh"])
"""Functions whose slopes are functions of the same kinds, so that they end."""

_RULED = frozenset(["add", "sub", "neg", "mul", "inv", "sqrt", "log", "pow", "where"])


def time_series(x: Sequence[Node], rate: Sequence[Scalar], order: int) -> list[Array]:
    """Coefficients x₁ … of x(t + s) = x + x₁ s + x₂ s² + …, each (n,), for ẋ = rate."""
    rate = list(rate)
    moving = dependent(traverse(rate), [*x, time])
    check_smooth(rate, moving)
    series = _Series(moving, dict(zip(x, rate, strict=True)))
    coefficients = []
    for k in range(order):
        series.extend(k)
        coefficients.append(np.array([series.coefficient(f, k) * (1.0 / (k + 1)) for f in rate], dtype=object))
        series.known |= {y: [*series.known[y], c] for y, c in zip(x, coefficients[-1], strict=True)}
    return coefficients


def check_smooth(rate: Iterable[object], moving: Collection[Expression]) -> None:
    """Raise if something that moves has no power series: it bends or jumps, or is a routine."""
    for node in traverse(rate):
        if node not in moving or isinstance(node, TruthNode) or node.op in INPUTS or node.op in _SLOPED:
            continue
        if node.op in ("call", "element"):
            call = node if node.op == "call" else node.args[0]
            raise ExpressionError(f"the routine {call.args[0].name}, which has no power series")
        is_switch = node.op == "where" and node.args[0] in moving
        is_power = node.op == "pow" and isinstance(node.args[1], Expression) and node.args[1] in moving
        if node.op not in _RULED or is_switch or is_power:
            names = {"pow": "a power whose exponent moves", "where": "where(…)"}
            raise ExpressionError(f"{names.get(node.op, f'{node.op}(…)')}, which has no power series")


class _Series:
    """Coefficients of all expressions below some rates, one order after the other."""

    def __init__(self, moving: Collection[Expression], rates: Mapping[Node, Scalar]) -> None:
        self.moving = moving
        self.known: dict[Expression, list[Any]] = {x: [x] for x in rates}
        self.known[time] = [time, 1.0]
        self._slopes: dict[Expression, list[Scalar]] = {}
        roots = [x for x in rates.values() if isinstance(x, Expression)]
        self._nodes = self._with_slopes(roots)

    def _with_slopes(self, roots: Sequence[Expression]) -> list[Expression]:
        """All expressions that move, each after its operands, with the slopes of functions, which come last."""
        nodes = traverse(roots)
        seen = set(nodes)
        for node in nodes:  # which grow
            if node.op in _SLOPED and node in self.moving:
                units = np.eye(len(node.args)).tolist()
                self._slopes[node] = [tangent(node.op, node.args, node, unit) for unit in units]
                slopes = traverse(self._slopes[node], seen)
                seen.update(slopes)
                self.moving = dependent(slopes, self.moving)
                nodes += slopes
        return [x for x in nodes if x in self.moving and x not in self.known and not isinstance(x, TruthNode)]

    def extend(self, k: int) -> None:
        """Coefficients of order k, if all of lower order and those of the states are known."""
        for node in self._nodes:
            series = self.known.setdefault(node, [])
            series.append(node if k == 0 else self._next(node, k))

    def coefficient(self, x: Any, k: int) -> Any:
        """The coefficient of order k of an expression or a number."""
        if (series := self.known.get(x) if isinstance(x, Expression) else None) is not None:
            return series[k] if k < len(series) else 0.0
        return x if k == 0 else 0.0

    def _next(self, node: Expression, k: int) -> Any:
        a, of = node.args[0], self.coefficient
        match node.op:
            case "add" | "sub":
                b = node.args[1]
                return of(a, k) + of(b, k) if node.op == "add" else of(a, k) - of(b, k)
            case "neg":
                return -of(a, k)
            case "mul":
                return self._product(a, node.args[1], k)
            case "inv":
                return -(node * self._sum((of(a, j), of(node, k - j)) for j in range(1, k + 1)))
            case "sqrt":
                inner = self._sum((of(node, j), of(node, k - j)) for j in range(1, k))
                return (of(a, k) - inner) * (0.5 * apply("inv", node))
            case "log":
                inner = self._sum((j / k * of(node, j), of(a, k - j)) for j in range(1, k))
                return (of(a, k) - inner) * apply("inv", a)
            case "pow":
                c = node.args[1]
                terms = (((c * (k - j) - j) * (1.0 / k) * of(a, k - j), of(node, j)) for j in range(k))
                return self._sum(terms) * apply("inv", a)
            case "where":
                return choose(a, of(node.args[1], k), of(node.args[2], k))
        slopes = zip(node.args, self._slopes[node], strict=True)
        return self._sum((j / k * of(b, j), of(slope, k - j)) for b, slope in slopes for j in range(1, k + 1))

    def _product(self, a: Any, b: Any, k: int) -> Any:
        of = self.coefficient
        if a is not b:
            return self._sum((of(a, j), of(b, k - j)) for j in range(k + 1))
        half = self._sum((of(a, j), of(a, k - j)) for j in range((k + 1) // 2))
        return 2.0 * half + (of(a, k // 2) * of(a, k // 2) if k % 2 == 0 else 0.0)

    def _sum(self, factors: Iterable[tuple[Any, Any]]) -> Any:
        """The sum of products, without those that are zero."""
        total: Any = 0.0
        for a, b in factors:
            if not is_zero(a) and not is_zero(b):
                total = total + a * b
        return total
