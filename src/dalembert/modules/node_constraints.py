"""Constraints of a subsystem at all orders: differentiated up to A a + b = 0, and their common order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.level_rows import LevelRow
from dalembert.errors import FormulationError
from dalembert.expr.calculus import sparse_jacobian
from dalembert.expr.node import Expression, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.modules.node_kinematics import Kinematics, is_identically_zero
from dalembert.modules.renaming import Renaming
from dalembert.rows import Level, Role, Row


@dataclass(frozen=True, eq=False)
class NodeConstraint:
    """One constraint q̄ = 0, as it was given and differentiated up to second order: A a + b = 0."""

    name: str
    by_order: tuple[Any, Any, Any]
    """What stays zero, of order 0, 1 and 2; None below the order at which it is given."""

    A: Mapping[str, Any]
    """Factors of the variables of second order, by label; the same at every order at which it is affine."""

    b: Any
    """What is left without them."""

    affine_from: int
    """Least order at which it is affine in the variables of that order."""

    role: Role = Role.CONSTRAINT
    source: Row | None = None
    """The record of the row it comes from, if it has one."""

    @property
    def order(self) -> int:
        """The order at which it is given."""
        return next(k for k, x in enumerate(self.by_order) if x is not None)

    @property
    def row(self) -> Row:
        """What it is, in words."""
        if self.source is not None:
            return replace(self.source, name=self.name)
        residual = self.by_order[self.order]
        is_rheonomic = isinstance(residual, Expression) and time in inputs_of([residual])
        is_linear = self.affine_from <= 1
        return Row(self.name, self.name, Level(self.order), is_rheonomic, is_linear, self.role)

    def record(self, order: int) -> Row:
        """What it is at another order than it was given at, for who checks states."""
        return replace(self.row, level=Level(order))

    def level_row(self, labels: tuple[str, ...]) -> LevelRow:
        """The same for equations whose speeds have these labels."""
        J = {labels.index(name): x for name, x in self.A.items()}
        return LevelRow(self.row, *self.by_order[:2], J, -self.b)

    def renamed(self, renaming: Renaming) -> NodeConstraint:
        """The same constraint of other variables."""
        residuals = (None if x is None else renaming.expressions(x) for x in self.by_order)
        A = {renaming.name(name): renaming.expressions(x) for name, x in self.A.items()}
        b = renaming.expressions(self.b)
        by_order: Any = tuple(residuals)
        row = self.source and replace(self.source, part=renaming.name(self.source.part))
        return NodeConstraint(renaming.name(self.name), by_order, A, b, self.affine_from, self.role, row)


def node_constraints(
    expressions: Iterable[tuple[str, Any]], kinematics: Kinematics, owner: str, role: Role = Role.CONSTRAINT
) -> tuple[NodeConstraint, ...]:
    """Constraints differentiated up to second order, without those that always hold or repeat others."""
    named = _without_repeats(expressions)
    if not named:
        return ()
    orders = _orders(named, kinematics, owner)
    levels = _differentiated([value for _, value in named], orders, kinematics)
    slopes = _slopes(levels[2], kinematics.highest)
    rest = substitute(levels[2], dict.fromkeys(kinematics.highest, 0.0))
    affine = _affine_from(levels, orders, kinematics)
    highest, constraints = frozenset(kinematics.highest), []
    for i, (name, _) in enumerate(named):
        A = {kinematics.accelerations[k]: x for k, x in slopes[i].items()}
        by_order: Any = tuple(None if k < orders[i] else levels[k][i] for k in range(3))
        if _is_kept_up(name, by_order, A, highest, owner):
            constraints.append(NodeConstraint(name, by_order, A, rest[i], affine[i], role))
    return tuple(constraints)


def _slopes(values: Array, variables: Sequence[Any]) -> Sequence[Mapping[int, Any]]:
    """Derivatives of each value, those that are not zero, by number of the variable."""
    return sparse_jacobian(list(values), list(variables)).rows


def _without_repeats(expressions: Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Constraints without those that are the same expression as one before them."""
    named: list[tuple[str, Any]] = []
    seen: set[Any] = set()
    for name, value in expressions:
        key = id(value) if isinstance(value, Expression) else float(value)
        if key not in seen:
            seen.add(key)
            named.append((name, value))
    return named


def _differentiated(values: list[Any], orders: list[int], kinematics: Kinematics) -> list[Array]:
    """What stays zero, of order 0, 1 and 2: as given from its own order on, then differentiated."""
    levels = [np.full(len(values), 0.0, dtype=object) for _ in range(3)]
    for k, level in enumerate(levels):
        if k:
            below = [i for i, order in enumerate(orders) if order < k]
            level[below] = kinematics.derivative(levels[k - 1][below]) if below else level[below]
        for i, order in enumerate(orders):
            if order == k:
                level[i] = values[i]
    return levels


def _is_kept_up(name: str, by_order: Any, A: Mapping[str, Any], highest: frozenset[Any], owner: str) -> bool:
    """Whether a constraint restricts something; refuse one that nothing could keep up, or that is not affine."""
    if curved := _first_in(A.values(), highest):
        raise FormulationError(
            f"{owner}: the constraint {name!r} is not linear in {curved!r}; what is not linear in variables of "
            "second order is differentiated once more: take modules.extended(…)"
        )
    if A and not all(is_identically_zero(x) for x in A.values()):
        return True
    if is_identically_zero(next(x for x in by_order if x is not None)):
        return False
    raise FormulationError(f"{owner}: no variable changes the constraint {name!r}, so nothing could keep it up")


def _orders(named: list[tuple[str, Any]], kinematics: Kinematics, owner: str) -> list[int]:
    """The order at which each constraint is given, by what it contains."""
    highest, speeds = frozenset(kinematics.highest), frozenset(map(symbol, kinematics.speeds))
    above = frozenset(symbol(f"{name_of(x)}'") for x in highest)
    orders = []
    for name, value in named:
        inputs = set(inputs_of([value])) if isinstance(value, Expression) else set()
        if inputs & above:
            raise FormulationError(
                f"{owner}: the constraint {name!r} contains {next(iter(inputs & above))!r}, a rate of variables "
                "of second order; such constraints extend the state: take modules.extended(…)"
            )
        orders.append(2 if inputs & highest else 1 if inputs & speeds else 0)
    return orders


def _affine_from(levels: list[Array], orders: list[int], kinematics: Kinematics) -> list[int]:
    """For each the least order from its own on at which it is affine in variables of that order, if trivial."""
    least = [2] * len(orders)
    for k, names in reversed(list(enumerate((kinematics.coordinates, kinematics.speeds)))):
        variables = [symbol(name) for name in names]
        is_trivial = kinematics.is_trivial if k == 0 else not kinematics.has_own_accelerations
        rows = [i for i, order in enumerate(orders) if order <= k]
        if not is_trivial or not variables or not rows:
            continue
        slopes, variable_set = _slopes(levels[k][rows], variables), frozenset(variables)
        for i, slope in zip(rows, slopes, strict=True):
            if not _first_in(slope.values(), variable_set):
                least[i] = k
    return least


def _first_in(entries: Any, variables: frozenset[Any]) -> str:
    """The first of some variables that stands in expressions, if any."""
    inputs = inputs_of([x for x in entries if isinstance(x, Expression)])
    return next((name_of(x) for x in inputs if x in variables), "")
