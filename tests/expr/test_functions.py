import math
import operator

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ExpressionError
from dalembert.expr import node
from dalembert.expr.node import Node, TruthNode, make, operation_count
from dalembert.expr.operations import OPERATIONS
from dalembert.expr.scalar import apply

RTOL_POWER = 1e-14
"""Whole powers are products, each rounded; the largest has some sixty of them in effect."""

x, y, z = da.expr.symbols("x y z")
c = x < y

# function, NumPy's counterpart, ranges of the operands
FUNCTIONS = {
    "sin": (da.sin, np.sin, [(-9, 9)]),
    "cos": (da.cos, np.cos, [(-9, 9)]),
    "tan": (da.tan, np.tan, [(-1.5, 1.5)]),
    "asin": (da.expr.asin, np.arcsin, [(-1, 1)]),
    "acos": (da.expr.acos, np.arccos, [(-1, 1)]),
    "atan": (da.expr.atan, np.arctan, [(-9, 9)]),
    "atan2": (da.atan2, np.arctan2, [(-2, 2), (-2, 2)]),
    "sqrt": (da.sqrt, np.sqrt, [(0, 9)]),
    "exp": (da.exp, np.exp, [(-9, 9)]),
    "log": (da.expr.log, np.log, [(0.01, 9)]),
    "sinh": (da.expr.sinh, np.sinh, [(-5, 5)]),
    "cosh": (da.expr.cosh, np.cosh, [(-5, 5)]),
    "tanh": (da.tanh, np.tanh, [(-5, 5)]),
    "absolute_value": (da.expr.absolute_value, np.abs, [(-9, 9)]),
    "sign": (da.expr.sign, np.sign, [(-9, 9)]),
    "floor": (da.expr.floor, np.floor, [(-9, 9)]),
    "mod": (da.expr.mod, np.mod, [(-9, 9), (-3, 3)]),
    "pow": (da.expr.pow, np.power, [(0.1, 4), (-3, 3)]),
    "minimum": (da.minimum, np.minimum, [(-9, 9), (-9, 9)]),
    "maximum": (da.maximum, np.maximum, [(-9, 9), (-9, 9)]),
}


def samples(ranges, n=20, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.uniform(low, high, n) for low, high in ranges]


@pytest.fixture(params=FUNCTIONS.values(), ids=FUNCTIONS)
def case(request):
    return request.param


# np.sign, np.minimum and np.maximum look at values
BY_VALUE = ("sign", "minimum", "maximum")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_numpy_give_the_same_expressions(name):
    function, counterpart, ranges = FUNCTIONS[name]
    operands = [x - y, -z][: len(ranges)]
    if name in BY_VALUE:
        with pytest.raises(ExpressionError, match="no truth value"):
            counterpart(*operands)
        return
    assert counterpart(*operands) is function(*operands)
    assert counterpart(-z, *operands[1:]) is function(-z, *operands[1:])
    array = counterpart(np.array([x, -y]), *operands[1:])
    assert array.tolist() == [function(x, *operands[1:]), function(-y, *operands[1:])]
    jet = counterpart(da.expr.Jet(x, {"x": 1.0}), *operands[1:])
    assert jet.coefficient("x") == da.expr.derivative(function(x, *operands[1:]), x)


def test_functions_of_numpy_of_time_and_measures_are_expressions():
    assert np.sin(da.time) is da.sin(da.time)
    assert np.exp(-da.coordinate("j")) is da.exp(-da.coordinate("j"))


def test_functions_of_numpy_refuse_what_is_no_scalar():
    with pytest.raises(ExpressionError, match="atan2 takes numbers and real expressions, not None"):
        np.arctan2(x, None)


# numbers, arrays, expressions


def test_numbers_give_numbers(case):
    function, reference, ranges = case
    for operands in zip(*samples(ranges), strict=True):
        found = function(*map(float, operands))
        assert type(found) is float
        assert found == pytest.approx(reference(*operands), rel=1e-15)


def test_float_arrays_give_float_arrays(case):
    function, reference, ranges = case
    operands = samples(ranges)
    found = function(*operands)
    assert found.dtype == float
    np.testing.assert_allclose(found, reference(*operands), rtol=1e-15)


