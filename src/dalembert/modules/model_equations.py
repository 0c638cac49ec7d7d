"""Equations of a tree of systems that was made of a model, with the bodies of that model."""

from __future__ import annotations

from functools import cached_property

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.equations import Equations
from dalembert.equations.solved_system import SolvedSystem
from dalembert.errors import FormulationError
from dalembert.expr.sparse_matrix import SparseMatrix, sparse
from dalembert.modules.joining import LevelByLevel, TreeBalance
from dalembert.modules.system_node import SystemNode
from dalembert.tree.massless import row_weights
from dalembert.tree.tree import Tree
from dalembert.tree.tree_outputs import TreeOutputs


def model_equations(node: SystemNode) -> Equations:
    """Equations of the model of a tree of systems; their balance is that of the joined modules."""
    assert node.model is not None, "asked for only where there is a model"
    tree = Tree(node.model)
    if missing := {*tree.variables.speeds} ^ {*node.labels}:
        raise FormulationError(
            f"modules are derived in the speeds of their joints; {sorted(missing)[0]!r} is not a speed of both"
        )
    if unknown := {*node.parameters} - {*tree.variables.parameters}:
        raise FormulationError(f"the modules have a parameter {sorted(unknown)[0]!r}, which the whole has not")
    rows = tuple(row.row.name for row in tree.constraints.rows)
    return Equations(
        (model_equations, (node,)),
        tree.variables,
        tree.motion,
        TreeBalance(ModularBalance(node, tree), node),
        TreeOutputs(tree),
        tree.constraints,
        tree.reaction_dependent_forces,
        LevelByLevel(node, tree.variables.speeds, rows),
    )


class ModularBalance(Balance):
    """Mass matrix and forces of all modules, in the order of the speeds of the whole."""

    def __init__(self, node: SystemNode, tree: Tree) -> None:
        self.node, self.tree = node, tree

    @cached_property
    def M(self) -> SparseMatrix:
        speeds = self.tree.variables.speeds
        return sparse(self.node.M.to_array(speeds, speeds).astype(object))

    @property
    def forces(self) -> Array:
        return self.node.forces.to_array(self.tree.variables.speeds).astype(object)[:, 0]

    def row_weights(self, solution: SolvedSystem) -> Array:
        return row_weights(solution.equations, self.tree.model.tree)
