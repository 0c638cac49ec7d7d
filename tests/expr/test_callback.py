import functools
import pickle
from dataclasses import dataclass

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ExpressionError
from dalembert.expr.node import traverse

NOWHERE = da.kernels.Config(None, 1)
"""No cache, one thread."""

x, y, z = da.expr.symbols("x y z")
POINTS = np.random.default_rng(1).uniform(-1.5, 1.5, (11, 2))


def law(v):
    return [v[0] ** 2 * v[1], np.sin(v[0]), v[1] ** 3]


def slopes(v):
    return [[2 * v[0] * v[1], v[0] ** 2], [np.cos(v[0]), 0.0], [0.0, 3 * v[1] ** 2]]


def law_text(a, b):
    return np.array([a**2 * b, da.sin(a), b**3], dtype=object)


def called(a, b):
    return da.expr.callback("law", law, [a, b], n_results=3, jacobian=slopes)


# values


def test_a_callback_is_part_of_an_expression():
    e = called(x + y, 2.0 * y) * y
    plain = law_text(x + y, 2.0 * y) * y
    for a, b in POINTS:
        np.testing.assert_allclose(
            da.expr.evaluate(e, {x: a, y: b}), da.expr.evaluate(plain, {x: a, y: b}), rtol=1e-14
        )


def test_numbers_are_computed_at_once():
    found = called(0.5, 2)
    assert found.dtype == float
    np.testing.assert_allclose(found, law([0.5, 2.0]))


def test_operands_come_as_a_float_array():
    seen = []

    def spy(v):
        seen.append(v)
        return v.sum()

    e = da.expr.callback("spy", spy, np.array([[x, 1], [2.5, y]], dtype=object))[0]
    assert not seen
    assert da.expr.evaluate(e, {x: 3.0, y: 4.0}) == 10.5
    assert seen[0].tolist() == [3.0, 1.0, 2.5, 4.0]
    assert seen[0].dtype == float


def test_one_result_may_be_a_number():
    assert da.expr.evaluate(da.expr.callback("f", lambda v: v[0] * 2.0, x)[0], {x: 3.0}) == 6.0
    assert da.expr.evaluate(da.expr.callback("f", lambda v: np.float32(1.5), x)[0], {x: 3.0}) == 1.5


def test_equal_calls_are_one():
    assert called(x, y)[0] is called(x, y)[0]
    assert called(x, y)[0] is not called(y, x)[0]
    e = called(x, y) @ called(x, y)
    assert sum(node.op == "call" for node in traverse([e])) == 1


def test_a_function_may_fill_the_same_array_again():
    buffer = np.zeros(2)

    def fill(v):
        buffer[:] = v[0] * 2.0, v[0] * 3.0
        return buffer

    a, b = (da.expr.callback("fill", fill, operand, n_results=2) for operand in (x, y))
    # the last entry of the first call is read after the second call
    e = [a[0], b[0], a[1]]
    assert da.expr.evaluate(e, {x: 1.0, y: 10.0}).tolist() == [2.0, 20.0, 3.0]
    assert da.kernels.compile(e, [x, y], config=NOWHERE)(1.0, 10.0).tolist() == [2.0, 20.0, 3.0]


def test_a_function_may_change_its_array():
    def greedy(v):
        v *= 2.0
        return v

    e = da.expr.callback("greedy", greedy, [x, y], n_results=2) + np.array([x, y])
    assert da.expr.evaluate(e, {x: 1.0, y: 2.0}).tolist() == [3.0, 6.0]
    kernel = da.kernels.compile(e, [x, y], config=NOWHERE)
    assert kernel(1.0, 2.0).tolist() == kernel.interpret(1.0, 2.0).tolist() == [3.0, 6.0]


@dataclass
class Controller:
    gain: float

    def __call__(self, v):
        return self.gain * v[0]

    def action(self, v):
        return -self.gain * v[0]


def test_objects_methods_and_partial_functions_are_functions():
    controller = Controller(2.0)
    functions = [
        (controller, 2.0),
        (controller.action, -2.0),
        (functools.partial(lambda k, v: k * v[0], 3.0), 3.0),
    ]
    for function, factor in functions:
        e = da.expr.callback("f", function, x)[0]
        assert e is da.expr.callback("f", function, x)[0]
        assert da.expr.evaluate(e, {x: 1.5}) == 1.5 * factor
        assert da.kernels.compile(e, [x], config=NOWHERE)(1.5) == 1.5 * factor


