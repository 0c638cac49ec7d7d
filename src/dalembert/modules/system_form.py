"""Equations of a node in the method's own form: q̇ = …, A a + b = 0, f̄ = 0, without multipliers.

Source: Orsino 2016, eq. (4.13).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from dalembert.expr.node import Node, Scalar, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.chosen_variables import chosen_variables, put_in
from dalembert.modules.explicit_tree import plain_tree
from dalembert.modules.labelled_matrix import LabelledMatrix, labelled_column
from dalembert.modules.node_kinematics import is_identically_zero
from dalembert.modules.symbolic_solution import SymbolicSolver, unchanged
from dalembert.modules.system_node import SystemNode
from dalembert.modules.written_system import WrittenSystem, rate_lines, written_system
from dalembert.symbolic.sympy_types import SympyArray, SympyExpr
from dalembert.symbolic.to_sympy import to_sympy


@dataclass(frozen=True, eq=False)
class SymbolicForm:
    """The form of a node as SymPy matrices; vectors are columns, and A a + b and f̄ are zero."""

    q: SympyArray
    u: SympyArray
    a: SympyArray
    rates: SympyArray
    A: SympyArray
    b: SympyArray
    C: SympyArray
    f_bar: SympyArray
    lines: tuple[SympyExpr, ...]
    """The equations as they are read, each an `Eq`."""


@dataclass(frozen=True, eq=False, repr=False)
class SystemForm:
    """A node as q̇ = …, A a + b = 0, f̄ = 0 in chosen variables: `text()`, `latex()`, `to_sympy()`."""

    rates: LabelledMatrix
    """Rates of the coordinates, a column."""

    A: LabelledMatrix
    """Factors of the accelerations in the rows of the node and of all below it."""

    b: LabelledMatrix
    """Rows without the accelerations."""

    C: LabelledMatrix
    """Variables that children leave free in terms of the independent ones."""

    S: LabelledMatrix
    """All variables in terms of the independent ones."""

    f_bar: LabelledMatrix
    """Forces along the independent variables, zero along every motion."""

    variables: tuple[tuple[Node, ...], tuple[Node, ...], tuple[Node, ...]]
    """Coordinates, speeds and accelerations."""

    system: WrittenSystem
    """Lines to be read."""

    @property
    def note(self) -> str:
        """Remarks for the reader, such as that time ran out."""
        return self.system.note

    @property
    def finished(self) -> bool:
        """Whether a simplification tried everything in time."""
        return self.system.finished

    def text(self) -> str:
        """All equations, one line each."""
        return self.system.text()

    def latex(self) -> str:
        """All equations in LaTeX, as one system."""
        return self.system.latex()

    def to_sympy(self) -> SymbolicForm:
        """Everything as SymPy matrices, long expressions too."""
        q, u, a = (to_sympy(np.array(names, dtype=object)) for names in self.variables)
        parts = {"rates": self.rates, "A": self.A, "b": self.b, "C": self.C, "f_bar": self.f_bar}
        matrices = {name: to_sympy(X.entries) for name, X in parts.items()}
        return SymbolicForm(q=q, u=u, a=a, **matrices, lines=self.system.to_sympy())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<SystemForm: {len(self.system.lines)} equations>"

    def _repr_html_(self) -> str:
        return self.system.html()

    def _repr_latex_(self) -> str:
        return self.system._repr_latex_()


def system_form(
    node: SystemNode,
    simplify: float | None = None,
    *,
    dependent: Mapping[str, Scalar] | None = None,
    variables: Iterable[str] | None = None,
) -> SystemForm:
    """The form of a node, simplified for at most so many seconds if a time is given.

    dependent: expressions that take the place of coordinates or speeds, by name; refused where they do not hold.
    variables: speeds that all others and their accelerations are written in, as far as the rows determine them.
    """
    tree = plain_tree(node, SymbolicSolver(node.name, unchanged))
    chosen = chosen_variables(node, tree, dependent, variables)
    places, replaced, kinematics = chosen.places, chosen.replaced, node.kinematics
    rate_column = labelled_column(
        {name: node.rates[name] for name in kinematics.coordinates if name not in replaced}
    )
    rates, A, b, C, S, f_bar = (
        put_in(places, X) for X in (rate_column, node.full_A, node.full_b, tree.C, tree.S, tree.f_bar)
    )
    highest = [places.get(x, x) for x in kinematics.highest]
    rows = [
        sum((x * a for x, a in zip(row, highest, strict=True)), start=rest)
        for row, rest in zip(A.block(columns=node.labels).entries, b.entries[:, 0], strict=True)
    ]
    lines = [(x, substitute(y, places)) for x, y in rate_lines(node) if _coordinate(x) not in replaced]
    lines += [(x, 0.0) for x in rows if not is_identically_zero(x)]
    lines += [(x, 0.0) for x in f_bar.entries[:, 0]]
    q, u = (tuple(map(symbol, group)) for group in (kinematics.coordinates, kinematics.speeds))
    return SystemForm(rates, A, b, C, S, f_bar, (q, u, kinematics.highest), written_system(node, lines, simplify))


def _coordinate(rate: Scalar) -> str:
    """The name of the coordinate whose rate a line is about."""
    return name_of(rate).removeprefix(".rate ") if isinstance(rate, Node) else ""
