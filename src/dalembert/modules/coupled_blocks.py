"""Blocks of a tree of systems: variables that inertia couples, or whose inertia needs rows to be regular.

What acts between blocks are rows. Most blocks are leaves; where leaves have no inertia along some variable, or
where forces of inertia act between them, several are one block, and rows that fix such variables belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.operations import INPUTS
from dalembert.expr.rewrite import substitute
from dalembert.expr.rolled_tracing import Forms, RenamedArray, split
from dalembert.expr.symbol_nodes import time
from dalembert.expr.trial_numbers import finite_samples
from dalembert.modules.labelled_matrix import LabelledMatrix
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.renaming import RenamedColumn
from dalembert.modules.subsystem import Subsystem
from dalembert.rank import ROUNDING, rank


@dataclass(frozen=True, eq=False)
class Block:
    """Variables of second order, their effective forces F = f − M a, and rows inside the block."""

    labels: tuple[str, ...]
    highest: tuple[Node, ...]
    forces: Array | RenamedArray
    """F and the variables (2, n)."""

    rows: tuple[NodeConstraint, ...] = ()
    """Rows without which the inertia of the block is singular: met by a complement, by pivots in every state."""

    @classmethod
    def of(cls, node: Subsystem, forces: Mapping[str, Scalar]) -> Block:
        """The block of a node, from effective forces by label."""
        kinematics = node.own_kinematics
        F = [forces.get(label, 0.0) for label in kinematics.accelerations]
        return cls(kinematics.accelerations, kinematics.highest, _pair(F, kinematics.highest))

    @classmethod
    def renamed(cls, node: Subsystem, column: RenamedColumn) -> Block | None:
        """The block of a leaf whose forces are those of another one under other names; None if they are not."""
        first, variable = column.origin
        kinematics = node.own_kinematics
        if column.rows != kinematics.accelerations or node.children:
            return None
        after = {x: variable(x) for x in first.inputs}
        back = {y: x for x, y in after.items() if type(y) is Node and y.op in INPUTS}
        if len(back) < len(after) or any(x not in back for x in kinematics.highest):
            return None
        plain = _pair(first.entries[:, 0], [back[x] for x in kinematics.highest])
        forward = {x: y for y, x in back.items()}
        return cls(kinematics.accelerations, kinematics.highest, RenamedArray(plain, forward.__getitem__))

    @property
    def plain_forces(self) -> Array:
        """F and the variables (2, n), before they were renamed."""
        return self.forces.plain if isinstance(self.forces, RenamedArray) else self.forces

    @property
    def expressions(self) -> Array:
        """F and the variables (2, n)."""
        if not isinstance(self.forces, RenamedArray):
            return self.forces
        plain, renamed = self.forces.plain, self.forces.renamed
        inputs = inputs_of([x for x in plain.ravel() if isinstance(x, Expression)])
        return substitute(plain, {x: renamed(x) for x in inputs if x is not time})

    def of_rows(self, rows: Sequence[NodeConstraint]) -> Array:
        """Factors of the variables of the block in rows (m, n)."""
        A = np.full((len(rows), len(self.labels)), 0.0, dtype=object)
        place = {label: k for k, label in enumerate(self.labels)}
        for i, row in enumerate(rows):
            for label, x in row.A.items():
                if label in place:
                    A[i, place[label]] = x
        return A

    def joined(self, others: Iterable[Block], rows: Sequence[NodeConstraint]) -> Block:
        """One block of this and others, with further rows inside."""
        blocks = [self, *others]
        return Block(
            tuple(x for block in blocks for x in block.labels),
            tuple(x for block in blocks for x in block.highest),
            np.concatenate([block.expressions for block in blocks], axis=1),
            (*(row for block in blocks for row in block.rows), *rows),
        )


def _pair(F: Iterable[Scalar], highest: Sequence[Node]) -> Array:
    pair = np.empty((2, len(highest)), dtype=object)
    pair[0], pair[1] = list(F), list(highest)
    return pair


def mass_and_forces(F: Array, highest: Array) -> tuple[Array, Array]:
    """M (n, n) and f (n,) of effective forces f − M a."""
    M = np.asarray(jacobian(-F, highest), dtype=object)
    return M, np.asarray(substitute(F, dict.fromkeys(highest, 0.0)), dtype=object)


@dataclass(frozen=True)
class Inertia:
    """Properties of the inertia of a block along the motions that its rows allow, by samples."""

    is_regular: bool
    is_definite: bool
    n_free: int = 0


class InertiaCheck:
    """Inertia of blocks, computed once for all blocks of one form."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._of_form: dict[object, Inertia] = {}
        self._of_block: dict[Block, Inertia] = {}

    def __call__(self, block: Block) -> Inertia:
        """Inertia of a block along the motions that its rows allow."""
        if block not in self._of_block:
            self._of_block[block] = self._computed(block)
        return self._of_block[block]

    def _computed(self, block: Block) -> Inertia:
        arrays = (block.plain_forces, block.of_rows(block.rows))
        entries = [x for array in arrays for x in array.ravel()]
        expressions = tuple(x for x in entries if isinstance(x, Expression))
        if isinstance(block.forces, RenamedArray):
            form, _ = self._forms.of_renamed(expressions, block.forces.renamed)
        else:
            form, _ = self._forms.of(expressions)
        left = iter(form)
        key = tuple(next(left) if isinstance(x, Expression) else x for x in entries)
        shapes = tuple(array.shape for array in arrays)
        if (shapes, key) not in self._of_form:
            self._of_form[shapes, key] = _inertia(*split(key, shapes))
        return self._of_form[shapes, key]


