"""Accelerations of a tree of systems by condensed blocks: a_port = Φ F_port + β upwards, reactions downwards.

A block knows of all others only by its rows, its ports: w = A a of these rows follows from their multipliers λ, as
w = Φ λ + β with Φ = A M⁻¹ Aᵀ. Two that share rows are one system once these are met: what belongs to the rows is
eliminated from Φ and β, and the rest are those of both together. Where the last rows are met all λ become known,
one after the other, and with them all accelerations, a = M⁻¹ f + M⁻¹ Aᵀ λ.

It is the divide and conquer of Featherstone (1999, Int. J. Robotics Research 18), with rows instead of handles.
The order of the rows is that of minimum degree, so that work grows as the number of blocks wherever few rows are
open at a time: in chains, in trees, and in rows of loops.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.bounds import bounded
from dalembert.expr.fixed_order import FixedOrderFactors, ldl_solve, semidefinite_ldl, sparse_order
from dalembert.expr.linear import solve
from dalembert.expr.node import Expression
from dalembert.expr.null_space import basic_solution, null_space, transposed_basic_solution
from dalembert.expr.rolled_tracing import Rolling
from dalembert.expr.sparse_matrix import products
from dalembert.modules.coupled_blocks import Block, Judge, mass_and_forces
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.rank import SINGULAR

LOST = "rows depend on each other in this state, or inertia is lost there"
"""What it means that a pivot vanishes."""


class _DependentRowsError(Exception):
    """Rows of a matrix of which nothing is left, whatever the values are."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__()
        self.numbers = numbers


@dataclass(frozen=True, eq=False)
class Group:
    """Rows between the same blocks, which are met together."""

    rows: tuple[NodeConstraint, ...]
    blocks: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Joint:
    """A group that is met: which condensed systems it joins, and which groups these leave open."""

    group: int
    members: tuple[int, ...]
    """Numbers of the systems: those of the blocks first, then one for each joint, in order."""

    open: tuple[int, ...]


def has_multipliers(block: Block, judge: Judge) -> bool:
    """Whether rows of its own say what each of them exerts: they are as many as they leave less free."""
    return bool(block.rows) and len(block.labels) - judge(block).n_free == len(block.rows)


def groups_of(blocks: Sequence[Block], rows: Sequence[NodeConstraint]) -> list[Group]:
    """Rows by the blocks that they touch."""
    owner = {label: k for k, block in enumerate(blocks) for label in block.labels}
    rows_of: dict[tuple[int, ...], list[NodeConstraint]] = {}
    for row in rows:
        rows_of.setdefault(tuple(sorted({owner[label] for label in row.A})), []).append(row)
    return [Group(tuple(members), key) for key, members in rows_of.items()]


def joints_of(groups: Sequence[Group], n_blocks: int) -> list[Joint]:
    """The order in which groups are met: always one that leaves the fewest rows open, the first of equal ones."""
    systems: dict[int, set[int]] = {k: set() for k in range(n_blocks)}
    holders: list[set[int]] = [set(group.blocks) for group in groups]
    for g, group in enumerate(groups):
        for k in group.blocks:
            systems[k].add(g)

    def left(g: int) -> set[int]:
        return set().union(*(systems[k] for k in holders[g])) - {g}

    def weight(g: int) -> int:
        return sum(len(groups[j].rows) for j in left(g))

    heap = [(weight(g), g) for g in range(len(groups))]
    heapq.heapify(heap)
    weight_of, joints = dict((g, w) for w, g in heap), list[Joint]()
    while heap:
        w, g = heapq.heappop(heap)
        if weight_of.get(g) != w:
            continue
        del weight_of[g]
        members, still = tuple(sorted(holders[g])), left(g)
        new = n_blocks + len(joints)
        joints.append(Joint(g, members, tuple(sorted(still))))
        for k in members:
            for j in systems.pop(k) - {g}:
                holders[j].discard(k)
        systems[new] = still
        for j in still:
            holders[j].add(new)
        for j in still:
            if weight_of[j] != (w := weight(j)):
                weight_of[j] = w
                heapq.heappush(heap, (w, j))
    return joints


