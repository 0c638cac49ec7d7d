"""Numbers along a run: peaks, means, integrals of a signal or an expression at the times of output."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.expr.node import Scalar


@dataclass(frozen=True, eq=False)
class Along(ABC):
    """A number for each run, of a signal or an expression at all times of output that it reached.

    Parameters
    ----------
    of : str or expression
        Signal by name, or an expression of measures; of an array each entry is looked at by itself.
    """

    of: str | Scalar | Array

    def reduced(self, times: Vector, values: Vector) -> Vector:
        """Numbers of runs that have these values (N, T, …) at these times (T,)."""
        # in one order of additions, however many runs there are
        last = np.ascontiguousarray(np.moveaxis(values, 1, -1))
        return self._number(times, last)

    @abstractmethod
    def _number(self, times: Vector, values: Vector) -> Vector:
        """Numbers of values (…, T)."""


class Peak(Along):
    """The largest size |y| at the times of output.

    Parameters
    ----------
    of : str, expression or array
        Signal by name, or expression of measures.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> table = da.sweep(pendulum, {"hinge": [0.5, 1.0]}, {"peak": da.sweeps.Peak("hinge.rate")}, until=1.0)
    >>> print(table["peak"].round(3))
    [6.598 7.362]
    """

    def _number(self, times: Vector, values: Vector) -> Vector:
        return np.abs(values).max(axis=-1)


class Largest(Along):
    """The largest value at the times of output.

    Parameters
    ----------
    of : str, expression or array
        Signal by name, or expression of measures.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> table = da.sweep(pendulum, {"hinge": [0.5, 1.0]}, {"top": da.sweeps.Largest("hinge")}, until=1.0)
    >>> print(table["top"])
    [0.5 1. ]
    """

    def _number(self, times: Vector, values: Vector) -> Vector:
        return values.max(axis=-1)


class Smallest(Along):
    """The smallest value at the times of output.

    Parameters
    ----------
    of : str, expression or array
        Signal by name, or expression of measures.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> table = da.sweep(pendulum, {"hinge": [0.5, 1.0]}, {"low": da.sweeps.Smallest("hinge.rate")}, until=1.0)
    >>> print(table["low"].round(3))
    [-6.598 -7.362]
    """

    def _number(self, times: Vector, values: Vector) -> Vector:
        return values.min(axis=-1)


class Integral(Along):
    """The integral over time, by straight lines between the times of output.

    A `da.StateVariable` of the model, whose rate is the integrand, is exact to the tolerance of the method.

    Parameters
    ----------
    of : str, expression or array
        Signal by name, or expression of measures, that is integrated over time.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> what = {"turned": da.sweeps.Integral("hinge.rate")}
    >>> print(da.sweep(pendulum, {"hinge": [0.5, 1.0]}, what, until=1.0)["turned"].round(3))
    [-4.056 -4.4  ]
    """

    def _number(self, times: Vector, values: Vector) -> Vector:
        return np.asarray((0.5 * np.diff(times) * (values[..., 1:] + values[..., :-1])).sum(axis=-1))


class Mean(Integral):
    """The mean over time, by straight lines between the times of output.

    Parameters
    ----------
    of : str, expression or array
        Signal by name, or expression of measures.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> table = da.sweep(pendulum, {"hinge": [0.5, 1.0]}, {"mean": da.sweeps.Mean("hinge")}, until=1.0)
    >>> print(table["mean"].round(3))
    [-1.336 -0.633]
    """

    def _number(self, times: Vector, values: Vector) -> Vector:
        duration = times[-1] - times[0]
        return super()._number(times, values) / duration if duration else values[..., 0]


class RootMeanSquare(Mean):
    """The root of the mean square over time, by straight lines between the times of output.

    Parameters
    ----------
    of : str, expression or array
        Signal by name, or expression of measures.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> what = {"effort": da.sweeps.RootMeanSquare("hinge.force.x")}
    >>> print(da.sweep(pendulum, {"hinge": [0.5, 1.0]}, what, until=1.0)["effort"].round(3))
    [17.345 20.242]
    """

    def _number(self, times: Vector, values: Vector) -> Vector:
        return np.sqrt(super()._number(times, np.square(values)))
