"""Where rates of states jump or bend: conditions, signs and steps in them, and rates with their sides held.

Between two switches a run takes rates whose conditions are held as they are: smooth ones, which go on smoothly
beyond the switch too. So no step sees slopes of both sides, and rates before and after a switch are known exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array, Vector
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import SolverError
from dalembert.expr.functions import where
from dalembert.expr.node import Expression, Node, traverse
from dalembert.expr.rewrite import rebuilt
from dalembert.expr.switches import guard_of, sided, stepped
from dalembert.expr.symbol_nodes import param
from dalembert.memo import Key

AHEAD = 1e-9
"""Time after which it is seen to which side values go that are zero, beside the fastest rate or one."""

BESIDE = 1e-6
"""How far beside a step rates are looked at, in the same unit."""

JUMP = 1e-9
"""Change of a rate, beside the largest or one, that is a jump."""


_SWITCHES: Key[Switches] = Key("switches")


@dataclass(frozen=True, eq=False)
class Switches:
    """Values whose signs say on which side rates are, and rates for given sides."""

    dynamics: Dynamics
    among: tuple[Any, ...] | None = None
    """Expressions in which they are looked for: the rates unless given."""

    @classmethod
    def of(cls, dynamics: Dynamics) -> Switches:
        """Of a system, made once."""
        return dynamics.memo.get(_SWITCHES, lambda: cls(dynamics))

    @cached_property
    def guards(self) -> tuple[Any, ...]:
        """Expressions that change their sign where rates jump or bend; those of steps come last."""
        return (*self._sided, *self._stepped)

    @cached_property
    def _nodes(self) -> list[Expression]:
        return traverse(list(self.dynamics.solved.first_order().rate if self.among is None else self.among))

    @cached_property
    def _sided(self) -> tuple[Any, ...]:
        return sided(self._nodes)

    @cached_property
    def _stepped(self) -> tuple[Any, ...]:
        return stepped(self._nodes)

    @cached_property
    def sides(self) -> tuple[Any, ...]:
        """For each value that is compared with zero a parameter: its sign."""
        return tuple(param(f".side {k}", 0.0) for k in range(len(self._sided)))

    def settings(self, sides: Vector) -> dict[str, float]:
        """Values of these parameters."""
        return {str(x.args[0]): float(side) for x, side in zip(self.sides, sides, strict=True)}

    def is_step(self, number: int) -> bool:
        """Whether a guard is that of a floor or a remainder."""
        return number >= len(self._sided)

    # ---- rates with held sides

    def held(self, y: Array) -> Array:
        """Expressions in which the sides are parameters."""
        if not self._sided:
            return y
        known = {guard: side for guard, side in zip(self._sided, self.sides, strict=True)}
        array, new = np.asarray(y, dtype=object), dict[Expression, Any]()
        for node in traverse(array.ravel()):
            new[node] = _with_side(node, new, known)
        found = np.empty(array.shape, dtype=object)
        for index in np.ndindex(array.shape):
            entry: Any = array[index]
            found[index] = new[entry] if isinstance(entry, Expression) else entry
        return found

    @cached_property
    def _rates(self) -> Native:
        return native(self.dynamics, {"F": self.held(self.dynamics.solved.first_order().rate)})

    @cached_property
    def _values(self) -> Native:
        return native(self.dynamics, {"g": np.array(self._sided, dtype=object)})

    def rates(self, at: Instant, sides: Vector) -> Vector:
        """ẋ (n,) with these sides."""
        return np.asarray(
            self._rates(at.numbers(self.dynamics), {**at.p, **self.settings(sides)})["F"], dtype=float
        )

    def at_start(self, at: Instant) -> Vector:
        """Sides at an instant; of values that are zero, the side to which they go."""
        return self._ahead(at, np.sign(self.values(at)))

    def values(self, at: Instant) -> Vector:
        """Values whose signs the sides are."""
        return np.asarray(self._values(at.numbers(self.dynamics), at.p)["g"]) if self._sided else np.zeros(0)

    def _ahead(self, at: Instant, sides: Vector) -> Vector:
        """Sides, with those of values that are zero as they are a little later."""
        is_open = sides == 0.0
        if not is_open.any():
            return sides
        found = np.where(is_open, self._later(at, sides), sides)
        self._check(at, found, is_open)
        return np.asarray(found)

    def _later(self, at: Instant, sides: Vector) -> Vector:
        """Signs of the values a little later, with these sides."""
        return np.asarray(np.sign(self.values(at.moved(self.rates(at, sides), AHEAD))))

    def _check(self, at: Instant, sides: Vector, which: NDArray[np.bool_]) -> None:
        """Raise if rates on a side lead back to the other one."""
        if (which & (self._later(at, sides) * sides < 0.0)).any():
            raise SolverError(
                f"rates switch back and forth at t = {at.t:.9g}: it sticks where they jump, and such a law has no "
                "derivative there; make it steep instead, as tanh(u/small)"
            )

    def crossed(self, at: Instant, sides: Vector, number: int) -> tuple[Vector, Vector, Vector]:
        """Sides after a switch, and rates before and after it."""
        if self.is_step(number):
            return sides, self._beside(at, sides, -1.0), self._beside(at, sides, 1.0)
        after = sides.copy()
        after[number] = -sides[number]
        # others may be zero there too
        size = np.abs(self.values(at.moved(self.rates(at, sides), BESIDE)) - self.values(at))
        after[np.abs(self.values(at)) <= 1e-6 * size] = 0.0
        after[number] = -sides[number]
        after = self._ahead(at, after)
        self._check(at, after, np.arange(len(after)) == number)
        return after, self.rates(at, sides), self.rates(at, after)

    def _beside(self, at: Instant, sides: Vector, sign: float) -> Vector:
        """ẋ (n,) on one side of a step, by extrapolation from there."""
        rates = self.rates(at, sides)
        for _ in range(2):
            near, far = (self.rates(at.moved(rates, sign * s * BESIDE), sides) for s in (1.0, 2.0))
            rates = 2.0 * near - far
        return rates


@dataclass(frozen=True, eq=False)
class Instant:
    """A time and a state, as numbers."""

    t: float
    x: Vector
    tau: Vector
    p: Mapping[str, float]

    def numbers(self, dynamics: Dynamics) -> dict[str, Any]:
        """As native functions take it."""
        nq, nu = len(dynamics.equations.q), len(dynamics.equations.u)
        q, u, z = np.split(self.x, [nq, nq + nu])
        return {"t": self.t, "q": q, "u": u, "z": z, "tau": self.tau}

    def moved(self, rates: Vector, way: float) -> Instant:
        """A little later or earlier along rates; `way` is beside the fastest of them or one."""
        h = way / max(1.0, float(np.abs(rates).max(initial=0.0)))
        return Instant(self.t + h, self.x + h * rates, self.tau, self.p)


def has_jump(before: Vector, after: Vector) -> bool:
    """Whether rates differ by more than rounding."""
    size = max(1.0, float(np.abs(before).max(initial=0.0)))
    return bool(np.abs(after - before).max(initial=0.0) > JUMP * size)


def _with_side(node: Expression, new: Mapping[Expression, Any], known: Mapping[Any, Any]) -> Any:
    """A node over the new forms of its operands, on the side that a parameter says."""
    guard = guard_of(node)
    if not isinstance(guard, Node):
        return rebuilt(node, new)
    side = known[guard] if guard in known else -known[-guard] if -guard in known else None
    if side is None:
        return rebuilt(node, new)
    a, *b = (new[x] if isinstance(x, Expression) else x for x in node.args)
    match node.op:
        case "lt":
            return side < 0.0
        case "le":
            return side <= 0.0
        case "min":
            return where(side < 0.0, a, b[0])
        case "max":
            return where(side < 0.0, b[0], a)
        case "sign":
            return side
        case _:
            return side * a
