import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ExpressionError
from dalembert.expr.symbol_nodes import as_input


def test_the_same_name_is_the_same_variable():
    assert da.expr.symbol("angle of wheel 1") is da.expr.symbol("angle of wheel 1")
    assert da.expr.symbol("x") is not da.expr.symbol("X")
    assert da.expr.symbol("φ̇") is da.expr.symbol("φ̇")


@pytest.mark.parametrize("names", ["x y z", "x,y,z", "x, y, z", ["x", "y", "z"], ("x", "y", "z"), iter("xyz")])
def test_several_symbols_come_by_name(names):
    assert da.expr.symbols(names) == [da.expr.symbol("x"), da.expr.symbol("y"), da.expr.symbol("z")]


def test_an_array_of_symbols_is_named_by_index():
    q = da.expr.symbols("q", 3)
    assert q.shape == (3,)
    assert q.dtype == object
    assert q[2] is da.expr.symbol("q[2]")
    A = da.expr.symbols("A", (2, 3))
    assert A.shape == (2, 3)
    assert A[1, 2] is da.expr.symbol("A[1,2]")
    assert len(set(A.ravel())) == 6
    assert da.expr.symbols("nothing", 0).shape == (0,)
    assert da.expr.symbols("s", ()).item() is da.expr.symbol("s[]")


def test_parameters_have_defaults():
    length = da.param("length", 2)
    assert da.expr.evaluate(length * 3.0) == 6.0
    assert da.expr.evaluate(length * 3.0, {length: 5.0}) == 15.0
    assert da.param("length", np.float32(2.0)) is length


def test_the_default_minus_zero_is_zero():
    assert da.param("offset", -0.0) is da.param("offset", 0.0)
    assert np.copysign(1.0, da.expr.evaluate(da.param("offset", -0.0))) == 1.0


def test_there_is_one_time():
    assert repr(da.time) == "t"
    assert da.time is not da.expr.symbol("t")
    assert da.expr.evaluate(da.time * 2.0, {da.time: 3.0}) == 6.0


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\x00", None, 3, b"x"])
def test_names_are_printable_text(name):
    with pytest.raises(ExpressionError, match="a name must be printable text"):
        da.expr.symbol(name)
    with pytest.raises(ExpressionError, match="a name must be printable text"):
        da.param(name, 1.0)


@pytest.mark.parametrize(
    "default, match",
    [
        (float("nan"), "not finite"),
        (np.inf, "not finite"),
        (1j, "default of the parameter 'm' must be a number"),
        ("1", "default of the parameter 'm' must be a number"),
        (None, "default of the parameter 'm' must be a number"),
        (da.expr.symbol("x"), "default of the parameter 'm' must be a number"),
        (np.complex128(1j), "complex"),
    ],
)
def test_defaults_are_finite_numbers(default, match):
    with pytest.raises(ExpressionError, match=match):
        da.param("m", default)


def test_an_array_of_symbols_has_one_name():
    with pytest.raises(ExpressionError, match=r"give symbols\('q', 3\)"):
        da.expr.symbols(["p", "q"], 3)


def test_inputs_are_symbols_parameters_and_time():
    x = da.expr.symbol("x")
    for given in (x, da.param("m", 1.0), da.time):
        assert as_input(given, "here stand") is given
    for other in (x + 1.0, 1.0, "x", None, x < 1.0, np.array([x])):
        with pytest.raises(ExpressionError, match="here stand symbols, parameters and time only, not"):
            as_input(other, "here stand")