def test_object_arrays_are_taken_entry_by_entry(case):
    function, _, ranges = case
    operands = samples(ranges, 3)
    mixed = [np.array([da.expr.symbol(f"s{k}"), *values[1:]], dtype=object) for k, values in enumerate(operands)]
    found = function(*mixed)
    assert found.dtype == object
    assert found[0] is function(*(m[0] for m in mixed))
    assert [type(v) for v in found[1:]] == [float, float]
    np.testing.assert_allclose(found[1:].astype(float), function(*(v[1:] for v in operands)), rtol=1e-15)


def test_expressions_evaluate_to_what_numbers_give(case):
    function, reference, ranges = case
    inputs = [x, y][: len(ranges)]
    expression = function(*inputs)
    assert type(expression) is Node
    for operands in zip(*samples(ranges), strict=True):
        value = da.expr.evaluate(expression, dict(zip(inputs, operands, strict=True)))
        assert value == pytest.approx(reference(*operands), rel=1e-15)


def test_lists_and_tuples_are_arrays(case):
    function, _, ranges = case
    operands = samples(ranges, 3)
    assert function(*(v.tolist() for v in operands)).tolist() == function(*operands).tolist()
    assert function(*(tuple(v) for v in operands)).tolist() == function(*operands).tolist()


def test_zero_dimensional_and_empty_arrays_work(case):
    function, _, ranges = case
    operands = samples(ranges, 1)
    assert function(*(np.array(v[0]) for v in operands)) == function(*(float(v[0]) for v in operands))
    assert function(*(np.array(s, dtype=object) for s in [x, y][: len(ranges)])) is function(
        *[x, y][: len(ranges)]
    )
    for dtype in (float, object):
        assert function(*(np.zeros((0, 2), dtype) for _ in ranges)).shape == (0, 2)


def test_a_wrong_number_of_operands_is_an_error(case):
    function, _, ranges = case
    if function is da.expr.atan:
        pytest.skip("an ordinary function of one argument")
    for operands in ([], [x] * (len(ranges) + 1)):
        message = rf"{function.__name__} takes {len(ranges)} operand\(s\), not {len(operands)}"
        with pytest.raises(ExpressionError, match=message):
            function(*operands)


@pytest.mark.parametrize("wrong", ["a", None, 1j, c, np.complex128(1j), {}, x.__class__], ids=repr)
def test_what_is_no_real_scalar_is_refused(case, wrong):
    function, _, ranges = case
    for place in range(len(ranges)):
        operands = [x] * len(ranges)
        operands[place] = wrong
        # a power is an operator too, which complains as operators do
        with pytest.raises((ExpressionError, TypeError)):
            function(*operands)


def test_arrays_of_other_things_are_refused(case):
    function, _, ranges = case
    for wrong in (np.array([1j]), np.array(["a"]), np.array(["2020-01-01"], dtype="M8[D]")):
        with pytest.raises(ExpressionError, match=r"operand 1 of \w+ cannot be an array of"):
            function(*[wrong] * len(ranges))


def test_integers_are_computed_as_floats():
    assert da.expr.pow(np.array([2]), np.array([-1])).tolist() == [0.5]
    assert da.expr.pow(np.array([2]), np.array([64])).tolist() == [2.0**64]
    assert da.expr.absolute_value(np.array([-3])).dtype == float
    assert da.sin(np.array([True])).dtype == float
    assert type(da.maximum(1, 2)) is float


def test_functions_broadcast():
    found = da.atan2(np.array([[x], [y]]), np.array([1.0, 2.0]))
    assert found.shape == (2, 2)
    assert found[1, 0] is da.atan2(y, 1.0)
    assert da.where(c, np.array([1.0, 2.0]), x)[1] is da.where(c, 2.0, x)


def test_what_has_no_real_value_is_not_a_number_as_in_numpy():
    assert math.isnan(da.sqrt(-1.0))
    assert math.isnan(da.expr.pow(-8.0, 1.0 / 3.0))
    assert da.expr.log(0.0) == -math.inf
    assert np.isnan(da.expr.acos(np.array([2.0, -2.0]))).all()
    assert math.isnan(da.sin(math.inf))


def test_it_becomes_an_error_when_an_expression_should_hold_it():
    for use in (lambda: x + da.expr.log(0.0), lambda: da.atan2(x, math.nan), lambda: da.minimum(x, math.inf)):
        with pytest.raises(ExpressionError, match="not finite"):
            use()


