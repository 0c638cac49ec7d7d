"""Variants of a system: one change at a time, and all else as in the baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array
from dalembert.config import Config
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import DalembertError, ModelError
from dalembert.integrators.method import Method
from dalembert.name_checks import closest
from dalembert.number_checks import checked_number
from dalembert.rows import Stabilization
from dalembert.runs.motion import Motion
from dalembert.runs.simulate import simulate
from dalembert.runs.tables import dataframe
from dalembert.state import KINDS, State, Values, as_state
from dalembert.studies.along import Along
from dalembert.studies.questions import Answer, Questions, of_motion, questions_of

BASELINE = "baseline"
"""Name of the case in which nothing is changed."""


def variants(
    subject: Subject,
    changes: Mapping[str, Mapping[str, float] | Subject],
    what: str | Iterable[str] | Questions | Callable[..., Answer],
    *,
    start: State | Values | None = None,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    stabilization: Stabilization | None = None,
    config: Config | None = None,
) -> Variants:
    """Answers of a system, the baseline, and of the system with each of several changes alone.

    Without `until` and `times` nothing is simulated, and functions are those of the subject and its start:
    `lambda model, start: da.linearize(model, start).poles`.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    changes : dict of dict of float, or of Model or Equations
        Named changes: values of parameters, coordinates, speeds or inputs by name, or another system in the
        place of the subject.
    what : str, iterable of str, dict or function of Motion
        Signals by name; or, by names of one's own, expressions of measures, signals, or functions of the
        motion that give a number or an array.
    start : State or dict of coordinates, optional
        Where all cases begin; default values of the model unless given.
    until : float, optional
        End of each run in seconds; default no run.
    times : array of float, optional
        Times of output in seconds; default none.
    method : Method, optional
        Method of integration, such as `da.methods.Radau()`; default `da.methods.DOP853(rtol=1e-8,
        atol=1e-10)`.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says, which is `da.methods.Projection()`.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Variants
        Answers by case and question; the first case is the baseline.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", da.param("k", 4.0)))
    >>> answers = da.variants(model, {"stiff": {"k": 9.0}}, ["x"], start={"x": 1.0}, until=1.0)
    >>> print(type(answers).__name__)
    Variants
    """
    if not isinstance(changes, Mapping) or not changes:
        raise ModelError("what is changed is given by name: {'heavier': {'mass': 2.0}}")
    if BASELINE in changes:
        raise ModelError(f"a change has another name than {BASELINE!r}")
    questions, begin = questions_of(what), as_state(start)
    cases = {BASELINE: (subject, begin)}
    cases |= {name: _changed(name, change, subject, begin) for name, change in changes.items()}
    results, motions = {}, {}
    for name, (system, state) in cases.items():
        dynamics = as_dynamics(system, config=config)
        if until is None and times is None:
            results[name] = _of_start(system, dynamics, state, questions)
            continue
        try:
            motion = simulate(
                dynamics, state, until=until, times=times, method=method, stabilization=stabilization
            )
        except DalembertError as error:
            raise type(error)(f"{name!r}: {error}") from error
        motions[name] = motion
        results[name] = {
            label: y(motion) if callable(y) else of_motion(motion, y, is_at_end=times is None)
            for label, y in questions.items()
        }
    return Variants(results, motions)


@dataclass(frozen=True, eq=False, repr=False)
class Variants:
    """Answers by case and question; the first case is the baseline."""

    results: Mapping[str, Mapping[str, Answer]]
    motions: Mapping[str, Motion]
    """Motions by case; empty if nothing was simulated."""

    @property
    def cases(self) -> tuple[str, ...]:
        """Names of the cases."""
        return tuple(self.results)

    def __getitem__(self, case: str) -> Mapping[str, Answer]:
        """Answers of a case, by question."""
        if case not in self.results:
            raise ModelError(f"there is no case {case!r}; {closest(case, self.results)}")
        return self.results[case]

    def differences(self) -> Mapping[str, Mapping[str, Answer]]:
        """Differences of the answers from the baseline, by case and question."""
        base = self.results[BASELINE]
        return {
            case: {name: np.subtract(y, base[name])[()] for name, y in answers.items()}
            for case, answers in self.results.items()
            if case != BASELINE
        }

    def to_dataframe(self) -> Any:
        """Pandas table of the answers that are single numbers, with a line for each case."""
        names = [name for name in self.results[BASELINE] if self._is_plain(name)]
        columns: dict[str, Array] = {"case": np.array(self.cases, dtype=object)}
        columns |= {name: np.array([float(self.results[case][name]) for case in self.cases]) for name in names}
        return dataframe(columns)

    def __str__(self) -> str:
        """Table of the baseline's answers, and of the differences from it."""
        names = [name for name in self.results[BASELINE] if self._is_plain(name)]
        lines = [["", *names], [BASELINE, *(f"{self.results[BASELINE][name]:.6g}" for name in names)]]
        lines += [
            [case, *(f"{answers[name]:+.3g}" for name in names)] for case, answers in self.differences().items()
        ]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join([line[0].ljust(widths[0]), *(x.rjust(n) for x, n in zip(line[1:], widths[1:], strict=True))])
            for line in lines
        )

    def __repr__(self) -> str:
        return f"<Variants: {', '.join(self.results[BASELINE])} of {', '.join(self.cases)}>"

    def _is_plain(self, name: str) -> bool:
        return all(
            np.ndim(answers[name]) == 0 and not np.iscomplexobj(answers[name]) for answers in self.results.values()
        )


