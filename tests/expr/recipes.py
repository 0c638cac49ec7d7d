"""Random computations that can be replayed on nodes, jets, floats, arrays and numbers of any precision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import mpmath
import numpy as np

from dalembert.expr import functions as own_functions

# in the text of a step, `m` is where functions come from; operands of moderate size give results of moderate size
STEPS: list[tuple[int, Callable[..., Any]]] = [
    (2, lambda m, a, b: a + b),
    (2, lambda m, a, b: a - b),
    (2, lambda m, a, b: a * b * 0.5),
    (2, lambda m, a, b: a / (2.5 + b * b)),
    (1, lambda m, a: -a * 0.75),
    (1, lambda m, a: 1.25 - a),
    (1, lambda m, a: m.sqrt(0.1 + a * a)),
    (1, lambda m, a: m.sin(a)),
    (1, lambda m, a: m.cos(a)),
    (1, lambda m, a: m.tan(m.tanh(a))),
    (1, lambda m, a: m.asin(0.9 * m.tanh(a))),
    (1, lambda m, a: m.acos(0.9 * m.sin(a))),
    (2, lambda m, a, b: m.atan2(a, 0.2 + m.absolute_value(b))),
    (2, lambda m, a, b: m.atan2(0.3 + a * a, b)),
    (1, lambda m, a: m.exp(m.sin(a))),
    (1, lambda m, a: m.log(1.3 + a * a)),
    (1, lambda m, a: m.sinh(m.sin(a))),
    (1, lambda m, a: m.cosh(m.cos(a))),
    (1, lambda m, a: m.tanh(a)),
    (1, lambda m, a: m.absolute_value(a - 0.125)),
    (2, lambda m, a, b: m.sign(a - 0.375) * b),
    (2, lambda m, a, b: m.floor(1.75 * a) * 0.5 + b),
    (1, lambda m, a: m.mod(a, 1.5)),
    (2, lambda m, a, b: m.mod(a, 0.7 + m.absolute_value(b))),
    (2, lambda m, a, b: m.minimum(a, b)),
    (2, lambda m, a, b: m.maximum(a, b)),
    (4, lambda m, a, b, c, d: m.where(a < b, c, d)),
    (3, lambda m, a, b, c: m.where((a <= b) & (c < 0.25), a - c, b)),
    (1, lambda m, a: m.where(a > 0.0, m.sqrt(m.absolute_value(a)), 0.5 * a)),
    (2, lambda m, a, b: m.pow(0.5 + m.absolute_value(a), m.tanh(b))),
    (1, lambda m, a: m.tanh(a) ** 3),
    (1, lambda m, a: (1.25 + a * a) ** -1.5),
    (1, lambda m, a: 1.5 ** m.tanh(a)),
    (1, lambda m, a: (1.1 + m.absolute_value(a)) ** 0.3),
]

PRECISE = SimpleNamespace(
    **{
        name: getattr(mpmath, name)
        for name in ["sin", "cos", "tan", "asin", "acos", "atan2", "sqrt", "exp", "log", "sinh", "cosh", "tanh"]
    },
    **{"sign": mpmath.sign, "floor": mpmath.floor, "pow": mpmath.power, "absolute_value": abs},
    **{"minimum": min, "maximum": max, "mod": lambda a, b: a - b * mpmath.floor(a / b)},
    where=lambda condition, a, b: a if condition else b,
)
"""The functions of the steps with as many digits as mpmath is told."""


@dataclass(frozen=True)
class Recipe:
    """Steps by number, each with the places of its operands among inputs and earlier results."""

    steps: tuple[tuple[int, tuple[int, ...]], ...]
    n_outputs: int

    def __call__(self, inputs: Sequence[Any], functions: Any = own_functions) -> list[Any]:
        """The last results, for inputs of any kind."""
        pool = list(inputs)
        for step, places in self.steps:
            pool.append(STEPS[step][1](functions, *(pool[k] for k in places)))
        return pool[-self.n_outputs :]


def random_recipe(rng: np.random.Generator, n_inputs: int, n_steps: int, n_outputs: int = 1) -> Recipe:
    """A recipe whose results depend on recent results more often than on old ones."""
    steps = []
    for size in range(n_inputs, n_inputs + n_steps):
        step = int(rng.integers(len(STEPS)))
        recent = rng.random() < 0.7
        low = max(0, size - 5) if recent else 0
        steps.append((step, tuple(int(k) for k in rng.integers(low, size, STEPS[step][0]))))
    return Recipe(tuple(steps), n_outputs)


def precise_jacobian(recipe: Recipe, point: Sequence[float]) -> np.ndarray:
    """Derivatives by central differences with sixty digits, so that they are right to the last bit of a float."""
    with mpmath.workdps(60):
        h = mpmath.mpf(10) ** -20
        columns = []
        for j in range(len(point)):
            x = [mpmath.mpf(v) for v in point]
            sides = [recipe([*x[:j], x[j] + s * h, *x[j + 1 :]], PRECISE) for s in (1, -1)]
            columns.append([float((a - b) / (2 * h)) for a, b in zip(*sides, strict=True)])
    return np.array(columns).T
