"""Distributions of values that are sampled: each says below which value there is a given part of all."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.number_checks import checked_number, floats, told
from dalembert.numerics.cube_samples import normal_quantiles


class Distribution(Protocol):
    """The methods of a distribution that samples need; distributions of `scipy.stats` have them too."""

    def ppf(self, part: Vector, /) -> Vector:
        """Values below which there are these parts of all, 0 to 1."""


@runtime_checkable
class _HasQuantiles(Protocol):
    ppf: object


def checked_distribution(given: object, name: str) -> Distribution:
    """A distribution of the user; a number or a word is none."""
    if not isinstance(given, _HasQuantiles) or isinstance(given, type):
        raise ModelError(
            f"{name!r} is sampled from a distribution, such as da.sweeps.Normal(1.0, 0.1) or da.sweeps.Uniform("
            f"0.9, 1.1), not {told(given)}"
        )
    return given  # type: ignore[return-value]


class _Checked:
    """Numbers that make a distribution, finite and in their order."""

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            value = checked_number(getattr(self, field.name), f"{field.name} of {type(self).__name__}")
            object.__setattr__(self, field.name, value)

    def _check(self, is_right: bool, what: str) -> None:
        if not is_right:
            raise ModelError(f"{self!r}: {what}")


@dataclass(frozen=True)
class Uniform(_Checked):
    """All values from `low` to `high`, one as likely as the other.

    Parameters
    ----------
    low : float
        Least value.
    high : float
        Greatest value.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.sweeps.Uniform(0.05, 0.2))
    Uniform(low=0.05, high=0.2)
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check(self.low < self.high, "low is below high")

    def ppf(self, part: Vector, /) -> Vector:
        return self.low + part * (self.high - self.low)


@dataclass(frozen=True)
class LogUniform(_Checked):
    """Values from `low` to `high` whose logarithms are one as likely as the other.

    Parameters
    ----------
    low : float
        Least value, above 0.
    high : float
        Greatest value.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.sweeps.LogUniform(1e-3, 1.0))
    LogUniform(low=0.001, high=1.0)
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check(0.0 < self.low < self.high, "low is above zero and below high")

    def ppf(self, part: Vector, /) -> Vector:
        return self.low * np.exp(part * np.log(self.high / self.low))


@dataclass(frozen=True)
class Normal(_Checked):
    """The normal distribution of a mean and a standard deviation.

    Parameters
    ----------
    mean : float
        Mean.
    deviation : float
        Standard deviation.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.sweeps.Normal(1.0, 0.02))
    Normal(mean=1.0, deviation=0.02)
    """

    mean: float
    deviation: float

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check(self.deviation > 0.0, "the deviation is above zero")

    def ppf(self, part: Vector, /) -> Vector:
        return self.mean + self.deviation * normal_quantiles(part)


@dataclass(frozen=True)
class LogNormal(_Checked):
    """Positive values of this median, whose logarithms have a normal distribution of this deviation.

    Parameters
    ----------
    median : float
        Median, above 0.
    deviation : float
        Standard deviation of the natural logarithm: 0.1 is about ten per cent.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.sweeps.LogNormal(0.5, 0.1))
    LogNormal(median=0.5, deviation=0.1)
    """

    median: float
    deviation: float
    """Of the logarithms: 0.1 is about ten per cent."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check(self.median > 0.0 and self.deviation > 0.0, "median and deviation are above zero")

    def ppf(self, part: Vector, /) -> Vector:
        return self.median * np.exp(self.deviation * normal_quantiles(part))


@dataclass(frozen=True)
class Triangular(_Checked):
    """Values from `low` to `high`, whose density rises up to `mode` and falls from there.

    Parameters
    ----------
    low : float
        Least value.
    mode : float
        Value of the greatest density.
    high : float
        Greatest value.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.sweeps.Triangular(0.0, 0.2, 1.0))
    Triangular(low=0.0, mode=0.2, high=1.0)
    """

    low: float
    mode: float
    high: float

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check(self.low <= self.mode <= self.high and self.low < self.high, "low ≤ mode ≤ high, low < high")

    def ppf(self, part: Vector, /) -> Vector:
        width, rise = self.high - self.low, self.mode - self.low
        up = self.low + np.sqrt(part * width * rise)
        down = self.high - np.sqrt((1.0 - part) * width * (width - rise))
        return np.where(part * width < rise, up, down)


@dataclass(frozen=True, init=False)
class Choice:
    """One of some values, each as likely as the other.

    Parameters
    ----------
    values : array of float
        Values among which one is drawn.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> cases = da.sweeps.Random(4, {"hinge": da.sweeps.Choice([0.1, 0.2])}, seed=1)
    >>> print(sorted({*da.sweep(pendulum, cases, {"end": "hinge"}, until=0.1)["hinge"].tolist()}))
    [0.1, 0.2]
    """

    values: tuple[float, ...]

    def __init__(self, values: ArrayLike) -> None:
        try:
            numbers = floats(values).reshape(-1)
        except ValueError:
            raise ModelError(f"a choice is among numbers, not {told(values)}") from None
        if not len(numbers) or not np.isfinite(numbers).all():
            raise ModelError("a choice is among finite numbers, at least one")
        object.__setattr__(self, "values", tuple(numbers.tolist()))

    def ppf(self, part: Vector, /) -> Vector:
        n = len(self.values)
        return np.array(self.values)[np.minimum((part * n).astype(int), n - 1)]
