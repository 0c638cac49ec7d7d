import numpy as np

from dalembert.rank import (
    coefficients,
    dependent_among,
    free_motions,
    independent_rows,
    rank,
    ranks,
    smallest_value,
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
