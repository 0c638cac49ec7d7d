"""Sparse problems made of blocks: functions that repeat along a motion, with exact derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.files.casadi_functions import casadi_package
from dalembert.optimal_control.sparse_problem import Derivatives


@dataclass(frozen=True, eq=False)
class Block:
    """A function (v, d) → (cost, rows) that is asked N times: of unknowns that it gathers, and of numbers."""

    function: Any
    variables: Any
    """Numbers of the unknowns (n_v, N)."""

    data: Vector
    """Numbers (n_d, N)."""

    labels: tuple[str, ...]
    """What each row says, in words."""

    lower: Vector
    """Bounds (n_g, N)."""

    upper: Vector

    @property
    def count(self) -> int:
        """How often the function is asked."""
        return int(self.variables.shape[1])

    @property
    def n_rows(self) -> int:
        """Rows of all of them."""
        return len(self.labels) * self.count


def zero_rows(labels: Sequence[str], count: int) -> dict[str, Any]:
    """Labels and bounds of rows that are zero."""
    zero = np.zeros((len(labels), count))
    return {"labels": tuple(labels), "lower": zero, "upper": zero}


@dataclass(frozen=True, eq=False)
class _Parts:
    """What derivatives of a block give, and where it belongs in the problem."""

    block: Block
    first_row: int
    cost: Any
    """(v, d) → cost; a function of its own, as a search by lines asks for nothing else."""

    rows: Any
    """(v, d) → rows."""

    slope: Any
    """(v, d) → cost, gradient."""

    slopes: Any
    """(v, d) → rows, entries of the Jacobian."""

    curvature: Any
    """(v, d, σ, λ) → entries of the Hessian."""

    jacobian: tuple[Any, Any]
    """Rows and columns of the entries of one Jacobian."""

    hessian: tuple[Any, Any]

    @classmethod
    def of(cls, block: Block, first_row: int) -> _Parts:
        ca = casadi_package()
        kind = ca.SX if block.function.is_a("SXFunction") else ca.MX
        n_v, n_d, n_g = len(block.variables), len(block.data), len(block.labels)
        v, d = kind.sym("v", n_v), kind.sym("d", n_d)
        sigma, lam = kind.sym("sigma"), kind.sym("lam", n_g)
        cost, g = block.function(v, d)
        J = ca.jacobian(g, v)
        total = sigma * cost + ca.dot(lam, g)
        H = ca.triu(ca.hessian(total, v)[0])
        rows = ca.densify(g)
        return cls(
            block,
            first_row,
            ca.Function("cost", [v, d], [cost]),
            ca.Function("rows", [v, d], [rows]),
            ca.Function("slope", [v, d], [cost, ca.densify(ca.gradient(cost, v))]),
            ca.Function("slopes", [v, d], [rows, _entries(kind, J)]),
            ca.Function("curvature", [v, d, sigma, lam], [_entries(kind, H)]),
            _places(J),
            _places(H),
        )

    def asked(self, w: Any) -> Any:
        """Unknowns (n_v, N) and numbers of all calls."""
        ca, block = casadi_package(), self.block
        gathered = w[[int(k) for k in block.variables.ravel(order="F")]]
        return ca.reshape(gathered, *block.variables.shape), ca.DM(block.data)

    def jacobian_places(self) -> tuple[Any, Any]:
        """Rows and columns of all entries, calls one after the other."""
        rows, columns = self.jacobian
        n_g, calls = len(self.block.labels), np.arange(self.block.count)
        down = self.first_row + rows[:, None] + n_g * calls[None]
        return down.ravel(order="F"), self.block.variables[columns].ravel(order="F")

    def hessian_places(self) -> tuple[Any, Any]:
        """Rows and columns of all entries in the upper triangle."""
        i, j = (self.block.variables[places].ravel(order="F") for places in self.hessian)
        return np.minimum(i, j), np.maximum(i, j)


def _entries(kind: Any, matrix: Any) -> Any:
    ca = casadi_package()
    return ca.densify(kind(ca.Sparsity.dense(matrix.nnz(), 1), matrix.nz[:])) if matrix.nnz() else kind(0, 1)


def _places(matrix: Any) -> tuple[Any, Any]:
    rows, columns = matrix.sparsity().get_triplet()
    return np.array(rows, dtype=int), np.array(columns, dtype=int)


def _mapped(function: Any, count: int) -> Any:
    return function if count == 1 else function.map(count)


@dataclass(frozen=True, eq=False)
class AssembledBlocks:
    """Blocks as one problem of n unknowns: f, g and their derivatives as CasADi functions."""

    n: int
    blocks: tuple[Block, ...]
    _parts: list[_Parts] = field(init=False, repr=False, default_factory=list)

    def __post_init__(self) -> None:
        first = 0
        for block in self.blocks:
            self._parts.append(_Parts.of(block, first))
            first += block.n_rows

    @property
    def n_rows(self) -> int:
        """Rows of all blocks."""
        return sum(block.n_rows for block in self.blocks)

    @property
    def lower(self) -> Vector:
        """Lower bounds of the rows."""
        return np.concatenate([block.lower.ravel(order="F") for block in self.blocks])

    @property
    def upper(self) -> Vector:
        """Upper bounds of the rows."""
        return np.concatenate([block.upper.ravel(order="F") for block in self.blocks])

    @property
    def labels(self) -> list[tuple[str, int, int]]:
        """What each row says, the number of its call, and how many there are."""
        return [
            (label, k, block.count) for block in self.blocks for k in range(block.count) for label in block.labels
        ]

    def derivatives(self) -> Derivatives:
        """The problem for solvers: f, g, ∇f, ∂g/∂w and the upper triangle of the Hessian of σ f + λ · g."""
        ca = casadi_package()
        w, p = ca.MX.sym("w", self.n), ca.MX.sym("p", 0)
        sigma, lam = ca.MX.sym("sigma"), ca.MX.sym("lam", self.n_rows)
        f, f_again, gradients, rows, rows_again, jacobians, hessians = 0.0, 0.0, [], [], [], [], []
        for part in self._parts:
            block = part.block
            v, d = part.asked(w)
            n = len(block.labels)
            f += ca.sum2(_mapped(part.cost, block.count)(v, d))
            cost, gradient = _mapped(part.slope, block.count)(v, d)
            f_again += ca.sum2(cost)
            gradients.append(ca.vec(gradient))
            rows.append(ca.vec(_mapped(part.rows, block.count)(v, d)))
            g, J = _mapped(part.slopes, block.count)(v, d)
            rows_again.append(ca.vec(g))
            jacobians.append(ca.vec(J))
            own = ca.reshape(lam[part.first_row : part.first_row + block.n_rows], n, block.count)
            H = _mapped(part.curvature, block.count)(v, d, ca.repmat(sigma, 1, block.count), own)
            hessians.append(ca.vec(H))
        g, g_again = ca.vertcat(*rows), ca.vertcat(*rows_again)
        slots = np.concatenate([part.block.variables.ravel(order="F") for part in self._parts])
        gradient = _summed(ca.vertcat(*gradients), slots, np.zeros_like(slots), (self.n, 1))
        J = _summed(
            ca.vertcat(*jacobians), *_joined([x.jacobian_places() for x in self._parts]), (self.n_rows, self.n)
        )
        H = _summed(ca.vertcat(*hessians), *_joined([x.hessian_places() for x in self._parts]), (self.n, self.n))
        return Derivatives(
            unknowns=w,
            cost=f,
            rows=g,
            gradient=ca.Function("grad_f", [w, p], [f_again, ca.densify(gradient)], ["x", "p"], ["f", "grad_f_x"]),
            jacobian=ca.Function("jac_g", [w, p], [g_again, J], ["x", "p"], ["g", "jac_g_x"]),
            hessian=ca.Function(
                "hess_lag", [w, p, sigma, lam], [H], ["x", "p", "lam_f", "lam_g"], ["triu_hess_gamma_x_x"]
            ),
        )


def _joined(places: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    rows, columns = zip(*places, strict=True)
    return np.concatenate(rows), np.concatenate(columns)


def _summed(entries: Any, rows: Any, columns: Any, shape: tuple[int, int]) -> Any:
    """A sparse matrix of these entries; those at one place add up."""
    ca = casadi_package()
    keys, which = np.unique(columns.astype(np.int64) * shape[0] + rows, return_inverse=True)
    i, j = keys % shape[0], keys // shape[0]
    sparsity = ca.Sparsity.triplet(*shape, i.tolist(), j.tolist())
    if len(keys) == len(which):
        order = np.argsort(which)
        return ca.MX(sparsity, entries[order.tolist()])
    adding = ca.DM.triplet(which.tolist(), list(range(len(which))), ca.DM.ones(len(which)), len(keys), len(which))
    return ca.MX(sparsity, ca.densify(ca.mtimes(adding, entries)))
