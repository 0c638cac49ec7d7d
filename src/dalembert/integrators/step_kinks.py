"""Where values change their sign within the steps of a run: there, what is integrated over them bends or jumps."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector

_NODES, _ = np.polynomial.legendre.leggauss(10)
NODES = 0.5 * (1.0 + _NODES)
"""Parts of a step at which its states are known: interpolants have a lower order, so that they give all others."""

_PARTS = np.linspace(0.0, 1.0, 17)
"""Parts at which values are looked at."""

_FINER = 16
"""Parts of such a part, where a value may reach zero and turn back between looks."""

_BENDS = 0.5
"""Second difference beside a value that may reach zero between looks."""

_HALVINGS = 50


def sign_changes(edges: Vector, states: Vector, values: Callable[[Vector, Vector], Vector]) -> Vector:
    """Times within steps between these edges (n + 1,) at which a value changes its sign.

    `states` (n, NODES, …) are those at the nodes of each step, `values` gives (N, m) values at times and states.
    """
    steps = np.arange(len(edges) - 1)
    step, part = np.repeat(steps, len(_PARTS)), np.tile(_PARTS, len(steps))

    def at(step: NDArray[np.intp], part: Vector) -> Vector:
        t = edges[step] + part * (edges[step + 1] - edges[step])
        return values(t, np.einsum("ij,ij...->i...", _weights(part), states[step]))

    g = at(step, part).reshape(len(steps), len(_PARTS), -1)
    low, high, which, of = _between(g, _PARTS[:-1], _PARTS[1:], steps)
    for some, k in _near(g):
        finer = np.linspace(_PARTS[k], _PARTS[k + 2], 2 * _FINER + 1)
        inside = at(np.repeat(some, len(finer)), np.tile(finer, len(some))).reshape(len(some), len(finer), -1)
        more = _between(inside, finer[:-1], finer[1:], some)
        low, high, which, of = (np.append(a, b) for a, b in zip((low, high, which, of), more, strict=True))
    if not len(low):
        return np.zeros(0)
    sign = np.sign(at(of, low)[np.arange(len(of)), which])
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        is_before = np.sign(at(of, middle)[np.arange(len(of)), which]) == sign
        low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
    return np.unique(edges[of] + high * (edges[of + 1] - edges[of]))


def _between(
    g: Vector, lows: Vector, highs: Vector, steps: NDArray[np.intp]
) -> tuple[Vector, Vector, NDArray[np.intp], NDArray[np.intp]]:
    """Parts of steps between which values change their sign: both ends, which value, and which step."""
    sign = np.sign(g)
    row, part, which = np.nonzero(sign[:, :-1] * sign[:, 1:] < 0.0)
    return lows[part], highs[part], which, steps[row]


def _near(g: Vector) -> list[tuple[NDArray[np.intp], int]]:
    """Looks around which values may reach zero and turn back: the steps, and the number of the look before."""
    bend = g[:, :-2] - 2.0 * g[:, 1:-1] + g[:, 2:]
    sign = np.sign(g[:, 1:-1])
    stays = (g[:, :-2] * sign > 0.0) & (g[:, 2:] * sign > 0.0)
    near = np.any(stays & (np.abs(g[:, 1:-1]) < _BENDS * sign * bend), axis=2)
    return [(np.flatnonzero(near[:, k]), k) for k in range(near.shape[1]) if near[:, k].any()]


def _weights(part: Vector) -> Vector:
    """Of states at the nodes, which give those at parts of steps; (N, NODES)."""
    far = part[:, None] - NODES
    others = np.array([np.prod(np.delete(NODES[k] - NODES, k)) for k in range(len(NODES))])
    found = np.empty((len(part), len(NODES)))
    for k in range(len(NODES)):
        found[:, k] = np.prod(np.delete(far, k, axis=1), axis=1) / others[k]
    return found
