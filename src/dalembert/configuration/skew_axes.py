"""Axes of pins that are not parallel where all others are: why a planar loop does not close, or does not move."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np

from dalembert.dynamics.dynamics import Dynamics
from dalembert.model.constraint import CoordinateAxis
from dalembert.model.coordinate_axes import JointAxes
from dalembert.model.model import Model
from dalembert.tolerances import PARALLEL

SLIGHT = 0.5
"""Sine of the angle beyond which an axis is meant to be another one."""

Pairs = list[tuple[str, str, float]]


def skew_axes_text(dynamics: Dynamics) -> str:
    """Which axes are a little skew to all others of what would be a planar mechanism; empty if it would not.

    Axes of pins are compared on each body, in its own axes, so that it does not matter where the mechanism stands.
    """
    model = dynamics.equations.model
    turning = _turning(model) if isinstance(model, Model) else {}
    pairs = _pairs(turning)
    skew = [pair for pair in pairs if PARALLEL < pair[2] <= SLIGHT]
    if len(turning) < 3 or not skew:
        return ""
    common = set.intersection(*({a, b} for a, b, _ in skew))
    if len(common) == 1:
        told = f"to those of the other pins: {common.pop()!r} by {_degrees(max(sine for *_, sine in skew))}"
    elif 2 * len(skew) < len(pairs):
        told = "to each other: " + ", ".join(f"{a!r} and {b!r} by {_degrees(sine)}" for a, b, sine in skew)
    else:
        return ""
    return f"axes that are not parallel {told}; a planar loop needs all of them parallel"


def _turning(model: Model) -> Mapping[str, CoordinateAxis]:
    """The axes of pins."""
    axes = JointAxes(model.joints)
    names = [name for joint in model.joints for name in joint.coordinates if len(joint.speeds) == 1]
    return {name: axis for name in names if (axis := axes.axis(name)) is not None and axis.is_turning}


def _pairs(turning: Mapping[str, CoordinateAxis]) -> Pairs:
    """Pins of the same body, and the sines of the angles between their axes."""
    on: dict[Any, list[tuple[str, Any]]] = {}
    for name, axis in turning.items():
        on.setdefault(axis.parent, []).append((name, axis.in_parent))
        on.setdefault(axis.child, []).append((name, axis.in_child))
    return [
        (a, b, float(np.linalg.norm(np.cross(np.asarray(e, dtype=float), np.asarray(f, dtype=float)))))
        for pins in on.values()
        for (a, e), (b, f) in combinations(pins, 2)
    ]


def _degrees(sine: float) -> str:
    return f"{np.degrees(np.arcsin(sine)):.3g}°"
