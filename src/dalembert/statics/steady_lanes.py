"""Searches for rest from many starts, side by side: each step is one native call for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.numerics.many_roots import many_roots
from dalembert.statics.newton_search import NewtonStep
from dalembert.statics.steady_unknowns import SteadyUnknowns

FEW = 4
"""Starts that are as quick one after the other."""


@dataclass(frozen=True, eq=False)
class Approach:
    """Where a start was led, and the steps of that."""

    x: Vector
    steps: tuple[NewtonStep, ...]


def approaches(unknowns: SteadyUnknowns, starts: Sequence[Vector]) -> list[Approach]:
    """Where Newton's steps lead from each start; the starts themselves where they cannot go side by side."""
    eom = unknowns.equations
    releases_parameters = any(name not in eom.inputs for name in unknowns.system.released)
    if len(starts) < FEW or releases_parameters or unknowns.differences is not None:
        return [Approach(x, ()) for x in starts]
    steps: list[list[NewtonStep]] = [[] for _ in starts]
    last = np.array(starts)
    n = len(unknowns.system.records) - len(eom.speeds)

    def watch(which: NDArray[np.int64], x: Matrix, r: Matrix) -> None:
        forces = unknowns.force * np.abs(r[:, n:]).max(axis=1, initial=0.0)
        gaps = np.abs(r[:, :n]).max(axis=1, initial=0.0)
        ways = np.linalg.norm(x - last[which], axis=1)
        for k, *numbers in zip(which, forces, gaps, ways, strict=True):
            steps[k].append(NewtonStep(*map(float, numbers)))
        last[which] = x

    ends = many_roots(SteadyLanes(unknowns), last.copy(), watch)
    return [Approach(x, tuple(steps_of_start)) for x, steps_of_start in zip(ends, steps, strict=True)]


@dataclass(frozen=True, eq=False)
class SteadyLanes:
    """Unknowns of a search for rest in many places, side by side."""

    unknowns: SteadyUnknowns

    def rows(self, x: Matrix) -> tuple[Matrix, Matrix]:
        """Residuals and exact derivatives, as of one place."""
        unknowns, system = self.unknowns, self.unknowns.system
        p = {name: value for name, value in unknowns.p.items() if name in system.parameters}
        lam, amounts = unknowns.force * x[:, unknowns.parts["lam"]], x[:, unknowns.parts["amounts"]]
        numbers = system.kernel(**self._numbers(x), lam=lam, amounts=amounts, parameters=p)
        r, A = np.array(numbers["values"], dtype=float), np.array(numbers["A"], dtype=float)
        for i, (held, target) in enumerate(zip(unknowns.held, unknowns.targets, strict=True), system.n_fixed):
            r[:, i] = [held.gap(float(value), float(target)) for value in r[:, i]]
        nu, m = len(unknowns.equations.speeds), len(unknowns.equations.rows)
        r[:, r.shape[1] - nu :] /= unknowns.force
        A[:, r.shape[1] - nu :] /= unknowns.force
        A[:, :, A.shape[2] - m :] *= unknowns.force
        return r, A

    def moved(self, x: Matrix, delta: Matrix) -> Matrix:
        """Numbers after small motions."""
        nq, nu = len(self.unknowns.equations.coordinates), len(self.unknowns.equations.speeds)
        q = self.unknowns.positions.moved_coordinates(x[:, :nq], delta[:, :nu])
        return np.concatenate([q, x[:, nq:] + delta[:, nu:]], axis=1)

    def measured(self, x: Matrix) -> Matrix:
        """Coordinates, states and amounts of fields."""
        return x[:, : self.unknowns.parts["released"].start]

    def _numbers(self, x: Matrix) -> Arguments:
        """t, q, z and τ of all places."""
        unknowns, N = self.unknowns, len(x)
        z, tau = (np.tile(np.asarray(unknowns.arguments[kind], dtype=float), (N, 1)) for kind in ("z", "tau"))
        z[:, list(unknowns.system.states)] = x[:, unknowns.parts["z"]]
        for name, values in zip(unknowns.system.released, x[:, unknowns.parts["released"]].T, strict=True):
            tau[:, unknowns.equations.inputs.index(name)] = values
        return {
            "t": np.full(N, float(unknowns.arguments["t"])),
            "q": x[:, unknowns.parts["q"]],
            "z": z,
            "tau": tau,
        }
