"""Equations of a model in the coordinates of the joints of its tree: all that does not depend on the principle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations import BodyMotion, JointAxes
from dalembert.expr.node import Expression
from dalembert.expr.rewrite import evaluate
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.effective_rows import effective_rows, geometric_rows
from dalembert.formulations.input_forces import input_matrix, without_inputs
from dalembert.formulations.loop_kinematics import LoopKinematics
from dalembert.formulations.massless import repaired_mass
from dalembert.formulations.placed_states import parameter_values, states_of_tree
from dalembert.formulations.reactions import TreeEquations
from dalembert.formulations.signals import Signals
from dalembert.formulations.solved_motion import SolvedMotion
from dalembert.formulations.tree_recursions import TreeRecursions
from dalembert.model.measures import resolved
from dalembert.model.model import Model
from dalembert.rows import Row
from dalembert.solvers.constrained.solver import AccelerationSolver
from dalembert.state import State

Array = Any


class RelativeEquations(TreeEquations):
    """Equations of motion of a tree in joint coordinates, and of loops that further joints and constraints close.

    A principle adds M and f. Rows whose names are in `left_out` depend on others: they are kept by these, and have
    no multiplier. Given accelerations, reactions follow from the balance of each body.
    """

    def __init__(
        self, model: Model, left_out: Collection[str] = (), solver: AccelerationSolver | None = None
    ) -> None:
        self.model, self.tree = model, model.tree
        self._left_out, self._solver = frozenset(left_out), solver
        self.kinematics = LoopKinematics(model, self.q, self.u, self.z, self.tau)
        self.recursions = TreeRecursions(self.kinematics)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.model.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        return self.model.speeds

    @property
    def states(self) -> tuple[str, ...]:
        return self.model.states

    @property
    def inputs(self) -> tuple[str, ...]:
        return self.model.inputs

    @property
    def parameters(self) -> Mapping[str, float]:
        return self.model.parameters

    def check_parameters(self, p: Mapping[str, float]) -> None:
        self.model.check_parameters(p)

    @cached_property
    def units(self) -> Mapping[str, str]:
        joints = [link.joint for link in self.tree.links]
        found = {name: unit for joint in joints for name, unit in zip(joint.coordinates, joint.units, strict=True)}
        found |= {
            name: unit for joint in joints for name, unit in zip(joint.speeds, joint.speed_units, strict=True)
        }
        return found | dict.fromkeys(self.model.counted, "rad")

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

    @property
    def contents(self) -> Mapping[str, Any]:
        # not the principle: states and signals are the same by all
        return self.model.described

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

    # ---- forces

    @cached_property
    def f(self) -> Array:
        return self.kinematics.dependent.without(without_inputs(self.forces, self.tau))

    @cached_property
    def G(self) -> Array:
        return input_matrix(self.forces, self.tau)

    @cached_property
    def _applied(self) -> Array:
        """Generalized forces (nu,) on the joints, inputs included."""
        return self.kinematics.joint_forces()

    # ---- constraints

    @cached_property
    def constraint_rows(self) -> Sequence[ConstraintRow]:
        return effective_rows(self.kinematics)

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

    @cached_property
    def solver(self) -> AccelerationSolver | None:
        return self._solver and self._solver.bound(self.speeds, self.resolve)

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

    def numbers_for(
        self,
        motions: Mapping[str, BodyMotion],
        p: Mapping[str, float],
        near: Sequence[State],
    ) -> tuple[Array, Array]:
        q, u = states_of_tree(self.model, motions, p, near)
        if not self.model.counted:
            return q, u
        turns = np.array([[state.q.get(name, 0.0) for name in self.model.counted] for state in near])
        for row, counted in zip(q, turns, strict=True):
            values = dict(zip(self.q, (*row, *counted), strict=True))
            counted -= evaluate(self.kinematics.counted_residuals(), {**parameter_values(self.model, p), **values})
        return np.concatenate([q, turns], axis=1), u

    @property
    def element_loads(self) -> Mapping[str, Array]:
        found = {}
        for name, loads in self.kinematics.loads.items():
            vectors = [vector for load in loads.on_bodies for vector in (load.force, load.moment)]
            components = np.concatenate([*vectors, np.array(list(loads.on_joints.values()), dtype=object)])
            found[name] = self.known(components)
        return found

    @property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        found = zip(self.tree.links, self.kinematics.axes, strict=True)
        return tuple(
            JointAxes(link.joint.name, link.joint.speeds, H)
            for link, H in found
            if H.shape[1] > 1 and any(isinstance(x, Expression) for x in H.ravel())
        )

    @cached_property
    def signals(self) -> Signals:
        return Signals(self)
