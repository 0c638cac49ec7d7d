from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from dalembert.numerics.nearest_root import nearest_root, root

ATOL = 1e-7
"""Of the nearest point: a part of the distance from the guess, as the method promises."""


@dataclass
class Curve:
    """Rows of a function of x, with derivatives by central differences, near a guess."""

    function: Any
    guess: Any

    def rows(self, x):
        h = 1e-6
        steps = h * np.eye(len(x))
        columns = [(self.function(x + step) - self.function(x - step)) / (2.0 * h) for step in steps]
        return self.function(x), np.stack(columns, axis=1)

    def moved(self, x, delta):
        return x + delta

    def measured(self, x):
        return x

    def displacement(self, x):
        return x - self.guess


def circle(x):
    return np.array([x @ x - 1.0])


def test_the_nearest_point_of_a_circle_lies_on_the_ray_from_its_centre():
    guess = np.array([1.2, 0.9])
    found = nearest_root(Curve(circle, guess), guess)
    assert found.is_root
    np.testing.assert_allclose(found.x, guess / np.linalg.norm(guess), atol=ATOL)


def test_it_is_the_nearest_to_the_guess_wherever_the_search_begins():
    guess = np.array([1.2, 0.9])
    found = nearest_root(Curve(circle, guess), np.array([0.9, -0.4]))
    np.testing.assert_allclose(found.x, guess / np.linalg.norm(guess), atol=ATOL)


def test_rows_that_repeat_each_other_do_no_harm():
    guess = np.array([0.3, 2.0])
    found = nearest_root(Curve(lambda x: np.concatenate([circle(x), 3.0 * circle(x)]), guess), guess)
    assert found.is_root
    np.testing.assert_allclose(found.x, guess / np.linalg.norm(guess), atol=ATOL)


def test_where_there_is_no_root_the_gap_says_how_far_it_is():
    found = root(Curve(lambda x: np.array([x[0] ** 2 + 1.0]), np.ones(1)), np.array([0.7]))
    assert not found.is_root
    assert found.r[0] == pytest.approx(1.0, rel=1e-2)


def test_a_double_root_is_found_slowly_but_found():
    found = root(Curve(lambda x: np.array([x[0] ** 2]), np.ones(1)), np.array([0.7]))
    assert found.is_root
    assert abs(found.x[0]) < 1e-4


def test_residuals_that_are_not_a_number_end_the_search():
    with np.errstate(invalid="ignore"):
        found = root(Curve(lambda x: np.sqrt(x - 2.0), np.zeros(1)), np.zeros(1))
    assert not found.is_root


def test_without_rows_everything_stays_at_the_guess():
    guess = np.array([0.3, 2.0])
    found = nearest_root(Curve(lambda x: np.zeros(0), guess), guess)
    np.testing.assert_array_equal(found.x, guess)
