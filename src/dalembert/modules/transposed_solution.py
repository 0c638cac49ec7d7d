"""Linear equations whose rows are orthogonal, such as those of a quaternion's rates: solved by a transpose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.expr.trial_numbers import finite_samples

ORTHOGONAL = 1e-12
"""Product of two rows, beside their lengths, that is nothing but rounding."""


def by_orthogonal_rows(D: Array, r: Array, kept: Sequence[Scalar]) -> Array | None:
    """x (n,) = Dᵀ (r / d) with D x = r, where rows of D have squared lengths d; None if they are not orthogonal.

    A squared length that relations which are `kept` zero make a number is that number: four for a unit quaternion.
    """
    samples = finite_samples(D, changes_parameters=True)
    if not samples or not all(map(_has_orthogonal_rows, samples)):
        return None
    d = [_on_relations(products(row[None], row)[0], kept) for row in D]
    scaled = np.array([x if is_zero(x) else x / size for x, size in zip(r, d, strict=True)], dtype=object)
    return products(D.T, scaled)


def _has_orthogonal_rows(sample: Array) -> bool:
    products_of_rows = sample @ sample.T
    lengths = np.sqrt(np.diag(products_of_rows))
    off = np.abs(products_of_rows - np.diag(np.diag(products_of_rows)))
    return bool(lengths.min(initial=1.0) > 0.0 and (off <= ORTHOGONAL * np.outer(lengths, lengths)).all())


def _on_relations(x: Scalar, kept: Sequence[Scalar]) -> Scalar:
    """The number that an expression is where one of the relations is zero, if it is a number there."""
    for relation in kept:
        values = np.array(finite_samples(np.array([x, relation], dtype=object)), dtype=float)
        if len(values) < 3:
            continue
        # x = α + β relation in all states
        columns = np.column_stack([np.ones(len(values)), values[:, 1]])
        (constant, slope), *_ = np.linalg.lstsq(columns, values[:, 0], rcond=None)
        if np.abs(columns @ (constant, slope) - values[:, 0]).max() <= ORTHOGONAL * np.abs(values).max():
            return float(round(constant, 12))
    return x
