"""How long it takes from the description of a model to its first numbers."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from chains import chain
from figures import Figure, at_most, best

import dalembert as da
from dalembert.integrators.fixed_step_methods import RK4
from dalembert.principles.derive import derive
from dalembert.runs.simulate import simulate

STEP = 1e-3


def start_up() -> Iterator[Figure]:
    def first_step(config: da.kernels.Config) -> float:
        start = time.perf_counter()
        simulate(chain(7), until=STEP, times=[STEP], method=RK4(STEP), config=config)
        return time.perf_counter() - start

    first_step(da.kernels.Config(None, 1))  # once before, so that all is imported
    yield at_most(
        "7 joints, from description to first step",
        best(lambda: first_step(da.kernels.Config(None, 1)), 3),
        0.5,
        "s",
    )
    with tempfile.TemporaryDirectory() as folder:
        kept = da.kernels.Config(Path(folder) / "cache", 1)
        first_step(kept)
        yield at_most("7 joints, from description to first step, cached", best(lambda: first_step(kept)), 0.1, "s")

    def parts(n: int) -> tuple[float, float, float]:
        begin = time.perf_counter()
        model = chain(n)
        described = time.perf_counter()
        eom = derive(model)
        a = eom.accelerations
        derived = time.perf_counter()
        kernel = da.kernels.compile(
            a, [eom.q, eom.u, eom.tau], tier=da.kernels.Tier.QUICK, config=da.kernels.Config(None, 1)
        )
        kernel(*np.zeros((3, n)))
        return described - begin, derived - described, time.perf_counter() - derived

    rounds = [parts(100) for _ in range(3)]
    yield at_most("100 joints, from description to first answer", min(map(sum, rounds)), 1.0, "s")
    for name, seconds, bound in zip(("describing", "deriving"), np.min(rounds, axis=0), (0.2, 0.25), strict=False):
        yield at_most(f"100 joints, {name}", float(seconds), bound, "s")
    yield Figure("100 joints, quick code and the first call", float(np.min(rounds, axis=0)[2]), "s")
