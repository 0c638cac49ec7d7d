"""Linear models of trees of systems in symbols: matrices whose entries are expressions of open parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Node, Scalar, name_of
from dalembert.expr.rewrite import evaluate, substitute
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.elimination import solved
from dalembert.modules.explicit_tree import plain_tree
from dalembert.modules.labelled_matrix import LabelledMatrix, labelled_column, under_heads
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.symbolic_solution import SymbolicSolver, unchanged

DISAGREEMENT = 1e-8
"""Difference of entries in symbols and in numbers, beside the largest, that is more than rounding."""


@dataclass(frozen=True, eq=False, repr=False)
class SymbolicLinear:
    """ẋ = G x + H τ about a reference, in symbols."""

    G: LabelledMatrix
    """State matrix ∂ẋ/∂x."""

    H: LabelledMatrix
    """Input matrix ∂ẋ/∂τ."""

    accelerations: LabelledMatrix
    """Variables of second order in the reference, a column."""

    system: Subsystem
    reference: Mapping[Node, Scalar]

    @cached_property
    def C(self) -> LabelledMatrix:
        """Complement C of the root to first order in changes of variables, which have the names of these."""
        C = plain_tree(self.system, SymbolicSolver(self.system.name, unchanged)).C
        variables = np.array(
            [symbol(name) for name in (*self.system.coordinates, *self.system.speeds)], dtype=object
        )
        slopes = substitute(jacobian(C.entries.ravel(), variables), self.reference)
        first = products(slopes, variables).reshape(C.entries.shape)
        return LabelledMatrix(C.rows, C.columns, substitute(C.entries, self.reference) + first)

    def __str__(self) -> str:
        return under_heads("δẋ = G δx + H δτ", G=self.G, H=self.H)

    def __repr__(self) -> str:
        return f"<SymbolicLinear of {self.system.name!r}: {len(self.G.rows)} states, {len(self.H.columns)} inputs>"


def symbolic_linear(system: Subsystem, reference: Mapping[Node, Scalar], numeric_G: Array) -> SymbolicLinear:
    """The linear model of a tree in symbols, checked against its numbers `numeric_G`.

    Rows A a + b = 0 of all levels and f̄ = 0 of the root are differentiated, and solved for the accelerations.
    """
    kinematics = system.kinematics
    highest, x = np.array(kinematics.highest, dtype=object), [*system.coordinates, *system.speeds]
    variables = np.array([symbol(name) for name in (*x, *system.inputs)], dtype=object)
    rows = [constraint.by_order[2] for constraint in system.all_constraints]
    residuals = np.array([*rows, *system.f_bar.entries[:, 0]], dtype=object)
    if len(residuals) != len(highest):
        raise FormulationError(
            f"{system.name}: {len(residuals)} rows and balances for {len(highest)} accelerations; a linear model "
            "in symbols needs rows that are independent"
        )

    # accelerations of the reference, and their changes
    K = substitute(jacobian(residuals, highest), reference)
    still = substitute(residuals, {**reference, **dict.fromkeys(highest, 0.0)})
    a = solved(K, -still[:, None])[:, 0]
    point = {**reference, **dict(zip(highest, a, strict=True))}
    changes = solved(K, -substitute(jacobian(residuals, variables), point))

    rates = np.array([system.rates[name] for name in x], dtype=object)
    direct, by_second = (substitute(jacobian(rates, y), point) for y in (variables, highest))
    entries = direct + products(by_second, changes)
    G = LabelledMatrix(tuple(x), tuple(x), entries[:, : len(x)])
    _check(system, G, numeric_G)
    column = labelled_column({name_of(y): value for y, value in zip(highest, a, strict=True)})
    return SymbolicLinear(
        G, LabelledMatrix(tuple(x), system.inputs, entries[:, len(x) :]), column, system, reference
    )


def _check(system: Subsystem, G: LabelledMatrix, numbers: Array) -> None:
    """Refuse symbols that have other values than the numbers, at the defaults of the parameters."""
    values = np.asarray(evaluate(G.entries, {}), dtype=float)
    size = max(1.0, float(np.abs(numbers).max(initial=0.0)))
    if not np.allclose(values, numbers, rtol=0.0, atol=DISAGREEMENT * size):
        raise FormulationError(
            f"{system.name}: in symbols the linear model is singular at this reference; take other independent "
            "variables, or numbers"
        )
