"""Systems of systems: accelerations of N four-bars in a row, and linear models of vehicles from modules."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from figures import Figure, at_least, at_most, best, elapsed

import dalembert as da
from dalembert.assembly.level_solution import level_solution
from dalembert.modules import canonical_matrices, planar_body

ROOT = Path(__file__).resolve().parents[1]
S = da.symbol
SIZES, PEER = (4, 8, 16, 32), 8


def modules() -> Iterator[Figure]:
    yield from four_bars()
    yield from vehicles()


# ---- N four-bars in a row


def ladder(n: int) -> Any:
    """Links on the ground, each tied to the next by a coupler: one degree of freedom at every level."""
    bar = planar_body(
        "bar", mass=1.0, inertia=1.0 / 12.0, gravity=(0.0, -9.81), nodes={"a": (-0.5, 0.0), "b": (0.5, 0.0)}
    )
    pivot = {"pivot x": S("link/ax") - da.param("x0", 0.0), "pivot y": S("link/ay") + 0.0}
    top = {f"top {k}": S(f"link/b{k}") - S(f"coupler/b{k}") for k in "xy"}
    first = da.subsystem("first", {"link": bar}, constraints=pivot, independent="link/angle.rate")
    rung = da.subsystem(
        "rung",
        {"link": bar, "coupler": bar},
        constraints={**pivot, **top},
        independent="link/angle.rate coupler/angle.rate",
    )
    node = first.renamed("r0")
    for k in range(1, n + 1):
        tied = {f"joint {k} {x}": S(f"r{k - 1}/link/b{x}") - S(f"r{k}/coupler/a{x}") for x in "xy"}
        own = rung.renamed(f"r{k}", replaced={"x0": float(k)})
        node = da.subsystem(f"{k} four-bars", [node, own], constraints=tied, independent="r0/link/angle.rate")
    return node


def level_kernel(node: Any) -> Any:
    right = {one.name: -one.b for one in node.all_invariants}
    M, f = node.M.to_array().astype(object), node.forces.to_array().astype(object)[:, 0]
    a = level_solution(node, M, f, node.labels, right)
    assert a is not None
    return da.kernels.compile(np.array([a[x] for x in node.labels], dtype=object), _inputs(node))


def augmented(node: Any) -> tuple[Any, Any]:
    """Numbers of [M −Jᵀ; J 0] and of [f; γ] in one state."""
    names = (*node.coordinates, *node.speeds)
    values = dict(zip(names, np.concatenate(_state(node)), strict=True))
    M, f, J, b = (X.at(values).to_array() for X in (node.M, node.forces, node.full_A, node.full_b))
    m = len(J)
    return np.block([[M, -J.T], [J, np.zeros((m, m))]]), np.concatenate([f[:, 0], -b[:, 0]])


def _inputs(node: Any) -> list[Any]:
    return [np.array([S(x) for x in names], dtype=object) for names in (node.coordinates, node.speeds)]


def _state(node: Any) -> tuple[Any, Any]:
    """Links at one angle, so that all couplers lie level."""
    q = [1.1 if "link/angle" in x else 0.0 if "angle" in x else 0.3 for x in node.coordinates]
    return np.array(q), np.zeros(len(node.speeds))


def four_bars() -> Iterator[Figure]:
    times: dict[int, float] = {}
    for n in SIZES:
        node = ladder(n)
        kernel = level_kernel(node)
        times[n] = kernel.time_per_evaluation(0.05)
        yield Figure(f"{n} four-bars in a row, level by level", times[n] * 1e6, "µs")
        yield Figure(f"{n} four-bars in a row, level by level", kernel.operations, "operations")
        if n == PEER:
            # of the peer the solution alone is counted, not what makes its matrix
            matrix, right = augmented(node)
            found = np.linalg.solve(matrix, right)[: len(node.labels)]
            np.testing.assert_allclose(kernel(*_state(node)), found, rtol=1e-8, atol=1e-8)
            peer = best(lambda A=matrix, b=right: elapsed(lambda: np.linalg.solve(A, b)), 20)
            yield at_least(f"{n} four-bars, than NumPy with the augmented matrix", peer / times[n], 1.0)
    exponent = np.log(times[SIZES[-1]] / times[SIZES[0]]) / np.log(SIZES[-1] / SIZES[0])
    yield at_most(f"exponent of the time from {SIZES[0]} to {SIZES[-1]} four-bars", float(exponent), 1.15, "")


# ---- vehicles


def vehicles() -> Iterator[Figure]:
    """From modules to matrices by powers of speed, and eigenvalues from these."""
    sys.path[:0] = [str(ROOT), str(ROOT / "examples")]
    import tricycle

    from tests.assembly import bicycle

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


if __name__ == "__main__":
    for figure in modules():
        print(figure, flush=True)
