"""Native text of complementarity with Coulomb friction, for one lane: problems, and the natural map.

The problem is that of `ConeProblem`, with all points of a model at once: those that take no part have no force. A
point without a normal of its own has friction up to a given force.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index, Real

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


class ConeCode:
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
        """Scales of motions and forces, and the change of a force for a unit of motion."""
        c, N, width = self.c, self.shape.size, self.shape.width
        largest, typical, floor, diagonal = (c.variable(0.0) for _ in range(4))
        with self.each_active() as (i, k):
            own = c.variable(0.0)
            with c.each(k, k + width) as j:
                largest.value = c.maximum(largest.value, c.abs(self.rest[j]))
                own.value = own.value + self.W[j * N + j]
                diagonal.value = c.maximum(diagonal.value, c.abs(self.W[j * N + j]))
            self.step[i] = own.value
            typical.value = c.maximum(typical.value, own.value)
            floor.value = c.maximum(floor.value, c.maximum(self.floor[i], self.base[i]))
        typical.value = c.select(typical.value > 0.0, typical.value, 1.0)
        with self.each_active() as (i, _):
            own_size = self.step[i]
            self.step[i] = 1.0 / c.select(own_size > TINY * typical.value, own_size, typical.value)
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
    text = ConeCode(c, shape, c.argument("problem"))
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


def _friction(text: ConeCode, i: Index, k: Index, lam: Array, F: Array, w: Array) -> None:
    """The tangents of a point: opposed to its slip, or within the disc."""
    c, d, r = text.c, text.shape.tangents, text.step[i]
    slides, most = c.is_true(text.slides[i] > 0.5), text.bound(i, lam[k])
    with c.when(slides):
        pull = c.fma(text.mu[i], lam[k], text.base[i])
        for j in range(d):
            F[k + (1 + j)] = lam[k + (1 + j)] + pull * text.direction[i * d + j]
    with c.when(~slides):
        aims = [lam[k + (1 + j)] - r * w[k + (1 + j)] for j in range(d)]
        length = length_of(c, aims)
        part = c.select(length > most, most / c.select(length > 0.0, length, 1.0), 1.0)
        for j in range(d):
            F[k + (1 + j)] = lam[k + (1 + j)] - part * aims[j]


def length_of(c: Code, entries: list[Real]) -> Real:
    """The length of a vector."""
    total = entries[0] * entries[0]
    for x in entries[1:]:
        total = c.fma(x, x, total)
    return c.sqrt(total)
