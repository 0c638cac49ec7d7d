"""How frames and named scalars move: what rows, forces, measures and signals are written against.

V = J u + V₀ and V̇ = J u̇ + bias, whatever the speeds u are. A wrench F has the power Fᵀ V, so along the speeds it
is Jᵀ F; a load on a scalar likewise. Trees of joints implement this, bodies placed by themselves among them, and
so do other speeds for the same bodies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.outputs import Quantity
from dalembert.expr.node import Node, Scalar
from dalembert.model.bodies import Frame, ground
from dalembert.model.force import BodyLoad
from dalembert.model.measure import Kinematics
from dalembert.spatial.pose import Pose
from dalembert.tree.exerted import Exerted

Pair = tuple[Array, Array]
"""An angular and a linear vector (3,)."""

WORLD = Frame(ground)

Entry = TypeVar("Entry", Scalar, Array)
"""An entry or a column of a matrix."""


class FrameView(Protocol):
    """Frames as one of them sees them: relative to it, in its axes, from its origin."""

    @property
    def observer(self) -> Frame:
        """The frame that sees."""

    def is_fixed(self, frame: Frame) -> bool:
        """Whether a frame is on the body of the observer, so that it never moves."""

    def pose(self, frame: Frame) -> Pose:
        """Place of a frame."""

    def velocity(self, frame: Frame) -> Pair:
        """Angular velocity and velocity of the origin of a frame, J u + V₀."""

    def velocity_at_rest(self, frame: Frame) -> Pair:
        """V₀: the same while all speeds are zero."""

    def bias(self, frame: Frame) -> Pair:
        """Angular acceleration and acceleration of the origin of a frame while all speeds are constant."""

    def jacobian(self, frame: Frame) -> Mapping[int, Array]:
        """Velocity of a frame for a unit of each speed that moves it: columns (6,), angular first, by number."""

    def generalized(self, frame: Frame, moment: Array, force: Array) -> Mapping[int, Scalar]:
        """A moment and a force on a frame along the speeds, by number; the opposite acts on the observer."""


@dataclass(frozen=True, eq=False)
class ScalarMotion:
    """A named scalar, with rate = J u + rate_at_rest, and the rate of that J u̇ + bias."""

    value: Any
    """None for a speed, which need not be the rate of a coordinate."""

    rate: Any
    bias: Any
    """The rate of its rate while all speeds are constant."""

    J: Mapping[int, Scalar]
    """Its rate for a unit of each speed that changes it, by number; empty for a first-order state."""

    rate_at_rest: Any = 0.0
    """Its rate while all speeds are zero; of a first-order state the whole."""

    exerted: Exerted | None = None
    """What a unit of load along it exerts on bodies, if it is the coordinate of a joint that closes a loop."""

    def generalized(self, load: Scalar) -> Mapping[int, Scalar]:
        """A load along it, along the speeds by number."""
        return {k: x * load for k, x in self.J.items()}


class FrameMotion(Protocol):
    """How the frames and scalars of a system move with its speeds."""

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds, in the order of their numbers."""

    @property
    def u(self) -> Array:
        """The speeds (nu,)."""

    def seen_from(self, frame: Frame) -> FrameView:
        """The motion of all frames as this one sees it; `ground.at()` for the world."""

    def common_frame(self, frames: Iterable[Frame]) -> Frame:
        """A frame of the last body that carries all of these: seen from there, few speeds move them."""

    def scalar(self, name: str) -> ScalarMotion:
        """A coordinate, also of a joint that closes a loop, a speed or a first-order state, by its name."""


class RowKinematics(FrameMotion, Kinematics, Protocol):
    """Kinematics for rows of constraints: moving frames and scalars, and all quantities of measures."""

    @property
    def measured(self) -> Collection[str]:
        """Coordinates that follow from the places of frames, because their joints close loops."""

    @property
    def speed_numbers(self) -> Mapping[Node, int]:
        """Number of each speed, by its variable."""

    @property
    def speed_rates(self) -> Mapping[Node, int]:
        """Variables `<speed>.acceleration` for the rates of all speeds, with numbers."""

    def speed_name(self, name: str) -> str:
        """A speed's own name, from that or from the coordinate it is the rate of."""

    def bound(self, expression: Quantity) -> Quantity:
        """An expression of measures, with real frames for ports."""


def along(columns: Mapping[int, Array], moment: Array, force: Array) -> dict[int, Scalar]:
    """Generalized forces of a moment and a force along speeds with these columns (6,)."""
    return {k: column[:3] @ moment + column[3:] @ force for k, column in columns.items()}


def generalized_force(
    motion: FrameMotion,
    on_bodies: Iterable[BodyLoad],
    on_joints: Iterable[tuple[str, Scalar]],
) -> Array:
    """Loads on bodies, in the world, and on coordinates by name, along the speeds (nu,)."""
    total, world = np.full(len(motion.u), 0.0, dtype=object), motion.seen_from(WORLD)
    for load in on_bodies:
        for k, x in world.generalized(load.frame, load.moment, load.force).items():
            total[k] = total[k] + x
    for coordinate, value in on_joints:
        for k, x in motion.scalar(coordinate).generalized(value).items():
            total[k] = total[k] + x
    return total
