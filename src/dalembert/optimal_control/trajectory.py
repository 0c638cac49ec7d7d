"""Optimal motion: from conditions, bounds and a cost to states and inputs over time."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.configuration.contact_overlaps import has_contacts, with_lasting_rows
from dalembert.configuration.mobility import without_redundant
from dalembert.contact.held_modes import with_modes
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.time_stepping_forms import check_second_order
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.native_calls import Progress
from dalembert.model.model import touching_parts
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number, is_count, is_number, told
from dalembert.optimal_control.conditions import Conditions, ParsedConditions, parsed, range_of
from dalembert.optimal_control.contact_conditions import contact_conditions
from dalembert.optimal_control.costs import Cost, terms_of
from dalembert.optimal_control.dependent_conditions import without_dependent
from dalembert.optimal_control.guesses import Guess, OfPhases, fixed_values, guess_of, state_for, straight
from dalembert.optimal_control.ipopt import Ipopt
from dalembert.optimal_control.phase_system import PhaseSystem
from dalembert.optimal_control.phases import Phase
from dalembert.optimal_control.refinement import refined
from dalembert.optimal_control.sparse_problem import Answer, ProblemSolver
from dalembert.optimal_control.trajectory_result import Trajectory, TrajectoryPhase
from dalembert.optimal_control.trajectory_task import PhaseTask, TrajectoryTask
from dalembert.optimal_control.transcribe import Transcribed, costates, transcribed
from dalembert.optimal_control.transcriptions import HermiteSimpson, LegendreGaussRadau, Transcription
from dalembert.optimal_control.unmet_conditions import contradictions
from dalembert.runs.motion import Motion
from dalembert.state import State

_log = logging.getLogger(__name__)

_MOST_REFINEMENTS = 8

_NO_MODES: Mapping[str, str] = {}
"""Modes of the only phase, if none was given."""

_NO_MOTION = 0.1
"""Difference from the simulation after one interval, beside the size of a state, that is no error of a mesh."""

_MET = 1e-6
"""By how much a condition that others imply may be missed, beside its value."""


def trajectory(
    subject: Subject,
    *,
    start: Conditions | State | None = None,
    end: Conditions | State | None = None,
    duration: float | tuple[float, float] | None = None,
    minimize: Cost = None,
    bounds: Conditions | None = None,
    phases: Sequence[Phase] | None = None,
    periodic: Mapping[str, str] | Sequence[str] = (),
    parameters: Mapping[str, float | tuple[float, float]] | None = None,
    intervals: int = 40,
    method: Transcription | None = None,
    guess: Any = None,
    tolerance: float | None = 1e-3,
    solver: ProblemSolver | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Trajectory:
    """Motion that meets conditions at least cost, and its inputs: by collocation, or by multiple shooting.

    Loops and rolling are rows of the problem, so that nothing drifts; derivatives are exact. A minimum is one
    near the guess. What cannot be met is an error that names the condition and tells by how much it is missed; its
    attribute `trajectory` is what was reached. Ctrl-C ends the search with the best so far.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked; its motors without a law, and `da.Input`s, are the inputs that are found.
    start : dict of ranges, or State, optional
        Conditions at the start: values, or (least, greatest), by names of variables and signals or by expressions;
        what is not named is free. A state fixes all coordinates, speeds and state variables, and no inputs; its
        parameters are those of the motion. Default none.
    end : dict of ranges, or State, optional
        Conditions at the end; default none.
    duration : float or (least, greatest), optional
        Time from start to end in seconds; needed unless there are phases.
    minimize : expression or list of terms, optional
        Integrand, such as `da.Input("push") ** 2`, or terms that add up: `da.trajectories.Effort(…)`,
        `AtEnd(…)`, `Duration(…)`, `da.sweeps.Integral(…)`. Default any motion that meets the conditions.
    bounds : dict of ranges, optional
        Ranges of variables, inputs, signals and expressions along the motion; default none.
    phases : sequence of Phase, optional
        Parts in which contacts keep their modes, with impacts between them; default one, of `duration`.
    periodic : sequence of str, or dict, optional
        Variables that are at the end as at the start; a dict, `{"left hip": "right hip"}`, says that the first one
        at the end is the second one at the start. Default none.
    parameters : dict, optional
        Values of open parameters, or ranges of those that are to be found; default their defaults.
    intervals : int, optional
        Intervals of the first mesh; default 40.
    method : HermiteSimpson, LegendreGaussRadau or MultipleShooting, optional
        Transcription; default `da.trajectories.LegendreGaussRadau()` with loops and other constraints, which hold
        at all its points, else `da.trajectories.HermiteSimpson()`.
    guess : Trajectory, Motion or dict, or list of them, optional
        Where the search begins: a motion, or values by name, numbers or arrays evenly over time; of several the
        one that leads to the least cost counts. Default straight lines from start to end.
    tolerance : float, optional
        Largest difference from a simulation over one interval, beside the size of a state or one; the mesh is
        refined until it holds. Default 1e-3; None looks at no difference.
    solver : ProblemSolver, optional
        Method for sparse problems; default `da.trajectories.Ipopt()`, which needs `pip install casadi`.
    progress : function of float, optional
        Called now and then with a part of the search that is done, 0 to 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Trajectory
        The motion, with inputs, costates, cost, and how well the simulation follows it.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    >>> model = da.Model(block, da.Motor("push", "x"))
    >>> move = da.trajectory(
    ...     model,
    ...     start={"x": 0.0, "x.rate": 0.0},
    ...     end={"x": 1.0, "x.rate": 0.0},
    ...     duration=1.0,
    ...     minimize=da.Input("push") ** 2,
    ... )
    >>> print(f"{move.objective:.6f} N² s")
    12.000000 N² s
    """
    if tolerance is not None and checked_number(tolerance, "the tolerance") <= 0.0:
        raise ModelError(f"the tolerance is positive, not {tolerance:g}")
    if progress is not None and not callable(progress):
        raise ModelError(f"progress is a function of the part that is done, not {told(progress)}")
    used: ProblemSolver = Ipopt() if solver is None else solver
    if isinstance(used, type) or not callable(getattr(used, "solve", None)):
        raise ModelError(
            f"a solver has a method solve(problem), as da.trajectories.Ipopt() does, not {told(solver)}"
        )
    dynamics, parts = _dynamics(subject, config), _phases(phases, duration)
    conditions = start, end, parts, minimize, bounds, periodic, parameters, intervals, method
    if not isinstance(guess, list):
        return _refined(_task(dynamics, *conditions, guess), tolerance, used, progress)
    best, failures = None, []
    for each in guess:
        try:
            found = _refined(_task(dynamics, *conditions, each), tolerance, used, progress)
        except SolverError as error:
            failures.append(error)
            continue
        if best is None or (found.converged, -found.objective) > (best.converged, -best.objective):
            best = found
        if found.answer.was_stopped:
            break
    if best is None:
        raise failures[0] if failures else ModelError("a list of guesses has at least one")
    return best


def _refined(
    task: TrajectoryTask, tolerance: float | None, solver: ProblemSolver, progress: Progress | None
) -> Trajectory:
    """The trajectory on meshes that are refined until errors are small enough."""
    meshes = [
        np.zeros(1) if phase.is_instant else np.linspace(0.0, 1.0, phase.intervals + 1) for phase in task.phases
    ]
    found = solved(task, meshes, solver, progress)
    history: list[tuple[int, float]] = []
    ending = ""
    while tolerance is not None and found.converged:
        history.append((sum(len(mesh) - 1 for mesh in meshes), found.error))
        if found.error <= tolerance or len(history) > _MOST_REFINEMENTS:
            break
        _log.info("trajectory: %d intervals, error %.1e", *history[-1])
        meshes = [refined(phase, tolerance, task.transcription.order) for phase in found.phases]
        try:
            finer = solved(replace(task, guess=OfPhases(found.phases)), meshes, solver, progress)
        except SolverError as error:
            ending = f"on a finer mesh there was {error}"
            break
        if not finer.converged:
            ending = f"the search on a finer mesh was {finer.message}"
            break
        found = finer
    if not history:
        return found
    if found.converged and not found.error <= _NO_MOTION:
        failure = SolverError(
            "no trajectory: the solution of the problem is no motion of the system, from which it differs by "
            f"{found.error:.1e} of the size of a state after one interval; give a better guess, or more intervals"
        )
        failure.trajectory = replace(found, converged=False)  # type: ignore[attr-defined]
        raise failure
    notes: tuple[str, ...] = (found.follows, *filter(None, [ending]))
    if tolerance is not None and found.converged and found.error > tolerance:
        notes += (f"the error is {found.error:.1e} after {len(history)} meshes, more than {tolerance:g}",)
        _log.warning(notes[-1])
    return replace(found, notes=notes, refinements=tuple(history))


# ---- the task

INSIDE = 1e-6
"""Part of a range within which its border lies."""


def task_of(
    subject: Subject,
    *,
    end: Conditions | State | None,
    duration: float,
    minimize: Cost,
    bounds: Conditions | None,
    parameters: Mapping[str, float | tuple[float, float]] | None,
    intervals: int,
    method: Transcription,
    config: Config | None,
) -> TrajectoryTask:
    """The trajectory of one phase from any state that the rows allow, whose default is that of the model."""
    dynamics, parts = _dynamics(subject, config), _phases(None, duration)
    start = dynamics.equations.state()
    return _task(dynamics, start, end, parts, minimize, bounds, (), parameters, intervals, method, None)


def _dynamics(subject: Subject, config: Config | None) -> Dynamics:
    dynamics = as_dynamics(subject, config=config)
    check_second_order(dynamics.equations, "da.trajectory")
    if dynamics.solution.law is not None:
        raise ModelError(
            "the inputs of this system follow from goals, so none is left to be found; take the model without them"
        )
    return dynamics


def _phases(phases: Sequence[Phase] | None, duration: float | tuple[float, float] | None) -> Sequence[Phase]:
    if phases is None:
        if duration is None:
            raise ModelError("a trajectory takes a duration in seconds, such as 2.0 or (0.5, 3.0)")
        lower, upper = range_of(duration, "the duration")
        if lower <= 0.0 or upper == float("inf"):
            raise ModelError(f"the duration is positive and bounded, such as (0.5, 3.0), not {told(duration)}")
        return [Phase(_NO_MODES, duration)]
    if duration is not None:
        raise ModelError("phases have durations of their own: da.trajectories.Phase(…, duration=(0.1, 1.0))")
    if not len(phases) or not all(isinstance(phase, Phase) for phase in phases):
        raise ModelError("phases are a list of da.trajectories.Phase(…), at least one")
    if phases[0].is_instant:
        raise ModelError("an instant after an impact has a phase before it")
    return phases


def _task(
    dynamics: Dynamics,
    start: Conditions | State | None,
    end: Conditions | State | None,
    phases: Sequence[Phase],
    minimize: Cost,
    bounds: Conditions | None,
    periodic: Mapping[str, str] | Sequence[str],
    parameters: Mapping[str, float | tuple[float, float]] | None,
    intervals: int,
    method: Transcription | None,
    guess: Any,
) -> TrajectoryTask:
    if not is_count(intervals, 1):
        raise ModelError(f"intervals are a count from 1, not {told(intervals)}")
    if isinstance(method, type) or not (method is None or hasattr(method, "input_polynomials")):
        raise ModelError(
            "a method of a trajectory is an object such as da.trajectories.HermiteSimpson(), LegendreGaussRadau() "
            f"or MultipleShooting(), not {told(method)}"
        )
    values, free = _parameters(dynamics, parameters, start)
    states = {
        "the start": start,
        "the end": end,
        **{f"the end of phase {k}": x.end for k, x in enumerate(phases, 1)},
    }
    for where, state in states.items():
        _check_state(state, where, values)
    durations = [range_of(phase.duration, "the duration of a phase") for phase in phases]
    t0 = start.t if isinstance(start, State) else 0.0
    is_shot = method is not None and method.is_shooting
    systems = [_system(dynamics, phase, values, is_shot) for phase in phases]
    if method is None:
        has_rows = any(len(system.solution.equations.rows) for system in systems)
        method = LegendreGaussRadau() if has_rows else HermiteSimpson()
    first = parsed(start, systems[0], "the start")
    given = guess if isinstance(guess, Mapping) else {}
    systems = [_without_redundant(system, first, t0, values, given) for system in systems]
    last = parsed(end, systems[-1], "the end")
    shares = np.array([upper for _, upper in durations])
    counts = [
        0 if upper == 0.0 else phase.intervals or max(1, round(intervals * upper / shares.sum()))
        for phase, (_, upper) in zip(phases, durations, strict=True)
    ]
    pairs = _periodic(periodic, systems[0])

    def lines(columns: Mapping[str, Any]) -> Guess:
        return straight(systems, first, last, durations, t0, values, columns)

    tasks = tuple(
        PhaseTask(
            system,
            length,
            count,
            _bounds(dynamics, bounds, phase, system),
            parsed(phase.end, system, "the end of a phase"),
        )
        for system, phase, length, count in zip(systems, phases, durations, counts, strict=True)
    )
    return TrajectoryTask(
        tasks, t0, first, last, terms_of(minimize), method, values, free, pairs, guess_of(guess, systems, lines)
    )


def _system(dynamics: Dynamics, phase: Phase, values: Mapping[str, float], is_shot: bool) -> PhaseSystem:
    """The system of a phase, with contacts in its modes."""
    equations = dynamics.equations
    if has_contacts(equations.model):
        if phase.modes is _NO_MODES:
            name = touching_parts(equations.model)[0].name
            raise ModelError(
                f"a trajectory does not decide when the contact {name!r} opens and closes; give the phases: "
                f"phases=[da.trajectories.Phase({{{name!r}: …}}, duration=(0.1, 1.0)), …]"
            )
        engine: Any = dynamics.engine
        dynamics = as_dynamics(with_modes(equations, phase.modes), config=engine.config)
    elif phase.modes:
        raise ModelError(f"there are no contacts in this model, so none is {next(iter(phase.modes.values()))!r}")
    return PhaseSystem(with_lasting_rows(dynamics, "a trajectory"), tuple(values), is_shot)


def _without_redundant(
    system: PhaseSystem, start: ParsedConditions, t0: float, values: Mapping[str, float], given: Mapping[str, Any]
) -> PhaseSystem:
    """The system without rows that depend on others."""
    if not system.solution.equations.rows:
        return system
    default = system.solution.equations.state()
    near = {**default.q, **default.u, **default.z}
    near |= {name: float(np.ravel(x)[0]) for name, x in given.items() if name in near}
    near |= fixed_values(start, system.states)
    state = state_for(system, {}, near, t0, values)
    eom = system.solution.equations
    named = eom.state(
        t=t0,
        q={name: state[name] for name in eom.coordinates},
        u={name: state[name] for name in eom.speeds},
        z={name: state[name] for name in eom.states},
        p=values,
    )
    return replace(system, dynamics=without_redundant(system.dynamics, named))


def _parameters(
    dynamics: Dynamics, given: Mapping[str, Any] | None, start: Conditions | State | None
) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Values of all parameters, and ranges of those that are to be found."""
    values = dict(dynamics.equations.parameters)
    if isinstance(start, State):
        checked_names(start.p, values, "parameter")
        values |= dict(start.p)
    free = {}
    if given is not None and not isinstance(given, Mapping):
        raise ModelError(f"parameters are given by names, such as {{'m': 1.0}}, not {told(given)}")
    checked_names(given or {}, values, "parameter")
    for name, x in (given or {}).items():
        lower, upper = range_of(x, f"the parameter {name!r}")
        if is_number(x):
            values[name] = float(x)
        else:
            free[name] = lower, upper
            _check_reach(dynamics, values, name, lower, upper)
            values[name] = float(np.clip(values[name], lower, upper))
    dynamics.equations.outputs.check_parameters(values)
    return values, free


