"""Stability of a periodic motion by Floquet's multipliers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Complex = NDArray[np.complex128]

NEUTRAL = 1e-6
"""Growth in a period beside one that cannot be told from none; double multipliers have half the digits."""

DOUBLE = 1e-4
"""Distance of a multiplier from one up to which it may be one of two that are."""


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Growth of small changes in one period."""

    values: Complex
    is_forced: bool
    """Else one of them is one: that of a change along the motion itself."""

    @property
    def essential(self) -> Complex:
        """All but that of a change along the motion, which is the next to one."""
        if self.is_forced or not len(self.values):
            return self.values
        return np.delete(self.values, int(np.argmin(np.abs(self.values - 1.0))))

    @property
    def verdict(self) -> str:
        """`asymptotically stable`, `unstable` or `undecided`, and why."""
        values = self.essential
        growth = np.abs(values) - 1.0
        is_double = np.abs(values - 1.0) <= DOUBLE
        size = np.where(is_double, DOUBLE, NEUTRAL)
        along = "" if self.is_forced else ", but for one along the motion"
        if (growth > size).any():
            k = int(np.argmax(growth))
            kind = _passage(values[k])
            return f"unstable: a small change grows by {abs(values[k]):.6g} in a period, {kind}"
        if (growth < -size).all():
            slowest = float(np.abs(values).max(initial=0.0))
            return f"asymptotically stable: small changes shrink to {slowest:.6g} or less in a period{along}"
        n = int((growth >= -size).sum())
        return (
            f"undecided: nothing grows, but {n} of {len(self.values)} multipliers have the size one: linear "
            "equations do not tell what becomes of these changes"
        )


def _passage(mu: complex) -> str:
    """How a change grows."""
    if abs(mu.imag) > NEUTRAL * abs(mu):
        return "turning round"
    return "on the same side" if mu.real > 0.0 else "on the other side in every second period"
