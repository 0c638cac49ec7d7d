"""Absolute coordinates: every body is placed in the world by itself, and all joints are constraints."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.equations.value import Equations
from dalembert.errors import FormulationError
from dalembert.expr.rewrite import evaluate
from dalembert.formulations.loop_kinematics import LoopKinematics
from dalembert.formulations.recursive import Recursive
from dalembert.model.bodies import Body, ground
from dalembert.model.joint import Axis, Joint
from dalembert.model.joints.placed import Placed, PlacedInPlane
from dalembert.model.model import Model, flat
from dalembert.solvers.constrained.solver import AccelerationSolver
from dalembert.spatial.vectors import unit

OUT_OF_PLANE = 1e-9
"""Velocities out of the plane, for unit speeds, that are no motion."""


@dataclass(frozen=True)
class Absolute:
    """Position of every body's origin and its orientation: Euler parameters, or three angles such as "xyz".

    The origin is that of the body's own frame, which need not be its mass centre. Bryan angles are "xyz". The
    coordinates of a body carry its name, `crank.x`, `crank.e0`; those of joints are measures.
    """

    angles: str | None = None
    solver: AccelerationSolver | None = None
    """As of `Recursive`."""

    def arranged(self, model: Model) -> Model:
        """The same model with every body placed in the world by itself, and all joints as constraints."""
        return _placed(model, self._place)

    def equations(self, model: Model) -> Equations:
        """The equations of motion; coordinates of no body stay what they are."""
        return Recursive(self.solver).equations(_placed(model, self._place, _extra_coordinates(model)))

    def _place(self, body: Body) -> Joint:
        return Placed(_name(body), ground, body, self.angles)


@dataclass(frozen=True)
class AbsolutePlanar:
    """Two coordinates and an angle for every body of a planar mechanism: `crank.x`, `crank.y`, `crank.angle`.

    In the order of the bodies; an `extra_coordinate` keeps its name.
    """

    normal: Axis = "z"
    solver: AccelerationSolver | None = None
    """As of `Recursive`."""

    def arranged(self, model: Model) -> Model:
        """The same model with every body placed in the plane by itself, and all joints as constraints."""
        return _placed(model, self._place_for(model))

    def equations(self, model: Model) -> Equations:
        """The equations of motion; coordinates of no body stay what they are."""
        return Recursive(self.solver).equations(_placed(model, self._place_for(model), _extra_coordinates(model)))

    def _place_for(self, model: Model) -> Callable[[Body], Joint]:
        places = _places(model, unit(self.normal))

        def place(body: Body) -> Joint:
            height, n = places[body]
            if not np.allclose(n, unit(self.normal), rtol=0.0, atol=OUT_OF_PLANE):
                raise FormulationError(
                    f"body {body.name!r} does not have the plane's normal along the same axis as the world; "
                    "turn its frame, or use Absolute"
                )
            return PlacedInPlane(_name(body), ground.at(*(height * n)), body, self.normal)

        return place


def _placed(model: Model, place: Callable[[Body], Joint], kept: Collection[Joint] = ()) -> Model:
    """The model whose bodies are placed in the world, but for those of joints that are kept.

    Free joints with the ground place a body already.
    """
    free = [joint for joint in model.joints if joint.is_free and joint.parent_frame.body is ground]
    carrying = [*free, *kept]
    settled = {joint.child_frame.body for joint in carrying}
    placed = [place(body) for body in model.bodies if body not in settled]
    needless = {joint.name for joint in model.joints if joint.is_free and joint.child_frame.body not in settled}
    parts = [part for part in flat(model).parts if part.name not in needless]
    cut = [joint.name for joint in model.joints if not joint.is_free and joint not in carrying]
    return Model(*placed, *parts, gravity=model.gravity, cut=cut)


def _extra_coordinates(model: Model) -> list[Joint]:
    """Coordinates of no body."""
    return [joint for joint in model.joints if not joint.carries_body]


def _name(body: Body) -> str:
    return f"place of {body.name}"


def _places(model: Model, n: Any) -> dict[Body, tuple[float, Any]]:
    """Of each body of a planar model: how far its origin is along the normal, and the normal in its axes."""
    names = (*model.coordinates, *model.speeds)
    generator = np.random.default_rng(5)
    q, u = generator.uniform(0.3, 1.3, len(model.coordinates)), np.zeros(len(model.speeds))
    for link in model.tree.links:
        # valid coordinates: a quaternion of unit length
        q[link.q] = link.joint.project(q[link.q])
    kinematics = LoopKinematics(model, q, u, np.zeros(len(model.states)), np.zeros(len(model.inputs)))
    found: dict[Body, tuple[float, Any]] = {}
    for body in model.bodies:
        for number, column in kinematics.world.jacobian(body.at()).items():
            w, v = (evaluate(np.asarray(part, dtype=object)) for part in (column[:3], column[3:]))
            if np.abs(w - (w @ n) * n).max() > OUT_OF_PLANE or abs(v @ n) > OUT_OF_PLANE:
                raise FormulationError(
                    f"the model is not planar: the speed {names[len(q) + number]!r} moves body {body.name!r} out "
                    "of the plane; use Absolute"
                )
        X = kinematics.pose(body.at())
        p, R = evaluate(np.asarray(X.p, dtype=object)), evaluate(np.asarray(X.R, dtype=object))
        found[body] = float(p @ n), R.T @ n
    return found
