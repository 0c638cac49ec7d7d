"""Springs by which a reader pulls bodies with the pointer: one for each body, without force until it is taken."""

from __future__ import annotations

import numpy as np

from dalembert.expr.symbol_nodes import param
from dalembert.model.forces.applied import PointForce
from dalembert.model.measure import position, velocity
from dalembert.model.model import Model

_NAME = "pull"
_AXES = ("x", "y", "z")

MOST_BODIES = 40
"""Bodies beyond which the springs would cost more than the motion."""


def pulled_model(model: Model) -> Model | None:
    """The model with a spring and a damper from a point of each body to the pointer; None if it has no room."""
    is_taken = any(name.split(".")[0].split(" ")[0] == _NAME for name in (*model.parameters, *model.outputs))
    if model.children or model.open_ports or is_taken or not 0 < len(model.bodies) <= MOST_BODIES:
        return None
    at, pointer = (np.array([param(f"{_NAME}.{place}.{x}", 0.0) for x in _AXES]) for place in ("at", "to"))
    stiffness, damping = param(f"{_NAME}.stiffness", 0.0), param(f"{_NAME}.damping", 0.0)
    springs = []
    for k, body in enumerate(model.bodies):
        point = body.at(at)
        force = stiffness * (pointer - position(point)) - damping * velocity(point)
        springs.append(PointForce(f"{_NAME} {k}", point, param(f"{_NAME}.on.{k}", 0.0) * force))
    return Model(*model.parts, *springs, gravity=model.gravity, cut=model.cut)


def pull_parameters(n_bodies: int) -> list[str]:
    """Names of the numbers by which the page pulls."""
    places = [f"{_NAME}.{place}.{x}" for place in ("at", "to") for x in _AXES]
    return [*places, f"{_NAME}.stiffness", f"{_NAME}.damping", *(f"{_NAME}.on.{k}" for k in range(n_bodies))]
