"""Cams: closed profiles that points, rollers and flat faces touch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import less, where
from dalembert.expr.node import Scalar
from dalembert.expr.root import root_of
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.bodies import Place, as_frame
from dalembert.model.convex_shapes import Ball, Ring, Shape
from dalembert.model.profiles import Profile
from dalembert.model.surfaces import ContactSurface
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Axis, as_array, cross, dot, is_numeric, unit

PLACES = 72
"""Places around a profile among which the best one begins the search for where it touches."""


@dataclass(frozen=True)
class Outline(Shape):
    """A closed profile in the plane of x and y, as a convex piece that touches flat faces."""

    profile: Profile

    @property
    def radii(self) -> tuple[Scalar, Scalar, Scalar]:
        raise ModelError("a profile has no half widths")

    def support(self, n: Array) -> Array:
        s = _place(
            self.profile,
            lambda r: -(r[0] * n[0] + r[1] * n[1]),
            lambda s: dot(self.profile.tangent(s), n[:2]),
            "the flat face of a cam",
        )
        return as_array([*self.profile.at(s), 0.0])


@dataclass(frozen=True)
class CamSurface(ContactSurface):
    """The outside of a closed profile in the plane of x and y of a frame, straight along z.

    Where it is nearest to a point is a root, looked for in every evaluation from the nearest of some places.
    """

    profile: Profile

    @property
    def axis(self) -> Axis | None:
        return "z"

    def touch(self, shape: Shape, X: Pose) -> tuple[Scalar, Array]:
        x = X.p[:2]
        s = _place(
            self.profile,
            lambda r: (x[0] - r[0]) ** 2 + (x[1] - r[1]) ** 2,
            lambda s: dot(x - self.profile.at(s), self.profile.tangent(s)),
            f"the contact with a cam on {self.frame!r}",
        )
        n = as_array([*self.profile.outwards(s), 0.0])
        away = as_array([*(x - self.profile.at(s)), 0.0])
        return dot(n, away + shape.arm(X.R, -n)), n

    def tangents(self, n: Array) -> tuple[Array, Array]:
        return cross(unit("z"), n), unit("z")

    def check_fit(self, shape: Shape, owner: str) -> None:
        if not isinstance(shape, Ball) and not (isinstance(shape, Ring) and shape.is_thin and shape.axis == "z"):
            raise ModelError(
                f"{owner} cannot touch a cam on {self.frame.body.name!r}: points, balls, discs about z and flat "
                "faces can, the last as da.Contact(name, da.geometry.plane(follower, …), da.geometry.cam(…))"
            )
        if is_numeric(shape.radius) and not self.profile.parameters:
            check_hollow(self.profile, float(shape.radius), owner)


def cam(place: Place, profile: Profile) -> CamSurface:
    """The outside of a closed profile in the plane of x and y of a frame, for points, rollers and flat faces.

    Parameters
    ----------
    place : Body or Frame
        Frame in whose axes it is.
    profile : Profile
        Closed profile in x and y of the frame, such as `da.planar.roller_cam(…)`.

    Examples
    --------
    >>> import dalembert as da
    >>> profile = da.planar.circle_profile(0.05, centre=(0.02, 0.0))
    >>> disc = da.disc("cam", radius=0.05, mass=1.0)
    >>> print(type(da.geometry.cam(disc, profile)).__name__)
    CamSurface
    """
    frame = as_frame(place, "a cam")
    if not isinstance(profile, Profile):
        raise ModelError(
            f"a cam on {frame!r} needs a profile, such as da.planar.polar_profile(…), not {profile!r}"
        )
    if profile.period is None:
        raise ModelError(
            f"the profile of a cam on {frame!r} is not closed; give one with a period, or a track y = f(x) as "
            "da.geometry.surface(frame, y - f(x))"
        )
    if flaw := profile.flaw:
        raise ModelError(
            f"the profile of a cam on {frame!r} {flaw}; profiles in contact are smooth, closed curves"
        )
    return CamSurface(frame, profile)


def check_hollow(hollow: Profile, radius: float, owner: str) -> None:
    """Raise if a round profile, or a flat one of infinite radius, does not fit into the hollows of another."""
    if radius == 0.0:
        return
    place, least = hollow.least(hollow.curvature)
    if -least < max(1.0 / radius, 1e-9 * np.abs(hollow.curvatures[1]).max()):
        return
    what = "flat profile" if radius == np.inf else "round profile"
    size = "" if radius == np.inf else f", of radius {radius:g},"
    raise ModelError(
        f"the {what} of {owner}{size} does not fit into the hollow of the other at the place "
        f"{place:.4g}, whose radius is {-1.0 / least:.4g}"
    )


def _place(
    profile: Profile, cost: Callable[[Array], Scalar], condition: Callable[[Scalar], Scalar], name: str
) -> Scalar:
    """The place where a cost of points is least: a root of the condition, near the best of some places."""
    assert profile.period is not None
    places = [profile.period * k / PLACES for k in range(PLACES)]
    start: Scalar = places[0]
    best = cost(profile.at(start))
    for s in places[1:]:
        other = cost(profile.at(s))
        is_better = less(other, best)
        best, start = where(is_better, other, best), where(is_better, s, start)
    unknown = symbol("place on a profile")
    return root_of(condition(unknown), unknown, start, name=name)
