"""Eigenvalues of matrices, and of families of matrices: followed, and located where they pass something.

A matrix falls into blocks of variables that act on each other; others feed them or are fed by them. Eigenvalues
are those of the blocks, so a variable on which nothing depends gives an exact zero, and modes of different blocks
never get mixed up. Within a block, modes are followed by how far eigenvalues are from where the last step points,
and by what their vectors are made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector

Complex = NDArray[np.complex128]
Places = tuple[NDArray[np.intp], ...]
"""Rows and columns of a block, as `np.ix_` gives them."""

Family = Callable[[float], Matrix]
"""The matrix (n, n) at a value of the parameter."""

NEGLIGIBLE = 2.0**-44
"""Entry of a matrix, relative to the largest of its row or its column, that is rounding."""

NOISE = 1e-8
"""Real part, relative to the largest eigenvalue of its block, that cannot be told from zero; double eigenvalues
lose half of their digits."""

BLURRED = 1e-4
"""Part of the largest eigenvalue by which rounding may move those that are triple, with some room."""

ROOM = 10.0
"""Number of roundings on the way to a matrix."""

CLEAR = 0.2
"""How much worse than the best another assignment of modes must be, or the step is halved."""

HALVINGS = 8
"""How often a step is halved, where modes cannot be told apart: at a double root they never can."""

_STEPS = 200


# ---- blocks


def without_rounding(A: Matrix) -> Matrix:
    """Matrices (k, n, n) with zeros for entries that are rounding in all of them."""
    return np.where(acting(A), A, 0.0)


def acting(A: Matrix) -> NDArray[np.bool_]:
    """Which entries (n, n) of some matrices (k, n, n) are more than rounding in one of them."""
    return np.asarray(_acting_each(A).any(axis=0))


def _acting_each(A: Matrix) -> NDArray[np.bool_]:
    """Which entries of each matrix are more than rounding; (k, n, n)."""
    size = np.abs(A)
    rows, columns = size.max(axis=2, keepdims=True, initial=0.0), size.max(axis=1, keepdims=True, initial=0.0)
    return np.asarray(size > NEGLIGIBLE * np.maximum(rows, columns))


def blocks(A: Matrix) -> list[list[int]]:
    """Variables that act on each other, by number, in an order in which each acts on those before it only.

    A (k, n, n) are one matrix or several; a variable acts on another if it does in one of them.
    """
    return _blocks_of(acting(A))


def _blocks_of(acts: NDArray[np.bool_]) -> list[list[int]]:
    reach = acts | np.eye(len(acts), dtype=bool)
    for k in range(len(reach)):
        reach |= np.outer(reach[:, k], reach[k])

    # reach[i, j]: a change of j reaches i; in one block if both ways
    in_order: list[list[int]] = []
    left = list(range(len(reach)))
    while left:
        fed = [i for i in left if not any(reach[j, i] and not reach[i, j] for j in left)]
        block = [j for j in left if reach[fed[0], j] and reach[j, fed[0]]]
        in_order.append(block)
        left = [i for i in left if i not in block]
    return in_order


def influential(A: Matrix, always: Sequence[int]) -> list[int]:
    """Some variables, and all others that act on them in one of the matrices (k, n, n), by number."""
    variables: set[int] = set()
    for acts, _ in _alike(A):
        reached = set(always)
        while new := {int(j) for i in reached for j in np.flatnonzero(acts[i])} - reached:
            reached |= new
        variables |= reached
    return sorted(variables)


def changing_by_themselves(A: Matrix) -> list[int]:
    """Variables in blocks of which something grows or decays in one of the matrices (k, n, n), by number."""
    variables: set[int] = set()
    for acts, some in _alike(A):
        noise = NOISE * np.abs(some).max(axis=(1, 2), initial=0.0)
        for block in _blocks_of(acts):
            values = np.linalg.eigvals(some[:, block][:, :, block])
            if (np.abs(values.real) > noise[:, None]).any():
                variables |= set(block)
    return sorted(variables)


def _alike(A: Matrix) -> Iterator[tuple[NDArray[np.bool_], Matrix]]:
    """Matrices of which the same entries are more than rounding, together: which, and these matrices."""
    if not A.size:
        return
    patterns, of = np.unique(_acting_each(A), axis=0, return_inverse=True)
    for number, acts in enumerate(patterns):
        yield acts, A[of.ravel() == number]


def acting_back(A: Matrix) -> list[int]:
    """Variables that act on themselves, directly or by others, and all that act on those; A is (k, n, n)."""
    acts, left = acting(A), list(range(A.shape[-1]))
    while ends := [j for j in left if not acts[left, j].any()]:
        left = [j for j in left if j not in ends]
    return left


def eigenvectors(A: Matrix, order: Sequence[Sequence[int]]) -> tuple[Complex, Complex]:
    """Eigenvalues (n,) block by block, and vectors (n, n), one column each; A is one matrix (n, n).

    The part of a vector in blocks that its own block feeds follows from there; where an eigenvalue is one of these
    too, the least part that fits best.
    """
    values, columns = [], []
    for b, block in enumerate(order):
        block_values, vectors = np.linalg.eig(A[np.ix_(block, block)])
        for value, vector in zip(block_values, vectors.T, strict=True):
            column = np.zeros(len(A), dtype=complex)
            column[block] = vector

            # later blocks in this order act on earlier ones
            for fed in reversed(order[:b]):
                push = A[fed] @ column
                if np.abs(push).max(initial=0.0) > 0.0:
                    matrix = A[np.ix_(fed, fed)] - value * np.eye(len(fed))
                    column[fed] = -np.linalg.lstsq(matrix, push, rcond=1e-12)[0]
            values.append(value)
            columns.append(column / np.linalg.norm(column))
    return np.array(values, dtype=complex), np.array(columns, dtype=complex).reshape(len(A), len(A)).T


def blurs(A: Matrix, values: Complex, order: Sequence[Sequence[int]]) -> Matrix:
    """By how much rounding may have moved the eigenvalues (k, n) of matrices (k, n, n): at least by NOISE.

    Of several that are equal and have one vector only, as zeros of dependent speeds, it moves each by a root of
    itself: by ε ‖A‖/|l·r| with left and right vectors of length one (Wilkinson). Looked at where it counts.
    """
    size = np.abs(values).max(axis=1, keepdims=True, initial=0.0)
    blur, start = np.broadcast_to(NOISE * size, values.shape).copy(), 0
    for block in order:
        part = slice(start, start + len(block))
        start += len(block)
        doubtful = np.zeros(len(values), dtype=bool)
        for x in (np.abs(values[:, part].real), np.abs(values[:, part])):
            doubtful |= ((x > NOISE * size) & (x <= BLURRED * size)).any(axis=1)
        for k in map(int, np.flatnonzero(doubtful)) if len(block) > 1 else ():
            moved = _moved_by_rounding(A[k][np.ix_(block, block)], values[k, part])
            blur[k, part] = np.maximum(blur[k, part], np.minimum(moved, BLURRED * size[k]))
    return blur


def _moved_by_rounding(A: Matrix, values: Complex) -> Vector:
    """By how much rounding may have moved each of the eigenvalues (n,) of a matrix."""
    from scipy.linalg import eig

    eigenvalues, left, right = eig(A, left=True, right=True)
    angles = np.abs(np.einsum("ij,ij->j", left.conj(), right))
    moved = ROOM * np.finfo(float).eps * np.linalg.norm(A, 2) / np.maximum(angles, np.finfo(float).tiny)
    return np.asarray(moved[assignment(np.abs(values[:, None] - eigenvalues[None]))])


# ---- following


@dataclass(frozen=True, eq=False)
class _Points:
    """A block at several values of the parameter, the first axis of all arrays."""

    at: Vector
    A: Matrix
    values: Complex
    vectors: Complex

    @classmethod
    def of(cls, at: Vector, A: Matrix) -> _Points:
        """Points with eigenvalues and vectors of matrices A."""
        values, vectors = np.linalg.eig(A)
        return cls(at, A, values.astype(complex), vectors.astype(complex))

    def taken(self, which: slice) -> _Points:
        """Some of the points."""
        return _Points(self.at[which], self.A[which], self.values[which], self.vectors[which])


def followed(s: Vector, A: Matrix, family: Family, order: Sequence[Sequence[int]]) -> Complex:
    """Eigenvalues (k, n) at values s of the parameter, each column one mode, block by block.

    Matrices (k, n, n) at s are given; between them, the family.
    """
    columns = []
    for block in order:
        which = np.ix_(block, block)
        points = _Points.of(s, A[:, which[0], which[1]])
        columns.append(_tracks(points, _part(family, which)) if len(block) > 1 else points.values)
    return np.concatenate(columns, axis=1) if columns else np.zeros((len(s), 0), dtype=complex)


def _part(family: Family, which: Places) -> Family:
    return lambda x: np.asarray(family(x)[which])


def _tracks(points: _Points, family: Family) -> Complex:
    order = np.arange(points.values.shape[1])
    tracks = [points.values[0]]
    for step, values in zip(_successors(points, family, HALVINGS), points.values[1:], strict=True):
        order = step[order]
        tracks.append(values[order])
    return np.array(tracks)


def _successors(points: _Points, family: Family, halvings: int) -> NDArray[np.intp]:
    """For each step, and each mode at its beginning, the number of the mode at its end; (k − 1, n)."""
    cost = _costs(points.taken(slice(None, -1)), points.taken(slice(1, None)))
    successors: NDArray[np.intp] = np.argmin(cost, axis=2)
    for k in np.flatnonzero((np.sort(successors, axis=1) != np.arange(successors.shape[1])).any(axis=1)):
        successors[k] = assignment(cost[k])
    if halvings:
        for k in np.flatnonzero(_are_ambiguous(cost, successors)):
            ends, A = points.at[k : k + 2], points.A[k : k + 2]
            middle = float(ends.mean())
            finer = _Points.of(np.array([ends[0], middle, ends[1]]), np.stack([A[0], family(middle), A[1]]))

            # modes at the ends are numbered as they were
            first, second = _successors(_numbered(finer, points, int(k)), family, halvings - 1)
            successors[k] = second[first]
    return successors


def _numbered(finer: _Points, points: _Points, k: int) -> _Points:
    """Three points, the first and the last with the eigenvalues in the order of step k."""
    values, vectors = finer.values.copy(), finer.vectors.copy()
    values[[0, 2]], vectors[[0, 2]] = points.values[k : k + 2], points.vectors[k : k + 2]
    return _Points(finer.at, finer.A, values, vectors)


def _costs(last: _Points, point: _Points) -> Matrix:
    """How much each mode of the last points (rows) differs from each of the next ones (columns); (k, n, n)."""
    left = np.linalg.pinv(last.vectors)
    sizes = np.maximum(np.abs(last.values).max(axis=1), np.abs(point.values).max(axis=1))
    scale = np.maximum(sizes, np.finfo(float).tiny)[:, None]

    # where first-order changes of the eigenvalues lead, if they are small
    change = np.einsum("kij,kji->ki", left, (point.A - last.A) @ last.vectors)
    ahead = last.values + np.where(np.abs(change) < 0.3 * scale, change, 0.0)
    next_values = point.values[:, None, :]
    distance = np.minimum(
        np.abs(next_values - ahead[:, :, None]), 2.0 * np.abs(next_values - last.values[:, :, None])
    )
    shares = np.abs(left @ point.vectors)
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    return np.asarray(distance / scale[:, None] + (1.0 - shares))


def _are_ambiguous(cost: Matrix, successors: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each step, whether two modes could as well be exchanged."""
    exchanged = np.take_along_axis(cost, successors[:, None, :], axis=2)
    unchanged = np.einsum("kii->ki", exchanged)
    extra = exchanged + np.swapaxes(exchanged, 1, 2) - unchanged[:, :, None] - unchanged[:, None, :]
    first, second = np.triu_indices(successors.shape[1], 1)
    return np.asarray((extra[:, first, second] < CLEAR).any(axis=1))


