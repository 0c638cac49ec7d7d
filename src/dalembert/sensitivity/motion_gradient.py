"""The gradient of one number of a run, by many parameters, inputs and start values, by one sweep backwards."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.configuration.contact_overlaps import has_contacts, with_lasting_rows
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.expr.node import Scalar
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import Progress
from dalembert.linear.start_tangents import directions
from dalembert.name_checks import checked_names
from dalembert.number_checks import told
from dalembert.rows import Stabilization
from dalembert.runs.events import Event
from dalembert.runs.failure_reasons import failure_text
from dalembert.runs.motion import Motion
from dalembert.runs.output_times import as_times, checked_end
from dalembert.runs.preparation import preparation
from dalembert.runs.unsolved_rows import broken_row
from dalembert.sensitivity.adjoint_runs import AdjointRun, AdjointTask, check_adjoint_method
from dalembert.sensitivity.event_maps import check_actions, event_parameters
from dalembert.state import State, Values, as_state

_log = logging.getLogger(__name__)

_RUN_BEFORE, _SWEEP = 4, 4
"""What the run before sweeps and each of these take, in runs."""

LOST = 1e-2
"""Growth times accuracy at which digits of a gradient are lost."""


def motion_gradient(
    subject: Subject,
    start: State | Values | None = None,
    *,
    of: str | Scalar,
    by: Collection[str],
    until: float | None = None,
    times: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    independent: Collection[str] | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    stabilization: Stabilization | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> MotionGradient:
    """Gradient of one number of a run by many parameters, inputs and start values, whatever their number.

    The run is made forwards; then its steps are transposed from the last to the first (adjoints), which takes
    as long for fifty parameters as for one: about five further runs. The number is what a signal is at the end of
    the run; with `times` and `weights` it is Σ w y(t), such as the derivative of a sum of squares.
    `da.sensitivities` gives derivatives of all signals by few names.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    start : State or dict of coordinates, optional
        Where it begins, in rad, m, rad/s and m/s; default values of the model unless given.
    of : str or expression
        Signal or expression of measures: at the end of the run unless `weights` are given. An integral is a
        `da.StateVariable` of the model. If a terminal event ends the run, its time changes too.
    by : collection of str
        Names of open parameters, inputs, and of coordinates, speeds or state variables of the start.
    until : float, optional
        End of the run in seconds; the last of `times` unless given.
    times : array of float, optional
        Times of samples in seconds; default the end alone.
    weights : array of float, optional
        Weight of each of the samples, (T,); default one for the last.
    independent : collection of str, optional
        Coordinates and speeds of the start that are held while one thing changes, where constraints let the
        others follow; default such as are well conditioned.
    method : Method, optional
        Explicit Runge–Kutta method; default `da.methods.DOP853(rtol=1e-8, atol=1e-10)`.
    events : sequence of Event, optional
        Events that are looked for; default none.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says.
    progress : function of float, optional
        Called now and then with the part of a sweep that is done, 0 to 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    MotionGradient
        The number and its derivatives by name: `found["l"]`.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", da.param("k", 4.0)))
    >>> found = da.motion_gradient(model, {"x": 1.0}, of="x", by=["k", "x"], until=1.0)
    >>> print(f"{found['k']:.6f}, by hand {-da.sin(2.0) / 4:.6f}; {found['x']:.6f}")
    -0.227324, by hand -0.227324; -0.416147
    """
    dynamics, begin = as_dynamics(subject, config=config), as_state(start)
    asked = as_times(times)
    end = checked_end(until, asked)
    samples = np.array([end]) if asked is None else np.asarray(asked, dtype=float)
    how = Marching(as_method(method), tuple(events), stabilization, progress)
    run = run_for_gradients(dynamics, begin, by, samples, end, how, independent)
    factors = _weights(weights, samples, run)
    expression = dynamics.solved.signal(of) if isinstance(of, str) else of
    found = run.gradient(run.weighted(expression, factors))
    value = float(factors @ np.asarray(run.motion.evaluate({"y": expression})["y"], dtype=float))
    result = MotionGradient(value, tuple(by), found.values, found.growth, run.changes.held, run.motion)
    if result.growth * how.method.wanted_accuracy > LOST:
        _log.warning(
            "small changes of the state grow to %.3g times their size up to the samples, so few digits of the "
            "gradient are left; end the run earlier",
            result.growth,
        )
    return result


@dataclass(frozen=True)
class Marching:
    """How a run goes."""

    method: Method
    events: tuple[Event, ...] = ()
    stabilization: Stabilization | None = None
    progress: Progress | None = None


def run_for_gradients(
    dynamics: Dynamics,
    start: State,
    by: Collection[str],
    samples: Vector,
    until: float,
    how: Marching,
    independent: Collection[str] | None = None,
) -> AdjointRun:
    """A run with samples, from which gradients by these names go back; an error where there are none."""
    if has_contacts(dynamics.equations.model):
        raise ModelError(
            "gradients do not go back through contacts, whose modes change on the way; use da.sensitivities, or "
            "hold the modes by da.contacts.with_modes"
        )
    check_adjoint_method(how.method)
    dynamics = with_lasting_rows(dynamics, "gradients")
    prepared = preparation(dynamics, how.method, how.events, how.stabilization)
    task = prepared.task(samples, how.progress)
    check_actions(dynamics, task.events)
    ways = directions(dynamics, by, event_parameters(task.events))
    run = AdjointTask(task, ways, independent).run(start, until)
    if text := failure_text(run.failure, run.motion, task.method, until) or broken_row(run.motion):
        error = SolverError(f"{text}; gradients go no further than that")
        error.motion = run.motion
        raise error
    return run


def is_cheaper_backwards(n_numbers: int, n_names: int) -> bool:
    """Whether so many numbers have gradients by so many names sooner by sweeps backwards than by tangents.

    A name is about a run for tangents; a sweep backwards is about four, and so is the run that goes before them.
    """
    return _RUN_BEFORE + _SWEEP * n_numbers < n_names


@dataclass(frozen=True, eq=False, repr=False)
class MotionGradient:
    """A number of a run, and its derivatives by name: `found["l"]`."""

    value: float
    by: tuple[str, ...]
    values: Vector
    """Derivatives (k,), in the order of `by`."""

    growth: float
    """How much small changes of the state on the way change the number at most, beside those at its samples: in
    chaotic motions it grows exponentially with the length of the run, and digits are lost."""

    held: tuple[str, ...]
    """Coordinates, speeds and states of the start that are held while one thing changes; the others follow."""

    motion: Motion

    def __getitem__(self, name: str) -> float:
        checked_names([name], self.by, "name in `by`")
        return float(self.values[self.by.index(name)])

    def __repr__(self) -> str:
        return (
            f"<MotionGradient of {self.value:.6g} by {', '.join(self.by)}: changes grow {self.growth:.3g} times>"
        )


def _weights(weights: ArrayLike | None, samples: Vector, run: AdjointRun) -> Vector:
    """Weights of all rows of the motion."""
    if weights is None:
        return np.append(np.zeros(len(run.motion) - 1), 1.0)
    given = np.asarray(weights, dtype=float)
    if given.shape != samples.shape or not np.isfinite(given).all():
        raise ModelError(f"weights are one number for each of the {len(samples)} samples, not {told(weights)}")
    if len(run.motion) < len(samples):
        raise SolverError(f"the run ends before the last sample: {run.motion.termination}")
    return np.append(given, np.zeros(len(run.motion) - len(samples)))
