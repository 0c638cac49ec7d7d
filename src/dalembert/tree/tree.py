"""A tree of bodies in the coordinates of its joints, as the parts of equations: all that no principle changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import cast

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.constraints import Constraints
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.dependent_loads import DependentLoads
from dalembert.equations.lazy_signals import FORCE, itself
from dalembert.equations.reaction_dependent_forces import ReactionDependentForces, ReactionLaws
from dalembert.equations.substituted_outputs import Change
from dalembert.equations.variables import Variables
from dalembert.expr.node import Node, Scalar
from dalembert.model.joint import Joint
from dalembert.model.model import Model
from dalembert.model.reaction_measures import Multiplier
from dalembert.rows import Row
from dalembert.tree import repeated_parts
from dalembert.tree.constraint_rows import ConstraintRow, RowOnDemand
from dalembert.tree.effective_rows import effective_rows, geometric_rows
from dalembert.tree.loop_kinematics import LoopKinematics
from dalembert.tree.reactions import Reactions
from dalembert.tree.tree_recursions import TreeRecursions


class Tree:
    """A model in the coordinates and speeds of the joints of its tree, with loops that further parts close.

    `speeds` are variables for the speeds, if those of their names stand for something else.
    """

    def __init__(self, model: Model, speeds: Array | None = None) -> None:
        self.model, self.links = model, model.tree.links
        self.variables = tree_variables(model, speeds)
        v = self.variables
        self.kinematics = LoopKinematics(model, v.q, v.u, v.z, v.tau)
        self.recursions = TreeRecursions(self.kinematics)
        self.motion, self.constraints = TreeMotion(self.kinematics), TreeConstraints(self.kinematics)
        self.reaction_dependent_forces = TreeReactionDependentForces(self)

    def reactions(self, a: Array, lam: Array) -> Reactions:
        """Reactions of joints and constraints, for accelerations and multipliers of the tree itself."""
        return Reactions(self.kinematics, self.recursions, self.constraints.rows, a, lam)

    @cached_property
    def reaction_names(self) -> tuple[str, ...]:
        """Joints and constraints that have a wrench."""
        constraints = self.kinematics.constraints
        carrying = [link.joint.name for link in self.links if link.joint.carries_body]
        return (*carrying, *(x.name for x in constraints if x.reaction_frame is not None))


def force_units(model: Model) -> dict[str, str]:
    """Units of what acts on coordinates or speeds, by their names, as far as they are known."""
    rates: dict[str, str] = {}
    for joint in model.joints:
        rates.update(zip(joint.speeds, joint.speed_units, strict=True))
        rates.update((name, f"{unit}/s") for name, unit in zip(joint.coordinates, joint.units, strict=True))
    return {name: FORCE[unit] for name, unit in rates.items() if unit in FORCE}


def tree_variables(model: Model, speeds: Array | None = None) -> Variables:
    """The variables of a model's joints, state variables and inputs."""
    joints = [link.joint for link in model.tree.links]
    units = {name: unit for joint in joints for name, unit in zip(joint.coordinates, joint.units, strict=True)}
    units |= {name: unit for joint in joints for name, unit in zip(joint.speeds, joint.speed_units, strict=True)}
    forces = force_units(model)
    units |= {motor.name: forces.get(motor.acts_on[0], "") if motor.acts_on else "N" for motor in model.motors}
    angles = {name: k in joint.angle_indices for name, (joint, k) in model.measurable.items()}
    return Variables(
        model.coordinates,
        model.speeds,
        model.states,
        model.inputs,
        model.parameters,
        units | dict.fromkeys(model.unwrapped_angles, "rad"),
        default_values=(
            *(x for joint in joints for x in joint.default_values),
            *(0.0 for _ in model.unwrapped_angles),
        ),
        starts=tuple(state_variable.start for state_variable in model.state_variables),
        discrete=tuple(variable.name for variable in model.state_variables if variable.is_discrete),
        unwrapped_angles=model.unwrapped_angles,
        measurable={name: is_angle for name, is_angle in angles.items() if name not in model.unwrapped_angles},
        own_speeds=speeds,
    )


