"""Planar mechanisms in the places of their nodes: pins are shared, and what acts on bodies goes to their nodes.

Orsino (2016), section 5.3: coordinates are x and y of every node (5.24), where bodies are pinned together they are
the same, and those on the ground are numbers. Speeds are their rates and the angular velocity of each body, which
its nodes define. Forces (5.25) and inertia (5.26) at a mass centre, which lies at a₁ r + a₂ z × r from its first
node, r between its nodes, go to both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError
from dalembert.expr.functions import atan2, cos, sin
from dalembert.expr.node import Node, Scalar, name_of
from dalembert.expr.rewrite import evaluate, substitute
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.joint import Joint
from dalembert.model.measure import angular_velocity, coordinate, position, rotation_angle, speed, velocity
from dalembert.model.model import Model, touching_parts
from dalembert.principles.coordinates.absolute_planar import AbsolutePlanar
from dalembert.principles.coordinates.placing import extra_coordinates
from dalembert.principles.derive import derive
from dalembert.rows import Level
from dalembert.spatial.vectors import is_numeric
from dalembert.state import State
from dalembert.tolerances import SAME_POSITION
from dalembert.typed.typed_system import TypedSystem


@dataclass(frozen=True, eq=False)
class NodalEquations:
    """Equations of a planar model in the places of its nodes."""

    equations: Equations
    measures: Mapping[str, Scalar]
    """Measures of the model that coordinates and speeds are: with these, states of the model are read."""

    def state(self, values: Mapping[str, float], t: float = 0.0) -> State:
        """The state with these values of the measures, as `as_dynamics(model).evaluate(measures, state)` gives."""
        eom = self.equations
        q, u = ({name: float(values[name]) for name in names} for names in (eom.coordinates, eom.speeds))
        return State(t, q, u)


def nodal_equations(model: Model) -> NodalEquations:
    """The equations of a planar model in x and y of its nodes, the points at which it is pinned together.

    Shared nodes are eliminated: one pair of coordinates for all bodies there, none on the ground. The coordinates
    of the pin "B" are `B.x` and `B.y`, the speeds besides their rates `crank.turn` for the body "crank", which its
    nodes define. A body with one node, its origin if it has no pin, has its angle as a coordinate besides. Other
    joints and constraints stay rows, extra coordinates keep their names. Places of pins are numbers: parameters
    are for forces and laws.

    Parameters
    ----------
    model : Model
        Mechanism in the plane of x and y.

    Examples
    --------
    >>> import dalembert as da
    >>> sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0)})
    >>> crank, coupler = sketch.link("crank", "A", "B", mass=0.3), sketch.link("coupler", "B", "C", mass=0.8)
    >>> rocker = sketch.link("rocker", "D", "C", mass=0.5)
    >>> linkage = da.Model(*sketch.pins(crank, coupler, rocker, ground="AD"), gravity=(0, -9.81, 0))
    >>> print(da.planar.nodal_equations(linkage).equations.coordinates)
    ('B.x', 'B.y', 'C.x', 'C.y')
    """
    return _Nodal(model).nodal_equations()


@dataclass(frozen=True, eq=False)
class _Node:
    """A point that bodies share: symbols of its place and velocity, or numbers if it is on the ground."""

    name: str
    place: Array
    rate: Array
    frame: Frame

    @property
    def is_fixed(self) -> bool:
        return self.frame.body is ground


class _Nodal:
    """Takes equations in places and angles of bodies to nodes."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.absolute = derive(model, coordinates=AbsolutePlanar())
        no_bodies = {joint.child_frame.body for joint in extra_coordinates(model)}
        self.bodies = [body for body in model.bodies if body not in no_bodies]
        self.centres = {
            body: np.zeros(2) if body.inertia is None else _number(body.inertia.com[:2], body)
            for body in self.bodies
        }
        self.pins = [joint for joint in model.joints if self._is_pin(joint)]
        self._check()

    def _check(self) -> None:
        """Refuse what would be lost on the way to nodes."""
        if any(row.level != Level.POSITION for row in self.absolute.rows):
            raise FormulationError("nodal coordinates are for constraints on positions")
        if touching_parts(self.model):
            raise FormulationError(
                "nodal equations have no contacts, which would count as open; simulate the model"
            )
        if self.absolute.reaction_dependent_forces.loads.laws:
            raise FormulationError(
                "nodal equations have no reactions in shared nodes, on which forces of this model depend, such as "
                "friction in joints; use the model itself, or derive it with "
                "coordinates=da.formulations.AbsolutePlanar()"
            )
        if states := self.absolute.states:
            raise FormulationError(f"nodal equations have no states of their own, such as {states[0]!r}")

    @staticmethod
    def _is_pin(joint: Joint) -> bool:
        """Whether the joint keeps points together, and lets bodies turn about z."""
        H = np.asarray(joint.motion(np.array(joint.default_values)), dtype=object)
        return H.shape[1] == 1 and bool(evaluate(H[2, 0] ** 2) > 0.5) and joint.carries_body

    # ---- nodes

    @cached_property
    def nodes(self) -> dict[Body, list[tuple[Array, _Node]]]:
        """Nodes of each body, with their places in its axes (2,)."""
        nodes: dict[Body, list[tuple[Array, _Node]]] = {body: [] for body in (ground, *self.bodies)}
        groups: list[list[Frame]] = []
        for joint in self.pins:
            frames = [joint.parent_frame, joint.child_frame]
            touching = [group for group in groups if any(_is_same(a, b) for a in group for b in frames)]
            groups = [group for group in groups if group not in touching]
            groups.append([frame for group in touching for frame in group] + frames)
        names = {id(frame): joint.name for joint in self.pins for frame in (joint.parent_frame, joint.child_frame)}
        for group in groups:
            node = self._node(names[id(group[0])], group)
            for frame in group:
                place = _point(frame)
                if not any(np.abs(place - other).max() <= SAME_POSITION for other, _ in nodes[frame.body]):
                    nodes[frame.body].append((place, node))
        for body in self.bodies:
            # without pins, its origin
            nodes[body] = nodes[body] or [(np.zeros(2), self._node(body.name, [body.at()]))]
        return nodes

    def _node(self, name: str, frames: list[Frame]) -> _Node:
        fixed = [frame for frame in frames if frame.body is ground]
        if fixed:
            return _Node(name, _point(fixed[0]), np.zeros(2), fixed[0])
        place = np.array([symbol(f"{name}.{axis}") for axis in "xy"], dtype=object)
        rate = np.array([symbol(f"{name}.{axis}.rate") for axis in "xy"], dtype=object)
        return _Node(name, place, rate, frames[0])

    @cached_property
    def moving(self) -> list[_Node]:
        """Nodes with coordinates."""
        every = [node for nodes in self.nodes.values() for _, node in nodes if not node.is_fixed]
        return list({node.name: node for node in every}.values())

    # ---- bodies

    def turn(self, body: Body) -> Scalar:
        """The angular velocity of a body."""
        return 0.0 if body is ground else symbol(f"{body.name}.turn")

    def angle(self, body: Body) -> Scalar:
        """The angle of a body: of the line between its nodes, or a coordinate."""
        first, *others = self.nodes[body]
        if not others:
            return symbol(f"{body.name}.angle")
        d, at_rest = others[0][1].place - first[1].place, others[0][0] - first[0]
        return atan2(d[1], d[0]) - float(np.arctan2(at_rest[1], at_rest[0]))

    def _arm(self, body: Body, point: Array) -> Array:
        """Vector from the first node of a body to a point of it, in the world."""
        if len(self.nodes[body]) > 1:
            return _along(*self._parts(body, point), self._between(body))
        s, angle = point - self.nodes[body][0][0], self.angle(body)
        return np.array(
            [cos(angle) * s[0] - sin(angle) * s[1], sin(angle) * s[0] + cos(angle) * s[1]], dtype=object
        )

    def _between(self, body: Body) -> Array:
        (_, first), (_, second), *_ = self.nodes[body]
        return second.place - first.place

    def _parts(self, body: Body, point: Array) -> tuple[float, float]:
        """a₁ and a₂ of a point of a body, by its first two nodes."""
        (start, _), (end, _), *_ = self.nodes[body]
        r, s = end - start, point - start
        return float(r @ s) / float(r @ r), float(r[0] * s[1] - r[1] * s[0]) / float(r @ r)

    def velocity(self, body: Body, point: Array) -> Array:
        """Velocity of a point of a body; of one between two nodes by their velocities alone."""
        first = self.nodes[body][0][1]
        if len(self.nodes[body]) > 1:
            second = self.nodes[body][1][1]
            return first.rate + _along(*self._parts(body, point), second.rate - first.rate)
        return first.rate + self.turn(body) * _left(self._arm(body, point))

    # ---- in place of absolute coordinates

    @cached_property
    def instead(self) -> dict[Node, Scalar]:
        """Expressions in nodal coordinates for the variables of absolute ones."""
        eom, expressions = self.absolute, dict[Node, Scalar]()
        values: dict[str, Scalar] = {}
        for body in self.bodies:
            origin = self.nodes[body][0][1].place + self._arm(body, np.zeros(2))
            rate = self.velocity(body, np.zeros(2))
            values |= {f"{body.name}.{axis}": x for axis, x in zip("xy", origin, strict=True)}
            values |= {f"{body.name}.{axis}.rate": x for axis, x in zip("xy", rate, strict=True)}
            values |= {f"{body.name}.angle": self.angle(body), f"{body.name}.angle.rate": self.turn(body)}
        for name, x in (*zip(eom.coordinates, eom.q, strict=True), *zip(eom.speeds, eom.u, strict=True)):
            expressions[x] = values.get(name, symbol(name))
        return expressions | {x: symbol(name) for name, x in zip(eom.inputs, eom.tau, strict=True)}

    def taken(self, y: Scalar) -> Scalar:
        """An expression of absolute coordinates in nodal ones."""
        return substitute(y, self.instead)

    # ---- the system

    def nodal_equations(self) -> NodalEquations:
        eom = self.absolute
        kept = [name for name in eom.coordinates if name not in self._of_bodies]
        single = [f"{body.name}.angle" for body in self.bodies if len(self.nodes[body]) == 1]
        q = [*(f"{node.name}.{axis}" for node in self.moving for axis in "xy"), *single, *kept]
        extra = [name for name in eom.speeds if name not in self._of_bodies]
        turns = [f"{body.name}.turn" for body in self.bodies]
        u = [*(f"{node.name}.{axis}.rate" for node in self.moving for axis in "xy"), *turns, *extra]
        system = TypedSystem(
            q,
            u,
            rates=self._rates(kept),
            definitions=self._definitions(),
            forces=self._forces(),
            inputs=list(eom.inputs),
            constraints=[*self._rigid(), *self._rows()],
        )
        return NodalEquations(system.from_gibbs_function(self._gibbs_function()), self._measures(q, u))

    @cached_property
    def _of_bodies(self) -> set[str]:
        ends = ("x", "y", "angle", "x.rate", "y.rate", "angle.rate")
        return {f"{body.name}.{end}" for body in self.bodies for end in ends}

    def _rates(self, kept: list[str]) -> dict[str, Scalar]:
        eom = self.absolute
        absolute_rates = dict(zip(eom.coordinates, eom.rates, strict=True))
        rates = {f"{node.name}.{axis}": x for node in self.moving for axis, x in zip("xy", node.rate, strict=True)}
        rates |= {f"{b.name}.angle": self.turn(b) for b in self.bodies if len(self.nodes[b]) == 1}
        # angles that count turns have the difference of two angular velocities
        return rates | {name: self._unwrapped_rate(name, absolute_rates[name]) for name in kept}

    def _unwrapped_rate(self, name: str, rate: Scalar) -> Scalar:
        for joint in self.pins:
            if name in joint.coordinates:
                sign = float(evaluate(joint.motion(np.array(joint.default_values))[2, 0]))
                return sign * (self.turn(joint.child_frame.body) - self.turn(joint.parent_frame.body))
        return self.taken(rate)

    def _definitions(self) -> dict[str, Scalar]:
        """ω of bodies with two nodes: r × ṙ / r²."""
        definitions = {}
        for body in self.bodies:
            if len(self.nodes[body]) > 1:
                (_, first), (_, second), *_ = self.nodes[body]
                r, v = self._between(body), second.rate - first.rate
                definitions[f"{body.name}.turn"] = (r[0] * v[1] - r[1] * v[0]) / self._length(body) ** 2
        return definitions

    def _length(self, body: Body) -> float:
        (start, _), (end, _), *_ = self.nodes[body]
        return float(np.hypot(*(end - start)))

    def _rigid(self) -> list[tuple[str, Scalar]]:
        """Nodes of a body keep their distance, and others their places beside the first two."""
        rows: list[tuple[str, Scalar]] = []
        for body in self.bodies:
            nodes = self.nodes[body]
            if len(nodes) > 1 and not (nodes[0][1].is_fixed and nodes[1][1].is_fixed):
                r, length = self._between(body), self._length(body)
                rows.append((f"length of {body.name}", (_square(r) - length**2) / (2.0 * length)))
            for place, node in nodes[2:]:
                gap = node.place - nodes[0][1].place - self._arm(body, place)
                rows += [(f"{node.name} on {body.name} {axis}", x) for axis, x in zip("xy", gap, strict=True)]
        return rows

    def _rows(self) -> list[tuple[str, Scalar]]:
        """Rows of joints and constraints that are no shared nodes."""
        eom, shared = self.absolute, {joint.name for joint in self.pins}
        pairs = zip(eom.rows, eom.phi, strict=True)
        return [(row.name.replace(".", " "), self.taken(value)) for row, value in pairs if row.part not in shared]

    def _gibbs_function(self) -> Scalar:
        """Σ ½ m a² + ½ I α²: of bodies between two nodes, by the accelerations of these alone (5.26)."""
        total: Scalar = 0.0
        for body in self.bodies:
            if body.inertia is not None:
                a, turning = self._acceleration(body, self.centres[body]), _rate(self.turn(body))
                total = total + 0.5 * body.inertia.mass * _square(a) + 0.5 * body.inertia.J[2, 2] * turning**2
        return total

    def _acceleration(self, body: Body, point: Array) -> Array:
        first = _rates_of(self.nodes[body][0][1])
        if len(self.nodes[body]) > 1:
            return first + _along(*self._parts(body, point), _rates_of(self.nodes[body][1][1]) - first)
        arm, turn = self._arm(body, point), self.turn(body)
        return first + _rate(turn) * _left(arm) - turn**2 * arm

    def _forces(self) -> dict[str, Scalar]:
        """Generalized forces on bodies, at their mass centres, then at their nodes (5.25)."""
        eom, forces = self.absolute, dict[str, Scalar]()
        loads = dict(zip(eom.speeds, eom.f + (eom.G @ eom.tau if len(eom.tau) else 0.0), strict=True))

        def add(name: str, value: Scalar) -> None:
            forces[name] = forces.get(name, 0.0) + value

        for name in loads:
            if name not in self._of_bodies:
                add(name, self.taken(loads[name]))
        for body in self.bodies:
            load = np.array(
                [self.taken(loads[f"{body.name}.{end}.rate"]) for end in ("x", "y", "angle")], dtype=object
            )
            com = self.centres[body]
            mass = 0.0 if body.inertia is None else body.inertia.mass
            arm = self._arm(body, com) - self._arm(body, np.zeros(2))
            # without what the centre's turning about the origin adds
            force = load[:2] - mass * self.turn(body) ** 2 * arm
            torque = load[2] - (arm[0] * force[1] - arm[1] * force[0])
            self._shared(body, com, force, torque, add)
        return forces

    def _shared(
        self, body: Body, com: Array, force: Array, torque: Scalar, add: Callable[[str, Scalar], None]
    ) -> None:
        nodes = self.nodes[body]
        if len(nodes) == 1:
            arm = self._arm(body, com)
            parts = [(nodes[0][1], force)]
            torque = torque + arm[0] * force[1] - arm[1] * force[0]
        else:
            a, b = self._parts(body, com)
            parts = [
                (nodes[0][1], (1.0 - a) * force + b * _left(force)),
                (nodes[1][1], a * force - b * _left(force)),
            ]
        add(f"{body.name}.turn", torque)
        for node, load in parts:
            if not node.is_fixed:
                for axis, x in zip("xy", load, strict=True):
                    add(f"{node.name}.{axis}.rate", x)

    def _measures(self, q: list[str], u: list[str]) -> dict[str, Scalar]:
        """Measures of the model that coordinates and speeds are."""
        measures: dict[str, Scalar] = {}
        for node in self.moving:
            measures |= {f"{node.name}.{axis}": x for axis, x in zip("xy", position(node.frame), strict=False)}
            measures |= {
                f"{node.name}.{axis}.rate": x for axis, x in zip("xy", velocity(node.frame), strict=False)
            }
        for body in self.bodies:
            measures[f"{body.name}.turn"] = angular_velocity(body)[2]
            measures[f"{body.name}.angle"] = rotation_angle(ground, body)
        measures |= {name: coordinate(name) for name in q if name not in measures}
        measures |= {name: speed(name.removesuffix(".rate")) for name in u if name not in measures}
        return {name: measures[name] for name in (*q, *u)}


