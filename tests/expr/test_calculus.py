import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest
import sympy as sy

import dalembert as da
from dalembert.errors import ExpressionError
from dalembert.expr import functions
from dalembert.expr.node import Node, operation_count
from dalembert.expr.operations import OPERATIONS
from dalembert.expr.rules import _SLOPES, SELECTING
from tests.expr.recipes import precise_jacobian, random_recipe

RTOL = 1e-12
"""Derivatives of single operations: rounding, a little magnified near the edges of the domains."""

RTOL_GRAPH = 1e-9
"""Derivatives of random graphs: rounding, magnified by cancellation."""

CHEAP = 5.0
"""A function with its gradient costs at most this many times the function (Griewank & Walther 2008, 4.4)."""

x, y, z = da.expr.symbols("x y z")
p = da.param("p", 2.0)

# text on nodes and on mpmath's numbers, with ranges of the operands inside the domain
OPERATION_TEXTS = {
    "add": (lambda m, a, b: a + b, [(-2, 2), (-2, 2)]),
    "sub": (lambda m, a, b: a - b, [(-2, 2), (-2, 2)]),
    "mul": (lambda m, a, b: a * b, [(-2, 2), (-2, 2)]),
    "neg": (lambda m, a: -a, [(-2, 2)]),
    "inv": (lambda m, a: 1 / a, [(0.2, 2)]),
    "div": (lambda m, a, b: a / b, [(-2, 2), (-2, -0.2)]),
    "pow": (lambda m, a, b: a**b, [(0.2, 2), (-2, 2)]),
    "power of a constant": (lambda m, b: 1.7**b, [(-2, 2)]),
    "constant power": (lambda m, a: a**0.3, [(0.2, 2)]),
    "negative power": (lambda m, a: a**-1.7, [(0.2, 2)]),
    "whole power": (lambda m, a: a**7, [(-2, 2)]),
    "half power": (lambda m, a: a**-2.5, [(0.2, 2)]),
    "large power": (lambda m, a: a**80, [(0.5, 1.5)]),
    "sqrt": (lambda m, a: m.sqrt(a), [(0.1, 4)]),
    "sin": (lambda m, a: m.sin(a), [(-4, 4)]),
    "cos": (lambda m, a: m.cos(a), [(-4, 4)]),
    "tan": (lambda m, a: m.tan(a), [(-1.4, 1.4)]),
    "asin": (lambda m, a: m.asin(a), [(-0.95, 0.95)]),
    "acos": (lambda m, a: m.acos(a), [(-0.95, 0.95)]),
    "atan": (lambda m, a: m.atan(a), [(-4, 4)]),
    "atan2": (lambda m, a, b: m.atan2(a, b), [(0.1, 2), (-2, 2)]),
    "atan2 below": (lambda m, a, b: m.atan2(a, b), [(-2, -0.1), (-2, 2)]),
    "exp": (lambda m, a: m.exp(a), [(-3, 3)]),
    "log": (lambda m, a: m.log(a), [(0.1, 4)]),
    "sinh": (lambda m, a: m.sinh(a), [(-3, 3)]),
    "cosh": (lambda m, a: m.cosh(a), [(-3, 3)]),
    "tanh": (lambda m, a: m.tanh(a), [(-2, 2)]),
    "abs": (lambda m, a: abs(a), [(0.1, 2)]),
    "abs of negative": (lambda m, a: abs(a), [(-2, -0.1)]),
    "sign": (lambda m, a: m.sign(a), [(0.1, 2)]),
    "floor": (lambda m, a: m.floor(a), [(1.1, 1.9)]),
    "mod": (lambda m, a, b: m.fmod(a, b) if m is mpmath else a % b, [(2.1, 2.9), (0.8, 1.0)]),
    "min": (lambda m, a, b: min(a, b) if m is mpmath else m.minimum(a, b), [(-2, 2), (-2, 2)]),
    "max": (lambda m, a, b: max(a, b) if m is mpmath else m.maximum(a, b), [(-2, 2), (-2, 2)]),
    "where": (
        lambda m, a, b: (a * b if a < b else a + b) if m is mpmath else m.where(a < b, a * b, a + b),
        [(-2, 2), (-2, 2)],
    ),
}


