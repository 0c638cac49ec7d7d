"""Entries of factors as functions of the matrix, with derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.expr.calls import Routine
from dalembert.expr.inverses import zeros
from dalembert.expr.node import Scalar
from dalembert.expr.square_factors import BackSolve, SquareFactor
from dalembert.procedures.columns import copied
from dalembert.procedures.statements import Procedure


@dataclass(frozen=True)
class FactorEntries(Routine):
    """The packed entries of the factors as functions of A, with derivatives.

    With X = A⁻¹ dA in the order of elimination, G = L⁻¹ dA U⁻¹ = U X U⁻¹ gives the rates.
    Operands: entries of A (passive), factors.
    """

    factor: SquareFactor

    @property
    def n_passive(self) -> int:  # type: ignore[override]
        """Entries of A."""
        return self.factor.n_inputs

    @property
    def name(self) -> str:
        return f"{self.factor.name}_entries"

    @property
    def n_inputs(self) -> int:
        return self.factor.n_outputs

    @property
    def n_outputs(self) -> int:
        return len(self.factor.places)

    def evaluate(self, x: Vector) -> Vector:
        """The entries themselves."""
        return x[: self.n_outputs]

    def native(self) -> Procedure:
        """A copy."""
        return copied(self.name, self.n_outputs)

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        """By G = U X U⁻¹."""
        order, P = list(self.factor.pattern.order), self.factor.packed(y)
        X = BackSolve(self.factor, 1).solve(x, self.factor.matrix(dx[: self.n_passive]))
        U = self.factor.upper(P)
        rates = self.factor.rates(P, _over(U @ X[np.ix_(order, order)], U))
        return [rates[place] for place in self.factor.places]

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        """X̄ = Uᵀ Ḡ U⁻ᵀ, Ā = A⁻ᵀ X̄."""
        order, P = list(self.factor.pattern.order), self.factor.packed(y)
        U = self.factor.upper(P)
        G_bar = self.factor.rates_adjoint(P, self.factor.packed(y_bar))
        X_bar = zeros(self.factor.shape)
        # dividing by Uᵀ from the right is dividing by an upper triangle, seen from the other end
        X_bar[np.ix_(order, order)] = U.T @ _over(G_bar[:, ::-1], U.T[::-1, ::-1])[:, ::-1]
        A_bar = BackSolve(self.factor, 1, is_transposed=True).solve(x, X_bar)
        entries = self.factor.outer(A_bar, np.eye(len(P)), is_transposed=False)
        return [*entries, *[0.0] * self.factor.n_outputs]


def _over(Y: Array, U: Array) -> Array:
    """Y U⁻¹ for an upper triangle U."""
    result = zeros(Y.shape)
    for k in range(len(U)):
        result[:, k] = (Y[:, k] - result[:, :k] @ U[:k, k] if k else Y[:, k]) * (1.0 / U[k, k])
    return result
