"""Equations as time stepping takes them: solved, of first order, or unsolved, of second order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.variables import helper_variables
from dalembert.errors import FormulationError
from dalembert.expr.calculus import sparse_jacobian
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.numerics.repeated_system import RepeatedSystem
from dalembert.numerics.second_order import Unsolved


@dataclass(frozen=True, eq=False)
class FirstOrder:
    """ẋ = F(t, x, τ, p): what time stepping needs of any equations."""

    names: tuple[str, ...]
    x: Array
    """States (n,)."""

    tau: Array
    """Inputs, constant during a run."""

    rate: Array
    """F, (n,)."""

    projected: Array
    """The nearest states that are valid, (n,); the states themselves where all are."""

    n_positions: int
    """How many states at the beginning are positions whose rates follow in the same order; 0 if that is not so."""

    is_projected_once: bool = True
    """Whether one projection is exact; else it is one step of Newton's method."""

    watch: tuple[Any, ...] = ()
    """Parameters by which F stops to be finite; zero turns them off."""

    discrete: Array = field(default_factory=lambda: np.zeros(0, dtype=object))
    """Discrete variables d (n_d,), which events alone change; nothing integrates them."""

    def with_discrete(self, n: int) -> FirstOrder:
        """The system with its last n states, whose rates are zero, turned into discrete variables."""
        if not n:
            return self
        last = len(self.x) - n
        return replace(
            self,
            names=self.names[:last],
            x=self.x[:last],
            rate=self.rate[:last],
            projected=self.projected[:last],
            discrete=self.x[last:],
        )


def check_second_order(equations: Any, who: str) -> None:
    """Raise if equations are those of coordinates and momenta, of first order from the beginning."""
    if equations.variables.are_momenta:
        raise FormulationError(
            f"{who} needs equations of second order, M a = f + Jᵀ λ, but canonical equations are of first order: "
            "their states are coordinates and momenta; derive the model by another principle, such as "
            "da.Lagrange(), and take states over with da.convert_state"
        )


class SecondOrder:
    """M a − f − G τ − Jᵀ λ = 0 with the rows by level, and their derivatives: what implicit methods need.

    Each quantity is made when it is asked for. Positions move by q ⊞ δ; derivatives by positions are along that:
    ∂/∂δ at δ = 0, which is ∂/∂q · N.
    """

    def __init__(self, solution: Any) -> None:
        self.solution, self.equations = solution, solution.equations

    @cached_property
    def delta(self) -> Array:
        """A small motion of the speeds as variables (nu,)."""
        return helper_variables((f"δ {name}" for name in self.equations.speeds), self.equations.taken_names)

    @cached_property
    def moved(self) -> Array:
        """q ⊞ δ (nq,)."""
        return self.equations.motion.moved(self.delta)

    @cached_property
    def residual(self) -> Array:
        """r (nu,), which is zero along a motion."""
        self.equations.balance.check_unsolved()
        return self._residual(self.equations.a, self.equations.lam)

    def _residual(self, a: Array, lam: Array) -> Array:
        """The residual for given a and λ; rows that come and go exert nothing while they are off."""
        comes = [(i, row.switch) for i, row in enumerate(self.equations.constraint_rows) if row.switch is not None]
        if comes:
            lam = np.array(lam, dtype=object)
            for i, switch in comes:
                lam[i] = switch * lam[i]
        return self.solution.residual(a, lam)

    @cached_property
    def has_reacting_forces(self) -> bool:
        """Whether forces depend on reactions."""
        return not all(map(is_zero, self.solution.reacting))

    @cached_property
    def damping(self) -> SparseMatrix:
        """∂r/∂u (nu, nu)."""
        return sparse_jacobian(self.residual, self.equations.u)

    @cached_property
    def stiffness(self) -> SparseMatrix:
        """∂r/∂δ (nu, nu)."""
        stiffness: SparseMatrix = self.equations.motion.along_positions(self.residual)
        return stiffness

    @cached_property
    def repeated(self) -> RepeatedSystem | None:
        """The equations as a few kinds of elements, each many times; None if they are not known to be that."""
        eom, solution = self.equations, self.solution
        elements: RepeatedSystem | None = eom.balance.elements(eom)
        if elements is None or solution.law is not None or solution.asked_solver is not None:
            return None
        return replace(elements, on=solution.stepped)

    def unsolved(self) -> Unsolved:
        """The equations unsolved, as methods of integration take them."""
        eom, solution = self.equations, self.solution
        if ruled := [row.row.name for row in eom.constraint_rows if row.when_off is not None]:
            raise FormulationError(
                f"the multiplier of {ruled[0]!r} follows a law while the row is off, which methods that find "
                "accelerations by themselves do not know; use another method, such as da.methods.DOP853()"
            )
        return Unsolved(
            *(eom.q, eom.u, eom.z, eom.tau, eom.a, eom.lam, self.delta, eom.rates, solution.h, eom.entries.M),
            *(self._residual, self, eom.motion.moved, eom.motion.projected),
            *(
                eom.phi,
                eom.psi,
                eom.entries.J,
                eom.gamma,
                eom.entries.constraint_force_matrix,
                solution.closed,
                solution.stepped,
            ),
            has_reacting_forces=self.has_reacting_forces,
        )
