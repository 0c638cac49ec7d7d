"""Profiles of cams, followers and other curves in the plane that touch each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Matrix, Vector
from dalembert.errors import ModelError
from dalembert.expr import Beyond
from dalembert.expr.calculus import derivative
from dalembert.expr.functions import cos, sin, sqrt
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import evaluate, evaluate_along, substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.spline import spline
from dalembert.expr.spline_ends import PeriodicEnds
from dalembert.model import visuals
from dalembert.model.measure import Kinematics, Measure, measure_node
from dalembert.model.part import as_tuple
from dalembert.model.smoothness import largest_jump, least
from dalembert.spatial.vectors import VectorLike, as_array, as_shape


@dataclass(frozen=True)
class PlaceOnProfile(Measure):
    """The place s of a point on a profile."""

    is_variable: ClassVar[bool] = True

    def resolve(self, kinematics: Kinematics) -> Scalar:
        raise ModelError(f"{self!r} stands for places on profiles, not for anything in the model")

    def __repr__(self) -> str:
        return "the place on a profile"


PLACE = measure_node(PlaceOnProfile())
"""The variable s of which profiles are expressions."""

_Value = TypeVar("_Value")

TURN = 2.0 * np.pi
SAMPLES, CORNERS = 720, 180
"""Numbers of places around a closed profile: those that are checked, and those that are drawn."""

CLOSED = 1e-9
"""Largest distance of the ends of a closed profile, beside its size."""

CORNER, CUSP = 1e-4, 1.99
"""Least jumps of the unit tangent at a corner, and at a cusp."""


@dataclass(frozen=True)
class Profile:
    """A curve r(s) in the plane of a frame; the body is on its left as s grows, counterclockwise around a disc.

    `points` (2,) are expressions of one symbol, which stands for s. A closed profile has a period.
    """

    points: tuple[Scalar, Scalar]
    period: float | None = None

    def __post_init__(self) -> None:
        points = as_array(as_shape(self.points, (2,), "the points of a profile"))
        used = inputs_of([x for x in points if isinstance(x, Expression)])
        if strange := [x for x in used if x is not PLACE and x.op != "parameter"]:
            raise ModelError(
                f"a profile is made of expressions of its place and of parameters, not of {strange[0]!r}"
            )
        object.__setattr__(self, "points", as_tuple(points))

    def at(self, s: Scalar) -> Array:
        """The point (2,) at s."""
        return self._at(self._r[0], s)

    def tangent(self, s: Scalar) -> Array:
        """r′ (2,) at s."""
        return self._at(self._r[1], s)

    def outwards(self, s: Scalar) -> Array:
        """The unit normal (2,) at s, away from the body that the profile bounds."""
        x, y = self.tangent(s)
        size = sqrt(x**2 + y**2)
        return as_array([y / size, -x / size])

    def curvature(self, s: Scalar) -> Scalar:
        """1 / radius at s, positive where the profile is convex."""
        (x, y), (a, b) = self.tangent(s), self._at(self._r[2], s)
        return (x * b - y * a) / sqrt(x**2 + y**2) ** 3

    def turned_inside_out(self) -> Profile:
        """The curve with the body outside of it: a ring, or the side of a groove."""
        turned = substitute(np.array(self.points, dtype=object), {PLACE: -PLACE})
        return Profile((turned[0], turned[1]), self.period)

    def offset(self, distance: Scalar) -> Profile:
        """The curve at this distance outwards, inwards if it is negative; the places are the same."""
        x, y = self._r[0] + distance * self.outwards(PLACE)
        return Profile((x, y), self.period)

    def visual(self, thickness: Scalar = 0.0) -> visuals.Plate:
        """A plate with this closed profile as its rim, for the visual of a body.

        `Body(…, visual=cam.visual())`.
        """
        if self.period is None:
            raise ModelError("a profile that is not closed bounds nothing that could be drawn")
        places = np.linspace(0.0, self.period, CORNERS, endpoint=False)
        return visuals.Plate(tuple((*self.at(float(s)), 0.0) for s in places), thickness)

    @property
    def parameters(self) -> tuple[Node, ...]:
        """Parameters that the points depend on."""
        return tuple(x for x in inputs_of(self.points) if x.op == "parameter")

    @cached_property
    def radius(self) -> float | None:
        """The radius of a circle of numbers; None for other profiles."""
        if self.period is None or self.parameters:
            return None
        _, curvature = self.curvatures
        if (
            not np.isfinite(curvature).all()
            or not curvature.min() > 0.0
            or np.ptp(curvature) > 1e-9 * curvature.max()
        ):
            return None
        return float(1.0 / curvature.mean())

    @cached_property
    def is_straight(self) -> bool:
        """Whether the profile is a straight line."""
        return all(is_zero(x) for x in self._r[2])

    @cached_property
    def curvatures(self) -> tuple[Vector, Vector]:
        """Places around a closed profile of numbers, and the curvature there."""
        places, (curvature,) = self.sampled(self.curvature)
        return places, curvature

    @cached_property
    def flaw(self) -> str | None:
        """Flaw of a closed profile of numbers, in words: ends apart, a corner, a cusp, a crossing; else None."""
        if self.period is None or self.parameters:
            return None
        places, (points, directions) = self.sampled(self.at, self._direction)
        ends = [np.asarray(evaluate(self.at(float(s)))) for s in (0.0, self.period)]
        gap, size = float(np.hypot(*(ends[1] - ends[0]))), float(np.ptp(points, axis=0).max())
        if not gap <= CLOSED * size:
            return f"is not closed: its ends are {gap:.4g} apart"

        # on over the end, so that a corner there is found too
        around = np.append(places, self.period + places[:2])
        turning = np.vstack([directions, directions[:2]])
        if not np.isfinite(turning).all():
            return f"has a cusp at the place {places[int(np.argmin(np.isfinite(directions).all(axis=1)))]:.4g}"
        direction = self._direction(PLACE)
        place, jump = largest_jump(lambda s: evaluate(direction, {PLACE: s}), around, turning)
        if jump > CORNER:
            angle = 2.0 * np.degrees(np.arcsin(min(jump / 2.0, 1.0)))
            where = f"at the place {np.mod(place, self.period):.4g}"
            return f"has a cusp {where}" if jump > CUSP else f"has a corner of {angle:.3g}° {where}"
        turns = np.sum(np.angle(turning[1:-1] @ [1.0, 1.0j] / (turning[:-2] @ [1.0, 1.0j]))) / TURN
        return None if abs(abs(turns) - 1.0) < 0.1 else "crosses itself"

    def _direction(self, s: Scalar) -> Array:
        """The unit tangent (2,) at s."""
        x, y = self.tangent(s)
        size = sqrt(x**2 + y**2)
        return as_array([x / size, y / size])

    @cached_property
    def _r(self) -> tuple[Array, Array, Array]:
        """r, r′ and r″, (2,) each, over `PLACE`."""
        r = np.array(self.points, dtype=object)
        first = np.array([derivative(x, PLACE) for x in r], dtype=object)
        return r, first, np.array([derivative(x, PLACE) for x in first], dtype=object)

    def _at(self, y: Array, s: Scalar) -> Array:
        return as_array(substitute(y, {PLACE: s}))

    def least(self, of: Callable[[Scalar], Scalar], besides: ArrayLike = ()) -> tuple[float, float]:
        """The place around a closed profile where a function of the place is least, and its value there.

        The value is not a number if the function is not finite somewhere; then the place is such a one.
        """
        output = np.asarray(of(PLACE), dtype=object)
        places, (values,) = self.sampled(of, besides=besides)
        if not np.isfinite(values).all():
            return float(places[int(np.argmin(np.isfinite(values)))]), np.nan
        return least(lambda s: evaluate_along(output, PLACE, s), places, values)

    def sampled(
        self, *of: Callable[[Scalar], Scalar | Array], besides: ArrayLike = ()
    ) -> tuple[Vector, list[Matrix]]:
        """Places around a closed profile, those of `besides` among them, and values of functions of the place."""
        assert self.period is not None
        places = np.append(np.linspace(0.0, self.period, SAMPLES, endpoint=False), besides)
        outputs = [np.asarray(f(PLACE), dtype=object) for f in of]
        return places, [evaluate_along(y, PLACE, places) for y in outputs]


# ---- simple ones


def profile(points: Callable[[Node], VectorLike], *, period: float | None = None) -> Profile:
    """A curve by its points, a function of the place s that gives (x, y); closed if it has a period.

    Parameters
    ----------
    points : function
        Point (x, y) in m by the place s.
    period : float, optional
        Period of the place if the curve is closed; default open.

    Examples
    --------
    >>> import dalembert as da
    >>> wave = da.planar.profile(lambda s: (s, 0.1 * da.sin(s)))
    >>> print(type(wave).__name__, wave.period)
    Profile None
    """
    x, y = as_shape(_called(points), (2,), "the points of a profile")
    return Profile((x, y), period)


def _called(function: Callable[[Node], _Value]) -> _Value:
    """The function of a user at `PLACE`."""
    if not callable(function):
        raise ModelError(f"a profile is given by a function of its place, such as lambda s: …, not {function!r}")
    return function(PLACE)


def polar_profile(radius: Callable[[Node], Scalar], *, pole: VectorLike = (0.0, 0.0)) -> Profile:
    """A closed curve by its radius, a function of the angle, about a pole (2,).

    Parameters
    ----------
    radius : function
        Radius in m by the angle in rad.
    pole : pair of float, optional
        Point about which the angle turns, in m; default the origin.

    Examples
    --------
    >>> import dalembert as da
    >>> heart = da.planar.polar_profile(lambda angle: 0.05 + 0.01 * da.cos(angle))
    >>> print(type(heart).__name__, heart.period)
    Profile 6.283185307179586
    """
    centre, r = as_shape(pole, (2,), "the pole of a profile"), _called(radius)
    return Profile((centre[0] + r * cos(PLACE), centre[1] + r * sin(PLACE)), TURN)


def circle_profile(radius: Scalar, *, centre: VectorLike = (0.0, 0.0)) -> Profile:
    """A circle; the place on it is the angle.

    Parameters
    ----------
    radius : float
        Radius in m.
    centre : pair of float, optional
        Centre in m; default the origin.

    Examples
    --------
    >>> import dalembert as da
    >>> circle = da.planar.circle_profile(0.05, centre=(0.02, 0.0))
    >>> print(type(circle).__name__, circle.period)
    Profile 6.283185307179586
    """
    if not isinstance(radius, Expression) and not (isinstance(radius, Real) and float(radius) > 0.0):
        raise ModelError(f"the radius of a circle is positive, not {radius!r}; a knife edge is a point")
    return polar_profile(lambda _: radius, pole=centre)


def straight_profile() -> Profile:
    """The line y = 0 of a frame, with the body above: the face of a flat follower. The place on it is x.

    Examples
    --------
    >>> import dalembert as da
    >>> face = da.planar.straight_profile()
    >>> print(type(face).__name__, face.period)
    Profile None
    """
    return Profile((PLACE, 0.0))


def spline_profile(points: ArrayLike) -> Profile:
    """A smooth closed curve through points (n, 2), counterclockwise; its place is from 0 to 2π.

    Parameters
    ----------
    points : array (n, 2)
        Points in m, counterclockwise.

    Examples
    --------
    >>> import dalembert as da
    >>> smooth = da.planar.spline_profile([(0.1, 0.0), (0.0, 0.08), (-0.1, 0.0), (0.0, -0.08)])
    >>> print(type(smooth).__name__, smooth.period)
    Profile 6.283185307179586
    """
    r = np.array(points, dtype=float)
    if r.ndim != 2 or r.shape[1] != 2 or len(r) < 4 or not np.isfinite(r).all():
        raise ModelError(f"a profile goes through four points (n, 2) or more, not through {np.shape(points)}")
    closed = np.vstack([r, r[:1]])
    steps = np.linalg.norm(np.diff(closed, axis=0), axis=1)
    if not (steps > 0.0).all():
        raise ModelError(
            "a profile goes through each of its points once; the first is not given again as the last"
        )
    if np.sum(closed[:-1, 0] * closed[1:, 1] - closed[1:, 0] * closed[:-1, 1]) < 0.0:
        raise ModelError("points of a profile go round counterclockwise; give them in the opposite order")
    at = np.append(0.0, np.cumsum(steps)) * TURN / steps.sum()
    x, y = (
        spline(at, column, degree=5, ends=PeriodicEnds(), beyond=Beyond.PERIODIC)(PLACE) for column in closed.T
    )
    return Profile((x, y), TURN)
