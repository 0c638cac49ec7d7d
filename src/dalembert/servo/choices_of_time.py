"""Laws of time that are put together of pieces: whether they, and their derivatives, go on where pieces meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from dalembert.expr.calculus import derivative
from dalembert.expr.node import Expression, traverse
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import time

_COMPARING = frozenset(["min", "max", "lt", "le"])
"""Operations that choose, or tell what is chosen, by the sign of a difference."""

_JUMP = 1e-6
"""Part of a derivative that changes where pieces meet and is no rounding."""

_BESIDE = 1e-6
"""Distance from there, beside one or the length of the next piece, at which both sides are looked at."""

_ROUNDING = 1e-10
"""The same beside the time itself, at least."""

_SAME = 1e-9
"""Distance between times, beside one or themselves, that is none."""

_AROUND = (0.25, 0.5, 1.0)
"""Distances at which the size of a derivative is looked at, beside the same."""

_LOOKED_AT = np.concatenate([np.linspace(0.0, 20.0, 201), np.geomspace(20.0, 1e5, 400)[1:]])
"""Times between which pieces are looked for, where these do not change at a time that can be solved for."""

_MOST = 24
"""Of those that are found so, the first ones: pieces that come again meet as they did before."""


def first_jump(law: Expression, below: int) -> tuple[float, int] | None:
    """Where a law of time jumps, or one of its derivatives below an order, the lowest one; None if it does not."""
    times = _apart(_meetings(law))
    current: Any = law
    for order in range(below if times else 0):
        for t in times:
            reach = min([1.0, *(abs(other - t) for other in times if other != t)])
            if isinstance(current, Expression) and _jumps(current, t, reach):
                return t, order
        current = derivative(current, time)
    return None


def _apart(times: Iterable[float]) -> list[float]:
    """Each once."""
    found: list[float] = []
    for t in sorted(times):
        if not found or t - found[-1] > _SAME * max(1.0, abs(t)):
            found.append(t)
    return found


def _jumps(law: Expression, t: float, reach: float) -> bool:
    step = max(_BESIDE * reach, _ROUNDING * abs(t))
    wide, near = (_at(law, t + h) - _at(law, t - h) for h in (step, 0.5 * step))
    sizes = [abs(_at(law, t + side * h)) for h in (step, *(x * reach for x in _AROUND)) for side in (-1.0, 1.0)]
    # what changes with the distance is no jump
    return bool(abs(2.0 * near - wide) > _JUMP * max((x for x in sizes if np.isfinite(x)), default=0.0))


def _meetings(law: Expression) -> Iterator[float]:
    """Times at which another piece is chosen."""
    for node in traverse([law]):
        if node.op in _COMPARING:
            difference = node.args[0] - node.args[1]
            if isinstance(difference, Expression):
                yield from _roots(difference)


def _roots(difference: Expression) -> Iterable[float]:
    slope = derivative(difference, time)
    values = [float(evaluate(slope, {time: t})) for t in (0.0, 1.0, 7.3)]
    if values[0] == values[1] == values[2]:
        return [-_at(difference, 0.0) / values[0]] if values[0] else []
    numbers = np.array([_at(difference, t) for t in _LOOKED_AT])
    changes = np.flatnonzero(numbers[:-1] * numbers[1:] <= 0.0)[:_MOST]
    return [_between(difference, _LOOKED_AT[k], _LOOKED_AT[k + 1]) for k in changes]


def _between(difference: Expression, low: float, high: float) -> float:
    """A root by bisection."""
    is_positive = _at(difference, low) > 0.0
    for _ in range(60):
        t = 0.5 * (low + high)
        low, high = (t, high) if (_at(difference, t) > 0.0) is is_positive else (low, t)
    return float(0.5 * (low + high))


def _at(law: Any, t: float) -> float:
    return float(evaluate(law, {time: t}))
