"""Equations of motion that were typed in, with all that simulation and other analyses ask for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from dalembert.equations import BodyMotion, NamedOutputs, SecondOrder
from dalembert.errors import FormulationError
from dalembert.expr.bounds import bounded
from dalembert.expr.callback import callbacks_in
from dalembert.expr.fixed_order import FixedOrderFactors
from dalembert.expr.inverses import zeros
from dalembert.expr.linear import solve
from dalembert.expr.node import Expression
from dalembert.formulations.constrained import ConstrainedEquations
from dalembert.formulations.level_rows import LevelRow
from dalembert.formulations.typed.measures import SolvedVariables
from dalembert.formulations.typed.signals import TypedSignals
from dalembert.formulations.typed.system import TypedSystem
from dalembert.formulations.typed.vocabulary import Kind
from dalembert.model.measures import resolved
from dalembert.model.plain import plain
from dalembert.rank import SINGULAR
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.solvers.constrained.augmented import AugmentedMatrix
from dalembert.solvers.constrained.solver import AccelerationSolver
from dalembert.state import State

Array = Any

ROUNDING = 1e-6
"""How much larger than its diagonal entry a pivot of a definite matrix may come out."""


class _Unfit(SecondOrder):
    """What methods that leave equations unsolved cannot use."""

    @property
    def residual(self) -> Array:
        raise FormulationError(
            "a method that leaves equations unsolved measures corrections by their mass matrix, which here is not "
            "symmetric and definite; order and scale the rows so that each is the balance along its speed, or use "
            "another method, such as DOP853"
        )


@dataclass(frozen=True, eq=False)
class _JudgedMass(SchurComplement):
    """M was found definite in some states with usual parameters; where it is not, there is no result."""

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


class TypedEquations(ConstrainedEquations):
    """Equations of motion without bodies.

    A mass matrix that is not symmetric and definite is solved by elimination with pivoting. Corrections of drift
    are measured by its symmetric part if this is definite, else by the squares of the speeds.
    """

    def __init__(self, system: TypedSystem, left_out: Collection[str] = ()) -> None:
        self.system, self._left_out = system, frozenset(left_out)

    def _made_without(self, rows: Collection[str]) -> Self:
        return type(self)(self.system, rows)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.system.speeds.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        return self.system.speeds.speeds

    @property
    def inputs(self) -> tuple[str, ...]:
        return self.system.vocabulary.names[Kind.INPUT]

    @property
    def parameters(self) -> Mapping[str, float]:
        return self.system.parameters

    @property
    def neutral(self) -> tuple[float, ...]:
        return (0.0,) * len(self.coordinates)

    @property
    def contents(self) -> Mapping[str, Any]:
        system = self.system
        quantities = {
            "rates": self.rates,
            "M": self.M,
            "f": self.f,
            "G": self.G,
            "reactions": self.reaction_matrix,
        }
        constraints = (self.phi, self.psi, self.J, self.gamma)
        entries = [x for array in (*quantities.values(), *constraints) for x in np.ravel(array)]
        rows = {f"row {row.row.name!r}": plain((row.phi, row.psi, row.J, row.gamma)) for row in system.rows}
        return {
            "parameters": dict(self.parameters),
            "callbacks": [routine.name for routine in callbacks_in(entries)],
            **plain(quantities),
            **rows,
            "energies": plain(system.energies),
        }

    # ---- the equations

    @property
    def rates(self) -> Array:
        return self.system.speeds.rates

    @property
    def N(self) -> Array:
        return self.system.speeds.N

    @property
    def M(self) -> Array:
        return self.system.M

    @property
    def f(self) -> Array:
        return self.system.f

    @property
    def G(self) -> Array:
        return self.system.G

    @property
    def constraint_rows(self) -> Sequence[LevelRow]:
        return self.system.rows

    @property
    def reaction_matrix(self) -> Array:
        return self.system.C

    @cached_property
    def r(self) -> Array:
        if self.system.mass.is_ideal:
            return super().r
        return products(self.system.C - self.J.T, self.multipliers)

    # ---- solved

    @cached_property
    def solver(self) -> AccelerationSolver | None:
        if self.system.solver is not None:
            return self.system.solver.bound(self.speeds, self.resolve)
        return None if self._is_usual else AugmentedMatrix()

    @property
    def _is_usual(self) -> bool:
        """Whether M is a mass matrix, and constraints exert forces along their gradients."""
        return self.system.mass.is_definite and self.system.mass.is_ideal

    @cached_property
    def definite_mass(self) -> tuple[Array, Array]:
        mass, weights = self.system.mass, np.zeros(len(self.rows))
        if mass.is_definite or self.solver is None or self.solver.allows_singular_mass or not self.rows:
            return self.M, weights
        weights[list(self.independent)] = mass.size
        if not mass.is_definite_with(weights):
            raise FormulationError(
                f"{self.system.matrix} is not definite, which {type(self.solver).__name__} needs; "
                "use AugmentedMatrix"
            )
        return self.M + self.J.T @ (weights[:, None] * self.J), weights

    @cached_property
    def schur(self) -> SchurComplement:
        return self._restricted(list(self.independent))

    def _restricted(self, rows: list[int]) -> SchurComplement:
        return _JudgedMass(self.metric, self.J[rows])

    @cached_property
    def metric(self) -> Array:
        mass = self.system.mass
        if mass.is_definite:
            return self.M
        return (self.M + self.M.T) / 2.0 if mass.has_definite_part else np.eye(len(self.speeds)).astype(object)

    def open_solution(self, schur: SchurComplement | None = None) -> tuple[Array, Array]:
        """By elimination with pivoting where M, or what multipliers exert, is not as usual."""
        if self.rows and self.system.mass.is_ideal:
            return super().open_solution(schur)
        wants_pivots = self.system.solver is not None and self.system.solver.allows_singular_mass
        if self._is_usual and not wants_pivots:
            return super().open_solution(schur)
        taken, n = list(self.independent), len(self.speeds)
        matrix = zeros((n + len(taken), n + len(taken)))
        matrix[:n, :n], matrix[:n, n:], matrix[n:, :n] = self.M, -self.system.C[:, taken], self.J[taken]
        x = solve(matrix, np.concatenate([self.forces, self.gamma[taken]]))
        lam = np.full(len(self.rows), 0.0, dtype=object)
        lam[taken] = x[n:]
        return x[:n], lam

    def residual(self, a: Array, lam: Array) -> Array:
        return super().residual(a, lam) - self.nonideal_forces

    @cached_property
    def second_order(self) -> SecondOrder:
        mass = self.system.mass
        heavy = np.full(len(self.rows), mass.size)
        is_fit = mass.is_symmetric and mass.is_ideal and mass.is_definite_with(heavy)
        return SecondOrder(self) if is_fit else _Unfit(self)

    # ---- what can be asked

    @property
    def description(self) -> str:
        lines = [
            f"{self.system.title}: coordinates {', '.join(self.coordinates) or 'none'}; "
            f"speeds {', '.join(self.speeds)}"
        ]
        if self.inputs:
            lines.append(f"inputs: {', '.join(self.inputs)}")
        if self.parameters:
            lines.append("parameters: " + ", ".join(f"{name} = {x:g}" for name, x in self.parameters.items()))
        mass = self.system.mass
        if not self._is_usual:
            kind = "definite" if mass.is_symmetric else "symmetric"
            what = (
                f"{self.system.matrix} is not {kind}"
                if not mass.is_definite
                else "multipliers act along other rows"
            )
            way = "its symmetric part" if mass.has_definite_part else "the squares of the speeds"
            lines.append(
                f"{what}: solved by {type(self.solver).__name__}; corrections of drift are measured by {way}"
            )
        return "\n".join(lines)

    def resolve(self, expression: Any) -> Any:
        return resolved(expression, self._solved)

    @cached_property
    def _solved(self) -> SolvedVariables:
        rates = {name: x for name, x in zip(self.coordinates, self.rates, strict=True) if name not in self.speeds}
        names = {"coordinate": self.coordinates, "speed": self.speeds, "input": self.inputs}
        return SolvedVariables(names, rates, self.signal)

    def body_motions(self) -> Mapping[str, BodyMotion]:
        return {}

    def numbers_for(
        self,
        motions: Mapping[str, BodyMotion],
        p: Mapping[str, float],
        near: Sequence[State],
    ) -> tuple[Array, Array]:
        raise FormulationError(
            f"{self.system.title} know no bodies, so motions of bodies do not say what their coordinates are"
        )

    @cached_property
    def signals(self) -> NamedOutputs:
        return TypedSignals(self, self.system)