def _check_reach(dynamics: Dynamics, values: Mapping[str, float], name: str, lower: float, upper: float) -> None:
    """Refuse a range that reaches impossible bodies; its very ends may be the border."""
    for end, inside in ((lower, upper), (upper, lower)):
        if np.isfinite([end, inside]).all() and end != inside:
            try:
                dynamics.equations.outputs.check_parameters({**values, name: end + INSIDE * (inside - end)})
            except ModelError as error:
                raise ModelError(
                    f"the range {lower:g} to {upper:g} of the parameter {name!r} reaches too far: {error}"
                ) from error


def _check_state(state: Conditions | State | None, where: str, values: Mapping[str, float]) -> None:
    """Refuse inputs of a state, which are found, and parameters unlike those of the whole motion."""
    if not isinstance(state, State):
        return
    checked_names(state.p, values, "parameter")
    for name, x in state.p.items():
        if x != values[name]:
            raise ModelError(
                f"the parameter {name!r} is {x:g} at {where} and {values[name]:g} in the trajectory: it has one "
                "value, that of `parameters` or of the start"
            )
    for name, x in state.tau.items():
        if x:
            raise ModelError(
                f"the input {name!r} is {x:g} at {where}, and a state fixes no inputs, which are found: leave it "
                f"out, or give the conditions as a dict, {{**state.q, …, {name!r}: {x:g}}}"
            )