def assignment(cost: Matrix) -> NDArray[np.intp]:
    """For each row its column, all different, with the least sum (Kuhn 1955, by shortest augmenting paths)."""
    n = len(cost)
    # prices of rows and columns, and the row of each column; number n is a column for the row that comes next
    u, v, row_of = np.zeros(n), np.zeros(n + 1), np.full(n + 1, -1)
    for row in range(n):
        row_of[n], column = row, n
        least, before, is_used = np.full(n, np.inf), np.full(n, n), np.zeros(n + 1, dtype=bool)
        while row_of[column] >= 0:
            is_used[column] = True
            reduced = cost[row_of[column]] - u[row_of[column]] - v[:n]
            is_better = ~is_used[:n] & (reduced < least)
            least[is_better], before[is_better] = reduced[is_better], column
            following = int(np.argmin(np.where(is_used[:n], np.inf, least)))
            step = least[following]
            u[row_of[is_used]] += step
            v[is_used] -= step
            least[~is_used[:n]] -= step
            column = following
        while column != n:
            row_of[column] = row_of[before[column]]
            column = before[column]
    columns = np.empty(n, dtype=np.intp)
    columns[row_of[:n]] = np.arange(n)
    return columns


# ---- where something happens


@dataclass(frozen=True)
class Passage:
    """A value of the parameter at which an eigenvalue passes the imaginary axis, or two are equal."""

    at: float
    eigenvalue: complex
    is_double: bool


