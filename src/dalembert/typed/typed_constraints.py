"""Constraints that are typed in: φ(t, q), ψ(t, q, u) or of accelerations, differentiated up to J a = γ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dalembert.equations.level_rows import LevelRow
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient, time_derivative
from dalembert.expr.node import Expression, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import time
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.contribution import Contribution
from dalembert.model.part import Output, Part
from dalembert.rows import Level, Role, Row
from dalembert.typed.speed_map import SpeedMap
from dalembert.typed.typed_measures import NamedVariables
from dalembert.typed.vocabulary import ACCELERATIONS, Kind, TypedExpression, Vocabulary

_HINT = "a constraint is a relation of coordinates, speeds and time"


def typed_rows(constraints: Iterable[object], vocabulary: Vocabulary, speeds: SpeedMap) -> list[LevelRow]:
    """Rows of constraints in their order; each is (name, expression), with a level or not, or a `Constraint`."""
    rows = []
    for name, part, expression, level, role in _relations(constraints):
        value = vocabulary.read(expression, f"the constraint {name!r}", ACCELERATIONS | {Kind.INPUT}, _HINT)
        record = Row(name, part, _level(name, value, level, vocabulary), role=role)
        rows.append(_row(record, value, vocabulary, speeds))
    return rows


def expressions_in(constraints: Iterable[object]) -> list[TypedExpression]:
    """Expressions that constraints hold at zero."""
    return [expression for _, _, expression, _, _ in _relations(constraints)]


def outputs_in(constraints: Iterable[object]) -> dict[str, Output]:
    """Signals that constraints have of their own, by name."""
    parts = [part for part in constraints if isinstance(part, Part)]
    named = {constraint.name: constraint.outputs for part in parts for constraint in part.constraints}
    return {f"{name}.{key}": output for name, outputs in named.items() for key, output in outputs.items()}


def definition_rows(speeds: SpeedMap, vocabulary: Vocabulary) -> list[LevelRow]:
    """Rows that hold redundant speeds to their definitions; their multipliers are no reactions."""
    rows = []
    for name, value in zip(speeds.definitions, speeds.kappa, strict=True):
        label = f"definition of {name}"
        rows.append(_row(Row(label, label, Level.VELOCITY, role=Role.DEFINITION), value, vocabulary, speeds))
    return rows


def _relations(
    constraints: Iterable[object],
) -> Iterator[tuple[str, str, TypedExpression, Level | None, Role]]:
    """Name of the row and of its part, expression, level if it is given, and role."""
    for entry in constraints:
        if isinstance(entry, Part) and entry.constraints:
            for constraint, relation in _relations_of(entry):
                name = f"{constraint.name}.{relation.name}" if relation.name else constraint.name
                yield name, constraint.name, relation.value, relation.level, relation.role
        elif isinstance(entry, tuple | list) and len(entry) in (2, 3) and isinstance(entry[0], str):
            level = entry[2] if len(entry) == 3 else None
            if level not in (None, *Level):
                raise FormulationError(
                    f"the level of the constraint {entry[0]!r} is a da.extend.Level, not {level!r}"
                )
            yield entry[0], entry[0], entry[1], None if level is None else Level(level), Role.CONSTRAINT
        else:
            raise FormulationError(
                f"a constraint is typed as (name, expression), with a level or not, or is one such as Drive, "
                f"not {entry!r}"
            )


def _relations_of(part: Part) -> Iterator[tuple[Constraint, Relation]]:
    for constraint in Contribution.of(part).constraints:
        for relation in constraint.relations(NamedVariables({})):
            yield constraint, relation


def _level(name: str, value: Scalar, stated: Level | None, vocabulary: Vocabulary) -> Level:
    """Level of a relation: the highest level of the variables in it."""
    inputs = set(inputs_of([value])) if isinstance(value, Expression) else set()
    contained = Level.POSITION
    for kind, level in ((Kind.SPEED, Level.VELOCITY), (Kind.ACCELERATION, Level.ACCELERATION)):
        contained = contained if inputs.isdisjoint(vocabulary.variables(kind)) else level
    if stated is not None and stated != contained:
        raise FormulationError(
            f"the constraint {name!r} is given at level {stated.name.lower()}, but by its variables it is one of "
            f"level {contained.name.lower()}"
        )
    return contained


def _row(row: Row, value: Scalar, vocabulary: Vocabulary, speeds: SpeedMap) -> LevelRow:
    a = vocabulary.variables(Kind.ACCELERATION)
    phi: Scalar | None = value if row.level == Level.POSITION else None
    psi: Scalar | None = None
    if row.level == Level.ACCELERATION:
        slope, rest = gradient(value, a), substitute(value, dict.fromkeys(a, 0.0))
    else:
        psi = time_derivative(value, speeds.motion) if row.level == Level.POSITION else value
        slope, rest = gradient(psi, speeds.u), time_derivative(psi, speeds.motion)
    J = {k: x for k, x in enumerate(slope) if not is_zero(x)}
    if not J:
        raise FormulationError(f"no speed changes the constraint {row.name!r}, so nothing could maintain it")
    within = set(inputs_of([x for x in J.values() if isinstance(x, Expression)]))
    if not within.isdisjoint(a):
        raise FormulationError(f"the constraint {row.name!r} is not linear in the accelerations")
    is_rheonomic = isinstance(value, Expression) and time in inputs_of([value])
    is_linear = within.isdisjoint(speeds.u)
    return LevelRow(replace(row, is_rheonomic=is_rheonomic, is_linear=is_linear), phi, psi, J, -rest)


def checked_rows(rows: list[LevelRow], taken: Iterable[str]) -> list[LevelRow]:
    """The rows, if no name is taken."""
    names = set(taken)
    for row in rows:
        if row.row.name in names:
            raise FormulationError(f"the name {row.row.name!r} of a constraint is taken; each has its own")
        names.add(row.row.name)
    return rows
