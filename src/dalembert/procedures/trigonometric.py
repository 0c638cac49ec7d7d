"""Trigonometric functions and their inverses, for one lane or several.

Every function is a straight line of lane-wise operations, so that a lane has the bits of the scalar result.
The polynomials are minimax fits of the relative error, computed with 240 bits and rounded to doubles.
"""

from __future__ import annotations

from math import inf

from dalembert.procedures.language import Code
from dalembert.procedures.precision import exact_product, exact_sum, ordered_sum, polynomial, quotient, squares
from dalembert.procedures.statements import Function
from dalembert.procedures.values import Bits, Mask, Real

_TWO_OVER_PI = 0.6366197723675814

# π/2 in three parts of 53 bits; the second is rounded down, so that all are positive and keep the sign of −0
_HALF_PI = (1.5707963267948966, 6.123233995736765e-17, 1.082856673921914e-32)

# adding it rounds to an integer, which then stands in the last bits; good to 2⁵¹
_ROUND = 1.5 * 2.0**52

# beyond it the quotient x·2/π is not sure to name the nearest multiple of π/2 within the range of the fits
_FAR = 2.0**40

_SIGN = -(2**63)

# (sin r − r) / r³ in z = r², |r| ≤ π/4 + 2⁻¹³, error 2⁻⁵⁸
_SIN = (
    -0.1666666666666663,
    0.00833333333332184,
    -0.00019841269829358533,
    2.7557313538515754e-06,
    -2.5050734389269077e-08,
    1.5895433275173866e-10,
)

# (cos r − 1 + r²/2) / r⁴, error 2⁻⁶⁴
_COS = (
    0.041666666666666595,
    -0.0013888888888873338,
    2.480158728899732e-05,
    -2.755731421519322e-07,
    2.0875705092471185e-09,
    -1.1358731208438174e-11,
)

# (asin s − s) / s³ in z = s², |s| ≤ 1/2, error 2⁻⁵⁹
_ASIN = (
    0.1666666666666676,
    0.07499999999970794,
    0.044642857174616746,
    0.03038194270756739,
    0.02237221499338928,
    0.017351611915832146,
    0.013980821662616744,
    0.011398903510339124,
    0.0107802996685192,
    0.003706238171208139,
    0.021707847527715294,
    -0.020999609694426772,
    0.03262895427004643,
)

# (atan t − t) / t³ in z = t², |t| ≤ tan(π/8), error 2⁻⁵⁹
_ATAN = (
    -0.333333333333332,
    0.1999999999995368,
    -0.14285714280200837,
    0.11111110783578793,
    -0.09090897760472215,
    0.07692060269497433,
    -0.0666310483149848,
    0.05847896489790094,
    -0.05039344440711335,
    0.03806576431398083,
    -0.017908741494227044,
)


def sincos() -> Function:
    """Sine and cosine of an angle."""
    c = Code("sincos")
    x = c.parameter()
    j, quadrant = _nearest_multiple(c, x)

    # r = x − j π/2: the first difference is exact, both operands being multiples of 2⁻⁵³. The last part of
    # π/2 matters where the others cancel, that is for tiny r alone: the polynomials do without it
    near = c.fma(j, -_HALF_PI[1], c.fma(j, -_HALF_PI[0], x))
    r = c.fma(j, -_HALF_PI[2], near)

    # polynomials on the eighth of a turn around zero; r³ + 0 has no negative zero, so that sin −0 = −0
    powers = squares(near * near, 3)
    z = powers[0]
    sine = c.fma(c.fma(z, near, 0.0), polynomial(c, powers[:2], _SIN), r)
    cosine = c.fma(z, polynomial(c, powers, (-0.5, *_COS)), 1.0)

    # odd quadrants swap the two; the sine is negative in quadrants 2 and 3, the cosine in 1 and 2
    odd = quadrant << 63
    negative = (quadrant << 62) & _SIGN
    is_odd = odd < 0
    sine, cosine = c.select(is_odd, cosine, sine), c.select(is_odd, sine, cosine)
    sine = c.real(c.bits(sine) ^ negative)
    cosine = c.real(c.bits(cosine) ^ (negative ^ odd))
    return c.function([x], _or_library(c, x, sin=sine, cos=cosine))


def tan() -> Function:
    """Tangent of an angle: the quotient of sine and cosine, both as pairs."""
    c = Code("tan")
    x = c.parameter()
    j, quadrant = _nearest_multiple(c, x)

    # r = x − j π/2 as a pair, by products and sums without error
    product, product_low = exact_product(c, j, _HALF_PI[1])
    first, first_low = exact_sum(c.fma(j, -_HALF_PI[0], x), -product)
    r, r_low = ordered_sum(first, c.fma(j, -_HALF_PI[2], first_low - product_low))

    # sin r = r + …, cos r = (1 − r²/2) + …, each with what its leading sum loses
    z, z_low = exact_product(c, r, r)
    powers = squares(z, 2)
    sine = ordered_sum(r, c.fma(z * r, polynomial(c, powers, _SIN), c.fma(z * -0.5, r_low, r_low)))
    lead, lead_low = ordered_sum(1.0, z * -0.5)
    rest = c.fma(-r, r_low, c.fma(z_low, -0.5, lead_low))
    cosine = ordered_sum(lead, c.fma(powers[1], polynomial(c, powers, _COS), rest))

    # odd quadrants: −cos r / sin r
    is_odd = (quadrant << 63) < 0
    top = c.select(is_odd, -cosine[0], sine[0]), c.select(is_odd, -cosine[1], sine[1])
    bottom = c.select(is_odd, sine[0], cosine[0]), c.select(is_odd, sine[1], cosine[1])
    high, low = quotient(c, top, bottom)
    result = c.select(x.equals(0.0), x, high + low)
    return c.function([x], _or_library(c, x, tan=result))


