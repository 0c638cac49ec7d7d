import numpy as np
import pytest

from dalembert.errors import ExpressionError
from dalembert.expr import linear
from dalembert.expr.linear import solve
from dalembert.expr.symbol_nodes import symbols
from tests.expr.routine_checks import assert_derivatives, assert_native_is_interpreted, calls_below, traced


@pytest.mark.parametrize("n", [1, 2, 7, 30])
def test_solve_agrees_with_numpy(n):
    rng = np.random.default_rng(n)
    A, b = rng.normal(size=(n, n)), rng.normal(size=(n, 2))
    np.testing.assert_allclose(solve(A, b), np.linalg.solve(A, b), rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(solve(A, b[:, 0]), np.linalg.solve(A, b[:, 0]), rtol=0.0, atol=1e-11)


def test_solve_of_a_zero_diagonal_needs_pivots_and_finds_them():
    A = np.array([[0.0, 1.0], [2.0, 0.0]])
    x, _, values = traced(lambda A: solve(A, [3.0, 4.0]), A)
    assert_native_is_interpreted(x, values)
    np.testing.assert_array_equal(solve(A, [3.0, 4.0]), [2.0, 3.0])


def test_derivative_is_implicit():
    rng = np.random.default_rng(0)
    assert_derivatives(solve, rng.normal(size=(4, 4)), rng.normal(size=4), orders=2)


def test_solve_is_two_calls():
    assert len(calls_below(solve(symbols("a", (3, 3)), symbols("b", 3)))) == 2


def test_empty_system_has_an_empty_solution():
    assert solve(np.zeros((0, 0)), np.zeros(0)).shape == (0,)
    assert solve(np.zeros((0, 0)), np.zeros((0, 2))).shape == (0, 2)
    assert solve(np.eye(2), np.zeros((2, 0))).shape == (2, 0)


def test_wrong_shapes_are_named():
    with pytest.raises(ExpressionError, match=r"square matrix, not one of shape \(1, 2\)"):
        solve(np.ones((1, 2)), np.ones(1))
    with pytest.raises(ExpressionError, match=r"must have shape \(2,\) or \(2, k\), not \(\)"):
        solve(np.eye(2), 1.0)


def test_public_names_exist():
    assert all(hasattr(linear, name) for name in linear.__all__)
