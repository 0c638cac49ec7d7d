"""The same state in other coordinates."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from dalembert.dynamics import Dynamics
from dalembert.equations import BodyMotion, Equations
from dalembert.model.model import Model
from dalembert.pipeline import as_dynamics
from dalembert.state import State

Subject: TypeAlias = Model | Equations | Dynamics


def converted(state: State, source: Subject, target: Subject) -> State:
    """A state of one formulation in the coordinates and speeds of another one of the same model.

    Bodies are placed and moved as they are in the source; inputs, integrals and parameters are the same, but for
    parameters that only the speeds of the source have. Turns of angles that both have are kept; other angles are
    in (−π, π].
    """
    given, wanted = as_dynamics(source), as_dynamics(target)
    fields = ("p", "R", "w", "v")
    motions = given.equations.body_motions()
    outputs: dict[str, Any] = {
        f"{name}/{field}": np.asarray(getattr(motion, field), dtype=object)
        for name, motion in motions.items()
        for field in fields
    }
    numbers = given.evaluate(outputs, state)
    placed = {name: BodyMotion(*(numbers[f"{name}/{field}"] for field in fields)) for name in motions}
    eom = wanted.equations
    q, u = eom.numbers_for(placed, state.p, state.q, t=state.t)
    return State(
        t=state.t,
        q=dict(zip(eom.coordinates, map(float, q), strict=True)),
        u=dict(zip(eom.speeds, map(float, u), strict=True)),
        z=state.z,
        tau=state.tau,
        p={name: value for name, value in state.p.items() if name in eom.parameters},
    )
