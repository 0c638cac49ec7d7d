"""Programs of a step of Newmark's kind: tangent matrix, Newton correction, projections, start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calculus import directional, sparse_jacobian
from dalembert.expr.fixed_order import FixedOrderFactors, ldl, ldl_solve, sparse_order
from dalembert.expr.functions import maximum
from dalembert.expr.node import Node
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import SparseMatrix, products
from dalembert.expr.symbol_nodes import symbol
from dalembert.integrators.method_programs import MethodProgram, MethodPrograms
from dalembert.numerics.row_sizes import RowSizes, row_sizes
from dalembert.numerics.second_order import Unsolved
from dalembert.numerics.sparse_lu import SparseFactors, sparse_lu

Size: TypeAlias = Any
"""A whole number, or one that is known when a text runs."""

START_PENALTY = 1e6
"""How much heavier than inertia constraints weigh at the start, and in the projection of states between steps."""

PROJECTION_PENALTY = 1e4
"""The same in the projection of velocities and accelerations.

Close to a singular position J a = γ asks for large accelerations across the motion as soon as velocities have
small errors there. A direction in which J M⁻¹ Jᵀ is less than 1e-4 of the typical one is therefore hardly felt;
elsewhere a pass leaves that part.
"""

LEAST_RATIO = 0.1
"""What corrections of laws that are not linear in λ leave of the one before: the first says nothing of that, since
it follows the motion."""

START_PASSES, VELOCITY_PASSES = 3, 3


@dataclass(frozen=True)
class NewmarkLayout:
    """Sizes in programs; where a text is written for all systems, they are known when it runs.

    Inputs are t, state, extra, then a, λ, δ, shares c_q, c_u, κ, of levels, other levels of positions, factors.
    """

    nq: Size
    nu: Size
    nz: Size
    m: Size
    m_phi: Size
    n_factors: Size

    @property
    def sizes(self) -> tuple[Size, ...]:
        """All of them."""
        return self.nq, self.nu, self.nz, self.m, self.m_phi, self.n_factors

    @property
    def n_inputs(self) -> Size:
        """Inputs after t, state and extra."""
        return 2 * self.nu + self.m + 6 + self.m_phi + self.n_factors


def newmark_programs(system: Unsolved) -> MethodPrograms:
    """Make the programs that steps of Newmark's kind ask of a system."""
    programs = NewmarkPrograms(system)
    outputs = {
        "factor": programs.factors,
        "multipliers": programs.first_multipliers,
        "predict": programs.predicted,
        "other levels": programs.other_levels,
        "correct": programs.corrected,
        "finish": programs.finished,
    }
    sizes = (len(system.q), len(system.u), len(system.z), len(system.gamma), len(system.phi))
    return MethodPrograms(
        x=np.concatenate([system.q, system.u, system.z]),
        tau=system.tau,
        rate=np.array(programs.started, dtype=object),
        projected=np.array(programs.valid, dtype=object),
        programs={name: MethodProgram(y, programs.inputs) for name, y in outputs.items()},
        is_projected_once=not len(system.psi),
        layout=NewmarkLayout(*sizes, programs.n_factors),
    )


