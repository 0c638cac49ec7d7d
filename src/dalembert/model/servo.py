"""Servo goals: expressions that inputs, not reactions, bring to zero and keep there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeAlias, TypedDict, cast

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.errors import ExpressionError, ModelError
from dalembert.expr.node import Node, Scalar
from dalembert.model.part import Part, as_tuple, measures_in
from dalembert.model.reaction_measures import ReactionMeasure
from dalembert.number_checks import checked_number
from dalembert.spatial.vectors import VectorLike

DEFAULT_RATE = 10.0
"""Rate at which rounding errors of an exact goal decay, in 1/s."""

_SETTLED = 0.02
"""Part of an error that is left after the settling time."""


Gains: TypeAlias = float | Sequence[float | Sequence[Sequence[float]]] | Array
"""Gains of an error, highest order first: numbers or square matrices; a number alone is one gain."""


class ServoOptions(TypedDict, total=False):
    """Options of a `Servo`, for functions that make several."""

    rate: float | None
    settling: float | None
    gains: Gains | None
    priority: int
    weight: float | None
    exact: bool


@dataclass(frozen=True)
class Servo(Part):
    """An expression of measures, or a list of them, that the inputs shall bring to zero and keep there.

    It is differentiated until inputs appear, k times: twice as a rule for positions, once for velocities, energies
    and momenta, never for accelerations. Its error e then obeys e⁽ᵏ⁾ + g₁ e⁽ᵏ⁻¹⁾ + … + gₖ e = 0, whatever else the
    motion does. The gains g are given by one of these: the `rate` r of (s + r)ᵏ; the time of `settling`, after
    which 2 % of an error are left; or `gains` themselves, a number or a matrix for each order, highest first.

    Parameters
    ----------
    name : str
        Name of the goal.
    expression : expression or list of them
        Error that inputs shall bring to zero.
    rate : float, optional
        Rate r, in 1/s, of (s + r)ᵏ, by which errors decay; one of `rate`, `settling` and `gains` is given.
    settling : float, optional
        Time in s after which 2 % of an error are left.
    gains : sequence of float or matrices, optional
        Gains g₁ … gₖ, highest order first.
    priority : int, optional
        Rank of the goal: 0 is met first, larger ones as far as those before allow; default 0.
    weight : float, optional
        Weight of a soft goal; default a strict one.
    exact : bool, optional
        Whether the goal must hold at the start; default False.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> goal = da.Servo("goal", da.coordinate("x") - da.sin(da.time), rate=5.0)
    >>> loop = da.control.closed_loop(da.Model(slide, da.Motor("push", "x")), goal)
    >>> motion = da.simulate(loop, until=3.0)
    >>> print(f"{motion['x'][-1]:.4f} m, sin 3 = {da.sin(3.0):.4f}")
    0.1411 m, sin 3 = 0.1411
    """

    expression: Scalar | VectorLike
    _: KW_ONLY
    rate: float | None = None
    settling: float | None = None
    gains: Gains | None = None
    priority: int = 0
    """0 comes first: goals of a higher number get only what those of lower ones leave free, strict or soft."""

    weight: float | None = None
    """Weight of a soft goal, met as far as the inputs can; a goal without a weight is met, or the run stops."""

    exact: bool = False
    """Whether the goal must hold at the start already."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_measured("expression", "coordinate('A') or kinetic_energy()")
        self._check_gains()
        if isinstance(self.priority, bool) or not isinstance(self.priority, int) or self.priority < 0:
            raise ModelError(f"the priority of {self.label} is 0 for the first, 1, 2 …, not {self.priority!r}")
        if not isinstance(self.exact, bool):
            raise ModelError(f"'exact' of {self.label} is True or False, not {self.exact!r}")
        if self.weight is not None:
            _positive(self.weight, f"the weight of {self.label}")

    def _check_gains(self) -> None:
        options = [name for name in ("rate", "settling", "gains") if getattr(self, name) is not None]
        if len(options) > 1:
            raise ModelError(f"{self.label} has both {options[0]} and {options[1]}; give one of them")
        if not options:
            if not self.exact and not self._has_forces:
                raise ModelError(
                    f"{self.label} does not say how fast an error decays: give a rate, a time of settling, or "
                    "gains; a goal that holds from the start on is exact=True"
                )
            object.__setattr__(self, "rate", DEFAULT_RATE)
        for name in ("rate", "settling"):
            if getattr(self, name) is not None:
                _positive(getattr(self, name), f"the {name} of {self.label}")
        if self.gains is not None:
            object.__setattr__(self, "gains", self._checked_gains())

    @property
    def _has_forces(self) -> bool:
        """Whether the goal is a relation of accelerations, forces or reactions, whose errors do not decay."""
        measures = [node.args[0] for node in measures_in(self.rows)]
        return any(measure.needs_forces or isinstance(measure, ReactionMeasure) for measure in measures)

    def _checked_gains(self) -> tuple[object, ...]:
        """Gains with which errors decay: a number or a square matrix, as nested tuples, for each order."""
        n, typed = len(self.rows), cast(Any, self.gains)
        try:
            gains = [np.asarray(gain, dtype=float) for gain in ([typed] if np.ndim(typed) == 0 else list(typed))]
        except (TypeError, ValueError, ExpressionError):
            raise ModelError(f"the gains of {self.label} are numbers or matrices, not {typed!r}") from None
        for gain in gains:
            if gain.shape not in ((), (n, n)) or not np.isfinite(gain).all():
                raise ModelError(
                    f"each of the gains of {self.label}, highest order first, is a finite number or a matrix of "
                    f"the shape {(n, n)}, not of {gain.shape}"
                )
        worst = _slowest(gains, n)
        if not worst < 0.0:
            powers = " + ".join(f"g{k} s^{len(gains) - k}" for k in range(1, len(gains) + 1))
            raise ModelError(
                f"the gains of {self.label} are unstable: a root of s^{len(gains)} + {powers} has the real part "
                f"{worst:g}, not below zero; errors would grow"
            )
        return tuple(as_tuple(gain) for gain in gains)

    @property
    def rows(self) -> tuple[Scalar, ...]:
        """Expressions of the goal."""
        return (self.expression,) if isinstance(self.expression, Node | float) else tuple(self.expression)

    @property
    def row_names(self) -> tuple[str, ...]:
        """Names of the expressions."""
        if isinstance(self.expression, Node | float):
            return (self.name,)
        return tuple(f"{self.name}.{k + 1}" for k in range(len(self.expression)))

    @property
    def is_strict(self) -> bool:
        """Whether a run stops where the goal cannot be met."""
        return self.weight is None

    @property
    def goals(self) -> tuple[Servo, ...]:
        return (self,)

    def gains_of_order(self, order: int) -> tuple[Matrix, ...]:
        """g₁ … gₖ, each a matrix (n, n), for errors that are differentiated k times."""
        n = len(self.rows)
        if self.gains is not None:
            gains = cast("Sequence[Any]", self.gains)
            if len(gains) != order:
                raise ModelError(
                    f"{self.label} has {len(gains)} gains, but inputs appear in it when it is differentiated "
                    f"{order} times: that takes {order} gains, highest order first; a rate suits any order"
                )
            return tuple(float(g) * np.eye(n) if np.ndim(g) == 0 else np.array(g) for g in gains)
        if not order:
            return ()
        rate = self.rate if self.rate is not None else settled_rate(order) / float(self.settling or 1.0)
        binomial = np.poly(-np.ones(order))[1:]
        return tuple(float(c * rate**k) * np.eye(n) for k, c in enumerate(binomial, 1))


