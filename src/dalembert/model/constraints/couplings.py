"""Drives, which prescribe a coordinate, and the common part of couplings between two coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.constraint import Constraint, CoordinateAxis, Relation, Surroundings
from dalembert.model.measure import InputValue, Kinematics, acceleration, coordinate, instead_of, speed
from dalembert.model.part import Output, measures_in
from dalembert.model.reaction_measures import multiplier
from dalembert.rows import Level, Role
from dalembert.spatial.vectors import is_numeric


@dataclass(frozen=True)
class Drive(Constraint):
    """A joint coordinate that follows a law of time, or moves at a speed or acceleration, whatever force it takes.

    The force is its multiplier: signals `<drive>.torque` (or `.force`) and `<drive>.power`.

    Parameters
    ----------
    name : str
        Name of the drive.
    coordinate : str
        Coordinate that it prescribes.
    law : float or expression, optional
        The coordinate in rad or m, as a law of time: an expression, or a curve such as of
        `da.control.minimum_jerk` or `da.spline`; a constant speed v from a is `a + v * da.time`.
    speed : float or expression, optional
        Its rate in rad/s or m/s, a number or a law of time, in place of a law: it moves on from where it starts.
    acceleration : float or expression, optional
        Its second rate in rad/s² or m/s², in place of a law.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=3.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> model = da.Model(hinge, da.Drive("drive", "hinge", 2.0 * da.time))
    >>> motion = da.kinematics(model, [0.0, 0.5])
    >>> print(motion["hinge"].round(6), motion["hinge.rate"].round(6))
    [0. 1.] [2. 2.]
    """

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str
    law: Scalar | None = None
    """An expression of time and parameters."""

    _: KW_ONLY
    speed: Scalar | None = None
    """The rate q̇ instead of a law: an expression of time and parameters."""

    acceleration: Scalar | None = None
    """The acceleration q̈ instead of a law: an expression of inputs and measures too, which may jump."""

    def __post_init__(self) -> None:
        super().__post_init__()
        given = [field for field in ("law", "speed", "acceleration") if getattr(self, field) is not None]
        if len(given) != 1:
            raise ModelError(f"{self.label} needs one of a law of the coordinate, its speed and its acceleration")
        self.keep_law(given[0])
        if self.acceleration is None:
            self._refuse_measures(given[0], self.law if self.speed is None else self.speed)

    def _refuse_measures(self, field: str, law: Scalar | None) -> None:
        if inputs := [node.args[0].name for node in measures_in(law) if isinstance(node.args[0], InputValue)]:
            what = "position" if field == "law" else "speed"
            raise ModelError(
                f"the {field} of {self.label} depends on the input {inputs[0]!r}, which may jump, and the {what} "
                f"with it; drive by acceleration=da.Input({inputs[0]!r}), or use a law of time"
            )
        if measures := measures_in(law):
            use = "Gear or Holonomic" if field == "law" else "Gear or Nonholonomic"
            raise ModelError(
                f"the {field} of {self.label} depends on {measures[0]!r}; it is a law of time: for a coupling of "
                f"coordinates use {use}"
            )

    @property
    def may_jump(self) -> bool:
        return self.acceleration is not None

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate,)

    @property
    def prescribed(self) -> tuple[str, ...]:
        return (self.coordinate,)

    @property
    def outputs(self) -> Mapping[str, Output]:
        force = multiplier(self.name)
        power = force * speed(self.coordinate)
        return {"torque": Output(force), "force": Output(force), "power": Output(power, "W")}

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        if self.acceleration is not None:
            excess = acceleration(self.coordinate) - self.acceleration
            return [Relation("", excess, Level.ACCELERATION, role=Role.DRIVE)]
        if self.speed is not None:
            return [Relation("", speed(self.coordinate) - self.speed, Level.VELOCITY, role=Role.DRIVE)]
        assert self.law is not None
        return [Relation("", coordinate(self.coordinate) - self.law, role=Role.DRIVE)]


@dataclass(frozen=True)
class Coupled(Constraint):
    """Two coordinates of joints, one of which follows the other."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "first", "second")

    first: str
    second: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.first == self.second:
            raise ModelError(f"{self.label} couples {self.first!r} to itself; it needs two coordinates")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return self.first, self.second

    def keep_laws(self, *fields: str) -> None:
        """Check that fields hold numbers, parameters or laws of time."""
        self.keep((), *fields)
        for field in fields:
            if measures := measures_in(getattr(self, field)):
                why = instead_of(measures[0], f"for a {field} that varies use Holonomic")
                raise ModelError(f"{self.label} {why}")

    def refuse_zero(self, field: str) -> None:
        """Check that a field is not zero: then there would be no coupling."""
        value = getattr(self, field)
        if is_numeric(value) and value == 0.0:
            raise ModelError(f"{self.label} has the {field} zero; to hold {self.first!r} use a Drive")

    def axis_of(self, name: str, surroundings: Surroundings, *, is_turning: bool) -> CoordinateAxis | None:
        """The axis of a coordinate that must turn, or slide; None if it has none of fixed numbers."""
        axis = surroundings.axis(name)
        if axis is not None and axis.is_turning is not is_turning:
            raise ModelError(
                f"{self.label} needs a coordinate that {'turns' if is_turning else 'slides'}, unlike {name!r}"
            )
        return axis


def direction_text(e: Array) -> str:
    """A direction (3,) in words."""
    return f"({', '.join(f'{float(x):.4g}' for x in e)})"
