import numpy as np

from dalembert.rank import (
    LAST_DIGITS,
    NEARLY,
    ROUNDING,
    SINGULAR,
    are_lengths,
    coefficients,
    column_sizes,
    dependent_among,
    free_motions,
    independent_rows,
    is_definite,
    motions_without_inertia,
    pivots,
    rank,
    ranks,
    rows_after_others,
    shares_without_inertia,
    smallest_value,
    typical_row_sizes,
    zero_combinations,
)

ATOL = 1e-12


def example():
    """Five rows of rank three, of very different lengths; the third is the first plus the second."""
    rng = np.random.default_rng(2)
    J = rng.standard_normal((5, 4))
    J[2] = J[0] + J[1]
    J[4] = 2.0 * J[3] - J[1]
    return J * np.array([1.0, 1.0, 1.0, 1e4, 1e-3])[:, None]


def test_rank_does_not_depend_on_the_length_of_rows():
    J = example()
    assert rank(J) == 3
    np.testing.assert_array_equal(ranks(np.stack([J, J * 7.0, np.zeros_like(J)])), [3, 3, 0])


def test_earlier_rows_are_kept():
    assert independent_rows(example(), 3) == (0, 1, 3)


def test_coefficients_rebuild_the_rows_that_are_left_out():
    J, kept = example(), (0, 1, 3)
    for row in (2, 4):
        np.testing.assert_allclose(coefficients(J, kept, row) @ J[list(kept)], J[row], atol=ATOL)


def test_free_motions_change_no_row():
    J = example()
    Z = free_motions(J)
    assert Z.shape == (4, 1)
    np.testing.assert_allclose(J @ Z, 0.0, atol=1e-11)


def test_rows_that_depend_on_each_other_are_named_and_others_are_not():
    assert dependent_among(example(), (0, 1, 2, 3)) == (0, 1, 2)


def test_the_smallest_value_is_zero_for_dependent_rows():
    J = example()
    assert smallest_value(J[[0, 1, 2]]) < ATOL
    assert smallest_value(J[[0, 1, 3]]) > 0.01
    assert smallest_value(np.zeros((0, 4))) == 1.0


def test_each_level_counts_what_is_farther_than_it_and_says_so_in_words():
    J = np.array([[1.0, 0.0], [1.0, 1e-7]])
    levels = (LAST_DIGITS, ROUNDING, SINGULAR, NEARLY)
    assert [rank(J, level) for level in levels] == [2, 2, 1, 1]
    assert all("depend on each other" in level.words for level in levels)
    assert all(level.square == level.distance**2 for level in levels)


def test_a_pivot_of_the_gram_matrix_is_the_square_of_a_distance():
    angle = 1e-3
    J = np.array([[1.0, 0.0], [np.cos(angle), np.sin(angle)]])
    S = J @ J.T
    np.testing.assert_allclose(S[1, 1] - S[1, 0] ** 2 / S[0, 0], np.sin(angle) ** 2, rtol=1e-9)
    np.testing.assert_allclose(smallest_value(J), angle / 2.0, rtol=1e-6)


def test_rows_that_depend_on_those_before_them():
    assert rows_after_others(example(), ROUNDING) == (2, 4)
    assert rows_after_others(np.zeros((0, 3))) == ()


def test_columns_of_zero_combinations():
    assert zero_combinations(np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 1e-5]])) == (0, 1)
    assert zero_combinations(np.eye(3)) == ()


def test_complete_pivoting_pairs_as_many_rows_and_columns_as_are_independent():
    J = example()
    found = pivots(J, range(4))
    rows, columns = (list(part) for part in zip(*found, strict=True))
    assert len(found) == rank(J) == rank(J[np.ix_(rows, columns)])
    assert not {0} & {k for _, k in pivots(J, [1, 2, 3])}


def test_lengths_are_measured_by_arms_whatever_their_unit():
    """x and y of a point on a rod at an angle, by its angle and by a slide; the turning of another beside them."""
    units = {"slide": "m/s", "angle": "rad/s"}
    is_length = are_lengths(["angle", "slide", "other"], units)
    J = np.array([[-0.5, 1.0, 0.0], [0.8, 0.6, 0.0], [1.0, 0.0, -1.0]])
    sizes = column_sizes(J, is_length)
    for unit in (1e-6, 1e3):
        other = J * [[unit, 1.0, unit], [unit, 1.0, unit], [1.0, 1.0, 1.0]]
        np.testing.assert_allclose(column_sizes(other, is_length), sizes * [1.0, unit, 1.0], rtol=ATOL)
        sized, expected = other * column_sizes(other, is_length), J * sizes
        np.testing.assert_allclose(smallest_value(sized), smallest_value(expected), rtol=1e-9)
    np.testing.assert_array_equal(column_sizes(np.eye(3), is_length), np.ones(3))


def test_a_row_that_vanishes_here_is_told_by_its_size_elsewhere():
    here, elsewhere = np.array([[1.0, 0.0], [0.0, 1e-7]]), np.array([[1.0, 0.0], [0.5, 0.5]])
    assert rank(here) == 2
    sizes = typical_row_sizes([here, elsewhere])
    assert rank(here, sizes=sizes) == 1
    assert dependent_among(here, (0, 1), sizes=sizes) == (1,)


def test_inertia_is_told_from_none_whatever_other_masses_and_units_are():
    """A slide of a thousand tons, a flywheel of a milligram, and two angles that have no inertia together."""
    for unit in (1e-4, 1.0, 1e3):
        pair = 1e-6 * unit**2 * np.array([[1.0, -2.0], [-2.0, 4.0]])
        M = np.zeros((4, 4))
        M[0, 0], M[1, 1], M[2:, 2:] = 1e6, 1e-6 * unit**2, pair
        is_length = np.array([True, False, False, False])
        free = motions_without_inertia(M, is_length)
        assert free.shape == (4, 1)
        np.testing.assert_allclose(free[:, 0] / free[3, 0], [0.0, 0.0, 2.0, 1.0], atol=1e-9)
        np.testing.assert_array_equal(shares_without_inertia(M, is_length) > 0.1, [False, False, True, True])
        assert not is_definite(M)
        M[2, 2] *= 1.0 + 1e-9
        assert is_definite(M)
        assert not shares_without_inertia(M, is_length).any()


def test_rounding_is_no_arm():
    """Two rows of heights, one by an arm of a metre; that the other turns by 1e-34 says nothing about lengths."""
    J = np.array([[1.0, 0.0, -4e-34], [1.0, -1.02, 0.0]])
    is_length = np.array([True, False, False])
    np.testing.assert_allclose(column_sizes(J, is_length), [1.02, 1.0, 1.0])
    assert rank(J * column_sizes(J, is_length)) == 2
