"""Conditions on variables that the rows of a system leave independent of each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector

_DEPENDS = 1e-8
"""Share of a condition that others leave of it, below which it follows from them."""


def independent(system: Any, x: Vector, fixed: Mapping[str, float], task: Any) -> set[str]:
    """Names of fixed variables that follow from the others by rows of positions or velocities near a state.

    Where the rows let only some of them move, a problem that fixes all would have more conditions than rank.
    """
    equations, nq, nu = system.equations(), system.nq, system.nu
    function = system.function("slopes", {name: equations[name] for name in ("phi_q", "psi_u")})
    zeros = np.zeros(len(system.inputs)), np.zeros(system.n_y)
    slopes = function(task.t0, x, *zeros, [*task.values.values()])
    implied: set[str] = set()
    for name, names in (("phi_q", system.states[:nq]), ("psi_u", system.states[nq : nq + nu])):
        J = np.array(slopes[name], dtype=float).reshape(-1, len(names)) if slopes[name].shape[0] else None
        if J is not None:
            implied |= _implied(J, [names.index(x) for x in fixed if x in names], names)
    return implied


def _implied(J: Matrix, fixed: list[int], names: Any) -> set[str]:
    """Names of the fixed ones that do not add to the rank of J, taken in the order of what they add."""
    _, sizes, Vt = np.linalg.svd(J)
    rank = int((sizes > _DEPENDS * max(sizes[0], 1e-300)).sum())
    rest = Vt[rank:].T[fixed].copy()
    implied = set(range(len(fixed)))
    for _ in range(min(len(fixed), len(Vt) - rank)):
        lengths = np.linalg.norm(rest, axis=1)
        best = int(lengths.argmax())
        if lengths[best] < _DEPENDS:
            break
        implied.discard(best)
        along = rest[best] / lengths[best]
        rest -= np.outer(rest @ along, along)
    return {names[fixed[k]] for k in implied}
