"""The checks that every start of a run goes through, by one native call each: constraints and coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import add, mul

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.constraint_unknowns import POSITION_ROWS, parameters_of, position_rows
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.dynamics.state_arrays import EXACT
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.errors import SolverError
from dalembert.expr.fixed_order import semidefinite_ldl
from dalembert.expr.functions import absolute_value, maximum, minimum, sqrt
from dalembert.expr.node import Scalar
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.expr.symbol_nodes import time
from dalembert.memo import Key
from dalembert.rank import SINGULAR
from dalembert.rows import Level

INDEPENDENT = (30.0 * SINGULAR.distance) ** 2
"""Smallest pivot of J Jᵀ beside its diagonal, the square of a distance, of rows that are surely independent."""

_SURELY_APART = 1e-4
"""det of the products of axes of length one, from which on they are surely independent."""


@dataclass(frozen=True, eq=False)
class QuickCheck:
    """A native function of states, t, q, u, z and τ one after the other."""

    function: NativeFunction
    parameters: frozenset[str]

    def __call__(self, x: Matrix, p: Mapping[str, float]) -> Matrix:
        """The gap of each state, as `gaps` defines it, and the smallest pivot of the rows solved for; (n, 2 + m).

        Where rows vanish, both are not a number or infinite. Behind them are the pivots that a run is to watch.
        """
        values = {name: value for name, value in p.items() if name in self.parameters} if p else None
        if len(x) == 1 and x.ndim == 2:
            # one state is quicker without its axis, but is an error where many have rows that are not a number
            with suppress(SolverError):
                return np.asarray(self.function(x=x[0], parameters=values)["numbers"])[None]
        return self.function(x, parameters=values)["numbers"]

    def bound(self, p: Mapping[str, float]) -> tuple[Callable[[], int], Vector, Vector]:
        """The check of a state: a function that returns a status, the array it reads, and the one it fills."""
        values = {name: value for name, value in p.items() if name in self.parameters}
        bound = self.function.bind(values)
        return bound.run, bound.inputs["x"], bound.outputs["numbers"]


_QUICK_CHECK: Key[QuickCheck] = Key("quick check")


def quick_check(dynamics: Dynamics) -> QuickCheck:
    """The check for these dynamics, made once."""
    return dynamics.memo.get(_QUICK_CHECK, lambda: _with_settings(dynamics))


_CODE: Key[tuple[NativeFunction, frozenset[str]]] = Key("native code of the quick check")


def _with_settings(dynamics: Dynamics) -> QuickCheck:
    function, names = dynamics.shared.get(
        _CODE.of(dynamics.solved), lambda: _compiled(dynamics, _expressions(dynamics))
    )
    return QuickCheck(dynamics.with_parameters(function), names)


def _compiled(dynamics: Dynamics, outputs: list[Scalar]) -> tuple[NativeFunction, frozenset[str]]:
    eom = dynamics.equations
    # one array in, one out: a call from Python costs more than the numbers
    inputs = np.concatenate([np.array([time]), eom.q, eom.u, eom.z, eom.tau])
    function = dynamics.engine.compile({"numbers": np.array(outputs, dtype=object)}, {"x": inputs})
    return function, frozenset(x.args[0] for x in parameters_of(outputs))


def _expressions(dynamics: Dynamics) -> list[Scalar]:
    eom = dynamics.equations
    n_effective = sum(row.level == Level.POSITION for row in eom.rows)
    phi = dynamics.shared.get(POSITION_ROWS, lambda: position_rows(eom))[1]
    scales = [*map(_norm, eom.entries.gradients.rows[:n_effective]), *(1.0 for _ in phi[n_effective:])]
    positions = [absolute_value(value) / scale for value, scale in zip(phi, scales, strict=True)]
    velocities = [
        absolute_value(value) / _norm(row)
        for value, row in zip(eom.while_on(eom.psi), eom.entries.J.rows, strict=False)
        if row
    ]
    gap = maximum(
        _largest(positions, 0.0) / _largest(eom.q, 1.0), _largest(velocities, 0.0) / _largest(eom.u, 1.0)
    )
    solved = dynamics.solved
    taken = list(solved.independent)
    rows = SchurComplement(
        SparseMatrix.identity(len(eom.speeds)), eom.entries.gradients.taken(taken), on=solved.switches
    )
    watched = solved.pivots if len(solved.typical_pivots) else ()
    return [gap, rows.smallest_pivot if taken else 1.0, *watched]


def _norm(row: Mapping[int, Scalar]) -> Scalar:
    return sqrt(reduce(add, [x * x for x in row.values()], 0.0))


def _largest(values: Iterable[Scalar], least: float) -> Scalar:
    return reduce(maximum, map(absolute_value, values), least)


# ---- coordinates


_COORDINATE_CHECK: Key[QuickCheck | None] = Key("coordinate check")


def coordinate_check(dynamics: Dynamics) -> QuickCheck | None:
    """A native function of t, q, u, z and τ, which finds two numbers; None if there is nothing to check.

    They are how far coordinates are from the nearest valid ones, and how far axes of joints are from dependent.
    """
    return dynamics.shared.get(_COORDINATE_CHECK, lambda: _of_coordinates(dynamics))


def are_typical(numbers: list[float]) -> bool:
    """Whether, by the two numbers of the check, coordinates stay as they are, and no joint is singular."""
    return numbers[0] <= EXACT and numbers[1] >= _SURELY_APART


def _of_coordinates(dynamics: Dynamics) -> QuickCheck | None:
    if not dynamics.turning_axes and not dynamics.corrects_coordinates:
        return None
    eom = dynamics.equations
    moved = [absolute_value(a - b) for a, b in zip(eom.motion.projected, eom.q, strict=True)]
    apart = [_independence(axes.H) for axes in dynamics.turning_axes]
    return QuickCheck(*_compiled(dynamics, [reduce(maximum, moved, 0.0), reduce(minimum, apart, 1.0)]))


def _independence(H: Array) -> Scalar:
    """det Hᵀ H beside the squares of the lengths of its columns: one if they are orthogonal, zero if dependent."""
    G = H.T @ H
    factors = semidefinite_ldl(G)
    if factors.vanishing:
        return 0.0
    return 1.0 / reduce(mul, [factors.D_inverse[k] * G[k, k] for k in range(len(G))])
