"""References that can be differentiated as often as a goal needs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr import Beyond
from dalembert.expr.calculus import derivative
from dalembert.expr.node import Expression, Scalar, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.rewrite import evaluate
from dalembert.expr.spline import Spline, SplineCall
from dalembert.expr.symbol_nodes import time
from dalembert.model.servo import Servo
from dalembert.tolerances import SAME_NUMBER

_JUMPING = {"sign": "sign", "floor": "floor", "mod": "mod"}
"""Operations whose value jumps."""

_KINKED = {"abs": "absolute_value"}
"""Operations whose slope jumps."""

_COMPARING = frozenset(["min", "max", "lt", "le"])
"""Operations that choose, or tell what is chosen, by the sign of a difference."""

_JUMP = 1e-6
"""Part of a derivative that changes at a knot, or where pieces of a law meet, and is no rounding."""

_BESIDE = 1e-6
"""Distance from there, beside one or the length of the next piece, at which both sides are looked at."""

_ROUNDING = 1e-10
"""Least distance from there, beside the time itself, at which both sides are looked at."""

_AROUND = (0.25, 0.5, 1.0)
"""Distances at which the size of a derivative is looked at, beside one or the length of the next piece."""

_LOOKED_AT = np.concatenate([np.linspace(0.0, 20.0, 201), np.geomspace(20.0, 1e5, 400)[1:]])
"""Times between which pieces are looked for, where these do not change at a time that can be solved for."""

_MOST = 24
"""Largest number of such times: pieces that come again meet as they did before."""


def check_smooth(goal: Servo, expression: Scalar, order: int = 0) -> None:
    """Raise if a law of time in a goal has too few derivatives: of the last one but one, jumps are none.

    Inputs may jump; what they act on, the derivative of the order, may too, but nothing below.
    """
    for node in _of_time(expression):
        if node.op in _JUMPING and order > 0:
            raise _rough(goal, _JUMPING[node.op], -1, order)
        if node.op in _KINKED and order > 1:
            raise _rough(goal, _KINKED[node.op], 0, order)
        if node.op == "call" and isinstance(node.args[0], SplineCall):
            spline = node.args[0].spline
            continuous = continuous_derivatives(spline) - node.args[0].order
            if continuous < order - 1:
                raise _rough(goal, f"a spline of degree {spline.degree}", continuous, order)
    for law in _whole_laws(expression):
        if jump := first_jump(law, order):
            raise _rough(goal, f"what it chooses from t = {jump[0]:.6g} on", jump[1] - 1, order)


def continuous_derivatives(spline: Spline) -> int:
    """Highest order of derivatives without jumps, at knots and where the spline is held; −1 if its value jumps."""
    ends = [(spline.pieces[k], spline.knots[k + 1] - spline.knots[k]) for k in range(len(spline.pieces))]
    for order in range(spline.degree + 1):
        left = [float(np.polynomial.Polynomial(c).deriv(order)(h)) for c, h in ends]
        right = [float(np.polynomial.Polynomial(c).deriv(order)(0.0)) for c, _ in ends]
        jumps = [b - a for a, b in zip(left[:-1], right[1:], strict=True)]
        if spline.beyond is Beyond.HOLD and order:
            jumps += [right[0], left[-1]]
        if spline.beyond is Beyond.PERIODIC:
            jumps.append(right[0] - left[-1])
        # terms that cancel at an end leave rounding
        size = max(float(np.polynomial.Polynomial(np.abs(c)).deriv(order)(h)) for c, h in ends)
        if max(map(abs, jumps), default=0.0) > _JUMP * size:
            return order - 1
    return 1000


def _rough(goal: Servo, what: str, has: int, needs: int) -> ModelError:
    return ModelError(
        f"the law of time in {goal.label} is not differentiable often enough: inputs appear in its derivative of "
        f"order {needs}, but {what} jumps in its derivative of order {has + 1}; take a smoother law, such as "
        f"da.spline(…, degree={min(needs + 1, 5)}) or da.control.rest_to_rest(…, smoothness={needs})"
    )


def _whole_laws(expression: Scalar) -> list[Expression]:
    """Laws of time that are not parts of others."""
    laws = _of_time(expression)
    of_time, others = set(laws), [x for x in traverse([expression]) if isinstance(x, Expression)]
    inner = {x for node in others if node in of_time for x in node.args if isinstance(x, Expression)}
    beside = {x for node in others if node not in of_time for x in node.args if isinstance(x, Expression)}
    return [law for law in laws if law not in inner or law in beside]


def _of_time(expression: Scalar) -> list[Expression]:
    """Operations of time alone that stand in an expression."""
    is_varying: dict[Expression, bool] = {}
    operations = []
    for node in traverse([expression]):
        if node.op in LEAVES:
            # time varies, numbers do not, and what else there is makes an operation one of more than time
            if node is time or node.op in ("parameter", "constant"):
                is_varying[node] = node is time
            continue
        operands = [x for x in node.args if isinstance(x, Expression)]
        if all(x in is_varying for x in operands):
            is_varying[node] = any(is_varying[x] for x in operands)
            if is_varying[node]:
                operations.append(node)
    return operations


# ---- laws that are put together of pieces


def first_jump(law: Expression, below: int) -> tuple[float, int] | None:
    """Where a law of time jumps, or one of its derivatives below an order, the lowest one; None if it does not."""
    times = _apart(_meetings(law))
    current: Expression | float = law
    for order in range(below if times else 0):
        for t in times:
            reach = min([1.0, *(abs(other - t) for other in times if other != t)])
            if isinstance(current, Expression) and _jumps(current, t, reach):
                return t, order
        current = derivative(current, time)
    return None


def _apart(times: Iterable[float]) -> list[float]:
    """Times in order, without those that are next to another."""
    apart: list[float] = []
    for t in sorted(times):
        if not apart or t - apart[-1] > SAME_NUMBER * max(1.0, abs(t)):
            apart.append(t)
    return apart


def _jumps(law: Expression, t: float, reach: float) -> bool:
    step = max(_BESIDE * reach, _ROUNDING * abs(t))
    wide, near = (_at(law, t + h) - _at(law, t - h) for h in (step, 0.5 * step))
    sizes = [abs(_at(law, t + side * h)) for h in (step, *(x * reach for x in _AROUND)) for side in (-1.0, 1.0)]
    # what changes with the distance is no jump
    return bool(abs(2.0 * near - wide) > _JUMP * max((x for x in sizes if np.isfinite(x)), default=0.0))


def _meetings(law: Expression) -> Iterator[float]:
    """Times at which another piece is chosen."""
    for node in traverse([law]):
        if node.op in _COMPARING:
            difference = node.args[0] - node.args[1]
            if isinstance(difference, Expression):
                yield from _roots(difference)


def _roots(difference: Expression) -> Iterable[float]:
    slope = derivative(difference, time)
    values = [float(evaluate(slope, {time: t})) for t in (0.0, 1.0, 7.3)]
    if values[0] == values[1] == values[2]:
        return [-_at(difference, 0.0) / values[0]] if values[0] else []
    numbers = np.array([_at(difference, t) for t in _LOOKED_AT])
    changes = np.flatnonzero(numbers[:-1] * numbers[1:] <= 0.0)[:_MOST]
    return [_between(difference, _LOOKED_AT[k], _LOOKED_AT[k + 1]) for k in changes]


def _between(difference: Expression, low: float, high: float) -> float:
    """A root by bisection."""
    is_positive = _at(difference, low) > 0.0
    for _ in range(60):
        t = 0.5 * (low + high)
        low, high = (t, high) if (_at(difference, t) > 0.0) is is_positive else (low, t)
    return float(0.5 * (low + high))


def _at(law: Expression | float, t: float) -> float:
    return float(evaluate(law, {time: t}))
