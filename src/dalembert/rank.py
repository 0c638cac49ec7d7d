"""Rank: how many rows of a matrix are independent, and how near others are to dependent.

One criterion decides everywhere. Rows are scaled to length one, and their singular values are compared with the
largest: that is a distance, the sine of an angle by which rows miss dependence. So neither the length of a row nor
the unit of its residual matters. Columns that are lengths are measured by the arms that stand beside them, so the
unit of length does not matter either.

A distance is small at one of four levels of nearness. Pivots of J M⁻¹ Jᵀ and eigenvalues of mass matrices, beside
their diagonals, are squares of distances: they are compared with the square of a level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector

# ---- how near to dependent


@dataclass(frozen=True)
class Nearness:
    """A level of nearness to dependence: a name for a size of distances."""

    distance: float
    """Singular value of rows of length one, beside the largest, below which rows are that near."""

    words: str
    """Words for messages about rows at this level."""

    @property
    def square(self) -> float:
        """The bound for pivots and eigenvalues, which are squares of distances."""
        return self.distance**2


LAST_DIGITS = Nearness(1e-12, "depend on each other to the last digits")
"""One elimination cannot tell the distance from zero, whatever the matrix is; for rows that are not scaled."""

ROUNDING = Nearness(1e-9, "depend on each other to rounding")
"""Rounding explains the distance.

Structure is decided so, where nothing is aligned by chance: rows that differ at all differ by much more there.
"""

SINGULAR = Nearness(1e-6, "depend on each other as far as positions are exact")
"""The position counts as singular, a row as dependent there.

