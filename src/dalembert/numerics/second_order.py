"""Equations of second order that are not solved for their accelerations, with constraints by level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from dalembert.arrays import Array
from dalembert.expr.sparse_matrix import SparseMatrix

Residual: TypeAlias = Callable[[Array, Array], Array]
"""r for given a and λ."""


class Slopes(Protocol):
    """Derivatives of r."""

    @property
    def damping(self) -> SparseMatrix:
        """∂r/∂u."""

    @property
    def stiffness(self) -> SparseMatrix:
        """∂r/∂δ, along motions of the speeds."""


@dataclass(frozen=True, eq=False)
class Unsolved:
    """r(t, q, u, z, a, λ) = 0 with φ = 0, ψ = 0, J a = γ, in variables q, u, z, a, λ."""

    q: Array
    u: Array
    z: Array
    tau: Array
    """Inputs, constant during a run."""

    a: Array
    lam: Array
    delta: Array
    """A small motion of the speeds."""

    rates: Array
    """q̇."""

    h: Array
    """ż."""

    M: SparseMatrix
    residual: Residual
    """r for given a and λ: M a less all forces."""

    slopes: Slopes
    """Derivatives of r, made when they are asked for."""

    moved: Callable[[Array], Array]
    """q ⊞ δ, correct to second order."""

    projected: Array
    """The nearest q that are valid by themselves."""

    phi: Array
    """Rows with a position level, the first of all."""

    psi: Array
    """The rows of φ as velocities, then those without position level."""

    J: SparseMatrix
    """All rows as accelerations, J a = γ: those of ψ, then those that exist only here."""

    gamma: Array
    constraint_force_matrix: SparseMatrix
    """Forces of unit multipliers (nu, m), apart from forces that depend on reactions: Jᵀ as a rule."""

    closed: Callable[[Callable[[Residual], tuple[Array, Array]]], tuple[Array, Array]]
    """a and λ in the states, given how to solve for them while loads by reactions are known: r is affine then."""

    on: Array
    """Switches of the rows (m,): one where a row is solved for, zero where it is left out or off."""

    has_reacting_forces: bool = False
    """Whether forces depend on a or λ, so that ∂r/∂a is not M, or ∂r/∂λ not −Jᵀ."""
