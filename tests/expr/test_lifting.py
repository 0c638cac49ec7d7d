"""Shapes of expressions: with what was taken out put back, they have the values of the expressions."""

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.calls import array_of
from dalembert.expr.lifting import lifted
from dalembert.expr.node import Node
from dalembert.expr.rewrite import evaluate, substitute
from tests.graphs import random_graph


def put_back(shape, values):
    return substitute(
        array_of(shape.entries, (len(shape.entries),)), dict(zip(shape.symbols, values, strict=True))
    )


@pytest.mark.parametrize("seed", range(40))
def test_random_expressions_keep_their_values(seed):
    rng = np.random.default_rng(seed)
    inputs, outputs = random_graph(rng, 4, 60, 5)
    parts = lifted(list(outputs), lambda x: str(x.args))
    at = dict(zip(inputs, rng.uniform(0.3, 1.2, len(inputs)), strict=True))
    expected = evaluate(array_of(list(outputs), (len(outputs),)), at)
    values = evaluate(put_back(parts.shape, parts.values), at)
    np.testing.assert_allclose(values, expected, rtol=1e-13)


def test_multiples_of_multiples_have_two_numbers():
    x = da.expr.symbol("x")
    y = (da.sin(x) * 9.0) * 30.0 - 7.0 * (3.0 * x)
    parts = lifted([y], lambda x: str(x.args))
    numbers = [value for value in parts.values if not isinstance(value, Node)]
    assert sorted(map(abs, numbers)) == [3.0, 7.0, 9.0, 30.0]
    assert evaluate(put_back(parts.shape, parts.values)[0], {x: 0.4}) == pytest.approx(
        evaluate(y, {x: 0.4}), rel=1e-15
    )


def test_expressions_that_differ_in_names_and_numbers_have_one_shape():
    def spring(k):
        q, u, rest = da.expr.symbol(f"joint{k}"), da.expr.symbol(f"joint{k}.rate"), (-1.0) ** k * 0.37 * (k + 1)
        return -(3.1 + k) * (q - rest) - (0.3 + k) * u + 1.7 * da.tanh(20.0 * u) * (k - 4.3)

    shapes = {lifted([spring(k)], lambda x: x.args[0].endswith("rate")).shape for k in range(12)}
    assert len(shapes) == 1