def settled_rate(order: int) -> float:
    """The product r T for which an error of (s + r)ᵏ, at rest first, is 2 % after T: e^(−x) Σ xʲ/j! for j < k."""
    low, high = 0.0, 50.0
    for _ in range(80):
        x = 0.5 * (low + high)
        terms, part = 1.0, 1.0
        for j in range(1, order):
            part *= x / j
            terms += part
        low, high = (x, high) if terms * float(np.exp(-x)) > _SETTLED else (low, x)
    return 0.5 * (low + high)


def checked_goals(goals: Sequence[Servo]) -> tuple[Servo, ...]:
    """Goals of a user, each a `Servo` with a name of its own."""
    for goal in goals:
        if not isinstance(goal, Servo):
            raise ModelError(f"goals are da.Servo(name, expression, rate=…), not {goal!r}")
    names = [goal.name for goal in goals]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ModelError(f"two goals are called {twice[0]!r}; give each its own name")
    return tuple(goals)


def _slowest(gains: Sequence[Matrix], n: int) -> float:
    """Largest real part of the roots of s^k + g₁ s^(k−1) + … + gₖ."""
    order = len(gains)
    companion = np.zeros((order * n, order * n))
    companion[: (order - 1) * n, n:] = np.eye((order - 1) * n)
    for k, gain in enumerate(gains, 1):
        block = float(gain) * np.eye(n) if gain.ndim == 0 else gain
        companion[(order - 1) * n :, (order - k) * n : (order - k + 1) * n] = -block
    return float(np.linalg.eigvals(companion).real.max(initial=-np.inf))


def _positive(value: float, what: str) -> None:
    checked_number(value, what, is_positive=True)
