"""Searches for steady motion: what they start from and hold, and the motions that they end in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, overload

import numpy as np

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.configuration.assemble import Values, assemble
from dalembert.configuration.assembly_modes import wrongly_closed
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.configuration.fixed_values import Held, held_coordinates, held_measures, held_speeds, targets
from dalembert.configuration.mobility import without_dependent
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.equations.joint_axes import axes_text
from dalembert.errors import AssemblyError, ModelError, SolverError
from dalembert.memo import Key
from dalembert.numerics.nearest_root import Point
from dalembert.rank import INVOLVED
from dalembert.state import SpeedValues, State
from dalembert.statics.newton_search import (
    Attempt,
    NewtonStep,
    attempt,
    check_accelerations,
    report,
    undetermined_names,
)
from dalembert.statics.rest_sensitivities import Search, StateSensitivities, state_sensitivities
from dalembert.statics.steady_failures import cannot_rest, is_driven
from dalembert.statics.steady_unknowns import SteadySystem, SteadyUnknowns, force_size
from dalembert.statics.symmetries import SteadyField, steady_fields
from dalembert.statics.targets import Targets

FURTHER_STARTS = (0.1, 0.3, 0.3, 1.0)
"""How far further starts lie from the guess."""


@dataclass(frozen=True)
class SteadyMotion(State):
    """A state from which all stays as it is but for a motion along symmetries.

    `steady["A.force.x"]` is any signal of it.
    """

    accelerations: Mapping[str, float] = field(default_factory=dict)
    """Rates of the speeds; not all are zero on a circle."""

    multipliers: Mapping[str, float] = field(default_factory=dict)
    """Multipliers by name of the row; `Jᵀ λ` is the force that the constraints exert."""

    along: Mapping[str, float] = field(default_factory=dict)
    """How fast it moves along each symmetry: rates of ignorable coordinates, turning about gravity …"""

    ignorable: tuple[str, ...] = ()
    """Coordinates that symmetries change: nothing depends on them, alone or all together."""

    undetermined: tuple[str, ...] = ()
    """Other names that neither forces, constraints nor held values determine: they are near to the guess."""

    steps: tuple[NewtonStep, ...] = field(default=(), compare=False)
    """Newton's steps that led there."""

    report: str = field(default="", compare=False)
    """Steps, residuals and held values, in words."""

    dynamics: Dynamics | None = field(default=None, compare=False)
    """The dynamics that it is a motion of."""

    search: Search | None = field(default=None, compare=False)
    """The search that found it."""

    def sensitivities(self, by: Collection[str]) -> StateSensitivities:
        """Derivatives of the motion by open parameters, inputs and values that were held; unknowns follow."""
        return state_sensitivities(self.search, self, by)

    def __getitem__(self, name: str) -> float:
        if self.dynamics is None:
            raise ModelError("this motion stands alone: signals need the dynamics that it was found for")
        return self.dynamics.signals([name], self)[name]

    def __repr__(self) -> str:
        # the report is long, and there to be printed
        along = ", ".join(f"{name!r}: {value:.6g}" for name, value in self.along.items())
        return f"{super().__repr__().removesuffix(')')}, along={{{along}}})"

    def __reduce__(self) -> tuple[Any, ...]:
        _, values = super().__reduce__()
        results = (
            dict(self.accelerations),
            dict(self.multipliers),
            dict(self.along),
            self.ignorable,
            self.undetermined,
        )
        return SteadyMotion, (*values, *results, self.steps, self.report, self.dynamics)


@dataclass(frozen=True, eq=False)
class SteadyMotions(Sequence[SteadyMotion]):
    """A family of steady motions; `family["name"]` is a coordinate, speed or signal of all of them."""

    members: tuple[SteadyMotion, ...]
    varied: Mapping[str, Vector]
    """Held values and parameters that differ from one to the next, by name."""

    @overload
    def __getitem__(self, k: int) -> SteadyMotion: ...

    @overload
    def __getitem__(self, k: slice) -> Sequence[SteadyMotion]: ...

    @overload
    def __getitem__(self, k: str) -> Vector: ...

    def __getitem__(self, k: int | slice | str) -> SteadyMotion | Sequence[SteadyMotion] | Vector:
        if isinstance(k, str):
            return np.array([_value(motion, k) for motion in self.members])
        return self.members[k]

    def __repr__(self) -> str:
        ranges = ", ".join(f"{name} from {x[0]:g} to {x[-1]:g}" for name, x in self.varied.items())
        return f"<SteadyMotions: {len(self.members)}, {ranges}>"

    def __len__(self) -> int:
        return len(self.members)


def _value(motion: SteadyMotion, name: str) -> float:
    for values in (motion.q, motion.along, motion.tau, motion.p):
        if name in values:
            return float(values[name])
    return float(motion.u[name]) if name in motion.u else motion[name]


