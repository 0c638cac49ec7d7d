"""Elementary functions against mpmath, C's special values, and themselves in other lanes and tiers."""

import math
from functools import cache
from itertools import product

import mpmath
import numpy as np
import pytest

from dalembert.config import Tier
from dalembert.procedures.elementary import ELEMENTARY, elementary
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure
from tests.native_runs import run

# in units in the last place. The angle left by the reduction is rounded, half a unit of the angle, which is up
# to one unit of its sine; all other results are rounded once, from a sum whose error is a fraction of a unit
MAX_ULP_SINCOS = 1.6
MAX_ULP = 1.0

# beyond 2⁴⁰ angles are left to the C library
MAX_ULP_LIBRARY = 2.0

# next to a zero that is far out, libraries keep the error small but not the ulps: GNU's is wrong by 8e-34
ATOL_LIBRARY = 1e-28

# C libraries differ by a unit or two at ordinary values; special values must agree exactly
RTOL_SPECIAL = 1e-15

BITS = 150  # of the reference
LARGEST = 1.7976931348623157e308
SMALLEST = 2.0**-1022
TINY = 5e-324
SPECIAL = [0.0, 0.5, 1.0, 2.0, 3.0, 2.5, 1e22, 2.0**53, 800.0, SMALLEST, TINY, LARGEST, math.inf]
SPECIAL = np.array([*SPECIAL, *(-x for x in SPECIAL), math.nan])

