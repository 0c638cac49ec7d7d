import numpy as np
import pytest
import scipy.linalg

from dalembert.errors import ExpressionError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.factorizations import LDL, LU, Cholesky, factorize
from dalembert.expr.functions import cos, sin
from dalembert.expr.inverses import Factor
from dalembert.expr.rewrite import evaluate
from dalembert.expr.square_factors import BackSolve
from dalembert.expr.symbol_nodes import symbol, symbols
from dalembert.native.kernel import compile
from tests.expr.routine_checks import (
    RTOL_NATIVE,
    assert_derivatives,
    assert_native_is_interpreted,
    calls_below,
    run_natively,
    traced,
)

pytestmark = pytest.mark.slow

SIZES = [1, 2, 5, 30]
METHODS = [LU(), LU(sparse=True), LDL(), LDL(sparse=True), Cholesky(), Cholesky(sparse=True)]
SYMMETRIC = [method for method in METHODS if not isinstance(method, LU)]


def general(n, seed=1):
    """A random matrix whose diagonal is heavy enough to do without pivots."""
    return np.random.default_rng(seed).normal(size=(n, n)) + 2.0 * n * np.eye(n)


def definite(n, seed=1):
    B = np.random.default_rng(seed).normal(size=(n, n))
    return B @ B.T + n * np.eye(n)


def arrow(n):
    """Every coordinate is connected with the first."""
    A = np.diag(np.arange(3.0, n + 3.0))
    A[1:, 0] = A[0, 1:] = 1.0 / np.arange(1.0, n)
    A[0, 0] = 10.0
    return A


def chain(n):
    """Every coordinate is connected with the next."""
    return np.diag(np.linspace(3.0, 4.0, n)) + np.diag(np.full(n - 1, -1.0), 1) + np.diag(np.full(n - 1, -1.0), -1)


def quasi_definite(n, m, seed=1):
    """[M Jᵀ; J −C] with definite M and C."""
    J = np.random.default_rng(seed).normal(size=(m, n))
    return np.block([[definite(n), J.T], [J, -definite(m, seed + 1)]])


def nodes_for(A):
    """Symbols in place of the nonzero entries, and their values."""
    X = symbols("a", A.shape)
    X[A == 0.0] = 0.0
    return X, {x: float(a) for x, a in zip(X.flat, A.flat, strict=True) if a != 0.0}


def assert_factors(F, A, rtol=1e-13):
    """L U is A, reordered."""
    columns = slice(None) if F.routine.name.startswith("lu") else F.order
    np.testing.assert_allclose(F.L @ F.U, A[F.order][:, columns], rtol=0.0, atol=rtol * np.abs(A).max())
    assert np.array_equal(F.L, np.tril(F.L))
    assert np.array_equal(F.U, np.triu(F.U))


# numbers


@pytest.mark.parametrize("method", METHODS, ids=str)
@pytest.mark.parametrize("n", SIZES)
def test_solve_of_numbers_agrees_with_numpy(n, method):
    A = definite(n) if method in SYMMETRIC else general(n)
    b = np.random.default_rng(2).normal(size=(n, 3))
    F = factorize(A, method)
    np.testing.assert_allclose(F.solve(b), np.linalg.solve(A, b), rtol=0.0, atol=1e-13)
    np.testing.assert_allclose(F.solve(b[:, 0]), np.linalg.solve(A, b[:, 0]), rtol=0.0, atol=1e-13)
    assert F.solve(b).dtype == float
    assert_factors(F, A)


def test_pivoted_lu_agrees_with_scipy():
    A = np.random.default_rng(3).normal(size=(12, 12))
    P, L, U = scipy.linalg.lu(A)
    F = factorize(A, LU())
    np.testing.assert_allclose(F.L, L, rtol=0.0, atol=1e-13)
    np.testing.assert_allclose(F.U, U, rtol=0.0, atol=1e-13)
    np.testing.assert_array_equal(np.eye(12)[F.order], P.T)


def test_ldl_and_cholesky_are_related_by_the_root():
    A = definite(6)
    ldl, cholesky = factorize(A, LDL()), factorize(A, Cholesky())
    np.testing.assert_allclose(ldl.L * np.sqrt(ldl.D), cholesky.L, rtol=1e-13)


@pytest.mark.parametrize("sparse", [False, True])
def test_ldl_takes_quasi_definite_matrices(sparse):
    A = quasi_definite(6, 3)
    b = np.arange(9.0)
    F = factorize(A, LDL(sparse=sparse))
    assert np.sum(F.D < 0.0) == 3
    np.testing.assert_allclose(F.solve(b), np.linalg.solve(A, b), rtol=1e-12)


