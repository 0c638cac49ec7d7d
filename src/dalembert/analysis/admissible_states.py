"""Random states that satisfy the constraints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.analysis.assemble import assemble
from dalembert.analysis.constraint_unknowns import native
from dalembert.dynamics import Dynamics
from dalembert.errors import AssemblyError
from dalembert.state import State

SPREAD = 0.7
"""How far coordinates lie from their usual values, in rad and m: nothing is aligned, and loops still close."""

ATTEMPTS = 5
"""Guesses for each state that is wanted; not every one can be assembled."""


def admissible_states(
    dynamics: Dynamics, count: int, *, seed: int, p: Mapping[str, float] | None = None
) -> list[State]:
    """So many states at random times, coordinates near their usual values, speeds and inputs about one.

    Coordinates and speeds are the admissible ones next to what is drawn. If none of the guesses can be assembled,
    the last one says why.
    """
    generator = np.random.default_rng(seed)
    found: list[State] = []
    failure: AssemblyError | None = None
    for _ in range(ATTEMPTS * count):
        if len(found) == count:
            break
        drawn = _drawn(dynamics, generator, dict(p or {}))
        try:
            found.append(_assembled(dynamics, drawn))
        except AssemblyError as error:
            failure = error
    if len(found) < count and failure is not None:
        raise AssemblyError(
            f"only {len(found)} of {count} random states could be assembled near the usual coordinates; "
            f"give states of your own. The last failure: {failure}"
        )
    return found


def _drawn(dynamics: Dynamics, generator: np.random.Generator, p: dict[str, float]) -> State:
    """Valid coordinates, as quaternions of unit length are; constraints do not hold yet."""
    eom = dynamics.equations
    usual: dict[str, Any] = dynamics.arguments(State(t=generator.uniform(0.1, 1.0), p=p))
    delta = SPREAD * generator.uniform(-1.0, 1.0, len(eom.speeds))
    # speeds stand for the small motion here
    moved = dynamics.kept("drawn", lambda: native(dynamics, {"q": eom.moved(eom.u)}))
    q = moved({**usual, "u": delta}, p)["q"]
    u, z = generator.standard_normal(len(eom.speeds)), usual["z"] + generator.standard_normal(len(eom.states))
    return dynamics.state(usual["t"], np.concatenate([q, u, z]), generator.standard_normal(len(eom.inputs)), p)


def _assembled(dynamics: Dynamics, drawn: State) -> State:
    eom = dynamics.equations
    if not eom.rows and not eom.geometric:
        return drawn
    return assemble(dynamics, guess=drawn, t=drawn.t, p=drawn.p, tau=drawn.tau, z=drawn.z)
