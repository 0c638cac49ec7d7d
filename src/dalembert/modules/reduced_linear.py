"""Linear equations of a tree of systems in independent coordinates and speeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix
from dalembert.errors import FormulationError
from dalembert.expr.node import name_of
from dalembert.modules.labelled_matrix import LabelledMatrix, under_heads
from dalembert.modules.linear_matrix import LinearMatrix
from dalembert.modules.linear_node import AGREEMENT, pseudo_inverse
from dalembert.modules.mirror import Mirror
from dalembert.modules.subsystem import Subsystem
from dalembert.name_checks import closest
from dalembert.rank import ROUNDING, rank

Complex = NDArray[np.complex128]

_NO_MIRROR = Mirror(lambda name: (name, 1.0))


def sorted_eigenvalues(A: Matrix) -> Complex:
    """Eigenvalues of a matrix, or of several (…, n, n): the largest real part first."""
    eigenvalues = np.linalg.eigvals(A).astype(complex)
    order = np.lexsort((-eigenvalues.imag, -eigenvalues.real), axis=-1)
    return np.take_along_axis(eigenvalues, order, axis=-1)


@dataclass(frozen=True, eq=False, repr=False)
class ReducedLinear:
    """Linear equations M δu̇ + D δu + K δq = E τ in independent coordinates and speeds, by rows of f̄."""

    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]
    M: LabelledMatrix
    """Rows are the independent variables of the root, columns the speeds."""

    D: LabelledMatrix
    K: LabelledMatrix
    E: LabelledMatrix
    rates: LabelledMatrix
    """Rates of the coordinates; columns are coordinates and speeds."""

    C: LabelledMatrix
    """Complement of the root to first order in changes of these coordinates and speeds (Orsino 2016, 5.19)."""

    @cached_property
    def A(self) -> LabelledMatrix:
        """State matrix of ẋ = A x, x = (coordinates, speeds)."""
        M = np.linalg.inv(self.M.to_array())
        below = -M @ np.concatenate([self.K.to_array(), self.D.to_array()], axis=1)
        names = (*self.coordinates, *self.speeds)
        return LabelledMatrix(names, names, np.concatenate([self.rates.to_array(), below]))

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of A, the largest real part first."""
        return sorted_eigenvalues(self.A.to_array())

    def __str__(self) -> str:
        return under_heads("M δu̇ + D δu + K δq = E δτ", M=self.M, D=self.D, K=self.K, E=self.E)

    def __repr__(self) -> str:
        return f"<ReducedLinear in {', '.join((*self.coordinates, *self.speeds))}>"


@dataclass(frozen=True, eq=False)
class Levels:
    """Changes of all variables of a tree by independent coordinates and speeds, to first order."""

    Q: Matrix
    """Coordinates by independent coordinates."""

    U: tuple[Matrix, Matrix]
    """Speeds by independent coordinates and by independent speeds."""

    a: tuple[Matrix, Matrix, Matrix]
    """Variables of second order by independent coordinates, speeds, and rates of these speeds."""


def reduced(
    system: Subsystem,
    f: LinearMatrix,
    C: LinearMatrix,
    rows: tuple[LinearMatrix, LinearMatrix, LinearMatrix],
    rates: LinearMatrix,
    coordinates: tuple[str, ...],
    speeds: tuple[str, ...],
    weights: Mapping[str, float],
    mirror: Mirror | None,
) -> ReducedLinear:
    """Linear equations of a tree in independent coordinates and speeds; others follow from its constraints."""
    _check_names(coordinates, system.coordinates, "coordinate", system.name)
    _check_names(speeds, system.speeds, "speed", system.name)
    _check_names(tuple(weights), list(dict.fromkeys(x for level in rows for x in level.rows)), "row", system.name)
    q, u, a = system.coordinates, system.speeds, tuple(map(name_of, system.kinematics.highest))
    at = _levels(system, rows, coordinates, speeds, weights, mirror or _NO_MIRROR)
    K = f.along(q) @ at.Q + f.along(u) @ at.U[0] + f.along(a) @ at.a[0]
    D = f.along(u) @ at.U[1] + f.along(a) @ at.a[1]
    independent = rates.taken(coordinates)
    moving = [independent.along(q) @ at.Q + independent.along(u) @ at.U[0], independent.along(u) @ at.U[1]]
    return ReducedLinear(
        coordinates,
        speeds,
        LabelledMatrix(f.rows, speeds, -f.along(a) @ at.a[2]),
        LabelledMatrix(f.rows, speeds, -D),
        LabelledMatrix(f.rows, coordinates, -K),
        LabelledMatrix(f.rows, system.inputs, f.along(system.inputs)),
        LabelledMatrix(coordinates, (*coordinates, *speeds), np.concatenate(moving, axis=1)),
        C.in_terms_of(_changes(system, at, coordinates, speeds)).expressions,
    )