def test_sparse_ldl_takes_constraints_with_zero_diagonal():
    M, J = np.diag([1.0, 2.0, 3.0, 4.0]), np.array([[1.0, -1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 2.0]])
    A = np.block([[np.zeros((2, 2)), J], [J.T, M]])
    b = np.arange(1.0, 7.0)
    np.testing.assert_allclose(factorize(A, LDL(sparse=True)).solve(b), np.linalg.solve(A, b), rtol=1e-13)


@pytest.mark.parametrize("method", SYMMETRIC, ids=str)
def test_symmetric_methods_read_the_lower_triangle_only(method):
    A = definite(5)
    np.testing.assert_array_equal(
        factorize(np.tril(A), method).solve(np.ones(5)), factorize(A, method).solve(np.ones(5))
    )


@pytest.mark.parametrize("method", [LU(sparse=True), LDL(sparse=True), Cholesky(sparse=True)], ids=str)
@pytest.mark.parametrize("matrix", [arrow, chain])
def test_sparse_factors_of_arrow_and_chain_do_not_fill_in(matrix, method):
    A = matrix(30)
    F = factorize(A, method)
    assert np.count_nonzero(F.L) == 30 + 29
    assert_factors(F, A)


def test_singular_and_indefinite_matrices_give_no_numbers():
    assert np.isnan(factorize(np.ones((3, 3)), LU()).solve(np.ones(3))).all()
    assert np.isnan(factorize(np.ones((3, 3)), LU()).solve(np.zeros(3))).all()
    assert np.isnan(factorize(np.ones((3, 3)), LDL()).solve(np.ones(3))).all()
    assert np.isnan(factorize(-np.eye(3), Cholesky()).solve(np.ones(3))).all()
    assert np.isnan(factorize(np.full((2, 2), np.inf), LU()).solve(np.ones(2))).all()
    assert np.isnan(factorize(np.full((2, 2), np.nan), LDL()).solve(np.ones(2))).all()


# native


@pytest.mark.parametrize("method", METHODS, ids=str)
@pytest.mark.parametrize("n", SIZES)
def test_native_is_interpreted(n, method):
    A = definite(n) if method in SYMMETRIC else general(n)
    b = np.random.default_rng(4).normal(size=(n, 2))
    x, _, values = traced(lambda A, b: factorize(A, method).solve(b), A, b)
    # factors, solutions, and without pivots a look at what the equations miss
    assert len(calls_below(x)) == (2 if method == LU() or isinstance(method, Cholesky) else 3)
    assert_native_is_interpreted(x, values)


@pytest.mark.parametrize("method", METHODS, ids=str)
@pytest.mark.parametrize("matrix", [arrow, chain, lambda n: quasi_definite(n - 4, 4)])
def test_native_is_interpreted_on_patterns(matrix, method):
    A = matrix(30) if not isinstance(method, Cholesky) or matrix in (arrow, chain) else definite(30)
    X, values = nodes_for(A)
    x = factorize(X, method).solve(np.arange(30.0))
    assert_native_is_interpreted(x, values)
    np.testing.assert_allclose(evaluate(x, values), np.linalg.solve(A, np.arange(30.0)), rtol=0.0, atol=1e-12)


def test_pivoted_lu_is_the_same_to_the_last_bit():
    A = np.round(np.random.default_rng(5).normal(size=(20, 20)))  # many equal candidates
    routine = factorize(A, LU()).routine
    status, y = run_natively(routine, A.ravel())
    assert status == 0
    np.testing.assert_array_equal(y, routine.evaluate(A.ravel()))


@pytest.mark.parametrize("n", [1, 5])
def test_transposed_solve(n):
    A = np.random.default_rng(6).normal(size=(n, n))
    b = np.arange(1.0, 2 * n + 1).reshape(n, 2)
    for method in (LU(), LU(sparse=True)):
        F = factorize(A, method)
        routine = BackSolve(F.routine, 2, is_transposed=True)
        x = np.concatenate([F.factors, b.ravel()])
        status, y = run_natively(routine, x)
        assert status == 0
        np.testing.assert_allclose(y.reshape(n, 2), np.linalg.solve(A.T, b), rtol=1e-11)
        np.testing.assert_allclose(routine.evaluate(x), y, rtol=1e-11)


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_lanes_give_the_same_bits_as_one_lane(method):
    matrices = [definite(6, seed) if method in SYMMETRIC else general(6, seed) for seed in range(4)]
    factorizations = [factorize(A, method) for A in matrices]
    routine = factorizations[0].routine
    if not routine.native().is_one_lane:
        assert_same_in_lanes(routine, [F.entries for F in factorizations])
    b = np.arange(12.0)
    for is_transposed in (False, True):
        solver = BackSolve(routine, 2, is_transposed)
        assert_same_in_lanes(solver, [[*F.factors, *b] for F in factorizations])