def _periodic(given: Mapping[str, str] | Sequence[str], system: PhaseSystem) -> dict[str, str]:
    if isinstance(given, str):
        raise ModelError(f"periodic variables are a list of names, or a dict: write [{given!r}]")
    pairs = dict(given) if isinstance(given, Mapping) else {name: name for name in given}
    checked_names([*pairs, *pairs.values()], system.states, "variable for a periodic motion:")
    return pairs


def _bounds(dynamics: Dynamics, bounds: Conditions | None, phase: Phase, system: PhaseSystem) -> ParsedConditions:
    """Bounds of the whole and of a phase, and what keeps contacts in their modes."""
    both = _both(parsed(bounds, system, "the bounds"), parsed(phase.bounds, system, "the bounds of a phase"))
    equations = dynamics.equations
    if not has_contacts(equations.model):
        return both
    conditions = contact_conditions(equations, phase, system)
    return replace(both, rows=(*both.rows, *conditions))


def _both(first: ParsedConditions, second: ParsedConditions) -> ParsedConditions:
    """Bounds of the whole and of a phase."""
    variables = dict(first.variables)
    for name, (lower, upper) in second.variables.items():
        least, greatest = variables.get(name, (-np.inf, np.inf))
        if max(lower, least) > min(upper, greatest):
            raise ModelError(
                f"{name!r} cannot be within {lower:g} to {upper:g} in a phase and {least:g} to {greatest:g} in all"
            )
        variables[name] = max(lower, least), min(upper, greatest)
    return ParsedConditions(variables, (*first.rows, *second.rows))


