"""The contract of constraints: relations between measures that hold along every motion."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Body, Frame
from dalembert.model.drawing_symbols import DrawnLine
from dalembert.model.measure import Kinematics
from dalembert.model.part import Part
from dalembert.model.visuals import JointSymbol
from dalembert.rows import Level, Role
from dalembert.spatial.vectors import Axis


@dataclass(frozen=True)
class OffLaw:
    """The multiplier of a relation that is off: a factor times that of another relation, plus a number."""

    factor: Scalar
    of: str
    """Name of a relation of the same part; empty if there is none."""

    plus: Scalar = 0.0


@dataclass(frozen=True)
class Relation:
    """A relation value = 0 between positions, velocities or accelerations; the value may contain measures.

    Parameters
    ----------
    name : str
        Name among the relations of one part, such as "x"; empty if there is only one.
    value : expression
        What stays zero: an expression of positions, velocities or accelerations, measures among them.
    level : Level, optional
        Level of the value: POSITION, VELOCITY or ACCELERATION; default POSITION.
    role : Role, optional
        What the row is for, such as a joint, a drive or a goal; default a constraint.
    force_unit : str, optional
        Unit of the multiplier: "N" or "N m"; default empty, for none.
    switch : expression, optional
        One while the relation holds, zero while it does not; default none, and it always holds. Analyses
        that need lasting constraints, such as `equilibrium`, refuse a switch by name.
    when_off : OffLaw, optional
        The multiplier while the relation does not hold; default zero.
    shared : expression, optional
        One while the relation is off and carries its share of what others of its kind hold, in proportion
        to how far a small motion would press; default never.
    motion : function, optional
        Second derivative of the value as a function of value and rate, in place of value = 0; of a
        relation between velocities the first derivative, a function of None and the value. Default none.

    Examples
    --------
    >>> import dalembert as da
    >>> relation = da.extend.Relation("level", da.coordinate("z") - 1.0)
    >>> print(relation.name, relation.level.name)
    level POSITION
    """

    name: str
    """Name among the relations of one part, such as "x"; empty if there is only one."""

    value: Scalar
    level: Level = Level.POSITION
    role: Role = Role.CONSTRAINT
    force_unit: str = ""
    """Unit of the multiplier: "N", "N m", or empty if it has none."""

    switch: Scalar | None = None
    """An expression that is one while the relation holds, and zero while it does not; None if it always holds.

    Analyses that need lasting constraints, such as `equilibrium`, refuse one with a switch by name.
    """

    when_off: OffLaw | None = None
    """The multiplier while the relation does not hold; zero if None."""

    shared: Scalar | None = None
    """One while the relation is off and carries its share of what others of its kind hold; never if None.

    Shares are those of equal small compliances: forces are in proportion to how far a small motion would press.
    """

    motion: Callable[..., Scalar] | None = None
    """The second derivative of the value, a function of value and rate, instead of value = 0.

    Of a relation between velocities it is the first derivative, a function of None and the value.
    """


@dataclass(frozen=True)
class CoordinateAxis:
    """The axis about which a joint coordinate turns, or along which it slides."""

    parent: Body
    """The body that the joint hangs on; bodies that are welded together are one."""

    child: Body
    in_parent: Array
    """Unit vector (3,) along the axis, in the axes of the parent."""

    in_child: Array
    """Unit vector (3,) along the axis, in the axes of the child."""

    is_turning: bool
    point_in_parent: Array | None = None
    """A point (3,) of the axis of a joint that only turns, in the parent; None for other joints."""

    point_in_child: Array | None = None
    """A point (3,) of the axis of a joint that only turns, in the child; None for other joints."""


class Surroundings(Protocol):
    """The joints of a model, as far as constraints and forces ask about them."""

    def axis(self, coordinate: str) -> CoordinateAxis | None:
        """The axis of a coordinate; None if it has none that is fixed in both bodies."""

    def zero_position(self, frame: Frame) -> Array | None:
        """Where the origin of a frame is at the zero configuration (3,); None if nothing known carries it."""


@dataclass(frozen=True)
class Constraint(Part):
    """Relations that hold along every motion; a subclass gives its `relations`.

    The forces of an ideal constraint do no work on motions that it allows. The multiplier λ of a relation is the
    generalized force along it: the constraint exerts `Jᵀ λ`.

    Parameters
    ----------
    name : str
        Name of the constraint, by which its rows, multipliers and signals go.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class OnLevel(da.extend.Constraint):
    ...     body: da.Body
    ...
    ...     @property
    ...     def reaction_frame(self):
    ...         return self.body.at()
    ...
    ...     def relations(self, kinematics):
    ...         return [da.extend.Relation("", kinematics.pose(self.body.at()).p[2])]
    ...
    >>> bob = da.particle("bob", mass=1.0)
    >>> free = da.Translational("p", da.ground, bob)
    >>> model = da.Model(free, OnLevel("table", bob), gravity=(0, 0, -9.81))
    >>> print(f"{da.simulate(model, until=1.0)['table.multiplier'][0]:.2f} N")
    9.81 N
    """

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        return (self,)

    @property
    def described(self) -> Part:
        """The part of the model that stands behind the relations: this one, or the joint that closes a loop."""
        return self

    @property
    def prescribed(self) -> tuple[str, ...]:
        """Coordinates that the constraint makes follow a law of time, whatever force it takes."""
        return ()

    @property
    def may_jump(self) -> bool:
        """Whether inputs, which may jump, may stand in the relations: only in those between accelerations."""
        return False

    @property
    def may_have_inputs(self) -> bool:
        """Whether inputs may stand in the relations, as states that replace them in every analysis."""
        return self.may_jump

    @property
    def instead_of_inputs(self) -> str:
        """The advice of messages where an input stands in a relation that must not have one."""
        return "use a law of time, or an AccelerationConstraint"

    @property
    def is_relative(self) -> bool:
        """Whether the relations depend only on how the frames stand to each other, not on the world."""
        return False

    @property
    def reaction_frame(self) -> Frame | None:
        """The frame at which the reaction is given, in its axes; None if the reaction has no place."""
        return None

    def reaction_point(self, kinematics: Kinematics) -> Array:
        """Point (3,) of the world where the force acts and arrows start; for a reaction that has a place."""
        frame = self.reaction_frame
        assert frame is not None
        return kinematics.pose(frame).p

    @property
    def symbol(self) -> JointSymbol | None:
        """Symbol at the frames in drawings; None if the constraint has none."""
        return None

    @property
    def joined(self) -> tuple[Frame, Frame] | None:
        """The two frames that the constraint joins as a joint would; the second one has the symbol."""
        frame = self.reaction_frame
        return None if frame is None else (frame, frame)

    @property
    def drawn(self) -> DrawnLine | None:
        """Line between two points in drawings; None if the constraint has none."""
        return None

    @property
    def drawn_plane(self) -> tuple[Frame, Axis] | None:
        """Plane in drawings, as a frame and the normal in its axes; None if the constraint has none."""
        return None

    @property
    def carrier(self) -> str | None:
        """Coordinate of the carrier of the coupled wheels; None if their axles stand still."""
        return None

    def fitted(self, surroundings: Surroundings) -> Self:
        """The constraint as it fits the joints of its model; raises if it does not."""
        return self

    @abstractmethod
    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        """Relations in the state that `kinematics` knows; measures in them are resolved afterwards."""
