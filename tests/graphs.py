"""Random expression graphs, for tests of everything that reads graphs."""

from typing import Any

import numpy as np

import dalembert as da


def random_graph(rng: np.random.Generator, n_inputs: int, n_operations: int, n_outputs: int) -> tuple[Any, Any]:
    """Symbols and expressions that stay of moderate size for inputs of moderate size."""
    x = da.expr.symbols("x", n_inputs)
    pool: list[Any] = [*x, *rng.uniform(0.5, 2.0, 3)]

    def pick() -> Any:
        # mostly recent values, so that graphs get deep, sometimes any, so that they share
        last = len(pool) - 1
        return (
            pool[last - min(int(rng.exponential(6.0)), last)]
            if rng.random() < 0.7
            else pool[rng.integers(len(pool))]
        )

    unary = [da.sin, da.cos, da.tanh, lambda a: -a, lambda a: da.sqrt(1.0 + a * a), lambda a: da.exp(-a * a)]
    unary += [lambda a: 1.0 / (1.0 + a * a), da.expr.absolute_value, lambda a: da.expr.log(1.0 + a * a)]
    binary = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, da.minimum, da.maximum, da.atan2]
    binary += [lambda a, b: da.where(a < b, a, b * 0.5), lambda a, b: da.where((a < b) & (b < 1.0), a - b, b)]
    for _ in range(n_operations):
        a, b = pick(), pick()
        value = (
            unary[rng.integers(len(unary))](a) if rng.random() < 0.3 else binary[rng.integers(len(binary))](a, b)
        )
        # keep magnitudes within a few units
        pool.append(da.tanh(value) * 2.0 if rng.random() < 0.3 else value)
    outputs = np.array([pool[-1 - k] for k in range(n_outputs)], dtype=object)
    return x, outputs
