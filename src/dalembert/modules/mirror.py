"""Left–right symmetry of linear models with rows that are met by least squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix
from dalembert.errors import FormulationError
from dalembert.modules.linear_matrix import LinearMatrix


@dataclass(frozen=True)
class Mirror:
    """Left–right symmetry: `image` gives, for the name of a variable, that of its mirror image and a sign ±1.

    Where rows are met by least squares, matrices are replaced by the mean of themselves and their images. With
    symmetric data, that changes nothing.

    Parameters
    ----------
    image : function from str to a pair (str, ±1)
        For the name of a variable the name of its mirror image, and the sign.

    Examples
    --------
    >>> import dalembert as da
    >>> def image(name):
    ...     left, right = "left/", "right/"
    ...     other = name.replace(left, right) if left in name else name.replace(right, left)
    ...     return other, 1
    ...
    >>> mirror = da.modules.Mirror(image)
    >>> print(mirror.image("left/x"))
    ('right/x', 1)
    """

    image: Callable[[str], tuple[str, float]]

    def matrix(self, names: Sequence[str]) -> Matrix:
        """Matrix T of the reflection x′ = T x of variables."""
        T = np.zeros((len(names), len(names)))
        place = {name: k for k, name in enumerate(names)}
        for name, k in place.items():
            other, sign = self.image(name)
            if other not in place or abs(sign) != 1.0 or self.image(other) != (name, sign):
                raise FormulationError(
                    f"the mirror image of {name!r} is {sign:g} {other!r}, but that is no variable here, or its "
                    "image is another; give pairs (name, 1.0) or (name, -1.0)"
                )
            T[k, place[other]] = sign
        return T

    def mean(self, X: Matrix, rows: Sequence[str], columns: Sequence[str]) -> Matrix:
        """Mean of a matrix and its mirror image."""
        return 0.5 * (X + self.matrix(rows) @ X @ self.matrix(columns))

    def linear_mean(self, X: LinearMatrix) -> LinearMatrix:
        """Mean of a matrix to first order and its mirror image, in which increments are mirrored too."""
        rows, columns = self.matrix(X.rows), self.matrix(X.columns)
        slopes = {}
        for x in dict.fromkeys([*X.slopes, *(self._increment(x)[0] for x in X.slopes)]):
            other, sign = self._increment(x)
            none = np.zeros(X.value.shape)
            slopes[x] = 0.5 * (X.slopes.get(x, none) + sign * rows @ X.slopes.get(other, none) @ columns)
        return LinearMatrix(X.rows, X.columns, 0.5 * (X.value + rows @ X.value @ columns), slopes)

    def _increment(self, name: str) -> tuple[str, float]:
        """Mirror image of a variable of any order: v′ goes with v."""
        plain = name.rstrip("'")
        other, sign = self.image(plain)
        return other + name[len(plain) :], sign
