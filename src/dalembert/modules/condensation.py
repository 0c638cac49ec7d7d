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

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.bounds import bounded
from dalembert.expr.fixed_order import FixedOrderFactors, ldl_solve, semidefinite_ldl, sparse_order
from dalembert.expr.linear import solve
from dalembert.expr.node import Node, Scalar
from dalembert.expr.null_space import basic_solution, null_space, transposed_basic_solution
from dalembert.expr.rolled_tracing import Rolling
from dalembert.expr.sparse_matrix import products
from dalembert.modules.coupled_blocks import Block, InertiaCheck, mass_and_forces
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.rank import SINGULAR

LOST = "rows depend on each other in this state, or inertia is lost there"
"""Message where a pivot vanishes."""


class _DependentRowsError(Exception):
    """Pivots vanish identically: these rows of a matrix repeat others, whatever the values are."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__()
        self.numbers = numbers


@dataclass(frozen=True, eq=False)
class Group:
    """Rows between the same blocks; they are eliminated together."""

    rows: tuple[NodeConstraint, ...]
    blocks: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Elimination:
    """Elimination of a group: the condensed systems that it joins, and the groups that stay open."""

    group: int
    members: tuple[int, ...]
    """Numbers of the joined systems: blocks come first, then the results of eliminations, in order."""

    open: tuple[int, ...]


def has_multipliers(block: Block, inertia_of: InertiaCheck) -> bool:
    """Whether rows inside a block are independent, so that their multipliers are determined."""
    return bool(block.rows) and len(block.labels) - inertia_of(block).n_free == len(block.rows)


def groups_of(blocks: Sequence[Block], rows: Sequence[NodeConstraint]) -> list[Group]:
    """Groups of rows by the blocks between which they stand."""
    owner = {label: k for k, block in enumerate(blocks) for label in block.labels}
    rows_of: dict[tuple[int, ...], list[NodeConstraint]] = {}
    for row in rows:
        rows_of.setdefault(tuple(sorted({owner[label] for label in row.A})), []).append(row)
    return [Group(tuple(members), key) for key, members in rows_of.items()]


def elimination_order(groups: Sequence[Group], n_blocks: int) -> list[Elimination]:
    """Order of elimination by minimum degree: next is the first group that leaves the fewest rows open."""
    systems: dict[int, set[int]] = {k: set() for k in range(n_blocks)}
    holders: list[set[int]] = [set(group.blocks) for group in groups]
    for g, group in enumerate(groups):
        for k in group.blocks:
            systems[k].add(g)

    def open_beside(g: int) -> set[int]:
        return set().union(*(systems[k] for k in holders[g])) - {g}

    def weight(g: int) -> int:
        return sum(len(groups[j].rows) for j in open_beside(g))

    heap = [(weight(g), g) for g in range(len(groups))]
    heapq.heapify(heap)
    weight_of, order = dict((g, w) for w, g in heap), list[Elimination]()
    while heap:
        w, g = heapq.heappop(heap)
        if weight_of.get(g) != w:
            continue
        del weight_of[g]
        members, still_open = tuple(sorted(holders[g])), open_beside(g)
        new = n_blocks + len(order)
        order.append(Elimination(g, members, tuple(sorted(still_open))))
        for k in members:
            for j in systems.pop(k) - {g}:
                holders[j].discard(k)
        systems[new] = still_open
        for j in still_open:
            holders[j].add(new)
        for j in still_open:
            if weight_of[j] != (w := weight(j)):
                weight_of[j] = w
                heapq.heappush(heap, (w, j))
    return order


@dataclass(frozen=True, eq=False)
class Condensed:
    """A condensed system: w = Φ λ + β of the rows of its open groups."""

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
        order: Sequence[Elimination],
        inertia_of: InertiaCheck,
    ) -> None:
        self.rolling, self.blocks, self.groups, self.order = rolling, blocks, groups, order
        self._inertia_of = inertia_of
        self._is_definite = all(inertia_of(block).is_definite for block in blocks)
        self._of_block: list[tuple[int, ...]] = [() for _ in blocks]
        for g, group in enumerate(groups):
            for k in group.blocks:
                self._of_block[k] = (*self._of_block[k], g)

    def solved(
        self, right: RightSides, *, has_forces: bool, inside: bool = False
    ) -> tuple[list[Array], dict[str, Array]]:
        """Accelerations of each block (n, k) and multipliers (k,) by row, for k right sides of A a = right.

        Without forces, accelerations are the smallest ones, in the metric of inertia, that meet the rows. With
        `inside`, the multipliers include those of rows inside blocks.
        """
        values = _RowValues(self.rolling, right)
        for rows in (*(group.rows for group in self.groups), *(block.rows for block in self.blocks if block.rows)):
            values.add(rows)

        # upwards: a = X λ + a₀ of blocks, λ = g − K λ_open of groups
        systems, responses, relations = [], [], []
        for block, groups in zip(self.blocks, self._of_block, strict=True):
            system, response = self._condensed(block, groups, values, has_forces)
            systems.append(system)
            responses.append(response)
        for step in self.order:
            system, relation = self._joined(step, [systems[k] for k in step.members], values)
            systems.append(system)
            relations.append(relation)

        # downwards: multipliers, then accelerations
        lam: dict[int, Array] = {}
        for step, (K, g) in zip(reversed(self.order), reversed(relations), strict=True):
            lam[step.group] = self.rolling.apply(_group_multipliers, g, K, *(lam[j] for j in step.open))[0]
        a = [
            self.rolling.apply(_block_accelerations, a0, X, *(lam[j] for j in groups))[0]
            for groups, (X, a0) in zip(self._of_block, responses, strict=True)
        ]
        named = [(row.name, x) for j, mu in lam.items() for row, x in zip(self.groups[j].rows, mu, strict=True)]
        if inside:
            named += self._inside(values, a, lam)
        return a, dict(named)

    def _inside(self, values: _RowValues, a: Sequence[Array], lam: Mapping[int, Array]) -> list[tuple[str, Array]]:
        """Multipliers of rows inside blocks, where these rows are independent."""
        named: list[tuple[str, Array]] = []
        for block, groups, rates in zip(self.blocks, self._of_block, a, strict=True):
            if not has_multipliers(block, self._inertia_of):
                continue
            rows = [row for g in groups for row in self.groups[g].rows]
            inner, outer = values.A(block, block.rows), values.A(block, rows)
            (mu,) = self.rolling.apply(
                _inner_multipliers, block.forces, rates, outer, inner, *(lam[g] for g in groups)
            )
            named += [(row.name, x) for row, x in zip(block.rows, mu, strict=True)]
        return named

    # ---- steps

    def _condensed(
        self, block: Block, groups: tuple[int, ...], values: _RowValues, has_forces: bool
    ) -> tuple[Condensed, tuple[Array, Array]]:
        """A block condensed to its open rows, and X, a₀ of its accelerations a = X λ + a₀."""
        rows = [row for g in groups for row in self.groups[g].rows]
        inertia = self._inertia_of(block)
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
            note=f"the inertia of {', '.join(block.labels)} is singular there, along what their rows allow; "
            "thin rods on one line have none about it: give them a radius, or take the `equations` of the tree",
        )
        return Condensed(groups, Phi, beta), (X, a0)

    def _joined(
        self, step: Elimination, members: Sequence[Condensed], values: _RowValues
    ) -> tuple[Condensed, tuple[Array, Array]]:
        """Systems joined by a group of rows, and K, g of its multipliers λ = g − K λ_open."""
        every = (step.group, *step.open)
        place = {g: k for k, g in enumerate(every)}
        maps = tuple(tuple(place[g] for g in member.groups) for member in members)
        kind = _Joining(tuple(len(self.groups[g].rows) for g in every), maps, self._is_definite)
        arrays = [x for member in members for x in (member.Phi, member.beta)]
        rows = self.groups[step.group].rows
        try:
            note = f"the rows {', '.join(row.name for row in rows)} depend on each other there, or on others"
            Phi, beta, K, g = self.rolling.apply(_eliminated, values.of(rows), *arrays, fixed=kind, note=note)
        except _DependentRowsError as error:
            names = ", ".join(repr(rows[k].name) for k in error.numbers)
            raise FormulationError(
                f"{names} would be redundant in every state: other rows say as much; leave them out"
            ) from None
        return Condensed(step.open, Phi, beta), (K, g)


class _RowValues:
    """Entries and right sides of rows, each computed once, by a step of its own."""

    def __init__(self, rolling: Rolling, right: RightSides) -> None:
        self.rolling, self._right, self.count = rolling, right, right.count
        self._A: dict[str, dict[str, Scalar]] = {}
        self._values: dict[str, Array] = {}

    def add(self, rows: Sequence[NodeConstraint]) -> None:
        """Compute entries and right sides of these rows."""
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
    """Right sides of A a = right: their number, and their values for a row."""

    count: int
    of: Callable[[NodeConstraint], Sequence[Scalar]]


@dataclass(frozen=True)
class _Kind:
    """Structure of the condensation of a block."""

    has_forces: bool
    is_definite: bool
    n_free: int
    count: int


def _condensed_block(kind: _Kind, forces: Array, A: Array, B: Array, right: Array) -> list[Array]:
    """Φ, β, X = M⁻¹ Aᵀ and a₀ = M⁻¹ f of a block; with inner rows B a = right, along their complement."""
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


def _inner_multipliers(forces: Array, a: Array, A: Array, B: Array, *lam: Array) -> list[Array]:
    """Multipliers μ (m, 1) of rows inside a block: M a = f + Aᵀ λ + Bᵀ μ."""
    M, f = mass_and_forces(*forces)
    need = products(M, a[:, 0]) - f
    if lam:
        need = need - products(A.T, np.concatenate(lam)[:, 0])
    return [np.asarray(transposed_basic_solution(B, need), dtype=object)[:, None]]


@dataclass(frozen=True)
class _Joining:
    """Structure of an elimination: sizes of the eliminated group and of the open ones, and their systems."""

    sizes: tuple[int, ...]
    maps: tuple[tuple[int, ...], ...]
    is_definite: bool


def _eliminated(kind: _Joining, right: Array, *arrays: Array) -> list[Array]:
    """Φ and β of the joined system, and K and g of λ = g − K λ_open for the eliminated rows."""
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


def _group_multipliers(g: Array, K: Array, *above: Array) -> list[Array]:
    """Multipliers λ = g − K λ_open of an eliminated group."""
    return [g - products(K, np.concatenate(above)) if above else g]


def _block_accelerations(a0: Array, X: Array, *lam: Array) -> list[Array]:
    """Accelerations a = a₀ + X λ of a block."""
    return [a0 + products(X, np.concatenate(lam)) if lam else a0]


def _solved(M: Array, b: Array, is_definite: bool) -> Array:
    """M⁻¹ b (n, k); no result in states where a pivot vanishes."""
    if not b.size:
        return b
    if not is_definite:
        return np.asarray(solve(M, b), dtype=object)
    factors = semidefinite_ldl(M, sparse_order(M))
    if factors.vanishing:
        raise _DependentRowsError(factors.vanishing)
    return np.asarray(ldl_solve(_watched(M, factors), b), dtype=object)


def _watched(M: Array, factors: FixedOrderFactors) -> FixedOrderFactors:
    """Factors of a definite matrix; no result in states where it is not definite."""
    losses = [x * M[i, i] for i, x in enumerate(factors.D_inverse)]
    watched = [x for x in losses if isinstance(x, Node)]
    values = [*watched, *(-x for x in watched)]
    bounds = [1.0 / SINGULAR.square] * len(watched) + [0.0] * len(watched)
    return replace(factors, D_inverse=bounded(factors.D_inverse, values, bounds, "pivots", LOST))


def _mirrored(A: Array, is_symmetric: bool) -> Array:
    """The matrix, with its lower triangle on both sides if it is symmetric."""
    if is_symmetric:
        for i in range(len(A)):
            A[: i + 1, i] = A[i, : i + 1]
    return A
