"""Motions from files: everything is checked, and belongs to the same system."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import overload

from dalembert.archive import DAMAGES, differences, read_archive
from dalembert.config import Config
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.contact.contact_events import ContactEvent
from dalembert.contact.contact_system import contact_system
from dalembert.contact.stepped_system import stepped_system
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.equations.solution import Solution
from dalembert.errors import ModelError
from dalembert.files.save_motion import FORMAT, contents_as_data, solver_as_data
from dalembert.files.saved_motion import (
    Arrays,
    Head,
    SavedMotion,
    check_times,
    finite_values,
    intervals_of,
    numbers_of,
)
from dalembert.name_checks import checked_names
from dalembert.rows import stabilization_from_data
from dalembert.runs.event_records import EventRecord
from dalembert.runs.motion import Motion
from dalembert.state import State

_MOST_DIFFERENCES = 3
"""How many are named."""


@overload
def load_motion(path: str | Path, subject: Subject, *, config: Config | None = None) -> Motion: ...


@overload
def load_motion(path: str | Path, subject: None = None, *, config: Config | None = None) -> SavedMotion: ...


def load_motion(
    path: str | Path, subject: Subject | None = None, *, config: Config | None = None
) -> Motion | SavedMotion:
    """Motion that was saved by `motion.save`.

    Python functions in it cannot be compared with those of the run; the `notes` of the motion name them.

    Parameters
    ----------
    path : path
        File; its suffix may be left out.
    subject : Model, Equations, Solution or Dynamics, optional
        System that the motion is of; without it nothing is derived.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Motion or SavedMotion
        The motion; without its system a `SavedMotion`, the numbers of the file by name.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> path = da.simulate(pendulum, {"hinge": 0.1}, until=1.0).save("swing")
    >>> motion = da.load_motion("swing", pendulum)
    >>> print(motion["hinge"][0], motion.times[-1])
    0.1 1.0
    """
    dynamics = None if subject is None else as_dynamics(subject, config=config)
    head, arrays = read_archive(path, "saved motion")
    if head.get("format") != FORMAT:
        raise ModelError(f"{path} has the format {head.get('format')!r}; this version reads {FORMAT!r}")
    try:
        return (
            SavedMotion.of(head, arrays) if dynamics is None else _motion(head, arrays, _as_it_ran(head, dynamics))
        )
    except DAMAGES as error:
        raise ModelError(f"{path} is not a complete saved motion: {error!r}") from error
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from error


def _as_it_ran(head: Head, given: Dynamics) -> Dynamics:
    """The system as it was run: with contacts, from event to event or by time stepping, whose states differ."""
    if not has_contacts(given.equations.model):
        return given
    exact = contact_system(given).dynamics
    if not set(head["names"]) - {*exact.equations.coordinates, *exact.equations.speeds, *exact.equations.states}:
        return exact
    return stepped_system(given).without(map(str, head["left out"]))


def _motion(head: Head, arrays: Arrays, given: Dynamics) -> Motion:
    _check_names(head, given.equations)
    checked_names(head["left out"], [row.name for row in given.equations.rows], "constraint row")
    dynamics = given.without(head["left out"]).stabilized(stabilization_from_data(head["stabilization"]))
    _check_contents(head["contents"], dynamics.solution)
    if (solver := solver_as_data(dynamics.solution)) != head["solver"]:
        names = [text or "the default solver" for text in (head["solver"], solver)]
        raise ModelError(
            f"its accelerations and multipliers were got by {names[0]}, those of the given system are by "
            f"{names[1]}; give the equations that were simulated"
        )
    p = finite_values(head["parameters"], "parameters")
    # those of events are not of the system
    checked_names(p, [*dynamics.equations.parameters, *map(str, head["event parameters"])], "parameter")
    n_states, n_inputs = len(head["names"]), len(head["inputs"])
    times = numbers_of(arrays, "times", (None,))
    check_times(times)
    return Motion(
        dynamics,
        times,
        numbers_of(arrays, "states", (len(times), n_states)),
        numbers_of(arrays, "inputs", (len(times), n_inputs)),
        p,
        events=_events(head["events"], arrays, dynamics),
        intervals=intervals_of(head),
        discrete={str(name): numbers_of(arrays, f"discrete {name}", (len(times),)) for name in head["discrete"]},
        termination=str(head["termination"]),
        statistics={str(name): int(count) for name, count in head["statistics"].items()},
        notes=tuple(dict.fromkeys([*map(str, head["notes"]), *_incomparable(dynamics.equations)])),
        saved_work=numbers_of(arrays, "work", (len(times),)) if "work" in arrays else None,
    )


def _check_names(head: Head, equations: Equations) -> None:
    states = [*equations.coordinates, *equations.speeds, *equations.states]
    if head["names"] != states:
        raise ModelError(f"it holds the states {head['names']}, but the model has {states}")
    if head["inputs"] != list(equations.inputs):
        raise ModelError(f"it holds the inputs {head['inputs']}, but the model has {list(equations.inputs)}")


def _check_contents(saved: Head, solution: Solution) -> None:
    contents = contents_as_data(solution)
    # default values of parameters stand in expressions too: where they differ, nothing else is said
    defaults = differences(saved.get("parameters"), contents.get("parameters"))
    texts = _some(f"parameter {text}" for text in defaults) or _some(differences(saved, contents))
    if texts:
        more = "; and more" if len(texts) > _MOST_DIFFERENCES else ""
        raise ModelError(
            f"it belongs to another system: {'; '.join(texts[:_MOST_DIFFERENCES])}{more}; give the model that was "
            "simulated"
        )


def _some(texts: Iterable[str]) -> list[str]:
    """As many as are named, and one more if there is."""
    return list(islice(texts, _MOST_DIFFERENCES + 1))


def _incomparable(equations: Equations) -> list[str]:
    """Notes about Python functions in the system."""
    names = equations.outputs.contents.get("callbacks", ())
    assert isinstance(names, Sequence)
    return [
        f"the callback {name!r} is that of the given model: it cannot be compared with that of the saved run"
        for name in names
    ]


def _events(heads: Sequence[Head], arrays: Arrays, dynamics: Dynamics) -> tuple[EventRecord, ...]:
    n, n_tau = len(heads), len(dynamics.equations.inputs)
    times = numbers_of(arrays, "event times", (n,))
    sides = []
    for word, p in (("event", "p"), ("after event", "p after")):
        states = numbers_of(arrays, f"{word} states", (n, dynamics.n_states))
        inputs = numbers_of(arrays, f"{word} inputs", (n, n_tau))
        entries = zip(times, states, inputs, heads, strict=True)
        sides.append(
            [
                dynamics.state(float(t), x, tau, finite_values(head[p], "parameters of events"))
                for t, x, tau, head in entries
            ]
        )
    records = zip(heads, times, *sides, strict=True)
    return tuple(_event(head, float(t), before, after) for head, t, before, after in records)


def _event(head: Head, t: float, before: State, after: State) -> EventRecord:
    event = EventRecord(str(head["name"]), t, before, after, finite_values(head["impulses"], "impulses"))
    return ContactEvent.of(event, head["contact"]) if "contact" in head else event
