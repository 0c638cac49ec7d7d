"""Splines: functions given by a table, of degree 0 to 5, with exact derivatives.

```python
cam = da.spline(angles, lifts, ends=da.expr.PeriodicEnds(), beyond=da.expr.Beyond.PERIODIC)
lift, slope = cam(angle), cam(angle, order=1)          # numbers, expressions, or arrays of them
```
"""

from __future__ import annotations

import hashlib
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.bspline import polynomial_pieces
from dalembert.expr.calls import Routine, invoke
from dalembert.expr.jets import Jet
from dalembert.expr.node import Node, Scalar, constant
from dalembert.expr.spline_ends import Ends, NotAKnot
from dalembert.expr.symbol_nodes import time
from dalembert.procedures.spline_code import Beyond, spline_procedure
from dalembert.procedures.statements import Procedure

MAX_DEGREE, MOST_BENDS = 5, 64
DEFAULT_ENDS = NotAKnot()

RTOL_FIT = 1e-8
"""Largest accepted distance of a spline from its values, over the largest value."""


@dataclass(frozen=True, eq=False, repr=False)
class Spline:
    """A piecewise polynomial of one variable: Σⱼ pieces[i, j] (x − knots[i])ʲ for knots[i] ≤ x < knots[i+1].

    `knots` (n + 1,) increase, `pieces` are (n, degree + 1). At a knot the piece on its right counts, at the
    last knot the piece on its left. The last two knots may coincide: the last piece is then the value at the
    end, and what is held or continued beyond it.

    Call it with a number, an expression or an array: `cam(x)`, `cam(x, order=1)` for a derivative. A
    derivative of an order above the degree is zero everywhere. In sums and products with numbers and expressions
    it is a law of time: `2 * law`, `da.coordinate("x") - law`.
    """

    knots: Vector
    pieces: Vector
    _: KW_ONLY
    beyond: Beyond = Beyond.NAN

    def __post_init__(self) -> None:
        knots, pieces = _numbers("knots", self.knots), _numbers("pieces", self.pieces, dimensions=2)
        if pieces.shape[0] < 1 or pieces.shape[0] + 1 != len(knots):
            raise ExpressionError(f"{len(knots)} knots bound {len(knots) - 1} pieces, not {pieces.shape[0]}")
        _check_degree(pieces.shape[1] - 1)
        _check_increasing("knots", knots[:-1] if knots[-1] == knots[-2] else knots)
        if not isinstance(self.beyond, Beyond):
            members = ", ".join(f"da.expr.Beyond.{member.name}" for member in Beyond)
            raise ExpressionError(f"beyond is one of {members}, not {self.beyond!r}")
        if not 0.0 < float(knots[-1]) - float(knots[0]) < math.inf:
            raise ExpressionError(f"the range [{knots[0]:g}, {knots[-1]:g}] of a spline must have a finite length")
        object.__setattr__(self, "knots", knots)
        object.__setattr__(self, "pieces", pieces)

    @classmethod
    def from_knots(
        cls, knots: ArrayLike, coefficients: ArrayLike, degree: int, *, beyond: Beyond = Beyond.NAN
    ) -> Spline:
        """The B-spline with n coefficients and n + degree + 1 knots, over knots[degree] … knots[n].

        Knots may repeat, which makes the spline less smooth there.
        """
        _check_degree(degree)
        t, c = _numbers("knots", knots), _numbers("coefficients", coefficients)
        if len(c) < degree + 1 or len(t) != len(c) + degree + 1:
            raise ExpressionError(
                f"a B-spline of degree {degree} has at least {degree + 1} coefficients and {degree + 1} more "
                f"knots than coefficients, not {len(c)} coefficients and {len(t)} knots"
            )
        _check_increasing("knots", t, strictly=False)
        if t[degree] == t[len(c)]:
            raise ExpressionError(f"knots[{degree}] to knots[{len(c)}] coincide, so the spline has no range")
        return cls(*_pieces(t, c), beyond=beyond)

    @property
    def degree(self) -> int:
        """Degree of the polynomials."""
        return int(self.pieces.shape[1]) - 1

    @property
    def domain(self) -> tuple[float, float]:
        """The first and the last knot."""
        return float(self.knots[0]), float(self.knots[-1])

    # a law of time, as an expression: in sums and products a spline stands for its value at the time

    @property
    def over_time(self) -> Scalar:
        """The value at the time, an expression."""
        return self(time)

    def __neg__(self) -> Scalar:
        return -self.over_time

    def __add__(self, other: Scalar | Spline) -> Scalar:
        return self.over_time + _over_time(other)

    def __sub__(self, other: Scalar | Spline) -> Scalar:
        return self.over_time - _over_time(other)

    def __mul__(self, other: Scalar | Spline) -> Scalar:
        return self.over_time * _over_time(other)

    def __truediv__(self, other: Scalar | Spline) -> Scalar:
        return self.over_time / _over_time(other)

    def __radd__(self, other: Scalar) -> Scalar:
        return other + self.over_time

    def __rsub__(self, other: Scalar) -> Scalar:
        return other - self.over_time

    def __rmul__(self, other: Scalar) -> Scalar:
        return other * self.over_time

    def __rtruediv__(self, other: Scalar) -> Scalar:
        return other / self.over_time

    @overload
    def __call__(self, x: Scalar, *, order: int = 0) -> Scalar: ...
    @overload
    def __call__(self, x: Jet, *, order: int = 0) -> Jet: ...
    @overload
    def __call__(self, x: ArrayLike, *, order: int = 0) -> Array: ...
    def __call__(self, x: Scalar | Jet | ArrayLike, *, order: int = 0) -> Scalar | Jet | Array:
        """The value or a derivative at a number, expression or jet, or at each entry of an array."""
        order = _checked_order(order)
        if not isinstance(x, (np.ndarray, list, tuple)):
            return self._at(x, order)
        array = np.asarray(x)
        if array.dtype == object:
            return np.frompyfunc(lambda entry: self._at(entry, order), 1, 1)(array)
        if array.dtype.kind not in "biuf":
            raise ExpressionError(f"a spline takes numbers and real expressions, not an array of {array.dtype}")
        return self._values(array.astype(float), order)

    def _values(self, x: Vector, order: int) -> Vector:
        """Values or derivatives at numbers, entry by entry; not a number where there is none."""
        if order > self.degree:
            return np.zeros(x.shape)
        first, last = self.domain
        is_outside = (x < first) | (x > last)
        with np.errstate(all="ignore"):
            place = _place(x, is_outside, first, last, self.beyond)
            piece = np.maximum(np.searchsorted(self.knots[:-1], place, side="right") - 1, 0)
            value = _horner(_derived(self.pieces[piece], order), place - self.knots[piece])
        if self.beyond is Beyond.HOLD and order:
            value = np.where(is_outside, 0.0, value)
        return np.where(np.isnan(place), math.nan, value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Spline):
            return NotImplemented
        return self is other or (
            self.beyond is other.beyond
            and np.array_equal(self.knots, other.knots)
            and np.array_equal(self.pieces, other.pieces)
        )

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """Checksum of the contents, the same in every process: tells splines apart in names and code."""
        head = f"{self.pieces.shape} {self.beyond.name} ".encode()
        return hashlib.sha256(head + self.knots.tobytes() + self.pieces.tobytes()).hexdigest()[:16]

    def __reduce__(self) -> tuple[Callable[..., Spline], tuple[Vector, Vector, Beyond]]:
        return _restore, (self.knots, self.pieces, self.beyond)

    def __repr__(self) -> str:
        first, last = self.domain
        n = len(self.pieces)
        return (
            f"<Spline {self.digest[:8]}: degree {self.degree}, {n} piece{'s' if n > 1 else ''} over "
            f"[{first:g}, {last:g}], beyond {self.beyond.name}>"
        )

    def _at(self, x: object, order: int) -> Any:
        if type(x) is Jet:
            slope = self._at(x.value, order + 1)
            return Jet(self._at(x.value, order), {name: slope * rate for name, rate in x.linear.items()})
        if type(x) is Node:
            return 0.0 if order > self.degree else invoke(SplineCall(self, order), [x])[0]
        # constants of an expression are finite, numbers need not be
        number = x if isinstance(x, (float, np.floating)) else constant(x)
        if number is NotImplemented:
            raise ExpressionError(f"a spline takes numbers and real expressions, not {x!r}")
        return float(self._values(np.asarray(number, dtype=float), order))


