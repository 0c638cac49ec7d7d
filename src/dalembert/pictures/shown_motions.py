"""Motions of what has some: of a trajectory with its simulation, of a fit with its experiments, of a design."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from dalembert.errors import ModelError
from dalembert.estimation.fit_result import Fit
from dalembert.optimal_control.trajectory_result import Trajectory
from dalembert.optimization.optimum import Optimum
from dalembert.runs.motion import Motion

Moving: TypeAlias = Motion | Trajectory | Fit | Optimum
"""Whatever has a motion, or several."""


def shown_motions(given: object) -> dict[str, Motion]:
    """Motions by label, the first one in full and the others as ghosts."""
    if isinstance(given, Moving):
        return _motions_of(given)
    several: dict[str, object] = (
        {str(label): x for label, x in given.items()}
        if isinstance(given, Mapping)
        else {f"motion {k + 1}": x for k, x in enumerate(given)}
        if isinstance(given, Sequence)
        else {"": given}
    )
    if not several:
        raise ModelError("there is no motion to show")
    return {label: _motion_of(x) for label, x in several.items()}


def _motions_of(given: Moving) -> dict[str, Motion]:
    if isinstance(given, Trajectory):
        return _of_trajectory(given)
    if isinstance(given, Fit) and len(given.motions) > 1:
        return {f"experiment {k + 1}": motion for k, motion in enumerate(given.motions)}
    return {"motion": _motion_of(given)}


def _of_trajectory(given: Trajectory) -> dict[str, Motion]:
    """The trajectory, and as a ghost what its inputs alone make of its start."""
    if len(given.phases) > 1:
        moving = [phase.motion for phase in given.phases if len(phase.motion) > 1]
        return {f"phase {k + 1}": motion for k, motion in enumerate(moving)}
    followed = given.phases[0].followed.motion
    return {"trajectory": given.motion, **({} if followed is None else {"simulated": followed})}


def _motion_of(given: object) -> Motion:
    if isinstance(given, Motion):
        return given
    if isinstance(given, Trajectory | Fit | Optimum):
        return given.motion
    raise ModelError(f"a page shows motions, such as da.simulate returns, not {type(given).__name__}")
