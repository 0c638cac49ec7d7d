"""The matrix A of a tree, read off constraints of any order."""

from __future__ import annotations

import numpy as np

from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import name_of
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.labelled_matrix import LabelledMatrix
from dalembert.modules.system_node import SystemNode


def matrix_of_order(node: SystemNode, order: int) -> LabelledMatrix:
    """A of a node and all below it, read off the constraints of an order: the same from ν° on."""
    if order < node.constraint_order:
        raise FormulationError(
            f"{node.name}: the constraints are affine and the variables trivial from order "
            f"{node.constraint_order} on, not from {order}"
        )
    kinematics = node.kinematics
    every = [constraint.by_order[min(order, 2)] for constraint in node.all_constraints]
    residuals = [x for x in every if x is not None]
    names_of_order = {0: node.coordinates, 1: node.speeds}
    variables = list(map(symbol, names_of_order[order]) if order in names_of_order else kinematics.highest)
    for _ in range(order - 2):
        residuals = [kinematics.derivative(x) for x in residuals]
        variables = [symbol(f"{name_of(x)}'") for x in variables]
    entries = (
        jacobian(np.array(residuals, dtype=object), np.array(variables, dtype=object))
        if residuals and variables
        else np.zeros((0, 0))
    )
    names = tuple(constraint.name for constraint in node.all_constraints)
    columns = node.labels
    if order == 0:
        by_rate = {kinematics.rates[symbol(name)]: name for name in node.coordinates}
        speeds = {name: symbol(name) for name in node.speeds}
        columns = tuple(next(s for s, x in speeds.items() if by_rate.get(x) == q) for q in node.coordinates)
    return LabelledMatrix(names, columns, entries)
