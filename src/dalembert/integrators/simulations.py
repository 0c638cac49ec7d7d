"""Simulations in a queue: lanes take the next one as soon as they have finished theirs."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from dalembert.integrators.problem import PAST
from dalembert.integrators.status import Status
from dalembert.integrators.workspace import IDLE, RUNNING, Instant, Workspace
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Index, Mask, Real

SPAN = ("start", "end", "first_row", "stop_row", "first_step", "look")
"""What is known of each simulation besides its state: times, rows of outputs, a wish for the first step, the time
between looks at laws of time, zero for a part of its own; then what its events have behind them (`PAST`)."""

OWN_LOOKS = 2048.0
"""Such parts: a pulse of a thousandth of a simulation has two of these looks."""

SUMMARY = (
    "status",
    "time",
    "accepted",
    "rejected",
    "evaluations",
    "step",
    "stop_row",
    "n_events",
    "terminal_event",
)
"""What is told of each simulation besides its last state; then `PAST` for whoever goes on from there."""


@dataclass(frozen=True)
class RunArrays:
    """Arguments of an integrator, in this order; its `control` is the last one."""

    counts: Array
    """Simulations, times of output; per simulation: records of events, attempts at steps, records of steps; then
    whether nobody asks for the slope at their ends."""

    settings: Array
    p: Array
    p_within: Array
    """Parameters for rates between the ends of accepted steps."""

    times: Array
    spans: Array
    states: Array
    extra: Array
    outputs: Array
    """State and discrete values at each time, for each simulation."""

    summaries: Array
    finals: Array
    events: Array
    """Time, number and state of each event, for each simulation; with actions also the state after it."""

    steps: Array
    """Time at the end of each step, for each simulation."""

    @classmethod
    def declare(cls, c: Code) -> RunArrays:
        """Declare the arguments."""
        shared = (
            "settings",
            "p",
            "p_within",
            "times",
            "spans",
            "states",
            "extra",
            "outputs",
            "summaries",
            "finals",
            "events",
            "steps",
        )
        return cls(c.indices("counts"), *(c.shared(name) for name in shared))


def _run_kinds() -> tuple[str, ...]:
    c = Code("run")
    RunArrays.declare(c)
    c.control()
    return c.procedure().parameters


RUN_KINDS = _run_kinds()
"""Kinds of the arguments of an integrator."""


class Simulations:
    """Writes the text that gives simulations to lanes and stores what comes of them."""

    def __init__(self, w: Workspace, arrays: RunArrays) -> None:
        c = w.c
        self.w, self.arrays = w, arrays
        counts = arrays.counts
        self.n_simulations, self.n_times = counts[0], c.spread(counts[1])
        self.capacity, self.most_attempts = c.spread(counts[2]), c.spread(counts[3])
        self.step_capacity = c.spread(counts[4])
        self.ends_without_slope = c.spread(counts[5]) > 0.0
        self.queue = c.variable(0)
        self.number = c.variable(-1.0)
        self.row, self.stop_row, self.next_time = c.variable(0.0), c.variable(0.0), c.variable(0.0)
        self.n_events, self.terminal_event = c.variable(0.0), c.variable(-1.0)
        self.look = c.variable(1.0) if w.parts.laws is not None else None
        """Time between looks at laws of time."""

    # ---- from simulation to simulation

    def store(self) -> None:
        """Store the results of lanes that have ended."""
        w, n = self.w, self.w.c.spread(self.w.n_kept)
        number = self.number.value
        mask = (w.status.value >= 0.0) & (number >= 0.0)
        values = {
            **{"status": w.status.value, "time": w.here.t, "accepted": w.accepted.value},
            **{"rejected": w.rejected.value, "evaluations": w.evaluations.value, "step": w.size.value},
            **{"stop_row": self.row.value, "n_events": self.n_events.value},
            "terminal_event": self.terminal_event.value,
        }
        for k, name in enumerate(SUMMARY):
            self.arrays.summaries.part(k).put(number * self._width(SUMMARY), values[name], mask)
        with w.c.each(w.n_kept) as i:
            self.arrays.finals.part(i).put(number * n, w.here.state[i], mask)

    def assign(self) -> Mask:
        """Give the next simulations to lanes that are not running; gives these lanes."""
        w, c = self.w, self.w.c
        free = ~w.running()
        self.number.update(free, -1.0)
        with c.each(c.lanes()) as k, c.when(self.queue.value < self.n_simulations):
            mine = free & c.lane().equals(c.spread(k))
            with c.when(c.any(mine)):
                self.number.update(mine, c.spread(self.queue.value))
                self.queue.value = self.queue.value + 1
        return free

    def is_assigned(self) -> Mask:
        """Lanes that have a simulation."""
        mask: Mask = self.number.value >= 0.0
        return mask

    def load(self, free: Mask) -> Real:
        """Begin in free lanes; gives the wished first steps.

        Lanes without simulation idle at the beginning of the first one: a state at which programs are defined.
        """
        w, c, arrays = self.w, self.w.c, self.arrays
        number = c.maximum(self.number.value, 0.0)
        has_one = self.is_assigned()
        span = {name: arrays.spans.part(k).take(number * self._width(SPAN)) for k, name in enumerate(SPAN)}
        start, end = span["start"], c.select(has_one, span["end"], span["start"])
        w.start.update(free, start)
        w.origin.update(free, start)
        w.end.update(free, end)
        w.direction.update(free, c.select(end < start, -1.0, 1.0))
        self._load_inputs(free, number, start)

        for counter in (w.accepted, w.made, w.rejected, w.evaluations, self.n_events):
            counter.update(free, 0.0)
        self.terminal_event.update(free, -1.0)
        w.status.update(free, c.select(has_one, c.select(end.equals(start), float(Status.DONE), RUNNING), IDLE))
        self.row.update(free, span["first_row"])
        self.stop_row.update(free, c.select(has_one, span["stop_row"], 0.0))
        self._look_ahead(free)
        if self.look is not None:
            own, given = c.abs(end - start) / OWN_LOOKS, span["look"]
            self.look.update(free, c.select(given > 0.0, given, own))
        return span["first_step"]

    def _load_inputs(self, free: Mask, number: Real, start: Real) -> None:
        w, c, n, m = self.w, self.w.c, self.w.n_kept, self.w.parts.n_extra
        w.here.t = c.select(free, start, w.here.t)
        with c.each(n) as i:
            value = self.arrays.states.part(i).take(number * c.spread(n))
            w.here.state[i] = c.select(free, value, w.here.state[i])
        for instant in (w.trial, w.scratch):
            w.copy_discrete(instant, w.here)
        with c.each(m) as i:
            value = self.arrays.extra.part(i).take(number * c.spread(m))
            for instant in (w.here, w.trial, w.scratch):
                instant.extra[i] = c.select(free, value, instant.extra[i])

    # ---- what events have behind them

    def _width(self, names: tuple[str, ...]) -> Real:
        """Numbers in a row of spans or summaries."""
        width: Real = self.w.c.spread(self.w.parts.n_events * len(PAST) + len(names))
        return width

    def past(self, place: Index) -> Real:
        """One of the numbers that are known of events before a simulation begins."""
        number = self.w.c.maximum(self.number.value, 0.0)
        return self.arrays.spans.part(place + len(SPAN)).take(number * self._width(SPAN))

    def store_past(self, place: Index, value: Real) -> None:
        """Store the past of the events of lanes that have ended."""
        mask = (self.w.status.value >= 0.0) & self.is_assigned()
        self.arrays.summaries.part(place + len(SUMMARY)).put(self.number.value * self._width(SUMMARY), value, mask)

    # ---- steps

    def write_step(self, good: Mask) -> None:
        """Store where the steps end that were just counted, if there is room."""
        w = self.w
        number = w.accepted.value - 1.0
        place = w.c.fma(self.number.value, self.step_capacity, number)
        self.arrays.steps.put(place, w.here.t, good & (number < self.step_capacity))

    # ---- outputs

    def write_row(self, at: Instant, due: Mask) -> None:
        """Store a state in the next row of outputs."""
        w, n = self.w, self.w.c.spread(self.w.n_kept)
        place = w.c.fma(self.number.value, self.n_times, self.row.value) * n
        with w.c.each(w.n_kept) as i:
            self.arrays.outputs.part(i).put(place, at.state[i], due)
        self.row.value = self.row.value + w.c.select(due, 1.0, 0.0)
        self._look_ahead(due)

    def due(self, among: Mask, t: Real) -> Mask:
        """Lanes whose next time of output is not behind t."""
        ahead: Real = self.w.direction.value * (t - self.next_time.value)
        return among & (ahead >= 0.0)

    def _look_ahead(self, mask: Mask) -> None:
        w, c = self.w, self.w.c
        row = self.row.value
        time = self.arrays.times.take(c.maximum(c.minimum(row, self.n_times - 1.0), 0.0))
        self.next_time.update(mask, c.select(row < self.stop_row.value, time, w.direction.value * inf))

    def progress(self) -> Real:
        """Which part of all is done: simulations that have ended, and the slowest lane."""
        w, c = self.w, self.w.c
        part = c.select(w.running(), (w.here.t - w.start.value) / (w.end.value - w.start.value), 1.0)
        left = c.maximum(c.spread(self.queue.value - c.lanes()), 0.0)
        done: Real = (left + part) / c.spread(self.n_simulations)
        return done
