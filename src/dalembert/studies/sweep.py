"""Sweeps: the same question for many values of parameters, starts and inputs; derived once, run in lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.configuration.constraint_unknowns import parameters_of
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics, resolved_together
from dalembert.errors import ModelError
from dalembert.integrators.methods import Method
from dalembert.integrators.repeated import Progress
from dalembert.mechanisms.driven_motions import DrivenMotions
from dalembert.mechanisms.kinematics import checked_times
from dalembert.number_checks import floats, told
from dalembert.rows import Stabilization
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.runs.simulate import batch
from dalembert.runs.tables import dataframe
from dalembert.state import KINDS, State, States, Values, as_state, closest

Name = str | tuple[str, ...]


def sweep(
    subject: Subject,
    over: Mapping[Name, ArrayLike],
    what: str | Iterable[str] | Mapping[str, Any] | Callable[[Motion], Any],
    *,
    start: State | Values | None = None,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    stabilization: Stabilization | None = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Sweep:
    """Results for all combinations of values: `over` has these by name of a parameter, coordinate, speed or input.

    Names that vary together are one key: `{("l", "m"): [(1.0, 2.0), (1.1, 2.2)]}`. What is not varied is as in
    `start`. With `until` or `times` each case is simulated, otherwise the start itself is looked at. Cases of a
    mechanism whose drives determine its motion differ in parameters, and are not simulated at `times` but put
    together there near the start and moved on, as by `kinematics`; what cannot go on is not a number.

    `what` is asked of each: a signal by name or several of them; or by name expressions of measures, names of
    signals, or functions of the motion, which give a number or an array. Signals and expressions have a value for
    each time if there are times, and that at the end if there is only `until`.
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
        wanted: Any = [until] if times is None else times
        motions = batch(
            *(dynamics, starts),
            until=until,
            times=wanted,
            method=method,
            stabilization=stabilization,
            progress=progress,
        )
        results = _along(motions, questions, is_at_end=times is None)
    return Sweep(tuple(axes), shape, cases, results, motions)


@dataclass(frozen=True, eq=False, repr=False)
class Sweep:
    """A table: a row for each case, columns for what was varied and for what was asked."""

    axes: tuple[tuple[str, ...], ...]
    """Names that were varied, those together that varied together."""

    shape: tuple[int, ...]
    """How many values each of them has."""

    cases: Mapping[str, Vector]
    """What was varied, by name; (N,)."""

    results: Mapping[str, Vector]
    """What was asked, by name; (N,), or (N, T) of signals along a motion."""

    motions: Motions | None = field(default=None)
    """The motions, if there are any."""

    def __len__(self) -> int:
        return prod(self.shape)

    def __getitem__(self, name: str) -> Vector:
        """A column of the table."""
        columns = {**self.cases, **self.results}
        if name not in columns:
            raise ModelError(f"there is no column {name!r}; {closest(name, columns)}")
        return columns[name]

    def grid(self, name: str) -> Vector:
        """A column with an axis for each of those that were varied, in their order."""
        column = self[name]
        return column.reshape(self.shape + column.shape[1:])

    @property
    def endings(self) -> list[str]:
        """How the motion of each case ended, and what is no number along it; empty if there are none."""
        cases = () if self.motions is None else self.motions
        return [f"{motion.termination}{self._holes(k, motion)}" for k, motion in enumerate(cases)]

    def _holes(self, k: int, motion: Motion) -> str:
        """What is no number at instants that a motion reached: where friction locks it, for instance."""
        told = ""
        for name, column in self.results.items():
            if column.dtype.kind != "f" or column.ndim < 2 or not column.shape[1] >= len(motion) > 0:
                continue
            values = column[k, : len(motion)].reshape(len(motion), -1)
            if len(holes := np.flatnonzero(~np.isfinite(values).all(axis=1))):
                first = f"{motion.times[holes[0]]:.9g}"
                told += f"; {name!r} is no number at {len(holes)} of {len(motion)} instants, first at t = {first}"
        return told

    def to_dataframe(self) -> Any:
        """Columns that have one number for each case, as a pandas table."""
        columns = {name: x for name, x in {**self.cases, **self.results}.items() if x.ndim == 1}
        return dataframe(columns)

    def __repr__(self) -> str:
        over = " × ".join(f"{n} of {', '.join(names)}" for names, n in zip(self.axes, self.shape, strict=True))
        return f"<Sweep over {over}: {', '.join(self.results)}>"


# ---- cases


def _names(name: Any) -> tuple[str, ...]:
    return (name,) if isinstance(name, str) else tuple(name)


def _columns(name: Any, values: Any) -> Vector:
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