REFERENCE = {
    **{name: getattr(mpmath, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan2", "exp", "log")},
    **{"sinh": mpmath.sinh, "cosh": mpmath.cosh, "tanh": mpmath.tanh, "pow": mpmath.power},
}
IN_NUMPY = {"asin": "arcsin", "acos": "arccos", "atan2": "arctan2", "pow": "power"}


# ---- native evaluation


@cache
def loop(name: str) -> Procedure:
    """`y[i] = f(x[i])` for n[0] entries."""
    f = elementary(name)
    c = Code(f"each_{name}")
    n = c.indices("n")
    x = [c.argument(f"x{k}") for k in range(len(f.parameters))]
    y = [c.argument(f"y{k}") for k in range(len(f.results))]
    with c.each(n[0]) as i:
        results = c.apply(f, *(operand[i] for operand in x))
        for target, value in zip(y, results if isinstance(results, tuple) else (results,), strict=True):
            target[i] = value
    return c.procedure()


def evaluate(name: str, *operands, lanes: int = 1, tier: Tier = Tier.FULL) -> np.ndarray:
    """Native results for arrays of operands; sin and cos are those of sincos."""
    which = {"sin": 0, "cos": 1}.get(name, 0)
    text = loop("sincos" if name in ("sin", "cos") else name)
    size = len(operands[0])
    entries = -(-size // lanes)
    x = [np.append(a, np.zeros(entries * lanes - size)) for a in operands]
    y = [np.empty(entries * lanes) for _ in text.arguments[1 + len(x) :]]
    assert run(text, np.array([entries]), *x, *y, lanes=lanes, tier=tier) == 0
    return y[which][:size]


def ulp_error(value: float, exact: mpmath.mpf) -> float:
    """Distance from the exact value in units in the last place of the rounded one."""
    rounded = float(exact)
    if math.isinf(rounded):
        return 0.0 if value == rounded else math.inf
    if not math.isfinite(value):
        return math.inf
    return float(abs(mpmath.mpf(value) - exact) / mpmath.mpf(math.ulp(rounded)))


def assert_accurate(name: str, *arrays: np.ndarray, bound: float) -> None:
    assert_values_accurate(name, evaluate(name, *arrays), *arrays, bound=bound)


def assert_values_accurate(name: str, values: np.ndarray, *arrays: np.ndarray, bound: float) -> None:
    with mpmath.workprec(BITS):
        errors = [
            ulp_error(float(value), REFERENCE[name](*map(mpmath.mpf, row)))
            for value, *row in zip(values, *(a.tolist() for a in arrays), strict=True)
        ]
    worst = int(np.argmax(errors))
    row = [float(a[worst]) for a in arrays]
    assert errors[worst] <= bound, f"{name}{row} = {values[worst]!r} is {errors[worst]:.3g} ulp off"


def suspects(name: str, values: np.ndarray, *arrays: np.ndarray, n: int) -> np.ndarray:
    """Indices of the n values that are farthest from those of long doubles, or not finite, and of n at random.

    Where long doubles have no more digits than doubles, the farthest are still those that are not rounded alike.
    """
    with np.errstate(all="ignore"):
        fine = getattr(np, IN_NUMPY.get(name, name))(*(a.astype(np.longdouble) for a in arrays))
        errors = (np.abs(values - fine) / np.spacing(np.abs(values))).astype(float)
    far = np.argsort(np.where(np.isfinite(errors), errors, np.inf))[-n:]
    odd = np.flatnonzero(~np.isfinite(errors))
    return np.unique(np.concatenate([far, odd, np.random.default_rng(12).integers(0, values.size, n)]))


# ---- samples


def log_uniform(rng: np.random.Generator, n: int, low: float, high: float) -> np.ndarray:
    """Positive numbers, every magnitude as likely."""
    return np.clip(np.exp(rng.uniform(np.log(low), np.log(high), n)), low, high)


def both_signs(x: np.ndarray) -> np.ndarray:
    return np.concatenate([x, -x])


def around(*centres: float) -> np.ndarray:
    """The numbers, their neighbours, and points at relative distances from 1e-15 to 0.1."""
    steps = np.concatenate([[0.0], *([d, -d] for d in 10.0 ** np.arange(-15, 0))])
    near = np.concatenate([x + x * steps for x in centres])
    return np.concatenate([near, np.nextafter(centres, np.inf), np.nextafter(centres, -np.inf)])


def close_to_quarter_turns(exponents: range) -> np.ndarray:
    """The doubles m·2ᵉ nearest to multiples j·π/2: m/j are the convergents of π/2ᵉ⁺¹."""
    found = []
    with mpmath.workprec(2400):
        for e in exponents:
            rest, last, m = mpmath.ldexp(mpmath.pi, -e - 1), 0, 1
            while m < 2**53:
                found.append(mpmath.ldexp(m, e))
                whole = int(rest)
                last, m = m, whole * m + last
                rest = 1 / (rest - whole)
    return np.array([float(x) for x in found if x > 0.5])


def angles(rng: np.random.Generator, n: int) -> np.ndarray:
    """Angles up to 2⁴⁰."""
    turns = [float(j * mpmath.pi / 2) for j in rng.integers(1, 10**6, n).tolist()]
    ranges = [rng.uniform(0, high, n) for high in (0.8, 10.0, 1e3, 1e6, 2.0**40)]
    edges = around(math.pi / 4, math.pi / 2, math.pi, 100 * math.pi, 1e6)
    hard = close_to_quarter_turns(range(-52, -13))
    small = log_uniform(rng, n, TINY, 1.0)
    return both_signs(np.concatenate([*ranges, turns, edges, hard, small, [2.0**40, TINY, SMALLEST]]))


def far_angles(rng: np.random.Generator, n: int) -> np.ndarray:
    """Angles beyond 2⁴⁰."""
    edges = [LARGEST, 2.0**1023, 1e22, math.nextafter(2.0**40, math.inf)]
    return both_signs(np.append(log_uniform(rng, n, 2.0**40, LARGEST), edges))


def sines(rng: np.random.Generator, n: int) -> np.ndarray:
    x = np.concatenate([rng.uniform(0, 1, n), 1 - log_uniform(rng, n, 1e-16, 0.5), log_uniform(rng, n, TINY, 1)])
    edges = around(0.5, 1.0)
    return both_signs(np.concatenate([x, edges[edges <= 1], [TINY, SMALLEST]]))


def vectors(rng: np.random.Generator, n: int) -> tuple[np.ndarray, ...]:
    """Vectors of all directions and lengths, and close to the borders between octants."""
    spans = [(1e-3, 1.0), (1e-10, 1e10), (TINY, LARGEST), (TINY, 1e-300), (1e300, LARGEST)]
    pairs = [np.array([log_uniform(rng, n, *span), log_uniform(rng, n, *span)]) for span in spans]
    slopes = around(1.0, math.sqrt(2) - 1, math.sqrt(2) + 1)
    pairs.append(np.array([slopes, np.ones_like(slopes)]))
    y, x = np.concatenate(pairs, axis=1)
    return y * rng.choice([-1, 1], y.size), x * rng.choice([-1, 1], x.size)


def exponents(rng: np.random.Generator, n: int) -> np.ndarray:
    ranges = [rng.uniform(*ends, n) for ends in ((-1, 1), (-745.2, 709.8), (-745.2, -708), (709, 709.8))]
    edges = around(709.782712893384, -745.1332191019411, -708.3964185322641, math.log(2) / 2)
    return np.concatenate([*ranges, both_signs(log_uniform(rng, n, TINY, 1.0)), edges, [0.0, TINY]])


def positives(rng: np.random.Generator, n: int) -> np.ndarray:
    near = 1 + both_signs(log_uniform(rng, n, 1e-16, 0.4))
    wide = [log_uniform(rng, n, TINY, LARGEST), log_uniform(rng, n, TINY, SMALLEST), rng.uniform(0.1, 3, n)]
    return np.concatenate([near[near != 1], *wide, around(math.sqrt(2), math.sqrt(0.5)), [TINY, LARGEST]])


def hyperbolic_angles(rng: np.random.Generator, n: int) -> np.ndarray:
    ranges = [rng.uniform(*ends, n) for ends in ((0, 1), (0, 22), (0, 710.4), (709.5, 710.47), (17, 20))]
    edges = around(math.log(2) / 2, 22.0, 710.4758600739439)
    return both_signs(np.concatenate([*ranges, log_uniform(rng, n, TINY, 1.0), edges, [TINY, SMALLEST]]))


def powers(rng: np.random.Generator, n: int) -> tuple[np.ndarray, ...]:
    """Bases and exponents with every size of result, from subnormal to too large."""
    bases = np.concatenate(
        [
            rng.uniform(0.01, 10, n),
            rng.uniform(1.3, 1.5, n),
            log_uniform(rng, n, TINY, LARGEST),
            1 + both_signs(log_uniform(rng, n, 1e-15, 0.1)),
        ]
    )
    with np.errstate(divide="ignore"):
        y = rng.uniform(-746, 711, bases.size) / np.log(bases)
    x, y = bases[np.isfinite(y)], y[np.isfinite(y)]
    integers = rng.integers(-20, 20, n).astype(float)
    return np.append(x, rng.uniform(-5, 5, n)), np.append(y, integers)


SAMPLES = {
    **{"tan": angles, "asin": sines, "acos": sines, "atan2": vectors, "exp": exponents, "log": positives},
    **{"sinh": hyperbolic_angles, "cosh": hyperbolic_angles, "tanh": hyperbolic_angles, "pow": powers},
}


def samples(name: str, n: int) -> tuple[np.ndarray, ...]:
    drawn = SAMPLES.get(name, angles)(np.random.default_rng(7), n)
    return drawn if isinstance(drawn, tuple) else (drawn,)


# ---- accuracy


@pytest.mark.parametrize("name", SAMPLES)
def test_functions_are_rounded_almost_correctly(name):
    assert_accurate(name, *samples(name, 100), bound=MAX_ULP)


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_sine_and_cosine_are_good_to_the_last_bits(name):
    assert_accurate(name, *samples(name, 200), bound=MAX_ULP_SINCOS)


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_angles_of_any_size_are_reduced(name):
    assert_accurate(name, far_angles(np.random.default_rng(8), 100), bound=MAX_ULP_LIBRARY)


def test_zeros_far_out_are_found():
    # of all doubles the nearest to a multiple of π/2, an odd one
    x = 6381956970095103.0 * 2.0**797
    with mpmath.workprec(BITS):
        exact = float(mpmath.cos(mpmath.mpf(x)))
    assert abs(exact) < 1e-18
    assert abs(evaluate("cos", np.array([x]))[0] - exact) < ATOL_LIBRARY


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sin", "cos", *SAMPLES])
def test_accuracy_on_many_samples(name):
    bound = MAX_ULP_SINCOS if name in ("sin", "cos") else MAX_ULP
    drawn = samples(name, 20_000)
    values = evaluate(name, *drawn)
    # the reference has many digits and takes long: it decides where others raise doubts
    chosen = suspects(name, values, *drawn, n=2_000)
    assert_values_accurate(name, values[chosen], *(a[chosen] for a in drawn), bound=bound)


def test_angles_near_zero_are_exact():
    x = both_signs(log_uniform(np.random.default_rng(9), 1000, TINY, 1e-9))
    for name in ("sin", "tan", "asin", "sinh", "tanh"):
        np.testing.assert_array_equal(evaluate(name, x), x)


def test_powers_of_two_are_exact():
    k = np.arange(-1074.0, 1024.0)
    np.testing.assert_array_equal(evaluate("pow", np.full(k.size, 2.0), k), np.ldexp(1.0, k.astype(int)))


# ---- special values


def assert_same(values: np.ndarray, expected: np.ndarray, label: str) -> None:
    """Equal, not a number at the same places, zeros and infinities of the same sign."""
    np.testing.assert_allclose(values, expected, rtol=RTOL_SPECIAL, atol=0, err_msg=label)
    ordinary = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(values[ordinary]), np.signbit(expected[ordinary]), err_msg=label)


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "asin", "acos", "exp", "log", "sinh", "cosh", "tanh"])
def test_special_values_are_those_of_c(name):
    with np.errstate(all="ignore"):
        expected = getattr(np, IN_NUMPY.get(name, name))(SPECIAL)
    assert_same(evaluate(name, SPECIAL), expected, name)


