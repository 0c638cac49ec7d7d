"""Systems of systems: many equal modules condensed, and linear models of vehicles from modules."""

import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from figures import Figure, at_least, at_most, best, elapsed

import dalembert as da
from dalembert.config import Config, Tier
from dalembert.modules import canonical_matrices

ROOT = Path(__file__).resolve().parents[1]
SIZES, PEER, RUN = (4, 16, 64, 256), 8, 10.0
BEATS_FLAT, COPIES = 64, 256
UNCACHED = Config(None, 1)

sys.path[:0] = [str(ROOT), str(ROOT / "examples")]
from tests.modules import rows_of_modules as rows  # noqa: E402


def modules() -> Iterator[Figure]:
    for family in (CHAIN, FOUR_BARS):
        yield from condensed(family)
    yield from vehicles()


# ---- many equal modules


@dataclass(frozen=True)
class Family:
    """Systems of n equal modules: as a tree, as one flat model, and a start of both that swings."""

    name: str
    tree: Callable[[int], Any]
    flat: Callable[[int], Any]
    start: Callable[[int], Any]
    flat_start: Callable[[int], Any]
    totals: tuple[int, ...]
    """Of how many modules whole runs are compared."""


def _hanging(n: int) -> Any:
    return np.array([(-1.2, 0.0), *[(0.0, 0.0)] * (n - 1)]), np.zeros((n, 2))


CHAIN = Family(
    "modules of two joints in a chain",
    rows.chain,
    rows.flat_chain,
    lambda n: rows.chain_state(*_hanging(n)),
    lambda n: rows.flat_state(*_hanging(n)),
    (16, 64, 384),
)
FOUR_BARS = Family(
    "four-bars in a row",
    rows.four_bars,
    rows.flat_four_bars,
    lambda n: rows.four_bar_state(n, -1.2, 0.0),
    lambda n: ({f"p{k}": -1.2 for k in range(n + 1)} | {f"a{k}": 1.2 for k in range(1, n + 1)}, {}),
    (16, 64, 128),
)


def condensed(family: Family) -> Iterator[Figure]:
    """Time of one evaluation, of compiling, and of one run with all that goes before it."""
    times: dict[int, float] = {}
    compiled: dict[int, float] = {}
    for n in SIZES:
        eom = da.modules.condensed(family.tree(n))
        kernel, compiled[n] = accelerations(eom, *family.start(n))
        times[n] = seconds_of(kernel, eom, *family.start(n))
        yield Figure(f"{n} {family.name}, accelerations", times[n] * 1e6, "µs")
    exponent = np.log(times[SIZES[-1]] / times[SIZES[0]]) / np.log(SIZES[-1] / SIZES[0])
    yield at_most(f"exponent of that from {SIZES[0]} to {SIZES[-1]} {family.name}", float(exponent), 1.15, "")
    growth = compiled[SIZES[-1]] / compiled[SIZES[0]]
    yield at_most(f"time to compile {SIZES[-1]} {family.name}, beside {SIZES[0]}", growth, 1.5, "times")
    yield against_augmented(family)
    yield from against_flat(family)


def accelerations(eom: Any, q: Any, u: Any) -> tuple[Any, float]:
    """A kernel of all rates at full speed, and the time to make it."""
    rates = np.concatenate([eom.rates, eom.accelerations])
    inputs = {"t": da.time, "q": eom.q, "u": eom.u}
    values = arguments(eom, q, u)
    kernels: list[Any] = []

    def make() -> None:
        kernels.append(da.kernels.compile({"rates": rates}, inputs, tier=Tier.FULL, config=UNCACHED))
        kernels[0](**values)

    seconds = elapsed(make)
    return kernels[0], seconds


def arguments(eom: Any, q: Any, u: Any) -> dict[str, Any]:
    return {"t": 0.0, "q": np.array([q[x] for x in eom.coordinates]), "u": np.array([u[x] for x in eom.speeds])}


def seconds_of(kernel: Any, eom: Any, q: Any, u: Any) -> float:
    """Of one evaluation among many."""
    given = arguments(eom, q, u)
    many = {name: np.broadcast_to(x, (COPIES, *np.shape(x))).copy() for name, x in given.items()}
    return best(lambda: clocked(lambda: kernel(**many)), 9) / COPIES


