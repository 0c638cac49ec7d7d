import numpy as np
import pytest

import dalembert as da
from dalembert.spatial.vectors import (
    as_array,
    as_shape,
    as_vector,
    cross,
    dot,
    is_numeric,
    norm,
    read_only,
    skew,
    unit,
)
from tests.spatial.one_text import assert_one_text


@pytest.fixture
def vectors():
    return np.random.default_rng(3).normal(size=(2, 3))


def test_products_are_those_of_numpy(vectors):
    a, b = vectors
    np.testing.assert_allclose(cross(a, b), np.cross(a, b), rtol=1e-15)
    np.testing.assert_allclose(skew(a) @ b, np.cross(a, b), rtol=1e-15)
    assert dot(a, b) == pytest.approx(np.dot(a, b), rel=1e-15)
    assert norm(a) == pytest.approx(np.linalg.norm(a), rel=1e-15)


@pytest.mark.parametrize(
    "function", [cross, dot, lambda a, b: skew(a), lambda a, b: norm(b), lambda a, b: unit(a)]
)
def test_vectors_of_numbers_and_symbols_are_one_text(function, vectors):
    assert_one_text(function, *vectors)


def test_known_zeros_stay_numbers():
    x = da.expr.symbol("x")
    v = as_array([x, 0.0, 0.0])
    assert cross(v, unit("x")).dtype == np.float64
    assert cross(v, unit("y")).tolist() == [0.0, 0.0, x]
    assert [type(entry) for entry in skew(v).ravel()].count(float) == 7
    assert (x * unit("z")).tolist() == [0.0, 0.0, x]


def test_numbers_are_floats_without_negative_zero():
    array = as_array([1, -0.0, np.True_])
    assert array.dtype == np.float64
    assert not np.signbit(array).any()
    assert as_array(np.array([1.0, 2.0], dtype=object)).dtype == np.float64
    assert is_numeric(3) and not is_numeric([1.0, da.expr.symbol("x")])


def test_vectors_with_increments_are_kept():
    v = as_vector([da.expr.Jet(1.0, {"d": 1.0}), 0.0, 2.0])
    assert cross(v, unit("y")).tolist()[2].coefficient("d") == 1.0


def test_read_only_copies_cannot_be_changed():
    original = np.zeros(3)
    copy = read_only(original)
    original[0] = 1.0
    assert copy[0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        copy[0] = 2.0


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        ("x", (1, 0, 0)),
        ("-z", (0, 0, -1)),
        ((0, 3, 4), (0, 0.6, 0.8)),
        ((0, 0, -0.3), (0, 0, -1)),
        ((1e-200, 0, 0), (1, 0, 0)),
        ((3e200, 4e200, 0), (0.6, 0.8, 0)),
        ([5e-324, 0, 0], (1, 0, 0)),
    ],
)
def test_axes_are_normalised(axis, expected):
    np.testing.assert_allclose(unit(axis), expected, rtol=1e-15, atol=0.0)


@pytest.mark.parametrize(
    "axis", ["w", "X", "", (0, 0, 0), (1, 2), (1, np.nan, 0), (1, np.inf, 0), 1.0, None, (1, "y", 0)]
)
def test_what_is_no_axis_is_an_error(axis):
    with pytest.raises(da.errors.ModelError, match="an axis"):
        unit(axis)


@pytest.mark.parametrize(
    "x", [(1, 2), [[1, 2, 3]], "abc", None, [1, [2], 3], (1j, 0, 0), [None, 0, 0], (0, 0, np.inf)]
)
def test_what_is_no_vector_is_an_error_that_names_the_quantity(x):
    with pytest.raises(da.errors.ModelError, match="gravity needs"):
        as_vector(x, "gravity")


def test_conditions_are_no_entries():
    x = da.expr.symbol("x")
    with pytest.raises(da.errors.ModelError, match="a row needs"):
        as_shape([x < 1.0, x], (2,), "a row")
