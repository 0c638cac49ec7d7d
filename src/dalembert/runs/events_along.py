"""Events beside the rows of a motion: which rows have them behind, and what they changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.runs.event_records import EventRecord, EventRecords, Rows
from dalembert.runs.samples import Samples

SAME_TIME = 1e-12
"""Difference of times, beside the largest, that is rounding."""


@dataclass(frozen=True, eq=False)
class EventsAlong:
    """Events, and the rows of the motion in which they happened."""

    events: Sequence[EventRecord]
    rows: Samples
    direction: float
    """1 if time rises along the motion, else −1."""

    @cached_property
    def times(self) -> Vector:
        """When they happened."""
        events = self.events
        return events.times if isinstance(events, EventRecords) else np.array([event.t for event in events])

    @cached_property
    def are_changes(self) -> NDArray[np.bool_]:
        """Which of them changed something."""
        if isinstance(self.events, EventRecords):
            return self.events.are_changes
        return np.array([event.after is not event.state for event in self.events], dtype=bool)

    @property
    def are_at(self) -> NDArray[np.bool_]:
        """Which rows are at the time of an event, but for rounding."""
        times = self.rows.times
        ends = np.sort(np.append(self.times, np.inf))
        after = np.searchsorted(ends, times)
        gaps = np.minimum(ends[after] - times, np.abs(times - ends[after - 1]))
        return np.asarray(gaps <= SAME_TIME * np.abs(times).max(initial=0.0))

    @property
    def are_behind(self) -> Any:
        """How many events each row has behind it; of rows at one time `with_jumps` has, one after the other."""
        times = self.rows.times * self.direction
        # those at the very time of a row have happened
        counts = np.searchsorted(self.times * self.direction, times, side="right")
        if (np.diff(times) != 0.0).all():
            return counts
        changed = np.flatnonzero(self.are_changes)
        at = self.times[changed] * self.direction
        for t in np.unique(at):
            own = changed[np.searchsorted(at, t, side="left") : np.searchsorted(at, t, side="right")]
            first = int(np.searchsorted(times, t, side="left"))
            if np.searchsorted(times, t, side="right") - first >= 2 * len(own):
                counts[first : first + 2 * len(own)] = [*own, *(own + 1)]
        return counts

    def states(self, which: Any, *, is_after: bool) -> Rows:
        """States at some of the events, before or after what they do."""
        if isinstance(self.events, EventRecords):
            return self.events.rows_of(which, is_after=is_after)
        return self._of_states(np.flatnonzero(which), is_after=is_after)

    def _of_states(self, which: Any, *, is_after: bool) -> Rows:
        """Samples from events that hold states by name; switches are those of the next sample or the last."""
        rows = self.rows
        found = [self.events[k].after if is_after else self.events[k].state for k in which]
        given = [rows.dynamics.arguments(state) for state in found]
        states = np.array([np.concatenate([x["q"], x["u"], x["z"]]) for x in given])
        inputs = np.array([x["tau"] for x in given]).reshape(len(given), len(rows.dynamics.equations.inputs))
        times = self.times[which]
        place = np.searchsorted(rows.times * self.direction, times * self.direction)
        row = np.clip(place if is_after else place - 1, 0, len(rows.times) - 1)
        discrete = {
            name: np.array([state.p.get(name, values[k]) for state, k in zip(found, row, strict=True)])
            for name, values in rows.discrete.items()
        }
        return Rows(times, states, inputs, discrete)
