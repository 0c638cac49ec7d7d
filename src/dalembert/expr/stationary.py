"""Where a function is stationary while other expressions stay zero, by Lagrange's multipliers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.errors import ExpressionError
from dalembert.expr.calculus import gradient, jacobian
from dalembert.expr.least_squares import least_squares
from dalembert.expr.node import Node, Scalar
from dalembert.expr.rewrite import substitute
from dalembert.expr.root import root_of
from dalembert.expr.symbol_nodes import symbol


@dataclass(frozen=True, eq=False)
class StationaryPoint:
    """A point at which ∂(L − λ·Ψ)/∂x = 0 and Ψ = 0; numbers or expressions, as the function was."""

    x: Array
    """The unknowns (n,)."""

    multipliers: Array
    """λ (m,): by how much L changes there for a unit of each Ψ."""

    value: Scalar
    """L there."""


def stationary_point(
    function: Scalar,
    unknowns: Node | ArrayLike,
    constraints: Scalar | ArrayLike = (),
    *,
    start: ArrayLike | None = None,
) -> StationaryPoint:
    """The point next to a start where L(x) is stationary among those with Ψ(x) = 0, and its multipliers.

    The point is a minimum, a maximum or neither: nothing is said about that. Newton's method, exact in one
    step if L is quadratic and Ψ linear; rows of ∂Ψ/∂x must be independent.

    Parameters
    ----------
    function : expression
        L, an expression of the unknowns and of whatever else.
    unknowns : symbol or array of symbols (n,)
        x.
    constraints : expression or array (m,), optional
        Ψ, expressions that are zero at the point; default none.
    start : array (n,), optional
        Where the search begins; default zero.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> point = da.expr.stationary_point(x**2 + y**2, [x, y], [x + 2.0 * y - 5.0])
    >>> [float(da.expr.evaluate(z)) for z in (*point.x, *point.multipliers)]
    [1.0, 2.0, 2.0]
    """
    x, psi = (np.atleast_1d(np.asarray(array, dtype=object)) for array in (unknowns, constraints))
    begin = np.zeros(len(x)) if start is None else np.asarray(start)
    if x.ndim != 1 or psi.ndim != 1 or begin.shape != x.shape or len(psi) > len(x):
        raise ExpressionError(
            f"a stationary point has n unknowns, as many starts and at most n constraints, not arrays of shapes "
            f"{x.shape}, {begin.shape} and {psi.shape}"
        )
    lam = np.array([symbol(f"multiplier {k} of a stationary point") for k in range(len(psi))], dtype=object)
    slopes = gradient(function, x)
    rows = jacobian(psi, x) if len(psi) else np.zeros((0, len(x)))
    residual = np.concatenate([slopes - rows.T @ lam, psi]) if len(psi) else slopes

    # multipliers that come nearest to a balance at the start
    there = dict(zip(x, begin, strict=True))
    first = least_squares(substitute(rows.T, there), substitute(slopes, there)) if len(psi) else np.zeros(0)
    root = root_of(residual, np.concatenate([x, lam]), np.concatenate([begin, first]), name="a stationary point")
    value = substitute(function, dict(zip(x, root[: len(x)], strict=True)))
    return StationaryPoint(root[: len(x)], root[len(x) :], value)
