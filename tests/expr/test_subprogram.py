import copy
import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ExpressionError
from dalembert.expr.node import Node, operation_count, traverse
from tests.expr.recipes import random_recipe

RTOL = 1e-13
"""Compiled code rounds products and sums together."""

NOWHERE = da.kernels.Config(None, 1)
"""No cache, one thread."""

x, y, z, w = da.expr.symbols("x y z w")


def wheel():
    return da.kernels.subprogram("wheel", [x, y], [da.sin(x) * y, x / (1.0 + y * y), da.where(x < y, x, y * y)])


def wheel_text(a, b):
    return np.array([da.sin(a) * b, a / (1.0 + b * b), da.where(a < b, a, b * b)], dtype=object)


def calls(*roots):
    return [node for node in traverse(np.concatenate([np.ravel(r) for r in roots])) if node.op == "call"]


POINTS = np.random.default_rng(1).uniform(-1.5, 1.5, (11, 2))


# values


def test_calls_compute_what_the_expressions_do():
    f = wheel()
    called, plain = f(x + y, x * 2.0), wheel_text(x + y, x * 2.0)
    for a, b in POINTS:
        np.testing.assert_allclose(
            da.expr.evaluate(called, {x: a, y: b}), da.expr.evaluate(plain, {x: a, y: b}), rtol=1e-15
        )


def test_numbers_are_computed_at_once():
    found = wheel()(0.5, 1.5)
    assert found.dtype == float
    np.testing.assert_allclose(found, wheel_text(0.5, 1.5).astype(float), rtol=1e-15)


def test_every_use_is_one_call():
    f = wheel()
    outputs = [*f(x, y), *f(y, z), *f(x, y)]
    assert len(calls(outputs)) == 2
    assert operation_count(outputs) == 2
    assert outputs[0] is outputs[6]


def test_equal_sub_programs_are_one():
    assert wheel()(x, z)[0] is wheel()(x, z)[0]
    other = da.kernels.subprogram("wheel", [x, y], [da.cos(x) * y, x, y])
    assert other(x, z)[0] is not wheel()(x, z)[0]
    renamed = da.kernels.subprogram("tyre", [x, y], list(wheel_text(x, y)))
    assert renamed(x, z)[0] is not wheel()(x, z)[0]


def test_operands_of_sub_programs_with_one_name_commute():
    f, g = (da.kernels.subprogram("f", [x], e)(y) for e in (da.sin(x), da.cos(x)))
    assert f is not g
    assert f.tag != g.tag
    assert f + g is g + f


def test_arrays_keep_their_shapes():
    A, v = da.expr.symbols("A", (2, 3)), da.expr.symbols("v", 3)
    product = da.kernels.subprogram("product", [A, v], A @ v)
    B, u = np.arange(6.0).reshape(2, 3), np.array([1.0, 0.5, -1.0])
    assert product(B, u).tolist() == (B @ u).tolist()
    assert product(A * 2.0, v).shape == (2,)
    assert da.kernels.subprogram("one", [x], x * x)(y).op == "element"
    assert da.kernels.subprogram("outer", [v], np.outer(v, v))(v).shape == (3, 3)


def test_names_of_inputs_are_bound():
    swap = da.kernels.subprogram("swap", [x, y], [y, x])
    assert da.expr.evaluate(swap(y, x), {x: 1.0, y: 2.0}).tolist() == [1.0, 2.0]


def test_parameters_and_time_may_be_inputs():
    p = da.param("p", 2.0)
    f = da.kernels.subprogram("f", [p, da.time], p * da.sin(da.time))
    assert da.expr.evaluate(f(x, y), {x: 3.0, y: 0.5}) == 3.0 * np.sin(0.5)
    assert da.expr.evaluate(da.expr.derivative(f(x, da.time), da.time), {x: 3.0, da.time: 0.5}) == 3.0 * np.cos(
        0.5
    )


def test_outputs_may_be_constants():
    f = da.kernels.subprogram("f", [x], [1, x, -0.0])
    found = da.expr.evaluate(f(y), {y: 2.0})
    assert found.tolist() == [1.0, 2.0, 0.0]
    assert np.signbit(found[2])


# derivatives


@pytest.mark.parametrize("sweep", da.expr.DerivativeSweep)
def test_derivatives_are_those_of_the_expressions(sweep):
    f = wheel()
    v = [x, y, z]
    called, plain = f(x * z, y) * f(y, z)[0], wheel_text(x * z, y) * wheel_text(y, z)[0]
    J, expected = da.expr.jacobian(called, v, sweep), da.expr.jacobian(plain, v)
    for a, b in POINTS:
        values = {x: a, y: b, z: 0.7}
        np.testing.assert_allclose(
            da.expr.evaluate(J, values), da.expr.evaluate(expected, values), rtol=1e-13, atol=1e-14
        )


