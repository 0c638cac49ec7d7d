"""Functions like the energy, and the generalized forces of single elements: what conservation is decided by."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.expr.calculus import gradient
from dalembert.expr.least_squares import least_squares
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.model.force import Force
from dalembert.rows import Level
from dalembert.tree.moving_bodies import MovingBodies
from dalembert.tree.solved_motion import SolvedMotion
from dalembert.tree.speeds import ChosenSpeeds


class EnergyFunctions:
    """L, H, S, momenta and generalized forces of a model, in the coordinates and speeds of its tree."""

    def __init__(self, motion: SolvedMotion) -> None:
        self._motion, self._tree, self._kinematics = motion, motion.tree, motion.tree.kinematics
        self._forces: dict[str, Array] = {}

    @cached_property
    def kinetic_energy(self) -> Scalar:
        """Kinetic energy T."""
        return self._kinematics.kinetic_energy()

    @cached_property
    def potential_energy(self) -> Scalar:
        """Potential energy V."""
        return self._kinematics.potential_energy()

    @property
    def lagrangian(self) -> Scalar:
        """Lagrangian L = T − V."""
        return self.kinetic_energy - self.potential_energy

    @cached_property
    def momenta(self) -> Array:
        """Momenta ∂T/∂u (nu,)."""
        return gradient(self.kinetic_energy, self._kinematics.u)

    @cached_property
    def hamiltonian(self) -> Scalar:
        """H = Σ ∂L/∂u (u − ū) − L.

        The speeds ū are what constraints that move ask for if nothing else moves; they are zero without such. So
        u − ū are rates of coordinates that these constraints leave free, and H is the Jacobi integral.
        """
        return self.momenta @ (self._kinematics.u - self.carried_speeds) - self.lagrangian

    @cached_property
    def carried_speeds(self) -> Array:
        """ū (nu,): the shortest of all speeds with ψ(t, q, ū) = 0."""
        u, left_out = self._kinematics.u, self._motion.solution.left_out
        rows = [
            row
            for row in self._tree.constraints.rows
            if row.row.level <= Level.VELOCITY and row.row.is_linear and row.row.name not in left_out
        ]
        psi = np.array([row.psi for row in rows], dtype=object)
        moving = -substitute(psi, dict.fromkeys(u, 0.0)) if rows else np.zeros(0)
        if all(map(is_zero, moving)):
            return np.zeros(len(u))
        J = np.full((len(rows), len(u)), 0.0, dtype=object)
        for i, row in enumerate(rows):
            J[i, list(row.J)] = list(row.J.values())
        return least_squares(J, moving)

    @property
    def gibbs_function(self) -> Scalar:
        """S with the accelerations of the motion."""
        speeds = ChosenSpeeds.own(self._kinematics.model.speeds, self._kinematics.u)
        return MovingBodies(self._kinematics, speeds).gibbs_function_for(self._motion.a)

    # ---- single elements

    @cached_property
    def gravity_potential(self) -> Scalar:
        """V of gravity alone."""
        return self._kinematics.gravity_potential(self._kinematics.model.gravity)

    def potential(self, force: Force) -> Scalar:
        """V of a force element."""
        return self._kinematics.resolve(force.potential(self._kinematics))

    @cached_property
    def gravity_forces(self) -> Array:
        """Forces of gravity along the speeds, −Nᵀ ∂V/∂q (nu,)."""
        return -(self._tree.motion.N.T @ gradient(self.gravity_potential, self._kinematics.q))

    def forces(self, force: Force) -> Array:
        """Forces of a force element along the speeds (nu,)."""
        if force.name not in self._forces:
            loads = self._kinematics.loads[force.name]
            self._forces[force.name] = self._motion.solution.known(self._kinematics.generalized_loads(loads))
        return self._forces[force.name]


def acceleration_energy(equations: Equations, a: Array) -> Scalar:
    """S of all bodies of a model (q, u) for accelerations a (nu,), numbers or expressions.

    M = ∂²S/∂a∂a, and −∂S/∂a are the inertia forces along the speeds. Needs equations of a model of bodies.

    Parameters
    ----------
    equations : Equations
        Equations of a model of bodies.
    a : array (nu,)
        Accelerations, the rates of the speeds: numbers or expressions.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pendulum, da.Lagrange())
    >>> a = da.expr.symbols("a", 1)
    >>> M = da.expr.hessian(da.energies.acceleration_energy(eom, a), a)
    >>> print(f"{da.expr.evaluate(da.expr.substitute(M[0, 0], {eom.q[0]: 0.0})):.6f} kg m²")
    0.333333 kg m²
    """
    # those of a solution or of dynamics do as well
    eom = getattr(equations, "equations", equations)
    if not isinstance(eom, Equations):
        raise ModelError(f"an energy of accelerations is one of equations, da.derive(model), not of {equations!r}")
    return eom.outputs.gibbs_function(a)