_STEADY_SYSTEM: Key[SteadySystem] = Key("steady system")
_TIMED_PARTS: Key[tuple[str, ...]] = Key("timed parts")


def steady_task(dynamics: Dynamics, wanted: Targets) -> SteadyTask:
    """The task, checked."""
    dynamics = with_lasting_rows(dynamics, "steady_motion")
    eom, near, values, released = dynamics.equations, wanted.near, wanted.values, tuple(wanted.unknown)
    wanted.check(eom, "a steady motion")
    measured, measured_speeds = held_measures(eom, wanted.where)
    held = (*held_coordinates(eom, values.q), *measured, *held_speeds(eom, values.u), *measured_speeds)
    if parts := dynamics.memo.get(_TIMED_PARTS, lambda: SteadySystem(dynamics, (), (), ()).timed_parts):
        raise is_driven(parts)
    held_values = {quantity.label: quantity.value for quantity in held if quantity.label in eom.coordinates}
    start = State(0.0, {**near.q, **held_values}, near.u, values.z, values.tau, values.p)
    held_speed_values = {
        quantity.label: quantity.value
        for quantity in held
        if quantity.number is not None and quantity.label in eom.speeds
    }
    closed = _closed(dynamics, start, values.q, {**eom.by_speed(near.u), **held_speed_values}, values.u)
    fields = steady_fields(dynamics, _with_others(closed, eom, released))
    key = _STEADY_SYSTEM.of(fields, tuple(quantity.expression for quantity in held), released)
    sigmas = tuple(field.sigma for field in fields)
    system = dynamics.memo.get(key, lambda: SteadySystem(dynamics, sigmas, held, released))
    if parts := system.timed_parts:
        raise is_driven(parts)
    return SteadyTask(dynamics, system, fields, held, closed, start)


def _with_others(state: State, eom: Equations, released: Sequence[str]) -> State:
    """The state with other values of what is released: a symmetry must not rest on one of them being zero."""
    p, tau = dict(state.p), dict(state.tau)
    for name in released:
        values = tau if name in eom.inputs else p
        default = values.get(name, eom.parameters.get(name, 0.0))
        values[name] = default + 0.1 * (abs(default) or 1.0)
    return State(0.0, state.q, {}, state.z, tau, p)


def _closed(dynamics: Dynamics, start: State, q: Values, near: Values, u: Values) -> State:
    """The guess, moved to where constraints and what is held hold as far as they can without forces."""
    guess = State(0.0, start.q, near, start.z, start.tau, start.p)
    try:
        return assemble(dynamics, q=q, u=u, guess=guess, p=start.p, z=start.z, tau=start.tau)
    except AssemblyError:
        return assemble(dynamics, guess=guess, p=start.p, z=start.z, tau=start.tau)


