"""A tree in other speeds than those of its joints, as the parts of equations.

u_model = B u + b, so that J_model u̇_model = γ_model says J_model B u̇ = γ_model − J_model (Ḃ u + ḃ).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.constraints import Constraints
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.lazy_signals import Signal, SubstitutedSignals, state_signals
from dalembert.equations.outputs import BodyMotion, NamedOutputs, Quantity
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.substituted_outputs import SubstitutedOutputs
from dalembert.equations.variables import Variables, helper_variables
from dalembert.expr.calculus import gradient, jacobian
from dalembert.expr.node import Scalar, inputs_of
from dalembert.expr.rewrite import Substitution, evaluate
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.model import Model
from dalembert.rows import Level, Role, Row
from dalembert.state import State
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.exerted import Exerted
from dalembert.tree.frame_motion import WORLD
from dalembert.tree.frames_in_speeds import FramesInSpeeds
from dalembert.tree.moving_bodies import MovingBodies
from dalembert.tree.speeds import ChosenSpeeds
from dalembert.tree.tree import Tree, TreeReactionDependentForces
from dalembert.tree.tree_outputs import TreeOutputs


def tree_beside(model: Model) -> Tree:
    """A tree whose speeds are other variables than those that have their names."""
    taken = (*model.coordinates, *model.states, *model.inputs)
    return Tree(model, helper_variables((f"{name} of the model" for name in model.speeds), taken))


class SpeedChange(Constraints):
    """Other speeds for a tree: its constraints, motion, forces by reactions and outputs in them."""

    def __init__(self, model: Model) -> None:
        self.tree = tree_beside(model)

    @property
    @abstractmethod
    def chosen(self) -> ChosenSpeeds:
        """The chosen speeds."""

    @property
    @abstractmethod
    def variables(self) -> Variables:
        """All variables."""

    @property
    @abstractmethod
    def contents(self) -> Mapping[str, object]:
        """The chosen speeds as plain data."""

    def in_speeds(self, y: Quantity) -> Quantity:
        """Expressions of the tree's own speeds in terms of these."""
        return self.chosen.known(y)

    @cached_property
    def reaction_dependent_forces(self) -> TreeReactionDependentForces:
        """Forces by reactions in these speeds."""
        return TreeReactionDependentForces(self.tree, self.in_speeds, self.in_model_speeds)

    @cached_property
    def bodies(self) -> MovingBodies:
        """Bodies in these speeds."""
        return MovingBodies(self.tree.kinematics, self.chosen)

    @cached_property
    def frames(self) -> FramesInSpeeds:
        """Frames and scalars in these speeds."""
        return FramesInSpeeds(self.tree.kinematics, self.chosen, self._bias)

    @cached_property
    def rows(self) -> Sequence[ConstraintRow]:
        """Rows of the tree in these speeds, and what redundant speeds are in terms of the others."""
        of_tree = [self.row(row) for row in self.tree.constraints.rows]
        return sorted([*of_tree, *self._relations()], key=lambda row: row.row.level)

    @cached_property
    def geometric(self) -> tuple[tuple[Row, Scalar], ...]:
        return tuple((row, self.chosen.known(value)) for row, value in self.tree.constraints.geometric)

    @property
    def senses(self) -> tuple[tuple[str, Scalar], ...]:
        return self.tree.constraints.senses

    @cached_property
    def _bias(self) -> Array:
        return self.chosen.bias(self.bodies.moving)

    def row(self, row: ConstraintRow) -> ConstraintRow:
        """A row of the tree in these speeds."""
        J, bias = self.frames.changed(row.J, -self.chosen.known(row.gamma))
        exerts = None if row.exerts is None else self.frames.changed(row.exerts, 0.0)[0]
        in_speeds = self.chosen.known
        gap, off = row.gap, row.when_off
        return replace(
            row,
            psi=in_speeds(row.psi),
            J=J,
            gamma=-bias,
            exerts=exerts,
            switch=None if row.switch is None else in_speeds(row.switch),
            gap=None if gap is None else (in_speeds(gap[0]), in_speeds(gap[1])),
            when_off=None if off is None else (in_speeds(off[0]), off[1], in_speeds(off[2])),
            shared=None if row.shared is None else in_speeds(row.shared),
        )

    def _relations(self) -> list[ConstraintRow]:
        """Rows that define redundant speeds by the others; their multipliers are no reactions."""
        relations = []
        for i in self.chosen.redundant:
            name = f"definition of {self.chosen.names[i]}"
            meant = products(self.chosen.W.taken([i]), self.chosen.model_speeds)[0] + self.chosen.w0[i]
            psi = self.chosen.u[i] - meant
            slopes = jacobian(np.array([psi], dtype=object), self.chosen.u)[0]
            record = Row(name, name, Level.VELOCITY, role=Role.DEFINITION)
            J = {k: x for k, x in enumerate(slopes) if not is_zero(x)}
            nothing = Exerted(name, self.tree.kinematics.seen_from(WORLD))
            relations.append(ConstraintRow(record, None, psi, J, -self.bodies.along(psi), nothing))
        return relations

    def own_signals(self) -> dict[str, Signal]:
        """Signals besides those of the tree."""
        return {}

    def model_accelerations(self, a: Array) -> Array:
        """Rates of the tree's own speeds (nu,) for rates a of these."""
        return products(self.chosen.B, a) + self._bias

    def in_model_speeds(self, a: Array, lam: Array) -> tuple[Array, Array]:
        """Accelerations and multipliers as the tree's own speeds and rows have them."""
        numbers = {row.row.name: i for i, row in enumerate(self.rows)}
        multipliers = [lam[numbers[row.row.name]] for row in self.tree.constraints.rows]
        return self.model_accelerations(a), np.array(multipliers, dtype=object)

    def of_tree(self, solution: SolvedSystem) -> tuple[Array, Array]:
        """Accelerations and multipliers of a solution in the tree's own speeds and rows."""
        return self.in_model_speeds(solution.accelerations, solution.multipliers)


