"""Large trees: from the description to the first motion, one evaluation, runs, memory; beside other packages.

python benchmarks/large_trees.py N        prints processor times of a chain of N joints in space, and memory
"""

import dataclasses
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from chains import chain
from figures import Figure, at_least, at_most, best, elapsed
from peers import installed

COUNTS = (1_000, 3_000, 10_000)
EVALUATED = (100, 300, 1_000, 10_000)
FIRST_MOTION = {1_000: 1.0, 10_000: 8.0}
NS, MOST_NS, MEMORY = 1e9, 110.0, 1.0
STEP, ROUNDS = 1e-4, 5

MOST_OF_PEERS = {"mujoco.mj_forward": 100, "pinocchio.aba": 300, "drake.EvalTimeDerivatives": 1_000}
"""Joints up to which a package is measured: time of one and memory of another grow with powers of their number."""

TIMES_FASTER = {"drake.EvalTimeDerivatives": 10.0}

EPS_CONDITION = 1e-16
"""Accelerations are known to this times the condition of the mass matrix, about the number to the fourth."""


def large_trees() -> Iterator[Figure]:
    totals = []
    for n in COUNTS:
        described, moved, memory = fresh(n)
        totals.append(described + moved)
        name = f"{n} joints in space"
        yield Figure(f"{name}, description", described, "s")
        if n in FIRST_MOTION:
            yield at_most(f"{name}, from description to first motion", totals[-1], FIRST_MOTION[n], "s")
    yield at_most(f"{COUNTS[-1]} joints, memory of the process", memory, MEMORY, "GB")
    exponent = float(np.polyfit(np.log(COUNTS), np.log(totals), 1)[0])
    yield at_most("exponent of description and first motion over the number of joints", exponent, 1.1, "")
    for n in EVALUATED:
        yield from _evaluations(n)


def fresh(n: int) -> tuple[float, float, float]:
    """Processor time of description and first motion, in s, and memory in GB, with nothing compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DALEMBERT_CACHE": str(Path(folder) / "cache"), "DALEMBERT_TIER": ""}
        done = subprocess.run(
            [sys.executable, __file__, str(n)], env=environment, capture_output=True, text=True, check=True
        )
    described, moved, memory = map(float, done.stdout.split())
    return described, moved, memory


def _evaluations(n: int) -> Iterator[Figure]:
    """One evaluation: of the kernel alone, within a run, and by other packages; ratios of the best of each."""
    import dalembert as da

    model, tier = chain(n), da.kernels.Tier.FULL
    eom, start = da.derive(model), model.state()
    kernel = da.kernels.compile(eom.accelerations, [eom.q, eom.u, eom.tau], tier=tier)
    values = 0.5 * np.random.default_rng(0).standard_normal((3, n)) / np.sqrt(n)
    measured = {name: make for name, make in installed().items() if n <= MOST_OF_PEERS.get(name, n)}
    peers = {name: make(n, True)[1] for name, make in measured.items()}
    expected = kernel(*values)
    for peer in peers.values():
        scale = max(1e-10, EPS_CONDITION * n**4) * np.abs(expected).max()
        np.testing.assert_allclose(peer(*values), expected, rtol=0.0, atol=scale)
    config = dataclasses.replace(da.kernels.Config.from_environment(), tier=tier)
    steps = max(10, 50_000 // n)

    def run(count: int) -> float:
        ends, method = [count * STEP], da.methods.RK4(STEP)
        return elapsed(lambda: da.simulate(model, start, until=ends[0], times=ends, method=method, config=config))

    def one_in_run() -> float:
        # what every call takes is in both
        return (run(3 * steps) - run(steps)) / (8 * steps)

    alone, within = best(lambda: kernel.time_per_evaluation(0.03), ROUNDS), best(one_in_run, ROUNDS)
    yield at_most(f"{n} joints in space, one evaluation for each joint", alone / n * NS, MOST_NS, "ns")
    yield at_most(f"{n} joints, an evaluation within a run beside the kernel alone", within / alone, 1.3, "times")
    for name, peer in peers.items():
        yield at_least(
            f"{n} joints beside {name}",
            best(lambda peer=peer: _called(peer, values), ROUNDS) / alone,
            TIMES_FASTER.get(name, 1.0),
        )


def _called(peer: Any, values: Any) -> float:
    """Seconds of one call."""
    times = max(3, 20_000 // values.shape[1])
    return elapsed(lambda: [peer(*values) for _ in range(times)]) / times


def first_motion(n: int) -> tuple[float, float]:
    import dalembert as da

    # modules are loaded before
    da.simulate, da.as_dynamics  # noqa: B018
    marks = [time.thread_time()]
    model = chain(n)
    marks.append(time.thread_time())
    da.simulate(model, model.state(), until=0.01, times=[0.01])
    marks.append(time.thread_time())
    return marks[1] - marks[0], marks[2] - marks[1]


if __name__ == "__main__":
    print(*first_motion(int(sys.argv[1])), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