def _rate(speed: Scalar) -> Node:
    """The rate of a speed, as typed systems call it."""
    assert isinstance(speed, Node)
    return symbol(f"{name_of(speed)}'")


def _rates_of(node: _Node) -> Array:
    """The acceleration of a node."""
    return np.zeros(2) if node.is_fixed else np.array([_rate(v) for v in node.rate], dtype=object)


def _point(frame: Frame) -> Array:
    return _number(frame.pose.p[:2], frame.body)


def _number(place: Array, body: Body) -> Array:
    """A place (2,) on a body, which is not open."""
    if not is_numeric(place):
        raise FormulationError(f"places on body {body.name!r} depend on parameters; for nodes they are numbers")
    return np.asarray(place, dtype=float)


def _is_same(a: Frame, b: Frame) -> bool:
    return a.body is b.body and bool(
        np.abs(_point(a) - _point(b)).max() <= SAME_POSITION * (1.0 + np.abs(_point(a)).max())
    )


def _square(v: Array) -> Scalar:
    """The square of the length of a vector."""
    square: Any = v @ v
    return square


def _left(v: Array) -> Array:
    return np.array([-v[1], v[0]], dtype=object)


def _along(a: float, b: float, r: Array) -> Array:
    """a r + b z × r."""
    return a * r + b * _left(r)
