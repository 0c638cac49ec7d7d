"""Equations by a principle in quasi-velocities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Self

import numpy as np

from dalembert.equations import (
    BodyMotion,
    ImplicitForces,
    JointAxes,
    NamedOutputs,
    ReactionLaws,
    helper_variables,
)
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import inputs_of
from dalembert.expr.rewrite import evaluate, substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbols import param, time
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.made_signals import MadeSignals, Signal, state_signals
from dalembert.formulations.massless import repaired_mass, strengthened
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.equations import EquationsByPrinciple
from dalembert.formulations.principles.speeds import ChosenSpeeds
from dalembert.formulations.principles.terms import MakesTerms
from dalembert.formulations.recursive import RecursiveEquations
from dalembert.model.model import Model
from dalembert.model.plain import plain
from dalembert.rows import Drift, Level, Role, Row
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.state import State

Array = Any


class ChosenSpeedEquations(EquationsByPrinciple):
    """Equations by a principle in quasi-velocities; rows, reactions and signals come from the model's speeds.

    u_model = B u + b, so that J_model u̇_model = γ_model says J_model B u̇ = γ_model − J_model (Ḃ u + ḃ).
    """

    def __init__(self, model: Model, principle: MakesTerms, left_out: Collection[str] = ()) -> None:
        self.model, self.principle, self._left_out = model, principle, frozenset(left_out)
        self.inner = _InModelSpeeds(self)

    @cached_property
    def chosen(self) -> ChosenSpeeds:
        """The speeds of these equations."""
        assert self.principle.chosen_speeds is not None
        return self.principle.chosen_speeds.chosen(self.inner.kinematics)

    def _made_without(self, rows: Collection[str]) -> Self:
        return type(self)(self.model, self.principle, rows)

    @cached_property
    def bodies(self) -> MovingBodies:
        return MovingBodies(self.inner.kinematics, self.chosen)

    # ---- names

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.inner.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        return self.chosen.names

    @property
    def states(self) -> tuple[str, ...]:
        return self.inner.states

    @property
    def inputs(self) -> tuple[str, ...]:
        return self.inner.inputs

    @cached_property
    def parameters(self) -> Mapping[str, float]:
        if self.principle.chosen_speeds is None:
            return self.inner.parameters
        return {**self.inner.parameters, **self.chosen.parameters}

    def check_parameters(self, p: Mapping[str, float]) -> None:
        self.model.check_parameters(p)

    @cached_property
    def units(self) -> Mapping[str, str]:
        return {name: unit for name, unit in self.inner.units.items() if name not in self.inner.speeds}

    @property
    def counted(self) -> tuple[str, ...]:
        return self.inner.counted

    @property
    def measurable(self) -> Mapping[str, bool]:
        return self.inner.measurable

    @property
    def neutral(self) -> tuple[float, ...]:
        return self.inner.neutral

    @property
    def starts(self) -> tuple[float, ...]:
        return self.inner.starts

    @property
    def description(self) -> str:
        return self.inner.description

    @property
    def contents(self) -> Mapping[str, Any]:
        # what the speeds are; momenta depend on the principle
        return {**self.inner.contents, "speeds": plain(self.principle.chosen_speeds or self.principle)}

    # ---- kinematics

    @property
    def rates(self) -> Array:
        return self.bodies.rates

    @property
    def projected(self) -> Array:
        return self.inner.projected

    @property
    def c(self) -> Array:
        return self.inner.c

    def moved(self, delta: Array) -> Array:
        """By the mean speeds of the model during the motion: B δ with B in its middle."""
        B, moved = self.chosen.B, self.inner.moved
        if not set(self.q).intersection(inputs_of(B.flat)):
            return self.chosen.known(moved(products(B, delta)))
        halfway = self.chosen.known(moved(0.5 * products(B, delta)))
        B = substitute(B, dict(zip(self.q, halfway, strict=True)))
        return self.chosen.known(moved(products(B, delta)))

    @cached_property
    def h(self) -> Array:
        return self.chosen.known(self.inner.h)

    # ---- constraints

    @cached_property
    def constraint_rows(self) -> Sequence[ConstraintRow]:
        own = [self._row(row) for row in self.inner.constraint_rows]
        return sorted([*own, *self._relations()], key=lambda row: row.row.level)

    @cached_property
    def _bias(self) -> Array:
        return self.chosen.bias(self.bodies.moving)

    def _row(self, row: ConstraintRow) -> ConstraintRow:
        known = self.chosen.known
        J: dict[int, Any] = {}
        gamma = known(row.gamma)
        for number, value in row.J.items():
            factor = known(value)
            if not is_zero(self._bias[number]):
                gamma = gamma - factor * self._bias[number]
            for k, b in enumerate(self.chosen.B[number]):
                if not is_zero(b):
                    J[k] = J.get(k, 0.0) + factor * b
        return replace(row, psi=known(row.psi), J=dict(sorted(J.items())), gamma=gamma)

    def _relations(self) -> list[ConstraintRow]:
        """What redundant speeds are in terms of the others; their multipliers are no reactions."""
        found = []
        for i in self.chosen.redundant:
            name = f"definition of {self.chosen.names[i]}"
            meant = self.chosen.W[i] @ self.chosen.model_speeds + self.chosen.w0[i]
            psi = self.chosen.u[i] - meant
            slopes = jacobian(np.array([psi], dtype=object), self.chosen.u)[0]
            record = Row(name, name, Level.VELOCITY, role=Role.DEFINITION)
            J = {k: x for k, x in enumerate(slopes) if not is_zero(x)}
            view = self.inner.kinematics.world
            found.append(ConstraintRow(record, None, psi, J, -self.bodies.along(psi), view, [], False))
        return found

    @cached_property
    def geometric(self) -> tuple[tuple[Row, Any], ...]:
        return tuple((row, self.chosen.known(value)) for row, value in self.inner.geometric)

    @property
    def senses(self) -> tuple[tuple[str, Any], ...]:
        return self.inner.senses

    @property
    def reaction_patterns(self) -> tuple[tuple[str, ...], Array]:
        names, patterns = self.inner.reaction_patterns
        m, rows = len(self.inner.rows), [row.name for row in self.inner.rows]
        columns = [
            patterns[:, rows.index(row.name)] if row.name in rows else np.zeros(len(names)) for row in self.rows
        ]
        return names, np.concatenate([np.stack(columns, axis=1), patterns[:, m:]], axis=1) if columns else patterns

    @cached_property
    def definite_mass(self) -> tuple[Array, Array]:
        repair = strengthened(self) if self.chosen.redundant else repaired_mass(self, self.inner.tree)
        return repair.M, repair.weights

    # ---- solved

    @property
    def open_solution_in_model_speeds(self) -> tuple[Array, Array]:
        """Accelerations and multipliers of the model's speeds, in terms of loads that depend on reactions."""
        return self.in_model_speeds(*self._open_solution)

    def in_model_speeds(self, a: Array, lam: Array) -> tuple[Array, Array]:
        """Accelerations and multipliers as the model's speeds have them."""
        names = [row.name for row in self.rows]
        multipliers = np.array([lam[names.index(row.name)] for row in self.inner.rows], dtype=object)
        return products(self.chosen.B, a) + self._bias, multipliers

    def closed(self, a: Array, lam: Array) -> tuple[Array, Array]:
        loads = self._loads(a, lam)
        if not loads:
            return a, lam
        return self.inner.kinematics.dependent.closed(a, lam, loads)

    def required(self, a: Array) -> tuple[Array, Array]:
        if not self.inner.has_dependent_loads:
            return super().required(a)
        dependent = self.inner.kinematics.dependent
        tau, lam = self.required_with(a, dependent)
        return dependent.closed(tau, lam, self._loads(a, lam, tau))

    def _loads(self, a: Array, lam: Array, tau: Array | None = None) -> dict[Any, Any]:
        if not self.inner.has_dependent_loads:
            return {}
        loads = self.inner.loads_for(*self.in_model_speeds(a, lam), tau)
        return {s: self.chosen.known(value) for s, value in loads.items()}

    @cached_property
    def r(self) -> Array:
        return self.chosen.generalized(self.chosen.known(self.inner.r))

    @property
    def element_loads(self) -> Mapping[str, Array]:
        return self.inner.element_loads

    @property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        return self.inner.turning_axes

    @property
    def reaction_laws(self) -> ReactionLaws:
        found = self.inner.reaction_laws
        return (
            replace(found, forces=self.chosen.generalized(self.chosen.known(found.forces)))
            if found.labels
            else found
        )

    @property
    def implicit_forces(self) -> ImplicitForces | None:
        found = self.inner.implicit_forces
        return found and replace(found, solution=self.chosen.known(found.solution))

    def residual(self, a: Array, lam: Array) -> Array:
        r, loads = self.unloaded_residual(a, lam), self._loads(a, lam)
        return substitute(r, loads) if loads else r

    # ---- what can be asked

    def resolve(self, expression: Any) -> Any:
        return self.chosen.known(self.inner.resolve(expression))

    def body_motions(self) -> Mapping[str, BodyMotion]:
        known = self.chosen.known
        motions = self.inner.body_motions()
        return {name: BodyMotion(x.p, x.R, known(x.w), known(x.v)) for name, x in motions.items()}

    def numbers_for(
        self,
        motions: Mapping[str, BodyMotion],
        p: Mapping[str, float],
        near: Sequence[State],
    ) -> tuple[Array, Array]:
        q, model_u = self.inner.numbers_for(motions, p, near)
        known = {param(name, usual): p.get(name, usual) for name, usual in self.parameters.items()}
        variables = (time, *self.q, *self.inner.u)
        meant = np.array(self.chosen.W @ self.inner.u + self.chosen.w0, dtype=object)
        u = [
            evaluate(meant, {**known, **dict(zip(variables, (state.t, *x, *v), strict=True))})
            for state, x, v in zip(near, q, model_u, strict=True)
        ]
        return q, np.array(u, dtype=float)

    @cached_property
    def signals(self) -> NamedOutputs:
        return _ChosenSignals(self)


