"""A node to first order about a reference, from linear children: the recursive algorithm on first-order parts.

Source: Orsino 2016, section 4.5; the complement's first-order part exactly, or by differences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix
from dalembert.errors import FormulationError
from dalembert.expr.node import Node
from dalembert.modules.complements import Complement, Independent, LeastSquares, pivot_columns
from dalembert.modules.linear_matrix import LinearMatrix, ones, zeros
from dalembert.modules.mirror import Mirror
from dalembert.modules.subsystem import Subsystem
from dalembert.rank import ROUNDING, rank

AGREEMENT = 1e-8
"""Residual of rows and forces in a reference, relative to their size, that is accepted."""


@dataclass(frozen=True)
class Differences:
    """The complement's first-order part by central differences; the error is of second order in the step.

    Parameters
    ----------
    step : float, optional
        Change of each variable, in its unit; default 0.001.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> forces = {"θ": -S("θ.rate'") - 9.81 * da.sin(S("θ"))}
    >>> swing = da.modules.subsystem("swing", coordinates="θ", forces=forces)
    >>> linear = da.modules.linearized(swing, differences=da.modules.Differences(1e-3))
    >>> print(linear.reduced(coordinates=["θ"], speeds=["θ.rate"]).eigenvalues.imag.round(4))
    [ 3.1321 -3.1321]
    """

    step: float = 1e-3

    def __post_init__(self) -> None:
        if not 0.0 < self.step < np.inf:
            raise FormulationError(f"the step of differences must be a positive number, not {self.step!r}")


@dataclass(frozen=True)
class FirstOrderMethod:
    """Method for the first-order parts of complements: exact, or by differences; with a mirror, symmetric."""

    differences: Differences | None = None
    mirror: Mirror | None = None


@dataclass(frozen=True, eq=False)
class LinearNode:
    """A node to first order about a reference: all matrices of the recursion."""

    name: str
    children: tuple[LinearNode, ...]
    A: LinearMatrix
    """Factors of all variables in the constraints of the node."""

    R: LinearMatrix
    B: LinearMatrix
    C: LinearMatrix
    S: LinearMatrix
    f: LinearMatrix
    f_bar: LinearMatrix
    second: LinearMatrix
    """Constraints of the node, of second order: the column A a + b."""

    inverse: Matrix
    """B_*⁺ on the dependent variables, zero on the independent ones: the best solution of the rows of the node."""

    def all_second(self) -> LinearMatrix:
        """Constraints of second order of this node and all below it."""
        rows = self.second
        for child in self.children:
            rows = child.all_second() + rows
        return rows

    def particular(self, right: Mapping[str, Matrix], labels: Sequence[str]) -> Matrix:
        """Variables of second order, in the order of labels, that meet A a = right, by row, level by level."""
        k = next((len(x) for x in right.values()), 0)
        e = np.zeros((len(labels), k))
        place = {name: i for i, name in enumerate(labels)}
        for child in self.children:
            variables = child.R.rows
            e[[place[name] for name in variables]] += child.particular(right, variables)
        if not self.A.rows:
            return e
        rest = np.stack([right[name] for name in self.A.rows]) - self.A.value @ e
        return e + self.R.value @ self.inverse @ rest

    def nodes(self) -> list[LinearNode]:
        """All nodes below this one and itself, leaves first."""
        return [*(x for child in self.children for x in child.nodes()), self]


def linear_node(
    node: Subsystem,
    reference: Mapping[Node, float],
    method: FirstOrderMethod,
    children: Sequence[LinearNode],
) -> LinearNode:
    """A node to first order, from its own constraints and forces and from linear children."""
    labels, form = node.labels, node.first_order
    A = form["A"].at(reference)
    R = ones(node.own_kinematics.accelerations)
    for child in children:
        R = R + child.S
    R = R.taken(labels)
    B = A @ R
    C, inverse = ones(R.columns), np.zeros((len(R.columns), 0))
    if node.constraints:
        C, inverse = _complement(node, B, method.differences)
        if method.mirror is not None and isinstance(node.complement, LeastSquares):
            C = method.mirror.linear_mean(C)
    f = zeros(R.columns, ("",)) + R.T @ form["forces"].at(reference).taken(labels)
    for child in children:
        f = f + child.f_bar
    f = f.taken(R.columns)
    second = form["second"].at(reference)
    return LinearNode(node.name, tuple(children), A, R, B, C, R @ C, f, C.T @ f, second, inverse)


def _complement(node: Subsystem, B: LinearMatrix, differences: Differences | None) -> tuple[LinearMatrix, Matrix]:
    """C₀ and its slopes, with B C = 0 to first order where rows are compatible; and B_*⁺."""
    independent, weights = _chosen(node, B)
    dependent = [k for k, name in enumerate(B.columns) if name not in independent]
    free = [B.columns.index(name) for name in independent]
    W = np.array([weights.get(name, 1.0) for name in B.rows])
    B_star = B.value[:, dependent]
    if rank(B_star.T, ROUNDING) < len(dependent):
        raise FormulationError(
            f"{node.name}: with {', '.join(independent)} independent, its rows do not determine the others in "
            "this reference; take others"
        )

    def complement(X: Matrix) -> Matrix:
        C = np.zeros((X.shape[1], len(free)))
        C[free] = np.eye(len(free))
        C[dependent] = -pseudo_inverse(X[:, dependent], W) @ X[:, free]
        return C

    C = complement(B.value)
    _check_compatible(node, B, C)
    inverse, normal = pseudo_inverse(B_star, W), np.linalg.inv(B_star.T @ (W[:, None] * B_star))
    off = W[:, None] * (B.value @ C)
    slopes: dict[str, Matrix] = {}
    for x, slope in B.slopes.items():
        if differences is not None:
            h = differences.step
            slopes[x] = (complement(B.value + h * slope) - complement(B.value - h * slope)) / (2.0 * h)
            continue
        slopes[x] = np.zeros(C.shape)
        slopes[x][dependent] = -inverse @ slope @ C - normal @ slope[:, dependent].T @ off
    everywhere = np.zeros((len(B.columns), len(B.rows)))
    everywhere[dependent] = inverse
    return LinearMatrix(B.columns, independent, C, slopes), everywhere


def pseudo_inverse(X: Matrix, W: Matrix) -> Matrix:
    """Weighted pseudoinverse (Xᵀ W X)⁻¹ Xᵀ W; W is the diagonal."""
    root = np.sqrt(W)
    return np.asarray(np.linalg.pinv(root[:, None] * X) * root, dtype=np.float64)


def _chosen(node: Subsystem, B: LinearMatrix) -> tuple[tuple[str, ...], Mapping[str, float]]:
    """Independent variables and weights of rows; by pivots in the reference unless they were named."""
    choice: Complement = node.complement
    if isinstance(choice, LeastSquares):
        return choice.independent, choice.weights
    if isinstance(choice, Independent) and choice.names:
        return choice.names, {}
    dependent = pivot_columns(B.value, rank(B.value, ROUNDING))
    return tuple(name for k, name in enumerate(B.columns) if k not in dependent), {}


def _check_compatible(node: Subsystem, B: LinearMatrix, C: Matrix) -> None:
    """Refuse rows that contradict each other in the reference, unless the complement allows incompatible rows."""
    if node.complement.allows_incompatible_rows:
        return
    off = np.abs(B.value @ C).max(axis=1, initial=0.0)
    size = np.abs(B.value).max(initial=0.0) * np.abs(C).max(initial=0.0)
    if wrong := [name for name, x in zip(B.rows, off, strict=True) if x > AGREEMENT * max(size, 1.0)]:
        raise FormulationError(
            f"{node.name}: the row {wrong[0]!r} contradicts the others in this reference; leave rows out, or say "
            "independent=LeastSquares(…, incompatible=True), which takes what fits best"
        )
