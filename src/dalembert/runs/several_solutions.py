"""Sets of reactions that fit the forces which depend on them, and where a motion has several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.reaction_dependent_forces import ImplicitForces
from dalembert.expr.root import from_other_starts
from dalembert.runs.motion import Motion
from dalembert.tolerances import SAME_SOLUTION


def fitting_reactions(
    dynamics: Dynamics, implicit: ImplicitForces, arguments: Mapping[str, Any], p: Mapping[str, float]
) -> list[list[Any]]:
    """All sets of reactions that are found, in each of several states."""
    outputs = {"own": implicit.solution, "others": from_other_starts(implicit.solution)}
    # in a batch, what has no result is not a number instead of an error
    found = dynamics.function(outputs)(**arguments, parameters=dynamics.known_parameters(outputs, p))
    return [_different([own, *others]) for own, others in zip(found["own"], found["others"], strict=True)]


def _different(candidates: list[Any]) -> list[Any]:
    """The finite candidates, each once, in order."""
    found: list[Any] = []
    for w in candidates:
        tolerance = SAME_SOLUTION * np.abs(w).max()
        if np.isfinite(w).all() and not any(np.abs(w - known).max() <= tolerance for known in found):
            found.append(w)
    return found


def several_solutions(motion: Motion) -> tuple[str, ...]:
    """A note if forces that depend on reactions have several solutions somewhere along a motion."""
    implicit, eom = motion.dynamics.solved.implicit_forces, motion.dynamics.equations
    if implicit is None or not len(motion):
        return ()
    q, u, z = np.split(motion.states, np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=1)
    arguments = {"t": motion.times, "q": q, "u": u, "z": z, "tau": motion.inputs}
    found = fitting_reactions(motion.dynamics, implicit, arguments, motion.parameters)
    rows = [k for k, roots in enumerate(found) if len(roots) > 1]
    if not rows:
        return ()
    first, last = motion.times[rows[0]], motion.times[rows[-1]]
    listed = "; ".join(
        ", ".join(f"{name} = {value:g}" for name, value in zip(implicit.reactions, w, strict=True))
        for w in found[rows[0]]
    )
    until = "" if len(rows) == 1 else f", and several at {len(rows)} instants until t = {last:g}"
    return (
        f"at t = {first:g} the forces {', '.join(map(repr, implicit.forces))} have {len(found[rows[0]])} "
        f"solutions ({listed}){until}; the first is taken: is there too much friction?",
    )
