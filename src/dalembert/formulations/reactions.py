"""Reactions: what joints and constraints exert, from accelerations and multipliers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.formulations.constrained import ConstrainedEquations
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.loop_kinematics import LoopKinematics
from dalembert.model.constraint import Constraint
from dalembert.model.model import Model
from dalembert.model.topology import Tree
from dalembert.rows import Level
from dalembert.state import checked_names

Array = Any


class TreeEquations(ConstrainedEquations):
    """Equations of a tree in the coordinates of its joints: what reactions and signals are made of."""

    model: Model
    tree: Tree
    kinematics: LoopKinematics

    @abstractmethod
    def joint_wrenches(self, a: Array, loads: Iterable[tuple[int, Array]] = ()) -> list[Array]:
        """Wrench (6,) that each joint exerts on its child, at the child's joint frame, for accelerations a.

        Further `loads` on links, by number, are wrenches about the link's origin in its axes.
        """

    @cached_property
    def reactions(self) -> Reactions:
        """Forces and moments of all joints and constraints."""
        return Reactions(self)


class Reactions:
    """Forces and moments of joints that carry bodies, of joints that close loops, and of constraints.

    Of joints: on the child, at the child's frame of the joint and in its axes. Of constraints with a place: on the
    body there, at that frame and in its axes.
    """

    def __init__(self, equations: TreeEquations) -> None:
        self._equations = equations

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Joints and constraints that have a wrench."""
        return (*self._links, *self._constraints)

    @cached_property
    def _links(self) -> dict[str, int]:
        return {link.joint.name: k for k, link in enumerate(self._equations.tree.links)}

    @cached_property
    def _constraints(self) -> dict[str, Constraint]:
        constraints = self._equations.kinematics.constraints
        return {constraint.name: constraint for constraint in constraints if constraint.reaction_frame is not None}

    def wrench(self, name: str) -> Array:
        """Moment and force (6,) of a joint or constraint."""
        checked_names([name], self.names, "joint or constraint with a reaction:")
        if name in self._links:
            return self._joint_wrenches[self._links[name]]
        return self._of_constraint(self._constraints[name])

    @cached_property
    def _joint_wrenches(self) -> list[Array]:
        eom = self._equations
        return eom.joint_wrenches(eom.accelerations, self._loads())

    def _loads(self) -> list[tuple[int, Array]]:
        """What constraints, and forces on joints that close loops, exert on links."""
        eom = self._equations
        found = []
        for row, lam in self._solved_rows():
            found += [(k, lam * wrench) for k, wrench in row.on_links()]
        for coordinate, value in eom.kinematics.joint_loads(dict(zip(eom.inputs, eom.tau, strict=True))):
            found += eom.kinematics.closing_wrenches(coordinate, value)
        return found

    def _solved_rows(self) -> list[tuple[ConstraintRow, Any]]:
        eom = self._equations
        pairs = zip(eom.constraint_rows, eom.multipliers, strict=True)
        return [(row, lam) for row, lam in pairs if not is_zero(lam)]

    def _of_constraint(self, constraint: Constraint) -> Array:
        frame, eom = constraint.reaction_frame, self._equations
        assert frame is not None
        total: Any = np.zeros(6)
        for row, lam in self._solved_rows():
            if row.row.part == constraint.name:
                total = total + lam * row.on_frame(frame)
        for coordinate, value in eom.kinematics.joint_loads(dict(zip(eom.inputs, eom.tau, strict=True))):
            if coordinate in eom.model.measurable and eom.model.measurable[coordinate][0].name == constraint.name:
                total = total + value * eom.kinematics.measured(coordinate).on_frame(frame)
        return total

    def power(self) -> Any:
        """What constraints do per time: those that move, and those that are not linear in the speeds."""
        eom = self._equations
        total: Any = 0.0
        for row, lam in self._solved_rows():
            if self._may_work(row):
                total = total + lam * sum(value * eom.u[k] for k, value in row.J.items())
        return total

    def _may_work(self, row: ConstraintRow) -> bool:
        """Whether J u is not zero whenever the row holds."""
        if row.row.level == Level.POSITION:
            return row.row.is_rheonomic
        if row.row.level == Level.VELOCITY and row.row.is_linear:
            return not is_zero(substitute(row.psi, dict.fromkeys(self._equations.u, 0.0)))
        return True
