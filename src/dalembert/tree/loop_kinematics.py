"""Positions and velocities of a tree whose loops are closed by further joints."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.input_states import input_rates
from dalembert.equations.outputs import Quantity
from dalembert.expr.functions import atan2, cos, sin
from dalembert.expr.node import Node, Scalar
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.bodies import Frame
from dalembert.model.checks import names_measured
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.joint import Joint
from dalembert.model.measure import Kinematics
from dalembert.rows import Role
from dalembert.tree.constraint_rows import ConstraintRow, Differentiator, all_rows
from dalembert.tree.exerted import Exerted
from dalembert.tree.frame_motion import ScalarMotion
from dalembert.tree.tree_kinematics import TreeKinematics


@dataclass(frozen=True)
class ClosingJoint(Constraint):
    """A joint as the relations by which it closes a loop."""

    joint: Joint

    @property
    def described(self) -> Joint:
        return self.joint

    @property
    def is_relative(self) -> bool:
        return True

    @property
    def reaction_frame(self) -> Frame:
        return self.joint.child_frame

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        P, C = kinematics.pose(self.joint.parent_frame), kinematics.pose(self.joint.child_frame)
        return [replace(relation, role=Role.JOINT) for relation in self.joint.closure(P, C).relations]


@dataclass(frozen=True)
class _MeasuredCoordinates(Constraint):
    """Coordinates of a joint that closes a loop, as they follow from the places of its frames."""

    joint: Joint

    @property
    def is_relative(self) -> bool:
        return True

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        P, C = kinematics.pose(self.joint.parent_frame), kinematics.pose(self.joint.child_frame)
        return [Relation(str(k), value) for k, value in enumerate(self.joint.measured(P.inverse @ C))]


class LoopKinematics(TreeKinematics):
    """Kinematics in coordinates of the tree and unwrapped angles of joints that close loops.

    A unwrapped angle is a coordinate without a speed of its own: its rate follows from those of the tree.
    """

    def coordinate(self, name: str) -> Scalar:
        if name in self.measured and name not in self._coordinates:
            return self.scalar(name).value
        return super().coordinate(name)

    def speed(self, name: str) -> Scalar:
        coordinate = name.removesuffix(".rate")
        if coordinate in self.measured:
            return self.scalar(coordinate).rate
        return super().speed(name)

    @property
    def measured(self) -> Collection[str]:
        """Coordinates of joints that close loops."""
        return self.model.measurable

    @cached_property
    def speed_numbers(self) -> Mapping[Node, int]:
        """Number of each speed, by its variable."""
        return {u: k for k, u in enumerate(self.u)}

    @cached_property
    def speed_rates(self) -> Mapping[Node, int]:
        """Variables for the rates of all speeds, with numbers."""
        return {symbol(f"{name}.acceleration"): k for k, name in enumerate(self.speeds)}

    def speed_name(self, name: str) -> str:
        """A speed's own name, from that or from the coordinate it is the rate of."""
        return self.model.speed_name(name)

    def bound(self, expression: Quantity) -> Quantity:
        """An expression of measures, with real frames for ports."""
        return self.model.bound(expression)

    def _made_scalar(self, name: str) -> ScalarMotion:
        coordinate = name.removesuffix(".rate")
        if coordinate not in self.measured:
            return super()._made_scalar(name)
        row = self._measuring_row(coordinate)
        value = self._coordinates.get(name, row.phi) if coordinate == name else None
        return ScalarMotion(value, row.psi, -row.gamma, row.J, exerted=row.exerted)

    def _measuring_row(self, name: str) -> ConstraintRow:
        """A coordinate of a joint that closes a loop, as it follows from the places of frames."""
        joint, k = self.model.measurable[name]
        return self._rows_of(joint)[k]

    def _rows_of(self, joint: Joint) -> list[ConstraintRow]:
        if joint.name not in self._measurements:
            self._measurements[joint.name] = self._measuring.rows(_MeasuredCoordinates(joint.name, joint))
        return self._measurements[joint.name]

    @cached_property
    def _measuring(self) -> Differentiator:
        return Differentiator(self, {})

    @cached_property
    def _measurements(self) -> dict[str, list[ConstraintRow]]:
        return {}

    @cached_property
    def rates(self) -> Array:
        rates = np.array([self.scalar(name).rate for name in self.model.unwrapped_angles], dtype=object)
        return np.concatenate([super().rates, rates])

    def unwrapped_angle_residuals(self) -> Array:
        """How far each unwrapped angle is from the place of its joint, in (−π, π]."""
        residuals = []
        for name in self.model.unwrapped_angles:
            difference = self._coordinates[name] - self._measuring_row(name).phi
            residuals.append(atan2(sin(difference), cos(difference)))
        return np.array(residuals, dtype=object)

    # ---- forces

    def _check_acts(self, coordinate: str) -> None:
        if coordinate not in self.measured:
            super()._check_acts(coordinate)

    def closing_wrenches(self, coordinate: str, value: Scalar) -> list[tuple[int, Array]]:
        """Wrenches on links by a force on the coordinate of a joint that closes a loop; none for other joints."""
        exerted = self.scalar(coordinate).exerted
        return [] if exerted is None else [(k, value * wrench) for k, wrench in self.on_links(exerted)]

    def on_links(self, exerted: Exerted) -> list[tuple[int, Array]]:
        """Wrenches on links, by number: (6,) about the link's origin in its axes; nothing of the ground."""
        view = self.seen_from(exerted.view.observer)
        wrenches = [view.wrench_on_link(*load) for load in exerted.on_frames()]
        wrenches = [(k, wrench) for k, wrench in wrenches if k >= 0]
        for factor, other in exerted.through:
            wrenches += [(k, factor * wrench) for k, wrench in self.on_links(other)]
        return wrenches

    # ---- constraints

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """All joints that close loops, and all constraints."""
        return (*(ClosingJoint(joint.name, joint) for joint in self.model.closing), *self.model.constraints)

    @cached_property
    def constraint_rows(self) -> list[ConstraintRow]:
        """Rows of all constraints, also those that no motion can change."""
        return all_rows(self._constraint_differentiator, self.constraints)

    def rows_of(self, number: int) -> Mapping[str, ConstraintRow]:
        """Rows of one constraint, by their names."""
        if number not in self._rows_of_constraints:
            rows = self._constraint_differentiator.rows(self.constraints[number])
            self._rows_of_constraints[number] = {row.row.name: row for row in rows}
        return self._rows_of_constraints[number]

    @cached_property
    def _rows_of_constraints(self) -> dict[int, Mapping[str, ConstraintRow]]:
        return {}

    @cached_property
    def _constraint_differentiator(self) -> Differentiator:
        rates: dict[Node, Scalar] = dict(zip(self.q, self.rates, strict=True))
        measured = {name for constraint in self.constraints for name in names_measured(constraint)}
        for state_variable in self.model.state_variables:
            if state_variable.name in measured:
                rates[self.value(state_variable.name)] = self.scalar(state_variable.name).rate
        # inputs in rows are states by then, whose rates are the inputs
        rates |= input_rates(self.model.inputs)
        return Differentiator(self, rates, frozenset(self._values.values()))
