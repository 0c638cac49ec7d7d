import math
import operator

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ExpressionError
from dalembert.expr.jets import jet_function
from tests.expr.recipes import precise_jacobian, random_recipe

RTOL = 1e-9
"""Random graphs magnify rounding."""

x, y, z = da.expr.symbols("x y z")


def increments(inputs):
    return [da.expr.Jet(v, {f"d{k}": 1.0}) for k, v in enumerate(inputs)]


def names(inputs):
    return [f"d{k}" for k in range(len(inputs))]


@pytest.mark.parametrize("seed", range(25))
def test_jets_of_expressions_agree_with_the_jacobian(seed):
    rng = np.random.default_rng(seed)
    inputs = da.expr.symbols("v", 3)
    recipe = random_recipe(rng, 3, 20, n_outputs=3)
    point = rng.uniform(-1.5, 1.5, 3)
    values = dict(zip(inputs, point, strict=True))
    jets = recipe(increments(inputs))
    found = da.expr.evaluate(da.expr.linear_part(jets, names(inputs)), values)
    expected = da.expr.evaluate(da.expr.jacobian(recipe(inputs), inputs), values)
    np.testing.assert_allclose(found, expected, rtol=RTOL, atol=RTOL * max(1.0, np.abs(expected).max()))
    plain = recipe(inputs)
    assert [getattr(jet, "value", jet) for jet in jets] == plain


@pytest.mark.parametrize("seed", range(25))
def test_jets_of_numbers_agree_with_differences(seed):
    rng = np.random.default_rng(100 + seed)
    recipe = random_recipe(rng, 3, 20, n_outputs=3)
    point = [float(v) for v in rng.uniform(-1.5, 1.5, 3)]
    found = da.expr.linear_part(recipe(increments(point)), names(point)).astype(float)
    expected = precise_jacobian(recipe, point)
    np.testing.assert_allclose(found, expected, rtol=RTOL, atol=RTOL * max(1.0, np.abs(expected).max()))


OPERATORS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "mod": lambda a, b: a % b,
    "neg": lambda a, b: -a,
    "pos": lambda a, b: +b,
    "abs": lambda a, b: abs(a) * b,
    "atan2": lambda a, b: da.atan2(a, b),
    "min": lambda a, b: da.minimum(a, b),
    "max": lambda a, b: da.maximum(a, b),
    "where": lambda a, b: da.where(a < b, a * a, b * b * b),
    "where ≥": lambda a, b: da.where(a >= b, a * a, b * b * b),
    "where >": lambda a, b: da.where(b > a, a * a, b),
    "where ≤": lambda a, b: da.where(b <= a, a * a, b),
}


@pytest.mark.parametrize("text", OPERATORS.values(), ids=OPERATORS)
@pytest.mark.parametrize("kinds", [(1, 1), (1, 0), (0, 1)], ids=["both", "left", "right"])
def test_operators_follow_the_chain_rule(text, kinds):
    h = 1e-6
    for a, b in np.random.default_rng(1).uniform(0.5, 2.5, (5, 2)):
        a, b = float(a), float(b)
        operands = [da.expr.Jet(v, {"s": rate}) if rate else v for v, rate in zip((a, b), kinds, strict=True)]
        found = text(*operands)
        da_, db_ = kinds
        expected = (text(a + h * da_, b + h * db_) - text(a - h * da_, b - h * db_)) / (2 * h)
        part = found.coefficient("s") if isinstance(found, da.expr.Jet) else 0.0
        assert part == pytest.approx(expected, rel=1e-7, abs=1e-7)
        assert getattr(found, "value", found) == pytest.approx(text(a, b), rel=1e-15)


def test_comparisons_ask_about_the_point():
    jet = da.expr.Jet(1.0, {"s": 5.0})
    assert (jet < 2.0) is True
    assert (jet > da.expr.Jet(1.0)) is False
    assert (jet >= 2.0) is False
    assert (da.expr.Jet(x) < y) is (x < y)
    assert (y < da.expr.Jet(x, {"s": 1.0})) is (y < x)
    assert da.expr.equal(jet, 1.0) is True
    assert da.expr.equal(da.expr.Jet(x, {"s": 1.0}), y) is da.expr.equal(x, y)


def test_truth_is_that_of_the_value():
    assert bool(da.expr.Jet(2.0))
    assert not da.expr.Jet(0.0, {"s": 1.0})
    with pytest.raises(ExpressionError, match="no truth value"):
        bool(da.expr.Jet(x))