def _inertia(forces: Array, A: Array) -> Inertia:
    M, _ = mass_and_forces(*forces)
    samples = finite_samples(np.concatenate([M, A]))
    inertias = [_of_numbers(sample[: len(M)], sample[len(M) :]) for sample in samples]
    if not inertias:
        return Inertia(is_regular=False, is_definite=False)
    n_free = min(inertia.n_free for inertia in inertias)
    return Inertia(
        all(inertia.is_regular for inertia in inertias),
        all(inertia.is_definite for inertia in inertias),
        n_free,
    )


def _of_numbers(M: Array, A: Array) -> Inertia:
    Z = _null_space(A) if len(A) else np.eye(len(M))
    inner = Z.T @ M @ Z
    n, size = len(inner), np.abs(inner).max(initial=0.0)
    if n == 0:
        return Inertia(is_regular=True, is_definite=True)
    is_symmetric = bool(np.abs(M - M.T).max() <= ROUNDED_ENTRY * np.abs(M).max())
    is_definite = is_symmetric and bool(np.linalg.eigvalsh(inner)[0] > ROUNDED_ENTRY * size)
    return Inertia(is_definite or rank(inner, ROUNDING) == n, is_definite, n)


ROUNDED_ENTRY = 1e-12
"""Difference of entries of a matrix, relative to the largest, that is rounding."""


def _null_space(A: Array) -> Array:
    _, _, V = np.linalg.svd(A)
    return V[rank(A, ROUNDING) :].T


def blocks_of(node: Subsystem, inertia_of: InertiaCheck) -> tuple[list[Block], list[NodeConstraint]]:
    """Blocks of a tree, and the rows that are not inside one of them."""
    systems = list(node.nodes())
    nodes_by_label: dict[str, list[Subsystem]] = {}
    for system in systems:
        for label in system.own_forces.rows:
            nodes_by_label.setdefault(label, []).append(system)
    blocks = [_block(system, nodes_by_label) for system in systems if system.own_kinematics.accelerations]
    return _with_inertia(_coupled(blocks), list(node.all_constraints), inertia_of, node.name)


