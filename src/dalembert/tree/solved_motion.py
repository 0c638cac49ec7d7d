"""Measures once the equations are solved: accelerations, reactions and powers too."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.outputs import Quantity
from dalembert.equations.solved_system import SolvedSystem
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar
from dalembert.expr.sparse_matrix import products
from dalembert.memo import Key
from dalembert.model.bodies import Frame
from dalembert.model.measure import Measure, resolved
from dalembert.model.reaction_measures import ReactionMeasure
from dalembert.tree.frame_motion import WORLD
from dalembert.tree.reactions import Reactions
from dalembert.tree.tree import Tree

OfTree = Callable[[SolvedSystem], tuple[Array, Array]]
"""Accelerations and multipliers of a tree's own speeds and rows, from a solution."""


def own_solution(solution: SolvedSystem) -> tuple[Array, Array]:
    """Accelerations and multipliers of equations in the tree's own speeds."""
    return solution.accelerations, solution.multipliers


SOLVED_MOTION: Key[SolvedMotion] = Key("solved motion")


class SolvedMotion:
    """A tree with the accelerations of a solution, which may be one of equations in other speeds."""

    def __init__(self, tree: Tree, solution: SolvedSystem, of_tree: OfTree = own_solution) -> None:
        self.tree, self.solution, self._of_tree = tree, solution, of_tree
        # what needs no accelerations is answered as before
        k = tree.kinematics
        self.coordinate, self.speed, self.value, self.input = k.coordinate, k.speed, k.value, k.input
        self.pose, self.velocity = k.pose, k.velocity
        self.kinetic_energy, self.potential_energy = k.kinetic_energy, k.potential_energy

    @cached_property
    def _solved(self) -> tuple[Array, Array]:
        return self._of_tree(self.solution)

    @property
    def a(self) -> Array:
        """Accelerations of the tree's speeds (nu,)."""
        return self._solved[0]

    @cached_property
    def reactions(self) -> Reactions:
        """Forces and moments of all joints and constraints; loads by reactions are variables."""
        return self.tree.reactions(*self._solved)

    def wrench(self, name: str) -> Array:
        """Moment and force (6,) of a joint or constraint."""
        if name not in self._wrenches:
            self._wrenches[name] = self.solution.known(self.reactions.wrench(name))
        return self._wrenches[name]

    @cached_property
    def _wrenches(self) -> dict[str, Array]:
        return {}

    def frame(self, name: str) -> Frame:
        """Frame at which, and in whose axes, the wrench of a joint or constraint is given."""
        return self.reactions.frame(name)

    def multiplier(self, name: str) -> Scalar:
        """The multiplier of a row."""
        return self.reactions.multiplier(name)

    def resolve(self, expression: Quantity) -> Quantity:
        """An expression of measures in the variables of the tree."""
        return resolved(self.tree.model.bound(expression), self)

    # ---- what measures ask

    def speed_rate(self, name: str) -> Scalar:
        """The rate of a generalized speed."""
        kinematics, coordinate = self.tree.kinematics, name.removesuffix(".rate")
        scalar = kinematics.scalar(
            coordinate if coordinate in kinematics.measured else kinematics.speed_name(name)
        )
        return sum((x * self.a[k] for k, x in scalar.J.items()), scalar.bias)

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        """Angular acceleration and acceleration of a frame."""
        world = self.tree.kinematics.seen_from(WORLD)
        alpha, a = world.bias(frame)
        for k, column in world.jacobian(frame).items():
            alpha, a = alpha + column[:3] * self.a[k], a + column[3:] * self.a[k]
        return alpha, a

    def reaction(self, measure: Measure) -> Scalar:
        """A component of the reaction of a joint or constraint."""
        assert isinstance(measure, ReactionMeasure)
        return measure.of(self, self)

    def force(self, name: str) -> Scalar:
        """The force or moment of a force element."""
        if (part := self.tree.model.dry_friction_parts.get(name)) is not None:
            if not part.dry_friction_forces:
                raise FormulationError(
                    f"what {part.label} exerts is known in runs, which decide whether it sticks: da.simulate"
                )
            return resolved(part.dry_friction_forces[0], self)
        return self.solution.known(self.tree.kinematics.force(name))

    def supplied_power(self) -> Scalar:
        """Power of inputs, drives and forces without potential."""
        of_forces = self.solution.known(self.tree.kinematics.supplied_power())
        may_drift = self.solution.stabilization is not None
        return of_forces + self.reactions.power(may_drift=may_drift) + self._nonideal_power

    @property
    def _nonideal_power(self) -> Scalar:
        """Power of constraints that are not ideal, besides that of their multipliers."""
        if not np.ndim(self.solution.nonideal_forces):
            return 0.0
        # along the tree's speeds these forces are what the motion leaves to be exerted
        tree, (a, lam) = self.tree, self._solved
        left = tree.recursions.inverse(a) - tree.kinematics.joint_forces()
        for row, x in zip(tree.constraints.rows, lam, strict=True):
            for k, value in row.J.items():
                left[k] = left[k] - value * x
        return products(self.solution.known(left)[None], tree.variables.u)[0]
