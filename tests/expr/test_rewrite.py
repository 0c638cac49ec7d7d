import math

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ExpressionError
from dalembert.expr.node import Node
from dalembert.expr.rewrite import evaluate_along
from tests.expr.recipes import random_recipe

x, y, z = da.expr.symbols("x y z")
p = da.param("p", 2.5)


# substitution


def test_inputs_are_replaced_all_at_once():
    assert da.expr.substitute(x - y, {x: y, y: x}) is y - x
    assert da.expr.substitute(da.sin(x) * y, {x: y, y: x * x}) is da.sin(y) * (x * x)
    assert da.expr.substitute(x, {x: x + 1.0}) is x + 1.0


def test_parameters_and_time_are_inputs():
    assert da.expr.substitute(p * da.time, {p: x, da.time: y}) is x * y
    assert da.expr.substitute(p * da.time, {da.time: 2.0}) is p * 2.0


def test_what_becomes_constant_is_computed():
    assert da.expr.substitute(da.sin(x) + y, {x: 0.5}) is y + math.sin(0.5)
    assert da.expr.substitute(da.sin(x) + y, {x: 0.5, y: 1}) == math.sin(0.5) + 1.0
    assert da.expr.substitute(x * y + z, {x: 0.0}) is z
    assert da.expr.substitute(x * y, {x: 1}) is y
    assert da.expr.substitute(da.where(x < y, x, z), {x: 1.0, y: 2.0}) == 1.0
    assert da.expr.substitute(da.where(x < y, x, z), {x: 3.0, y: 2.0}) is z
    assert da.expr.substitute(x < y, {x: 1.0, y: 2.0}) is True
    assert da.expr.substitute((x < y) & (y < z), {x: 1.0, y: 2.0}) is (z > 2.0)
    assert type(da.expr.substitute(x, {x: 1})) is float


def test_what_does_not_depend_on_them_stays_the_same():
    e = da.sin(y) / z
    assert da.expr.substitute(e, {x: 1.0}) is e
    assert da.expr.substitute(e, {}) is e
    assert da.expr.substitute(3.0, {x: 1.0}) == 3.0


@pytest.mark.parametrize("seed", range(20))
def test_substituted_graphs_are_the_graphs_built_anew(seed):
    rng = np.random.default_rng(seed)
    recipe = random_recipe(rng, 3, 25, n_outputs=3)
    traced = np.array(recipe([x, y, z]), dtype=object)
    for new in ([y, z, x], [x + y, da.sin(z), x], [x, 0.25, y], [-x, y * 2.0, 1.0]):
        found = da.expr.substitute(traced, dict(zip([x, y, z], new, strict=True)))
        values = {x: 0.3, y: 0.7, z: -0.4}
        expected = [da.expr.evaluate(e, values) for e in recipe(new)]
        np.testing.assert_allclose(da.expr.evaluate(found, values), expected, rtol=1e-9, atol=1e-9)
    point = [float(v) for v in rng.uniform(-1, 1, 3)]
    numbers = da.expr.substitute(traced, dict(zip([x, y, z], point, strict=True)))
    assert not any(isinstance(v, Node) for v in numbers)
    np.testing.assert_allclose(
        numbers.astype(float),
        da.expr.evaluate(traced, dict(zip([x, y, z], point, strict=True))),
        rtol=1e-9,
        atol=1e-12,
    )


def test_arrays_keep_their_shape():
    A = np.array([[x, 1.0], [y, x * y]], dtype=object)
    found = da.expr.substitute(A, {x: 2.0})
    assert found.tolist() == [[2.0, 1.0], [y, y * 2.0]]
    assert da.expr.substitute([x, y], {x: z}).tolist() == [z, y]
    assert A[0, 0] is x


def test_calls_take_new_operands():
    f = da.kernels.subprogram("f", [x, y], [x * y, da.sin(x)])
    e = f(x + z, y)[0] + f(x + z, y)[1]
    assert da.expr.substitute(e, {z: y}) is f(x + y, y)[0] + f(x + y, y)[1]
    assert da.expr.substitute(e, {x: 1.0, z: 0.5, y: 2.0}) == 3.0 + math.sin(1.5)
    assert da.expr.substitute(f(x, y)[0], {x: z}) is f(z, y)[0]


def test_a_result_that_is_not_finite_is_an_error():
    for e in (1.0 / x, da.expr.log(x), da.expr.log(x) + y):
        with pytest.raises(ExpressionError, match="not finite"):
            da.expr.substitute(e, {x: 0.0})


