import numpy as np

import dalembert as da
from dalembert.expr.box_minimum import least_between

SIZE = 4


def problem():
    s = da.expr.symbols("s", SIZE * SIZE + 3 * SIZE)
    H, rest = s[: SIZE * SIZE].reshape(SIZE, SIZE), s[SIZE * SIZE :].reshape(3, SIZE)
    return s, least_between(H, *rest)


def numbers(rng):
    A = rng.standard_normal((SIZE, SIZE))
    limits = rng.random(SIZE)
    return np.concatenate(
        [(A @ A.T + 1e-6 * np.eye(SIZE)).ravel(), 3.0 * rng.standard_normal(SIZE), -limits, limits]
    )


def test_slopes_point_outwards_at_limits_and_vanish_between():
    s, (x, sides) = problem()
    kernel, rng = da.kernels.compile({"x": x, "sides": sides}, {"s": s}), np.random.default_rng(0)
    seen = set()
    for _ in range(40):
        given = numbers(rng)
        found = kernel(s=given)
        H, (g, low, high) = given[: SIZE * SIZE].reshape(SIZE, SIZE), given[SIZE * SIZE :].reshape(3, SIZE)
        slope = g + H @ found["x"]
        for side, value in zip(found["sides"], slope, strict=True):
            assert {0.0: abs(value) < 1e-10, -1.0: value > -1e-10, 1.0: value < 1e-10}[float(side)]
        assert ((low - 1e-12 <= found["x"]) & (found["x"] <= high + 1e-12)).all()
        np.testing.assert_allclose(da.expr.evaluate(x, dict(zip(s, given, strict=True))), found["x"], atol=1e-9)
        seen |= set(map(float, found["sides"]))
    assert seen == {-1.0, 0.0, 1.0}


def test_derivatives_are_those_of_differences():
    s, (x, _) = problem()
    given, h = numbers(np.random.default_rng(3)), 1e-6
    value = da.kernels.compile({"x": x}, {"s": s})
    steps = h * np.eye(len(s))
    expected = np.stack([(value(s=given + d)["x"] - value(s=given - d)["x"]) / (2 * h) for d in steps], axis=1)
    for sweep in da.expr.DerivativeSweep:
        J = da.expr.sparse_jacobian(x, s, sweep).to_array()
        found = da.kernels.compile({"J": J}, {"s": s})(s=given)["J"]
        np.testing.assert_allclose(found, expected, atol=1e-7)
