"""Equations of a tree by recursion over its bodies, in relative coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.expr.cost import estimated_cost
from dalembert.formulations.signals import Signals, TreeEquations
from dalembert.formulations.tree_kinematics import TreeKinematics
from dalembert.formulations.tree_recursions import TreeRecursions
from dalembert.model.model import Model

Array = Any

MASS_MATRIX_ENTRIES = 130
"""Beyond this many entries in the mass matrix of the tree, articulated bodies win always: 16 joints in a chain."""


@dataclass(frozen=True)
class Recursive:
    """Relative coordinates, recursion over the bodies: the default, fastest for trees."""

    def equations(self, model: Model) -> RecursiveEquations:
        """The equations of motion of a model."""
        return RecursiveEquations(model)


class RecursiveEquations(TreeEquations):
    """Equations of motion of a tree in joint coordinates."""

    def __init__(self, model: Model) -> None:
        self.model, self.tree = model, model.tree
        self.kinematics = TreeKinematics(model, self.q, self.u)
        self.recursions = TreeRecursions(self.kinematics)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.model.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        return self.model.speeds

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        return tuple(motor.name for motor in self.model.motors)

    @cached_property
    def neutral(self) -> tuple[float, ...]:
        return tuple(x for link in self.tree.links for x in link.joint.neutral)

    # ---- kinematics

    @cached_property
    def rates(self) -> Array:
        return self._by_joint(lambda joint, q, u: joint.rates(q, u))

    @cached_property
    def projected(self) -> Array:
        return self._by_joint(lambda joint, q, u: joint.project(q))

    @cached_property
    def c(self) -> Array:
        return self._by_joint(lambda joint, q, u: joint.residual(q))

    def _by_joint(self, function: Callable[[Any, Array, Array], Array]) -> Array:
        parts = [function(link.joint, self.q[link.q], self.u[link.u]) for link in self.tree.links]
        return np.concatenate([np.zeros(0, dtype=object), *parts])

    # ---- dynamics

    @property
    def M(self) -> Array:
        return self.recursions.mass_matrix

    @cached_property
    def f(self) -> Array:
        applied = self.kinematics.joint_forces(dict.fromkeys(self.inputs, 0.0))
        return applied - self.inverse(np.zeros(len(self.speeds)))

    @cached_property
    def G(self) -> Array:
        G = np.zeros((len(self.speeds), len(self.inputs)))
        for k, motor in enumerate(self.model.motors):
            G[self.speeds.index(self.model.speed_name(motor.coordinate)), k] = 1.0
        return G

    @cached_property
    def accelerations(self) -> Array:
        """Forward dynamics, of two recursions by the one whose graph promises the faster code.

        Articulated bodies need operations in proportion to the number of joints, one after the other; the mass
        matrix needs more of them in large trees, but they wait less for each other. With constants compiled in, it
        is 1.2 to 1.6 times faster for chains of 4 to 8 joints, and slower from 12 joints on.
        """
        tau = self.kinematics.joint_forces(dict(zip(self.inputs, self.tau, strict=True)))
        articulated = self.recursions.by_articulated_bodies(tau)
        if self.recursions.n_entries > MASS_MATRIX_ENTRIES:
            return articulated
        return min(articulated, self.recursions.by_mass_matrix(tau), key=estimated_cost)

    def inverse(self, a: Array) -> Array:
        """Joint forces (nu,) that produce the accelerations a besides gravity and all force elements on bodies."""
        return self.recursions.inverse(a)

    def joint_wrenches(self, a: Array) -> list[Array]:
        return self.recursions.joint_wrenches(a)

    # ---- what can be asked

    def resolve(self, expression: Any) -> Any:
        return self.kinematics.resolve(self.model.bound(expression))

    @cached_property
    def signals(self) -> Mapping[str, Any]:
        return Signals(self)
