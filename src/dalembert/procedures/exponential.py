"""Exponential, logarithm, powers and hyperbolic functions, for one lane or several.

Every function is a straight line of lane-wise operations, so that a lane has the bits of the scalar result.
The polynomials are minimax fits of the relative error, computed with 240 bits and rounded to doubles.
"""

from __future__ import annotations

from math import inf, nan

from dalembert.procedures.language import Code
from dalembert.procedures.precision import exact_product, ordered_sum, polynomial, quotient, squares
from dalembert.procedures.statements import Function
from dalembert.procedures.values import Bits, Real

_LOG2_E = 1.4426950408889634

# ln 2 in two parts of 53 bits; and with 42 bits in the first, whose product with an exponent is exact
_LN_2 = (0.6931471805599453, 2.3190468138462996e-17)
_SHORT_LN_2 = (0.6931471805598903, 5.497923018708371e-14)

# adding it rounds to an integer, which then stands in the last bits
_ROUND = 1.5 * 2.0**52
_ROUND_BITS = 0x4338000000000000

_ONE_BITS = 0x3FF0000000000000
_ROOT_HALF_BITS = 0x3FE6A09E667F3BCD
_SMALLEST_NORMAL = 2.0**-1022

# (sinh r − r) / r³ in z = r², |r| ≤ ln(2)/2, error 2⁻⁶²
_SINH = (
    0.16666666666666677,
    0.008333333333321376,
    0.00019841269886867145,
    2.7557243376523448e-06,
    2.5109355003042e-08,
)

# (cosh r − 1 − r²/2) / r⁴, error 2⁻⁷⁰
_COSH = (
    0.041666666666666685,
    0.0013888888888873264,
    2.4801587349281426e-05,
    2.755725171914722e-07,
    2.0921810256085212e-09,
)

# (2 atanh s − 2s) / s³ in z = s², |s| ≤ (√2 − 1)/(√2 + 1), error 2⁻⁵⁹
_ATANH = (
    0.6666666666666734,
    0.3999999999941663,
    0.2857142874203134,
    0.2222219860470552,
    0.18183562869516448,
    0.15314084392273403,
    0.14795637544060689,
)

# (2 atanh s − 2s − ⅔ s³) / s⁵, error 2⁻⁷³; and ⅔ as a pair
_ATANH_REST = (
    0.3999999999999998,
    0.2857142857144384,
    0.22222222217789753,
    0.1818181884398849,
    0.15384558429054804,
    0.13336264470887735,
    0.11675781441818184,
    0.11981746113391388,
)
_TWO_THIRDS = (2 / 3, 3.700743415417188e-17)


def exp() -> Function:
    """eˣ."""
    c = Code("exp")
    x = c.parameter()
    return c.function([x], [_exp_of_sum(c, x, 0.0)])


def log() -> Function:
    """Natural logarithm; −∞ at zero, not a number below."""
    c = Code("log")
    x = c.parameter()
    k, f = _exponent_and_excess(c, x)

    # ln(1 + f) = f − f²/2 + s (f²/2 + z L(z)) with s = f/(2 + f): the large terms carry no rounding of s
    s = f / (2.0 + f)
    z = s * s
    half = 0.5 * f * f
    rest = c.fma(s, c.fma(z, polynomial(c, squares(z, 3), _ATANH), half), k * _SHORT_LN_2[1])
    high, low = ordered_sum(k * _SHORT_LN_2[0], f)
    result = high + (low + (rest - half))
    limit = c.select(x.equals(0.0), -inf, nan)
    return c.function([x], [c.select(x > 0.0, c.select(x < inf, result, x), limit)])


def sinh() -> Function:
    """Hyperbolic sine."""
    c = Code("sinh")
    x = c.parameter()
    sine, _, scale = _hyperbolic_pairs(c, x, largest=710.7)
    # 2ᵏ⁻² and a doubled factor, because 2ᵏ⁻¹ is too large a number for the last results
    result = 2.0 * (sine[0] + sine[1]) * scale
    return c.function([x], [c.copysign(result, x)])


def cosh() -> Function:
    """Hyperbolic cosine."""
    c = Code("cosh")
    x = c.parameter()
    _, cosine, scale = _hyperbolic_pairs(c, x, largest=710.7)
    return c.function([x], [2.0 * (cosine[0] + cosine[1]) * scale])


def tanh() -> Function:
    """Hyperbolic tangent; it is ±1 to the last bit beyond ±22."""
    c = Code("tanh")
    x = c.parameter()
    sine, cosine, _ = _hyperbolic_pairs(c, x, largest=22.0)
    high, low = quotient(c, sine, cosine)
    return c.function([x], [c.copysign(high + low, x)])


def pow() -> Function:
    """x to the power y, with the special cases of C: x⁰ = 1ʸ = 1, a negative x takes integer powers only."""
    c = Code("pow")
    x, y = c.parameter(), c.parameter()

    # y ln|x| as a pair; beyond ±800 the result is 0 or ∞ whatever the low part
    ln, ln_low = _log_pair(c, c.abs(x))
    high = y * ln
    low = c.select(c.abs(high) < 800.0, c.fma(y, ln_low, c.fma(y, ln, -high)), 0.0)
    size = _exp_of_sum(c, high, low)

    # sign: an odd power keeps that of x, and no fraction of a power is real
    is_whole = c.floor(y).equals(y)
    is_odd = is_whole & ~c.floor(0.5 * y).equals(0.5 * y)
    result = c.select(is_odd, c.copysign(size, x), size)
    result = c.select((x < 0.0) & (x > -inf) & ~is_whole, nan, result)

    # one whatever the other operand, even if it is not a number
    is_one = x.equals(1.0) | y.equals(0.0) | (x.equals(-1.0) & c.abs(y).equals(inf))
    return c.function([x, y], [c.select(is_one, 1.0, result)])