@pytest.mark.parametrize("value", [math.nan, math.inf, "1", None, 1j, x < y, np.array([1.0, 2.0])], ids=repr)
def test_values_are_finite_scalars(value):
    with pytest.raises(ExpressionError):
        da.expr.substitute(x + y, {x: value})


@pytest.mark.parametrize("target", [x + y, 1.0, "x", x < y], ids=repr)
def test_only_inputs_are_replaced(target):
    with pytest.raises(ExpressionError, match="values are given for symbols, parameters and time only"):
        da.expr.substitute(x + y, {target: 1.0})


@pytest.mark.parametrize("wrong", ["x", None, {"a": x}, da.expr.Jet(x, {"s": 1.0})], ids=repr)
def test_only_expressions_are_rewritten(wrong):
    with pytest.raises(ExpressionError, match="substitute takes numbers and real expressions"):
        da.expr.substitute(wrong, {x: 1.0})


# evaluation


def test_parameters_take_their_defaults():
    assert da.expr.evaluate(p * 2.0) == 5.0
    assert da.expr.evaluate(p * x, {x: 2.0}) == 5.0
    assert da.expr.evaluate(p * x, {x: 2.0, p: 1.0}) == 2.0


def test_numbers_keep_the_shape():
    assert type(da.expr.evaluate(x, {x: 1})) is float
    found = da.expr.evaluate(np.array([[x, 2], [y, x * y]], dtype=object), {x: 3.0, y: 4.0})
    assert found.dtype == float
    assert found.tolist() == [[3.0, 2.0], [4.0, 12.0]]
    assert da.expr.evaluate([x], {x: np.float32(0.5)}).tolist() == [0.5]
    assert da.expr.evaluate(np.zeros((0, 3))).shape == (0, 3)
    assert da.expr.evaluate(7) == 7.0


def test_a_missing_value_is_named():
    with pytest.raises(ExpressionError, match="no value is given for 'y'"):
        da.expr.evaluate(x + y, {x: 1.0})
    with pytest.raises(ExpressionError, match="no value is given for 't'"):
        da.expr.evaluate(x + da.time, {x: 1.0})


def test_values_of_what_is_not_used_are_ignored():
    assert da.expr.evaluate(x, {x: 1.0, y: 2.0}) == 1.0


def test_only_inputs_have_values():
    with pytest.raises(ExpressionError, match="values are given for"):
        da.expr.evaluate(x + y, {x: 1.0, x + y: 2.0})


@pytest.mark.parametrize("value", [None, 1j, y, np.array([1.0, 2.0])], ids=repr)
def test_values_are_numbers(value):
    with pytest.raises((TypeError, ExpressionError)):
        da.expr.evaluate(x, {x: value})


def test_entries_are_numbers():
    for wrong in (None, [None], [x, "a"]):
        with pytest.raises((TypeError, ValueError)):
            da.expr.evaluate(wrong, {x: 1.0})


def test_what_has_no_real_value_is_not_a_number():
    assert math.isnan(da.expr.evaluate(da.sqrt(x), {x: -1.0}))
    assert da.expr.evaluate(1.0 / x, {x: 0.0}) == math.inf
    assert da.expr.evaluate(da.expr.log(x), {x: 0.0}) == -math.inf
    assert math.isnan(da.expr.evaluate(x * y, {x: 0.0, y: math.inf}))
    assert da.expr.evaluate(da.exp(x), {x: 1000.0}) == math.inf


# along many values of one input


def test_values_along_an_input_are_those_of_each_one():
    """Operations, conditions, parameters, constants, and calls such as splines."""
    curve = da.spline([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [0.0, 1.0, 0.0, 2.0, 1.0, 0.0])
    outputs = np.array([[da.sin(x) * p, da.where(x < 2.0, x**2, 1.0 / x)], [curve(x), 3.0]], dtype=object)
    at = np.linspace(-1.0, 5.0, 13)
    found = evaluate_along(outputs, x, at)
    assert found.shape == (13, 2, 2)
    np.testing.assert_array_equal(found, [da.expr.evaluate(outputs, {x: value}) for value in at])
    assert evaluate_along(x * x, x, [1.0, 2.0]).tolist() == [1.0, 4.0]
    with pytest.raises(ExpressionError, match="no value is given for 'y'"):
        evaluate_along(x * y, x, [1.0])
