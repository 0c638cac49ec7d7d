"""A tree of systems whose matrices are plain expressions: complements are solved in symbols, without a call."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Array
from dalembert.modules.complements import Complement, LeastSquares, NodeRows, proposal
from dalembert.modules.labelled_matrix import LabelledMatrix, identity
from dalembert.modules.symbolic_solution import SymbolicSolver, regular_rows
from dalembert.modules.system_node import SystemNode


@dataclass(frozen=True, eq=False)
class PlainComplement(Complement):
    """The complement of a node by the same variables, solved in symbols; a null space is taken by chosen ones."""

    source: Complement
    solver: SymbolicSolver

    @property
    def allows_incompatible_rows(self) -> bool:
        return self.source.allows_incompatible_rows

    def labels(self, node: NodeRows) -> tuple[str, ...]:
        labels = self.source.labels(node)
        if set(labels) <= set(node.variables):
            return labels
        rows = regular_rows(node.samples, len(node.variables) - len(labels))
        B = LabelledMatrix(tuple(node.rows[k] for k in rows), node.variables, node.B.entries[rows])
        return proposal(NodeRows(node.owner, B, node.states))

    def matrix(self, node: NodeRows) -> LabelledMatrix:
        independent = self.labels(node)
        X = -self._solved(node, independent, node.columns(independent))
        whole = identity(independent) + LabelledMatrix(node.others(independent), independent, X)
        return whole.block(node.variables, independent).mapped(self.solver.shorten)

    def particular(self, node: NodeRows, r: LabelledMatrix) -> LabelledMatrix:
        independent = self.labels(node)
        y = self._solved(node, independent, r.to_array(node.rows))
        return LabelledMatrix(node.others(independent), r.columns, self.solver.shorten(y))

    def _solved(self, node: NodeRows, independent: tuple[str, ...], right: Array) -> Array:
        """Solve rows for right-hand sides: by as many rows as needed, or by all where none holds exactly."""
        dependent = node.others(independent)
        A = np.array(node.columns(dependent), dtype=object)
        right = np.array(right, dtype=object)
        if isinstance(self.source, LeastSquares) and self.source.incompatible:
            weights = np.array([float(self.source.weights.get(name, 1.0)) for name in node.rows])[:, None]
            return self.solver.solve(A.T @ (weights * A), A.T @ (weights * right))
        if len(A) > len(dependent):
            rows = regular_rows(node.numbers_of(dependent), len(dependent))
            A, right = A[rows], right[rows]
        return self.solver.solve(A, right)


def plain_tree(node: SystemNode, solver: SymbolicSolver) -> SystemNode:
    """The tree with complements in symbols at every node."""

    def plain(x: SystemNode) -> Complement:
        return (
            x.complement if x.complement.is_plain else PlainComplement(x.complement, replace(solver, owner=x.name))
        )

    return node.with_complements(plain)
