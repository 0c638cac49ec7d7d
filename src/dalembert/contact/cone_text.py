"""Native text of complementarity with Coulomb friction, for one lane: the natural map and Newton's method on it.

The problem is that of `ConeProblem`, with all points of a model at once: those that take no part have no force. A
point without a normal of its own has friction up to a given force.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import inf

import numpy as np

from dalembert.procedures.language import Code
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real

SOLVED = 1e-11
"""Residual at which a solution is one."""

FEW, SWEEPS, STEPS, TURNED = 5, 200, 40, 12
"""Sweeps before the first start of Newton's method and before a later one, its steps, and starts at random."""

SHARES = (1.0, 0.5, 0.25, 0.1, 0.03, 0.01)
"""Parts of a step of Newton's method that are tried."""

DEPENDENT = 1e-12
"""Norm of what is left of a column, beside the first, at which it depends on others."""

TINY = 1e-12
"""Mobility of a point, beside the largest, at which it has none of its own."""


class Fields:
    """Arrays one behind the other in one array."""

    def __init__(self, **sizes: int) -> None:
        starts = [0, *accumulate(sizes.values())]
        self.starts, self.sizes, self.size = dict(zip(sizes, starts, strict=False)), sizes, starts[-1]

    def of(self, array: Array) -> dict[str, Array]:
        """Each of them by name."""
        return {name: array.part(start) for name, start in self.starts.items()}


@dataclass(frozen=True)
class ConeShape:
    """How many points there are, with how many tangents each, and which have a normal."""

    has_normal: tuple[bool, ...]
    tangents: int

    @property
    def n(self) -> int:
        """Points."""
        return len(self.has_normal)

    @property
    def width(self) -> int:
        """Entries of one point."""
        return 1 + self.tangents

    @property
    def size(self) -> int:
        """Entries of all."""
        return self.n * self.width

    @property
    def key(self) -> str:
        """For names."""
        return f"{''.join('01'[x] for x in self.has_normal)}_{self.tangents}"

    @cached_property
    def problem(self) -> Fields:
        """A problem: W, c, μ, friction without normal force, least normal forces, slip, and who takes part."""
        n, N = self.n, self.size
        own = {"W": N * N, "c": N, "mu": n, "base": n, "floor": n, "slides": n, "direction": n * self.tangents}
        return Fields(**own, active=n, step=n, motion_size=1, force_size=1)

    @cached_property
    def answer(self) -> Fields:
        """Forces, motions, and the residual."""
        return Fields(lam=self.size, w=self.size, residual=1)


class ConeText:
    """Where the parts of a problem are, in the text of a procedure."""

    def __init__(self, c: Code, shape: ConeShape, problem: Array) -> None:
        self.c, self.shape, self.problem = c, shape, problem
        parts = shape.problem.of(problem)
        self.W, self.rest, self.mu, self.base = (parts[x] for x in ("W", "c", "mu", "base"))
        self.floor, self.slides, self.direction = (parts[x] for x in ("floor", "slides", "direction"))
        self.active, self.step = parts["active"], parts["step"]
        self.motion_size, self.force_size = parts["motion_size"], parts["force_size"]
        self.has_normal = c.table([int(x) for x in shape.has_normal] or [0], "index")

    @contextmanager
    def each_active(self) -> Iterator[tuple[Index, Index]]:
        """Points that take part, and where their entries begin."""
        with self.c.each(self.shape.n) as i, self.c.when(self.c.is_true(self.active[i] > 0.5)):
            yield i, i * self.shape.width

    def row(self, k: Index, vector: Array, start: Real | float) -> Real:
        """start + W[k] · vector."""
        c, N = self.c, self.shape.size
        total = c.variable(start)
        with c.each(N) as j:
            total.value = c.fma(self.W[k * N + j], vector[j], total.value)
        value: Real = total.value
        return value

    def measure(self) -> None:
        """What motions and forces are compared with, and how far forces are moved for a unit of motion."""
        c, N, width = self.c, self.shape.size, self.shape.width
        largest, usual, floor, diagonal = (c.variable(0.0) for _ in range(4))
        with self.each_active() as (i, k):
            own = c.variable(0.0)
            with c.each(k, k + width) as j:
                largest.value = c.maximum(largest.value, c.abs(self.rest[j]))
                own.value = own.value + self.W[j * N + j]
                diagonal.value = c.maximum(diagonal.value, c.abs(self.W[j * N + j]))
            self.step[i] = own.value
            usual.value = c.maximum(usual.value, own.value)
            floor.value = c.maximum(floor.value, c.maximum(self.floor[i], self.base[i]))
        usual.value = c.select(usual.value > 0.0, usual.value, 1.0)
        with self.each_active() as (i, _):
            own_size = self.step[i]
            self.step[i] = 1.0 / c.select(own_size > TINY * usual.value, own_size, usual.value)
        motion = c.select(largest.value > 0.0, largest.value, 1.0)
        self.motion_size[0] = motion
        unit = c.select(diagonal.value > 0.0, diagonal.value, 1.0)
        self.force_size[0] = c.maximum(motion / unit, floor.value)

    def bound(self, i: Index, force: Real) -> Real:
        """The greatest friction of a point for a normal force."""
        return self.c.fma(self.mu[i], self.c.maximum(force, 0.0), self.base[i])


