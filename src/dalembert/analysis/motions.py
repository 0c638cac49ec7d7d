"""Motions of a batch: one block of numbers, of which each motion is a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from dalembert.analysis.runs import Runs
from dalembert.dynamics import Dynamics
from dalembert.motion import Motion

Vector = NDArray[np.float64]

_AT_ONCE = 1 << 15
"""Rows of all motions that are evaluated in one call."""


@dataclass(frozen=True, eq=False, repr=False)
class Motions(Sequence[Motion]):
    """Motions from many starts: `motions[3]` is one of them, made when it is asked for.

    `motions["elbow"]` is a coordinate, a speed or any other signal in all of them, (N, T), and `states` are all
    coordinates, speeds and integrals, (N, T, n). Rows that a motion did not reach are not a number there.
    """

    dynamics: Dynamics
    times: Vector
    """Times of output; (T,)."""

    states: Vector
    """q, u and z one after the other; (N, T, n)."""

    inputs: Vector
    """Inputs of each; (N, n_tau)."""

    parameters: Mapping[str, Any]
    """Parameters of all, numbers or, where motions differ in them, arrays (N,)."""

    make: Callable[[int], Motion]
    """One of the motions, by its number."""

    others: Mapping[int, Motion] = field(default_factory=dict)
    """Those that are not what the block alone says: they stopped, or passed a singular position."""

    @classmethod
    def of(cls, runs: Runs, others: Mapping[int, Motion]) -> Motions:
        """What became of many starts; rows of the others are put into the block."""
        ready, result = runs.ready, runs.result
        for k, motion in others.items():
            _put(motion, result.times, result.states[k])
        common, varying, own = ready.parameters
        parameters = {**common, **dict(zip(varying, own.T, strict=True))}
        return cls(ready.dynamics, result.times, result.states, ready.tau, parameters, runs.motion, others)

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
            if which in self.names:
                return self.states[:, :, self.names.index(which)]
            return self.signals([which])[which]
        if isinstance(which, slice):
            return [self._motion(k) for k in range(*which.indices(len(self)))]
        if not -len(self) <= which < len(self):
            raise IndexError(f"there is no motion {which} among {len(self)}")
        return self._motion(which % len(self))

    def signals(self, names: Iterable[str]) -> dict[str, Vector]:
        """Several signals in all motions at once, each (N, T)."""
        return dict(self.evaluate({name: self.dynamics.solved.signal(name) for name in names}))

    def evaluate(self, outputs: Any) -> Any:
        """An expression of measures in all motions at once, (N, T, …), or a dict of them."""
        if not isinstance(outputs, Mapping):
            return self.evaluate({"value": outputs})["value"]
        eom = self.dynamics.equations
        q, u, z = np.split(self.states, np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=2)
        blocks = []
        # so many at once as caches hold
        for cases in np.array_split(np.arange(len(self)), max(1, q[..., 0].size // _AT_ONCE)):
            own = {name: x[cases] for name, x in (("q", q), ("u", u), ("z", z))}
            p = {name: x[cases, None] if np.ndim(x) else x for name, x in self.parameters.items()}
            arguments = {"t": self.times, **own, "tau": self.inputs[cases, None]}
            blocks.append(self.dynamics.evaluate_many(outputs, arguments, p))
        found = {name: np.concatenate([block[name] for block in blocks]) for name in outputs}
        # those that went on by other means may have other rows left out
        for k, motion in self.others.items():
            for name, y in motion.evaluate(outputs).items():
                _put_rows(motion.times, y, self.times, found[name][k])
        return found

    def _motion(self, k: int) -> Motion:
        found = self.others.get(k)
        return self.make(k) if found is None else found


def _put(motion: Motion, times: Vector, block: Vector) -> None:
    """Write the states of a motion to the rows of their times."""
    _put_rows(motion.times, motion.states.copy(), times, block)


def _put_rows(at: Vector, values: Vector, times: Vector, block: Vector) -> None:
    """Write values at some times to the rows of these; other rows are not a number."""
    rows = dict(zip(at.tolist(), values, strict=True))
    for k, t in enumerate(times.tolist()):
        block[k] = rows.get(t, np.nan)