def test_objects_with_equal_contents_are_two_functions():
    one, two = Controller(2.0), Controller(2.0)
    assert one == two
    a, b = (da.expr.callback("f", controller, x)[0] for controller in (one, two))
    assert a is not b
    two.gain = 5.0
    assert da.expr.evaluate([a, b], {x: 1.0}).tolist() == [2.0, 5.0]


# derivatives


@pytest.mark.parametrize("sweep", da.expr.DerivativeSweep)
def test_derivatives_come_from_the_given_jacobian(sweep):
    v = [x, y, z]
    e, plain = called(x * z, y) * called(y, z)[1], law_text(x * z, y) * law_text(y, z)[1]
    J, expected = da.expr.jacobian(e, v, sweep), da.expr.jacobian(plain, v)
    for a, b in POINTS:
        values = {x: a, y: b, z: 0.7}
        np.testing.assert_allclose(
            da.expr.evaluate(J, values), da.expr.evaluate(expected, values), rtol=1e-13, atol=1e-14
        )


def test_derivatives_are_exact_where_the_jacobian_is():
    h = 1e-6
    slope = da.expr.derivative(called(x, y), x)
    for a, b in POINTS:
        differences = (np.array(law([a + h, b])) - np.array(law([a - h, b]))) / (2 * h)
        np.testing.assert_allclose(da.expr.evaluate(slope, {x: a, y: b}), differences, rtol=1e-8, atol=1e-8)


def test_without_a_jacobian_there_is_no_derivative():
    e = da.expr.callback("law", law, [x, y], n_results=3)
    for use in (lambda: da.expr.derivative(e, x), lambda: da.expr.gradient(e[0], [x, y])):
        with pytest.raises(
            ExpressionError, match=r"'law' has no derivative; give one with callback\(…, jacobian=…\)"
        ):
            use()
    assert da.expr.derivative(e, z).tolist() == [0.0, 0.0, 0.0]


def test_a_jacobian_has_no_derivative_of_its_own():
    slope = da.expr.derivative(called(x, y)[0], x)
    with pytest.raises(ExpressionError, match="'law_jacobian' has no derivative"):
        da.expr.derivative(slope, x)


def test_a_jacobian_of_wrong_size_is_an_error():
    e = da.expr.callback("law", law, [x, y], n_results=3, jacobian=lambda v: [1.0, 2.0])
    with pytest.raises(ExpressionError, match="'law_jacobian' returned 2 numbers instead of 6 real numbers"):
        da.expr.evaluate(da.expr.derivative(e, x), {x: 1.0, y: 2.0})


# native code


