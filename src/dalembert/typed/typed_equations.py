"""Equations of motion that were typed in: their motion, balance, constraints and outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.constraints import Constraints
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.outputs import BodyMotion, NamedOutputs, Outputs
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.augmented import AugmentedMatrix
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError
from dalembert.expr.bounds import bounded
from dalembert.expr.callbacks import callbacks_in
from dalembert.expr.fixed_order import FixedOrderFactors
from dalembert.expr.linear import solve
from dalembert.expr.node import Expression
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix, sparse
from dalembert.model.plain_data import plain
from dalembert.rank import SINGULAR
from dalembert.state import State
from dalembert.typed.typed_measures import resolved_in_variables
from dalembert.typed.typed_signals import TypedSignals
from dalembert.typed.typed_terms import TypedTerms
from dalembert.typed.vocabulary import Kind

ROUNDING = 1e-6
"""How much larger than its diagonal entry a pivot of a definite matrix may come out."""


@dataclass(frozen=True, eq=False)
class _DefiniteMass(SchurComplement):
    """Schur complement of a mass matrix that was definite in samples; no result in states where it is not."""

    @cached_property
    def _mass(self) -> FixedOrderFactors:
        factors = super()._mass
        # of a definite matrix, pivots are positive and at most the diagonal entries
        parts = [x * self.M[i, i] for i, x in enumerate(factors.D_inverse)]
        losses: list[Any] = [x for x in parts if isinstance(x, Expression)]
        values = [*losses, *(1.0 - x for x in losses)]
        bounds = [1.0 / SINGULAR.square] * len(losses) + [ROUNDING] * len(losses)
        message = (
            "the mass matrix is not positive definite in this state, with these parameters; use "
            "solver=AugmentedMatrix(), which does without"
        )
        return replace(factors, D_inverse=bounded(factors.D_inverse, values, bounds, "definite", message))


def typed_equations(typed: TypedTerms) -> Equations:
    """Equations of motion without bodies.

    A mass matrix that is not symmetric and definite is solved by elimination with pivoting. Corrections of drift
    are measured by its symmetric part if this is definite, else by the squares of the speeds.
    """
    speeds = typed.speeds
    variables = Variables(
        speeds.coordinates,
        speeds.speeds,
        inputs=typed.vocabulary.names[Kind.INPUT],
        parameters=typed.parameters,
        default_values=(0.0,) * len(speeds.coordinates),
    )
    return Equations(
        (typed_equations, (typed,)),
        variables,
        _TypedMotion(typed, variables),
        _TypedBalance(typed),
        _TypedOutputs(typed, variables),
        _TypedConstraints(typed),
        solver=_solver(typed),
    )


def _is_ideal_and_definite(typed: TypedTerms) -> bool:
    """Whether M is a mass matrix, and constraints exert forces along their gradients."""
    return typed.mass.is_definite and typed.mass.is_ideal


def _solver(typed: TypedTerms) -> AccelerationSolver | None:
    if typed.solver is not None or _is_ideal_and_definite(typed):
        return typed.solver
    return AugmentedMatrix()


class _TypedMotion(CoordinateMotion):
    """Rates q̇ of coordinates as typed."""

    def __init__(self, typed: TypedTerms, variables: Variables) -> None:
        self.typed, self.q, self.u = typed, variables.q, variables.u

    @property
    def rates(self) -> Array:
        return self.typed.speeds.rates

    @property
    def N(self) -> Array:
        return self.typed.speeds.N


class _TypedConstraints(Constraints):
    """Rows as typed, and the forces of their multipliers."""

    def __init__(self, typed: TypedTerms) -> None:
        self.typed = typed

    @cached_property
    def rows(self) -> Sequence[LevelRow]:
        if self.typed.mass.is_ideal:
            return self.typed.rows
        columns = [{k: x for k, x in enumerate(column) if not is_zero(x)} for column in self.typed.C.T]
        return [replace(row, exerts=factors) for row, factors in zip(self.typed.rows, columns, strict=True)]


class _TypedBalance(Balance):
    """M and forces as typed."""

    def __init__(self, typed: TypedTerms) -> None:
        self.typed = typed

    @cached_property
    def M(self) -> SparseMatrix:
        return sparse(self.typed.M)

    @cached_property
    def forces(self) -> Array:
        return self.typed.loads - self.typed.b

    def solution(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array] | None:
        """Accelerations by elimination with pivoting, without rows, where M is not symmetric and definite."""
        solver = self.typed.solver
        wants_pivots = solver is not None and solver.allows_singular_mass
        if solution.equations.rows or (_is_ideal_and_definite(self.typed) and not wants_pivots):
            return None
        return solve(self.typed.M, self.forces), np.zeros(0)

    def row_weights(self, solution: SolvedSystem) -> Array:
        mass, solver, rows = self.typed.mass, solution.solver, solution.equations.rows
        weights = np.zeros(len(rows))
        if mass.is_definite or not len(rows):
            return weights
        # rows of contacts, which come and go, are not among those that were typed
        places = {rows[i].name: i for i in solution.independent}
        heavy = np.array([mass.size if row.row.name in places else 0.0 for row in self.typed.rows])
        if mass.is_definite_with(heavy):
            typed = [row.row.name for row in self.typed.rows]
            weights[[places[name] for name in typed if name in places]] = mass.size
        elif solver is not None and not solver.allows_singular_mass:
            raise FormulationError(
                f"{self.typed.matrix} is not definite, which {type(solver).__name__} needs; use AugmentedMatrix"
            )
        return weights

    def metric(self, definite: SparseMatrix) -> SparseMatrix:
        M, mass = self.typed.M, self.typed.mass
        if mass.is_definite:
            return self.M
        return sparse((M + M.T) / 2.0) if mass.has_definite_part else SparseMatrix.identity(len(M))

    def factorized(self, metric: SparseMatrix, rows: SparseMatrix, on: Array | None) -> SchurComplement:
        return _DefiniteMass(metric, rows, on=on)

    def check_unsolved(self) -> None:
        mass = self.typed.mass
        heavy = np.full(len(self.typed.rows), mass.size)
        if not (mass.is_symmetric and mass.is_ideal and mass.is_definite_with(heavy)):
            raise FormulationError(
                "a method that leaves equations unsolved measures corrections by their mass matrix, which here is "
                "not symmetric and definite; order and scale the rows so that each is the balance along its "
                "speed, or use another method, such as DOP853"
            )


class _TypedOutputs(Outputs):
    """Names of variables, and energies if they are known; no bodies."""

    def __init__(self, typed: TypedTerms, variables: Variables) -> None:
        self.typed, self.variables = typed, variables

    @property
    def contents(self) -> Mapping[str, object]:
        typed = self.typed
        quantities = {
            "rates": typed.speeds.rates,
            "M": typed.M,
            "f": typed.f,
            "G": typed.G,
            "reactions": typed.C,
        }
        terms = [x for row in typed.rows for x in (row.phi, row.psi, *row.J.values(), row.gamma) if x is not None]
        entries = [*(x for array in quantities.values() for x in np.ravel(array)), *terms]
        rows = {f"row {row.row.name!r}": plain((row.phi, row.psi, row.J, row.gamma)) for row in typed.rows}
        return {
            "parameters": dict(self.variables.parameters),
            "callbacks": [routine.name for routine in callbacks_in(entries)],
            **plain(quantities),
            **rows,
            "energies": plain(typed.energies),
        }

    @property
    def description(self) -> str:
        v, typed = self.variables, self.typed
        lines = [f"{typed.title}: coordinates {', '.join(v.coordinates) or 'none'}; speeds {', '.join(v.speeds)}"]
        if v.inputs:
            lines.append(f"inputs: {', '.join(v.inputs)}")
        if v.parameters:
            lines.append("parameters: " + ", ".join(f"{name} = {x:g}" for name, x in v.parameters.items()))
        mass = typed.mass
        if not _is_ideal_and_definite(typed):
            kind = "definite" if mass.is_symmetric else "symmetric"
            what = f"{typed.matrix} is not {kind}" if not mass.is_definite else "multipliers act along other rows"
            way = "its symmetric part" if mass.has_definite_part else "the squares of the speeds"
            solver = type(_solver(typed)).__name__
            lines.append(f"{what}: solved by {solver}; corrections of drift are measured by {way}")
        return "\n".join(lines)

    def numbers_for(
        self,
        motions: Mapping[str, BodyMotion],
        p: Mapping[str, float],
        near: Sequence[State],
    ) -> tuple[Array, Array]:
        raise FormulationError(
            f"{self.typed.title} have no bodies, so their coordinates do not follow from motions of bodies"
        )

    def resolve(self, expression: Any, solution: SolvedSystem) -> Any:
        return resolved_in_variables(expression, solution)

    def signals(self, solution: SolvedSystem) -> NamedOutputs:
        return TypedSignals(solution, self.typed)
