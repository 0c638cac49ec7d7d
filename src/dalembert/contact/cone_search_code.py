"""Native text of Newton's method on the natural map of contacts, from several starts, for one lane."""

from __future__ import annotations

from math import inf

import numpy as np

from dalembert.contact.cone_code import ConeCode, ConeShape, cone_map, length_of
from dalembert.numerics.contact_levels import SOLVED
from dalembert.procedures.language import Code
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real

FEW, SWEEPS, STEPS, TURNED = 5, 200, 40, 12
"""Sweeps before the first start of Newton's method and before a later one, its steps, and starts at random."""

SHARES = (1.0, 0.5, 0.25, 0.1, 0.03, 0.01)
"""Parts of a step of Newton's method that are tried."""

DEPENDENT = 1e-12
"""Norm of what is left of a column, beside the first, at which it depends on others."""


def cone_newton(shape: ConeShape) -> Procedure:
    """problem → y: forces, motions and residual of the best that Newton's method finds, from several starts."""
    c, N = Code(f"cone_newton_{shape.key}"), shape.size
    text, y = ConeCode(c, shape, c.argument("problem")), c.argument("y")
    search = _Search(text)
    parts = shape.answer.of(y)
    parts["residual"][0] = inf
    turned = c.table(np.random.default_rng(3).standard_normal(TURNED * N).tolist() or [0.0])
    count, swept = c.variable(0), c.array(N)
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
        is_lost = ~c.is_true(parts["residual"][0] <= SOLVED)
        again.append(is_lost & (count.value < 4 + TURNED))
    return c.procedure()


class _Search:
    """Damped steps on the natural map, which has derivatives almost everywhere."""

    def __init__(self, text: ConeCode) -> None:
        c, shape = text.c, text.shape
        N, at = shape.size, Layout(shape.size, shape.size)
        self.c, self.text, self.N, self.at = c, text, N, at
        self.map, self.found = cone_map(shape), c.array(shape.answer.size)
        self.lam, self.tried, self.move, self.kept = (c.array(N) for _ in range(4))
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
        with c.each(shape.size) as k:
            self.kept[k] = 0.0
        with self.text.each_active() as (_, first), c.each(first, first + shape.width) as k:
            self.kept[k] = self.lam[k]
        with c.each(shape.size) as k:
            self.lam[k] = self.kept[k]

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
            length, most = length_of(c, aims), text.bound(i, self.lam[k])
            is_outside = c.is_true(length > most)
            with c.when(~is_outside), c.each(N) as column:
                for row in rows:
                    self.D[row * N + column] = r * text.W[row * N + column]
            with c.when(is_outside):
                unit = c.select(length > 0.0, length, 1.0)
                axis, part = [x / unit for x in aims], most / unit
                slope = c.select(self.lam[k] > 0.0, text.mu[i], 0.0)
                with c.each(N) as column:
                    own = [c.select(c.spread(row).equals(c.spread(column)), 1.0, 0.0) for row in rows]
                    turned = [x - r * text.W[row * N + column] for x, row in zip(own, rows, strict=True)]
                    along = axis[0] * turned[0]
                    for e, x in zip(axis[1:], turned[1:], strict=True):
                        along = c.fma(e, x, along)
                    is_normal = c.select(c.spread(k).equals(c.spread(column)), slope, 0.0)
                    for row, x, e, y in zip(rows, own, axis, turned, strict=True):
                        self.D[row * N + column] = x - part * (y - e * along) - is_normal * e
