"""Axes of pins that are not parallel where all others are: why a planar loop does not close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.dynamics import Dynamics
from dalembert.model.axes import JointAxes
from dalembert.model.measures import orientation
from dalembert.model.model import Model

PARALLEL = 1e-9
"""Sine of the angle between axes that are parallel."""

SLIGHT = 0.5
"""Sine of the angle beyond which an axis is meant to be another one."""


def skew_axes_text(dynamics: Dynamics, arguments: Mapping[str, Any], p: Mapping[str, float]) -> str:
    """Which axes are a little skew to all others of what would be a planar mechanism; empty if it would not."""
    model = dynamics.equations.model
    if not isinstance(model, Model):
        return ""
    known = JointAxes(model.joints)
    axes = {
        name: known.axis(name) for joint in model.joints for name in joint.coordinates if len(joint.speeds) == 1
    }
    turning = {name: axis for name, axis in axes.items() if axis is not None and axis.is_turning}
    if len(turning) < 3:
        return ""
    outputs = {name: orientation(axis.parent.at()) @ axis.in_parent for name, axis in turning.items()}
    numbers = {name: value for name, value in p.items() if name in dynamics.equations.parameters}
    resolved = {name: dynamics.solved.resolve(np.asarray(y, dtype=object)) for name, y in outputs.items()}
    found = dynamics.function(resolved)(**arguments, parameters=dynamics.known_parameters(resolved, numbers))
    directions = np.array([found[name] for name in turning])
    sines = np.linalg.norm(np.cross(directions[:, None], directions[None]), axis=2)
    usual = sines[int(np.argmax((sines <= PARALLEL).sum(axis=1)))]
    skew = [k for k in range(len(usual)) if usual[k] > PARALLEL]
    if not skew or len(skew) >= len(usual) / 2 or usual.max() > SLIGHT:
        return ""
    names = list(turning)
    told = ", ".join(f"{names[k]!r} by {np.degrees(np.arcsin(usual[k])):.3g}°" for k in skew)
    return (
        f"axes that are not parallel to those of the other pins: {told}; a planar loop needs all of them parallel"
    )