class MotionInSpeeds(CoordinateMotion):
    """Coordinates of a tree in other speeds."""

    def __init__(self, change: SpeedChange) -> None:
        self.change, self.q, self.u = change, change.tree.variables.q, change.variables.u

    @property
    def rates(self) -> Array:
        return self.change.bodies.rates

    @property
    def N(self) -> Array:
        return self.change.bodies.N

    @property
    def c(self) -> Array:
        return self.change.tree.motion.c

    @property
    def projected(self) -> Array:
        return self.change.tree.motion.projected

    def moved(self, delta: Array) -> Array:
        """q ⊞ δ by the mean speeds of the model during the motion: B δ with B in its middle."""
        chosen, moved = self.change.chosen, self.change.tree.motion.moved
        B = chosen.B
        if not set(self.q).intersection(inputs_of(B.values)):
            return chosen.known(moved(products(B, delta)))
        halfway = chosen.known(moved(0.5 * products(B, delta)))
        B = B.mapped(Substitution(dict(zip(self.q, halfway, strict=True))))
        return chosen.known(moved(products(B, delta)))


class OutputsInSpeeds(SubstitutedOutputs):
    """Bodies of a tree, in equations of other speeds."""

    inner: TreeOutputs

    def __init__(self, change: SpeedChange) -> None:
        super().__init__(TreeOutputs(change.tree, change.of_tree), change.in_speeds)
        self.speed_change = change

    @property
    def contents(self) -> Mapping[str, object]:
        return {**self.inner.contents, **self.speed_change.contents}

    @property
    def frames(self) -> FramesInSpeeds:
        return self.speed_change.frames

    def numbers_for(
        self,
        motions: Mapping[str, BodyMotion],
        p: Mapping[str, float],
        near: Sequence[State],
    ) -> tuple[Array, Array]:
        chosen, variables = self.speed_change.chosen, self.speed_change.variables
        q, model_u = self.inner.numbers_for(motions, p, near)
        parameters = {param(name, default): p.get(name, default) for name, default in variables.parameters.items()}
        inputs = (time, *variables.q, *chosen.model_u)
        meant = products(chosen.W, chosen.model_u) + chosen.w0
        u = [
            evaluate(meant, {**parameters, **dict(zip(inputs, (state.t, *x, *v), strict=True))})
            for state, x, v in zip(near, q, model_u, strict=True)
        ]
        return q, np.array(u, dtype=float)

    def reaction_patterns(self, n_rows: int) -> tuple[tuple[str, ...], Array]:
        of_tree = self.speed_change.tree.constraints.rows
        names, patterns = self.inner.reaction_patterns(len(of_tree))
        rows = {row.row.name: i for i, row in enumerate(of_tree)}
        columns = [
            patterns[:, rows[row.row.name]] if row.row.name in rows else np.zeros(len(names))
            for row in self.speed_change.rows
        ]
        of_rows = np.stack(columns, axis=1) if columns else np.zeros((len(names), 0))
        return names, np.concatenate([of_rows, patterns[:, len(of_tree) :]], axis=1)

    # ---- once accelerations are known

    def signals(self, solution: SolvedSystem) -> NamedOutputs:
        change, of_tree = self.speed_change, self.inner.signals(solution)
        variables = state_signals(change.variables, lambda: solution.accelerations)
        # momenta belong to the tree's speeds
        is_along_same = change.variables.are_momenta
        return SubstitutedSignals(
            of_tree, self.change, change.own_signals(), variables, is_along_same=is_along_same
        )

    def lagrangian_slopes(self, solution: SolvedSystem) -> Array:
        if not self.speed_change.variables.are_momenta:
            return super().lagrangian_slopes(solution)
        of_tree = self.inner.signals(solution)["lagrangian"]
        return self.change(gradient(of_tree, self.speed_change.variables.q))

    def gibbs_function(self, a: Array) -> Scalar:
        change = self.speed_change
        return change.bodies.gibbs_function_for(change.model_accelerations(a))
