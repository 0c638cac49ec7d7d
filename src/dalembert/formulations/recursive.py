"""Equations of a tree by recursion over its bodies, in relative coordinates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations import BodyMotion
from dalembert.expr.cost import estimated_cost
from dalembert.expr.rewrite import evaluate
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.effective_rows import effective_rows, geometric_rows
from dalembert.formulations.loop_kinematics import LoopKinematics
from dalembert.formulations.massless import repaired_mass
from dalembert.formulations.placed_states import states_of_tree
from dalembert.formulations.reactions import TreeEquations
from dalembert.formulations.signals import Signals
from dalembert.formulations.solved_motion import SolvedMotion
from dalembert.formulations.tree_recursions import TreeRecursions
from dalembert.model.measures import resolved
from dalembert.model.model import Model
from dalembert.rows import Drift, Row
from dalembert.solvers.accelerations import SchurComplement, products
from dalembert.solvers.constrained.solver import AccelerationSolver
from dalembert.spatial.vectors import as_array
from dalembert.state import checked_names

Array = Any

MASS_MATRIX_ENTRIES = 130
"""Beyond this many entries in the mass matrix of the tree, articulated bodies win always: 16 joints in a chain."""


@dataclass(frozen=True)
class Recursive:
    """Relative coordinates, recursion over the bodies: the default, fastest for trees.

    With constraints, `solver` gets accelerations and multipliers; the Schur complement of the constraints if None.
    """

    solver: AccelerationSolver | None = None

    def equations(self, model: Model) -> RecursiveEquations:
        """The equations of motion of a model."""
        return RecursiveEquations(model, solver=self.solver)


class RecursiveEquations(TreeEquations):
    """Equations of motion of a tree in joint coordinates, and of loops that further joints and constraints close.

    Rows whose names are in `left_out` depend on others: they are kept by these, and have no multiplier.
    """

    def __init__(
        self, model: Model, left_out: Collection[str] = (), solver: AccelerationSolver | None = None
    ) -> None:
        self.model, self.tree = model, model.tree
        self._left_out, self._solver = frozenset(left_out), solver
        self.kinematics = LoopKinematics(model, self.q, self.u, self.z, self.tau)
        self.recursions = TreeRecursions(self.kinematics)

    @property
    def left_out(self) -> frozenset[str]:
        return self._left_out

    def without(self, rows: Collection[str]) -> RecursiveEquations:
        return self if frozenset(rows) == self.left_out else RecursiveEquations(self.model, rows, self._solver)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.model.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        return self.model.speeds

    @property
    def states(self) -> tuple[str, ...]:
        return self.model.states

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        return tuple(motor.name for motor in self.model.motors)

    @property
    def parameters(self) -> Mapping[str, float]:
        return self.model.parameters

    @property
    def counted(self) -> tuple[str, ...]:
        return self.model.counted

    @cached_property
    def measurable(self) -> Mapping[str, bool]:
        found = {name: k in joint.angles_among for name, (joint, k) in self.model.measurable.items()}
        return {name: is_angle for name, is_angle in found.items() if name not in self.model.counted}

    @cached_property
    def neutral(self) -> tuple[float, ...]:
        joints = [x for link in self.tree.links for x in link.joint.neutral]
        return (*joints, *(0.0 for _ in self.model.counted))

    @cached_property
    def starts(self) -> tuple[float, ...]:
        return tuple(integral.start for integral in self.model.integrals)

    # ---- kinematics

    @property
    def rates(self) -> Array:
        return self.kinematics.rates

    @cached_property
    def projected(self) -> Array:
        counted = self._counted - self.kinematics.counted_residuals()
        return np.concatenate([self._by_joint(lambda joint, q, u: joint.project(q), self.u), counted])

    @cached_property
    def c(self) -> Array:
        residuals = self._by_joint(lambda joint, q, u: joint.residual(q), self.u)
        return np.concatenate([residuals, self.kinematics.counted_residuals()])

    def moved(self, delta: Array) -> Array:
        tree = self._by_joint(lambda joint, q, d: joint.project(joint.retract(q, d)), delta)
        moving = self._moving(delta)
        counted = (
            self._counted - self.kinematics.counted_residuals() + np.array([moving[x] for x in self._counted])
        )
        return np.concatenate([tree, counted])

    @property
    def _counted(self) -> Array:
        """Counted angles of joints that close loops."""
        return self.q[len(self.q) - len(self.model.counted) :]

    def _by_joint(self, function: Callable[[Any, Array, Array], Array], speeds: Array) -> Array:
        parts = [function(link.joint, self.q[link.q], speeds[link.u]) for link in self.tree.links]
        return np.concatenate([np.zeros(0, dtype=object), *parts])

    @cached_property
    def h(self) -> Array:
        h = np.empty(len(self.states), dtype=object)
        h[:] = [self.resolve(integral.of) for integral in self.model.integrals]
        return h

    # ---- dynamics

    @property
    def M(self) -> Array:
        return self.recursions.mass_matrix

    @cached_property
    def f(self) -> Array:
        applied = self.kinematics.joint_forces(dict.fromkeys(self.inputs, 0.0))
        return self.kinematics.dependent.without(applied - self.inverse(np.zeros(len(self.speeds))))

    @cached_property
    def G(self) -> Array:
        G = np.full((len(self.speeds), len(self.inputs)), 0.0, dtype=object)
        for k, motor in enumerate(self.model.motors):
            self.kinematics.add_joint_force(G[:, k], motor.coordinate, 1.0)
        return as_array(G)

    @cached_property
    def _applied(self) -> Array:
        """Generalized forces (nu,) on the joints, inputs included."""
        return self.kinematics.joint_forces(dict(zip(self.inputs, self.tau, strict=True)))

    @cached_property
    def forces(self) -> Array:
        return self._applied - self.inverse(np.zeros(len(self.speeds)))

    # ---- constraints

    @cached_property
    def constraint_rows(self) -> Sequence[ConstraintRow]:
        return effective_rows(self.kinematics)

    @cached_property
    def independent(self) -> tuple[int, ...]:
        names = {row.name for row in self.rows}
        checked_names(self.left_out, names, "constraint row")
        return tuple(i for i, row in enumerate(self.rows) if row.name not in self.left_out)

    @cached_property
    def geometric(self) -> tuple[tuple[Row, Any], ...]:
        rows = geometric_rows(self.kinematics)
        return tuple((row.row, row.psi if row.phi is None else row.phi) for row in rows)

    @cached_property
    def senses(self) -> tuple[tuple[str, Any], ...]:
        place = self.kinematics.pose
        closures = [
            (joint.name, joint.closure(place(joint.parent_frame), place(joint.child_frame)))
            for joint in self.model.closing
        ]
        return tuple((name, sense) for name, closure in closures for sense in closure.senses)

    @property
    def reaction_patterns(self) -> tuple[tuple[str, ...], Array]:
        return self.reactions.patterns(geometric_rows(self.kinematics))

    @cached_property
    def definite_mass(self) -> tuple[Array, Array]:
        repair = repaired_mass(self, self.tree)
        return repair.M, repair.weights

    # ---- solved

    @cached_property
    def solver(self) -> AccelerationSolver | None:
        return self._solver and self._solver.bound(self.speeds, self.resolve)

    def open_solution(
        self, drift: Drift | None = None, schur: SchurComplement | None = None
    ) -> tuple[Array, Array]:
        """Without constraints, of two recursions the one whose graph promises the faster code.

        Articulated bodies need operations in proportion to the number of joints, one after the other; the mass
        matrix needs more of them in large trees, but they wait less for each other. With constants compiled in, it
        is 1.2 to 1.6 times faster for chains of 4 to 8 joints, and slower from 12 joints on.
        """
        if self.rows:
            return super().open_solution(drift, schur)
        tau = self._applied
        a = self.recursions.by_articulated_bodies(tau)
        if self.recursions.n_entries <= MASS_MATRIX_ENTRIES:
            a = min(a, self.recursions.by_mass_matrix(tau), key=estimated_cost)
        return a, np.zeros(0)

    def inverse(self, a: Array) -> Array:
        """Joint forces (nu,) that produce the accelerations a besides gravity and all force elements on bodies."""
        return self.recursions.inverse(a)

    def residual(self, a: Array, lam: Array) -> Array:
        r = self.inverse(a) - self._applied - products(self.J.T, lam) - self.nonideal_forces
        return self.with_loads(r, a, lam)

    def joint_wrenches(self, a: Array, loads: Iterable[tuple[int, Array]] = ()) -> list[Array]:
        return self.recursions.joint_wrenches(a, loads)

    def static_wrenches(self, loads: Iterable[tuple[int, Array]]) -> list[Array]:
        return self.recursions.static_wrenches(loads)

    # ---- what can be asked

    @property
    def description(self) -> str:
        return self.model.summary()

    def resolve(self, expression: Any) -> Any:
        return resolved(self.model.bound(expression), self._solved)

    @cached_property
    def _solved(self) -> SolvedMotion:
        return SolvedMotion(self)

    def body_motions(self) -> Mapping[str, BodyMotion]:
        found = {}
        for body in self.model.bodies:
            X, (w, v) = self.kinematics.pose(body.at()), self.kinematics.velocity(body.at())
            found[body.name] = BodyMotion(X.p, X.R, w, v)
        return found

    def numbers_for(self, motions: Mapping[str, BodyMotion]) -> tuple[Array, Array]:
        q, u = states_of_tree(self.model, motions)
        found = np.concatenate([q, np.zeros(len(self.model.counted))])
        values = dict(zip(self.q, found, strict=True))
        found[len(q) :] -= evaluate(self.kinematics.counted_residuals(), values)
        return found, u

    @cached_property
    def signals(self) -> Mapping[str, Any]:
        return Signals(self)
