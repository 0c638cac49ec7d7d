"""Bounds and boundary conditions: numbers or ranges, of names and of expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isnan
from typing import TypeAlias

from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Scalar
from dalembert.name_checks import closest
from dalembert.number_checks import is_number, told
from dalembert.optimal_control.phase_system import PhaseSystem
from dalembert.state import State

Range: TypeAlias = float | tuple[float | None, float | None]
"""A value, or the least and the greatest one; None is open."""

Conditions: TypeAlias = Mapping[str | Expression, Range]
"""Ranges by names of signals and variables, or by expressions of measures."""


def range_of(given: object, what: str) -> tuple[float, float]:
    """The least and the greatest value that is allowed."""
    if is_number(given):
        ends: tuple[object, ...] = (given, given)
    elif isinstance(given, tuple | list) and len(given) == 2:
        ends = (-inf if given[0] is None else given[0], inf if given[1] is None else given[1])
    else:
        raise ModelError(
            f"{what} is given by a number or by (least, greatest), with None for open, not {told(given)}"
        )
    if not all(is_number(x) or x in (inf, -inf) for x in ends) or any(isnan(float(x)) for x in ends):  # type: ignore[arg-type]
        raise ModelError(f"{what} is given by numbers, not by {told(given)}")
    lower, upper = (float(x) for x in ends)  # type: ignore[arg-type]
    if lower > upper:
        raise ModelError(f"{what} cannot be between {lower:g} and {upper:g}: nothing is; exchange them")
    return lower, upper


@dataclass(frozen=True, eq=False)
class RowCondition:
    """A range of a signal or an expression that is no variable of the problem."""

    label: str
    expression: Scalar
    lower: float
    upper: float


@dataclass(frozen=True, eq=False)
class ParsedConditions:
    """Conditions on variables, by name, and on all else."""

    variables: Mapping[str, tuple[float, float]]
    rows: tuple[RowCondition, ...]


def parsed(given: Conditions | State | None, system: PhaseSystem, where: str) -> ParsedConditions:
    """Conditions of names and expressions, checked; a state fixes all coordinates, speeds and state variables."""
    if given is None:
        return ParsedConditions({}, ())
    if isinstance(given, State):
        eom = system.solution.equations
        state = eom.state(q=given.q, u=given.u, z=given.z, p=given.p)
        values = {**state.q, **state.u, **state.z}
        return ParsedConditions({name: (values[name], values[name]) for name in system.states}, ())
    if not isinstance(given, Mapping):
        raise ModelError(
            f"{where} are given by names or expressions, such as {{'x': 1.0, 'x.rate': (0, None)}}, or a State, "
            f"not {told(given)}"
        )
    variables: dict[str, tuple[float, float]] = {}
    rows = []
    for key, value in given.items():
        label = f"{key!r}" if isinstance(key, str) else repr(key)
        lower, upper = range_of(value, f"{label} in {where}")
        name = _variable(key, system)
        if name is not None:
            if name in variables:
                raise ModelError(f"{name!r} is given twice in {where}")
            variables[name] = (lower, upper)
        else:
            rows.append(RowCondition(label, _expression(key, system, where), lower, upper))
    return ParsedConditions(variables, tuple(rows))


def _variable(key: object, system: PhaseSystem) -> str | None:
    """The name of the variable of the problem that a key means, if it means one."""
    if not isinstance(key, str):
        node = system.resolved(key).item() if isinstance(key, Expression) else None
        named = dict(zip(map(id, (*system.arguments["x"], *system.arguments["tau"])), _names(system), strict=True))
        return named.get(id(node))
    return key if key in _names(system) else None


def _names(system: PhaseSystem) -> tuple[str, ...]:
    return (*system.states, *system.inputs)


def _expression(key: object, system: PhaseSystem, where: str) -> Scalar:
    if isinstance(key, str):
        if key not in system.solution.signals:
            raise ModelError(
                f"there is no {key!r} for {where}; {closest(key, [*_names(system), *system.solution.signals])}"
            )
        return system.signal(key)
    if isinstance(key, Expression):
        resolved = system.resolved(key)
        if resolved.shape == ():
            return resolved.item()
    raise ModelError(f"{where} are given by names or scalar expressions, not by {told(key)}")
