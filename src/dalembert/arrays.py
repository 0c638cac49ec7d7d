"""Types of arrays: what is annotated with them is of numbers, or of numbers and expressions alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
"""Numbers or expressions of any shape, which the docstring tells: algorithms are written once for both."""

ArrayLike: TypeAlias = Array | Sequence[Any]
"""An array, or its entries in a sequence, row by row if it has rows."""

Vector: TypeAlias = NDArray[np.float64]
"""Numbers in a row, or several such rows where the docstring says so."""

Matrix: TypeAlias = NDArray[np.float64]
"""Numbers in rows and columns."""

Arguments: TypeAlias = Mapping[str, Any]
"""Numbers of a state, or of many along leading axes, by kind: a time `t`, and arrays `q`, `u`, `z` and `tau`."""


def column(entries: Iterable[object]) -> Array:
    """Numbers and expressions as an array (n,), as they are."""
    values = list(entries)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array