@pytest.mark.parametrize("name", [*FUNCTIONS, "equal", "where"])
def test_functions_are_known_by_their_public_names(name):
    function = getattr(da if name in da.__all__ else da.expr, name)
    assert function.__name__ == function.__qualname__ == name
    assert function.__doc__


def test_every_operation_has_a_number_of_its_own():
    assert len({operation.number for operation in OPERATIONS.values()}) == len(OPERATIONS)


# selection


def test_where_selects():
    assert da.where(True, x, y) is x
    assert da.where(np.False_, x, y) is y
    assert da.where(True, 1, 2) == 1.0
    assert type(da.where(True, 1, 2)) is float
    assert da.where(np.array([True, False]), np.array([1.0, 2.0]), 3.0).tolist() == [1.0, 3.0]
    e = da.where(c, x, z)
    assert da.expr.evaluate(e, {x: 1.0, y: 2.0, z: 5.0}) == 1.0
    assert da.expr.evaluate(e, {x: 3.0, y: 2.0, z: 5.0}) == 5.0


def test_only_the_selected_branch_counts():
    def root(v):
        return da.where(v > 0.0, da.sqrt(v), 0.0)

    assert root(-1.0) == 0.0
    assert root(np.array([-1.0, 4.0])).tolist() == [0.0, 2.0]
    assert da.expr.evaluate(root(x), {x: -1.0}) == 0.0
    assert da.expr.substitute(root(x), {x: -1.0}) == 0.0
    assert da.expr.substitute(root(x), {x: 4.0}) == 2.0


@pytest.mark.parametrize("wrong", [1.0, x, None, "x < y", np.array([1, 0]), np.array([x])])
def test_where_needs_a_condition(wrong):
    with pytest.raises(ExpressionError, match="where"):
        da.where(wrong, 1.0, 2.0)


def test_where_selects_among_scalars_only():
    for wrong in ("a", None, c):
        with pytest.raises(ExpressionError, match="where takes numbers and real expressions"):
            da.where(c, x, wrong)
        with pytest.raises(ExpressionError, match="where takes numbers and real expressions"):
            da.where(True, wrong, x)


@pytest.mark.parametrize("values", [(1.0, 2.0), (2.0, 1.0), (1.0, 1.0)])
def test_conditions_have_the_values_of_comparisons(values):
    a, b = values
    given = {x: a, y: b}
    facts = {
        x < y: a < b,
        x <= y: a <= b,
        x > y: a > b,
        x >= y: a >= b,
        da.expr.equal(x, y): a == b,
        (x < y) & (x < 1.5): a < b and a < 1.5,
        (x < y) | (x > 1.5): a < b or a > 1.5,
        ~(x < y): not a < b,
        ~((x < y) | da.expr.equal(x, 1.0)): not (a < b or a == 1.0),
    }
    for condition, fact in facts.items():
        assert type(condition) is TruthNode
        assert da.expr.evaluate(da.where(condition, 1.0, 0.0), given) == float(fact)
    assert da.expr.equal(a, b) is (a == b)
    assert da.expr.equal(np.array([a]), np.array([b])).tolist() == [a == b]


def test_not_a_number_fails_every_comparison():
    nan = {x: math.nan, y: 1.0}
    for condition in (x < y, x <= y, x > y, x >= y, da.expr.equal(x, y), da.expr.equal(x, x)):
        assert da.expr.evaluate(da.where(condition, 1.0, 0.0), nan) == 0.0
    assert math.isnan(da.expr.evaluate(da.minimum(x, y), nan))
    assert math.isnan(da.expr.evaluate(da.maximum(y, x), nan))


# identities: text, and what it becomes

