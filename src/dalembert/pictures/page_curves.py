"""Signals of a motion for the page: as many as size allows, long ones by the least and most of each bucket."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import DalembertError
from dalembert.expr.node import Scalar
from dalembert.pictures.scene import Instants
from dalembert.runs.motion import Motion

LONGEST = 4000
"""Samples of a curve beyond which buckets are kept."""

MOST_SIGNALS = 400
MOST_NUMBERS = 1_200_000
"""Limits of a page: signals, and numbers of all of them."""

AT_ONCE = 4_000_000
"""Numbers that are computed at a time."""


@dataclass(frozen=True, eq=False)
class Curves:
    """Signals (k, n) at times (n,), with their names and units, and what a reader should know about them."""

    times: Vector
    names: tuple[str, ...]
    units: tuple[str, ...]
    values: Vector
    told: str = ""
    """A remark that buckets were kept; empty if every sample is there."""

    n_left_out: int = 0
    """How many signals of the motion are not here."""

    @property
    def left_out(self) -> str:
        """Words about signals that were left out; empty if none was."""
        if not self.n_left_out:
            return ""
        return f"{self.n_left_out} further signals were left out to keep the page small; da.plot shows them"

    def first(self, n: int) -> Curves:
        """The first n of them."""
        dropped = self.n_left_out + len(self.names) - n
        return replace(
            self, names=self.names[:n], units=self.units[:n], values=self.values[:n], n_left_out=dropped
        )


def curves(
    motion: Motion,
    wanted: Mapping[str, Scalar] | None = None,
    wanted_units: Mapping[str, str] | None = None,
    more: Sequence[str] | None = None,
) -> Curves:
    """Signals of a motion: the wanted ones, expressions by label, then more of them, all unless they are named."""
    outputs = dict(wanted or {})
    signals = motion.dynamics.solved.signals
    bucket = bucket_size(len(motion))
    n_samples = len(motion) if bucket == 1 else 2 * -(-len(motion) // bucket)
    most = max(len(outputs) + 8, min(MOST_SIGNALS, MOST_NUMBERS // max(n_samples, 1)))
    names = [name for name in (by_interest(motion) if more is None else more) if name not in outputs]
    chosen = names[: max(0, most - len(outputs))]
    histories, failed = _values(motion, outputs, chosen, bucket)
    units = {name: (wanted_units or {}).get(name) or signals.units.get(name, "") for name in histories}
    left = len(names) - len(chosen) + len(failed)
    told = f"least and most of {bucket} samples each" if bucket > 1 else ""
    times = motion.times if bucket == 1 else _bucket_times(motion.times, bucket)
    values = np.array(list(histories.values())).reshape(len(histories), len(times))
    return Curves(times, tuple(histories), tuple(units.values()), values, told, left)


def by_interest(motion: Motion) -> list[str]:
    """Names of signals: states, energies, accelerations, reactions, bodies, all others."""
    signals = motion.dynamics.solved.signals
    states = dict.fromkeys(name for name in motion.names if name in signals)
    rest = [name for name in signals if name not in states]
    return [*states, *sorted(rest, key=signals.kinds.__getitem__)]


def bucket_size(n: int) -> int:
    """Samples that are kept as their least and most; 1 if every sample is kept."""
    return 1 if n <= LONGEST else -(-2 * n // LONGEST)


def _values(
    motion: Motion, outputs: Mapping[str, Scalar], names: Sequence[str], bucket: int
) -> tuple[dict[str, Vector], list[str]]:
    """Values by name, and names of signals that have none."""
    states = {name: motion.states[:, k] for k, name in enumerate(motion.names)}
    histories = {name: _reduced(states[name], bucket) for name in names if name in states}
    expressions, failed = dict(outputs), []
    for name in names:
        if name not in states:
            try:
                expressions[name] = motion.dynamics.solved.signal(name)
            except DalembertError:
                failed.append(name)
    # all in one array, so that what they have in common is looked at once
    together = np.array(list(expressions.values()), dtype=object)
    parts = [np.zeros((len(expressions), 0))]
    for part in _pieces(motion, bucket, len(expressions)) if expressions else ():
        values = np.broadcast_to(np.asarray(part.evaluate(together), dtype=float), (len(part), len(expressions)))
        parts.append(np.array([_reduced(row, bucket) for row in values.T]))
    # the order of interest again
    histories |= dict(zip(expressions, np.concatenate(parts, axis=1), strict=True))
    return {name: histories[name] for name in (*outputs, *names) if name in histories}, failed


def _pieces(motion: Motion, bucket: int, count: int) -> Iterator[Motion]:
    """The motion in pieces of whole buckets that fit into memory."""
    length = max(bucket, AT_ONCE // max(count, 1) // bucket * bucket)
    for start in range(0, len(motion), length):
        yield some_samples(motion, slice(start, start + length))


def some_samples(motion: Motion, samples: Instants) -> Motion:
    """The motion at some of its times, by a slice or by numbers."""
    return replace(
        motion, times=motion.times[samples], states=motion.states[samples], inputs=motion.inputs[samples]
    )


def _reduced(values: Vector, bucket: int) -> Vector:
    """Least and most of each bucket in the order in which they come; the values themselves for buckets of one."""
    if bucket == 1:
        return np.array(values, dtype=float)
    n = len(values)
    padded = np.concatenate([values, np.full(-n % bucket, values[-1])]).reshape(-1, bucket)
    holes = ~np.isfinite(padded)
    least, most = (
        np.argmin(np.where(holes, np.inf, padded), axis=1),
        np.argmax(np.where(holes, -np.inf, padded), axis=1),
    )
    rows = np.arange(len(padded))
    pairs = np.stack([padded[rows, np.minimum(least, most)], padded[rows, np.maximum(least, most)]], axis=1)
    return np.asarray(pairs.ravel(), dtype=float)


def _bucket_times(times: Vector, bucket: int) -> Vector:
    """The start and the middle of each bucket."""
    starts = np.arange(0, len(times), bucket)
    middles = np.minimum(starts + bucket // 2, len(times) - 1)
    return np.stack([times[starts], times[middles]], axis=1).ravel()


def first_shown(motion: Motion, shown: Curves) -> list[str]:
    """Curves that are shown before anybody asks: a few coordinates that move, and energies."""
    eom = motion.dynamics.equations
    units = dict(zip(shown.names, shown.units, strict=True))
    with_unit = [name for name in _moving(shown) if units[name]]
    moving = [x for x in with_unit if x in eom.coordinates] or [x for x in with_unit if x in eom.speeds]
    kinds = list(dict.fromkeys(units[name] for name in moving))[:2]
    if not moving:
        moving, kinds = [name for name in with_unit if ".position." in name], ["m"]
    chosen = [name for kind in kinds for name in [x for x in moving if units[x] == kind][:3]]
    return [*chosen, *(name for name in ("energy", "kinetic energy", "potential energy") if name in units)]


def _moving(shown: Curves) -> Iterable[str]:
    for name, row in zip(shown.names, shown.values, strict=True):
        finite = row[np.isfinite(row)]
        if finite.size and np.ptp(finite) > 1e-9 * max(1.0, float(np.abs(finite).max())):
            yield name
