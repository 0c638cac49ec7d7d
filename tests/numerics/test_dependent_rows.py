"""Rows that follow from others, beside the rank of dense matrices."""

import numpy as np
import pytest
from scipy import sparse

from dalembert.numerics.dependent_rows import dependent_rows, opened


@pytest.mark.parametrize("size", [1.0, 1e-6, 1e6])
def test_rows_that_do_not_add_to_the_rank_are_found(size: float) -> None:
    rng = np.random.default_rng(4)
    A = rng.normal(size=(30, 60)) * (rng.uniform(size=(30, 60)) < 0.2)
    # rows that depend on each other already are no obstacle
    A = np.vstack([A, A[3] - 2.0 * A[7]])
    own = rng.normal(size=(2, 60))
    candidates = size * np.vstack([A[0] + A[5], own[0], A[1] + 3.0 * own[0], own[1], own[0] - own[1]])
    found = dependent_rows(sparse.csr_matrix(A), sparse.csr_matrix(candidates))
    ranks = [np.linalg.matrix_rank(np.vstack([A, candidates[:k] / size])) for k in range(6)]
    assert found == [k for k in range(5) if ranks[k + 1] == ranks[k]] == [0, 2, 4]


def test_opened_rows_have_no_bounds() -> None:
    given = np.zeros(3), np.ones(3)
    lower, upper = opened(given, [1])
    assert lower.tolist() == [0.0, -np.inf, 0.0] and upper.tolist() == [1.0, np.inf, 1.0]
    assert given[0].tolist() == [0.0] * 3