def passages(
    s: Vector, tracks: Complex, family: Family, order: Sequence[Sequence[int]], blurred: Matrix | None = None
) -> list[Passage]:
    """All passages between the values s for which eigenvalues (k, n) are followed, to rounding.

    Real parts that are no larger than `blurred` (k, n) are zero.
    """
    blurred = np.zeros(tracks.shape) if blurred is None else blurred
    kept: list[Passage] = []
    start = 0
    for block in order:
        in_block: list[Passage] = []
        values_of_block, which = tracks[:, start : start + len(block)], np.ix_(block, block)
        start += len(block)

        def values(x: float, which: Places = which) -> Complex:
            return np.linalg.eigvals(family(x)[which]).astype(complex)

        noise = NOISE * np.abs(values_of_block).max(initial=0.0)
        blur = np.maximum(noise, blurred[:, start - len(block) : start])
        for track, moved in zip(values_of_block.T, blur.T, strict=True):
            in_block += _crossings(s, track, values, moved)
        for first, second in combinations(values_of_block.T, 2):
            in_block += _meetings(s, first, second, values, noise)
        kept += _once(in_block, float(np.ptp(s)), float(np.abs(values_of_block).max(initial=0.0)))
    return sorted(kept, key=lambda passage: passage.at)


def _once(several: Sequence[Passage], span: float, scale: float) -> list[Passage]:
    """One for conjugates, and for the two that meet; parts that are rounding of multiple eigenvalues are zero."""
    kept: list[Passage] = []
    for passage in several:
        real, imag = (
            x if abs(x) > BLURRED * scale else 0.0 for x in (passage.eigenvalue.real, abs(passage.eigenvalue.imag))
        )
        value = complex(real, imag)
        if not any(
            other.is_double == passage.is_double
            and abs(other.at - passage.at) <= BLURRED * span
            and abs(other.eigenvalue - value) <= 2.0 * BLURRED * scale
            for other in kept
        ):
            kept.append(Passage(passage.at, value, passage.is_double))
    return kept


