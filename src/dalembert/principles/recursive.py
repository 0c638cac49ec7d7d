"""Equations of a tree by recursion over its bodies, in relative coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.equations import Equations
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.equations.variables import helper_variables
from dalembert.expr.cost import estimated_cost
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.model.model import Model
from dalembert.numerics.repeated_system import RepeatedSystem
from dalembert.principles.deriving.constraint_steps import rows_step
from dalembert.principles.deriving.derivation import Derivation, DerivationStep
from dalembert.rows import Level
from dalembert.symbolic.latex_names import upright
from dalembert.tree.massless import row_weights
from dalembert.tree.tree import Tree
from dalembert.tree.tree_outputs import TreeOutputs

MASS_MATRIX_ENTRIES = 130
"""Beyond this many entries in the mass matrix of the tree, articulated bodies win always: 16 joints in a chain."""


@dataclass(frozen=True)
class Recursive:
    """Relative coordinates, recursion over the bodies: the default, fastest for trees.

    With constraints, `solver` gets accelerations and multipliers; the Schur complement of the constraints if None.

    Parameters
    ----------
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers with constraints; default the Schur complement.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pendulum, da.Recursive())
    >>> print(eom)
    <Equations: 1 coordinate, 1 speed>
    """

    solver: AccelerationSolver | None = None

    def equations(self, model: Model) -> Equations:
        """The equations of motion of a model."""
        return recursive_equations(Tree(model), (self.equations, (model,), self), self.solver)

    def derivation(self, model: Model) -> Derivation:
        """The equations and how they come about, step by step."""
        equations = self.equations(model)
        assert isinstance(equations.balance, RecursiveBalance)
        return Derivation("Recursive()", tuple(recursive_steps(equations, equations.balance.tree)), equations)


def recursive_equations(tree: Tree, recipe: Any, solver: AccelerationSolver | None = None) -> Equations:
    """The equations of a tree in its own variables."""
    return Equations(
        recipe,
        tree.variables,
        tree.motion,
        RecursiveBalance(tree),
        TreeOutputs(tree),
        tree.constraints,
        tree.reaction_dependent_forces,
        solver,
    )


class RecursiveBalance(Balance):
    """Inertia and forces by recursion: composite bodies make M, inverse dynamics f, articulated bodies solve."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.recursions = tree, tree.recursions

    @property
    def M(self) -> SparseMatrix:
        return self.recursions.mass_matrix

    @cached_property
    def forces(self) -> Array:
        return self._applied - self.recursions.inverse(np.zeros(len(self.tree.variables.speeds)))

    @cached_property
    def _applied(self) -> Array:
        """Generalized forces (nu,) on the joints, inputs included."""
        return self.tree.kinematics.joint_forces()

    def residual(self, a: Array) -> Array:
        return self.recursions.inverse(a) - self._applied

    def solution(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array] | None:
        """Without constraints, of two recursions the one whose graph promises the faster code.

        Articulated bodies need operations in proportion to the number of joints, one after the other; the mass
        matrix needs more of them in large trees, but they wait less for each other. With constants compiled in, it
        is 1.2 to 1.6 times faster for chains of 4 to 8 joints, and slower from 12 joints on. Code of large trees
        is rolled: its length does not grow with them.
        """
        if solution.equations.rows:
            return None
        tau = self._applied
        if self.recursions.is_large:
            return self.recursions.by_rolled_code(tau), np.zeros(0)
        a = self.recursions.by_articulated_bodies(tau)
        if self.recursions.n_entries <= MASS_MATRIX_ENTRIES:
            a = min(a, self.recursions.by_mass_matrix(tau), key=estimated_cost)
        return a, np.zeros(0)

    def accelerated(self, forces: Array) -> Array | None:
        return None if self.recursions.is_large else self.recursions.accelerated(forces)

    def row_weights(self, solution: SolvedSystem) -> Array:
        return row_weights(solution.equations, self.tree.model.tree)

    def elements(self, equations: Equations) -> RepeatedSystem | None:
        tree, repeated = self.tree, self.tree.constraints.repeated
        if (
            repeated is None
            or equations.constraints is not tree.constraints
            or equations.motion is not tree.motion
        ):
            return None
        return RepeatedSystem(
            *(equations.q, equations.u, equations.a, equations.lam),
            helper_variables((f"δ {name}" for name in equations.speeds), equations.taken_names),
            np.ones(len(equations.lam)),
            [link.q for link in tree.links],
            [link.u for link in tree.links],
            sum(row.level == Level.POSITION for row in repeated.rows),
            sum(row.level <= Level.VELOCITY for row in repeated.rows),
            repeated.bodies,
            repeated.parts,
        )


def recursive_steps(equations: Equations, tree: Tree) -> list[DerivationStep]:
    """Outward: places, velocities; inward: forces, and inertia of all that a joint carries."""
    kinematics = tree.kinematics
    places: dict[str, Any] = {}
    axes: dict[str, Any] = {}
    velocities: dict[str, Any] = {}
    for k, link in enumerate(tree.links):
        name = upright(link.body.name)
        X, (w, v) = kinematics.world.link_pose(k), kinematics.world.link_velocity(k)
        places |= {f"R_{{{name}}}": X.R, f"p_{{{name}}}": X.p}
        axes |= {f"H_{{{name}}}": kinematics.axes[k]}
        velocities |= {rf"\omega_{{{name}}}": w, f"v_{{{name}}}": v}
    bias: Any = tree.recursions.inverse(np.zeros(len(equations.speeds)))
    steps = [
        DerivationStep("Places", "From the ground to the tips, each body's frame in the world.", places),
        DerivationStep(
            "Motion axes", "How each joint moves its body, angular part first, in the axes of the body.", axes
        ),
        DerivationStep("Velocities", "From the ground to the tips, in the world.", velocities),
        DerivationStep(
            "Forces without accelerations",
            "From the tips to the ground each joint carries what its body and all further ones need.",
            {"f_0": bias},
        ),
        DerivationStep(
            "Mass matrix",
            "The same for a unit acceleration of each joint: composite bodies.",
            {"M": equations.M, "f": equations.f, **({"G": equations.G} if len(equations.inputs) else {})},
        ),
    ]
    return [*steps, rows_step(equations)] if equations.rows else steps
