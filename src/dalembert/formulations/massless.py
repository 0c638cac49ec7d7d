"""Mass matrices that are singular because some speeds have no inertia: constraints say how these move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.errors import FormulationError, ModelError
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.samples import sampled, structural_sample
from dalembert.expr.scalar import is_zero
from dalembert.formulations.constrained import ConstrainedEquations
from dalembert.model.checks import check_masses
from dalembert.model.topology import Tree
from dalembert.rank import INVOLVED, ROUNDING, are_lengths, motions_without_inertia, shares_without_inertia

Array = Any


@dataclass(frozen=True)
class MassRepair:
    """M̂ = M + Jᵀ D J: the same accelerations and multipliers, and definite exactly when ker M ∩ ker J = 0."""

    M: Array
    weights: Array
    """The diagonal of D (m,)."""


def repaired_mass(equations: ConstrainedEquations, tree: Tree) -> MassRepair:
    """The mass matrix, with rows added that touch speeds without inertia."""
    try:
        check_masses(tree)
    except ModelError:
        return strengthened(equations)
    if len(equations.J) and _parameters(equations.M):
        # an open mass at a point turns freely whatever it is, and usual values may be zero
        return strengthened(equations)
    return MassRepair(equations.M, np.zeros(len(equations.J)))


def strengthened(equations: ConstrainedEquations) -> MassRepair:
    """The mass matrix, with rows added that touch speeds without inertia, as its numbers tell."""
    m = len(equations.J)
    M, J = _numbers(equations)
    is_length = are_lengths(equations.speeds, equations.units)
    light = motions_without_inertia(M, is_length)
    if not light.shape[1]:
        return MassRepair(equations.M, np.zeros(m))

    # rows that move when speeds without inertia do
    touches = np.abs(J @ light).max(axis=1) > ROUNDING.distance * (np.abs(J).max(axis=1) + 1e-300)
    touches &= np.isin(np.arange(m), equations.independent)
    weights = np.where(touches, _felt_masses(M, J, shares_without_inertia(M, is_length) <= INVOLVED), 0.0)
    left = shares_without_inertia(M + J.T @ (weights[:, None] * J), is_length)
    if left.any() and _parameters(equations.M):
        M, J = _numbers(equations, changes_parameters=True)
        left = shares_without_inertia(M + J.T @ (weights[:, None] * J), is_length)
    if left.any():
        name = equations.speeds[int(np.argmax(left))]
        raise FormulationError(
            f"nothing resists the speed {name!r}: what it moves has no inertia, and no constraint holds it; give "
            "it some mass, or a constraint"
        )
    added = equations.M.copy()
    for i in np.flatnonzero(touches):
        nonzero = [k for k, x in enumerate(equations.J[i]) if not is_zero(x)]
        for k in nonzero:
            for l in nonzero:
                added[k, l] = added[k, l] + weights[i] * equations.J[i, k] * equations.J[i, l]
    return MassRepair(added, weights)


def _felt_masses(M: Any, J: Any, has_inertia: Any) -> Any:
    """Masses (m,) that are felt along rows, from speeds with inertia; of rows without such speeds, a usual one.

    Units do not matter, nor do masses elsewhere: with weights like these, M + Jᵀ D J loses no digits.
    """
    mobility = (J[:, has_inertia] ** 2 / M.diagonal()[has_inertia]).sum(axis=1)
    usual = np.trace(M) / len(M) or 1.0
    return np.where(mobility > 0.0, 1.0 / np.where(mobility > 0.0, mobility, 1.0), usual)


def _numbers(equations: ConstrainedEquations, *, changes_parameters: bool = False) -> tuple[Any, Any]:
    """M and J somewhere where nothing is aligned by chance; with usual parameters, or others."""
    both = np.concatenate([equations.M, equations.J])
    numbers = sampled(both)
    if changes_parameters or not np.isfinite(numbers).all():
        # the inverse of a usual zero is none
        numbers = structural_sample(both)
    return numbers[: len(equations.M)], numbers[len(equations.M) :]


def _parameters(M: Array) -> list[Any]:
    """Open parameters in a matrix."""
    return [x for x in inputs_of([y for y in M.ravel() if isinstance(y, Expression)]) if x.op == "parameter"]
