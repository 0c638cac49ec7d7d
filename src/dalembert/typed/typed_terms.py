"""Terms of typed equations, read and differentiated: M a = f + G τ + C λ, constraint rows, energies if known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.solvers.augmented import AugmentedMatrix
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.model.part import Output
from dalembert.typed.mass_matrix import MassMatrix
from dalembert.typed.speed_map import SpeedMap
from dalembert.typed.vocabulary import Kind, Vocabulary, parameters_in


@dataclass(frozen=True, eq=False)
class Energies:
    """Lagrangian, kinetic and potential energy; None where one is not known."""

    L: Scalar | None = None
    T: Scalar | None = None
    V: Scalar | None = None

    @property
    def total(self) -> Scalar:
        """T + V."""
        assert self.T is not None and self.V is not None, "asked for only where both are known"
        return self.T + self.V


@dataclass(frozen=True, eq=False)
class TypedTerms:
    """Terms of equations of motion: M a + b = loads + C λ."""

    title: str
    """Source of the equations, in words."""

    matrix: str
    """Name of M in messages."""

    vocabulary: Vocabulary
    speeds: SpeedMap
    M: Array
    b: Array
    """M a + b are inertia and potential forces that a motion needs (nu,)."""

    loads: Array
    """All other forces along the speeds (nu,), inputs included."""

    rows: Sequence[LevelRow]
    energies: Energies = Energies()
    outputs: Mapping[str, Output] = field(default_factory=dict)
    """Signals that constraints have of their own, by name."""

    has_loads: bool = True
    """Whether the forces are known apart from inertia, so that they have a power."""

    reactions: Array | None = None
    """Forces C of unit multipliers (nu, m), if they are typed too; Jᵀ if None."""

    solver: AccelerationSolver | None = None

    def __post_init__(self) -> None:
        inside = self._inputs_in(
            [*self.M.ravel(), *self.G.ravel(), *(x for row in self.rows for x in row.J.values())]
        )
        if inside:
            raise FormulationError(
                f"the input {inside!r} occurs other than linearly in the forces; take an input that is linear, or "
                "a parameter instead"
            )
        mass = self.mass
        mass.check_rows([row.row.name for row in self.rows])
        mass.check_regular(self.matrix)
        if self.solver is not None and not mass.is_symmetric and not self.solver.allows_unsymmetric_mass:
            raise FormulationError(
                f"{self.matrix} is not symmetric, which {type(self.solver).__name__} needs; use AugmentedMatrix, "
                "or order and scale the rows so that each is the balance along its speed"
            )
        if not mass.is_ideal and not isinstance(self.solver, AugmentedMatrix | None):
            raise FormulationError(
                "multipliers act otherwise than along the gradients of their constraints, which "
                f"{type(self.solver).__name__} cannot solve; use AugmentedMatrix"
            )

    @cached_property
    def J(self) -> Array:
        """Constraint matrix (m, nu)."""
        return SparseMatrix([row.J for row in self.rows], len(self.speeds.u)).to_array()

    @cached_property
    def C(self) -> Array:
        """Forces of unit multipliers along the speeds (nu, m)."""
        return self.J.T if self.reactions is None else self.reactions

    @cached_property
    def mass(self) -> MassMatrix:
        """Mass matrix with its properties by samples."""
        return MassMatrix(self.M, self.J, self.C, self.speeds.speeds)

    @cached_property
    def tau(self) -> Array:
        """Inputs."""
        return self.vocabulary.variables(Kind.INPUT)

    @cached_property
    def G(self) -> Array:
        """Input matrix (nu, n_tau)."""
        return jacobian(self.loads - self.b, self.tau) if len(self.tau) else np.zeros((len(self.b), 0))

    @cached_property
    def f(self) -> Array:
        """Forces without inputs (nu,)."""
        total = self.loads - self.b
        return substitute(total, dict.fromkeys(self.tau, 0.0)) if len(self.tau) else total

    @cached_property
    def parameters(self) -> dict[str, float]:
        """Open parameters, and their default values."""
        energies = (self.energies.L, self.energies.T, self.energies.V)
        rows = [x for row in self.rows for x in _terms(row)]
        entries = [*self.M.ravel(), *self.b, *self.loads, *self.speeds.rates, *self.C.ravel(), *rows, *energies]
        return parameters_in(entries)

    def _inputs_in(self, entries: list[Scalar]) -> str:
        # those in rates and rows become states, before anything is asked
        smooth = [*self.speeds.rates, *(x for row in self.rows for x in (row.phi, row.psi))]
        plain = set(self.tau).difference(inputs_of([x for x in smooth if isinstance(x, Expression)]))
        inputs = inputs_of([x for x in entries if isinstance(x, Expression)])
        return next((name_of(x) for x in inputs if x in plain), "")


def _terms(row: LevelRow) -> list[Scalar]:
    return [x for x in (row.phi, row.psi, row.gamma, *row.J.values()) if x is not None]
