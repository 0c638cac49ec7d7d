"""Steps of explicit Runge–Kutta methods made again, and backwards: the exact transpose of the steps taken.

A step x⁺ = P(x + h Σ b_s k_s), k_s = F(t_s, X_s), X_s = x + h Σ A_sj k_j turns the sensitivity λ⁺ of a number by
x⁺ into that by x,

    ξ = Pᵀ′ λ⁺,   κ_s = h b_s ξ + h Σ A_js χ_j,   χ_s = (∂F/∂x)ᵀ κ_s,   λ = ξ + Σ χ_s,

from the last stage to the first, and adds (∂F/∂θ)ᵀ κ_s and what P has of θ to the gradient by θ. States within the
step, by its interpolant, are sums of the same slopes, so samples there are transposed too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.integrators.tableaux import Tableau
from dalembert.integrators.workspace import MOST_PASSES, SMALL_CHANGE
from dalembert.procedures.extents import Length
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure, Slot
from dalembert.procedures.values import Index, IndexLike, Real

RATE, TRANSPOSED, PROJECTION, TRANSPOSED_PROJECTION = range(4)
"""Places of the programs: F, (∂F/∂x, ∂F/∂θ)ᵀ v, P, and (∂P/∂x, ∂P/∂θ)ᵀ v; v follows the other inputs."""


@dataclass(frozen=True)
class AdjointSteps:
    """Native texts of the steps of one method, forwards and backwards, for all systems."""

    tableau: Tableau
    is_projected: bool
    is_projected_once: bool

    @property
    def n_rows(self) -> int:
        """States that are kept of a step: of its stages, its end, further slopes, and passes of the projection."""
        return self.tableau.n_slopes + self._n_passes

    @property
    def width(self) -> int:
        """How many numbers there are of a sample."""
        return 3 + self.tableau.n_slopes

    @property
    def place_rows(self) -> int:
        """States that are kept of a sample."""
        return self._n_passes

    @property
    def _n_passes(self) -> int:
        """States that projections begin from, and the last one's result."""
        if not self.is_projected:
            return 0
        return 2 if self.is_projected_once else MOST_PASSES + 1

    @property
    def name(self) -> str:
        """Name of the texts."""
        kinds = ["projected"] * self.is_projected + ["once"] * (self.is_projected and self.is_projected_once)
        return ".".join([f"order{self.tableau.order}x{len(self.tableau.c)}", *kinds])

    # ---- forwards

    @cached_property
    def forward(self) -> Procedure:
        """Steps between given times; states of all stages are kept, and those where projections begin.

        Arguments are counts, p, times, extra; `states` and `passes` of the steps; whether there are samples within
        each; `first` sample of each step, their numbers (see `sample_weights`), and states and passes of their
        projections.
        """
        c = Code(f"steps.{self.name}")
        w = Work(c, self)
        counts, p = c.indices("counts"), c.shared("p")
        times, extra, states, passes, sampled = map(c.argument, ("times", "extra", "states", "passes", "sampled"))
        first = c.indices("first")
        numbers, places, sample_passes = map(c.argument, ("numbers", "places", "sample_passes"))
        control, T = c.control(), self.tableau
        at, projected = c.array(w.n_inputs), c.array(w.n)
        slopes = [c.array(w.n) for _ in range(T.n_slopes)]
        w.copy(at.part(1 + w.n), extra, w.n_extra)

        def rate(t: Real, x: Array, slope: Array) -> None:
            w.load(at, t, x)
            c.call(w.programs[RATE], at, p, slope)

        with c.each(counts[0]) as k:
            t, h = times[k], times[k + 1] - times[k]
            row = Rows(states, k, self.n_rows, w.n)
            for s, (weights, part) in enumerate(zip(T.A, T.c, strict=True)):
                if s:
                    w.advance(row.of(s), row.of(0), h, weights, slopes)
                rate(c.fma(part, h, t), row.of(s), slopes[s])
            w.advance(row.of(T.end), row.of(0), h, T.b, slopes)
            if self.is_projected:
                w.copy(row.of(T.n_slopes), row.of(T.end), w.n)
                passes[k] = self._project(w, at, p, times[k + 1], row, T.n_slopes, projected)
                w.copy(row.of(T.end), projected, w.n)
            w.copy(row.of(self.n_rows), row.of(T.end), w.n)
            with c.when(c.any(sampled[k] > 0.0)):
                rate(times[k + 1], row.of(T.end), slopes[T.end])
                for d, (weights, part) in enumerate(zip(T.A_dense, T.c_dense, strict=True), start=T.end + 1):
                    w.advance(row.of(d), row.of(0), h, weights, slopes)
                    rate(c.fma(part, h, t), row.of(d), slopes[d])
                if self.is_projected:
                    with (
                        c.each(first[k], first[k + 1]) as sample,
                        c.when(c.any(numbers[sample * self.width + 2] > 0.0)),
                    ):
                        own, place = numbers.part(sample * self.width), Rows(places, sample, self._n_passes, w.n)
                        w.sample(place.of(0), row, own, h, slopes)
                        sample_passes[sample] = self._project(w, at, p, own[0], place, 0, projected)
            control.beat(c.spread(k) / c.spread(counts[0]))
        return c.procedure()

    def _project(self, w: Work, at: Array, p: Array, t: Real, rows: Rows, begin: int, projected: Array) -> Real:
        """The projection of a row, with the states that each pass begins from behind it; gives their number."""
        c = w.c
        number = c.variable(0)
        with c.repeat() as again:
            before, after = rows.of(number.value + begin), rows.of(number.value + (begin + 1))
            w.load(at, t, before)
            c.call(w.programs[PROJECTION], at, p, projected)
            change = c.variable(0.0)
            with c.each(w.n) as i:
                unit = 1.0 / (1.0 + c.abs(before[i]))
                change.value = c.maximum(change.value, c.abs(projected[i] - before[i]) * unit)
                after[i] = projected[i]
            number.value = number.value + 1
            most = 1 if self.is_projected_once else MOST_PASSES
            again.append(c.any(change.value > SMALL_CHANGE) & (number.value < most))
        return c.spread(number.value)

    # ---- backwards

    @cached_property
    def backward(self) -> Procedure:
        """The same steps backwards.

        Arguments are those of the way forward; `lam` (n,) and `gradient` (n_by,), which change; sizes of λ before
        each step; and `seeds` (n,) of each sample.
        """
        c = Code(f"backwards.{self.name}")
        w = Work(c, self)
        counts, p = c.indices("counts"), c.shared("p")
        times, extra, states, passes, sampled = map(c.argument, ("times", "extra", "states", "passes", "sampled"))
        first = c.indices("first")
        numbers, places, sample_passes = map(c.argument, ("numbers", "places", "sample_passes"))
        lam, gradient, sizes, seeds = map(c.argument, ("lam", "gradient", "sizes_of_lam", "seeds"))
        control, T = c.control(), self.tableau
        back = _Backward(w, p, gradient, extra)
        kappa = [c.array(w.n) for _ in range(T.n_slopes)]
        here, end, seed = (c.array(w.n) for _ in range(3))

        def through_stage(s: int, t: Real, h: Real, weights: Sequence[float], x: Array) -> None:
            """A slope's sensitivity as that of the state at the beginning and of slopes before."""
            chi = back.through(TRANSPOSED, t, x, kappa[s])
            w.add(here, chi)
            for j, weight in enumerate(weights):
                if weight:
                    w.add(kappa[j], chi, weight * h)

        with c.each(counts[0]) as count:
            k = counts[0] - 1 - count
            t, h = times[k], times[k + 1] - times[k]
            row = Rows(states, k, self.n_rows, w.n)
            for array in (*kappa, here):
                w.clear(array)
            w.copy(end, lam, w.n)
            with c.each(first[k], first[k + 1]) as sample:
                own = numbers.part(sample * self.width)
                w.copy(seed, seeds.part(sample * w.n), w.n)
                if self.is_projected:
                    with c.when(c.any(own[2] > 0.0)):
                        place = Rows(places, sample, self._n_passes, w.n)
                        self._through_projection(w, back, own[0], place, 0, sample_passes[sample], seed)
                w.add(end, seed, own[1])
                w.add(here, seed, 1.0 - own[1])
                for j in range(T.n_slopes):
                    w.add(kappa[j], seed, own[3 + j] * h)
            with c.when(c.any(sampled[k] > 0.0)):
                for d in reversed(range(len(T.c_dense))):
                    s = T.end + 1 + d
                    through_stage(s, c.fma(T.c_dense[d], h, t), h, T.A_dense[d], row.of(s))
                w.add(end, back.through(TRANSPOSED, times[k + 1], row.of(T.end), kappa[T.end]))
            if self.is_projected:
                self._through_projection(w, back, times[k + 1], row, T.n_slopes, passes[k], end)
            w.add(here, end)
            for j, weight in enumerate(T.b):
                if weight:
                    w.add(kappa[j], end, weight * h)
            for s in reversed(range(T.end)):
                through_stage(s, c.fma(T.c[s], h, t), h, T.A[s], row.of(s))
            largest = c.variable(0.0)
            with c.each(w.n) as i:
                lam[i] = here[i]
                largest.value = c.maximum(largest.value, c.abs(here[i]))
            sizes[k] = largest.value
            control.beat(c.spread(count) / c.spread(counts[0]))
        return c.procedure()

    def _through_projection(
        self, w: Work, back: _Backward, t: Real, rows: Rows, begin: int, passes: Real, end: Array
    ) -> None:
        """Sensitivities by a projected state as those by the state before, pass by pass."""
        c = w.c
        number = c.variable(self._n_passes - 2)
        with c.repeat() as again:
            is_made = passes > c.spread(number.value)
            with c.when(c.any(is_made)):
                before = rows.of(number.value + begin)
                w.copy(end, back.through(TRANSPOSED_PROJECTION, t, before, end), w.n)
            number.value = number.value - 1
            again.append(number.value >= 0)


