"""Singular positions of driven mechanisms: where rows that determine the motion no longer do.

J, without redundant rows, is square there. In a suitable order of rows and columns it is a triangle of blocks, for
instance one for each loop; the mechanism is singular where the determinant of a block is zero.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.constraint_unknowns import Positions, Speeds
from dalembert.configuration.constraint_values import constraint_values
from dalembert.configuration.typical_sizes import TypicalSizes
from dalembert.dynamics.dynamics import Dynamics
from dalembert.expr.factorizations import LU, factorize
from dalembert.expr.functions import less, where
from dalembert.expr.node import Expression, Scalar
from dalembert.expr.scalar import is_zero
from dalembert.mechanisms.drive_count import Released
from dalembert.memo import Key
from dalembert.numerics.nearest_root import root
from dalembert.rank import MAINLY, NEARLY, row_scales
from dalembert.rows import Level
from dalembert.runs.events import Event
from dalembert.state import State

Pattern = NDArray[np.bool_]

CROSSING = "singular position"
"""Name of events that end a run."""

NEAR = 5.0 * NEARLY.distance
"""Smallest singular value, beside the largest, below which a run that stops has met a singular position."""

MUCH_BETTER = 10.0
"""Factor in the smallest singular value by which another choice of redundant rows is better."""


# ---- where a determinant changes its sign


_CROSSINGS: Key[tuple[Event, ...]] = Key("singular positions")


def crossings(dynamics: Dynamics) -> tuple[Event, ...]:
    """Events that end a run where a block of J changes the sign of its determinant."""
    return dynamics.memo.get(_CROSSINGS, lambda: _crossings(dynamics))


def _crossings(dynamics: Dynamics) -> tuple[Event, ...]:
    J = dynamics.equations.gradients[list(dynamics.solution.independent)]
    values = [determinant(J[np.ix_(rows, columns)]) for rows, columns in blocks(J)]
    expressions = [value for value in values if isinstance(value, Expression)]
    return tuple(Event(CROSSING, value, is_terminal=True, search_inside_steps=False) for value in expressions)


def blocks(J: Array) -> list[tuple[list[int], list[int]]]:
    """Rows and columns of the blocks on the diagonal of a square J, from its structural zeros."""
    filled = np.array([[not is_zero(x) for x in row] for row in J], dtype=bool).reshape(len(J), len(J))
    column = _matched(filled)

    # a row needs those in whose columns it has entries; rows that need each other are one block
    needs = filled[:, column] | np.eye(len(J), dtype=bool)
    for _ in range(len(J).bit_length()):
        needs = needs @ needs
    together = needs & needs.T
    groups = dict.fromkeys(tuple(map(int, np.flatnonzero(row))) for row in together)
    return [(list(rows), [column[i] for i in rows]) for rows in groups]


def _matched(filled: Pattern) -> list[int]:
    """A column for each row, in which it has an entry; each column once (augmenting paths)."""
    owner: dict[int, int] = {}

    def is_matched(row: int, seen: set[int]) -> bool:
        for k in map(int, np.flatnonzero(filled[row])):
            if k not in seen:
                seen.add(k)
                if k not in owner or is_matched(owner[k], seen):
                    owner[k] = row
                    return True
        return False

    assert all([is_matched(row, set()) for row in range(len(filled))]), (
        "rows that are independent have each a column"
    )
    return sorted(owner, key=lambda k: owner[k])


def determinant(A: Array) -> Scalar:
    """Determinant of a square matrix of expressions."""
    if len(A) == 1:
        return A[0, 0]
    if len(A) == 2:
        return A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
    factors = factorize(A, LU())
    order, U = factors.order, factors.U
    product: Scalar = 1.0
    for i in range(len(A)):
        product = product * U[i, i]
        for k in range(i):
            product = where(less(order[k], order[i]), product, -product)
    return product


# ---- at the end of a run


def depends_on_choice(dynamics: Dynamics, J: Matrix) -> bool:
    """Whether only the rows of a scaled J that are solved for are singular, while others could be solved for."""
    s, s_solved = (np.linalg.svd(A, compute_uv=False) for A in (J, J[list(dynamics.solution.independent)]))
    return bool(s[-1] > max(MUCH_BETTER * s_solved[-1], NEARLY.distance * s[0]))


def is_nearly_singular(dynamics: Dynamics, J: Matrix) -> bool:
    """Whether the rows of a scaled J that are solved for nearly depend on each other."""
    s = np.linalg.svd(J[list(dynamics.solution.independent)], compute_uv=False)
    return bool(s[-1] < NEAR * s[0])


def best_rows(J: Matrix) -> list[int]:
    """Numbers of independent rows of a scaled J, one for each speed, always the one next that is left most of."""
    left, chosen = J, list[int]()
    for _ in range(J.shape[1]):
        norms = np.linalg.norm(left, axis=1)
        if not norms.max() > 0.0:
            break
        chosen.append(int(np.argmax(norms)))
        direction = left[chosen[-1]] / norms.max()
        left = left - np.outer(left @ direction, direction)
    return sorted(chosen)


def settled(dynamics: Dynamics, state: State, sizes: TypicalSizes) -> State:
    """A state near to which the constraints hold, moved to where they do, by the rows that determine it best.

    Where the rows that were solved for are singular, positions have few digits and speeds none.
    """
    eom, arguments = dynamics.equations, dynamics.arguments(state)
    q, u = arguments["q"], arguments["u"]
    positions = Positions(dynamics, (), (), arguments, state.p, q, np.zeros(0))
    kept = best_rows(sizes.scaled(constraint_values(dynamics, arguments, state.p).J))
    at_positions = [i for i in kept if eom.rows[i].level == Level.POSITION]
    q = root(Released(positions, at_positions), q).x
    speeds = Speeds(dynamics, (), {**arguments, "q": q}, state.p, u)
    u = root(Released(speeds, [i for i in kept if eom.rows[i].level <= Level.VELOCITY]), u).x
    return dynamics.state(state.t, np.concatenate([q, u, arguments["z"]]), arguments["tau"], state.p)


def singular_message(dynamics: Dynamics, J: Matrix, when: str, drives: Sequence[str]) -> str:
    """Rows that are singular, coordinates that they do not determine, and what to do."""
    eom = dynamics.equations
    kept = list(dynamics.solution.independent)
    U, _, Vt = np.linalg.svd(J[kept] / row_scales(J)[kept, None])
    rows = [eom.rows[i].name for i, part in zip(kept, _parts(U[:, -1]), strict=True) if part > MAINLY]
    moved = [name for name, part in zip(eom.speeds, _parts(Vt[-1]), strict=True) if part > MAINLY]
    coordinates = ", ".join(name.removesuffix(".rate") for name in moved)
    singular_drives = [row for row in rows if row in drives]
    driving = (
        f"drive another coordinate than {', '.join(map(repr, singular_drives))}"
        if singular_drives
        else "drive another coordinate"
    )
    do = "do" if len(rows) > 1 else "does"
    return (
        f"{when} the mechanism is in a singular position: {', '.join(rows)} {do} not determine {coordinates} "
        f"there, so it could go on in several ways or in none; end before, {driving}, or change lengths"
    )


def _parts(x: Vector) -> Vector:
    return np.abs(x) / np.abs(x).max()
