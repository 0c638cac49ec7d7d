"""Whether starts satisfy what states must besides rows of constraints."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dalembert.arrays import Arguments
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.configuration.residual_check import ACCEPTED
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.expr.calculus import jacobian
from dalembert.memo import Key

_START_CONDITIONS: Key[Native] = Key("start conditions")


def check_start_conditions(dynamics: Dynamics, arguments: Arguments, p: Mapping[str, float]) -> None:
    """Raise if one start does not satisfy the conditions of its equations, in terms of changes of q and u."""
    function = dynamics.shared.get(_START_CONDITIONS, lambda: _compiled(dynamics))
    numbers = function(arguments, p)
    scales = numbers["slopes"] if numbers["slopes"].ndim == 1 else np.linalg.norm(numbers["slopes"], axis=1)
    size = max(1.0, *(float(np.abs(arguments[kind]).max(initial=0.0)) for kind in ("q", "u")))
    is_kept = np.abs(numbers["values"]) <= ACCEPTED * size * scales
    if is_kept.all():
        return
    k = int(np.argmin(is_kept))
    value, failed = numbers["values"][k], dynamics.equations.constraints.state_rows[k]
    raise ModelError(f"{failed.what} is {value:.3g} at the start instead of zero; {failed.remedy}")


def _compiled(dynamics: Dynamics) -> Native:
    eom = dynamics.equations
    rows = eom.constraints.state_rows
    values = np.array([row.value for row in rows], dtype=object)
    if all(row.slope is not None for row in rows):
        return native(dynamics, {"values": values, "slopes": np.array([row.slope for row in rows], dtype=object)})
    return native(dynamics, {"values": values, "slopes": jacobian(values, np.concatenate([eom.q, eom.u]))})
