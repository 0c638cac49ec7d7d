"""Where a search begins: straight lines from start to end, an earlier trajectory, or what somebody gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.assemble import assemble
from dalembert.errors import DalembertError, ModelError
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_numbers, floats, told
from dalembert.optimal_control.conditions import ParsedConditions
from dalembert.optimal_control.phase_system import PhaseSystem
from dalembert.optimal_control.trajectory_result import Trajectory, TrajectoryPhase, interpolated
from dalembert.runs.motion import Motion

_STATIONS = 9
"""States between start and end that are assembled for a guess of a mechanism with loops."""

_STEP, _MOST_STATIONS = 0.1, 200
"""Step in rad or m in which mechanisms are led to their end, and the most steps."""


class Guess(Protocol):
    """Values of variables along phases."""

    def values(self, phase: int, fractions: Vector) -> Mapping[str, Vector]:
        """Values (P,) of variables by name at fractions of a phase."""

    def duration(self, phase: int, lower: float, upper: float) -> float:
        """Duration of a phase within its range."""


@dataclass(frozen=True, eq=False)
class StraightLines:
    """Tables over the fraction of the whole, and shares of phases in it."""

    table: Vector
    columns: Mapping[str, Vector]
    shares: Vector
    """Fractions of the whole where phases begin and end, (n + 1,)."""

    def values(self, phase: int, fractions: Vector) -> Mapping[str, Vector]:
        at = self.shares[phase] + fractions * (self.shares[phase + 1] - self.shares[phase])
        return {name: np.interp(at, self.table, column) for name, column in self.columns.items()}

    def duration(self, phase: int, lower: float, upper: float) -> float:
        return 0.5 * (lower + upper)


@dataclass(frozen=True, eq=False)
class OfPhases:
    """An earlier trajectory with the same phases."""

    phases: Sequence[TrajectoryPhase]

    def values(self, phase: int, fractions: Vector) -> Mapping[str, Vector]:
        return interpolated(self.phases[phase], fractions)

    def duration(self, phase: int, lower: float, upper: float) -> float:
        times = self.phases[phase].motion.times
        return float(times[-1] - times[0])


def fixed_values(conditions: ParsedConditions, names: Sequence[str]) -> dict[str, float]:
    """Values of the variables among names that conditions fix."""
    return {name: x[0] for name, x in conditions.variables.items() if name in names and x[0] == x[1]}


def state_for(
    system: PhaseSystem, fixed: Mapping[str, float], near: Mapping[str, float], t: float, p: Mapping[str, float]
) -> dict[str, float]:
    """A state with these values that satisfies the rows, near another one."""
    eom = system.solution.equations
    if not eom.rows and not len(eom.c):
        return {**near, **fixed}
    guess = eom.state(
        t=t, q=_some(near, eom.coordinates), u=_some(near, eom.speeds), z=_some(near, eom.states), p=p
    )
    q, u = _some(fixed, eom.coordinates), _some(fixed, eom.speeds)
    state = assemble(system.dynamics, q=q, u=u, guess=guess, t=t, p=dict(p))
    return {**near, **{name: state.q[name] for name in eom.coordinates}, **{x: state.u[x] for x in eom.speeds}}


def _some(values: Mapping[str, float], names: Sequence[str]) -> dict[str, float]:
    return {name: values[name] for name in names if name in values}


def straight(
    systems: Sequence[PhaseSystem],
    start: ParsedConditions,
    end: ParsedConditions,
    durations: Sequence[tuple[float, float]],
    t0: float,
    p: Mapping[str, float],
    given: Mapping[str, Any],
) -> StraightLines:
    """Straight lines between states that satisfy start and end, with columns that somebody gives."""
    first, last = systems[0], systems[-1]
    lengths = np.array([0.5 * (lower + upper) for lower, upper in durations])
    shares = np.concatenate([[0.0], np.cumsum(lengths)]) / lengths.sum()
    default = first.solution.equations.state()
    near = {**default.q, **default.u, **default.z}
    for name, value in given.items():
        if name in near:
            near[name] = float(floats(value).ravel()[0])
    names = first.states
    a = state_for(first, fixed_values(start, names), near, t0, p)
    near_end: dict[str, float] = {**a, **dict.fromkeys(first.solution.equations.speeds, 0.0)}
    lines_given = {name: value for name, value in given.items() if floats(value).size > 1 or name not in near_end}
    near_end |= {name: float(floats(x).ravel()[-1]) for name, x in lines_given.items() if name in near_end}
    fixed = fixed_values(end, first.solution.equations.coordinates)
    led = _led(first, a, fixed, t0, p) if len(systems) == 1 and not lines_given else None
    if led is not None:
        near_end |= {name: float(y[-1]) for name, y in led.items()}
    b = state_for(last, fixed_values(end, names), near_end, t0 + float(lengths.sum()), p)
    if led is not None:
        table = np.linspace(0.0, 1.0, len(next(iter(led.values()))))
        return StraightLines(table, {x: a[x] + (b[x] - a[x]) * table for x in names} | led, shares)
    table = np.linspace(0.0, 1.0, max([_STATIONS, *(floats(x).size for x in given.values())]))
    columns = {name: a[name] + (b[name] - a[name]) * table for name in names}
    for name, value in lines_given.items():
        numbers = floats(value).ravel()
        columns[name] = np.interp(table, np.linspace(0.0, 1.0, len(numbers)), numbers)
    if len(systems) == 1 and first.position_rows:
        columns |= _assembled(first, table, {name: columns[name] for name in names}, t0, float(lengths.sum()), p)
    return StraightLines(table, columns, shares)


def _led(
    system: PhaseSystem, a: Mapping[str, float], fixed: Mapping[str, float], t0: float, p: Mapping[str, float]
) -> dict[str, Vector] | None:
    """Coordinates on the branch of the start, where those that are fixed at the end lead the others.

    In short steps, from where the steps before point to; None if nothing leads, or if loops do not close.
    """
    if not system.position_rows or not 0 < len(fixed) < system.nq:
        return None
    way = max(abs(value - a[name]) for name, value in fixed.items())
    rest = dict.fromkeys(system.states[system.nq :], 0.0)
    names, states = system.states[: system.nq], [dict(a)]
    for part in np.linspace(0.0, 1.0, 1 + int(np.clip(np.ceil(way / _STEP), _STATIONS - 1, _MOST_STATIONS)))[1:]:
        held = {name: a[name] + part * (value - a[name]) for name, value in fixed.items()}
        last, before = states[-1], states[-2] if len(states) > 1 else states[-1]
        near = {name: 2.0 * last[name] - before[name] for name in names} | rest
        try:
            states.append(state_for(system, held, {**last, **near}, t0, p))
        except DalembertError:
            return None
    return {name: np.array([state[name] for state in states]) for name in names}


def _assembled(
    system: PhaseSystem,
    table: Vector,
    columns: Mapping[str, Vector],
    t0: float,
    length: float,
    p: Mapping[str, float],
) -> dict[str, Vector]:
    """The lines moved to where loops close, as far as they do."""
    moved = {name: y.copy() for name, y in columns.items()}
    for k, part in enumerate(table):
        near = {name: float(y[k]) for name, y in columns.items()}
        try:
            state = state_for(system, {}, near, t0 + part * length, p)
        except DalembertError:
            continue
        for name, y in moved.items():
            y[k] = state[name]
    return moved


def guess_of(given: Any, systems: Sequence[PhaseSystem], lines: Any) -> Guess:
    """A guess by what somebody gives; `lines` makes straight lines with given columns."""
    if given is None:
        return lines({})
    if isinstance(given, Trajectory):
        if len(given.phases) == len(systems):
            return OfPhases(given.phases)
        given = given.phases[0].motion
    if isinstance(given, Motion):
        names = [
            name for name in (*systems[0].states, *systems[0].inputs) if name in (*given.names, *_inputs(given))
        ]
        if not names:
            raise ModelError(
                "the motion that is the guess has none of the variables: it has "
                f"{', '.join(map(repr, given.names))}, and the system {', '.join(map(repr, systems[0].states))}"
            )
        order = np.linspace(given.times[0], given.times[-1], max(len(given), 2))
        columns = {name: np.interp(order, given.times, given[name]) for name in names}
        return lines(columns)
    if isinstance(given, Mapping):
        checked_names(given, {*systems[0].states, *systems[0].inputs}, "variable to guess:")
        for name, x in given.items():
            checked_numbers(x, f"guesses of {name!r}")
        return lines(dict(given))
    raise ModelError(f"a guess is a Trajectory, a Motion or values by name, not {told(given)}")


def _inputs(motion: Motion) -> tuple[str, ...]:
    return tuple(motion.dynamics.equations.inputs)
