"""Inertial parameters from forces along a motion: base parameters, and bodies that are possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.estimation.base_parameters import BaseParameters
from dalembert.estimation.body_wrenches import NAMES, as_inertia, of_pseudo_inertia, pseudo_inertia
from dalembert.name_checks import checked_names
from dalembert.numerics.bounded_least_squares import Linearized, least_squares
from dalembert.numerics.quantiles import t_quantile
from dalembert.spatial.inertia import Inertia

SPREAD = 1e-6
"""Size of what is added to a body without extent along an axis, beside its extent along others."""

WIDEST = 12.0
"""Logarithm of the factor by which extents of a body may change."""

LARGEST = 1e100
"""Forces from which squares of sums of squares overflow."""

ROUNDING = 1e-14
"""Forces beside the largest that are rounding."""

FAR, PART = 5.0, 1e-3
"""Deviations, and part of a base parameter, from which the nearest possible bodies do not have it."""

ROUNDS, LEAST = 5, 1e-6
"""Rounds in which the noise of each row is found, and the least beside the largest."""


@dataclass(frozen=True, eq=False, repr=False)
class InertialEstimate:
    """Base parameters as forces tell them, and the bodies nearest to the model's that have them."""

    base: BaseParameters
    values: Mapping[str, float]
    """Values of the base parameters, by their combinations."""

    covariance: Matrix
    freedom: float
    noise: Vector
    """Standard deviation of the forces along each row."""

    inertias: Mapping[str, Inertia]
    """Bodies with positive density that fit best; what forces do not tell is next to the model."""

    consistent: Mapping[str, float]
    """Parameters of these bodies by name."""

    residuals: Matrix
    """Forces that the base parameters leave (T, r)."""

    notes: tuple[str, ...] = ()
    """Remarks: inputs that were taken to be zero."""

    @cached_property
    def deviations(self) -> dict[str, float]:
        """Standard deviations of the base parameters."""
        return dict(zip(self.values, map(float, np.sqrt(np.diag(self.covariance))), strict=True))

    def interval(self, name: str, confidence: float = 0.95) -> tuple[float, float]:
        """Interval that contains the true value of a base parameter in this part of all experiments."""
        checked_names([name], self.values, "base parameter")
        reach = t_quantile(0.5 + 0.5 * confidence, self.freedom) * self.deviations[name]
        return self.values[name] - reach, self.values[name] + reach

    def __getitem__(self, name: str) -> float:
        checked_names([name], self.values, "base parameter")
        return self.values[name]

    def __str__(self) -> str:
        width = max(map(len, self.values), default=0)
        reach = t_quantile(0.975, self.freedom)
        lines = [f"{'base parameter'.ljust(width)}  {'value':>12}  {'± 95 %':>9}"]
        lines += [
            f"{name.ljust(width)}  {x:>12.6g}  {reach * self.deviations[name]:>9.2g}"
            for name, x in self.values.items()
        ]
        return "\n".join([*lines, *self.notes])

    def __repr__(self) -> str:
        return f"<InertialEstimate: {len(self.values)} base parameters of {len(self.inertias)} bodies>"


def inertial_estimate(
    Y: Matrix,
    forces: Matrix,
    base: BaseParameters,
    values: Vector,
    names: tuple[str, ...],
    notes: tuple[str, ...] = (),
) -> InertialEstimate:
    """Base parameters for Y (T, r, n) π = forces (T, r), by squares weighted with the noise of each row."""
    T, r, _ = Y.shape
    columns, beta = list(base.columns), base.combinations
    if not float(np.abs(forces).max(initial=0.0)) < LARGEST:
        raise ModelError(
            f"forces are below {LARGEST:g} N, N·m: measured inputs or the motion are beyond all bodies"
        )
    weights = np.ones(r)
    for _ in range(ROUNDS):
        A = (Y[:, :, columns] / weights[None, :, None]).reshape(T * r, len(columns))
        b = (forces / weights).ravel()
        sizes = np.linalg.norm(A, axis=0)
        solution = np.linalg.lstsq(A / sizes, b, rcond=None)[0] / sizes
        residuals = forces - Y[:, :, columns] @ solution
        noise = np.sqrt((residuals**2).sum(axis=0) / max(T - len(columns) / r, 1.0))
        # where nothing acts, no noise is found and no row weighs more
        scale = max(float(noise.max()), ROUNDING * float(np.abs(forces).max(initial=0.0))) or 1.0
        weights = np.maximum(noise, LEAST * scale)
    freedom = max(float(T * r - len(columns)), 1.0)
    covariance = np.linalg.pinv((A / sizes).T @ (A / sizes)) / np.outer(sizes, sizes)
    covariance *= float((((b - A @ solution) ** 2).sum()) / freedom)
    chosen = _possible(beta, solution, covariance, values)
    notes += _impossible(
        base.names, solution, beta @ chosen, np.sqrt(np.diag(covariance)), np.abs(beta) @ abs(values)
    )
    bodies = list(dict.fromkeys(name.rsplit(".", 1)[0] for name in names))
    k = len(NAMES)
    return InertialEstimate(
        base,
        dict(zip(base.names, map(float, solution), strict=True)),
        covariance,
        freedom,
        noise,
        {body: as_inertia(chosen[k * i : k * i + k]) for i, body in enumerate(bodies)},
        dict(zip(names, map(float, chosen), strict=True)),
        residuals,
        notes,
    )