def cone_map(shape: ConeShape) -> Procedure:
    """problem, λ → y: λ less its projection onto what is allowed (N), motions (N), and the residual."""
    c = Code(f"cone_map_{shape.key}")
    text = ConeText(c, shape, c.argument("problem"))
    lam, y = c.argument("lam"), c.argument("y")
    parts = shape.answer.of(y)
    F, w, worst = parts["lam"], parts["w"], c.variable(0.0)
    with c.each(shape.size) as k:
        F[k], w[k] = lam[k], 0.0
    with text.each_active() as (_, k), c.each(k, k + shape.width) as j:
        w[j] = text.row(j, lam, text.rest[j])
    with text.each_active() as (i, k):
        r = text.step[i]
        with c.when(text.has_normal[i].equals(1)):
            above = c.maximum(lam[k] - text.floor[i] - r * w[k], 0.0)
            F[k] = lam[k] - above - text.floor[i]
        if shape.tangents:
            _friction(text, i, k, lam, F, w)
        with c.each(k, k + shape.width) as j:
            worst.value = c.maximum(worst.value, c.abs(F[j]))
    parts["residual"][0] = worst.value / text.force_size[0]
    return c.procedure()


def _friction(text: ConeText, i: Index, k: Index, lam: Array, F: Array, w: Array) -> None:
    """The tangents of a point: opposed to its slip, or within the disc."""
    c, d, r = text.c, text.shape.tangents, text.step[i]
    slides, most = c.is_true(text.slides[i] > 0.5), text.bound(i, lam[k])
    with c.when(slides):
        pull = c.fma(text.mu[i], lam[k], text.base[i])
        for j in range(d):
            F[k + (1 + j)] = lam[k + (1 + j)] + pull * text.direction[i * d + j]
    with c.when(~slides):
        aims = [lam[k + (1 + j)] - r * w[k + (1 + j)] for j in range(d)]
        length = _length(c, aims)
        part = c.select(length > most, most / c.select(length > 0.0, length, 1.0), 1.0)
        for j in range(d):
            F[k + (1 + j)] = lam[k + (1 + j)] - part * aims[j]


def _length(c: Code, entries: list[Real]) -> Real:
    total = entries[0] * entries[0]
    for x in entries[1:]:
        total = c.fma(x, x, total)
    return c.sqrt(total)


