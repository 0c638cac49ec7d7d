"""Motions of a batch: one block of numbers, of which each motion is a view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import Dynamics
from dalembert.motion import Motion
from dalembert.solvers.integration import IntegrationResult
from dalembert.state import checked_names

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Motions(Sequence[Motion]):
    """Motions from many starts: `motions[3]` is one of them, made when it is asked for.

    `motions["elbow"]` is a coordinate or a speed in all of them, (N, T), and `states` are all of these, (N, T, n).
    Rows that a motion did not reach are not a number there.
    """

    dynamics: Dynamics
    times: Vector
    """Times of output; (T,)."""

    states: Vector
    """q, u and z one after the other; (N, T, n)."""

    make: Callable[[int], Motion]
    """One of the motions, by its number."""

    others: Mapping[int, Motion] = field(default_factory=dict)
    """Those that are not what the block alone says: they stopped, or passed a singular position."""

    @classmethod
    def of(
        cls,
        dynamics: Dynamics,
        result: IntegrationResult,
        make: Callable[[int], Motion],
        others: Mapping[int, Motion],
    ) -> Motions:
        """What became of many starts; rows of the others are put into the block."""
        for k, motion in others.items():
            _put(motion, result.times, result.states[k])
        return cls(dynamics, result.times, result.states, make, others)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the states."""
        eom = self.dynamics.equations
        return (*eom.coordinates, *eom.speeds, *eom.states)

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[Motion]:
        return (self._motion(k) for k in range(len(self)))

    def __repr__(self) -> str:
        return f"<Motions of {len(self.names)} states: {len(self)} of up to {len(self.times)} rows>"

    @overload
    def __getitem__(self, which: int) -> Motion: ...

    @overload
    def __getitem__(self, which: slice) -> list[Motion]: ...

    @overload
    def __getitem__(self, which: str) -> Vector: ...

    def __getitem__(self, which: int | slice | str) -> Any:
        if isinstance(which, str):
            checked_names([which], self.names, "coordinate or speed")
            return self.states[:, :, self.names.index(which)]
        if isinstance(which, slice):
            return [self._motion(k) for k in range(*which.indices(len(self)))]
        if not -len(self) <= which < len(self):
            raise IndexError(f"there is no motion {which} among {len(self)}")
        return self._motion(which % len(self))

    def _motion(self, k: int) -> Motion:
        found = self.others.get(k)
        return self.make(k) if found is None else found


def _put(motion: Motion, times: Vector, block: Vector) -> None:
    """Write the rows of a motion to where their times are."""
    rows = {t: x for t, x in zip(motion.times.tolist(), motion.states.copy(), strict=True)}
    for k, t in enumerate(times.tolist()):
        block[k] = rows.get(t, np.nan)
