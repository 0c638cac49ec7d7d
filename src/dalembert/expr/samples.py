"""Numbers of expressions at places where nothing is aligned by chance: what decides about structure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.expr.rewrite import evaluate


def sampled(y: Any, seed: int = 3) -> Any:
    """Numbers for an expression or an array of them, with inputs between 0.3 and 1.3 and usual parameters."""
    return evaluate(y, sample_of(inputs_of(_expressions(y)), seed))


def sample_of(inputs: Iterable[Node], seed: int = 3) -> dict[Node, float]:
    """Values between 0.3 and 1.3 for inputs that are no parameters."""
    generator = np.random.default_rng(seed)
    return {x: generator.uniform(0.3, 1.3) for x in inputs if x.op != "parameter"}


def _expressions(y: Any) -> list[Expression]:
    return [x for x in np.asarray(y, dtype=object).ravel() if isinstance(x, Expression)]
