"""Places of bodies along a motion, or in one state."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.model.measure import orientation, position
from dalembert.model.model import Model
from dalembert.modules.joining import LevelByLevel
from dalembert.modules.placed_bodies import PlacedBody, placed_model, places
from dalembert.pictures.scene import BodyPoses, Scene, scene
from dalembert.runs.motion import Motion
from dalembert.state import State


def motion_scene(motion: Motion) -> Scene:
    """Scene of a motion, over all its samples."""
    if not len(motion):
        raise ModelError("an empty motion has nothing to show; simulate it first")
    model = drawn_model(motion.dynamics)
    poses = _poses(motion.evaluate(pose_measures(motion.dynamics, model)), len(motion))
    return scene(model, poses, motion.parameters, float(motion.times[0]))


def check_finite(poses: BodyPoses, times: Vector) -> None:
    """Refuse instants at which nobody knows where the bodies are."""
    is_known = np.isfinite(poses.p).all(axis=(1, 2)) & np.isfinite(poses.R).all(axis=(1, 2, 3))
    if not is_known.all():
        raise ModelError(
            f"at t = {times[np.argmin(is_known)]:g} the places of the bodies are not finite; "
            "show the motion before that time"
        )


def state_scene(dynamics: Dynamics, state: State) -> Scene:
    """The scene of one state."""
    model = drawn_model(dynamics)
    places = {
        name: value[None] for name, value in dynamics.evaluate(pose_measures(dynamics, model), state).items()
    }
    return scene(model, _poses(places, 1), state.p, state.t)


def drawn_model(dynamics: Dynamics) -> Model:
    """The model behind some dynamics; of a tree of systems that was typed in, a model of its bodies."""
    model = dynamics.equations.model
    if bodies := _tree_bodies(dynamics):
        return placed_model(bodies)
    if not isinstance(model, Model):
        raise ModelError("equations that were typed in have no bodies to look at; da.plot shows their curves")
    return model


def _tree_bodies(dynamics: Dynamics) -> tuple[PlacedBody, ...]:
    """Bodies in the leaves of a tree of systems; none if the equations are those of a model, or of no tree."""
    solver = dynamics.equations.solver
    if dynamics.equations.model is not None or not isinstance(solver, LevelByLevel):
        return ()
    return solver.node.bodies


def pose_measures(dynamics: Dynamics, model: Model) -> dict[str, Array]:
    """Expressions for the axes and origins of all bodies."""
    if bodies := _tree_bodies(dynamics):
        return places(bodies)
    return {
        "R": np.array([orientation(body) for body in model.bodies], dtype=object),
        "p": np.array([position(body) for body in model.bodies], dtype=object),
    }


def _poses(places: Mapping[str, Vector], n: int) -> BodyPoses:
    """Places of all bodies; what is infinite is unknown, too."""
    R = np.array(np.broadcast_to(places["R"], (n, *np.shape(places["R"])[-3:])), dtype=float)
    p = np.array(places["p"], dtype=float).reshape(n, -1, 3)
    return BodyPoses(*(np.where(np.isfinite(x), x, np.nan) for x in (R, p)))
