"""Variables of no body: coordinates over which curves and constraints are written, and speeds such as currents."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import NUMBERS, Scalar
from dalembert.model.bodies import Body, ground
from dalembert.model.closures import Closure
from dalembert.model.constraints.expressions import Nonholonomic
from dalembert.model.joint import Joint, columns
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.measure import speed
from dalembert.model.part import Part
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
class Turning(Joint):
    """A marker on the ground that turns, which has no place and nothing else refers to: an inertia by itself."""

    inertia: Scalar

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "inertia")
        if isinstance(self.inertia, NUMBERS) and self.inertia <= 0.0:
            raise ModelError(
                f"the inertia of {self.label} is {self.inertia!r}; it is positive, {self._why_positive}"
            )

    @property
    @abstractmethod
    def _why_positive(self) -> str:
        """The positive sense of the variable, in words."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        return ()

    @property
    def units(self) -> tuple[str, ...]:
        return ()

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
        raise ModelError(f"{self.label} has no place, and closes no loop")

    def measured(self, X: Pose) -> Array:
        return np.zeros(0)


@dataclass(frozen=True)
class ExtraSpeed(Turning):
    """A speed by itself: how fast a marker on the ground turns."""

    unit: str = ""

    @property
    def _why_positive(self) -> str:
        return (
            "as the inductance of a current is: for what follows at once from other speeds, write its value where "
            "it is used"
        )

    @property
    def speeds(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def speed_units(self) -> tuple[str, ...]:
        return (self.unit,)


@dataclass(frozen=True)
class Rotor(Turning):
    """A rotor that a gear turns with a joint, and that counts by its own speed alone: its energy is ½ I v²."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str
    """The coordinate whose rate is v."""

    @property
    def _why_positive(self) -> str:
        return "that of the rotor times the square of the ratio of its gear"

    @property
    def speeds(self) -> tuple[str, ...]:
        return ()

    @property
    def follows(self) -> str:
        return self.coordinate

    @property
    def apart(self) -> tuple[Part, ...]:
        """A rotor whose speed no joint has: a speed of its own, which a row holds to the measured one."""
        own = ExtraSpeed(self.name, self.parent, self.child, self.inertia)
        return own, Nonholonomic(f"{self.name} follows", speed(self.name) - speed(self.coordinate))


def extra_coordinate(name: str, *, unit: str = "m") -> ExtraCoordinate:
    """A coordinate with its own speed but without inertia: constraints must say how it moves.

    Such as the parameter of a curve, the place of a contact on a profile, or an angle that no joint has as its
    coordinate. It is no place of a body, so that it is not drawn and stays what it is in absolute coordinates.

    Parameters
    ----------
    name : str
        Name of the coordinate; its speed is `<name>.rate`.
    unit : str, optional
        "m", "rad", or "" for a number; default "m".

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> way = da.extend.extra_coordinate("s")
    >>> s = da.coordinate("s")
    >>> helix = da.geometry.curve(da.ground, (da.cos(s), da.sin(s), 0.1 * s))
    >>> bead = da.relations.PointOnCurve("bead", bob, on=helix)
    >>> model = da.Model(da.Translational("p", da.ground, bob), way, bead, gravity=(0, 0, -9.81))
    >>> print(da.mobility(model, {"p.x": 1.0}).degrees_of_freedom)
    1
    """
    return ExtraCoordinate(name, ground, Body(f"marker of {name}"), axis="x", unit=unit)


def extra_speed(name: str, *, inertia: Scalar, unit: str = "") -> ExtraSpeed:
    """A speed without a coordinate, such as a current in a coil, whose inertia is the inductance: L i̇ = U.

    Forces on joints act on it by its name, as voltages do: `JointForce("back emf", "i", …)`, `JointDamper` for a
    resistance, a `Motor` for a voltage from outside; constraints such as Kirchhoff's are `Nonholonomic`, and their
    multipliers what ties it, as voltages of nodes. ½ L i² is among the kinetic energy. It has no place: it is not
    drawn, and stays what it is in absolute coordinates.

    Parameters
    ----------
    name : str
        Name of the speed.
    inertia : float or expression
        Inertia along it, above 0: of a current in A the inductance in H.
    unit : str, optional
        Unit of the speed, such as "A"; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> coil = da.extend.extra_speed("i", inertia=0.01, unit="A")
    >>> resistance = da.JointDamper("resistance", "i", 2.0)
    >>> supply = da.Motor("supply", "i", 12.0)
    >>> motion = da.simulate(da.Model(coil, resistance, supply), until=0.1)
    >>> print(f"{motion['i'][-1]:.3f} A")
    6.000 A
    """
    return ExtraSpeed(name, ground, Body(f"marker of {name}"), inertia, unit)


def rotor(name: str, coordinate: str, *, inertia: Scalar) -> Rotor:
    """An inertia along a coordinate of a joint, such as that of a motor as it is felt behind its gear: n² I.

    It adds to the mass matrix at the coordinate's own speed and does nothing else: robots call it armature, or
    reflected inertia. What a rotor that turns fast does to bodies that turn about other axes needs a body of its
    own and a `Gear`.

    Parameters
    ----------
    name : str
        Name of the rotor.
    coordinate : str
        Coordinate of a joint along which it has inertia.
    inertia : float or expression
        Inertia behind the gear, n² I, in kg m², or in kg along a way.

    Examples
    --------
    >>> import dalembert as da
    >>> arm = da.rod("arm", length=1.0, mass=3.0)
    >>> motor = da.extend.rotor("motor", "elbow", inertia=0.5)
    >>> driven = da.Model(da.Revolute("elbow", da.ground, arm, axis="y"), motor)
    >>> da.matrices.mass_matrix(driven, {"elbow": 0.0})
    array([[1.5]])
    """
    return Rotor(name, ground, Body(f"marker of {name}"), inertia, coordinate)
