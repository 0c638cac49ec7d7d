"""Why a run could not go on: which part has no value, what is singular, what is too fast."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.joint_axes import MET, axes_text
from dalembert.equations.outputs import JointAxes
from dalembert.errors import SolverError
from dalembert.integrators.method import Method
from dalembert.rank import are_lengths, shares_without_inertia
from dalembert.runs.event_pasts import state_for
from dalembert.runs.event_program import EventError
from dalembert.runs.goal_starts import lost_goal
from dalembert.runs.motion import Motion
from dalembert.runs.stiffness_check import blown_up, exploded, too_fast
from dalembert.state import State

_SAMPLES = 45
"""States that are tried between the last one of a run and those that it could not reach."""

_STEPS = 3.0
"""How far they go."""

_NEARLY_LOST, _HARDLY_HELD = 1e2, 1e4
"""How much larger than where a run stops the square of what inputs do to a goal may be, if that is the reason; and
if there is no other."""

_LARGE = 60
"""More speeds than this make M long."""


_ROUNDED = 8.0 * 2.0**-52
"""Part of a state by which a step rounds it, about."""


def failure_text(failure: SolverError | None, motion: Motion, method: Method, until: float) -> str:
    """Why a run is no result; empty if it is one. One that came to its end may have grown without bound."""
    if not len(motion) or isinstance(failure, EventError):
        return str(failure or "")
    grown = exploded(motion, method)
    if failure is None:
        return grown
    end = state_for(motion, motion.state(), ())
    step = method.uniform_step or abs(motion.times[-1] - motion.times[0]) / max(
        motion.statistics.get("accepted", 1), 1
    )
    reason = (
        _lost_goal(motion, _NEARLY_LOST)
        or grown
        or _blown_up(motion, until)
        or missing_value(motion.dynamics, end, step)
        or _lost_goal(motion, _HARDLY_HELD)
        or too_fast(motion, until)
        or lost_in_rounding(motion, method)
    )
    return f"{failure}; {reason}" if reason else str(failure)


def below_rounding(motion: Motion, method: Method) -> tuple[str, ...]:
    """A note if tolerances ask for more digits than states have."""
    if not method.may_be_below_rounding or not motion.states.size:
        return ()
    sizes = np.abs(motion.states).max(axis=0)
    k = int(sizes.argmax())
    if method.tolerated(sizes[k]) >= _ROUNDED * sizes[k]:
        return ()
    return (
        f"the tolerances of {_written(method)} are below rounding: {motion.names[k]!r} goes up to {sizes[k]:.3g}, "
        "and numbers have 16 digits; rtol=1e-13 is about as accurate as a motion can be",
    )


def lost_in_rounding(motion: Motion, method: Method) -> str:
    """The state of which less error is tolerated than others round it by, where a run stopped; empty if none.

    No step is short enough there.
    """
    sizes = np.abs(motion.states[-1])
    if not sizes.size:
        return ""
    tolerated = method.tolerated(sizes)
    k, largest = int(tolerated.argmin()), int(sizes.argmax())
    if tolerated[k] >= _ROUNDED * sizes[largest]:
        return ""
    return (
        f"the tolerances of {_written(method)} are below rounding: {motion.names[k]!r} is {sizes[k]:.1e}, with an "
        f"error of {tolerated[k]:.0e} tolerated, beside {motion.names[largest]!r} of {sizes[largest]:.3g}, and "
        "numbers have 16 digits; give a larger atol"
    )


def _written(method: Method) -> str:
    """An adaptive method by its tolerances."""
    return f"{type(method).__name__}(rtol={method.settings[0]:g}, atol={method.tolerated(0.0):g})"


def _lost_goal(motion: Motion, margin: float) -> str:
    """The goal on which inputs lost their hold; a run stops a little before that, one of long steps earlier."""
    if motion.dynamics.solution.law is None or not motion.segments:
        return ""
    last = motion.segments[-1]
    own = dict(zip(last.launch.varying, last.extra[len(last.tau) :], strict=True))
    return lost_goal(motion.dynamics, motion.state(), {**last.launch.parameters, **own}, margin)


def _blown_up(motion: Motion, until: float) -> str:
    """A message that a motion grows without bound, unless only rates of angles do."""
    return "" if _dependent(motion.dynamics, motion.state()) else blown_up(motion, until)


def missing_value(dynamics: Dynamics, state: State, step: float) -> str:
    """A message about terms without a value at a state or a few steps from it along its rate; empty if none."""
    system, now = dynamics.solved.first_order(), dynamics.arguments(state)
    x, parts = np.concatenate([now["q"], now["u"], now["z"]]), np.cumsum([len(now["q"]), len(now["u"])])
    later = state
    try:
        rate = dynamics.evaluate({"rate": system.rate}, state)["rate"]
        if not np.isfinite(rate).all():
            return _without_value(dynamics, state, rate)
        for h in _STEPS * step * np.logspace(-14.0, 0.0, _SAMPLES):
            q, u, z = np.split(x + h * rate, parts)
            valid = dynamics.valid({"t": state.t + h, "q": q, "u": u, "z": z, "tau": now["tau"]}, state.p)
            later = dynamics.state(state.t + h, np.concatenate([valid, u, z]), now["tau"], state.p)
            found = dynamics.evaluate({"rate": system.rate}, later)["rate"]
            if not np.isfinite(found).all():
                return _without_value(dynamics, later, found)
    except SolverError as error:
        return _lost(dynamics, later) or str(error)
    return axes_text(_dependent(dynamics, state))


def _lost(dynamics: Dynamics, state: State) -> str:
    """What leaves accelerations without a value at a state, as far as equations know."""
    found = dynamics.arguments(state)
    return dynamics.equations.balance.lost(state.t, found["q"], found["u"], found["tau"], state.p)


def _without_value(dynamics: Dynamics, state: State, rate: Any) -> str:
    """The part because of which rates are not finite at a state."""
    names = [name for name, x in zip(dynamics.solved.first_order().names, rate, strict=True) if not np.isfinite(x)]
    what = f"the rates of {', '.join(names)} have no value at t = {state.t:.9g}"
    if not np.isfinite([*state.q.values(), *state.u.values(), *state.z.values()]).all():
        return what
    if text := lost_goal(dynamics, state, {}):
        return f"{what}: {text}"
    if forces := _forces_without_value(dynamics, state):
        return (
            f"{what}, because {_listed(forces)} has none: points that meet have no line between them, and a law "
            "or callback may not be defined there"
        )
    if lost := _lost(dynamics, state):
        return f"{what}: {lost}"
    if joints := _dependent(dynamics, state):
        return axes_text(joints)
    if light := _without_inertia(dynamics, state):
        return f"{what}, because nothing that {', '.join(light)} moves has inertia: give it mass"
    return f"{what}: a law, a curve or a solution is not defined there"


def _forces_without_value(dynamics: Dynamics, state: State) -> list[str]:
    loads = {name: y for name, y in dynamics.solved.element_loads.items() if len(y)}
    found = dynamics.evaluate(loads, state) if loads else {}
    return [name for name, y in found.items() if not np.isfinite(y).all()]


def _dependent(dynamics: Dynamics, state: State) -> tuple[JointAxes, ...]:
    """Joints whose axes nearly depend on each other."""
    return dynamics.dependent_axes(dynamics.arguments(state), state.p, MET)


def _without_inertia(dynamics: Dynamics, state: State) -> list[str]:
    """Speeds along which M is zero; not of large systems, whose M is never made."""
    eom = dynamics.equations
    if len(eom.speeds) > _LARGE:
        return []
    M = np.asarray(dynamics.evaluate({"M": eom.inertia}, state)["M"], dtype=float)
    if not np.isfinite(M).all():
        return []
    names = eom.variables.directions
    part = shares_without_inertia(M, are_lengths(names, eom.variables.units))
    return [name for name, x in zip(names, part, strict=True) if x > 0.1 * part.max()]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))
