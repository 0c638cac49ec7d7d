"""What happened to contacts along a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.intervals import Interval, merged
from dalembert.occurrences import Occurrence

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


def phases(
    points: Sequence[tuple[str, str]], changes: Sequence[tuple[float, Sequence[int]]], end: float
) -> tuple[Interval, ...]:
    """Intervals of points, given as names of point and contact, and of contacts with several points.

    `changes` are times from which all points have these modes. A contact is open if all of its points are, and
    sticks if none slides.
    """
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