@dataclass(frozen=True, eq=False)
class Condensed:
    """w = Φ λ + β of the rows of some groups."""

    groups: tuple[int, ...]
    Phi: Array
    beta: Array


class Condensation:
    """Blocks condensed and joined, as steps of rolled code."""

    def __init__(
        self,
        rolling: Rolling,
        blocks: Sequence[Block],
        groups: Sequence[Group],
        joints: Sequence[Joint],
        judge: Judge,
    ) -> None:
        self.rolling, self.blocks, self.groups, self.joints = rolling, blocks, groups, joints
        self._judge = judge
        self._is_definite = all(judge(block).is_definite for block in blocks)
        self._of_block: list[tuple[int, ...]] = [() for _ in blocks]
        for g, group in enumerate(groups):
            for k in group.blocks:
                self._of_block[k] = (*self._of_block[k], g)

    def solved(
        self, right: RightSides, *, has_forces: bool, inside: bool = False
    ) -> tuple[list[Array], dict[str, Array]]:
        """Accelerations of each block (n, k) and multipliers (k,) by row, for k right sides of A a = right.

        Without forces, what is found is the smallest change, as inertia measures it, that meets the rows. Those of
        rows inside blocks are among the multipliers if they are asked for.
        """
        values = _RowValues(self.rolling, right)
        for rows in (*(group.rows for group in self.groups), *(block.rows for block in self.blocks if block.rows)):
            values.add(rows)

        # upwards
        systems, ways, kept = [], [], []
        for block, groups in zip(self.blocks, self._of_block, strict=True):
            system, way = self._condensed(block, groups, values, has_forces)
            systems.append(system)
            ways.append(way)
        for joint in self.joints:
            system, way = self._joined(joint, [systems[k] for k in joint.members], values)
            systems.append(system)
            kept.append(way)

        # downwards
        lam: dict[int, Array] = {}
        for joint, (K, g) in zip(reversed(self.joints), reversed(kept), strict=True):
            lam[joint.group] = self.rolling.apply(_less, g, K, *_stacked(lam, joint.open))[0]
        a = [
            self.rolling.apply(_plus, a0, X, *_stacked(lam, groups))[0]
            for groups, (X, a0) in zip(self._of_block, ways, strict=True)
        ]
        named = [
            (row.name, x) for g, groups in lam.items() for row, x in zip(self.groups[g].rows, groups, strict=True)
        ]
        if inside:
            named += self._inside(values, a, lam)
        return a, dict(named)

    def _inside(self, values: _RowValues, a: Sequence[Array], lam: Mapping[int, Array]) -> list[tuple[str, Array]]:
        """Multipliers of rows inside blocks, where these do not depend on each other."""
        named: list[tuple[str, Array]] = []
        for block, groups, rates in zip(self.blocks, self._of_block, a, strict=True):
            if not has_multipliers(block, self._judge):
                continue
            rows = [row for g in groups for row in self.groups[g].rows]
            inner, outer = values.A(block, block.rows), values.A(block, rows)
            (mu,) = self.rolling.apply(_carried, block.forces, rates, outer, inner, *_stacked(lam, groups))
            named += [(row.name, x) for row, x in zip(block.rows, mu, strict=True)]
        return named

    # ---- steps

    def _condensed(
        self, block: Block, groups: tuple[int, ...], values: _RowValues, has_forces: bool
    ) -> tuple[Condensed, tuple[Array, Array]]:
        """A block by its ports, and how its accelerations follow from their multipliers."""
        rows = [row for g in groups for row in self.groups[g].rows]
        inertia = self._judge(block)
        kind = _Kind(has_forces, inertia.is_definite, inertia.n_free, values.count)
        Phi, beta, X, a0 = self.rolling.apply(
            _condensed_block,
            *(
                block.forces,
                values.A(block, rows),
                values.A(block, block.rows),
                values.of(block.rows),
            ),
            fixed=kind,
            note=f"the inertia of {', '.join(block.labels)} is singular there, along what their own rows allow; "
            "thin rods on one line have none about it: give them a radius, or ask the `equations` of the tree",
        )
        return Condensed(groups, Phi, beta), (X, a0)

    def _joined(
        self, joint: Joint, members: Sequence[Condensed], values: _RowValues
    ) -> tuple[Condensed, tuple[Array, Array]]:
        """Systems joined by a group of rows, and how its multipliers follow from those of the open ones."""
        every = (joint.group, *joint.open)
        place = {g: k for k, g in enumerate(every)}
        maps = tuple(tuple(place[g] for g in member.groups) for member in members)
        kind = _Joining(tuple(len(self.groups[g].rows) for g in every), maps, self._is_definite)
        arrays = [x for member in members for x in (member.Phi, member.beta)]
        rows = self.groups[joint.group].rows
        try:
            note = f"the rows {', '.join(row.name for row in rows)} depend on each other there, or on others"
            Phi, beta, K, g = self.rolling.apply(_met, values.of(rows), *arrays, fixed=kind, note=note)
        except _DependentRowsError as error:
            names = ", ".join(repr(rows[k].name) for k in error.numbers)
            raise FormulationError(
                f"whatever the state is, {names} would repeat what other rows say; leave them out"
            ) from None
        return Condensed(joint.open, Phi, beta), (K, g)


