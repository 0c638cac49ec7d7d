"""Starts at which goals hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dalembert.config import Config
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.errors import AssemblyError, ModelError
from dalembert.expr.calculus import jacobian
from dalembert.name_checks import checked_names
from dalembert.rank import ROUNDING
from dalembert.servo.law import ServoLaw
from dalembert.state import State, Values, as_state

_STEPS = 50
"""Largest number of Newton's steps, which are a handful where the method converges."""

_EXACT = 1e-13
"""Change of the states, beside one or their size, that is rounding."""


def goal_start(
    subject: Subject, near: State | Values, *, free: Sequence[str], config: Config | None = None
) -> State:
    """The state near a given one at which all goals hold, with their rates, if the states in `free` change.

    These are names of coordinates, speeds, state variables or inputs that are states; all others stay. Passive
    constraints are not asked: `assemble` finds states that satisfy these.

    Parameters
    ----------
    subject : closed loop
        System with goals.
    near : State or dict of coordinates
        State near which the start is.
    free : collection of str
        Names of coordinates, speeds, state variables or inputs that are states, which may change.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> goal = da.Servo("goal", da.coordinate("x") - da.cos(da.time), rate=5.0)
    >>> loop = da.control.closed_loop(da.Model(slide, da.Motor("push", "x")), goal)
    >>> start = da.control.goal_start(loop, {"x": 0.3}, free=["x", "x.rate"])
    >>> print(f"{start.q['x']:.3f}")
    1.000
    """
    dynamics, state = as_dynamics(subject, config=config), as_state(near)
    law, eom = dynamics.solution.law, dynamics.equations
    if not isinstance(law, ServoLaw):
        raise ModelError("nothing has goals here; close the model by da.control.closed_loop(model, goal)")
    names = (*eom.coordinates, *eom.speeds, *eom.states)
    if isinstance(free, str):
        raise ModelError(f"free states are a list of names, such as ['{free}'], not one text")
    checked_names(free, names, "state")
    if not free:
        raise ModelError("no state is free, so nothing can be found; name those that may change: free=['thrust']")
    passive = dynamics.solved.passive
    errors = np.array([x for row in law.rows(passive).rows for x in row.errors], dtype=object)
    variables = np.concatenate([eom.q, eom.u, eom.z])[[names.index(name) for name in free]]
    function = dynamics.function({"errors": errors, "slopes": jacobian(errors, variables)})
    p = {name: x for name, x in state.p.items() if name in function.parameters}
    return _root(dynamics, function, p, state, [names.index(name) for name in free])


def _root(
    dynamics: Dynamics, function: NativeFunction, p: Mapping[str, float], state: State, places: list[int]
) -> State:
    """Newton's method, by the shortest steps."""
    now = dynamics.arguments(state)
    borders = np.cumsum([len(now["q"]), len(now["u"])])
    x = np.concatenate([now["q"], now["u"], now["z"]])
    for _ in range(_STEPS):
        q, u, z = np.split(x, borders)
        numbers = function(**{**now, "q": q, "u": u, "z": z}, parameters=p)
        step = np.linalg.lstsq(numbers["slopes"], -numbers["errors"], rcond=ROUNDING.distance)[0]
        x[places] += step
        if np.abs(step).max() <= _EXACT * max(1.0, np.abs(x[places]).max()):
            break
    q, u, z = np.split(x, borders)
    left = function(**{**now, "q": q, "u": u, "z": z}, parameters=p)["errors"]
    scale = 1.0 + np.abs(numbers["slopes"]).sum(axis=1)
    if not (np.abs(left) <= 1e3 * _EXACT * scale).all():
        raise AssemblyError(
            "the goals cannot be met near this state by changes of the free states alone: "
            f"{np.abs(left).max():.3g} is left; free others, or start nearer"
        )
    return dynamics.state(state.t, x, now["tau"], state.p)
