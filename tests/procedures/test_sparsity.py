import numpy as np
import pytest

from dalembert.procedures.sparsity import full_pattern, lower_triangle, minimum_degree, sparse_pattern, square


def fill(pattern):
    """Entries of the lower factor that the matrix does not have."""
    return len(pattern.by_columns) - len({(max(i, j), min(i, j)) for i, j in pattern.entries})


def random_entries(n, density, seed):
    rng = np.random.default_rng(seed)
    return [(i, j) for i in range(n) for j in range(i + 1) if i == j or rng.random() < density]


def test_arrow_is_eliminated_without_fill_in():
    n = 12
    entries = [(i, i) for i in range(n)] + [(i, 0) for i in range(1, n)]
    pattern = sparse_pattern(n, entries)
    # only when one of the leaves is left, the centre is as good
    assert 0 in pattern.order[-2:]
    assert fill(pattern) == 0


def test_chain_is_eliminated_without_fill_in():
    n = 20
    assert fill(sparse_pattern(n, [(i, i) for i in range(n)] + [(i, i - 1) for i in range(1, n)])) == 0


def test_tree_is_eliminated_without_fill_in():
    n = 31
    assert fill(sparse_pattern(n, [(i, i) for i in range(n)] + [(i, (i - 1) // 2) for i in range(1, n)])) == 0


@pytest.mark.parametrize("seed", range(5))
def test_pattern_holds_exactly_what_elimination_touches(seed):
    n = 15
    entries = random_entries(n, 0.15, seed)
    pattern = sparse_pattern(n, entries)
    rank = {row: k for k, row in enumerate(pattern.order)}
    A = np.zeros((n, n), dtype=bool)
    for i, j in entries:
        A[rank[i], rank[j]] = A[rank[j], rank[i]] = True
    for k in range(n):
        A[k + 1 :, k + 1 :] |= np.outer(A[k + 1 :, k], A[k, k + 1 :])
    expected = {(i, j) for i in range(n) for j in range(i + 1) if A[i, j] or i == j}
    assert set(pattern.by_columns) == expected
    assert {(i, j) for i, j in pattern.by_rows if j <= i} == expected
    assert {(j, i) for i, j in pattern.by_rows if j >= i} == expected


def test_constraint_rows_wait_for_their_coordinates():
    # three masses, two constraints with zero on the diagonal
    links = {3: (0, 1), 4: (1, 2)}
    entries = [(i, i) for i in range(3)] + [(row, i) for row, members in links.items() for i in members]
    order = sparse_pattern(5, entries).order
    assert all(order.index(row) > max(map(order.index, members)) for row, members in links.items())


def test_rows_that_wait_for_nobody_are_not_forgotten():
    # two zero diagonals that are connected with each other only
    order, _ = minimum_degree([{1}, {0}, set()], definite={2})
    assert sorted(order) == [0, 1, 2]


def test_full_pattern_is_row_by_row():
    assert full_pattern(3, square(3)).by_rows == square(3)
    assert set(full_pattern(3, lower_triangle(3)).by_columns) == set(lower_triangle(3))


def test_different_patterns_have_different_names():
    full = full_pattern(3, square(3))
    patterns = [full, full_pattern(3, lower_triangle(3)), full_pattern(3, square(3)[:-1])]
    patterns += [sparse_pattern(3, [(0, 0), (1, 1), (2, 2), (2, 0)]), sparse_pattern(3, [(0, 0), (1, 1), (2, 2)])]
    assert len({pattern.key for pattern in patterns}) == len(patterns)