@dataclass(frozen=True, eq=False)
class SteadyTask:
    """One search: what it starts from and holds."""

    dynamics: Dynamics
    system: SteadySystem
    fields: tuple[SteadyField, ...]
    held: tuple[Held, ...]
    closed: State
    start: State

    def from_another(self, near: State, q: Values, u: Values) -> SteadyTask:
        """A search for other held values, from another motion."""
        eom = self.dynamics.equations
        return replace(self, held=(*held_coordinates(eom, q), *held_speeds(eom, u)), closed=near)

    @cached_property
    def unknowns(self) -> SteadyUnknowns:
        """The unknowns of the search, with forces by their size."""
        x, arguments = self.numbers(self.closed), self.dynamics.guessed(self.closed)
        plain = SteadyUnknowns(self.system, self.held, arguments, self.start.p, targets(self.held), x, 1.0)
        return replace(plain, force=force_size(plain, x))

    def numbers(self, state: State) -> Vector:
        """q, z, amounts of fields that fit the speeds best, what is released, and multipliers that are zero."""
        eom, numbers = self.dynamics.equations, self.dynamics.guessed(state)
        inputs = dict(zip(eom.inputs, numbers["tau"], strict=True))
        default = {**eom.parameters, **self.start.p, **state.p, **inputs}
        released = [default[name] for name in self.system.released if name in default]
        z, none = numbers["z"][list(self.system.states)], np.zeros(len(eom.rows))
        x: Vector = np.concatenate([numbers["q"], z, np.zeros(len(self.fields)), released, none])
        if not self.fields:
            return x
        plain = SteadyUnknowns(self.system, self.held, numbers, self.start.p, targets(self.held), x, 1.0)
        amounts = np.linalg.lstsq(self.sigmas(plain, x), numbers["u"], rcond=None)[0]
        x[plain.parts["amounts"]] = amounts
        return x

    def sigmas(self, unknowns: SteadyUnknowns, x: Vector) -> Matrix:
        """σ of all fields as columns (nu, n)."""
        none = np.zeros((len(self.dynamics.equations.speeds), 0))
        return np.asarray(unknowns.evaluated(x)["fields"]) if self.fields else none

    # ---- the search

    def solved(self) -> SteadyMotion:
        """The motion that is found from the guess, or from further starts about it."""
        tried: list[Attempt] = []
        for way, x in self._starts():
            here = self.attempt(x, way)
            if here.is_solution:
                return self.result(here)
            tried.append(here)
        what = "steady motion"
        error = cannot_rest(self.unknowns, tried, what)
        if self.fields:
            raise error
        raise SolverError(f"{error}; there is no symmetry along which it could move: only rest would be steady")

    def _starts(self) -> Iterable[tuple[str, Vector]]:
        x = self.unknowns.guess
        yield "from the guess", self.unknowns.with_multipliers(x)
        generator = np.random.default_rng(1)
        n = len(x) - len(self.dynamics.equations.coordinates) + len(self.dynamics.equations.speeds)
        for k, size in enumerate(FURTHER_STARTS):
            delta = size * generator.standard_normal(n)
            delta[n - len(self.dynamics.equations.rows) :] = 0.0
            moved = self.unknowns.with_multipliers(self.unknowns.moved(x, delta))
            yield f"from another start ({k + 1} of {len(FURTHER_STARTS)})", moved

    def attempt(self, x: Vector, way: str) -> Attempt:
        """Where Newton's method leads from x, and whether that is a steady motion."""
        here = attempt(self.unknowns, x, way)
        if here.failure:
            return here
        return replace(here, failure=self.fault(here.point))

    def fault(self, here: Point) -> str:
        """Why a root is no steady motion; nothing if it is one."""
        numbers, p = self._moving(here.x), self.unknowns.parameters(here.x)
        if axes := self.dynamics.dependent_axes(numbers, p):
            return f"forces along rates vanish because angles are singular: {axes_text(axes)}"
        if part := wrongly_closed(self.dynamics, numbers, p):
            return f"{part!r} is closed the wrong way round there"
        return ""

    def _moving(self, x: Vector) -> Arguments:
        return {**self.unknowns.numbers(x), "u": np.asarray(self.unknowns.evaluated(x)["u"])}

    # ---- the result

    def result(self, here: Attempt) -> SteadyMotion:
        """The motion, checked by accelerations that are solved for independently."""
        eom, x, unknowns = self.dynamics.equations, here.point.x, self.unknowns
        numbers, p = self._moving(x), unknowns.parameters(x)
        state = self.dynamics.state(
            0.0, np.concatenate([numbers["q"], numbers["u"], numbers["z"]]), numbers["tau"], p
        )
        a = np.asarray(unknowns.evaluated(x)["a"])
        # without rows that depend on others, so that accelerations and reactions have values
        reduced = without_dependent(self.dynamics, numbers, p)
        check_accelerations(unknowns, reduced, state, a)
        fields = {kind: getattr(state, kind) for kind in ("t", "q", "u", "z", "tau", "p")}
        undetermined = self.undetermined(here.point)
        return SteadyMotion(
            **fields,
            accelerations=SpeedValues(dict(zip(eom.speeds, map(float, a), strict=True)), "speed"),
            multipliers=dict(zip([r.name for r in eom.rows], map(float, unknowns.multipliers(x)), strict=True)),
            along=dict(zip([f.name for f in self.fields], map(float, x[unknowns.parts["amounts"]]), strict=True)),
            ignorable=self.ignorable(here.point),
            undetermined=undetermined,
            steps=here.steps,
            report=report(unknowns, here, undetermined, ""),
            dynamics=reduced,
            search=self,
        )

    def orbit(self, here: Point) -> Matrix:
        """Changes of x (n, n_fields) along the symmetries."""
        S = self.sigmas(self.unknowns, here.x)
        return np.concatenate([S, np.zeros((here.A.shape[1] - len(S), S.shape[1]))])

    def ignorable(self, here: Point) -> tuple[str, ...]:
        """Coordinates that symmetries change."""
        N = self.unknowns.positions.per_speed(here.x[self.unknowns.parts["q"]])
        changes = np.abs(N @ self.orbit(here)[: N.shape[1]]).max(axis=1, initial=0.0)
        names = self.dynamics.equations.coordinates
        return tuple(name for name, size in zip(names, changes, strict=True) if size > INVOLVED)

    def undetermined(self, here: Point) -> tuple[str, ...]:
        """Coordinates, states, speeds and what is released that nothing determines."""
        return undetermined_names(self.unknowns, here, self.orbit(here))