@pytest.mark.parametrize(("name", "reference"), [("atan2", np.arctan2), ("pow", np.power)])
def test_special_pairs_are_those_of_c(name, reference):
    a, b = (np.array(x) for x in zip(*product(SPECIAL, SPECIAL), strict=True))
    with np.errstate(all="ignore"):
        expected = reference(a, b)
    assert_same(evaluate(name, a, b), expected, name)


def test_limits_of_the_exponential():
    top, bottom = 709.782712893384, -745.1332191019411
    x = np.array([top, math.nextafter(top, 800), bottom, math.nextafter(bottom, -800), 710.0, 1e308])
    y = evaluate("exp", x)
    assert np.isfinite(y[0])
    assert y[2] == TINY
    np.testing.assert_array_equal(y[[1, 3, 4, 5]], [math.inf, 0.0, math.inf, math.inf])


def test_hyperbolic_functions_overflow_where_their_values_do():
    top = 710.4758600739439
    x = np.array([top, math.nextafter(top, 800)])
    for name in ("sinh", "cosh"):
        y = evaluate(name, x)
        assert np.isfinite(y[0])
        assert y[1] == math.inf


def test_sign_is_that_of_numpy():
    np.testing.assert_array_equal(evaluate("sign", SPECIAL), np.sign(SPECIAL))