class _RowValues:
    """Entries and right sides of rows: computed once, by steps of their own."""

    def __init__(self, rolling: Rolling, right: RightSides) -> None:
        self.rolling, self._right, self.count = rolling, right, right.count
        self._A: dict[str, dict[str, Any]] = {}
        self._values: dict[str, Array] = {}

    def add(self, rows: Sequence[NodeConstraint]) -> None:
        """Compute these."""
        A = [x for row in rows for x in row.A.values()]
        right = [x for row in rows for x in self._right.of(row)]
        numbers, at = list(self.rolling.values(np.array([*A, *right], dtype=object))), 0
        for row in rows:
            self._A[row.name] = dict(zip(row.A, numbers[at : at + len(row.A)], strict=True))
            at += len(row.A)
        for row in rows:
            self._values[row.name] = np.array(numbers[at : at + self.count], dtype=object)
            at += self.count

    def A(self, block: Block, rows: Sequence[NodeConstraint]) -> Array:
        """Factors of the variables of a block in rows (m, n)."""
        A = np.full((len(rows), len(block.labels)), 0.0, dtype=object)
        for i, row in enumerate(rows):
            factors = self._A[row.name]
            for k, label in enumerate(block.labels):
                if label in factors:
                    A[i, k] = factors[label]
        return A

    def of(self, rows: Sequence[NodeConstraint]) -> Array:
        """Right sides of rows (m, k)."""
        right = np.full((len(rows), self.count), 0.0, dtype=object)
        for i, row in enumerate(rows):
            right[i] = self._values[row.name]
        return right


@dataclass(frozen=True)
class RightSides:
    """What rows ask for."""

    count: int
    of: Callable[[NodeConstraint], Sequence[Any]]


@dataclass(frozen=True)
class _Kind:
    """How a block is condensed."""

    has_forces: bool
    is_definite: bool
    n_free: int
    count: int


def _condensed_block(kind: _Kind, forces: Array, A: Array, B: Array, right: Array) -> list[Array]:
    """Φ, β, X = M⁻¹ Aᵀ and a₀ = M⁻¹ f; with rows B a = right of its own, all of that along their complement."""
    M, force = mass_and_forces(*forces)
    n, f = len(M), np.full((len(M), kind.count), 0.0, dtype=object)
    if kind.has_forces:
        f[:, 0] = force
    if len(B):
        # pivots of this state say what is independent
        C, e = null_space(B, n - kind.n_free), basic_solution(B, right, n - kind.n_free)
        inner, load = products(C.T, products(M, C)), products(C.T, f - products(M, e))
        z = _solved(inner, np.concatenate([products(C.T, A.T), load], axis=1), kind.is_definite)
        solution = products(C, z)
        solution[:, len(A) :] = solution[:, len(A) :] + e
    else:
        solution = _solved(M, np.concatenate([A.T, f], axis=1), kind.is_definite)
    X, a0 = solution[:, : len(A)], solution[:, len(A) :]
    return [_mirrored(products(A, X), kind.is_definite), products(A, a0), X, a0]