class TreeMotion(CoordinateMotion):
    """Coordinates of joints, each with its own kinematics, and unwrapped angles of joints that close loops."""

    def __init__(self, kinematics: LoopKinematics) -> None:
        self.kinematics, self.q, self.u = kinematics, kinematics.q, kinematics.u

    @property
    def rates(self) -> Array:
        return self.kinematics.rates

    @cached_property
    def projected(self) -> Array:
        angles = self._unwrapped_angles - self.kinematics.unwrapped_angle_residuals()
        return np.concatenate([self._by_joint(lambda joint, q, u: joint.project(q), self.u), angles])

    @cached_property
    def c(self) -> Array:
        residuals = self._by_joint(lambda joint, q, u: joint.residual(q), self.u)
        return np.concatenate([residuals, self.kinematics.unwrapped_angle_residuals()])

    def moved(self, delta: Array) -> Array:
        tree = self._by_joint(lambda joint, q, d: joint.project(joint.retract(q, d)), delta)
        if not len(self._unwrapped_angles):
            return tree
        moving = self.moving(delta)
        change = np.array([moving[x] for x in self._unwrapped_angles], dtype=object)
        return np.concatenate(
            [tree, self._unwrapped_angles - self.kinematics.unwrapped_angle_residuals() + change]
        )

    @property
    def _unwrapped_angles(self) -> Array:
        """Counted angles of joints that close loops."""
        return self.q[len(self.q) - len(self.kinematics.model.unwrapped_angles) :]

    def _by_joint(self, function: Callable[[Joint, Array, Array], Array], speeds: Array) -> Array:
        links = self.kinematics.tree.links
        parts = [function(link.joint, self.q[link.q], speeds[link.u]) for link in links]
        return np.concatenate([np.zeros(0, dtype=object), *parts])


class TreeConstraints(Constraints):
    """Joints that close loops, and constraints of the model."""

    def __init__(self, kinematics: LoopKinematics) -> None:
        self.kinematics = kinematics

    @cached_property
    def rows(self) -> Sequence[ConstraintRow]:
        if self.repeated is None:
            return effective_rows(self.kinematics)
        return [
            RowOnDemand(row, partial(self._row, owner, row.name))
            for row, owner in zip(self.repeated.rows, self.repeated.owners, strict=True)
        ]

    def _row(self, owner: int, name: str) -> ConstraintRow:
        return self.kinematics.rows_of(owner)[name]

    @cached_property
    def repeated(self) -> repeated_parts.Repeated | None:
        """Bodies and parts of a large model by their kinds; None of any other."""
        is_large = len(self.kinematics.u) >= repeated_parts.REPEATED_FROM
        return repeated_parts.repeated(self.kinematics, Tree) if is_large else None

    @cached_property
    def geometric_rows(self) -> Sequence[ConstraintRow]:
        """Rows that no motion changes."""
        return geometric_rows(self.kinematics)

    @property
    def geometric(self) -> tuple[tuple[Row, Scalar], ...]:
        return tuple((row.row, row.psi if row.phi is None else row.phi) for row in self.geometric_rows)

    @cached_property
    def senses(self) -> tuple[tuple[str, Scalar], ...]:
        place = self.kinematics.pose
        closures = [
            (joint.name, joint.closure(place(joint.parent_frame), place(joint.child_frame)))
            for joint in self.kinematics.model.closing
        ]
        return tuple((name, sense) for name, closure in closures for sense in closure.senses)


class TreeReactionDependentForces(ReactionDependentForces):
    """Laws of force elements that depend on reactions of joints and constraints, in the tree's own speeds.

    Or in others, if it is said how expressions are in these, and accelerations and multipliers in the tree's.
    """

    def __init__(
        self,
        tree: Tree,
        in_speeds: Change = itself,
        in_model_speeds: Callable[[Array, Array], tuple[Array, Array]] | None = None,
    ) -> None:
        self.tree, self._in_speeds, self._in_model_speeds = tree, in_speeds, in_model_speeds

    @cached_property
    def loads(self) -> DependentLoads:
        # the laws are found where all loads are resolved
        _ = self.tree.kinematics.loads
        dependent = self.tree.kinematics.dependent
        if self._in_model_speeds is None:
            return dependent
        laws = {cast(Node, self._in_speeds(law)): s for law, s in dependent.laws.items()}
        return replace(dependent, laws=laws)

    def reactions(self, a: Array, lam: Array) -> Array:
        solved = (a, lam) if self._in_model_speeds is None else self._in_model_speeds(a, lam)
        reactions = self.tree.reactions(*solved)
        values = [measure.of(reactions, self.tree.kinematics) for measure in self.loads.reactions]
        return self._in_speeds(np.array(values, dtype=object))

    def as_given(self, forces: Array) -> ReactionLaws:
        if not self.loads.laws:
            return ReactionLaws()
        loads = self.loads
        labels = {w: measure.label for measure, w in loads.reactions.items()} | loads.labels
        words = {w: repr(x) for x, w in loads.reactions.items() if not isinstance(x, Multiplier)}
        return ReactionLaws(loads.added(forces, {s: law for law, s in loads.laws.items()}), labels, words)


def all_loads(kinematics: LoopKinematics) -> Mapping[str, Array]:
    """Components of what each force element exerts, by its name; loads by reactions are variables."""
    components = {}
    for name, loads in kinematics.loads.items():
        vectors = [vector for load in loads.on_bodies for vector in (load.force, load.moment)]
        components[name] = np.concatenate([*vectors, np.array(list(loads.on_joints.values()), dtype=object)])
    return components
