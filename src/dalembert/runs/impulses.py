"""Impulses of constraint rows: M Δu = E Λ, with velocities that are wanted afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.massless_speeds import massless
from dalembert.equations.solution import Solution
from dalembert.equations.time_stepping_forms import check_second_order
from dalembert.errors import ModelError
from dalembert.expr.calculus import jacobian
from dalembert.expr.fixed_order import ldl_solve, semidefinite_ldl, sparse_order
from dalembert.expr.functions import absolute_value, maximum, sqrt, where
from dalembert.expr.least_squares import least_squares
from dalembert.expr.node import Node, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.name_checks import checked_names
from dalembert.rank import SINGULAR
from dalembert.rows import Level

_MET = 1e-8
"""What is left of a wanted velocity, beside the largest, up to which impulses reach it."""


def impulse(
    solution: Solution,
    wanted: Mapping[str, Any],
    velocities: Mapping[str, Any],
    let_go: Mapping[Node, float] | None = None,
) -> tuple[Array, dict[str, Any]]:
    """Δu (nu,) and Λ by name: of rows that are named or on, and of velocities that are no rows.

    Which rows are on is said with some variables `let_go`, if there are any. Not a number where the wanted
    velocities contradict each other.
    """
    eom = solution.equations
    check_second_order(eom, "an impulse")
    names = {row.name: i for i, row in enumerate(eom.rows)}
    if taken := sorted({*velocities} & {*names}):
        raise ModelError(f"{taken[0]!r} is the name of a row; give the velocity of the impulse another one")
    checked_names([name for name in wanted if name not in velocities], names, "row or velocity of an impulse")
    system = _System(solution, wanted, velocities, let_go or {})
    return system.solved()


class _System:
    """A Δu = r and M Δu = B Λ, the rows first, then other velocities."""

    def __init__(
        self,
        solution: Solution,
        wanted: Mapping[str, Any],
        velocities: Mapping[str, Any],
        let_go: Mapping[Node, float],
    ) -> None:
        eom = solution.equations
        self.solution = solution
        self.rows = _taking_part(solution, wanted)
        self.names = [*(eom.rows[i].name for i in self.rows), *velocities]
        on = _array([_switch(solution, i, wanted) for i in self.rows] + [1.0] * len(velocities))
        self.on = substitute(on, let_go) if let_go else on
        W = _gradients(solution, velocities)
        self.A = np.concatenate([eom.J[self.rows], W])
        self.B = np.concatenate([eom.constraint_force_matrix[:, self.rows], W.T], axis=1)
        psi = [eom.constraint_rows[i].psi for i in self.rows]
        goals = [wanted.get(eom.rows[i].name, 0.0) for i in self.rows]
        # rows of accelerations alone keep the velocity that they have
        changes = [0.0 if value is None else goal - value for goal, value in zip(goals, psi, strict=True)]
        self.r = _array([*changes, *(wanted[name] - value for name, value in velocities.items())])

    def solved(self) -> tuple[Array, dict[str, Any]]:
        """Δu and Λ by name."""
        nu = len(self.solution.equations.speeds)
        if not self.names:
            return np.zeros(nu), {}
        M, weights = self.solution.definite_mass
        factors = semidefinite_ldl(M, sparse_order(M))
        if factors.vanishing:
            raise massless([self.solution.equations.speeds[k] for k in factors.vanishing])
        on, own = self.on, weights[self.rows]

        # M̂ = M + Jᵀ D J where M alone is singular: M̂ Δu = B Λ + Jᵀ D r
        given = products(self.A.T[:, : len(self.rows)], own * self.r[: len(self.rows)])
        free = ldl_solve(factors, given) if not all(map(is_zero, given)) else np.zeros(nu)
        X = ldl_solve(factors, self.B)
        S = _array_of([[_dot(row, column) for column in X.T] for row in self.A])
        rest = on * (self.r - products(self.A, free))
        lam = self._multipliers(S, rest)
        du = free + products(X, lam)
        met = self._met(du)
        return du + met, dict(zip(self.names, lam + met, strict=True))

    def _multipliers(self, S: Array, rest: Array) -> Array:
        """The least Λ, each measured by what it does to its own velocity; zero of rows that are off."""
        on, m = self.on, len(self.names)
        if m == 1:
            return _array([rest[0] / (on[0] * S[0, 0] + (1.0 - on[0]))])
        switched = np.array(S, dtype=object)
        for i in range(m):
            for k in range(m):
                switched[i, k] = on[i] * S[i, k] * on[k]
            switched[i, i] = switched[i, i] + (1.0 - on[i])
        unit = _array([1.0 / sqrt(absolute_value(switched[i, i])) for i in range(m)])
        scaled = switched * unit[:, None] * unit[None, :]
        return on * unit * least_squares(scaled, unit * rest, rcond=SINGULAR.square)

    def _met(self, du: Array) -> Any:
        """Zero; not a number where velocities do not become what is wanted, because they contradict each other."""
        if len(self.names) == 1:
            return 0.0
        left = self.on * (products(self.A, du) - self.r)
        sizes = [*map(absolute_value, self.r), *map(absolute_value, products(self.A, self.solution.equations.u))]
        size, largest = reduce(maximum, sizes), reduce(maximum, map(absolute_value, left))
        return sqrt(where(largest <= _MET * size, 0.0, -1.0))


def _taking_part(solution: Solution, wanted: Mapping[str, Any]) -> list[int]:
    """Rows that may exert impulses; those that are not linear in the speeds are refused."""
    eom = solution.equations
    found = [i for i, row in enumerate(eom.rows) if i in solution.independent or row.name in wanted]
    for i in found:
        row = eom.rows[i]
        if not row.is_linear:
            raise ModelError(
                f"the row {row.name!r} is not linear in the speeds, so impulses are not defined by it"
            )
        if row.name in wanted and row.level == Level.ACCELERATION:
            raise ModelError(f"the row {row.name!r} exists for accelerations only, so no velocity is wanted of it")
    return found


def _switch(solution: Solution, i: int, wanted: Mapping[str, Any]) -> Any:
    """One if a row takes part: those that are named do, others where they are on."""
    if solution.switches is None or solution.equations.rows[i].name in wanted:
        return 1.0
    return solution.switches[solution.independent.index(i)]


def _gradients(solution: Solution, velocities: Mapping[str, Any]) -> Array:
    """Derivatives of velocities by the speeds (k, nu)."""
    eom = solution.equations
    if not velocities:
        return np.zeros((0, len(eom.speeds)))
    values = _array(velocities.values())
    W = np.asarray(jacobian(values, eom.u), dtype=object).reshape(len(values), len(eom.u))
    for name, row in zip(velocities, W, strict=True):
        if all(map(is_zero, row)):
            raise ModelError(f"the velocity {name!r} of an impulse does not depend on any speed")
        if {*inputs_of([*row])} & {*eom.u}:
            raise ModelError(f"the velocity {name!r} of an impulse is not linear in the speeds")
    return W


def _dot(a: Array, b: Array) -> Any:
    return products(a[None], b)[0]


def _array(values: Any) -> Array:
    entries = list(values)
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result


def _array_of(rows: list[list[Any]]) -> Array:
    return np.array(rows, dtype=object)
