"""Functions like the energy, and the generalized forces of single elements: what conservation is decided by."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations import Equations
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient
from dalembert.expr.least_squares import least_squares
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.formulations.principles.bodies import MovingBodies
from dalembert.formulations.principles.speeds import ChosenSpeeds
from dalembert.formulations.reactions import TreeEquations
from dalembert.model.force import Force
from dalembert.rows import Level

Array = Any


class EnergyFunctions:
    """L, H, S, momenta and generalized forces of a model, in the coordinates and speeds of its equations."""

    def __init__(self, equations: TreeEquations) -> None:
        self._equations = equations
        self._forces: dict[str, Array] = {}

    @cached_property
    def kinetic_energy(self) -> Any:
        """T."""
        return self._equations.kinematics.kinetic_energy()

    @cached_property
    def potential_energy(self) -> Any:
        """V."""
        return self._equations.kinematics.potential_energy()

    @property
    def lagrangian(self) -> Any:
        """L = T − V."""
        return self.kinetic_energy - self.potential_energy

    @cached_property
    def momenta(self) -> Array:
        """∂T/∂u (nu,)."""
        return gradient(self.kinetic_energy, self._equations.u)

    @cached_property
    def hamiltonian(self) -> Any:
        """H = Σ ∂L/∂u (u − ū) − L.

        The speeds ū are what constraints that move ask for if nothing else moves; they are zero without such. So
        u − ū are rates of coordinates that these constraints leave free, and H is the Jacobi integral.
        """
        return self.momenta @ (self._equations.u - self.carried_speeds) - self.lagrangian

    @cached_property
    def carried_speeds(self) -> Array:
        """ū (nu,): the shortest of all speeds with ψ(t, q, ū) = 0."""
        eom = self._equations
        rows = [i for i in eom.independent if eom.rows[i].level <= Level.VELOCITY and eom.rows[i].is_linear]
        moving = -substitute(eom.psi[rows], dict.fromkeys(eom.u, 0.0)) if rows else np.zeros(0)
        if all(map(is_zero, moving)):
            return np.zeros(len(eom.speeds))
        return least_squares(eom.J[rows], moving)

    @property
    def gibbs_function(self) -> Any:
        """S with the accelerations of the motion."""
        return acceleration_energy(self._equations, self._equations.accelerations)

    # ---- single elements

    @cached_property
    def gravity_potential(self) -> Any:
        """V of gravity alone."""
        kinematics = self._equations.kinematics
        return kinematics.gravity_potential(kinematics.model.gravity)

    def potential(self, force: Force) -> Any:
        """V of a force element."""
        kinematics = self._equations.kinematics
        return kinematics.resolve(force.potential(kinematics))

    @cached_property
    def gravity_forces(self) -> Array:
        """What gravity exerts along the speeds, −Nᵀ ∂V/∂q (nu,)."""
        eom = self._equations
        return -(eom.N.T @ gradient(self.gravity_potential, eom.q))

    def forces(self, force: Force) -> Array:
        """What a force element exerts along the speeds (nu,)."""
        if force.name not in self._forces:
            self._forces[force.name] = self._made_forces(force)
        return self._forces[force.name]

    def _made_forces(self, force: Force) -> Array:
        eom, kinematics = self._equations, self._equations.kinematics
        total = np.full(len(eom.speeds), 0.0, dtype=object)
        loads = kinematics.loads[force.name]
        for load in loads.on_bodies:
            for k, column in kinematics.world.jacobian(load.frame).items():
                total[k] = total[k] + column[:3] @ load.moment + column[3:] @ load.force
        for coordinate, value in loads.on_joints.items():
            kinematics.add_joint_force(total, coordinate, value)
        return eom.known(total)


def acceleration_energy(equations: Equations, a: Array) -> Any:
    """S of all bodies of a model (q, u) for accelerations a (nu,), numbers or expressions.

    M = ∂²S/∂a∂a, and −∂S/∂a are the inertia forces along the speeds. Needs equations of a model of bodies.
    """
    if not isinstance(equations, TreeEquations):
        raise FormulationError(f"{type(equations).__name__} knows no bodies whose accelerations could be asked")
    own = ChosenSpeeds.own(equations.speeds, equations.u)
    return MovingBodies(equations.kinematics, own).gibbs_function_for(a)
