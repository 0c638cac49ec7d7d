"""Laws of cams: how a follower rises, dwells and falls over a turn, and the cams that move it so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.errors import ModelError
from dalembert.expr.calculus import derivative
from dalembert.expr.functions import cos, maximum, minimum, mod, sin, sqrt
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import evaluate, evaluate_along, substitute
from dalembert.model.profiles import CLOSED, PLACE, SAMPLES, TURN, Profile
from dalembert.model.smoothness import largest_jump
from dalembert.number_checks import checked_number, is_number, told

ASIDE = 0.3 * TURN / SAMPLES
"""Shift of the angles at which laws are checked: they often change at round ones."""

JUMPS = 1e-6
"""Least jump of a lift or of its slope, beside its whole change."""

WITHIN = 32
"""Parts of a rise between which a cam is checked, besides places all around."""

Rise = Callable[[Scalar], Scalar]
"""A function that goes from 0 to 1 as its argument goes from 0 to 1."""

Lift = Callable[[Scalar], Scalar]
"""The lift of a follower as a function of the angle of the cam."""


def cycloidal(x: Scalar) -> Scalar:
    """A rise without jumps of acceleration: x − sin 2πx / 2π.

    Parameters
    ----------
    x : float or expression
        Part of the rise in angle, 0 to 1.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.planar.cycloidal(0.25), da.planar.cycloidal(1.0))
    0.09084505690810465 1.0
    """
    return x - sin(TURN * x) / TURN


def harmonic(x: Scalar) -> Scalar:
    """A rise along a cosine: its acceleration jumps at the ends.

    Parameters
    ----------
    x : float or expression
        Part of the rise in angle, 0 to 1.

    Examples
    --------
    >>> import dalembert as da
    >>> print(f"{da.planar.harmonic(0.25):.6f} {da.planar.harmonic(1.0):.6f}")
    0.146447 1.000000
    """
    return (1.0 - cos(np.pi * x)) / 2.0


def polynomial_345(x: Scalar) -> Scalar:
    """A rise by powers 3, 4 and 5: no jumps of acceleration.

    Parameters
    ----------
    x : float or expression
        Part of the rise in angle, 0 to 1.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.planar.polynomial_345(0.25), da.planar.polynomial_345(1.0))
    0.103515625 1.0
    """
    return x**3 * (10.0 - 15.0 * x + 6.0 * x**2)


def polynomial_4567(x: Scalar) -> Scalar:
    """A rise by powers 4 to 7: no jumps of jerk.

    Parameters
    ----------
    x : float or expression
        Part of the rise in angle, 0 to 1.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.planar.polynomial_4567(0.25), da.planar.polynomial_4567(1.0))
    0.070556640625 1.0
    """
    return x**4 * (35.0 - 84.0 * x + 70.0 * x**2 - 20.0 * x**3)


@dataclass(frozen=True)
class LiftLaw:
    """The lift of a follower over a turn of its cam; called with an angle, it gives the lift there."""

    stations: tuple[tuple[float, float], ...]
    """Angles and lifts between which it rises, falls or dwells."""

    by: Rise = cycloidal

    def __call__(self, angle: Scalar) -> Scalar:
        """The lift at an angle, of numbers or expressions; full turns do not matter."""
        start_angle, lift = self.stations[0]
        total: Scalar = lift
        place = mod(angle - start_angle, TURN) + start_angle
        for (start, low), (end, high) in pairwise(self.stations):
            if high != low:
                part = minimum(maximum((place - start) / (end - start), 0.0), 1.0)
                total = total + (high - low) * self.by(part)
        return total


def lift_law(stations: Sequence[tuple[float, float]], *, by: Rise = cycloidal) -> LiftLaw:
    """The lift over a turn that rises and falls between stations, pairs of an angle and a lift there.

    It dwells between stations of equal lift. The last station is a full turn after the first, with its lift. `by`
    is how it rises: `cycloidal`, `harmonic`, `polynomial_345`, `polynomial_4567`, or a function of your own that
    goes from 0 to 1.

    Parameters
    ----------
    stations : sequence of pairs of float
        Angles in rad and lifts in m, the last a full turn after the first.
    by : function, optional
        Rise from 0 to 1; default `da.planar.cycloidal`.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.planar.lift_law([(0, 0), (2, 0.02), (4, 0.02), (2 * da.pi, 0)], by=da.planar.polynomial_345)
    >>> print(f"{da.expr.evaluate(law(1.0)):.4f} {da.expr.evaluate(law(3.0)):.4f}")
    0.0100 0.0200
    """
    try:
        pairs = np.array(stations, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(
            f"a law of lift has stations, pairs of an angle and a lift, not {told(stations)}"
        ) from None
    if not callable(by):
        raise ModelError(f"a follower rises by a function from 0 to 1, such as da.planar.cycloidal, not by {by!r}")
    ends = [float(evaluate(by(x), {})) for x in (0.0, 1.0)]
    if not np.abs(np.subtract(ends, (0.0, 1.0))).max() < 1e-9:
        raise ModelError(
            f"a follower rises by a function from 0 to 1; that of `by` goes from {ends[0]:g} to {ends[1]:g}"
        )
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) < 3 or not np.isfinite(pairs).all():
        raise ModelError("a law of lift has three stations or more, pairs of an angle and a lift")
    if not (np.diff(pairs[:, 0]) > 0.0).all():
        raise ModelError(f"angles of a law of lift increase, unlike {pairs[:, 0]}")
    if (
        abs(np.ptp(pairs[:, 0]) - TURN) > 1e-9
        or abs(pairs[-1, 1] - pairs[0, 1]) > 1e-12 * np.abs(pairs[:, 1]).max()
    ):
        raise ModelError("the last station of a law of lift is a full turn after the first, and has its lift")
    return LiftLaw(tuple((float(angle), float(lift)) for angle, lift in pairs), by)


# ---- cams


def roller_cam(law: Lift, *, base: float, roller: float = 0.0, offset: float = 0.0) -> Profile:
    """The cam that lifts a roller by a law as it turns counterclockwise; of radius zero it is a knife edge.

    The roller moves along y, `offset` aside of the axis of the cam, from the base circle on; the cam is drawn at
    the angle zero. Places on the profile are minus the angles at which they touch. A cam with a cusp, or
    undercut, is refused.

    Parameters
    ----------
    law : function
        Lift in m by the angle of the cam, such as `lift_law(…)`.
    base : float
        Radius of the base circle in m.
    roller : float, optional
        Radius of the roller in m; default 0, a knife edge.
    offset : float, optional
        Place of the roller aside of the axis of the cam, in m; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.planar.lift_law([(0, 0), (2, 0.02), (4, 0.02), (2 * da.pi, 0)])
    >>> profile = da.planar.roller_cam(law, base=0.03, roller=0.01)
    >>> print(type(profile).__name__, profile.period)
    Profile 6.283185307179586
    """
    for x, what in ((base, "base circle"), (roller, "roller"), (offset, "offset")):
        checked_number(x, f"the {what} of a cam")
    reach = base + roller
    if not base > 0.0 or not roller >= 0.0 or not abs(offset) < reach:
        raise ModelError(
            "a cam has a base circle, a roller no negative radius, and an offset less than both together"
        )
    _check_law(law)
    height = sqrt(reach**2 - offset**2) + law(-PLACE)
    pitch = Profile(_turned(PLACE, offset, height), TURN)
    _check_undercut(pitch, roller, _rises(law))
    return pitch.offset(-roller) if roller else pitch


def flat_cam(law: Lift, *, base: float) -> Profile:
    """The cam that lifts a flat face across y by a law as it turns counterclockwise, from its base circle on.

    Parameters
    ----------
    law : function
        Lift in m by the angle of the cam, such as `lift_law(…)`.
    base : float
        Radius of the base circle in m.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.planar.lift_law([(0, 0), (2, 0.02), (4, 0.02), (2 * da.pi, 0)])
    >>> profile = da.planar.flat_cam(law, base=0.05)
    >>> print(type(profile).__name__, profile.period)
    Profile 6.283185307179586
    """
    if not is_number(base) or not base > 0.0:
        raise ModelError(f"the base circle of a cam has a positive radius, not {told(base)}")
    _check_law(law)
    lift = law(-PLACE)
    slope = -derivative(lift, PLACE)
    cam = Profile(_turned(PLACE, slope, base + lift), TURN)
    # the radius of curvature under a flat face is base + s + s″
    radius = base + lift + derivative(derivative(lift, PLACE), PLACE)
    place, smallest = cam.least(lambda s: substitute(radius, {PLACE: s}), _rises(law))
    if not smallest > 0.0:
        raise ModelError(
            f"the cam is undercut at the angle {_angle(place):.4g}: its radius of curvature would be "
            f"{smallest:.4g}; the base circle needs a radius above {base - smallest:.10g}"
        )
    return cam


def _check_law(law: Lift) -> None:
    """Refuse a law that jumps or does not come back, or whose slope jumps: a cam for it would have a corner."""
    lift = law(PLACE)
    both = np.array([lift, derivative(lift, PLACE)], dtype=object)

    # a little more than a turn, so that it must go on over its end
    angles = np.linspace(0.0, TURN, SAMPLES + 1) + ASIDE
    values = evaluate_along(both, PLACE, angles)
    if not np.isfinite(values).all():
        bad = angles[int(np.argmin(np.isfinite(values).all(axis=1)))]
        raise ModelError(f"the law of lift, or its slope, is no number at the angle {bad:.4g}")
    lasts, rises = np.ptp(values[:, 0]), np.ptp(values[:, 1])
    if np.abs(values[-1] - values[0]).max() > CLOSED * max(lasts, rises):
        raise ModelError("the law of lift does not come back after a full turn of the cam, as it should")
    for k, what, size in ((0, "lift", lasts), (1, "slope of the lift", rises)):
        angle, jump = _jump(both[k : k + 1], angles, values[:, k : k + 1])
        if jump > JUMPS * size:
            raise ModelError(
                f"the {what} jumps by {jump:.4g} at the angle {np.mod(angle, TURN):.4g}: the cam would have a "
                "corner or a cusp there, which hits the follower; let it rise gently, as by da.planar.cycloidal"
            )


def _jump(y: Array, angles: Vector, values: Matrix) -> tuple[float, float]:
    return largest_jump(lambda angle: evaluate(y, {PLACE: angle}), angles, values)


def _rises(law: Lift) -> Vector:
    """Places within the rises and falls of a law, however short these are."""
    stations = law.stations if isinstance(law, LiftLaw) else ()
    parts = np.arange(1, WITHIN) / WITHIN
    return -np.array([a + parts * (b - a) for (a, low), (b, high) in pairwise(stations) if low != high]).ravel()


def _turned(angle: Scalar, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
    """A point of the follower's plane, seen from the cam that has turned backwards."""
    return cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y


def _check_undercut(pitch: Profile, roller: float, besides: Vector) -> None:
    """Refuse a pitch curve that is bent more than the roller."""
    place, least = pitch.least(lambda s: -pitch.curvature(s), besides)
    if not np.isfinite(least):
        raise ModelError(f"the cam has a cusp at the angle {_angle(place):.4g}")
    if -least * roller >= 1.0:
        raise ModelError(
            f"the cam is undercut at the angle {_angle(place):.4g}: the path of the roller has a radius "
            f"of curvature of {-1.0 / least:.10g} there, less than the roller's {roller:g}; take a "
            "smaller roller, a larger base circle, or a gentler law"
        )


def _angle(place: float) -> float:
    return float(np.mod(-place, TURN))
