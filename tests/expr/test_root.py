"""Roots inside expressions: against SciPy, natively in lanes, with derivatives, and where there is none."""

import pickle

import numpy as np
import pytest
from scipy.optimize import root as scipy_root

import dalembert as da
from dalembert.errors import ExpressionError, SolverError
from dalembert.expr.node import traverse
from dalembert.expr.root import from_other_starts
from tests.expr.routine_checks import assert_derivatives

RTOL = 1e-12
"""Roots are found to rounding, of systems with moderate condition."""

NOWHERE = da.kernels.Config(None, 1)
"""No cache, one thread."""

w, x, y = da.expr.symbols("w x y")


def system(n: int, seed: int):
    """Equations (n,) of unknowns and parameters that are solvable near zero: A w + ½ sin(B w) + p w³ = c."""
    rng = np.random.default_rng(seed)
    A = np.eye(n) * 2.0 + 0.3 * rng.normal(size=(n, n))
    B, c = rng.normal(size=(n, n)), rng.normal(size=n)
    return lambda v, p, sin=np.sin: A @ v + 0.5 * sin(B @ v) + p * v**3 - c


def traced_root(n: int, seed: int, search=da.expr.root_of):
    unknowns, p = da.expr.symbols("v", n), da.expr.symbol("p")
    g = system(n, seed)(unknowns, da.exp(p), da.sin)
    equations = g if search is da.expr.root_of else unknowns - g / 4.0
    return search(equations, unknowns, np.zeros(n) + 0.0 * p), p


# values