def clocked(run: Callable[[], object]) -> float:
    """Seconds on the clock: states may be computed, and matrices solved, in other threads."""
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def against_augmented(family: Family) -> Figure:
    """Of the peer the solution of its matrix alone is counted, not what makes it."""
    node = family.tree(PEER)
    eom = da.modules.condensed(node)
    q, u = family.start(PEER)
    M, f, J, b = (X.at({**q, **u}).to_array() for X in (node.M, node.forces, node.full_A, node.full_b))
    matrix = np.block([[M, -J.T], [J, np.zeros((len(J), len(J)))]])
    right = np.concatenate([f[:, 0], -b[:, 0]])
    kernel, _ = accelerations(eom, q, u)
    found = dict(zip(node.labels, np.linalg.solve(matrix, right), strict=False))
    own = kernel(**arguments(eom, q, u))["rates"][len(eom.q) :]
    np.testing.assert_allclose(own, [found[x] for x in eom.speeds], rtol=1e-8, atol=1e-8)
    peer = best(lambda: clocked(lambda: np.linalg.solve(matrix, right)), 20)
    name = f"{PEER} {family.name}, than NumPy with the augmented matrix"
    return at_least(name, peer / seconds_of(kernel, eom, q, u), 1.0)


def against_flat(family: Family) -> Iterator[Figure]:
    """One run of ten seconds, with all that is derived and compiled for it; from where on modules are faster."""
    # what is loaded once is not counted
    run_of_flat(family, 2), run_of_modules(family, 2)
    faster = {n: run_of_flat(family, n) / run_of_modules(family, n) for n in family.totals}
    for n, ratio in faster.items():
        name = f"one run of {n} {family.name}, than flat, compiling included"
        yield at_least(name, ratio, 1.0) if n >= BEATS_FLAT else Figure(name, ratio, "times faster")
    if min(faster.values()) < 1.0 < max(faster.values()):
        crossing = np.exp(np.interp(0.0, np.log(list(faster.values())), np.log(family.totals)))
        yield Figure(f"{family.name}: as fast as flat at about", float(crossing), "modules")


def run_of_modules(family: Family, n: int) -> float:
    def run() -> None:
        eom = da.modules.condensed(family.tree(n))
        q, u = family.start(n)
        da.simulate(eom, eom.state(q=q, u=u), until=RUN, config=UNCACHED)

    return processed(run)


def run_of_flat(family: Family, n: int) -> float:
    def run() -> None:
        eom = da.derive(family.flat(n))
        q, u = family.flat_start(n)
        da.simulate(eom, eom.state(q=q, u=u), until=RUN, config=UNCACHED)

    return processed(run)


def processed(run: Callable[[], object]) -> float:
    """Processor time of one run in all threads: native code is also made beside a run.

    What others left behind is not looked through for garbage meanwhile.
    """
    gc.collect()
    gc.freeze()
    begin = time.process_time()
    run()
    return time.process_time() - begin


# ---- vehicles


def vehicles() -> Iterator[Figure]:
    """From modules to matrices by powers of speed, and eigenvalues from these."""
    import tricycle

    from tests.modules import bicycle

    for name, bound, source, system in (
        ("bicycle", 3.0, bicycle, bicycle.bicycle),
        ("tricycle", 15.0, tricycle, tricycle.tricycle),
    ):
        found: list[Any] = []

        def run(source: Any = source, system: Any = system, found: list[Any] = found) -> None:
            given = {"variables": source.LATERAL, "coordinates": source.COORDINATES, "speeds": source.SPEEDS}
            found.append(canonical_matrices(system(), source.straight, **given))

        yield at_most(f"{name} from modules to linear matrices, once", elapsed(run), bound, "s")
        sweep = best(lambda found=found: elapsed(lambda: found[0].eigenvalues(np.linspace(0.0, 10.0, 200))))
        yield at_most(f"{name}, eigenvalues at 200 speeds", sweep, 0.5, "s")
    tree, others = tricycle.tricycle(), iter(tricycle.scenarios().values())
    tricycle.matrices(tree)
    again = best(lambda: elapsed(lambda: tricycle.matrices(tree, next(others)).modes(tricycle.RANGE)))
    yield at_most("tricycle, modes with other data", again, 2.0, "s")


if __name__ == "__main__":
    for figure in modules():
        print(figure, flush=True)
