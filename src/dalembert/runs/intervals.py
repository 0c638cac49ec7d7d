"""Named intervals of a run: phases of contacts, passages, modes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dalembert.errors import ModelError
from dalembert.name_checks import closest


@dataclass(frozen=True)
class Interval:
    """From one time to another, something has a label: a row is `on`, a contact is `sticking`."""

    name: str
    start: float
    end: float
    label: str


def phases_of(intervals: Sequence[Interval], name: str) -> list[tuple[float, float, str]]:
    """From, to, and label of each interval of a name."""
    known = dict.fromkeys(interval.name for interval in intervals)
    if name not in known:
        raise ModelError(f"the motion has no intervals of {name!r}; {closest(name, known)}")
    return [(x.start, x.end, x.label) for x in intervals if x.name == name]


def merged(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The intervals, where neighbours of one name and label are one."""
    found: dict[str, list[Interval]] = {}
    for interval in intervals:
        own = found.setdefault(interval.name, [])
        if own and own[-1].label == interval.label and own[-1].end == interval.start:
            own[-1] = Interval(interval.name, own[-1].start, interval.end, interval.label)
        else:
            own.append(interval)
    return tuple(interval for own in found.values() for interval in own)
