"""References that can be differentiated as often as a goal needs it."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr import Beyond
from dalembert.expr.node import Expression, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.spline import Spline, SplineCall
from dalembert.expr.symbol_nodes import time
from dalembert.model.servo import Servo
from dalembert.servo.choices_of_time import first_jump

_JUMP = 1e-6
"""Part of a derivative that changes at a knot and is no rounding."""

_JUMPING = {"sign": "sign", "floor": "floor", "mod": "mod"}
"""Operations whose value jumps."""

_KINKED = {"abs": "absolute_value"}
"""Operations whose slope jumps."""


def check_smooth(goal: Servo, expression: Any, order: int = 0) -> None:
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
        if found := first_jump(law, order):
            raise _rough(goal, f"what it chooses from t = {found[0]:.6g} on", found[1] - 1, order)


def continuous_derivatives(spline: Spline) -> int:
    """Up to which order derivatives do not jump, at knots and where the spline is held; −1 if its value jumps."""
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


def _whole_laws(expression: Any) -> list[Expression]:
    """Laws of time that are not parts of others."""
    laws = _of_time(expression)
    known, others = set(laws), [x for x in traverse([expression]) if isinstance(x, Expression)]
    inner = {x for node in others if node in known for x in node.args if isinstance(x, Expression)}
    beside = {x for node in others if node not in known for x in node.args if isinstance(x, Expression)}
    return [law for law in laws if law not in inner or law in beside]


def _of_time(expression: Any) -> list[Expression]:
    """Operations of time alone that stand in an expression."""
    is_varying: dict[Expression, bool] = {}
    found = []
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
                found.append(node)
    return found
