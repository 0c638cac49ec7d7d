"""Rotations of bodies of a tree in angles that a user chose, and their angular velocity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import derivative
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import symbol
from dalembert.expr.trial_numbers import finite_samples
from dalembert.spatial.rotations import Axes
from dalembert.spatial.vectors import as_array, as_shape
from dalembert.typed.vocabulary import VariableNames, labels

NOT_A_ROTATION = 1e-9
"""Entry of Rᵀ R − 1 at random angles that is more than rounding."""


@dataclass(frozen=True, eq=False)
class RotationAngles:
    """Three angles by name, and the rotation matrix R (3, 3) of a body that is written in them.

    R has the axes of the body, seen in the world, as columns.

    Parameters
    ----------
    names : str or sequence of str
        Names of the three angles.
    R : array (3, 3)
        Rotation matrix as expressions of symbols of these names, with the axes of the body, seen in the
        world, as columns.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> R = da.spatial.euler("zxy", [S("ψ"), S("φ"), S("θ")])
    >>> w = da.modules.RotationAngles("ψ φ θ", R).velocity()
    >>> at = {"ψ": 0.0, "φ": 0.0, "θ": 0.0, "ψ'": 2.0, "φ'": 1.0, "θ'": 0.0}
    >>> print(da.expr.evaluate(w, {S(name): x for name, x in at.items()}).round(6))
    [1. 0. 2.]
    """

    names: tuple[str, ...]
    R: Array

    def __init__(self, names: VariableNames, R: Array) -> None:
        object.__setattr__(self, "names", labels(names, "rotation angles"))
        object.__setattr__(self, "R", as_shape(np.array(R, dtype=object), (3, 3), "a rotation matrix"))
        if len(self.names) != 3:
            raise FormulationError(f"a rotation has three angles, not {', '.join(self.names) or 'none'}")
        _check_rotation(self.R)

    def rotation(self, angles: Array) -> Array:
        """Rotation matrix with these variables in place of the angles."""
        return as_array(substitute(self.R, dict(zip(map(symbol, self.names), angles, strict=True))))

    def rate_matrix(self, angles: Array, seen_in: Axes = Axes.BODY) -> Array:
        """Matrix Q with ω = Q · rates of the angles; (3, 3)."""
        variables = list(map(symbol, self.names))
        Q = np.column_stack([_angular(self.R, derivative(self.R, x), seen_in) for x in variables])
        return as_array(substitute(Q, dict(zip(variables, angles, strict=True))))

    def velocity(self, *, seen_in: Axes = Axes.BODY) -> Array:
        """Angular velocity ω (3,) by the rates `ψ'` of the angles `ψ`, as relations of `subsystem` contain them.

        Rᵀ Ṙ = skew(ω) in axes of the body, Ṙ Rᵀ = skew(ω) in axes of space.
        """
        rates = np.array([symbol(f"{name}'") for name in self.names], dtype=object)
        return as_array(self.rate_matrix(np.array(list(map(symbol, self.names)), dtype=object), seen_in) @ rates)


def _angular(R: Array, partial: Array, seen_in: Axes) -> Array:
    """Vector of the skew matrix Rᵀ ∂R, or ∂R Rᵀ in axes of space."""
    skew = R.T @ partial if seen_in is Axes.BODY else partial @ R.T
    return np.array([skew[2, 1], skew[0, 2], skew[1, 0]], dtype=object)


def _check_rotation(R: Array) -> None:
    """Refuse a matrix that is not orthonormal at random angles."""
    products = np.concatenate([(R.T @ R - np.eye(3)).ravel(), [_determinant(R) - 1.0]])
    for sample in finite_samples(np.array(products, dtype=object)):
        if np.abs(sample).max() > NOT_A_ROTATION:
            raise FormulationError(
                "a rotation matrix has orthonormal columns and the determinant 1 at all angles; this one is off "
                f"by {np.abs(sample).max():.3g}"
            )


def _determinant(R: Array) -> Scalar:
    x, y, z = R.T
    determinant: Scalar = x @ np.array(
        [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]], dtype=object
    )
    return determinant
