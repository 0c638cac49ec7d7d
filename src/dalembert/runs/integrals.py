"""Integrals along a run: over its segments, which are run again to the same bits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.dynamics.native_functions import resolved_together
from dalembert.equations.solution import Solution
from dalembert.expr.node import traverse
from dalembert.expr.switches import sided, stepped
from dalembert.runs.samples import Samples
from dalembert.runs.segments import Segment

_MOST_SWITCHES = 32
"""In expressions with all that their measures are; more are those of solved equations."""


def integrals(
    segments: Sequence[Segment],
    times: Vector,
    known: Collection[str],
    outputs: Callable[[Solution], Mapping[str, Any]],
) -> dict[str, Vector]:
    """∫ dt from the first of the times to each, of expressions in the equations of each segment.

    Parameters that are known may stand in them.
    """
    wanted = {system: outputs(system.solved) for system in {x.dynamics for x in segments}}
    switches = {system: _switches_in(system.solved, y) for system, y in wanted.items()}
    sizes: dict[str, float] = {}
    parts, is_left = [], np.full(len(times), True)
    for segment in segments:
        rows = is_left & segment.has(times)
        evaluate = partial(_between, segment, known, wanted[segment.dynamics])
        values = partial(_switching, segment, known, own) if (own := switches[segment.dynamics]) else None
        parts.append(segment.integrals(times[rows], evaluate, values, sizes))
        is_left &= ~rows
    assert not is_left.any(), "rows lie within the run"
    return {name: _chained([part[name] for part in parts]) for name in parts[0]}


def _between(
    segment: Segment, known: Collection[str], outputs: Mapping[str, Any], times: Vector, states: Vector
) -> dict[str, Vector]:
    """Expressions at times and states within a segment."""
    rows, parameters = segment.rows, segment.parameters
    inputs, discrete = rows.inputs(states, segment.tau), rows.parameters(states)
    own = {name: parameters[name] for name in known if name in parameters}
    return Samples(segment.dynamics, times, rows.states(states), inputs, own, discrete).evaluate(outputs)


def _switching(
    segment: Segment, known: Collection[str], switches: Sequence[Any], times: Vector, states: Vector
) -> Vector:
    """Values of switches at times and states within a segment (N, n)."""
    found = _between(segment, known, {"g": np.array(switches, dtype=object)}, times, states)
    return np.asarray(found["g"], dtype=float)


def _switches_in(solved: Solution, outputs: Mapping[str, Any]) -> tuple[Any, ...]:
    """Expressions that change their sign where one of these expressions bends or jumps.

    Forces that follow from the solution of equations have many more switches, by which they do not change.
    """
    for found in (resolved_together(solved, outputs), outputs):
        nodes = traverse([x for y in found.values() for x in np.asarray(y, dtype=object).ravel()])
        switches = *sided(nodes), *stepped(nodes)
        if len(switches) <= _MOST_SWITCHES:
            break
    return switches


def _chained(parts: Sequence[Vector]) -> Vector:
    """Integrals over segments, each from its own start to its rows and its end, as one from the first row on."""
    starts = np.cumsum([np.zeros_like(parts[0][-1]), *(part[-1] for part in parts[:-1])], axis=0)
    joined = np.concatenate([start + part[:-1] for start, part in zip(starts, parts, strict=True)])
    return np.asarray(joined - joined[:1])
