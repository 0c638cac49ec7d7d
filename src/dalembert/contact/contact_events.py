"""Events of contacts along a run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.contact.contact_impacts import ContactChange, struck_together
from dalembert.contact.decision_layout import KINDS as GUARD_KINDS
from dalembert.model.contacts.contact_rows import ContactRows
from dalembert.model.contacts.open_laws import number_with
from dalembert.runs.event_records import DiscreteRows, EventRecord
from dalembert.runs.intervals import Interval
from dalembert.state import State

WHATS = ("slips", "rolls", "sticks", "opens", "closes", "turns", "stops", "impact", "comes to rest", "jams")
"""Words for events of contacts, behind the name of the point."""


@dataclass(frozen=True)
class ContactEvent(EventRecord):
    """An event of a contact; of several at one instant, the first has the state before."""

    point: str = ""
    """Name of the point of contact. Impulses are those of all rows, of joints too."""

    what: str = ""
    """`impact`, `opens`, `closes` (without friction), `slips`, `rolls`, `turns`, `sticks`, `stops` (slip in
    space), `comes to rest` (after impacts) or `jams`."""

    work: float = 0.0
    """½ Λ · (v⁺ + v⁻) of all impulses at this instant, told once: never positive."""

    accumulation: float | None = None
    """When infinitely many impacts would have come to their end."""

    parts: tuple[ContactEvent, ...] = ()
    """The same of each point, with impulses of its own, where several are struck at one instant; `point` is then
    the name of their contact, or of all contacts."""

    @property
    def of_contact(self) -> dict[str, Any]:
        own = {"point": self.point, "what": self.what, "work": self.work, "accumulation": self.accumulation}
        parts = [{"name": x.name, "impulses": dict(x.impulses), **x.of_contact} for x in self.parts]
        return {**own, "parts": parts}

    @classmethod
    def of(cls, event: EventRecord, data: Mapping[str, Any]) -> ContactEvent:
        """An event with what plain data say of its contacts; its parts have its states."""
        parts = []
        for part in data["parts"]:
            impulses = {str(name): float(x) for name, x in part["impulses"].items()}
            parts.append(cls.of(replace(event, name=str(part["name"]), impulses=impulses), part))
        end = None if data["accumulation"] is None else float(data["accumulation"])
        given = (event.name, event.t, event.state, event.after, event.impulses)
        return cls(*given, str(data["point"]), str(data["what"]), float(data["work"]), end, tuple(parts))


@dataclass(frozen=True, eq=False)
class NativeEvents:
    """Events decided in native code, as arrays: time, number, states before and after, impulses."""

    guards: Any
    """What native code watches."""

    records: Vector
    rows: DiscreteRows
    """What states in records are, which may have values that events set behind them."""

    tau: Vector
    p: Mapping[str, float]

    @property
    def _size(self) -> int:
        """Numbers of a state, and values behind it."""
        return self.rows.dynamics.n_states + len(self.rows.names)

    @property
    def name(self) -> str:
        """The name of the last event, for messages."""
        return self[-1].name if len(self) else "meets"

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self.records) else 0

    @cached_property
    def _modes(self) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        """Modes of all points before and after each record (n, points)."""
        system = self.guards.system
        places = [2 + system.z_start + point.states["mode"] for point in system.points]
        before, after = (
            np.rint(self.records[:, [k + shift for k in places]]).astype(int) for shift in (0, self._size)
        )
        return before, after

    @cached_property
    def _impulses(self) -> Vector:
        """Impulses that decisions recorded, point by point (n, points, 1 + tangents); zero of others."""
        layout = self.guards.decide.layout
        return self._told("impulses").reshape(-1, layout.n, layout.shape.width)

    def _told(self, name: str) -> Vector:
        """A field of the records of decisions, by name."""
        fields, start = self.guards.decide.layout.record, 2 + 2 * self._size
        first = start + fields.starts[name]
        return self.records[:, first : first + fields.sizes[name]]

    @cached_property
    def _ends(self) -> NDArray[np.int_]:
        """How many events there are up to each record: a decision may be several, or none."""
        numbers = self.records[:, 1].astype(np.int64)
        counts = np.ones(len(numbers), dtype=np.int64)
        if self.guards.decide is not None:
            before, after = self._modes
            is_decision = ~self.guards.are_bounces[numbers]
            is_slip = self._ends_slip(numbers)
            struck = (self._impulses != 0.0).any(axis=2).sum(axis=1)
            own = np.minimum(struck, 1) + (before != after).sum(axis=1)
            own += (is_slip & self._turns(numbers)) + (self._told("until") != 0.0).sum(axis=1)
            counts = np.where(is_decision, own, counts)
        if len(numbers):
            counts = np.where(self._is_undecided(numbers), 0, counts)
        return np.cumsum(counts)

    def _ends_slip(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether records are about an end of slip: of what creeps also where a load is held again."""
        kinds, creeps = numbers % len(GUARD_KINDS), [p.rows.creep is not None for p in self.guards.system.points]
        holds_again = np.array(creeps)[numbers // len(GUARD_KINDS)] & (kinds == GUARD_KINDS.index("force"))
        return np.asarray((kinds == GUARD_KINDS.index("slip")) | holds_again)

    def _is_undecided(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Records after which it is still open what happens."""
        system = self.guards.system
        start = 2 + self._size + system.z_start
        places = [start + point.states["undecided"] for point in system.points]
        own = self.records[np.arange(len(numbers)), np.array(places)[numbers // len(GUARD_KINDS)]]
        return np.asarray(own > 0.5)

    def _turns(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether the point of each record slides on to the other side."""
        before, after = self._modes
        own, rows = numbers // len(GUARD_KINDS), np.arange(len(numbers))
        system = self.guards.system
        start, n = 2 + system.z_start, self._size
        # where the direction stands of points that slip to and fro; any place of the others
        places = [start + p.states[system.along(p) if len(p.tangents) == 1 else "mode"] for p in system.points]
        is_plane = np.array([len(point.tangents) == 1 for point in system.points])
        ways = self.records[rows, np.array(places)[own]] * self.records[rows, n + np.array(places)[own]]
        return np.asarray((before[rows, own] == 1) & (after[rows, own] == 1) & is_plane[own] & (ways < 0.0))

    def impacts(self) -> list[tuple[float, str]]:
        """Times of impacts, and of which points."""
        system, numbers = self.guards.system, self.records[:, 1].astype(np.int64)
        is_struck = np.zeros((len(numbers), len(system.points)), dtype=bool)
        if self.guards.decide is not None:
            is_slip = self._ends_slip(numbers)
            is_struck = (self._impulses != 0.0).any(axis=2) & ~is_slip[:, None]
        are_bounces = self.guards.are_bounces[numbers]
        is_struck[are_bounces] = False
        is_struck[are_bounces, numbers[are_bounces] // len(GUARD_KINDS)] = True
        return [(float(self.records[i, 0]), system.points[k].name) for i, k in np.argwhere(is_struck)]

    def changes(self) -> list[tuple[float, tuple[int, ...]]]:
        """Times from which all points have other modes."""
        before, after = self._modes
        own = (before != after).any(axis=1)
        times, modes = self.records[own, 0].tolist(), after[own].tolist()
        return [(t, tuple(row)) for t, row in zip(times, modes, strict=True)]

    def __getitem__(self, k: int) -> ContactEvent:
        k = k + len(self) if k < 0 else k
        i = int(np.searchsorted(self._ends, k, side="right"))
        number = int(self.records[i, 1])
        if self.guards.is_decision(number):
            return self._decided(i, number)[k - (int(self._ends[i - 1]) if i else 0)]
        return self._single(self.records[i])

    def _decided(self, i: int, number: int) -> list[ContactEvent]:
        """Events of a decision: impacts or stops of slip, then points that turn or change their modes."""
        system, row = self.guards.system, self.records[i]
        t, (before, after) = float(row[0]), self._states(row)
        own, work = self.guards.point_of(number), float(self._told("work")[i, 0])
        ends: dict[str, float] = {}
        is_slip = bool(self._ends_slip(np.array([number]))[0])
        what = "jams" if self._told("jams")[i, 0] else "stops" if is_slip else "impact"
        struck = [
            ContactChange(point.name, what, self._by_row(point, impulses))
            for point, impulses in zip(system.points, self._impulses[i], strict=True)
            if impulses.any()
        ]
        own_rows = [p.own_rows if p.normal is not None else (-1, *p.tangents) for p in system.points]
        along = {
            k: float(x)
            for rows, impulses in zip(own_rows, self._impulses[i], strict=True)
            for k, x in zip(rows, impulses, strict=False)
            if k >= 0
        }
        blows = struck_together(struck, self._reactions(row, along), work, system.contact_names)
        if what == "stops":
            blows = tuple(replace(blow, point=own.name, parts=()) for blow in blows)
        told: list[tuple[Any, str, dict[str, float]]] = []
        for k, (point, until) in enumerate(zip(system.points, self._told("until")[i].tolist(), strict=True)):
            if until:
                impulse = self._told("rest")[i, k : k + 1]
                told.append((point, "comes to rest", self._by_row(point, impulse)))
                ends[point.name] = until
        if is_slip and self._turns(self.records[:, 1].astype(np.int64))[i]:
            told.append((own, "turns", {}))
        modes = zip(system.points, *(one[i] for one in self._modes), strict=True)
        told += [(point, point.event_word(new), {}) for point, old, new in modes if old != new]
        found = [event_of(blow, t, before, after) for blow in blows]
        before, work = (after, 0.0) if found else (before, work)
        for point, what, impulses in told:
            name = f"{point.name} {what}"
            until = ends.get(point.name) if what == "comes to rest" else None
            found.append(ContactEvent(name, t, before, after, impulses, point.name, what, work, until))
            before, work = after, 0.0
        return found

    def _reactions(self, row: Vector, impulses: Mapping[int, float]) -> dict[str, float]:
        """Impulses of rows that always hold, beside those of others by their numbers."""
        system = self.guards.system
        rows = system.dynamics.equations.rows
        if not system.bilateral or not any(impulses.values()):
            return {}
        along = np.zeros(len(rows))
        along[list(impulses)] = list(impulses.values())
        found = system.at(float(row[0]), *self._before(row)).reactions(along)
        return {rows[k].name: y for k, y in found.items()}

    def _by_row(self, point: Any, impulses: Vector) -> dict[str, float]:
        rows = self.guards.system.dynamics.equations.rows
        places = [point.normal, *point.tangents]
        return {rows[k].name: float(x) for k, x in zip(places, impulses, strict=False) if k is not None}

    def _states(self, row: Vector) -> tuple[State, State]:
        """States before and after a record."""
        n, t = self._size, float(row[0])
        before, after = (self.rows.state(t, row[2 + k * n : 2 + (k + 1) * n], self.tau, self.p) for k in (0, 1))
        return before, after

    def _before(self, row: Vector) -> tuple[Vector, Vector, Mapping[str, float]]:
        """State, inputs and parameters before a record."""
        own = row[None, 2 : 2 + self._size]
        p = {name: float(x[0]) for name, x in self.rows.parameters(own).items()}
        return self.rows.states(own)[0], self.rows.inputs(own, self.tau)[0], {**self.p, **p}

    def _single(self, row: Vector) -> ContactEvent:
        """The event of a single point."""
        system, point, n, t = self.guards.system, self.guards.point_of(int(row[1])), self._size, float(row[0])
        before, after = self._states(row)
        if not self.guards.is_bounce(int(row[1])):
            old, new = (point.mode(row[2 + k * n + system.z_start :]) for k in (0, 1))
            what = "turns" if old == new else point.event_word(new)
            return ContactEvent(f"{point.name} {what}", t, before, after, {}, point.name, what)
        impulse, e = system.impulse_of(point, row[2 + 2 * n :]), number_with(point.law.restitution, self.p)
        work = 0.5 * impulse * system.approach(point, t, *self._before(row)) * (1.0 - e)
        assert point.normal is not None
        impulses = {system.dynamics.equations.rows[point.normal].name: impulse}
        impulses |= self._reactions(row, {point.normal: impulse})
        return ContactEvent(f"{point.name} impact", t, before, after, impulses, point.name, "impact", work, None)


@dataclass(frozen=True, eq=False, repr=False)
class ContactEvents(Sequence[EventRecord]):
    """Events of a run with contacts; those of native code are made when they are asked for."""

    parts: tuple[EventRecord | NativeEvents, ...]

    @cached_property
    def _starts(self) -> list[int]:
        sizes = [len(part) if isinstance(part, NativeEvents) else 1 for part in self.parts]
        return [0, *accumulate(sizes)]

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, which: int) -> EventRecord: ...

    @overload
    def __getitem__(self, which: slice) -> tuple[EventRecord, ...]: ...

    def __getitem__(self, which: int | slice) -> Any:
        if isinstance(which, slice):
            return tuple(self[k] for k in range(*which.indices(len(self))))
        k = which + len(self) if which < 0 else which
        if not 0 <= k < len(self):
            raise IndexError(f"there is no event {which} among {len(self)}")
        i = bisect_right(self._starts, k) - 1
        part = self.parts[i]
        event = part[k - self._starts[i]] if isinstance(part, NativeEvents) else part
        if isinstance(event, ContactEvent) and event.accumulation is not None:
            return self._with_end(event)
        return event

    @cached_property
    def _impacts(self) -> list[tuple[float, str]]:
        """Times of all impacts, and of which points."""
        found: list[tuple[float, str]] = []
        for part in self.parts:
            if isinstance(part, NativeEvents):
                found += part.impacts()
            elif isinstance(part, ContactEvent) and part.what == "impact":
                found += [(part.t, one.point) for one in part.parts or (part,)]
        return found

    def _with_end(self, event: ContactEvent) -> ContactEvent:
        """The event where another point was struck too: flights of both together tell when impacts end."""
        struck = {point for t, point in self._impacts if t == event.t}
        if not struck or event.point in struck:
            return event
        times = {t for t, point in self._impacts if t <= event.t and point in {*struck, event.point}}
        end = end_of_impacts(np.array(sorted(times)))
        return event if end is None else replace(event, accumulation=end)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        names = dict.fromkeys(str(part.name) for part in self.parts)
        return f"<{len(self)} events: {', '.join(names)}>"


def event_of(one: ContactChange, t: float, before: State, after: State) -> ContactEvent:
    """A change of a contact as an event."""
    return ContactEvent(
        f"{one.point} {one.what}",
        t,
        before,
        after,
        dict(one.impulses),
        one.point,
        one.what,
        one.work,
        one.accumulation,
        tuple(event_of(part, t, before, after) for part in one.parts),
    )


SHARED = 12
"""Impacts, shared by points, from which on their times tell when they end."""


def end_of_impacts(times: Vector) -> float | None:
    """When impacts at ever shorter distances come to their end; None if their times do not tell.

    By Aitken's process over every other one, as two points may take turns. Long flights are no geometric series
    yet, and short ones are rounding: estimates count where four in a row are nearest to each other.
    """
    if len(times) < SHARED:
        return None
    first, second, third = times[:-4], times[2:-2], times[4:]
    ratio = (third - second) / (second - first)
    with np.errstate(divide="ignore"):
        ends = third + (third - second) * ratio / (1.0 - ratio)
    ends = np.where(ratio < 1.0, ends, np.inf)
    with np.errstate(invalid="ignore"):
        spreads = np.ptp(np.lib.stride_tricks.sliding_window_view(ends, 4), axis=1)
    if not np.isfinite(spreads).any():
        return None
    best = int(np.nanargmin(np.where(np.isfinite(spreads), spreads, np.inf)))
    return max(float(ends[best + 3]), float(times[-1]))


def phases(
    points: Sequence[ContactRows], changes: Sequence[tuple[float, Sequence[int]]], end: float
) -> tuple[Interval, ...]:
    """Intervals of points, and of contacts with several points.

    `changes` are times from which all points have these modes. A contact is open if all of its points are, and
    sticks if none slips.
    """
    if not changes:
        return ()
    contacts: dict[str, list[int]] = {}
    for k, point in enumerate(points):
        contacts.setdefault(point.contact, []).append(k)
        contacts.setdefault(point.name, [k])
    ends = [*(t for t, _ in changes[1:]), end]
    lasting = [x for x, until in zip(changes, ends, strict=True) if until > x[0] or len(changes) == 1]
    found: list[Interval] = []
    for name, own in contacts.items():
        words = points[own[0]].mode_words
        labels = [words[_together([modes[k] for k in own])] for _, modes in lasting]
        news = [i for i, word in enumerate(labels) if i == 0 or word != labels[i - 1]]
        times = [*(lasting[i][0] for i in news), end]
        found += [Interval(name, times[k], times[k + 1], labels[i]) for k, i in enumerate(news)]
    return tuple(found)


def _together(modes: Sequence[int]) -> int:
    """Mode of a contact whose points have these modes."""
    return min((mode for mode in modes if mode != 0), default=0)
