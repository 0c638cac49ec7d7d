"""Constraints of the user's own: any expression of measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import Node
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.measures import Kinematics
from dalembert.model.part import as_tuple, measures_in
from dalembert.rows import Level


@dataclass(frozen=True)
class _Expressed(Constraint):
    """expression = 0, one row or several."""

    level: ClassVar[Level]
    expression: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        values = np.asarray(self.expression, dtype=object)
        if values.ndim > 1 or not values.size:
            raise ModelError(f"{self.label} needs an expression or a list of them, not the shape {values.shape}")
        for value in values.flat:
            if not isinstance(value, Node) or not measures_in(value):
                raise ModelError(
                    f"{self.label} needs expressions of measures such as coordinate('A') or position(frame)[0], "
                    f"not {value!r}"
                )
        object.__setattr__(self, "expression", as_tuple(values) if values.ndim else values[()])

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        if not isinstance(self.expression, tuple):
            return [Relation("", self.expression, self.level)]
        return [Relation(str(k + 1), value, self.level) for k, value in enumerate(self.expression)]


@dataclass(frozen=True)
class Holonomic(_Expressed):
    """φ(t, q) = 0: an expression of positions, coordinates and time that stays zero, or a list of them."""

    level: ClassVar[Level] = Level.POSITION


@dataclass(frozen=True)
class Nonholonomic(_Expressed):
    """ψ(t, q, u) = 0: an expression that may contain velocities, linear in them or not; or a list of them.

    The constraint is ideal in the sense of Chetaev: its forces are along ∂ψ/∂u.
    """

    level: ClassVar[Level] = Level.VELOCITY


@dataclass(frozen=True)
class AccelerationConstraint(_Expressed):
    """A relation affine in the accelerations, `acceleration("A")` or `acceleration(frame)`; or a list of them."""

    level: ClassVar[Level] = Level.ACCELERATION

    @property
    def may_jump(self) -> bool:
        return True