def _block(node: Subsystem, nodes_by_label: Mapping[str, list[Subsystem]]) -> Block:
    """The block of a node; where no other node adds forces, of a renamed leaf it is the renamed block."""
    labels, column = node.own_kinematics.accelerations, node.own_forces
    is_alone = all(len(nodes_by_label.get(label, ())) == 1 for label in labels)
    block = Block.renamed(node, column) if is_alone and isinstance(column, RenamedColumn) else None
    if block is not None:
        return block
    forces: dict[str, Scalar] = {}
    for label in labels:
        for other in nodes_by_label.get(label, ()):
            forces[label] = forces.get(label, 0.0) + other.own_forces[label]
    return Block.of(node, forces)


def variables_of(column: LabelledMatrix) -> list[Scalar]:
    """Variables and expressions in a column; of a renamed one without making its entries."""
    if not isinstance(column, RenamedColumn):
        return list(column.entries.flat)
    first, variable = column.origin
    variables = [y for x in first.inputs if (y := variable(x)) is not None]
    return variables if len(variables) == len(first.inputs) else list(column.entries.flat)


def _coupled(blocks: list[Block]) -> list[Block]:
    """Blocks, where those that inertia couples are one."""
    owner = {x: k for k, block in enumerate(blocks) for x in block.highest}
    group = list(range(len(blocks)))
    for k, block in enumerate(blocks):
        if isinstance(block.forces, RenamedArray):
            # of a leaf alone
            continue
        for x in inputs_of([x for x in block.forces[0] if isinstance(x, Expression)]):
            if (other := owner.get(x, k)) != k and group[other] != group[k]:
                new, old = sorted((group[other], group[k]))
                group = [new if g == old else g for g in group]
    members: dict[int, list[Block]] = {}
    for g, block in zip(group, blocks, strict=True):
        members.setdefault(g, []).append(block)
    return [first.joined(others, ()) if others else first for first, *others in members.values()]


def _with_inertia(
    blocks: list[Block], rows: list[NodeConstraint], inertia_of: InertiaCheck, owner: str
) -> tuple[list[Block], list[NodeConstraint]]:
    """Blocks with regular inertia: singular ones take in rows, and the blocks of these rows, until they are."""
    left = list(blocks)
    done: list[Block] = []
    while left:
        singular = left.pop(0)
        if inertia_of(singular).is_regular:
            done.append(singular)
            continue
        every = [*done, singular, *left]
        of = {label: block for block in every for label in block.labels}
        taken = _rows_to_add(singular, rows, of)
        if not taken:
            raise FormulationError(
                f"{owner}: nothing determines the accelerations of {', '.join(singular.labels)}: they have no "
                "inertia, and no rows hold them"
            )
        touched = {id(of[label]): of[label] for row in taken for label in row.A if of[label] is not singular}
        names = {row.name for row in taken}
        rows = [row for row in rows if row.name not in names]
        done, left = ([block for block in some if id(block) not in touched] for some in (done, left))
        left.insert(0, singular.joined(touched.values(), taken))
    return done, rows


def _rows_to_add(block: Block, rows: Sequence[NodeConstraint], of: Mapping[str, Block]) -> list[NodeConstraint]:
    """Rows that a singular block takes in next: those inside it, else the first ones of massless variables."""
    labels = set(block.labels)
    adjacent = [row for row in rows if not labels.isdisjoint(row.A)]
    if inner := [row for row in adjacent if labels.issuperset(row.A)]:
        return inner
    F, highest = block.plain_forces
    massless = {label for label, x in zip(block.labels, F, strict=True) if _is_massless(x, highest)}
    first = next((row for row in adjacent if not massless.isdisjoint(row.A)), None) or next(iter(adjacent), None)
    if first is None:
        return []
    blocks = {id(of[label]) for label in first.A}
    return [row for row in adjacent if {id(of[label]) for label in row.A} == blocks]


def _is_massless(F: Scalar, highest: Sequence[Node]) -> bool:
    """Whether no acceleration stands in an effective force."""
    return not isinstance(F, Expression) or set(highest).isdisjoint(inputs_of([F]))
