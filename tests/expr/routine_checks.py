"""What every routine owes: its native form, and derivatives that agree with differences and with each other."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dalembert.expr.calculus import directional, weighted_gradient
from dalembert.expr.calls import Routine
from dalembert.expr.node import Expression, traverse
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import symbols
from tests.native_runs import run

RTOL_NATIVE = 1e-13
"""Native and interpreted forms differ by rounding of well-conditioned problems only."""

RTOL_DIFFERENCES = 1e-8
"""Central differences of fourth order with steps of 1e-3."""

RTOL_ADJOINT = 1e-10
"""Forward and reverse are the same linear map."""


def run_natively(routine: Routine, x: np.ndarray, lanes: int = 1) -> tuple[int, np.ndarray]:
    """Status and results of the native form; x is (n_inputs,) or (n_inputs, lanes)."""
    y = np.zeros((routine.n_outputs, lanes) if x.ndim == 2 else routine.n_outputs)
    return run(routine.native(), np.ascontiguousarray(x), y, lanes=lanes), y


def calls_below(y: Any) -> list[Expression]:
    """The calls that an array of expressions needs."""
    return [node for node in traverse(np.ravel(y)) if node.op == "call"]


def assert_native_is_interpreted(y: Any, values: dict[Any, float], rtol: float = RTOL_NATIVE) -> None:
    """Every call below y gives natively what its interpreted form gives."""
    for call in calls_below(y):
        routine: Routine = call.args[0]
        x = evaluate(np.array(call.args[1 + routine.n_passive :], dtype=object), values)
        expected = routine.evaluate(x)
        status, found = run_natively(routine, x)
        assert status == 0
        assert np.abs(found - expected).max() <= rtol * np.abs(expected).max(), routine.name


def traced(function: Callable[..., Any], *arrays: np.ndarray) -> tuple[Any, list[Any], dict[Any, float]]:
    """The function of symbols in place of the numbers, the symbols, and their values."""
    inputs = [symbols(f"x{k}", array.shape) for k, array in enumerate(arrays)]
    values = {
        s: float(v)
        for x, array in zip(inputs, arrays, strict=True)
        for s, v in zip(x.flat, array.flat, strict=True)
    }
    return function(*inputs), inputs, values


def assert_derivatives(function: Callable[..., Any], *arrays: np.ndarray, seed: int = 0, orders: int = 1) -> None:
    """Rates along a random direction agree with differences, and sensitivities with rates."""
    rng = np.random.default_rng(seed)
    y, inputs, values = traced(function, *arrays)
    directions = [rng.normal(size=array.shape) for array in arrays]
    rates = {
        s: float(v) for x, d in zip(inputs, directions, strict=True) for s, v in zip(x.flat, d.flat, strict=True)
    }

    def along(h: float, z: Any) -> Any:
        return evaluate(z, {s: v + h * rates[s] for s, v in values.items()})

    # forward: differences of the value itself, then of its rate
    for _ in range(orders):
        dy = directional(y, rates)
        found, expected = evaluate(dy, values), _difference(lambda h, y=y: along(h, y))
        np.testing.assert_allclose(
            found, expected, rtol=0.0, atol=RTOL_DIFFERENCES * max(1.0, np.abs(expected).max())
        )
        _assert_adjoint(y, dy, inputs, values, rates, rng)
        y = dy


def _assert_adjoint(y: Any, dy: Any, inputs: list[Any], values: Any, rates: Any, rng: np.random.Generator) -> None:
    """w · dy = x̄ · dx, where x̄ are the sensitivities of w · y."""
    weights = rng.normal(size=np.shape(y))
    names = np.concatenate([x.ravel() for x in inputs])
    x_bar = evaluate(weighted_gradient(y, names, weights), values)
    terms = x_bar * np.array([rates[s] for s in names])
    assert abs(np.sum(weights * evaluate(dy, values)) - terms.sum()) <= RTOL_ADJOINT * (1.0 + np.abs(terms).sum())


def _difference(f: Callable[[float], Any], h: float = 1e-3) -> Any:
    return (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
