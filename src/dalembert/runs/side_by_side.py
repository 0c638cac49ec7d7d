"""Motions from many starts of which most are rows of numbers until somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, overload

import numpy as np

from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.runs.course import Ended
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions


class SideBySide(Sequence[Ended]):
    """Motions and why they failed, if they did; those that came to their end are made when they are asked for."""

    def __init__(
        self,
        dynamics: Dynamics,
        make: Sequence[Callable[[], Ended]],
        others: Mapping[int, Ended],
        times: Vector,
        rows: tuple[Sequence[int], Vector],
        given: Sequence[tuple[Vector, Mapping[str, float]]],
    ) -> None:
        self.dynamics, self.times = dynamics, times
        self.others = sorted(others)
        """Numbers of the motions that are made."""
        self._make, self._made, self._rows, self._given = make, dict(others), rows, given

    def __len__(self) -> int:
        return len(self._make)

    @overload
    def __getitem__(self, which: int) -> Ended: ...

    @overload
    def __getitem__(self, which: slice) -> list[Ended]: ...

    def __getitem__(self, which: int | slice) -> Ended | list[Ended]:
        if isinstance(which, slice):
            return [self[k] for k in range(*which.indices(len(self)))]
        if which not in self._made:
            self._made[which] = self._make[which]()
        return self._made[which]

    def __iter__(self) -> Iterator[Ended]:
        return (self[k] for k in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        # numbers of a run cannot be copied without what made them
        return list, (list(self),)

    def motions(self, others: Mapping[int, Motion], times: Vector) -> Motions:
        """All motions at rising times of output, of which some are known."""
        states = np.full((len(self), len(times), self.dynamics.n_states), np.nan)
        numbers, rows = self._rows
        states[np.ix_(np.array(numbers, dtype=np.intp), np.searchsorted(times, self.times))] = rows
        inputs, parameters = (list(x) for x in zip(*self._given, strict=True))
        for k, motion in others.items():
            is_asked = np.isin(motion.times, times)
            states[k] = np.nan
            states[k, np.searchsorted(times, motion.times[is_asked])] = motion.states[is_asked]
            inputs[k], parameters[k] = motion.inputs[0], motion.parameters
        names = {name for p in parameters for name in p}
        p = {name: np.array([one[name] for one in parameters]) for name in names}
        return Motions(self.dynamics, times, states, np.array(inputs), p, partial(_motion, self), others)


def _motion(all: Sequence[Ended], k: int) -> Motion:
    return all[k][0]
