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
    """The largest size |y| at the times of output."""

    def _number(self, times: Vector, values: Vector) -> Vector:
        return np.abs(values).max(axis=-1)


class Largest(Along):
    """The largest value at the times of output."""

    def _number(self, times: Vector, values: Vector) -> Vector:
        return values.max(axis=-1)


class Smallest(Along):
    """The smallest value at the times of output."""

    def _number(self, times: Vector, values: Vector) -> Vector:
        return values.min(axis=-1)


class Integral(Along):
    """The integral over time, by straight lines between the times of output.

    A `da.StateVariable` of the model, whose rate is the integrand, is exact to the tolerance of the method.
    """

    def _number(self, times: Vector, values: Vector) -> Vector:
        return np.asarray((0.5 * np.diff(times) * (values[..., 1:] + values[..., :-1])).sum(axis=-1))


class Mean(Integral):
    """The mean over time, by straight lines between the times of output."""

    def _number(self, times: Vector, values: Vector) -> Vector:
        duration = times[-1] - times[0]
        return super()._number(times, values) / duration if duration else values[..., 0]


class RootMeanSquare(Mean):
    """The root of the mean square over time, by straight lines between the times of output."""

    def _number(self, times: Vector, values: Vector) -> Vector:
        return np.sqrt(super()._number(times, np.square(values)))
