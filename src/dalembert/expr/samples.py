"""Numbers of expressions at places where nothing is aligned by chance: what decides about structure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.expr.rewrite import evaluate

RANGES = ((0.3, 1.3), (0.3, 1.3), (0.05, 0.5), (-1.0, 1.0), (1.5, 4.0))
"""Between which the variables are taken; where a law is defined for some of them only, the others are left out."""

CHANGE = 0.3
"""Largest change of a parameter beside its default value, or beside one if that is zero."""


def sampled(y: Any, seed: int = 3) -> Any:
    """Numbers for an expression or an array of them, with inputs between 0.3 and 1.3 and default parameters."""
    return evaluate(y, sample_of(inputs_of(_expressions(y)), seed))


def sample_of(inputs: Iterable[Node], seed: int = 3) -> dict[Node, float]:
    """Values between 0.3 and 1.3 for inputs that are no parameters."""
    variables = [x for x in inputs if x.op != "parameter"]
    if not variables:
        return {}
    generator = np.random.default_rng(seed)
    return {x: generator.uniform(0.3, 1.3) for x in variables}


def structural_sample(y: Any) -> Any:
    """Numbers of an array of expressions in one state, with unusual parameters: what is zero is so always."""
    return (finite_samples(y, changes_parameters=True) or [sampled(y)])[0]


def finite_samples(y: Any, *, changes_parameters: bool = False) -> list[Any]:
    """An array of expressions in several states; none if it is finite nowhere.

    Parameters have their default values, or others: what is zero by chance there is not zero in every run.
    """
    array = np.asarray(y, dtype=object)
    inputs = inputs_of(_expressions(array))
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


def _other(default: float, generator: np.random.Generator) -> float:
    """A value near a usual one."""
    return float(default + CHANGE * (abs(default) or 1.0) * generator.uniform(0.1, 1.0))


def _expressions(y: Any) -> list[Expression]:
    return [x for x in np.asarray(y, dtype=object).ravel() if isinstance(x, Expression)]