class Work:
    """Sizes, programs, and sums of arrays."""

    def __init__(self, c: Code, steps: AdjointSteps) -> None:
        self.c, self.steps = c, steps
        addresses = c.indices("programs")
        self.n, self.n_extra, self.n_by = c.sizes(3)
        names = ("rate", "transposed", "projection", "transposed_projection")
        self.programs = [Slot(name, addresses, k) for k, name in enumerate(names)]

    @property
    def n_inputs(self) -> Length:
        """Entries of t, x and extra together."""
        return 1 + self.n + self.n_extra

    def load(self, at: Array, t: Real, x: Array) -> None:
        """Time and state, as programs take them."""
        at[0] = t
        self.copy(at.part(1), x, self.n)

    def copy(self, target: Array, source: Array, n: Length) -> None:
        """Entries of an array."""
        with self.c.each(n) as i:
            target[i] = source[i]

    def clear(self, target: Array) -> None:
        """Zeros (n,)."""
        with self.c.each(self.n) as i:
            target[i] = 0.0

    def add(self, target: Array, source: Array, factor: Real | float = 1.0) -> None:
        """Add a multiple of an array (n,)."""
        with self.c.each(self.n) as i:
            target[i] = self.c.fma(factor, source[i], target[i])

    def advance(
        self, target: Array, begin: Array, h: Real, weights: Sequence[float], slopes: Sequence[Array]
    ) -> None:
        """x + h Σ weight · slope, as runs compute it."""
        c = self.c
        with c.each(self.n) as i:
            total: Real | None = None
            for weight, slope in zip(weights, slopes, strict=False):
                if weight:
                    total = slope[i] * weight if total is None else c.fma(weight, slope[i], total)
            target[i] = begin[i] if total is None else c.fma(h, total, begin[i])

    def sample(self, target: Array, row: Rows, own: Array, h: Real, slopes: Sequence[Array]) -> None:
        """A state within a step, by the numbers of a sample."""
        c, here, end = self.c, row.of(0), row.of(self.steps.tableau.end)
        with c.each(self.n) as i:
            total = c.lift(Real, 0.0)
            for j, slope in enumerate(slopes):
                total = c.fma(own[3 + j], slope[i], total)
            target[i] = c.fma(h, total, c.fma(own[1], end[i] - here[i], here[i]))