def test_increments_that_vanish_are_absent():
    jet = da.expr.Jet(2.0, {"s": 0.0, "r": 1.0})
    assert dict(jet.linear) == {"r": 1.0}
    assert jet.coefficient("s") == 0.0
    assert dict((jet - jet).linear) == {}
    assert dict((jet * 0.0).linear) == {}
    with pytest.raises(TypeError):
        jet.linear["r"] = 2.0


def test_jets_live_in_arrays():
    q = np.array(increments([x, y]), dtype=object)
    A = np.array([[1.0, 2.0], [0.0, 3.0]])
    J = da.expr.linear_part(A @ q, names(q))
    assert J.astype(float).tolist() == A.tolist()
    assert da.expr.linear_part(da.sin(q), names(q)).tolist() == [[da.cos(x), 0.0], [0.0, da.cos(y)]]
    for product in (q * np.array([2.0, 3.0]), np.array([2.0, 3.0]) * q):
        assert [jet.coefficient("d1") for jet in product] == [0.0, 3.0]
    assert (q[0] + np.array([1.0, 2.0])).shape == (2,)
    assert (np.float64(2.0) * q[0]).coefficient("d0") == 2.0
    assert (x * q[1]).coefficient("d1") is x


def test_the_linear_part_adds_one_axis():
    q = increments([x, y, z])
    assert da.expr.linear_part(q[0], ["d0", "other"]).tolist() == [1.0, 0.0]
    assert da.expr.linear_part(q, names(q)).shape == (3, 3)
    assert da.expr.linear_part(np.array([[q[0], 1.0], [y, q[2]]], dtype=object), ["d2"]).shape == (2, 2, 1)
    assert da.expr.linear_part(q, []).shape == (3, 0)
    assert da.expr.linear_part([1.0, x], ["d0"]).tolist() == [[0.0], [0.0]]


def test_a_branch_that_is_not_taken_cannot_spoil_the_linear_part():
    jet = da.expr.Jet(-1.0, {"s": 1.0})
    root = da.where(jet > 0.0, da.sqrt(jet), 2.0 * jet)
    assert (root.value, root.coefficient("s")) == (-2.0, 2.0)


def test_jets_go_through_sub_programs():
    f = da.kernels.subprogram("f", [x, y], [da.sin(x) * y, x / y, 2.0])
    direct = da.expr.jacobian([da.sin(x) * y, x / y, 2.0], [x, y])
    numbers = {x: 0.4, y: 1.7}
    for point in ([x, y], [0.4, 1.7]):
        jets = f(*increments(point))
        found = da.expr.evaluate(da.expr.linear_part(jets, names(point)), numbers)
        np.testing.assert_allclose(found, da.expr.evaluate(direct, numbers), rtol=1e-14)


def test_jets_go_through_callbacks():
    def law(v):
        return [v[0] ** 2 * v[1], v[1] ** 3]

    def slopes(v):
        return [[2 * v[0] * v[1], v[0] ** 2], [0.0, 3 * v[1] ** 2]]

    for point in ([x, y], [0.4, 1.7]):
        jets = da.expr.callback("law", law, increments(point), n_results=2, jacobian=slopes)
        found = da.expr.evaluate(da.expr.linear_part(jets, names(point)), {x: 0.4, y: 1.7})
        np.testing.assert_allclose(found, slopes([0.4, 1.7]), rtol=1e-15)
    with pytest.raises(ExpressionError, match="no derivative"):
        da.expr.callback("law", law, increments([x, y]), n_results=2)


def test_division_by_zero_is_infinite_for_numbers_and_an_error_for_expressions():
    assert math.isinf((da.expr.Jet(1.0, {"s": 1.0}) / 0.0).value)
    with pytest.raises(ExpressionError, match="not finite"):
        da.expr.Jet(x, {"s": 1.0}) / 0.0


@pytest.mark.parametrize(
    "op", [operator.add, operator.sub, operator.mul, operator.truediv, operator.lt, operator.pow]
)
@pytest.mark.parametrize("wrong", ["a", None, 1j, x < y], ids=repr)
def test_what_is_no_scalar_is_a_type_error(op, wrong):
    jet = da.expr.Jet(1.0, {"s": 1.0})
    with pytest.raises(TypeError):
        op(jet, wrong)
    with pytest.raises(TypeError):
        op(wrong, jet)


def test_functions_refuse_what_is_no_scalar():
    for wrong in ("a", None):
        with pytest.raises(ExpressionError, match="takes numbers and real expressions"):
            da.atan2(da.expr.Jet(1.0, {"s": 1.0}), wrong)
        with pytest.raises(ExpressionError, match="takes numbers and real expressions"):
            jet_function("max", wrong, da.expr.Jet(1.0))


def test_text_shows_value_and_increments():
    assert repr(da.expr.Jet(x, {"s": 2.0, "r": y})) == "x + 2.0·δs + y·δr"
