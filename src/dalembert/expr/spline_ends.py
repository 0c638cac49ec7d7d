"""Conditions at the two ends of an interpolating spline, which its points do not determine."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ExpressionError
from dalembert.expr.bspline import collocation, interpolant

RTOL_PERIODIC = 1e-9
"""Largest difference of the first and the last value of a periodic spline, over the largest value."""


class Ends(ABC):
    """A rule that makes the spline through given points unique."""

    @abstractmethod
    def bspline(self, x: Vector, y: Vector, degree: int) -> tuple[Vector, Vector]:
        """Knots and coefficients of the B-spline of degree 1 or more through y at x."""


@dataclass(frozen=True)
class NotAKnot(Ends):
    """No condition: there are only as many knots as points determine, none of them near the ends.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.spline([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 8.0, 27.0], ends=da.expr.NotAKnot())
    >>> print(f"{da.expr.evaluate(law(2.5)):.4f}")
    15.6250
    """

    def bspline(self, x: Vector, y: Vector, degree: int) -> tuple[Vector, Vector]:
        _need("not-a-knot", degree, len(x), degree + 1)
        left_out = degree // 2
        inner = _inner_knots(x, degree)
        t = _with_ends(x, inner[left_out : len(inner) - left_out], degree)
        return t, interpolant(t, degree, x, y[:, None])[:, 0]


@dataclass(frozen=True)
class NaturalEnds(Ends):
    """A thin strip, free at its ends: of degree 3 without curvature there; of odd degrees.

    Of degree 2 m − 1 the derivatives of orders m to 2 m − 2 vanish at the ends, which makes the m-th one
    least in the mean square (Schoenberg 1964).

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.spline([0.0, 1.0, 2.0], [0.0, 1.0, 0.0], ends=da.expr.NaturalEnds())
    >>> print(f"{da.expr.evaluate(law(0.5)):.4f}")
    0.6875
    """

    def bspline(self, x: Vector, y: Vector, degree: int) -> tuple[Vector, Vector]:
        _need_odd("natural", degree)
        _need("natural", degree, len(x), (degree + 1) // 2)
        orders = range((degree + 1) // 2, degree)
        t = _with_ends(x, _inner_knots(x, degree), degree)
        nothing = np.zeros(len(orders))
        return t, interpolant(t, degree, x, _rows(y, nothing, nothing), orders)[:, 0]


@dataclass(frozen=True)
class ClampedEnds(Ends):
    """Given derivatives at the first and the last point, from the slope upwards.

    Degrees 2 and 3 take the slope, degrees 4 and 5 the slope and the second derivative.

    Parameters
    ----------
    start : float or sequence of float, optional
        Slope at the first point, or slope and second derivative; default 0.
    end : float or sequence of float, optional
        Slope at the last point, or slope and second derivative; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.spline([0.0, 1.0], [0.0, 1.0], ends=da.expr.ClampedEnds(0.0, 0.0))
    >>> print(f"{da.expr.evaluate(law(0.5)):.4f}")
    0.5000
    """

    start: float | Sequence[float] = 0.0
    end: float | Sequence[float] = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", _finite("start", self.start))
        object.__setattr__(self, "end", _finite("end", self.end))

    def bspline(self, x: Vector, y: Vector, degree: int) -> tuple[Vector, Vector]:
        orders = range(1, degree // 2 + 1)
        start, end = np.array(self.start), np.array(self.end)
        if degree < 2 or not len(start) == len(end) == len(orders):
            needed = "the slope" if degree < 4 else "(slope, second derivative)"
            raise ExpressionError(
                f"clamped ends need {needed} at both ends and degree 2 to 5; here the degree is {degree}, "
                f"start={self.start}, end={self.end}"
            )
        t = _with_ends(x, _inner_knots(x, degree), degree)
        return t, interpolant(t, degree, x, _rows(y, start, end), orders)[:, 0]


@dataclass(frozen=True)
class PeriodicEnds(Ends):
    """Value and derivatives are the same at both ends; of odd degrees.

    To repeat the spline outside its range, choose `beyond=Beyond.PERIODIC` as well.

    Examples
    --------
    >>> import dalembert as da
    >>> ends, beyond = da.expr.PeriodicEnds(), da.expr.Beyond.PERIODIC
    >>> law = da.spline([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, -1.0, 0.0], ends=ends, beyond=beyond)
    >>> print(da.expr.evaluate(law(4.0)))
    1.0
    """

    def bspline(self, x: Vector, y: Vector, degree: int) -> tuple[Vector, Vector]:
        _need_odd("periodic", degree)
        if abs(y[-1] - y[0]) > RTOL_PERIODIC * np.abs(y).max():
            raise ExpressionError(
                f"periodic ends need equal values at both ends, not values[0] = {y[0]:g} and "
                f"values[{len(y) - 1}] = {y[-1]:g}"
            )
        y = np.append(y[:-1], y[0])
        return _periodic(x, y, degree)


def _periodic(x: Vector, y: Vector, degree: int) -> tuple[Vector, Vector]:
    """The clamped spline whose lower derivatives at the ends are such that the higher ones agree, too."""
    low = range(1, degree // 2 + 1)
    t = _with_ends(x, _inner_knots(x, degree), degree)

    # the spline with zero lower derivatives, and its change per unit of each of them
    through = _rows(y, np.zeros(len(low)), np.zeros(len(low)))
    units = [_rows(0.0 * y, e, e) for e in np.eye(len(low))]
    c = interpolant(t, degree, x, np.hstack([through, *units]), low)

    # jumps of the higher derivatives between the ends must vanish
    jumps = np.empty((len(low), len(low) + 1))
    for row, order in enumerate(range(degree // 2 + 1, degree)):
        entries = collocation(t, degree, x[[0, -1]], order)[1]
        jumps[row] = entries[1] @ c[-degree - 1 :] - entries[0] @ c[: degree + 1]
    return t, c[:, 0] - c[:, 1:] @ np.linalg.solve(jumps[:, 1:], jumps[:, 0])


def _inner_knots(x: Vector, degree: int) -> Vector:
    """Where pieces may meet: at the inner points, of even degrees halfway between neighbours."""
    return x[1:-1] if degree % 2 else x[:-1] + 0.5 * np.diff(x)


def _with_ends(x: Vector, inner: Vector, degree: int) -> Vector:
    """All knots: those at the ends are (degree + 1)-fold."""
    return np.concatenate([x[:1].repeat(degree + 1), inner, x[-1:].repeat(degree + 1)])


def _rows(y: Vector, start: Vector, end: Vector) -> Vector:
    """Values and end derivatives in the order of `interpolant`; one column."""
    return np.concatenate([y[:1], start, y[1:-1], end[::-1], y[-1:]])[:, None]


def _finite(side: str, derivatives: float | Sequence[float]) -> tuple[float, ...]:
    """Derivatives at one end as a tuple, also if only the slope is given."""
    numbers = np.ravel(np.asarray(derivatives, dtype=float)).tolist()
    if not all(map(math.isfinite, numbers)):
        raise ExpressionError(f"clamped ends need finite derivatives at the {side}, not {derivatives!r}")
    return tuple(numbers)


def _need(ends: str, degree: int, n: int, least: int) -> None:
    if n < least:
        raise ExpressionError(f"a spline of degree {degree} with {ends} ends needs {least} points, not {n}")


def _need_odd(ends: str, degree: int) -> None:
    if degree % 2 == 0:
        raise ExpressionError(f"{ends} ends are defined for degrees 1, 3 and 5, not {degree}")