def _crossings(s: Vector, track: Complex, values: Callable[[float], Complex], noise: Vector) -> list[Passage]:
    """Where the real part of a mode changes its sign."""
    signs = np.where(np.abs(track.real) > noise, np.sign(track.real), 0.0)
    clear = np.flatnonzero(signs)
    crossings = []
    for a, b in pairwise(clear):
        # a real part that stays zero in between is no passage
        if signs[a] == signs[b] or b - a > 2:
            continue
        ends = _Ends(float(s[a]), float(s[b]), track[a], track[b])

        def real_part(x: float, ends: _Ends = ends) -> tuple[float, complex]:
            value = _nearest(values(x), ends.between(x))
            return float(value.real), complex(value)

        at, value = _root(real_part, ends)
        crossings.append(Passage(at, complex(0.0, value.imag), False))
    return crossings


def _meetings(
    s: Vector, first: Complex, second: Complex, values: Callable[[float], Complex], noise: float
) -> list[Passage]:
    """Where two modes are equal and part in other directions: a pair becomes two real ones, for example.

    The square of half their difference is real on both sides then, and smooth; it changes its sign.
    """
    square, middle = (0.5 * (first - second)) ** 2, 0.5 * (first + second)
    is_real = np.abs(square.imag) <= 1e-6 * np.abs(square)
    meetings = []
    for a, b in pairwise(np.flatnonzero(is_real & (np.abs(square) > noise**2))):
        if square[a].real * square[b].real >= 0.0 or b - a > 2 or middle[a].imag < -noise:
            continue
        if abs(middle[a] - middle[b]) > 4.0 * (np.sqrt(abs(square[a])) + np.sqrt(abs(square[b]))):
            continue
        ends = _Ends(float(s[a]), float(s[b]), square[a], square[b])
        middles = _Ends(float(s[a]), float(s[b]), middle[a], middle[b])

        def half_difference(x: float, ends: _Ends = ends, middles: _Ends = middles) -> tuple[float, complex]:
            eigenvalues = values(x)
            pairs = [((0.5 * (p - q)) ** 2, 0.5 * (p + q)) for p, q in combinations(eigenvalues, 2)]
            wanted, mean = ends.between(x), middles.between(x)
            scale = np.abs(eigenvalues).max() or 1.0
            pair = min(pairs, key=lambda x: abs(x[1] - mean) + abs(x[0] - wanted) / scale)
            return float(pair[0].real), complex(pair[1])

        at, mean = _root(half_difference, ends)
        if abs(half_difference(at)[0]) <= 1e-6 * max(abs(square[a]), abs(square[b])):
            meetings.append(Passage(at, complex(mean), True))
    return meetings


