"""What a constraint is: relations between measures that hold along every motion."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from dalembert.model.bodies import Body, Frame
from dalembert.model.drawn_line import DrawnLine
from dalembert.model.measure import Kinematics
from dalembert.model.part import Part
from dalembert.model.visuals import JointSymbol
from dalembert.rows import Level, Role


@dataclass(frozen=True)
class OffLaw:
    """The multiplier of a relation that is off: a factor of another one's, and what is added to that."""

    factor: Any
    of: str
    """Name of a relation of the same part; empty if there is none."""

    plus: Any = 0.0


@dataclass(frozen=True)
class Relation:
    """value = 0, an expression that may contain measures, at a level."""

    name: str
    """What distinguishes it among the relations of one part; empty if there is only one."""

    value: Any
    level: Level = Level.POSITION
    role: Role = Role.CONSTRAINT
    force_unit: str = ""
    """Unit of its multiplier: "N", "N m", or empty if it is not known."""

    switch: Any = None
    """An expression that is one while it holds, and zero while it does not; None if it always holds.

    Who takes constraints for lasting, such as `equilibrium`, refuses one with a switch by name.
    """

    when_off: OffLaw | None = None
    """What its multiplier is while it does not hold; zero if None."""

    motion: Callable[[Any, Any], Any] | None = None
    """Its second derivative, given its value and rate, instead of value = 0; of velocities, given None and its
    value, its first."""


@dataclass(frozen=True)
class CoordinateAxis:
    """The axis about which a joint coordinate turns, or along which it slides."""

    parent: Body
    """What the joint hangs on; bodies that are welded together are one."""

    child: Body
    in_parent: Any
    """Unit vector (3,) in the axes of the parent."""

    in_child: Any
    """The same in the axes of the child."""

    is_turning: bool
    point_in_parent: Any = None
    """A point (3,) of an axis about which nothing but turning happens, in the parent; None of others."""

    point_in_child: Any = None
    """The same in the child."""


class Surroundings(Protocol):
    """What a constraint may ask about the joints of its model."""

    def axis(self, coordinate: str) -> CoordinateAxis | None:
        """The axis of a coordinate; None if it has none that is fixed in both bodies."""


@dataclass(frozen=True)
class Constraint(Part):
    """Relations that hold along every motion; the forces that keep them up do no work on motions they allow.

    The multiplier λ of a relation is the generalized force along it: `Jᵀ λ` is what the constraint exerts.
    """

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        return (self,)

    @property
    def prescribed(self) -> tuple[str, ...]:
        """Coordinates that it makes follow a law of time, whatever force it takes."""
        return ()

    @property
    def may_jump(self) -> bool:
        """Whether inputs may stand in it, which jump: only in relations between accelerations."""
        return False

    @property
    def may_have_inputs(self) -> bool:
        """Whether inputs may stand in it that become states before anything is asked."""
        return self.may_jump

    @property
    def instead_of_inputs(self) -> str:
        """What to do where an input stands in it that may not."""
        return "use a law of time, or an AccelerationConstraint"

    @property
    def is_relative(self) -> bool:
        """Whether its relations depend only on how its frames stand to each other, not on the world."""
        return False

    @property
    def reaction_frame(self) -> Frame | None:
        """The frame at which its reaction is given, in its axes; None if it has no place."""
        return None

    def reaction_point(self, kinematics: Kinematics) -> Any:
        """Where its force acts in the world (3,): where arrows start; asked of those that have a place."""
        frame = self.reaction_frame
        assert frame is not None
        return kinematics.pose(frame).p

    @property
    def symbol(self) -> JointSymbol | None:
        """How it is drawn at its frames; None if it is not."""
        return None

    @property
    def joined(self) -> tuple[Frame, Frame] | None:
        """The two frames that it joins as a joint would, of which the second has the symbol."""
        frame = self.reaction_frame
        return None if frame is None else (frame, frame)

    @property
    def drawn(self) -> DrawnLine | None:
        """How it is drawn between two points; None if it is not."""
        return None

    @property
    def drawn_plane(self) -> tuple[Frame, Any] | None:
        """The plane on which it holds something, as a frame and the normal there; None if there is none."""
        return None

    @property
    def carrier(self) -> str | None:
        """The coordinate of what carries the wheels that it couples; None if their axles stand still."""
        return None

    def fitted(self, surroundings: Surroundings) -> Self:
        """Itself, knowing the joints of the model it stands in; raises if it does not fit there."""
        return self

    @abstractmethod
    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        """Its relations in this state; may contain measures, which are resolved afterwards."""
