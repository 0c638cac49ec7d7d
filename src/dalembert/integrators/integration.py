"""Runs of an integrator on NumPy arrays: many simulations, in lanes and threads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from dalembert.errors import SolverError
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import (
    MOST_STEPS,
    CallArrays,
    Floats,
    Native,
    Progress,
    Room,
    check_limits,
    check_repeated,
    check_shape,
    in_threads,
    some_numbers,
    spans_of,
    with_past,
)
from dalembert.integrators.problem import Problem
from dalembert.integrators.repeated import Repeated
from dalembert.integrators.simulations import SUMMARY
from dalembert.procedures.statements import Procedure

_EVENT_ROOM, _LEAST_EVENTS = 2**22, 16
"""Numbers that all records of events may hold at first, and records that each simulation has room for anyway;
memory that no record needs is never touched."""


Compile = Callable[[Procedure, int], Native]
"""Compiles a procedure for a number of lanes."""


@dataclass(frozen=True, eq=False)
class Integrator:
    """A problem, a method, and their native code for a number of lanes."""

    problem: Problem
    method: Method
    native: Native
    defaults: Mapping[str, float] = field(default_factory=dict)
    """Parameters by name, in their order, with their values unless others are given."""

    threads: int = 1

    @classmethod
    def make(cls, problem: Problem, method: Method, compile: Compile, lanes: int = 1) -> Integrator:
        """Compile."""
        return cls(problem, method, compile(method.procedure(problem), lanes))

    def run(
        self,
        states: ArrayLike,
        times: ArrayLike,
        *,
        start: ArrayLike | None = None,
        end: ArrayLike | None = None,
        extra: ArrayLike | None = None,
        p: ArrayLike | None = None,
        first_step: ArrayLike = 0.0,
        look: float = 0.0,
        past: Floats | None = None,
        method: Method | None = None,
        max_steps: int = MOST_STEPS,
        event_capacity: int | None = None,
        step_capacity: int = 0,
        progress: Progress | None = None,
    ) -> IntegrationResult:
        """Integrate N simulations from `states` (N, n), with outputs at `times` (T,).

        Each begins at `start` and goes to `end`, (N,) or one for all; these are the first and the last time unless
        given, and all run in the same direction, that of `times`. `extra` (N, n_extra) are constants of each
        simulation, `p` parameters of all. `first_step` (N,) is a wish, 0 leaves the choice to the method. `look`
        is the time between looks at laws of time, zero for a part of each simulation's own. `past`
        (N, n_past) is what events have behind them, as the result of the run that ended there says it. Another
        `method` of the same class may change options, which are not part of the code. `progress` is told which
        part is done.

        All events are recorded: simulations with more than `event_capacity` of them are run again, to the same
        bits, with room for theirs. The times of the first `step_capacity` steps are recorded too.
        """
        method = self._checked_method(method)
        times = np.array(times, dtype=float, ndmin=1).reshape(-1)
        states = np.array(states, dtype=float, order="C", ndmin=2)
        N = len(states)
        check_shape("states", states, (N, self.problem.n_kept))
        extra = np.zeros((N, 0)) if extra is None else np.array(extra, dtype=float, order="C", ndmin=2)
        check_shape("extra", extra, (N, self.problem.n_extra))
        p = self._checked_parameters(p)
        if event_capacity is None:
            event_capacity = self._event_room(N)
        check_limits(max_steps, event_capacity)
        data = CallArrays.with_room(
            (
                with_past(spans_of(N, times, start, end, first_step, look), past, self.problem.n_past),
                states,
                extra,
            ),
            (np.array(method.settings), some_numbers(p), some_numbers(self._within_steps(p))),
            times,
            Room(event_capacity if self.problem.events else 0, self.problem.record_size, max_steps, step_capacity),
        )
        if N:
            in_threads(self.native, data, self.threads, progress)
        records = self._records(data, progress)
        told, past = data.summaries[:, : len(SUMMARY)], data.summaries[:, len(SUMMARY) :]
        return IntegrationResult(times, data.outputs, data.finals, told, records, data.steps, past)

    def repeated(
        self,
        count: int = 1,
        *,
        method: Method | None = None,
        p: ArrayLike | None = None,
        n_outputs: int = 0,
        n_events: int | None = 0,
        holds_lock: bool = True,
    ) -> Repeated:
        """Memory in which so many simulations are continued again and again.

        Each time there may be up to so many outputs of each, and records of so many events of each, None for as
        many as single runs have room for at first. Very short runs are quicker if they hold Python's lock.
        """
        values, method = self._checked_parameters(p), self._checked_method(method)
        common = (some_numbers(values), some_numbers(self._within_steps(values)))
        room = self._event_room(count) if n_events is None else n_events
        room = room if self.problem.events else 0
        options = {"n_outputs": n_outputs, "n_events": room}
        return Repeated(self.problem, self.native, method, common, count, **options, holds_lock=holds_lock)

    def _event_room(self, count: int) -> int:
        """Records of events for which each of so many simulations has room at first."""
        return max(_LEAST_EVENTS, _EVENT_ROOM // (max(count, 1) * self.problem.record_size))

    def result(self, memory: Repeated, times: Floats) -> IntegrationResult | None:
        """Result of the last run of a simulation alone, aimed at these times; None if records are missing."""
        n_events = int(memory.n_events[0])
        if n_events > memory.n_records:
            return None
        outputs = memory.outputs.reshape(1, len(times), -1).copy()
        final, left = memory.states.copy(), memory.left.copy()
        records, told = (memory.records[0, :n_events].copy(),), memory.summaries[:, : len(SUMMARY)].copy()
        return IntegrationResult(times.copy(), outputs, final, told, records, np.zeros((1, 0)), left)

    def values(self, parameters: Mapping[str, float], known: Collection[str] = ()) -> Floats:
        """Parameters in their order; those that are not given keep their defaults.

        Those that are `known` may be given though nothing depends on them.
        """
        if not parameters and not self.defaults:
            return np.zeros(0)
        values = dict(self.defaults)
        for name, value in parameters.items():
            if name in values:
                values[name] = value
            elif name not in known:
                raise no_parameter(name, {*values, *known})
        return np.array(list(values.values()), dtype=float)

    def places(self, names: Sequence[str]) -> list[int | None]:
        """Where parameters stand; None of those on which nothing depends."""
        order = {name: k for k, name in enumerate(self.defaults)}
        return [order.get(name) for name in names]

    def _checked_parameters(self, p: ArrayLike | None) -> Floats:
        values = self.values({}) if p is None else np.array(p, dtype=float, ndmin=1).reshape(-1)
        if self.problem.n_parameters not in (None, len(values)):
            raise SolverError(f"the programs read {self.problem.n_parameters} parameters p, not {len(values)}")
        return values

    def _records(self, data: CallArrays, progress: Progress | None) -> tuple[Floats, ...]:
        """Events of each simulation; those that had no room for all of theirs are run again."""
        if not self.problem.events:
            return (data.events[0],) * len(data.events) if len(data.events) else ()
        counts = data.summaries[:, SUMMARY.index("n_events")].astype(np.int64)
        # what is kept of them must not keep the room that they did not need
        room = data.events.shape[1]
        records = [
            record[:count] if 2 * count > room else record[:count].copy()
            for record, count in zip(data.events, counts, strict=True)
        ]
        crowded = np.flatnonzero(counts > data.events.shape[1])
        # those of similar size together: not much room stays empty
        sizes = np.ceil(np.log2(counts[crowded]))
        for size in np.unique(sizes):
            some = crowded[sizes == size]
            again = data.again(some, int(counts[some].max()))
            in_threads(self.native, again, self.threads, progress)
            check_repeated(again.finals, data.finals[some])
            check_repeated(again.summaries[:, SUMMARY.index("n_events")], counts[some].astype(float))
            for k, record in zip(some, again.events, strict=True):
                records[k] = record[: counts[k]]
        return tuple(records)

    def _within_steps(self, p: Floats) -> Floats:
        """Parameters for rates between the ends of accepted steps: nothing is watched there."""
        if not self.problem.watch:
            return p
        plain = p.copy()
        plain[list(self.problem.watch)] = 0.0
        return plain

    def _checked_method(self, method: Method | None) -> Method:
        if method is not None and method is not self.method and method.kind != self.method.kind:
            names = [" ".join([kind[0].__name__, *kind[1:]]) for kind in (self.method.kind, method.kind)]
            raise SolverError(f"this is code of {names[0]}, not of {names[1]}")
        return method or self.method


def is_setting(name: str) -> bool:
    """Whether a parameter is set by a solution, not by a person."""
    return name.startswith(".")


def no_parameter(name: str, others: Collection[str]) -> SolverError:
    """Error for a parameter that no program reads."""
    shown = sorted(other for other in others if not is_setting(other))
    return SolverError(f"there is no open parameter {name!r}; there are {shown}")
