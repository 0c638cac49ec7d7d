"""Equations of a tree of systems that was made of a model, with the bodies of that model."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.equations import Equations
from dalembert.equations.solved_system import SolvedSystem
from dalembert.errors import FormulationError
from dalembert.expr.sparse_matrix import SparseMatrix, sparse
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.model import Model
from dalembert.modules.joining import LevelByLevel, TreeBalance
from dalembert.modules.labelled_matrix import LabelledMatrix
from dalembert.modules.node_constraints import node_constraint
from dalembert.modules.system_node import SystemNode
from dalembert.tree.massless import row_weights
from dalembert.tree.tree import Tree
from dalembert.tree.tree_outputs import TreeOutputs


def model_equations(node: SystemNode) -> Equations:
    """Equations of the model of a tree of systems; their balance is that of the joined modules."""
    assert node.model is not None, "asked for only where there is a model"
    return _joined_model(node, Tree(node.model), (model_equations, (node,), JoinedModules(node), True))


@dataclass(frozen=True, eq=False)
class JoinedModules:
    """Principle that derives the model of a tree of systems with more rows and forces, such as those of contacts.

    Modules stay as they were derived; what the tree does not know stands at its root.
    """

    node: SystemNode

    def equations(self, model: Model) -> Equations:
        """Equations of the model of the tree, with parts that the tree does not have."""
        tree = Tree(model)
        assert self.node.model is not None
        known = {force.name for force in self.node.model.forces}
        node = with_more_rows(with_more_forces(self.node, tree, known), tree)
        return _joined_model(node, tree, (self.equations, (model,), self, True))


def with_more_rows(node: SystemNode, tree: Tree) -> SystemNode:
    """The node with lasting rows of bodies that it does not have."""
    speeds = tree.variables.speeds
    a = np.array([symbol(f"{speed}'") for speed in speeds], dtype=object)
    known = {constraint.name for constraint in node.all_constraints}
    rows = [row for row in tree.constraints.rows if row.switch is None and row.row.name not in known]
    return node.with_more(tuple(node_constraint(row, speeds, a) for row in rows)) if rows else node


def with_more_forces(node: SystemNode, tree: Tree, known: Collection[str]) -> SystemNode:
    """The node with forces on bodies that it does not have; those of these names it has."""
    speeds, kinematics = tree.variables.speeds, tree.kinematics
    forces = [kinematics.loads[force.name] for force in tree.model.forces if force.name not in known]
    if not forces:
        return node
    more = sum((kinematics.generalized_loads(loads) for loads in forces), np.full(len(speeds), 0.0, dtype=object))
    return node.with_more(forces=LabelledMatrix(speeds, ("",), more[:, None]))


def _joined_model(node: SystemNode, tree: Tree, recipe: tuple[object, ...]) -> Equations:
    if missing := {*tree.variables.speeds} ^ {*node.labels}:
        raise FormulationError(
            f"modules are derived in the speeds of their joints; {sorted(missing)[0]!r} is not a speed of both"
        )
    if unknown := {*node.parameters} - {*tree.variables.parameters}:
        raise FormulationError(f"the modules have a parameter {sorted(unknown)[0]!r}, which the whole has not")
    # rows that come and go are solved for around the tree
    rows = tuple(row.row.name for row in tree.constraints.rows if row.switch is None)
    return Equations(
        recipe,
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
