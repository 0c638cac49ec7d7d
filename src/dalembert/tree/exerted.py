"""Wrenches on bodies by a unit of a multiplier, or of a load along a coordinate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from dalembert.arrays import Array
from dalembert.model.bodies import Frame
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import cross


class Observer(Protocol):
    """The frame from which all is seen, and where others stand for it."""

    @property
    def observer(self) -> Frame:
        """The frame that sees."""

    def pose(self, frame: Frame) -> Pose:
        """Place of a frame."""


@dataclass(frozen=True, eq=False)
class Exerted:
    """Moments and forces on frames, as one of them sees them, and loads along coordinates of closing joints."""

    part: str
    """Name of the joint or constraint that exerts them."""

    view: Observer
    loads: Sequence[tuple[Frame, Array, Array]] = ()
    """Frames, each with a moment and a force."""

    acts_on_observer: bool = False
    """Whether the opposite of all that acts on the body from which it is seen."""

    through: Sequence[tuple[Any, Exerted]] = ()
    """How much acts along coordinates of joints that close loops, and what a unit of that exerts."""

    def on_frames(self) -> list[tuple[Frame, Array, Array]]:
        """All that acts directly: frames, moments, forces; the body from which it is seen included."""
        if not self.acts_on_observer:
            return [*self.loads]
        moment, force = self._total(np.zeros(3), self.loads)
        return [*self.loads, (self.view.observer, -moment, -force)]

    def on_frame(self, frame: Frame) -> Array:
        """Wrench (6,) on the body of a frame, at the frame and in its axes."""
        X = self.view.pose(frame)
        loads = [load for load in self.loads if load[0].body is frame.body]
        moment, force = self._total(X.p, loads) if loads else [-part for part in self._total(X.p, self.loads)]
        direct: Array = np.concatenate([X.R.T @ moment, X.R.T @ force])
        return sum((factor * other.on_frame(frame) for factor, other in self.through), direct)

    def in_joint(self, name: str, frame: Frame) -> Array:
        """Wrench (6,) through a joint that closes a loop, on the body of its frame, as in `on_frame`.

        All of it if the joint exerts it, else what acts along the joint's coordinates.
        """
        if self.part == name:
            return self.on_frame(frame)
        through = [(factor, other) for factor, other in self.through if other.part == name]
        return sum((factor * other.on_frame(frame) for factor, other in through), np.zeros(6))

    def _total(self, p: Array, loads: Sequence[tuple[Frame, Array, Array]]) -> tuple[Array, Array]:
        """Moment about a point and force of several loads."""
        moment: Any = np.zeros(3)
        force: Any = np.zeros(3)
        for frame, own_moment, own_force in loads:
            moment = moment + own_moment + cross(self.view.pose(frame).p - p, own_force)
            force = force + own_force
        return moment, force
