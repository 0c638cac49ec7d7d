"""Forward dynamics of chains, in a native loop, against other packages called from Python."""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from chains import chain
from figures import Figure, at_least, best
from peers import installed

import dalembert as da
from dalembert.principles.derive import derive

REFERENCE = "pinocchio.aba"
RTOL = 1e-10
EPS_CONDITION = 1e-15

ROUNDS = 9


@dataclass(frozen=True)
class Case:
    """A chain, a number of lanes, and how many times faster than the reference it should be per simulation."""

    n: int
    is_spatial: bool
    is_open: bool
    lanes: int
    bound: float

    def __str__(self) -> str:
        shape, numbers = "spatial" if self.is_spatial else "planar", "parameters" if self.is_open else "constants"
        return f"{shape:<8}{self.n:>4} joints, {numbers}, {self.lanes} lane{'s' * (self.lanes > 1)}"


def cases(n: int, is_spatial: bool) -> list[Case]:
    """Bounds; those of 8 lanes and 7 joints in space are higher."""
    constants = {7: 10.0, 30: 6.0, 100: 5.0}[n] if is_spatial else 10.0
    found = [Case(n, is_spatial, False, 1, constants)]
    found.append(Case(n, is_spatial, False, 8, 45.0 if is_spatial and n == 7 else 28.0))
    if is_spatial:
        found.append(Case(n, is_spatial, True, 1, {7: 7.0, 30: 5.0, 100: 4.0}[n]))
        found.append(Case(n, is_spatial, True, 8, 30.0 if n == 7 else 20.0))
    return found


def forward_dynamics() -> Iterator[Figure]:
    for is_spatial in (False, True):
        for n in (7, 30, 100):
            yield from _against_peers(n, is_spatial)


def _against_peers(n: int, is_spatial: bool) -> Iterator[Figure]:
    values = 0.5 * np.random.default_rng(0).standard_normal((3, n))
    peers = {name: make(n, is_spatial) for name, make in installed().items()}
    mass_matrix, aba = peers[REFERENCE]
    expected = aba(*values)
    scale = max(RTOL, EPS_CONDITION * np.linalg.cond(mass_matrix(values[0]))) * np.abs(expected).max()

    kernels: dict[Case, Any] = {}
    for case in cases(n, is_spatial):
        eom = derive(chain(n, is_spatial=is_spatial, is_open=case.is_open))
        kernels[case] = da.kernels.compile(eom.accelerations, [eom.q, eom.u, eom.tau], lanes=case.lanes)
        np.testing.assert_allclose(kernels[case](*values), expected, rtol=0.0, atol=scale)
    for _, peer in peers.values():
        np.testing.assert_allclose(peer(*values), expected, rtol=0.0, atol=scale)

    # taken in turn, so that a disturbance of the machine meets all of them; ratios of what was measured together
    ratios: dict[Any, list[float]] = {key: [] for key in (*kernels, *peers)}
    times: list[float] = []
    for _ in range(ROUNDS):
        reference = _python_time(aba, values)
        times.append(reference)
        for case, kernel in kernels.items():
            ratios[case].append(reference / kernel.time_per_evaluation(0.03) * case.lanes)
        for name, (_, peer) in peers.items():
            ratios[name].append(reference / _python_time(peer, values))

    shape = "spatial" if is_spatial else "planar"
    yield Figure(f"{shape:<8}{n:>4} joints, {REFERENCE} from Python", min(times) * 1e6, "µs")
    for name in peers:
        if name != REFERENCE:
            yield Figure(f"{shape:<8}{n:>4} joints, {name}", statistics.median(ratios[name]), "times faster")
    for case in kernels:
        yield at_least(str(case), statistics.median(ratios[case]), case.bound)


def _python_time(function: Callable[[Any, Any, Any], Any], values: Any) -> float:
    """Seconds for one call from Python."""
    q, u, tau = values
    times = max(20, int(2000 / len(q)))

    def run() -> float:
        start = time.perf_counter()
        for _ in range(times):
            function(q, u, tau)
        return (time.perf_counter() - start) / times

    return best(run, 3)
