"""Information in measurements: singular values of the Jacobian, covariance, combinations that stay open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Matrix, Vector

NOTHING = 1e-9
"""Change of the predictions by all of an unknown, beside these, that is none."""

OPEN = 1e-6
"""Singular value of the Jacobian with columns of length one, beside the largest, that is zero."""

INVOLVED = 1e-3
"""Entry of a direction that changes nothing, with columns of length one, that takes part in it."""

SIMPLE = 1e-3
"""How far a ratio of changes may be from ±1 to be one."""


@dataclass(frozen=True)
class Unidentified:
    """Unknowns that measurements cannot tell: along a direction, nothing changes that is measured."""

    names: tuple[str, ...]
    direction: Mapping[str, float]
    """Changes that belong together, the largest of them one per cent of its value."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Information:
    """Covariance of the unknowns, and what stays open."""

    covariance: Matrix
    """Not a number for what is not told."""

    unidentified: tuple[Unidentified, ...]
    rank: int


def information(
    jacobian: Matrix, names: Sequence[str], values: Vector, sizes: Vector, scale: float
) -> Information:
    """Information of residuals about unknowns of these sizes; `scale` is the length of predictions."""
    k = len(names)
    lengths = np.sqrt((jacobian**2).sum(axis=0))
    is_alive = lengths * sizes > NOTHING * scale
    alive = np.flatnonzero(is_alive)
    covariance = np.full((k, k), np.nan)
    open_ways = [_without_effect(names[j], sizes[j]) for j in np.flatnonzero(~is_alive).tolist()]
    if not len(alive):
        return Information(covariance, tuple(open_ways), 0)
    # of as many numbers as there are unknowns, whatever the samples
    triangle = np.linalg.qr(jacobian[:, alive] / lengths[alive], mode="r")
    _, singular, Vt = np.linalg.svd(np.asarray(triangle))
    singular = np.concatenate([singular, np.zeros(len(alive) - len(singular))])
    is_told = singular > OPEN * singular[0]
    W = Vt[is_told].T / singular[is_told]
    null = Vt[~is_told].T
    told = np.abs(null).max(axis=1, initial=0.0) < INVOLVED
    spread = W @ W.T / np.outer(lengths[alive], lengths[alive])
    spread[~told], spread[:, ~told] = np.nan, np.nan
    covariance[np.ix_(alive, alive)] = spread
    chosen = [names[j] for j in alive.tolist()]
    shown = np.where(values != 0.0, np.abs(values), sizes)[alive]
    for way in _sparse(null / (lengths[alive] * shown)[:, None]):
        open_ways.append(_combination(chosen, way, values[alive], shown))
    return Information(covariance, tuple(open_ways), int(is_told.sum()))


def _without_effect(name: str, size: float) -> Unidentified:
    return Unidentified((name,), {name: 0.01 * size}, f"{name}: nothing that is measured depends on it")


def _sparse(ways: Matrix) -> Array:
    """Directions (m, k) of the space of the columns (k, m), with as many zeros as elimination makes."""
    rows = ways.T.copy()
    for r in range(len(rows)):
        rest = np.abs(rows[r:]) / np.abs(rows[r:]).max(axis=1, keepdims=True)
        i, j = divmod(int(rest.argmax()), rest.shape[1])
        rows[[r, r + i]] = rows[[r + i, r]]
        rows[r] /= rows[r, j]
        for other in range(len(rows)):
            if other != r:
                rows[other] -= rows[other, j] * rows[r]
    return np.array([row / np.abs(row).max() for row in rows])


def _combination(names: Sequence[str], way: Vector, values: Vector, sizes: Vector) -> Unidentified:
    """A direction, in words."""
    places = [j for j in range(len(way)) if abs(way[j]) > INVOLVED]
    way = way * np.sign(way[places[0]])
    direction = {names[j]: 0.01 * float(way[j] * sizes[j]) for j in places}
    if len(places) == 1:
        return Unidentified((names[places[0]],), direction, f"{names[places[0]]}: the data cannot tell it")
    changes = [_change(names[j], float(way[j]), float(values[j])) for j in places]
    words = f"{_listed(changes)} together change nothing that is measured"
    relative = [float(way[j] * np.sign(values[j])) for j in places]
    told = _simple([names[j] for j in places], relative, values[places])
    return Unidentified(
        tuple(names[j] for j in places), direction, words + (f"; {told} can be told" if told else "")
    )


def _change(name: str, way: float, value: float) -> str:
    """A change of one per cent, or of a hundredth where a value is zero."""
    return f"{name} {way * np.sign(value):+.3g} %" if value else f"{name} {0.01 * way:+.3g}"


def _simple(names: Sequence[str], ways: Sequence[float], values: Vector) -> str:
    """The ratio or product of numbers that a direction leaves as it is, if that is easily said."""
    if not all(values):
        return ""
    if len(names) > 2:
        return "only their ratios" if all(abs(x / ways[0] - 1.0) < SIMPLE for x in ways) else ""
    ratio = ways[1] / ways[0]
    if abs(ratio - 1.0) < SIMPLE:
        return f"only {names[0]}/{names[1]}"
    if abs(ratio + 1.0) < SIMPLE:
        return f"only {names[0]}·{names[1]}"
    return ""


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
