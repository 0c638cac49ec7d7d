"""Transposed derivatives of equations: (∂F/∂x, ∂F/∂θ)ᵀ v of ẋ = F, as one program whatever the number of θ.

They are swept backwards through the solved rates, or through the equations that these solve if that is shorter:
with K the matrix that gives a and λ, vᵀ ∂a/∂θ = −wᵀ ∂R/∂θ − μᵀ ∂(J a − γ)/∂θ, where K (w, −μ) = (v, 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solution import Solution
from dalembert.equations.solved_changes import is_plainly_solved, is_small_tree, solved_for
from dalembert.equations.time_stepping_forms import FirstOrder
from dalembert.equations.variables import helper_variables
from dalembert.expr.calculus import weighted_gradient
from dalembert.expr.node import Node, operation_count
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products


@dataclass(frozen=True, eq=False)
class Adjoints:
    """Transposed derivatives of a system by its states and by some parameters and inputs."""

    solution: Solution
    by: Sequence[Node]

    @cached_property
    def plain(self) -> FirstOrder:
        """The system itself."""
        return self.solution.first_order()

    @cached_property
    def v(self) -> Array:
        """The vector (n,) that derivatives are multiplied with, as variables."""
        names = (f"λ {x}" for x in self.plain.names)
        return helper_variables(names, self.solution.equations.taken_names)

    @property
    def is_projected(self) -> bool:
        """Whether states are projected after a step."""
        return any(a is not b for a, b in zip(self.plain.projected, self.plain.x, strict=True))

    @property
    def rate(self) -> Array:
        """(∂F/∂x, ∂F/∂θ)ᵀ v (n + k,)."""
        if not is_plainly_solved(self.solution):
            return self._of(self.plain.rate)
        if not is_small_tree(self.solution):
            return self._by_equations
        return min(self._of(self.plain.rate), self._by_equations, key=operation_count)

    @property
    def projection(self) -> Array:
        """(∂P/∂x, ∂P/∂θ)ᵀ v (n + k,)."""
        return self._of(self.plain.projected)

    @property
    def _variables(self) -> Array:
        return np.array([*self.plain.x, *self.by], dtype=object)

    def _of(self, y: Array, v: Array | None = None) -> Array:
        return np.asarray(weighted_gradient(y, self._variables, self.v if v is None else v))

    @property
    def _by_equations(self) -> Array:
        """The product, with that of accelerations by the equations and the factors that solve them."""
        eom, solution, taken = self.solution.equations, self.solution, list(self.solution.independent)
        nq, nu = len(eom.q), len(eom.u)
        ends = [*range(nq), *range(nq + nu, len(self.plain.x))]
        total = self._of(self.plain.rate[ends], self.v[ends])

        # the multipliers of residuals and rows
        w, lam = solved_for(solution, self.v[nq : nq + nu], np.zeros(len(taken)))
        helpers = helper_variables(
            [f"w {k}" for k in range(nu)] + [f"μ {k}" for k in range(len(taken))], eom.taken_names
        )
        residual = solution.residual(eom.a, eom.lam)
        rows = (products(eom.entries.J, eom.a) - solution.gamma)[taken] if eom.rows else np.zeros(0)
        share = self._of(np.concatenate([-residual, rows]), helpers)
        values = {
            **dict(zip(helpers, [*w, *np.asarray(lam)[: len(taken)]], strict=True)),
            **dict(zip(eom.a, solution.accelerations, strict=True)),
            **dict(zip(eom.lam, solution.multipliers, strict=True)),
        }
        return np.asarray(total + substitute(share, values))