def asin() -> Function:
    """Arc sine; not a number beyond ±1."""
    c = Code("asin")
    x = c.parameter()
    is_outer, twice, twice_low, rest = _half_angle(c, x)
    inner = c.fma(x, rest, x)

    # asin|x| = π/2 − 2 asin √((1 − |x|)/2)
    high, low = ordered_sum(_HALF_PI[0], -twice)
    outer = high + (low - c.fma(twice, rest, twice_low - _HALF_PI[1]))
    return c.function([x], [c.select(is_outer, c.copysign(outer, x), inner)])


def acos() -> Function:
    """Arc cosine; not a number beyond ±1."""
    c = Code("acos")
    x = c.parameter()
    is_outer, twice, twice_low, rest = _half_angle(c, x)

    # acos x = n π/2 − a: n = 1, a = asin x inside; outside n = 0 or 2 and a = ∓2 asin √((1 − |x|)/2)
    is_right = x > 0.0
    a = c.select(is_outer, c.select(is_right, -twice, twice), x)
    a_low = c.select(is_outer, c.select(is_right, -twice_low, twice_low), 0.0)
    n = c.select(is_outer, c.select(is_right, 0.0, 2.0), 1.0)
    high, low = ordered_sum(n * _HALF_PI[0], -a)
    return c.function([x], [high + (low - c.fma(a, rest, c.fma(n, -_HALF_PI[1], a_low)))])


def atan2() -> Function:
    """Angle of the vector (x, y), from −π to π; zeros have signs, as in C."""
    c = Code("atan2")
    y, x = c.parameter(), c.parameter()
    is_steep = c.abs(x) < c.abs(y)
    is_left = c.copysign(1.0, x) < 0.0
    a, b = _moderate(c, c.select(is_steep, c.abs(x), c.abs(y)), c.select(is_steep, c.abs(y), c.abs(x)))

    # tan(α − π/4) = (a − b)/(a + b) where the angle α of a/b is above π/8
    is_high = b * 0.41421356237309503 < a
    top = exact_sum(c.select(is_high, a, 0.0), c.select(is_high, -b, a))
    bottom = exact_sum(b, c.select(is_high, a, 0.0))
    t, t_low = quotient(c, top, bottom)
    z = t * t
    rest = c.fma(z * t, polynomial(c, squares(z, 3), _ATAN), t_low)

    # the octants: angle = n π/4 ± (t + rest)
    n = c.select(is_high, 1.0, 0.0)
    n = c.select(is_steep, 2.0 - n, n)
    n = c.select(is_left, 4.0 - n, n)
    mirrored = c.select(is_steep, c.lift(Bits, _SIGN), 0) ^ (c.bits(x) & _SIGN)
    t, rest = (c.real(c.bits(part) ^ mirrored) for part in (t, rest))
    base, base_low = exact_product(c, n, _HALF_PI[0] / 2)
    high, low = ordered_sum(base, t)
    angle = high + (low + (base_low + c.fma(n, _HALF_PI[1] / 2, rest)))
    return c.function([y, x], [c.copysign(angle, y)])


def _nearest_multiple(c: Code, x: Real) -> tuple[Real, Bits]:
    """The integer j next to x·2/π, and bits that end in those of j."""
    shifted = c.fma(x, _TWO_OVER_PI, _ROUND)
    return shifted - _ROUND, c.bits(shifted)


def _or_library(c: Code, x: Real, **near: Real) -> list[Real]:
    """The C library's values where |x| is too large for three parts of π/2; that is rare, hence the branch."""
    is_far = c.abs(x) > _FAR
    results = [c.variable(y) for y in near.values()]
    with c.when(c.any(is_far)):
        for name, result in zip(near, results, strict=True):
            result.update(is_far, c.library(name, x))
    return [result.value for result in results]


def _half_angle(c: Code, x: Real) -> tuple[Mask, Real, Real, Real]:
    """Where |x| > 1/2; 2s = 2 √((1 − |x|)/2) as a pair; and asin(s)/s − 1, with s = x where |x| ≤ 1/2."""
    is_outer = c.abs(x) > 0.5
    square = 0.5 - 0.5 * c.abs(x)
    s = c.sqrt(square)
    # what the root loses, (z − s²)/2s; the tiny number only turns 0/0 into 0
    twice_low = c.fma(-s, s, square) / (s + 1e-300)
    z = c.select(is_outer, square, x * x)
    return is_outer, 2.0 * s, twice_low, z * polynomial(c, squares(z, 4), _ASIN)


def _moderate(c: Code, a: Real, b: Real) -> tuple[Real, Real]:
    """Two lengths of the same ratio a ≤ b, far from overflow and underflow; with ∞ or two zeros, as in C."""
    scale = c.select(b > 2.0**600, 2.0**-500, c.select(a < 2.0**-500, 2.0**400, 1.0))
    is_infinite = b.equals(inf)
    a = c.select(is_infinite, c.select(a.equals(inf), 1.0, a * 0.0), a * scale)
    b = c.select(is_infinite | b.equals(0.0), 1.0, b * scale)
    return a, b