IDENTITIES = {
    "x + 0": (lambda: x + 0.0, lambda: x),
    "0 + x": (lambda: 0 + x, lambda: x),
    "x - 0": (lambda: x - 0.0, lambda: x),
    "0 - x": (lambda: 0.0 - x, lambda: -x),
    "x - x": (lambda: x - x, lambda: 0.0),
    "x + x": (lambda: x + x, lambda: x * 2.0),
    "x - c": (lambda: x - 2.0, lambda: x + -2.0),
    "x + -y": (lambda: x + -y, lambda: x - y),
    "-x + y": (lambda: -x + y, lambda: y - x),
    "x - -y": (lambda: x - -y, lambda: x + y),
    "-x - y": (lambda: -x - y, lambda: -(x + y)),
    "c - -x": (lambda: 2.0 - -x, lambda: x + 2.0),
    "-(-x)": (lambda: operator.neg(-x), lambda: x),
    "-(x - y)": (lambda: -(x - y), lambda: y - x),
    "+x": (lambda: +x, lambda: x),
    "x * 1": (lambda: x * 1.0, lambda: x),
    "x * 0": (lambda: x * 0.0, lambda: 0.0),
    "x * -1": (lambda: x * -1.0, lambda: -x),
    "x * -c": (lambda: x * -3.0, lambda: -(x * 3.0)),
    "-x * c": (lambda: -x * 3.0, lambda: -(x * 3.0)),
    "-x * y": (lambda: -x * y, lambda: -(x * y)),
    "x * -y": (lambda: x * -y, lambda: -(x * y)),
    "-x * -y": (lambda: -x * -y, lambda: x * y),
    "x / 1": (lambda: x / 1.0, lambda: x),
    "x / c": (lambda: x / 4.0, lambda: x * 0.25),
    "x / x": (lambda: x / x, lambda: 1.0),
    "x * (1 / x)": (lambda: x * (1.0 / x), lambda: 1.0),
    "0 / x": (lambda: 0.0 / x, lambda: 0.0),
    "1 / (1 / x)": (lambda: 1.0 / (1.0 / x), lambda: x),
    "1 / -x": (lambda: 1.0 / -x, lambda: -(1.0 / x)),
    "x / -y": (lambda: x / -y, lambda: -(x / y)),
    "x ** 0": (lambda: x**0, lambda: 1.0),
    "x ** 1": (lambda: x**1, lambda: x),
    "x ** 2": (lambda: x**2, lambda: x * x),
    "x ** 3": (lambda: x**3, lambda: x * (x * x)),
    "x ** 0.5": (lambda: x**0.5, lambda: da.sqrt(x)),
    "sqrt(x) ** 3": (lambda: da.sqrt(x) ** 3, lambda: x**1.5),
    "x ** -1": (lambda: x**-1, lambda: 1.0 / x),
    "x ** -2": (lambda: x**-2, lambda: 1.0 / (x * x)),
    "x ** -0.5": (lambda: x**-0.5, lambda: 1.0 / da.sqrt(x)),
    **{
        f"{name}(-x)": (lambda f=f: f(-x), lambda f=f: -f(x))
        for name, f in {
            "sin": da.sin,
            "tan": da.tan,
            "asin": da.expr.asin,
            "sinh": da.expr.sinh,
            "tanh": da.tanh,
        }.items()
    },
    "sign(-x)": (lambda: da.expr.sign(-x), lambda: -da.expr.sign(x)),
    "cos(-x)": (lambda: da.cos(-x), lambda: da.cos(x)),
    "cosh(-x)": (lambda: da.expr.cosh(-x), lambda: da.expr.cosh(x)),
    "abs(-x)": (lambda: abs(-x), lambda: da.expr.absolute_value(x)),
    "sin(x - y)": (lambda: da.sin(-(x + y)), lambda: -da.sin(x + y)),
    "where(c, x, x)": (lambda: da.where(c, x, x), lambda: x),
    "where(c, 2, 2)": (lambda: da.where(c, 2.0, 2), lambda: 2.0),
}


@pytest.mark.parametrize("pair", IDENTITIES.values(), ids=IDENTITIES)
def test_safe_identities_are_applied(pair):
    found, expected = pair[0](), pair[1]()
    assert found is expected if isinstance(expected, Node) else (type(found) is float and found == expected)


@pytest.mark.parametrize("pair", IDENTITIES.values(), ids=IDENTITIES)
def test_safe_identities_keep_the_value(pair, monkeypatch):
    rng = np.random.default_rng(4)
    for a, b in rng.uniform(0.1, 0.9, (5, 2)):
        expression = pair[0]()
        for name, value in (("x", float(a)), ("y", float(b)), ("c", bool(a < b))):
            monkeypatch.setitem(globals(), name, value)
        plain = pair[0]()
        monkeypatch.undo()
        assert da.expr.evaluate(expression, {x: a, y: b}) == pytest.approx(plain, rel=1e-15)


