"""Forces and moments on bodies, by laws that users write."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.arrays import Array
from dalembert.model.bodies import Place, as_frame
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.measure import Kinematics
from dalembert.spatial.vectors import VectorLike, as_vector, zero_vector


@dataclass(frozen=True)
class PointForce(Force):
    """A force (3,) on the origin of a frame, in world axes or in those of `axes`.

    The components are numbers or expressions of time, parameters and measures.
    """

    place: Place
    force: VectorLike
    axes: Place | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        as_frame(self.place, f"'place' of {self.label}")
        as_frame(self.axes or self.place, f"'axes' of {self.label}")
        self.keep((3,), "force")

    def loads(self, kinematics: Kinematics) -> Loads:
        return Loads([BodyLoad(as_frame(self.place), _in_world(self.force, self.axes, kinematics))])


@dataclass(frozen=True)
class Torque(Force):
    """A moment (3,) on a body, in world axes or in those of `axes`.

    The components are numbers or expressions of time, parameters and measures.
    """

    place: Place
    moment: VectorLike
    axes: Place | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        as_frame(self.place, f"'place' of {self.label}")
        as_frame(self.axes or self.place, f"'axes' of {self.label}")
        self.keep((3,), "moment")

    def loads(self, kinematics: Kinematics) -> Loads:
        moment = _in_world(self.moment, self.axes, kinematics)
        return Loads([BodyLoad(as_frame(self.place), zero_vector(), moment)])


def _in_world(components: VectorLike, axes: Place | None, kinematics: Kinematics) -> Array:
    vector = as_vector(components)
    return vector if axes is None else kinematics.pose(as_frame(axes)).vector(vector)
