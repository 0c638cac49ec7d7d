"""Motions of a batch: one block of numbers, of which each motion is a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.runs.course import Course
from dalembert.runs.event_records import DiscreteRows
from dalembert.runs.motion import Motion

_AT_ONCE = 1 << 15
"""Rows of all motions that are evaluated in one call."""


@dataclass(frozen=True, eq=False, repr=False)
class Motions(Sequence[Motion]):
    """Motions from many starts: `motions[3]` is one of them, made when it is asked for.

    `motions["elbow"]` is a coordinate, a speed or any other signal in all of them, (N, T), and `states` are all
    coordinates, speeds and state variables, (N, T, n). Rows that a motion did not reach are not a number there.
    """

    dynamics: Dynamics
    times: Vector
    """Times of output; (T,)."""

    states: Vector
    """q, u and z one after the other; (N, T, n)."""

    inputs: Vector
    """Inputs of each, (N, n_tau), or in each row, (N, T, n_tau)."""

    parameters: Mapping[str, Any]
    """Parameters of all: numbers, arrays (N,) where motions differ in them, or (N, T) where events set them."""

    make: Callable[[int], Motion]
    """One of the motions, by its number."""

    others: Mapping[int, Motion] = field(default_factory=dict)
    """Motions that are more than the block says: they stopped, or passed a singular position."""

    failed: frozenset[int] = frozenset()
    """Numbers of the motions that could not go on to the end: their `termination` says why."""

    @classmethod
    def of(cls, course: Course, others: Mapping[int, Motion]) -> Motions:
        """Motions of a course; samples of the others are put into the block."""
        ready, times, states = course.ready, course.departure.times, course.outputs
        for k, motion in others.items():
            _put(motion, times, states[k][:, : ready.dynamics.n_states])
        parameters, inputs = _parameters(ready), course.extra[0][:, : ready.tau.shape[1]]
        if course.rows.names or len(course.borders) > 2:
            tau = np.stack([course.inputs_at(k, times) for k in range(len(course))])
            states, inputs, discrete = _split(course.rows, states, tau)
            parameters |= discrete
        return cls(ready.dynamics, times, states, inputs, parameters, course.motion, others)

    @classmethod
    def one_by_one(cls, motions: Sequence[Motion], times: Vector) -> Motions:
        """Motions that were made one by one, at rising times of output."""
        states = np.full((len(motions), len(times), motions[0].states.shape[1]), np.nan)
        for block, motion in zip(states, motions, strict=True):
            is_asked = np.isin(motion.times, times)
            block[np.searchsorted(times, motion.times[is_asked])] = motion.states[is_asked]
        names = {name for motion in motions for name in motion.parameters}
        p = {name: np.array([motion.parameters[name] for motion in motions]) for name in names}
        inputs = np.array([motion.inputs[0] for motion in motions])
        return cls(motions[0].dynamics, times, states, inputs, p, motions.__getitem__)

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
            p = {name: _of_cases(x, cases) if np.ndim(x) else x for name, x in self.parameters.items()}
            tau = self.inputs[cases, None] if self.inputs.ndim == 2 else self.inputs[cases]
            arguments = {"t": self.times, **own, "tau": tau}
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


def _of_cases(values: Vector, cases: Any) -> Vector:
    """A parameter in some motions: a number for each, or one for each row."""
    return values[cases, None] if values.ndim == 1 else values[cases]


def _parameters(ready: Starts) -> dict[str, Any]:
    common, varying, own = ready.parameters
    return {**common, **dict(zip(varying, own.T, strict=True))}


def _split(rows: DiscreteRows, numbers: Vector, tau: Vector) -> tuple[Vector, Vector, dict[str, Vector]]:
    """States (N, T, n), inputs (N, T, n_tau) and what else events change (N, T), from rows of all together."""
    N, T = numbers.shape[:2]
    flat = numbers.reshape(N * T, -1)
    inputs = np.array(np.broadcast_to(tau, (N, T, tau.shape[2]))).reshape(N * T, -1)
    n, names = rows.dynamics.n_states, rows.dynamics.equations.inputs
    for k, name in enumerate(rows.names, n):
        if name in names:
            inputs[:, names.index(name)] = flat[:, k]
    discrete = {name: x.reshape(N, T) for name, x in rows.parameters(flat).items()}
    return numbers[:, :, :n], inputs.reshape(N, T, -1), discrete


def _put(motion: Motion, times: Vector, block: Vector) -> None:
    """Write the states of a motion to the rows of their times."""
    _put_rows(motion.times, motion.states.copy(), times, block)


def _put_rows(at: Vector, values: Vector, times: Vector, block: Vector) -> None:
    """Write values at some times to the rows of these; other rows are not a number."""
    rows = dict(zip(at.tolist(), values, strict=True))
    for k, t in enumerate(times.tolist()):
        block[k] = rows.get(t, np.nan)
