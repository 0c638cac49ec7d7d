"""Positions and velocities of a tree whose loops are closed by further joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.expr.functions import atan2, cos, sin
from dalembert.expr.node import Node
from dalembert.formulations.constraint_rows import ConstraintRow, Differentiator, all_rows
from dalembert.formulations.tree_kinematics import TreeKinematics
from dalembert.model.bodies import Frame
from dalembert.model.checks import names_measured
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.joint import Joint
from dalembert.model.measures import Kinematics
from dalembert.rows import Role

Array = Any


@dataclass(frozen=True)
class ClosingJoint(Constraint):
    """A joint as the relations by which it closes a loop."""

    joint: Joint

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
    """What measures and forces ask, in the coordinates of the tree and counted angles of joints that close loops.

    A counted angle is a coordinate without a speed of its own: its rate follows from those of the tree.
    """

    def coordinate(self, name: str) -> Any:
        if name in self.model.measurable and name not in self._coordinates:
            return self.measured(name).phi
        return super().coordinate(name)

    def speed(self, name: str) -> Any:
        coordinate = name.removesuffix(".rate")
        if coordinate in self.model.measurable:
            return self.measured(coordinate).psi
        return super().speed(name)

    def measured(self, name: str) -> ConstraintRow:
        """A coordinate of a joint that closes a loop, as a quantity with its rate and the wrench along it."""
        joint, k = self.model.measurable[name]
        return self._rows_of(joint)[k]

    def _rows_of(self, joint: Joint) -> list[ConstraintRow]:
        if joint.name not in self._measurements:
            self._measurements[joint.name] = self._measuring.rows(_MeasuredCoordinates(joint.name, joint))
        return self._measurements[joint.name]

    @cached_property
    def _measuring(self) -> Differentiator:
        return Differentiator(self, {}, self.measured)

    @cached_property
    def _measurements(self) -> dict[str, list[ConstraintRow]]:
        return {}

    @cached_property
    def rates(self) -> Array:
        counted = np.array([self.measured(name).psi for name in self.model.counted], dtype=object)
        return np.concatenate([super().rates, counted])

    def counted_residuals(self) -> Array:
        """How far each counted angle is from the place of its joint, in (−π, π]."""
        found = []
        for name in self.model.counted:
            difference = self._coordinates[name] - self.measured(name).phi
            found.append(atan2(sin(difference), cos(difference)))
        return np.array(found, dtype=object)

    # ---- forces

    def add_joint_force(self, total: Array, coordinate: str, value: Any) -> None:
        if coordinate not in self.model.measurable:
            super().add_joint_force(total, coordinate, value)
            return
        for k, factor in self.measured(coordinate).J.items():
            total[k] = total[k] + factor * value

    def closing_wrenches(self, coordinate: str, value: Any) -> list[tuple[int, Array]]:
        """What a force on the coordinate of a joint that closes a loop exerts on links; nothing for others."""
        if coordinate not in self.model.measurable:
            return []
        return [(k, value * wrench) for k, wrench in self.measured(coordinate).on_links()]

    # ---- constraints

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """All joints that close loops, and all constraints."""
        return (*(ClosingJoint(joint.name, joint) for joint in self.model.closing), *self.model.constraints)

    @cached_property
    def constraint_rows(self) -> list[ConstraintRow]:
        """Rows of all constraints, also those that no motion can change."""
        rates: dict[Node, Any] = dict(zip(self.q, self.rates, strict=True))
        for integral in self.model.integrals:
            if any(integral.name in names_measured(constraint) for constraint in self.constraints):
                rates[self.value(integral.name)] = self.resolve(integral.of)
        differentiator = Differentiator(self, rates, self.measured, frozenset(self._values.values()))
        return all_rows(differentiator, self.constraints)
