"""How principles deal with constraints, step by step: for explanations, with speeds parted by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.expr.samples import sampled
from dalembert.expr.small_inverse import small_inverse
from dalembert.formulations.constrained import ConstrainedEquations
from dalembert.formulations.derivation import Step

Array = Any


def rows_step(equations: ConstrainedEquations) -> Step:
    """The rows at all levels."""
    results: dict[str, Any] = {r"\varphi": equations.phi} if len(equations.phi) else {}
    if len(equations.psi):
        results[r"\psi"] = equations.psi
    return Step(
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

    @property
    def A1(self) -> Array:
        """[−A 1], in the order of the speeds: the constraints solved for dependent speeds."""
        return self._columns(-self.A, np.eye(len(self.dependent)))

    @property
    def A2(self) -> Array:
        """[1 Aᵀ], in the order of the speeds: what the constraints allow, A₁ A₂ᵀ = 0."""
        return self._columns(np.eye(len(self.independent)), self.A.T)

    def _columns(self, of_independent: Array, of_dependent: Array) -> Array:
        found = np.full((len(of_dependent), len(self.independent) + len(self.dependent)), 0.0, dtype=object)
        found[:, self.independent], found[:, self.dependent] = of_independent, of_dependent
        return found


def parted_speeds(equations: ConstrainedEquations, names: Sequence[str]) -> PartedSpeeds:
    """A partition by names of independent speeds, or the best one where nothing is aligned by chance."""
    taken = list(equations.independent)
    J, gamma = equations.J[taken], equations.gamma[taken]
    wanted = [f"{name}.rate" if f"{name}.rate" in equations.speeds else name for name in names]
    independent = [equations.speeds.index(name) for name in wanted] or _best(sampled(J))
    dependent = [k for k in range(len(equations.speeds)) if k not in independent]
    inverse = small_inverse(J[:, dependent])
    return PartedSpeeds(independent, dependent, -(inverse @ J[:, independent]), inverse @ gamma)


def _best(J: Any) -> list[int]:
    """Numbers of the speeds that rows determine worst, by elimination with complete pivoting."""
    left, rest = np.array(J, dtype=float), list(range(J.shape[1]))
    for _ in range(len(J)):
        i, j = np.unravel_index(int(np.argmax(np.abs(left[:, rest]))), (len(left), len(rest)))
        k = rest.pop(int(j))
        row = left[i] / left[i, k]
        left = left - np.outer(left[:, k], row)
        left[i] = 0.0
    return rest


def parted_step(equations: ConstrainedEquations, parts: PartedSpeeds) -> Step:
    """Dependent speeds by the independent ones."""
    names = [equations.speeds[k] for k in parts.independent]
    return Step(
        "Independent speeds",
        f"The rows are solved for the other speeds; independent are {', '.join(names)}. A₂ is what is allowed.",
        {r"\dot u_D = A \dot u_I + B: \quad A": parts.A, "B": parts.B, "A_2": parts.A2},
    )


def projected_step(equations: ConstrainedEquations, parts: PartedSpeeds) -> Step:
    """The equations that are left for the independent speeds."""
    A2 = parts.A2
    return Step(
        "Projection",
        "Along what the constraints allow their forces have no power: the multipliers drop out.",
        {"A_2 M": A2 @ equations.M, "A_2 f": A2 @ equations.f},
    )


def full_order_step(equations: ConstrainedEquations, parts: PartedSpeeds) -> Step:
    """T u̇ = V."""
    A1, A2 = parts.A1, parts.A2
    return Step(
        "Full order",
        "Solved constraints above, projected equations below: one row for each speed, T u̇ = V.",
        {
            "T": np.concatenate([A1, A2 @ equations.M]),
            "V": np.concatenate([parts.B, A2 @ equations.f]),
        },
    )