def test_remainder_is_exact_and_has_the_sign_of_the_divisor():
    rng = np.random.default_rng(10)
    spans = [(1e-3, 1e3), (TINY, LARGEST), (TINY, 1e-300), (1e-20, 1e20)]
    pairs = [np.array([log_uniform(rng, 500, *span), log_uniform(rng, 500, *span)]) for span in spans]
    # next to whole quotients, where the rounded quotient is one too large
    b = rng.uniform(0.1, 10, 500)
    pairs.append(np.array([np.nextafter(b * rng.integers(1, 100, 500), 0.0), b]))
    a, b = np.concatenate(pairs, axis=1)
    a, b = a * rng.choice([-1, 1], a.size), b * rng.choice([-1, 1], b.size)
    special = [(x, y) for x, y in product(SPECIAL, SPECIAL) if math.isfinite(x) and y != 0 and y == y]
    a, b = (np.append(x, extra) for x, extra in zip((a, b), zip(*special, strict=True), strict=True))
    expected = np.array([x % y for x, y in zip(a.tolist(), b.tolist(), strict=True)])
    values = evaluate("mod", a, b)
    np.testing.assert_array_equal(values, expected)
    np.testing.assert_array_equal(np.signbit(values), np.signbit(expected))


def test_remainder_without_a_divisor_is_not_a_number():
    a, b = np.array([1.0, 0.0, math.inf, math.nan, 1.0]), np.array([0.0, 0.0, 2.0, 1.0, math.nan])
    assert np.isnan(evaluate("mod", a, b)).all()


# ---- one text, the same bits


@pytest.mark.parametrize("name", ELEMENTARY)
def test_lanes_and_tiers_give_the_same_bits(name):
    n_operands = len(elementary(name).parameters)
    drawn = samples("atan2" if name == "mod" else name, 100)
    special = zip(*product(SPECIAL, repeat=n_operands), strict=True)
    x = [np.append(a, extra) for a, extra in zip(drawn, special, strict=True)]
    order = np.random.default_rng(11).permutation(x[0].size)
    x = [a[order] for a in x]
    for which in ("sin", "cos") if name == "sincos" else (name,):
        expected = evaluate(which, *x)
        number = ~np.isnan(expected)
        for lanes, tier in product((1, 4, 8), Tier):
            values = evaluate(which, *x, lanes=lanes, tier=tier)
            np.testing.assert_array_equal(np.isnan(values), ~number)
            np.testing.assert_array_equal(values[number].view(np.int64), expected[number].view(np.int64))
