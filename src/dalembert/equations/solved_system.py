"""Protocols: the questions that parts of equations may ask of the whole, and of a solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from dalembert.arrays import Array
from dalembert.equations.constraints import Constraints
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.equations.variables import Variables
from dalembert.expr.node import Expression, Scalar
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.memo import Memo
from dalembert.rows import Row, Stabilization

Resolved = TypeVar("Resolved", Scalar, Expression, Array, Scalar | Array)
"""What comes out is of the kind that goes in."""


class Matrices(Protocol):
    """Matrices by their entries."""

    @property
    def M(self) -> SparseMatrix:
        """Mass matrix (nu, nu)."""

    @property
    def J(self) -> SparseMatrix:
        """Constraint matrix (m, nu)."""

    @property
    def constraint_force_matrix(self) -> SparseMatrix:
        """E (nu, m)."""


class System(Protocol):
    """Equations, as their parts see them."""

    @property
    def variables(self) -> Variables:
        """q, u, z, τ and p."""

    @property
    def rates(self) -> Array:
        """q̇ (nq,)."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """Records of the rows (m)."""

    @property
    def constraints(self) -> Constraints:
        """Rows, and what holds without one."""

    @property
    def phi(self) -> Array:
        """Holonomic constraints (m_phi,)."""

    @property
    def psi(self) -> Array:
        """Constraints at velocity level (m_psi,)."""

    @property
    def constraint_rows(self) -> Sequence[LevelRow]:
        """The rows at all levels (m)."""

    @property
    def switched_rows(self) -> tuple[str, ...]:
        """Names of rows that come and go as their switches say."""

    @property
    def entries(self) -> Matrices:
        """Matrices by their entries."""

    @property
    def M(self) -> Array:
        """Mass matrix (nu, nu)."""

    @property
    def J(self) -> Array:
        """Constraint matrix (m, nu)."""

    @property
    def G(self) -> Array:
        """Input matrix (nu, n_tau)."""

    @property
    def memo(self) -> Memo:
        """Values derived from the equations."""


class SolvedSystem(Protocol):
    """A solution of equations, as their parts see it."""

    @property
    def equations(self) -> System:
        """The equations."""

    @property
    def solver(self) -> AccelerationSolver | None:
        """The solver for accelerations and multipliers; the Schur complement of the rows if None."""

    @property
    def left_out(self) -> frozenset[str]:
        """Names of rows that hold by others, and have no multiplier."""

    @property
    def stabilization(self) -> Stabilization | None:
        """How constraints are kept along a run; None is by projection."""

    @property
    def memo(self) -> Memo:
        """Values derived from the solution."""

    @property
    def accelerations(self) -> Array:
        """a (nu,)."""

    @property
    def multipliers(self) -> Array:
        """λ (m,)."""

    @property
    def independent(self) -> tuple[int, ...]:
        """Numbers of the rows that are solved for."""

    @property
    def gamma(self) -> Array:
        """Right-hand side of J a = γ (m,)."""

    @property
    def schur(self) -> SchurComplement:
        """The factorized system of the independent rows."""

    @property
    def nonideal_forces(self) -> Array | float:
        """Forces (nu,) that constraints exert besides Jᵀ λ, or the number zero."""

    def solvable(self, schur: SchurComplement) -> SchurComplement:
        """The Schur complement as given, unless some of its rows depend on others whatever the state is."""

    def of_all_rows(self, multipliers: Array) -> Array:
        """Multipliers (m,) from those of the independent rows."""

    def known(self, y: Resolved) -> Resolved:
        """An expression that contains loads by reactions as variables, with what these are in the states."""

    def resolve(self, expression: Resolved) -> Resolved:
        """An expression of measures in the variables of the equations."""

    def signal(self, name: str) -> Scalar:
        """A named output as an expression."""
