"""Renaming of variables and parameters, so that one subsystem serves as many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from numbers import Real
from typing import TypeVar

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.operations import INPUTS
from dalembert.expr.rewrite import Substitution
from dalembert.expr.symbol_nodes import param, symbol, time
from dalembert.modules.labelled_matrix import LabelledMatrix

Renamed = TypeVar("Renamed", Scalar, Array)


class Renaming:
    """Renaming of variables and parameters, in expressions and labels; some parameters are replaced."""

    def __init__(self, rename: Callable[[str], str], replaced: Mapping[str, Scalar] | None = None) -> None:
        self._rename, self._replaced = rename, dict(replaced or {})
        self._done: dict[Node, Scalar] = {}

    def name(self, name: str) -> str:
        """New name for a name."""
        return self._rename(name)

    def expressions(self, y: Renamed) -> Renamed:
        """Expressions over the renamed variables."""
        entries = [x for x in np.ravel(np.asarray(y, dtype=object)) if isinstance(x, Expression)]
        if not entries:
            return y
        return Substitution({x: self._input(x) for x in inputs_of(entries) if x is not time})(y)

    def _input(self, x: Node) -> Scalar:
        if x not in self._done:
            self._done[x] = self._renamed(x)
        return self._done[x]

    def _renamed(self, x: Node) -> Scalar:
        name = name_of(x)
        if name in self._replaced:
            return self._replaced[name]
        if x.op == "parameter":
            return param(self._rename(name), x.args[1])
        return symbol(self._rename(name)) if x.op == "symbol" else x

    def variable(self, x: Node) -> Scalar:
        """Expression that replaces a variable or parameter: a renamed one, as a rule."""
        return x if x is time else self._input(x)

    def matrix(self, X: LabelledMatrix) -> LabelledMatrix:
        """Matrix with renamed rows, columns and variables."""
        names = {name: self._rename(name) for name in (*X.rows, *X.columns) if name}
        return X.mapped(self.expressions).renamed(names)

    def column(self, X: LabelledMatrix) -> LabelledMatrix:
        """Column with renamed rows and variables, whose entries are made when they are asked for."""
        return RenamedColumn(X, self)


class RenamedColumn(LabelledMatrix):
    """A renamed column, with the column that it was."""

    def __init__(self, plain: LabelledMatrix, renaming: Renaming) -> None:
        rows = tuple(renaming.name(name) for name in plain.rows)
        for field, value in (("rows", rows), ("columns", plain.columns), ("plain", plain), ("renaming", renaming)):
            object.__setattr__(self, field, value)

    plain: LabelledMatrix
    renaming: Renaming

    @cached_property
    def entries(self) -> Array:
        """Entries over the renamed variables."""
        return self.renaming.matrix(self.plain).entries

    def __reduce__(self) -> tuple[object, ...]:
        return LabelledMatrix, (self.rows, self.columns, self.entries)

    @cached_property
    def origin(self) -> tuple[LabelledMatrix, Callable[[Node], Scalar | None]]:
        """Column that was renamed first, and the map of its variables; None for one that became an expression."""
        if not isinstance(self.plain, RenamedColumn):
            return self.plain, self.renaming.variable
        first, before = self.plain.origin
        return first, lambda x: self._after(before(x))

    def _after(self, x: Scalar | None) -> Scalar | None:
        return self.renaming.variable(x) if type(x) is Node and x.op in INPUTS else None


def check_constants(owner: str, replaced: Mapping[str, Scalar]) -> None:
    """Refuse what takes the place of parameters, but for numbers and expressions of parameters.

    Constraints are differentiated already, as if parameters were constant.
    """
    for name, x in replaced.items():
        if not isinstance(x, Expression | Real):
            raise FormulationError(f"{owner}: {name!r} is replaced by a number or an expression, not by {x!r}")
        changing = [y for y in inputs_of([x]) if y.op != "parameter"] if isinstance(x, Expression) else []
        if changing:
            raise FormulationError(
                f"{owner}: {name!r} is a parameter, which is constant, so it cannot be replaced by what changes "
                f"with {changing[0]!r}; write the subsystem with that in place of {name!r}"
            )