def test_second_derivatives_are_those_of_the_expressions():
    f = wheel()
    called, plain = f(x * y, y)[0] * f(y, x)[1], wheel_text(x * y, y)[0] * wheel_text(y, x)[1]
    H, expected = da.expr.hessian(called, [x, y]), da.expr.hessian(plain, [x, y])
    twice = da.expr.jacobian(
        da.expr.jacobian([called], [x, y], da.expr.DerivativeSweep.FORWARD)[0],
        [x, y],
        da.expr.DerivativeSweep.FORWARD,
    )
    for a, b in POINTS:
        values = {x: a, y: b}
        reference = da.expr.evaluate(expected, values)
        np.testing.assert_allclose(da.expr.evaluate(H, values), reference, rtol=1e-12, atol=1e-13)
        np.testing.assert_allclose(da.expr.evaluate(twice, values), reference, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("sweep", da.expr.DerivativeSweep)
def test_derivatives_are_calls_too(sweep):
    v = da.expr.symbols("v", 4)
    f = da.kernels.subprogram("f", [v], [da.sin(v @ v), *(v * v)])
    J = da.expr.jacobian(f(v), v, sweep)
    names = {call.args[0].name for call in calls(J)}
    assert names == {"f_tangent" if sweep is da.expr.DerivativeSweep.FORWARD else "f_cotangent"}
    assert operation_count(J.ravel()) <= 5


@pytest.mark.parametrize("sweep", da.expr.DerivativeSweep)
def test_structural_zeros_of_a_sub_program_are_absent(sweep):
    f = da.kernels.subprogram("f", [x, y, z], [x * y, da.sin(z), 2.0, da.expr.floor(x) + y])
    J = da.expr.sparse_jacobian(f(x, y, z), [x, y, z], sweep)
    assert J.places == [(0, 0), (0, 1), (1, 2), (3, 1)]


@pytest.mark.parametrize("sweep", da.expr.DerivativeSweep)
def test_inputs_with_one_name_are_told_apart(sweep):
    t = da.expr.symbol("t")
    f = da.kernels.subprogram("f", [da.time, t], da.time * t * t)
    found = da.expr.jacobian(f(x, y), [x, y], sweep)
    assert da.expr.evaluate(found, {x: 2.0, y: 3.0}).tolist() == [9.0, 12.0]


def test_a_branch_that_is_not_taken_cannot_spoil_the_derivative():
    inside = da.kernels.subprogram("inside", [x], da.where(x > 0.0, da.sqrt(x), 0.0))(y)
    root = da.kernels.subprogram("root", [x], [da.sqrt(x), da.expr.log(x)])(y)
    outside = da.where(y > 0.0, root[0], 0.0)
    twice = outside + da.where(y > 0.5, root[1] * y, 0.0) + da.where(y > 0.25, root[0] * y, 0.0)
    plain = da.where(y > 0.25, da.sqrt(y) * y, 0.0)
    plain = da.where(y > 0.0, da.sqrt(y), 0.0) + da.where(y > 0.5, da.expr.log(y) * y, 0.0) + plain
    other_way = da.where(y > 0.0, root[1], 0.0) + da.where(y > 0.5, root[0], 0.0)
    other_plain = da.where(y > 0.0, da.expr.log(y), 0.0) + da.where(y > 0.5, da.sqrt(y), 0.0)
    for e, expected in ((inside, outside), (outside, inside), (twice, plain), (other_way, other_plain)):
        for slope in (da.expr.derivative(e, y), da.expr.gradient(e, y)):
            assert da.expr.evaluate(slope, {y: -1.0}) == 0.0
            for value in (0.1, 0.3, 0.7):
                other = da.expr.evaluate(da.expr.derivative(expected, y), {y: value})
                assert da.expr.evaluate(slope, {y: value}) == pytest.approx(other, rel=1e-14)


# nesting


def nested():
    inner = da.kernels.subprogram("inner", [x, y], [da.sin(x) + y, x * y])
    middle = da.kernels.subprogram("middle", [x, y, z], [inner(x, z)[0] * inner(y, z)[1], inner(z, x)[1] + y])
    return middle(x + y, y, 0.5) @ middle(y, x, w)


def nested_text():
    def inner(a, b):
        return [da.sin(a) + b, a * b]

    def middle(a, b, c):
        return np.array([inner(a, c)[0] * inner(b, c)[1], inner(c, a)[1] + b], dtype=object)

    return middle(x + y, y, 0.5) @ middle(y, x, w)


def test_sub_programs_nest():
    v = [x, y, w]
    for a, b in POINTS:
        values = {x: a, y: b, w: a - b}
        assert da.expr.evaluate(nested(), values) == pytest.approx(
            da.expr.evaluate(nested_text(), values), rel=1e-14
        )
        np.testing.assert_allclose(
            da.expr.evaluate(da.expr.gradient(nested(), v), values),
            da.expr.evaluate(da.expr.gradient(nested_text(), v), values),
            rtol=1e-12,
            atol=1e-13,
        )
        np.testing.assert_allclose(
            da.expr.evaluate(da.expr.hessian(nested(), v), values),
            da.expr.evaluate(da.expr.hessian(nested_text(), v), values),
            rtol=1e-12,
            atol=1e-12,
        )


# native code


@pytest.mark.parametrize("lanes", [1, 4, 8])
def test_compiled_equals_interpreted(lanes):
    outputs = [*wheel()(x + y, y), nested(), *da.expr.gradient(nested() * wheel()(x, y)[0], [x, y, w])]
    kernel = da.kernels.compile(outputs, [x, y, w], lanes=lanes, config=NOWHERE)
    a, b = POINTS.T
    found, reference = kernel(a, b, a - b), kernel.interpret(a, b, a - b)
    np.testing.assert_allclose(found, reference, rtol=RTOL, atol=RTOL)
    plain = da.kernels.compile(
        [*wheel_text(x + y, y), nested_text(), *da.expr.gradient(nested_text() * wheel_text(x, y)[0], [x, y, w])],
        [x, y, w],
        config=NOWHERE,
    )
    np.testing.assert_allclose(found, plain(a, b, a - b), rtol=RTOL, atol=RTOL)


def test_lanes_and_tiers_give_the_same_bits():
    f = da.kernels.subprogram("f", [x, y], random_recipe(np.random.default_rng(7), 2, 60, n_outputs=4)([x, y]))
    outputs = [*f(x, y), *f(y, f(x, 0.25)[0])]
    a, b = POINTS.T
    found = [
        da.kernels.compile(outputs, [x, y], lanes=lanes, tier=tier, config=NOWHERE)(a, b)
        for lanes in (1, 4, 8)
        for tier in da.kernels.Tier
    ]
    assert all(np.array_equal(found[0], other, equal_nan=True) for other in found[1:])


# copies


def test_calls_are_pickled_and_copied():
    e = nested() * wheel()(x, y)[2]
    assert pickle.loads(pickle.dumps(e)) is e
    assert copy.deepcopy(e) is e
    routine = calls(e)[0].args[0]
    again = pickle.loads(pickle.dumps(routine))
    assert again == routine
    assert hash(again) == hash(routine)
    assert copy.deepcopy(routine) == routine


# mistakes


@pytest.mark.parametrize("name", ["", "my wheel", "3d", "räder", "a-b", None, 3])
def test_names_are_identifiers(name):
    with pytest.raises(ExpressionError, match="name is made of letters, digits and underscores"):
        da.kernels.subprogram(name, [x], x)


@pytest.mark.parametrize("wrong", [x + y, 1.0, "x", None, [x, 2.0]], ids=repr)
def test_inputs_are_symbols(wrong):
    with pytest.raises(ExpressionError, match="inputs of 'f' are symbols, parameters and time only"):
        da.kernels.subprogram("f", [wrong], x)


def test_inputs_are_a_list_without_repetition():
    with pytest.raises(ExpressionError, match="named twice among those of 'f'"):
        da.kernels.subprogram("f", [x, [y, x]], x)
    with pytest.raises(ExpressionError, match="inputs of 'f' are a list"):
        da.kernels.subprogram("f", x, x)


def test_all_that_outputs_need_is_among_the_inputs():
    p = da.param("p", 1.0)
    with pytest.raises(ExpressionError, match=r"'f' depends on \['y', 'p'\]|'f' depends on \['p', 'y'\]"):
        da.kernels.subprogram("f", [x], x * y + p)
    with pytest.raises(ExpressionError, match=r"\['t'\]"):
        da.kernels.subprogram("f", [x], x * da.time)


@pytest.mark.parametrize("wrong", [None, "x", x < y, np.nan, [x, None]], ids=repr)
def test_outputs_are_real_expressions(wrong):
    with pytest.raises(ExpressionError, match=r"f takes numbers|not finite"):
        da.kernels.subprogram("f", [x, y], wrong)


def test_operands_have_the_shapes_of_the_inputs():
    v = da.expr.symbols("v", 3)
    f = da.kernels.subprogram("f", [v, x], v * x)
    for operands in ([v], [v, v], [v[:2], x], [x, v], [v, x, x]):
        with pytest.raises(ExpressionError, match=r"'f' takes arrays of shapes \[\(3,\), \(\)\], not"):
            f(*operands)
    for wrong in ("a", None, x < y, np.nan):
        with pytest.raises(ExpressionError):
            f(v, wrong)
    assert isinstance(f(v, 2)[0], Node)
