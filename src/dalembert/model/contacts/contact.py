"""Contacts between bodies and surfaces: which shapes can touch, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.model.bodies import Body, Frame, Place, as_frame, ground
from dalembert.model.cams import CamSurface, Outline, check_hollow
from dalembert.model.contacts.contact_rows import ContactPart, ContactRows, as_law
from dalembert.model.contacts.contact_sum import ContactSum
from dalembert.model.contacts.friction import Contensou, Coulomb, FrictionLaw, as_contact_friction
from dalembert.model.contacts.grain import Grain, check_grain
from dalembert.model.contacts.impacts import ImpactLaw
from dalembert.model.contacts.pieces import (
    POINT,
    check_places,
    disc_under_ball,
    is_convex,
    is_point,
    numbered,
    only_solid,
    pieces_of,
    solid_surface,
    solids_apart,
)
from dalembert.model.contacts.touching import Touching
from dalembert.model.contacts.turning_friction import DRILLING, ROLLING, TurningFriction, check_arm, turning_rows
from dalembert.model.convex_shapes import Ball, Ring, Shape
from dalembert.model.solid_surfaces import CylinderSurface
from dalembert.model.surfaces import ContactSurface, ConvexSurface, FlatSurface, cylinder_outside, sphere_outside

PAIRS = (
    "a point (a frame or a particle), sphere, ellipsoid, disc or torus on a plane, dome, bowl, drum, pipe, "
    "implicit surface or such a body; a box, a rod (a capsule if it has a radius), a cylinder or a cone on a "
    "plane, bowl, pipe or implicit surface, by corners, ends and rims; a sphere and a box, rod, cylinder or cone, "
    "anywhere; a rod with a radius and a rod, box or drum; a box and a drum; a point, sphere, disc or plane on a "
    "cam; `points` of a body on any of these surfaces. Of two boxes, points of one touch a face of the other: "
    "da.geometry.plane(body.at(z=…), 'z')"
)
"""Which pairs there are."""


@dataclass(frozen=True)
class Contact(ContactPart):
    """Pair of a body and a surface or another body, which touch and let go again.

    While it is closed the normal force presses and the bodies stay together; it sticks exactly while friction
    can hold. Signals are those of the point, `<contact>.force.x` on the body that it belongs to and in its
    axes, and multipliers of its rows `.normal`, `.slip first` and `.slip second`, which are along axes of the
    surface. Several points are numbered, `<contact> 1`, and `<contact>.sum.x` is the force of all of them on
    the first body in world axes: it may be unique where those of single points are not.

    Parameters
    ----------
    name : str
        Name of the contact.
    a : Body, frame or plane
        Body that touches, or a frame on one as a point; a plane is the flat follower of a cam: `Contact(name,
        plane(follower, "-y"), cam(body, profile))`.
    b : surface or Body
        Surface such as `da.geometry.plane(da.ground, "z")`, or another body.
    restitution : float or impact law, optional
        A number is Poisson's coefficient with friction, Newton's without; a law such as
        `da.contacts.StrongeImpact(0.5)` says more. Default 0.
    friction : float or FrictionLaw, optional
        `da.Coulomb(static=…, kinetic=…)`, a number for both, or `da.contacts.Contensou(μ, radius)`;
        default none.
    points : sequence of places, or int, optional
        Places on the body instead of its own corners, or how many are around each rim of a cylinder, cone or
        disc; default its own.
    drilling : float, optional
        Arm in metres; moments up to it times the normal force resist spin. Default 0.
    rolling : float, optional
        Arm in metres; moments up to it times the normal force resist rolling. Default 0.
    grain : Grain, optional
        Direction of the surface along which friction is another than across; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.8)
    >>> bouncing = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), floor, gravity=(0, 0, -9.81))
    """

    a: Place | FlatSurface
    b: ContactSurface | Body
    _: KW_ONLY
    restitution: ImpactLaw | float = 0.0
    friction: Coulomb | Contensou | FrictionLaw | float | None = None
    points: Sequence[Any] | int | None = None
    drilling: float = 0.0
    rolling: float = 0.0
    grain: Grain | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for arm, what in ((self.drilling, DRILLING), (self.rolling, ROLLING)):
            check_arm(arm, what, self.label)
        object.__setattr__(self, "friction", as_contact_friction(self.friction, self.label))
        object.__setattr__(self, "restitution", as_law(self.restitution, self._friction, self.label))
        frame = self._first
        check_places(self.points, self.a if isinstance(self.a, Body) else None, self.label)
        if isinstance(self.b, Body):
            object.__setattr__(self, "b", self._surface_of(self.b))
        if not isinstance(self.b, ContactSurface):
            raise ModelError(f"{self.label} cannot touch {self.b!r}; there are contacts of {PAIRS}")
        if frame.body is self.b.frame.body:
            raise ModelError(f"{self.label} lets {frame.body.name!r} touch itself; it needs two bodies")
        if frame.body is ground and not isinstance(self.a, FlatSurface):
            raise ModelError(f"{self.label}: the ground stands second; write the body that moves first")
        normal = self.b.normal if isinstance(self.b, FlatSurface) else None
        check_grain(self.grain, normal, self._friction, self.label)
        for _, touching, is_turned in self._touching_by_sides():
            if is_turned and self.grain is not None:
                raise ModelError(
                    f"{self.label}: the grain is that of the second surface, which is touched by points"
                )
            touching.surface.check_fit(touching.shape, f"{touching.piece.body.name!r} of {self.label}")

    @property
    def _first(self) -> Frame:
        """The frame of what touches."""
        place = self.a.frame if isinstance(self.a, FlatSurface) else self.a
        return as_frame(place, f"the first place of {self.label}")

    @property
    def _friction(self) -> FrictionLaw:
        assert isinstance(self.friction, FrictionLaw)
        return self.friction

    def _surface_of(self, body: Body) -> ContactSurface:
        """The surface of another body."""
        match body.shape:
            case None:
                if (solid := solid_surface(body)) is not None:
                    return solid
                raise ModelError(f"{self.label} cannot touch {body.name!r}: there are contacts of {PAIRS}")
            case Ball(radius):
                return sphere_outside(body, radius)
            case Ring(radius, axis) if body.shape.is_thin:
                if isinstance(self.a, Body) and isinstance(self.a.shape, Ball):
                    return CylinderSurface(as_frame(body), axis, radius, 0.0)
                return cylinder_outside(body, radius, axis)
        return ConvexSurface(as_frame(body), body.shape)

    def _pieces(self) -> list[tuple[str, Frame, Shape]]:
        """Frames of the body with the convex shapes that may touch."""
        frame = self._first
        assert not isinstance(self.a, FlatSurface)
        if self.points is not None and not isinstance(self.points, int):
            places = [frame.at([float(x) for x in point]) for point in self.points]
            return numbered([(place, POINT) for place in places])
        if isinstance(self.a, Frame):
            return [("", frame, POINT)]
        if self.a.shape is not None and self.points is None:
            return [("", frame, self.a.shape)]
        if found := pieces_of(only_solid(self.a), frame, self.points):
            return numbered(found)
        raise ModelError(
            f"{self.label}: the body {self.a.name!r} has no shape that can touch; there are contacts of {PAIRS}"
        )

    def contact_points(self) -> tuple[ContactRows, ...]:
        assert isinstance(self.restitution, ImpactLaw)
        points = [
            ContactRows(name, replace(touching, grain=self.grain), self._friction, self.restitution, self.name)
            for name, touching in self._touching()
        ]
        return (*points, *(rows for rows, _ in self._resistances()))

    def contact_friction(self) -> tuple[TurningFriction, ...]:
        return tuple(moment for _, moment in self._resistances())

    def contact_parts(self) -> tuple[ContactSum, ...]:
        found = self._touching_by_sides()
        names = tuple(name for name, _, _ in found)
        reversed_ones = tuple(name for name, _, is_turned in found if is_turned)
        return (ContactSum(self.name, names, reversed_ones),) if len(names) > 1 else ()

    def _touching(self) -> list[tuple[str, Touching]]:
        """Pairs that may touch, by the names of their points."""
        return [(name, touching) for name, touching, _ in self._touching_by_sides()]

    def _touching_by_sides(self) -> list[tuple[str, Touching, bool]]:
        """Pairs that may touch, and whether the point belongs to the second body and the surface to the first."""
        assert isinstance(self.b, ContactSurface)
        if isinstance(self.a, FlatSurface):
            return [(self.name, self._of_flat_face(self.a, self.b), True)]
        if self.points is None and isinstance(self.a, Body) and is_convex(self.b):
            if self.a.shape is None:
                return self._from_outside(self.a, self.b)
            if (turned := disc_under_ball(self.a, self.b)) is not None:
                return [(self.name, turned, True)]
        return [
            (f"{self.name} {number}" if number else self.name, Touching(frame, shape, self.b), False)
            for number, frame, shape in self._pieces()
        ]

    def _of_flat_face(self, face: FlatSurface, surface: ContactSurface) -> Touching:
        """A flat face against a cam: the cam touches the face."""
        if not isinstance(surface, CamSurface):
            raise ModelError(f"{self.label}: a plane touches cams; of other pairs the plane stands second")
        if self.points is not None:
            raise ModelError(f"{self.label} is between a plane and a cam, which has no points; leave `points` out")
        if not surface.profile.parameters:
            check_hollow(surface.profile, np.inf, self.label)
        return Touching(surface.frame, Outline(surface.profile), face)

    def _from_outside(self, body: Body, surface: ContactSurface) -> list[tuple[str, Touching, bool]]:
        """A solid with faces or edges that meets something that bulges: not by its corners alone."""
        if is_point(only_solid(body)):
            return [(self.name, Touching(as_frame(body), POINT, surface), False)]
        found = solids_apart(body, surface)
        if not found:
            raise ModelError(
                f"{self.label}: {body.name!r} and {surface.frame.body.name!r} could meet between their "
                f"corners; there are contacts of {PAIRS}"
            )
        names = [f"{self.name} {k}" for k in range(1, len(found) + 1)] if len(found) > 1 else [self.name]
        return [(name, *one) for name, one in zip(names, found, strict=True)]

    def _resistances(self) -> list[tuple[ContactRows, TurningFriction]]:
        arms = {DRILLING: self.drilling, ROLLING: self.rolling}
        return [one for name, touching in self._touching() for one in turning_rows(name, touching, arms)]