def _changed(
    name: str, change: Mapping[str, float] | Subject, subject: Subject, start: State
) -> tuple[Subject, State]:
    """System and start of a case."""
    if not isinstance(change, Mapping):
        if change is subject:
            raise ModelError(f"{name!r} changes nothing: it is the system of the baseline")
        return change, start
    if not change:
        raise ModelError(f"{name!r} changes nothing; give values by name, or another model")
    eom = as_dynamics(subject).equations
    defaults: dict[str, Mapping[str, float]] = {
        "q": dict(zip(eom.coordinates, eom.variables.default_values, strict=True)),
        "u": dict.fromkeys((*eom.speeds, *(f"{x}.rate" for x in eom.coordinates)), 0.0),
        "z": dict.fromkeys(eom.states, 0.0),
        "tau": dict.fromkeys(eom.inputs, 0.0),
        "p": eom.parameters,
    }
    state, is_same = start, True
    for key, value in change.items():
        kinds = [kind for kind, names in defaults.items() if key in names]
        if not kinds:
            every = dict.fromkeys(label for names in defaults.values() for label in names)
            raise ModelError(
                f"{name!r}: there is no parameter, variable or input {key!r} to change; {closest(key, every)}"
            )
        if len(kinds) > 1:
            raise ModelError(
                f"{name!r}: {key!r} is the name of a {' and of a '.join(KINDS[kind] for kind in kinds)}"
            )
        kind = kinds[0]
        values = dict(eom.by_speed(state.u)) if kind == "u" else dict(getattr(state, kind).items())
        place = eom.speed_name(key.removesuffix(".rate")) if kind == "u" and key not in eom.speeds else key
        value = checked_number(value, f"{key!r} of {name!r}")
        is_same = is_same and value == float(values.get(place, defaults[kind].get(key, 0.0)))
        changed: dict[str, Any] = {kind: {**values, place: value}}
        state = replace(state, **changed)
    if is_same:
        raise ModelError(f"{name!r} changes nothing: {', '.join(change)} have these values in the baseline")
    return subject, state


def _of_start(subject: Subject, dynamics: Dynamics, state: State, questions: Questions) -> dict[str, Answer]:
    if runs := [name for name, y in questions.items() if isinstance(y, Along)]:
        raise ModelError(f"{runs[0]!r} is a number along a run: say until when, or at which times")
    signals = {name: y for name, y in questions.items() if isinstance(y, str)}
    expressions = {name: y for name, y in questions.items() if not callable(y) and name not in signals}
    answers: dict[str, Answer] = dict(dynamics.evaluate(expressions, state)) if expressions else {}
    named = dynamics.signals(signals.values(), state) if signals else {}
    answers |= {name: named[y] for name, y in signals.items()}
    return {name: y(subject, state) if callable(y) else answers[name] for name, y in questions.items()}