@dataclass(frozen=True)
class SplineCall(Routine):
    """A spline's derivative of an order up to its degree, as a routine of one operand."""

    is_named = True

    spline: Spline
    order: int = 0

    @property
    def name(self) -> str:
        return f"spline_{self.spline.digest}_{self.order}"

    @property
    def n_inputs(self) -> int:
        return 1

    @property
    def n_outputs(self) -> int:
        return 1

    @property
    def failure(self) -> str:
        first, last = self.spline.domain
        return (
            f"a spline is asked for a value outside [{first:g}, {last:g}]; give it more points, "
            "or choose beyond=Beyond.HOLD, CONTINUE or PERIODIC"
        )

    @property
    def bends(self) -> Sequence[float]:
        knots = self.spline.knots.tolist()
        # those of a period come again and again; many are told by samples
        return () if self.spline.beyond is Beyond.PERIODIC or len(knots) > MOST_BENDS else knots

    def evaluate(self, x: Vector) -> Vector:
        return self.spline(x, order=self.order)

    def native(self) -> Procedure:
        return spline_procedure(
            self.name,
            self.spline.knots.tolist(),
            _derived(self.spline.pieces, self.order).tolist(),
            beyond=self.spline.beyond,
            is_derivative=self.order > 0,
        )

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        return [self.spline(x[0], order=self.order + 1) * dx[0]]

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        return [self.spline(x[0], order=self.order + 1) * y_bar[0]]


