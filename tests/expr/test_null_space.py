import numpy as np
import pytest
import scipy.linalg

from dalembert.errors import ExpressionError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.inverses import Factor
from dalembert.expr.null_space import PartitionFactor, basic_solution, null_space, transposed_basic_solution
from dalembert.expr.symbol_nodes import symbols
from dalembert.native.kernel import compile
from tests.expr.routine_checks import (
    assert_derivatives,
    assert_native_is_interpreted,
    calls_below,
    run_natively,
    traced,
)

SHAPES = [(1, 2), (2, 5), (3, 4), (10, 30), (29, 30)]


def random(shape, seed=1):
    return np.random.default_rng(seed).normal(size=shape)


def redundant(m, n, rank, seed=1):
    return random((m, rank), seed) @ random((rank, n), seed + 1)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_span_agrees_with_scipy(shape):
    A = random(shape)
    Z, reference = null_space(A), scipy.linalg.null_space(A)
    np.testing.assert_allclose(A @ Z, 0.0, atol=1e-13)
    # what the reference spans, Z spans too
    np.testing.assert_allclose(reference @ (reference.T @ Z), Z, rtol=0.0, atol=1e-12)
    assert Z.shape == reference.shape


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_native_is_interpreted(shape):
    Z, _, values = traced(null_space, random(shape))
    assert_native_is_interpreted(Z, values)
    x, _, values = traced(basic_solution, random(shape), random((shape[0], 2), 2))
    assert_native_is_interpreted(x, values)


def test_independent_coordinates_keep_their_order():
    Z = null_space(random((2, 6)))
    independent = [i for i in range(6) if sorted(Z[i]) == [0.0, 0.0, 0.0, 1.0]]
    assert len(independent) == 4
    np.testing.assert_array_equal(Z[independent], np.eye(4))


def test_both_forms_choose_the_same_of_equal_pivots():
    # entries of a mechanism: many are equal, and products of rounded ones nearly so
    rng = np.random.default_rng(3)
    for _ in range(5):
        A = rng.integers(-1, 2, size=(6, 10)) * rng.choice([1.0, 0.1, 1.0 / 3.0], size=(6, 1))
        routine = PartitionFactor(6, 10, 3, 1e-12)
        status, y = run_natively(routine, A.ravel())
        np.testing.assert_array_equal(y, routine.evaluate(A.ravel()))
        assert status == 0


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_redundant_rows_need_the_rank(rank):
    A = redundant(4, 6, rank)
    Z = null_space(A, rank)
    assert Z.shape == (6, 6 - rank)
    np.testing.assert_allclose(A @ Z, 0.0, atol=1e-12)
    x = basic_solution(A, A @ np.arange(6.0), rank)
    np.testing.assert_allclose(A @ x, A @ np.arange(6.0), atol=1e-12)
    assert np.count_nonzero(x) == rank


def test_more_rows_than_columns():
    A = redundant(7, 4, 3)
    np.testing.assert_allclose(A @ null_space(A, 3), 0.0, atol=1e-12)


def test_smaller_rank_than_expected_gives_no_numbers():
    A = redundant(3, 5, 2)
    assert np.isnan(null_space(A)).all()
    assert np.isnan(basic_solution(A, np.ones(3))).all()
    status, y = run_natively(PartitionFactor(3, 5, 3, 1e-12), A.ravel())
    assert status > 0
    assert np.isnan(y).all()
    nodes = symbols("a", (3, 5))
    with pytest.raises(SolverError, match="rank below 3"):
        compile(null_space(nodes), [nodes])(A)


def test_what_is_no_number_gives_no_number():
    A = random((2, 4))
    A[1, 2] = np.nan
    assert np.isnan(null_space(A)).all()
    status, y = run_natively(PartitionFactor(2, 4, 2, 1e-12), A.ravel())
    assert status > 0
    assert np.isnan(y).all()


def test_no_rows_leave_everything_free_and_full_rank_nothing():
    np.testing.assert_array_equal(null_space(np.zeros((0, 3))), np.eye(3))
    np.testing.assert_array_equal(null_space(random((2, 3)), 0), np.eye(3))
    assert null_space(random((3, 3))).shape == (3, 0)
    np.testing.assert_array_equal(basic_solution(np.zeros((0, 3)), np.zeros(0)), np.zeros(3))


@pytest.mark.parametrize("shape", [(1, 2), (2, 5), (3, 4)], ids=str)
def test_derivatives(shape):
    assert_derivatives(null_space, random(shape), orders=2)
    assert_derivatives(basic_solution, random(shape), random((shape[0], 2), 2), orders=2)


def test_derivatives_with_redundant_rows():
    def reduced(B, C):
        return null_space(B @ C, 2)

    assert_derivatives(reduced, random((4, 2)), random((2, 5), 2), orders=2)


def test_product_with_the_matrix_stays_zero_to_first_order():
    A, p = symbols("a", (2, 4)), symbols("p", 1)
    Z = null_space(A * (1.0 + p[0]) + p[0] ** 2)
    assert_derivatives(lambda B: B @ null_space(B), random((2, 4)))
    assert sum(isinstance(node.args[0], Factor) for node in calls_below(jacobian(Z, A))) == 1


@pytest.mark.parametrize("lanes", [1, 4])
def test_compiled_kernel_with_lanes_of_different_pivots(lanes):
    A = symbols("a", (2, 4))
    Z = null_space(A)
    kernel = compile({"Z": Z, "dZ": jacobian(Z, A)}, [A], lanes=lanes)
    matrices = np.array([random((2, 4), seed) for seed in range(6)])
    found, expected = kernel(matrices), kernel.interpret(matrices)
    for name in expected:
        np.testing.assert_allclose(found[name], expected[name], rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(matrices @ found["Z"], 0.0, atol=1e-13)


def test_misuse_is_named():
    with pytest.raises(ExpressionError, match=r"shape \(2, 3\) has a rank between 0 and 2, not 3"):
        null_space(np.ones((2, 3)), 3)
    with pytest.raises(ExpressionError, match="null_space needs a matrix"):
        null_space(np.ones(3))
    with pytest.raises(ExpressionError, match=r"must have shape \(2,\)"):
        basic_solution(np.ones((2, 3)), np.ones(3))
    with pytest.raises(ExpressionError, match="rcond"):
        null_space(np.ones((2, 3)), rcond=2.0)


@pytest.mark.parametrize(("shape", "rank"), [((1, 2), None), ((3, 4), None), ((5, 6), 3)], ids=str)
def test_the_transposed_solution_is_that_of_the_transposed_inverse(shape, rank):
    m, n = shape
    A = random(shape) if rank is None else redundant(m, n, rank)
    S = basic_solution(A, np.eye(m), rank)
    b = random((n, 2), 3)
    np.testing.assert_allclose(transposed_basic_solution(A, b, rank), S.T @ b, rtol=1e-12, atol=1e-12)

    # forces that rows can exert are exerted
    y = random(m, 4)
    np.testing.assert_allclose(A.T @ transposed_basic_solution(A, A.T @ y, rank), A.T @ y, rtol=0.0, atol=1e-12)


def test_derivatives_of_the_transposed_solution():
    assert_derivatives(transposed_basic_solution, random((2, 5)), random((5, 2), 2), orders=2)
