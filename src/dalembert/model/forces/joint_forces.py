"""Springs, dampers and laws on joint coordinates: torsional on an angle, linear on a displacement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dalembert.expr.node import Scalar
from dalembert.model.force import Loads, ScalarForce
from dalembert.model.measure import Kinematics


@dataclass(frozen=True)
class OnCoordinate(ScalarForce):
    """A force or torque on a joint coordinate."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate,)

    def strength(self, loads: Loads, kinematics: Kinematics) -> Scalar:
        return loads.on_joints[self.coordinate]


@dataclass(frozen=True)
class JointSpring(OnCoordinate):
    """A spring on a joint coordinate, −k (q − rest): a torsion spring on an angle, a linear one on a displacement.

    The angle of a joint that turns is unwrapped, so the spring winds up over several turns.

    Parameters
    ----------
    name : str
        Name of the spring; its force is the signal `<name>.force`, or `.torque` on an angle.
    coordinate : str
        Coordinate of a joint on which it acts.
    stiffness : float or expression
        Stiffness in N m/rad or N/m.
    rest : float or expression, optional
        Coordinate without force, in rad or m; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=3.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> model = da.Model(hinge, da.JointSpring("spring", "hinge", 20.0))
    >>> print(f"{da.as_dynamics(model).accelerations({'hinge': 0.5})['hinge']:.3f} rad/s²")
    -10.000 rad/s²
    """

    stiffness: Scalar
    rest: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "stiffness", "rest")
        self.refuse_measures("stiffness", "rest")

    def loads(self, kinematics: Kinematics) -> Loads:
        stretch = kinematics.coordinate(self.coordinate) - self.rest
        return Loads(on_joints={self.coordinate: -self.stiffness * stretch})

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        return Loads()

    def potential(self, kinematics: Kinematics) -> Scalar:
        return 0.5 * self.stiffness * (kinematics.coordinate(self.coordinate) - self.rest) ** 2


@dataclass(frozen=True)
class JointDamper(OnCoordinate):
    """A damper on the rate of a joint coordinate, −c q̇: torsional on an angle, linear on a displacement.

    Parameters
    ----------
    name : str
        Name of the damper.
    coordinate : str
        Coordinate of a joint on which it acts.
    damping : float or expression
        Damping in N m s/rad or N s/m.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=3.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> model = da.Model(hinge, da.JointDamper("bearing", "hinge", 2.0))
    >>> state = model.state(u={"hinge": 1.5})
    >>> print(f"{da.as_dynamics(model).accelerations(state)['hinge']:.3f} rad/s²")
    -3.000 rad/s²
    """

    damping: Scalar

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "damping")

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads(on_joints={self.coordinate: -self.damping * kinematics.speed(self.coordinate)})


@dataclass(frozen=True)
class JointForce(OnCoordinate):
    """A force or torque on a joint coordinate by a law: an expression of time, parameters and measures.

    Parameters
    ----------
    name : str
        Name of the force.
    coordinate : str
        Coordinate of a joint on which it acts.
    law : float or expression
        Force in N, or torque in N m on an angle, of time, parameters and measures.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=3.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> model = da.Model(hinge, da.JointForce("magnet", "hinge", -10.0 * da.sin(da.coordinate("hinge"))))
    >>> print(f"{da.as_dynamics(model).accelerations({'hinge': 0.5})['hinge']:.3f} rad/s²")
    -4.794 rad/s²
    """

    law: Scalar

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "law")

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads(on_joints={self.coordinate: self.law})