def _measured(dynamics: Dynamics, questions: Mapping[str, Any]) -> tuple[str, ...]:
    """Parameters in expressions that are asked for, such as places of points that no mass and no joint is at."""
    own = {name: y for name, y in questions.items() if not isinstance(y, str) and not callable(y)}
    return tuple(str(x.args[0]) for x in parameters_of(*resolved_together(dynamics.solved, own).values()))


def _starts(
    dynamics: Dynamics, start: State, cases: Mapping[str, Vector], count: int, measured: Sequence[str]
) -> States:
    """The start with the values of all cases in place of its own."""
    eom = dynamics.equations
    known = {
        "q": eom.coordinates,
        "u": (*eom.speeds, *(f"{name}.rate" for name in eom.coordinates)),
        "z": eom.states,
        "tau": eom.inputs,
        "p": (*eom.parameters, *measured),
    }
    given: dict[str, dict[str, Any]] = {kind: dict(getattr(start, kind).items()) for kind in KINDS}
    given["u"] = dict(eom.by_speed(start.u))
    for name, values in cases.items():
        kinds = [kind for kind, names in known.items() if name in names]
        if not kinds:
            every = dict.fromkeys(one for names in known.values() for one in names)
            raise ModelError(f"there is nothing {name!r} that could be varied; {closest(name, every)}")
        if len(kinds) > 1:
            raise ModelError(f"{name!r} is the name of a {' and of a '.join(KINDS[kind] for kind in kinds)}")
        own = eom.speed_name(name.removesuffix(".rate")) if kinds == ["u"] and name not in eom.speeds else name
        given[kinds[0]][own] = values
    if not cases:
        raise ModelError("a sweep varies something: give it values by name")
    found = States(start.t, **given)
    assert len(found) == count
    return found


def _driven(
    dynamics: Dynamics, starts: States, start: State, times: ArrayLike, others: Sequence[Any]
) -> DrivenMotions | None:
    """The cases as motions that drives determine; None if they do not, or something else is asked for."""
    varied = [name for kind in ("q", "u", "z", "tau") for name, x in getattr(starts, kind).items() if np.ndim(x)]
    if varied or any(x is not None for x in others):
        return None
    return DrivenMotions.of(dynamics, starts, start, float(checked_times(times)[0]))


def _stacked(name: str, answers: list[Any]) -> Vector:
    """What a function gave for each case, as one array."""
    try:
        shapes = {np.shape(answer) for answer in answers}
    except ValueError:
        raise ModelError(f"{name!r} gives something that is no array of one shape") from None
    if len(shapes) > 1:
        told_shapes = ", ".join(map(str, sorted(shapes)))
        raise ModelError(
            f"{name!r} gives arrays of different shapes, {told_shapes}; give times=…, so that all cases have the "
            "same rows, or a number for each case (a motion that ended early has fewer rows)"
        )
    return np.array(answers)


# ---- questions


def questions_of(what: Any) -> dict[str, Any]:
    """What is asked, by name: names of signals, expressions or functions."""
    if isinstance(what, Mapping):
        return dict(what)
    if isinstance(what, str):
        return {what: what}
    if callable(what):
        return {getattr(what, "__name__", "result"): what}
    found = [*what] if isinstance(what, Iterable) else [what]
    if not all(isinstance(name, str) for name in found):
        raise ModelError(
            "a sweep asks for signals by name, or for a dict of expressions and functions of the motion"
        )
    return {name: name for name in found}


def _expressions(dynamics: Dynamics, questions: Mapping[str, Any]) -> dict[str, Any]:
    solved = dynamics.solved
    return {
        name: solved.signal(y) if isinstance(y, str) else y for name, y in questions.items() if not callable(y)
    }


def _at_once(dynamics: Dynamics, starts: States, questions: Mapping[str, Any]) -> dict[str, Vector]:
    """Answers in the starts themselves."""
    if functions := [name for name, y in questions.items() if callable(y)]:
        raise ModelError(f"{functions[0]!r} is a function of a motion: say until when, or at which times")
    dynamics.check_answers(questions, starts)
    arguments, p = dynamics.many_arguments(starts), starts.p
    found = dynamics.evaluate_many(_expressions(dynamics, questions), arguments, p)
    return {name: np.broadcast_to(y, (len(starts), *np.shape(y)[1:])) for name, y in found.items()}


def _along(motions: Motions, questions: Mapping[str, Any], *, is_at_end: bool) -> dict[str, Vector]:
    """Answers along the motions, in the order of the questions."""
    expressions = _expressions(motions.dynamics, questions)
    found: dict[str, Vector] = motions.evaluate(expressions) if expressions else {}
    if is_at_end:
        found = {name: y[:, -1] for name, y in found.items()}
    functions = {name: y for name, y in questions.items() if callable(y)}
    cases = motions if functions else ()
    rows = [{name: function(motion) for name, function in functions.items()} for motion in cases]
    found |= {name: _stacked(name, [row[name] for row in rows]) for name in functions}
    return {name: found[name] for name in questions}
