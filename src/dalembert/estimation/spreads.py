"""Spreads: how uncertain parameters, start values and inputs are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.estimation.fit_result import Fit
from dalembert.number_checks import checked_numbers, is_number, told
from dalembert.studies.distributions import Distribution, checked_distribution

Spread: TypeAlias = Mapping[str, float | Distribution] | Fit | tuple[list[str], Matrix]
"""Standard deviations or distributions by name, a fit, or names and their covariance."""

PARTS = 4001
"""Quantiles by which a distribution has its mean and deviation."""

ENDS = (0.00135, 0.99865)
"""Parts of a distribution between which its reach lies: three deviations of a normal one, all of a uniform one."""

REACH = 3.0
"""Deviations that are the reach of what has no ends."""


@dataclass(frozen=True, eq=False)
class Uncertain:
    """Names that are uncertain, their covariance, their reaches, and the values about which they lie."""

    names: tuple[str, ...]
    covariance: Matrix
    reaches: Vector
    means: Mapping[str, float]
    """Values of those that are known to lie about others than the model's."""


def uncertain(spread: Spread) -> Uncertain:
    """What is uncertain, as numbers."""
    if isinstance(spread, Fit):
        if open_names := [name for name, x in spread.deviations.items() if not np.isfinite(x)]:
            raise ModelError(
                f"the fit does not tell {', '.join(map(repr, open_names))}, so that nothing is known of its "
                "spread; fit it with a prior, or name standard deviations by hand"
            )
        if len(spread.motions) > 1:
            raise ModelError("a fit of several experiments has several starts; give covariances by names")
        return _of(spread.names, np.asarray(spread.covariance), dict(spread.values))
    if isinstance(spread, tuple) and len(spread) == 2:
        return _of(tuple(spread[0]), checked_numbers(spread[1], "covariances"), {})
    if not isinstance(spread, Mapping) or not spread:
        raise ModelError(
            "what is uncertain has standard deviations by name, {'l': 1e-3}, distributions, a fit, or is a pair "
            f"of names and their covariance, not {told(spread)}"
        )
    deviations, reaches, means = [], [], {}
    for name, given in spread.items():
        if is_number(given):
            deviation, reach = float(given), REACH * float(given)  # type: ignore[arg-type]
        else:
            mean, deviation, reach = _moments(checked_distribution(given, name))
            means[name] = mean
        if deviation < 0.0:
            raise ModelError(f"the standard deviation of {name!r} is not below zero: {deviation:g}")
        deviations.append(deviation)
        reaches.append(reach)
    return Uncertain(tuple(spread), np.diag(np.square(deviations)), np.array(reaches), means)


def _moments(distribution: Distribution) -> tuple[float, float, float]:
    """Mean, standard deviation, and the farthest that values lie from the mean."""
    parts = (np.arange(PARTS) + 0.5) / PARTS
    values = np.asarray(distribution.ppf(parts), dtype=float)
    mean = float(values.mean())
    ends = np.asarray(distribution.ppf(np.array([*ENDS, 1e-12, 1.0 - 1e-12])), dtype=float)
    # what has ends reaches these; the tails of others are endless
    has_ends = abs(ends[3] - ends[1]) < 0.1 * (ends[1] - mean)
    reach = float(np.abs(ends[2:] - mean).max()) if has_ends else float(np.abs(ends[:2] - mean).max())
    return mean, float(values.std()), reach


def _of(names: tuple[str, ...], covariance: Matrix, means: Mapping[str, float]) -> Uncertain:
    k = len(names)
    if covariance.shape != (k, k) or not np.allclose(covariance, covariance.T, rtol=1e-6, atol=0.0):
        raise ModelError(f"the covariance of {k} names is a symmetric matrix ({k}, {k}), not {covariance.shape}")
    sizes = np.sqrt(np.abs(np.diag(covariance)))
    scaled = covariance / np.outer(sizes, sizes) if sizes.all() else covariance
    if np.linalg.eigvalsh(scaled).min(initial=0.0) < -1e-9 or (np.diag(covariance) < 0.0).any():
        raise ModelError("this is no covariance: some combination would have a variance below zero")
    return Uncertain(names, covariance, REACH * np.array([sqrt(x) for x in np.diag(covariance)]), means)
