"""Motions that are continued: on from the last row, as the run was begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import ArrayLike

from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.errors import ModelError
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.runs.event_pasts import past_of, state_for
from dalembert.runs.event_records import EventRecord
from dalembert.runs.events import Event, SampledController
from dalembert.runs.motion import Motion
from dalembert.runs.output_times import as_times, checked_end, wanted_times
from dalembert.runs.preparation import preparation
from dalembert.runs.simulate import simulated
from dalembert.state import State


def resume(
    motion: Motion,
    *,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] | None = None,
    controller: SampledController | None = None,
) -> Motion:
    """Motion that begins with a given one and goes on after its end.

    It goes on from the last sample, with the parameters, inputs and rows that events have left.

    Parameters
    ----------
    motion : Motion
        Motion that goes on.
    until : float, optional
        End of the run in seconds; the last of `times` unless given.
    times : array of float, optional
        Times of output in seconds after the end of the motion; evenly spaced ones unless given.
    method : Method, optional
        Method of integration; default that of the run, or `da.methods.DOP853()` for motions loaded from files,
        which do not tell it.
    events : sequence of Event, optional
        Events that are looked for; they are given again, or `()` for none.
    controller : SampledController, optional
        Law that gives the inputs every period; default none.

    Returns
    -------
    Motion
        Both parts as one motion.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 0.1}, until=1.0)
    >>> print(da.resume(motion, until=2.0).times[-1])
    2.0
    """
    if not isinstance(motion, Motion):
        raise ModelError(
            f"a {type(motion).__name__} does not know its system, so it cannot be continued; load it with that, "
            "da.load_motion(path, model)"
        )
    if not len(motion):
        raise ModelError("a motion without rows cannot be continued")
    launch: Any = motion.segments[-1].launch if motion.segments else None
    if events is None:
        # a loaded motion knows only those that happened; contacts belong to the model
        own = [event for event in motion.events if not _is_of_contacts(motion, event)]
        if own or (launch is not None and len(launch.events.guards) > _n_guards(motion)):
            names = ", ".join(dict.fromkeys(repr(event.name) for event in own)) or "none of which happened"
            raise ModelError(f"the run had events, {names}; give those of the rest by events=[…], or () for none")
        events = ()
    start, asked = _last_state(motion, events), as_times(times)
    end = checked_end(until, asked)
    if (len(motion) > 1 and (end - start.t) * (motion.times[-1] - motion.times[0]) < 0.0) or end == start.t:
        raise ModelError(f"the motion ends at t = {start.t:.9g}, so it is not continued until {end:.9g}")
    chosen = method if method is not None or launch is None else launch.method
    wanted = wanted_times(asked, start.t, end)
    run = preparation(as_dynamics(motion.dynamics_at_end), as_method(chosen), events, motion.stabilization)
    task = replace(run.task(wanted), off=motion.rows_off, past=past_of(motion, run.events))
    later = simulated(task, start, end, controller)
    return motion.joined(later)


def _last_state(motion: Motion, events: Sequence[Event]) -> State:
    """The last row, without parameters that stood in earlier events alone."""
    used = [x for event in events for x in (event.expression, *(y for a in event.actions for y in a.expressions))]
    return state_for(motion, motion.state(), used)


def _is_of_contacts(motion: Motion, event: EventRecord) -> bool:
    """Whether an event is one of contacts, of which a loaded motion knows no more than the name."""
    # few runs have contacts; the others do without what knows their events
    from dalembert.contact.contact_events import WHATS, ContactEvent

    if motion.segments or (given := motion.dynamics.equations.given) is None:
        return isinstance(event, ContactEvent)
    return any(event.name == f"{one.name} {what}" for one in given.outputs.contacts for what in WHATS)


def _n_guards(motion: Motion) -> int:
    """Values by which a run saw what contacts do."""
    given = motion.dynamics.equations.given
    if given is None:
        return 0
    from dalembert.contact.contact_guards import GUARDS
    from dalembert.contact.stepped_system import STEPPED_GUARDS

    is_stepped = f"{given.outputs.contacts[0].name}.residual" in motion.dynamics.equations.states
    return len(given.outputs.contacts) * (len(STEPPED_GUARDS) if is_stepped else len(GUARDS))
