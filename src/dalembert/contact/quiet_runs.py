"""Runs that go side by side: at which starts nothing touches, and in which nothing is left to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.contact.contact_watch import BESIDE, DRIVES, PULLS, WatchedCourse
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.integrators.status import Status
from dalembert.numerics.contact_levels import INSIDE, OVERLAP, TOUCHES

_AT_ONCE = 4096
"""Runs whose samples are looked at in one call."""


def note_open_starts(runs: Sequence[WatchedCourse]) -> None:
    """Tell runs at whose start all points are apart by more than rounding."""
    first = runs[0]
    points = first.system.points
    if first.guards.is_dry or any(point.normal is None for point in points):
        return
    same = [run for run in runs if not run.is_told and run.launch is first.launch]
    if not same:
        return
    x, tau = np.array([run.x for run in same]), np.array([run.tau for run in same])
    x[:, [first.system.z_start + k for point in points for k in point.states.values()]] = 0.0
    gaps = first.system.gaps_at(np.full(len(same), first.t), x, tau, first.p)
    q = x[:, : len(first.launch.dynamics.equations.coordinates)]
    rounding = TOUCHES * (1.0 + np.abs(q).max(axis=1, initial=0.0))
    for run, is_apart in zip(same, (gaps > rounding[:, None]).all(axis=1).tolist(), strict=True):
        run.is_apart = is_apart


def quiet_runs(runs: Sequence[WatchedCourse], times: Vector, result: IntegrationResult) -> NDArray[np.bool_]:
    """Runs with these results that came to their end by native decisions which overlooked nothing."""
    first = runs[0]
    if first.task.events or first.native_rows.names:
        return np.zeros(len(runs), dtype=bool)
    found = (result.status == Status.DONE) & (result.stop_rows == len(times)) & (result.final_times == first.until)
    looked = np.flatnonzero(found)
    for some in np.array_split(looked, max(1, -(-len(looked) // _AT_ONCE))):
        if len(some):
            found[some] = _Looks(runs, times, result, some).are_quiet()
    return found


class _Looks:
    """Samples of some runs between their ends, at decisions where points were closed, and at the end."""

    def __init__(
        self, runs: Sequence[WatchedCourse], times: Vector, result: IntegrationResult, some: NDArray[np.intp]
    ) -> None:
        first = self.first = runs[0]
        n, size = len(some), len(first.row)
        self.n, self.until = n, first.until
        self.inside = first._inside_rows(times, _First(result, int(some[0])))
        self.records = np.concatenate([result.records[k] for k in some])
        self.owners = np.repeat(np.arange(n), [len(result.records[k]) for k in some])
        self.are_endings = first._are_endings(self.records)
        endings = self.records[self.are_endings]

        # decisions, samples in between, ends
        between = result.states[np.ix_(some, self.inside)].reshape(-1, result.states.shape[2])
        looks = np.tile(times[self.inside], n)
        ends = np.full(n, first.until)
        self.owner = np.concatenate(
            [self.owners[self.are_endings], np.repeat(np.arange(n), len(self.inside)), range(n)]
        )
        self.owner = self.owner.astype(np.intp)
        self.times = np.concatenate([endings[:, 0], looks, ends])
        self.states = np.concatenate([endings[:, 2 : 2 + size], between, result.final_states[some]])
        self.tau = np.array([runs[k].tau for k in some]).reshape(n, -1)[self.owner]

    def are_quiet(self) -> NDArray[np.bool_]:
        """Runs in which nothing pulls, holds too much, drives what it brakes, or overlaps unseen."""
        first, guards = self.first, self.first.guards
        numbers = self.records[:, 1].astype(np.intp)
        values = guards.all_values(self.times, self.states, self.tau, first.p)
        values[: int(self.are_endings.sum())][self._own(numbers, values.shape[1])] = 1.0
        at_end = self.records[:, 0] >= self.until
        values[len(values) - self.n + self.owners[at_end], numbers[at_end]] = 1.0
        forces, slips = guards.forces_among(values), guards.slips_among(values)
        least = np.maximum(PULLS, BESIDE * np.abs(forces).max(axis=1, initial=0.0))
        is_bad = (forces < -least[:, None]).any(axis=1) | self._drive(slips) | self._overlap()
        found = np.bincount(self.owner[is_bad], minlength=self.n) == 0
        left_open = np.bincount(self.owners[~guards.acting[numbers]], minlength=self.n)
        return np.asarray(found & (left_open == 0))

    def _own(self, numbers: NDArray[np.intp], n_guards: int) -> NDArray[np.bool_]:
        """Guards of all events at the instant of each ending, run by run."""
        times, owners = self.records[:, 0], self.owners
        begins = (np.diff(times, prepend=np.nan) != 0.0) | (np.diff(owners, prepend=-1) != 0)
        instants = np.cumsum(begins)
        happens = np.zeros((len(times) + 1, n_guards), dtype=bool)
        happens[instants, numbers] = True
        return np.asarray(happens[instants[self.are_endings]])

    def _drive(self, slips: Matrix) -> NDArray[np.bool_]:
        """Samples at which a point slips against the direction in which it began."""
        first = self.first
        nq = len(first.launch.dynamics.equations.coordinates)
        speeds = np.abs(self.states[:, nq : first.system.z_start]).max(axis=1, initial=1.0)
        return np.asarray((slips < -DRIVES * speeds[:, None]).any(axis=1))

    def _overlap(self) -> NDArray[np.bool_]:
        """Samples at which bodies overlap whose points are open, and ends at which gaps have no value."""
        first, n_endings = self.first, int(self.are_endings.sum())
        gaps = first.system.open_gaps(self.times, self.states, self.tau, first.p)
        least = np.full(len(gaps), -OVERLAP)
        least[len(gaps) - self.n :] = -INSIDE
        found: NDArray[np.bool_] = np.logical_not((gaps >= least[:, None]).all(axis=1))
        found[:n_endings] = False
        return found


class _First:
    """The summary of one of several simulations, as if it had run alone."""

    def __init__(self, result: IntegrationResult, k: int) -> None:
        self._result, self._k = result, k

    def summary(self, _: int) -> Any:
        """How it went."""
        return self._result.summary(self._k)
