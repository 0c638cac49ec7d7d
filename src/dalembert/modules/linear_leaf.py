"""A tree of systems to first order as a leaf of another tree."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.complements import Independent
from dalembert.modules.labelled_matrix import labelled_column
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.subsystem import Subsystem


def linear_leaf(system: Subsystem, reference: Mapping[Node, Scalar], name: str) -> Subsystem:
    """Leaf with the rates, the forces, and A and b of a tree to first order about a reference.

    In every tree it has the first-order parts that the tree itself would have there. Its constraints are those of
    second order, A a + b = 0.
    """
    kinematics = system.kinematics
    names = (*system.coordinates, *system.speeds)
    rates = _taylor(np.array([system.rates[x] for x in names], dtype=object), reference)
    forces = _taylor(system.all_forces.entries[:, 0], reference)
    return Subsystem(
        name,
        (),
        Kinematics(
            *(kinematics.coordinates, kinematics.speeds, kinematics.accelerations, kinematics.highest),
            dict(zip(map(symbol, names), rates, strict=True)),
        ),
        tuple(_constraint(constraint, kinematics, reference) for constraint in system.all_constraints),
        labelled_column(dict(zip(system.labels, forces, strict=True))),
        complement=system.complement_of_all if system.all_constraints else Independent(),
        own_inputs=system.inputs,
        default_values=system.all_default_values,
        own_units=system.given_units,
        usual_units=system.units,
    )


def _constraint(row: NodeConstraint, kinematics: Kinematics, reference: Mapping[Node, Scalar]) -> NodeConstraint:
    """A constraint with A and b to first order."""
    entries = _taylor(np.array([*row.A.values(), row.b], dtype=object), reference)
    A = dict(zip(row.A, entries[:-1], strict=True))
    variable = dict(zip(kinematics.accelerations, kinematics.highest, strict=True))
    second = sum((x * variable[label] for label, x in A.items()), entries[-1])
    return NodeConstraint(row.name, (None, None, second), A, entries[-1], 2, row.role)


def _taylor(entries: Array, reference: Mapping[Node, Scalar]) -> Array:
    """Expressions to first order about a reference."""
    inputs = inputs_of([x for x in entries if isinstance(x, Expression)])
    variables = np.array([x for x in inputs if x.op == "symbol"], dtype=object)
    value = substitute(entries, reference)
    if not len(variables):
        return value
    changes = np.array([x - reference[x] for x in variables], dtype=object)
    return np.asarray(value + products(substitute(jacobian(entries, variables), reference), changes), dtype=object)
