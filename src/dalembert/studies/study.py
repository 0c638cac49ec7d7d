"""A study: a system, where its runs begin and how they go, and what is asked; for any cases, on any machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.configuration.constraint_unknowns import parameters_of
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.configuration.residual_check import MissedRowError
from dalembert.contact.contact_system import contact_system
from dalembert.contact.stepped_system import stepped_system
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.errors import AssemblyError, DalembertError, ModelError
from dalembert.files.save_motion import contents_as_data, solver_as_data
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import Progress
from dalembert.mechanisms.driven_motions import DrivenMotions
from dalembert.mechanisms.kinematics import checked_times
from dalembert.name_checks import checked_names, closest
from dalembert.rows import Stabilization, stabilization_as_data
from dalembert.runs.events import Event, SampledController
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.runs.output_times import checked_end, wanted_times
from dalembert.runs.preparation import preparation
from dalembert.runs.sampling import Sampling
from dalembert.runs.simulate import batch, simulate
from dalembert.state import KINDS, State, States
from dalembert.studies.along import Along
from dalembert.studies.case_answers import Answers, Failure, Shapes
from dalembert.studies.closed_cases import check_held, closed_cases
from dalembert.studies.descriptions import described
from dalembert.studies.questions import Question, Questions, along, expressions_in, functions_in, of_functions

Columns = Mapping[str, Vector]
"""Values of cases by name; (n,)."""


_CLOSES = "; da.sweep(…, hold=[…]) closes the loops of each case"

_BATCH = 1 << 24
"""Bytes of samples that are computed at once."""


@dataclass(frozen=True, eq=False)
class Study:
    """A study: the questions asked of a system, whatever the cases are."""

    subject: Subject
    start: State
    questions: Questions
    until: float | None = None
    times: Vector | None = None
    method: Method | None = None
    events: tuple[Event, ...] = ()
    controller: SampledController | None = None
    stabilization: Stabilization | None = None
    hold: tuple[str, ...] | None = None
    """Names that each case holds while its loops are closed; None if starts are taken as they are."""

    config: Config | None = None

    def __post_init__(self) -> None:
        if self.has_runs:
            return
        for name, y in self.questions.items():
            if isinstance(y, Along):
                raise ModelError(f"{name!r} is a number along a run: say until when, or at which times")
        if any((self.events, self.controller, self.method, self.stabilization)):
            raise ModelError("method, events, controller and stabilization are of runs: say until when")

    def __reduce__(self) -> tuple[Any, ...]:
        # folders and threads are those of the machine that goes on with it
        subject = self.subject.solution if isinstance(self.subject, Dynamics) else self.subject
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return _restored, ({**values, "subject": subject, "config": None},)

    # ---- what it is

    @property
    def has_runs(self) -> bool:
        """Whether something moves."""
        return self.until is not None or self.times is not None

    @property
    def dynamics(self) -> Dynamics:
        """The system as native functions."""
        return as_dynamics(self.subject, lanes=None, config=self.config)

    @property
    def outputs(self) -> Vector | None:
        """Times at which runs have samples: the last alone, if nothing is asked on the way."""
        if self.times is not None or self.until is None:
            return self.times
        return np.array([self.until]) if self.is_one_sample else wanted_times(None, self.start.t, self.until)

    @property
    def is_one_sample(self) -> bool:
        """Whether runs have a sample at their end alone, because nothing was asked on the way.

        A function of the motion may look at all of it.
        """
        return self.times is None and not any(isinstance(y, Along) or callable(y) for y in self.questions.values())

    @property
    def is_at_end(self) -> bool:
        """Whether signals are asked at the end of runs alone."""
        return self.times is None

    @property
    def _samples_of_functions(self) -> int:
        """Samples of a run that functions of motions see though no times were given; 0 if there are none."""
        if self.times is not None or not any(map(callable, self.questions.values())):
            return 0
        return 0 if self.outputs is None else len(self.outputs)

    @property
    def description(self) -> dict[str, Any]:
        """All that answers depend on, as plain data."""
        solution, method = self.dynamics.solution, self.method
        return {
            "system": described(contents_as_data(solution)),
            "solver": solver_as_data(solution),
            "rows left out": sorted(solution.left_out),
            "start": {"t": self.start.t, **{kind: dict(getattr(self.start, kind)) for kind in KINDS}},
            "until": self.until,
            "times": None if self.times is None else described(self.times),
            "method": None if method is None else {"kind": type(method).__name__, **described(vars(method))},
            "events": described(self.events),
            "controller": described(self.controller),
            "stabilization": stabilization_as_data(self.stabilization),
            **({} if self.hold is None else {"hold": list(self.hold)}),
            # folders that were begun when functions saw the last sample alone hold other answers
            **({"samples seen by functions": f"{n} of each run"} if (n := self._samples_of_functions) else {}),
            "questions": {name: described(y) for name, y in self.questions.items()},
        }

    def check(self, cases: Columns) -> None:
        """Refuse what is wrong in all cases, before anything is computed."""
        names = self._names
        # a speed may be called as its coordinate
        names["u"] += tuple(self.dynamics.equations.coordinates)
        for kind, singular in KINDS.items():
            checked_names(getattr(self.start, kind), names[kind], singular)
        first = self.states({name: values[:1] for name, values in cases.items()})
        if self.hold is not None:
            check_held(self.dynamics, self.hold, cases)
        if self.times is not None and self.has_runs and self._driven(first) is not None:
            checked_times(self.times)
        elif self.has_runs:
            self._check_runs()
        dynamics = self._dynamics_of_runs
        resolved_together(dynamics.solved, expressions_in(dynamics, self.questions))

    def _check_runs(self) -> None:
        """Refuse options and times that no run can have."""
        preparation(self.dynamics, as_method(self.method), self.events, self.stabilization)
        if self.controller is not None:
            Sampling.of(self.controller, 1)
        end = checked_end(self.until, self.times)
        steps = np.diff(wanted_times(self.times, self.start.t, end))
        if (steps * (-1.0 if end < self.start.t else 1.0) <= 0.0).any():
            raise ModelError("times of output must rise, from start to end")

    @property
    def _dynamics_of_runs(self) -> Dynamics:
        """The system whose signals motions have: rows of contacts are part of it."""
        if not self.has_runs or not has_contacts(self.dynamics.equations.model):
            return self.dynamics
        if self.method is not None and self.method.treats_contacts:
            return stepped_system(self.dynamics).without(self.dynamics.solution.left_out)
        return contact_system(self.dynamics).dynamics

    @property
    def bytes_of_run(self) -> int:
        """Memory for the samples of one run and what is evaluated along it."""
        n_times = 1 if self.outputs is None else max(len(self.outputs), 1)
        return 8 * n_times * (self.dynamics.n_states + 2 * len(self.questions))

    @property
    def bytes_of_answer(self) -> int:
        """Memory for the answers of one case."""
        n_times = 1 if self.times is None else max(len(self.times), 1)
        return sum(8 * (1 if isinstance(y, Along) else n_times) for y in self.questions.values())

    # ---- cases

    def states(self, cases: Columns) -> States:
        """Starts of cases: the start, with the values that vary."""
        eom, names_of = self.dynamics.equations, self._names
        values_of: dict[str, dict[str, float | Vector]] = {
            kind: dict(getattr(self.start, kind).items()) for kind in KINDS
        }
        values_of["u"] = dict(eom.by_speed(self.start.u))
        for name, values in cases.items():
            kinds = [kind for kind, names in names_of.items() if name in names]
            if not kinds:
                every = dict.fromkeys(label for names in names_of.values() for label in names)
                raise ModelError(
                    f"there is no parameter, variable or input {name!r} to vary; {closest(name, every)}"
                )
            if len(kinds) > 1:
                raise ModelError(f"{name!r} is the name of a {' and of a '.join(KINDS[kind] for kind in kinds)}")
            label = (
                eom.speed_name(name.removesuffix(".rate")) if kinds == ["u"] and name not in eom.speeds else name
            )
            values_of[kinds[0]][label] = values
        return States(self.start.t, **values_of)

    @property
    def _names(self) -> dict[str, tuple[str, ...]]:
        """Names of all that a start may have, by kind."""
        eom = self.dynamics.equations
        return {
            "q": eom.coordinates,
            "u": (*eom.speeds, *(f"{name}.rate" for name in eom.coordinates)),
            "z": eom.states,
            "tau": eom.inputs,
            "p": (*eom.parameters, *self._measured),
        }

    @property
    def _measured(self) -> tuple[str, ...]:
        """Parameters in expressions that are asked for, such as positions of points without mass and joint."""
        asked = {name: _of(y) for name, y in self.questions.items()}
        expressions = {name: y for name, y in asked.items() if not isinstance(y, str) and not callable(y)}
        return tuple(
            str(x.args[0]) for x in parameters_of(*resolved_together(self.dynamics.solved, expressions).values())
        )

    def motions(self, cases: Columns, progress: Progress | None = None) -> Motions:
        """Motions of cases; those of a mechanism whose drives determine them are moved by these."""
        return self._run(self.states(self._closed(cases)), progress)

    def _run(self, starts: States, progress: Progress | None = None) -> Motions:
        if self.times is not None and (driven := self._driven(starts)) is not None:
            return driven.motions(checked_times(self.times))
        return batch(
            self.dynamics,
            starts,
            until=self.until,
            times=self.outputs,
            method=self.method,
            events=self.events,
            controller=self.controller,
            stabilization=self.stabilization,
            progress=progress,
        )

    def _closed(self, cases: Columns) -> Columns:
        """Cases with loops closed, if that is asked for; an error where it is impossible."""
        if self.hold is None:
            return cases
        columns, failures = closed_cases(self.dynamics, self.start, self.hold, cases)
        if failures:
            raise AssemblyError(failures[min(failures)].reason)
        return columns

    def _driven(self, starts: States) -> DrivenMotions | None:
        """Cases as motions that drives determine; None if they do not, or if a simulation is asked for."""
        varied = [
            name for kind in ("q", "u", "z", "tau") for name, x in getattr(starts, kind).items() if np.ndim(x)
        ]
        options = (self.until, self.method, self.stabilization, self.controller, self.events or None)
        if varied or any(x is not None for x in options) or self.times is None:
            return None
        return DrivenMotions.of(self.dynamics, starts, self.start, float(self.times[0]))

    def motion(self, case: Mapping[str, float]) -> Motion:
        """The motion of one case, to the bit that of its row; where only its end was asked, it has samples too."""
        if not self.has_runs:
            raise ModelError("nothing moves in this study: its questions are about the start")
        starts = self.states(self._closed({name: np.array([value]) for name, value in case.items()}))
        if self.times is not None and (driven := self._driven(starts)) is not None:
            return driven.motions(checked_times(self.times))[0]
        return simulate(
            self.dynamics,
            starts[0],
            until=self.until,
            times=self.times,
            method=self.method,
            events=self.events,
            controller=self.controller,
            stabilization=self.stabilization,
        )

    # ---- answers

    def answers(self, cases: Columns, shapes: Shapes | None = None) -> Answers:
        """Answers of cases, in batches that memory is for; `shapes` are those of answers before."""
        count = len(next(iter(cases.values())))
        known, parts, size = dict(shapes or {}), [], max(1, _BATCH // max(self.bytes_of_run, 1))
        for first in range(0, count, size):
            some = {name: x[first : first + size] for name, x in cases.items()}
            parts.append(self._batch(some, known) if self.hold is None else self._closed_batch(some, known))
            known = {name: x if known.get(name) is None else known[name] for name, x in parts[-1].shapes.items()}
        return Answers.joined(parts, known)

    def _closed_batch(self, cases: Columns, shapes: Shapes) -> Answers:
        """Answers of cases whose loops are closed first, where that is possible."""
        count = len(next(iter(cases.values())))
        columns, failures = closed_cases(self.dynamics, self.start, self.hold or (), cases)
        good = np.array([k for k in range(count) if k not in failures], dtype=int)
        if not len(good):
            return Answers(count, dict.fromkeys(self.questions), failures)
        answers = self._batch({name: x[good] for name, x in columns.items()}, shapes)
        return answers.among(count, good, failures)

    def _batch(self, cases: Columns, shapes: Shapes) -> Answers:
        """Answers of cases at once; one that is impossible fails alone."""
        count = len(next(iter(cases.values())))
        for name, values in cases.items() if count == 1 else ():
            if not np.isfinite(values[0]):
                return Answers.none(1, self.questions, Failure(f"the value of {name!r} is {values[0]}"))
        try:
            return (
                self.of_motions(self._run(self.states(cases)), shapes)
                if self.has_runs
                else self._at_once(cases, shapes)
            )
        except DalembertError as error:
            if count == 1:
                is_open = isinstance(error, MissedRowError) and self.hold is None
                return Answers.none(1, self.questions, Failure(f"{error}{_CLOSES if is_open else ''}"))
        half = count // 2
        halves = [{name: x[:half] for name, x in cases.items()}, {name: x[half:] for name, x in cases.items()}]
        return Answers.joined([self._batch(part, shapes) for part in halves])

    def of_motions(self, motions: Motions, shapes: Shapes) -> Answers:
        """Answers along motions."""
        columns, failures = along(motions, self.questions, shapes, is_at_end=self.is_at_end)
        for k in motions.failed:
            motion = motions[k]
            # what was reached last, whether it is at a time of output or not
            state = tuple(motion.states[-1].tolist()) if len(motion) else ()
            time = float(motion.times[-1]) if len(motion) else np.nan
            failures[k] = Failure(motion.termination, time, state)
        _forget(columns, motions.failed, self.is_at_end)
        return Answers(len(motions), columns, _with_holes(columns, failures, self.is_at_end or not self.has_runs))

    def _at_once(self, cases: Columns, shapes: Shapes) -> Answers:
        """Answers in the starts, without motions."""
        starts, dynamics, questions = self.states(cases), self.dynamics, self.questions
        functions = functions_in(questions)
        expressions = expressions_in(dynamics, questions)
        columns: dict[str, Vector | None] = {}
        if expressions:
            plain: Any = {name: y for name, y in questions.items() if name not in functions}
            dynamics.check_answers(plain, starts)
            found = dynamics.evaluate_many(expressions, dynamics.many_arguments(starts), starts.p)
            columns = {name: np.broadcast_to(y, (len(starts), *np.shape(y)[1:])) for name, y in found.items()}
        arguments = {k: (self.subject, starts[k]) for k in range(len(starts))} if functions else {}
        answers, failures = of_functions(functions, arguments, len(starts), shapes)
        columns = {name: (columns | answers)[name] for name in questions}
        return Answers(len(starts), columns, _with_holes(columns, failures, True))


def _of(question: Question) -> Any:
    """Signal, expression or function that a question is about, along a run or not."""
    return question.of if isinstance(question, Along) else question


def _restored(values: dict[str, Any]) -> Study:
    return Study(**values)


def _forget(columns: Mapping[str, Vector | None], failed: frozenset[int], is_at_end: bool) -> None:
    """Leave no number behind that stands for a whole run where there was none."""
    for column in columns.values():
        if column is not None and (is_at_end or column.ndim == 1):
            column[sorted(failed)] = np.nan


def _with_holes(
    columns: Mapping[str, Vector | None], failures: Mapping[int, Failure], is_at_end: bool
) -> dict[int, Failure]:
    """Failures, and cases with an answer that is not a number though nothing failed."""
    found = dict(failures)
    for name, column in columns.items():
        # signals along a run that an event ended have no value afterwards
        if column is None or not (is_at_end or column.ndim == 1):
            continue
        finite = np.isfinite(column).reshape(len(column), -1).all(axis=1)
        for k in map(int, np.flatnonzero(~finite)):
            found.setdefault(k, Failure(f"{name!r} is not a number"))
    return found


def with_threads(study: Study, threads: int) -> Study:
    """The study with so many threads for its batches."""
    return replace(study, config=replace(study.config or Config.from_environment(), threads=threads))
