"""Modes of contacts in states, as these tell them or as they are decided there, and whether they can be held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.mobility import without_dependent
from dalembert.contact.admissible_forces import HeldForces
from dalembert.contact.contact_events import ContactEvent
from dalembert.contact.held_modes import CLOSED, OPEN, STICKING, held_dynamics, static_limit
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.expr.functions import sqrt
from dalembert.model.contacts.contact_rows import ContactRows, Geometry, geometry_measures
from dalembert.model.contacts.dry_friction_force import TANGENTS
from dalembert.model.contacts.friction import PatchFriction
from dalembert.model.measure import Kinematics
from dalembert.model.model import touching_parts
from dalembert.runs.motion import Motion
from dalembert.runs.simulate import simulate
from dalembert.state import State, Values, as_state

BORDER = 1e-7
"""Force beside the largest, gap in metres and slip in m/s at which modes are at a border."""

_JUMPS = ("impact", "stops", "comes to rest", "jams")
"""Events at which speeds jump."""


def held_in_state(dynamics: Dynamics, state: State | Values | None, what: str) -> Dynamics:
    """Dynamics with contacts in the modes that a state tells, or that are decided there.

    On a border between modes it is refused by name: smooth equations hold on neither side.
    """
    here = as_state(state)
    modes = told_modes(dynamics, here)
    return _Held(dynamics, modes if modes is not None else _decided_modes(dynamics, here, what)).checked(
        here, what
    )


def held_in_states(dynamics: Dynamics, states: Sequence[State], what: str) -> Dynamics:
    """Dynamics with contacts in the modes that all these states have; others are refused by name."""
    modes = [told_modes(dynamics, state) or _decided_modes(dynamics, state, what) for state in states]
    _check_same(modes, states, what)
    held = _Held(dynamics, modes[0])
    for state in states:
        held.checked(state, what)
    return held.dynamics


def held_along(dynamics: Dynamics, motion: Motion, what: str) -> tuple[Dynamics, Motion]:
    """Dynamics with contacts in the modes of a motion, which do not change along it, and the motion in these."""
    held = held_in_states(dynamics, [motion.state(k) for k in range(len(motion))], what)
    return held, _in_states_of(held, motion)


def held_as_told(dynamics: Dynamics, along: State | Motion, what: str) -> tuple[Dynamics, State | Motion]:
    """Dynamics with contacts in the modes that a state or all states of a motion tell, whatever forces act."""
    states = [along.state(k) for k in range(len(along))] if isinstance(along, Motion) else [along]
    modes = [told_modes(dynamics, state) for state in states]
    if modes[0] is None:
        first = touching_parts(dynamics.equations.model)[0]
        raise ModelError(
            f"{what} needs modes of contacts, which forces that are looked for do not decide: give those of "
            f"{first.label} by da.contacts.with_modes(model, {{{first.name!r}: …}}), or states of a run"
        )
    _check_same(modes, states, what)
    held = held_dynamics(dynamics, modes[0])
    return held, _in_states_of(held, along) if isinstance(along, Motion) else along


def _in_states_of(held: Dynamics, motion: Motion) -> Motion:
    """A motion in the states of dynamics with modes that are held."""
    eom = held.equations
    names = (*eom.coordinates, *eom.speeds, *eom.states)
    states = np.stack([motion[name] for name in names], axis=1)
    return replace(motion, dynamics=held, states=states, segments=(), saved_work=None)


def _check_same(modes: Sequence[dict[str, str] | None], states: Sequence[State], what: str) -> None:
    """Raise if modes differ among states."""
    first = modes[0] or {}
    for state, words in zip(states, modes, strict=True):
        if words != first:
            name = next(name for name, word in (words or {}).items() if word != first[name])
            raise SolverError(
                f"{what} holds modes of contacts, but {name!r} is {first[name]} at t = {states[0].t:.6g} and "
                f"{(words or {})[name]} at t = {state.t:.6g}: ask for states of one mode, such as motion.cut(…)"
            )


def contact_points(dynamics: Dynamics) -> dict[str, ContactRows]:
    """Points of contact by name."""
    touching = touching_parts(dynamics.equations.model)
    return {rows.name: rows for part in touching for rows in part.contact_points()}


def told_modes(dynamics: Dynamics, state: State) -> dict[str, str] | None:
    """Modes that a state tells; None if it does not tell all."""
    points = contact_points(dynamics)
    numbers = {name: state.z.get(f"{name}.mode") for name in points}
    if any(number is None for number in numbers.values()):
        return None
    return {name: points[name].mode_words[round(number)] for name, number in numbers.items() if number is not None}


def _decided_modes(dynamics: Dynamics, state: State, what: str) -> dict[str, str]:
    """Modes that contacts take in a state from which a motion begins."""
    motion = simulate(dynamics, state, times=[state.t])
    for event in motion.events:
        if isinstance(event, ContactEvent) and event.what in _JUMPS:
            raise SolverError(
                f"{what} needs speeds that do not jump: {event.name} in this state; ask for the state after it, "
                "da.simulate(model, state, times=[state.t]).state()"
            )
    modes = told_modes(dynamics, motion.state())
    assert modes is not None
    return modes


def _slip_speed(geometry: Geometry, kinematics: Kinematics) -> Any:
    """Speed of slip."""
    return sqrt(sum(v * v for v in geometry.slip(kinematics)))


@dataclass(frozen=True, eq=False)
class _Held:
    """Contacts in modes, and whether a state is inside of these."""

    contacts: Dynamics
    """Dynamics with contacts that runs decide about."""

    modes: Mapping[str, str]

    @cached_property
    def dynamics(self) -> Dynamics:
        """Dynamics with these modes held."""
        return held_dynamics(self.contacts, self.modes)

    def checked(self, state: State, what: str) -> Dynamics:
        """The dynamics; raise if the state is on a border between modes."""
        if text := self._border(state):
            raise SolverError(
                f"{what} needs a state inside of a mode: {text}, which is a border between modes; equations are "
                "smooth on each side by itself: da.contacts.with_modes(model, modes) holds those of one side"
            )
        return self.dynamics

    def _border(self, state: State) -> str:
        """Border between modes that a state is on, in words; empty if it is on none."""
        points = contact_points(self.contacts)
        opened = [name for name, word in self.modes.items() if word == OPEN]
        slipping = [name for name, word in self.modes.items() if word not in (OPEN, CLOSED, STICKING)]
        rigid = [x for x in self.contacts.equations.outputs.contacts if x.name in opened and x.is_rigid]
        gaps = {x.name: gap for x, gap in zip(rigid, self.contacts.gaps(state, rigid), strict=True)}
        for name, gap in gaps.items():
            if gap <= BORDER and points[name].strength is None:
                return f"{name!r} touches and is open"
        slips = {name: geometry_measures(points[name].geometry, _slip_speed, 1)[0] for name in slipping}
        for name, speed in self._values(slips, state).items():
            if speed <= BORDER:
                return f"{name!r} slips without speed"
        return self._force_border(state, bool(slipping))

    def _values(self, outputs: Mapping[str, Any], state: State) -> dict[str, Any]:
        return dict(self.dynamics.evaluate(dict(outputs), state)) if outputs else {}

    def _force_border(self, state: State, slips: bool) -> str:
        """Border between modes by forces, in words; empty if the state is on none."""
        held = self.dynamics
        reduced = without_dependent(held, held.arguments(state), state.p)
        if reduced is held:
            return self._single_border(state)
        a = np.asarray(reduced.evaluate(reduced.solved.accelerations, state), dtype=float)
        if slips:
            return "points share a load while some slip, so that their forces are not unique"
        forces = HeldForces(held, self.contacts.equations.model, self.modes, state, a)
        if forces.bearable(1.0 - BORDER) is None:
            return f"forces of {', '.join(map(repr, forces.shared))} are at the limit of friction, or beyond"
        return ""

    def _single_border(self, state: State) -> str:
        """Border between modes by forces that are all unique, in words."""
        held, points = self.dynamics, contact_points(self.contacts)
        closed = [name for name, word in self.modes.items() if word != OPEN]
        if not closed:
            return ""
        lam = dict(zip([row.name for row in held.equations.rows], self._multipliers(state), strict=True))
        size = max(map(abs, lam.values()), default=0.0)
        for name in closed:
            N = lam.get(f"{name}.normal")
            if N is not None and not BORDER * size < N and not points[name].release_by_gap:
                return f"{name!r} touches without force"
        sticking = [name for name in closed if self.modes[name] == STICKING]
        if not sticking:
            return ""
        forces = {name: [lam.get(f"{name}.slip {which}", 0.0) for which in TANGENTS] for name in sticking}
        for name, limit in self._limits(sticking, state).items():
            law, force = points[name].friction, float(np.linalg.norm(forces[name]))
            is_beyond = force >= limit * (1.0 - BORDER)
            if isinstance(law, PatchFriction):
                moment = abs(lam.get(f"{name}.spin", 0.0))
                is_beyond |= bool(law.hold_left(force, moment, lam[f"{name}.normal"]) <= BORDER * size)
            if is_beyond:
                return f"{name!r} is at the limit of friction, or beyond"
        return ""

    def _multipliers(self, state: State) -> Vector:
        held = self.dynamics
        return np.asarray(held.evaluate(held.solved.multipliers, state), dtype=float)

    def _limits(self, names: Sequence[str], state: State) -> dict[str, float]:
        """Greatest static friction of points that stick."""
        laws = {
            law.rows: law
            for part in touching_parts(self.contacts.equations.model)
            for law in part.contact_friction()
        }
        points = contact_points(self.contacts)
        limits = {name: static_limit(points[name], laws.get(name)) for name in names}
        return {name: float(value) for name, value in self._values(limits, state).items()}
