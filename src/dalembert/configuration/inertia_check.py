"""Speeds without inertia: at a start, constraints must say how they move."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dalembert.arrays import Arguments
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import SolverError
from dalembert.expr.scalar import is_zero
from dalembert.memo import Key
from dalembert.rank import are_lengths, shares_without_inertia

_DEFINITE_MASS: Key[Native] = Key("definite mass matrix")


def check_massless_speeds(dynamics: Dynamics, numbers: Arguments, p: Mapping[str, float]) -> None:
    """Raise if, in one of these states, a speed without inertia is not determined by constraints either."""
    eom = dynamics.equations
    if not has_massless_speeds(dynamics):
        return
    M = dynamics.solved.definite_mass[0].to_array()
    function = dynamics.memo.get(_DEFINITE_MASS, lambda: native(dynamics, {"M": M}))
    for mass in np.atleast_3d(function(numbers, p)["M"].reshape(-1, *M.shape)):
        shares = shares_without_inertia(mass, are_lengths(eom.speeds, eom.variables.units))
        if shares.any():
            k = int(np.argmax(shares))
            parts = dict.fromkeys(
                row.part for row, factors in zip(eom.rows, eom.J, strict=True) if not is_zero(factors[k])
            )
            raise SolverError(
                f"at the start nothing determines {eom.speeds[k]!r}: what it moves has no inertia, and "
                f"{', '.join(map(repr, parts))} does not change with it there, as a curve r(s) where r′(s) = 0; "
                "start elsewhere, or describe it by another parameter"
            )


_HAS_MASSLESS_SPEEDS: Key[bool] = Key("has massless speeds")


def has_massless_speeds(dynamics: Dynamics) -> bool:
    """Whether constraints add to M, because some speeds may have no inertia."""
    return dynamics.shared.get(_HAS_MASSLESS_SPEEDS.of(dynamics.solved), lambda: _has_massless_speeds(dynamics))


def _has_massless_speeds(dynamics: Dynamics) -> bool:
    # M itself is not made where no row adds to it
    factors = dynamics.solved.factors
    return bool(factors.weights().any()) and not all(map(is_zero, factors.definite_mass[1]))
