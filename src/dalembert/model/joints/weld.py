"""No motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.model.bodies import ORIGIN
from dalembert.model.closures import Closure, meeting, not_turned
from dalembert.model.joint import Joint, columns
from dalembert.model.visuals import JointSymbol
from dalembert.spatial.pose import Pose


@dataclass(frozen=True)
class Weld(Joint):
    """No motion: the two frames coincide.

    Parameters
    ----------
    name : str
        Name of the joint.
    parent : Body or Frame
        Where the joint sits on the parent: `da.ground`, a body, a marker `body["end"]`, or `body.at(x=0.5)`.
    child : Body or Frame
        Where it sits on the child; at the zero configuration the two frames coincide.

    Examples
    --------
    >>> import dalembert as da
    >>> body = da.box("body", size=(0.2, 0.1, 0.1), mass=1.0)
    >>> lamp = da.Weld("seam", body, da.particle("lamp", mass=0.1))
    >>> model = da.Model(da.Revolute("hinge", da.ground, body), lamp)
    >>> print(model.coordinates)
    ('hinge',)
    """

    looks_at_frames: ClassVar[bool] = False

    @property
    def coordinates(self) -> tuple[str, ...]:
        return ()

    @property
    def units(self) -> tuple[str, ...]:
        return ()

    @property
    def symbol(self) -> JointSymbol:
        return JointSymbol("weld")

    def pose(self, q: Array) -> Pose:
        return ORIGIN

    def motion(self, q: Array) -> Array:
        return columns()

    def closure(self, P: Pose, C: Pose) -> Closure:
        return meeting(P, C) + not_turned(P, C)

    def measured(self, X: Pose) -> Array:
        return np.zeros(0)
