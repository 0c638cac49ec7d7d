"""Laws of time from one value to another, for references and drives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, sqrt

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr import Beyond
from dalembert.expr.functions import maximum, minimum
from dalembert.expr.node import Scalar
from dalembert.expr.spline import Spline
from dalembert.expr.symbol_nodes import time
from dalembert.number_checks import checked_number, is_number, told


def quintic(
    start: float,
    end: float,
    *,
    duration: float,
    rates: tuple[float, float] = (0.0, 0.0),
    accelerations: tuple[float, float] = (0.0, 0.0),
    begin: float = 0.0,
) -> Spline:
    """The polynomial of degree five with these values, rates and accelerations at its ends; held beyond them.

    It stands wherever a law of time may, `2 * law` and `da.coordinate("x") - law` too, like those of
    `rest_to_rest`; `law(0.5)` is a number.

    Parameters
    ----------
    start : float
        Value before, in the unit of what follows the law.
    end : float
        Value after, in the same unit.
    duration : float
        How long it takes, in s.
    rates : pair of float, optional
        First derivatives at both ends; default zero.
    accelerations : pair of float, optional
        Second derivatives at both ends; default zero.
    begin : float, optional
        Time at which it begins, in s; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.control.quintic(0.0, 1.0, duration=2.0)
    >>> print(law(1.0))
    0.5
    """
    T = _positive(duration, "the duration of a quintic")
    p, v, a = (start, end), rates, accelerations
    for pair in (v, a):
        if not isinstance(pair, Sequence | np.ndarray) or isinstance(pair, str) or len(pair) != 2:
            raise ModelError(f"rates and accelerations of a quintic are two numbers each, not {told(pair)}")
    ends = [_number(x, "a quintic") for pair in (p, v, a) for x in pair]
    begin = _number(begin, "a quintic")
    first = np.array([ends[0], ends[2], 0.5 * ends[4]])
    powers = np.array(
        [[T**3, T**4, T**5], [3 * T**2, 4 * T**3, 5 * T**4], [6 * T, 12 * T**2, 20 * T**3]], dtype=float
    )
    rest = [
        ends[1] - first @ [1.0, T, T**2],
        ends[3] - first @ [0.0, 1.0, 2.0 * T],
        ends[5] - 2.0 * first[2],
    ]
    pieces = np.concatenate([first, np.linalg.solve(powers, rest)])[None]
    return Spline(np.array([begin, begin + T]), pieces, beyond=Beyond.HOLD)


def minimum_jerk(start: float, end: float, *, duration: float, begin: float = 0.0) -> Spline:
    """The law from rest to rest with the least integral of the jerk squared (Flash and Hogan 1985).

    It stands wherever a law of time may, `2 * law` and `da.coordinate("x") - law` too; `law(0.5)` is a number.

    Parameters
    ----------
    start : float
        Values before and after, in the unit of what follows the law.
    end : float
        Values before and after, in the unit of what follows the law.
    duration : float
        How long it takes, in s.
    begin : float, optional
        Time at which it begins, in s; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.control.minimum_jerk(0.0, 1.0, duration=2.0)
    >>> print(law(1.0))
    0.5
    """
    return quintic(start, end, duration=duration, begin=begin)


def trapezoidal(start: float, end: float, *, speed: float, acceleration: float, begin: float = 0.0) -> Spline:
    """The law from rest to rest with this largest speed and acceleration; its `domain` says how long it takes.

    It stands wherever a law of time may, `2 * law` and `da.coordinate("x") - law` too; `law(0.5)` is a number.

    Parameters
    ----------
    start : float
        Values before and after, in the unit of what follows the law.
    end : float
        Values before and after, in the unit of what follows the law.
    speed : float
        Largest speed and acceleration, in units of the values for 1/s and 1/s².
    acceleration : float
        Largest speed and acceleration, in units of the values for 1/s and 1/s².
    begin : float, optional
        Time at which it begins, in s; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.control.trapezoidal(0.0, 1.0, speed=0.5, acceleration=1.0)
    >>> print(law.domain)
    (0.0, 2.5)
    """
    v, a = _positive(speed, "the speed of a law"), _positive(acceleration, "the acceleration of a law")
    way = _number(end, "a law") - _number(start, "a law")
    begin = _number(begin, "a law")
    if way == 0.0:
        raise ModelError("a trapezoidal law leads from one value to another, not to the same")
    sign, length = (1.0 if way > 0.0 else -1.0), abs(way)
    rising = min(v / a, sqrt(length / a))
    top = a * rising
    even = length / top - rising
    knots, pieces = [0.0, rising], [[start, 0.0, 0.5 * sign * a]]
    if even > 1e-12 * rising:
        pieces.append([start + 0.5 * sign * a * rising**2, sign * top, 0.0])
        knots.append(rising + even)
    pieces.append([end - 0.5 * sign * a * rising**2, sign * top, -0.5 * sign * a])
    knots.append(knots[-1] + rising)
    return Spline(begin + np.array(knots), np.array(pieces), beyond=Beyond.HOLD)


def rest_to_rest(
    start: Scalar,
    end: Scalar,
    *,
    duration: float,
    smoothness: int = 2,
    by: Callable[[Scalar], Scalar] | None = None,
    begin: float = 0.0,
) -> Scalar:
    """An expression of time between two values, whose derivatives up to this order are zero at both ends.

    The polynomial of degree 2 k + 1 for a smoothness k: two is the least jerk, three the least snap. In its place
    a law of cams says how it rises, such as `by=da.planar.cycloidal`.

    Parameters
    ----------
    start : float or expression
        Value before, in the unit of what follows the law.
    end : float or expression
        Value after, in the same unit.
    duration : float
        How long it takes, in s.
    smoothness : int, optional
        How many derivatives are zero at both ends, from 0 to 10; default 2.
    by : function, optional
        A function that goes from 0 to 1 as its argument does, such as `da.planar.harmonic`; default the
        polynomial.
    begin : float, optional
        Time at which it begins, in s; default 0.

    Returns
    -------
    expression
        A law of time, constant before and after. Its value at one time is `da.expr.evaluate(law, {da.time: 0.5})`.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.control.rest_to_rest(0.0, 2.0, duration=4.0, begin=1.0)
    >>> print([round(da.expr.evaluate(law, {da.time: t}), 4) for t in (0.0, 2.0, 3.0, 9.0)])
    [0.0, 0.207, 1.0, 2.0]
    """
    T = _positive(duration, "the duration of a law")
    if isinstance(smoothness, bool) or not isinstance(smoothness, int) or not 0 <= smoothness <= 10:
        raise ModelError(f"the smoothness of a law is a whole number up to 10, not {smoothness!r}")
    s = minimum(maximum((time - _number(begin, "a law")) / T, 0.0), 1.0)
    if by is not None:
        return start + (end - start) * by(s)
    n = smoothness + 1
    total: Scalar = 0.0
    for k in reversed(range(n)):
        total = total * s + float(comb(n - 1 + k, k) * comb(2 * n - 1, n - 1 - k) * (-1) ** k)
    return start + (end - start) * total * s**n


def _number(x: float, what: str) -> float:
    if not is_number(x):
        raise ModelError(f"{what} needs finite numbers, not {told(x)}")
    return float(x)


def _positive(x: float, what: str) -> float:
    return checked_number(x, what, is_positive=True)
