"""Mass matrices that are singular because some speeds have no inertia: constraints say how these move."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.equations.solved_system import System
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.expr.trial_numbers import sampled, structural_sample
from dalembert.memo import Key
from dalembert.model.checks import check_masses
from dalembert.model.topology import Tree
from dalembert.rank import INVOLVED, ROUNDING, are_lengths, motions_without_inertia, shares_without_inertia

_ROW_WEIGHTS: Key[Array] = Key("row weights")


def row_weights(equations: System, tree: Tree) -> Array:
    """D (m,) for M̂ = M + Jᵀ D J, zero unless rows touch speeds without inertia.

    It gives the same accelerations and multipliers, and is definite exactly when ker M ∩ ker J = 0.
    """
    return equations.memo.get(_ROW_WEIGHTS, lambda: _row_weights(equations, tree))


def _row_weights(equations: System, tree: Tree) -> Array:
    try:
        check_masses(tree)
    except ModelError:
        return strengthening(equations)
    if equations.rows and equations.variables.parameters and _parameters(equations.entries.M):
        # an open mass at a point turns freely whatever it is, and default values may be zero
        return strengthening(equations)
    return _beside_large_rotors(equations, tree)


LARGE = 100.0
"""How many times what it is tied to a rotor resists for rounding of the rest to count."""


def _beside_large_rotors(equations: System, tree: Tree) -> Array:
    """D (m,) for rows that tie speeds of no coordinate, such as rotors, to motions that resist far less.

    There M̂ says what both resist together; of M alone the small part would be a difference of large numbers.
    """
    weights = np.zeros(len(equations.rows))
    alone = np.zeros(len(equations.variables.speeds), dtype=bool)
    for link in tree.links:
        alone[link.u] |= bool(link.joint.speeds) and not link.joint.coordinates
    if not alone.any() or not len(weights):
        return weights
    M, J = _numbers(equations)
    tied = J * ~alone
    light = np.einsum("ij,ij->i", tied @ np.linalg.pinv(M * ~alone * ~alone[:, None]), tied)
    mobility = (J[:, alone] ** 2 / M.diagonal()[alone]).sum(axis=1)
    is_large = (mobility > 0.0) & (light > LARGE * mobility)
    weights[is_large] = 1.0 / mobility[is_large]
    return weights


def strengthening(equations: System) -> Array:
    """D (m,) for M̂ = M + Jᵀ D J in any speeds, by numbers."""
    m = len(equations.rows)
    M, J = _numbers(equations)
    is_length = are_lengths(equations.variables.speeds, equations.variables.units)
    light = motions_without_inertia(M, is_length)
    if not light.shape[1]:
        return np.zeros(m)

    # rows that move when speeds without inertia do
    touches = np.abs(J @ light).max(axis=1) > ROUNDING.distance * (np.abs(J).max(axis=1) + 1e-300)
    weights = np.where(touches, _felt_masses(M, J, shares_without_inertia(M, is_length) <= INVOLVED), 0.0)
    left = shares_without_inertia(M + J.T @ (weights[:, None] * J), is_length)
    if left.any() and _parameters(equations.entries.M):
        M, J = _numbers(equations, changes_parameters=True)
        left = shares_without_inertia(M + J.T @ (weights[:, None] * J), is_length)
    if left.any():
        name = equations.variables.speeds[int(np.argmax(left))]
        raise FormulationError(
            f"nothing resists the speed {name!r}: what it moves has no inertia, and no constraint holds it; give "
            "it some mass, or a constraint"
        )
    return weights


def _felt_masses(M: Matrix, J: Matrix, has_inertia: Array) -> Vector:
    """Masses (m,) that are felt along rows, from speeds with inertia; of rows without such speeds, a typical one.

    Units do not matter, nor do masses elsewhere: with weights like these, M + Jᵀ D J loses no digits.
    """
    mobility = (J[:, has_inertia] ** 2 / M.diagonal()[has_inertia]).sum(axis=1)
    typical = np.trace(M) / len(M) or 1.0
    return np.where(mobility > 0.0, 1.0 / np.where(mobility > 0.0, mobility, 1.0), typical)


def _numbers(equations: System, *, changes_parameters: bool = False) -> tuple[Array, Array]:
    """M and J somewhere where nothing is aligned by chance; with default parameters, or others."""
    both = np.concatenate([equations.M, equations.J])
    numbers = sampled(both)
    if changes_parameters or not np.isfinite(numbers).all():
        # a parameter that is zero by default has no inverse
        numbers = structural_sample(both)
    return numbers[: len(equations.M)], numbers[len(equations.M) :]


def _parameters(M: SparseMatrix) -> list[Node]:
    """Open parameters in a matrix."""
    return [x for x in inputs_of([y for y in M.values if isinstance(y, Expression)]) if x.op == "parameter"]
