import time as clock

import numpy as np
import pytest

from dalembert.expr import functions as fn
from dalembert.expr.node import inputs_of
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import param, symbols, time
from dalembert.symbolic.short_forms import short_forms, written_sizes

RTOL = 1e-11
"""Both forms round every operation, in another order."""

x, y, z, a, b = symbols("x y z a b")
m, l, k = param("m", 1.0), param("l", 1.0), param("k", 1.0)


def short(node, **options):
    (form,), finished = short_forms([node], clock.thread_time() + 60.0, **options)
    assert finished
    return form


def assert_equal_values(one, other, seed=3):
    rng = np.random.default_rng(seed)
    inputs = inputs_of([one, other])
    for _ in range(5):
        values = {node: rng.uniform(0.2, 1.2) for node in inputs}
        assert evaluate(other, values) == pytest.approx(evaluate(one, values), rel=RTOL, abs=RTOL)


@pytest.mark.parametrize(
    ("node", "form"),
    [
        (fn.sin(x) ** 2 + fn.cos(x) ** 2, 1.0),
        (m * fn.sin(x) ** 2 + m * fn.cos(x) ** 2 - m, 0.0),
        (fn.sin(x) * fn.cos(y) + fn.cos(x) * fn.sin(y), fn.sin(x + y)),
        (fn.sin(x) * fn.cos(y) - fn.cos(x) * fn.sin(y), fn.sin(x - y)),
        (fn.cos(x) * fn.cos(y) - fn.sin(x) * fn.sin(y), fn.cos(x + y)),
        (fn.sin(x) * fn.sin(y) + fn.cos(x) * fn.cos(y), fn.cos(x - y)),
        (1.0 - fn.sin(x) ** 2, fn.cos(x) ** 2),
        (fn.cos(x) ** 2 - fn.sin(x) ** 2, fn.cos(x * 2.0)),
        (fn.cos(x + y) * fn.cos(z) - fn.sin(x + y) * fn.sin(z), fn.cos(x + y + z)),
        (fn.sqrt(fn.cos(x) ** 2 * fn.sin(y) ** 2 + fn.cos(x) ** 2 * fn.cos(y) ** 2), fn.absolute_value(fn.cos(x))),
        (fn.cos(x) * fn.tan(x), fn.sin(x)),
        (m * l * a + m * l * b, m * l * (a + b)),
        (x * y / x, y),
        (0.1 * x + 0.2 * x, 0.3 * x),
    ],
)  # fmt: skip
def test_known_forms_are_found(node, form):
    found = short(node)
    assert written_sizes([found]) == written_sizes([form])
    assert_equal_values(node, found)


def test_what_is_positive_is_its_own_absolute_value():
    node = fn.sqrt(1.0 - fn.sin(x) ** 2)
    assert short(node, positive=[fn.cos(x)]) is fn.cos(x)
    assert short(fn.sign(fn.cos(x)) * y, positive=[fn.cos(x)]) is y


def test_sums_are_collected_by_the_given_inputs():
    node = m * a * x + l * a * x + k * b + a * y
    assert short(node, collect=[a, b]) is a * (x * (m + l) + y) + k * b


@pytest.mark.parametrize(
    "node",
    [
        fn.where(x < y, fn.sin(x) ** 2 + fn.cos(x) ** 2, x * y / y) + fn.log(x * x + y),
        fn.sin(k * time + 0.3) * fn.cos(x / 2.0) + fn.tan(x + 2.0 * y),
        (x + y) ** 3 / (x * x + m) - 1.0 / (x + y) + 1.0 / (1.0 / (x + y)),
        fn.atan2(x + x, y) ** 2 + abs(x - y) * fn.sign(x - y) + fn.sqrt(x * x * y) ** 3,
        1.0 / fn.sqrt(x + y) ** 3 + fn.pow(x, y) + fn.pow(x, 9.0),
        fn.absolute_value(x) ** 3 / fn.absolute_value(x) + fn.sin(7.0 * x) * fn.cos(3.0 * x),
        fn.minimum(x, y) * fn.exp(x - y) / 3.0 + 1e-7 * x,
    ],
)
def test_values_are_kept(node):
    assert_equal_values(node, short(node))


def test_random_trigonometric_polynomials_keep_their_values():
    rng = np.random.default_rng(8)
    angles = [x, y, z]
    for trial in range(20):
        node = 0.0
        for _ in range(8):
            term = float(rng.integers(-3, 4))
            for _ in range(3):
                angle = angles[rng.integers(3)] + float(rng.integers(0, 2)) * angles[rng.integers(3)]
                term = term * (fn.sin(angle) if rng.integers(2) else fn.cos(angle)) + m * a
            node = node + term
        assert_equal_values(node, short(node, collect=[a]), seed=trial)


def test_a_form_that_is_not_shorter_is_not_taken():
    node = (x + y) * (a + b) * (m + l) * (x + a)
    assert short(node) is node


def test_without_time_everything_stays():
    node = fn.sin(x) ** 2 + fn.cos(x) ** 2
    forms, finished = short_forms([node, 2.0], clock.thread_time() - 1.0)
    assert forms == [node, 2.0]
    assert not finished


def test_products_that_would_be_too_long_stay_products():
    many = sum(symbols("s", 40))
    node = many**6 + fn.sin(x) ** 2 + fn.cos(x) ** 2
    start = clock.thread_time()
    (form,), _ = short_forms([node], clock.thread_time() + 2.0)
    assert clock.thread_time() - start < 5.0
    assert_equal_values(node, form)
