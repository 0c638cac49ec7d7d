"""Sweeps: the same question for many values of parameters, starts and inputs; derived once, run in lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Vector
from dalembert.config import Config
from dalembert.configuration.constraint_unknowns import parameters_of
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.integrators.integration_methods import Method
from dalembert.integrators.native_calls import Progress
from dalembert.mechanisms.driven_motions import DrivenMotions
from dalembert.mechanisms.kinematics import checked_times
from dalembert.name_checks import closest
from dalembert.number_checks import floats, told
from dalembert.rows import Stabilization
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.runs.simulate import batch
from dalembert.runs.tables import dataframe
from dalembert.state import KINDS, State, States, Values, as_state

Name: TypeAlias = str | tuple[str, ...]
"""A name, or names that vary together."""

Answer: TypeAlias = float | Array
"""A number or an array."""

Questions: TypeAlias = Mapping[str, str | Scalar | Array | Callable[..., Answer]]
"""Names of signals, expressions of measures, or functions of a motion, by names of the answers."""


def sweep(
    subject: Subject,
    over: Mapping[Name, ArrayLike],
    what: str | Iterable[str] | Questions | Callable[[Motion], Answer],
    *,
    start: State | Values | None = None,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    stabilization: Stabilization | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Sweep:
    """Results for all combinations of values of parameters, coordinates, speeds or inputs.

    With `until` or `times` each case is simulated, otherwise the start itself is looked at. Cases of a
    mechanism whose drives determine its motion differ in parameters, and are moved through `times` as by
    `kinematics`; what cannot go on is not a number. Signals and expressions have a value for each time if
    there are times, and that at the end if there is only `until`.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    over : dict of arrays
        Values by name. Names that vary together are one key: `{("l", "m"): [(1.0, 2.0), (1.1, 2.2)]}`.
    what : str, iterable of str, dict or function of Motion
        Signals by name; or, by names of one's own, expressions of measures, signals, or functions of the
        motion that give a number or an array.
    start : State or dict of coordinates, optional
        Values of all that is not varied; default values of the model unless given.
    until : float, optional
        End of each run in seconds; default no run.
    times : array of float, optional
        Times of output in seconds; default none.
    method : Method, optional
        Method of integration, such as `da.methods.Radau()`; default `da.methods.DOP853(rtol=1e-8,
        atol=1e-10)`.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says, which is `da.methods.Projection()`.
    progress : function of float, optional
        Called now and then with the part of the run that is done, 0 to 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Sweep
        Table with a line for each case; `cases` and `results` are columns by name, (N,) or (N, T).

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> table = da.sweep(pendulum, {"hinge": [0.0, da.pi / 2]}, "energy")
    >>> print(table.results["energy"].round(3))
    [0.   9.81]
    """
    dynamics = as_dynamics(subject, lanes=None, config=config)
    axes = {_names(name): _columns(name, values) for name, values in over.items()}
    questions = questions_of(what)
    if twice := [name for together in axes for name in together if name in questions]:
        raise ModelError(
            f"{twice[0]!r} is varied and asked for, and a column has one name: give the answer another, "
            f"what={{'{twice[0]} at the end': {twice[0]!r}}}"
        )
    cases, shape = _combined(axes), tuple(len(columns) for columns in axes.values())
    starts = _starts(dynamics, as_state(start), cases, prod(shape), _measured(dynamics, questions))
    if until is None and times is None:
        results, motions = _at_once(dynamics, starts, questions), None
    elif times is not None and (
        driven := _driven(dynamics, starts, as_state(start), times, (until, method, stabilization))
    ):
        motions = driven.motions(checked_times(times))
        results = _along(motions, questions, is_at_end=False)
    else:
        motions = batch(
            *(dynamics, starts),
            until=until,
            times=[until] if times is None and until is not None else times,
            method=method,
            stabilization=stabilization,
            progress=progress,
        )
        results = _along(motions, questions, is_at_end=times is None)
    return Sweep(tuple(axes), shape, cases, results, motions)


@dataclass(frozen=True, eq=False, repr=False)
class Sweep:
    """A table with a line for each case, and columns for varied values and for answers."""

    axes: tuple[tuple[str, ...], ...]
    """Names that were varied; those that varied together are one axis."""

    shape: tuple[int, ...]
    """Number of values of each axis."""

    cases: Mapping[str, Vector]
    """Varied values by name; (N,)."""

    results: Mapping[str, Vector]
    """Answers by name; (N,), or (N, T) of signals along a motion."""

    motions: Motions | None = field(default=None)
    """Motions of the cases; None if nothing was simulated."""

    def __len__(self) -> int:
        return prod(self.shape)

    def __getitem__(self, name: str) -> Vector:
        """Column of the table, by name."""
        columns = {**self.cases, **self.results}
        if name not in columns:
            raise ModelError(f"there is no column {name!r}; {closest(name, columns)}")
        return columns[name]

    def grid(self, name: str) -> Vector:
        """Column as an array with the axes of the sweep, in their order."""
        column = self[name]
        return column.reshape(self.shape + column.shape[1:])

    @property
    def terminations(self) -> list[str]:
        """Termination of each motion, and answers that are not numbers along it; empty without motions."""
        cases = () if self.motions is None else self.motions
        return [f"{motion.termination}{self._holes(k, motion)}" for k, motion in enumerate(cases)]

    def _holes(self, k: int, motion: Motion) -> str:
        """Note of answers that are not numbers at instants that a motion reached: where friction locks it, say."""
        notes = ""
        for name, column in self.results.items():
            if column.dtype.kind != "f" or column.ndim < 2 or not column.shape[1] >= len(motion) > 0:
                continue
            values = column[k, : len(motion)].reshape(len(motion), -1)
            if len(holes := np.flatnonzero(~np.isfinite(values).all(axis=1))):
                first = f"{motion.times[holes[0]]:.9g}"
                notes += f"; {name!r} is no number at {len(holes)} of {len(motion)} instants, first at t = {first}"
        return notes

    def to_dataframe(self) -> Any:
        """Pandas table of the columns that have one number for each case."""
        columns = {name: x for name, x in {**self.cases, **self.results}.items() if x.ndim == 1}
        return dataframe(columns)

    def __repr__(self) -> str:
        over = " × ".join(f"{n} of {', '.join(names)}" for names, n in zip(self.axes, self.shape, strict=True))
        return f"<Sweep over {over}: {', '.join(self.results)}>"


# ---- cases


def _names(name: Name) -> tuple[str, ...]:
    return (name,) if isinstance(name, str) else tuple(name)


def _columns(name: Name, values: ArrayLike) -> Vector:
    """Values of names that vary together; (count, n_names)."""
    names = _names(name)
    try:
        array = floats(values)
    except ValueError:
        raise ModelError(f"the values of {', '.join(names)} are numbers, not {told(values)}") from None
    array = array.reshape(-1, 1) if isinstance(name, str) and array.ndim <= 1 else array
    if array.ndim != 2 or array.shape[1] != len(names) or not len(array):
        kind = "numbers" if len(names) == 1 else "tuples of them"
        raise ModelError(f"the values of {', '.join(names)} are a list of {kind}, not of the shape {array.shape}")
    return array


def _combined(axes: Mapping[tuple[str, ...], Vector]) -> dict[str, Vector]:
    """All combinations, a column for each name; the last name varies fastest."""
    names = [name for together in axes for name in together]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ModelError(f"{twice[0]!r} is varied twice")
    places = np.meshgrid(*(np.arange(len(columns)) for columns in axes.values()), indexing="ij")
    return {
        name: columns[place.ravel(), k]
        for (together, columns), place in zip(axes.items(), places, strict=True)
        for k, name in enumerate(together)
    }


def _measured(dynamics: Dynamics, questions: Questions) -> tuple[str, ...]:
    """Parameters in expressions that are asked for, such as positions of points without mass and joint."""
    expressions = {name: y for name, y in questions.items() if not isinstance(y, str) and not callable(y)}
    return tuple(str(x.args[0]) for x in parameters_of(*resolved_together(dynamics.solved, expressions).values()))


def _starts(
    dynamics: Dynamics, start: State, cases: Mapping[str, Vector], count: int, measured: Sequence[str]
) -> States:
    """Starts of all cases: the start, with the values that vary."""
    eom = dynamics.equations
    names_of = {
        "q": eom.coordinates,
        "u": (*eom.speeds, *(f"{name}.rate" for name in eom.coordinates)),
        "z": eom.states,
        "tau": eom.inputs,
        "p": (*eom.parameters, *measured),
    }
    values_of: dict[str, dict[str, float | Vector]] = {kind: dict(getattr(start, kind).items()) for kind in KINDS}
    values_of["u"] = dict(eom.by_speed(start.u))
    for name, values in cases.items():
        kinds = [kind for kind, names in names_of.items() if name in names]
        if not kinds:
            every = dict.fromkeys(label for names in names_of.values() for label in names)
            raise ModelError(f"there is no parameter, variable or input {name!r} to vary; {closest(name, every)}")
        if len(kinds) > 1:
            raise ModelError(f"{name!r} is the name of a {' and of a '.join(KINDS[kind] for kind in kinds)}")
        label = eom.speed_name(name.removesuffix(".rate")) if kinds == ["u"] and name not in eom.speeds else name
        values_of[kinds[0]][label] = values
    if not cases:
        raise ModelError("a sweep varies something: give it values by name")
    starts = States(start.t, **values_of)
    assert len(starts) == count
    return starts


def _driven(
    dynamics: Dynamics, starts: States, start: State, times: ArrayLike, others: Sequence[object]
) -> DrivenMotions | None:
    """Cases as motions that drives determine; None if they do not, or if other options ask for a simulation."""
    varied = [name for kind in ("q", "u", "z", "tau") for name, x in getattr(starts, kind).items() if np.ndim(x)]
    if varied or any(x is not None for x in others):
        return None
    return DrivenMotions.of(dynamics, starts, start, float(checked_times(times)[0]))


def _stacked(name: str, answers: list[Answer]) -> Vector:
    """Answers of a function for all cases, as one array."""
    try:
        shapes = {np.shape(answer) for answer in answers}
    except ValueError:
        raise ModelError(f"{name!r} gives something that is no array of one shape") from None
    if len(shapes) > 1:
        told_shapes = ", ".join(map(str, sorted(shapes)))
        raise ModelError(
            f"{name!r} gives arrays of different shapes, {told_shapes}; give times=…, so that all cases have the "
            "same samples, or a number for each case (a motion that ended early has fewer samples)"
        )
    return np.array(answers)


# ---- questions


def questions_of(what: str | Iterable[str] | Questions | Callable[..., Answer]) -> Questions:
    """Questions by names of the answers: names of signals, expressions, or functions of a motion."""
    if isinstance(what, Mapping):
        return dict(what)
    if isinstance(what, str):
        return {what: what}
    if callable(what):
        return {getattr(what, "__name__", "result"): what}
    names = [*what] if isinstance(what, Iterable) else [what]
    if not all(isinstance(name, str) for name in names):
        raise ModelError(
            "a sweep asks for signals by name, or for a dict of expressions and functions of the motion"
        )
    return {name: name for name in names}


def _expressions(dynamics: Dynamics, questions: Questions) -> dict[str, Scalar | Array]:
    solved = dynamics.solved
    return {
        name: solved.signal(y) if isinstance(y, str) else y for name, y in questions.items() if not callable(y)
    }


def _at_once(dynamics: Dynamics, starts: States, questions: Questions) -> dict[str, Vector]:
    """Answers in the starts, without motions."""
    if functions := [name for name, y in questions.items() if callable(y)]:
        raise ModelError(f"{functions[0]!r} is a function of a motion: say until when, or at which times")
    dynamics.check_answers({name: y for name, y in questions.items() if not callable(y)}, starts)
    arguments, p = dynamics.many_arguments(starts), starts.p
    answers = dynamics.evaluate_many(_expressions(dynamics, questions), arguments, p)
    return {name: np.broadcast_to(y, (len(starts), *np.shape(y)[1:])) for name, y in answers.items()}


def _along(motions: Motions, questions: Questions, *, is_at_end: bool) -> dict[str, Vector]:
    """Answers along the motions, in the order of the questions."""
    expressions = _expressions(motions.dynamics, questions)
    answers: dict[str, Vector] = motions.evaluate(expressions) if expressions else {}
    if is_at_end:
        answers = {name: y[:, -1] for name, y in answers.items()}
    functions = {name: y for name, y in questions.items() if callable(y)}
    cases = motions if functions else ()
    rows = [{name: function(motion) for name, function in functions.items()} for motion in cases]
    answers |= {name: _stacked(name, [row[name] for row in rows]) for name in functions}
    return {name: answers[name] for name in questions}
