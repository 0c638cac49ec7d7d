"""Constraints of a node of a tree of systems, differentiated up to second order, A a + b = 0."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.level_rows import LevelRow, check_lasting
from dalembert.errors import FormulationError
from dalembert.expr.calculus import sparse_jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.modules.node_kinematics import Kinematics, is_identically_zero
from dalembert.modules.renaming import Renaming
from dalembert.rows import Level, Role, Row

ByOrder: TypeAlias = tuple[Scalar | None, Scalar | None, Scalar]
"""Residual of a constraint of order 0, 1 and 2; None below the order at which it is given."""


@dataclass(frozen=True, eq=False)
class NodeConstraint:
    """A scalar constraint of a node, as it was given and differentiated up to second order: A a + b = 0."""

    name: str
    by_order: ByOrder
    """Residual of order 0, 1 and 2; None below the order at which the constraint is given."""

    A: Mapping[str, Scalar]
    """Factors of the variables of second order, by label; the same at every order from `affine_from` on."""

    b: Scalar
    """Residual of second order without the variables of second order."""

    affine_from: int
    """Least order at which the constraint is affine in the variables of that order."""

    role: Role = Role.CONSTRAINT
    source: Row | None = None
    """Record of the row of other equations that the constraint comes from, if any."""

    @property
    def order(self) -> int:
        """Order at which the constraint is given."""
        return next(k for k, x in enumerate(self.by_order) if x is not None)

    @property
    def row(self) -> Row:
        """Record of the constraint as a row, at the order at which it is given."""
        if self.source is not None:
            return replace(self.source, name=self.name)
        residual = self.by_order[self.order]
        is_rheonomic = isinstance(residual, Expression) and time in inputs_of([residual])
        is_linear = self.affine_from <= 1
        return Row(self.name, self.name, Level(self.order), is_rheonomic, is_linear, self.role)

    def record(self, order: int) -> Row:
        """Record of the constraint as a row of another order."""
        return replace(self.row, level=Level(order))

    def level_row(self, labels: tuple[str, ...]) -> LevelRow:
        """Row of equations whose speeds have these labels."""
        J = {labels.index(name): x for name, x in self.A.items()}
        return LevelRow(self.row, *self.by_order[:2], J, -self.b)

    def renamed(self, renaming: Renaming) -> NodeConstraint:
        """Constraint over renamed variables."""
        move = renaming.expressions
        position, velocity, acceleration = self.by_order
        by_order = (
            None if position is None else move(position),
            None if velocity is None else move(velocity),
            move(acceleration),
        )
        A = {renaming.name(name): renaming.expressions(x) for name, x in self.A.items()}
        b = renaming.expressions(self.b)

        row = self.source and replace(self.source, part=renaming.name(self.source.part))
        return NodeConstraint(renaming.name(self.name), by_order, A, b, self.affine_from, self.role, row)


def node_constraints(
    expressions: Iterable[tuple[str, Scalar]], kinematics: Kinematics, owner: str, role: Role = Role.CONSTRAINT
) -> tuple[NodeConstraint, ...]:
    """Constraints from expressions by name, differentiated, without those that always hold or repeat others."""
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
        by_order = (
            levels[0][i] if orders[i] == 0 else None,
            levels[1][i] if orders[i] <= 1 else None,
            levels[2][i],
        )
        if _is_effective(name, by_order, A, highest, owner):
            constraints.append(NodeConstraint(name, by_order, A, rest[i], affine[i], role))
    return tuple(constraints)


def _slopes(values: Array, variables: Sequence[Node]) -> Sequence[Mapping[int, Scalar]]:
    """Derivatives of each value that are not zero, by number of the variable."""
    return sparse_jacobian(list(values), list(variables)).rows


def _without_repeats(expressions: Iterable[tuple[str, Scalar]]) -> list[tuple[str, Scalar]]:
    """Constraints without those that are the same expression as one before them."""
    named: list[tuple[str, Scalar]] = []
    seen: set[float] = set()
    for name, value in expressions:
        key = id(value) if isinstance(value, Expression) else float(value)
        if key not in seen:
            seen.add(key)
            named.append((name, value))
    return named


def _differentiated(values: list[Scalar], orders: list[int], kinematics: Kinematics) -> list[Array]:
    """Residuals of order 0, 1 and 2: each as given at its order, differentiated above it."""
    levels = [np.full(len(values), 0.0, dtype=object) for _ in range(3)]
    for k, level in enumerate(levels):
        if k:
            below = [i for i, order in enumerate(orders) if order < k]
            level[below] = kinematics.derivative(levels[k - 1][below]) if below else level[below]
        for i, order in enumerate(orders):
            if order == k:
                level[i] = values[i]
    return levels


def _is_effective(
    name: str, by_order: ByOrder, A: Mapping[str, Scalar], highest: frozenset[Node], owner: str
) -> bool:
    """Whether a constraint restricts motion; refuse one that no variable changes, or that is not affine."""
    if curved := _first_in(A.values(), highest):
        raise FormulationError(
            f"{owner}: the constraint {name!r} is not linear in {curved!r}; what is not linear in variables of "
            "second order is differentiated once more: take modules.extended(…)"
        )
    if A and not all(is_identically_zero(x) for x in A.values()):
        return True
    if is_identically_zero(next(x for x in by_order if x is not None)):
        return False
    raise FormulationError(f"{owner}: no variable changes the constraint {name!r}, so nothing could maintain it")


def _orders(named: list[tuple[str, Scalar]], kinematics: Kinematics, owner: str) -> list[int]:
    """Order of each constraint: the highest order of the variables in it."""
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
    """Least order of each constraint at which it is affine in variables of that order, where these are trivial."""
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


def _first_in(entries: Iterable[Scalar], variables: frozenset[Node]) -> str:
    """Name of the first of some variables in expressions; empty if there is none."""
    inputs = inputs_of([x for x in entries if isinstance(x, Expression)])
    return next((name_of(x) for x in inputs if x in variables), "")


def node_constraint(
    row: LevelRow, labels: tuple[str, ...], a: Array, named: Callable[[Any], Any] = lambda y: y
) -> NodeConstraint:
    """A row of equations as a constraint of the leaf."""
    check_lasting([row], "Modular", "use da.Recursive()")
    if row.exerts is not None:
        raise FormulationError(
            f"the row {row.row.name!r} exerts other forces than along its gradient, which trees "
            "of systems do not support; use da.Recursive()"
        )
    J, gamma = {k: named(x) for k, x in row.J.items()}, named(row.gamma)
    second = sum((x * a[k] for k, x in J.items()), 0.0) - gamma
    affine = 1 if row.row.level < Level.ACCELERATION and row.row.is_linear else 2
    psi = None if row.psi is None else named(row.psi)
    A = {labels[k]: x for k, x in J.items()}
    return NodeConstraint(row.row.name, (row.phi, psi, second), A, -gamma, affine, row.row.role, source=row.row)