def _impossible(
    names: tuple[str, ...], solution: Vector, nearest: Vector, deviations: Vector, sizes: Vector
) -> tuple[str, ...]:
    """A note where no bodies with positive density have the base parameters."""
    off = np.abs(nearest - solution)
    far = off > np.maximum(FAR * deviations, PART * float(np.maximum(np.abs(solution), sizes).max(initial=0.0)))
    if not far.any():
        return ()
    k = int(np.argmax(np.where(far, off, 0.0)))
    return (
        f"no bodies of positive density have these: {names[k]} is {solution[k]:.4g}, and {nearest[k]:.4g} of the "
        "nearest ones; perhaps measured inputs have the wrong sign or order, or friction is missing",
    )


def _possible(beta: Matrix, solution: Vector, covariance: Matrix, values: Vector) -> Vector:
    """Parameters of bodies with positive density that have the base parameters as nearly as their deviations ask.

    Each pseudo-inertia is L Lᵀ with positive diagonal (log-Cholesky), so that all are possible. Along what forces
    do not tell, the search does not move.
    """
    k = len(NAMES)
    starts = [_positive(pseudo_inertia(part)) for part in values.reshape(-1, k)]
    factors = [np.linalg.cholesky(P) for P in starts]
    lower = np.tril_indices(4)
    is_diagonal = lower[0] == lower[1]
    x = np.concatenate([np.where(is_diagonal, 0.0, L[lower]) for L in factors])
    diagonals = [L[lower] for L in factors]
    # deviations, none of which is zero where measurements are exact
    spread, axes = np.linalg.eigh(covariance)
    rounded = ROUNDING * float(np.abs(solution).max(initial=0.0))
    least = max(1e-12 * float(spread.max(initial=0.0)), rounded**2, 1e-200)
    whitening = (axes / np.sqrt(np.maximum(spread, least))).T

    def evaluate(x: Vector) -> Linearized:
        parts, slopes = [], np.zeros((len(values), len(x)))
        for i, diagonal in enumerate(diagonals):
            piece = x[10 * i : 10 * i + 10]
            L = np.zeros((4, 4))
            L[lower] = np.where(is_diagonal, diagonal * np.exp(np.where(is_diagonal, piece, 0.0)), piece)
            parts.append(of_pseudo_inertia(L @ L.T))
            for j, (row, column) in enumerate(zip(*lower, strict=True)):
                dL = np.zeros((4, 4))
                dL[row, column] = L[row, column] if row == column else 1.0
                slopes[k * i : k * i + k, 10 * i + j] = of_pseudo_inertia(dL @ L.T + L @ dL.T)
        r = whitening @ (beta @ np.concatenate(parts) - solution)
        return Linearized(0.5 * float(r @ r), r, whitening @ beta @ slopes)

    reach = np.tile(np.where(is_diagonal, WIDEST, np.inf), len(diagonals))
    found = least_squares(evaluate, x, -reach, reach)
    assert found is not None
    best = []
    for i, diagonal in enumerate(diagonals):
        piece = found.x[10 * i : 10 * i + 10]
        L = np.zeros((4, 4))
        L[lower] = np.where(is_diagonal, diagonal * np.exp(np.where(is_diagonal, piece, 0.0)), piece)
        best.append(of_pseudo_inertia(L @ L.T))
    return np.concatenate(best)


def _positive(P: Matrix) -> Matrix:
    """A pseudo-inertia with some extent along all axes."""
    sizes, axes = np.linalg.eigh(P)
    least = SPREAD * max(float(sizes.max()), 1e-9)
    result: Matrix = (axes * np.maximum(sizes, least)) @ axes.T
    return result
