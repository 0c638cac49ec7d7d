"""Rows of constraints: what each equation is called and where it comes from, and how it is kept along a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Matrix
from dalembert.errors import ModelError
from dalembert.number_checks import floats, told


class Level(IntEnum):
    """The level of a row: of positions, velocities or accelerations; it is differentiated from there.

    Examples
    --------
    >>> import dalembert as da
    >>> print([level.name for level in da.extend.Level])
    ['POSITION', 'VELOCITY', 'ACCELERATION']
    """

    POSITION = 0
    """φ(t, q) = 0."""

    VELOCITY = 1
    """ψ(t, q, u) = 0."""

    ACCELERATION = 2
    """J a = γ only."""


class Role(Enum):
    """The purpose of a row, as the part says that contributes it.

    Examples
    --------
    >>> import dalembert as da
    >>> print([role.name for role in da.extend.Role])
    ['CONSTRAINT', 'JOINT', 'DRIVE', 'CONTACT', 'UNILATERAL', 'FRICTION', 'ROLLING', 'DEFINITION']
    """

    CONSTRAINT = "constraint"
    """A relation that holds along every motion."""

    JOINT = "joint"
    """Part of a joint that closes a loop."""

    DRIVE = "drive"
    """A coordinate is prescribed, whatever force it takes."""

    CONTACT = "contact"
    """The distance of two shapes, negative where they overlap."""

    UNILATERAL = "unilateral"
    """The gap of a contact that comes and goes: its row is on while it is closed."""

    FRICTION = "friction"
    """Slip of a contact: its row is on while it sticks, and off it exerts kinetic friction."""

    ROLLING = "rolling"
    """Two shapes do not slip where they touch."""

    DEFINITION = "definition"
    """The definition of a redundant speed; its multiplier is no reaction."""


@dataclass(frozen=True)
class Row:
    """One scalar constraint equation."""

    name: str
    """Name of the row, such as `C.x`."""

    part: str
    """Name of the joint or constraint it belongs to."""

    level: Level
    is_rheonomic: bool = False
    """Whether time stands in it explicitly."""

    is_linear: bool = True
    """Whether the row is linear in the speeds (after differentiation, for holonomic rows)."""

    role: Role = Role.CONSTRAINT
    bodies: tuple[str, ...] = ()
    """Names of the bodies whose frames stand in it."""

    force_unit: str = ""
    """Unit of the multiplier: "N", "N m", or empty if it has none."""

    @property
    def comes_and_goes(self) -> bool:
        """Whether the row is one of a contact, which takes degrees of freedom away only while it is on."""
        return self.role in (Role.UNILATERAL, Role.FRICTION)

    @property
    def is_physical(self) -> bool:
        """Whether its multiplier is a reaction; a relation among redundant speeds has none."""
        return self.role is not Role.DEFINITION

    @property
    def kind(self) -> str:
        """The class of the row in words, such as "holonomic, scleronomic"."""
        kinds = {
            Level.POSITION: "holonomic",
            Level.VELOCITY: "simple nonholonomic" if self.is_linear else "general nonholonomic",
            Level.ACCELERATION: "of accelerations",
        }
        return f"{kinds[self.level]}, {'rheonomic' if self.is_rheonomic else 'scleronomic'}"


@dataclass(frozen=True)
class Projection:
    """Drift is removed: after every step positions, then velocities, move to the nearest that satisfy the rows.

    Nearest in the sense of the mass matrix. Outputs between steps and states at events are projected too.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> motion = da.simulate(engine, start, until=1.0, stabilization=da.methods.Projection())
    >>> print(motion.residuals["positions"].max() < 1e-12)
    True
    """


@dataclass(frozen=True)
class NoStabilization:
    """No stabilization: accelerations satisfy the rows, positions and velocities drift slowly.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> motion = da.simulate(engine, start, until=1.0, stabilization=da.methods.NoStabilization())
    >>> print(f"{motion['A'][-1]:.4f} rad")
    1.2966 rad
    """


Gain: TypeAlias = float | Sequence[Sequence[float]] | Matrix
"""A gain of stabilization: a number, or a matrix with a row and a column for each constraint row."""


@dataclass(frozen=True)
class Baumgarte:
    """Rows are stabilized: φ̈ + A φ̇ + B φ = 0 for holonomic rows, ψ̇ + C ψ = 0 for nonholonomic ones.

    Each gain is a number, or a matrix with a row and a column for each row of its kind. With numbers, A = 2 r and
    B = r² is critical damping at the rate r, which is also the default of C.

    Parameters
    ----------
    velocity : float or matrix, optional
        Gains A in 1/s and B in 1/s² of holonomic rows; default 20 and 100.
    position : float or matrix, optional
        Gains A in 1/s and B in 1/s² of holonomic rows; default 20 and 100.
    nonholonomic : float or matrix, optional
        Gain C of nonholonomic rows, in 1/s; default 10.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> motion = da.simulate(engine, start, until=1.0, stabilization=da.methods.Baumgarte(20.0, 100.0))
    >>> print(f"{motion['A'][-1]:.4f} rad")
    1.2966 rad
    """

    velocity: Gain = 20.0
    """A."""

    position: Gain = 100.0
    """B."""

    nonholonomic: Gain = 10.0
    """C."""

    def __post_init__(self) -> None:
        A, B, C = (_gain(self, field) for field in ("velocity", "position", "nonholonomic"))
        if A.ndim != B.ndim or A.shape != B.shape:
            raise ModelError(f"the gains of velocity and position have one shape, unlike {A.shape} and {B.shape}")
        A, B, C = np.atleast_2d(A), np.atleast_2d(B), np.atleast_2d(C)
        n = len(A)
        companion = np.block([[np.zeros((n, n)), np.eye(n)], [-B, -A]])
        for matrix, equation in ((companion, "s² + A s + B"), (-C, "s + C")):
            if (worst := float(np.linalg.eigvals(matrix).real.max(initial=-np.inf))) >= 0.0:
                raise ModelError(
                    f"these gains are unstable: a root of {equation} has the real part {worst:g}, not below zero"
                )

    @property
    def has_numbers(self) -> bool:
        """Whether all gains are numbers, which suit any rows."""
        return all(isinstance(gain, float) for gain in (self.velocity, self.position, self.nonholonomic))

    @classmethod
    def critical(cls, rate: float) -> Baumgarte:
        """Critical damping: errors decay as e^(−rate t)."""
        return cls(2.0 * rate, rate**2, rate)


Stabilization: TypeAlias = Projection | Baumgarte | NoStabilization

_KINDS: dict[str, type[Stabilization]] = {kind.__name__: kind for kind in (Projection, Baumgarte, NoStabilization)}


def stabilization_as_data(stabilization: Stabilization | None) -> dict[str, object] | None:
    """A stabilization as data for a file."""
    return None if stabilization is None else {"kind": type(stabilization).__name__, **vars(stabilization)}


def stabilization_from_data(data: Mapping[str, Any] | None) -> Stabilization | None:
    """The stabilization that `stabilization_as_data` wrote."""
    if data is None:
        return None
    gains = {name: value for name, value in data.items() if name != "kind"}
    if data["kind"] not in _KINDS:
        raise ModelError(f"there is no stabilization called {data['kind']!r}; there are {list(_KINDS)}")
    return _KINDS[data["kind"]](**gains)


def checked_stabilization(stabilization: object) -> Stabilization | None:
    """A stabilization of the user, or None for the default one; a class or a word is refused."""
    if stabilization is None or isinstance(stabilization, Projection | Baumgarte | NoStabilization):
        return stabilization
    raise ModelError(
        f"stabilization is Projection(), Baumgarte.critical(rate) or NoStabilization(), not {stabilization!r}"
    )


def _gain(owner: Baumgarte, field: str) -> Matrix:
    try:
        array = floats(getattr(owner, field))
    except ValueError:
        raise ModelError(f"the gain {field!r} needs numbers, not {told(getattr(owner, field))}") from None
    if array.ndim not in (0, 2) or (array.ndim == 2 and array.shape[0] != array.shape[1]):
        raise ModelError(f"the gain {field!r} is a number or a square matrix, not of shape {array.shape}")
    if not np.isfinite(array).all():
        raise ModelError(f"the gain {field!r} must be finite")
    object.__setattr__(owner, field, tuple(map(tuple, array.tolist())) if array.ndim else float(array))
    return array
