"""Priors: what was known of a parameter before, as one more residual."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log
from typing import TypeAlias

from dalembert.errors import ModelError
from dalembert.number_checks import is_number, told
from dalembert.studies.distributions import LogNormal, Normal, Uniform

Prior: TypeAlias = Normal | LogNormal | Uniform
"""Distribution of a parameter that was known before."""

Bounds: TypeAlias = tuple[float | None, float | None]


def prior_residual(prior: Normal | LogNormal, value: float) -> tuple[float, float]:
    """How far a value is from a prior, in its deviations, and the derivative of that."""
    if isinstance(prior, Normal):
        return (value - prior.mean) / prior.deviation, 1.0 / prior.deviation
    if value <= 0.0:
        return inf, inf
    return log(value / prior.median) / prior.deviation, 1.0 / (value * prior.deviation)


def checked_priors(priors: Mapping[str, Prior]) -> dict[str, Normal | LogNormal]:
    """Priors that are residuals; uniform ones are bounds."""
    for name, prior in priors.items():
        if not isinstance(prior, Normal | LogNormal | Uniform):
            raise ModelError(
                f"the prior of {name!r} is da.sweeps.Normal(mean, deviation), LogNormal or Uniform, not "
                f"{told(prior)}"
            )
    return {name: prior for name, prior in priors.items() if not isinstance(prior, Uniform)}


def checked_bounds(bounds: Mapping[str, Bounds], priors: Mapping[str, Prior]) -> dict[str, tuple[float, float]]:
    """Lower and upper bounds by name, those of uniform priors too."""
    checked = {}
    for name, pair in bounds.items():
        if (
            not isinstance(pair, tuple | list)
            or len(pair) != 2
            or not all(x is None or _is_bound(x) for x in pair)
        ):
            raise ModelError(
                f"bounds of {name!r} are a pair (low, high), with None where there is none, not {told(pair)}"
            )
        low, high = (-inf if pair[0] is None else float(pair[0])), (inf if pair[1] is None else float(pair[1]))
        checked[name] = (low, high)
    for name, prior in priors.items():
        if isinstance(prior, Uniform):
            low, high = checked.get(name, (-inf, inf))
            checked[name] = (max(low, prior.low), min(high, prior.high))
        if isinstance(prior, LogNormal):
            low, high = checked.get(name, (-inf, inf))
            checked[name] = (max(low, 0.0), high)
    for name, (low, high) in checked.items():
        if not low < high:
            raise ModelError(
                f"bounds of {name!r} leave nothing: the lower one, {low:g}, is not below the upper one, {high:g}; "
                "a value that is known stands in the model, or in start="
            )
    return checked


def _is_bound(x: object) -> bool:
    return is_number(x) or x in (inf, -inf)
