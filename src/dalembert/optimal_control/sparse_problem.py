"""What solvers are given, and what they give back: a sparse problem with exact derivatives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dalembert.arrays import Vector
from dalembert.integrators.native_calls import Progress


@dataclass(frozen=True, eq=False)
class Derivatives:
    """A problem as CasADi functions, for solvers that take these."""

    unknowns: Any
    cost: Any
    rows: Any
    gradient: Any
    jacobian: Any
    hessian: Any
    """(w, p, σ, λ) → the upper triangle."""


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """Least f(w) with lower ≤ w ≤ upper and lower ≤ g(w) ≤ upper; derivatives are exact and sparse.

    A solver of one's own has a method `solve(problem)`; `cost`, `gradient`, `rows`, `jacobian` and `hessian` are
    functions of arrays.

    Parameters
    ----------
    n : int
        Number of unknowns w.
    bounds : pair of array (n,)
        Least and greatest values of the unknowns.
    row_bounds : pair of array (m,)
        Least and greatest values of the rows g(w).
    start : array (n,)
        Where the search begins.
    derivatives : Derivatives
        Functions of cost and rows with their derivatives.
    multipliers : pair of arrays, optional
        Multipliers of bounds (n,) and rows (m,) to begin with, if a problem like it was solved before;
        default none.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    >>> model = da.Model(block, da.Motor("push", "x"))
    >>> rest = {"x.rate": 0.0}
    >>> move = da.trajectory(model, start={"x": 0.0} | rest, end={"x": 1.0}, duration=1.0, intervals=4)
    >>> move.problem.jacobian(move.answer.w).shape[0] == len(move.problem.row_bounds[0])
    True
    """

    n: int
    bounds: tuple[Vector, Vector]
    """Least and greatest values of the unknowns (n,)."""

    row_bounds: tuple[Vector, Vector]
    """Least and greatest values of the rows (m,)."""

    start: Vector
    derivatives: Derivatives = field(repr=False)
    multipliers: tuple[Vector, Vector] | None = None
    """Multipliers of bounds and rows to begin with, if a problem like it was solved before."""

    def __repr__(self) -> str:
        return f"<Problem of {self.n} unknowns and {len(self.row_bounds[0])} rows>"

    def cost(self, w: Vector) -> float:
        """The cost f."""
        return float(self.derivatives.gradient(w, [])[0])

    def gradient(self, w: Vector) -> Vector:
        """The gradient of the cost, (n,)."""
        return np.array(self.derivatives.gradient(w, [])[1]).ravel()

    def rows(self, w: Vector) -> Vector:
        """The rows g, (m,)."""
        return np.array(self.derivatives.jacobian(w, [])[0]).ravel()

    def jacobian(self, w: Vector) -> Any:
        """∂g/∂w as a sparse matrix of SciPy, (m, n)."""
        return self.derivatives.jacobian(w, [])[1].sparse()

    def hessian(self, w: Vector, factor: float, multipliers: Vector) -> Any:
        """The Hessian of factor f + multipliers · g as a sparse matrix of SciPy, (n, n)."""
        upper = self.derivatives.hessian(w, [], factor, multipliers).sparse()
        lower = upper.T.tolil()
        lower.setdiag(0.0)
        return upper + lower.tocsc()

    def violation(self, w: Vector) -> Vector:
        """How far each row is outside of its bounds, (m,)."""
        g, (lower, upper) = self.rows(w), self.row_bounds
        return np.maximum(np.maximum(lower - g, g - upper), 0.0)


@dataclass(frozen=True, eq=False)
class Answer:
    """What a solver found.

    Attributes
    ----------
    w : array (n,)
        Unknowns.
    row_multipliers : array (m,)
        λ of the Lagrangian f + λ · g, positive at upper bounds.
    bound_multipliers : array (n,)
        Multipliers of the bounds of the unknowns.
    converged : bool
        Whether conditions of a least value are met.
    message : str
        Why the search ended, in words.
    iterations : int
        Number of iterations.
    history : dict of array
        Cost, and by how much rows are missed, at each iteration.
    was_stopped : bool
        Whether somebody stopped it.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    >>> model = da.Model(block, da.Motor("push", "x"))
    >>> rest = {"x.rate": 0.0}
    >>> move = da.trajectory(model, start={"x": 0.0} | rest, end={"x": 1.0}, duration=1.0, intervals=4)
    >>> move.answer.message
    'the least cost was found'
    """

    w: Vector
    row_multipliers: Vector
    """λ of the Lagrangian f + λ · g, positive at upper bounds."""

    bound_multipliers: Vector
    converged: bool
    message: str
    """Why it ended, in words."""

    iterations: int = 0
    history: dict[str, Vector] = field(default_factory=dict)
    """Cost, and by how much rows are missed, at each iteration."""

    was_stopped: bool = False
    """Whether somebody stopped it."""


@runtime_checkable
class ProblemSolver(Protocol):
    """A method for sparse problems."""

    def solve(self, problem: Problem, progress: Progress | None = None) -> Answer:
        """The least cost near the start of the problem."""
