"""Numbers of typed expressions in states where nothing is aligned by chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import evaluate

RANGES = ((0.3, 1.3), (0.3, 1.3), (0.05, 0.5), (-1.0, 1.0), (1.5, 4.0))
"""Between which the variables are taken; where a law is defined for some of them only, the others are left out."""


def finite_samples(y: Any) -> list[Any]:
    """An array of expressions in several states, with usual parameters; none if it is finite nowhere."""
    array = np.asarray(y, dtype=object)
    inputs = [x for x in inputs_of([x for x in array.ravel() if isinstance(x, Expression)]) if x.op != "parameter"]
    generator = np.random.default_rng(11)
    found = []
    for low, high in RANGES:
        values = {x: generator.uniform(low, high) for x in inputs}
        numbers = evaluate(array, values)
        if np.isfinite(numbers).all():
            found.append(np.asarray(numbers))
    return found
