"""Forces as arrows: what joints and constraints exert, what force elements do, the weights of bodies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.model import measures
from dalembert.model.bodies import Frame, as_frame, ground
from dalembert.model.measures import Measure, measure_node
from dalembert.model.model import Model
from dalembert.model.reaction_measures import reaction_force
from dalembert.spatial.pose import Pose
from dalembert.state import checked_names

Vector = NDArray[np.float64]

GRAVITY = "gravity"


@dataclass(frozen=True, eq=False)
class Arrow:
    """A force over some instants: where it acts (n, 3) and what it is (n, 3), in the world."""

    name: str
    kind: str
    """"reaction", "force" or "weight"."""

    points: Vector
    forces: Vector


def arrow_measures(model: Model, wanted: bool | Iterable[str]) -> dict[tuple[str, str, int], Any]:
    """Points and forces (2, 3) as expressions, by name, kind and number of the load.

    Wanted are joints, constraints and force elements by name, or "gravity"; True are all joints that are drawn, and
    all forces on bodies.
    """
    reactions, forces = _reaction_frames(model), {force.name: force for force in model.forces}
    if isinstance(wanted, bool):
        drawn = {part.name for part in (*model.joints, *model.constraints) if part.symbol is not None}
        names = [name for name in (*reactions, *forces) if name in drawn or name in forces] if wanted else []
    else:
        names = [wanted] if isinstance(wanted, str) else list(wanted)
        checked_names(names, [*reactions, *forces, GRAVITY], "joint, constraint or force")
    found: dict[tuple[str, str, int], Any] = {}
    for name in names:
        if name in reactions:
            p = measures.position(reactions[name])
            found[name, "reaction", 0] = np.array([p, reaction_force(name, axes=ground)])
        elif name in forces:
            for k, load in enumerate(forces[name].loads(_Measured()).on_bodies):
                if load.frame.body is not ground:
                    found[name, "force", k] = np.array([measures.position(load.frame), load.force], dtype=object)
    if GRAVITY in names:
        for k, body in enumerate(body for body in model.bodies if body.inertia is not None):
            p = measures.position(body.at(*body.inertia.com))
            found[body.name, "weight", k] = np.array([p, body.inertia.mass * model.gravity], dtype=object)
    return found


def arrows_from(values: Mapping[tuple[str, str, int], Any], n: int) -> tuple[Arrow, ...]:
    """Arrows from the values (n, 2, 3) of their measures, or (2, 3) for one instant."""
    found = []
    for (name, kind, _), value in values.items():
        both = np.broadcast_to(np.asarray(value, dtype=float), (n, 2, 3))
        found.append(Arrow(name, kind, both[:, 0], both[:, 1]))
    return tuple(found)


def _reaction_frames(model: Model) -> dict[str, Frame]:
    """Where reactions act on children, by name of the joint or constraint."""
    frames: dict[str, Frame] = {joint.name: joint.child_frame for joint in model.joints}
    for part in model.constraints:
        if (frame := part.reaction_frame) is not None:
            frames[part.name] = frame
    return frames


class _Measured:
    """Kinematics in which everything is a measure, to be resolved later."""

    def coordinate(self, name: str) -> Any:
        return measures.coordinate(name)

    def speed(self, name: str) -> Any:
        return measures.speed(name)

    def value(self, name: str) -> Any:
        return measures.value(name)

    def speed_rate(self, name: str) -> Any:
        raise NotImplementedError("forces do not depend on rates of speeds")

    def pose(self, frame: Frame) -> Pose:
        return Pose(measures.orientation(frame), measures.position(frame))

    def velocity(self, frame: Frame) -> tuple[Any, Any]:
        return measures.angular_velocity(as_frame(frame)), measures.velocity(as_frame(frame))

    def acceleration(self, frame: Frame) -> tuple[Any, Any]:
        return measures.angular_acceleration(frame), measures.acceleration(frame)

    def reaction(self, measure: Measure) -> Any:
        return measure_node(measure)

    def kinetic_energy(self) -> Any:
        return measures.kinetic_energy()

    def potential_energy(self) -> Any:
        return measures.potential_energy()

    def supplied_power(self) -> Any:
        return measures.supplied_power()