@dataclass(frozen=True)
class Rows:
    """States that are kept of a step."""

    states: Array
    k: Index
    n_rows: int
    n: Length

    def of(self, row: IndexLike) -> Array:
        """One of them."""
        first = self.k * self.n_rows + row
        return self.states.part(first * self.n)


class _Backward:
    """Products of transposed derivatives with a vector; what parameters have of them is added to the gradient."""

    def __init__(self, w: Work, p: Array, gradient: Array, extra: Array) -> None:
        self.w, self.p, self.gradient = w, p, gradient
        self.at, self.out = w.c.array(w.n_inputs + w.n), w.c.array(w.n + w.n_by)
        w.copy(self.at.part(1 + w.n), extra, w.n_extra)

    def through(self, program: int, t: Real, x: Array, v: Array) -> Array:
        """Sensitivities (n,) by the state of what has those by the results."""
        w = self.w
        w.load(self.at, t, x)
        w.copy(self.at.part(w.n_inputs), v, w.n)
        w.c.call(w.programs[program], self.at, self.p, self.out)
        with w.c.each(w.n_by) as i:
            self.gradient[i] = self.gradient[i] + self.out[w.c.lift(Index, w.n) + i]
        return self.out


def sample_weights(
    tableau: Tableau, times: Vector, samples: Vector, *, is_one_slope: bool = False
) -> tuple[NDArray[np.int64], Matrix]:
    """For samples (T,) between times of steps: the step of each, and its numbers (T, 3 + n_slopes).

    These are its time; the weight of the end of the step, beside that of its beginning; one if it is projected;
    and weights of the slopes: a sample is x + w (x⁺ − x) + h Σ β_j k_j. They are those of `Interpolant`, or of
    `ShorterStep` where one slope is all that there is.
    """
    sign = 1.0 if times[-1] >= times[0] else -1.0
    step = np.clip(np.searchsorted(sign * times, sign * samples, side="left") - 1, 0, len(times) - 2).astype(
        np.int64
    )
    is_end = samples == times[step + 1]
    theta = np.where(is_end, 1.0, (samples - times[step]) / (times[step + 1] - times[step]))
    rest, n_terms = 1.0 - theta, 3 + len(tableau.dense)
    factors = np.cumprod([theta if k % 2 == 0 else rest for k in range(n_terms)], axis=0)
    numbers = np.zeros((len(samples), 3 + tableau.n_slopes))
    numbers[:, 0], numbers[:, 2] = samples, ~is_end
    numbers[:, 1] = factors[0] - factors[1] + 2.0 * factors[2]
    weights = numbers[:, 3:]
    if is_one_slope:
        numbers[:, 1], weights[:, 0] = is_end, np.where(is_end, 0.0, theta)
        return step, numbers
    weights[:, 0] += factors[1] - factors[2]
    weights[:, tableau.end] -= factors[2]
    for factor, row in zip(factors[3:], tableau.dense, strict=True):
        weights[:, : len(row)] += factor[:, None] * np.array(row)
    weights[is_end] = 0.0
    return step, numbers
