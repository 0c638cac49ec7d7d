"""Frames that may stand and move anyhow: what relations between them are differentiated over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Node, Scalar
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.bodies import Frame
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import cross
from dalembert.tree.frame_motion import FrameView, RowKinematics


@dataclass(frozen=True, eq=False)
class FreeFrame:
    """Variables for the place, velocity and acceleration of one frame."""

    frame: Frame
    pose: Pose
    w: Array
    v: Array
    alpha: Array
    a: Array

    @classmethod
    def named(cls, frame: Frame, name: str) -> FreeFrame:
        """New variables under a name."""
        R = np.array([[symbol(f"{name}.R{i}{j}") for j in range(3)] for i in range(3)], dtype=object)
        vectors = [
            np.array([symbol(f"{name}.{kind}{i}") for i in range(3)], dtype=object)
            for kind in ("p", "w", "v", "e", "a")
        ]
        return cls(frame, Pose(R, vectors[0]), *vectors[1:])

    @property
    def twist(self) -> Array:
        """Angular velocity and velocity (6,)."""
        return np.concatenate([self.w, self.v])

    @property
    def acceleration(self) -> Array:
        """Angular acceleration and acceleration (6,)."""
        return np.concatenate([self.alpha, self.a])

    def rates(self) -> dict[Node, Scalar]:
        """How its variables change."""
        turning = np.stack([cross(self.w, column) for column in self.pose.R.T], axis=1)
        pairs = [(self.pose.R, turning), (self.pose.p, self.v), (self.w, self.alpha), (self.v, self.a)]
        return {x: rate for xs, numbers in pairs for x, rate in zip(xs.ravel(), numbers.ravel(), strict=True)}

    def values(self, view: FrameView) -> dict[Node, Scalar]:
        """Values of the variables while all speeds are constant."""
        X, (w, v), (alpha, a) = view.pose(self.frame), view.velocity(self.frame), view.bias(self.frame)
        pairs = [
            (self.pose.R, X.R),
            (self.pose.p, X.p),
            (self.w, w),
            (self.v, v),
            (self.alpha, alpha),
            (self.a, a),
        ]
        return {x: value for xs, numbers in pairs for x, value in zip(xs.ravel(), numbers.ravel(), strict=True)}


@dataclass(frozen=True, eq=False)
class FreeCoordinate:
    """Variables for a coordinate of a joint that closes a loop, its rate and the rate of that."""

    name: str
    value: Node
    rate: Node
    acceleration: Node

    @classmethod
    def named(cls, name: str) -> FreeCoordinate:
        """New variables for a coordinate."""
        return cls(name, *(symbol(f"free {name}{kind}") for kind in ("", ".rate", ".acceleration")))

    def rates(self) -> dict[Node, Scalar]:
        """How its variables change."""
        return {self.value: self.rate, self.rate: self.acceleration}


class FreeFrames:
    """Kinematics for measures and relations in variables of free frames and of joints that close loops.

    Coordinates of joints that carry bodies are those of the tree. Frames on the body from which all is seen do not
    move.
    """

    def __init__(self, kinematics: RowKinematics, view: FrameView) -> None:
        self.kinematics, self.view = kinematics, view
        # what does not ask for a frame is answered as the tree does
        self.value, self.input = kinematics.value, kinematics.input
        self.reaction, self.force = kinematics.reaction, kinematics.force
        self.kinetic_energy, self.potential_energy = kinematics.kinetic_energy, kinematics.potential_energy
        self.supplied_power = kinematics.supplied_power
        self._frames: dict[Frame, FreeFrame] = {}
        self._coordinates: dict[str, FreeCoordinate] = {}

    @property
    def frames(self) -> tuple[FreeFrame, ...]:
        """Free frames that were asked for."""
        return tuple(self._frames.values())

    @property
    def coordinates(self) -> tuple[FreeCoordinate, ...]:
        """Coordinates of joints that close loops that were asked for."""
        return tuple(self._coordinates.values())

    def rates(self) -> dict[Node, Scalar]:
        """How all variables change."""
        rates: dict[Node, Scalar] = {}
        for frame in self.frames:
            rates |= frame.rates()
        for coordinate in self.coordinates:
            rates |= coordinate.rates()
        return rates

    # ---- what relations ask

    def _free(self, frame: Frame) -> FreeFrame:
        if frame not in self._frames:
            self._frames[frame] = FreeFrame.named(frame, f"frame {len(self._frames)}")
        return self._frames[frame]

    def pose(self, frame: Frame) -> Pose:
        """Place of a frame."""
        return self.view.pose(frame) if self.view.is_fixed(frame) else self._free(frame).pose

    def velocity(self, frame: Frame) -> tuple[Array, Array]:
        """Angular velocity and velocity of a frame."""
        if self.view.is_fixed(frame):
            return np.zeros(3), np.zeros(3)
        return self._free(frame).w, self._free(frame).v

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        """Angular acceleration and acceleration of a frame."""
        if self.view.is_fixed(frame):
            return np.zeros(3), np.zeros(3)
        return self._free(frame).alpha, self._free(frame).a

    def _closing(self, name: str) -> FreeCoordinate | None:
        """The coordinate of a joint that closes a loop, by its name or that of its rate; None if it is none."""
        coordinate = name.removesuffix(".rate")
        if coordinate not in self.kinematics.measured:
            return None
        if coordinate not in self._coordinates:
            self._coordinates[coordinate] = FreeCoordinate.named(coordinate)
        return self._coordinates[coordinate]

    def coordinate(self, name: str) -> Scalar:
        """A joint coordinate."""
        closing = self._closing(name)
        return self.kinematics.coordinate(name) if closing is None else closing.value

    def speed(self, name: str) -> Scalar:
        """A generalized speed."""
        closing = self._closing(name)
        return self.kinematics.speed(name) if closing is None else closing.rate

    def speed_rate(self, name: str) -> Scalar:
        """The rate of a generalized speed."""
        if (closing := self._closing(name)) is not None:
            return closing.acceleration
        return symbol(f"{self.kinematics.speed_name(name)}.acceleration")
