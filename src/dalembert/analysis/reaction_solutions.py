"""Forces that depend on reactions: whether there is one solution, none, or several."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

from dalembert.config import Config
from dalembert.dynamics import Dynamics
from dalembert.equations import Equations
from dalembert.expr.root import from_other_starts
from dalembert.model.model import Model
from dalembert.pipeline import as_dynamics
from dalembert.state import State, Values, as_state

_log = logging.getLogger(__name__)

SAME = 1e-6
"""Difference of solutions, relative to their size, up to which they are one."""


def reaction_solutions(
    subject: Model | Equations | Dynamics, state: State | Values, *, config: Config | None = None
) -> list[dict[str, float]]:
    """Reactions that fit together with the forces which depend on them, by name: all sets that are found.

    The search starts from the reactions without these forces, and from such with other signs. The first set is
    what a simulation takes if it is found from its own start. With Coulomb friction there may be several sets, or
    none, when friction is large (Painlevé 1895): then the model says too little. Forces whose reactions do not
    depend on them need no search; without others the list has one empty set.
    """
    dynamics, state = as_dynamics(subject, config=config), as_state(state)
    implicit = dynamics.equations.implicit_forces
    if implicit is None:
        return [{}]
    outputs = {"own": implicit.solution, "others": from_other_starts(implicit.solution)}
    # a batch of one: there, what has no result is not a number instead of an error
    arguments = {name: np.asarray(x)[np.newaxis] for name, x in dynamics.arguments(state).items()}
    known = dynamics.known_parameters(outputs, state.p)
    found = dynamics.function(outputs)(**arguments, parameters=known)
    roots = _different([*found["own"], *found["others"][0]])
    return [dict(zip(implicit.reactions, map(float, w), strict=True)) for w in roots]


def _different(candidates: list[Any]) -> list[Any]:
    """Those that are numbers, each once, in order."""
    found: list[Any] = []
    for w in candidates:
        tolerance = SAME * np.abs(w).max()
        if np.isfinite(w).all() and not any(np.abs(w - known).max() <= tolerance for known in found):
            found.append(w)
    return found


def several_solutions(dynamics: Dynamics, state: State) -> str:
    """A note, also for the log, if forces that depend on reactions have several solutions in a state."""
    implicit = dynamics.equations.implicit_forces
    if implicit is None or len(found := reaction_solutions(dynamics, state)) < 2:
        return ""
    listed = "; ".join(", ".join(f"{name} = {value:g}" for name, value in w.items()) for w in found)
    note = (
        f"at t = {state.t:g} the forces {', '.join(map(repr, implicit.forces))} have {len(found)} solutions "
        f"({listed}); the first is taken: is there too much friction?"
    )
    _log.warning(note)
    return note
