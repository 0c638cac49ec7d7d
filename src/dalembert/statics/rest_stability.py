"""Whether a position of rest is stable: by the projected Hessian, or by the roots of small motions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.configuration.constraint_unknowns import Native, native, native_of
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.along_speeds import of_no_coordinate
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import time
from dalembert.memo import Key
from dalembert.rank import free_motions, is_definite
from dalembert.rows import Level

SYMMETRIC = 1e-8
"""Part of a matrix, beside its largest entry, that is rounding."""

ZERO_CURVATURE = 1e-9
"""Curvature, beside the largest one and beside the size of forces, that cannot be told from zero."""

ZERO_ROOT = 1e-7
"""Real part of a root beside the largest root that cannot be told from zero: double roots have half the digits."""

_NEARBY, _LOOKS = 1e-3, 32
"""How far from rest power is looked at, in units of coordinates and speeds, and how often."""

_NO_POWER = 1e-12
"""Sum of what a motion and its reverse are given, beside the larger or the size of forces, that is rounding."""

_PASSES = 4
"""Steps of Newton's method to the constraints."""


@dataclass(frozen=True, eq=False)
class SmallMotions:
    """M δ̈ + D δ̇ + K δ = 0 about a position of rest, on what rows allow; K has the curvature of rows, by λ."""

    M: Matrix
    D: Matrix
    K: Matrix
    J_positions: Matrix
    J_speeds: Matrix
    force: float
    """Size of forces: a curvature that changes them by rounding only is none."""

    has_states: bool
    """Whether first-order states act: they have small motions of their own."""

    is_fed: Callable[[Matrix, Matrix], bool]
    """Whether forces feed motions nearby, along positions and speeds (nu, n): first derivatives may not tell."""

    @cached_property
    def allowed(self) -> Matrix:
        """Orthonormal motions (nu, n) that rows of positions allow."""
        return free_motions(self.J_positions) if len(self.J_positions) else np.eye(len(self.K))

    @cached_property
    def allowed_speeds(self) -> Matrix:
        """Orthonormal motions (nu, n) that rows of all levels allow."""
        return free_motions(self.J_speeds) if len(self.J_speeds) else np.eye(len(self.K))

    @property
    def is_holonomic(self) -> bool:
        """Whether what is allowed for speeds is what is allowed for positions."""
        return self.allowed.shape == self.allowed_speeds.shape

    @cached_property
    def hessian(self) -> Matrix:
        """Zᵀ K Z: second derivatives of the potential energy, if there is one, on the surface of constraints."""
        return self.allowed.T @ self.K @ self.allowed

    @property
    def has_potential(self) -> bool:
        """Whether forces at rest are those of a potential, as far as first derivatives tell."""
        H = self.hessian
        size = np.abs(H).max(initial=ZERO_CURVATURE * self.force)
        return bool(np.abs(H - H.T).max(initial=0.0) <= SYMMETRIC * size)

    @cached_property
    def curvatures(self) -> Vector:
        """Eigenvalues of the projected Hessian, the smallest first; none if forces have no potential."""
        if not self.has_potential:
            return np.zeros(0)
        return np.asarray(np.linalg.eigvalsh(0.5 * (self.hessian + self.hessian.T)))

    @cached_property
    def roots(self) -> NDArray[np.complex128]:
        """s of motions e^(s t); none where some motion has no inertia, or first-order states act."""
        Z, Y = self.allowed, self.allowed_speeds
        M, D, K = Y.T @ self.M @ Y, Y.T @ self.D @ Y, Y.T @ self.K @ Z
        if self.has_states or not is_definite(0.5 * (M + M.T)):
            return np.zeros(0, dtype=complex)
        n = Z.shape[1]
        below = -np.linalg.solve(M, np.concatenate([K, D], axis=1))
        matrix = np.concatenate([np.concatenate([np.zeros((n, n)), Z.T @ Y], axis=1), below])
        values = np.linalg.eigvals(matrix).astype(complex)
        return values[np.lexsort((values.imag, values.real))]

    @cached_property
    def _D(self) -> Matrix:
        return self.allowed_speeds.T @ self.D @ self.allowed_speeds

    @property
    def _is_gyroscopic(self) -> bool:
        """Whether some forces are across the speeds: they can hold what the potential lets fall."""
        D = self._D
        return bool(np.abs(D - D.T).max(initial=0.0) > SYMMETRIC * np.abs(self.D).max(initial=0.0))

    @property
    def _damping(self) -> str:
        D = self._D
        if np.abs(D).max(initial=0.0) <= SYMMETRIC * np.abs(self.D).max(initial=0.0):
            return "none"
        least = float(np.linalg.eigvalsh(0.5 * (D + D.T))[0])
        return "dissipates" if least >= -SYMMETRIC * np.abs(D).max() else "other"

    @cached_property
    def verdict(self) -> str:
        """`stable`, `asymptotically stable`, `unstable`, or `undecided`, each with the reason."""
        if self.has_states:
            return (
                "undecided: first-order states or speeds without coordinates act, which have small motions of "
                "their own; da.linearize has them"
            )
        if self.is_holonomic and self.has_potential and self._damping != "other":
            return self._by_energy
        return self._by_roots

    @property
    def _by_energy(self) -> str:
        """The verdict by Lagrange and Dirichlet; with damping by Kelvin, Tait and Chetaev."""
        largest = float(np.abs(self.curvatures).max(initial=self.force))
        if not len(self.curvatures):
            return "stable: nothing can move"
        least = float(self.curvatures[0])
        if least < -ZERO_CURVATURE * largest:
            n = int((self.curvatures < -ZERO_CURVATURE * largest).sum())
            falls = f"the potential energy falls in {n} of {len(self.curvatures)} directions"
            if self._is_gyroscopic and len(self.roots) and not self._largest > 0.0:
                return f"undecided: {falls}, but gyroscopic forces keep small motions from growing"
            return f"unstable: {falls}"
        if least <= ZERO_CURVATURE * largest:
            return "undecided: the potential energy has no curvature in some direction"
        if self._damping == "dissipates" and len(self.roots) and self._largest < 0.0:
            return "asymptotically stable: the potential energy has a minimum, and all small motions are damped"
        if self.is_fed(self.allowed, self.allowed_speeds):
            return "undecided: the potential energy has a minimum, but forces supply power to motions nearby"
        return "stable: the potential energy has a minimum; nothing, or not every motion, is damped"

    @property
    def _largest(self) -> float:
        """The largest real part, zero if that is rounding."""
        largest = float(self.roots.real.max(initial=-np.inf))
        return largest if abs(largest) > ZERO_ROOT * float(np.abs(self.roots).max(initial=0.0)) else 0.0

    @property
    def _by_roots(self) -> str:
        if not len(self.roots):
            return "undecided: forces have no potential, and some motion has no inertia"
        if self._largest > 0.0:
            return f"unstable: small motions grow like e^({self._largest:.6g} t)"
        if self._largest < 0.0:
            return "asymptotically stable: all small motions are damped"
        return "undecided: some small motion neither grows nor is damped"


