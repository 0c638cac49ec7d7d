"""Typical sizes of rows of constraints, so that they can be weighed against each other and inertia."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.expr.calls import array_of
from dalembert.expr.node import Expression, Node, inputs_of, traverse
from dalembert.expr.rewrite import evaluate
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.numerics.element_numbers import ElementNumbers
from dalembert.numerics.repeated_system import RepeatedSystem
from dalembert.numerics.second_order import Unsolved

_SAMPLES = 3

_LARGE, _BLOCK = 200, 256
"""Speeds from which on matrices are factorized as sparse ones, and rows that are solved for at a time."""

_SINGULAR = 1e-13
"""Ratio of the smallest and the largest pivot of a matrix that has no inverse."""

_NEXT_TO_NOTHING = 1e-200
"""An entry that changes no number, but keeps its place among those of a sparse matrix."""

LENGTH = 0.01
"""Size of coordinates that are no angles: levers are then those of bodies, whether millimetres or metres."""


@dataclass(frozen=True, eq=False)
class RowSizes:
    """Typical sizes of rows, as numbers."""

    weights: Array
    """One over J M⁻¹ Jᵀ of each row, (m,)."""

    derivatives: Array
    """The largest entry of each row of J, (m,)."""


def row_sizes(system: Unsolved) -> RowSizes:
    """The sizes where nothing is aligned by chance: medians over some places."""
    if not len(system.J):
        return RowSizes(np.zeros(0), np.zeros(0))
    generator = np.random.default_rng(7)
    return _medians([_sizes_at(system, _place(system, generator)) for _ in range(_SAMPLES)])


def repeated_row_sizes(system: RepeatedSystem) -> RowSizes:
    """The same sizes, at the same places, of a system of elements."""
    if not len(system.lam):
        return RowSizes(np.zeros(0), np.zeros(0))
    generator, samples = np.random.default_rng(7), []
    for _ in range(_SAMPLES):
        M, J = _repeated_numbers(system, generator)
        sizes = _sizes_by_factors(M, J)
        samples.append(_sizes_of(M.toarray(), J.toarray()) if sizes is None else sizes)
    return _medians(samples)


def _medians(samples: Sequence[tuple[Vector, Vector]]) -> RowSizes:
    weights, derivatives = np.nanmedian(np.array(samples), axis=0)
    return RowSizes(np.where(np.isfinite(weights), weights, 1.0), np.where(derivatives > 0.0, derivatives, 1.0))


def _sizes_at(system: Unsolved, values: Mapping[Node, float]) -> tuple[Vector, Vector]:
    if len(system.M) > _LARGE:
        sizes = _sizes_by_factors(_numbers(system.M, values), _numbers(system.J, values))
        if sizes is not None:
            return sizes
    return _sizes_of(evaluate(system.M.to_array(), values), evaluate(system.J.to_array(), values))


def _sizes_of(M: Matrix, J: Matrix) -> tuple[Vector, Vector]:
    # with a share of Jᵀ J, so that the inverse exists where M is singular
    share = np.trace(M) / np.sum(J * J)
    inverse = np.linalg.pinv(M + share * J.T @ J)
    with np.errstate(divide="ignore"):
        return 1.0 / np.einsum("ij,jk,ik->i", J, inverse, J), np.abs(J).max(axis=1)


def _sizes_by_factors(M: Any, J: Any) -> tuple[Vector, Vector] | None:
    """The sizes by sparse factors, whose cost does not grow with the cube of the size; None if there are none."""
    from scipy.sparse.linalg import splu

    share = M.diagonal().sum() / J.power(2).sum()
    A = _with_pattern(M, share * (J.T @ J), abs(J).T @ abs(J))
    try:
        factors = splu(A, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    except RuntimeError:  # singular
        return None
    pivots = abs(factors.U.diagonal())
    if not pivots.min() > _SINGULAR * pivots.max():
        return None
    mobility = _mobility(J, factors)
    if mobility is None:
        blocks = [J[k : k + _BLOCK].toarray() for k in range(0, J.shape[0], _BLOCK)]
        mobility = np.concatenate([np.sum(block.T * factors.solve(block.T), axis=0) for block in blocks])
    with np.errstate(divide="ignore"):
        return 1.0 / mobility, abs(J).max(axis=1).toarray().ravel()


def _with_pattern(M: Any, products: Any, pattern: Any) -> Any:
    """M + products with an entry wherever a pattern has one: one that cancels is next to nothing, but there."""
    from scipy.sparse import csc_array

    parts = [x.tocoo() for x in (M, products, _NEXT_TO_NOTHING * (pattern > 0.0))]
    places = tuple(np.concatenate([getattr(x, name) for x in parts]) for name in ("row", "col"))
    return csc_array((np.concatenate([x.data for x in parts]), places), shape=M.shape)


def _mobility(J: Any, factors: Any) -> Vector | None:
    """The diagonal of J A⁻¹ Jᵀ from the entries of A⁻¹ where factors of A have some; None if these do not suffice.

    Column by column from the last: with S the rows of column l of L, Z[S, j] = −Z[S, S] l (Takahashi et al. 1973).
    """
    from scipy.sparse import csc_array, csr_array, diags_array

    order = factors.perm_c
    if not np.array_equal(factors.perm_r, order):
        return None
    L = factors.L.tocsc()
    L.sort_indices()
    starts, rows, entries = L.indptr, L.indices, L.data
    pivots, Z = factors.U.diagonal(), np.zeros(len(L.data))
    for j in reversed(range(len(order))):
        S, l = rows[starts[j] + 1 : starts[j + 1]], entries[starts[j] + 1 : starts[j + 1]]
        known = np.zeros((len(S), len(S)))
        for k, column in enumerate(S):
            places = starts[column] + np.searchsorted(rows[starts[column] : starts[column + 1]], S[k:])
            if places[-1] >= len(rows) or not np.array_equal(rows[places], S[k:]):
                return None
            known[k:, k] = known[k, k:] = Z[places]
        Z[starts[j] + 1 : starts[j + 1]] = z = -known @ l
        Z[starts[j]] = 1.0 / pivots[j] - l @ z
    lower = csc_array((Z, rows, starts), shape=L.shape)
    inverse = (lower + lower.T - diags_array(lower.diagonal())).tocsr()
    ordered = csr_array((J.data, order[J.indices], J.indptr), shape=J.shape)
    needed = abs(ordered).T @ abs(ordered)
    if needed.multiply(inverse != 0.0).nnz != needed.nnz:
        return None
    return np.asarray((ordered @ inverse).multiply(ordered).sum(axis=1), dtype=float)


def _numbers(matrix: SparseMatrix, values: Mapping[Node, float]) -> Any:
    """The matrix with numbers, by rows, of SciPy."""
    from scipy.sparse import csr_array

    rows, columns = np.array(matrix.places).T
    entries = evaluate(array_of(matrix.values, (len(rows),)), values)
    return csr_array((entries, (rows, columns)), shape=matrix.shape)


def _place(system: Unsolved, generator: np.random.Generator) -> dict[Node, float]:
    """Values of all variables: angles and parts of directions about one, lengths small."""
    outputs = [x for x in (*system.M.values, *system.J.values) if isinstance(x, Expression)]
    inputs = inputs_of([*outputs, *(x for x in system.projected if isinstance(x, Expression))])
    states = dict(zip((*system.q, *system.u), _states(generator, len(system.q) + len(system.u)), strict=True))
    values = {x: states[x] if x in states else generator.uniform(0.3, 1.3) for x in inputs if x.op != "parameter"}
    lengths = _outside_of_sines(outputs)
    for x, valid in zip(system.q, system.projected, strict=True):
        if x in values and x in lengths and valid is x:
            values[x] *= LENGTH
    valid = evaluate(system.projected, values)
    return values | {x: value for x, value in zip(system.q, valid, strict=True) if x in values}


def _states(generator: np.random.Generator, n: int) -> list[float]:
    """Values of coordinates and speeds, in the order of the system."""
    return generator.uniform(0.3, 1.3, n).tolist()


# ---- of elements


def _repeated_numbers(system: RepeatedSystem, generator: np.random.Generator) -> tuple[Any, Any]:
    """M and J as sparse matrices of numbers, of SciPy."""
    nq, nu = len(system.q), len(system.u)
    x = np.array(_states(generator, nq + nu))
    at = ElementNumbers(system, x[:nq], x[nq:])
    lengths = np.zeros(nq, dtype=bool)
    for group in (*system.bodies, *system.parts):
        kind = group.kind
        outside = _outside_of_sines([y for y in (*kind.M.values, *kind.J.values) if isinstance(y, Expression)])
        lengths[at.coordinates(group)[:, [y in outside for y in kind.q]]] = True
    q = x[:nq].copy()
    for group in system.bodies:
        pairs = zip(group.kind.projected, group.kind.q, strict=True)
        short = at.coordinates(group)[:, [a is b for a, b in pairs]]
        q[short] *= np.where(lengths[short], LENGTH, 1.0)
    at = ElementNumbers(system, ElementNumbers(system, q, x[nq:]).valid_coordinates(), x[nq:])
    return at.M, at.J


def _outside_of_sines(outputs: Sequence[Expression]) -> set[Expression]:
    """Nodes that outputs depend on otherwise than through sines and cosines; other coordinates are angles."""
    outside = set(outputs)
    for node in reversed(traverse(outputs)):
        if node in outside and node.op not in ("sin", "cos"):
            outside.update(x for x in node.args if isinstance(x, Expression))
    return outside
