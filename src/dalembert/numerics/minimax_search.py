"""Search for the least of the largest of some functions, with rows that are not positive, where runs may fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.numerics.quadratic_programs import quadratic_program

_FIRST_RADIUS, _LEAST_RADIUS = 0.2, 1e-9
_MOST_PENALTY = 1e8


@dataclass(frozen=True, eq=False)
class Values:
    """Functions of which the largest counts, and rows that shall not be positive."""

    pieces: Vector
    rows: Vector

    @property
    def objective(self) -> float:
        """The largest of the functions."""
        return float(self.pieces.max())

    @property
    def violation(self) -> float:
        """The largest row, if it is positive."""
        return float(self.rows.max(initial=0.0))


Evaluate = Callable[[Vector], Values | None]
"""Values at x (n,); None where there are none."""

Slopes = Callable[[Vector], tuple[Matrix, Matrix] | None]
"""Derivatives of pieces and rows by x; None where there are none."""


@dataclass(eq=False)
class MinimaxSearch:
    """Sequential quadratic programs in a box [0, 1]ⁿ within a trust region, with the best so far."""

    evaluate: Evaluate
    slopes: Slopes
    tolerance: float = 1e-6
    iterations: int = 200
    x: Vector = field(init=False)
    values: Values = field(init=False)
    message: str = field(init=False, default="")
    converged: bool = field(init=False, default=False)
    history: list[tuple[float, float]] = field(init=False, default_factory=list)

    def run(self, x: Vector, values: Values, told: Callable[[int], None]) -> None:
        """Go on from x until nothing gets better."""
        self.x, self.values = x, values
        n, radius, penalty = len(x), _FIRST_RADIUS, 0.0
        # objectives come in units of their size at the beginning
        scale = max(abs(values.objective), 1.0)
        B = scale * np.eye(n)
        slopes = self._slopes_near()
        self.history.append((values.objective, values.violation))
        for k in range(self.iterations):
            told(k)
            if slopes is None:
                self.message = "there are no derivatives here: runs fail next to the best one"
                return
            largest = max(np.abs(slopes[0]).max(initial=0.0), scale)
            penalty = max(penalty, 10.0 * largest)
            d, tau, spare, weights = self._step(slopes, B, radius, penalty)
            while spare > self.tolerance and penalty < _MOST_PENALTY * largest:
                penalty *= 10.0
                again = self._step(slopes, B, radius, penalty)
                if again[2] > 0.9 * spare:
                    d, tau, spare, weights = again
                    break
                d, tau, spare, weights = again
            merit = self.values.objective + penalty * self.values.violation
            predicted = merit - (tau + 0.5 * d @ B @ d + penalty * spare)
            if predicted <= self.tolerance * scale * 1e-2 or np.abs(d).max() < _LEAST_RADIUS:
                self.converged, self.message = True, "nothing near is better"
                return
            trial, x = self.evaluate(self.x + d), self.x + d
            if trial is not None and trial.violation > max(self.values.violation, self.tolerance):
                trial, x = self._corrected(trial, x, slopes, B, radius, penalty)
            gain = -np.inf if trial is None else merit - trial.objective - penalty * trial.violation
            ratio = gain / predicted
            radius = (
                0.25 * float(np.abs(d).max())
                if ratio < 0.1
                else min(1.0, 2.0 * radius)
                if ratio > 0.7 and np.abs(d).max() > 0.9 * radius
                else radius
            )
            if ratio > 1e-4 and trial is not None:
                moved = x - self.x
                before, self.x, self.values = slopes, x, trial
                self.history.append((trial.objective, trial.violation))
                slopes = self._slopes_near()
                if slopes is not None:
                    B = _updated(B, moved, self._change(before, slopes, weights), scale)
            elif radius < _LEAST_RADIUS:
                self.converged = True
                self.message = "nothing near is better, to the precision of the runs"
                return
        self.message = f"the limit of {self.iterations} iterations was reached"

    def _slopes_near(self) -> tuple[Matrix, Matrix] | None:
        return self.slopes(self.x)

    def _step(
        self,
        slopes: tuple[Matrix, Matrix],
        B: Matrix,
        radius: float,
        penalty: float,
        rows: Vector | None = None,
    ) -> tuple[Vector, float, float, Vector]:
        """The step d, the largest piece after it, by how much rows are missed, and multipliers."""
        n, pieces = len(self.x), self.values.pieces
        rows = self.values.rows if rows is None else rows
        k, m = len(pieces), len(rows)
        base = float(pieces.max())
        # steps in units of the radius, values and rows in units of what they may change in it, so that the program
        # is solved to as many digits wherever the bounds are
        steepest = [float(np.abs(x).max(initial=0.0)) for x in slopes]
        of_pieces = max(radius * max(steepest[0], 1.0), 1e-3 * float((base - pieces).max()))
        of_rows = max(radius * steepest[1], float(np.abs(rows).max(initial=0.0))) or 1.0
        H = np.zeros((n + 2, n + 2))
        H[:n, :n] = B * (radius**2 / of_pieces)
        c = np.zeros(n + 2)
        c[n], c[n + 1] = 1.0, penalty * of_rows / of_pieces if m else 1.0
        up, down = np.minimum(radius, 1.0 - self.x), np.minimum(radius, self.x)
        box = np.eye(n, n + 2)
        A = np.vstack(
            [
                np.hstack([slopes[0] * (radius / of_pieces), -np.ones((k, 1)), np.zeros((k, 1))]),
                np.hstack([slopes[1] * (radius / of_rows), np.zeros((m, 1)), -np.ones((m, 1))]),
                -np.eye(n + 2)[-1:],
                box,
                -box,
            ]
        )
        b = np.concatenate([(base - pieces) / of_pieces, -rows / of_rows, [0.0], up / radius, down / radius])
        size = max(float(np.abs(H).max()), c[n + 1], 1.0)
        found = quadratic_program(H / size + 1e-12 * np.eye(n + 2), c / size, A, b)
        d = np.clip(radius * found.x[:n], -down, up)
        weights = size * found.multipliers[: k + m]
        weights[k:] *= of_pieces / of_rows
        tau = base + float((pieces - base + slopes[0] @ d).max())
        spare = max(0.0, float((rows + slopes[1] @ d).max(initial=0.0)))
        return d, tau, spare, weights

    def _corrected(
        self,
        trial: Values,
        x: Vector,
        slopes: tuple[Matrix, Matrix],
        B: Matrix,
        radius: float,
        penalty: float,
    ) -> tuple[Values, Vector]:
        """A second step that looks at how rows bend, if it is better than the first."""
        d = x - self.x
        again = self._step(slopes, B, radius, penalty, rows=trial.rows - slopes[1] @ d)[0]
        second = self.evaluate(self.x + again)
        if second is None:
            return trial, x

        def merit(values: Values) -> float:
            return values.objective + penalty * values.violation

        return (second, self.x + again) if merit(second) < merit(trial) else (trial, x)

    def _change(self, before: tuple[Matrix, Matrix], after: tuple[Matrix, Matrix], weights: Vector) -> Vector:
        """How the gradient of the Lagrangian changed."""
        return (np.vstack(after) - np.vstack(before)).T @ weights


def _updated(B: Matrix, s: Vector, y: Vector, scale: float) -> Matrix:
    """Powell's damped update by Broyden, Fletcher, Goldfarb and Shanno."""
    Bs = B @ s
    curvature = float(s @ Bs)
    if curvature < 1e-14 * scale:
        return B
    if s @ y < 0.2 * curvature:
        part = 0.8 * curvature / (curvature - float(s @ y))
        y = part * y + (1.0 - part) * Bs
    result: Matrix = B - np.outer(Bs, Bs) / curvature + np.outer(y, y) / float(s @ y)
    return result
