"""Pieces of a motion as one polynomial: collocation with many nodes, none of which lies in the middle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import legendre
from numpy.typing import NDArray

Floats = NDArray[np.float64]

N_NODES = 12
"""Of Gauss's rule: an even number, so that the two in the middle are an eighth of half the arc away from it."""

_NODES, _WEIGHTS = legendre.leggauss(N_NODES)

# coefficients of Legendre's polynomials from values at the nodes, exact by the quadrature
_TO_COEFFICIENTS = (
    (np.arange(N_NODES) + 0.5)[:, None] * legendre.legvander(_NODES, N_NODES - 1).T * _WEIGHTS[None, :]
)


def arc_times(start: float, end: float) -> Floats:
    """Times of the nodes of an arc, (N_NODES,)."""
    return np.asarray(start + 0.5 * (1.0 + _NODES) * (end - start))


@dataclass(frozen=True, eq=False)
class Arc:
    """x(t) = x(start) + ∫ ẋ dt, where ẋ is a polynomial through its values at the nodes."""

    start: float
    end: float
    x: Floats
    """At the start, (n,)."""

    coefficients: Floats
    """Of ẋ, by Legendre's polynomials over the arc; (N_NODES, n)."""

    @classmethod
    def through(cls, start: float, end: float, x: Floats, rates: Floats) -> Arc:
        """From x on, with these rates (N_NODES, n) at the nodes."""
        return cls(start, end, x, _TO_COEFFICIENTS @ rates)

    def states(self, times: Floats) -> Floats:
        """States at some times, (T, n)."""
        half = 0.5 * (self.end - self.start)
        places = (np.asarray(times) - self.start) / half - 1.0
        integral = legendre.legint(self.coefficients, lbnd=-1.0)
        return np.asarray(self.x + half * legendre.legval(places, integral).T)

    @property
    def roughness(self) -> Floats:
        """The largest share of the last two coefficients in each state, (n,): how far ẋ is from a polynomial."""
        return np.asarray(np.abs(self.coefficients[-2:]).max(axis=0) * abs(self.end - self.start))

    def quadrature(self, values: Floats) -> Floats:
        """∫ dt along the arc of what has these values (N_NODES, …) at the nodes."""
        return np.asarray(0.5 * (self.end - self.start) * np.tensordot(_WEIGHTS, values, axes=1))
