"""Runs made again from the times of their steps, and backwards, in chunks of bounded memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.integrators.adjoint_steps import AdjointSteps, sample_weights
from dalembert.integrators.native_calls import Progress

MOST_NUMBERS = 2**23
"""Numbers of states that are kept at once: of longer runs, the states at the beginnings of chunks of steps."""

FORWARD, BACKWARD = range(2)


class NativeSteps(Protocol):
    """Native code of both directions."""

    def __call__(self, number: int, *arrays: Any, progress: Progress | None = None) -> None:
        """Run one of them."""


class RepeatedSteps(Protocol):
    """Steps of a system that can be made again."""

    @property
    def steps(self) -> AdjointSteps:
        """The method."""

    @property
    def native(self) -> NativeSteps:
        """Native code, of which the first makes steps forwards."""

    @property
    def n(self) -> int:
        """Number of states."""


@dataclass(frozen=True)
class Track:
    """Steps of a run: their times, where it begins, and what is constant."""

    times: Vector
    """Beginnings and ends of steps (K + 1,)."""

    x: Vector
    extra: Vector
    p: Vector


@dataclass(frozen=True)
class Seeds:
    """Derivatives of a number by states at some times: what its sensitivity begins with."""

    times: Vector
    by_states: Matrix
    """(T, n)."""


@dataclass(frozen=True, eq=False)
class AdjointIntegrator:
    """The steps of a method for one system, forwards and backwards."""

    steps: AdjointSteps
    native: NativeSteps
    n: int
    n_by: int
    defaults: Mapping[str, float]
    """Parameters by name, in their order, with their values unless others are given."""

    def values(self, parameters: Mapping[str, float]) -> Vector:
        """Parameters in their order; those that are not given keep their defaults."""
        return np.array([parameters.get(name, value) for name, value in self.defaults.items()], dtype=float)

    def backward(
        self,
        track: Track,
        lam: Vector,
        seeds: Seeds,
        *,
        is_one_slope: bool = False,
        progress: Progress | None = None,
    ) -> tuple[Vector, Vector, Vector]:
        """Sensitivities (n,) by the state at the beginning and (n_by,) by parameters, and sizes after each step.

        `lam` (n,) is the sensitivity by the state at the end; seeds lie between.
        """
        lam, gradient = np.array(lam, dtype=float), np.zeros(max(self.n_by, 1))
        n_steps = len(track.times) - 1
        if n_steps < 1:
            return lam, gradient[: self.n_by], np.zeros(0)
        order = np.argsort(seeds.times if track.times[-1] >= track.times[0] else -seeds.times, kind="stable")
        step, numbers = sample_weights(
            self.steps.tableau, track.times, seeds.times[order], is_one_slope=is_one_slope
        )
        chunks = Chunks(self, track, step, numbers)
        sizes, ordered = np.zeros(n_steps), seeds.by_states[order]
        for cut in reversed(range(chunks.count)):
            arrays = chunks.states(cut)
            first, last = chunks.span(cut)
            own = some_room(ordered[chunks.samples(cut)])
            self.native(BACKWARD, *arrays, lam, gradient, sizes[first:last], own, progress=progress)
        return lam, gradient[: self.n_by], sizes


@dataclass(eq=False)
class Chunks:
    """Chunks of the steps of a track; states of all stages are kept of one of them at a time."""

    integrator: RepeatedSteps
    track: Track
    step: NDArray[np.int64]
    numbers: Matrix

    def __post_init__(self) -> None:
        n_steps = len(self.track.times) - 1
        row = self.integrator.steps.n_rows * self.integrator.n
        self.length = max(1, min(n_steps, MOST_NUMBERS // row))
        self.count = -(-n_steps // self.length)
        self.sampled = np.zeros(n_steps)
        self.sampled[self.step[(self.numbers[:, 3:] != 0.0).any(axis=1)]] = 1.0
        self._room = np.empty(self.length * row + self.integrator.n)
        self._begins = [self.track.x]
        self._made = -1

    def span(self, cut: int) -> tuple[int, int]:
        """First step of a chunk, and that behind its last."""
        return cut * self.length, min((cut + 1) * self.length, len(self.track.times) - 1)

    def samples(self, cut: int) -> slice:
        """The samples of a chunk."""
        first, last = np.searchsorted(self.step, self.span(cut))
        return slice(int(first), int(last))

    def states(self, cut: int) -> tuple[Any, ...]:
        """Arrays of a chunk, with the states of its stages."""
        while len(self._begins) <= cut:
            k, n = len(self._begins) - 1, self.integrator.n
            if self._made != k:
                self._run(k)
            first, last = self.span(k)
            end = (last - first) * self.integrator.steps.n_rows * n
            self._begins.append(self._room[end : end + n].copy())
        if self._made != cut:
            self._run(cut)
        return self._arrays

    def _run(self, cut: int) -> None:
        (first, last), samples, steps = self.span(cut), self.samples(cut), self.integrator.steps
        track, n_samples = self.track, samples.stop - samples.start
        self._room[: self.integrator.n] = self._begins[cut]
        self._arrays = (
            np.array([last - first], dtype=np.int64),
            some_room(track.p),
            track.times[first : last + 1].copy(),
            some_room(track.extra),
            self._room,
            np.zeros(last - first),
            self.sampled[first:last].copy(),
            np.searchsorted(self.step[samples], np.arange(first, last + 1)).astype(np.int64),
            some_room(self.numbers[samples]),
            np.zeros(max(1, n_samples * steps.place_rows * self.integrator.n)),
            np.zeros(max(1, n_samples)),
        )
        self.integrator.native(FORWARD, *self._arrays)
        self._made = cut


def some_room(array: Vector) -> Vector:
    """A C-ordered array with room for one number at least: memory without any has no address."""
    return np.ascontiguousarray(array, dtype=float) if array.size else np.zeros(1)
