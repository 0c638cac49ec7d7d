"""Typical sizes of rows and columns of J: with them neither units nor singular positions mislead about ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.configuration.constraint_unknowns import Positions
from dalembert.configuration.constraint_values import constraint_values
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.rank import are_lengths, column_sizes, typical_row_sizes

AWAY = 0.5
"""Distance of places in which sizes are typical, in rad and arms: nothing is aligned there by chance."""

_PLACES = 4


@dataclass(frozen=True, eq=False)
class TypicalSizes:
    """Sizes of changes of speeds (nu,) that count alike, and of the rows of J (m,) by these."""

    columns: Vector
    rows: Vector

    def sized(self, J: Matrix) -> Matrix:
        """J (…, m, nu) by speeds in these sizes, so that the unit of length does not matter."""
        return J * self.columns

    def scaled(self, J: Matrix) -> Matrix:
        """J beside the typical sizes of its rows, so that one which vanishes is small."""
        return self.sized(J) / self.rows[:, None]

    def of_coordinates(self, equations: Equations) -> Vector:
        """Sizes of changes of coordinates (nq,) that count alike."""
        arm = (
            self.columns[are_lengths(equations.variables.directions, equations.variables.units)].max(initial=0.0)
            or 1.0
        )
        return np.where(are_lengths(equations.coordinates, equations.variables.units), arm, 1.0)


def sizes_around(dynamics: Dynamics, arguments: Arguments, p: Mapping[str, float]) -> TypicalSizes:
    """Typical sizes near a state, whether the constraints hold in the places that are looked at or not."""
    q = np.asarray(arguments["q"])
    problem = Positions(dynamics, (), (), arguments, p, q, np.zeros(0))
    return _sizes(problem, q, lambda x: constraint_values(dynamics, {**arguments, "q": x}, p).J)


def sizes_of_positions(problem: Positions, x: Vector) -> TypicalSizes:
    """Typical sizes of the rows of positions alone, near x; unknown parameters are as they are."""
    n, nu = len(problem.records), len(problem.equations.speeds)
    return _sizes(problem, x, lambda x: problem.rows(x)[1][:n, :nu])


def _sizes(problem: Positions, x: Vector, jacobian: Callable[[Vector], Matrix]) -> TypicalSizes:
    eom = problem.equations
    is_length = are_lengths(eom.variables.directions, eom.variables.units)
    if not eom.rows:
        return TypicalSizes(np.ones(len(is_length)), np.ones(0))
    ways = AWAY * np.random.default_rng(11).standard_normal((_PLACES, len(is_length)))
    fixed = np.zeros(len(problem.unknown))

    def elsewhere(sizes: Vector) -> list[Matrix]:
        places = [jacobian(problem.moved(x, np.append(sizes * way, fixed))) for way in ways]
        return [J for J in places if np.isfinite(J).all()]

    # arms do not depend on how far lengths go, if angles are arbitrary
    here, turned = jacobian(x), elsewhere(np.where(is_length, 0.0, 1.0))
    columns = column_sizes(np.concatenate(turned or [here]), is_length)
    rows = typical_row_sizes([J * columns for J in (here, *(elsewhere(columns) if is_length.any() else turned))])
    return TypicalSizes(columns, rows)
