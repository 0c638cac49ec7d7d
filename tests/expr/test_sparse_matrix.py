"""Sparse matrices of numbers and expressions against NumPy's full ones."""

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.fixed_order import ldl, ldl_solve, sparse_order
from dalembert.expr.sparse_matrix import SparseMatrix, products, sparse

A = np.array([[0.0, 2.0, 0.0, -1.0], [0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.5, 0.0]])
B = np.array([[1.0, 0.0], [0.0, 4.0], [2.0, 0.0], [0.0, -3.0]])


def numbers(matrix):
    return matrix.to_array().astype(float)


def test_only_what_is_not_zero_is_stored_in_order():
    found = SparseMatrix([{3: -1.0, 1: 2.0, 2: 0.0}, {}, {0: 3.0, 2: 0.5}], 4)
    assert found.shape == (3, 4) and found.places == [(0, 1), (0, 3), (2, 0), (2, 2)]
    assert found.values == [2.0, -1.0, 3.0, 0.5] and found[0, 3] == -1.0 and found[1, 1] == 0.0
    assert (numbers(found) == A).all() and (numbers(sparse(A)) == A).all()


def test_what_is_sparse_stays_the_same_object():
    found = sparse(A)
    assert sparse(found) is found


def test_transposed_taken_added_and_multiplied_it_is_as_full_matrices_are():
    sparse_A, D, J = sparse(A), np.array([0.5, 0.0, 2.0]), sparse(A)
    assert (numbers(sparse_A.T) == A.T).all()
    assert (numbers(sparse_A.taken([2, 0])) == A[[2, 0]]).all()
    assert (numbers(sparse_A.times(sparse(B))) == A @ B).all()
    assert (numbers(sparse_A.plus(-2.0, sparse(np.roll(A, 1)))) == A - 2.0 * np.roll(A, 1)).all()
    square = SparseMatrix.identity(4).plus_products(J.T, D, J)
    assert (numbers(square) == np.eye(4) + A.T @ np.diag(D) @ A).all()
    assert (square.diagonal.astype(float) == np.diagonal(numbers(square))).all()
    assert (products(sparse_A, B).astype(float) == A @ B).all()


def test_a_symmetric_one_mirrors_its_lower_triangle():
    x = da.expr.symbol("x")
    found = SparseMatrix.symmetric({(0, 0): 1.0, (2, 0): x, (2, 2): 3.0}, 3).to_array()
    assert found[0, 2] is x and found[2, 0] is x and not np.any(found[1] != 0.0)


def test_entries_that_cancel_are_absent():
    x = da.expr.symbol("x")
    assert sparse(np.array([[x, 1.0]], dtype=object)).plus(-1.0, SparseMatrix([{0: x}], 2)).places == [(0, 1)]


def test_factors_of_a_sparse_matrix_solve_like_those_of_the_full_one():
    M = np.diag([4.0, 5.0, 6.0, 7.0]) + A.T @ A
    b = np.array([1.0, -2.0, 0.5, 3.0])
    assert sparse_order(sparse(M)) == sparse_order(M)
    found = ldl_solve(ldl(sparse(M), sparse_order(M)), b)
    np.testing.assert_allclose(found.astype(float), np.linalg.solve(M, b), rtol=1e-13)


def test_a_matrix_that_is_not_square_has_no_factors():
    with pytest.raises(da.errors.ExpressionError, match=r"square matrix, not an array of shape \(3, 4\)"):
        ldl(sparse(A))


def test_numpy_takes_the_full_matrix():
    A = sparse(np.array([[1.0, 0.0], [0.0, 2.0]]))
    assert np.asarray(A, dtype=float).tolist() == [[1.0, 0.0], [0.0, 2.0]]