def _over_time(x: Scalar | Spline) -> Scalar:
    return x.over_time if isinstance(x, Spline) else x


def spline(
    points: ArrayLike,
    values: ArrayLike,
    *,
    degree: int = 3,
    ends: Ends = DEFAULT_ENDS,
    beyond: Beyond = Beyond.NAN,
) -> Spline:
    """The spline with these values at these points, which increase; both (n,).

    Degree 0 holds each value up to the next point; a higher degree is smooth up to its last but one
    derivative. `ends` makes the spline unique, `beyond` says what it is outside the points.

    Parameters
    ----------
    points : array (n,)
        Places, increasing.
    values : array (n,)
        Values there.
    degree : int, optional
        Degree of the pieces, 0 to 5; default 3.
    ends : NotAKnot, NaturalEnds, ClampedEnds or PeriodicEnds, optional
        Conditions at both ends; default `da.expr.NotAKnot()`.
    beyond : Beyond, optional
        Continuation outside of the points; default not a number, which ends a run.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.spline([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 4.0, 9.0])
    >>> print(f"{da.expr.evaluate(law(1.5)):.4f}")
    2.2500
    """
    _check_degree(degree)
    x, y = _numbers("points", points), _numbers("values", values)
    if len(x) != len(y) or len(x) < 2:
        raise ExpressionError(f"a spline needs two or more points, and as many values: not {len(x)} and {len(y)}")
    _check_increasing("points", x)
    if not isinstance(ends, Ends):
        raise ExpressionError(
            f"ends must be NotAKnot(), NaturalEnds(), ClampedEnds(…) or PeriodicEnds(), not {ends!r}"
        )
    if degree > 0:
        with np.errstate(all="ignore"):
            t, c = ends.bspline(x, y, degree)
        return _checked_fit(Spline(*_pieces(t, c), beyond=beyond), x, y)
    if not isinstance(ends, NotAKnot):
        raise ExpressionError(f"a spline of degree 0 has no conditions at its ends; leave out ends={ends!r}")
    return Spline(np.append(x, x[-1]), y[:, None], beyond=beyond)


