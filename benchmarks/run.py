"""Measures the compiler: one table, ratios within one run, and the same numbers as JSON.

    python benchmarks/run.py [--json FILE]

Every figure stands next to the bound it should keep. Machines are noisy: times are the best of several runs.
"""

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from chain import Link, accelerations, opened, rods

import dalembert as da
import dalembert.expr.node as graph
from dalembert.kernels.machine import Target


@dataclass(frozen=True)
class Figure:
    """One measured number and the bound it should keep."""

    name: str
    value: float
    unit: str
    bound: float
    is_upper: bool

    @property
    def is_kept(self) -> bool:
        return self.value <= self.bound if self.is_upper else self.value >= self.bound

    def __str__(self) -> str:
        sign, verdict = "≤" if self.is_upper else "≥", "" if self.is_kept else "   missed"
        return f"{self.name:<66} {self.value:10.3g} {self.unit:<14} {sign} {self.bound:g}{verdict}"


def at_most(name: str, value: float, bound: float, unit: str) -> Figure:
    return Figure(name, value, unit, bound, is_upper=True)


def at_least(name: str, value: float, bound: float, unit: str = "times faster") -> Figure:
    return Figure(name, value, unit, bound, is_upper=False)


def best(run: Callable[[], float], times: int = 5) -> float:
    return min(run() for _ in range(times))


def states(n: int) -> tuple[Any, Any, Any]:
    return da.symbols("q", n), da.symbols("u", n), da.symbols("tau", n)


# ---- building and compiling


def building() -> Iterator[Figure]:
    n = 130
    symbols = states(n)

    def build() -> float:
        start = time.perf_counter()
        accelerations(rods(n), *symbols)
        return time.perf_counter() - start

    made = nodes_made(lambda: accelerations(rods(n), *symbols))
    operations = graph.operation_count(accelerations(rods(n), *symbols))
    seconds = best(build)
    print(f"graph of {operations} operations, {made} nodes made on the way")
    yield at_most("building a graph, per node made", seconds / made * 1e6, 5.0, "µs")


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
    symbols = states(n)
    values = np.random.default_rng(0).standard_normal((3, n))

    def first_answer() -> float:
        start = time.perf_counter()
        kernel = da.compile(
            accelerations(rods(n), *symbols), list(symbols), tier=da.Tier.QUICK, config=da.Config(None, 1)
        )
        kernel(*values)
        return time.perf_counter() - start

    yield at_most(f"from trace to first answer, chain of {n} joints", best(first_answer, 3), 0.7, "s")

    sizes, costs = [], []
    for joints in (45, n, 420):
        symbols = states(joints)
        kernel = da.compile(accelerations(rods(joints), *symbols), list(symbols), config=da.Config(None, 1))
        operations = graph.operation_count(accelerations(rods(joints), *symbols))
        sizes.append(operations)
        costs.append(kernel.compile_time / operations)
        yield at_most(f"full-speed code, {operations} operations, per operation", costs[-1] * 1e6, 60.0, "µs")
    exponent = 1.0 + float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])
    yield at_most("growth of compile time with size, exponent", exponent, 1.1, "")

    with tempfile.TemporaryDirectory() as folder:
        symbols = states(n)
        a = accelerations(rods(n), *symbols)

        def load() -> float:
            return da.compile(a, list(symbols), config=da.Config(Path(folder) / "cache", 1)).load_time

        load()
        yield at_most(f"cached load, chain of {n} joints", best(load) * 1e3, 3.0, "ms")


def importing() -> Iterator[Figure]:
    def run(statement: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        return time.perf_counter() - start

    bare = best(lambda: run("pass"))
    yield at_most("import dalembert", best(lambda: run("import dalembert")) - bare, 0.3, "s")
    everything = "import dalembert as da; [getattr(da, name) for name in da.__all__]"
    yield at_most("import dalembert and use every name", best(lambda: run(everything)) - bare, 0.3, "s")


# ---- running


def running() -> Iterator[Figure]:
    import pinocchio as pin

    n = 7
    links = rods(n)
    symbols = states(n)
    values = np.random.default_rng(0).standard_normal((3, n))
    model = pinocchio_model(links)
    data = model.createData()

    expressions = {
        "constants": accelerations(links, *symbols),
        "parameters": accelerations(opened(links), *symbols),
    }
    yield at_most(
        "articulated-body recursion, 7 joints", graph.operation_count(expressions["constants"]), 1350, "operations"
    )
    kernels = {
        (kind, lanes): da.compile(a, list(symbols), lanes=lanes)
        for kind, a in expressions.items()
        for lanes in (1, 8)
    }
    for kernel in kernels.values():
        np.testing.assert_allclose(kernel(*values), pin.aba(model, data, *values), rtol=1e-10)

    def pinocchio() -> float:
        q, u, tau = values
        start = time.perf_counter()
        for _ in range(2000):
            pin.aba(model, data, q, u, tau)
        return (time.perf_counter() - start) / 2000

    # taken in turn, so that a disturbance of the machine meets all of them; ratios of what was measured together
    rounds = []
    for _ in range(15):
        reference = best(pinocchio, 3)
        rounds.append(
            {key: reference / kernel.time_per_evaluation(0.03) * key[1] for key, kernel in kernels.items()}
        )
    bounds = {("constants", 1): 10.0, ("parameters", 1): 7.0, ("constants", 8): 45.0, ("parameters", 8): 30.0}
    for (kind, lanes), bound in bounds.items():
        ratio = statistics.median(r[kind, lanes] for r in rounds)
        what = "constants compiled in" if kind == "constants" else "all parameters at run time"
        yield at_least(f"against pinocchio.aba from Python: {what}, {lanes} lane{'s' * (lanes > 1)}", ratio, bound)


def pinocchio_model(links: list[Link]) -> Any:
    import pinocchio as pin

    model = pin.Model()
    joint = 0
    for k, link in enumerate(links):
        kind = pin.JointModelRX() if link.axis == 0 else pin.JointModelRY()
        joint = model.addJoint(joint, kind, pin.SE3(np.eye(3), link.p), f"joint {k}")
        c = link.h / link.mass
        inertia = pin.Inertia(link.mass, c, link.J - link.mass * (c @ c * np.eye(3) - np.outer(c, c)))
        model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    return model


def calling() -> Iterator[Figure]:
    """What a call costs beyond the evaluation; printed, no bound is set."""
    x = da.symbol("x")
    kernel = da.compile(x * 2.0, [x])
    bound = kernel.bind()

    def per_call(function: Callable[[], object], times: int) -> float:
        start = time.perf_counter()
        for _ in range(times):
            function()
        return (time.perf_counter() - start) / times

    print(f"a call of a bound kernel from Python: {best(lambda: per_call(bound.run, 100_000)) * 1e9:.0f} ns")
    print(f"a call with arrays: {best(lambda: per_call(lambda: kernel(1.0), 2000)) * 1e6:.0f} µs")
    yield from ()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="file for the same numbers, machine-readable")
    arguments = parser.parse_args()
    target = Target.host()
    print(
        f"{platform.machine()} {target.cpu}, {target.width} doubles per vector, Python {platform.python_version()}\n"
    )
    figures = []
    for part in (importing, building, compiling, calling, running):
        for figure in part():
            figures.append(figure)
            print(figure, flush=True)
    print(f"\n{sum(f.is_kept for f in figures)} of {len(figures)} bounds kept")
    if arguments.json:
        arguments.json.write_text(
            json.dumps({"cpu": target.cpu, "figures": [asdict(f) for f in figures]}, indent=1)
        )


if __name__ == "__main__":
    main()
