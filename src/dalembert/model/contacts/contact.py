"""Contacts between bodies and surfaces: which shapes can touch, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import product
from typing import Any

from dalembert import looks
from dalembert.contact.friction import Contensou, Coulomb, as_contact_friction
from dalembert.contact.impacts import ImpactLaw
from dalembert.errors import ModelError
from dalembert.model.bodies import Body, Frame, Place, as_frame, ground
from dalembert.model.contacts.contact_sum import ContactSum
from dalembert.model.contacts.rows import ContactPart, ContactRows, as_law
from dalembert.model.contacts.touching import Touching
from dalembert.model.contacts.turning_friction import DRILLING, ROLLING, TurningFriction, check_arm, turning_rows
from dalembert.model.shape import Ball, Ring, Shape
from dalembert.model.solid_surfaces import BoxSurface, RodSurface, SolidSurface
from dalembert.model.surfaces import ContactSurface, ConvexSurface, RoundSurface, dome, drum
from dalembert.spatial.vectors import unit

PAIRS = (
    "a point (a frame or a particle), sphere, ellipsoid, disc or torus on a plane, dome, bowl, drum, pipe, "
    "implicit surface or such a body; a box, a rod (a capsule if it has a radius), a cylinder or a cone on a "
    "plane, bowl, pipe or implicit surface, by corners, ends and rims; a sphere and a box or rod, anywhere; "
    "`points` of a body on any of these surfaces"
)
"""Which pairs there are."""

POINT = Ball(0.0)


@dataclass(frozen=True)
class Contact(ContactPart):
    """A body that touches a surface or another body, and lets go again.

    `a` is a body, or a frame on one as a point; `b` a surface such as `plane(ground, "z")`, or a round body. A
    number as `restitution` is Poisson's with friction, Newton's without; a law such as `StrongeImpact(0.5)` says
    more. `friction` is `Coulomb(static=…, kinetic=…)`, a number for both, or `Contensou(μ, radius)`. `points` are
    places on the body, instead of its own corners. Moments up to `drilling` or `rolling`, arms in metres, times
    the normal force resist spin and rolling.

    While it is closed the normal force presses and the bodies stay together; it sticks exactly while friction can
    hold. Signals are those of the point, `<contact>.force.x`, and multipliers of its rows `.normal`, `.slip first`
    and `.slip second`. A body with several points has them numbered, `<contact> 1`, and `<contact>.sum.x` is the
    force of all of them in world axes: it may be unique where those of single points are not.
    """

    a: Place
    b: ContactSurface | Body
    _: KW_ONLY
    restitution: ImpactLaw | float = 0.0
    friction: Coulomb | Contensou | float | None = None
    points: Sequence[Any] | None = None
    drilling: float = 0.0
    rolling: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        for arm, what in ((self.drilling, DRILLING), (self.rolling, ROLLING)):
            check_arm(arm, what, self.label)
        object.__setattr__(self, "friction", as_contact_friction(self.friction, self.label))
        object.__setattr__(self, "restitution", as_law(self.restitution, self._friction, self.label))
        frame = as_frame(self.a, f"the first place of {self.label}")
        if isinstance(self.b, Body):
            object.__setattr__(self, "b", self._surface_of(self.b))
        if not isinstance(self.b, ContactSurface):
            raise ModelError(f"{self.label} cannot touch {self.b!r}; there are contacts of {PAIRS}")
        if frame.body is self.b.frame.body:
            raise ModelError(f"{self.label} lets {frame.body.name!r} touch itself; it needs two bodies")
        if frame.body is ground:
            raise ModelError(f"{self.label}: the ground stands second; write the body that moves first")
        for _, touching in self._touching():
            touching.surface.check_fit(touching.shape, f"{touching.piece!r} of {self.label}")

    @property
    def _friction(self) -> Coulomb | Contensou:
        assert isinstance(self.friction, Coulomb | Contensou)
        return self.friction

    def _surface_of(self, body: Body) -> ContactSurface:
        """The surface of another body."""
        match body.shape:
            case None:
                if (solid := _solid_surface(body)) is not None:
                    return solid
                raise ModelError(f"{self.label} cannot touch {body.name!r}: there are contacts of {PAIRS}")
            case Ball(radius):
                return dome(body, radius)
            case Ring(radius, axis) if body.shape.is_thin:
                return drum(body, radius, axis)
        return ConvexSurface(as_frame(body), body.shape)

    def _pieces(self) -> list[tuple[str, Frame, Shape]]:
        """What of the body may touch: frames with convex shapes."""
        frame = as_frame(self.a)
        if self.points is not None:
            places = [frame.at([float(x) for x in point]) for point in self.points]
            return _numbered([(place, POINT) for place in places])
        if isinstance(self.a, Frame):
            return [("", frame, POINT)]
        if self.a.shape is not None:
            return [("", frame, self.a.shape)]
        if (look := _look_of(self.a)) is not None:
            return _numbered(_pieces_of(look, frame, f"{self.label} on {self.a.name!r}"))
        raise ModelError(
            f"{self.label}: the body {self.a.name!r} has no shape that can touch; there are contacts of {PAIRS}"
        )

    def contact_points(self) -> tuple[ContactRows, ...]:
        assert isinstance(self.restitution, ImpactLaw)
        points = [
            ContactRows(name, touching, self._friction, self.restitution, self.name)
            for name, touching in self._touching()
        ]
        return (*points, *(rows for rows, _ in self._resistances()))

    def contact_friction(self) -> tuple[TurningFriction, ...]:
        return tuple(moment for _, moment in self._resistances())

    def contact_parts(self) -> tuple[ContactSum, ...]:
        names = tuple(name for name, _ in self._touching())
        return (ContactSum(self.name, names),) if len(names) > 1 else ()

    def _touching(self) -> list[tuple[str, Touching]]:
        """What may touch, by names of its points."""
        assert isinstance(self.b, ContactSurface)
        if self.points is None and isinstance(self.a, Body) and self.a.shape is None and _is_convex(self.b):
            return self._from_outside(self.a, self.b)
        return [
            (f"{self.name} {number}" if number else self.name, Touching(frame, shape, self.b))
            for number, frame, shape in self._pieces()
        ]

    def _from_outside(self, body: Body, surface: ContactSurface) -> list[tuple[str, Touching]]:
        """A solid with faces or edges that meets something round: that touches the solid, not its corners."""
        if _is_point(body):
            return [(self.name, Touching(as_frame(body), POINT, surface))]
        solid = _solid_surface(body)
        if solid is None or not isinstance(surface, RoundSurface) or surface.axis is not None:
            raise ModelError(
                f"{self.label}: {body.name!r} and {surface.frame.body.name!r} could meet between their "
                f"corners; there are contacts of {PAIRS}"
            )
        return [(self.name, Touching(surface.frame, Ball(surface.radius), solid))]

    def _resistances(self) -> list[tuple[ContactRows, TurningFriction]]:
        arms = {DRILLING: self.drilling, ROLLING: self.rolling}
        return [one for name, touching in self._touching() for one in turning_rows(name, touching, arms)]


def _is_convex(surface: ContactSurface) -> bool:
    """Whether it bulges, so that flat sides touch it between their corners."""
    return isinstance(surface, ConvexSurface | SolidSurface) or (
        isinstance(surface, RoundSurface) and not surface.is_hollow
    )


def _look_of(body: Body) -> Any:
    """The one solid that a body looks like, if it is one."""
    is_one = body.inertia is not None and isinstance(body.look, tuple) and len(body.look) == 1
    return body.look[0] if is_one and isinstance(body.look, tuple) else None


def _is_point(body: Body) -> bool:
    look = _look_of(body)
    return isinstance(look, looks.Ellipsoid) and all(isinstance(x, float) and x == 0.0 for x in look.radii)


def _solid_surface(body: Body) -> SolidSurface | None:
    """The surface of a box or a rod; None of others."""
    look = _look_of(body)
    if look is None:
        return None
    frame = as_frame(body).at(look.place.p, rotation=look.place.R)
    match look:
        case looks.Box():
            return BoxSurface(frame, tuple(0.5 * x for x in look.size))
        case looks.Bar():
            return RodSurface(frame, tuple(look.start), tuple(look.end), look.radius)
    return None


def _numbered(pieces: Sequence[tuple[Frame, Shape]]) -> list[tuple[str, Frame, Shape]]:
    if len(pieces) == 1:
        return [("", *pieces[0])]
    return [(str(k), frame, shape) for k, (frame, shape) in enumerate(pieces, 1)]


def _pieces_of(look: Any, frame: Frame, owner: str) -> list[tuple[Frame, Shape]]:
    """Corners, ends and rims of a solid."""
    place = frame.at(look.place.p, rotation=look.place.R)
    match look:
        case looks.Box():
            halves = [0.5 * x for x in look.size]
            signs = product((-1.0, 1.0), repeat=3)
            return [(place.at([s * h for s, h in zip(sign, halves, strict=True)]), POINT) for sign in signs]
        case looks.Bar():
            return [(place.at(list(end)), Ball(look.radius)) for end in (look.start, look.end)]
        case looks.Cylinder():
            ends = [s * 0.5 * look.length * unit(look.axis) for s in (-1.0, 1.0)]
            return [(place.at(list(end)), Ring(look.radius, look.axis)) for end in ends]
        case looks.Cone():
            base, tip = (s * look.length * unit(look.axis) for s in (-0.25, 0.75))
            return [(place.at(list(base)), Ring(look.radius, look.axis)), (place.at(list(tip)), POINT)]
        case looks.Ellipsoid() if all(isinstance(x, float) and x == 0.0 for x in look.radii):
            return [(place, POINT)]
    raise ModelError(f"{owner} cannot touch: a {type(look).__name__} has no contacts; there are those of {PAIRS}")
