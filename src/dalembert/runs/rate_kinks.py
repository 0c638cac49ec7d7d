"""Whether rates jump or bend in a state itself, so that they have no derivatives there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Node, inputs_of, traverse
from dalembert.expr.switches import guard_of
from dalembert.expr.symbol_nodes import time
from dalembert.memo import Key
from dalembert.runs.rate_jumps import Instant, Switches
from dalembert.runs.references import References

ON_SWITCH = 1e-13
"""Value that is compared with zero, in its unit, at which a state is on both sides."""

DIFFERENT = 1e-9
"""Difference of rates or their derivatives on both sides, beside the largest or one, that is one."""

_READABLE = 60
"""Characters of an expression that stands in a message."""


def check_smooth(references: References) -> None:
    """Raise if rates jump or bend in one of the references."""
    dynamics = references.dynamics
    if not _laws(dynamics).sides:
        return
    for k in range(len(references)):
        state = references.state(k)
        x = np.concatenate([references.q[k], references.u[k], references.z[k]])
        if found := kink(dynamics, Instant(state.t, x, references.tau[k], state.p)):
            which = "the reference" if len(references) == 1 else f"reference {k + 1}"
            raise SolverError(
                f"{which} is on a switch, {found}: there are no linear equations; take one beside it, or make the "
                "law smooth, as tanh(u/small) for a sign of u"
            )


def kink(dynamics: Dynamics, at: Instant) -> str:
    """Where rates jump or bend in a state, in words; empty if they do neither."""
    switches = _laws(dynamics)
    values = switches.values(at)
    is_zero = np.abs(values) <= ON_SWITCH
    sides = np.where(is_zero, 0.0, np.sign(values))
    for number in map(int, np.flatnonzero(is_zero)):
        guard = switches.guards[number]
        below, above = (_slopes(switches, at, _with(sides, number, side)) for side in (-1.0, 1.0))
        # a step of time alone leaves derivatives by states as they are
        is_of_states = bool(set(inputs_of([guard])) & set(dynamics.solved.first_order().x))
        jumps = is_of_states and _differ(below["F"], above["F"])
        if jumps or _differ(below["A"], above["A"]):
            text = str(guard).removeprefix("-")
            where = f"{text} = 0" if len(text) <= _READABLE else "a condition"
            return f"rates {'jump' if jumps else 'bend'} at {where}"
    return ""


_LAW_SWITCHES: Key[Switches] = Key("switches in laws")


def _laws(dynamics: Dynamics) -> Switches:
    """Switches in laws of forces and rates, by states and time.

    Those of solved rates are more: pivots and sizes, by which the result does not change.
    """
    eom = dynamics.equations

    def made() -> Switches:
        return Switches(dynamics, dynamics.recalled("switches in laws", (), found_in_laws))

    def found_in_laws() -> tuple[Expression, ...]:
        known, unknown = {*dynamics.solved.first_order().x, time}, {*eom.a, *eom.lam}
        found = []
        for node in traverse([*dynamics.solution.residual(eom.a, eom.lam), *eom.rates, *eom.h]):
            guard = guard_of(node)
            inside = set(inputs_of([guard])) if isinstance(guard, Node) else set()
            if inside & known and not inside & unknown:
                found.append(node)
        return tuple(found)

    return dynamics.memo.get(_LAW_SWITCHES, made)


def _with(sides: Vector, number: int, side: float) -> Vector:
    found = sides.copy()
    found[number] = side
    return found


_SIDE_SLOPES: Key[Native] = Key("slopes on both sides")


def _slopes(switches: Switches, at: Instant, sides: Vector) -> Mapping[str, Any]:
    """Rates and their derivatives by the states with these sides."""
    dynamics = switches.dynamics

    def made() -> Native:
        system = dynamics.solved.first_order()
        rates = switches.held(system.rate)
        return native(dynamics, {"F": rates, "A": jacobian(rates, system.x)})

    function = dynamics.memo.get(_SIDE_SLOPES, made)
    return function(at.numbers(dynamics), {**at.p, **switches.settings(sides)})


def _differ(one: Any, other: Any) -> bool:
    """Whether two arrays differ; where one has no values, as the other branch of a safe division, they do not."""
    size = max(1.0, float(np.abs(one).max(initial=0.0)))
    return bool(np.abs(np.asarray(one) - np.asarray(other)).max(initial=0.0) > DIFFERENT * size)
