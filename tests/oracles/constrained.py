"""One mechanism with everything: loops, drives, gears, bars, wheels, blades, and constraints of the user's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import dalembert as da
from dalembert.model.bodies import Frame
from dalembert.model.convex_shapes import Ball
from dalembert.spatial.pose import Pose
from tests.oracles.mechanisms import At, Mechanism, mechanism
from tests.oracles.trees import GRAVITY, frame, rotation_matrix

T = 0.37
"""The time at which it is closed."""


@dataclass(frozen=True)
class Constrained:
    """A model at a state that satisfies all rows, and the places its constraints were given at."""

    mechanism: Mechanism
    at: At
    places: Mapping[str, Frame]


EDGES = [
    ("free", -1, 0),
    ("universal", 0, 1),
    ("spherical", 1, 2),
    ("screw", 2, 3),
    ("cylindrical", 0, 3),
    ("revolute", 3, 4),
    ("spherical zyx", 4, 5),
    ("universal skew", -1, 6),
    ("prismatic", 6, 7),
]


@cache
def everything() -> Constrained:
    """A loop on a free body, branches on it, and one on the ground, all coupled to each other."""
    loop, rng, radius = mechanism(EDGES, seed=14, shapes={5: Ball(0.3)}), np.random.default_rng(15), 0.3
    bodies = loop.bodies
    places = {f"on {k}": frame(rng, body) for k, body in enumerate(bodies)}

    def where(place: Frame) -> Any:
        return (loop.poses[place.body] @ place.pose).p

    # a plane on a moving body, under the ball
    R = rotation_matrix(rng)
    touching = loop.poses[bodies[5]].p - radius * R[:, 2] + R @ (0.2, -0.1, 0.0)
    places["plane"] = Frame(bodies[1], loop.poses[bodies[1]].inverse @ Pose(R, touching))
    A, B, C, D = places["on 0"], places["on 6"], places["on 4"], places["on 7"]
    length = np.linalg.norm(where(B) - where(A))
    gear = loop.q["joint8"] - 1.7 * loop.q["joint1.first"]
    t = da.time - T
    parts = [
        da.Distance("bar", A, B, length + 0.3 * da.sin(t)),
        da.Drive("drive", "joint5", loop.q["joint5"] + 0.8 * t + 0.5 * t**2),
        da.Gear("gear", "joint8", "joint1.first", 1.7, gear),
        da.Rolling("rolls", bodies[5], on=da.geometry.plane(places["plane"])),
        da.relations.KnifeEdge("blade", D, across="x"),
        da.Holonomic("guide", da.position(C)[2] - where(C)[2]),
        da.Nonholonomic("fast", da.velocity(A) @ da.velocity(A) - 2.0 - da.sin(t)),
        da.relations.AccelerationConstraint("lift", da.acceleration(B)[1] - 0.3 * da.speed("joint5") + t),
        da.JointDamper("damper", "joint1.second", 2.0),
        da.JointSpring("spring", "joint7.first", 9.0, 0.2),
        da.Spring("rope", A, C, 20.0, 0.3),
        da.PointForce("push", D, (1.0, -2.0, 0.5)),
        da.Torque("twist", bodies[2], (0.4, 0.3, -0.6)),
        da.Motor("motor", "joint4.slide"),
    ]
    model = da.Model(*loop.joints, *parts, gravity=GRAVITY)
    at = At(model, loop.q, t=T, tau=np.array([1.5]))
    np.testing.assert_allclose(at(at.eom.phi), 0.0, atol=1e-12)
    return Constrained(loop, at.consistent(), places)
