"""Bodies in trees of systems, as pictures show them: what they are like, and where they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.expr.node import Expression, Scalar
from dalembert.model.bodies import Body, ground
from dalembert.model.joints.free import Free
from dalembert.model.model import Model
from dalembert.model.visuals import Cylinder
from dalembert.modules.renaming import Renaming
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose

THICKNESS = 0.12
"""Thickness of a wheel, relative to its radius, in pictures."""


@dataclass(frozen=True, eq=False)
class PlacedBody:
    """A body of a leaf: its mass properties, and where it is by the variables of the leaf."""

    name: str
    mass: Scalar
    J: Array
    """Inertia about the mass centre, in body axes; (3, 3)."""

    p: Array
    """Place of the mass centre in the world; (3,)."""

    R: Array
    """Body axes in the world; (3, 3)."""

    gravity: Array
    """Acceleration by gravity in the world; (3,)."""

    radius: Scalar | None = None
    """Radius of a wheel about its y axis; None for other bodies."""

    points: Array = field(default_factory=lambda: np.zeros((0, 3)))
    """Points of the body where others hold it, from its mass centre in body axes; (n, 3)."""

    like: Body | None = None
    """Body of a model that it is, whose origin is at p; None if mass properties are all that is known."""

    def renamed(self, renaming: Renaming) -> PlacedBody:
        """Body of a leaf with renamed variables and parameters."""
        radius = None if self.radius is None else renaming.expressions(self.radius)
        arrays = {key: renaming.expressions(getattr(self, key)) for key in ("J", "p", "R", "gravity", "points")}
        return replace(self, mass=renaming.expressions(self.mass), radius=radius, **arrays)

    def body(self) -> Body:
        """Body with these mass properties; a wheel has the look of one."""
        if self.like is not None:
            return replace(self.like, name=self.name)
        # data are as published; whether a body can have them is nothing that a picture asks
        inertia = Inertia(self.mass, J=self.J, check=False)
        if self.radius is None:
            markers = {f"point {k}": Pose(p=point) for k, point in enumerate(self.points, start=1)}
            return Body(self.name, inertia, markers)
        return Body(self.name, inertia, visual=Cylinder(self.radius, THICKNESS * self.radius, "y"))


def bodies_of(equations: Equations) -> tuple[PlacedBody, ...]:
    """Bodies of the model of equations, in their variables; those with open parameters are left out."""
    model, placed = equations.model, []
    motions = equations.outputs.motions_of_bodies() if model is not None else {}
    for body in model.bodies if model is not None else ():
        mass, J = (0.0, np.zeros((3, 3))) if body.inertia is None else (body.inertia.mass, body.inertia.J)
        if (
            body.name not in motions
            or body.open_lengths
            or any(isinstance(x, Expression) for x in (mass, *J.flat))
        ):
            continue
        at = motions[body.name]
        placed.append(PlacedBody(body.name, mass, J, at.p, at.R, np.array(model.gravity), like=body))
    return tuple(placed)


def placed_model(bodies: Sequence[PlacedBody]) -> Model:
    """Model of free bodies that pictures show in place of a tree, whose constraints are equations."""
    joints = [Free(f"{body.name} free", ground, body.body()) for body in bodies]
    # rods and particles lack inertia against some motions, which no picture asks: what has ports is not checked
    return Model(*joints, gravity=tuple(bodies[0].gravity), ports={"first": joints[0].child})


def places(bodies: Sequence[PlacedBody]) -> dict[str, Array]:
    """Axes R (n, 3, 3) and origins p (n, 3) of bodies, in the variables of their tree."""
    return {
        "R": np.array([body.R for body in bodies], dtype=object),
        "p": np.array([body.p for body in bodies], dtype=object),
    }