def _exp_of_sum(c: Code, x: Real, x_low: Real | float) -> Real:
    """e to the power x + x_low, a pair; 0 or ∞ far out."""
    x = c.select(x > 800.0, 800.0, c.select(x < -800.0, -800.0, x))

    # r = x − k ln 2 as a pair, |r| ≤ ln(2)/2; the first difference is exact
    shifted = c.fma(x, _LOG2_E, _ROUND)
    k = shifted - _ROUND
    r, r_low = ordered_sum(c.fma(k, -_LN_2[0], x), c.fma(k, -_LN_2[1], x_low))

    # eʳ = 1 + r + (cosh r − 1) + (sinh r − r), the sum of the first two without loss
    sine_rest, cosine_rest = _hyperbolic_rests(c, r)
    high, low = ordered_sum(1.0, r)
    value = high + (low + (r_low + (sine_rest + cosine_rest)))

    # 2ᵏ in two factors, so that the last of the products alone may overflow or become subnormal
    bits = c.bits(shifted)
    half = bits >> 1
    return value * _power_of_two(c, half) * _power_of_two(c, bits - half)


def _hyperbolic_rests(c: Code, r: Real) -> tuple[Real, Real]:
    """sinh r − r and cosh r − 1."""
    powers = squares(r * r, 2)
    z = powers[0]
    return z * r * polynomial(c, powers, _SINH), z * c.fma(z, polynomial(c, powers, _COSH), 0.5)


def _hyperbolic_pairs(c: Code, x: Real, largest: float) -> tuple[tuple[Real, Real], tuple[Real, Real], Real]:
    """Pairs s, c and a scale 2ᵏ⁻² such that sinh|x| = 2s·scale and cosh x = 2c·scale.

    With |x| = k ln 2 + r and w = 2⁻²ᵏ,  s = (1 + w) sinh r + (1 − w) cosh r  and
    c = (1 + w) cosh r + (1 − w) sinh r: near zero s is 2 sinh r, nothing cancels.
    """
    x = c.abs(x)
    x = c.select(x > largest, largest, x)
    shifted = c.fma(x, _LOG2_E, _ROUND)
    k = shifted - _ROUND
    r, r_low = ordered_sum(c.fma(k, -_LN_2[0], x), k * -_LN_2[1])
    sine_rest, cosine_rest = _hyperbolic_rests(c, r)
    sine_rest = sine_rest + r_low

    # w vanishes beside one long before its exponent ends
    w = _power_of_two(c, c.bits(c.fma(c.select(k > 32.0, 32.0, k), -2.0, _ROUND)))
    plus, minus = ordered_sum(1.0, w), ordered_sum(1.0, -w)

    def combined(a: tuple[Real, Real], b: tuple[Real, Real]) -> tuple[Real, Real]:
        """a cosh r + b sinh r."""
        product, product_low = exact_product(c, b[0], r)
        high, low = ordered_sum(a[0], product)
        rest = c.fma(a[0], cosine_rest, c.fma(b[0], sine_rest, product_low))
        return ordered_sum(high, low + (c.fma(b[1], r, a[1]) + rest))

    return combined(minus, plus), combined(plus, minus), _power_of_two(c, c.bits(shifted) - 2)


def _exponent_and_excess(c: Code, x: Real) -> tuple[Real, Real]:
    """k and f with x = 2ᵏ (1 + f) and √½ ≤ 1 + f < √2, for positive x; f is exact."""
    is_subnormal = x < _SMALLEST_NORMAL
    bits = c.bits(c.select(is_subnormal, x * 2.0**54, x))
    k = (bits - _ROOT_HALF_BITS) >> 52
    fraction = c.real(bits - (k << 52))
    # an integer below 2⁵¹ becomes a double by way of the rounding constant
    exponent = c.real(k + _ROUND_BITS) - c.select(is_subnormal, _ROUND + 54.0, _ROUND)
    return exponent, fraction - 1.0


def _log_pair(c: Code, x: Real) -> tuple[Real, Real]:
    """ln x as a pair with a relative error of 2⁻⁶⁵, for x ≥ 0; −∞ at zero."""
    k, f = _exponent_and_excess(c, x)

    # s = f/(2 + f) and z = s² as pairs
    s, s_low = quotient(c, (f, c.lift(Real, 0.0)), ordered_sum(2.0, f))
    z, z_low = exact_product(c, s, s)
    z_low = c.fma(2.0 * s, s_low, z_low)

    # ln(1 + f) = 2s + s z (⅔ + z L(z)): all but L needs the pair
    w, w_low = ordered_sum(_TWO_THIRDS[0], z * polynomial(c, squares(z, 3), _ATANH_REST))
    p, p_low = exact_product(c, z, w)
    p_low = c.fma(z_low, w, c.fma(z, w_low + _TWO_THIRDS[1], p_low))
    cubic, cubic_low = exact_product(c, s, p)
    cubic_low = c.fma(s_low, p, c.fma(s, p_low, cubic_low))
    ln, ln_low = ordered_sum(2.0 * s, cubic)

    # plus k ln 2
    high, low = ordered_sum(k * _SHORT_LN_2[0], ln)
    rest = c.fma(2.0, s_low, ln_low + cubic_low)
    low = low + c.fma(k, _SHORT_LN_2[1], rest)
    high = c.select(x < inf, high, x)
    return c.select(x.equals(0.0), -inf, high), low


def _power_of_two(c: Code, exponent: Bits) -> Real:
    """2 to the integer in the last twelve bits."""
    return c.real((exponent << 52) + _ONE_BITS)