class _InModelSpeeds(RecursiveEquations):
    """The same motion in the speeds of the model: expressions of both kinds of speeds."""

    def __init__(self, outer: ChosenSpeedEquations) -> None:
        super().__init__(outer.model)
        self._outer = outer

    @cached_property
    def u(self) -> Array:
        # other variables than the chosen speeds, some of which may have the same names
        taken = (*self.coordinates, *self.states, *self.inputs)
        return helper_variables((f"{name} of the model" for name in self.speeds), taken)

    @property
    def drift(self) -> Drift | None:
        return self._outer.drift

    def open_solution(self, schur: SchurComplement | None = None) -> tuple[Array, Array]:
        return self._outer.open_solution_in_model_speeds

    @property
    def nonideal_power(self) -> Any:
        # along the model's speeds these forces are what the motion leaves to be exerted
        if not np.ndim(self._outer.nonideal_forces):
            return 0.0
        return self.residual(self.accelerations, self.multipliers) @ self.u


class _ChosenSignals(MadeSignals):
    """Signals of the model, and those of the chosen speeds."""

    def __init__(self, equations: ChosenSpeedEquations) -> None:
        self._equations = equations

    @cached_property
    def _made(self) -> dict[str, Signal]:
        units, kinds = self._equations.inner.signals.units, self._equations.inner.signals.kinds
        of_model = {name: Signal(partial(self._of_model, name), unit, kinds[name]) for name, unit in units.items()}
        return {**of_model, **state_signals(self._equations)}

    def _of_model(self, name: str) -> Any:
        return self._equations.chosen.known(self._equations.inner.signals[name])
