"""Linear equations of vehicles by powers of speed and gravity: M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = E τ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import FormulationError
from dalembert.modules.labelled_matrix import LabelledMatrix, under_heads
from dalembert.modules.linear_tree import linearized
from dalembert.modules.mirror import Mirror
from dalembert.modules.reduced_linear import ReducedLinear, sorted_eigenvalues
from dalembert.modules.speed_modes import SpeedModes, speed_modes
from dalembert.modules.subsystem import Subsystem
from dalembert.name_checks import checked_names

STRUCTURE = 1e-8
"""Difference from the form in powers of speed, relative to the largest entry, that is rounding."""


@dataclass(frozen=True, eq=False, repr=False)
class SpeedMatrices:
    """Linear equations M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = E τ of a vehicle, by the names of q.

    Parameters
    ----------
    M : LabelledMatrix
        Mass matrix.
    C1 : LabelledMatrix
        Matrix of the terms v q̇.
    K0 : LabelledMatrix
        Stiffness by gravity, to be multiplied by g.
    K2 : LabelledMatrix
        Stiffness that grows with the square of the speed.
    E : LabelledMatrix
        Matrix of the inputs τ.
    gravity : float
        g in m/s².

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> names = ("lean", "steer")
    >>> benchmark = (
    ...     [[80.81722, 2.31941332], [2.31941332, 0.29784188]],
    ...     [[0.0, 33.86641391], [-0.85035641, 1.68540397]],
    ...     [[-80.95, -2.59951685], [-2.59951685, -0.80329488]],
    ...     [[0.0, 76.59734590], [0.0, 2.65431524]],
    ...     np.eye(2),
    ... )
    >>> matrices = (da.modules.LabelledMatrix(names, names, np.array(X)) for X in benchmark)
    >>> modes = da.modules.SpeedMatrices(*matrices, gravity=9.81).modes(np.linspace(0.0, 10.0, 201))
    >>> print([f"{low:.3f} to {high:.3f} m/s" for low, high in modes.stable_ranges])
    ['4.292 to 6.024 m/s']
    """

    M: LabelledMatrix
    C1: LabelledMatrix
    K0: LabelledMatrix
    K2: LabelledMatrix
    E: LabelledMatrix
    gravity: float

    def __str__(self) -> str:
        heading = f"M q̈ + v C1 q̇ + ({self.gravity:g} K0 + v² K2) q = E τ"
        return under_heads(heading, M=self.M, C1=self.C1, K0=self.K0, K2=self.K2, E=self.E)

    def __repr__(self) -> str:
        return f"<SpeedMatrices in {', '.join(self.M.columns)}>"

    def system(self, speed: float) -> NDArray[np.float64]:
        """State matrix of ẋ = A x, x = (q, q̇), at a speed."""
        n = len(self.M.rows)
        inverse = np.linalg.inv(self.M.to_array())
        K = self.gravity * self.K0.to_array() + speed**2 * self.K2.to_array()
        return np.block([[np.zeros((n, n)), np.eye(n)], [-inverse @ K, -inverse @ (speed * self.C1.to_array())]])

    def eigenvalues(self, speeds: ArrayLike) -> NDArray[np.complex128]:
        """Eigenvalues (number of speeds, 2 n) over speeds, the largest real part first."""
        return sorted_eigenvalues(np.stack([self.system(v) for v in _numbers(speeds)]))

    def modes(self, speeds: ArrayLike) -> SpeedModes:
        """Modes over rising speeds, each followed from one speed to the next."""
        names = self.M.rows
        return speed_modes((*names, *(f"{name}.rate" for name in names)), _numbers(speeds), self.system)


def _numbers(speeds: ArrayLike) -> NDArray[np.float64]:
    """Speeds as an array."""
    try:
        numbers = np.atleast_1d(np.asarray(speeds, dtype=float))
    except (TypeError, ValueError):
        raise FormulationError(f"speeds are numbers, not {speeds!r}") from None
    if numbers.ndim != 1 or not len(numbers) or not np.isfinite(numbers).all():
        raise FormulationError(f"speeds are one or more finite numbers in a row, not {speeds!r}")
    return numbers


def canonical_matrices(
    system: Subsystem,
    reference: Callable[[float], Mapping[str, float]],
    *,
    variables: Mapping[str, tuple[str, str]],
    coordinates: Sequence[str],
    speeds: Sequence[str],
    gravity: str = "g",
    weights: Mapping[str, float] | None = None,
    mirror: Mirror | None = None,
) -> SpeedMatrices:
    """M, C₁, K₀ and K₂ of a vehicle that runs straight on, linearized module by module.

    Variables that are not named must have no influence on those of the result. That the equations have this
    form is checked at another speed and another gravity.

    Parameters
    ----------
    system : Subsystem
        Tree of systems of the vehicle.
    reference : function from float to dict of float
        Values of all variables, by name, at a speed in m/s.
    variables : dict of pairs of str
        Variables of the result by name: the coordinate and the speed of each.
    coordinates : sequence of str
        Independent coordinates of the whole.
    speeds : sequence of str
        Independent speeds of the whole.
    gravity : str, optional
        Name of the parameter g; default "g".
    weights : dict of float, optional
        Weights of rows that are met by least squares, by name; default 1 each.
    mirror : Mirror, optional
        Left–right symmetry, as in `da.modules.linearized`; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> S, v, g = da.expr.symbol, da.expr.symbol("v"), da.param("g", 9.81)
    >>> φ, rate = S("φ"), S("φ.rate")
    >>> turning = -2.0 * S("φ.rate'") - 3.0 * v * rate + (4.0 * g - 5.0 * v**2) * da.sin(φ)
    >>> forces = {"v": -S("v'"), "φ.rate": turning}
    >>> rider = da.modules.subsystem(
    ...     "rider", coordinates="x φ", speeds="v φ.rate", rates={"x": v, "φ": rate}, forces=forces
    ... )
    >>> names = {"variables": {"φ": ("φ", "φ.rate")}, "coordinates": ["φ", "x"], "speeds": ["φ.rate", "v"]}
    >>> matrices = da.modules.canonical_matrices(rider, lambda v: {"v": v}, **names)
    >>> print(matrices.M)
       φ
    φ  2
    """
    if not callable(reference):
        raise FormulationError(
            f"the reference is a function of speed that gives values by name, not {reference!r}"
        )
    g = reference(0.0).get(gravity, system.parameters.get(gravity))
    if not g or gravity not in system.parameters:
        raise FormulationError(f"{system.name}: there is no parameter {gravity!r} of gravity, or it is zero")

    def at(v: float, weight: float = g) -> ReducedLinear:
        point = {**reference(v), gravity: weight}
        return linearized(system, point, mirror=mirror).reduced(coordinates, speeds, weights=weights)

    still, slow, fast = at(0.0), at(1.0), at(2.0)
    names, pairs = tuple(variables), [variables[name] for name in variables]
    rows = [speed for _, speed in pairs]
    if missing := [row for row in rows if row not in still.M.rows]:
        raise FormulationError(
            f"{system.name}: {missing[0]!r} is not independent at the root, which has {', '.join(still.M.rows)}"
        )
    _check_pairs(system.name, fast, pairs)
    _check_decoupled(system.name, fast, pairs)
    heavy = at(0.0, 2.0 * g)

    def matrix(X: LabelledMatrix, columns: Sequence[str]) -> NDArray[np.float64]:
        return X.to_array(rows, columns)

    q, u = [x for x, _ in pairs], rows
    M, C1, K0 = matrix(still.M, u), matrix(slow.D, u), matrix(still.K, q) / g
    K2 = matrix(slow.K, q) - g * K0
    size = max(np.abs(x).max() for x in (M, C1, K2, g * K0))
    off = [
        matrix(fast.D, u) - 2 * C1,
        matrix(fast.K, q) - g * K0 - 4 * K2,
        matrix(still.D, u),
        matrix(fast.M, u) - M,
        matrix(heavy.K, q) - 2 * g * K0,
    ]
    if max(np.abs(x).max() for x in off) > STRUCTURE * size:
        raise FormulationError(
            f"{system.name}: its linear equations are not of the form M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = E τ"
        )
    E = LabelledMatrix(names, still.E.columns, matrix(still.E, still.E.columns))
    by_name = [LabelledMatrix(names, names, X) for X in (M, C1, K0, K2)]
    return SpeedMatrices(by_name[0], by_name[1], by_name[2], by_name[3], E, g)


def _check_pairs(owner: str, linear: ReducedLinear, pairs: Sequence[tuple[str, str]]) -> None:
    """Refuse a coordinate and a speed that is not its rate."""
    columns = linear.rates.columns
    for q, u in pairs:
        checked_names([q], linear.coordinates, f"independent coordinate of {owner!r}")
        checked_names([u], linear.speeds, f"independent speed of {owner!r}")
        rate = linear.rates.to_array([q], columns)[0]
        if np.abs(rate - np.array([float(name == u) for name in columns])).max() > STRUCTURE:
            raise FormulationError(f"{owner}: {u!r} is not the rate of {q!r}; give each coordinate with its own")


def _check_decoupled(owner: str, linear: ReducedLinear, pairs: Sequence[tuple[str, str]]) -> None:
    """Refuse variables that depend on others."""
    rows = [speed for _, speed in pairs]
    groups: list[tuple[LabelledMatrix, list[str]]] = [
        (linear.K, [q for q, _ in pairs]),
        (linear.D, rows),
        (linear.M, rows),
    ]
    for X, inside in groups:
        size: Any = np.abs(X.to_array()).max(initial=1.0)
        for name in X.columns:
            if name not in inside and np.abs(X.to_array(rows, [name])).max(initial=0.0) > STRUCTURE * size:
                raise FormulationError(f"{owner}: {name!r} acts on the variables of the result; add it to them")
