"""Forces as arrows: what joints and constraints exert, what force elements do, the weights of bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, NoReturn

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.expr.node import Node
from dalembert.model import measure
from dalembert.model.bodies import Frame, as_frame, ground
from dalembert.model.measure import Kinematics, Measure, measure_node
from dalembert.model.model import Model
from dalembert.model.reaction_measures import reaction_force
from dalembert.name_checks import checked_names
from dalembert.spatial.pose import Pose

GRAVITY = "gravity"


@dataclass(frozen=True, eq=False)
class Arrow:
    """A force over some instants: where it acts (n, 3) and what it is (n, 3), in the world."""

    name: str
    kind: str
    """"reaction", "force" or "weight"."""

    points: Vector
    forces: Vector


class ArrowMeasures(NamedTuple):
    """Names and kinds of arrows, and for each their points and forces (2, 3) as expressions, by number."""

    heads: tuple[tuple[str, str], ...]
    outputs: dict[str, Array]

    def arrows(self, values: Mapping[str, Vector], n: int) -> tuple[Arrow, ...]:
        """Arrows from the values (n, 2, 3) of the expressions, or (2, 3) for one instant."""
        arrows = []
        for (name, kind), key in zip(self.heads, self.outputs, strict=True):
            pairs = np.broadcast_to(np.asarray(values[key], dtype=float), (n, 2, 3))
            finite = np.where(np.isfinite(pairs), pairs, np.nan)
            arrows.append(Arrow(name, kind, finite[:, 0], finite[:, 1]))
        return tuple(arrows)


def arrow_measures(model: Model, wanted: bool | Iterable[str]) -> ArrowMeasures:
    """Measures of the wanted arrows.

    Wanted are joints, constraints and force elements by name, or "gravity"; True are all joints that are drawn,
    all constraints that have a place, and all forces on bodies.
    """
    measured = _Measured()
    reactions, forces = _reaction_points(model, measured), {force.name: force for force in model.forces}
    if isinstance(wanted, bool):
        unseen = {joint.name for joint in model.joints if joint.symbol is None}
        names = [name for name in (*reactions, *forces) if name not in unseen] if wanted else []
    else:
        names = [wanted] if isinstance(wanted, str) else list(wanted)
        checked_names(names, [*reactions, *forces, GRAVITY], "joint, constraint or force")
    arrows: list[tuple[str, str, Array, Array]] = []
    for name in names:
        if name in reactions:
            arrows.append((name, "reaction", reactions[name](), reaction_force(name, axes=ground)))
        elif name in forces:
            loads = [load for load in forces[name].loads(measured).on_bodies if load.frame.body is not ground]
            arrows += [(name, "force", measure.position(load.frame), load.force) for load in loads]
    if GRAVITY in names:
        for body in model.bodies:
            if (inertia := body.inertia) is not None:
                at = measure.position(body.at(*inertia.com))
                arrows.append((body.name, "weight", at, inertia.mass * model.gravity))
    outputs = {f"{k}": np.array([at, force], dtype=object) for k, (_, _, at, force) in enumerate(arrows)}
    return ArrowMeasures(tuple((name, kind) for name, kind, _, _ in arrows), outputs)


def _reaction_points(model: Model, measured: Kinematics) -> dict[str, Callable[[], Array]]:
    """Where reactions act on children, by name of the joint or constraint."""
    points: dict[str, Callable[[], Array]] = {
        joint.name: partial(measure.position, joint.child_frame) for joint in model.joints
    }
    for part in model.constraints:
        if part.reaction_frame is not None:
            points[part.name] = partial(part.reaction_point, measured)
    return points


class _Measured:
    """Kinematics in which everything is a measure, to be resolved later."""

    def coordinate(self, name: str) -> Node:
        return measure.coordinate(name)

    def speed(self, name: str) -> Node:
        return measure.speed(name)

    def value(self, name: str) -> Node:
        return measure.state_variable(name)

    def input(self, name: str) -> Node:
        return measure.input_value(name)

    def force(self, name: str) -> Node:
        return measure.force(name)

    def speed_rate(self, name: str) -> NoReturn:
        raise NotImplementedError("forces do not depend on rates of speeds")

    def pose(self, frame: Frame) -> Pose:
        return Pose(measure.orientation(frame), measure.position(frame))

    def velocity(self, frame: Frame) -> tuple[Array, Array]:
        return measure.angular_velocity(as_frame(frame)), measure.velocity(as_frame(frame))

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        return measure.angular_acceleration(frame), measure.acceleration(frame)

    def reaction(self, measure: Measure) -> Node:
        return measure_node(measure)

    def kinetic_energy(self) -> Node:
        return measure.kinetic_energy()

    def potential_energy(self) -> Node:
        return measure.potential_energy()

    def supplied_power(self) -> Node:
        return measure.supplied_power()
