"""Properties of the mass matrix of typed equations: symmetric, definite, regular together with the constraints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression
from dalembert.expr.trial_numbers import finite_samples
from dalembert.rank import ROUNDING, SINGULAR, free_motions, is_definite, rows_after_others
from dalembert.tolerances import UNSYMMETRIC
from dalembert.typed.speed_map import named

Sample: TypeAlias = tuple[Matrix, Matrix, Matrix]
"""M, J and C in one state."""


@dataclass(frozen=True, eq=False)
class MassMatrix:
    """M (nu, nu), constraint matrix J (m, nu), and forces C (nu, m) by unit multipliers; judged by numbers.

    Where expressions have no finite numbers in any sample, M counts as symmetric and definite.
    """

    M: Array
    J: Array
    C: Array
    speeds: tuple[str, ...]

    @cached_property
    def _samples(self) -> list[Sample]:
        """M, J and C in several states, with default parameters."""
        return self._cut(finite_samples(self._all))

    @cached_property
    def _changed_samples(self) -> list[Sample]:
        """M, J and C with other parameters: a symmetry must hold whatever value these have in a run."""
        return self._cut(finite_samples(self._all, changes_parameters=True)) or self._samples

    @property
    def _all(self) -> Array:
        return np.concatenate([self.M, self.J, self.C.T])

    def _cut(self, samples: list[Matrix]) -> list[Sample]:
        n, m = len(self.M), len(self.J)
        return [(sample[:n], sample[n : n + m], sample[n + m :].T) for sample in samples]

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether M = Mᵀ."""
        return all(
            np.abs(M - M.T).max(initial=0.0) <= UNSYMMETRIC * np.abs(M).max(initial=0.0)
            for M, _, _ in self._changed_samples
        )

    @cached_property
    def has_definite_part(self) -> bool:
        """Whether the symmetric part of M is positive definite."""
        return all(is_definite((M + M.T) / 2.0) for M, _, _ in self._samples)

    @property
    def is_definite(self) -> bool:
        """Whether M is symmetric and positive definite."""
        return self.is_symmetric and self.has_definite_part

    @cached_property
    def is_ideal(self) -> bool:
        """Whether C = Jᵀ: constraints exert forces along their gradients."""
        return all(
            np.abs(C - J.T).max(initial=0.0) <= UNSYMMETRIC * np.abs(J).max(initial=0.0)
            for _, J, C in self._changed_samples
        )

    def is_definite_with(self, weights: Vector) -> bool:
        """Whether M + Jᵀ D J is positive definite for these weights, the diagonal of D."""
        return all(is_definite(M + J.T @ (weights[:, None] * J)) for M, J, _ in self._samples)

    @property
    def size(self) -> float:
        """Mean over samples of the largest entry of M."""
        return float(np.mean([np.abs(M).max(initial=0.0) for M, _, _ in self._samples] or [1.0])) or 1.0

    def check_regular(self, what: str) -> None:
        """Refuse a motion that has no inertia and that no constraint resists; messages call the matrix `what`."""
        directions = [x for x in (_massless_motion(*sample) for sample in self._changed_samples) if x is not None]
        if not directions or len(directions) < len(self._changed_samples):
            return
        direction = directions[0]
        names = named(self.speeds, direction)
        along = ", ".join(f"{x:.3g}" for x in direction / direction[np.argmax(np.abs(direction))] + 0.0)
        if len(names) == 1:
            problem = f"the speed {names[0]!r} has no inertia"
        else:
            problem = f"the direction ({along}) of the speeds ({', '.join(self.speeds)}) has no inertia"
        raise FormulationError(
            f"{what} is singular: {problem}, and no constraint holds it; give it inertia, leave out a speed, or "
            "type the constraint that belongs to it"
        )

    def check_rows(self, names: Sequence[str]) -> None:
        """Refuse rows that depend on each other by their numbers alone."""
        constant = [i for i, row in enumerate(self.J) if not any(isinstance(x, Expression) for x in row)]
        J = self.J[constant].astype(float)
        for first in rows_after_others(J, ROUNDING)[:1]:
            others = [repr(names[i]) for i in constant[:first]]
            raise FormulationError(
                f"the constraint {names[constant[first]]!r} repeats {', '.join(others)}, or contradicts it; leave "
                "it out"
            )


def _massless_motion(M: Matrix, J: Matrix, C: Matrix) -> Vector | None:
    """A motion (nu,) that constraints allow and that needs no force besides theirs; None if there is none."""
    sizes = np.sqrt(np.maximum(np.abs(M).max(axis=0), np.abs(M).max(axis=1)))
    scale = 1.0 / np.where(sizes > 0.0, sizes, sizes.max(initial=0.0) or 1.0)
    free, seen = (free_motions(A * scale, ROUNDING) for A in (J, C.T))
    reduced = seen.T @ (scale[:, None] * M * scale) @ free
    if not free.shape[1]:
        return None
    _, s, Vt = np.linalg.svd(reduced)
    is_regular = len(s) == free.shape[1] and s[-1] > SINGULAR.square
    return None if is_regular else scale * (free @ Vt[-1])