_SMALL_MOTIONS: Key[Native] = Key("small motions")


def small_motions(
    dynamics: Dynamics,
    numbers: Arguments,
    p: Mapping[str, float],
    K: Matrix,
    *,
    force: float,
    has_states: bool,
) -> SmallMotions:
    """Small motions about rest; K is the derivative of M a − f − … along positions with constant multipliers."""
    eom = dynamics.equations
    n_positions = sum(row.level == Level.POSITION for row in eom.rows)

    def compiled() -> Native:
        at_rest = dict.fromkeys([*eom.u, *eom.a], 0.0)
        D = substitute(jacobian(dynamics.solution.residual(eom.a, eom.lam), eom.u), at_rest)
        outputs = {"M": eom.M, "D": D, "J": substitute(eom.J, at_rest)}
        inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau, "lam": eom.lam}
        return native_of(outputs, lambda some: dynamics.with_parameters(dynamics.engine.compile(some, inputs)))

    has_states = has_states or bool(of_no_coordinate(eom))
    matrices = dynamics.memo.get(_SMALL_MOTIONS, compiled)({**numbers, "u": np.zeros(len(eom.speeds))}, p)
    J = np.asarray(matrices["J"]).reshape(len(eom.rows), len(eom.speeds))

    def is_fed(positions: Matrix, speeds: Matrix) -> bool:
        at = {name: x for name, x in numbers.items() if name != "lam"}
        return feeds(dynamics, at, p, force, (positions, speeds))

    M, D = np.asarray(matrices["M"]), np.asarray(matrices["D"])
    return SmallMotions(M, D, K, J[:n_positions], J, force, has_states, is_fed)


_POWER: Key[Native] = Key("power near rest")
_COORDINATE_RATES: Key[Native] = Key("N at rest")


# ---- power near rest


def feeds(
    dynamics: Dynamics, numbers: Arguments, p: Mapping[str, float], force: float, along: tuple[Matrix, Matrix]
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


def _on_constraints(dynamics: Dynamics, numbers: Arguments, p: Mapping[str, float]) -> Arguments:
    """The nearest state where constraints hold: elsewhere reactions have power."""
    if not dynamics.equations.rows:
        return numbers
    sizes = np.cumsum([len(dynamics.equations.coordinates), len(dynamics.equations.speeds)])

    def projected() -> Native:
        return native(dynamics, {"x": dynamics.solved.first_order().projected})

    for _ in range(_PASSES):
        x = np.asarray(dynamics.memo.get(_ON_CONSTRAINTS, projected)(numbers, p)["x"])
        numbers = {**numbers, **dict(zip(("q", "u", "z"), np.split(x, sizes), strict=True))}
    return numbers
