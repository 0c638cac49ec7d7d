"""Whether forces feed motions near a position of rest, which first derivatives there may not tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.arrays import Matrix
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.dynamics.dynamics import Dynamics
from dalembert.expr.node import Expression, inputs_of
from dalembert.memo import Key

Numbers = Mapping[str, Any]
"""Values of t, q, u, z and τ."""

_NEARBY, _LOOKS = 1e-3, 32
"""How far from rest power is looked at, in units of coordinates and speeds, and how often."""

_NO_POWER = 1e-12
"""Sum of what a motion and its reverse are given, beside the larger or the size of forces, that is rounding."""

_PASSES = 4
"""Steps of Newton's method to the constraints."""


_POWER: Key[Native] = Key("power near rest")
_COORDINATE_RATES: Key[Native] = Key("N at rest")


def feeds(
    dynamics: Dynamics, numbers: Numbers, p: Mapping[str, float], force: float, along: tuple[Matrix, Matrix]
) -> bool:
    """Whether forces supply power to some motion near rest and to its reverse, on the whole.

    What a force that depends on positions only gives to a motion, it takes from the reverse. `force` is the size
    of forces, `along` are small motions of positions and speeds (nu, n) that rows allow.
    """
    eom, signals = dynamics.equations, dynamics.solved
    if "power" not in signals.signals:
        return False
    P = signals.signal("power")
    if not isinstance(P, Expression) or not set(eom.u) & set(inputs_of([P])):
        return False

    N = np.asarray(dynamics.memo.get(_COORDINATE_RATES, lambda: native(dynamics, {"N": eom.N}))(numbers, p)["N"])
    power = dynamics.memo.get(_POWER, lambda: native(dynamics, {"P": np.array([P])}))
    generator = np.random.default_rng(3)
    for _ in range(_LOOKS):
        way, rates = (_NEARBY * generator.standard_normal(Z.shape[1]) for Z in along)
        there = {**numbers, "q": numbers["q"] + N @ (along[0] @ way), "u": along[1] @ rates}
        near = _on_constraints(dynamics, there, p)
        both = np.array([power({**near, "u": sign * near["u"]}, p)["P"][0] for sign in (1.0, -1.0)])
        size = max(float(np.abs(both).max()), force * float(np.abs(near["u"]).max()))
        if both.sum() > _NO_POWER * size:
            return True
    return False


_ON_CONSTRAINTS: Key[Native] = Key("states on constraints")


def _on_constraints(dynamics: Dynamics, numbers: Numbers, p: Mapping[str, float]) -> Numbers:
    """The nearest state where constraints hold: elsewhere reactions have power."""
    if not dynamics.equations.rows:
        return numbers
    sizes = np.cumsum([len(dynamics.equations.coordinates), len(dynamics.equations.speeds)])

    def made() -> Native:
        return native(dynamics, {"x": dynamics.solved.first_order().projected})

    for _ in range(_PASSES):
        x = np.asarray(dynamics.memo.get(_ON_CONSTRAINTS, made)(numbers, p)["x"])
        numbers = {**numbers, **dict(zip(("q", "u", "z"), np.split(x, sizes), strict=True))}
    return numbers
