"""The same text with numbers and with symbols."""

from collections.abc import Callable
from typing import Any

import numpy as np

import dalembert as da

RTOL_TRACED = 1e-13
"""Tracing may change the order of a few operations."""


def traced(function: Callable[..., Any], *values: Any) -> Any:
    """What the function gives when it is traced with symbols and then evaluated at the values."""
    arrays = [np.asarray(x, dtype=float) for x in values]
    inputs = [da.expr.symbols(f"x{k}", x.shape) for k, x in enumerate(arrays)]
    expressions = function(*(x[()] for x in inputs))
    numbers = {s: v for x, a in zip(inputs, arrays, strict=True) for s, v in zip(x.flat, a.flat, strict=True)}
    return da.expr.evaluate(expressions, numbers)


def assert_one_text(function: Callable[..., Any], *values: Any) -> None:
    """Numbers and symbols agree, and numbers stay `float64`."""
    computed = function(*(np.asarray(x, dtype=float)[()] for x in values))
    assert np.asarray(computed).dtype == np.float64
    np.testing.assert_allclose(traced(function, *values), computed, rtol=RTOL_TRACED, atol=RTOL_TRACED)
