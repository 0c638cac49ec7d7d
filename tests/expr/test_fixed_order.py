import numpy as np
import pytest

from dalembert.errors import ExpressionError
from dalembert.expr.fixed_order import ldl, ldl_backward, ldl_forward, ldl_solve, sparse_order
from dalembert.expr.functions import sin
from dalembert.expr.jets import Jet
from dalembert.expr.node import operation_count, traverse
from dalembert.expr.rewrite import evaluate
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbols
from tests.expr.routine_checks import assert_derivatives, calls_below


def definite(n, seed=1):
    B = np.random.default_rng(seed).normal(size=(n, n))
    return B @ B.T + n * np.eye(n)


def tree_matrix(parents):
    """Symbols where row and column are on one path to the root, as in the mass matrix of a tree."""
    n = len(parents)
    M = np.zeros((n, n), dtype=object)
    M[...] = 0.0
    for j in range(n):
        i = j
        while i >= 0:
            M[j, i] = M[i, j] = symbols("m", (n, n))[max(i, j), min(i, j)]
            i = parents[i]
    return M


@pytest.mark.parametrize("n", [1, 2, 5, 30])
@pytest.mark.parametrize("shuffled", [False, True])
def test_numbers_agree_with_numpy(n, shuffled):
    M, b = definite(n), np.random.default_rng(2).normal(size=(n, 2))
    order = np.random.default_rng(3).permutation(n) if shuffled else None
    F = ldl(M, order)
    np.testing.assert_allclose(F.L.T @ np.diag(1.0 / F.D_inverse) @ F.L, M, rtol=0.0, atol=1e-13 * np.abs(M).max())
    np.testing.assert_allclose(ldl_solve(F, b), np.linalg.solve(M, b), rtol=0.0, atol=1e-14)
    np.testing.assert_allclose(ldl_solve(F, b[:, 0]), np.linalg.solve(M, b[:, 0]), rtol=0.0, atol=1e-14)
    assert ldl_solve(F, b).dtype == float


def test_lower_triangle_is_read_only():
    M = definite(4)
    np.testing.assert_array_equal(ldl(np.tril(M), [1, 3, 0, 2]).L, ldl(M, [1, 3, 0, 2]).L)


def test_indefinite_matrix_in_a_safe_order():
    M = np.array([[2.0, 0.0, 1.0], [0.0, 3.0, 1.0], [1.0, 1.0, 0.0]])
    b = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(ldl_solve(ldl(M, [0, 1, 2]), b), np.linalg.solve(M, b), rtol=1e-14)
    with pytest.raises(ExpressionError, match="pivot of row 2 is zero"):
        ldl(M)


def test_tree_does_not_fill_in():
    parents = [-1, 0, 0, 1, 1, 2, 2]
    M = tree_matrix(parents)
    F = ldl(M)
    assert all(is_zero(F.L[i, j]) == is_zero(M[i, j]) for i in range(7) for j in range(i))
    # leaves last would fill in
    assert operation_count(ldl(M, range(7)).L.ravel()) > operation_count(F.L.ravel())


def test_each_pivot_is_inverted_once():
    M, b = symbols("m", (4, 4)), symbols("b", 4)
    x = ldl_solve(ldl(M), b)
    assert sum(node.op == "inv" for node in traverse(x)) == 4
    assert calls_below(x) == []


def test_traced_text_evaluates_to_the_numbers():
    M, b = definite(5), np.arange(5.0)
    X, B = symbols("m", (5, 5)), symbols("b", 5)
    values = dict(zip([*X.flat, *B], [*M.flat, *b], strict=True))
    np.testing.assert_allclose(evaluate(ldl_solve(ldl(X), B), values), np.linalg.solve(M, b), rtol=1e-13)


def test_derivatives():
    assert_derivatives(lambda M, b: ldl_solve(ldl(M), b), definite(3), np.arange(3.0), orders=2)


def test_jets_pass_through():
    M = np.array([[Jet(2.0, {"x": 1.0}), 0.0], [0.5, 3.0]], dtype=object)
    x = ldl_solve(ldl(M), np.array([1.0, 1.0]))
    dM = np.array([[1.0, 0.0], [0.0, 0.0]])
    A = np.array([[2.0, 0.5], [0.5, 3.0]])
    expected = -np.linalg.solve(A, dM @ np.linalg.solve(A, np.ones(2)))
    np.testing.assert_allclose([entry.coefficient("x") for entry in x], expected, rtol=1e-14)


def test_functions_of_symbols_are_shared():
    q = symbols("q", 1)[0]
    M = np.array([[2.0 + sin(q), 0.0], [0.0, 2.0 + sin(q)]])
    F = ldl(M)
    assert F.D_inverse[0] is F.D_inverse[1]


def test_misuse_is_named():
    with pytest.raises(ExpressionError, match=r"square matrix, not an array of shape \(2, 3\)"):
        ldl(np.ones((2, 3)))
    with pytest.raises(ExpressionError, match="names each of the 2 rows once"):
        ldl(np.eye(2), [0, 0])
    with pytest.raises(ExpressionError, match=r"b must have shape \(2,\) or \(2, k\), not \(3,\)"):
        ldl_solve(ldl(np.eye(2)), np.ones(3))


def test_a_solution_is_its_two_halves():
    M, b = definite(6), np.random.default_rng(4).normal(size=(6, 3))
    F = ldl(M, [2, 0, 5, 1, 4, 3])
    np.testing.assert_allclose(F.L.T @ ldl_forward(F, b), b, atol=1e-13)
    np.testing.assert_allclose(F.L @ ldl_backward(F, b), b, atol=1e-13)
    halves = ldl_backward(F, F.D_inverse * ldl_forward(F, b[:, 0]))
    np.testing.assert_array_equal(halves, ldl_solve(F, b[:, 0]))
    assert ldl_forward(F, b).dtype == float


def test_halves_keep_structural_zeros():
    """A force at a leaf of a tree passes through its ancestors only."""
    M = tree_matrix([-1, 0, 0, 1, 1, 2, 2])
    b = np.full(7, 0.0, dtype=object)
    b[3] = symbols("b", 1)[0]
    passed = ldl_forward(ldl(M), b)
    assert [i for i in range(7) if not is_zero(passed[i])] == [0, 1, 3]


def test_sparse_order_does_not_fill_in_a_tree_in_any_numbering():
    parents = [-1, 0, 0, 1, 1, 2, 2]
    for seed in range(5):
        numbering = np.random.default_rng(seed).permutation(7)
        M = tree_matrix(parents)[np.ix_(numbering, numbering)]
        F = ldl(np.where(np.tri(7, dtype=bool), M, M.T), sparse_order(M))
        filled = sum(not is_zero(F.L[i, j]) for i in range(7) for j in range(7) if i != j)
        assert filled == sum(not is_zero(M[i, j]) for i in range(7) for j in range(i))


def test_sparse_order_eliminates_the_spokes_of_a_wheel_before_its_hub():
    n = 6
    M = np.full((n, n), 0.0, dtype=object)
    M[range(n), range(n)] = symbols("d", n)
    M[:, 0] = M[0, :] = symbols("h", n)
    order = sparse_order(M)
    assert sorted(order) == list(range(n)) and order.index(0) >= n - 2
    assert sparse_order(np.zeros((0, 0))) == ()
