"""One text computes with floats and arrays, is traced, interpreted and compiled: always the same function."""

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.expr.node import Expression, TruthNode, traverse
from dalembert.expr.operations import INPUTS
from dalembert.expr.rules import SELECTING, tangent
from tests.expr.recipes import PRECISE, STEPS, random_recipe

ROUNDINGS = 8.0
"""How many half units in the last place one operation may be off, in any of the ways to compute it."""

N_GRAPHS = 300
N_INPUTS = 4


@pytest.fixture(scope="module")
def recipes():
    rng = np.random.default_rng(2024)
    return [random_recipe(rng, N_INPUTS, int(rng.integers(5, 30))) for _ in range(N_GRAPHS)]


@pytest.fixture(scope="module")
def inputs():
    return da.expr.symbols("v", N_INPUTS)


@pytest.fixture(scope="module")
def graphs(recipes, inputs):
    return np.array([recipe(inputs)[0] for recipe in recipes], dtype=object)


@pytest.fixture(scope="module")
def points():
    return np.random.default_rng(1).uniform(-1.5, 1.5, (11, N_INPUTS))


def scale(graph, values):
    """First-order bound of the rounding error in units of one rounding: every operation errs by its own value."""
    numbers, errors = {}, {}

    def number(a):
        return numbers[a] if isinstance(a, Expression) else a

    for node in traverse([graph]):
        value = bool(da.expr.evaluate(node, values)) if type(node) is TruthNode else da.expr.evaluate(node, values)
        numbers[node] = value
        if type(node) is TruthNode or node.op in INPUTS:
            errors[node] = 0.0
            continue
        args = [number(a) for a in node.args]
        slopes = [abs(tangent(node.op, args, value, unit)) for unit in np.eye(len(args)).tolist()]
        carried = sum(slope * errors.get(a, 0.0) for slope, a in zip(slopes, node.args, strict=True) if slope)
        errors[node] = carried + (0.0 if node.op in SELECTING or node.op == "neg" else abs(value))
    return errors.get(graph, 0.0)


@pytest.fixture(scope="module")
def tolerances(graphs, inputs, points):
    values = dict(zip(inputs, points[0], strict=True))
    rows = [scale(graph, values) for graph in graphs]
    return ROUNDINGS * np.finfo(float).eps / 2.0 * (1.0 + np.array(rows))


def test_all_steps_occur(recipes):
    assert {step for recipe in recipes for step, _ in recipe.steps} == set(range(len(STEPS)))


def test_evaluation_is_right_to_rounding(recipes, graphs, inputs, points, tolerances):
    found = da.expr.evaluate(graphs, dict(zip(inputs, points[0], strict=True)))
    with mpmath.workdps(40):
        exact = [float(recipe([mpmath.mpf(v) for v in points[0]], PRECISE)[0]) for recipe in recipes]
    assert (np.abs(found - exact) <= tolerances).all()


def test_numbers_give_what_evaluation_gives(recipes, graphs, inputs, points, tolerances):
    found = np.array([recipe([float(v) for v in points[0]])[0] for recipe in recipes])
    assert (
        np.abs(found - da.expr.evaluate(graphs, dict(zip(inputs, points[0], strict=True)))) <= tolerances
    ).all()


def test_arrays_give_what_numbers_give(recipes, points):
    for recipe in recipes[:100]:
        together = np.broadcast_to(recipe(list(points.T))[0], len(points))
        one_by_one = [recipe([float(v) for v in point])[0] for point in points]
        np.testing.assert_allclose(together, one_by_one, rtol=1e-9, atol=1e-9)


def test_compiled_equals_evaluated(graphs, inputs, points, tolerances):
    kernel = da.kernels.compile(graphs, [inputs], config=da.kernels.Config(None, 1))
    values = dict(zip(inputs, points[0], strict=True))
    assert (np.abs(kernel(points[0]) - da.expr.evaluate(graphs, values)) <= tolerances).all()
    assert (np.abs(kernel.interpret(points[0]) - da.expr.evaluate(graphs, values)) <= tolerances).all()


def test_lanes_and_tiers_give_the_same_bits(graphs, inputs, points):
    results = {
        (lanes, tier): da.kernels.compile(
            graphs, [inputs], lanes=lanes, tier=tier, config=da.kernels.Config(None, 1)
        )(points)
        for lanes, tier in [
            (1, da.kernels.Tier.FULL),
            (1, da.kernels.Tier.QUICK),
            (4, da.kernels.Tier.FULL),
            (8, da.kernels.Tier.QUICK),
        ]
    }
    reference = results.pop((1, da.kernels.Tier.FULL)).view(np.int64)
    for other in results.values():
        assert np.array_equal(other.view(np.int64), reference)


@pytest.mark.slow
def test_all_lanes_and_tiers_give_the_same_bits_in_derivatives(graphs, inputs, points):
    J = da.expr.jacobian(graphs, inputs)
    quick, full = da.kernels.Tier.QUICK, da.kernels.Tier.FULL
    results = [
        da.kernels.compile(J, [inputs], lanes=lanes, tier=tier, config=da.kernels.Config(None, 1))(points)
        for lanes, tier in [(1, full), (1, quick), (2, quick), (4, quick), (8, quick), (8, full)]
    ]
    for other in results[1:]:
        assert np.array_equal(other.view(np.int64), results[0].view(np.int64))
