"""Rows, forces and rates of a node with their derivatives, for linear models about any reference."""

from __future__ import annotations

from collections.abc import Mapping

from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.labelled_matrix import labelled_column
from dalembert.modules.linear_matrix import FirstOrderForm
from dalembert.modules.system_node import SystemNode


def first_order_forms(node: SystemNode) -> Mapping[str, FirstOrderForm]:
    """A, forces and constraints of second order of the node, with derivatives, for all references."""
    second = labelled_column({constraint.name: constraint.by_order[2] for constraint in node.constraints})
    return {
        name: FirstOrderForm(X) for name, X in (("A", node.A), ("forces", node.own_forces), ("second", second))
    }


def level_forms(node: SystemNode) -> tuple[FirstOrderForm, FirstOrderForm]:
    """Constraints of this node and all below it, of order 0 and 1."""
    constraints = node.all_constraints
    position = {
        constraint.name: constraint.by_order[0] for constraint in constraints if constraint.by_order[0] is not None
    }
    velocity = {
        constraint.name: constraint.by_order[1] for constraint in constraints if constraint.by_order[1] is not None
    }
    kept = dict(node.kinematics.kept)
    return FirstOrderForm(labelled_column(kept | position)), FirstOrderForm(labelled_column(velocity))


def rate_forms(node: SystemNode) -> FirstOrderForm:
    """Rates of all coordinates and speeds."""
    rates = node.kinematics.rates
    names = (*node.coordinates, *node.speeds)
    return FirstOrderForm(labelled_column({name: rates[symbol(name)] for name in names}))
