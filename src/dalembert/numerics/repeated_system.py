"""A system of second order that is a few kinds of elements, each many times: bodies, joints, constraints, forces.

Its expressions are those of one element of each kind, in variables of its own; tables say which variables of the
system these are in each element, and what its numbers are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array, Matrix
from dalembert.expr.node import Node, inputs_of
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.numerics.block_elimination import BlockOrder

Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ElementKind:
    """What one element contributes, over variables of its own."""

    q: Array
    u: Array
    a: Array
    lam: Array
    delta: Array
    sizes: tuple[int, ...]
    """Number of speeds of each of its bodies."""

    numbers: tuple[Node, ...]
    """Stand for numbers that differ."""

    opened: tuple[Node, ...]
    """Stand for open parameters, or what is made of them, that differ."""

    shared: tuple[Node, ...]
    """Open parameters that all elements of the kind have in common."""

    residual: Array
    """What it adds to r (nu,), in a and λ."""

    M: SparseMatrix
    damping: SparseMatrix
    stiffness: SparseMatrix
    phi: tuple[Any, ...]
    """None for rows without position level."""

    psi: tuple[Any, ...]
    """None for rows of accelerations."""

    J: SparseMatrix
    gamma: Array
    rates: Array
    """q̇ of a body; empty for what places nothing."""

    moved: Array
    projected: Array

    @property
    def places_body(self) -> bool:
        """Whether coordinates are its own."""
        return bool(len(self.rates))

    @property
    def variables(self) -> list[Node]:
        """All variables but those of its rows and small motions."""
        return [*self.q, *self.u, *self.numbers, *self.opened, *self.shared]


@dataclass(frozen=True, eq=False)
class ElementGroup:
    """All elements of a kind."""

    kind: ElementKind
    bodies: Places
    """The bodies that each element moves, (n, number of bodies)."""

    rows: Places
    """Rows of the system (n, m)."""

    values: Matrix
    """Numbers (n, …) in the place of `kind.numbers`."""

    opened: Array
    """Expressions (n, …) in the place of `kind.opened`."""

    def __len__(self) -> int:
        return len(self.bodies)


@dataclass(frozen=True, eq=False)
class RepeatedSystem:
    """r(t, q, u, a, λ) = 0 with rows by level, by its elements."""

    q: Array
    u: Array
    a: Array
    lam: Array
    delta: Array
    on: Array
    """Switches of the rows (m,)."""

    q_of: Sequence[slice]
    u_of: Sequence[slice]
    """Coordinates and speeds of each body, in their order."""

    n_phi: int
    n_psi: int
    """Rows with a position level, and with a velocity level: these come first."""

    bodies: Sequence[ElementGroup]
    parts: Sequence[ElementGroup]

    @cached_property
    def order(self) -> BlockOrder:
        """Order in which bodies are eliminated."""
        pairs = {
            (i, j)
            for group in self.parts
            for bodies in group.bodies.tolist()
            for k, i in enumerate(bodies)
            for j in bodies[k + 1 :]
        }
        return BlockOrder.of([x.stop - x.start for x in self.u_of], pairs)

    @cached_property
    def parameters(self) -> list[Node]:
        """Open parameters of all elements."""
        groups = (*self.bodies, *self.parts)
        roots = [x for group in groups for x in (*group.kind.shared, *group.opened.ravel())]
        return inputs_of(roots)
