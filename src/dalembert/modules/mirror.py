"""Left–right symmetry: what fits best on both sides alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix
from dalembert.errors import FormulationError
from dalembert.modules.linear_matrix import LinearMatrix


@dataclass(frozen=True)
class Mirror:
    """The mirror image of each variable, by name: that of another one, and a sign; its own mirrors itself.

    Where rows are met by least squares, matrices are replaced by the mean of themselves and their images. Where
    all data are symmetric, that changes nothing.
    """

    image: Callable[[str], tuple[str, float]]

    def matrix(self, names: Sequence[str]) -> Matrix:
        """T, with x′ = T x for mirrored variables."""
        T = np.zeros((len(names), len(names)))
        place = {name: k for k, name in enumerate(names)}
        for name, k in place.items():
            other, sign = self.image(name)
            if other not in place or abs(sign) != 1.0 or self.image(other) != (name, sign):
                raise FormulationError(
                    f"the mirror image of {name!r} is {sign:g} {other!r}, which is no variable beside it whose "
                    "image is that again; give pairs (name, 1.0) or (name, -1.0)"
                )
            T[k, place[other]] = sign
        return T

    def mean(self, X: Matrix, rows: Sequence[str], columns: Sequence[str]) -> Matrix:
        """Half of a matrix and half of its image."""
        return 0.5 * (X + self.matrix(rows) @ X @ self.matrix(columns))

    def linear_mean(self, X: LinearMatrix) -> LinearMatrix:
        """The same of a matrix to first order: in the image, increments are mirrored too."""
        rows, columns = self.matrix(X.rows), self.matrix(X.columns)
        slopes = {}
        for x in dict.fromkeys([*X.slopes, *(self._increment(x)[0] for x in X.slopes)]):
            other, sign = self._increment(x)
            none = np.zeros(X.value.shape)
            slopes[x] = 0.5 * (X.slopes.get(x, none) + sign * rows @ X.slopes.get(other, none) @ columns)
        return LinearMatrix(X.rows, X.columns, 0.5 * (X.value + rows @ X.value @ columns), slopes)

    def _increment(self, name: str) -> tuple[str, float]:
        """The image of a variable of any order: that of v′ is that of v."""
        plain = name.rstrip("'")
        other, sign = self.image(plain)
        return other + name[len(plain) :], sign
