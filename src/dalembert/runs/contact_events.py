"""What happened to contacts along a run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from dalembert.intervals import Interval, merged
from dalembert.occurrences import Occurrence

Vector = NDArray[np.float64]

WORDS = {0: "open", 1: "slides", 2: "sticks"}
"""Modes, as states of contacts have them."""


@dataclass(frozen=True)
class ContactEvent(Occurrence):
    """Something that happened to a contact; of several at one instant, the first has the state before."""

    point: str = ""
    """Name of the point of contact."""

    what: str = ""
    """`impact`, `opens`, `slides`, `turns`, `sticks`, `stops` (slip in space), `comes to rest` (after impacts) or
    `jams`."""

    work: float = 0.0
    """½ Λ · (v⁺ + v⁻) of all impulses at this instant, told once: never positive."""

    accumulation: float | None = None
    """When infinitely many impacts would have come to their end."""


@dataclass(frozen=True, eq=False)
class NativeEvents:
    """What native code did, as rows of numbers: time, number, states before and after, impulses."""

    guards: Any
    """What native code watches."""

    records: Vector
    tau: Vector
    p: Mapping[str, float]

    def __post_init__(self) -> None:
        # only the last one of a segment may have been left to a decision
        is_done = np.ones(len(self.records), dtype=bool)
        for k in range(len(self.records))[::-1]:
            if self.records[k, 0] != self.records[-1, 0]:
                break
            is_done[k] = self.guards.has_bounced(self.records[k])
        object.__setattr__(self, "records", self.records[is_done])

    @property
    def name(self) -> str:
        """What happened, for messages."""
        return self[-1].name if len(self) else "meets"

    def __len__(self) -> int:
        return len(self.records)

    def changes(self) -> list[tuple[float, tuple[int, ...]]]:
        """Times from which all points have other modes; bounces leave them as they are."""
        system = self.guards.system
        n = system.dynamics.n_states
        own = self.records[~self.guards.are_bounces[self.records[:, 1].astype(np.int64)]]
        columns = [2 + n + system.z_start + point.states["mode"] for point in system.points]
        modes = np.rint(own[:, columns]).astype(int).tolist()
        return [(t, tuple(row)) for t, row in zip(own[:, 0].tolist(), modes, strict=True)]

    def __getitem__(self, k: int) -> ContactEvent:
        row, system = self.records[k], self.guards.system
        dynamics, point = system.dynamics, self.guards.point_of(int(row[1]))
        n, t = dynamics.n_states, float(row[0])
        x = (row[2 : 2 + n], row[2 + n : 2 + 2 * n])
        before, after = (dynamics.state(t, one, self.tau, self.p) for one in x)
        if not self.guards.is_bounce(int(row[1])):
            old, new = (point.mode(one[system.z_start :]) for one in x)
            what = "turns" if old == new else WORDS[new]
            return ContactEvent(f"{point.name} {what}", t, before, after, {}, point.name, what)
        impulse, e = system.impulse_of(point, row[2 + 2 * n :]), point.law.restitution
        work = 0.5 * impulse * system.approach(point, t, x[0], self.tau, self.p) * (1.0 - e)
        name = dynamics.equations.rows[point.normal].name
        return ContactEvent(
            f"{point.name} impact", t, before, after, {name: impulse}, point.name, "impact", work, None
        )


@dataclass(frozen=True, eq=False, repr=False)
class ContactEvents(Sequence[Occurrence]):
    """Events of a run with contacts; those of native code are made when they are asked for."""

    parts: tuple[Occurrence | NativeEvents, ...]

    @cached_property
    def _starts(self) -> list[int]:
        sizes = [len(part) if isinstance(part, NativeEvents) else 1 for part in self.parts]
        return [0, *accumulate(sizes)]

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, which: int) -> Occurrence: ...

    @overload
    def __getitem__(self, which: slice) -> tuple[Occurrence, ...]: ...

    def __getitem__(self, which: int | slice) -> Any:
        if isinstance(which, slice):
            return tuple(self[k] for k in range(*which.indices(len(self))))
        k = which + len(self) if which < 0 else which
        if not 0 <= k < len(self):
            raise IndexError(f"there is no event {which} among {len(self)}")
        i = bisect_right(self._starts, k) - 1
        part = self.parts[i]
        return part[k - self._starts[i]] if isinstance(part, NativeEvents) else part

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        names = dict.fromkeys(str(part.name) for part in self.parts)
        return f"<{len(self)} events: {', '.join(names)}>"


def phases(
    points: Sequence[tuple[str, str]], changes: Sequence[tuple[float, Sequence[int]]], end: float
) -> tuple[Interval, ...]:
    """Intervals of points, given as names of point and contact, and of contacts with several points.

    `changes` are times from which all points have these modes. A contact is open if all of its points are, and
    sticks if none slides.
    """
    if not changes:
        return ()
    found = []
    contacts: dict[str, list[int]] = {}
    for k, (point, contact) in enumerate(points):
        contacts.setdefault(contact, []).append(k)
        contacts.setdefault(point, [k])
    ends = [*(t for t, _ in changes[1:]), end]
    for name, own in contacts.items():
        for (begin, modes), until in zip(changes, ends, strict=True):
            if until > begin or (len(changes) == 1):
                found.append(Interval(name, begin, until, _word([modes[k] for k in own])))
    return merged(found)


def _word(modes: Sequence[int]) -> str:
    done = set(modes) - {0}
    return WORDS[0] if not done else WORDS[1] if 1 in done else WORDS[2]
