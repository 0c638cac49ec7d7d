"""Arrows of the page: forces along a motion, and the bodies on which they act."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Vector
from dalembert.pictures.arrows import GRAVITY, Arrow, arrow_measures
from dalembert.pictures.body_poses import drawn_model
from dalembert.pictures.scene import Attached, Scene
from dalembert.runs.motion import Motion
from dalembert.spatial.pose import Pose

MOST = 200
"""Bodies beyond which nobody tells arrows apart."""

_STILL = 1e-7
"""Way of a point in the axes of a body, beside the size of the scene, that is none."""


@dataclass(frozen=True, eq=False)
class PageArrow:
    """A force over time (n, 3) that acts at a place on a body, or at points (n, 3) that stay on none."""

    name: str
    kind: str
    place: Attached | None
    points: Vector
    forces: Vector


def page_arrows(motion: Motion, scene: Scene) -> list[PageArrow]:
    """Reactions of joints and constraints, loads of force elements, weights; of all that are ever not zero."""
    model = drawn_model(motion.dynamics)
    if len(scene.bodies) > MOST:
        return []
    joints = [joint.name for joint in model.joints if joint.symbol is not None]
    constraints = [part.name for part in model.constraints if part.reaction_frame is not None]
    measures = arrow_measures(model, [*joints, *constraints, *(force.name for force in model.forces), GRAVITY])
    arrows = measures.arrows(motion.evaluate(measures.outputs) if measures.outputs else {}, len(motion))
    largest = max((float(np.nan_to_num(np.abs(arrow.forces)).max(initial=0.0)) for arrow in arrows), default=0.0)
    shown = [arrow for arrow in arrows if np.nan_to_num(np.abs(arrow.forces)).max(initial=0.0) > 1e-9 * largest]
    return [PageArrow(x.name, x.kind, _place(x, scene), x.points, x.forces) for x in shown]


def _place(arrow: Arrow, scene: Scene) -> Attached | None:
    """The body on which the point of an arrow stays; None if there is none."""
    far = _STILL * scene.size
    for k in range(len(scene.bodies)):
        R, p = scene.poses.R[:, k], scene.poses.p[:, k]
        inside = np.einsum("nji,nj->ni", R, arrow.points - p)
        if np.ptp(inside, axis=0).max() <= far:
            return Attached(k, Pose(p=inside[0]))
    return None
