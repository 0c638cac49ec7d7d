"""Lines of an explicit model where something that was divided by vanishes: whether it still stands in them."""

from __future__ import annotations

from collections.abc import Mapping

from dalembert.errors import ExpressionError
from dalembert.expr.node import Node, name_of
from dalembert.modules.singular_choices import told
from dalembert.modules.system_node import SystemNode
from dalembert.modules.vanishing import states_of
from dalembert.modules.written_system import WrittenSystem
from dalembert.symbolic.divisors import divisors
from dalembert.symbolic.from_sympy import from_sympy

SMALL = 1e-2
"""Value, beside that in an ordinary state, of a divisor that vanishes: zeros may be double, and met roughly."""


def remarks_on_zeros(
    node: SystemNode, system: WrittenSystem, zeros: Mapping[Node, dict[Node, float]]
) -> list[str]:
    """Remarks on denominators, with states in which they vanish; where factors have cancelled, the lines hold."""
    (ordinary,) = states_of(node.admissible_states[:1] or [{}], list(zeros))
    cancelled = [x for x, state in zeros.items() if _is_finite(node, system, state, ordinary)]
    remarks = []
    if left := [x for x in zeros if x not in cancelled]:
        remarks.append(f"No motion is determined where {told(node, left)} vanishes.")
    if cancelled:
        remarks.append(
            f"Where {told(node, cancelled)} vanishes, the independent variables do not determine the others, but "
            "these lines hold."
        )
    return remarks


def _is_finite(
    node: SystemNode, system: WrittenSystem, zero: Mapping[Node, float], ordinary: Mapping[Node, float]
) -> bool:
    """Whether lines as they are written divide by nothing that vanishes in a state."""
    usual = {**dict.fromkeys(node.kinematics.speeds, 0.5), **node.parameters}
    there, elsewhere = ({**usual, **{name_of(x): v for x, v in state.items()}} for state in (zero, ordinary))
    if any(line.is_long for line in system.lines):
        return False
    try:
        for line in system.lines:
            for divisor in divisors(line.right):
                if not abs(float(from_sympy(divisor, there))) > SMALL * abs(float(from_sympy(divisor, elsewhere))):
                    return False
            for values in (there, elsewhere):
                values[str(line.left)] = float(from_sympy(line.right, values))
    except (ExpressionError, TypeError, ZeroDivisionError):
        # something has no number
        return False
    return True
