"""Equations of a tree by recursion over its bodies, in relative coordinates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.expr.cost import estimated_cost
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.effective_rows import effective_rows
from dalembert.formulations.loop_kinematics import LoopKinematics
from dalembert.formulations.massless import repaired_mass
from dalembert.formulations.reactions import TreeEquations
from dalembert.formulations.signals import Signals
from dalembert.formulations.solved_motion import SolvedMotion
from dalembert.formulations.tree_recursions import TreeRecursions
from dalembert.model.measures import resolved
from dalembert.model.model import Model
from dalembert.solvers.accelerations import products
from dalembert.spatial.vectors import as_array
from dalembert.state import checked_names

Array = Any

MASS_MATRIX_ENTRIES = 130
"""Beyond this many entries in the mass matrix of the tree, articulated bodies win always: 16 joints in a chain."""


@dataclass(frozen=True)
class Recursive:
    """Relative coordinates, recursion over the bodies: the default, fastest for trees."""

    def equations(self, model: Model) -> RecursiveEquations:
        """The equations of motion of a model."""
        return RecursiveEquations(model)


class RecursiveEquations(TreeEquations):
    """Equations of motion of a tree in joint coordinates, and of loops that further joints and constraints close.

    Rows whose names are in `left_out` depend on others: they are kept by these, and have no multiplier.
    """

    def __init__(self, model: Model, left_out: Collection[str] = ()) -> None:
        self.model, self.tree = model, model.tree
        self.left_out = frozenset(left_out)
        self.kinematics = LoopKinematics(model, self.q, self.u, self.z, self.tau)
        self.recursions = TreeRecursions(self.kinematics)

    def without(self, rows: Collection[str]) -> RecursiveEquations:
        """The same equations with these rows left out of the solution."""
        return self if frozenset(rows) == self.left_out else RecursiveEquations(self.model, rows)

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
        return applied - self.inverse(np.zeros(len(self.speeds)))

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
    def definite_mass(self) -> tuple[Array, Array]:
        repair = repaired_mass(self, self.tree)
        return repair.M, repair.weights

    # ---- solved

    @cached_property
    def accelerations(self) -> Array:
        """Forward dynamics, of two recursions by the one whose graph promises the faster code.

        Articulated bodies need operations in proportion to the number of joints, one after the other; the mass
        matrix needs more of them in large trees, but they wait less for each other. With constants compiled in, it
        is 1.2 to 1.6 times faster for chains of 4 to 8 joints, and slower from 12 joints on.
        """
        if self.rows:
            return self._solution[0]
        tau = self._applied
        articulated = self.recursions.by_articulated_bodies(tau)
        if self.recursions.n_entries > MASS_MATRIX_ENTRIES:
            return articulated
        return min(articulated, self.recursions.by_mass_matrix(tau), key=estimated_cost)

    def inverse(self, a: Array) -> Array:
        """Joint forces (nu,) that produce the accelerations a besides gravity and all force elements on bodies."""
        return self.recursions.inverse(a)

    def residual(self, a: Array, lam: Array) -> Array:
        return self.inverse(a) - self._applied - products(self.J.T, lam)

    def joint_wrenches(self, a: Array, loads: Iterable[tuple[int, Array]] = ()) -> list[Array]:
        return self.recursions.joint_wrenches(a, loads)

    # ---- what can be asked

    def resolve(self, expression: Any) -> Any:
        return resolved(self.model.bound(expression), self._solved)

    @cached_property
    def _solved(self) -> SolvedMotion:
        return SolvedMotion(self)

    @cached_property
    def signals(self) -> Mapping[str, Any]:
        return Signals(self)
