"""Friction in pins, guides and gears, by the reactions there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, sign, tanh
from dalembert.expr.node import Expression, Scalar
from dalembert.model.constraint import Constraint, Surroundings
from dalembert.model.force import Loads
from dalembert.model.forces.joint_forces import JointForce, OnCoordinate
from dalembert.model.joint import Joint
from dalembert.model.measure import Kinematics, coordinate, speed
from dalembert.model.part import Part
from dalembert.model.reaction_measures import multiplier, reaction_force
from dalembert.number_checks import is_number, told
from dalembert.spatial.vectors import as_array, norm


def joint_friction(
    name: str,
    joint: Joint,
    *,
    coulomb: Scalar = 0.0,
    viscous: Scalar = 0.0,
    radius: Scalar | None = None,
    smoothing: float = 0.0,
) -> JointForce:
    """Friction in a pin or a guide: μ times the reaction across its motion, and a part that grows with the speed.

    Of a joint that turns the force acts at the `radius` of the pin, torque −μ ρ |F| sgn ω − c ω; of one that
    slides it is −μ |N| sgn v − c v. The force is that in the plane across the axis of a pin, or across the guide.
    With a smoothing speed v₀ the sign is tanh(v / v₀).

    A pin in a slot, or a cylindrical joint, does both: with a radius it is the friction of the pin as it turns,
    without one that of the guide as it slides. Where there are both, each is a part of its own.

    Parameters
    ----------
    name : str
        Name of the friction and of its signals.
    joint : Joint
        Pin or guide.
    coulomb : float or expression, optional
        Coefficient μ of the reaction; default 0.
    viscous : float, optional
        Coefficient c of the speed, in N m s or N s/m; default 0.
    radius : float, optional
        Radius of the pin in m; default that of a guide, none.
    smoothing : float, optional
        Speed in rad/s or m/s within which the sign is smooth; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> friction = da.planar.joint_friction("rub", hinge, coulomb=0.1, radius=0.02, smoothing=0.01)
    >>> model = da.Model(hinge, friction, gravity=(0, -9.81, 0))
    >>> motion = da.simulate(model, until=1.0)
    >>> print(motion["energy"][-1] < motion["energy"][0])
    True
    """
    _check(name, coulomb, viscous, 1.0 if radius is None else radius)
    normal, arm, coordinate = pressing_force(name, joint, radius)
    return _law(name, coordinate, coulomb * arm * normal, viscous, smoothing)


def pressing_force(name: str, joint: Joint, radius: Scalar | None) -> tuple[Scalar, Scalar, str]:
    """The force across the motion of a pin or a guide, the arm at which its friction acts, and its coordinate.

    The arm is one of a guide.
    """
    joints = joint.joints if isinstance(joint, Part) else ()
    turning, sliding = _pins_and_guides(joints[0]) if len(joints) == 1 else ([], [])
    if len(turning) > 1 or len(sliding) > 1 or not turning + sliding:
        raise ModelError(
            f"friction {name!r} is in a joint that turns about one axis, slides along one, or both: a pin, a "
            f"guide or a pin in a slot, not in {joint!r}"
        )
    if not sliding and radius is None:
        raise ModelError(f"friction {name!r} in the pin {joint.name!r} needs the radius of the pin")
    if not turning and radius is not None:
        raise ModelError(f"friction {name!r} is in the guide {joint.name!r}, which has no radius")
    (k,) = turning if radius is not None else sliding
    # where a joint has both, the guide turns as its child sees it
    q = joint.default_values if len(joint.coordinates) == 1 else [coordinate(x) for x in joint.coordinates]
    H = joint.motion(np.array(q))[:, k]
    axis, force = H[:3] if radius is not None else H[3:], reaction_force(joint.name)
    across = as_array(force - (force @ axis) * axis)
    return norm(across), 1.0 if radius is None else radius, joint.coordinates[k]


def _pins_and_guides(joint: Joint) -> tuple[list[int], list[int]]:
    """Numbers of the coordinates by which a joint turns, and of those by which it only slides."""
    if len(joint.speeds) != len(joint.coordinates):
        return [], []
    turns = np.abs(np.asarray(joint.motion(np.array(joint.default_values))[:3], dtype=float)).max(axis=0) > 0.0
    return np.flatnonzero(turns).tolist(), np.flatnonzero(~turns).tolist()


def gear_friction(
    name: str, gear: Constraint, *, coulomb: Scalar = 0.0, viscous: Scalar = 0.0, smoothing: float = 0.0
) -> JointForce | MeshFriction:
    """Friction in a mesh: a part μ of the torque that its teeth exert on the first wheel, against its turning.

    In a belt or a rack it is a part of the force there. The mesh passes it on to the second wheel like any other
    torque on the first. On a carrier it is against the turning that the carrier sees, and the carrier feels the
    opposite torque.

    Parameters
    ----------
    name : str
        Name of the friction and of its signals.
    gear : Gear, Belt or RackAndPinion
        Mesh with losses.
    coulomb : float or expression, optional
        Part μ of the torque of the mesh; default 0.
    viscous : float, optional
        Coefficient of the speed; default 0.
    smoothing : float, optional
        Speed in rad/s within which the sign is smooth; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> pinion, wheel = da.disc("pinion", radius=0.1, mass=1.0), da.disc("wheel", radius=0.2, mass=4.0)
    >>> joints = da.Revolute("fast", da.ground, pinion), da.Revolute("slow", da.ground.at(x=0.3), wheel)
    >>> mesh = da.Gear("mesh", "fast", "slow", ratio=-2.0)
    >>> train = da.Model(*joints, mesh, da.planar.gear_friction("loss", mesh, viscous=0.1))
    >>> motion = da.simulate(train, da.State(u={"fast": 2.0, "slow": -1.0}), until=1.0)
    >>> print(motion["energy"][-1] < motion["energy"][0])
    True
    """
    if not isinstance(gear, Part) or not gear.constraints or len(gear.acts_on) < 2:
        raise ModelError(f"friction {name!r} is in a Gear, or in what couples two coordinates, not in {gear!r}")
    _check(name, coulomb, viscous, 1.0)
    size = coulomb * absolute_value(multiplier(gear.name))
    if gear.carrier is not None:
        _check_smoothing(name, smoothing)
        return MeshFriction(name, gear.acts_on[0], gear.carrier, size, viscous, smoothing)
    return _law(name, gear.acts_on[0], size, viscous, smoothing)


@dataclass(frozen=True)
class MeshFriction(OnCoordinate):
    """A torque on a wheel against its turning as the carrier sees it, and the opposite one on the carrier.

    Teeth slide by the turning from the carrier, not by that from the ground, so there is friction at a
    wheel that is held still, too.
    """

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate", "carrier")

    carrier: str
    size: Scalar
    viscous: Scalar
    smoothing: float
    is_carried: bool = False
    """Whether the coordinate is an angle from the carrier itself; the model fills it in."""

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


def _check(name: str, *values: Scalar) -> None:
    for value in values:
        if not isinstance(value, Expression) and not (is_number(value) and value >= 0.0):
            raise ModelError(
                f"coefficients and radius of friction {name!r} are not negative, unlike {told(value)}"
            )


def _check_smoothing(name: str, smoothing: float) -> None:
    if not is_number(smoothing) or not smoothing >= 0.0:
        raise ModelError(f"the smoothing speed of friction {name!r} is not negative, unlike {told(smoothing)}")


def _law(name: str, coordinate: str, size: Scalar, viscous: Scalar, smoothing: float) -> JointForce:
    _check_smoothing(name, smoothing)
    v = speed(coordinate)
    direction = tanh(v / smoothing) if smoothing else sign(v)
    return JointForce(name, coordinate, -size * direction - viscous * v)
