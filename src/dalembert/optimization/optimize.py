"""Optimization of designs: values with which something is least and requirements are met."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Matrix, Vector
from dalembert.config import Config
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import Progress
from dalembert.number_checks import is_count, is_number, told
from dalembert.numerics.cube_samples import latin_hypercube_points
from dalembert.numerics.minimax_search import MinimaxSearch
from dalembert.optimization.evaluation import Evaluation, Samples, check_range, with_raw_questions
from dalembert.optimization.optimum import FEASIBLE, Optimum, Outcome, rank_of
from dalembert.optimization.requirements import Requirement
from dalembert.rows import Stabilization
from dalembert.runs.events import Event, SampledController
from dalembert.runs.output_times import as_times, wanted_times
from dalembert.state import State, as_state
from dalembert.studies.along import Along
from dalembert.studies.questions import Question, checked_question
from dalembert.studies.study import Study

_log = logging.getLogger(__name__)


def optimize(
    subject: Subject,
    minimize: Question,
    over: Mapping[str, tuple[float, float]],
    *,
    require: Mapping[Any, Any] | None = None,
    start: State | Mapping[str, float] | Callable[[dict[str, float]], Any] | None = None,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    controller: SampledController | None = None,
    stabilization: Stabilization | None = None,
    samples: int = 0,
    starts: int = 1,
    tolerance: float = 1e-6,
    iterations: int = 200,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Optimum:
    """Values of parameters, starts and inputs with which something is least and requirements are met.

    With `until` or `times` each candidate is simulated, otherwise the start itself is looked at. Derivatives are
    exact where everything asked for is a signal, an expression or a number along a run: by tangents beside the
    run, or by sweeps backwards where unknowns are many and numbers few; else they are differences of runs in
    lanes. The search goes around candidates whose runs fail. Ctrl-C ends it with the best so far.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    minimize : str, expression, number along a run, or function
        Quantity that is least: a signal or an expression of measures at the end; a number such as
        `da.sweeps.Peak("damper.force")`; a function that gives a number, of the motion, or of the subject and the
        start if nothing runs.
    over : dict of (least, greatest)
        Ranges of the parameters, start values and inputs that are found, by name.
    require : dict of ranges, optional
        Ranges of signals, expressions, numbers along a run or functions: `{da.sweeps.Smallest("gap"): (0.01,
        None)}`. With `times` a signal or an expression keeps its range at all of them. Default none.
    start : State, dict of coordinates, or function, optional
        Values of all that is not found, and where the search begins; or a function that gives the start for
        values by name, such as one that assembles loops. Default default values of the model.
    until : float, optional
        End of each run in seconds; default no run.
    times : array of float, optional
        Times of output in seconds; default 1001 even ones where a number along the run or a function of the
        motion is asked.
    method : Method, optional
        Method of integration; default `da.methods.DOP853(rtol=1e-8, atol=1e-10)`.
    events : sequence of Event, optional
        Events that are looked for; default none.
    controller : SampledController, optional
        Law that gives the inputs every period; default none.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says.
    samples : int, optional
        Candidates spread over all ranges that are looked at first, in lanes; default none.
    starts : int, optional
        How many of the best of these are followed to a minimum; default 1.
    tolerance : float, optional
        Relative decrease that is no longer worth a step; default 1e-6.
    iterations : int, optional
        Most steps from each beginning; default 200.
    progress : function of float, optional
        Called now and then with the part of the search that is done, 0 to 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Optimum
        Values, the least quantity, what requirements are, and the motion.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.particle("ball", mass=1.0)
    >>> model = da.Model(da.Translational("at", da.ground, ball), gravity=(0, 0, -9.81))
    >>> speed = (da.speed("at.x") ** 2 + da.speed("at.z") ** 2) / 2
    >>> throw = da.optimize(
    ...     model,
    ...     da.sweeps.Largest(speed),
    ...     over={"at.x.rate": (1.0, 20.0), "at.z.rate": (1.0, 20.0)},
    ...     require={"at.x": (10.0, None), "at.z": (0.0, None)},
    ...     start=da.State(u={"at.x": 9.0, "at.z": 5.0}),
    ...     until=1.0,
    ... )
    >>> print(f"{throw.values['at.x.rate']:.4f} m/s, {throw.values['at.z.rate']:.4f} m/s")
    10.0000 m/s, 4.9050 m/s
    """
    evaluation, x = _evaluation(
        subject,
        minimize,
        over,
        require or {},
        start,
        (until, times, method, tuple(events), controller, stabilization, config),
    )
    if not is_count(samples) or not is_count(starts, 1) or not is_count(iterations, 1):
        raise ModelError("samples, starts and iterations are counts, and the last two are one at least")
    if not is_number(tolerance) or not 0.0 < tolerance < 1.0:
        raise ModelError(
            f"the tolerance of optimize is a positive number below 1, such as 1e-6, not {told(tolerance)}"
        )
    if progress is not None and not callable(progress):
        raise ModelError(f"progress is a function of the part that is done, not {told(progress)}")
    outcome = Outcome()
    try:
        _search(evaluation, x, outcome, samples, starts, tolerance, iterations, progress)
    except KeyboardInterrupt:
        outcome.message, outcome.was_stopped = "stopped by Ctrl-C, the best so far is kept", True
    return _judged(evaluation, outcome)


# ---- the task


def _evaluation(
    subject: Subject,
    minimize: Question,
    over: Mapping[str, tuple[float, float]],
    require: Mapping[Any, Any],
    start: Any,
    options: tuple[Any, ...],
) -> tuple[Evaluation, Vector]:
    until, times, *rest = options
    ranges = _ranges(over)
    if not isinstance(require, Mapping):
        raise ModelError(
            f"`require` are ranges by what is asked, such as {{'x': (0.0, None)}}, not {told(require)}"
        )
    checked_question("minimize", minimize)
    for key in require:
        checked_question("require", key)
    sampled = times is not None
    requirements = [
        Requirement(label_of(minimize), minimize, is_at_end=True),
        *(
            Requirement(label_of(key), key, *_range(key, value), is_at_end=not sampled)
            for key, value in require.items()
        ),
    ]
    is_function = callable(start)
    base = State() if is_function else as_state(start)
    wanted = None if times is None else np.array(as_times(times), dtype=float)
    if wanted is None and until is not None and any(isinstance(x.question, Along) for x in requirements):
        wanted = wanted_times(None, base.t, until)
    study = Study(subject, base, {}, until, wanted, *rest)
    study = with_raw_questions(study, requirements)
    first = {name: np.array([0.5 * sum(ends)]) for name, ends in ranges.items()}
    study.check(first)
    if not study.has_runs and any(isinstance(x.question, Along) for x in requirements):
        raise ModelError("a number along a run needs one: say until when, or at which times")
    lower, upper = (np.array([ends[k] for ends in ranges.values()]) for k in (0, 1))
    functions = any(callable(x.asked) for x in requirements)
    # the time of an event that ends a run changes too
    ends_early = any(event.is_terminal for event in study.events)
    driven = study.times is not None and until is None and not rest[1]
    evaluation = Evaluation(
        study,
        tuple(ranges),
        lower,
        upper,
        requirements,
        np.ones(len(requirements)),
        start if is_function else None,
        by_tangents=study.has_runs
        and not functions
        and not is_function
        and rest[2] is None
        and not driven
        and not ends_early,
    )
    return evaluation, _beginning(study, ranges, lower, upper, is_function)


def _beginning(
    study: Study, ranges: Mapping[str, tuple[float, float]], lower: Vector, upper: Vector, is_function: bool
) -> Vector:
    """Where the search begins: values of the start, or the middle of ranges if a function makes starts."""
    if is_function:
        return np.full(len(ranges), 0.5)
    eom, start = study.dynamics.equations, study.start
    state = eom.state(q=start.q, u=start.u, z=start.z, tau=start.tau)
    given = {**eom.parameters, **state.q, **state.u, **state.z, **state.tau, **start.p}
    named = {**given, **{f"{name}.rate": x for name, x in state.u.items() if not name.endswith(".rate")}}
    begin = np.array([named.get(name, 0.5 * sum(ends)) for name, ends in ranges.items()])
    for name, value, low, high in zip(ranges, begin, lower, upper, strict=True):
        check_range(name, float(value), float(low), float(high))
    return np.asarray((begin - lower) / (upper - lower), dtype=float)


def _ranges(over: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    if not isinstance(over, Mapping) or not over:
        raise ModelError("`over` are ranges by name, such as {'l': (0.1, 0.5)}")
    ranges = {}
    for name, ends in over.items():
        if not (isinstance(ends, tuple | list) and len(ends) == 2 and all(map(is_number, ends))):
            raise ModelError(f"the range of {name!r} is two numbers, (least, greatest), not {told(ends)}")
        lower, upper = map(float, ends)
        if not lower < upper:
            raise ModelError(f"the range of {name!r}, {lower:g} to {upper:g}, is empty: exchange its ends")
        ranges[name] = lower, upper
    return ranges


def _range(key: Any, value: Any) -> tuple[float, float]:
    """The range of a requirement, with None for open."""
    ends = (value, value) if is_number(value) else value
    if not (
        isinstance(ends, tuple | list)
        and len(ends) == 2
        and all(is_number(x) or x is None or x in (-np.inf, np.inf) for x in ends)
    ):
        raise ModelError(
            f"what is required of {label_of(key)} is a number or (least, greatest), not {told(value)}"
        )
    lower = -np.inf if ends[0] is None else float(ends[0])
    upper = np.inf if ends[1] is None else float(ends[1])
    if not lower <= upper:
        raise ModelError(f"{label_of(key)} cannot be between {lower:g} and {upper:g}: nothing is; exchange them")
    return lower, upper


def label_of(key: Any) -> str:
    """A question in words."""
    if isinstance(key, Along):
        return f"{type(key).__name__}({key.of!r})"
    return repr(key) if isinstance(key, str) else getattr(key, "__name__", repr(key))


# ---- the search


def _search(
    evaluation: Evaluation,
    x: Vector,
    outcome: Outcome,
    samples: int,
    starts: int,
    tolerance: float,
    iterations: int,
    progress: Progress | None,
) -> None:
    points = np.vstack([x[None], latin_hypercube_points(samples, len(x), 1)]) if samples else x[None]
    found = evaluation.samples(points)
    alive = [k for k, y in enumerate(found) if y is not None]
    if not alive:
        reason = evaluation.failures[0] if evaluation.failures else "answers are not numbers"
        raise SolverError(
            f"none of {len(points)} candidates gives an answer, the first because {reason}; begin elsewhere or "
            "look at more: samples=100"
        )
    first = found[alive[0]]
    assert first is not None
    objective = evaluation.requirements[0]
    if callable(objective.question) and len(first.values[0]) > 1:
        raise ModelError(f"{objective.label!r} gives {len(first.values[0])} numbers, and one is to be least")
    evaluation.sizes = _sizes(evaluation, first)
    values = {k: evaluation.of(y) for k in alive if (y := found[k]) is not None}
    order = sorted(alive, key=lambda k: rank_of(values[k]))
    outcome.see(points[order[0]], values[order[0]])
    for number, k in enumerate(order[:starts]):
        search = MinimaxSearch(evaluation, evaluation.slopes, tolerance, iterations)

        def told_step(step: int, number: int = number, search: MinimaxSearch = search) -> None:
            outcome.see(search.x, search.values)
            if progress is not None:
                progress((number + 1.0 - 0.5 ** (step / 10.0)) / min(starts, len(order)))

        if number == 0:
            _check_dependence(evaluation, points[k])
        search.run(points[k], values[k], told_step)
        if outcome.see(search.x, search.values) or not outcome.message:
            outcome.converged, outcome.message, outcome.history = search.converged, search.message, search.history


def _sizes(evaluation: Evaluation, samples: Samples) -> Vector:
    """Sizes of requirements: of their bounds, or of their values at the beginning."""
    sizes = []
    for requirement, y in zip(evaluation.requirements, samples.values, strict=True):
        bounds = [abs(b) for b in (requirement.lower, requirement.upper) if np.isfinite(b)]
        largest = float(np.abs(y).max())
        sizes.append(max([*bounds, 1e-3 * largest]) if any(bounds) else largest or 1.0)
    return np.array(sizes)


def _check_dependence(evaluation: Evaluation, x: Vector) -> None:
    """Refuse an unknown on which nothing depends."""
    slopes = evaluation.slopes(x)
    if slopes is None:
        return
    whole: Matrix = np.vstack(slopes)
    for j in np.flatnonzero(~whole.any(axis=0)):
        others = np.array([np.where(np.arange(len(x)) == j, part, x) for part in (0.1, 0.5, 0.9)])
        found = [y for y in evaluation.samples(others) if y is not None]
        if len(found) > 1 and all(
            np.array_equal(a, b) for y in found[1:] for a, b in zip(y.values, found[0].values, strict=True)
        ):
            raise ModelError(f"nothing that is asked for depends on {evaluation.names[j]!r}; leave it out")


def _judged(evaluation: Evaluation, outcome: Outcome) -> Optimum:
    """The optimum; an error with it if requirements are not met."""
    if outcome.x is None or outcome.values is None:
        raise SolverError("stopped before anything was found")
    optimum = Optimum.of(evaluation, outcome)
    if outcome.values.violation > FEASIBLE and not outcome.was_stopped:
        missed = [
            f"{x.label} is {x.value:.6g} instead of {x.told}" for x in optimum.requirements if x.missed > 0.0
        ]
        error = SolverError(f"requirements cannot be met near here, at best {'; '.join(missed)}")
        error.optimum = optimum  # type: ignore[attr-defined]
        raise error
    return optimum
