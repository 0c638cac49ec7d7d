"""References that can be differentiated as often as a goal needs it."""

from __future__ import annotations

from typing import Any

from dalembert.errors import ModelError
from dalembert.expr.node import Expression, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.spline import SplineCall
from dalembert.expr.symbols import time
from dalembert.model.servo import Servo

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
            raise _rough(goal, _JUMPING[node.op], 0, order)
        if node.op in _KINKED and order > 1:
            raise _rough(goal, _KINKED[node.op], 1, order)
        if node.op == "call" and isinstance(node.args[0], SplineCall):
            spline = node.args[0].spline
            derivatives = spline.degree - node.args[0].order
            if derivatives < order:
                raise _rough(goal, f"a spline of degree {spline.degree}", max(derivatives, 0), order)


def _rough(goal: Servo, what: str, has: int, needs: int) -> ModelError:
    return ModelError(
        f"the law of time in {goal.label} is not differentiable often enough: inputs appear in its derivative of "
        f"order {needs}, but {what} has only {has} of them without jumps; take a smoother law, such as "
        f"da.spline(…, degree={min(needs + 1, 5)}) or da.quintic"
    )


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
