import numpy as np
import pytest

from dalembert.errors import ExpressionError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.inverses import Factor, call
from dalembert.expr.least_squares import OrthogonalFactor, PseudoInverse, least_squares
from dalembert.expr.symbol_nodes import symbols
from dalembert.native.kernel import compile
from tests.expr.routine_checks import (
    assert_derivatives,
    assert_native_is_interpreted,
    calls_below,
    run_natively,
    traced,
)

SHAPES = [(1, 1), (3, 3), (6, 3), (3, 6), (1, 5), (5, 1), (30, 12), (12, 30)]


def deficient(m, n, rank, seed=1):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_full_rank_agrees_with_numpy(shape):
    rng = np.random.default_rng(2)
    A, b = rng.normal(size=shape), rng.normal(size=(shape[0], 2))
    np.testing.assert_allclose(least_squares(A, b), np.linalg.lstsq(A, b, rcond=None)[0], rtol=0.0, atol=1e-13)
    x, _, values = traced(least_squares, A, b)
    assert_native_is_interpreted(x, values)


@pytest.mark.parametrize("shape", [(5, 4), (4, 5), (8, 8)], ids=str)
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_deficient_rank_gives_the_shortest_solution(shape, rank):
    A, b = deficient(*shape, rank), np.random.default_rng(3).normal(size=shape[0])
    np.testing.assert_allclose(least_squares(A, b), np.linalg.pinv(A, rcond=1e-10) @ b, rtol=0.0, atol=1e-12)
    # which of equally long remainders comes next is decided by rounding, so only the solutions are compared
    assert_same_solution(A, b, rank)


def assert_same_solution(A, b, rank):
    routine = OrthogonalFactor(*A.shape, 1e-12)
    status, factors = run_natively(routine, A.ravel())
    assert status == 0
    assert factors[-1] == rank
    for is_transposed, c in ((False, b), (True, np.arange(1.0, A.shape[1] + 1.0))):
        inverse = np.linalg.pinv(A, rcond=1e-10)
        status, x = run_natively(PseudoInverse(routine, 1, is_transposed), np.concatenate([factors, c]))
        assert status == 0
        np.testing.assert_allclose(x, (inverse.T if is_transposed else inverse) @ c, rtol=0.0, atol=1e-12)


def test_nearly_dependent_columns_count_as_dependent():
    A = np.array([[1.0, 1.0], [1.0, 1.0 + 1e-9], [0.0, 0.0]])
    b = np.array([2.0, 2.0, 1.0])
    np.testing.assert_allclose(least_squares(A, b, rcond=1e-6), [1.0, 1.0], atol=1e-8)


def test_directions_beyond_a_known_rank_are_left_out():
    A, b = deficient(5, 4, 2), np.random.default_rng(8).normal(size=5)
    shaken = A + 1e-7 * np.random.default_rng(9).normal(size=A.shape)
    expected = np.linalg.pinv(A, rcond=1e-10) @ b
    np.testing.assert_allclose(least_squares(shaken, b, 2), expected, rtol=0.0, atol=1e-5)
    assert np.abs(least_squares(shaken, b) - expected).max() > 1.0
    x, _, values = traced(lambda A, b: least_squares(A, b, 2), shaken, b)
    assert_native_is_interpreted(x, values)
    with pytest.raises(ExpressionError, match="a rank between 0 and 4, not 5"):
        least_squares(A, b, 5)


def test_zero_matrix_has_the_zero_solution():
    np.testing.assert_array_equal(least_squares(np.zeros((2, 3)), np.ones(2)), np.zeros(3))
    assert_same_solution(np.zeros((2, 3)), np.ones(2), 0)


@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (5, 3), (3, 5)], ids=str)
def test_derivatives(shape):
    rng = np.random.default_rng(4)
    assert_derivatives(least_squares, rng.normal(size=shape), rng.normal(size=shape[0]), orders=2)
    assert_derivatives(least_squares, rng.normal(size=shape), rng.normal(size=(shape[0], 2)))


def test_derivatives_at_constant_deficient_rank():
    rng = np.random.default_rng(5)

    def solved(B, C, b):
        return least_squares(B @ C, b)

    assert_derivatives(solved, rng.normal(size=(5, 2)), rng.normal(size=(2, 4)), rng.normal(size=5), orders=2)


def test_derivatives_of_the_transposed_inverse():
    rng = np.random.default_rng(6)

    def transposed(A, b):
        routine = OrthogonalFactor(3, 5, 1e-12)
        factors = call(routine, list(A.ravel()))
        return PseudoInverse(routine, 1, is_transposed=True).solve([*A.ravel(), *factors], b.reshape(5, 1))

    assert_derivatives(transposed, rng.normal(size=(3, 5)), rng.normal(size=5), orders=2)


def test_derivatives_never_decompose_again():
    A, b = symbols("a", (2, 3)), symbols("b", 2)
    found = calls_below(jacobian(jacobian(least_squares(A, b), b), A))
    assert sum(isinstance(node.args[0], Factor) for node in found) == 1


@pytest.mark.parametrize("lanes", [1, 4])
def test_compiled_kernel_with_lanes_of_different_rank(lanes):
    A, b = symbols("a", (4, 3)), symbols("b", 4)
    kernel = compile(least_squares(A, b), [A, b], lanes=lanes)
    matrices = np.array([deficient(4, 3, rank, seed=7) for rank in (1, 2, 3, 3)])
    given = np.arange(16.0).reshape(4, 4)
    for x, M, c in zip(kernel(matrices, given), matrices, given, strict=True):
        np.testing.assert_allclose(x, np.linalg.pinv(M, rcond=1e-10) @ c, rtol=0.0, atol=1e-11)


def test_what_is_no_number_gives_no_number():
    A = np.array([[1.0, np.nan], [0.0, 1.0]])
    assert np.isnan(least_squares(A, np.ones(2))).all()
    status, y = run_natively(OrthogonalFactor(2, 2, 1e-12), A.ravel())
    assert status > 0
    assert np.isnan(y).all()
    nodes = symbols("a", (2, 2))
    with pytest.raises(SolverError, match="not finite"):
        compile(least_squares(nodes, np.ones(2)), [nodes])(A)


def test_empty_problems_have_zero_solutions():
    np.testing.assert_array_equal(least_squares(np.zeros((0, 3)), np.zeros(0)), np.zeros(3))
    assert least_squares(np.zeros((2, 0)), np.ones(2)).shape == (0,)


def test_misuse_is_named():
    with pytest.raises(ExpressionError, match=r"must have shape \(2,\) or \(2, k\), not \(3,\)"):
        least_squares(np.ones((2, 3)), np.ones(3))
    with pytest.raises(ExpressionError, match="least_squares needs a matrix"):
        least_squares(np.ones(3), np.ones(3))
    with pytest.raises(ExpressionError, match="rcond"):
        least_squares(np.ones((2, 3)), np.ones(2), rcond=-1.0)
