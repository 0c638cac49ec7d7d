"""Friction between wheels whose axles move with a carrier."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from dalembert.expr.functions import sign, tanh
from dalembert.model.constraint import Surroundings
from dalembert.model.force import Loads
from dalembert.model.forces.joint_forces import OnCoordinate
from dalembert.model.measure import Kinematics


@dataclass(frozen=True)
class MeshFriction(OnCoordinate):
    """A torque on a wheel against its turning as the carrier sees it, and the opposite one on the carrier.

    Teeth slide by the turning from the carrier, not by that from the ground: a wheel that is held still rubs too.
    """

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate", "carrier")

    carrier: str
    size: Any
    viscous: Any
    smoothing: float
    is_carried: bool = False
    """Whether the coordinate is an angle from the carrier itself: the model finds out."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "size", "viscous")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate, self.carrier)

    def fitted(self, surroundings: Surroundings) -> Self:
        wheel, carrier = (surroundings.axis(name) for name in (self.coordinate, self.carrier))
        is_carried = wheel is not None and carrier is not None and wheel.parent is carrier.child
        return replace(self, is_carried=is_carried)

    def loads(self, kinematics: Kinematics) -> Loads:
        v = kinematics.speed(self.coordinate)
        if not self.is_carried:
            v = v - kinematics.speed(self.carrier)
        torque = -self.size * (tanh(v / self.smoothing) if self.smoothing else sign(v)) - self.viscous * v
        others = {} if self.is_carried else {self.carrier: -torque}
        return Loads(on_joints={self.coordinate: torque, **others})
