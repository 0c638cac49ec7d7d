"""Single speeds: their labels, coordinates whose rates they are, and forces along them."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.equations.solution import Solution
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.scalar import is_zero


def speed_labels(eom: Equations) -> list[str]:
    """How signals call the speeds, or the rates that momenta belong to: without `.rate`."""
    return [name.removesuffix(".rate") for name in eom.variables.directions]


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


def own_direction(eom: Equations, coordinate: str) -> int | None:
    """Number of the small motion that changes a coordinate and no other one; None if none does."""
    if not eom.variables.are_momenta:
        return own_speed(eom, coordinate)
    labels, i = speed_labels(eom), eom.coordinates.index(coordinate)
    if coordinate not in labels:
        return None
    k = labels.index(coordinate)
    changes = [j for j, x in enumerate(eom.N[:, k]) if not is_zero(x)]
    return k if changes == [i] else None


def of_no_coordinate(eom: Equations) -> list[int]:
    """Numbers of the speeds that move no coordinate, such as currents."""
    return [k for k in range(len(eom.speeds)) if all(map(is_zero, eom.N[:, k]))]


def force_elements(solution: Solution) -> tuple[str, ...]:
    """Gravity and the force elements, by name; none if the equations do not tell their forces apart."""
    return solution.signals.elements


def element_forces(solution: Solution) -> Array:
    """Forces of gravity and of each force element along the speeds (n_elements, nu)."""
    labels = speed_labels(solution.equations)
    on = [[solution.signal(f"{part}.on.{name}") for name in labels] for part in force_elements(solution)]
    return np.array(on, dtype=object).reshape(-1, len(labels))
