"""Linear algebra on arrays of numbers and expressions, as calls: the names to use.

Vector in, floats out; nodes in, nodes out. `dalembert.expr.fixed_order` has what is traced without calls.
"""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.expr.factorizations import LDL, LU, Cholesky, Factorization, factorize
from dalembert.expr.inverses import as_columns, as_matrix, shaped
from dalembert.expr.least_squares import least_squares
from dalembert.expr.null_space import basic_solution, null_space

__all__ = [
    "Cholesky",
    "Factorization",
    "LDL",
    "LU",
    "basic_solution",
    "factorize",
    "least_squares",
    "null_space",
    "solve",
]


def solve(A: ArrayLike, b: ArrayLike) -> Array:
    """x with A x = b for a square A and b of shape (n,) or (n, k), by elimination with partial pivoting.

    Not a number if A is singular. The derivative is implicit: A dx = db − dA x.

    Parameters
    ----------
    A : array (n, n)
        Square matrix, of numbers or expressions.
    b : array (n,) or (n, k)
        Right-hand side, or several.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> y = da.matrices.solve([[x, 0.0], [0.0, 2.0]], [1.0, 1.0])
    >>> print(da.expr.evaluate(y, {x: 4.0}))
    [0.25 0.5 ]
    """
    matrix = as_matrix(A, "solve")
    if matrix.shape == (0, 0):
        return shaped(np.zeros(as_columns(b, 0, "solve").shape), b)
    return factorize(matrix, LU()).solve(b)
