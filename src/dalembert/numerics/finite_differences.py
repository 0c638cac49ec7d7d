"""Derivatives by differences of values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError


@dataclass(frozen=True)
class CentralDifferences:
    """Derivatives by differences of values on both sides, instead of exact ones.

    Parameters
    ----------
    step : float, optional
        How far to each side, beside the size of a number or one; default 1e-6.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> rest = da.equilibrium(pendulum, guess={"hinge": -1.0}, derivatives=da.solvers.CentralDifferences(1e-6))
    >>> print(f"{rest.q['hinge']:.4f}")
    -1.5708
    """

    step: float = 1e-6
    """How far to each side, relative to the size of a number or one."""

    def __post_init__(self) -> None:
        if not 0.0 < self.step < 1.0:
            raise ModelError(f"the step of differences is a small positive number, not {self.step!r}")

    def derivative(
        self, values: Callable[[Vector], Vector], x: Vector, moved: Callable[[Vector, Vector], Vector], n: int
    ) -> Matrix:
        """∂values/∂δ (m, n) at x, for small motions δ (n,) that move x."""
        step = self.step * max(1.0, float(np.abs(x).max(initial=0.0)))
        ways = step * np.eye(n)
        columns = [(values(moved(x, way)) - values(moved(x, -way))) / (2.0 * step) for way in ways]
        return np.stack(columns, axis=1) if columns else np.zeros((len(values(x)), 0))
