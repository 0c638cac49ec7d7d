"""Frames and named scalars in other speeds: u_model = B u + b.

V = J_model u_model says V = (J_model B) u + J_model b, and the bias gains J_model (Ḃ u + ḃ).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.model.bodies import Frame
from dalembert.spatial.pose import Pose
from dalembert.tree.frame_motion import Entry, FrameMotion, FrameView, Pair, ScalarMotion, along
from dalembert.tree.speeds import ChosenSpeeds


class FramesInSpeeds:
    """How frames and scalars move in chosen speeds, from how they do in those of the model.

    `bias` (n,) are the rates of the model's speeds while the chosen ones are constant.
    """

    def __init__(self, of_model: FrameMotion, chosen: ChosenSpeeds, bias: Array) -> None:
        self.of_model, self.chosen, self._bias = of_model, chosen, bias

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds."""
        return self.chosen.names

    @property
    def u(self) -> Array:
        """The speeds (nu,)."""
        return self.chosen.u

    def seen_from(self, frame: Frame) -> FrameView:
        """Motion as a frame sees it."""
        return _ViewInSpeeds(self, self.of_model.seen_from(frame))

    def common_frame(self, frames: Iterable[Frame]) -> Frame:
        """A frame of the last body that carries all of these."""
        return self.of_model.common_frame(frames)

    def scalar(self, name: str) -> ScalarMotion:
        """A coordinate, a chosen speed, one of the model, or a first-order state, by its name."""
        if name in self.speeds:
            k = self.speeds.index(name)
            return ScalarMotion(None, self.u[k], 0.0, {k: 1.0})
        in_speeds, scalar = self.chosen.known, self.of_model.scalar(name)
        J, bias = self.changed(scalar.J, in_speeds(scalar.bias))
        at_rest = self.at_rest(scalar.J, in_speeds(scalar.rate_at_rest))
        return ScalarMotion(scalar.value, in_speeds(scalar.rate), bias, J, at_rest, scalar.exerted)

    # ---- from what is along the model's speeds

    def changed(self, J: Mapping[int, Entry], bias: Entry) -> tuple[dict[int, Entry], Entry]:
        """Entries or columns by number of a speed, from those of the model, and the bias that goes with them."""
        factors = {number: self.chosen.known(value) for number, value in J.items()}
        for number, factor in factors.items():
            if not is_zero(self._bias[number]):
                bias = bias + factor * self._bias[number]
        return self.chosen.entries(factors), bias

    def at_rest(self, J: Mapping[int, Entry], rest: Entry) -> Entry:
        """Remainder of J_model u_model + rest while all chosen speeds are zero."""
        for number, value in J.items():
            if not is_zero(self.chosen.b[number]):
                rest = rest + self.chosen.known(value) * self.chosen.b[number]
        return rest


class _ViewInSpeeds:
    """Motion as a frame sees it, in chosen speeds."""

    def __init__(self, motion: FramesInSpeeds, of_model: FrameView) -> None:
        self.motion, self.of_model = motion, of_model

    @property
    def observer(self) -> Frame:
        return self.of_model.observer

    def is_fixed(self, frame: Frame) -> bool:
        return self.of_model.is_fixed(frame)

    def pose(self, frame: Frame) -> Pose:
        return self.of_model.pose(frame)

    def velocity(self, frame: Frame) -> Pair:
        w, v = self.of_model.velocity(frame)
        return self.motion.chosen.known(w), self.motion.chosen.known(v)

    def velocity_at_rest(self, frame: Frame) -> Pair:
        rest = self.motion.chosen.known(np.concatenate(self.of_model.velocity_at_rest(frame)))
        return _parts(self.motion.at_rest(self.of_model.jacobian(frame), rest))

    def bias(self, frame: Frame) -> Pair:
        of_model = self.motion.chosen.known(np.concatenate(self.of_model.bias(frame)))
        return _parts(self.motion.changed(self.of_model.jacobian(frame), of_model)[1])

    def jacobian(self, frame: Frame) -> Mapping[int, Array]:
        return self.motion.changed(self.of_model.jacobian(frame), np.zeros(6))[0]

    def generalized(self, frame: Frame, moment: Array, force: Array) -> Mapping[int, Scalar]:
        return along(self.jacobian(frame), moment, force)


def _parts(V: Array) -> Pair:
    return V[:3], V[3:]
