"""Least squares within bounds and equalities, by Levenberg and Marquardt, with steps that may be refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from dalembert.arrays import Matrix, Vector

RANK = 1e-6
"""Singular value of the scaled Jacobian, beside the largest, along which no step is taken."""

SMALL_STEP, SMALL_GAIN, NEAR = 1e-9, 1e-11, 1e-7
"""Step beside the values, and gain beside the cost of one residual, that end a search; gain beside the cost up to
which it is a minimum."""

DAMPING = 1e-6
"""Damping to begin with, over the square of the sizes of columns."""

ROUNDING = 1e-13
"""Part of a cost that is rounding, of runs too."""

LEAST_DAMPING, MOST_DAMPING = 1e-10, 1e12

CLOSED = 1e-6
"""Equality, beside its size, that holds."""


@dataclass(frozen=True, eq=False)
class Linearized:
    """Residuals and equalities at a point, and how they change: cost ½ r·r (or what a loss makes of it)."""

    cost: float
    residuals: Vector
    jacobian: Matrix
    gaps: Vector = field(default_factory=lambda: np.zeros(0))
    """Equalities that shall be zero, each over its size."""

    gap_jacobian: Matrix = field(default_factory=lambda: np.zeros((0, 0)))


@dataclass(frozen=True, eq=False)
class Minimum:
    """The best point that a search reached, and why it ended there."""

    x: Vector
    at: Linearized
    costs: tuple[float, ...]
    """Cost of the start and after each accepted step."""

    refused: int
    converged: bool
    reason: str
    is_interrupted: bool = False
    is_boxed: bool = False
    """Whether the search ended where it did because steps to smaller residuals could not be evaluated."""


def least_squares(
    evaluate: Callable[[Vector], Linearized | None],
    x: Vector,
    lower: Vector,
    upper: Vector,
    *,
    most_steps: int = 200,
    small_gain: float = SMALL_GAIN,
) -> Minimum | None:
    """The minimum near a start within bounds; None if the start cannot be evaluated.

    Points at which `evaluate` gives None are steps that are refused. A KeyboardInterrupt ends the search with the
    best point so far, once there is one.
    """
    point = evaluate(x)
    if point is None:
        return None
    search = _Search(evaluate, x, point, lower, upper, small_gain)
    try:
        reason, is_interrupted = search.run(most_steps), False
    except KeyboardInterrupt:
        reason, is_interrupted = "interrupted: these are the best values so far", True
    costs, text = tuple(search.costs), reason or "converged"
    return Minimum(
        search.x, search.point, costs, search.refused, not reason, text, is_interrupted, search.is_boxed
    )


class _Search:
    """The state of one search."""

    def __init__(
        self,
        evaluate: Callable[[Vector], Linearized | None],
        x: Vector,
        point: Linearized,
        lower: Vector,
        upper: Vector,
        small_gain: float,
    ) -> None:
        self.evaluate, self.x, self.point = evaluate, np.array(x), point
        self.lower, self.upper = lower, upper
        self.costs, self.refused, self.is_boxed = [point.cost], 0, False
        self.damping, self.growth, self.weight, self.small_gain = DAMPING, 4.0, 0.0, small_gain
        self.sizes = np.zeros(len(x))

    def run(self, most_steps: int) -> str:
        """Steps to the minimum; the reason if it is none."""
        accepted = 0
        while accepted < most_steps:
            local = _Local(self.point, self.x, self._scaled(), self.lower, self.upper)
            refused, is_fresh = self.refused, False
            while True:
                step = local.step(self.damping)
                gain = self._predicted(step, local)
                is_closed = float(np.abs(self.point.gaps).max(initial=0.0)) <= CLOSED
                if is_closed and self._is_small(step, gain):
                    if not self.refused or self._is_near(local):
                        return ""
                    # refused steps made this one small, not the minimum
                    if self.refused > refused:
                        return self._stuck(True)
                    if is_fresh:
                        return ""
                    self.damping, self.growth, is_fresh = DAMPING, 4.0, True
                    continue
                after = self.evaluate(np.clip(self.x + step, self.lower, self.upper))
                ratio = self._gain(after, gain)
                if after is not None and ratio > 1e-4:
                    self._accept(step, after, ratio)
                    accepted += 1
                    break
                self.refused += after is None
                self.damping, self.growth = (
                    self.damping * max(self.growth, 10.0 * (after is None)),
                    2 * self.growth,
                )
                if self.damping > MOST_DAMPING:
                    if is_closed and self._is_near(local):
                        return ""
                    return self._stuck(after is None)
        return f"not converged after {most_steps} steps"

    @property
    def _least_gain(self) -> float:
        """Gain that is none: of a cost that is itself known to rounding only."""
        return max(self.small_gain / len(self.point.residuals), ROUNDING) * self.point.cost

    def _is_small(self, step: Vector, gain: float) -> bool:
        length = float(np.linalg.norm(self.sizes * step))
        return length <= SMALL_STEP * float(np.linalg.norm(self.sizes * self.x)) or gain <= self._least_gain

    def _is_near(self, local: _Local) -> bool:
        """Whether a step that nothing damps gains next to nothing: the point is a minimum."""
        step = local.step(LEAST_DAMPING)
        gain = self._predicted(step, local)
        return gain <= NEAR * self.point.cost or self._is_small(step, gain)

    def _stuck(self, by_failure: bool) -> str:
        self.is_boxed = by_failure
        return (
            "no step leads on: runs fail for values next to these"
            if by_failure
            else "no step leads on to smaller residuals"
        )

    def _accept(self, step: Vector, after: Linearized, ratio: float) -> None:
        self.x, self.point = np.clip(self.x + step, self.lower, self.upper), after
        self.costs.append(after.cost)
        self.damping = max(self.damping * max(0.1, 1.0 - (2.0 * ratio - 1.0) ** 3), LEAST_DAMPING)
        self.growth = 4.0

    def _scaled(self) -> Vector:
        """Sizes by which unknowns are compared: largest columns so far."""
        columns = _lengths(self.point.jacobian)
        if len(self.point.gaps):
            columns = np.hypot(columns, _lengths(self.point.gap_jacobian))
        self.sizes = np.maximum(self.sizes, columns)
        return np.where(self.sizes > 0.0, self.sizes, 1.0)

    def _predicted(self, step: Vector, local: _Local) -> float:
        gain = local.gain(step)
        if len(self.point.gaps):
            # a merit that lets residuals grow as far as equalities must be closed
            need = -gain / max(self._open_gaps(self.point), 1e-300)
            self.weight = max(self.weight, 2.0 * need)
            gain += self.weight * (self._open_gaps(self.point) - local.left_open(step))
        return gain

    def _gain(self, after: Linearized | None, predicted: float) -> float:
        if after is None or not np.isfinite(after.cost) or predicted <= 0.0:
            return -1.0
        gain = self.point.cost - after.cost
        if len(after.gaps):
            gain += self.weight * (self._open_gaps(self.point) - self._open_gaps(after))
        return gain / predicted

    @staticmethod
    def _open_gaps(point: Linearized) -> float:
        return float(np.abs(point.gaps).sum())


class _Local:
    """Linear least squares about a point, in few numbers."""

    def __init__(self, point: Linearized, x: Vector, sizes: Vector, lower: Vector, upper: Vector) -> None:
        self.k, self.sizes = len(x), sizes
        self.R, self.s = _condensed(point.jacobian, point.residuals)
        self.C, self.c = point.gap_jacobian.reshape(len(point.gaps), self.k), point.gaps
        self.down, self.up = lower - x, upper - x

    def gain(self, step: Vector) -> float:
        """By how much a step lessens the cost."""
        change = self.R @ step
        return float(-(self.s @ change) - 0.5 * change @ change)

    def left_open(self, step: Vector) -> float:
        """Sum of the equalities that a step leaves."""
        return float(np.abs(self.c + self.C @ step).sum())

    def step(self, damping: float) -> Vector:
        """The damped step; what would cross a bound goes to it."""
        step, is_free = np.zeros(self.k), np.ones(self.k, dtype=bool)
        for _ in range(self.k + 1):
            step[is_free] = self._free_step(step, is_free, damping)
            low, high = is_free & (step < self.down), is_free & (step > self.up)
            if not (low | high).any():
                break
            step[low], step[high] = self.down[low], self.up[high]
            is_free &= ~(low | high)
        return step

    def _free_step(self, step: Vector, is_free: Matrix, damping: float) -> Vector:
        sizes = self.sizes[is_free]
        others = np.where(is_free, 0.0, step)
        R, s = self.R[:, is_free] / sizes, self.s + self.R @ others
        start, Z = np.zeros(len(sizes)), np.eye(len(sizes))
        if len(self.c):
            C = self.C[:, is_free] / sizes
            # where steps are short, equalities are closed in part
            wanted = -(self.c / (1.0 + damping) + self.C @ others)
            start = np.linalg.lstsq(C, wanted, rcond=1e-12)[0]
            Z = _null_space(C)
        if not Z.shape[1]:
            return start / sizes
        U, singular, Vt = np.linalg.svd(R @ Z, full_matrices=False)
        kept = singular > RANK * singular.max(initial=0.0)
        U, singular, Vt = U[:, kept], singular[kept], Vt[kept]
        along = -(singular / (singular**2 + damping)) * (U.T @ (s + R @ start))
        result: Vector = (start + Z @ (Vt.T @ along)) / sizes
        return result


def _condensed(J: Matrix, r: Vector) -> tuple[Matrix, Vector]:
    """R and s of as many rows as unknowns, |J d + r|² = |R d + s|² + rest, by the products of columns."""
    lengths = _lengths(J)
    sizes = np.where(lengths > 0.0, lengths, 1.0)
    squares, axes = np.linalg.eigh((J.T @ J) / np.outer(sizes, sizes))
    # what is smaller is rounding of the products
    kept = squares > 0.01 * RANK**2 * squares.max(initial=0.0)
    roots, axes = np.sqrt(squares[kept]), axes[:, kept]
    return roots[:, None] * axes.T * sizes, (axes.T @ ((J.T @ r) / sizes)) / roots


def _null_space(C: Matrix) -> Matrix:
    _, singular, Vt = np.linalg.svd(C)
    rank = int((singular > 1e-12 * singular.max(initial=0.0)).sum())
    return Vt[rank:].T


def _lengths(J: Matrix) -> Vector:
    """Lengths of the columns, without squares of all entries in memory."""
    lengths: Vector = np.sqrt(np.einsum("ij,ij->j", J, J))
    return lengths
