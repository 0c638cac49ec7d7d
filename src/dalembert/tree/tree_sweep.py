"""Velocities and accelerations of links from the ground to the tips, each in its own axes.

In these axes inertia is constant and a step to the next link is one rotation about few axes, so energies,
principles and recursions are shortest here. What people see, and what constraints are made of, is seen from the
world or from a common body: that is `tree_views`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.model.topology import Tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import cross

Pair = tuple[Array, Array]


class SteppedTree(Protocol):
    """A tree and its coordinates, and what its joints do with these."""

    tree: Tree
    q: Array

    @property
    def axes(self) -> list[Array]:
        """Motion axes H of each joint, in the axes of its child."""

    @property
    def steps(self) -> list[tuple[Pose, ...]]:
        """Poses from each link to its parent."""


class LinkSweep:
    """How links move for speeds u (nu,) of their joints, which may be expressions of other speeds.

    Angular quantities, and linear ones of the origin of each link's frame, in the axes of that frame.
    """

    def __init__(self, moving: SteppedTree, u: Array) -> None:
        self.moving, self.links, self.u = moving, moving.tree.links, u

    @cached_property
    def angular_velocities(self) -> list[tuple[Array, Array, Array]]:
        """Angular velocities of each link: from its parent, relative to its parent, and their sum."""
        velocities: list[tuple[Array, Array, Array]] = []
        for k, link in enumerate(self.links):
            carried = velocities[link.parent][2] if link.parent >= 0 else np.zeros(3)
            for step in reversed(self.moving.steps[k]):
                carried = step.R.T @ carried
            relative = self._of_joint(k)[0]
            velocities.append((carried, relative, carried + relative))
        return velocities

    @cached_property
    def velocities(self) -> list[Pair]:
        """Angular velocity and velocity of each link."""
        velocities: list[Pair] = []
        for k, link in enumerate(self.links):
            w, v = velocities[link.parent] if link.parent >= 0 else (np.zeros(3), np.zeros(3))
            _, v = self._carried(k, w, v)
            velocities.append((self.angular_velocities[k][2], v + self._of_joint(k)[1]))
        return velocities

    @cached_property
    def centre_velocities(self) -> list[Pair]:
        """Angular velocity of each link and velocity of its mass centre."""
        return [
            (w, v + cross(w, link.inertia.com)) for link, (w, v) in zip(self.links, self.velocities, strict=True)
        ]

    @cached_property
    def columns(self) -> list[Mapping[int, Pair]]:
        """Velocities of each link for a unit of each speed that moves it, by number."""
        all_columns: list[Mapping[int, Pair]] = []
        for k, link in enumerate(self.links):
            above = all_columns[link.parent] if link.parent >= 0 else {}
            columns = {number: self._carried(k, *column) for number, column in above.items()}
            H = self.moving.axes[k]
            columns |= {number: (H[:3, i], H[3:, i]) for i, number in enumerate(range(link.u.start, link.u.stop))}
            all_columns.append(columns)
        return all_columns

    def accelerations(self, rates: Array, ground: Array) -> list[Pair]:
        """Accelerations of each link, for rates of the speeds; the ground has an acceleration (3,) too."""
        accelerations: list[Pair] = []
        for k, link in enumerate(self.links):
            alpha, a = accelerations[link.parent] if link.parent >= 0 else (np.zeros(3), ground)
            w: Array = self.angular_velocities[link.parent][2] if link.parent >= 0 else np.zeros(3)
            for step in reversed(self.moving.steps[k]):
                a = step.R.T @ (a + cross(alpha, step.p) + cross(w, cross(w, step.p)))
                alpha, w = step.R.T @ alpha, step.R.T @ w

            # the joint moves the link along axes that turn
            H, speeds = self.moving.axes[k], self.u[link.u]
            if H.shape[1]:
                driven, bias = H @ rates[link.u], link.joint.bias(self.moving.q[link.q], speeds)
                w_joint, v_joint = self._of_joint(k)
                # a bias undoes what turning axes bring about, wherever a joint's speeds are rates of places
                alpha = alpha + driven[:3] + (cross(w + w_joint, w_joint) + bias[:3])
                a = a + driven[3:] + (cross(w + w + w_joint, v_joint) + bias[3:])
            accelerations.append((alpha, a))
        return accelerations

    def centre_accelerations(self, rates: Array) -> list[Pair]:
        """Angular acceleration of each link and acceleration of its mass centre, for rates of the speeds."""
        accelerations = []
        for k, (alpha, a) in enumerate(self.accelerations(rates, np.zeros(3))):
            w, com = self.angular_velocities[k][2], self.links[k].inertia.com
            accelerations.append((alpha, a + cross(alpha, com) + cross(w, cross(w, com))))
        return accelerations

    def kinetic_energy(self) -> Scalar:
        """T of all bodies."""
        total: Any = 0.0
        for link, (w, v) in zip(self.links, self.centre_velocities, strict=True):
            total = total + 0.5 * (link.inertia.mass * (v @ v) + w @ (link.inertia.J @ w))
        return total

    def _of_joint(self, k: int) -> Pair:
        """Velocities that the joint of a link gives it."""
        H, speeds = self.moving.axes[k], self.u[self.links[k].u]
        return (H[:3] @ speeds, H[3:] @ speeds) if H.shape[1] else (np.zeros(3), np.zeros(3))

    def _carried(self, k: int, w: Array, v: Array) -> Pair:
        """A velocity of a link's parent as the link takes part in it."""
        for step in reversed(self.moving.steps[k]):
            w, v = step.R.T @ w, step.R.T @ (v + cross(w, step.p))
        return w, v
