"""Absolute coordinates: every body is placed in the world by itself, and all joints are constraints."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.model.bodies import Body, ground
from dalembert.model.joint import Joint
from dalembert.model.joints.placed import Placed
from dalembert.model.model import Model
from dalembert.principles.coordinates.placing import place_name, placed


@dataclass(frozen=True)
class Absolute:
    """Position of every body's origin and its orientation: Euler parameters, or three angles such as "xyz".

    The origin is that of the body's own frame, which need not be its mass centre. The coordinates of a body
    carry its name, `crank.x`, `crank.e0`; those of joints are measures.

    Parameters
    ----------
    angles : str, optional
        Sequence of three turns about body axes, such as "xyz" (Bryan angles) or "zxz"; default none, for
        Euler parameters.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pendulum, coordinates=da.formulations.Absolute("xyz"))
    >>> print(eom.coordinates)
    ('rod.x', 'rod.y', 'rod.z', 'rod.angle1', 'rod.angle2', 'rod.angle3')
    """

    angles: str | None = None

    def arranged(self, model: Model) -> Model:
        """A model with every body placed in the world by itself, and all joints as constraints.

        Coordinates of no body stay what they are.
        """
        return placed(model, self._place)

    def _place(self, body: Body) -> Joint:
        return Placed(place_name(body), ground, body, self.angles)
