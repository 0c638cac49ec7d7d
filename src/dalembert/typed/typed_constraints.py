"""Constraints that are typed in: φ(t, q), ψ(t, q, u) or of accelerations, differentiated up to J a = γ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from dalembert.equations.level_rows import LevelRow
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient, time_derivative
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import time
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.part import Output, Part
from dalembert.rows import Level, Role, Row
from dalembert.typed.speed_map import SpeedMap
from dalembert.typed.typed_measures import NamedVariables
from dalembert.typed.vocabulary import ACCELERATIONS, Kind, Vocabulary

_HINT = "a constraint is a relation of coordinates, speeds and time"


def typed_rows(given: Iterable[Any], vocabulary: Vocabulary, speeds: SpeedMap) -> list[LevelRow]:
    """Rows in the order in which they are given: (name, expression), with a level or not, or constraints."""
    rows = []
    for name, part, expression, level, role in _relations(given):
        value = vocabulary.read(expression, f"the constraint {name!r}", ACCELERATIONS | {Kind.INPUT}, _HINT)
        record = Row(name, part, _level(name, value, level, vocabulary), role=role)
        rows.append(_row(record, value, vocabulary, speeds))
    return rows


def expressions_in(given: Iterable[Any]) -> list[Any]:
    """What stays zero by the constraints."""
    return [expression for _, _, expression, _, _ in _relations(given)]


def outputs_in(given: Iterable[Any]) -> dict[str, Output]:
    """Signals that constraints among what is given have of their own, by name."""
    constraints = [constraint for one in given if isinstance(one, Part) for constraint in one.constraints]
    return {f"{one.name}.{key}": output for one in constraints for key, output in one.outputs.items()}


def definition_rows(speeds: SpeedMap, vocabulary: Vocabulary) -> list[LevelRow]:
    """Rows that redundant speeds keep; their multipliers are no reactions."""
    found = []
    for name, value in zip(speeds.definitions, speeds.kappa, strict=True):
        label = f"definition of {name}"
        found.append(_row(Row(label, label, Level.VELOCITY, role=Role.DEFINITION), value, vocabulary, speeds))
    return found


def _relations(given: Iterable[Any]) -> Iterator[tuple[str, str, Any, Level | None, Role]]:
    """Name of the row and of its part, expression, level if it is given, and role."""
    for one in given:
        if isinstance(one, Part) and one.constraints:
            for constraint, relation in _relations_of(one):
                name = f"{constraint.name}.{relation.name}" if relation.name else constraint.name
                yield name, constraint.name, relation.value, relation.level, relation.role
        elif isinstance(one, tuple | list) and len(one) in (2, 3) and isinstance(one[0], str):
            level = one[2] if len(one) == 3 else None
            if level not in (None, *Level):
                raise FormulationError(
                    f"the level of the constraint {one[0]!r} is a da.extend.Level, not {level!r}"
                )
            yield one[0], one[0], one[1], None if level is None else Level(level), Role.CONSTRAINT
        else:
            raise FormulationError(
                f"a constraint is typed as (name, expression), with a level or not, or is one such as Drive, "
                f"not {one!r}"
            )


def _relations_of(part: Part) -> Iterator[tuple[Constraint, Relation]]:
    for constraint in part.constraints:
        for relation in constraint.relations(NamedVariables({})):
            yield constraint, relation


def _level(name: str, value: Any, given: Level | None, vocabulary: Vocabulary) -> Level:
    """The level at which a relation stands, by what it contains."""
    inputs = set(inputs_of([value])) if isinstance(value, Expression) else set()
    found = Level.POSITION
    for kind, level in ((Kind.SPEED, Level.VELOCITY), (Kind.ACCELERATION, Level.ACCELERATION)):
        found = found if inputs.isdisjoint(vocabulary.variables(kind)) else level
    if given is not None and given != found:
        raise FormulationError(
            f"the constraint {name!r} is given as one of {given.name.lower()}, but by what it contains it is one "
            f"of {found.name.lower()}"
        )
    return found


def _row(row: Row, value: Any, vocabulary: Vocabulary, speeds: SpeedMap) -> LevelRow:
    a = vocabulary.variables(Kind.ACCELERATION)
    phi = value if row.level == Level.POSITION else None
    psi = time_derivative(value, speeds.motion) if row.level == Level.POSITION else value
    if row.level == Level.ACCELERATION:
        slope, rest, psi = gradient(value, a), substitute(value, dict.fromkeys(a, 0.0)), None
    else:
        slope, rest = gradient(psi, speeds.u), time_derivative(psi, speeds.motion)
    J = {k: x for k, x in enumerate(slope) if not is_zero(x)}
    if not J:
        raise FormulationError(f"no speed changes the constraint {row.name!r}, so nothing could keep it up")
    within = set(inputs_of([x for x in J.values() if isinstance(x, Expression)]))
    if not within.isdisjoint(a):
        raise FormulationError(f"the constraint {row.name!r} is not linear in the accelerations")
    is_rheonomic = isinstance(value, Expression) and time in inputs_of([value])
    is_linear = within.isdisjoint(speeds.u)
    return LevelRow(replace(row, is_rheonomic=is_rheonomic, is_linear=is_linear), phi, psi, J, -rest)


def checked_rows(rows: list[LevelRow], taken: Iterable[str]) -> list[LevelRow]:
    """The rows, whose names are their own."""
    known = set(taken)
    for row in rows:
        if row.row.name in known:
            raise FormulationError(f"the name {row.row.name!r} of a constraint is taken; each has its own")
        known.add(row.row.name)
    return rows
