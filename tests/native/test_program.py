import numpy as np
import pytest

import dalembert as da
from dalembert.errors import CompileError
from dalembert.native.program import program
from tests.graphs import random_graph

RTOL_REORDERED = 1e-12
"""The interpreter rounds once more than fused code, and NumPy's functions differ by an ulp."""


def ops(expression, inputs):
    return [row[0] for row in program([expression], inputs).rows if row[0] not in ("input", "shared")]


def test_a_product_used_once_by_a_sum_is_fused():
    x, y, z = da.expr.symbols("x y z")
    assert ops(x * y + z, [x, y, z]) == ["fma"]
    assert ops(x * y - z, [x, y, z]) == ["fms"]
    assert ops(z - x * y, [x, y, z]) == ["fnma"]


def test_of_two_products_the_later_one_is_fused():
    x, y = da.expr.symbols("x y")
    late = 1.0 / (x * x)
    rows = program([late * y + x * y], [x, y]).rows
    fused = next(row for row in rows if row[0] == "fma")
    assert any(rows[a][0] == "inv" for a in fused[1:3])


def test_a_product_that_only_sums_use_is_fused_into_all_of_them():
    x, y, z = da.expr.symbols("x y z")
    rows = program([x * y + z, x * y - z], [x, y, z]).rows
    assert sorted(row[0] for row in rows if row[0] != "input") == ["fma", "fms"]


def test_a_product_with_another_use_is_computed_once():
    x, y, z = da.expr.symbols("x y z")
    assert sorted(ops(da.sin(x * y) + (x * y + z), [x, y, z])).count("mul") == 1


def test_sine_and_cosine_of_one_angle_are_one_operation():
    x = da.expr.symbol("x")
    compiled = program([da.sin(x), da.cos(x)], [x])
    assert compiled.operations == 1


def test_interpreter_agrees_with_evaluation_of_the_graph():
    rng = np.random.default_rng(1)
    for _ in range(20):
        x, y = random_graph(rng, 4, 60, 3)
        values = rng.uniform(-2, 2, 4)
        expected = da.expr.evaluate(y, dict(zip(x, values, strict=True)))
        found = program(list(y), list(x)).interpret(values, np.zeros(0))
        np.testing.assert_allclose(found, expected, rtol=RTOL_REORDERED, atol=RTOL_REORDERED)


def test_equal_expressions_give_equal_programs():
    x, y = da.expr.symbols("x y")
    assert program([x * y + da.sin(y)], [x, y]).digest == program([da.sin(y) + y * x], [x, y]).digest
    assert program([x * y], [x, y]).digest != program([x + y], [x, y]).digest
    assert program([x + 0.1], [x]).digest != program([x + 0.1000000001], [x]).digest


def test_negative_zero_is_kept():
    x = da.expr.symbol("x")
    y = da.atan2(da.where(x < 0.0, -0.0, 0.0), -1.0)
    found = program([y], [x]).interpret(np.array([[-1.0], [1.0]]), np.zeros(0))
    np.testing.assert_array_equal(found.ravel(), [-np.pi, np.pi])


def test_an_unknown_symbol_is_named():
    x, spring = da.expr.symbols("x spring")
    with pytest.raises(CompileError, match="'spring', which is not among the inputs"):
        program([x * spring], [x])


def test_a_doubled_input_is_named():
    x = da.expr.symbol("x")
    with pytest.raises(CompileError, match="'x' is given twice"):
        program([x], [x, x])


def test_a_condition_is_no_output():
    x = da.expr.symbol("x")
    with pytest.raises(CompileError, match="condition"):
        program([x < 1.0], [x])


def test_a_constant_output_must_be_finite():
    with pytest.raises(CompileError, match="not finite"):
        program([float("inf")], [])


def test_powers_with_a_half_in_the_exponent_are_products_and_roots():
    x = da.expr.symbol("x")
    made = program([x**2.5 + da.sqrt(x)], [x])
    assert sorted(row[0] for row in made.rows) == ["fma", "input", "mul", "sqrt"]
    assert made.interpret(np.array([4.0]), np.zeros(0)).tolist() == [34.0]