# ---- the solution


def solved(
    task: TrajectoryTask, meshes: Sequence[Vector], solver: ProblemSolver, progress: Progress | None
) -> Trajectory:
    """The trajectory on one mesh."""
    problem = transcribed(task, meshes)
    _check_dependence(task, problem)
    answer = solver.solve(problem.problem, progress)
    if not answer.converged and not answer.was_stopped:
        answer = without_dependent(problem, answer, solver, progress)
    found = _trajectory(task, problem, answer)
    if text := _failure(problem, answer, solver):
        error = SolverError(f"no trajectory: {text}")
        error.trajectory = replace(found, converged=False)  # type: ignore[attr-defined]
        raise error
    return found


def _check_dependence(task: TrajectoryTask, problem: Transcribed) -> None:
    """Refuse a parameter that is to be found though nothing depends on it."""
    whole = problem.problem
    if not task.free:
        return
    slopes, gradient = whole.jacobian(whole.start), whole.gradient(whole.start)
    for name, k in zip(task.free, map(int, problem.free), strict=True):
        if not slopes[:, [k]].nnz and not gradient[k]:
            raise ModelError(f"neither the motion nor its cost depends on the parameter {name!r}; leave it out")


def _failure(problem: Transcribed, answer: Answer, solver: ProblemSolver) -> str:
    """Why an answer is no trajectory, in words; empty if it is one, or if somebody stopped the search."""
    violation = problem.problem.violation(answer.w)
    missed = float(violation.max(initial=0.0))
    if answer.converged or answer.was_stopped:
        for label, k, value in problem.dropped:
            if abs(answer.w[k] - value) > _MET * max(1.0, abs(value)):
                return f"{label} = {value:g} contradicts the other conditions: by these it is {answer.w[k]:.6g}"
        return ""
    if not missed > _MET:
        return answer.message
    if ways := contradictions(problem, answer.w, solver):
        return f"{answer.message}; {', and '.join(ways)}"
    label, call, count = problem.blocks.labels[int(violation.argmax())]
    place = f", at {call + 1} of {count} places" if count > 1 else ""
    return f"{answer.message}; worst is {label}{place}, missed by {missed:.3g}"


