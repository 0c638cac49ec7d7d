"""Positions and velocities of a tree of bodies in joint coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.calculus import time_derivative
from dalembert.expr.scalar import is_one, is_zero
from dalembert.model.bodies import Frame
from dalembert.model.force import Force
from dalembert.model.measures import resolved
from dalembert.model.model import Model
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import cross
from dalembert.state import checked_names

Array = Any


class TreeKinematics:
    """What measures and forces ask, answered in the coordinates q and speeds u of the tree's joints."""

    def __init__(self, model: Model, q: Array, u: Array) -> None:
        self.model, self.tree = model, model.tree
        self.q, self.u = q, u
        self._coordinates = dict(zip(model.coordinates, q, strict=True))
        self._speeds = dict(zip(model.speeds, u, strict=True))

    def coordinate(self, name: str) -> Any:
        checked_names([name], self._coordinates, "coordinate")
        return self._coordinates[name]

    def speed(self, name: str) -> Any:
        return self._speeds[self.model.speed_name(name)]

    # ---- joints

    @cached_property
    def joint_poses(self) -> list[Pose]:
        """Place of each joint's child frame in its parent frame."""
        return [link.joint.pose(self.q[link.q]) for link in self.tree.links]

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

    @cached_property
    def link_poses(self) -> list[Pose]:
        """Place of each link's frame in the world."""
        found: list[Pose] = []
        for link, joint in zip(self.tree.links, self.joint_poses, strict=True):
            step = link.offset @ joint
            found.append(found[link.parent] @ step if link.parent >= 0 else step)
        return found

    @cached_property
    def link_velocities(self) -> list[tuple[Array, Array]]:
        """Angular velocity and velocity of the origin of each link's frame, in world axes."""
        found: list[tuple[Array, Array]] = []
        for k, link in enumerate(self.tree.links):
            R = self.link_poses[k].R
            w_parent, v_parent = found[link.parent] if link.parent >= 0 else (np.zeros(3), np.zeros(3))
            p_parent = self.link_poses[link.parent].p if link.parent >= 0 else np.zeros(3)
            v_relative = R @ (self.axes[k][3:] @ self.u[link.u])
            v = v_parent + cross(w_parent, self.link_poses[k].p - p_parent) + v_relative
            found.append((R @ self.angular_velocities[k][2], v))
        return found

    def pose(self, frame: Frame) -> Pose:
        k = self.tree.position(frame.body)
        return frame.pose if k < 0 else self.link_poses[k] @ self.tree.links[k].frame_pose(frame)

    def velocity(self, frame: Frame) -> tuple[Array, Array]:
        k = self.tree.position(frame.body)
        if k < 0:
            return np.zeros(3), np.zeros(3)
        w, v = self.link_velocities[k]
        return w, v + cross(w, self.pose(frame).p - self.link_poses[k].p)

    # ---- energies

    def kinetic_energy(self) -> Any:
        total: Any = 0.0
        for k, link in enumerate(self.tree.links):
            R, w = self.link_poses[k].R, self.angular_velocities[k][2]
            v = self.link_velocities[k][1] + R @ cross(w, link.inertia.com)
            total = total + 0.5 * (link.inertia.mass * (v @ v) + w @ (link.inertia.J @ w))
        return total

    def potential_energy(self) -> Any:
        total: Any = 0.0
        for k, link in enumerate(self.tree.links):
            total = total - link.inertia.mass * (self.model.gravity @ self.link_poses[k].point(link.inertia.com))
        for force in self.model.forces:
            total = total + self.resolve(force.potential(self))
        return total

    def center_of_mass(self) -> Array:
        """Of all bodies, in the world."""
        mass: Any = sum(link.inertia.mass for link in self.tree.links)
        moments: Any = np.zeros(3)
        for k, link in enumerate(self.tree.links):
            moments = moments + link.inertia.mass * self.link_poses[k].point(link.inertia.com)
        return moments / mass

    def momentum(self) -> tuple[Array, Array]:
        """Angular momentum about the world's origin, and linear momentum, in world axes."""
        angular: Any = np.zeros(3)
        linear: Any = np.zeros(3)
        for k, link in enumerate(self.tree.links):
            pose, w = self.link_poses[k], self.angular_velocities[k][2]
            arm = pose.point(link.inertia.com)
            m_v = link.inertia.mass * (self.link_velocities[k][1] + pose.R @ cross(w, link.inertia.com))
            angular = angular + cross(arm, m_v) + pose.R @ (link.inertia.J @ w)
            linear = linear + m_v
        return angular, linear

    # ---- measures

    def resolve(self, expression: Any) -> Any:
        """An expression of measures in joint coordinates and speeds."""
        return resolved(self.model.bound(expression), self)

    # ---- forces

    def joint_forces(self, inputs: Mapping[str, Any]) -> Array:
        """Generalized forces (nu,) that act on the joints directly: force elements and inputs."""
        total = np.zeros(len(self.model.speeds), dtype=object)
        total[:] = 0.0
        place = {name: k for k, name in enumerate(self.model.speeds)}
        loads = [load for force in self.model.forces for load in force.loads(self).on_joints.items()]
        loads += [(motor.coordinate, inputs[motor.name]) for motor in self.model.motors]
        for coordinate, value in loads:
            k = place[self._driven_speed(coordinate)]
            total[k] = total[k] + self.resolve(value)
        return total

    def _driven_speed(self, coordinate: str) -> str:
        name = f"{coordinate}.rate"
        if name not in self._speeds:
            raise ModelError(
                f"the coordinate {coordinate!r} has no rate among the speeds; a force cannot act on it"
            )
        return name

    def power(self, force: Force) -> Any:
        """What a force element does per time."""
        loads = force.loads(self)
        total: Any = 0.0
        for load in loads.on_bodies:
            w, v = self.velocity(load.frame)
            total = total + self.resolve(load.force) @ v + self.resolve(load.moment) @ w
        for coordinate, value in loads.on_joints.items():
            total = total + self.resolve(value) * self._speeds[self._driven_speed(coordinate)]
        return total

    def potential_rate(self, force: Force, rates: Array) -> Any:
        """Rate of a force element's potential, for rates of the coordinates."""
        return time_derivative(force.potential(self), dict(zip(self.q, rates, strict=True)))

    def wrenches(self) -> list[Array]:
        """Wrench (6,) of all force elements on each link, about its origin in its own axes; without gravity."""
        total: list[Any] = [np.zeros(6) for _ in self.tree.links]
        for load in [load for force in self.model.forces for load in force.loads(self).on_bodies]:
            k = self.tree.position(load.frame.body)
            if k >= 0:
                R = self.link_poses[k].R
                arm = self.tree.links[k].frame_pose(load.frame).p
                f = R.T @ self.resolve(load.force)
                total[k] = total[k] + np.concatenate([R.T @ self.resolve(load.moment) + cross(arm, f), f])
        return total


def _turns(pose: Pose) -> bool:
    """Whether a pose is more than a displacement, as far as its numbers tell."""
    return not all(is_one(x) if i == j else is_zero(x) for (i, j), x in np.ndenumerate(pose.R))