def test_logic_of_constants_folds():
    assert (c & True) is c
    assert (True & c) is c
    assert (c & False) is False
    assert (c | True) is True
    assert (False | c) is c
    assert (c & np.bool_(True)) is c
    assert (c & c) is c
    assert (c | c) is c
    assert ~~c is c


def test_operations_on_numbers_fold_by_name(case):
    for op, operation in OPERATIONS.items():
        if op in ("where", "and", "or", "not"):
            continue
        operands = [0.5, 0.75][: operation.arity]
        found = apply(op, *operands)
        assert found == operation.numeric(*operands)
        assert type(found) is (bool if operation.is_condition else float)
    assert apply("and", True, False) is False
    assert apply("or", True, False) is True
    assert apply("not", True) is False


def test_sums_of_constants_are_not_reordered():
    # (x + 1e16) - 1e16 is not x
    assert da.expr.evaluate(x + 1e16 - 1e16, {x: 1.0}) == 0.0
    assert da.expr.evaluate((x * 1e-200) * 1e200 * 1e200, {x: 1e-200}) == 0.0


# powers


@pytest.mark.parametrize(
    "exponent", [*range(-9, 10), -64, 63, 64, 65, 100, *np.arange(-7.5, 8.0), 0.3, -1.7, 63.5]
)
def test_powers_agree_with_many_digits(exponent):
    expression = x**exponent
    rng = np.random.default_rng(5)
    for value in rng.uniform(0.2, 3.0, 10):
        found = da.expr.evaluate(expression, {x: value})
        with mpmath.workdps(30):
            assert found == pytest.approx(float(mpmath.mpf(value) ** float(exponent)), rel=RTOL_POWER)


@pytest.mark.parametrize("exponent", [2, 3, -3, 7, 64])
def test_whole_powers_take_negative_numbers(exponent):
    assert da.expr.evaluate(x**exponent, {x: -1.5}) == pytest.approx((-1.5) ** exponent, rel=RTOL_POWER)


@pytest.mark.parametrize("exponent, most", [(2, 1), (3, 2), (4, 2), (15, 6), (16, 4), (64, 6), (2.5, 1), (-2, 2)])
def test_whole_powers_are_few_products(exponent, most):
    assert operation_count([x**exponent]) <= most


def test_powers_make_no_product_that_they_do_not_need(monkeypatch):
    made = []
    monkeypatch.setattr(node, "make", lambda op, args: made.append(op) or make(op, args))
    assert x**4 is (x * x) * (x * x)
    made.clear()
    _ = x**1, x**2, x**4
    assert made.count("mul") == 0 + 1 + 2


def test_exponents_may_be_expressions():
    rng = np.random.default_rng(6)
    for a, b in rng.uniform(0.2, 3.0, (10, 2)):
        given = {x: a, y: b}
        assert da.expr.evaluate(x**y, given) == pytest.approx(a**b, rel=1e-15)
        assert da.expr.evaluate(2.5**y, given) == pytest.approx(2.5**b, rel=1e-15)
        assert da.expr.evaluate(da.expr.pow(x, -y), given) == pytest.approx(a**-b, rel=1e-15)
    assert math.isnan(da.expr.evaluate(x**y, {x: -8.0, y: 1.0 / 3.0}))
    assert da.expr.evaluate(x**y, {x: -2.0, y: 3.0}) == -8.0


def test_remainders_have_the_sign_of_the_divisor():
    for a in (-2.5, -1.0, 0.0, 0.7, 2.5, 1.0):
        for b in (-1.0, 0.1, 1.0, 1.5):
            expected = np.mod(a, b)
            assert da.expr.evaluate(x % y, {x: a, y: b}) == expected
            assert da.expr.evaluate(a % y, {y: b}) == expected
            assert da.expr.mod(a, b) == expected


def test_arrays_are_compared_entry_by_entry():
    x = da.expr.symbols("x", 3)
    y = da.where(da.expr.less(x, 1.0), x, da.where(da.expr.less_equal(x, 2.0), -x, 0.0))
    assert da.expr.evaluate(y, dict(zip(x, (0.5, 2.0, 3.0), strict=True))).tolist() == [0.5, -2.0, 0.0]
    assert da.expr.less(np.array([1.0, 2.0]), 1.5).tolist() == [True, False]
