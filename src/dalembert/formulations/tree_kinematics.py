"""Positions and velocities of a tree of bodies in joint coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations.dependent_loads import DependentLoads
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import derivative, time_derivative
from dalembert.expr.node import Node
from dalembert.expr.scalar import is_one, is_zero
from dalembert.expr.symbols import symbol, time
from dalembert.formulations.tree_views import TreeView
from dalembert.model.bodies import Frame
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.measures import Measure, resolved
from dalembert.model.model import Model
from dalembert.model.reaction_measures import ReactionMeasure
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, cross
from dalembert.state import checked_names

Array = Any


class TreeKinematics:
    """What measures and forces ask, answered in the coordinates q and speeds u of the tree's joints, z and τ."""

    def __init__(self, model: Model, q: Array, u: Array, z: Array, tau: Array) -> None:
        self.model, self.tree = model, model.tree
        self.q, self.u, self.tau = q, u, tau
        self._coordinates = dict(zip(model.coordinates, q, strict=True))
        self._speeds = dict(zip(model.speeds, u, strict=True))
        self._values = dict(zip(model.states, z, strict=True))
        self._inputs = dict(zip(model.inputs, tau, strict=True))
        self._views: dict[int, TreeView] = {}
        self.dependent = DependentLoads()
        self.world = self.seen_from(-1)

    def coordinate(self, name: str) -> Any:
        checked_names([name], self._coordinates, "coordinate")
        return self._coordinates[name]

    def speed(self, name: str) -> Any:
        return self._speeds[self.model.speed_name(name)]

    def value(self, name: str) -> Any:
        checked_names([name], self._values, "integral")
        return self._values[name]

    def input(self, name: str) -> Any:
        checked_names([name], self._inputs, "input")
        return self._inputs[name]

    # ---- variables

    @cached_property
    def speed_numbers(self) -> Mapping[Node, int]:
        """Number of each speed, by its variable."""
        return {u: k for k, u in enumerate(self.u)}

    @cached_property
    def speed_rates(self) -> Mapping[Node, int]:
        """Variables for the rates of all speeds, with numbers."""
        return {symbol(f"{name}.acceleration"): k for k, name in enumerate(self.model.speeds)}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """Number of each speed, by its name."""
        return {name: k for k, name in enumerate(self.model.speeds)}

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
        """From each link to its parent: through the joint, then by the fixed offset; one step unless both turn."""
        found: list[tuple[Pose, ...]] = []
        for link, joint in zip(self.tree.links, self.joint_poses, strict=True):
            offset = link.offset
            found.append((joint, offset) if _turns(joint) and _turns(offset) else (offset @ joint,))
        return found

    @cached_property
    def angular_velocities(self) -> list[tuple[Array, Array, Array]]:
        """Of each link, in its own axes: that of the parent, that relative to it, their sum."""
        found: list[tuple[Array, Array, Array]] = []
        for link, steps, H in zip(self.tree.links, self.steps, self.axes, strict=True):
            carried = found[link.parent][2] if link.parent >= 0 else np.zeros(3)
            for step in reversed(steps):
                carried = step.R.T @ carried
            relative = H[:3] @ self.u[link.u]
            found.append((carried, relative, carried + relative))
        return found

    # ---- frames

    def seen_from(self, k: int) -> TreeView:
        """Motion as a link sees it; −1 for the ground."""
        if k not in self._views:
            self._views[k] = TreeView(self, k)
        return self._views[k]

    def pose(self, frame: Frame) -> Pose:
        return self.world.pose(frame)

    def velocity(self, frame: Frame) -> tuple[Array, Array]:
        return self.world.velocity(frame)

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        raise _needs_forces(f"acceleration({frame!r})")

    def speed_rate(self, name: str) -> Any:
        raise _needs_forces(f"acceleration({name!r})")

    def reaction(self, measure: Measure) -> Any:
        """The variable that stands for a reaction in laws of forces."""
        assert isinstance(measure, ReactionMeasure)
        return self.dependent.reaction(measure)

    def force(self, name: str) -> Any:
        forces = {x.name: x for force in self.model.forces if (x := force.as_scalar) is not None}
        checked_names([name], forces, "force element of one number:")
        return forces[name].strength(self.loads[name], self)

    # ---- energies

    def kinetic_energy(self) -> Any:
        total: Any = 0.0
        for k, link in enumerate(self.tree.links):
            R, w = self.world.link_pose(k).R, self.angular_velocities[k][2]
            v = self.world.link_velocity(k)[1] + R @ cross(w, link.inertia.com)
            total = total + 0.5 * (link.inertia.mass * (v @ v) + w @ (link.inertia.J @ w))
        return total

    def potential_energy(self) -> Any:
        total = self.gravity_potential(self.model.gravity)
        for force in self.model.forces:
            total = total + self.resolve(force.potential(self))
        return total

    def gravity_potential(self, gravity: Array) -> Any:
        """V of all bodies in a field of gravity (3,)."""
        total: Any = 0.0
        for k, link in enumerate(self.tree.links):
            total = total - link.inertia.mass * (gravity @ self.world.link_pose(k).point(link.inertia.com))
        return total

    def center_of_mass(self) -> Array:
        """Of all bodies, in the world."""
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
            pose, w = self.world.link_pose(k), self.angular_velocities[k][2]
            arm = pose.point(link.inertia.com)
            m_v = link.inertia.mass * (self.world.link_velocity(k)[1] + pose.R @ cross(w, link.inertia.com))
            angular = angular + cross(arm, m_v) + pose.R @ (link.inertia.J @ w)
            linear = linear + m_v
        return angular, linear

    # ---- measures

    def resolve(self, expression: Any) -> Any:
        """An expression of measures in joint coordinates and speeds."""
        return resolved(self.model.bound(expression), self)

    # ---- forces

    @cached_property
    def loads(self) -> Mapping[str, Loads]:
        """What each force element does, by its name; components that depend on reactions are variables."""
        return {force.name: self._resolved_loads(force, force.loads(self)) for force in self.model.forces}

    @cached_property
    def loads_without_potential(self) -> Mapping[str, Loads]:
        """The same besides what potentials do."""
        forces = self.model.forces
        return {force.name: self._resolved_loads(force, force.loads_without_potential(self)) for force in forces}

    def _resolved_loads(self, force: Force, given: Loads) -> Loads:
        def components(vector: Any) -> Array:
            return as_array([self.dependent.cut(x, force.name) for x in self.resolve(as_array(vector))])

        return Loads(
            [BodyLoad(load.frame, components(load.force), components(load.moment)) for load in given.on_bodies],
            {name: self.dependent.cut(self.resolve(x), force.name) for name, x in given.on_joints.items()},
        )

    def joint_forces(self) -> Array:
        """Generalized forces (nu,) of force elements that act on the joints directly."""
        total = np.zeros(len(self.model.speeds), dtype=object)
        total[:] = 0.0
        for coordinate, value in self.joint_loads():
            self.add_joint_force(total, coordinate, value)
        return total

    def joint_loads(self) -> list[tuple[str, Any]]:
        """Coordinates and the forces that act on them."""
        return [load for loads in self.loads.values() for load in loads.on_joints.items()]

    def add_joint_force(self, total: Array, coordinate: str, value: Any) -> None:
        """Add a force on a coordinate, which must have a rate among the speeds, to generalized forces (nu,)."""
        name = f"{coordinate}.rate"
        if name not in self._speeds:
            raise ModelError(
                f"the coordinate {coordinate!r} has no rate among the speeds; a force cannot act on it"
            )
        k = self._places[name]
        total[k] = total[k] + value

    def power(self, force: Force) -> Any:
        """What a force element does per time."""
        loads = self.loads[force.name]
        total: Any = 0.0
        for load in loads.on_bodies:
            w, v = self.velocity(load.frame)
            total = total + load.force @ v + load.moment @ w
        for coordinate, value in loads.on_joints.items():
            total = total + value * self.speed(coordinate)
        return total

    def supplied_power(self) -> Any:
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
            k = self.tree.position(load.frame.body)
            if k >= 0:
                R = self.world.link_pose(k).R
                arm = self.tree.links[k].frame_pose(load.frame).p
                f = R.T @ load.force
                total[k] = total[k] + np.concatenate([R.T @ load.moment + cross(arm, f), f])
        return total


def _needs_forces(what: str) -> FormulationError:
    return FormulationError(f"{what} follows from all forces, so it cannot stand where forces are made")


def _turns(pose: Pose) -> bool:
    """Whether a pose is more than a displacement, as far as its numbers tell."""
    return not all(is_one(x) if i == j else is_zero(x) for (i, j), x in np.ndenumerate(pose.R))
