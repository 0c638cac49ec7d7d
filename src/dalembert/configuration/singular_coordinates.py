"""The check of coordinates that may be invalid by themselves, at starts of runs that are like earlier ones."""

from __future__ import annotations

from functools import reduce
from operator import mul

import numpy as np

from dalembert.arrays import Array
from dalembert.configuration.constraint_unknowns import parameters_of
from dalembert.configuration.quick_check import QuickCheck
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.state_arrays import EXACT
from dalembert.expr.fixed_order import semidefinite_ldl
from dalembert.expr.functions import absolute_value, maximum, minimum
from dalembert.expr.node import Scalar
from dalembert.expr.symbol_nodes import time
from dalembert.memo import Key

_SURELY_APART = 1e-4
"""det of the products of axes of length one, from which on they are surely independent."""


_COORDINATE_CHECK: Key[QuickCheck | None] = Key("coordinate check")


def coordinate_check(dynamics: Dynamics) -> QuickCheck | None:
    """A native function of t, q, u, z and τ, which finds two numbers; None if there is nothing to check.

    They are how far coordinates are from the nearest valid ones, and how far axes of joints are from dependent.
    """
    return dynamics.shared.get(_COORDINATE_CHECK, lambda: _compiled(dynamics))


def are_typical(numbers: list[float]) -> bool:
    """Whether, by the two numbers of the check, coordinates stay as they are, and no joint is singular."""
    return numbers[0] <= EXACT and numbers[1] >= _SURELY_APART


def _compiled(dynamics: Dynamics) -> QuickCheck | None:
    if not dynamics.turning_axes and not dynamics.corrects_coordinates:
        return None
    eom = dynamics.equations
    moved = [absolute_value(a - b) for a, b in zip(eom.motion.projected, eom.q, strict=True)]
    apart = [_independence(axes.H) for axes in dynamics.turning_axes]
    outputs = np.array([reduce(maximum, moved, 0.0), reduce(minimum, apart, 1.0)], dtype=object)
    inputs = np.concatenate([np.array([time]), eom.q, eom.u, eom.z, eom.tau])
    function = dynamics.engine.compile({"numbers": outputs}, {"x": inputs})
    return QuickCheck(function, frozenset(x.args[0] for x in parameters_of(outputs)))


def _independence(H: Array) -> Scalar:
    """det Hᵀ H beside the squares of the lengths of its columns: one if they are orthogonal, zero if dependent."""
    G = H.T @ H
    factors = semidefinite_ldl(G)
    if factors.vanishing:
        return 0.0
    return 1.0 / reduce(mul, [factors.D_inverse[k] * G[k, k] for k in range(len(G))])
