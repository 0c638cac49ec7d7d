"""Rolled code: steps over tables compute what the unrolled expressions do, with all derivatives."""

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.calculus import directional, jacobian
from dalembert.expr.calls import array_of, invoke
from dalembert.expr.rolled import Rolled
from dalembert.expr.rolled_tracing import Forms, Role, Rolling
from dalembert.expr.subprogram import Subprogram
from dalembert.procedures.rolled_code import Steps

A, B = da.expr.symbol("a"), da.expr.symbol("b")
LINK = Subprogram("link", (A, B), (da.sin(A) * B + B * B, A * B))
"""y[k+1] = sin(y[k]) x[k] + x[k]², and a second result that the last step gives."""


def chain(n: int) -> Rolled:
    places, offsets, last = [], [], n
    for k in range(n):
        places += [last, k]
        last = n + 1 + 2 * k
        offsets.append(last)
    steps = Steps((0,) * n, tuple(offsets), tuple(places), n + 1 + 2 * n, (last, last + 1))
    return Rolled("chain", n + 1, (LINK,), steps)


def by_hand(x: np.ndarray) -> np.ndarray:
    y, z = x[-1], 0.0
    for one in x[:-1]:
        y, z = np.sin(y) * one + one**2, y * one
    return np.array([y, z])


def variables(n: int) -> np.ndarray:
    return np.array([da.expr.symbol(f"x{k}") for k in range(n)], dtype=object)


@pytest.mark.parametrize("n", [5, 80])
@pytest.mark.parametrize("lanes", [1, 4, 8])
def test_rolled_steps_give_what_the_recursion_gives(n: int, lanes: int) -> None:
    # with more than 64 operands the program is a loop around its only call, and the parameter is copied too
    x = variables(n)
    y = array_of(invoke(chain(n), [*x, da.param("last", 0.7)]), (2,))
    kernel = da.kernels.compile({"y": y}, {"x": x}, lanes=lanes)
    values = np.random.default_rng(n).uniform(0.3, 1.0, (5, n))
    found = kernel(values)["y"]
    for row, own in zip(values, found, strict=True):
        np.testing.assert_allclose(own, by_hand(np.array([*row, 0.7])), rtol=1e-13)
    other = kernel(values, parameters={"last": 0.4})["y"]
    np.testing.assert_allclose(other[2], by_hand(np.array([*values[2], 0.4])), rtol=1e-13)


def test_native_and_interpreted_steps_are_the_same() -> None:
    x = np.random.default_rng(1).uniform(0.3, 1.0, 7)
    np.testing.assert_allclose(chain(6).evaluate(x), by_hand(x), rtol=1e-15)


def test_derivatives_forwards_and_backwards_are_those_of_differences() -> None:
    n, step = 9, 1e-6
    x = variables(n + 1)
    y = array_of(invoke(chain(n), list(x)), (2,))
    direction = np.linspace(-1.0, 1.0, n + 1)
    outputs = {"J": jacobian(y, x), "d": directional(y, dict(zip(x, direction, strict=True)))}
    at = np.random.default_rng(2).uniform(0.3, 1.0, n + 1)
    found = da.kernels.compile(outputs, {"x": x})(at)
    differences = [(by_hand(at + step * e) - by_hand(at - step * e)) / (2.0 * step) for e in np.eye(n + 1)]
    np.testing.assert_allclose(found["J"], np.transpose(differences), atol=1e-9)
    np.testing.assert_allclose(found["d"], found["J"] @ direction, rtol=1e-12)


def test_steps_of_one_form_share_one_part_whoever_their_variables_belong_to() -> None:
    n = 20
    x, v = variables(n), np.array([da.expr.symbol(f"{'yz'[k % 2]}{k}") for k in range(n)], dtype=object)
    roles = {one: Role(k, name) for name, own in (("x", x), ("v", v)) for k, one in enumerate(own)}
    rolling = Rolling(Forms([*x, *v], roles))
    values: list = [[0.5]]
    for one, other in zip(x, v, strict=True):
        values.append(rolling.apply(_added, values[-1], [one + other * one])[0])
    routine = rolling.routine("sum", list(values[-1]), "has no result")

    # the first step has a number where the others have a place
    assert len(routine.parts) == 2
    a, b = np.random.default_rng(3).uniform(size=(2, n))
    np.testing.assert_allclose(routine.evaluate(np.array([*a, *b])), 0.5 + np.sin(a + b * a).sum())


def _added(total: np.ndarray, terms: np.ndarray) -> list:
    return [total + da.sin(terms[0])]


def test_numbers_and_operands_pass_through_without_a_step() -> None:
    x = variables(2)
    rolling = Rolling(Forms([*x], {one: Role(0, f"x{k}") for k, one in enumerate(x)}))
    values = rolling.values(np.array([x[1], 2.0, x[0]], dtype=object))
    routine = rolling.routine("copies", list(values), "has no result")
    np.testing.assert_array_equal(routine.evaluate(np.array([5.0, 7.0])), [7.0, 2.0, 5.0])
    assert len(routine.steps.parts) == 1
