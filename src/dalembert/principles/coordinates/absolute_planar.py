"""Absolute coordinates of planar mechanisms: a place and an angle for every body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import evaluate
from dalembert.model.bodies import Body, ground
from dalembert.model.joint import Joint
from dalembert.model.joints.placed import PlacedInPlane
from dalembert.model.model import Model
from dalembert.principles.coordinates.placing import extra_coordinates, place_name, placed
from dalembert.spatial.vectors import Axis, unit
from dalembert.tree.tree_kinematics import TreeKinematics

OUT_OF_PLANE = 1e-9
"""Velocities out of the plane, for unit speeds, that are no motion."""


@dataclass(frozen=True)
class AbsolutePlanar:
    """Two coordinates and an angle for every body of a planar mechanism: `crank.x`, `crank.y`, `crank.angle`.

    In the order of the bodies; an `extra_coordinate` keeps its name.

    Parameters
    ----------
    normal : "x", "y", "z" or vector (3,), optional
        Normal of the plane of motion; default "z".

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> eom = da.derive(engine, coordinates=da.formulations.AbsolutePlanar())
    >>> print(eom.coordinates[:3], len(eom.rows))
    ('crank.x', 'crank.y', 'crank.angle') 8
    """

    normal: Axis = "z"

    def arranged(self, model: Model) -> Model:
        """A model with every body placed in the plane by itself, and all joints as constraints.

        Coordinates of no body stay what they are.
        """
        return placed(model, self._place_for(model))

    def _place_for(self, model: Model) -> Callable[[Body], Joint]:
        heights = _heights(model, unit(self.normal))
        return lambda body: PlacedInPlane(
            place_name(body), ground.at(*(heights[body] * unit(self.normal))), body, self.normal
        )


def _heights(model: Model, n: Vector) -> dict[Body, Scalar]:
    """How far the origin of each body of a planar model is along the normal."""
    kinematics, extra = _anywhere(model), {joint.name for joint in extra_coordinates(model)}
    heights: dict[Body, Scalar] = {}
    for k, link in enumerate(kinematics.tree.links):
        if link.joint.name in extra:
            continue
        # a body moves in the plane if the one that carries it does, and its joint
        R = _numbers(kinematics.world.link_pose(k).R)
        for name, column in zip(link.joint.speeds, _numbers(kinematics.axes[k]).T, strict=True):
            w, v = R @ column[:3], R @ column[3:]
            if np.abs(w - (w @ n) * n).max() > OUT_OF_PLANE or abs(v @ n) > OUT_OF_PLANE:
                raise FormulationError(
                    f"the model is not planar: the speed {name!r} moves body {link.body.name!r} out of the plane; "
                    "use coordinates=Absolute()"
                )
        X = kinematics.pose(link.body.at())
        if not np.allclose(_numbers(X.R).T @ n, n, rtol=0.0, atol=OUT_OF_PLANE):
            raise FormulationError(
                f"body {link.body.name!r} does not have the plane's normal along the same axis as the world; "
                "turn its frame, or use coordinates=Absolute()"
            )
        # open parameters stay open
        heights[link.body] = cast(Scalar, X.p @ n)
    return heights


def _anywhere(model: Model) -> TreeKinematics:
    """A position where nothing is aligned by chance."""
    q, u = np.random.default_rng(5).uniform(0.3, 1.3, len(model.coordinates)), np.zeros(len(model.speeds))
    for link in model.tree.links:
        # valid coordinates: a quaternion of unit length
        q[link.q] = link.joint.project(q[link.q])
    return TreeKinematics(model, q, u, np.zeros(len(model.states)), np.zeros(len(model.inputs)))


def _numbers(values: Array) -> Vector:
    """Numbers of expressions, with default values of open parameters."""
    return evaluate(np.asarray(values, dtype=object))
