"""Bodies as principles see them: where they are, how they move in chosen speeds, and what acts on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations.variables import helper_variables
from dalembert.expr.calculus import gradient, jacobian, time_derivative
from dalembert.expr.node import Node, name_of
from dalembert.expr.scalar import is_zero
from dalembert.formulations.gibbs_function import gibbs_function
from dalembert.formulations.loop_kinematics import LoopKinematics
from dalembert.formulations.principles.speeds import ChosenSpeeds
from dalembert.model.force import Loads
from dalembert.reading import rate_name
from dalembert.solvers.accelerations import products
from dalembert.spatial.vectors import cross

Array = Any
Columns = dict[int, Array]


@dataclass(frozen=True, eq=False)
class MovingBody:
    """One body; vectors are in its own axes unless it is said otherwise."""

    name: str
    mass: Any
    I: Array
    """Inertia matrix about the mass centre (3, 3)."""

    R: Array
    """Its axes in the world (3, 3)."""

    r: Array
    """The mass centre in the world (3,)."""

    w: Array
    """Angular velocity (3,)."""

    v: Array
    """Velocity of the mass centre (3,)."""

    F: Array
    """Force of all that is applied, gravity included (3,)."""

    T: Array
    """Moment of all that is applied about the mass centre (3,)."""


class MovingBodies:
    """All bodies of a model, in coordinates q and chosen speeds u; what principles are written over."""

    def __init__(self, kinematics: LoopKinematics, speeds: ChosenSpeeds) -> None:
        self.kinematics, self.speeds = kinematics, speeds
        self.q, self.u, self.tau = kinematics.q, speeds.u, kinematics.tau

    @cached_property
    def a(self) -> Array:
        """Rates of the speeds as variables (nu,)."""
        return helper_variables((f"{name}'" for name in self.speeds.names), self._names)

    def helpers(self, names: Iterable[str]) -> Array:
        """Further variables (n,) for a derivation, which nothing else in the equations is called."""
        return helper_variables(names, {*self._names, *map(name_of, (*self.a, *self.kinematics.u))})

    @cached_property
    def rate_variables(self) -> Array:
        """Rates of the coordinates as variables (nq,)."""
        return self.helpers(map(rate_name, self.kinematics.model.coordinates))

    @property
    def _names(self) -> set[str]:
        return {*self.speeds.names, *self.kinematics.model.states, *map(name_of, (*self.q, *self.tau))}

    # ---- along a motion

    @cached_property
    def rates(self) -> Array:
        """q̇ (nq,)."""
        return self.speeds.known(self.kinematics.rates)

    @cached_property
    def N(self) -> Array:
        """∂q̇/∂u (nq, nu)."""
        return jacobian(self.rates, self.u)

    @cached_property
    def moving(self) -> Mapping[Node, Any]:
        """Rates of the coordinates, by coordinate."""
        return dict(zip(self.q, self.rates, strict=True))

    def along(self, y: Any) -> Any:
        """dy/dt while the speeds are constant."""
        return time_derivative(y, self.moving)

    def rate_of(self, y: Any) -> Any:
        """dy/dt with the rates of the speeds as variables."""
        return time_derivative(y, {**self.moving, **dict(zip(self.u, self.a, strict=True))})

    def by_positions(self, y: Any) -> Array:
        """Nᵀ ∂y/∂q (nu,): change of a scalar with the motion of each speed, speeds themselves being constant."""
        slopes = gradient(y, self.q) if not is_zero(y) else np.zeros(len(self.q))
        return self.along_speeds(slopes)

    def along_speeds(self, slopes: Array) -> Array:
        """Nᵀ y (nu,) for what goes with coordinates (nq,)."""
        return products(self.N.T, slopes)

    @cached_property
    def has_own_rates(self) -> bool:
        """Whether the speeds are the rates of the coordinates of the tree, in the same order."""
        n = len(self.u)
        return len(self.q) - len(self.kinematics.model.counted) == n and all(
            x is y for x, y in zip(self.rates[:n], self.u, strict=True)
        )

    def speeds_for(self, rates: Array) -> Array:
        """u (nu,) for given rates q̇ of the coordinates."""
        links = self.kinematics.tree.links
        parts = [link.joint.speeds_for(self.q[link.q], rates[link.q]) for link in links]
        model_u = np.concatenate([np.zeros(0, dtype=object), *parts])
        return model_u if self.speeds.are_own else self.speeds.W @ model_u + self.speeds.w0

    # ---- the bodies

    @cached_property
    def bodies(self) -> list[MovingBody]:
        """All bodies, in the order of the tree."""
        found = []
        model, world = self.kinematics.model, self.kinematics.world
        wrenches = self.kinematics.wrenches()
        for k, link in enumerate(self.kinematics.tree.links):
            inertia, X, (w, v) = link.inertia, world.link_pose(k), self._velocities[k]
            wrench = self.speeds.known(wrenches[k])
            force = wrench[3:] + inertia.mass * (X.R.T @ model.gravity)
            moment = wrench[:3] - cross(inertia.com, wrench[3:])
            centre = X.point(inertia.com)
            v = v + cross(w, inertia.com)
            found.append(MovingBody(link.body.name, inertia.mass, inertia.J, X.R, centre, w, v, force, moment))
        return found

    @cached_property
    def _velocities(self) -> list[tuple[Array, Array]]:
        """Angular velocity and velocity of the origin of each link, in its axes."""
        found: list[tuple[Array, Array]] = []
        for k, link in enumerate(self.kinematics.tree.links):
            w, v = found[link.parent] if link.parent >= 0 else (np.zeros(3), np.zeros(3))
            w, v = self._carried(k, w, v)
            H = self.kinematics.axes[k]
            own = self.speeds.model_speeds[link.u]
            found.append((w + H[:3] @ own, v + H[3:] @ own) if H.shape[1] else (w, v))
        return found

    def _carried(self, k: int, w: Array, v: Array) -> tuple[Array, Array]:
        """A velocity of a link's parent as the link takes part in it, at its origin and in its axes."""
        for step in reversed(self.kinematics.steps[k]):
            w, v = step.R.T @ w, step.R.T @ (v + cross(w, step.p))
        return w, v

    @cached_property
    def partial_velocities(self) -> list[tuple[Columns, Columns]]:
        """Angular velocity of each body and velocity of its mass centre, for a unit of each speed moving it."""
        found = []
        columns: list[dict[int, tuple[Array, Array]]] = []
        for k, link in enumerate(self.kinematics.tree.links):
            above = columns[link.parent] if link.parent >= 0 else {}
            own = {number: self._carried(k, *column) for number, column in above.items()}
            H = self.kinematics.axes[k]
            own |= {number: (H[:3, i], H[3:, i]) for i, number in enumerate(range(link.u.start, link.u.stop))}
            columns.append(own)
            com = link.inertia.com
            centre = {number: (w, v + cross(w, com)) for number, (w, v) in own.items()}
            found.append(self._in_chosen(centre))
        return found

    def _in_chosen(self, columns: Mapping[int, tuple[Array, Array]]) -> tuple[Columns, Columns]:
        if self.speeds.are_own:
            return {k: w for k, (w, _) in columns.items()}, {k: v for k, (_, v) in columns.items()}
        angular: Columns = {}
        linear: Columns = {}
        for number, (w, v) in columns.items():
            for k, factor in enumerate(self.speeds.B[number]):
                if not is_zero(factor):
                    angular[k] = angular.get(k, 0.0) + factor * w
                    linear[k] = linear.get(k, 0.0) + factor * v
        return dict(sorted(angular.items())), dict(sorted(linear.items()))

    @cached_property
    def accelerations(self) -> list[tuple[Array, Array]]:
        """Angular acceleration, and acceleration of the mass centre of each body, in terms of the variables a."""
        return self._accelerations(products(self.speeds.B, self.a) + self.speeds.bias(self.moving))

    @cached_property
    def biases(self) -> list[tuple[Array, Array]]:
        """The same while all speeds are constant."""
        return self._accelerations(self.speeds.bias(self.moving))

    def _accelerations(self, rates: Array) -> list[tuple[Array, Array]]:
        """From the ground to the tips, for rates of the model's speeds; in axes of the bodies."""
        origins: list[tuple[Array, Array]] = []
        found = []
        for k, link in enumerate(self.kinematics.tree.links):
            alpha, a = origins[link.parent] if link.parent >= 0 else (np.zeros(3), np.zeros(3))
            w: Array = self._velocities[link.parent][0] if link.parent >= 0 else np.zeros(3)
            for step in reversed(self.kinematics.steps[k]):
                a = step.R.T @ (a + cross(alpha, step.p) + cross(w, cross(w, step.p)))
                alpha, w = step.R.T @ alpha, step.R.T @ w

            # the joint moves the link along axes that turn
            H, own = self.kinematics.axes[k], self.speeds.model_speeds[link.u]
            if H.shape[1]:
                rest = H @ rates[link.u] + link.joint.bias(self.q[link.q], own)
                w_joint, v_joint = H[:3] @ own, H[3:] @ own
                alpha = alpha + rest[:3] + cross(w + w_joint, w_joint)
                a = a + rest[3:] + cross(w + w + w_joint, v_joint)
                w = w + w_joint
            origins.append((alpha, a))
            com = link.inertia.com
            found.append((alpha, a + cross(alpha, com) + cross(w, cross(w, com))))
        return found

    # ---- forces

    @cached_property
    def joint_forces(self) -> Array:
        """Generalized forces (nu,) of force elements that act along coordinates."""
        return self.speeds.generalized(self.speeds.known(self.kinematics.joint_forces()))

    def generalized_force(self, loads: Loads) -> Array:
        """Generalized force (nu,) of what a force element does."""
        kinematics = self.kinematics
        total = np.full(len(kinematics.u), 0.0, dtype=object)
        for load in loads.on_bodies:
            for k, column in kinematics.world.jacobian(load.frame).items():
                total[k] = total[k] + column[:3] @ load.moment + column[3:] @ load.force
        for coordinate, value in loads.on_joints.items():
            kinematics.add_joint_force(total, coordinate, value)
        return self.speeds.generalized(self.speeds.known(total))

    # ---- energies

    @cached_property
    def kinetic_energy(self) -> Any:
        """T."""
        total: Any = 0.0
        for body in self.bodies:
            total = total + 0.5 * (body.mass * (body.v @ body.v) + body.w @ (body.I @ body.w))
        return total

    @cached_property
    def gibbs_function(self) -> Any:
        """S in terms of the variables a."""
        return self.gibbs_function_for(products(self.speeds.B, self.a) + self.speeds.bias(self.moving))

    def gibbs_function_for(self, rates: Array) -> Any:
        """S for rates of the model's speeds."""
        total: Any = 0.0
        for body, (alpha, a) in zip(self.bodies, self._accelerations(rates), strict=True):
            total = total + gibbs_function(body.mass, body.I, a, alpha, body.w)
        return total

    @cached_property
    def potential_energy(self) -> Any:
        """V of gravity and of all force elements that have a potential."""
        return self.speeds.known(self.kinematics.potential_energy())

    @cached_property
    def forces_without_potential(self) -> Array:
        """Generalized forces (nu,) of force elements besides what their potentials do."""
        found = np.full(len(self.u), 0.0, dtype=object)
        for loads in self.kinematics.loads_without_potential.values():
            found = found + self.generalized_force(loads)
        return found
