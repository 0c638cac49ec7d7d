"""Other names for variables and parameters, so that one subsystem serves as many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.expr.node import Expression, Node, inputs_of, name_of
from dalembert.expr.operations import INPUTS
from dalembert.expr.rewrite import Substitution
from dalembert.expr.symbol_nodes import param, symbol, time
from dalembert.modules.labelled_matrix import LabelledMatrix


class Renaming:
    """Other names for variables and parameters, in expressions and wherever names stand."""

    def __init__(self, rename: Callable[[str], str], replaced: Mapping[Any, Any] | None = None) -> None:
        self._rename, self._replaced = rename, dict(replaced or {})
        self._done: dict[Node, Any] = {}

    def name(self, name: str) -> str:
        """The other name."""
        return self._rename(name)

    def expressions(self, y: Any) -> Any:
        """Expressions over the renamed variables."""
        entries = [x for x in np.ravel(np.asarray(y, dtype=object)) if isinstance(x, Expression)]
        if not entries:
            return y
        return Substitution({x: self._input(x) for x in inputs_of(entries) if x is not time})(y)

    def _input(self, x: Node) -> Any:
        if x not in self._done:
            self._done[x] = self._renamed(x)
        return self._done[x]

    def _renamed(self, x: Node) -> Any:
        name = name_of(x)
        if name in self._replaced:
            return self._replaced[name]
        if x.op == "parameter":
            return param(self._rename(name), x.args[1])
        return symbol(self._rename(name)) if x.op == "symbol" else x

    def variable(self, x: Node) -> Any:
        """What takes the place of a variable: another one, or an expression."""
        return x if x is time else self._input(x)

    def matrix(self, X: LabelledMatrix) -> LabelledMatrix:
        """A matrix with other names on its borders and in its entries."""
        names = {name: self._rename(name) for name in (*X.rows, *X.columns) if name}
        return X.mapped(self.expressions).renamed(names)

    def column(self, X: LabelledMatrix) -> LabelledMatrix:
        """The same of a column, whose entries are made when they are asked for."""
        return RenamedColumn(X, self)


class RenamedColumn(LabelledMatrix):
    """A column with other names; it remembers which one it was."""

    def __init__(self, plain: LabelledMatrix, renaming: Renaming) -> None:
        rows = tuple(renaming.name(name) for name in plain.rows)
        for field, value in (("rows", rows), ("columns", plain.columns), ("plain", plain), ("renaming", renaming)):
            object.__setattr__(self, field, value)

    plain: LabelledMatrix
    renaming: Renaming

    @cached_property
    def entries(self) -> Any:
        """Made by substitution."""
        return self.renaming.matrix(self.plain).entries

    def __reduce__(self) -> tuple[Any, ...]:
        return LabelledMatrix, (self.rows, self.columns, self.entries)

    @cached_property
    def origin(self) -> tuple[LabelledMatrix, Callable[[Node], Any]]:
        """The column that was renamed first, and what became of its variables."""
        if not isinstance(self.plain, RenamedColumn):
            return self.plain, self.renaming.variable
        first, before = self.plain.origin
        return first, lambda x: self._after(before(x))

    def _after(self, x: Any) -> Any:
        return self.renaming.variable(x) if type(x) is Node and x.op in INPUTS else None
