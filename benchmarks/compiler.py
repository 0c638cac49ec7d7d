"""What it costs to make code: importing, building graphs, compiling, loading, calling."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from chains import chain
from figures import Figure, at_most, best

import dalembert as da
import dalembert.expr.node as graph
from dalembert.model.model import Model
from dalembert.principles.derive import derive


def accelerations(model: Model) -> tuple[Any, list[Any]]:
    """Forward dynamics traced anew, and its inputs."""
    eom = derive(model)
    return eom.accelerations, [eom.q, eom.u, eom.tau]


def importing() -> Iterator[Figure]:
    def run(statement: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        return time.perf_counter() - start

    bare = best(lambda: run("pass"))
    yield at_most("import dalembert", best(lambda: run("import dalembert")) - bare, 0.3, "s")
    # homes too, some of which load their names when these are used
    everything = "import dalembert as da; [getattr(it, n) for it in [da, da.expr, da.solvers] for n in it.__all__]"
    yield Figure("import dalembert and load every public name", best(lambda: run(everything)) - bare, "s")


def building() -> Iterator[Figure]:
    model = chain(130)

    def build() -> float:
        start = time.perf_counter()
        made = accelerations(model)
        elapsed = time.perf_counter() - start
        del made  # freeing it is not building it
        return elapsed

    made = nodes_made(lambda: accelerations(model))
    operations = graph.operation_count(accelerations(model)[0])
    yield Figure("chain of 130 joints", operations, "operations")
    yield at_most("building its graph, per node made on the way", best(build) / made * 1e6, 5.0, "µs")
    yield at_most("articulated bodies, 7 joints", articulated_operations(7), 1200, "operations")


def articulated_operations(n: int) -> int:
    eom = derive(chain(n))
    tau = eom.outputs.kinematics.joint_forces()
    return graph.operation_count(eom.balance.recursions.by_articulated_bodies(tau))


def nodes_made(build: Callable[[], object]) -> int:
    """How many nodes are created, those included that no output needs in the end."""
    count = 0
    original = graph._new

    def counting(kind: type) -> Any:
        nonlocal count
        count += 1
        return original(kind)

    graph._new = counting
    try:
        build()
    finally:
        graph._new = original
    return count


def compiling() -> Iterator[Figure]:
    n = 130
    model = chain(n)
    values = np.random.default_rng(0).standard_normal((3, n))

    def first_answer() -> float:
        start = time.perf_counter()
        a, inputs = accelerations(model)
        da.kernels.compile(a, inputs, tier=da.kernels.Tier.QUICK, config=da.kernels.Config(None, 1))(*values)
        return time.perf_counter() - start

    yield at_most(f"from trace to first answer, chain of {n} joints", best(first_answer, 3), 0.7, "s")

    sizes, costs = [], []
    for joints in (45, n, 420):
        a, inputs = accelerations(chain(joints))
        kernel = da.kernels.compile(a, inputs, config=da.kernels.Config(None, 1))
        sizes.append(graph.operation_count(a))
        costs.append(kernel.compile_time / sizes[-1])
        yield at_most(f"full-speed code, {sizes[-1]} operations, per operation", costs[-1] * 1e6, 60.0, "µs")
    exponent = 1.0 + float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])
    yield at_most("growth of compile time with size, exponent", exponent, 1.1, "")

    with tempfile.TemporaryDirectory() as folder:
        a, inputs = accelerations(model)

        def load() -> float:
            return da.kernels.compile(a, inputs, config=da.kernels.Config(Path(folder) / "cache", 1)).load_time

        load()
        yield at_most(f"cached load, chain of {n} joints", best(load) * 1e3, 3.0, "ms")


def calling() -> Iterator[Figure]:
    """What a call costs beyond the evaluation; no bound is set."""
    x = da.expr.symbol("x")
    kernel = da.kernels.compile(x * 2.0, [x])
    bound = kernel.bind()

    def per_call(function: Callable[[], object], times: int) -> float:
        start = time.perf_counter()
        for _ in range(times):
            function()
        return (time.perf_counter() - start) / times

    yield Figure("a call of a bound kernel from Python", best(lambda: per_call(bound.run, 100_000)) * 1e9, "ns")
    yield Figure("a call with arrays", best(lambda: per_call(lambda: kernel(1.0), 2000)) * 1e6, "µs")
