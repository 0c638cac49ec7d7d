"""Profiles of likelihood: how well other values of one unknown fit when all others follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isinf, sqrt
from typing import Protocol

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError, SolverError
from dalembert.estimation.fit_problem import Problem
from dalembert.number_checks import checked_numbers
from dalembert.numerics.quantiles import f_quantile

REACH, POINTS = 3.0, 21
"""Deviations around a value that are profiled, and how many values."""

OPEN_REACH = 0.1
"""Part of a value that has no deviation, around which it is profiled."""


class _Fit(Protocol):
    """What a profile takes of a fit."""

    @property
    def values(self) -> Mapping[str, float]: ...
    @property
    def deviations(self) -> Mapping[str, float]: ...
    @property
    def noise(self) -> Mapping[str, float]: ...
    @property
    def freedom(self) -> float: ...
    @property
    def best(self) -> Vector: ...


@dataclass(frozen=True, eq=False, repr=False)
class LikelihoodProfile:
    """Loss of fit along one unknown; where it is below the limit lies the interval of the confidence."""

    name: str
    values: Vector
    loss: Vector
    """Twice the loss of log likelihood; (distance in deviations)² where all is linear. nan where runs fail."""

    limit: float
    """Loss at the ends of the 95 % interval."""

    best: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval; infinite where the loss stays below its limit among the values."""
        below = self.values[self.loss <= self.limit]
        if not len(below):
            return self.best, self.best
        return self._end(-1, float(below.min())), self._end(1, float(below.max()))

    def _end(self, side: int, last: float) -> float:
        order = np.argsort(side * self.values)
        x, y = self.values[order], self.loss[order]
        k = int(np.flatnonzero(x == last)[0])
        if k + 1 == len(x) or not np.isfinite(y[k + 1]):
            return side * np.inf
        # roots of the loss are nearly straight
        a, b, c = sqrt(max(y[k], 0.0)), sqrt(max(y[k + 1], 0.0)), sqrt(self.limit)
        return float(x[k] + (x[k + 1] - x[k]) * (c - a) / (b - a))

    def __repr__(self) -> str:
        low, high = self.interval
        return f"<LikelihoodProfile of {self.name}: {len(self.values)} values, 95 % from {low:.6g} to {high:.6g}>"


def likelihood_profile(
    fit: _Fit, problem: Problem, name: str, values: Sequence[float] | Vector | None
) -> LikelihoodProfile:
    """The profile of one unknown, from the best value outwards."""
    number = list(fit.values).index(name)
    grid = (
        _grid(fit, problem, name, number)
        if values is None
        else checked_numbers(values, "values of a profile").ravel()
    )
    if len(grid) < 2:
        raise ModelError("a profile needs two or more values")
    grid = np.sort(grid)
    best = fit.values[name]
    costs = np.full(len(grid), np.nan)
    least = problem.minimum(fit.best, fit.noise).at.cost
    for places in (np.flatnonzero(grid >= best), np.flatnonzero(grid < best)[::-1]):
        x = fit.best
        for k in places:
            try:
                found = problem.minimum(x, fit.noise, {number: float(grid[k])})
            except SolverError:
                break
            x, costs[k] = found.x, found.at.cost
    return LikelihoodProfile(name, grid, _loss(costs, least, fit.freedom), f_quantile(0.95, fit.freedom), best)


def _grid(fit: _Fit, problem: Problem, name: str, number: int) -> Vector:
    spread = fit.deviations[name]
    value, unknown = fit.values[name], problem.unknowns.all[number]
    reach = REACH * spread if np.isfinite(spread) and spread > 0.0 else OPEN_REACH * (abs(value) or 1.0)
    low, high = max(value - reach, unknown.low), min(value + reach, unknown.high)
    return np.linspace(low, high, POINTS)


def _loss(costs: Vector, least: float, freedom: float) -> Vector:
    """Twice the loss of log likelihood; where the noise is of the residuals, what F compares."""
    if isinf(freedom) or not least > 0.0:
        return 2.0 * (costs - least)
    return freedom * (costs / least - 1.0)