def _checked_fit(fit: Spline, x: Vector, y: Vector) -> Spline:
    """The spline, if it goes through its points: it may not where some are too close together."""
    error = np.abs(fit(x) - y)
    k = int(error.argmax())
    if error[k] > RTOL_FIT * np.abs(y).max():
        raise ExpressionError(
            f"the spline of degree {fit.degree} misses values[{k}] = {y[k]:g} by {error[k]:g}: points are "
            f"too unevenly spaced around points[{k}] = {x[k]:.17g}; drop some, or choose a lower degree"
        )
    return fit


def _pieces(t: Vector, c: Vector) -> tuple[Vector, Vector]:
    """Knots and polynomials of a B-spline, if these are finite."""
    with np.errstate(all="ignore"):
        knots, pieces = polynomial_pieces(t, c)
    if not np.isfinite(pieces).all():
        k = int(np.flatnonzero(~np.isfinite(pieces).all(axis=1))[0])
        raise ExpressionError(
            f"the spline between {knots[k]:.17g} and {knots[k + 1]:.17g} is too steep for doubles; "
            "are there two almost equal points?"
        )
    return knots, pieces


def _place(x: Vector, is_outside: NDArray[np.bool_], first: float, last: float, beyond: Beyond) -> Vector:
    """The place in the range that answers for x, with the operations of the native code."""
    if beyond is Beyond.CONTINUE:
        return x
    inside: Vector | float = math.nan
    if beyond is Beyond.HOLD:
        inside = np.clip(x, first, last)
    if beyond is Beyond.PERIODIC:
        period = last - first
        inside = np.clip(x - period * np.floor((x - first) / period), first, last)
    return np.where(is_outside, inside, x)


def _derived(pieces: Vector, order: int) -> Vector:
    """Coefficients of the derivative of this order; (…, degree + 1 − order)."""
    factors = [math.perm(j, order) for j in range(order, pieces.shape[-1])]
    return pieces[..., order:] * np.array(factors, dtype=float)


def _horner(coefficients: Vector, s: Vector) -> Vector:
    value: Vector = coefficients[..., -1]
    for j in reversed(range(coefficients.shape[-1] - 1)):
        value = value * s + coefficients[..., j]
    return value


def _restore(knots: Vector, pieces: Vector, beyond: Beyond) -> Spline:
    return Spline(knots, pieces, beyond=beyond)


def _numbers(name: str, values: ArrayLike, dimensions: int = 1) -> Vector:
    """A read-only copy, checked to be finite and of the right dimension; −0 becomes 0."""
    try:
        array = np.array(values, dtype=float, order="C") + 0.0
    except (TypeError, ValueError, OverflowError) as error:
        raise ExpressionError(f"{name} must be numbers: {error}") from error
    if array.ndim != dimensions:
        raise ExpressionError(f"{name} must have {dimensions} dimension(s), not shape {array.shape}")
    for index in np.argwhere(~np.isfinite(array))[:1].tolist():
        raise ExpressionError(f"{name}[{', '.join(map(str, index))}] = {array[tuple(index)]} is not finite")
    array.flags.writeable = False
    return array


def _check_increasing(name: str, x: Vector, strictly: bool = True) -> None:
    wrong = x[1:] <= x[:-1] if strictly else x[1:] < x[:-1]
    for k in np.flatnonzero(wrong)[:1].tolist():
        rule = "increase" if strictly else "not decrease"
        raise ExpressionError(
            f"{name} must {rule}, but {name}[{k + 1}] = {x[k + 1]:.17g} follows {name}[{k}] = {x[k]:.17g}"
        )


def _check_degree(degree: int) -> None:
    if isinstance(degree, bool) or not isinstance(degree, int) or not 0 <= degree <= MAX_DEGREE:
        raise ExpressionError(f"the degree of a spline is 0 to {MAX_DEGREE}, not {degree!r}")


def _checked_order(order: SupportsIndex) -> int:
    try:
        result = operator.index(order)
    except TypeError:
        result = -1
    if result < 0:
        raise ExpressionError(f"the order of a derivative is 0, 1, 2, …, not {order!r}")
    return result


def over_time(law: Scalar | Spline) -> Scalar:
    """A law of time: an expression as it is, a curve at the time."""
    return law(time) if isinstance(law, Spline) else law
