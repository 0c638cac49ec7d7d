"""Variables of no body: coordinates over which curves and constraints are written, and speeds such as currents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import NUMBERS, Scalar
from dalembert.model.bodies import Body, ground
from dalembert.model.closures import Closure
from dalembert.model.joint import Joint, columns
from dalembert.model.joints.prismatic import Prismatic
from dalembert.spatial.pose import Pose
from dalembert.spatial.twists import twist
from dalembert.spatial.vectors import unit


@dataclass(frozen=True)
class ExtraCoordinate(Prismatic):
    """A coordinate by itself: the place of a marker without mass on the ground, which nothing else refers to."""

    unit: str = "m"

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)

    @property
    def speed_units(self) -> tuple[str, ...]:
        return (f"{self.unit}/s" if self.unit else "1/s",)

    @property
    def carries_body(self) -> bool:
        return False

    @property
    def symbol(self) -> None:
        return None


@dataclass(frozen=True)
class ExtraSpeed(Joint):
    """A speed by itself: how fast a marker on the ground turns, which has no place and nothing else refers to."""

    inertia: Scalar
    unit: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "inertia")
        if isinstance(self.inertia, NUMBERS) and self.inertia <= 0.0:
            raise ModelError(
                f"the inertia of {self.label} is {self.inertia!r}; it is positive, as the inductance of a current "
                "is: for what follows at once from other speeds, write its value where it is used"
            )

    @property
    def coordinates(self) -> tuple[str, ...]:
        return ()

    @property
    def units(self) -> tuple[str, ...]:
        return ()

    @property
    def speeds(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def speed_units(self) -> tuple[str, ...]:
        return (self.unit,)

    @property
    def carries_body(self) -> bool:
        return False

    @property
    def speed_inertia(self) -> Scalar:
        return self.inertia

    @property
    def symbol(self) -> None:
        return None

    def pose(self, q: Array) -> Pose:
        return Pose()

    def motion(self, q: Array) -> Array:
        return columns(twist(angular=unit("x")))

    def rates(self, q: Array, u: Array) -> Array:
        return u[:0]

    def retract(self, q: Array, delta: Array) -> Array:
        return q

    def closure(self, P: Pose, C: Pose) -> Closure:
        raise ModelError(f"{self.label} is a speed by itself, and closes no loop")

    def measured(self, X: Pose) -> Array:
        return np.zeros(0)


def extra_coordinate(name: str, *, unit: str = "m") -> ExtraCoordinate:
    """A coordinate with its own speed but without inertia: constraints must say how it moves.

    The parameter of a curve, the place of a contact on a profile, an angle that nothing has as a coordinate; its
    unit is "m", "rad", or "" for a number. It is no place of a body, so that it is not drawn and stays what it is
    in absolute coordinates.
    """
    return ExtraCoordinate(name, ground, Body(f"marker of {name}"), axis="x", unit=unit)


def extra_speed(name: str, *, inertia: Scalar, unit: str = "") -> ExtraSpeed:
    """A speed without a coordinate, such as a current in a coil, whose inertia is the inductance: L i̇ = U.

    Forces on joints act on it by its name, as voltages do: `JointForce("back emf", "i", …)`, `JointDamper` for a
    resistance, a `Motor` for a voltage from outside; constraints such as Kirchhoff's are `Nonholonomic`, and their
    multipliers what ties it, as voltages of nodes. ½ L i² is among the kinetic energy. It has no place: it is not
    drawn, and stays what it is in absolute coordinates.
    """
    return ExtraSpeed(name, ground, Body(f"marker of {name}"), inertia, unit)
