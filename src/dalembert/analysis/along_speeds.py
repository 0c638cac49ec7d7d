"""What belongs to single speeds: their labels, coordinates whose rates they are, and forces along them."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.equations.solution import Solution
from dalembert.equations.value import Equations
from dalembert.expr.node import Expression, inputs_of

Array = Any


def speed_labels(eom: Equations) -> list[str]:
    """How signals call the speeds: without `.rate`."""
    return [name.removesuffix(".rate") for name in eom.speeds]


def own_speed(eom: Equations, coordinate: str) -> int | None:
    """Number of the speed that is the rate of a coordinate, and with it stands in no other rate; None if none is.

    Only such a coordinate can change while all others move on as they do. Relations that define redundant speeds
    count as rates.
    """
    i = eom.coordinates.index(coordinate)
    k = next((k for k, u in enumerate(eom.u) if eom.rates[i] is u), None)
    if k is None:
        return None
    others = [rate for j, rate in enumerate(eom.rates) if j != i]
    others += [psi for row, psi in zip(eom.rows, eom.psi, strict=False) if not row.is_physical]
    inside = inputs_of([x for x in others if isinstance(x, Expression)])
    return None if eom.q[i] in inside or eom.u[k] in inside else k


def force_elements(solution: Solution) -> tuple[str, ...]:
    """Gravity and the force elements, by name; none if the equations do not tell their forces apart."""
    return solution.signals.elements


def element_forces(solution: Solution) -> Array:
    """What each of these exerts along the speeds (n_elements, nu)."""
    labels = speed_labels(solution.equations)
    on = [[solution.signal(f"{part}.on.{name}") for name in labels] for part in force_elements(solution)]
    return np.array(on, dtype=object).reshape(-1, len(labels))