def assert_same_in_lanes(routine, columns):
    assert not routine.native().is_one_lane
    x = np.array(columns, dtype=float).T
    status, y = run_natively(routine, x, lanes=x.shape[1])
    assert status == 0
    for lane in (0, x.shape[1] - 1):
        np.testing.assert_array_equal(y[:, lane], run_natively(routine, x[:, lane])[1])


@pytest.mark.parametrize("method", SYMMETRIC, ids=str)
def test_a_failing_lane_does_not_disturb_the_others(method):
    good, bad = definite(3), np.ones((3, 3))
    routine = factorize(good, method).routine
    entries = [np.array([A[place] for place in routine.pattern.entries]) for A in (good, bad, good, good)]
    status, y = run_natively(routine, np.array(entries).T, lanes=4)
    assert status == 1
    assert np.isnan(y[:, 1]).all()
    np.testing.assert_array_equal(y[:, 2], run_natively(routine, entries[0])[1])


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_singular_matrix_has_positive_status_natively(method):
    routine = factorize(np.ones((3, 3)) + np.eye(3), method).routine
    x = np.ones(routine.n_inputs)
    status, y = run_natively(routine, x)
    assert status > 0
    assert np.isnan(y).all()
    assert np.isnan(routine.evaluate(x)).all()


@pytest.mark.parametrize("lanes", [1, 4])
@pytest.mark.parametrize("method", METHODS, ids=str)
def test_compiled_kernel_with_derivatives(method, lanes):
    A, B = symbols("a", (4, 4)), symbols("b", 4)
    x = factorize(A, method).solve(B)
    kernel = compile({"x": x, "dA": jacobian(x, A), "db": jacobian(x, B)}, [A, B], lanes=lanes)
    matrices = np.array([definite(4, seed) for seed in range(5)])
    b = np.arange(20.0).reshape(5, 4)
    found, expected = kernel(matrices, b), kernel.interpret(matrices, b)
    for name in expected:
        np.testing.assert_allclose(found[name], expected[name], rtol=0.0, atol=1e-13)
    np.testing.assert_allclose(found["x"][2], np.linalg.solve(matrices[2], b[2]), rtol=1e-12)


def test_compiled_kernel_says_that_the_matrix_is_singular():
    A = symbols("a", (2, 2))
    with pytest.raises(SolverError, match="pivot"):
        compile(factorize(A, LU()).solve(np.ones(2)), [A])(np.ones((2, 2)))


# derivatives


@pytest.mark.parametrize("method", METHODS, ids=str)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_derivatives_of_solve(n, method):
    A = definite(n) if method in SYMMETRIC else general(n)
    b = np.random.default_rng(7).normal(size=(n, 2))
    assert_derivatives(lambda A, b: factorize(A, method).solve(b), A, b, orders=2)


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_derivatives_of_factors(method):
    A = definite(4) / 4.0 if method in SYMMETRIC else general(4) / 4.0
    assert_derivatives(lambda A: factorize(A, method).L, A, orders=2)
    assert_derivatives(lambda A: factorize(A, method).U, A, orders=2)
    if isinstance(method, LDL):
        assert_derivatives(lambda A: factorize(A, method).D, A, orders=2)


@pytest.mark.parametrize("method", [LU(sparse=True), LDL(sparse=True), Cholesky(sparse=True)], ids=str)
def test_derivatives_on_a_pattern(method):
    A = chain(6)
    X, values = nodes_for(A)
    names = list(values)

    def solved(entries):
        at = dict(zip(names, entries, strict=True))
        Y = np.array([at.get(x, 0.0) if not isinstance(x, float) else 0.0 for x in X.flat], dtype=object)
        F = factorize(Y.reshape(6, 6), method)
        return np.concatenate([F.solve(np.arange(6.0)), F.L.ravel()])

    assert_derivatives(solved, np.array(list(values.values())))


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_derivatives_never_factorize_again(method):
    A, q = symbols("a", (3, 3)), symbols("q", 3)
    x = factorize(A, method).solve(q)
    second = jacobian(jacobian(x, A), q)
    assert sum(isinstance(call.args[0], Factor) for call in calls_below([*second.flat, *jacobian(x, q).flat])) == 1


def test_derivatives_through_functions_of_the_entries():
    def swung(q):
        A = np.array([[2.0 + cos(q[0]), sin(q[1])], [sin(q[1]), 3.0 + q[0] * q[1]]])
        return factorize(A, LDL()).solve(np.array([q[0], cos(q[1])]))

    assert_derivatives(swung, np.array([0.3, 0.7]), orders=2)


# structure


