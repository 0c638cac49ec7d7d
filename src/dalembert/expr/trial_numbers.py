"""Numbers of expressions in states where nothing is aligned by chance: they decide about structure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import overload

import numpy as np

from dalembert.arrays import ArrayLike, Vector
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import evaluate

RANGES = ((0.3, 1.3), (0.3, 1.3), (0.05, 0.5), (-1.0, 1.0), (1.5, 4.0))
"""Ranges of the variables; one in which a law is not defined is left out."""

CHANGE = 0.3
"""Largest change of a parameter beside its default value, or beside one if that is zero."""


@overload
def sampled(y: Scalar, seed: int = 3) -> float: ...
@overload
def sampled(y: ArrayLike, seed: int = 3) -> Vector: ...
def sampled(y: Scalar | ArrayLike, seed: int = 3) -> float | Vector:
    """Numbers for an expression or an array of them, with inputs between 0.3 and 1.3 and default parameters."""
    return evaluate(y, sample_of(inputs_of(_expressions(y)), seed))


def sample_of(inputs: Iterable[Node], seed: int = 3) -> dict[Node, float]:
    """Values between 0.3 and 1.3 for inputs that are no parameters."""
    variables = [x for x in inputs if x.op != "parameter"]
    if not variables:
        return {}
    generator = np.random.default_rng(seed)
    return {x: generator.uniform(0.3, 1.3) for x in variables}


def structural_sample(y: ArrayLike) -> Vector:
    """Numbers of an array of expressions in one state, with unusual parameters: a zero there is one everywhere."""
    return (finite_samples(y, changes_parameters=True) or [sampled(y)])[0]


def finite_samples(y: ArrayLike, *, changes_parameters: bool = False) -> list[Vector]:
    """An array of expressions in several states; none if it is finite nowhere.

    Parameters have their default values, or others, where no entry is zero by chance.
    """
    array = np.asarray(y, dtype=object)
    inputs = inputs_of(_expressions(array))
    variables = [x for x in inputs if x.op != "parameter"]
    changed = [x for x in inputs if x.op == "parameter"] if changes_parameters else []
    generator = np.random.default_rng(11)
    samples = []
    for low, high in RANGES:
        values = {x: generator.uniform(low, high) for x in variables}
        values |= {x: _other(float(x.args[1]), generator) for x in changed}
        numbers = evaluate(array, values)
        if np.isfinite(numbers).all():
            samples.append(np.asarray(numbers))
    return samples


def other_parameters(inputs: Iterable[Node], seed: int = 11) -> dict[Node, float]:
    """Values of the parameters among inputs that are not their default ones."""
    generator = np.random.default_rng(seed)
    return {x: _other(float(x.args[1]), generator) for x in inputs if x.op == "parameter"}


def _other(default: float, generator: np.random.Generator) -> float:
    """A value near the default."""
    return float(default + CHANGE * (abs(default) or 1.0) * generator.uniform(0.1, 1.0))


def _expressions(y: Scalar | ArrayLike) -> list[Expression]:
    return [x for x in np.asarray(y, dtype=object).ravel() if isinstance(x, Expression)]
