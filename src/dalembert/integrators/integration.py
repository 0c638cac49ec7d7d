"""Runs of an integrator on NumPy arrays: many simulations, in lanes and threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import SolverError
from dalembert.integrators.integration_methods import Method
from dalembert.integrators.problem import Problem
from dalembert.integrators.repeated import Native, Progress, Repeated, Room
from dalembert.integrators.run_buffers import MOST_STEPS, RunBuffer, equal_span
from dalembert.integrators.simulations import SPAN, SUMMARY
from dalembert.integrators.status import Status
from dalembert.procedures.statements import Procedure

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_CHUNKS_PER_THREAD = 4
"""More than one, since simulations differ in length; not many, since each chunk ends with idle lanes."""

_EVENT_ROOM, _LEAST_EVENTS = 2**22, 16
"""Numbers that all records of events may hold at first, and records that each simulation has room for anyway;
memory that no record needs is never touched."""


class Summary(NamedTuple):
    """Summary of a simulation, besides its states; see `SUMMARY`."""

    status: Status
    time: float
    accepted: int
    rejected: int
    evaluations: int
    step: float
    stop_row: int
    n_events: int
    terminal_event: int

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Summary:
        """From the numbers of a row."""
        status, time, accepted, rejected, evaluations, step, stop_row, n_events, terminal = numbers
        return cls(
            _STATUSES[int(status)],
            time,
            *(int(accepted), int(rejected), int(evaluations)),
            step,
            *(int(stop_row), int(n_events), int(terminal)),
        )

    @property
    def statistics(self) -> dict[str, int]:
        """Steps and evaluations by name."""
        return {"accepted": self.accepted, "rejected": self.rejected, "evaluations": self.evaluations}


_STATUSES = tuple(Status)
assert Summary._fields == SUMMARY


Compile = Callable[[Procedure, int], Native]
"""Compiles a procedure for a number of lanes."""


@dataclass(frozen=True, eq=False)
class IntegrationResult:
    """Results of N simulations; outputs that were not reached are not a number."""

    times: Floats
    """Times of output; (T,)."""

    states: Floats
    """States at these times; (N, T, n)."""

    final_states: Floats
    """States at the end, at the terminal event, or the last good ones; (N, n)."""

    summaries: Floats
    """Summaries, a column for each of `SUMMARY`; (N, 9)."""

    records: tuple[Floats, ...]
    """Time, number and state of each event, with actions also the state after it and what they record;
    (event_counts, …) for each simulation."""

    step_times: Floats
    """Times at the ends of steps, as far as there was room; (N, step_capacity)."""

    past: Floats
    """Pasts of events where simulations end, `PAST` for whoever goes on; (N, n_past)."""

    @property
    def status(self) -> Integers:
        """How each ended, a `Status`; (N,)."""
        return self._count("status")

    @property
    def final_times(self) -> Floats:
        """Times of the final states; (N,)."""
        return self._summary("time")

    @property
    def accepted(self) -> Integers:
        """Steps that were made; (N,)."""
        return self._count("accepted")

    @property
    def rejected(self) -> Integers:
        """Attempts at steps that were not; (N,)."""
        return self._count("rejected")

    @property
    def evaluations(self) -> Integers:
        """Evaluations of the right-hand side; (N,)."""
        return self._count("evaluations")

    @property
    def steps(self) -> Floats:
        """The step that would come next, for going on; (N,)."""
        return self._summary("step")

    @property
    def stop_rows(self) -> Integers:
        """The row after the last output that was reached; (N,)."""
        return self._count("stop_row")

    @property
    def event_counts(self) -> Integers:
        """Events that happened; (N,)."""
        return self._count("n_events")

    @property
    def event_times(self) -> Floats:
        """Times of events, not a number in rows without; (N, most events)."""
        return self._padded[:, :, 0]

    @property
    def event_numbers(self) -> Integers:
        """Which event; −1 in rows without; (N, most events)."""
        numbers = self._padded[:, :, 1]
        return np.where(np.isnan(numbers), -1.0, numbers).astype(np.int64)

    @property
    def event_states(self) -> Floats:
        """States at events, not a number in rows without; (N, most events, n)."""
        return self._padded[:, :, 2 : 2 + self.final_states.shape[1]]

    @property
    def terminal_events(self) -> Integers:
        """The number of the event that ended the simulation, or −1; (N,)."""
        return self._count("terminal_event")

    @property
    def is_complete(self) -> bool:
        """Whether every simulation came to its end or its terminal event."""
        return not self.failures.size

    @property
    def failures(self) -> Integers:
        """Simulations that did not."""
        return np.flatnonzero(self._summary("status") > float(Status.TERMINAL_EVENT))

    def status_of(self, simulation: int = 0) -> Status:
        """How one simulation ended."""
        return self.summary(simulation).status

    def summary(self, simulation: int) -> Summary:
        """All that is told of one of them besides its states."""
        return Summary.of(self.summaries[simulation].tolist())

    def message(self, simulation: int = 0) -> str:
        """How a simulation ended, where, and what helps."""
        state = np.array2string(self.final_states[simulation], precision=6, threshold=12)
        reason = self.status_of(simulation).reason
        return f"at t = {self.final_times[simulation]:.17g}: {reason}. Last good state: {state}"

    def without_states(self) -> IntegrationResult:
        """Results of systems that have no states, so that nothing but time went on."""
        return replace(
            self,
            states=self.states[..., 1:],
            final_states=self.final_states[:, 1:],
            records=tuple(np.delete(record, self._first_states, axis=1) for record in self.records),
        )

    @property
    def _first_states(self) -> list[int]:
        """Where records of events hold the first state, before an action and after it."""
        n = self.final_states.shape[1]
        return [2, 2 + n][: 2 if self.records and self.records[0].shape[1] > 2 + n else 1]

    @cached_property
    def _padded(self) -> Floats:
        """Records of events in one array."""
        most = max((len(record) for record in self.records), default=0)
        width = self.records[0].shape[1] if self.records else 2
        padded = _unknown(len(self.records), most, width)
        for rows, record in zip(padded, self.records, strict=True):
            rows[: len(record)] = record
        return padded

    @staticmethod
    def column(name: str) -> int:
        """Where a number of `SUMMARY` stands."""
        return SUMMARY.index(name)

    def _summary(self, name: str) -> Floats:
        return self.summaries[:, SUMMARY.index(name)]

    def _count(self, name: str) -> Integers:
        return self._summary(name).astype(np.int64)


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
        _check_shape("states", states, (N, self.problem.n_kept))
        extra = np.zeros((N, 0)) if extra is None else np.array(extra, dtype=float, order="C", ndmin=2)
        _check_shape("extra", extra, (N, self.problem.n_extra))
        p = self._checked_parameters(p)
        if event_capacity is None:
            event_capacity = self._event_room(N)
        _check_limits(max_steps, event_capacity)
        data = _RunData.with_room(
            (_with_past(_spans(N, times, start, end, first_step, look), past, self.problem.n_past), states, extra),
            (np.array(method.settings), _some(p), _some(self._within_steps(p))),
            times,
            _Limits(
                event_capacity if self.problem.events else 0, self.problem.record_size, max_steps, step_capacity
            ),
        )
        if N:
            _in_threads(self.native, data, self.threads, progress)
        records = self._records(data, progress)
        told, past = data.summaries[:, : len(SUMMARY)], data.summaries[:, len(SUMMARY) :]
        return IntegrationResult(times, data.outputs, data.finals, told, records, data.steps, past)

    def repeated(
        self,
        count: int,
        *,
        method: Method | None = None,
        p: ArrayLike | None = None,
        n_outputs: int = 0,
        n_events: int = 0,
    ) -> Repeated:
        """Memory in which so many simulations are continued again and again.

        Each time there may be up to so many outputs of all, and records of so many events of each.
        """
        values = self._checked_parameters(p)
        common = (_some(values), _some(self._within_steps(values)))
        room = Room(count, n_outputs, n_events if self.problem.events else 0, MOST_STEPS)
        return Repeated(self.problem, self.native, self._checked_method(method), common, room)

    def buffer(self, method: Method, p: Floats, room: int) -> RunBuffer:
        """Memory for simulations one after the other by this method, with room for so many numbers of outputs."""
        n_records = self._event_room(1) if self.problem.events else 0
        buffer = RunBuffer(self.problem, self.native, len(method.settings), len(p), room, n_records)
        buffer.settings[:], buffer.p[:], buffer.p_within[:] = method.settings, p, self._within_steps(p)
        return buffer

    def _event_room(self, count: int) -> int:
        """Records of events for which each of so many simulations has room at first."""
        return max(_LEAST_EVENTS, _EVENT_ROOM // (max(count, 1) * self.problem.record_size))

    def result(self, buffer: RunBuffer, times: Floats) -> IntegrationResult | None:
        """Result of the last run in a buffer that was aimed at these times; None if records are missing."""
        n_events = int(buffer.summary[SUMMARY.index("n_events")])
        if n_events > buffer.n_records:
            return None
        outputs = buffer.outputs.reshape(1, len(times), buffer.n).copy()
        final, summary, left = buffer.final[None].copy(), buffer.summary[None].copy(), buffer.left[None].copy()
        records = (buffer.records[:n_events].copy(),)
        return IntegrationResult(times.copy(), outputs, final, summary, records, np.zeros((1, 0)), left)

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

    def _records(self, data: _RunData, progress: Progress | None) -> tuple[Floats, ...]:
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
            _in_threads(self.native, again, self.threads, progress)
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


def check_repeated(now: Floats, before: Floats) -> None:
    """Raise if a simulation that was run again did not lead to the same bits."""
    if not np.array_equal(now, before, equal_nan=True):
        raise SolverError(
            "a simulation that was run again came out differently: a callback in it does not give the same "
            "numbers for the same arguments"
        )


@dataclass(frozen=True)
class _Limits:
    """Room of each simulation, and what it may need."""

    events: int
    record: int
    """Numbers in the record of an event."""

    attempts: int
    steps: int


@dataclass(frozen=True)
class _RunData:
    """Arrays of one native call, in the order of its arguments."""

    counts: Integers
    common: tuple[Floats, ...]
    own: tuple[Floats, ...]
    """One row for each simulation."""

    @classmethod
    def with_room(
        cls, given: tuple[Floats, ...], common: tuple[Floats, ...], times: Floats, limits: _Limits
    ) -> _RunData:
        """Spans, states and extra of some simulations, and room for what becomes of them."""
        N, n = given[1].shape
        counts = [N, len(times), limits.events, limits.attempts, limits.steps, 0]
        n_past = given[0].shape[1] - len(SPAN)
        outputs, finals = _unknown(N, len(times), n), np.empty((N, n))
        summaries = np.empty((N, len(SUMMARY) + n_past))
        # records are read as far as they are counted
        events, steps = np.empty((N, limits.events, limits.record)), _unknown(N, limits.steps)
        own = (*given, outputs, summaries, finals, events, steps)
        return cls(np.array(counts, dtype=np.int64), (*common, _some(times)), own)

    def again(self, some: Integers, event_capacity: int) -> _RunData:
        """Arrays of some of the simulations, without outputs, and with more room for events."""
        spans, states, extra = (array[some] for array in self.own[:3])
        spans[:, [SPAN.index("first_row"), SPAN.index("stop_row")]] = 0.0
        limits = _Limits(event_capacity, self.events.shape[2], int(self.counts[3]), 0)
        return _RunData.with_room((spans, states, extra), self.common[:3], np.zeros(0), limits)

    @property
    def outputs(self) -> Floats:
        """States at the times of output."""
        return self.own[3]

    @property
    def summaries(self) -> Floats:
        """Rows of `SUMMARY`, then of `PAST`."""
        return self.own[4]

    @property
    def finals(self) -> Floats:
        """States at the end."""
        return self.own[5]

    @property
    def events(self) -> Floats:
        """Records of events."""
        return self.own[6]

    @property
    def steps(self) -> Floats:
        """Times at the ends of steps."""
        return self.own[7]

    def part(self, first: int, stop: int) -> _RunData:
        """Some of the simulations; results go to the same memory."""
        counts = np.concatenate([[stop - first], self.counts[1:]]).astype(np.int64)
        return _RunData(counts, self.common, tuple(array[first:stop] for array in self.own))


def _in_threads(native: Native, data: _RunData, threads: int, progress: Progress | None) -> None:
    """Run all simulations; an exception in one part, or Ctrl-C, ends the others too."""
    N = int(data.counts[0])
    n_parts = min(threads * _CHUNKS_PER_THREAD, N // native.lanes) if threads > 1 else 1
    if n_parts <= 1:
        native(data.counts, *data.common, *data.own, progress=progress)
        return
    from concurrent.futures import ThreadPoolExecutor, wait

    cuts = np.linspace(0, N, n_parts + 1).astype(int)
    report = _Report(progress, np.diff(cuts) / N)

    def run(part: int) -> None:
        chunk = data.part(int(cuts[part]), int(cuts[part + 1]))
        with report.stopping_all():
            native(chunk.counts, *chunk.common, *chunk.own, progress=lambda value: report(part, value))

    with ThreadPoolExecutor(threads) as pool, report.stopping_all():
        futures = [pool.submit(run, part) for part in range(n_parts)]
        wait(futures)
    errors = [future.exception() for future in futures]
    for error in errors:
        if error is not None and not isinstance(error, _StoppedError):
            raise error


class _StoppedError(Exception):
    """Another part has failed."""


class _Report:
    """Adds up the progress of parts, and ends them all when one fails."""

    def __init__(self, progress: Progress | None, weights: Floats) -> None:
        self._progress, self._weights = progress, weights
        self._done = np.zeros(len(weights))
        self._is_stopped = False
        self._lock = threading.Lock()

    def __call__(self, part: int, value: float) -> None:
        if self._is_stopped:
            raise _StoppedError
        if self._progress is not None:
            with self._lock:
                self._done[part] = value
                self._progress(float(self._done @ self._weights))

    @contextmanager
    def stopping_all(self) -> Iterator[None]:
        """An exception inside ends all parts at their next report; a part that begins later ends at once."""
        if self._is_stopped:
            raise _StoppedError
        try:
            yield
        except BaseException:
            self._is_stopped = True
            raise


# ---- arrays


def _spans(
    N: int,
    times: Floats,
    start: ArrayLike | None,
    end: ArrayLike | None,
    first_step: ArrayLike,
    look: float = 0.0,
) -> Floats:
    """Rows of `SPAN`: times of each simulation, and its rows of outputs."""
    if not len(times) and (start is None or end is None):
        raise SolverError("without times of output, give start and end")
    spans = np.empty((N, len(SPAN)))
    spans[:, 5] = look
    if type(start) is float and type(end) is float and len(times):
        spans[:, :4] = equal_span(times, start, end)
        spans[:, 4] = _one_or_each("first_step", first_step, N)
        return spans
    spans[:, 0] = _one_or_each("start", times[0] if start is None else start, N)
    spans[:, 1] = _one_or_each("end", times[-1] if end is None else end, N)
    spans[:, 4] = _one_or_each("first_step", first_step, N)
    first, last = spans[:, 0], spans[:, 1]
    if not (np.isfinite(spans[:, :2]).all() and np.isfinite(times).all()):
        raise SolverError("start, end and times of output are finite numbers")
    is_backward = bool((last < first).any())
    if is_backward and (last > first).any():
        raise SolverError("all simulations of one run go forward in time, or all go backward")
    direction = -1.0 if is_backward else 1.0
    along = times * direction
    if len(times) > 1 and (np.diff(along) <= 0.0).any():
        raise SolverError(f"times of output must {'fall' if is_backward else 'rise'}, from start to end")
    spans[:, 2] = along.searchsorted(first * direction, "left")
    spans[:, 3] = along.searchsorted(last * direction, "right")
    return spans


def _with_past(spans: Floats, past: Floats | None, n_past: int) -> Floats:
    """Rows of `SPAN`, then what events have behind them."""
    if not n_past:
        return spans
    behind = _unknown(len(spans), n_past) if past is None else past
    _check_shape("past", behind, (len(spans), n_past))
    return np.concatenate([spans, behind], axis=1)


def _one_or_each(name: str, value: ArrayLike, N: int) -> Floats:
    array = np.array(value, dtype=float)
    if array.shape not in ((), (1,), (N,)):
        raise SolverError(f"{name} is one number or one for each simulation: {N}, not {array.shape}")
    return array


def _check_shape(name: str, array: Floats, shape: tuple[int, int]) -> None:
    if array.shape != shape:
        raise SolverError(f"{name} has shape {array.shape}; {shape} is needed")


def _check_limits(max_steps: int, event_capacity: int) -> None:
    if max_steps < 1:
        raise SolverError(f"a simulation needs at least one step, not max_steps={max_steps}")
    if event_capacity < 0:
        raise SolverError(f"there is no room for events with event_capacity={event_capacity}")


def _unknown(*shape: int) -> Floats:
    """Room for results; not a number where there will be none."""
    array = np.empty(shape)
    array.fill(np.nan)
    return array


def _some(array: Floats) -> Floats:
    """The array, or one zero: native code may look at the first entry."""
    return array if array.size else np.zeros(1)