@dataclass(frozen=True)
class _Ends:
    """Values at both ends of an interval."""

    a: float
    b: float
    at_a: complex
    at_b: complex

    def between(self, x: float) -> complex:
        """Value at x on the straight line through the ends."""
        part = (x - self.a) / (self.b - self.a)
        return (1.0 - part) * self.at_a + part * self.at_b


def _nearest(values: Complex, wanted: complex) -> complex:
    return complex(values[np.argmin(np.abs(values - wanted))])


def _root(function: Callable[[float], tuple[float, complex]], ends: _Ends) -> tuple[float, complex]:
    """Where the first result is zero, and the second one there: false position with halved weights (Illinois)."""
    (a, fa), (b, fb) = (ends.a, ends.at_a.real), (ends.b, ends.at_b.real)
    x, result = a, ends.at_a
    for step in range(_STEPS):
        x = b - fb * (b - a) / (fb - fa) if step % 4 < 3 else 0.5 * (a + b)
        fx, result = function(x)
        if fx == 0.0 or abs(b - a) <= 4.0 * np.finfo(float).eps * max(abs(a), abs(b)):
            break
        if (fx > 0.0) == (fb > 0.0):
            b, fb, fa = x, fx, 0.5 * fa
        else:
            a, fa, b, fb = b, fb, x, fx
    return x, result
