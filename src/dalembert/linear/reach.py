"""Reach of linear equations: what inputs control and what outputs observe."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix

Complex = NDArray[np.complex128]

TOLERANCE = 1e-9
"""Distance from being out of reach, beside the size of the matrices, that counts as none."""


@dataclass(frozen=True, eq=False)
class Reach:
    """How many dimensions inputs reach, or outputs show, and which modes they do not."""

    rank: int
    dimensions: int
    eigenvalues: Complex
    distances: Matrix
    """For each eigenvalue λ the smallest singular value of [A − λ 1, B], beside those of A and B; what has none is
    out of reach (Popov, Belevitch and Hautus)."""

    tolerance: float
    by: str
    verb: str

    @property
    def is_complete(self) -> bool:
        """Whether all dimensions are reached, or shown."""
        return self.rank == self.dimensions

    @property
    def missed(self) -> Complex:
        """Eigenvalues of modes that are out of reach, or not seen."""
        return self.eigenvalues[self.distances <= self.tolerance]

    def __str__(self) -> str:
        missed = ", ".join(f"{x:.6g}" for x in self.missed)
        rest = f"; not modes with the eigenvalues {missed}" if missed else ""
        count = f"{self.rank} of {self.dimensions} dimensions"
        return f"{self.by} {self.verb} {count} (tolerance {self.tolerance:g}){rest}"


def reach(A: Matrix, B: Matrix, by: str, verb: str, tolerance: float = TOLERANCE) -> Reach:
    """Dimensions and modes that ẏ = A y + B τ reaches from its inputs."""
    n = len(A)
    # sizes of the states that make rows and columns alike: units do not matter
    scale = _balanced(A)
    A, B = A * scale / scale[:, None], B / scale[:, None]
    B = B / np.maximum(np.linalg.norm(B, axis=0), np.finfo(float).tiny)
    size = max(float(np.linalg.norm(A, 2)), 1.0) if n else 1.0
    eigenvalues = np.linalg.eigvals(A).astype(complex)
    pencils = [np.hstack([(A - value * np.eye(n)) / size, B]) for value in eigenvalues]
    distances = np.array([np.linalg.svd(pencil, compute_uv=False)[-1] for pencil in pencils])
    return Reach(_rank(A / size, B, tolerance), n, eigenvalues, distances, tolerance, by, verb)


def _rank(A: Matrix, B: Matrix, tolerance: float) -> int:
    """Dimension of the smallest space that contains B and that A does not leave."""
    basis, new = np.zeros((len(A), 0)), B
    while new.shape[1] and basis.shape[1] < len(A):
        left = new - basis @ (basis.T @ new)
        U, s, _ = np.linalg.svd(left - basis @ (basis.T @ left), full_matrices=False)
        fresh = U[:, s > tolerance]
        basis, new = np.hstack([basis, fresh]), A @ fresh
    return basis.shape[1]


def _balanced(A: Matrix) -> Matrix:
    """Scales (n,) with which rows and columns of A have equal sizes (Parlett and Reinsch)."""
    scale = np.ones(len(A))
    for _ in range(20):
        for i in range(len(A)):
            B = np.abs(A * scale / scale[:, None])
            row, column = B[i].sum() - B[i, i], B[:, i].sum() - B[i, i]
            if row > 0.0 and column > 0.0:
                scale[i] *= np.sqrt(row / column)
    return scale