def test_every_operation_has_a_derivative():
    real = {name for name, operation in OPERATIONS.items() if not operation.is_condition}
    assert set(_SLOPES) | SELECTING == real
    assert real <= set(OPERATION_TEXTS)


@pytest.fixture(params=OPERATION_TEXTS.values(), ids=OPERATION_TEXTS)
def case(request):
    return request.param


def points(ranges, n=6, seed=1):
    rng = np.random.default_rng(seed)
    return [rng.uniform(low, high, n) for low, high in ranges]


def test_first_derivatives_agree_with_many_digits(case):
    text, ranges = case
    inputs = [x, y][: len(ranges)]
    for k, by in enumerate(inputs):
        order = tuple(int(k == j) for j in range(len(inputs)))
        forward = da.expr.derivative(text(functions, *inputs), by)
        backward = da.expr.gradient(text(functions, *inputs), np.array([by]))[0]
        for point in zip(*points(ranges), strict=True):
            with mpmath.workdps(40):
                expected = float(mpmath.diff(lambda *v: text(mpmath, *v), tuple(map(mpmath.mpf, point)), order))
            values = dict(zip(inputs, point, strict=True))
            assert da.expr.evaluate(forward, values) == pytest.approx(expected, rel=RTOL, abs=1e-14)
            assert da.expr.evaluate(backward, values) == pytest.approx(expected, rel=RTOL, abs=1e-14)


def test_second_derivatives_agree_with_many_digits(case):
    text, ranges = case
    inputs = [x, y][: len(ranges)]
    H = da.expr.hessian(text(functions, *inputs), inputs)
    for point in zip(*points(ranges, 3), strict=True):
        found = da.expr.evaluate(H, dict(zip(inputs, point, strict=True)))
        for i, j in np.ndindex(*H.shape):
            order = tuple(int(i == k) + int(j == k) for k in range(len(inputs)))
            with mpmath.workdps(60):
                expected = float(mpmath.diff(lambda *v: text(mpmath, *v), tuple(map(mpmath.mpf, point)), order))
            assert found[i, j] == pytest.approx(expected, rel=10 * RTOL, abs=1e-12)


def test_derivatives_of_constants_and_other_inputs_are_zero():
    for e in (1.0, 2, np.float64(3.0), y, da.time, p, da.sin(y) * p, da.expr.floor(x), da.expr.sign(x)):
        assert da.expr.derivative(e, x) == 0.0
        assert type(da.expr.derivative(e, x)) is float
    assert da.expr.derivative(x, x) == 1.0
    assert da.expr.derivative(np.array([1.0, 2.0]), x).tolist() == [0.0, 0.0]


def test_one_can_differentiate_by_parameters_and_time():
    assert (
        da.expr.derivative(p * p * x, p) is x * p * 2.0
        or da.expr.evaluate(da.expr.derivative(p * p * x, p), {x: 3.0}) == 12.0
    )
    assert da.expr.evaluate(da.expr.derivative(da.sin(da.time), da.time), {da.time: 0.3}) == math.cos(0.3)


def test_derivatives_have_the_shape_of_the_expression():
    array = np.array([[x, x * y], [1.0, y]], dtype=object)
    assert da.expr.derivative(array, x).shape == (2, 2)
    assert da.expr.derivative(array, x).tolist() == [[1.0, y], [0.0, 0.0]]
    assert da.expr.derivative([x, x * x], x).tolist() == [1.0, x * 2.0]
    assert da.expr.derivative(np.zeros(0), x).shape == (0,)


# selection


SELECTED = {
    "where": lambda v: da.where(v > 0.0, da.sqrt(v), 0.0),
    "where of a quotient": lambda v: da.where(v > 0.0, 1.0 / da.maximum(v, 0.0), v),
    "minimum": lambda v: da.minimum(da.expr.log(v + 1.5), v) * da.where(v <= 0.0, 1.0, da.sqrt(v)),
    "guarded logarithm": lambda v: da.where(v <= 0.0, 3.0 * v, da.expr.log(v)),
    "root used twice": lambda v: da.where(v > 0.0, da.sqrt(v) * da.sin(da.sqrt(v)), -v),
    "root under two conditions": lambda v: (
        da.where(v > 0.0, da.sqrt(v), 0.0) + da.where(v > 0.5, v * da.sqrt(v), v * v)
    ),
    "condition inside a condition": lambda v: da.where(
        v > -2.0, da.where(v > 0.0, da.expr.log(v) * v, v), da.where(v > -3.0, da.sqrt(v), da.expr.log(v))
    ),
}


