"""Parts of a body that can touch: corners, ends, rims and edges, and the surface that faces other bodies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.model import visuals
from dalembert.model.bodies import Body, Frame, as_frame
from dalembert.model.cams import CamSurface
from dalembert.model.contacts.touching import Touching
from dalembert.model.convex_shapes import Ball, Ring, Shape
from dalembert.model.edges import Edge, RodEnd
from dalembert.model.solid_surfaces import BoxSurface, ConeSurface, CylinderSurface, RodSurface, SolidSurface
from dalembert.model.surfaces import ContactSurface, ConvexSurface, RoundSurface
from dalembert.spatial.vectors import across, unit

POINT = Ball(0.0)


def is_convex(surface: ContactSurface) -> bool:
    """Whether it bulges, so that flat sides touch it between their corners."""
    return isinstance(surface, ConvexSurface | SolidSurface | CamSurface) or (
        isinstance(surface, RoundSurface) and not surface.is_hollow
    )


def only_solid(body: Body) -> Any:
    """The solid of a body whose visual has no other; None if there are several or none."""
    return body.visual[0] if isinstance(body.visual, tuple) and len(body.visual) == 1 else None


def is_point(visual: Any) -> bool:
    """Whether a body that looks so is a particle."""
    return isinstance(visual, visuals.Ellipsoid) and all(isinstance(x, float) and x == 0.0 for x in visual.radii)


def solid_surface(body: Body) -> SolidSurface | None:
    """The surface of a box, rod, cylinder or cone; None of others."""
    visual = only_solid(body)
    if visual is None:
        return None
    frame = _place(visual, as_frame(body))
    match visual:
        case visuals.Box():
            return BoxSurface(frame, tuple(0.5 * x for x in visual.size))
        case visuals.Bar():
            return RodSurface(frame, tuple(visual.start), tuple(visual.end), visual.radius)
        case visuals.Cylinder():
            return CylinderSurface(frame, visual.axis, visual.radius, visual.length)
        case visuals.Cone():
            return ConeSurface(frame, visual.axis, visual.radius, visual.length)
    return None


def numbered(pieces: Sequence[tuple[Frame, Shape]]) -> list[tuple[str, Frame, Shape]]:
    """Pieces with numbers as names, unless there is only one."""
    if len(pieces) == 1:
        return [("", *pieces[0])]
    return [(str(k), frame, shape) for k, (frame, shape) in enumerate(pieces, 1)]


def pieces_of(visual: Any, frame: Frame, around: int | None = None) -> list[tuple[Frame, Shape]]:
    """Corners, ends and rims of a solid; none of others. Rims are as many places `around`, if that is given."""
    place = _place(visual, frame)
    match visual:
        case visuals.Box():
            return [(place.at(corner), POINT) for corner in _corners(visual)]
        case visuals.Bar():
            return [(place.at(list(end)), Ball(visual.radius)) for end in (visual.start, visual.end)]
        case visuals.Cylinder():
            sides = (0.0,) if isinstance(visual.length, float) and visual.length == 0.0 else (-0.5, 0.5)
            ends = [s * visual.length * unit(visual.axis) for s in sides]
            return [one for end in ends for one in _rim(place.at(list(end)), visual, around)]
        case visuals.Cone():
            base, tip = (s * visual.length * unit(visual.axis) for s in (-0.25, 0.75))
            return [*_rim(place.at(list(base)), visual, around), (place.at(list(tip)), POINT)]
        case visuals.Ellipsoid() if is_point(visual):
            return [(place, POINT)]
    return []


def edges_of(visual: Any) -> list[Edge]:
    """Straight edges of a solid: the twelve of a box, a rod as one; none of others."""
    match visual:
        case visuals.Box():
            corners = _corners(visual)
            pairs = [(a, b) for k, a in enumerate(corners) for b in corners[k + 1 :]]
            return [
                Edge(tuple(a), tuple(b))
                for a, b in pairs
                if sum(x is not y and x != y for x, y in zip(a, b, strict=True)) == 1
            ]
        case visuals.Bar():
            return [Edge(tuple(visual.start), tuple(visual.end), visual.radius, has_ends=True)]
    return []


def solids_apart(body: Body, surface: ContactSurface) -> list[tuple[Touching, bool]]:
    """Pairs that may touch between a solid and a convex shape, and whether their order is exchanged.

    A ball touches the solid anywhere. A rod, or a box and something round about an axis, meet with ends and
    corners, and where their edges cross. None if there is no contact of such a pair.
    """
    solid, visual, frame = solid_surface(body), only_solid(body), as_frame(body)
    if solid is None:
        return []
    if isinstance(surface, RoundSurface) and surface.axis is None:
        return [(Touching(surface.frame, Ball(surface.radius), solid), True)]
    if isinstance(solid, RodSurface) and isinstance(surface, BoxSurface):
        return [(touching, not is_turned) for touching, is_turned in solids_apart(surface.frame.body, solid)]
    if not isinstance(solid, RodSurface | BoxSurface) or not isinstance(surface, RodSurface | RoundSurface):
        return []
    own = [Touching(_place(visual, frame), edge, surface) for edge in edges_of(visual)]
    own += [Touching(place, shape, surface) for place, shape in _ends_of(visual, frame)]
    if isinstance(surface, RoundSurface):
        return [(touching, False) for touching in own]
    other = only_solid(surface.frame.body)
    ends = (_ends_of if isinstance(solid, RodSurface) else pieces_of)(other, as_frame(surface.frame.body))
    return [(touching, False) for touching in own] + [(Touching(*end, solid), True) for end in ends]


def disc_under_ball(body: Body, surface: ContactSurface) -> Touching | None:
    """A ball that touches a thin disc, on its rim or its flat sides; None of others."""
    disc = body.shape
    is_ball = isinstance(surface, RoundSurface) and surface.axis is None
    if not isinstance(disc, Ring) or not disc.is_thin or not is_ball:
        return None
    assert isinstance(surface, RoundSurface)
    whole = CylinderSurface(as_frame(body), disc.axis, disc.radius, 0.0)
    return Touching(surface.frame, Ball(surface.radius), whole)


def _ends_of(visual: Any, frame: Frame) -> list[tuple[Frame, Shape]]:
    """Corners of a solid, or ends of a rod, as they meet others that are parallel to it."""
    if not isinstance(visual, visuals.Bar):
        return pieces_of(visual, frame)
    way = tuple(np.array(visual.end) - np.array(visual.start))
    return [(place, RodEnd(visual.radius, way)) for place, _ in pieces_of(visual, frame)]


def _place(visual: Any, frame: Frame) -> Frame:
    return frame.at(visual.place.p, rotation=visual.place.R)


def _corners(visual: Any) -> list[list[Any]]:
    halves = [0.5 * x for x in visual.size]
    return [[s * h for s, h in zip(sign, halves, strict=True)] for sign in product((-1.0, 1.0), repeat=3)]


def _rim(centre: Frame, visual: Any, around: int | None) -> list[tuple[Frame, Shape]]:
    """The rim of a flat end: its lowest place, or fixed ones."""
    if around is None:
        return [(centre, Ring(visual.radius, visual.axis))]
    e, f = across(visual.axis)
    angles = 2.0 * np.pi * np.arange(around) / around
    return [(centre.at(list(visual.radius * (np.cos(a) * e + np.sin(a) * f))), POINT) for a in angles]


def check_places(points: Any, body: Body | None, owner: str) -> None:
    """Raise if points are neither places (n, 3) nor a number of them around rims that the body has."""
    if points is None:
        return
    if not isinstance(points, int):
        if np.ndim(points) != 2 or np.shape(points)[1] != 3 or not len(points):
            raise ModelError(
                f"the points of {owner} are one or more places: points=[(x, y, z), …], not {points!r}"
            )
        return
    if isinstance(points, bool) or points < 3:
        raise ModelError(f"the points of {owner} are places, or how many of them around a rim, 3 or more")
    if body is None or not isinstance(only_solid(body), visuals.Cylinder | visuals.Cone):
        raise ModelError(f"{owner} has no rims for {points} points; give places: points=[(x, y, z), …]")