@pytest.mark.parametrize("lanes", [1, 4, 8])
@pytest.mark.parametrize("tier", da.kernels.Tier)
def test_compiled_equals_interpreted(lanes, tier):
    e = np.concatenate([called(x + y, y) * y, da.expr.gradient(called(y, x) @ called(x, y), [x, y])])
    kernel = da.kernels.compile(e, [x, y], lanes=lanes, tier=tier, config=NOWHERE)
    a, b = POINTS.T
    np.testing.assert_allclose(kernel(a, b), kernel.interpret(a, b), rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("lanes", [1, 8])
def test_callbacks_work_inside_sub_programs(lanes):
    f = da.kernels.subprogram("f", [x, y], called(x, y) * x)
    kernel = da.kernels.compile(f(y, x) + called(x, y), [x, y], lanes=lanes, config=NOWHERE)
    a, b = POINTS.T
    np.testing.assert_allclose(kernel(a, b), kernel.interpret(a, b), rtol=1e-13, atol=1e-14)


def test_two_functions_with_one_name_are_two_routines_and_refused_in_native_code():
    e = [da.expr.callback("f", lambda v, k=k: v * k, x)[0] for k in (2.0, 3.0)]
    assert da.expr.evaluate(e, {x: 1.0}).tolist() == [2.0, 3.0]
    with pytest.raises(da.errors.CompileError, match="two callbacks are called 'f'"):
        da.kernels.compile(e, [x], config=NOWHERE)(1.0)


class UnwellError(Exception):
    pass


def moody(v):
    if v[0] > 1.0:
        raise UnwellError(f"cannot bear {v[0]}")
    return v[0] * 2.0


@pytest.mark.parametrize("lanes", [1, 4])
def test_an_exception_is_raised_where_the_kernel_is_called(lanes):
    kernel = da.kernels.compile(da.expr.callback("moody", moody, x)[0] + y, [x, y], lanes=lanes, config=NOWHERE)
    for _ in range(3):
        with pytest.raises(UnwellError, match=r"cannot bear 3\.5"):
            kernel(3.5, 1.0)
        # nothing of the failure stays
        assert kernel(0.5, 1.0) == 2.0
    batch = np.linspace(0.0, 2.0, 50)
    with pytest.raises(UnwellError):
        kernel(batch, 1.0)
    np.testing.assert_allclose(kernel(batch / 2.0, 1.0), batch + 1.0)


def test_an_exception_is_raised_where_the_expression_is_evaluated():
    e = da.expr.callback("moody", moody, x)[0]
    with pytest.raises(UnwellError, match="cannot bear 3"):
        da.expr.evaluate(e, {x: 3.0})
    with pytest.raises(UnwellError):
        da.expr.substitute(e, {x: 3.0})
    with pytest.raises(UnwellError):
        da.expr.callback("moody", moody, 3.0)
    assert da.expr.evaluate(e, {x: 1.0}) == 2.0


def test_an_exception_in_a_sub_program_is_raised_outside():
    f = da.kernels.subprogram("f", [x], da.expr.callback("moody", moody, x)[0] * x)
    kernel = da.kernels.compile(f(y), [y], config=NOWHERE)
    with pytest.raises(UnwellError):
        kernel(2.0)
    assert kernel(0.5) == 0.5


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_interruptions_pass_through(interrupt):
    def stop(v):
        raise interrupt

    with pytest.raises(interrupt):
        da.kernels.compile(da.expr.callback("stop", stop, x)[0], [x], config=NOWHERE)(1.0)


@pytest.mark.parametrize("returned", [[], [1.0], [1.0, 2.0, 3.0], np.zeros((2, 2))], ids=repr)
def test_a_wrong_number_of_results_is_an_error(returned):
    e = da.expr.callback("f", lambda v: returned, x, n_results=2)
    message = rf"callback 'f' returned {np.size(returned)} numbers instead of 2 real numbers"
    with pytest.raises(ExpressionError, match=message):
        da.expr.evaluate(e, {x: 1.0})
    with pytest.raises(ExpressionError, match=message):
        da.kernels.compile(e, [x], config=NOWHERE)(1.0)


def test_results_that_are_no_numbers_are_errors():
    for returned, text in (("a", "'a'"), (None, "None"), (1j, "1j")):
        e = da.expr.callback("f", lambda v, returned=returned: returned, x)
        message = f"returned {text} instead of 1 real numbers"
        with pytest.raises(ExpressionError, match=message):
            da.expr.evaluate(e, {x: 1.0})
        with pytest.raises(ExpressionError, match=message):
            da.kernels.compile(e, [x], config=NOWHERE)(1.0)


# copies and mistakes


def test_callbacks_of_importable_functions_are_pickled():
    e = da.expr.callback("norm", np.linalg.norm, [x, y])[0] * x
    assert pickle.loads(pickle.dumps(e)) is e


def test_tags_do_not_contain_addresses():
    e = da.expr.callback("f", lambda v: v, x)[0]
    routine = e.args[0].args[0]
    assert "0x" not in repr(routine)


@pytest.mark.parametrize(
    "arguments, match",
    [
        ({"name": "my law"}, "letters, digits and underscores"),
        ({"name": None}, "letters, digits and underscores"),
        ({"function": 3.0}, "needs a function, not 3.0"),
        ({"function": None}, "needs a function, not None"),
        ({"jacobian": "J"}, "needs a function, not 'J'"),
        ({"n_results": 0}, "one or more results, not 0"),
        ({"n_results": 1.5}, "one or more results, not 1.5"),
        ({"n_results": None}, "one or more results, not None"),
        ({"x": [x, "y"]}, "law takes numbers and real expressions, not 'y'"),
        ({"x": [x < y]}, "law takes numbers and real expressions"),
        ({"x": [np.nan, x]}, "not finite"),
    ],
)
def test_wrong_callbacks_are_refused(arguments, match):
    with pytest.raises(ExpressionError, match=match):
        da.expr.callback(**{"name": "law", "function": law, "x": [x, y], "n_results": 3} | arguments)