def test_zero_columns_are_not_solved():
    A = symbols("a", (3, 3))
    x = factorize(A, LU()).solve(np.array([[0.0, 1.0], [0.0, 0.0], [0.0, 0.0]]))
    assert list(x[:, 0]) == [0.0, 0.0, 0.0]
    assert [call.args[0].n_columns for call in calls_below(x) if isinstance(call.args[0], BackSolve)] == [1]


def test_equal_calls_are_one_node():
    A, b = symbols("a", (3, 3)), symbols("b", 3)
    assert all(x is y for x, y in zip(factorize(A, LU()).solve(b), factorize(A, LU()).solve(b), strict=True))


def test_constant_matrix_is_factorized_while_tracing():
    A, b = definite(3), symbols("b", 3)
    x = factorize(A, Cholesky()).solve(b)
    assert len(calls_below(x)) == 1
    values = dict(zip(b, [1.0, 2.0, 3.0], strict=True))
    np.testing.assert_allclose(evaluate(x, values), np.linalg.solve(A, [1.0, 2.0, 3.0]), rtol=1e-13)


def test_order_of_traced_pivots_is_traced():
    A = symbols("a", (3, 3))
    order = factorize(A, LU()).order
    values = dict(zip(A.flat, np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], dtype=float).flat, strict=True))
    np.testing.assert_array_equal(evaluate(order, values), [1, 2, 0])


def test_native_accuracy_is_that_of_lapack():
    rng = np.random.default_rng(8)
    A = rng.normal(size=(30, 30))
    x = rng.normal(size=30)
    F = factorize(A, LU())
    _, factors = run_natively(F.routine, A.ravel())
    _, found = run_natively(BackSolve(F.routine, 1), np.concatenate([factors, A @ x]))
    lapack = np.linalg.solve(A, A @ x)
    assert np.abs(found - x).max() <= 10.0 * np.abs(lapack - x).max() + RTOL_NATIVE


# misuse


def test_wrong_shapes_are_named():
    with pytest.raises(ExpressionError, match=r"square matrix, not one of shape \(2, 3\)"):
        factorize(np.ones((2, 3)), LU())
    with pytest.raises(ExpressionError, match=r"matrix, not an array of shape \(3,\)"):
        factorize(np.ones(3), LDL())
    with pytest.raises(ExpressionError, match=r"3 rows, so .* \(3,\) or \(3, k\), not \(2,\)"):
        factorize(np.eye(3), LU()).solve(np.ones(2))
    with pytest.raises(ExpressionError, match=r"not \(3, 2, 2\)"):
        factorize(np.eye(3), LU()).solve(np.ones((3, 2, 2)))


def test_wrong_entries_and_methods_are_named():
    with pytest.raises(ExpressionError, match="numbers and real expressions, not 'x'"):
        factorize([["x"]], LU())
    with pytest.raises(ExpressionError, match=r"LU\(\), LDL\(\) or Cholesky\(\)"):
        factorize(np.eye(2), "lu")
    with pytest.raises(ExpressionError, match=r"rows \[1\] of the sparse matrix are zero"):
        factorize(np.diag([1.0, 0.0]), LDL(sparse=True))
    with pytest.raises(ExpressionError, match=r"no diagonal factor"):
        _ = factorize(np.eye(2), LU()).D


def test_singular_constants_cannot_be_traced_on():
    with pytest.raises(ExpressionError, match="pivot"):
        factorize(np.ones((2, 2)), LU()).solve(symbols("b", 2))


# ---- small pivots


@pytest.mark.parametrize("method", [LDL(), LDL(sparse=True), LU(sparse=True)], ids=repr)
def test_a_solution_that_a_small_pivot_spoils_is_not_a_number(method):
    A, b = np.array([[1e-20, 1.0], [1.0, 1.0]]), np.array([1.0, 2.0])
    assert np.isnan(factorize(A, method).solve(b)).all()
    np.testing.assert_allclose(factorize(A, LU()).solve(b), [1.0, 1.0], rtol=1e-15)

    # natively it is told, and in other numbers of the same program there is a solution
    x = symbol("x")
    kernel = compile({"y": factorize(np.array([[x, 1.0], [1.0, 1.0]]), method).solve(b)}, {"x": x})
    np.testing.assert_allclose(kernel(x=3.0)["y"], [-0.5, 2.5], rtol=1e-15)
    with pytest.raises(SolverError, match=r"no digits are left.*LU\(\)"):
        kernel(x=1e-20)


def test_scales_of_rows_are_no_small_pivots():
    scales = np.array([1e-9, 1.0, 1e9])
    A = np.array([[2.0, 0.0, 1.0], [0.0, 3.0, 1.0], [1.0, 1.0, 0.0]]) * np.outer(scales, scales)
    x = factorize(A, LDL()).solve(scales)
    np.testing.assert_allclose(A @ x, scales, rtol=1e-12)
