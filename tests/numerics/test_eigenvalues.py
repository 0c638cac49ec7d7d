"""Blocks of matrices, and modes that are followed."""

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from dalembert.numerics.eigenvalues import assignment, blocks, eigenvectors, followed, passages


def test_blocks_come_before_those_that_act_on_them():
    A = np.zeros((1, 4, 4))
    A[0, 0, 1] = A[0, 1, 2] = A[0, 2, 1] = 1.0
    A[0, 3, 3] = -2.0
    assert blocks(A) == [[0], [1, 2], [3]]


def test_vectors_of_blocks_are_vectors_of_the_matrix():
    rng = np.random.default_rng(1)
    A = np.triu(rng.normal(size=(6, 6)))
    A[2:4, 2:4] = [[0.1, 2.0], [-2.0, 0.1]]
    values, vectors = eigenvectors(A, blocks(A[None]))
    assert A @ vectors == pytest.approx(vectors * values, abs=1e-12)
    assert np.sort_complex(values) == pytest.approx(np.sort_complex(np.linalg.eigvals(A)), abs=1e-12)


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_assignments_are_those_of_scipy(n):
    rng = np.random.default_rng(n)
    for cost in (rng.uniform(size=(n, n)), rng.integers(0, 3, size=(n, n)).astype(float)):
        rows, columns = linear_sum_assignment(cost)
        found = assignment(cost)
        assert sorted(found) == list(range(n))
        assert cost[rows, found].sum() == pytest.approx(cost[rows, columns].sum())


def test_assignments_have_the_least_sum():
    cost = np.array([[1.0, 2.0, 9.0], [1.0, 5.0, 9.0], [4.0, 4.0, 1.0]])
    assert list(assignment(cost)) == [1, 0, 2]


def test_modes_that_cross_keep_their_vectors():
    """Two oscillators whose frequencies cross, in turned coordinates."""
    rng = np.random.default_rng(3)
    Q, _ = np.linalg.qr(rng.normal(size=(4, 4)))

    def family(s):
        first, second = 1.0 + s, 2.0 - s
        A = np.zeros((4, 4))
        A[0, 1], A[1, 0], A[2, 3], A[3, 2] = first, -first, second, -second
        return Q @ A @ Q.T

    s = np.linspace(0.0, 1.0, 8)
    A = np.stack([family(x) for x in s])
    tracks = followed(s, A, family, blocks(A))
    for expected in (1.0 + s, -(1.0 + s), 2.0 - s, -(2.0 - s)):
        assert np.abs(tracks.imag - expected[:, None]).max(axis=0).min() < 1e-12


@pytest.mark.parametrize("middle", [0.3, 0.5, 1.0 / 3.0])
def test_passages_are_located_to_rounding(middle):
    """λ² + 2 (s − middle) λ + 1 passes the axis at ±i; two real eigenvalues meet where |s − middle| = 1."""

    def family(s):
        return np.array([[0.0, 1.0], [-1.0, -2.0 * (s - middle)]])

    s = np.linspace(-2.1, 2.2, 12)
    A = np.stack([family(x) for x in s])
    order = blocks(A)
    found = passages(s, followed(s, A, family, order), family, order)
    assert [one.is_double for one in found] == [True, False, True]
    assert [one.at for one in found] == pytest.approx([middle - 1.0, middle, middle + 1.0], abs=1e-13)
    assert found[1].eigenvalue == pytest.approx(1j)


def test_pairs_that_meet_on_the_imaginary_axis_are_found():
    """Two pairs ±i (1 ± √s) that become ±√|s| ± i: where s passes zero."""

    def family(s):
        # λ⁴ + 2 (1 + s) λ² + (1 − s)² has these roots
        return np.array([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [-((1.0 - s) ** 2), 0, -2.0 * (1.0 + s), 0]])

    s = np.linspace(-0.32, 0.5, 9)
    A = np.stack([family(x) for x in s])
    order = blocks(A)
    (found,) = [one for one in passages(s, followed(s, A, family, order), family, order) if one.is_double]
    assert found.at == pytest.approx(0.0, abs=1e-13)
    assert found.eigenvalue == pytest.approx(1j, abs=1e-6)
