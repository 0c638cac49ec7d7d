"""Goals at the starts of runs: whether inputs can meet them, and how strongly inputs act on them there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Matrix
from dalembert.configuration.residual_check import ACCEPTED
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.rank import ROUNDING, ranks
from dalembert.state import State

_STATE = ("q", "u", "z", "tau")


def typical_slopes(starts: Starts) -> tuple[list[str], Matrix]:
    """Parameters for how strongly inputs act on goals, and their values (N, k) at checked starts."""
    law = starts.dynamics.solution.law
    if law is None:
        return [], np.zeros((len(starts.q), 0))
    found = _numbers(starts)
    for k, numbers in found.suspicious:
        _check_start(starts, k, numbers)
    names = list(law.watched(starts.dynamics.solved.passive)[0])
    return names, found.table["watched"].reshape(len(starts.q), len(names))


@dataclass(frozen=True, eq=False)
class _Numbers:
    """Numbers of goals and inputs at N starts; arrays (N, …)."""

    table: Mapping[str, Any]

    @property
    def suspicious(self) -> list[tuple[int, dict[str, Any]]]:
        """Starts that are worth a look each: no inputs, a loss of rank, or conditions."""
        table, S = self.table, self.table["slopes"]
        is_fit = np.isfinite(table["inputs"]).all(axis=1) & np.isfinite(S).all(axis=(1, 2))
        is_fit[is_fit] &= ranks(S[is_fit], ROUNDING) == S.shape[1]
        if table["errors"].shape[1]:
            is_fit[:] = False
        return [(int(k), {name: x[k] for name, x in table.items()}) for k in np.flatnonzero(~is_fit)]


def _numbers(starts: Starts) -> _Numbers:
    """In one call if all starts have the same parameters."""
    if not starts.left_out and all(p == starts.p[0] for p in starts.p[1:]):
        many = {"t": np.full(len(starts.q), starts.t), **{name: getattr(starts, name) for name in _STATE}}
        return _Numbers(starts.dynamics.goal_numbers(many, starts.p[0]))
    rows = [
        starts.system(k).goal_numbers_at({"t": starts.t, **_row(starts, k)}, p) for k, p in enumerate(starts.p)
    ]
    return _Numbers({name: np.stack([row[name] for row in rows]) for name in rows[0]})


def _check_start(starts: Starts, k: int, numbers: Mapping[str, Any]) -> None:
    """Raise if an exact goal does not hold at a start, or if no inputs meet the goals there."""
    which = f"the {starts.noun}" if len(starts.q) == 1 else f"{starts.noun} {k + 1}"
    law, passive = starts.dynamics.solution.law, starts.dynamics.solved.passive
    assert law is not None
    if len(numbers["errors"]):
        scales = np.linalg.norm(numbers["slopes of errors"], axis=1)
        size = max(1.0, *(float(np.abs(x).max(initial=0.0)) for x in (starts.q[k], starts.u[k])))
        is_met = np.abs(numbers["errors"]) <= ACCEPTED * size * scales
        if not is_met.all():
            i = int(np.argmin(is_met))
            name, _ = law.conditions(passive)[i]
            raise ModelError(
                f"{name} is {numbers['errors'][i]:.3g} at {which} instead of zero, and the goal is exact; start "
                "where it holds, or leave exact out, so that the error decays"
            )
    if not np.isfinite(numbers["missing"]).all():
        state = starts.dynamics.state(starts.t, starts.states[k], starts.tau[k], starts.p[k])
        check_accelerations(starts.system(k), state)
    if text := law.cause(passive, numbers, {}) or law.general_cause(passive, numbers):
        raise SolverError(f"at {which}: {text}")


def check_accelerations(dynamics: Dynamics, state: State) -> None:
    """Raise if there are no accelerations in a state whatever inputs do, such as where it is singular."""
    dynamics.evaluate(dynamics.solved.passive.accelerations, state)


def lost_goal(dynamics: Dynamics, state: State, typical: Mapping[str, float], margin: float = 1.0) -> str:
    """Why inputs cannot meet the goals in a state; empty if they can, or if there are no goals."""
    law = dynamics.solution.law
    if law is None:
        return ""
    numbers = dynamics.goal_numbers_at(dynamics.arguments(state), state.p)
    return law.cause(dynamics.solved.passive, numbers, typical, margin)


def _row(starts: Starts, k: int) -> dict[str, Any]:
    return {name: getattr(starts, name)[k] for name in _STATE}