@pytest.mark.parametrize("n", [1, 2, 3, 6])
@pytest.mark.parametrize("seed", range(5))
def test_random_systems_have_the_roots_that_scipy_finds(n, seed):
    found, p = traced_root(n, seed)
    for value in (-1.0, 0.5):
        expected = scipy_root(system(n, seed), np.zeros(n), args=(np.exp(value),), tol=1e-12)
        assert expected.success
        np.testing.assert_allclose(da.expr.evaluate(found, {p: value}), expected.x, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("search", [da.expr.root_of, da.expr.fixed_point])
@pytest.mark.parametrize("n", [1, 3])
def test_native_roots_are_the_interpreted_ones(n, search):
    found, p = traced_root(n, 3, search)
    values = np.linspace(-1.0, 1.0, 11)
    expected = [da.expr.evaluate(found, {p: value}) for value in values]
    np.testing.assert_allclose(
        da.kernels.compile(found, [p], config=NOWHERE)(values), expected, rtol=RTOL, atol=1e-15
    )


@pytest.mark.parametrize("lanes", [2, 4, 8])
def test_lanes_have_the_bits_of_one(lanes):
    found, p = traced_root(3, 1)
    values = np.linspace(-1.0, 1.5, 13)
    one = da.kernels.compile(found, [p], config=NOWHERE)(values)
    assert (da.kernels.compile(found, [p], lanes=lanes, config=NOWHERE)(values) == one).all()


def test_numbers_are_computed_at_once():
    assert da.expr.root_of(w * w - 2.0, w, 1.0) == pytest.approx(np.sqrt(2.0), rel=1e-15)
    assert da.expr.fixed_point(da.cos(w), w, 0.5) == pytest.approx(0.7390851332151607, rel=1e-15)


def test_what_does_not_depend_on_the_unknowns_is_computed_outside():
    heavy = da.sin(da.exp(x) * y) / (1.0 + x * x)
    found = da.expr.root_of(w**3 + w - da.where(x < y, heavy, x), w, 0.0 * x)
    (call,) = [node for node in traverse([found]) if node.op == "call"]
    assert {node.op for node in traverse(call.args[0].system.outputs)} <= {
        *("mul", "add", "sub", "pow", "powi", "symbol", "constant", "square", "cube"),
    }


def test_a_kink_is_no_obstacle():
    for strength in (-0.9, 0.9):
        for load in (-2.0, 1e-9, 3.0):
            found = da.expr.fixed_point(load + strength * da.expr.absolute_value(w), w, load)
            assert found == pytest.approx(load / (1.0 - strength * np.sign(load)), rel=1e-14)


def test_large_and_small_units_are_solved_alike():
    for unit in (1e-12, 1.0, 1e15):
        assert da.expr.root_of((w / unit) ** 3 - 8.0, w, unit) == pytest.approx(2.0 * unit, rel=1e-14)


def test_steps_that_are_too_long_are_damped():
    # an undamped step from 2 goes beyond 3 and diverges
    assert abs(da.expr.root_of(da.expr.atan(w), w, 2.0)) < 1e-12


# no root


@pytest.mark.parametrize("search", [da.expr.root_of, da.expr.fixed_point])
def test_without_a_root_the_result_is_not_a_number(search):
    g = w * w + x
    found = search(g if search is da.expr.root_of else w - g, w, 1.0 + 0.0 * x, name="the arch 'bridge'")
    assert np.isnan(da.expr.evaluate(found, {x: 1.0}))
    kernel = da.kernels.compile(found, [x], config=NOWHERE)
    values = kernel(np.array([1.0, -4.0]))
    assert np.isnan(values[0])
    assert values[1] == pytest.approx(2.0, rel=1e-15)
    with pytest.raises(SolverError, match="the arch 'bridge': no solution is found"):
        kernel(1.0)


def test_a_start_that_is_no_number_gives_none():
    found = da.expr.root_of(w * w - 2.0, w, da.sqrt(x))
    assert np.isnan(da.expr.evaluate(found, {x: -1.0}))
    assert np.isnan(da.kernels.compile(found, [x], config=NOWHERE)(np.array([-1.0]))).all()


# derivatives


@pytest.mark.parametrize("n", [1, 2, 4])
def test_derivatives_are_those_of_the_implicit_function(n):
    unknowns = da.expr.symbols("v", n)

    def function(a, p):
        g = system(n, 7)(unknowns, p[0] ** 2, da.sin) + a * da.cos(unknowns)
        return da.expr.root_of(g, unknowns, np.zeros(n))

    rng = np.random.default_rng(n)
    assert_derivatives(function, 0.2 * rng.normal(size=n), np.array([0.4]), orders=2)


def test_the_start_has_no_influence():
    found = da.expr.root_of(w**3 + w - y, w, x)
    slopes = da.expr.jacobian([found], [x, y])[0]
    assert slopes[0] == 0.0
    root = da.expr.evaluate(found, {x: 1.0, y: 2.0})
    assert da.expr.evaluate(slopes[1], {x: 1.0, y: 2.0}) == pytest.approx(1.0 / (3.0 * root**2 + 1.0), rel=1e-14)


def test_native_derivatives_are_the_interpreted_ones():
    found, p = traced_root(3, 2)
    slope = da.expr.derivative(found, p)
    kernel = da.kernels.compile(slope, [p], config=NOWHERE)
    np.testing.assert_allclose(kernel(0.3), da.expr.evaluate(slope, {p: 0.3}), rtol=RTOL)


def test_roots_may_stand_inside_roots():
    v = da.expr.symbol("v")
    inner = da.expr.root_of(v**3 + v - w, v, 0.0 * w)
    outer = da.expr.root_of(inner + w - x, w, 0.0 * x)
    # w = v³ + v and v + w = x
    expected = da.expr.root_of(v**3 + 2.0 * v - x, v, 0.0 * x)
    value = da.expr.evaluate(outer, {x: 1.5})
    assert value == pytest.approx(1.5 - da.expr.evaluate(expected, {x: 1.5}), rel=1e-13)
    assert da.kernels.compile(outer, [x], config=NOWHERE)(1.5) == pytest.approx(value, rel=1e-13)
    slope = da.expr.evaluate(da.expr.derivative(outer, x), {x: 1.5})
    assert slope == pytest.approx(1.0 - da.expr.evaluate(da.expr.derivative(expected, x), {x: 1.5}), rel=1e-12)


def test_callbacks_may_stand_inside():
    def double(v):
        return 2.0 * v

    g = da.expr.callback("double", double, [w], jacobian=lambda v: [[2.0]])[0] + w**3 - x
    found = da.expr.root_of(g, w, 0.0 * x)
    kernel = da.kernels.compile(found, [x], config=NOWHERE)
    root = kernel(3.0)
    assert root == pytest.approx(1.0, rel=1e-14)


# other roots


def test_other_starts_find_other_roots():
    # Coulomb friction beyond its limit: w = x − 2 |w| has a root of either sign
    found = da.expr.fixed_point(np.array([x - 2.0 * da.expr.absolute_value(w)], dtype=object), [w], [x])
    others = da.expr.evaluate(from_other_starts(found), {x: 3.0})
    assert sorted(set(np.round(others.ravel(), 12))) == [-3.0, 1.0]


# objects


def test_equal_equations_are_one_call():
    a, b = da.expr.root_of(w**3 - x, w, 1.0), da.expr.root_of(y**3 - x, y, 1.0)
    assert a is b
    assert da.expr.root_of(w**3 - x, w, 2.0) is not a
    assert da.expr.root_of(w**3 - x, w, 1.0, name="other") is not a


def test_roots_survive_pickling():
    found = da.expr.root_of(w**3 + w - x, w, 0.0 * x)
    assert pickle.loads(pickle.dumps(found)) is found


def test_wrong_equations_are_refused():
    with pytest.raises(ExpressionError, match="have one shape"):
        da.expr.root_of([w - 1.0, w], [w], [0.0])
    with pytest.raises(ExpressionError, match="do not depend on the unknown 'y'"):
        da.expr.root_of([w - 1.0, w - x], [w, y], [0.0, 0.0])
    with pytest.raises(ExpressionError, match="different unknowns"):
        da.expr.root_of([w - 1.0, w], [w, w], [0.0, 0.0])
    with pytest.raises(ExpressionError, match="start of a root depends on the unknowns"):
        da.expr.root_of(w - 1.0, w, w)
    with pytest.raises(ExpressionError, match="unknowns of a root are symbols"):
        da.expr.root_of(w - 1.0, w + 1.0, 0.0)
