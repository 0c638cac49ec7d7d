"""Kinematic analysis: positions, velocities and accelerations of a mechanism whose drives determine all motion."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.analysis.assemble import Values, assemble
from dalembert.analysis.mobility import mobility
from dalembert.analysis.simulate import simulate
from dalembert.dynamics import Dynamics
from dalembert.equations import Equations
from dalembert.errors import ModelError
from dalembert.model.model import Model
from dalembert.motion import Motion
from dalembert.pipeline import as_dynamics
from dalembert.solvers.methods import DOP853, Method
from dalembert.state import State

Subject: TypeAlias = Model | Equations | Dynamics
Vector = NDArray[np.float64]


def kinematics(
    subject: Subject,
    times: ArrayLike,
    *,
    guess: Values | State | None = None,
    p: Values | None = None,
    method: Method | None = None,
) -> Motion:
    """The motion of a mechanism that its drives determine, at given times.

    It is assembled at the first time near the guess, and followed from there without leaving its branch; at every
    time asked for, positions and velocities satisfy all rows to rounding. Signals of the motion are accelerations,
    the forces of the drives and all reactions.
    """
    dynamics, wanted = as_dynamics(subject), _checked_times(times)
    start = assemble(dynamics, t=float(wanted[0]), guess=guess, p=p)
    found = mobility(dynamics, start)
    if (n := found.degrees_of_freedom) > 0:
        free = f"; free are {', '.join(start.undetermined)}" if start.undetermined else ""
        raise ModelError(
            f"the motion is not determined: {n} more drive{'s are' if n > 1 else ' is'} needed for "
            f"{found.speeds} speeds and {found.usual_rank} independent rows{free}"
        )
    return simulate(dynamics, start, until=float(wanted[-1]), times=wanted, method=method or DOP853(1e-9, 1e-11))


def _checked_times(times: ArrayLike) -> Vector:
    wanted = np.array(times, dtype=float).ravel()
    if not wanted.size or not np.isfinite(wanted).all() or (np.diff(wanted) <= 0.0).any():
        raise ModelError("times of a kinematic analysis are finite numbers that rise")
    return wanted
