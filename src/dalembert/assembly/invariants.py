"""Constraints of a subsystem at all orders: differentiated up to A a + b = 0, and their common order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.assembly.kinematics import Kinematics, is_identically_zero
from dalembert.assembly.renaming import Renaming
from dalembert.equations.level_rows import LevelRow
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient
from dalembert.expr.node import Expression, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbols import symbol, time
from dalembert.rows import Level, Role, Row

Array = Any


@dataclass(frozen=True, eq=False)
class Invariant:
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
    given: Row | None = None
    """The record of the row it comes from, if it has one."""

    @property
    def order(self) -> int:
        """The order at which it is given."""
        return next(k for k, x in enumerate(self.by_order) if x is not None)

    @property
    def row(self) -> Row:
        """What it is, in words."""
        if self.given is not None:
            return replace(self.given, name=self.name)
        given = self.by_order[self.order]
        is_rheonomic = isinstance(given, Expression) and time in inputs_of([given])
        is_linear = self.affine_from <= 1
        return Row(self.name, self.name, Level(self.order), is_rheonomic, is_linear, self.role)

    def level_row(self, labels: tuple[str, ...]) -> LevelRow:
        """The same for equations whose speeds have these labels."""
        J = {labels.index(name): x for name, x in self.A.items()}
        return LevelRow(self.row, *self.by_order[:2], J, -self.b)

    def renamed(self, renaming: Renaming) -> Invariant:
        """The same constraint of other variables."""
        given = (None if x is None else renaming.expressions(x) for x in self.by_order)
        A = {renaming.name(name): renaming.expressions(x) for name, x in self.A.items()}
        b = renaming.expressions(self.b)
        by_order: Any = tuple(given)
        row = self.given and replace(self.given, part=renaming.name(self.given.part))
        return Invariant(renaming.name(self.name), by_order, A, b, self.affine_from, self.role, row)


def invariants(
    given: Iterable[tuple[str, Any]], kinematics: Kinematics, owner: str, role: Role = Role.CONSTRAINT
) -> tuple[Invariant, ...]:
    """Constraints differentiated up to second order, without those that always hold or repeat others."""
    found: list[Invariant] = []
    for name, value in given:
        one = _invariant(name, value, kinematics, owner, role)
        if one is not None and not any(_is_same(one, other) for other in found):
            found.append(one)
    return tuple(found)


def _invariant(name: str, value: Any, kinematics: Kinematics, owner: str, role: Role) -> Invariant | None:
    order = _order(name, value, kinematics, owner)
    by_order: list[Any] = [None, None, None]
    by_order[order] = value
    for k in range(order, 2):
        by_order[k + 1] = kinematics.derivative(by_order[k])
    highest = kinematics.highest
    slope = gradient(by_order[2], np.array(highest, dtype=object)) if highest else ()
    A = {label: x for label, x in zip(kinematics.accelerations, slope, strict=True) if not is_zero(x)}
    if curved := _first_in(A.values(), highest):
        raise FormulationError(
            f"{owner}: the constraint {name!r} is not linear in {curved!r}; what is not linear in variables of "
            "second order is differentiated once more: take extended(…)"
        )
    b = substitute(by_order[2], dict.fromkeys(highest, 0.0)) if highest else by_order[2]
    if not A or all(is_identically_zero(x) for x in A.values()):
        if is_identically_zero(by_order[order]):
            return None
        raise FormulationError(
            f"{owner}: no variable changes the constraint {name!r}, so nothing could keep it up"
        )
    return Invariant(name, tuple(by_order), A, b, _affine_from(by_order, kinematics, order), role)  # type: ignore[arg-type]


def _order(name: str, value: Any, kinematics: Kinematics, owner: str) -> int:
    """The order at which a constraint is given, by what it contains."""
    own = set(inputs_of([value])) if isinstance(value, Expression) else set()
    above = {symbol(f"{name_of(x)}'") for x in kinematics.highest}
    if own & above:
        raise FormulationError(
            f"{owner}: the constraint {name!r} contains {next(iter(own & above))!r}, a rate of variables of "
            "second order; such constraints extend the state: take extended(…)"
        )
    if not own.isdisjoint(kinematics.highest):
        return 2
    return 0 if own.isdisjoint(symbol(speed) for speed in kinematics.speeds) else 1


def _affine_from(by_order: list[Any], kinematics: Kinematics, order: int) -> int:
    """Least order from its own on at which it is affine in the variables of that order, and these are trivial."""
    variables = (kinematics.coordinates, kinematics.speeds)
    for k in range(order, 2):
        own = np.array([symbol(name) for name in variables[k]], dtype=object)
        is_trivial = kinematics.is_trivial if k == 0 else not kinematics.has_own_accelerations
        if is_trivial and len(own) and not _first_in(gradient(by_order[k], own), own):
            return k
    return 2


def _first_in(entries: Any, variables: Any) -> str:
    """The first of some variables that stands in expressions, if any."""
    known = set(variables)
    own = inputs_of([x for x in entries if isinstance(x, Expression)])
    return next((name_of(x) for x in own if x in known), "")


def _is_same(one: Invariant, other: Invariant) -> bool:
    """Whether two constraints are the same expression."""
    return all(
        x is y or (not isinstance(x, Expression) and x == y)
        for x, y in zip(one.by_order, other.by_order, strict=True)
    )
