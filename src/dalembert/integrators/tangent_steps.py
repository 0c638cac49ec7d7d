"""Derivatives carried along the steps of explicit Runge–Kutta methods: many directions side by side, in lanes.

The steps have been made again (`AdjointSteps.forward`), with the states of all stages. Along these, derivatives
of a step are those of its sums:

    S⁺ = P′ (S + h Σ b_s κ_s),   κ_s = ∂F/∂x (S + h Σ A_sj κ_j) + ∂F/∂θ θ̇.

One lane carries several directions, so that what they share is computed once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.integrators.adjoint_integration import Chunks, NativeSteps, Track
from dalembert.integrators.adjoint_steps import AdjointSteps, Rows, sample_weights
from dalembert.integrators.native_calls import Progress
from dalembert.procedures.extents import Length
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure, Slot
from dalembert.procedures.values import Real

TANGENT, TANGENT_PROJECTION = range(2)
"""Places of the programs: ∂F/∂x S + ∂F/∂θ θ̇ and ∂P/∂x S + ∂P/∂θ θ̇ of some directions; S, then θ̇, follows other
inputs."""


@dataclass(frozen=True)
class TangentSteps:
    """Native text of derivatives along the steps of one method, for all systems and numbers of directions."""

    steps: AdjointSteps

    @cached_property
    def procedure(self) -> Procedure:
        """Derivatives at the end and at samples.

        Arguments are those of the way forward, the same for all lanes; `S` (m,), which changes, and `theta` are of
        each lane; `found` (m,) for each sample.
        """
        steps, T = self.steps, self.steps.tableau
        c = Code(f"tangents.{steps.name}")
        addresses = c.indices("programs")
        n, n_extra, m, n_theta = c.sizes(4)
        counts = c.indices("counts")
        p, times, extra, states, passes, sampled = map(
            c.shared, ("p", "times", "extra", "states", "passes", "sampled")
        )
        first = c.indices("first")
        numbers, places, sample_passes = map(c.shared, ("numbers", "places", "sample_passes"))
        S, theta, found = map(c.argument, ("S", "theta", "found"))
        control = c.control()
        w = _Directions(c, p, n, m, c.array(1 + n + n_extra + m + n_theta), 1 + n + n_extra)
        tangent, projection = (Slot(name, addresses, k) for k, name in enumerate(("tangent", "projection")))
        kappa = [c.array(m) for _ in range(T.n_slopes)]
        stage, end, out = (c.array(m) for _ in range(3))
        w.copy(w.at.part(1 + n), extra, n_extra)
        w.copy(w.at.part(1 + n + n_extra + m), theta, n_theta)

        def project(t: Real, rows: Rows, begin: int, count: Real, target: Array) -> None:
            """Directions behind the passes of a projection."""
            number = c.variable(0)
            with c.repeat() as again:
                w.call(projection, t, rows.of(number.value + begin), target, out)
                w.copy(target, out, m)
                number.value = number.value + 1
                again.append(c.any(count > c.spread(number.value)))

        with c.each(counts[0]) as k:
            t, h = times[k], times[k + 1] - times[k]
            row = Rows(states, k, steps.n_rows, n)
            for s, (weights, part) in enumerate(zip(T.A, T.c, strict=True)):
                w.advance(stage, S, h, weights, kappa)
                w.call(tangent, c.fma(part, h, t), row.of(s), stage, kappa[s])
            w.advance(end, S, h, T.b, kappa)
            if steps.is_projected:
                project(times[k + 1], row, T.n_slopes, passes[k], end)
            is_sampled = c.any(sampled[k] > 0.0)
            with c.when(is_sampled):
                w.call(tangent, times[k + 1], row.of(T.end), end, kappa[T.end])
                for d, (weights, part) in enumerate(zip(T.A_dense, T.c_dense, strict=True), start=T.end + 1):
                    w.advance(stage, S, h, weights, kappa)
                    w.call(tangent, c.fma(part, h, t), row.of(d), stage, kappa[d])
            with c.each(first[k], first[k + 1]) as sample:
                own, target = numbers.part(sample * steps.width), found.part(sample * m)
                w.copy(target, end, m)
                with c.when(is_sampled):
                    w.sample(target, S, end, own, h, kappa)
                    if steps.is_projected:
                        with c.when(c.any(own[2] > 0.0)):
                            place = Rows(places, sample, steps.place_rows, n)
                            project(own[0], place, 0, sample_passes[sample], target)
            w.copy(S, end, m)
            control.beat(c.spread(k) / c.spread(counts[0]))
        return c.procedure()


@dataclass(frozen=True, eq=False)
class _Directions:
    """Programs of directions, and their sums."""

    c: Code
    p: Array
    n: Length
    m: Length
    at: Array
    behind: Length
    """Where directions stand among the inputs."""

    def call(self, program: Slot, t: Real, x: Array, S: Array, out: Array) -> None:
        """Directions behind a program."""
        self.at[0] = t
        self.copy(self.at.part(1), x, self.n)
        self.copy(self.at.part(self.behind), S, self.m)
        self.c.call(program, self.at, self.p, out)

    def copy(self, target: Array, source: Array, n: Length) -> None:
        """Entries of an array."""
        with self.c.each(n) as i:
            target[i] = source[i]

    def advance(
        self, target: Array, begin: Array, h: Real, weights: Sequence[float], slopes: Sequence[Array]
    ) -> None:
        """S + h Σ weight · κ."""
        c = self.c
        with c.each(self.m) as i:
            total: Real | None = None
            for weight, slope in zip(weights, slopes, strict=False):
                if weight:
                    total = slope[i] * weight if total is None else c.fma(weight, slope[i], total)
            target[i] = begin[i] if total is None else c.fma(h, total, begin[i])

    def sample(
        self, target: Array, begin: Array, end: Array, own: Array, h: Real, slopes: Sequence[Array]
    ) -> None:
        """Directions at a sample within a step."""
        c = self.c
        with c.each(self.m) as i:
            total = c.lift(Real, 0.0)
            for j, slope in enumerate(slopes):
                total = c.fma(own[3 + j], slope[i], total)
            target[i] = c.fma(h, total, c.fma(own[1], end[i] - begin[i], begin[i]))


@dataclass(frozen=True, eq=False)
class TangentIntegrator:
    """Derivatives along steps of a method for one system: groups of directions in lanes."""

    steps: AdjointSteps
    native: NativeSteps
    in_lanes: NativeSteps
    n: int
    n_by: int
    lanes: int
    width: int
    """Directions of each lane."""

    defaults: Mapping[str, float]

    def values(self, parameters: Mapping[str, float]) -> Vector:
        """Parameters in their order; those that are not given keep their defaults."""
        return np.array([parameters.get(name, value) for name, value in self.defaults.items()], dtype=float)

    def forward(
        self,
        track: Track,
        S: Matrix,
        theta: Matrix,
        samples: Vector,
        *,
        is_one_slope: bool = False,
        progress: Progress | None = None,
    ) -> tuple[Matrix, Matrix]:
        """Directions (n, k) at the end and (T, n, k) at samples, from those at the start and rates (k, n_by)."""
        k = S.shape[1]
        found = np.zeros((len(samples), self.n, k))
        if len(track.times) < 2:
            return S, found
        order = np.argsort(samples if track.times[-1] >= track.times[0] else -samples, kind="stable")
        step, numbers = sample_weights(self.steps.tableau, track.times, samples[order], is_one_slope=is_one_slope)
        chunks = Chunks(self, track, step, numbers)
        groups = -(-k // (self.lanes * self.width))
        S_packed, theta_packed = self._packed(S, groups), self._packed(theta.T, groups)
        for cut in range(chunks.count):
            arrays, own = chunks.states(cut), chunks.samples(cut)
            n_own = own.stop - own.start
            for group in range(groups):
                room = np.zeros((max(n_own, 1), self.width * self.n, self.lanes))
                self.in_lanes(0, *arrays, S_packed[group], theta_packed[group], room, progress=progress)
                columns = slice(group * self.lanes * self.width, min(k, (group + 1) * self.lanes * self.width))
                found[order[own], :, columns] = self._unpacked(room[:n_own])[..., : columns.stop - columns.start]
        end = np.concatenate([self._unpacked(x[None])[0] for x in S_packed], axis=1)
        return end[:, :k], found

    def _packed(self, columns: Matrix, groups: int) -> list[Matrix]:
        """Columns (r, k) as groups of (width · r, lanes), filled with zeros."""
        r, k = columns.shape
        room = np.zeros((r, groups * self.width * self.lanes))
        room[:, :k] = columns
        by_group = room.reshape(r, groups, self.width, self.lanes).transpose(1, 2, 0, 3)
        return [
            np.ascontiguousarray(x.reshape(self.width * r, self.lanes)) if r else np.zeros((1, self.lanes))
            for x in by_group
        ]

    def _unpacked(self, packed: Matrix) -> Matrix:
        """Rows of (width · n, lanes) as columns (…, n, width · lanes)."""
        rows = len(packed)
        x = packed.reshape(rows, self.width, self.n, self.lanes).transpose(0, 2, 1, 3)
        return x.reshape(rows, self.n, self.width * self.lanes)