An assembly that ends in a singular position misses it by a tenth of this at most, and a thousandth of a radian
away from it distances are a thousand times larger. In squares nothing is left of the digits below.
"""

NEARLY = Nearness(1e-3, "nearly depend on each other")
"""Accelerations have fewer than about ten digits: a linkage is a thousandth of a radian from singular."""

INVOLVED = 1e-6
"""Part in a dependence, beside the largest, from which on something takes part in it."""

MAINLY = 0.01
"""Part in a dependence, beside the largest, that counts where rows nearly depend or a position is not exact."""

NOISE = 2.0**-46
"""Rounding of 64 operations, beside what they add up: for entries, where no other row is a measure."""


# ---- scales


def row_scales(A: Matrix) -> Vector:
    """Norms of the rows of a derivative (…, m); those that vanish are measured by the largest, or by one."""
    norms: Vector = np.sqrt(np.einsum("...ij,...ij->...i", A, A))
    largest = norms.max(axis=-1, keepdims=True, initial=0.0)
    return np.where(norms > ROUNDING.distance * largest, norms, np.where(largest > 0.0, largest, 1.0))


def are_lengths(names: Sequence[str], units: Mapping[str, str]) -> NDArray[np.bool_]:
    """Whether each coordinate or speed is a length or its rate, as far as there are units."""
    return np.array([units.get(name) in ("m", "m/s") for name in names], dtype=bool)


def typical_row_sizes(matrices: Sequence[Matrix]) -> Vector:
    """The largest norms (m,) that rows have in some places."""
    norms = np.max([np.linalg.norm(J, axis=1) for J in matrices], axis=0)
    return row_scales(norms[:, None])


def column_sizes(J: Matrix, is_length: NDArray[np.bool_]) -> Vector:
    """Sizes of changes (…, n) that count alike: one for angles, and for lengths the typical arm in J (…, m, n).

    In a row that has both, the entries of angles are arms times those of lengths, whatever the row measures; the
    arm is the median over these rows. Entries that are rounding beside the others are none. Columns times their
    sizes do not depend on the unit of length, but for the scale of whole rows.
    """
    if not is_length.any() or is_length.all() or not J.shape[-2]:
        return np.ones((*J.shape[:-2], J.shape[-1]))
    turning, sliding = (np.linalg.norm(J[..., part], axis=-1) for part in (~is_length, is_length))
    has_both = (turning > LAST_DIGITS.distance * sliding) & (sliding > LAST_DIGITS.distance * turning)
    logarithms = np.log(np.where(has_both, turning, 1.0)) - np.log(np.where(has_both, sliding, 1.0))
    # without any such row, the size of lengths does not matter
    counts = has_both | ~has_both.any(axis=-1, keepdims=True)
    arm = np.exp(np.nanmedian(np.where(counts, logarithms, np.nan), axis=-1, keepdims=True))
    return np.where(is_length, arm, 1.0)


def _scaled(J: Matrix, sizes: Vector | None = None) -> Matrix:
    """Rows of length one, or by their typical sizes (m,)."""
    return J / (row_scales(J) if sizes is None else sizes)[..., None]


def _count(s: NDArray[np.floating], level: Nearness) -> int:
    """Number of singular values, the largest first, that are not zero."""
    return int((s > level.distance * s.max(initial=0.0)).sum())


# ---- how many


def ranks(J: Matrix, level: Nearness = SINGULAR, *, sizes: Vector | None = None) -> NDArray[np.intp]:
    """Number of independent rows of each matrix (…, m, n).

    A row that is short here is so because its residual has a small unit, or because the position is singular. Only
    their typical `sizes` (m,) tell, those that rows have elsewhere.
    """
    s = np.linalg.svd(_scaled(J, sizes), compute_uv=False)
    return np.asarray((s > level.distance * s.max(axis=-1, keepdims=True, initial=0.0)).sum(axis=-1))


def rank(J: Matrix, level: Nearness = SINGULAR, *, sizes: Vector | None = None) -> int:
    """Number of independent rows."""
    return int(ranks(J, level, sizes=sizes))


def smallest_value(J: Matrix, *, sizes: Vector | None = None) -> float:
    """The distance of rows from dependence; zero if some are dependent."""
    s = np.linalg.svd(_scaled(J, sizes), compute_uv=False)
    return float(s[-1] / s[0]) if len(s) == len(J) and s.any() else float(not len(J))


# ---- which rows


def independent_rows(J: Matrix, n: int, acceptable: float = 0.1) -> tuple[int, ...]:
    """Numbers of n rows that span all, earlier ones first unless that is much worse.

    A row is acceptable in its turn if this part is left of it besides those taken, beside the best candidate.
    """
    left, rows = _scaled(J), list[int]()
    for _ in range(n):
        sizes = np.linalg.norm(left, axis=1)
        i = int(np.argmax(sizes >= acceptable * sizes.max()))
        rows.append(i)
        direction = left[i] / sizes[i]
        left = left - np.outer(left @ direction, direction)
    return tuple(sorted(rows))


def rows_after_others(J: Matrix, level: Nearness = SINGULAR) -> tuple[int, ...]:
    """Numbers of the rows that depend on those before them."""
    A = _scaled(J)
    counts = [0, *(_count(np.linalg.svd(A[: i + 1], compute_uv=False), level) for i in range(len(A)))]
    return tuple(i for i in range(len(A)) if counts[i + 1] == counts[i])


def coefficients(J: Matrix, kept: Sequence[int], row: int) -> Vector:
    """Factors (n_kept,) with which rows add up to one that depends on them."""
    scales = row_scales(J)
    rows = J[list(kept)] / scales[list(kept), None]
    factors: Vector = np.linalg.lstsq(rows.T, J[row], rcond=SINGULAR.distance)[0]
    return factors / scales[list(kept)]


def dependent_among(
    J: Matrix, kept: Sequence[int], level: Nearness = SINGULAR, *, sizes: Vector | None = None
) -> tuple[int, ...]:
    """Numbers of the rows that take part in dependences among them."""
    U, s, _ = np.linalg.svd(_scaled(J, sizes)[list(kept)])
    parts = np.abs(U[:, _count(s, level) :]).max(axis=1, initial=0.0)
    return tuple(i for i, part in zip(kept, parts, strict=True) if part > _least_part(level))


def pivots(J: Matrix, columns: Sequence[int]) -> list[tuple[int, int]]:
    """Rows and those of some columns that they determine best, as many as the rank: complete pivoting."""
    left, rest = _scaled(np.asarray(J, dtype=float)), list(columns)
    smallest = SINGULAR.distance * np.abs(left).max(initial=0.0)
    pairs: list[tuple[int, int]] = []
    while rest and np.abs(left[:, rest]).max(initial=0.0) > smallest:
        i, j = np.unravel_index(int(np.argmax(np.abs(left[:, rest]))), (len(left), len(rest)))
        k = rest.pop(int(j))
        left = left - np.outer(left[:, k], left[i] / left[i, k])
        left[i] = 0.0
        pairs.append((int(i), k))
    return pairs


def _least_part(level: Nearness) -> float:
    return MAINLY if level is NEARLY else INVOLVED


# ---- what rows leave free


def free_motions(J: Matrix, level: Nearness = SINGULAR) -> Matrix:
    """Orthonormal columns (n, n_free) that span the null space."""
    _, s, Vt = np.linalg.svd(_scaled(J))
    return Vt[_count(s, level) :].T


def zero_combinations(A: Matrix, level: Nearness = ROUNDING) -> tuple[int, ...]:
    """Numbers of the columns of A that take part in combinations of columns that are zero."""
    parts = np.abs(free_motions(A, level)).max(axis=1, initial=0.0)
    return tuple(int(k) for k in np.flatnonzero(parts > _least_part(level)))


# ---- mass matrices


def is_definite(M: Matrix) -> bool:
    """Whether a symmetric matrix is positive definite: its eigenvalues are squares, by a unit diagonal."""
    if not len(M):
        return True
    if not (diagonal := M.diagonal()).min() > 0.0:
        return False
    values = np.linalg.eigvalsh(M / np.sqrt(np.outer(diagonal, diagonal)))
    return bool(values[0] > SINGULAR.square * values[-1])


def motions_without_inertia(M: Matrix, is_length: NDArray[np.bool_]) -> Matrix:
    """Columns (n, k) along which a semidefinite matrix vanishes.

    Speeds whose diagonal entry is rounding beside the largest have no inertia; entries of lengths and of angles
    are not compared with each other.
    """
    scales = _inertia_scales(M, is_length)
    return scales[:, None] * _null_directions(M, scales)


def shares_without_inertia(M: Matrix, is_length: NDArray[np.bool_]) -> Vector:
    """Parts (n,) of the speeds, each by its own size, in motions along which a semidefinite matrix vanishes."""
    directions = _null_directions(M, _inertia_scales(M, is_length))
    return np.asarray(np.abs(directions).max(axis=1, initial=0.0))


def _null_directions(M: Matrix, scales: Vector) -> Matrix:
    values, vectors = np.linalg.eigh(scales[:, None] * M * scales)
    return vectors[:, values <= SINGULAR.square * values.max(initial=0.0)]


def _inertia_scales(M: Matrix, is_length: NDArray[np.bool_]) -> Vector:
    """Sizes of speeds (n,) that give a unit diagonal; where that is rounding, those of the largest entry."""
    diagonal = M.diagonal()
    sizes = np.where(is_length, *(diagonal[part].max(initial=0.0) for part in (is_length, ~is_length)))
    # a moment of inertia that is rounding is the square of an arm that is
    largest = diagonal.max(initial=0.0) or 1.0
    sizes = np.where(sizes > NOISE**2 * largest, sizes, largest)
    return np.asarray(1.0 / np.sqrt(np.where(diagonal > NOISE * sizes, diagonal, sizes)))