class NewmarkPrograms:
    """Outputs of the programs, and the variables that they read besides t, state and inputs.

    A correction da of the accelerations moves the speeds by c_u da and the positions by c_q da, as the formulas of
    the method say. Constraints enter in the unit of accelerations: s = φ/c_q, ψ/c_u or J a − γ. They are weighted
    by κ w, where 1/w is about J M⁻¹ Jᵀ of each row: so κ has no unit.

    Rounding of φ is divided by c_q, which is about h²/4. For steps so short that this is felt, rows of positions
    enter as a mean of their levels: s = s_a (J a − γ) + s_u ψ + s_q φ, where s_a + s_u c_u + s_q c_q = 1. What is
    not φ is a program of its own, since other steps do without.
    """

    def __init__(self, system: Unsolved) -> None:
        self.system = system
        self.c_q, self.c_u, self.kappa = (symbol(name) for name in ("∂q/∂a", "∂u/∂a", "κ of the rows"))
        self.shares = tuple(symbol(f"share of {name} in the rows of positions") for name in ("J a", "ψ", "φ"))

    @cached_property
    def inputs(self) -> list[Node]:
        """After t, state and inputs: a, λ, δ, c_q, c_u, κ, s_a, s_u, s_q, other levels and the factors of W."""
        s = self.system
        shares = (self.c_q, self.c_u, self.kappa, *self.shares)
        return [*s.a, *s.lam, *s.delta, *shares, *self._kept_levels, *self._kept_entries]

    @property
    def n_factors(self) -> int:
        """Number of entries of the factors."""
        return len(self._kept_entries)

    # ---- the programs

    @cached_property
    def factors(self) -> list[Any]:
        """Entries of the factors of W = ∂r/∂a + c_u ∂r/∂u + c_q ∂r/∂δ − κ ∂r/∂λ w J."""
        return self._tangent.entries

    @cached_property
    def predicted(self) -> list[Any]:
        """q ⊞ δ."""
        return list(self.system.moved(self.system.delta))

    @cached_property
    def other_levels(self) -> list[Any]:
        """s_a (J a − γ) + s_u ψ of rows of positions (m_phi,)."""
        S, (s_a, s_u, _) = self.system, self.shares
        n = len(S.phi)
        return list(s_a * (products(S.J.taken(range(n)), S.a) - S.gamma[:n]) + s_u * S.psi[:n])

    @cached_property
    def corrected(self) -> list[Any]:
        """q ⊞ c_q da; da; dλ; ż; by W da = −r(a, λ − κ w s), dλ = −κ w (s + J da); and what is left.

        Last, what the next correction leaves of this one at least.
        """
        S = self.system
        m_phi = len(S.phi)
        s, weights = self._scaled_rows, self.kappa * self.weights
        da = -self._kept.solve(self._residual_with(weights * s))
        J_da = products(S.J, da)
        left = S.on * (np.concatenate([S.phi / self.c_q, s[m_phi:]]) + J_da)
        doubt = LEAST_RATIO if S.has_reacting_forces else 0.0
        return [*S.moved(self.c_q * da), *da, *(-weights * (s + J_da)), *S.h, self._size(left), doubt]

    @cached_property
    def finished(self) -> list[Any]:
        """u, and the slopes q̇, a, ż there, after projection of velocities and accelerations.

        In the sense of M; where forces depend on reactions, along what multipliers exert with these: errors of
        multipliers in a step, of the order of its size, are in velocities and accelerations like that.
        """
        S = self.system
        m_psi = len(S.psi)
        if not len(S.J):
            return [*S.u, *S.rates, *S.a, *S.h]
        weights = PROJECTION_PENALTY * self.weights
        pushed, J = self._pushed(weights), S.J.taken(range(m_psi))

        # velocities: ψ = 0
        u, psi = S.u, S.psi
        for _ in range(VELOCITY_PASSES if m_psi else 0):
            du = -pushed(np.concatenate([weights[:m_psi] * psi, np.zeros(len(weights) - m_psi)]))
            u, psi = u + du, psi + products(J, du)
        there = dict(zip(S.u, u, strict=True))
        rates, gamma, h = (substitute(y, there) if len(y) else y for y in (S.rates, S.gamma, S.h))

        # accelerations: J a = γ
        a = S.a - pushed(weights * (products(S.J, S.a) - gamma))
        return [*u, *rates, *a, *h]

    @property
    def started(self) -> list[Any]:
        """Slopes q̇, a, ż with constraints by the penalty, iterated; regular at singular positions too."""
        return [*self.system.rates, *self._start[0], *self.system.h]

    @property
    def first_multipliers(self) -> list[Any]:
        """λ from which the first step begins (m,): where forces depend on reactions, those of the start."""
        S = self.system
        return list(self._start[1]) if S.has_reacting_forces else [0.0] * len(S.lam)

    @cached_property
    def _start(self) -> tuple[Array, Array]:
        """a and λ at the start: affine in loads that depend on reactions, for which an equation is solved then."""
        return self.system.closed(self._started)

    def _started(self, residual: Callable[[Array, Array], Array]) -> tuple[Array, Array]:
        """a and λ for which a residual is zero that is affine in both."""
        S, weights = self.system, START_PENALTY * self.weights
        factors = sparse_lu(S.M.plus_products(S.constraint_force_matrix, weights, S.J))
        a: Array = np.zeros(len(S.a))
        lam: Array = np.zeros(len(S.lam))
        for _ in range(START_PASSES):
            force = lam + weights * (S.gamma - products(S.J, a))
            a = a - factors.solve(residual(a, force))
            lam = lam + weights * (S.gamma - products(S.J, a))
        return a, lam

    @cached_property
    def valid(self) -> list[Any]:
        """State after one step of Newton's method towards φ = 0 and ψ = 0, nearest in the sense of M."""
        S = self.system
        m_phi, m_psi = len(S.phi), len(S.psi)
        if not m_psi:
            return [*S.projected, *S.u, *S.z]
        weights = START_PENALTY * self.weights
        inertia = self._heavy(weights)

        # the rows at places that are valid by themselves, then at the new ones
        phi = S.phi + directional(S.phi, self._changes(S.projected)) if m_phi else S.phi
        q = S.moved(-ldl_solve(inertia, products(S.J.taken(range(m_phi)).T, weights[:m_phi] * phi)))
        psi = S.psi + directional(S.psi, self._changes(q))
        du = -ldl_solve(inertia, products(S.J.taken(range(m_psi)).T, weights[:m_psi] * psi))
        return [*q, *(S.u + du), *S.z]

    def _changes(self, q: Array) -> dict[Any, Any]:
        """How coordinates change on the way to others."""
        return {old: new - old for old, new in zip(self.system.q, q, strict=True) if new is not old}

    # ---- their parts

    @property
    def weights(self) -> Array:
        """w (m,): one over the size of J M⁻¹ Jᵀ of each row; zero of those that are off."""
        return self._sizes.weights * self.system.on

    @cached_property
    def _sizes(self) -> RowSizes:
        return row_sizes(self.system)

    @cached_property
    def _scaled_rows(self) -> Array:
        """s (m,): what is left of each row at its own level, in the unit of accelerations."""
        S = self.system
        m_phi, m_psi = len(S.phi), len(S.psi)
        missing = products(S.J.taken(range(m_psi, len(S.J))), S.a) - S.gamma[m_psi:]
        first = np.array(self._kept_levels, dtype=object) + self.shares[2] * S.phi
        return np.concatenate([first, S.psi[m_phi:] / self.c_u, missing])

    def _size(self, rows: Array) -> Any:
        """The largest of some rows, measured by their derivatives."""
        largest: Any = 0.0
        for value, unit in zip(rows, self._sizes.derivatives, strict=True):
            largest = maximum(largest, abs(value) / unit)
        return largest

    @cached_property
    def _tangent(self) -> SparseFactors:
        S = self.system
        W = self._inertia.plus(self.c_u, S.slopes.damping).plus(self.c_q, S.slopes.stiffness)
        return sparse_lu(W.plus_products(self._row_forces, self.kappa * self.weights, S.J))

    def _residual_with(self, penalties: Array) -> Array:
        """r(a, λ − penalties), to first order where it is not linear: far from λ laws would say something else."""
        S = self.system
        if not S.has_reacting_forces:
            return S.residual(S.a, S.lam - penalties)
        return S.residual(S.a, S.lam) + products(self._row_forces, penalties)

    @cached_property
    def _inertia(self) -> SparseMatrix:
        """∂r/∂a, which is M unless forces depend on reactions."""
        S = self.system
        return sparse_jacobian(S.residual(S.a, S.lam), S.a) if S.has_reacting_forces else S.M

    @cached_property
    def _row_forces(self) -> SparseMatrix:
        """−∂r/∂λ, which is Jᵀ unless forces depend on reactions."""
        S = self.system
        return (
            sparse_jacobian(S.residual(S.a, S.lam), S.lam).mapped(np.negative) if S.has_reacting_forces else S.J.T
        )

    def _pushed(self, weights: Array) -> Callable[[Array], Array]:
        """Accelerations (nu,) caused by multipliers (m,), beside inertia and the penalty of all rows."""
        S = self.system
        if not S.has_reacting_forces:
            inertia = self._heavy(weights)
            return lambda lam: ldl_solve(inertia, products(S.J.T, lam))
        forces = self._row_forces
        factors = sparse_lu(self._inertia.plus_products(forces, weights, S.J))
        return lambda lam: factors.solve(products(forces, lam))

    def _heavy(self, weights: Array) -> FixedOrderFactors:
        """Factors of M + Jᵀ weights J."""
        W = self.system.M.plus_products(self.system.J.T, weights, self.system.J)
        return ldl(W, sparse_order(W))

    @cached_property
    def _kept_levels(self) -> list[Node]:
        return [symbol(f"other levels of row {k}") for k in range(len(self.system.phi))]

    @cached_property
    def _kept_entries(self) -> list[Node]:
        return [symbol(f"factor {k} of the tangent") for k in range(len(self._tangent.entries))]

    @cached_property
    def _kept(self) -> SparseFactors:
        """The factors as they are read from memory."""
        return self._tangent.with_entries(self._kept_entries)
