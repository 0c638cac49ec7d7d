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
    """`impact`, `opens`, `slides`, `turns`, `sticks`, `stops` (slip in space), `comes to rest` (after impacts)."""

    work: float = 0.0
    """½ Λ · (v⁺ + v⁻) of all impulses at this instant, told once: never positive."""

    accumulation: float | None = None
    """When infinitely many impacts would have come to their end."""


@dataclass(frozen=True, eq=False)
class Bounces:
    """Impacts that native code did, as rows of numbers: time, number, states before and after, impulses."""

    system: Any
    """The system with contacts."""

    records: Vector
    tau: Vector
    p: Mapping[str, float]

    @property
    def name(self) -> str:
        """What happened, for messages."""
        return self[-1].name

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, k: int) -> ContactEvent:
        row, dynamics = self.records[k], self.system.dynamics
        n, t = dynamics.n_states, float(row[0])
        point = self.system.point_of(int(row[1]))
        before, after = (dynamics.state(t, x, self.tau, self.p) for x in (row[2 : 2 + n], row[2 + n : 2 + 2 * n]))
        impulse, e = self.system.impulse_of(point, row[2 + 2 * n :]), point.law.restitution
        speed = self.system.approach(point, t, row[2 : 2 + n], self.tau, self.p)
        work = 0.5 * impulse * speed * (1.0 - e)
        name = dynamics.equations.rows[point.normal].name
        return ContactEvent(
            f"{point.name} impact", t, before, after, {name: impulse}, point.name, "impact", work, None
        )


@dataclass(frozen=True, eq=False, repr=False)
class ContactEvents(Sequence[Occurrence]):
    """Events of a run with contacts; bounces are made when they are asked for."""

    parts: tuple[Occurrence | Bounces, ...]

    @cached_property
    def _starts(self) -> list[int]:
        sizes = [len(part) if isinstance(part, Bounces) else 1 for part in self.parts]
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
        return part[k - self._starts[i]] if isinstance(part, Bounces) else part

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
