"""Cases whose loops are closed one by one: other lengths move the joints of a mechanism."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.assemble import assemble
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.errors import AssemblyError, DalembertError, ModelError
from dalembert.name_checks import closest
from dalembert.number_checks import told
from dalembert.state import State
from dalembert.studies.case_answers import Failure


def checked_hold(hold: object) -> tuple[str, ...] | None:
    """Names that are held, as they are given; None if loops are not closed."""
    if hold is None:
        return None
    if isinstance(hold, str) or not isinstance(hold, Sequence) or not all(isinstance(x, str) for x in hold):
        raise ModelError(f"hold is a list of coordinates and speeds, such as ['A'], or [], not {told(hold)}")
    return tuple(hold)


def check_held(dynamics: Dynamics, hold: Sequence[str], cases: Mapping[str, Vector]) -> None:
    """Refuse names that cannot be held, or that are varied."""
    eom = dynamics.equations
    names = [*eom.coordinates, *_speed_names(eom)]
    for name in hold:
        if name not in names:
            raise ModelError(f"hold: there is no coordinate or speed {name!r}; {closest(name, names)}")
        if name in cases:
            raise ModelError(f"hold: {name!r} is varied, and so each case holds a value of its own")


def closed_cases(
    dynamics: Dynamics, start: State, hold: Sequence[str], cases: Mapping[str, Vector]
) -> tuple[dict[str, Vector], dict[int, Failure]]:
    """Values of all coordinates and speeds of cases beside what else is varied, and why loops do not close.

    The start is assembled first with what it holds, and each case near that with what is held and varied.
    """
    eom, count = dynamics.equations, len(next(iter(cases.values())))
    arrays, speed_names = dynamics.guessed(start), _speed_names(eom)
    at_start = dict(zip(eom.coordinates, map(float, arrays["q"]), strict=True))
    rates = dict(zip(eom.speeds, map(float, arrays["u"]), strict=True))
    held_q = {name: at_start[name] for name in hold if name in at_start}
    held_u = {name: rates[speed_names[name]] for name in hold if name not in at_start}
    fixed = {kind: dict(getattr(start, kind)) for kind in ("p", "tau", "z")}
    names = {"p": eom.parameters, "tau": eom.inputs, "z": eom.states}
    varied = {kind: [name for name in cases if name in names[kind]] for kind in names}
    near = _near(dynamics, start, held_q, held_u)
    columns: dict[str, Vector] = {name: x for name, x in cases.items() if name not in (*at_start, *speed_names)}
    columns |= {name: np.full(count, np.nan) for name in (*eom.coordinates, *eom.speeds)}
    failures: dict[int, Failure] = {}
    for k in range(count):
        given = {name: float(x[k]) for name, x in cases.items()}
        values = {kind: fixed[kind] | {name: given[name] for name in varied[kind]} for kind in names}
        q = held_q | {name: x for name, x in given.items() if name in at_start}
        u = held_u | {name: x for name, x in given.items() if name in speed_names}
        try:
            state = _assembled(dynamics, q, u, near, start.t, values)
        except DalembertError as error:
            failures[k] = Failure(str(error))
            continue
        for name, x in (*state.q.items(), *eom.by_speed(state.u).items()):
            columns[name][k] = x
    return columns, failures


def _near(dynamics: Dynamics, start: State, q: Mapping[str, float], u: Mapping[str, float]) -> State:
    """The start with its own loops closed; as it is given if they cannot."""
    values = {kind: dict(getattr(start, kind)) for kind in ("p", "tau", "z")}
    try:
        return _assembled(dynamics, q, u, start, start.t, values)
    except AssemblyError:
        return start


def _assembled(
    dynamics: Dynamics,
    q: Mapping[str, float],
    u: Mapping[str, float],
    near: State,
    t: float,
    values: Mapping[str, Mapping[str, float]],
) -> State:
    p, tau, z = (values[kind] for kind in ("p", "tau", "z"))
    return assemble(dynamics, q=q, u=u, guess=near, t=t, p=p, tau=tau, z=z)


def _speed_names(eom: Equations) -> dict[str, str]:
    """Speeds by all names that they go by, but for those of coordinates."""
    names = {name: name for name in eom.speeds}
    for coordinate in eom.coordinates:
        try:
            names.setdefault(f"{coordinate}.rate", eom.speed_name(f"{coordinate}.rate"))
        except ModelError:
            continue
    return names
