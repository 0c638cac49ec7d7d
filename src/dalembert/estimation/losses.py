"""Losses: how much a residual costs, in units of its standard deviation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from dalembert.arrays import Vector
from dalembert.number_checks import checked_number


@runtime_checkable
class Loss(Protocol):
    """Cost of residuals r over their standard deviation: ρ(r), with ψ = ρ'(r)."""

    def cost(self, r: Vector, /) -> Vector:
        """ρ(r), which is ½ r² next to zero."""

    def weight(self, r: Vector, /) -> Vector:
        """ψ(r) / r, which is one next to zero."""

    def slope(self, r: Vector, /) -> Vector:
        """ψ'(r)."""


@dataclass(frozen=True)
class Squares:
    """Least squares: ½ r², the best where noise is normal.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> print(da.fitting.Squares().cost(np.array([0.5, 3.0])))
    [0.125 4.5  ]
    """

    def cost(self, r: Vector, /) -> Vector:
        return 0.5 * r * r

    def weight(self, r: Vector, /) -> Vector:
        return np.ones_like(r)

    def slope(self, r: Vector, /) -> Vector:
        return np.ones_like(r)


@dataclass(frozen=True)
class Huber:
    """Huber's loss: squares up to a limit, straight beyond it, so that outliers pull with a limited force.

    Parameters
    ----------
    limit : float, optional
        Residual over its standard deviation where squares end; default 1.345, which loses 5 % where noise is
        normal.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> print(da.fitting.Huber(1.0).cost(np.array([0.5, 3.0])))
    [0.125 2.5  ]
    """

    limit: float = 1.345

    def __post_init__(self) -> None:
        object.__setattr__(self, "limit", checked_number(self.limit, "limit of Huber", is_positive=True))

    def cost(self, r: Vector, /) -> Vector:
        size = np.abs(r)
        return np.where(size <= self.limit, 0.5 * r * r, self.limit * (size - 0.5 * self.limit))

    def weight(self, r: Vector, /) -> Vector:
        return self.limit / np.maximum(np.abs(r), self.limit)

    def slope(self, r: Vector, /) -> Vector:
        return np.where(np.abs(r) <= self.limit, 1.0, 0.0)


@dataclass(frozen=True)
class Cauchy:
    """Cauchy's loss: ½ s² log(1 + (r/s)²), in which far outliers hardly pull at all.

    Parameters
    ----------
    scale : float, optional
        Residual s over its standard deviation beyond which the pull shrinks; default 2.385.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> print(da.fitting.Cauchy(1.0).weight(np.array([0.0, 3.0])))
    [1.  0.1]
    """

    scale: float = 2.385

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", checked_number(self.scale, "scale of Cauchy", is_positive=True))

    def cost(self, r: Vector, /) -> Vector:
        return 0.5 * self.scale**2 * np.log1p((r / self.scale) ** 2)

    def weight(self, r: Vector, /) -> Vector:
        return 1.0 / (1.0 + (r / self.scale) ** 2)

    def slope(self, r: Vector, /) -> Vector:
        x = (r / self.scale) ** 2
        return (1.0 - x) / (1.0 + x) ** 2