@pytest.mark.parametrize("function", SELECTED.values(), ids=SELECTED)
@pytest.mark.parametrize("value", [-1.0, 0.0, 2.0])
def test_a_branch_that_is_not_taken_cannot_spoil_the_derivative(function, value):
    for slope in (da.expr.derivative(function(x), x), da.expr.gradient(function(x), x)):
        found = da.expr.evaluate(slope, {x: value})
        assert math.isfinite(found)
        if value:
            h = 1e-6
            right, left = (da.expr.evaluate(function(x), {x: value + step}) for step in (h, -h))
            expected = (right - left) / (2 * h)
            assert found == pytest.approx(expected, rel=1e-8)


def test_second_derivatives_select_too():
    second = da.expr.derivative(da.expr.derivative(SELECTED["where"](x), x), x)
    assert da.expr.evaluate(second, {x: -1.0}) == 0.0
    assert da.expr.evaluate(second, {x: 4.0}) == pytest.approx(-0.25 * 4.0**-1.5, rel=RTOL)


ORDERS = {"forward": da.expr.derivative, "backward": da.expr.gradient}


@pytest.mark.parametrize("differentiate", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize("exponent", [1.5, 2.5, 3.5, 1.2])
def test_powers_have_a_slope_at_zero(exponent, differentiate):
    slope = differentiate(x**exponent, x)
    assert da.expr.evaluate(slope, {x: 0.0}) == 0.0
    assert da.expr.evaluate(slope, {x: 4.0}) == pytest.approx(exponent * 4.0 ** (exponent - 1.0), rel=RTOL)
    if exponent > 2.0:
        assert da.expr.evaluate(differentiate(slope, x), {x: 0.0}) == 0.0


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("differentiate", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize(
    "law",
    [
        lambda v: da.maximum(v, 0.0) ** 1.5,
        lambda v: da.maximum(v, 0.0) ** 1.2 * da.maximum(-v, 1.0),
        lambda v: da.sqrt(da.maximum(v, 0.0)),
        lambda v: da.maximum(v, 0.0) ** p,
        lambda v: da.expr.log(da.where(v < 0.0, 0.0, v) + da.where(v < 0.0, 0.0, v)),
        lambda v: da.expr.pow(da.expr.absolute_value(da.minimum(-v, 0.0)), 1.7),
    ],
)
def test_a_law_of_contact_has_no_stiffness_out_of_contact(law, differentiate, order):
    found = law(x)
    for _ in range(order):
        found = differentiate(found, x)
    assert da.expr.evaluate(found, {x: -1.0}) == 0.0


def test_a_power_that_is_zero_does_not_depend_on_its_exponent():
    for slope in (da.expr.derivative(x**y, y), da.expr.gradient(x**y, y)):
        assert da.expr.evaluate(slope, {x: 0.0, y: 1.5}) == 0.0
        assert da.expr.evaluate(slope, {x: 2.0, y: 1.5}) == pytest.approx(2.0**1.5 * math.log(2.0), rel=RTOL)


def test_derivatives_of_selections_do_not_depend_on_the_condition():
    e = da.where(x < y, z, 2.0 * z)
    assert da.expr.derivative(e, x) == 0.0
    assert da.expr.sparse_jacobian([e], [x, y, z]).places == [(0, 2)]
    assert da.expr.sparse_jacobian([e], [x, y, z], da.expr.DerivativeSweep.BACKWARD).places == [(0, 2)]


def test_the_remainder_differentiates_by_the_quotient_it_used():
    # 1/0.1 rounds up to 10, the remainder of 1 by 0.1 does not
    slope = da.expr.derivative(x % y, y)
    assert da.expr.evaluate(slope, {x: 1.0, y: 0.1}) == -9.0
    assert da.expr.evaluate(slope, {x: -2.5, y: 1.0}) == 3.0
    assert da.expr.derivative(slope, y) == 0.0


# Jacobians


def assert_close(found, expected):
    scale = np.maximum(1.0, np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=RTOL_GRAPH, atol=RTOL_GRAPH * scale)


@pytest.mark.parametrize("seed", range(40))
def test_forward_and_backward_agree_with_differences_on_random_graphs(seed):
    rng = np.random.default_rng(seed)
    recipe = random_recipe(rng, 4, 25, n_outputs=3)
    inputs = da.expr.symbols("v", 4)
    outputs = np.array(recipe(inputs), dtype=object)
    point = rng.uniform(-1.5, 1.5, 4)
    values = dict(zip(inputs, point, strict=True))
    expected = precise_jacobian(recipe, point)
    forward, backward = (da.expr.jacobian(outputs, inputs, sweep) for sweep in da.expr.DerivativeSweep)
    assert_close(da.expr.evaluate(forward, values), expected)
    assert_close(da.expr.evaluate(backward, values), expected)
    # a structural zero of one sweep is a number zero of the other
    weights = rng.normal(size=3)
    assert_close(da.expr.evaluate(da.expr.weighted_gradient(outputs, inputs, weights), values), weights @ expected)
    rates = dict(zip(inputs, rng.normal(size=4), strict=True))
    assert_close(da.expr.evaluate(da.expr.directional(outputs, rates), values), expected @ list(rates.values()))


def test_jacobians_have_the_shapes_of_both():
    A, v = da.expr.symbols("A", (2, 3)), da.expr.symbols("v", 3)
    assert da.expr.jacobian(A @ v, v).shape == (2, 3)
    assert (da.expr.jacobian(A @ v, v) == A).all()
    assert da.expr.jacobian(A @ v, A).shape == (2, 2, 3)
    assert da.expr.jacobian(A @ v, A)[1, 1, 2] is v[2]
    assert da.expr.jacobian(A @ v, A)[1, 0, 2] == 0.0
    assert da.expr.jacobian(v[0] * v[1], v).tolist() == [v[1], v[0], 0.0]
    assert da.expr.jacobian(x * x, x) is x * 2.0
    assert da.expr.jacobian([x, y], x).tolist() == [1.0, 0.0]
    assert da.expr.jacobian(np.zeros(0), v).shape == (0, 3)
    assert da.expr.gradient(x * y, x) is y
    assert da.expr.gradient(A[0, 0] * A[1, 2], A).shape == (2, 3)


@pytest.mark.parametrize("sweep", da.expr.DerivativeSweep)
def test_structural_zeros_are_absent(sweep):
    v = da.expr.symbols("v", 50)
    bands = [da.sin(v[k]) * v[k + 1] for k in range(49)]
    J = da.expr.sparse_jacobian(bands, v, sweep)
    assert J.shape == (49, 50)
    assert J.places == [(k, k + j) for k in range(49) for j in (0, 1)]
    assert all(type(value) is Node for value in J.values)
    full = J.to_array()
    assert full.shape == (49, 50)
    assert sum(type(e) is Node for e in full.ravel()) == 98
    assert full[0, 5] == 0.0


@pytest.mark.parametrize("sweep", da.expr.DerivativeSweep)
def test_derivatives_that_cancel_structurally_are_absent(sweep):
    assert da.expr.sparse_jacobian([x + y - x, da.expr.floor(x) + z], [x, y, z], sweep).places == [(0, 1), (1, 2)]


def test_the_sweep_goes_along_the_smaller_side():
    v = da.expr.symbols("v", 30)
    wide = da.sin(sum(a * a for a in v)) * v[0]
    assert operation_count(da.expr.jacobian([wide], v).ravel()) == operation_count(
        da.expr.jacobian([wide], v, da.expr.DerivativeSweep.BACKWARD).ravel()
    )
    tall = [da.sin(a + x) * x for a in v]
    assert operation_count(da.expr.jacobian(tall, [x]).ravel()) == operation_count(
        da.expr.jacobian(tall, [x], da.expr.DerivativeSweep.FORWARD).ravel()
    )


def test_derivatives_share_subexpressions_with_the_function():
    e = da.exp(da.sin(x) * y)
    both = [e, *da.expr.gradient(e, [x, y])]
    # exp, sin, product; cos; e·y, ·cos, e·sin
    assert operation_count(both) <= 7


# gradients


def extended_rosenbrock(v):
    return sum(100.0 * (b - a * a) ** 2 + (1.0 - a) ** 2 for a, b in pairwise(v))


def product_of_all(v):
    result = 1.0
    for a in v:
        result = result * (da.sin(a) + 2.0)
    return result


def norm_of_differences(v):
    return da.sqrt(sum(da.exp(-a * b) / (1.0 + a * a) for a, b in zip(v, np.roll(v, 1), strict=True)))


@pytest.mark.parametrize("function", [extended_rosenbrock, product_of_all, norm_of_differences])
@pytest.mark.parametrize("n", [10, 300])
def test_gradients_are_cheap(function, n):
    v = da.expr.symbols("v", n)
    value = function(v)
    both = [value, *da.expr.gradient(value, v)]
    assert operation_count(both) <= CHEAP * operation_count([value])


@pytest.mark.parametrize("seed", range(5))
def test_gradients_of_random_graphs_are_cheap(seed):
    recipe = random_recipe(np.random.default_rng(seed), 20, 400)
    v = da.expr.symbols("v", 20)
    (value,) = recipe(v)
    assert operation_count([value, *da.expr.gradient(value, v)]) <= CHEAP * operation_count([value])


def test_a_gradient_needs_a_scalar():
    with pytest.raises(
        ExpressionError, match=r"gradient needs a scalar, not an array of shape \(1,\); use jacobian"
    ):
        da.expr.gradient([x], x)


# Hessians


def test_a_hessian_agrees_with_sympy():
    X, Y, Z = sy.symbols("x y z")
    expr = sy.exp(X * Y) * sy.sin(Z) + X**3 / Y + sy.sqrt(X * X + Z * Z) * sy.atan2(Y, Z)
    e = da.exp(x * y) * da.sin(z) + x**3 / y + da.sqrt(x * x + z * z) * da.atan2(y, z)
    H = da.expr.hessian(e, [x, y, z])
    expected = sy.lambdify([X, Y, Z], sy.hessian(expr, [X, Y, Z]))
    for point in np.random.default_rng(2).uniform(0.3, 2.0, (5, 3)):
        found = da.expr.evaluate(H, dict(zip([x, y, z], point, strict=True)))
        np.testing.assert_allclose(found, expected(*point), rtol=1e-12, atol=1e-12)


def test_a_hessian_is_symmetric_to_the_object():
    v = da.expr.symbols("v", 5)
    H = da.expr.hessian(random_recipe(np.random.default_rng(3), 5, 30)(v)[0] * v[0] * v[1], v)
    assert (H.T == H).all()
    assert H.shape == (5, 5)
    assert da.expr.hessian(x * x * 3.0, x).shape == (1, 1)
    assert da.expr.hessian(v[0] * v[1] + v[2], v)[2, 2] == 0.0


@pytest.mark.parametrize("seed", range(5))
def test_the_mirrored_triangle_is_the_computed_one(seed):
    rng = np.random.default_rng(seed)
    v, point = da.expr.symbols("v", 3), rng.uniform(-1.0, 1.0, 3)
    (e,) = random_recipe(rng, 3, 20)(v)
    values = dict(zip(v, point, strict=True))
    full = da.expr.evaluate(da.expr.jacobian(da.expr.gradient(e, v), v), values)
    assert_close(da.expr.evaluate(da.expr.hessian(e, v), values), full)


# directions and time


def test_a_direction_may_be_made_of_expressions():
    rate = da.expr.directional(x * x * y, {x: z, y: da.sin(x)})
    values = {x: 1.5, y: 0.5, z: 2.0}
    assert da.expr.evaluate(rate, values) == pytest.approx(2 * 1.5 * 0.5 * 2.0 + 1.5**2 * math.sin(1.5), rel=1e-15)


def test_inputs_without_a_rate_do_not_move():
    assert da.expr.directional(x * y, {x: 1.0}) is y
    assert da.expr.directional(x * y, {x: 0.0}) == 0.0
    assert da.expr.directional(x * y, {}) == 0.0
    assert da.expr.directional([x, y], {x: 1}).tolist() == [1.0, 0.0]
    assert type(da.expr.directional(x, {x: 1})) is float


def test_the_time_derivative_includes_explicit_time():
    q, u = da.expr.symbols("q u")
    e = da.sin(q) * da.time**2
    rate = da.expr.time_derivative(e, {q: u})
    for t, a, b in np.random.default_rng(4).normal(size=(5, 3)):
        expected = math.cos(a) * b * t * t + 2.0 * t * math.sin(a)
        assert da.expr.evaluate(rate, {da.time: t, q: a, u: b}) == pytest.approx(expected, rel=1e-13)


def test_repeated_time_derivatives_follow_a_motion():
    # q = sin t, so u = cos t and a = −sin t
    q, u = da.expr.symbols("q u")
    velocity = da.expr.time_derivative(q * q * da.time, {q: u})
    acceleration = da.expr.time_derivative(velocity, {q: u, u: -q})
    t = 0.7
    with mpmath.workdps(30):
        expected = float(mpmath.diff(lambda s: mpmath.sin(s) ** 2 * s, t, 2))
    found = da.expr.evaluate(acceleration, {da.time: t, q: math.sin(t), u: math.cos(t)})
    assert found == pytest.approx(expected, rel=1e-13)


def test_weighted_gradients_are_one_sweep():
    v = da.expr.symbols("v", 40)
    heads = [da.sin(sum(a * a for a in v)) * a for a in v[:10]]
    weights = da.expr.symbols("w", 10)
    single = da.expr.weighted_gradient(heads, v, weights)
    assert single.shape == (40,)
    assert operation_count(single) < 0.3 * operation_count(
        da.expr.jacobian(heads, v, da.expr.DerivativeSweep.BACKWARD).ravel()
    )
    assert (da.expr.weighted_gradient(x * y, [x, y], 2) == np.array([y * 2.0, x * 2.0])).all()
    assert da.expr.weighted_gradient([x, x], x, [2.0, 3]) == 5.0
    assert da.expr.weighted_gradient([x, y], [x, y], [0.0, 1.0]).tolist() == [0.0, 1.0]


# mistakes


@pytest.mark.parametrize("by", [x + y, 2.0 * x, 1.0, "x", None, x < y, da.sin(x)], ids=repr)
def test_one_cannot_differentiate_by_an_expression(by):
    uses = [
        lambda: da.expr.derivative(x, by),
        lambda: da.expr.jacobian([x], [y, by]),
        lambda: da.expr.gradient(x, by),
        lambda: da.expr.hessian(x, [by]),
        lambda: da.expr.directional(x, {by: 0.0}),
        lambda: da.expr.time_derivative(x, {by: 1.0}),
        lambda: da.expr.weighted_gradient([x], [by], [1.0]),
    ]
    for use in uses:
        with pytest.raises(ExpressionError, match="one can differentiate by symbols, parameters and time only"):
            use()


def test_derivatives_are_taken_by_one_input_at_a_time():
    with pytest.raises(ExpressionError, match="one can differentiate by"):
        da.expr.derivative(x, np.array([x, y]))


@pytest.mark.parametrize("wrong", ["x", None, x < y, [x, "y"], 1j, math.nan, {"a": x}], ids=repr)
def test_only_real_expressions_have_derivatives(wrong):
    uses = [
        lambda: da.expr.derivative(wrong, x),
        lambda: da.expr.jacobian(wrong, [x]),
        lambda: da.expr.directional(wrong, {x: y}),
    ]
    for use in uses:
        with pytest.raises(ExpressionError, match=r"a derivative takes numbers|not finite"):
            use()


def test_inputs_are_named_once():
    for use in (
        lambda: da.expr.jacobian([x], [x, x]),
        lambda: da.expr.gradient(x * y, [x, y, x]),
        lambda: da.expr.weighted_gradient([x], [x, x], [1.0]),
        lambda: da.expr.hessian(x, [y, y]),
    ):
        with pytest.raises(ExpressionError, match="named twice"):
            use()


@pytest.mark.parametrize("weights", [[1.0], [1.0, 2.0, 3.0], 1.0, [[1.0, 2.0]]])
def test_weights_have_the_shape_of_the_values(weights):
    with pytest.raises(ExpressionError, match=r"weights have the shape of the values, \(2,\)"):
        da.expr.weighted_gradient([x, y], [x, y], weights)


@pytest.mark.parametrize("rate", ["a", None, x < y, math.nan, math.inf, 1j])
def test_rates_and_weights_are_finite_scalars(rate):
    with pytest.raises(ExpressionError):
        da.expr.directional(x, {x: rate})
    with pytest.raises(ExpressionError):
        da.expr.weighted_gradient([x], [x], [rate])
