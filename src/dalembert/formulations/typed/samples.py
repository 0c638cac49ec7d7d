"""Numbers of typed expressions in states where nothing is aligned by chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import evaluate

RANGES = ((0.3, 1.3), (0.3, 1.3), (0.05, 0.5), (-1.0, 1.0), (1.5, 4.0))
"""Between which the variables are taken; where a law is defined for some of them only, the others are left out."""


CHANGE = 0.3
"""Largest change of a parameter beside its usual value, or beside one if that is zero."""


def finite_samples(y: Any, *, changes_parameters: bool = False) -> list[Any]:
    """An array of expressions in several states; none if it is finite nowhere.

    Parameters have their usual values, or others: what is zero by chance there is not zero in every run.
    """
    array = np.asarray(y, dtype=object)
    inputs = inputs_of([x for x in array.ravel() if isinstance(x, Expression)])
    variables = [x for x in inputs if x.op != "parameter"]
    changed = [x for x in inputs if x.op == "parameter"] if changes_parameters else []
    generator = np.random.default_rng(11)
    found = []
    for low, high in RANGES:
        values = {x: generator.uniform(low, high) for x in variables}
        values |= {x: _other(float(x.args[1]), generator) for x in changed}
        numbers = evaluate(array, values)
        if np.isfinite(numbers).all():
            found.append(np.asarray(numbers))
    return found


def _other(usual: float, generator: np.random.Generator) -> float:
    """A value near a usual one."""
    return float(usual + CHANGE * (abs(usual) or 1.0) * generator.uniform(0.1, 1.0))
