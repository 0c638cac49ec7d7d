"""Singular positions on the way: where an explicit method stops, the index-3 rule takes over for a while."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dalembert.motion import Motion
from dalembert.solvers.accelerations import SINGULAR
from dalembert.solvers.methods import IndexThree, Method

NEAR, CLEAR = 30.0 * SINGULAR, 4.0 * SINGULAR
"""Pivot of a row beside its usual size below which a run that stops has met a singular position, and above which
the position is clear again."""

_WAY = 1e-4
"""What the fastest coordinate goes in one step of the index-3 rule, in its unit: a tenth of the way to pass."""

_TRIES = (1.0, 4.0, 0.25, 16.0)
"""Parts of that step which are tried one after the other: very small ones do not converge, for rounding."""


@dataclass(frozen=True)
class Nearness:
    """Which rows nearly depend on others at the end of a motion."""

    rows: tuple[str, ...]
    pivot: int
    """Number, among the independent rows, of the one that is nearest."""

    least: float
    """Its pivot from which on the position is clear again."""


def caution(method: Method) -> float:
    """How much larger pivots must be than usually: the more digits a method wants, the earlier it must stop."""
    return max(1.0, 1e-9 / method.wanted_accuracy)


def nearness(motion: Motion, usual: Mapping[str, float], method: Method) -> Nearness | None:
    """What is nearly singular at the end of a motion; None if nothing is."""
    eom = motion.dynamics.equations
    if not eom.independent:
        return None
    found = motion.dynamics.evaluate({"pivots": eom.pivots}, motion.state())["pivots"]
    pivots = np.nan_to_num(np.abs(found), nan=0.0, posinf=0.0)
    sizes = np.array([usual.get(x.args[0], 0.0) for x in eom.usual_pivots])
    limit = caution(method) * np.where(sizes > 0.0, sizes, pivots.max(initial=1.0))
    names = [eom.rows[i].name for i in eom.independent]
    rows = tuple(name for name, is_near in zip(names, pivots < NEAR * limit, strict=True) if is_near)
    k = int(np.argmin(pivots / limit))
    return Nearness(rows, k, float(CLEAR * limit[k])) if rows else None


def passing(motion: Motion, until: float) -> list[IndexThree]:
    """Rules to try from the end of a motion on, with steps that suit it."""
    left = float(abs(until - motion.times[-1]))
    fastest = max(map(abs, motion.state().u.values()), default=0.0)
    step = _WAY / fastest if fastest * left > _WAY else 1e-3 * left
    return [IndexThree(min(part * step, left)) for part in _TRIES]


def passage_note(before: Motion, through: Motion, near: Nearness) -> str:
    """What to say about a passage."""
    return (
        f"from t = {before.times[-1]:.9g} to {through.times[-1]:.9g} the position is nearly singular, because of "
        f"{', '.join(near.rows)}: passed by the index-3 rule, on the branch that continues the velocity"
    )
