"""The two signs that texts give to multipliers."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from dalembert.arrays import Array
from dalembert.expr.node import Scalar

Multipliers = TypeVar("Multipliers", Scalar, Array)


class MultiplierSign(Enum):
    """Meaning of Jᵀ λ in a text, for the same rows J a = γ.

    >>> import dalembert as da
    >>> da.solvers.MultiplierSign.FORCE.converted(12.5, da.solvers.MultiplierSign.COUNTERFORCE)
    -12.5
    """

    FORCE = 1.0
    """The force that the constraints exert, M a = f + Jᵀ λ: here, and wherever L + λᵀ φ is written."""

    COUNTERFORCE = -1.0
    """The opposite force, M a + Jᵀ λ = f, as L − λᵀ φ gives it."""

    def converted(self, lam: Multipliers, to: MultiplierSign) -> Multipliers:
        """Multipliers of a text with this sign, as one with the other sign writes them; numbers or expressions."""
        return lam if self is to else -lam
