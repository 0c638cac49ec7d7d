"""Explicit models of trees of systems: how long they take, and how fast the code of their accelerations is.

`python benchmarks/run.py --only "explicit models"`; with an earlier commit beside it, `make against`.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from figures import Figure, at_most, best, elapsed

import dalembert as da
from dalembert.config import Config, Tier

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "examples")]
COPIES = 256


def explicit_models() -> Iterator[Figure]:
    """Seconds to print, and µs of one evaluation of all accelerations."""
    from five_bar_tree import nested
    from pendulum_tree import pendulum
    from ring_and_disc_tree import ring_and_disc

    trees = {
        "spherical pendulum of Fig. 5.1": (pendulum, 1.0, 2.0),
        "ring and disc": (ring_and_disc, 3.0, 5.0),
        "five-bar with motors, 35 speeds": (nested, 6.0, 10.0),
    }
    for name, (make, simplify, bound) in trees.items():
        tree = make()
        begin = time.perf_counter()
        tree.solved(simplify=simplify).text()
        yield at_most(f"{name}, to print", time.perf_counter() - begin, bound, "s")
        by_levels = evaluation(tree.equations, tree.equations.accelerations)
        yield Figure(f"{name}, accelerations level by level", by_levels * 1e6, "µs")
        explicit = list(tree.solved().accelerations.values())
        yield Figure(f"{name}, as they are printed", evaluation(tree.equations, explicit) * 1e6, "µs")


def evaluation(equations: Any, values: Any) -> float:
    """Seconds of one evaluation of expressions among many, by code at full speed."""
    inputs = {"t": da.time, "q": equations.q, "u": equations.u, "tau": equations.tau}
    output = {"a": np.array(values, dtype=object)}
    kernel = da.kernels.compile(output, inputs, tier=Tier.FULL, config=Config(None, 1))
    rng = np.random.default_rng(1)
    given: dict[str, Any] = {"t": np.zeros(COPIES)}
    given |= {name: rng.uniform(0.2, 1.0, (COPIES, len(x))) for name, x in list(inputs.items())[1:]}
    kernel(**given)
    return best(lambda: elapsed(lambda: kernel(**given)), 15) / COPIES
