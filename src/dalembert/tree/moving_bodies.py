"""Bodies as principles see them: where they are, how they move in chosen speeds, and what acts on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.variables import helper_variables
from dalembert.expr.calculus import gradient, jacobian, time_derivative
from dalembert.expr.node import Node, Scalar, name_of
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.model.force import Loads
from dalembert.spatial.vectors import cross
from dalembert.symbolic.equation_text import rate_name
from dalembert.tree.frame_motion import Entry
from dalembert.tree.gibbs_function import gibbs_function
from dalembert.tree.loop_kinematics import LoopKinematics
from dalembert.tree.speeds import ChosenSpeeds
from dalembert.tree.tree_sweep import LinkSweep

Columns = dict[int, Array]


@dataclass(frozen=True, eq=False)
class MovingBody:
    """A moving body; vectors are in its own axes unless it is said otherwise."""

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
    """All bodies of a model, in coordinates q and chosen speeds u; what principles are written over.

    Parameters
    ----------
    kinematics : LoopKinematics
        Positions and velocities of all bodies in the coordinates, loops included.
    speeds : ChosenSpeeds
        Speeds u, those of the model or chosen ones.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Kinetic(da.formulations.TreePrinciple):
    ...     def terms(self, bodies):
    ...         T, applied = 0.0, bodies.joint_forces
    ...         for body in bodies.bodies:
    ...             T = T + 0.5 * body.mass * body.v @ body.v + 0.5 * body.w @ body.I @ body.w
    ...             v_u, w_u = da.expr.jacobian(body.v, bodies.u), da.expr.jacobian(body.w, bodies.u)
    ...             applied = applied + v_u.T @ body.F + w_u.T @ body.T
    ...         balance = bodies.rate_of(da.expr.gradient(T, bodies.u)) - da.expr.gradient(T, bodies.q)
    ...         return da.formulations.Terms.of_balance(balance, applied, bodies.a)
    ...
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.compare(pendulum, [da.Kane(), Kinetic()], 5).agrees(1e-10))
    True
    """

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
    def moving(self) -> Mapping[Node, Scalar]:
        """Rates of the coordinates, by coordinate."""
        return dict(zip(self.q, self.rates, strict=True))

    def along(self, y: Entry) -> Entry:
        """dy/dt while the speeds are constant."""
        return time_derivative(y, self.moving)

    def rate_of(self, y: Entry) -> Entry:
        """dy/dt with the rates of the speeds as variables."""
        return time_derivative(y, {**self.moving, **dict(zip(self.u, self.a, strict=True))})

    def by_positions(self, y: Scalar) -> Array:
        """Nᵀ ∂y/∂q (nu,): change of a scalar with the motion of each speed, speeds themselves being constant."""
        slopes = gradient(y, self.q) if not is_zero(y) else np.zeros(len(self.q))
        return self.along_speeds(slopes)

    def along_speeds(self, slopes: Array) -> Array:
        """Nᵀ y (nu,) for what goes with coordinates (nq,)."""
        return products(self.N.T, slopes)

    @cached_property
    def has_own_rates(self) -> bool:
        """Whether the speeds are the rates of the coordinates of the tree, in the same order, or of none."""
        model = self.kinematics.model
        placing = [
            u
            for u, name in zip(self.u, self.speeds.names, strict=True)
            if name not in model.coordinate_free_speeds
        ]
        n = len(placing)
        return len(self.q) - len(model.unwrapped_angles) == n and all(
            x is y for x, y in zip(self.rates[:n], placing, strict=True)
        )

    def speeds_for(self, rates: Array) -> Array:
        """u (nu,) for given rates q̇ of the coordinates; speeds of no coordinate stay what they are."""
        parts = [
            link.joint.speeds_for(self.q[link.q], rates[link.q])
            if link.joint.coordinates
            else self.kinematics.u[link.u]
            for link in self.kinematics.tree.links
            if link.joint.follows is None
        ]
        model_u = np.concatenate([np.zeros(0, dtype=object), *parts])
        return model_u if self.speeds.are_own else products(self.speeds.W, model_u) + self.speeds.w0

    # ---- the bodies

    @cached_property
    def bodies(self) -> list[MovingBody]:
        """All bodies, in the order of the tree."""
        bodies = []
        model, world = self.kinematics.model, self.kinematics.world
        wrenches = self.kinematics.wrenches()
        for k, link in enumerate(self.kinematics.tree.links):
            inertia, X, (w, v) = link.inertia, world.link_pose(k), self.sweep.centre_velocities[k]
            wrench = self.speeds.known(wrenches[k])
            force = wrench[3:] + inertia.mass * (X.R.T @ model.gravity)
            moment = wrench[:3] - cross(inertia.com, wrench[3:])
            centre = X.point(inertia.com)
            # what is of no body is called like its variable
            name = link.body.name if link.joint.carries_body else link.joint.name
            bodies.append(MovingBody(name, inertia.mass, inertia.J, X.R, centre, w, v, force, moment))
        return bodies

    @cached_property
    def sweep(self) -> LinkSweep:
        """How the bodies move, in their own axes."""
        if self.speeds.are_own:
            return self.kinematics.sweep
        return LinkSweep(self.kinematics, self.speeds.model_speeds)

    @cached_property
    def partial_velocities(self) -> list[tuple[Columns, Columns]]:
        """Angular velocity of each body and velocity of its mass centre, for a unit of each speed moving it."""
        pairs = []
        for link, columns in zip(self.sweep.links, self.sweep.columns, strict=True):
            angular = {k: w for k, (w, _) in columns.items()}
            linear = {k: v + cross(w, link.inertia.com) for k, (w, v) in columns.items()}
            pairs.append((self.speeds.entries(angular), self.speeds.entries(linear)))
        return pairs

    @cached_property
    def accelerations(self) -> list[tuple[Array, Array]]:
        """Angular acceleration, and acceleration of the mass centre of each body, in terms of the variables a."""
        return self.sweep.centre_accelerations(products(self.speeds.B, self.a) + self.speeds.bias(self.moving))

    @cached_property
    def biases(self) -> list[tuple[Array, Array]]:
        """Angular acceleration and acceleration of the mass centre of each body while all speeds are constant."""
        return self.sweep.centre_accelerations(self.speeds.bias(self.moving))

    # ---- forces

    @cached_property
    def joint_forces(self) -> Array:
        """Generalized forces (nu,) of force elements that act along coordinates."""
        return self.speeds.generalized(self.speeds.known(self.kinematics.joint_forces()))

    def generalized_force(self, loads: Loads) -> Array:
        """Generalized force (nu,) of what a force element does."""
        return self.speeds.generalized(self.speeds.known(self.kinematics.generalized_loads(loads)))

    # ---- energies

    @cached_property
    def kinetic_energy(self) -> Scalar:
        """Kinetic energy T."""
        return self.sweep.kinetic_energy()

    @cached_property
    def gibbs_function(self) -> Scalar:
        """S in terms of the variables a."""
        return self.gibbs_function_for(products(self.speeds.B, self.a) + self.speeds.bias(self.moving))

    def gibbs_function_for(self, rates: Array) -> Scalar:
        """S for rates of the model's speeds."""
        total: Any = 0.0
        for body, (alpha, a) in zip(self.bodies, self.sweep.centre_accelerations(rates), strict=True):
            total = total + gibbs_function(body.mass, body.I, a, alpha, body.w)
        return total

    @cached_property
    def potential_energy(self) -> Scalar:
        """V of gravity and of all force elements that have a potential."""
        return self.speeds.known(self.kinematics.potential_energy())

    @cached_property
    def forces_without_potential(self) -> Array:
        """Generalized forces (nu,) of force elements besides what their potentials do."""
        forces = np.full(len(self.u), 0.0, dtype=object)
        for loads in self.kinematics.loads_without_potential.values():
            forces = forces + self.generalized_force(loads)
        return forces
