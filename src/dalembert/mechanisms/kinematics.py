"""Kinematic analysis: positions, velocities and accelerations of a mechanism whose drives determine all motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.assemble import Assembly, Values, assemble
from dalembert.configuration.constraint_values import constraint_values
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.configuration.mobility import Mobility, mobility, numbered
from dalembert.configuration.typical_sizes import TypicalSizes, sizes_around
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.state_arrays import EXACT
from dalembert.equations.along_speeds import of_no_coordinate
from dalembert.errors import AssemblyError, DalembertError, ModelError, SolverError
from dalembert.integrators.adaptive_methods import DOP853
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.mechanisms.dead_positions import (
    best_rows,
    crossings,
    depends_on_choice,
    is_nearly_singular,
    settled,
    singular_message,
)
from dalembert.mechanisms.drive_count import check_drives, drive_rows
from dalembert.mechanisms.motion_range import motion_range
from dalembert.model.model import Model
from dalembert.rank import are_lengths, column_sizes, typical_row_sizes
from dalembert.reactions.reaction_iterations import reaction_iterations
from dalembert.rows import Projection, Stabilization, checked_stabilization
from dalembert.runs.failure_reasons import missing_value
from dalembert.runs.motion import Motion, joined
from dalembert.runs.singular_positions import near_rows
from dalembert.runs.task import Task
from dalembert.runs.unsolved_rows import broken_row
from dalembert.state import State

LOCKING = 0.99
"""How much of a change of reactions comes back by friction, next to where the mechanism locks itself."""

_MOST_PARTS = 1000
"""How often other redundant rows may be left out on the way."""


def kinematics(
    subject: Subject,
    times: ArrayLike,
    *,
    guess: Values | State | None = None,
    start: State | None = None,
    p: Values | None = None,
    method: Method | None = None,
    stabilization: Stabilization | None = None,
) -> Motion:
    """Motion of a mechanism that its drives determine, at given times.

    It is assembled at the first time near the guess, and followed from there without leaving its branch; at
    every time asked for, positions and velocities satisfy all rows to rounding. Signals of the motion are
    accelerations, the forces of the drives and all reactions.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    times : array of float
        Times of output in seconds.
    guess : State or dict of coordinates, optional
        Position near which the answer is looked for; default values of the model unless given.
    start : State, optional
        State that is taken as it is, instead of a guess; with `Baumgarte`, what it misses decays.
    p : dict of float, optional
        Values of open parameters; their defaults unless given.
    method : Method, optional
        Method of integration between times; default `da.methods.DOP853(1e-9, 1e-11)`.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says, which is `da.methods.Projection()`.

    Returns
    -------
    Motion
        Samples at the times, with every signal by name.

    Raises
    ------
    ModelError
        Drives are missing, or contradict others.
    SolverError
        A singular position is on the way; the `motion` attribute of the error is what was reached.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod), da.Drive("motor", "hinge", da.time**2))
    >>> motion = da.kinematics(model, [0.0, 1.0, 2.0])
    >>> print(motion["hinge"], motion["hinge.rate"])
    [0. 1. 4.] [0. 2. 4.]
    """
    dynamics = with_lasting_rows(as_dynamics(subject), "kinematics")
    wanted = checked_times(times)
    begin = _checked_start(start, guess, p, float(wanted[0]))
    near = begin if begin is not None else guess
    assembled, freedom = _determined(dynamics, float(wanted[0]), near, p)
    if freedom.is_singular:
        state = State(assembled.t, assembled.q, assembled.u, p=assembled.p)
        raise SolverError(_explanation(dynamics.without(freedom.left_out), state, "at"))
    stabilization = checked_stabilization(stabilization) or dynamics.solution.stabilization
    task = Task(dynamics, wanted, as_method(method or DOP853(1e-9, 1e-11)), (), stabilization, None)
    return _followed(task, begin or assembled, float(wanted[-1]))


def checked_times(times: ArrayLike) -> Vector:
    """Times of an analysis: numbers that rise."""
    wanted = np.array(times, dtype=float).ravel()
    if not wanted.size or not np.isfinite(wanted).all() or (np.diff(wanted) <= 0.0).any():
        raise ModelError("times of a kinematic analysis are finite numbers that rise")
    return wanted


def _checked_start(
    start: State | None, guess: Values | State | None, p: Values | None, first: float
) -> State | None:
    if start is None:
        return None
    if guess is not None:
        raise ModelError("a kinematic analysis begins at a start as it is, or near a guess; give one of them")
    if start.t != first:
        raise ModelError(f"the start is at t = {start.t:g}, but the first of the times is {first:g}")
    return replace(start, p={**start.p, **(p or {})})


# ---- drives determine the motion


def _determined(
    dynamics: Dynamics, t: float, near: Values | State | None, p: Values | None
) -> tuple[Assembly, Mobility]:
    """The mechanism at the first time, of which drives determine the motion, each drive its part."""
    state = near if isinstance(near, State) else State(q=near or {})
    try:
        start = assemble(dynamics, t=t, guess=near, p=p)
        freedom = mobility(dynamics, start)
    except AssemblyError:
        # drives that contradict others, or what constraints say
        check_drives(dynamics, replace(state, t=t, p={**state.p, **(p or {})}))
        raise
    if freedom.redundant:
        check_drives(dynamics, start)
    if (n := freedom.degrees_of_freedom) > 0:
        free = f"; free are {', '.join(start.undetermined)}" if start.undetermined else ""
        raise ModelError(
            f"the motion is not determined: {n} more drive{'s are' if n > 1 else ' is'} needed for "
            f"{numbered(freedom.speeds, 'speed')} and {numbered(freedom.generic_rank, 'independent row')}{free}"
            f"{_of_no_coordinate(dynamics)}"
        )
    return start, freedom


def _of_no_coordinate(dynamics: Dynamics) -> str:
    """Where currents and their like follow from inputs: what finds these."""
    names = [dynamics.equations.speeds[k] for k in of_no_coordinate(dynamics.equations)]
    if not names:
        return ""
    return (
        f". {', '.join(names)} {'is' if len(names) == 1 else 'are'} of no coordinate, and may follow from inputs: "
        "da.Servo finds those, such as a voltage, that make a coordinate follow a law"
    )


# ---- along the motion


def _followed(task: Task, start: State, until: float) -> Motion:
    """The motion from a start; no other method stands in where it becomes singular."""
    first = task.ready([start])
    parts, dynamics, state = list[Motion](), first.dynamics, start
    while len(parts) < _MOST_PARTS:
        now = replace(task.later(parts[-1]) if parts else task, dynamics=dynamics, events=crossings(dynamics))
        typical = now.ready([state]).typical_pivots
        motion, failure = now.run([state], until).ended(0)
        parts.append(motion)
        if failure is None and not motion.events:
            whole = _joined(parts, task, first.notes)
            if text := broken_row(whole):
                raise _with_motion(SolverError(text), whole)
            return whole
        state, sizes = motion.state(), _sizes_along(joined(parts))
        J = sizes.scaled(_jacobian(dynamics, state))
        # pivots tell it only if all that moves has mass
        is_near = near_rows(motion, typical, task.method) or is_nearly_singular(dynamics, J)
        if not motion.events and not is_near:
            raise _with_motion(_other_failure(failure, motion), _joined(parts, task, first.notes))
        if not depends_on_choice(dynamics, J):
            reason = SolverError(_explanation(dynamics, state, "at" if motion.events else "near"))
            raise _with_motion(reason, _joined(parts, task, first.notes))

        # redundant rows change places with some that are singular here
        state, kept = settled(dynamics, state, sizes), best_rows(J)
        rows = task.dynamics.equations.rows
        dynamics = task.dynamics.without([row.name for i, row in enumerate(rows) if i not in kept])
    reason = SolverError(f"the redundant rows had to be changed {_MOST_PARTS} times until t = {state.t:.9g}")
    raise _with_motion(reason, _joined(parts, task, first.notes))


def _joined(parts: list[Motion], task: Task, notes: tuple[str, ...]) -> Motion:
    """One motion, at the times asked for and at its end, without the events that were for our own use."""
    whole = joined(parts)
    is_asked = np.isin(whole.times, task.times)
    is_asked[-1] = True
    rows = {name: getattr(whole, name)[is_asked] for name in ("times", "states", "inputs")}
    motion = replace(whole, **rows, events=(), notes=tuple(dict.fromkeys((*notes, *whole.notes))))
    return _mended(motion) if len(parts) > 1 and isinstance(task.stabilization, Projection | None) else motion


def _mended(motion: Motion) -> Motion:
    """The motion with outputs settled that lost digits where the rows solved for are nearly singular."""
    eom, states = motion.dynamics.equations, motion.states.copy()
    gaps = np.abs(np.concatenate([motion.evaluate(eom.phi), motion.evaluate(eom.psi)], axis=1)).max(axis=1)
    sizes = _sizes_along(motion)
    for k in np.flatnonzero(gaps > EXACT):
        x = motion.dynamics.state(motion.times[k], motion.states[k], motion.inputs[k], motion.parameters)
        numbers = motion.dynamics.arguments(settled(motion.dynamics, x, sizes))
        states[k] = np.concatenate([numbers["q"], numbers["u"], numbers["z"]])
    return replace(motion, states=states)


def _jacobian(dynamics: Dynamics, state: State) -> Matrix:
    return constraint_values(dynamics, dynamics.arguments(state), state.p).J


def _explanation(dynamics: Dynamics, state: State, how: str) -> str:
    eom = dynamics.equations
    drives = [eom.rows[i].name for i in drive_rows(eom)]
    sizes = sizes_around(dynamics, dynamics.arguments(state), state.p)
    J = sizes.sized(_jacobian(dynamics, state))
    return singular_message(dynamics, J, f"{how} t = {state.t:.9g}", drives) + _range_text(dynamics, state)


def _range_text(dynamics: Dynamics, state: State) -> str:
    """Between which values a drive can move its coordinate, if it is the only one and that is found out."""
    model = dynamics.equations.model
    driven = [name for part in model.constraints for name in part.prescribed] if isinstance(model, Model) else []
    if len(driven) != 1 or driven[0] not in dynamics.equations.coordinates:
        return ""
    try:
        reach = motion_range(dynamics, driven[0], guess=state)
    except DalembertError:
        return ""
    low, high = reach.driving
    return (
        f"; {driven[0]} can drive it from {low:.6g} to {high:.6g} only" if np.isfinite([low, high]).all() else ""
    )


def _other_failure(failure: SolverError | None, motion: Motion) -> SolverError:
    """A failure elsewhere than at singular positions, with what has no result there, if that is found."""
    assert failure is not None
    step = abs(motion.times[-1] - motion.times[0]) / max(motion.statistics["accepted"], 1)
    reason = missing_value(motion.dynamics, motion.state(), step)
    return SolverError(f"{failure}; {reason}{_locking_text(motion)}") if reason else failure


def _locking_text(motion: Motion) -> str:
    """Words about a mechanism that locks itself by friction where a motion ended; empty if it does not."""
    if not motion.dynamics.equations.reaction_dependent_forces.loads.laws:
        return ""
    factor = reaction_iterations(motion.dynamics, motion.state()).factor
    return "; friction locks the mechanism itself from there on" if factor > LOCKING else ""


def _with_motion(error: SolverError, motion: Motion) -> SolverError:
    error.motion = replace(motion, termination=str(error))
    return error


def _sizes_along(motion: Motion) -> TypicalSizes:
    """Typical sizes along a motion, where J has values."""
    eom = motion.dynamics.equations
    J = np.nan_to_num(np.asarray(motion.evaluate(eom.gradients), dtype=float), nan=0.0, posinf=0.0, neginf=0.0)
    columns = column_sizes(J.reshape(-1, J.shape[-1]), are_lengths(eom.variables.directions, eom.variables.units))
    return TypicalSizes(columns, typical_row_sizes(list(J * columns)))
