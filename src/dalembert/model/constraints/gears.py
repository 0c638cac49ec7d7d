"""Wheels in a fixed ratio, on fixed axles or on a carrier, and the forces of their teeth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import ClassVar, Self

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Frame
from dalembert.model.constraint import CoordinateAxis, Relation, Surroundings
from dalembert.model.constraints.couplings import Coupled, direction_text
from dalembert.model.measure import Kinematics, coordinate
from dalembert.number_checks import is_number, told
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import cross, dot, is_numeric, norm
from dalembert.tolerances import PARALLEL

FITTING = 1e-6
"""Largest error of the distance of axles, beside the distance."""


@dataclass(frozen=True)
class Axle:
    """A point about which one body turns on another, as a frame of each: `on` the wheel, `of` what carries it."""

    on: Frame
    of: Frame

    def gap(self, kinematics: Kinematics) -> Array:
        """Vector (3,) between the two frames, which is zero across the axle."""
        return kinematics.pose(self.on).p - kinematics.pose(self.of).p


@dataclass(frozen=True)
class Teeth:
    """The teeth of two wheels that mesh on fixed axles.

    A coupling of angles exerts torques on the wheels and on the body that carries them. Teeth exert one force, on
    both wheels at the point where their pitch circles touch. The difference is a force through each axle, which
    does no work: that of an expression which is always zero, the gap of the axle along the force.
    """

    first: Axle
    second: Axle
    axis: Array
    """Unit vector (3,) along the axles, in the axes of the body that carries the first wheel."""

    distance: float
    lever: float
    """Distance from the axle of the first wheel to the teeth, towards the second axle; negative away from it."""

    def through_axles(self, kinematics: Kinematics) -> Scalar:
        """A zero that, in the row for the angle of the first wheel, exerts the forces on the axles."""
        first, second = (kinematics.pose(axle.of) for axle in (self.first, self.second))
        along = cross(first.R @ self.axis, second.p - first.p) / self.distance
        gap = self.first.gap(kinematics) - self.second.gap(kinematics)
        return dot(along, gap) / self.lever


@dataclass(frozen=True)
class GearMesh:
    """Numbers of teeth of two spur wheels that mesh; they turn against each other unless one has them inside."""

    first: int
    second: int
    is_internal: bool = False
    module: float | None = None
    """Diameter of the pitch circles per tooth; None if axles need not be at the distance that goes with it."""

    def __post_init__(self) -> None:
        for teeth in (self.first, self.second):
            if isinstance(teeth, bool) or not isinstance(teeth, int) or teeth < 1:
                raise ModelError(f"a wheel has a whole number of teeth, not {teeth!r}")
        if self.module is not None and not (is_number(self.module) and self.module > 0.0):
            raise ModelError(f"the module of a mesh is a positive length, not {told(self.module)}")
        if self.is_internal and self.first == self.second:
            raise ModelError(f"a wheel of {self.first} teeth does not fit inside another of {self.second}")

    @property
    def ratio(self) -> float:
        """Angle of the first wheel for a unit angle of the second, both seen from their carrier."""
        return (1.0 if self.is_internal else -1.0) * self.second / self.first

    @property
    def distance(self) -> float | None:
        """Distance of the axles; None without a module."""
        if self.module is None:
            return None
        return self.module * abs(self.first - self.second if self.is_internal else self.first + self.second) / 2.0


def external_mesh(first: int, second: int, *, module: float | None = None) -> GearMesh:
    """Two wheels with these numbers of teeth, both outside; with a module their axles must be at its distance.

    Parameters
    ----------
    first : int
        Numbers of teeth, both outside.
    second : int
        Numbers of teeth, both outside.
    module : float, optional
        Module in m, by which axles must be at its distance; default unchecked.

    Examples
    --------
    >>> import dalembert as da
    >>> pinion, wheel = da.disc("pinion", radius=0.1, mass=1.0), da.disc("wheel", radius=0.2, mass=4.0)
    >>> first, second = da.Revolute("fast", da.ground, pinion), da.Revolute("slow", da.ground.at(x=0.3), wheel)
    >>> mesh = da.Gear("mesh", "fast", "slow", da.relations.external_mesh(20, 40, module=0.01))
    >>> train = da.Model(first, second, mesh)
    >>> motion = da.simulate(train, da.State(u={"fast": 2.0, "slow": -1.0}), until=1.0)
    >>> print(f"{motion['slow'][-1]:.3f}")
    -1.000
    """
    return GearMesh(first, second, module=module)


def internal_mesh(first: int, second: int, *, module: float | None = None) -> GearMesh:
    """Two wheels with these numbers of teeth, those of the larger one inside; a module is as of others.

    Parameters
    ----------
    first : int
        Numbers of teeth, those of the larger wheel inside.
    second : int
        Numbers of teeth, those of the larger wheel inside.
    module : float, optional
        Module in m, by which axles must be at its distance; default unchecked.

    Examples
    --------
    >>> import dalembert as da
    >>> ring, planet = da.disc("ring", radius=0.4, mass=1.0), da.disc("planet", radius=0.1, mass=0.2)
    >>> first, second = da.Revolute("slow", da.ground, ring), da.Revolute("fast", da.ground.at(x=0.3), planet)
    >>> mesh = da.Gear("mesh", "slow", "fast", da.relations.internal_mesh(80, 20))
    >>> train = da.Model(first, second, mesh)
    >>> motion = da.simulate(train, da.State(u={"slow": 1.0, "fast": 4.0}), until=1.0)
    >>> print(f"{motion['fast'][-1]:.3f}")
    4.000
    """
    return GearMesh(first, second, is_internal=True, module=module)


@dataclass(frozen=True)
class Gear(Coupled):
    """Two joint coordinates in a fixed ratio τ: q₁ − τ q₂ = offset.

    The ratio is a number, negative for wheels that turn against each other, for any transmission between joints: a
    gearbox, bevel wheels. Or it is `external_mesh(20, 30)` or `internal_mesh(80, 30)`, teeth of spur wheels: then
    their axes must be parallel.

    Wheels whose axles move are on a carrier, given by its coordinate: (θ₁ − θ_c) − τ (θ₂ − θ_c) = offset, where an
    angle from the carrier itself counts as it is. If the wheels were put together at angles θ⁰, the offset is
    (θ₁⁰ − θ_c⁰) − τ (θ₂⁰ − θ_c⁰).

    The multiplier is the torque on the first wheel; the second feels −τ times that much, and the carrier the rest.
    Of a mesh with a module on fixed axles, the force of its teeth, across the line of these, goes through them,
    where reactions and friction feel it; others exert torques only.

    Parameters
    ----------
    name : str
        Name of the gear, of its row and of its signals.
    first : str
        Coordinates of the two wheels, or other joint coordinates, by name.
    second : str
        Coordinates of the two wheels, or other joint coordinates, by name.
    ratio : float, external_mesh or internal_mesh
        τ of q₁ = τ q₂ + offset, negative for wheels that turn against each other; or teeth of a mesh.
    offset : float, optional
        Difference q₁ − τ q₂ as it was put together, in rad or m; default 0.
    carrier : str, optional
        Coordinate of the carrier on which axles move; default axles on the ground.
    carried : sequence of str, optional
        Which of both coordinates count from the carrier itself; default none.
    teeth : pair of int, optional
        Numbers of teeth, for pictures; default those of a mesh.

    Examples
    --------
    >>> import dalembert as da
    >>> pinion, wheel = da.disc("pinion", radius=0.1, mass=1.0), da.disc("wheel", radius=0.2, mass=4.0)
    >>> first, second = da.Revolute("fast", da.ground, pinion), da.Revolute("slow", da.ground.at(x=0.3), wheel)
    >>> train = da.Model(first, second, da.Gear("mesh", "fast", "slow", ratio=-2.0))
    >>> motion = da.simulate(train, da.State(u={"fast": 2.0, "slow": -1.0}), until=1.0)
    >>> print(f"{motion['fast'][-1]:.3f} {motion['slow'][-1]:.3f}")
    2.000 -1.000
    """

    names_in: ClassVar[tuple[str, ...]] = ("name", "first", "second", "carrier", "carried")

    ratio: Scalar | GearMesh
    offset: Scalar = 0.0
    _: KW_ONLY
    carrier: str | None = None
    carried: tuple[str, ...] = ()
    """Coordinates that are angles from the carrier; the model fills them in."""

    teeth: Teeth | None = None
    """Place of the teeth of a mesh with a module on fixed axles; the model fills it in."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.ratio, GearMesh):
            self.keep_laws("ratio")
            self.refuse_zero("ratio")
        self.keep_laws("offset")
        if self.carrier in (self.first, self.second):
            raise ModelError(f"{self.label} has {self.carrier!r} both as a wheel and as the carrier")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return super().acts_on if self.carrier is None else (*super().acts_on, self.carrier)

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        tau = self.ratio.ratio if isinstance(self.ratio, GearMesh) else self.ratio
        first, second = (self._angle(name) for name in (self.first, self.second))
        through_axles = 0.0 if self.teeth is None else self.teeth.through_axles(kinematics)
        return [Relation("", first - tau * second - self.offset + through_axles)]

    def _angle(self, name: str) -> Scalar:
        """The angle of a wheel from the carrier."""
        if self.carrier is None or name in self.carried:
            return coordinate(name)
        return coordinate(name) - coordinate(self.carrier)

    # ---- among joints

    def fitted(self, surroundings: Surroundings) -> Self:
        if self.carrier is None and not isinstance(self.ratio, GearMesh):
            return self
        first, second = (self._turning(name, surroundings) for name in (self.first, self.second))
        if self.carrier is not None:
            carrier, wheels = self._turning(self.carrier, surroundings), {self.first: first, self.second: second}
            carried = [name for name, wheel in wheels.items() if self._is_carried(name, wheel, carrier)]
            # a wheel that hangs on what the carrier hangs on turns about the carrier's axis
            points = [w.point_in_parent if n in carried else carrier.point_in_child for n, w in wheels.items()]
            self._distance(carrier.in_child, *points)
            return replace(self, carried=tuple(carried))
        if first.parent is not second.parent:
            raise ModelError(
                f"{self.label}: its wheels hang on {first.parent.name!r} and on {second.parent.name!r}; if one of "
                "these carries the other, give carrier= the coordinate with which it turns"
            )
        self._check_parallel(self.second, second.in_parent, first.in_parent)
        apart = self._distance(first.in_parent, first.point_in_parent, second.point_in_parent)
        if apart is None:
            return self
        assert isinstance(self.ratio, GearMesh)
        lever = apart / (1.0 - self.ratio.ratio)
        return replace(self, teeth=Teeth(_axle(first), _axle(second), first.in_parent, apart, lever))

    def _distance(self, axis: Array, first: Array | None, second: Array | None) -> float | None:
        """Distance of the axles of a mesh with a module, as its pitch circles need it; None without numbers."""
        mesh = self.ratio
        if not isinstance(mesh, GearMesh) or (needed := mesh.distance) is None:
            return None
        if first is None or second is None or not is_numeric([*first, *second]):
            return None
        apart = float(norm(cross(axis, second - first)))
        if abs(apart - needed) > FITTING * needed:
            raise ModelError(
                f"{self.label}: {mesh.first} and {mesh.second} teeth of the module {mesh.module:g} need axles "
                f"{needed:g} apart, not {apart:g}"
            )
        return apart

    def _turning(self, name: str, surroundings: Surroundings) -> CoordinateAxis:
        axis = self.axis_of(name, surroundings, is_turning=True)
        if axis is None:
            raise ModelError(
                f"{self.label} needs wheels that turn about axes of fixed numbers, unlike {name!r}; use "
                "Holonomic, or a number as its ratio"
            )
        return axis

    def _is_carried(self, name: str, wheel: CoordinateAxis, carrier: CoordinateAxis) -> bool:
        """Whether a wheel hangs on the carrier, and not on what the carrier hangs on."""
        if wheel.parent is carrier.child:
            self._check_parallel(name, wheel.in_parent, carrier.in_child)
            return True
        if wheel.parent is not carrier.parent:
            raise ModelError(
                f"{self.label}: the wheel of {name!r} hangs on {wheel.parent.name!r}; it must hang on the carrier "
                f"{carrier.child.name!r}, or on {carrier.parent.name!r} as that does"
            )
        self._check_parallel(name, wheel.in_parent, carrier.in_parent)
        return False

    def _check_parallel(self, name: str, axis: Array, other: Array) -> None:
        along = float(axis @ other)
        if abs(along) < 1.0 - PARALLEL:
            raise ModelError(
                f"{self.label} is between wheels that do not turn about parallel axes: {name!r} turns about "
                f"{direction_text(axis)}, not about {direction_text(other)}; for bevel wheels give a number"
            )
        if along < 0.0:
            raise ModelError(
                f"{self.label}: {name!r} turns about {direction_text(axis)}, opposite to {direction_text(other)}; "
                "its angle would count the other way; give its joint the opposite axis"
            )


def _axle(wheel: CoordinateAxis) -> Axle:
    """The axle of a wheel that only turns."""
    assert wheel.point_in_child is not None and wheel.point_in_parent is not None
    return Axle(
        Frame(wheel.child, Pose(p=wheel.point_in_child)), Frame(wheel.parent, Pose(p=wheel.point_in_parent))
    )
