"""Designs: which cases a study has. All combinations of values, or samples of distributions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.number_checks import floats, is_count, told
from dalembert.numerics.cube_samples import (
    halton_points,
    latin_hypercube_points,
    morris_points,
    random_points,
    saltelli_points,
    sobol_points,
)
from dalembert.studies.distributions import Distribution, checked_distribution

Name: TypeAlias = str | tuple[str, ...]
"""A name, or names that vary together."""

_MOST = 10**8
"""Cases whose values one computer holds in memory."""

_LEAST, _LARGEST = 2.0**-54, 1.0 - 2.0**-53
"""Parts of all between which distributions are asked, as some have no smallest and no largest value."""


@dataclass(frozen=True)
class Cases:
    """A table of values, a line for each case."""

    axes: tuple[tuple[str, ...], ...]
    """Names that vary; those that vary together are one axis."""

    shape: tuple[int, ...]
    """Number of values of each axis; of samples the number of all."""

    columns: Mapping[str, Vector]
    """Values by name; (N,)."""

    kind: str = "Grid"
    """Name of the design, by which one knows what may be asked of the answers."""

    def __len__(self) -> int:
        return prod(self.shape)

    def part(self, first: int, last: int) -> dict[str, Vector]:
        """Values of the cases from one number to before another."""
        return {name: column[first:last] for name, column in self.columns.items()}


class Sample:
    """A sample: a number of cases whose values are drawn from distributions, by a seed.

    Whoever draws it, and however many cases are looked at, gets the same values.
    """

    kind: ClassVar[str] = "Sample"
    points: ClassVar[staticmethod[[int, int, int], Vector]]
    """Points of the unit cube that the distributions are asked at."""

    def __init__(self, count: int, values: Mapping[str, Distribution], *, seed: int = 0) -> None:
        """Check the number, the seed and the distributions."""
        if not is_count(count, 1, 2**63):
            raise ModelError(f"the number of cases is a whole number above zero, not {told(count)}")
        _check_count(int(count))
        if not is_count(seed, 0, 2**63):
            raise ModelError(f"a seed is a whole number, zero or above, not {told(seed)}")
        if not isinstance(values, Mapping) or not values:
            raise ModelError("a sample draws values by name: {'l': da.sweeps.Normal(1.0, 0.02)}")
        self.count, self.seed = int(count), int(seed)
        if odd := [name for name in values if not isinstance(name, str)]:
            raise ModelError(
                f"{told(odd[0])} is no name; of values that vary together, one is drawn and one a function"
            )
        self.values = {name: checked_distribution(x, name) for name, x in values.items()}
        self._check()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.count}, {self.values!r}, seed={self.seed})"

    def _check(self) -> None:
        """Refuse what this design cannot be."""

    def _points(self) -> Vector:
        """Points of the unit cube; (N, size)."""
        return np.clip(type(self).points(self.count, len(self.values), self.seed), _LEAST, _LARGEST)

    @cached_property
    def cases(self) -> Cases:
        """The values, a line for each case."""
        points = self._points()
        columns = {}
        for k, (name, distribution) in enumerate(self.values.items()):
            columns[name] = np.asarray(distribution.ppf(points[:, k]), dtype=float)
            if columns[name].shape != (len(points),) or not np.isfinite(columns[name]).all():
                raise ModelError(
                    f"{type(self).__name__}: the distribution of {name!r} gives no finite number for each case; "
                    f"{distribution!r}"
                )
        return Cases(tuple((name,) for name in self.values), (len(points),), columns, type(self).__name__)


class Random(Sample):
    """Independent random cases: the first thousand of two thousand are the thousand of the same seed.

    Parameters
    ----------
    count : int
        Number of cases.
    values : dict of distributions
        Distribution of each parameter, coordinate, speed or input by name.
    seed : int, optional
        Seed; another one is another sample. Default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> cases = da.sweeps.Random(100, {"hinge": da.sweeps.Normal(0.5, 0.01)}, seed=1)
    >>> table = da.sweep(pendulum, cases, {"end": "hinge"}, until=1.0)
    >>> print(len(table), f"{table['hinge'].mean():.3f}")
    100 0.501
    """

    points = staticmethod(random_points)


class Halton(Sample):
    """Cases of Halton's sequence, which fill the space more evenly than random ones.

    Parameters
    ----------
    count : int
        Number of cases.
    values : dict of distributions
        Distribution of each parameter, coordinate, speed or input by name.
    seed : int, optional
        Seed; another one is another sample. Default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> cases = da.sweeps.Halton(64, {"hinge": da.sweeps.Uniform(0.0, 1.0)})
    >>> print(f"{da.sweep(pendulum, cases, {'end': 'hinge'}, until=1.0)['hinge'].mean():.2f}")
    0.50
    """

    points = staticmethod(halton_points)


class LatinHypercube(Sample):
    """As many cases as there are equal parts of each distribution, in each of which there is one.

    Parameters
    ----------
    count : int
        Number of cases, and of equal parts of each distribution.
    values : dict of distributions
        Distribution of each parameter, coordinate, speed or input by name.
    seed : int, optional
        Seed; another one is another sample. Default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> cases = da.sweeps.LatinHypercube(50, {"hinge": da.sweeps.Uniform(0.0, 1.0)})
    >>> print(f"{da.sweep(pendulum, cases, {'end': 'hinge'}, until=1.0)['hinge'].mean():.2f}")
    0.50
    """

    points = staticmethod(latin_hypercube_points)


class Sobol(Sample):
    """Cases of Sobol's sequence, the most even ones; their number is a power of two.

    Parameters
    ----------
    count : int
        Number of cases, a power of two.
    values : dict of distributions
        Distribution of each parameter, coordinate, speed or input by name.
    seed : int, optional
        Seed; another one is another sample. Default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> cases = da.sweeps.Sobol(64, {"hinge": da.sweeps.Uniform(0.0, 1.0)})
    >>> print(f"{da.sweep(pendulum, cases, {'end': 'hinge'}, until=1.0)['hinge'].mean():.2f}")
    0.50
    """

    points = staticmethod(sobol_points)

    def _check(self) -> None:
        if self.count & (self.count - 1):
            near = 1 << self.count.bit_length()
            raise ModelError(f"{type(self).__name__} takes a power of two, such as {near}, not {self.count}")


class Saltelli(Sobol):
    """Cases for indices of Sobol: `count` times as many as there are names and two, by Saltelli's scheme.

    Parameters
    ----------
    count : int
        Number n of base cases, a power of two; with d names there are n (d + 2) cases.
    values : dict of distributions
        Distribution of each parameter, coordinate, speed or input by name.
    seed : int, optional
        Seed; another one is another sample. Default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> values = {"hinge": da.sweeps.Uniform(0.0, 1.0), "hinge.rate": da.sweeps.Uniform(0.0, 0.1)}
    >>> table = da.sweep(pendulum, da.sweeps.Saltelli(64, values), {"end": "hinge"}, until=0.3)
    >>> print(len(table), sorted(values))
    256 ['hinge', 'hinge.rate']
    """

    points = staticmethod(saltelli_points)


class Morris(Sample):
    """Cases for Morris's screening: `count` ways on which each of the names takes a step, one after the other.

    Parameters
    ----------
    count : int
        Number of ways, ten to fifty; each has one case more than there are names.
    values : dict of distributions
        Distribution of each name, one that ends on both sides.
    levels : int, optional
        Number of values that each takes, an even number, at even parts of its distribution from 0 to 1;
        default 4.
    seed : int, optional
        Seed; another one is another sample. Default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> values = {"hinge": da.sweeps.Uniform(0.0, 1.0), "hinge.rate": da.sweeps.Uniform(0.0, 0.1)}
    >>> table = da.sweep(pendulum, da.sweeps.Morris(10, values), {"end": "hinge"}, until=0.3)
    >>> print(len(table))
    30
    """

    def __init__(self, count: int, values: Mapping[str, Distribution], *, levels: int = 4, seed: int = 0) -> None:
        """Check the number of levels besides."""
        if not is_count(levels, 2, 1000) or levels % 2:
            raise ModelError(f"the number of levels is even, such as 4, not {told(levels)}")
        self.levels = int(levels)
        super().__init__(count, values, seed=seed)

    def _points(self) -> Vector:
        return morris_points(self.count, len(self.values), self.levels, self.seed)


Design: TypeAlias = Mapping[Name, ArrayLike] | Sample
"""Values by name, of which all combinations are cases; or a sample."""


def cases_of(over: Design | Any) -> Cases:
    """The cases that are meant: all combinations of values by name, or a sample."""
    if isinstance(over, Sample):
        return over.cases
    if not isinstance(over, Mapping):
        raise ModelError(
            "a sweep is over values by name, {'l': [0.9, 1.0]}, or a sample such as da.sweeps.Random(1000, {'l': "
            f"da.sweeps.Normal(1.0, 0.1)}}), not {told(over)}"
        )
    if not over:
        raise ModelError("a sweep varies something: give it values by name")
    axes = {_names(name): _columns(name, values) for name, values in over.items()}
    return Cases(tuple(axes), tuple(len(columns) for columns in axes.values()), _combined(axes))


def _check_count(count: int) -> None:
    """Refuse more cases than can be listed."""
    if count > _MOST:
        raise ModelError(
            f"{count:,} cases are more than the {_MOST:,} that one sweep may have; make several of them"
        )


def _names(name: Name) -> tuple[str, ...]:
    names = (name,) if isinstance(name, str) else name
    if not isinstance(names, tuple) or not names or not all(isinstance(x, str) for x in names):
        raise ModelError(f"what is varied has a name, or is a tuple of names that vary together, not {told(name)}")
    return names


def _columns(name: Name, values: ArrayLike) -> Vector:
    """Values of names that vary together; (count, n_names)."""
    names = _names(name)
    if isinstance(values, Sample) or hasattr(values, "ppf"):
        raise ModelError(
            f"{', '.join(names)}: distributions are sampled, all in one design: "
            f"da.sweeps.Random(1000, {{{names[0]!r}: {values!r}, …}})"
        )
    try:
        array = floats(values)
    except ValueError:
        raise ModelError(f"the values of {', '.join(names)} are numbers, not {told(values)}") from None
    array = array.reshape(-1, 1) if isinstance(name, str) and array.ndim <= 1 else array
    if array.ndim != 2 or array.shape[1] != len(names) or not len(array):
        kind = "numbers" if len(names) == 1 else "tuples of them"
        raise ModelError(f"the values of {', '.join(names)} are a list of {kind}, not of the shape {array.shape}")
    return array


def _combined(axes: Mapping[tuple[str, ...], Vector]) -> dict[str, Vector]:
    """All combinations, a column for each name; the last name varies fastest."""
    names = [name for together in axes for name in together]
    _check_count(prod(map(len, axes.values())))
    if twice := [name for name in names if names.count(name) > 1]:
        raise ModelError(f"{twice[0]!r} is varied twice")
    places = np.meshgrid(*(np.arange(len(columns)) for columns in axes.values()), indexing="ij")
    return {
        name: columns[place.ravel(), k]
        for (together, columns), place in zip(axes.items(), places, strict=True)
        for k, name in enumerate(together)
    }
