"""Positions and velocities of a tree of bodies in joint coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.equations.dependent_loads import DependentLoads
from dalembert.equations.outputs import Quantity
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import derivative, jacobian, time_derivative
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import time
from dalembert.model.bodies import Frame
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.measure import Measure, resolved
from dalembert.model.model import Model
from dalembert.model.reaction_measures import ReactionMeasure
from dalembert.model.topology import Link
from dalembert.name_checks import checked_names
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, cross
from dalembert.tree.frame_motion import Entry, ScalarMotion, generalized_force
from dalembert.tree.link_steps import poses_to_parent
from dalembert.tree.tree_sweep import LinkSweep
from dalembert.tree.tree_views import LinkView, TreeView, common_origin, link_frame


class TreeKinematics:
    """Kinematics for measures and forces in the coordinates q and speeds u of the tree's joints, z and τ."""

    def __init__(self, model: Model, q: Array, u: Array, z: Array, tau: Array) -> None:
        self.model, self.tree = model, model.tree
        self.q, self.u, self.tau = q, u, tau
        self._coordinates = dict(zip(model.coordinates, q, strict=True))
        self._speeds = dict(zip(model.speeds, u, strict=True))
        self._values = dict(zip(model.states, z, strict=True))
        self._inputs = dict(zip(model.inputs, tau, strict=True))
        self._views: dict[Frame, TreeView] = {}
        self._link_views: dict[int, LinkView] = {}
        self._scalars: dict[str, ScalarMotion] = {}
        self.dependent = DependentLoads()
        self.world = self._seen_from_link(-1)

    def coordinate(self, name: str) -> Scalar:
        checked_names([name], self._coordinates, "coordinate")
        return self._coordinates[name]

    def speed(self, name: str) -> Scalar:
        return self._speeds[self.model.speed_name(name)]

    def value(self, name: str) -> Node:
        checked_names([name], self._values, "state variable")
        return self._values[name]

    def input(self, name: str) -> Scalar:
        checked_names([name], self._inputs, "input")
        return self._inputs[name]

    # ---- joints

    @cached_property
    def joint_poses(self) -> list[Pose]:
        """Place of each joint's child frame in its parent frame."""
        return [link.joint.pose(self.q[link.q]) for link in self.tree.links]

    @cached_property
    def rates(self) -> Array:
        """q̇ (nq,)."""
        parts = [link.joint.rates(self.q[link.q], self.u[link.u]) for link in self.tree.links]
        return np.concatenate([np.zeros(0, dtype=object), *parts])

    @cached_property
    def axes(self) -> list[Array]:
        """Motion axes H of each joint, in the axes of its child."""
        return [link.joint.motion(self.q[link.q]) for link in self.tree.links]

    @cached_property
    def steps(self) -> list[tuple[Pose, ...]]:
        """Poses from each link to its parent: of the joint, then of the offset; one pose unless both turn."""
        return [
            poses_to_parent(joint, link.offset)
            for link, joint in zip(self.tree.links, self.joint_poses, strict=True)
        ]

    @cached_property
    def sweep(self) -> LinkSweep:
        """How links move, in their own axes."""
        return LinkSweep(self, self.u)

    # ---- frames and scalars

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds."""
        return self.model.speeds

    def seen_from(self, frame: Frame) -> TreeView:
        """Motion as a frame sees it."""
        if frame not in self._views:
            self._views[frame] = TreeView(self.tree, frame, self._seen_from_link)
        return self._views[frame]

    def _seen_from_link(self, k: int) -> LinkView:
        if k not in self._link_views:
            self._link_views[k] = LinkView(self, k)
        return self._link_views[k]

    def common_frame(self, frames: Iterable[Frame]) -> Frame:
        """The frame in which the last link is seen that carries all of these."""
        return link_frame(self.tree, common_origin(self.tree, frames))

    def scalar(self, name: str) -> ScalarMotion:
        """How a coordinate, a speed or a first-order state moves."""
        if name not in self._scalars:
            self._scalars[name] = self._made_scalar(name)
        return self._scalars[name]

    def _made_scalar(self, name: str) -> ScalarMotion:
        if name in self._values:
            rate = self._state_rate(name)
            return ScalarMotion(self._values[name], rate, self._along_motion(rate), {}, rate)
        if name in self._speed_numbers:
            k = self._speed_numbers[name]
            return ScalarMotion(None, self.u[k], 0.0, {k: 1.0})
        if name not in self._link_of_coordinate:
            names = [*self._coordinates, *self._speed_numbers, *self._values]
            checked_names([name], names, "coordinate, speed or state variable")
        link = self._link_of_coordinate[name]
        q, u = self.q[link.q], self.u[link.u]
        rates, number = link.joint.rates(q, u), link.joint.coordinates.index(name)
        slopes = jacobian(rates[[number]], u)[0]
        J = {k: x for k, x in zip(range(link.u.start, link.u.stop), slopes, strict=True) if not is_zero(x)}
        bias = time_derivative(rates[number], dict(zip(q, rates, strict=True)))
        return ScalarMotion(q[number], rates[number], bias, J)

    def _state_rate(self, name: str) -> Scalar:
        state_variable = next(
            state_variable for state_variable in self.model.state_variables if state_variable.name == name
        )
        return self.resolve(state_variable.rate)

    def _along_motion(self, y: Entry) -> Entry:
        """The rate of an expression while all speeds are constant."""
        inputs: list[Node] = inputs_of([y]) if isinstance(y, Expression) else []
        states = {z: self._state_rate(name) for name, z in self._values.items() if z in inputs}
        return time_derivative(y, {**dict(zip(self.q, self.rates, strict=True)), **states})

    @cached_property
    def _speed_numbers(self) -> Mapping[str, int]:
        """Number of each speed, by its name."""
        return {name: k for k, name in enumerate(self.model.speeds)}

    @cached_property
    def _link_of_coordinate(self) -> Mapping[str, Link]:
        """The link that each coordinate places, by its name."""
        return {name: link for link in self.tree.links for name in link.joint.coordinates}

    # ---- what measures ask

    def pose(self, frame: Frame) -> Pose:
        return self.world.pose(frame)

    def velocity(self, frame: Frame) -> tuple[Array, Array]:
        return self.world.velocity(frame)

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        raise _needs_forces(f"acceleration({frame!r})")

    def speed_rate(self, name: str) -> Scalar:
        raise _needs_forces(f"acceleration({name!r})")

    def reaction(self, measure: Measure) -> Scalar:
        """The variable that stands for a reaction in laws of forces."""
        assert isinstance(measure, ReactionMeasure)
        return self.dependent.reaction(measure)

    def force(self, name: str) -> Scalar:
        forces = {x.name: x for force in self.model.forces if (x := force.as_scalar) is not None}
        checked_names([name], forces, "force element of one number:")
        return forces[name].strength(self.loads[name], self)

    # ---- energies

    def kinetic_energy(self) -> Scalar:
        return self.sweep.kinetic_energy()

    def potential_energy(self) -> Scalar:
        total = self.gravity_potential(self.model.gravity)
        for force in self.model.forces:
            total = total + self.resolve(force.potential(self))
        return total

    def gravity_potential(self, gravity: Array) -> Scalar:
        """V of all bodies in a field of gravity (3,)."""
        total: Any = 0.0
        for k, link in enumerate(self.tree.links):
            total = total - link.inertia.mass * (gravity @ self.world.link_pose(k).point(link.inertia.com))
        return total

    def center_of_mass(self) -> Array:
        """Centre of mass of all bodies, in the world."""
        mass: Any = sum(link.inertia.mass for link in self.tree.links)
        moments: Any = np.zeros(3)
        for k, link in enumerate(self.tree.links):
            moments = moments + link.inertia.mass * self.world.link_pose(k).point(link.inertia.com)
        return moments / mass

    def momentum(self) -> tuple[Array, Array]:
        """Angular momentum about the world's origin, and linear momentum, in world axes."""
        angular: Any = np.zeros(3)
        linear: Any = np.zeros(3)
        for k, link in enumerate(self.tree.links):
            if not link.joint.carries_body:
                continue
            pose, (w, v) = self.world.link_pose(k), self.sweep.centre_velocities[k]
            arm, m_v = pose.point(link.inertia.com), pose.R @ (link.inertia.mass * v)
            angular = angular + cross(arm, m_v) + pose.R @ (link.inertia.J @ w)
            linear = linear + m_v
        return angular, linear

    # ---- measures

    def resolve(self, expression: Quantity) -> Quantity:
        """An expression of measures in joint coordinates and speeds."""
        return resolved(self.model.bound(expression), self)

    # ---- forces

    @cached_property
    def loads(self) -> Mapping[str, Loads]:
        """Loads of each force element, by its name; components that depend on reactions are variables."""
        return {force.name: self._resolved_loads(force, force.loads(self)) for force in self.model.forces}

    @cached_property
    def loads_without_potential(self) -> Mapping[str, Loads]:
        """Loads of each force element besides those by potentials."""
        forces = self.model.forces
        return {force.name: self._resolved_loads(force, force.loads_without_potential(self)) for force in forces}

    def _resolved_loads(self, force: Force, given: Loads) -> Loads:
        def components(vector: ArrayLike) -> Array:
            return as_array([self.dependent.cut(x, force.name) for x in self.resolve(as_array(vector))])

        return Loads(
            [BodyLoad(load.frame, components(load.force), components(load.moment)) for load in given.on_bodies],
            {name: self.dependent.cut(self.resolve(x), force.name) for name, x in given.on_joints.items()},
        )

    def joint_forces(self) -> Array:
        """Generalized forces (nu,) of force elements that act on the joints directly."""
        return self.generalized((), self.joint_loads())

    def joint_loads(self) -> list[tuple[str, Scalar]]:
        """Coordinates and the forces that act on them."""
        return [load for loads in self.loads.values() for load in loads.on_joints.items()]

    def generalized(self, on_bodies: Iterable[BodyLoad], on_joints: Iterable[tuple[str, Scalar]]) -> Array:
        """Loads on bodies and on coordinates along the speeds (nu,)."""
        acting = list(on_joints)
        for coordinate, _ in acting:
            self._check_acts(coordinate)
        return generalized_force(self, on_bodies, acting)

    def generalized_loads(self, loads: Loads) -> Array:
        """Generalized forces of loads along the speeds (nu,)."""
        return self.generalized(loads.on_bodies, loads.on_joints.items())

    def _check_acts(self, coordinate: str) -> None:
        """Raise if a coordinate has no rate among the speeds."""
        if coordinate not in self.model.coordinate_free_speeds and f"{coordinate}.rate" not in self._speeds:
            raise ModelError(
                f"the coordinate {coordinate!r} has no rate among the speeds; a force cannot act on it"
            )

    def power(self, force: Force) -> Scalar:
        """Power of a force element."""
        loads = self.loads[force.name]
        total: Any = 0.0
        for load in loads.on_bodies:
            w, v = self.velocity(load.frame)
            total = total + load.force @ v + load.moment @ w
        for coordinate, value in loads.on_joints.items():
            total = total + value * self.speed(coordinate)
        return total

    def supplied_power(self) -> Scalar:
        moving = dict(zip(self.q, self.rates, strict=True))
        # the potential of gravity that changes in time: ∂V/∂t
        total = self.gravity_potential(derivative(self.model.gravity, time))
        for force in self.model.forces:
            total = total + self.power(force) + time_derivative(force.potential(self), moving)
        return total

    def wrenches(self) -> list[Array]:
        """Wrench (6,) of all force elements on each link, about its origin in its own axes; without gravity."""
        total: list[Any] = [np.zeros(6) for _ in self.tree.links]
        for load in [load for loads in self.loads.values() for load in loads.on_bodies]:
            k, wrench = self.world.wrench_on_link(load.frame, load.moment, load.force)
            if k >= 0:
                total[k] = total[k] + wrench
        return total


def _needs_forces(what: str) -> FormulationError:
    return FormulationError(f"{what} follows from all forces, so it cannot stand where forces are made")
