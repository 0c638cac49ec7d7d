"""The balance that a principle makes of the bodies of a model."""

from __future__ import annotations

from functools import cached_property

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.solution import Solution
from dalembert.equations.value import Equations
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.principles.deriving.terms import MakesTerms, Terms
from dalembert.tree.massless import row_weights, strengthening
from dalembert.tree.moving_bodies import MovingBodies


class TermsBalance(Balance):
    """M and forces from what a principle makes of bodies in the speeds of its equations."""

    def __init__(self, principle: MakesTerms, bodies: MovingBodies) -> None:
        self.principle, self.bodies = principle, bodies

    @cached_property
    def terms(self) -> Terms:
        """Terms that the principle makes of the bodies."""
        return self.principle.terms(self.bodies)

    @property
    def M(self) -> SparseMatrix:
        return self.terms.M

    @property
    def forces(self) -> Array:
        return self.terms.forces

    def written(self, equations: Equations) -> tuple[Array, Array] | None:
        return self.principle.written(equations)

    def row_weights(self, solution: Solution) -> Array:
        if self.bodies.speeds.redundant:
            return strengthening(solution.equations)
        return row_weights(solution.equations, self.bodies.kinematics.tree)
