"""How principles deal with constraints, step by step: for explanations, with speeds parted by name."""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.equations.equations import Equations
from dalembert.equations.solution import solved
from dalembert.equations.solvers.independent_speeds import named_speeds
from dalembert.expr.calculus import jacobian
from dalembert.expr.fixed_order import ldl, ldl_solve, sparse_order
from dalembert.expr.node import inputs_of, traverse
from dalembert.expr.operations import CALLS
from dalembert.expr.rewrite import evaluate
from dalembert.expr.scalar import is_zero
from dalembert.expr.small_inverse import small_inverse
from dalembert.expr.trial_numbers import sample_of
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.rank import pivots
from dalembert.symbolic.equation_text import Balances, acting, acting_symbol
from dalembert.symbolic.short_forms import short_forms, written_sizes

CLOSED = 1e-10
"""Residual of positions that counts as none."""

COFACTORS = 5
"""Rows that are tied to each other are solved by cofactors up to this number: to be read, and not by a routine."""

LINE = 150
"""Operations of an acceleration, as derived, beyond which the equations are not solved for it to be read."""

SHORTENED = 600
"""Operations of the equations of independent speeds beyond which no short forms of them are looked for."""

SHORTENING = 10.0
"""Seconds for short forms of the equations of independent speeds, which take milliseconds for what can be read."""

STEPS = 200
"""Of the search for positions, from anywhere."""


def rows_step(equations: Equations) -> DerivationStep:
    """The rows at all levels."""
    results: dict[str, Any] = {r"\varphi": equations.phi} if len(equations.phi) else {}
    if len(equations.psi):
        results[r"\psi"] = equations.psi
    return DerivationStep(
        "Constraints",
        "The rows, differentiated until accelerations stand in them: J a = γ. Their forces are Jᵀ λ.",
        {**results, "J": equations.J, r"\gamma": equations.gamma},
    )


@dataclass(frozen=True, eq=False)
class PartedSpeeds:
    """Speeds parted into independent and dependent ones: u̇_D = A u̇_I + B."""

    independent: list[int]
    dependent: list[int]
    A: Array
    B: Array
    rows: list[int]
    """Which rows are solved: as many as are independent."""

    @property
    def A1(self) -> Array:
        """[−A 1], in the order of the speeds: the constraints solved for dependent speeds."""
        return self._columns(-self.A, np.eye(len(self.dependent)))

    @property
    def A2(self) -> Array:
        """[1 Aᵀ], in the order of the speeds: what the constraints allow, A₁ A₂ᵀ = 0."""
        return self._columns(np.eye(len(self.independent)), self.A.T)

    def _columns(self, of_independent: Array, of_dependent: Array) -> Array:
        columns = np.full((len(of_dependent), len(self.independent) + len(self.dependent)), 0.0, dtype=object)
        columns[:, self.independent], columns[:, self.dependent] = of_independent, of_dependent
        return columns


def parted_speeds(equations: Equations, names: Sequence[str]) -> PartedSpeeds:
    """A partition by names of independent speeds, or the best one where nothing is aligned by chance.

    Speeds that only constants multiply are dependent if they can be: such rows are solved in every position. Of
    rows that depend on others there, as many are solved as are independent.
    """
    numbers = _numbers(equations)
    free = range(len(equations.speeds))
    places = pivots(numbers, free)
    named = named_speeds(tuple(names), equations.speeds, numbers, len(places))
    if named is not None:
        places = pivots(numbers, [k for k in free if k not in named])
    elif len(fixed := pivots(numbers, [k for k in free if not inputs_of(equations.J[:, k])])) == len(places):
        places = fixed
    dependent = sorted(k for _, k in places)
    independent = [k for k in free if k not in dependent] if named is None else list(named)
    rows = sorted(i for i, _ in places)
    J, inverse = equations.J[rows], small_inverse(equations.J[np.ix_(rows, dependent)], COFACTORS)
    A, B = -(inverse @ J[:, independent]), inverse @ equations.gamma[rows]
    return PartedSpeeds(independent, dependent, A, B, rows)


def _numbers(equations: Equations) -> Matrix:
    """J where the positions satisfy the rows, if such a place is found: elsewhere its rank may be higher."""
    residual = np.concatenate([equations.phi, equations.c])
    slopes = jacobian(residual, equations.q)
    values = sample_of(inputs_of([*residual, *equations.q, *equations.J.flat]))
    placed = dict(values)
    for _ in range(STEPS):
        r, D = (np.asarray(evaluate(y, placed), dtype=float) for y in (residual, slopes))
        if (size := np.linalg.norm(r)) < CLOSED:
            return evaluate(equations.J, placed)
        # Levenberg and Marquardt, damped less and less: rows may depend on each other at the place looked for
        n = len(equations.q)
        damped = np.concatenate([D, size * np.eye(n)]), np.concatenate([r, np.zeros(n)])
        step = np.linalg.lstsq(*damped, rcond=None)[0]
        placed |= {x: placed[x] - d for x, d in zip(equations.q, step, strict=True)}
    return evaluate(equations.J, values)


