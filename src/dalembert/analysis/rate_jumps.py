"""Where rates of states may jump: conditions, signs and steps in them, as guards that a run can look out for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.analysis.constraint_unknowns import Native, native
from dalembert.dynamics import Dynamics
from dalembert.expr.functions import sin
from dalembert.expr.node import traverse

Vector = NDArray[np.float64]

BESIDE = 1e-6
"""How far beside an event rates are looked at, in units of what the run lasts beside the fastest rate or one."""

JUMP = 1e-8
"""Change of a rate, beside the largest or one, that is a jump."""


def switch_guards(dynamics: Dynamics) -> tuple[Any, ...]:
    """Expressions that change their sign where a condition in the rates does."""
    found: dict[Any, None] = {}
    for node in traverse(list(dynamics.solved.first_order().rate)):
        if node.op in ("lt", "le"):
            found[node.args[0] - node.args[1]] = None
        elif node.op == "sign":
            found[node.args[0]] = None
        elif node.op == "floor":
            found[sin(np.pi * node.args[0])] = None
        elif node.op == "mod":
            found[sin(np.pi * node.args[0] / node.args[1])] = None
    return tuple(found)


@dataclass(frozen=True, eq=False)
class RateSides:
    """Rates just before and just after an instant, by their continuation from there."""

    rates: Native
    n: tuple[int, int]
    """Numbers of coordinates and of speeds."""

    @classmethod
    def of(cls, dynamics: Dynamics) -> RateSides:
        """Of a system, made once."""
        eom = dynamics.equations
        outputs = {"F": dynamics.solved.first_order().rate}
        made: Native = dynamics.kept("rates of states", lambda: native(dynamics, outputs))
        return cls(made, (len(eom.q), len(eom.u)))

    def at(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Vector:
        """ẋ (n,)."""
        nq, nu = self.n
        numbers = {"t": t, "q": x[:nq], "u": x[nq : nq + nu], "z": x[nq + nu :], "tau": tau}
        return np.asarray(self.rates(numbers, p)["F"], dtype=float)

    def beside(
        self, t: float, x: Vector, tau: Vector, p: Mapping[str, float], back: Vector, sign: float
    ) -> Vector:
        """ẋ (n,) on one side of an instant, sign −1 before and 1 after, going away at the rates `back`."""
        h = sign * BESIDE / max(1.0, float(np.abs(back).max(initial=0.0)))
        near, far = (self.at(t + s * h, x + s * h * back, tau, p) for s in (1.0, 2.0))
        return 2.0 * near - far

    def sides(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> tuple[Vector, Vector]:
        """ẋ before and after; each is followed along itself."""
        found = []
        for sign in (-1.0, 1.0):
            rates = self.at(t, x, tau, p)
            for _ in range(2):
                rates = self.beside(t, x, tau, p, rates, sign)
            found.append(rates)
        return found[0], found[1]


def has_jump(before: Vector, after: Vector) -> bool:
    """Whether rates differ by more than rounding and a small way."""
    size = max(1.0, float(np.abs(before).max(initial=0.0)))
    return bool(np.abs(after - before).max(initial=0.0) > JUMP * size)
