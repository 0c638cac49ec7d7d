"""Forces in trees of systems that depend on multipliers of their rows, such as friction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.dependent_loads import DependentLoads
from dalembert.equations.reaction_dependent_forces import ReactionDependentForces, ReactionLaws
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import symbol

MULTIPLIER = ".multiplier"
"""End of the name of a multiplier: `<row>.multiplier`."""


def multiplier_symbol(row: str) -> Node:
    """Symbol of the multiplier of a row in forces of a tree."""
    return symbol(f"{row}{MULTIPLIER}")


@dataclass(frozen=True)
class RowMultiplier:
    """The multiplier of a row of a tree, on which forces depend."""

    row: str

    @property
    def part(self) -> str:
        """Name of the row."""
        return self.row

    @property
    def label(self) -> tuple[str, str]:
        """Letter of the multiplier, with the row below it."""
        return ("λ", self.row)

    def __repr__(self) -> str:
        return f"{self.row}{MULTIPLIER}"


class MultiplierForces(ReactionDependentForces):
    """Laws of forces in a tree by the multipliers of its rows."""

    def __init__(self, loads: DependentLoads, rows: Sequence[str]) -> None:
        self._loads, self.rows = loads, tuple(rows)

    @property
    def loads(self) -> DependentLoads:
        return self._loads

    def reactions(self, a: Array, lam: Array) -> Array:
        return np.array([lam[self.rows.index(measure.row)] for measure in self._loads.reactions], dtype=object)

    def as_given(self, forces: Array) -> ReactionLaws:
        loads = self._loads
        labels = {w: measure.label for measure, w in loads.reactions.items()} | loads.labels
        return ReactionLaws(loads.added(forces, {s: law for law, s in loads.laws.items()}), labels)


def parted_forces(
    forces: Array, labels: Sequence[str], rows: Sequence[str]
) -> tuple[Array, MultiplierForces | None]:
    """Forces (nu,) along labels with variables in place of all terms by multipliers of rows, and their laws."""
    multipliers = {multiplier_symbol(row): row for row in rows}
    present = [x for x in inputs_of([F for F in forces if isinstance(F, Expression)]) if x in multipliers]
    if not present:
        return forces, None
    loads = DependentLoads()
    measured = {x: loads.reaction(RowMultiplier(multipliers[x])) for x in present}
    parted = np.full(len(forces), 0.0, dtype=object)
    for k, (label, force) in enumerate(zip(labels, forces, strict=True)):
        rest, dependent = _terms(force, frozenset(present))
        parted[k] = rest + loads.cut(substitute(dependent, measured), label)
    return parted, MultiplierForces(loads, rows)


def _terms(force: Scalar, variables: frozenset[Node]) -> tuple[Scalar, Scalar]:
    """Sums of the terms of a force without some variables, and with them."""
    if not isinstance(force, Node) or variables.isdisjoint(inputs_of([force])):
        return force, 0.0
    if force.op == "neg":
        rest, dependent = _terms(force.args[0], variables)
        return -rest, -dependent
    if force.op in ("add", "sub"):
        (a, b), (c, d) = (_terms(x, variables) for x in force.args)
        return (a + c, b + d) if force.op == "add" else (a - c, b - d)
    return 0.0, force


def rows_of_multipliers(forces: Iterable[Scalar]) -> tuple[str, ...]:
    """Names of the rows whose multipliers stand in forces."""
    inputs = inputs_of([F for F in forces if isinstance(F, Expression)])
    names = [name_of(x) for x in inputs if x.op == "symbol"]
    return tuple(name.removesuffix(MULTIPLIER) for name in names if name.endswith(MULTIPLIER))


def multiplier_names(rows: Iterable[str]) -> tuple[str, ...]:
    """Names of the multipliers of rows."""
    return tuple(f"{row}{MULTIPLIER}" for row in rows)
