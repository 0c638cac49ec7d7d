"""Constraints that users write as expressions of measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dalembert.expr.node import Node, Scalar
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.measure import Kinematics
from dalembert.rows import Level
from dalembert.spatial.vectors import VectorLike


@dataclass(frozen=True)
class _Expressed(Constraint):
    """expression = 0, one row or several."""

    level: ClassVar[Level]
    expression: Scalar | VectorLike

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_measured("expression", "coordinate('A') or position(frame)[0]")

    @property
    def may_have_inputs(self) -> bool:
        return True

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        if isinstance(self.expression, Node | float):
            return [Relation("", self.expression, self.level)]
        return [Relation(str(k + 1), value, self.level) for k, value in enumerate(self.expression)]


@dataclass(frozen=True)
class Holonomic(_Expressed):
    """φ(t, q) = 0: an expression of positions, coordinates and time that stays zero, or a list of them.

    An input in it becomes a state, and so does its rate: `da.control.with_input_states`.
    """

    level: ClassVar[Level] = Level.POSITION


@dataclass(frozen=True)
class Nonholonomic(_Expressed):
    """ψ(t, q, u) = 0: an expression that may contain velocities, linear in them or not; or a list of them.

    The constraint is ideal in the sense of Chetaev: its forces are along ∂ψ/∂u. An input in it becomes a state:
    `da.control.with_input_states`.
    """

    level: ClassVar[Level] = Level.VELOCITY


@dataclass(frozen=True)
class AccelerationConstraint(_Expressed):
    """A relation affine in the accelerations, `acceleration("A")` or `acceleration(frame)`; or a list of them."""

    level: ClassVar[Level] = Level.ACCELERATION

    @property
    def may_jump(self) -> bool:
        return True
