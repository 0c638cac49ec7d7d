"""One period of a motion as a map of its start: where it returns to, and the derivative of that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.constraint_unknowns import native
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import DalembertError, ModelError, SolverError
from dalembert.expr.node import Expression, Scalar, inputs_of
from dalembert.expr.symbol_nodes import time
from dalembert.linear.jacobians import turns
from dalembert.linear.start_tangents import Changes, Direction, StartTangents
from dalembert.memo import Key
from dalembert.name_checks import checked_names
from dalembert.rank import INVOLVED
from dalembert.runs.events import Event
from dalembert.runs.rate_jumps import Instant, Switches
from dalembert.runs.task import Task
from dalembert.sensitivity.event_maps import event_expressions
from dalembert.sensitivity.tangent_runs import TangentRun, TangentTask
from dalembert.state import State
from dalembert.statics.steady_unknowns import SteadySystem
from dalembert.tolerances import SAME_NUMBER

SAMPLES = 201
"""Number of samples of the motion over one period."""

SHORTEST = 0.2
"""Shortest period that is tried, beside the guess; the longest is as much longer."""

CHANGING = 1e-3
"""Rate of a value, beside all rates, from which on it changes along the motion."""

_TRIALS = 4
_PERIODS = (1, 1, 2, 7, 30, 400)
"""Numbers of periods after which what acts must be the same: a step may come later."""

_BESIDE = 0.1
"""How far states beside a start are from it, in units of their own."""

_TURN = 2.0 * np.pi


@dataclass(frozen=True, eq=False)
class Return:
    """A start, its run over a period, and the derivative of what it misses."""

    start: State
    start_values: Vector
    """q, u and z of the start."""

    period: float
    missed: Vector
    """x(T) − x(0) in independent small motions (n,)."""

    monodromy: Matrix
    """∂x(T)/∂x(0) in these (n, n)."""

    rates: Vector
    """Rates of these at the end (n,)."""

    phase: Vector
    """A row that fixes where on the motion the start is (n,); zero if it is fixed otherwise."""

    off_phase: float
    """How far the start has moved along it."""

    returning: tuple[str, ...]
    """Names of the independent small motions."""

    held: tuple[int, ...]
    is_forced: bool
    basis: Matrix
    """Changes of all states for a unit of each small motion (n_x, n)."""

    @property
    def gap(self) -> float:
        """The largest part of what is missed, beside the size of the state or one."""
        largest = max(float(np.abs(self.missed).max(initial=0.0)), abs(self.off_phase))
        return largest / max(1.0, float(np.abs(self.start_values).max(initial=0.0)))

    @property
    def _matrix(self) -> Matrix:
        """Derivative of what is missed, and of the phase, by small motions and the period (n + 1, n + 1)."""
        n = len(self.missed)
        matrix = np.zeros((n + 1, n + 1))
        matrix[:n, :n], matrix[:n, n], matrix[n, :n] = self.monodromy - np.eye(n), self.rates, self.phase
        if self.is_forced:
            matrix[:, n] = 0.0
        matrix[:, list(self.held)] = 0.0
        return matrix

    def newton_step(self, truncation: float) -> Vector:
        """The smallest change of small motions and the period (n + 1,) that closes the gap to first order."""
        right = np.concatenate([self.missed, [self.off_phase]])
        return np.asarray(-np.linalg.pinv(self._matrix, rcond=truncation) @ right)

    def family(self, limit: float) -> tuple[str, ...]:
        """Names that change along periodic motions beside this one; none if it stands alone."""
        open_columns = [k for k in range(len(self.returning) + 1) if k not in self.held]
        if self.is_forced:
            open_columns.remove(len(self.returning))
        _, s, Vt = np.linalg.svd(self._matrix[:, open_columns])
        is_free = np.array([k >= len(s) or s[k] <= limit * s.max(initial=0.0) for k in range(len(Vt))])
        names = [*self.returning, "the period"]
        along = np.abs(Vt[is_free]).max(axis=0, initial=0.0)
        return tuple(names[k] for k, x in zip(open_columns, along, strict=True) if x > INVOLVED)


@dataclass(frozen=True, eq=False)
class Shooting:
    """A search for a periodic motion: the task, the guess, and what must return."""

    task: TangentTask
    guess: State
    period: float
    hold: tuple[str, ...]
    is_forced: bool
    ignorable: tuple[str, ...]
    returning: tuple[str, ...]
    """Independent small motions of the start that must return."""

    @classmethod
    def of(cls, plain: Task, guess: State, period: float, hold: Collection[str]) -> Shooting:
        """The search near a guess, checked."""
        if isinstance(hold, str):
            raise ModelError(f"hold is a list of names of the start, such as [{hold!r}], not a text")
        ready = plain.ready([guess])
        by_events = event_expressions(ready.dynamics, plain.events)
        forced = _timed_parts(ready.dynamics, plain.events)
        if forced:
            _check_period(ready, period, forced, by_events)
        independent = _independent(ready)
        ignorable = _ignorable(ready, independent, by_events)
        returning = tuple(name for name in independent if name not in ignorable)
        names = tuple(ready.dynamics.equations.speed_name(x) if x not in returning else x for x in hold)
        checked_names(names, returning, "independent value of the start that must return")
        small = StartTangents(ready.dynamics, ()).jacobians.names
        directions = tuple(Direction(name, number=small.index(name)) for name in returning)
        start = ready.dynamics.state(ready.t, ready.states[0], ready.tau[0], ready.p[0])
        task = TangentTask(replace(plain, dynamics=ready.dynamics), directions, independent)
        return cls(task, start, period, names, bool(forced), ignorable, returning)

    @property
    def dynamics(self) -> Dynamics:
        """The dynamics that are run."""
        return self.task.task.dynamics

    # ---- runs

    def run(self, start: State, period: float) -> TangentRun:
        """The run over one period, with samples to be looked at."""
        ready = self.task.task.ready([start])
        return self._run(ready, self.task.changes(ready), period, SAMPLES)

    def _run(self, ready: Starts, changes: Changes, period: float, samples: int) -> TangentRun:
        times = np.linspace(ready.t, ready.t + period, samples)
        task = replace(self.task, task=replace(self.task.task, times=times))
        run = task.run_from(ready, changes.S, changes.held, ready.t + period)
        if run.failure is not None:
            raise run.failure
        return run

    def first(self) -> Return:
        """The return of the guess."""
        try:
            return self.returned(self.guess, self.period)
        except SolverError as error:
            raise SolverError(
                f"the run from the guess does not last for the period {self.period:g}: {error}"
            ) from error

    def tried(self, here: Return, step: Vector) -> Return | None:
        """The return of a start moved by small motions, with another period; None if there is no such run."""
        x = here.start_values + here.basis @ step[:-1]
        period = here.period + (0.0 if self.is_forced else float(step[-1]))
        if not SHORTEST * self.period <= period <= self.period / SHORTEST:
            # every motion nearly returns at once
            return None
        moved = self.dynamics.state(here.start.t, x, np.array([*here.start.tau.values()]), here.start.p)
        try:
            numbers = self.dynamics.guessed(moved)
            q = self.dynamics.valid(numbers, moved.p)
            valid = self.dynamics.state(moved.t, np.concatenate([q, x[len(q) :]]), numbers["tau"], moved.p)
            return self.returned(self.task.task.settled(valid), period)
        except DalembertError:
            return None

    def returned(self, start: State, period: float) -> Return:
        """The return of a start after a period."""
        ready = self.task.task.ready([start])
        changes = self.task.changes(ready)
        numbers = [changes.held.index(name) for name in self.returning]
        run = self._run(ready, changes, period, 2)
        x, end, S = ready.states[0], run.motion.states[-1], run.tangents[-1]
        end, S = self._unturned(x, end, S)
        back = changes.back[numbers]
        rates = _rates(self.dynamics, Instant(ready.t + period, end, ready.tau[0], ready.p[0]))
        return Return(
            start=self.dynamics.state(ready.t, x, ready.tau[0], ready.p[0]),
            start_values=x,
            period=period,
            missed=back @ (end - x),
            monodromy=back @ S,
            rates=back @ rates,
            phase=self._phase,
            off_phase=float(self._phase @ back @ (x - self._guess_values)),
            returning=self.returning,
            held=self._held,
            is_forced=self.is_forced,
            basis=changes.S,
        )

    @property
    def _held(self) -> tuple[int, ...]:
        return tuple(self.returning.index(name) for name in self.hold)

    @cached_property
    def _guess_values(self) -> Vector:
        numbers = self.dynamics.arguments(self.guess)
        return np.concatenate([numbers["q"], numbers["u"], numbers["z"]])

    @cached_property
    def _phase(self) -> Vector:
        """A row (n,) that lets the start move across the motion through the guess only."""
        ready = self.task.task.ready([self.guess])
        changes = self.task.changes(ready)
        rates = _rates(self.dynamics, Instant(ready.t, ready.states[0], ready.tau[0], ready.p[0]))
        along = _unit(changes.back[[changes.held.index(name) for name in self.returning]] @ rates)
        # a value that is held fixes where on the motion it starts, unless it does not change there
        is_fixed = self.is_forced or bool((np.abs(along[list(self._held)]) > CHANGING).any())
        return np.zeros(len(self.returning)) if is_fixed else along

    def _unturned(self, x: Vector, end: Vector, S: Matrix) -> tuple[Vector, Matrix]:
        """The end without whole turns of angles, and with quaternions of the nearer sign."""
        end, S = end.copy(), S.copy()
        for k in self._turning:
            end[k] -= _TURN * np.round((end[k] - x[k]) / _TURN)
        for group in turns(self.dynamics.equations):
            rows = list(group.coordinates)
            if np.dot(x[rows], end[rows]) < 0.0:
                end[rows], S[rows] = -end[rows], -S[rows]
        return end, S

    @cached_property
    def _turning(self) -> list[int]:
        """Angles, by number, after a whole turn of which all rates are the same."""
        eom, dynamics = self.dynamics.equations, self.dynamics
        numbers, x = self.dynamics.arguments(self.guess), self._guess_values
        generator, angles = np.random.default_rng(3), []
        for k, name in enumerate(eom.coordinates):
            if eom.variables.units.get(name) != "rad" or name in self.ignorable:
                continue
            step = np.zeros(len(x))
            step[k] = _TURN
            trials = [x + 0.1 * generator.standard_normal(len(x)) for _ in range(_TRIALS)]
            pairs = [
                (
                    _rates(dynamics, Instant(self.guess.t, y, numbers["tau"], self.guess.p)),
                    _rates(dynamics, Instant(self.guess.t, y + step, numbers["tau"], self.guess.p)),
                )
                for y in trials
            ]
            if all(_is_same(a, b) for a, b in pairs):
                angles.append(k)
        return angles

    # ---- what is said

    def largest(self, here: Return) -> tuple[str, float]:
        """The name that misses its start most, and by how much."""
        k = int(np.argmax(np.abs(here.missed)))
        return self.returning[k], float(here.missed[k])

    def advance(self, run: TangentRun) -> dict[str, float]:
        """Advance of coordinates that need not return, in a period."""
        eom, x = self.dynamics.equations, run.motion.states
        numbers = [eom.coordinates.index(name) for name in self.ignorable if name in eom.coordinates]
        change = {eom.coordinates[k]: float(x[-1, k] - x[0, k]) for k in [*numbers, *self._turning]}
        return {name: y for name, y in change.items() if abs(y) > SAME_NUMBER}


def _rates(dynamics: Dynamics, at: Instant) -> Vector:
    """ẋ (n,)."""
    switches = Switches.of(dynamics)
    return switches.rates(at, np.sign(switches.values(at)))


def _unit(x: Vector) -> Vector:
    size = float(np.linalg.norm(x))
    return x / size if size > 0.0 else x


def _is_same(a: Vector, b: Vector) -> bool:
    return bool(np.abs(a - b).max(initial=0.0) <= SAME_NUMBER * max(1.0, float(np.abs(a).max(initial=0.0))))


_TIMED_PARTS: Key[SteadySystem] = Key("timed parts")


def _timed_parts(dynamics: Dynamics, events: Sequence[Event]) -> tuple[str, ...]:
    """Parts and events by which time acts; none if it does not."""
    names = [event.name for event in events if _is_timed(event_expressions(dynamics, [event]))]
    if not _is_timed(dynamics.solved.first_order().rate):
        return tuple(names)
    system = dynamics.memo.get(_TIMED_PARTS, lambda: SteadySystem(dynamics, (), (), ()))
    return (*system.timed_parts, *names) or ("a law",)


def _is_timed(expressions: Iterable[Scalar]) -> bool:
    return time in inputs_of([x for x in expressions if isinstance(x, Expression)])


def _check_period(ready: Starts, period: float, parts: tuple[str, ...], by_events: Sequence[Scalar]) -> None:
    """Raise if rates, or what events do, are not the same a period later."""
    dynamics, x, generator = ready.dynamics, ready.states[0], np.random.default_rng(2)
    events = native(dynamics, {"y": np.array(by_events, dtype=object)}) if by_events else None

    def values(t: float, x: Vector) -> Vector:
        at = Instant(t, x, ready.tau[0], ready.p[0])
        of_events = np.zeros(0) if events is None else np.asarray(events(at.numbers(dynamics), at.p)["y"])
        return np.concatenate([_rates(dynamics, at), of_events])

    # in one state, such as x = 0, what acts may be nothing
    states = [x, *(x + _BESIDE * generator.standard_normal((_TRIALS, len(x))))]
    parts_of_it = generator.uniform(0.0, 1.0, 3 * _TRIALS)
    for part, state, count in zip(parts_of_it, cycle(states), cycle(_PERIODS), strict=False):
        t = ready.t + part * period
        try:
            now, later = values(t, state), values(t + count * period, state)
        except SolverError:
            # there is no motion beside the start
            continue
        if np.isfinite([now, later]).all() and not _is_same(now, later):
            raise ModelError(
                f"time acts by {', '.join(map(repr, parts))}, and not with the period {period:g}: at t = {t:.4g} "
                f"rates are others than {_often(count)} later; give the period of what acts, or a multiple of it"
            )


def _often(count: int) -> str:
    return "a period" if count == 1 else f"{count} periods"


def _independent(ready: Starts) -> tuple[str, ...]:
    """Names of independent small motions of a start."""
    numbers = {name: getattr(ready, name)[0] for name in ("q", "u", "z", "tau")}
    return StartTangents(ready.dynamics, ()).at({"t": ready.t, **numbers}, ready.p[0]).held


def _ignorable(ready: Starts, independent: tuple[str, ...], by_events: Sequence[Scalar]) -> tuple[str, ...]:
    """Coordinates on which no rate depends but those of others like them; none that rows or events contain."""
    dynamics = ready.dynamics
    eom, generator = dynamics.equations, np.random.default_rng(4)
    bound = set(inputs_of([x for x in (*eom.phi, *eom.psi, *eom.c, *by_events) if isinstance(x, Expression)]))
    ignorable = {k for k, name in enumerate(eom.coordinates) if name in independent and eom.q[k] not in bound}
    depends: set[tuple[int, int]] = set()
    for _ in range(_TRIALS):
        x = ready.states[0] + 0.1 * generator.standard_normal(len(ready.states[0]))
        here = _rates(dynamics, Instant(ready.t, x, ready.tau[0], ready.p[0]))
        for k in ignorable:
            moved = x + np.where(np.arange(len(x)) == k, generator.uniform(0.5, 2.0), 0.0)
            change = np.abs(_rates(dynamics, Instant(ready.t, moved, ready.tau[0], ready.p[0])) - here)
            rows = np.flatnonzero(~(change <= SAME_NUMBER * max(1.0, float(np.abs(here).max()))))
            depends |= {(int(i), k) for i in rows}
    while needed := {j for i, j in depends if i not in ignorable and j in ignorable}:
        ignorable -= needed
    return tuple(eom.coordinates[k] for k in sorted(ignorable))
