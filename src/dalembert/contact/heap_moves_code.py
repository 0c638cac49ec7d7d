"""Native code of how bodies of a heap move within a step: speeds without contacts, and places from speeds."""

from __future__ import annotations

from dalembert.contact.heap_layout import SPEEDS, Body, State
from dalembert.procedures.elementary import elementary
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure
from dalembert.procedures.values import Real
from dalembert.procedures.vectors_in_space import Vector3, Vectors

_MOST = 12

_ENOUGH = 1e-15
"""Change of the angular velocity, beside it, at which iterations end."""


def unhindered() -> Procedure:
    """count (bodies); settings (step, …, gravity from 4 on), bodies, states → speeds at the end without contacts.

    Angular velocities in the axes of the body by the midpoint rule, I (ω⁺ − ω) + h ω_m × I ω_m = 0, which keeps
    energy and the size of the angular momentum.
    """
    c = Code("heap_unhindered")
    count, settings = c.indices("count"), c.argument("settings")
    bodies, states, free = c.argument("bodies"), c.argument("states"), c.argument("free")
    v, h = Vectors(c), settings[0]
    gravity = v.at(settings, 4)
    with c.each(count[0]) as k:
        body, state, out = bodies.part(k * Body.size), states.part(k * State.size), free.part(k * SPEEDS)
        v.put(out, 0, v.moved(h, gravity, v.at(state, State.velocity)))
        w, inertia = v.at(state, State.velocity + 3), v.nine(body, Body.inertia)
        change, tries = [c.variable(0.0) for _ in range(3)], c.variable(0)
        with c.repeat() as again:
            delta = change[0].value, change[1].value, change[2].value
            middle = v.moved(0.5, delta, w)
            momentum = v.times(inertia, middle)
            rest = v.moved(h, v.cross(middle, momentum), v.times(inertia, delta))
            step = _solved(v, _slope(inertia, middle, momentum, 0.5 * h), rest)
            size = c.maximum(c.maximum(c.abs(step[0]), c.abs(step[1])), c.abs(step[2]))
            for x, y in zip(change, step, strict=True):
                x.value = x.value - y
            tries.value = tries.value + 1
            limit = _ENOUGH * (c.abs(w[0]) + c.abs(w[1]) + c.abs(w[2]))
            again.append(c.is_true(size > limit) & (tries.value < _MOST))
        v.put(out, 3, v.plus(w, (change[0].value, change[1].value, change[2].value)))
    return c.procedure()


def _slope(inertia: list[Real], w: Vector3, L: Vector3, half: Real) -> list[Real]:
    """I + half ([ω]× I − [I ω]×), row by row."""
    rows = [inertia[0:3], inertia[3:6], inertia[6:9]]
    crossed = [
        [w[1] * rows[2][j] - w[2] * rows[1][j] for j in range(3)],
        [w[2] * rows[0][j] - w[0] * rows[2][j] for j in range(3)],
        [w[0] * rows[1][j] - w[1] * rows[0][j] for j in range(3)],
    ]
    zero = 0.0 * L[0]
    turned = [[zero, -L[2], L[1]], [L[2], zero, -L[0]], [-L[1], L[0], zero]]
    return [rows[i][j] + half * (crossed[i][j] - turned[i][j]) for i in range(3) for j in range(3)]


def _solved(v: Vectors, A: list[Real], b: Vector3) -> Vector3:
    """A⁻¹ b by Cramer's rule."""
    columns: list[Vector3] = [(A[j], A[3 + j], A[6 + j]) for j in range(3)]
    across = v.cross(columns[1], columns[2])
    inverse = 1.0 / v.dot(columns[0], across)
    return (
        v.dot(b, across) * inverse,
        v.dot(b, v.cross(columns[2], columns[0])) * inverse,
        v.dot(b, v.cross(columns[0], columns[1])) * inverse,
    )


def moved() -> Procedure:
    """count (bodies); settings, states, y, touched → states at the end.

    Bodies that contacts push move with the speeds at the end, so that gaps are as the contacts want them; others
    with the means of both, which is exact in a uniform field.
    """
    c = Code("heap_moved")
    count, settings = c.indices("count"), c.argument("settings")
    states, y, touched, result = (c.argument(name) for name in ("states", "y", "touched", "result"))
    v, h = Vectors(c), settings[0]
    with c.each(count[0]) as k:
        state, speeds, out = states.part(k * State.size), y.part(k * SPEEDS), result.part(k * State.size)
        part = c.select(touched[k] > 0.5, 1.0, 0.5)
        means = []
        for i in (0, 3):
            before, after = v.at(state, State.velocity + i), v.at(speeds, i)
            means.append(v.moved(part, v.minus(after, before), before))
            v.put(out, State.velocity + i, after)
        v.put(out, State.place, v.moved(h, means[0], v.at(state, State.place)))
        _turn(c, v, state.part(State.quaternion), v.scaled(0.5 * h, means[1]), out.part(State.quaternion))
    return c.procedure()


def _turn(c: Code, v: Vectors, old: object, half: Vector3, new: object) -> None:
    """The quaternion turned by twice a vector in the axes of the body, of length one."""
    angle = c.sqrt(v.dot(half, half))
    is_small = angle < 1e-8
    safe = c.select(is_small, 1.0, angle)
    sine, cosine = c.apply(elementary("sincos"), angle)
    factor = c.select(is_small, 1.0, sine / safe)
    x, y, z = v.scaled(factor, half)
    e = [old[i] for i in range(4)]  # type: ignore[index]
    turned = [
        e[0] * cosine - e[1] * x - e[2] * y - e[3] * z,
        e[1] * cosine + e[0] * x + e[2] * z - e[3] * y,
        e[2] * cosine + e[0] * y + e[3] * x - e[1] * z,
        e[3] * cosine + e[0] * z + e[1] * y - e[2] * x,
    ]
    inverse = 1.0 / c.sqrt(v.dot(turned, turned))
    for i, x in enumerate(turned):
        new[i] = x * inverse  # type: ignore[index]
