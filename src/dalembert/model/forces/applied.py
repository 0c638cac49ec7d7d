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

    Parameters
    ----------
    name : str
        Name of the force.
    place : Body or Frame
        Frame on whose origin it acts.
    force : vector (3,)
        Components in N, numbers or expressions.
    axes : Body or Frame, optional
        In whose axes they are; default the world's.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.particle("ball", mass=2.0)
    >>> slide = da.Prismatic("x", da.ground, ball, axis="x")
    >>> model = da.Model(slide, da.PointForce("wind", ball, (3.0, 0, 0)))
    >>> print(f"{da.as_dynamics(model).accelerations({})['x']:.3f} m/s²")
    1.500 m/s²
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

    Parameters
    ----------
    name : str
        Name of the torque.
    place : Body or Frame
        Body on which it acts.
    moment : vector (3,)
        Components in N m, numbers or expressions.
    axes : Body or Frame, optional
        In whose axes they are; default the world's.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=3.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> model = da.Model(hinge, da.Torque("couple", rod, (0, 0, 2.0)))
    >>> print(f"{da.as_dynamics(model).accelerations({'hinge': 0.5})['hinge']:.3f} rad/s²")
    2.000 rad/s²
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
