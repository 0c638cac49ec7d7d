"""Outputs of equations of a tree of bodies: places, measures, signals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.equations.equations import Equations
from dalembert.equations.input_law import InputLaw
from dalembert.equations.outputs import BodyMotion, JointAxes, OpenContact, Outputs, Quantity
from dalembert.equations.solution import Solution
from dalembert.equations.solved_system import SolvedSystem
from dalembert.expr.node import Expression, Scalar
from dalembert.expr.rewrite import evaluate
from dalembert.model.model import contact_sets, touching_parts
from dalembert.state import State
from dalembert.tree.frame_motion import FrameMotion
from dalembert.tree.moving_bodies import MovingBodies
from dalembert.tree.placed_states import parameter_values, states_of_tree
from dalembert.tree.signals import Signals
from dalembert.tree.solved_motion import SOLVED_MOTION, OfTree, SolvedMotion, own_solution
from dalembert.tree.speeds import ChosenSpeeds
from dalembert.tree.tree import Tree, all_loads


class TreeOutputs(Outputs):
    """Bodies of a tree, in its own speeds; `of_tree` gives its accelerations and multipliers from a solution."""

    def __init__(self, tree: Tree, of_tree: OfTree = own_solution) -> None:
        self.tree, self.model, self.kinematics, self.of_tree = tree, tree.model, tree.kinematics, of_tree

    @property
    def description(self) -> str:
        return self.model.summary()

    @property
    def contents(self) -> Mapping[str, object]:
        # not the principle: states and signals are the same by all
        return self.model.described

    def check_parameters(self, p: Mapping[str, float | Vector]) -> None:
        self.model.check_parameters(p)

    # ---- places

    @cached_property
    def contacts(self) -> tuple[OpenContact, ...]:
        return tuple(
            OpenContact(
                part.label,
                rows.name,
                rows.geometry.gap(self.kinematics),
                rows.run_states,
                is_rigid=rows.compliance is None,
                exerts_impulses=rows.strength is None or bool(part.contact_friction()),
            )
            for part in (() if contact_sets(self.model) else touching_parts(self.model))
            for rows in part.contact_points()
        )

    @property
    def run_states(self) -> tuple[str, ...]:
        held = (name for part in self.model.parts for name in part.run_states)
        return (*super().run_states, *held)

    @property
    def frames(self) -> FrameMotion:
        return self.kinematics

    def body_motions(self) -> Mapping[str, BodyMotion]:
        motions = {}
        for body in self.model.carried:
            X, (w, v) = self.kinematics.pose(body.at()), self.kinematics.velocity(body.at())
            motions[body.name] = BodyMotion(X.p, X.R, w, v)
        return motions

    def numbers_for(
        self,
        motions: Mapping[str, BodyMotion],
        p: Mapping[str, float],
        near: Sequence[State],
    ) -> tuple[Array, Array]:
        q, u = states_of_tree(self.model, motions, p, near)
        if not self.model.unwrapped_angles:
            return q, u
        turns = np.array([[state.q.get(name, 0.0) for name in self.model.unwrapped_angles] for state in near])
        for row, angles in zip(q, turns, strict=True):
            values = dict(zip(self.kinematics.q, (*row, *angles), strict=True))
            angles -= evaluate(
                self.kinematics.unwrapped_angle_residuals(), {**parameter_values(self.model, p), **values}
            )
        return np.concatenate([q, turns], axis=1), u

    @property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        pairs = zip(self.tree.links, self.kinematics.axes, strict=True)
        return tuple(
            JointAxes(link.joint.name, link.joint.speeds, H)
            for link, H in pairs
            if H.shape[1] > 1 and any(isinstance(x, Expression) for x in H.ravel())
        )

    def reaction_patterns(self, n_rows: int) -> tuple[tuple[str, ...], Array]:
        constraints, still = self.tree.constraints, np.zeros(len(self.model.speeds))
        reactions = self.tree.reactions(still, np.zeros(len(constraints.rows)))
        return reactions.patterns(constraints.geometric_rows)

    def input_law(self, equations: Equations) -> InputLaw[Solution] | None:
        if not (goals := self.model.goals):
            return None
        # models without goals need nothing of them
        from dalembert.servo.law import servo_law

        return servo_law(equations, goals)

    # ---- once accelerations are known

    def solved_motion(self, solution: SolvedSystem) -> SolvedMotion:
        """The tree with the accelerations of a solution."""
        return solution.memo.get(SOLVED_MOTION, lambda: SolvedMotion(self.tree, solution, self.of_tree))

    def state_rates(self, solution: SolvedSystem) -> Array:
        h = np.empty(len(self.model.state_variables), dtype=object)
        h[:] = [state_variable.rate for state_variable in self.model.state_variables]
        return np.asarray(self.resolve(h, solution), dtype=object)

    def resolve(self, expression: Quantity, solution: SolvedSystem) -> Quantity:
        return self.solved_motion(solution).resolve(expression)

    def signals(self, solution: SolvedSystem) -> Signals:
        return self.signals_of(self.solved_motion(solution))

    def signals_of(self, motion: SolvedMotion) -> Signals:
        """Signals in the tree's own speeds."""
        return Signals(motion)

    def element_loads(self, solution: SolvedSystem) -> Mapping[str, Array]:
        return {name: solution.known(loads) for name, loads in all_loads(self.kinematics).items()}

    def gibbs_function(self, a: Array) -> Scalar:
        speeds = ChosenSpeeds.own(self.model.speeds, self.kinematics.u)
        return MovingBodies(self.kinematics, speeds).gibbs_function_for(a)
