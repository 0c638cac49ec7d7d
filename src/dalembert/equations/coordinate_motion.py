"""How coordinates move: their rates, what they satisfy by themselves, and q ⊞ δ.

Small motions δ are those of the speeds, q̇ = N u + η. Where the states are momenta, they are those of the rates.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calculus import directional, jacobian, sparse_directional
from dalembert.expr.node import Node, Scalar
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix, sparse


class CoordinateMotion(ABC):
    """Rates of coordinates q for speeds u, small motions δ, and which coordinates are valid by themselves."""

    q: Array
    u: Array

    @property
    @abstractmethod
    def rates(self) -> Array:
        """q̇ (nq,)."""

    @property
    def rates_as_written(self) -> Array:
        """q̇ (nq,) to be read, without the code that computes them, which may need more variables."""
        return self.rates

    @cached_property
    def N(self) -> Array:
        """∂q/∂δ, (nq, nu)."""
        return jacobian(self.rates, self.u)

    @cached_property
    def has_affine_rates(self) -> bool:
        """Whether coordinates move while all speeds are zero: η ≠ 0 in q̇ = N u + η, as its structure tells.

        `moved` does not know of η, so methods that move positions by speeds alone cannot treat such equations.
        """
        still = substitute(self.rates, dict.fromkeys(self.u, 0.0))
        return not all(map(is_zero, np.asarray(still, dtype=object).flat))

    @property
    def c(self) -> Array:
        """Conditions c = 0 that the coordinates satisfy by themselves, (m_c,)."""
        return np.zeros(0)

    @property
    def projected(self) -> Array:
        """The nearest coordinates with c = 0, (nq,): quaternions of unit length, for example."""
        return self.q

    @property
    def is_projected_once(self) -> bool:
        """Whether one projection is exact; else it is one step of Newton's method."""
        return True

    def moved(self, delta: Array) -> Array:
        """q ⊞ δ: the coordinates (nq,) after a small motion δ (nu,)."""
        return self.q + self.N @ delta

    def along_positions(self, y: Array) -> SparseMatrix:
        """∂y/∂δ at δ = 0, which is ∂y/∂q · N, (len(y), nu)."""
        return sparse_directional(y, dict(zip(self.q, sparse(self.N).rows, strict=True)), len(self.u))

    def moving(self, delta: Array) -> dict[Node, Scalar]:
        """First-order change of the coordinates for a small motion δ, by coordinate."""
        change = directional(self.rates, dict(zip(self.u, delta, strict=True)))
        return dict(zip(self.q, change, strict=True))
