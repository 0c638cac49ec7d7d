"""Reactions: what joints and constraints exert, from accelerations and multipliers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbols, time
from dalembert.model.bodies import Frame
from dalembert.model.constraint import Constraint
from dalembert.name_checks import checked_names
from dalembert.rows import Level
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.loop_kinematics import LoopKinematics
from dalembert.tree.tree_recursions import TreeRecursions


class Reactions:
    """Forces and moments of joints that carry bodies, of joints that close loops, and of constraints.

    They belong to accelerations a (nu,) and multipliers (m,) of the rows, in the speeds of the tree. Of joints: on
    the child, at the child's frame of the joint and in its axes. Of constraints with a place: on the body there,
    at that frame and in its axes.
    """

    def __init__(
        self,
        kinematics: LoopKinematics,
        recursions: TreeRecursions,
        rows: Sequence[ConstraintRow],
        a: Array,
        lam: Array,
    ) -> None:
        self.kinematics, self.recursions, self.rows = kinematics, recursions, rows
        self.a, self.lam = a, lam

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Joints and constraints that have a wrench."""
        return (*self._links, *self._constraints)

    @cached_property
    def _links(self) -> dict[str, int]:
        links = self.kinematics.tree.links
        return {link.joint.name: k for k, link in enumerate(links) if link.joint.carries_body}

    @cached_property
    def _constraints(self) -> dict[str, Constraint]:
        constraints = self.kinematics.constraints
        return {constraint.name: constraint for constraint in constraints if constraint.reaction_frame is not None}

    def wrench(self, name: str) -> Array:
        """Moment and force (6,) of a joint or constraint."""
        checked_names([name], self.names, "joint or constraint with a reaction:")
        if name not in self._wrenches:
            of_joint = self._joint_wrenches[self._links[name]] if name in self._links else None
            wrench = self._of_constraint(self._constraints[name]) if of_joint is None else of_joint
            self._wrenches[name] = wrench
        return self._wrenches[name]

    @cached_property
    def _wrenches(self) -> dict[str, Array]:
        return {}

    def frame(self, name: str) -> Frame:
        """Frame at which, and in whose axes, the wrench of a joint or constraint is given."""
        checked_names([name], self.names, "joint or constraint with a reaction:")
        if name in self._links:
            return self.kinematics.tree.links[self._links[name]].joint.child_frame
        frame = self._constraints[name].reaction_frame
        assert frame is not None
        return frame

    def multiplier(self, name: str) -> Scalar:
        """The multiplier of a row."""
        names = [row.row.name for row in self.rows]
        checked_names([name], names, "constraint row")
        return self.lam[names.index(name)]

    @cached_property
    def _joint_wrenches(self) -> list[Array]:
        return self.recursions.joint_wrenches(self.a, self._loads())

    def _loads(self) -> list[tuple[int, Array]]:
        """Wrenches on links by constraints, and by forces on joints that close loops."""
        loads = []
        for row, lam in self._solved_rows():
            loads += [(k, lam * wrench) for k, wrench in self.kinematics.on_links(row.exerted)]
        for coordinate, value in self.kinematics.joint_loads():
            loads += self.kinematics.closing_wrenches(coordinate, value)
        return loads

    def _solved_rows(self) -> list[tuple[ConstraintRow, Scalar]]:
        pairs = zip(self.rows, self.lam, strict=True)
        return [(row, lam) for row, lam in pairs if not is_zero(lam)]

    def _of_constraint(self, constraint: Constraint) -> Array:
        frame, kinematics = constraint.reaction_frame, self.kinematics
        assert frame is not None
        total: Any = np.zeros(6)
        for row, lam in self._solved_rows():
            total = total + lam * row.exerted.in_joint(constraint.name, frame)
        for coordinate, value in kinematics.joint_loads():
            exerted = kinematics.scalar(coordinate).exerted
            if exerted is not None and exerted.part == constraint.name:
                total = total + value * exerted.on_frame(frame)
        return total

    def patterns(self, further: Sequence[ConstraintRow]) -> tuple[tuple[str, ...], Array]:
        """Names of all signals of wrenches, and how they change with a unit of each multiplier; (n, m).

        While nothing moves. Multipliers are those of the rows, then of further ones.
        """
        rows = [*self.rows, *further]
        columns = [self._pattern(row) for row in rows]
        names = [f"{name}.{kind}.{axis}" for name in self.names for kind in ("moment", "force") for axis in "xyz"]
        return tuple(names), np.stack(columns, axis=1) if columns else np.zeros((len(names), 0))

    def _pattern(self, row: ConstraintRow) -> Array:
        """Wrenches of all joints and constraints, one after the other, that a unit of λ holds in balance."""
        carried = self.recursions.static_wrenches(self.kinematics.on_links(row.exerted))
        loads = [
            row.exerted.in_joint(name, frame) if (frame := constraint.reaction_frame) else np.zeros(6)
            for name, constraint in self._constraints.items()
        ]
        return np.concatenate([*(carried[k] for k in self._links.values()), *loads, np.zeros(0)])

    def power(self, *, may_drift: bool) -> Scalar:
        """Power of constraints: of those that move, are not linear in the speeds, or may be violated."""
        u, total = self.kinematics.u, 0.0
        for row, lam in self._solved_rows():
            if may_drift or self._may_work(row):
                total = total + lam * sum(value * u[k] for k, value in row.J.items())
        return total

    def _may_work(self, row: ConstraintRow) -> bool:
        """Whether J u is not zero along a run that keeps the rows."""
        if row.switch is not None:
            return True
        if row.row.level == Level.POSITION:
            # inputs in rows are states that move
            moving = {time, *symbols(self.kinematics.model.inputs)}
            return not moving.isdisjoint(inputs_of([row.phi]))
        if row.row.level == Level.VELOCITY and row.row.is_linear:
            return not is_zero(substitute(row.psi, dict.fromkeys(self.kinematics.u, 0.0)))
        return True