def _carried(forces: Array, a: Array, A: Array, B: Array, *lam: Array) -> list[Array]:
    """μ (m, 1) with M a = f + Aᵀ λ + Bᵀ μ."""
    M, f = mass_and_forces(*forces)
    need = products(M, a[:, 0]) - f
    if lam:
        need = need - products(A.T, np.concatenate(lam)[:, 0])
    return [np.asarray(transposed_basic_solution(B, need), dtype=object)[:, None]]


@dataclass(frozen=True)
class _Joining:
    """How condensed systems are joined: rows of the group that is met, of the others, and whose are which."""

    sizes: tuple[int, ...]
    maps: tuple[tuple[int, ...], ...]
    is_definite: bool


def _met(kind: _Joining, right: Array, *arrays: Array) -> list[Array]:
    """Φ and β of the whole, and K and g of λ = g − K λ_open for the rows that are met."""
    starts = [0, *accumulate(kind.sizes)]
    n, m, k = starts[-1], kind.sizes[0], right.shape[1]
    Phi, beta = np.full((n, n), 0.0, dtype=object), np.full((n, k), 0.0, dtype=object)
    for groups, Phi_one, beta_one in zip(kind.maps, arrays[::2], arrays[1::2], strict=True):
        rows = [i for g in groups for i in range(starts[g], starts[g + 1])]
        Phi[np.ix_(rows, rows)] = Phi[np.ix_(rows, rows)] + Phi_one
        beta[rows] = beta[rows] + beta_one
    sides = np.concatenate([Phi[:m, m:], right - beta[:m]], axis=1)
    solution = _solved(Phi[:m, :m], sides, kind.is_definite)
    K, g = solution[:, : n - m], solution[:, n - m :]
    rest = _mirrored(Phi[m:, m:] - products(Phi[m:, :m], K), kind.is_definite)
    return [rest, beta[m:] + products(Phi[m:, :m], g), K, g]


def _less(g: Array, K: Array, *above: Array) -> list[Array]:
    return [g - products(K, np.concatenate(above)) if above else g]


def _plus(a0: Array, X: Array, *lam: Array) -> list[Array]:
    return [a0 + products(X, np.concatenate(lam)) if lam else a0]


def _stacked(lam: Mapping[int, Array], groups: Sequence[int]) -> list[Array]:
    return [lam[g] for g in groups]


def _solved(M: Array, b: Array, is_definite: bool) -> Array:
    """M⁻¹ b (n, k), without a result where a pivot vanishes."""
    if not b.size:
        return b
    if not is_definite:
        return np.asarray(solve(M, b), dtype=object)
    factors = semidefinite_ldl(M, sparse_order(M))
    if factors.vanishing:
        raise _DependentRowsError(factors.vanishing)
    return np.asarray(ldl_solve(_watched(M, factors), b), dtype=object)


def _watched(M: Array, factors: FixedOrderFactors) -> FixedOrderFactors:
    """Factors of a definite matrix; they are none where it is not."""
    losses = [x * M[i, i] for i, x in enumerate(factors.D_inverse)]
    watched: list[Any] = [x for x in losses if isinstance(x, Expression)]
    values = [*watched, *(-x for x in watched)]
    bounds = [1.0 / SINGULAR.square] * len(watched) + [0.0] * len(watched)
    return replace(factors, D_inverse=bounded(factors.D_inverse, values, bounds, "pivots", LOST))


def _mirrored(A: Array, is_symmetric: bool) -> Array:
    """The matrix as given, or with its lower triangle on both sides."""
    if is_symmetric:
        for i in range(len(A)):
            A[: i + 1, i] = A[i, : i + 1]
    return A