def parted_step(equations: Equations, parts: PartedSpeeds) -> DerivationStep:
    """Dependent speeds by the independent ones."""
    names = [equations.speeds[k] for k in parts.independent] or ["none"]
    return DerivationStep(
        "Independent speeds",
        f"The rows are solved for the other speeds; independent are {', '.join(names)}. A₂ is what is allowed.",
        {r"\dot u_D = A \dot u_I + B: \quad A": parts.A, "B": parts.B, "A_2": parts.A2},
    )


def projected_step(equations: Equations, parts: PartedSpeeds) -> DerivationStep:
    """The equations that are left for the independent speeds."""
    A2, symbol = parts.A2, acting_symbol(equations)
    right = f"A_2 {symbol}" if symbol == "f" else f"A_2 ({symbol})"
    return DerivationStep(
        "Projection",
        "Along what the constraints allow their forces have no power: the multipliers drop out.",
        {"A_2 M": A2 @ equations.M, right: A2 @ acting(equations)},
    )


def full_order_step(equations: Equations, parts: PartedSpeeds) -> DerivationStep:
    """The step to T u̇ = V for all speeds."""
    T, V = _full_order(equations, parts)
    return DerivationStep(
        "Full order",
        "Solved constraints above, projected equations below: one row for each speed, T u̇ = V.",
        {"T": T, "V": V},
    )


def _full_order(equations: Equations, parts: PartedSpeeds) -> tuple[Array, Array]:
    """T (nu, nu) and V (nu,)."""
    A1, A2 = parts.A1, parts.A2
    return np.concatenate([A1, A2 @ equations.M]), np.concatenate([parts.B, A2 @ acting(equations)])


def line_by_line(equations: Equations, parts: PartedSpeeds) -> Balances:
    """u̇ = T⁻¹ V, one acceleration in each line; where that is too long to be read, the rows of T u̇ = V."""
    u = _accelerations(equations, parts)
    if u is not None and max(written_sizes(u), default=0) <= LINE:
        return equations.a, u
    T, V = _full_order(equations, parts)
    return T @ equations.a, V


def _accelerations(equations: Equations, parts: PartedSpeeds) -> Array | None:
    """u̇ (nu,) by cofactors: first of the independent speeds, (A₂ M A₂ᵀ) u̇_I = A₂ (f + … − M b); b holds B.

    None if too many of them are tied to each other.
    """
    A2, M = parts.A2, equations.M
    bias = np.full(len(equations.speeds), 0.0, dtype=object)
    bias[parts.dependent] = parts.B
    # what is zero or constant after all, such as sin² + cos², ties nothing together
    inverse = small_inverse(_shortened(A2 @ M @ A2.T))
    a: Array = A2.T @ (inverse @ _shortened(A2 @ (acting(equations) - M @ bias))) + bias
    return None if any(x.op in CALLS for x in traverse(list(inverse.flat))) else a


def _shortened(entries: Array) -> Array:
    """Expressions of fewer operations, if there are not too many of them."""
    roots = list(entries.flat)
    if sum(written_sizes(roots)) > SHORTENED:
        return entries
    forms, _ = short_forms(roots, clock.thread_time() + SHORTENING)
    return np.array(forms, dtype=object).reshape(entries.shape)


def corrected_steps(equations: Equations) -> list[DerivationStep]:
    """Free accelerations, and the smallest change of them that satisfies the rows."""
    M, weights = solved(equations).definite_mass
    J, gamma, forces = equations.J, equations.gamma, acting(equations)
    if not all(map(is_zero, weights)):
        forces = forces + J.T @ (weights * gamma)
    factors = ldl(M, sparse_order(M))
    free = ldl_solve(factors, forces)
    missed = gamma - J @ free
    added = (
        "" if M is equations.entries.M else " Where M is singular, rows are added to it: M + Jᵀ D J, f + Jᵀ D γ."
    )
    # the pseudoinverse satisfies rows that depend on others together with these
    rows = parted_speeds(equations, ()).rows
    held = ldl_solve(factors, J[rows].T)
    return [
        DerivationStep(
            "Free accelerations",
            f"Without constraints accelerations would be a₀; the constraints miss them by γ − J a₀.{added}",
            {"a_0": free, r"\gamma - J a_0": missed},
        ),
        DerivationStep(
            "Correction",
            "M^(−1/2) (J M^(−1/2))⁺ times what is missed is the smallest change, measured by M, that satisfies "
            "the rows.",
            {r"\dot u - a_0": held @ (small_inverse(J[rows] @ held, COFACTORS) @ missed[rows])},
        ),
    ]
