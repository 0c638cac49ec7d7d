"""Equations beside their derivatives by parameters, inputs and starts: one larger system of first order.

Of ẋ = F(t, x, τ, p) the derivative S = ∂x/∂θ obeys Ṡ = ∂F/∂x S + ∂F/∂θ, a column for each direction θ. Where the
state is projected, S is multiplied by the derivative of the projection: so tangents stay on the constraints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solution import Solution
from dalembert.equations.solved_changes import is_plainly_solved, is_small_tree, moved_accelerations
from dalembert.equations.time_stepping_forms import FirstOrder
from dalembert.equations.variables import helper_variables
from dalembert.expr.calculus import directional
from dalembert.expr.node import Node, Scalar, operation_count
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products


@dataclass(frozen=True, eq=False)
class Tangents:
    """A system beside its derivatives along some directions."""

    solution: Solution
    directions: Sequence[Node | Mapping[Node, Scalar] | None]
    """The parameter or input that changes at rate one along each, or several with their rates; None where only the
    start changes."""

    @cached_property
    def plain(self) -> FirstOrder:
        """The system itself, as it is run."""
        return self.solution.watched()

    @cached_property
    def S(self) -> Array:
        """∂x/∂θ as variables (n, k)."""
        names = (f"∂{x}/∂{k}" for k in range(len(self.directions)) for x in self.plain.names)
        columns = helper_variables(names, self.solution.equations.taken_names)
        return columns.reshape(len(self.directions), len(self.plain.names)).T

    @property
    def system(self) -> FirstOrder:
        """States and tangents as one system. Tangents choose the steps too: at rest, states alone take any."""
        plain = self.plain
        return replace(
            plain,
            names=(*plain.names, *map(str, self.S.T.ravel())),
            x=np.concatenate([plain.x, self.S.T.ravel()]),
            rate=np.concatenate([plain.rate, *self.rates]),
            projected=np.concatenate([plain.projected, *self.projections]),
        )

    def changes(self, k: int) -> dict[Node, Scalar]:
        """Rates of the variables that change along a direction."""
        node = self.directions[k]
        rates = node if isinstance(node, Mapping) else {} if node is None else {node: 1.0}
        return {**dict(zip(self.plain.x, self.S[:, k], strict=True)), **rates}

    def _along(self, y: Array) -> list[Array]:
        """Derivatives of y along all directions."""
        return [directional(y, self.changes(k)) for k in range(len(self.directions))]

    @property
    def projections(self) -> list[Array]:
        """Changes of projected states, column by column."""
        return self._along(self.plain.projected)

    @property
    def rates(self) -> list[Array]:
        """Ṡ, column by column: of the solved rates, or of the equations that these solve if that is shorter."""
        if not self.directions:
            return []
        if not is_plainly_solved(self.solution):
            return self._along(self.plain.rate)
        by_equations = self._by_equations
        if not is_small_tree(self.solution):
            return by_equations
        return min(self._along(self.plain.rate), by_equations, key=lambda y: operation_count(np.concatenate(y)))

    @property
    def _by_equations(self) -> list[Array]:
        """Ṡ with rates of accelerations by implicit derivatives."""
        nq, nu = len(self.solution.equations.q), len(self.solution.equations.u)
        ends = self._along(np.concatenate([self.plain.rate[:nq], self.plain.rate[nq + nu :]]))
        slopes = self._acceleration_slopes
        return [np.concatenate([end[:nq], a, end[nq:]]) for end, a in zip(ends, slopes, strict=True)]

    @property
    def _acceleration_slopes(self) -> list[Array]:
        """∂a/∂θ: of the residual R(x, τ, p, a, λ) = 0, with the factors by which a was solved for."""
        eom, solution, n = self.solution.equations, self.solution, len(self.directions)
        residual = solution.residual(eom.a, eom.lam)
        rows = products(eom.entries.J, eom.a) - solution.gamma if eom.rows else np.zeros(0)
        forces = [-directional(residual, self.changes(k)) for k in range(n)]
        gammas = [-directional(rows, self.changes(k)) if eom.rows else np.zeros(0) for k in range(n)]
        values = np.concatenate([solution.accelerations, solution.multipliers])
        known = dict(zip([*eom.a, *eom.lam], values, strict=True))
        held = np.asarray(substitute(np.concatenate([*forces, *gammas]), known))
        return [
            moved_accelerations(solution, force, gamma)
            for force, gamma in zip(
                np.split(held[: n * len(eom.u)], n), np.split(held[n * len(eom.u) :], n), strict=True
            )
        ]