def _changes(
    system: Subsystem, at: Levels, coordinates: Sequence[str], speeds: Sequence[str]
) -> dict[str, dict[str, float]]:
    """Changes of all coordinates and speeds by a unit of each independent one."""
    by_coordinates = np.concatenate([at.Q, at.U[0]])
    by_speeds = np.concatenate([np.zeros((len(system.coordinates), len(speeds))), at.U[1]])
    names = (*system.coordinates, *system.speeds)
    columns = zip((*coordinates, *speeds), np.concatenate([by_coordinates, by_speeds], axis=1).T, strict=True)
    return {name: dict(zip(names, map(float, column), strict=True)) for name, column in columns}


def _levels(
    system: Subsystem,
    levels: tuple[LinearMatrix, LinearMatrix, LinearMatrix],
    coordinates: tuple[str, ...],
    speeds: tuple[str, ...],
    weights: Mapping[str, float],
    mirror: Mirror,
) -> Levels:
    q, u, highest = system.coordinates, system.speeds, system.kinematics.highest
    a = tuple(map(name_of, highest))
    wanted = _rates_of(system, speeds)
    position, velocity, acceleration = levels

    # all coordinates by the independent ones
    W = _weights(position.rows, weights)
    Q = mirror.mean(_all_by(position.along(q), q, coordinates, W, system.name), q, coordinates)
    _check_independent(system, position.along(q), Q, coordinates, position.rows)

    # all speeds by the independent ones, and by coordinates
    W = _weights(velocity.rows, weights)
    by_speeds = mirror.mean(_all_by(velocity.along(u), u, speeds, W, system.name), u, speeds)
    _check_independent(system, velocity.along(u), by_speeds, speeds, velocity.rows)
    by_coordinates = mirror.mean(
        _following(velocity.along(u), u, speeds, W, velocity.along(q) @ Q), u, coordinates
    )

    # and all accelerations
    W, rows, labels = _weights(acceleration.rows, weights), acceleration.along(a), system.labels
    rest = acceleration.along(q) @ Q + acceleration.along(u) @ by_coordinates
    by_second = (
        mirror.mean(_following(rows, a, wanted, W, rest), labels, coordinates),
        mirror.mean(_following(rows, a, wanted, W, acceleration.along(u) @ by_speeds), labels, speeds),
        mirror.mean(_all_by(rows, a, wanted, W, system.name), labels, speeds),
    )
    return Levels(Q, (by_coordinates, by_speeds), by_second)


def _rates_of(system: Subsystem, speeds: Sequence[str]) -> tuple[str, ...]:
    """Names of the variables of second order that are rates of these speeds, in their order."""
    by_label = dict(zip(system.labels, map(name_of, system.kinematics.highest), strict=True))
    if missing := [name for name in speeds if name not in by_label]:
        raise FormulationError(f"{system.name}: the rate of {missing[0]!r} is no variable of second order")
    return tuple(by_label[name] for name in speeds)


def _all_by(rows: Matrix, names: Sequence[str], chosen: Sequence[str], W: Matrix, owner: str) -> Matrix:
    """Changes of all variables by a unit of each chosen one, for rows · variables = 0."""
    columns = np.zeros((len(names), len(chosen)))
    for j, name in enumerate(chosen):
        columns[list(names).index(name), j] = 1.0
    free = [k for k, name in enumerate(names) if name not in chosen]
    if free and rank(rows[:, free].T, ROUNDING) < len(free):
        raise FormulationError(
            f"{owner}: {', '.join(chosen) or 'no variables'} do not determine {names[free[0]]!r} and others "
            "in this reference"
        )
    return columns + _following(rows, names, chosen, W, rows @ columns)


def _check_independent(
    system: Subsystem, rows: Matrix, columns: Matrix, chosen: Sequence[str], names: Sequence[str]
) -> None:
    """Refuse chosen variables that depend on each other by rows, unless nodes allow incompatible rows."""
    if any(node.complement.allows_incompatible_rows for node in system.nodes()):
        return
    size = np.abs(rows).max(axis=1, initial=0.0, keepdims=True) * np.abs(columns).max(axis=0, initial=0.0)
    off = np.abs(rows @ columns) > AGREEMENT * size
    if off.any():
        row, k = np.argwhere(off)[0]
        raise FormulationError(
            f"{system.name}: {', '.join(chosen)} are not independent: by {names[row]!r}, {chosen[k]!r} does "
            "not change alone; leave some of them out"
        )


def _following(rows: Matrix, names: Sequence[str], chosen: Sequence[str], W: Matrix, rest: Matrix) -> Matrix:
    """Changes of the variables that are not chosen, for rows · variables + rest = 0, by least squares."""
    columns = np.zeros((len(names), rest.shape[1]))
    if free := [k for k, name in enumerate(names) if name not in chosen]:
        columns[free] = -pseudo_inverse(rows[:, free], W) @ rest
    return columns


def _weights(rows: Sequence[str], weights: Mapping[str, float]) -> Matrix:
    return np.array([float(weights.get(name, 1.0)) for name in rows])


def _check_names(names: Sequence[str], variables: Sequence[str], kind: str, owner: str) -> None:
    if unknown := [name for name in names if name not in variables]:
        raise FormulationError(f"{owner}: there is no {kind} {unknown[0]!r}; {closest(unknown[0], variables)}")
    if twice := [name for name in names if names.count(name) > 1]:
        raise FormulationError(f"{owner}: the {kind} {twice[0]!r} is given twice")