def _trajectory(task: TrajectoryTask, problem: Transcribed, answer: Answer) -> Trajectory:
    w = answer.w
    values = dict(task.values) | dict(zip(task.free, map(float, w[problem.free]), strict=True))
    phases = tuple(_phase(task, problem, answer, k, values) for k in range(len(task.phases)))
    return Trajectory(
        phases=phases,
        objective=problem.problem.cost(w),
        converged=answer.converged,
        message=answer.message,
        parameters=values,
        problem=problem.problem,
        answer=answer,
    )


def _phase(
    task: TrajectoryTask, problem: Transcribed, answer: Answer, k: int, values: Mapping[str, float]
) -> TrajectoryPhase:
    points, w = problem.points[k], answer.w
    system, has = points.system, points.has_inputs
    x, n_tau = w[points.x], len(points.tau)
    times = w[points.t0] + w[points.duration] * points.fractions
    tau = np.full((n_tau, len(times)), 0.0)
    if has.any():
        tau[:, has] = w[points.tau[:, has]]
    intervals = len(points.mesh) - 1
    polynomials = np.zeros((intervals, n_tau, 1))
    if intervals:
        polynomials = task.transcription.input_polynomials(points, tau)
        if n_tau and not has[0]:
            tau[:, 0] = polynomials[0, :, 0]
        if n_tau and not has[-1]:
            tau[:, -1] = polynomials[-1].sum(axis=1)
    motion = Motion(system.dynamics, times, x.T.copy(), tau.T.copy(), values)
    slopes = np.zeros((1, len(points.x)))
    if intervals and len(answer.row_multipliers):
        slopes = costates(problem, w, answer.row_multipliers, k)
    has_y = (points.y >= 0).all(axis=0)
    y = w[points.y[:, has_y]] if len(points.y) and has_y.any() else np.zeros((0, 0))
    others = dict(zip(system.names_of_y, y, strict=False))
    fractions = points.fractions[has_y] if len(y) else np.zeros(0)
    return TrajectoryPhase(motion, points.knots, slopes, polynomials, points.mesh, fractions, others)
