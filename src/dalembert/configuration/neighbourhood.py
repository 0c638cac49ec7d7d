"""Which rows of constraints depend on each other, in a state and in those around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.configuration.constraint_values import ConstraintValues, constraint_values
from dalembert.configuration.neighbours import Neighbours
from dalembert.configuration.typical_sizes import TypicalSizes, sizes_around
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import AssemblyError
from dalembert.rank import (
    INVOLVED,
    coefficients,
    independent_rows,
    rank,
    row_scales,
    smallest_value,
)

FAR = (0.3, -0.3, 1.0, -1.0)
"""How far positions lie in which the rows that are kept should be independent too."""

MUCH_BETTER = 3.0
"""Factor in the smallest singular value for which later rows are kept instead of earlier ones."""

CONSISTENT = 1e-6
"""Difference between the right-hand sides of rows that depend on each other, beside the largest of them or one."""


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """A state given as numbers, which satisfies the constraints, and what holds around it."""

    dynamics: Dynamics
    arguments: Arguments
    p: Mapping[str, float]

    @cached_property
    def here(self) -> ConstraintValues:
        """The constraints in the state itself."""
        return constraint_values(self.dynamics, self.arguments, self.p)

    @cached_property
    def rank(self) -> int:
        """How many rows are independent in the state itself."""
        return self._rank(self.J)

    def _rank(self, J: Matrix) -> int:
        return rank(J, sizes=self.sizes.rows)

    @cached_property
    def sizes(self) -> TypicalSizes:
        """Typical sizes of rows and speeds, the same ones in all states around."""
        return sizes_around(self.dynamics, self.arguments, self.p)

    @property
    def J(self) -> Matrix:
        """J in the state itself, by speeds in these sizes."""
        return self.sizes.sized(self.here.J)

    @cached_property
    def generic_rank(self) -> int:
        """How many rows are independent in the states around."""
        if self._is_full:
            return self.rank
        around = max((self._rank(J) for _, J in self._others), default=0)
        if around <= self.rank and not self._neighbours.is_smooth:
            # some free motion is blocked after all: what blocks it shows just beside
            around = max((self._rank(self._J(arguments)) for arguments in self._neighbours.beside), default=0)
        return max(self.rank, around)

    @cached_property
    def regular(self) -> list[tuple[Arguments, Matrix]]:
        """States in which as many rows are independent as around, with J."""
        states = [(self.arguments, self.J), *self._others]
        if not any(self._rank(J) == self.generic_rank for _, J in states):
            states = [(arguments, self._J(arguments)) for arguments in self._neighbours.beside]
        return [(arguments, J) for arguments, J in states if self._rank(J) == self.generic_rank]

    @property
    def _is_full(self) -> bool:
        """Whether all rows are independent already in the state itself."""
        return self.rank == int(self.here.on.sum())

    @cached_property
    def _neighbours(self) -> Neighbours:
        return Neighbours(self.dynamics, self.arguments, self.p, self.sizes.columns)

    @cached_property
    def _others(self) -> list[tuple[Arguments, Matrix]]:
        """Other states that satisfy the constraints, with J; none are needed where all rows are independent."""
        if self._is_full:
            return []
        states = [*self._neighbours.positions, *self._neighbours.later()]
        return [(arguments, self._J(arguments)) for arguments in states]

    def _J(self, arguments: Arguments) -> Matrix:
        return self.sizes.sized(constraint_values(self.dynamics, arguments, self.p).J)

    # ---- rows to keep

    @cached_property
    def kept_rows(self) -> tuple[int, ...]:
        """Arguments of rows that are independent in all these states, and further away if possible.

        Rows that the solution leaves out are among them only where the others do not say what they do.
        """
        if self.generic_rank == int(self.here.on.sum()):
            return tuple(map(int, np.flatnonzero(self.here.on)))
        preferred = self._kept_beside(self._left_out)
        return preferred or self._kept_beside(()) or independent_rows(self.regular[0][1], self.generic_rank)

    def _kept_beside(self, left_out: Sequence[int]) -> tuple[int, ...]:
        """Rows that are kept if those `left_out` come last; none if they are dependent in some state around."""
        near, far = [J for _, J in self.regular], self._far
        sizes = self.sizes.rows
        best: tuple[int, ...] = ()
        margin = 0.0
        for kept in self._choices([*near, *far], left_out):
            rows = list(kept)
            smallest = min(smallest_value(J[rows], sizes=sizes[rows]) for J in (*near, *far))
            if smallest > MUCH_BETTER * margin and all(
                rank(J[rows], sizes=sizes[rows]) == len(rows) for J in near
            ):
                best, margin = kept, smallest
        return best

    @property
    def _left_out(self) -> tuple[int, ...]:
        """Arguments of the rows that the solution leaves out."""
        names = self.dynamics.solution.left_out
        return tuple(i for i, row in enumerate(self.dynamics.equations.rows) if row.name in names)

    @cached_property
    def left_out(self) -> frozenset[str]:
        """Names of rows to leave out of a solution: those that it leaves out already, and what is redundant then.

        Where that would be too many, since others are needed here in place of those, the redundant ones alone.
        """
        rows, left_out = self.dynamics.equations.rows, self._left_out
        redundant = {*self.others}
        taken = [i for i in self.kept_rows if i not in left_out]
        few = redundant if len(taken) < self._rank_beside(left_out) else redundant.union(left_out)
        return frozenset(rows[i].name for i in few)

    def _rank_beside(self, left_out: Sequence[int]) -> int:
        """How many of the other rows are independent in the states around."""
        rows = [i for i in range(len(self.here.J)) if i not in left_out]
        return max((rank(J[rows], sizes=self.sizes.rows[rows]) for _, J in self.regular), default=0)

    @property
    def others(self) -> tuple[int, ...]:
        """Arguments of the rows that depend on these; rows that are off depend on none."""
        return tuple(int(i) for i in np.flatnonzero(self.here.on) if i not in self.kept_rows)

    @property
    def _far(self) -> list[Matrix]:
        """J in states further away, along one free motion."""
        ways = self._neighbours.ways[:1]
        states = [self._neighbours.at_distance(delta, distance) for delta in ways for distance in FAR]
        return [self._J(state) for state in states if state is not None]

    def _choices(self, matrices: list[Matrix], left_out: Sequence[int]) -> list[tuple[int, ...]]:
        """Rows that may be kept, those first that prefer earlier ones."""
        n = self._rank_beside(left_out)
        if left_out:
            rows = [i for i in range(len(self.here.J)) if i not in left_out]
            matrices = [J for J in matrices if rank(J[rows], sizes=self.sizes.rows[rows]) == n]
        lists = [[self._chosen(J, n, left_out, part) for J in matrices] for part in (0.1, 1.0)]
        return list(dict.fromkeys(kept for choices in lists for kept in choices))

    def _chosen(self, J: Matrix, n: int, left_out: Sequence[int], part: float) -> tuple[int, ...]:
        """Numbers of n independent rows, and of those that are left out what these do not say."""
        first = [i for i in range(len(J)) if i not in left_out]
        kept = [first[i] for i in independent_rows(J[first], n, part)]
        if len(kept) < self.generic_rank:
            Q = np.linalg.qr(J[kept].T)[0]
            rest = J[list(left_out)] - J[list(left_out)] @ Q @ Q.T
            kept += [left_out[i] for i in independent_rows(rest, self.generic_rank - n, part)]
        return tuple(sorted(kept))

    # ---- right-hand sides

    def check_consistent(self) -> None:
        """Refuse rows that depend on each other but ask for different accelerations."""
        J, gamma, kept = self.J, self.here.gamma, list(self.kept_rows)
        if self.rank < len(kept):
            return
        scales = row_scales(J)
        size = max(1.0, float(np.abs(gamma / scales).max(initial=0.0)))
        for i in (i for i in range(len(J)) if i not in kept):
            factors = coefficients(J, kept, i)
            gap = abs(gamma[i] - factors @ gamma[kept])
            if gap > CONSISTENT * size * scales[i]:
                raise self._contradiction(i, factors, gap)

    def _contradiction(self, i: int, factors: Vector, gap: float) -> AssemblyError:
        rows = self.dynamics.equations.rows
        involved = [
            rows[k].name for k, factor in zip(self.kept_rows, factors, strict=True) if abs(factor) > INVOLVED
        ]
        return AssemblyError(
            f"{rows[i].name!r} contradicts {', '.join(map(repr, involved)) or 'the geometry'}: they depend on "
            f"each other, but their accelerations differ by {gap:.3g}; leave one of them out, or change its law"
        )
