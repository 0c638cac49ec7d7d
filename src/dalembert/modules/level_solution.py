"""Accelerations of a tree of systems, level by level: inertia and forces go up, accelerations go down.

Nothing larger than a node is ever multiplied or factorized: S stays a product, whose rows are made where needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.linear import solve
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.modules.labelled_matrix import LabelledMatrix, labelled_column
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.system_node import SystemNode


@dataclass(frozen=True, eq=False)
class Reduced:
    """A node whose rows are met: a = R y, y = C z + y₀, and M z = h along its independent variables z."""

    node: SystemNode
    children: tuple[Reduced, ...]
    C: Array | None
    """Complement of the rows; None where the node has none: y = z."""

    y0: Mapping[str, Scalar]
    M: Array
    h: Array

    def particular(self, label: str) -> Scalar:
        """Part of an acceleration that does not depend on z."""
        total: Scalar = 0.0
        for column, x in self.node.R_row(label).items():
            if not is_zero(y := self.y0.get(column, 0.0)):
                total = total + x * y
        for child in self.children:
            if label in child.node.label_set:
                total = total + child.particular(label)
        return total

    def handed_down(self, z: Array, accelerations: dict[str, Scalar]) -> None:
        """Accelerations of all variables of this node and below it, for independent ones z, put into a mapping."""
        y = z if self.C is None else products(self.C, z)
        free = self.node.free
        values = {name: x + self.y0.get(name, 0.0) for name, x in zip(free, y, strict=True)}
        accelerations |= {name: values[name] for name in self.node.own_kinematics.accelerations}
        for child in self.children:
            child.handed_down(
                np.array([values[name] for name in child.node.independent], dtype=object), accelerations
            )


def level_solution(
    node: SystemNode, M: Array, f: Array, labels: Sequence[str], right: Mapping[str, Scalar]
) -> dict[str, Scalar] | None:
    """Accelerations by label for M (nu, nu), f (nu,) and right sides of the rows; None if M couples nodes."""
    place = {name: k for k, name in enumerate(labels)}
    owners = [system.own_kinematics.accelerations for system in node.nodes()]
    if not _is_block_diagonal(M, [[place[name] for name in group] for group in owners]):
        return None
    whole = _reduced(node, M, f, place, right)
    z = solve(whole.M, whole.h) if len(whole.h) else whole.h
    accelerations: dict[str, Scalar] = {}
    whole.handed_down(np.asarray(z, dtype=object), accelerations)
    return accelerations


def _reduced(
    node: SystemNode, M: Array, f: Array, place: Mapping[str, int], right: Mapping[str, Scalar]
) -> Reduced:
    children = tuple(_reduced(child, M, f, place, right) for child in node.children)
    places = [place[name] for name in node.own_kinematics.accelerations]

    # inertia and forces along what children leave free
    M_R = _block_diagonal([M[np.ix_(places, places)], *(child.M for child in children)])
    h_R = np.concatenate([f[places], *(child.h for child in children)])
    if not node.constraints:
        return Reduced(node, children, None, {}, M_R, h_R)

    # its own rows, met in these
    rest = labelled_column(
        {constraint.name: _rest(constraint, right, children) for constraint in node.constraints}
    )
    y0 = _by_name(node.complement.particular(node.rows, rest))
    C = node.C.to_array(node.free).astype(object)
    shift = np.array([y0.get(name, 0.0) for name in node.free], dtype=object)
    MC = products(M_R, C)
    return Reduced(node, children, C, y0, products(C.T, MC), products(C.T, h_R - products(M_R, shift)))


def _rest(row: NodeConstraint, right: Mapping[str, Scalar], children: Sequence[Reduced]) -> Scalar:
    """Right side of a row once the particular solutions of the children are put in."""
    total = right[row.name]
    for label, x in row.A.items():
        for child in children:
            if label in child.node.label_set and not is_zero(e := child.particular(label)):
                total = total - x * e
    return total


def _by_name(column: LabelledMatrix) -> dict[str, Scalar]:
    return {name: x for name, x in zip(column.rows, column.entries[:, 0], strict=True) if not is_zero(x)}


def _block_diagonal(blocks: Sequence[Array]) -> Array:
    n = sum(len(block) for block in blocks)
    matrix, start = np.full((n, n), 0.0, dtype=object), 0
    for block in blocks:
        matrix[start : start + len(block), start : start + len(block)] = block
        start += len(block)
    return matrix


def _is_block_diagonal(M: Array, groups: Sequence[Sequence[int]]) -> bool:
    group = {k: i for i, members in enumerate(groups) for k in members}
    return all(group[i] == group[j] for (i, j), x in np.ndenumerate(M) if not is_zero(x))