def cone_newton(shape: ConeShape) -> Procedure:
    """problem → y: forces, motions and residual of the best that Newton's method finds, from several starts."""
    c, N = Code(f"cone_newton_{shape.key}"), shape.size
    text, y = ConeText(c, shape, c.argument("problem")), c.argument("y")
    search = _Search(text)
    parts = shape.answer.of(y)
    parts["residual"][0] = inf
    turned = c.table(np.random.default_rng(3).standard_normal(TURNED * N).tolist() or [0.0])
    count, swept, again_from = c.variable(0), c.array(N), c.variable(0)
    with c.each(N) as k:
        swept[k] = 0.0
    with c.repeat() as again:
        search.begin(count.value, swept, turned)
        search.go()
        with c.when(c.is_true(search.residual < parts["residual"][0])):
            with c.each(N) as k:
                parts["lam"][k], parts["w"][k] = search.lam[k], search.w[k]
            parts["residual"][0] = search.residual
        count.value = count.value + 1
        again_from.value = c.pick(c.is_true(parts["residual"][0] <= SOLVED), 0, 1)
        again.append(again_from.value.equals(1) & (count.value < 4 + TURNED))
    return c.procedure()


class _Search:
    """Damped steps on the natural map, which has derivatives almost everywhere."""

    def __init__(self, text: ConeText) -> None:
        c, shape = text.c, text.shape
        N, at = shape.size, Layout(shape.size, shape.size)
        self.c, self.text, self.N, self.at = c, text, N, at
        self.map, self.found = cone_map(shape), c.array(shape.answer.size)
        self.lam, self.tried, self.move = c.array(N), c.array(N), c.array(N)
        self.D, self.factors = c.array(N * N), c.array(at.size + N)
        self.split = orthogonal(N, N, N, DEPENDENT, f"cone_split_{N}")
        self.solve = pseudo_solve(N, N, 1, False)
        parts = shape.answer.of(self.found)
        self.F, self.w, self._residual = parts["lam"], parts["w"], parts["residual"]
        self.shares = c.table(SHARES)

    @property
    def residual(self) -> Real:
        """Of the forces at hand."""
        value: Real = self._residual[0]
        return value

    def _look(self, lam: Array) -> None:
        self.c.call(self.map, self.text.problem, lam, self.found)

    def begin(self, count: Index, swept: Array, turned: Array) -> None:
        """Where it starts: sweeps over the points, forces that hold all, more sweeps, nothing, and turned ones."""
        c, N = self.c, self.N
        with c.each(N) as k:
            self.lam[k] = swept[k]
        sweeps = c.variable(0)
        sweeps.value = c.pick(count.equals(0), FEW, c.pick(count.equals(2), SWEEPS, 0))
        with c.when(count.equals(1)):
            with c.each(N * N) as k:
                self.D[k] = self.text.W[k]
            with c.each(N) as k:
                self.F[k] = self.text.rest[k]
            self._solved()
            with c.each(N) as k:
                self.lam[k] = self.move[k]
            self._still()
        with c.when(count.equals(3)), c.each(N) as k:
            self.lam[k] = 0.0
        with c.when(count > 3):
            with c.each(N) as k:
                self.lam[k] = c.fma(self.text.force_size[0], turned[(count - 4) * N + k], swept[k])
            self._still()
        share = 1.0 / c.maximum(self._n_active(), 1.0)
        with c.each(sweeps.value):
            self._look(self.lam)
            with c.each(N) as k:
                self.lam[k] = c.fma(-share, self.F[k], self.lam[k])
        with c.when(sweeps.value > 0), c.each(N) as k:
            swept[k] = self.lam[k]

    def _n_active(self) -> Real:
        total = self.c.variable(0.0)
        with self.text.each_active():
            total.value = total.value + 1.0
        value: Real = total.value
        return value

    def _still(self) -> None:
        """No forces of points that take no part."""
        c, shape = self.c, self.text.shape
        with c.each(shape.n) as i, c.when(c.is_true(self.text.active[i] <= 0.5)):
            with c.each(i * shape.width, (i + 1) * shape.width) as k:
                self.lam[k] = 0.0

    def go(self) -> None:
        """Until nothing gets better."""
        c = self.c
        self._look(self.lam)
        steps, goes_on = c.variable(0), c.variable(1)
        with c.repeat() as again:
            size = c.variable(self._size())
            goes_on.value = 0
            with c.when(c.is_true(c.sqrt(size.value) > 0.1 * SOLVED * self.text.force_size[0])):
                self._derive()
                self._solved()
                goes_on.value = self._take_part(size.value)
            steps.value = steps.value + 1
            again.append(goes_on.value.equals(1) & (steps.value < STEPS))
        self._look(self.lam)

    def _size(self) -> Real:
        c, total = self.c, self.c.variable(0.0)
        with c.each(self.N) as k:
            total.value = c.fma(self.F[k], self.F[k], total.value)
        value: Real = total.value
        return value

    def _take_part(self, size: Real) -> Index:
        """The first part of the step that makes the map small enough; one if there is such a part."""
        c, N = self.c, self.N
        which, found = c.variable(0), c.variable(0)
        with c.repeat() as again:
            share = self.shares[which.value]
            with c.each(N) as k:
                self.tried[k] = c.fma(share, self.move[k], self.lam[k])
            self._look(self.tried)
            found.value = c.pick(c.is_true(self._size() < size * (1.0 - 0.1 * share)), 1, 0)
            which.value = which.value + 1
            again.append(found.value.equals(0) & (which.value < len(SHARES)))
        with c.when(found.value.equals(1)), c.each(N) as k:
            self.lam[k] = self.tried[k]
        value: Index = found.value
        return value

    def _solved(self) -> None:
        """The shortest step with D step = −F, or next to it."""
        c, N = self.c, self.N
        c.call(self.split, self.D, self.factors)
        with c.each(N) as k:
            self.factors[k + self.at.size] = -self.F[k]
        c.call(self.solve, self.factors, self.move)

    def _derive(self) -> None:
        """One of the derivatives of the natural map at the forces at hand."""
        c, N, text = self.c, self.N, self.text
        with c.each(N) as i, c.each(N) as j:
            self.D[i * N + j] = c.select(c.spread(i).equals(c.spread(j)), 1.0, 0.0)
        with text.each_active() as (i, k):
            r = text.step[i]
            is_closed = c.is_true(self.lam[k] - text.floor[i] - r * self.w[k] > 0.0)
            with c.when(is_closed & text.has_normal[i].equals(1)), c.each(N) as j:
                self.D[k * N + j] = r * text.W[k * N + j]
            if text.shape.tangents:
                self._derive_friction(i, k, r)

    def _derive_friction(self, i: Index, k: Index, r: Real) -> None:
        c, N, text, d = self.c, self.N, self.text, self.text.shape.tangents
        rows = [k + (1 + j) for j in range(d)]
        slides = c.is_true(text.slides[i] > 0.5)
        with c.when(slides):
            for j, row in enumerate(rows):
                self.D[row * N + k] = text.mu[i] * text.direction[i * d + j]
        with c.when(~slides):
            aims = [self.lam[row] - r * self.w[row] for row in rows]
            length, most = _length(c, aims), text.bound(i, self.lam[k])
            is_outside = c.is_true(length > most)
            with c.when(~is_outside), c.each(N) as j:
                for row in rows:
                    self.D[row * N + j] = r * text.W[row * N + j]
            with c.when(is_outside):
                unit = c.select(length > 0.0, length, 1.0)
                axis, part = [x / unit for x in aims], most / unit
                slope = c.select(self.lam[k] > 0.0, text.mu[i], 0.0)
                with c.each(N) as j:
                    own = [c.select(c.spread(row).equals(c.spread(j)), 1.0, 0.0) for row in rows]
                    turned = [x - r * text.W[row * N + j] for x, row in zip(own, rows, strict=True)]
                    along = axis[0] * turned[0]
                    for e, x in zip(axis[1:], turned[1:], strict=True):
                        along = c.fma(e, x, along)
                    is_normal = c.select(c.spread(k).equals(c.spread(j)), slope, 0.0)
                    for row, x, e, y in zip(rows, own, axis, turned, strict=True):
                        self.D[row * N + j] = x - part * (y - e * along) - is_normal * e
