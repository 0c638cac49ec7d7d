"""Integrals over values at given times."""

import numpy as np
import pytest

from dalembert.integrators.row_quadrature import row_weights

UNEVEN = np.array([0.0, 0.1, 0.15, 0.4, 0.5, 0.8, 1.0, 1.1, 1.7, 2.0])


@pytest.mark.parametrize("order", [2, 3, 4, 6, 8])
def test_polynomials_below_the_order_are_integrated_exactly(order):
    for k in range(order):
        assert row_weights(UNEVEN, order) @ UNEVEN**k == pytest.approx(2.0 ** (k + 1) / (k + 1), rel=1e-11)


@pytest.mark.parametrize("order", [2, 4, 6])
def test_errors_have_the_order(order):
    def error(n):
        t = np.linspace(0.0, 2.0, n + 1)
        return abs(row_weights(t, order) @ np.exp(t) - np.expm1(2.0))

    assert np.log2(error(20) / error(40)) == pytest.approx(order, abs=0.4)


def test_values_may_jump_where_a_time_is_repeated():
    t = np.concatenate([np.linspace(0.0, 1.0, 11), np.linspace(1.0, 3.0, 21)])
    y = np.concatenate([np.linspace(0.0, 1.0, 11) ** 3, np.full(21, 5.0)])
    assert row_weights(t, 6) @ y == pytest.approx(0.25 + 10.0, rel=1e-13)


def test_few_times_lower_the_order_and_backwards_is_negative():
    np.testing.assert_allclose(row_weights(np.array([0.0, 1.0]), 6), [0.5, 0.5])
    np.testing.assert_allclose(row_weights(UNEVEN[::-1], 4), -row_weights(UNEVEN, 4)[::-1], atol=1e-13)
    assert row_weights(np.array([1.0]), 6).tolist() == [0.0]
