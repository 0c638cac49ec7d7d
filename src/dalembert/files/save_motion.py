"""Motions to files: samples, events, and what was run, so that a file stands alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dalembert.archive import write_archive
from dalembert.arrays import Vector
from dalembert.equations.solution import Solution
from dalembert.rows import stabilization_as_data
from dalembert.runs.event_records import EventRecord
from dalembert.runs.motion import Motion

FORMAT = "dalembert motion 6"
"""Kind and version of a file that holds a motion, as its head says."""


def save_motion(motion: Motion, path: str | Path) -> Path:
    """Write a motion to a file (.npz), which `load_motion` reads."""
    return write_archive(path, _head(motion), {**_samples(motion), **_event_states(motion), **_work(motion)})


def contents_as_data(solution: Solution) -> dict[str, Any]:
    """System that was run as plain data, and the law of its inputs if there is one."""
    return {**solution.equations.outputs.contents, **(solution.law.contents if solution.law is not None else {})}


def solver_as_data(solution: Solution) -> str:
    """Solver of accelerations as plain data, where results depend on it.

    So they do for constraints that are not ideal, or redundant rows.
    """
    solver = solution.solver
    return "" if solver is None or (solver.is_ideal and not solution.left_out) else repr(solver)


def _head(motion: Motion) -> dict[str, Any]:
    """All that a file says beside the numbers."""
    eom, solution = motion.dynamics.equations, motion.dynamics.solution
    return {
        "format": FORMAT,
        "names": motion.names,
        "inputs": eom.inputs,
        "parameters": dict(motion.parameters),
        "event parameters": [name for name in motion.parameters if name not in eom.parameters],
        "contents": contents_as_data(solution),
        "left out": sorted(solution.left_out),
        "solver": solver_as_data(solution),
        "stabilization": stabilization_as_data(motion.stabilization),
        "termination": motion.termination,
        "statistics": dict(motion.statistics),
        "notes": motion.notes,
        "events": [_event_head(event) for event in motion.events],
        "discrete": list(motion.discrete),
        "intervals": [[x.name, x.start, x.end, x.label] for x in motion.intervals],
    }


def _event_head(event: EventRecord) -> dict[str, Any]:
    """All that a file says of an event beside numbers of its states."""
    p, after = dict(event.state.p), dict(event.after.p)
    of_contact = {"contact": data} if (data := event.of_contact) else {}
    return {"name": event.name, "impulses": dict(event.impulses), "p": p, "p after": after, **of_contact}


def _samples(motion: Motion) -> dict[str, Vector]:
    """Times, states, inputs and discrete values of all samples."""
    samples = {"times": motion.times, "states": motion.states, "inputs": motion.inputs}
    return {**samples, **{f"discrete {name}": values for name, values in motion.discrete.items()}}


def _event_states(motion: Motion) -> dict[str, Vector]:
    """Times of events, and states and inputs before and after each, as arrays like those of the samples."""
    eom, n = motion.dynamics.equations, len(motion.events)
    arrays = {"event times": np.array([event.t for event in motion.events], dtype=float)}
    for word, states in (
        ("event", [event.state for event in motion.events]),
        ("after event", [event.after for event in motion.events]),
    ):
        values = [motion.dynamics.arguments(state) for state in states]
        x = [np.concatenate([of_state["q"], of_state["u"], of_state["z"]]) for of_state in values]
        tau = [of_state["tau"] for of_state in values]
        arrays[f"{word} states"] = np.array(x, dtype=float).reshape(n, len(motion.names))
        arrays[f"{word} inputs"] = np.array(tau, dtype=float).reshape(n, len(eom.inputs))
    return arrays


def _work(motion: Motion) -> dict[str, Vector]:
    """The work, unless it is zero anyway or not known."""
    is_known = bool(motion.segments) or motion.saved_work is not None
    has_power = "power" in motion.dynamics.solved.signals and motion.has_power
    return {"work": motion.work} if is_known and has_power else {}
