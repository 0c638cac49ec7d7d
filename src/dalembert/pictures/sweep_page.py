"""The page of a sweep: a table of cases, each of which opens as its motion."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.number_checks import is_count, told
from dalembert.pictures.packing import PageData
from dalembert.pictures.page_data import Intervals, page_data, phases
from dalembert.pictures.signal_curves import Quantities
from dalembert.studies.table import Sweep

USUAL, _MOST = 40, 400
"""Cases on a page unless others are asked for, and those that one page may have."""

_PLACES = (0.0, 0.05, 0.5, 0.95, 1.0)
"""Places in the order of an answer whose cases are on a page: the extremes, the median, and those between."""


def sweep_page_data(
    table: Sweep, rows: Sequence[int] | None, title: str, intervals: Intervals, signals: Quantities
) -> PageData:
    """Everything that the page of a sweep is told: the table, and the motion of each case in it that has one."""
    numbers = _checked(table, rows) if rows is not None else usual_rows(table)
    motions = {k: table.motion(k) for k in numbers if k not in table.failures}
    if not motions:
        raise ModelError("all of these cases failed, so there is no motion to show; table.failures says why")
    data = page_data({f"case {k}": motion for k, motion in motions.items()}, title, intervals, signals)
    columns = {name: table[name] for name in table.numbers}
    places = {k: number for number, k in enumerate(motions)}
    lines = [
        {
            "number": k,
            "values": [_number(column[k]) for column in columns.values()],
            "motion": places.get(k),
            "intervals": [] if k not in motions else phases(motions[k], intervals),
            "why": table.failures[k].reason if k in table.failures else "",
        }
        for k in numbers
    ]
    words = f"{len(numbers):,} of {len(table):,}" if len(numbers) < len(table) else f"{len(numbers):,}"
    return {**data, "cases": {"columns": list(columns), "rows": lines, "words": words}}


def usual_rows(table: Sweep) -> list[int]:
    """All cases if they are few; else those at extremes and quantiles of each answer, and some of the others."""
    count = len(table)
    if count <= USUAL:
        return list(range(count))
    chosen: dict[int, None] = {}
    for name in table.results:
        if name in table.numbers:
            chosen |= dict.fromkeys(_in_order(table[name]))
    chosen |= dict.fromkeys(np.linspace(0, count - 1, USUAL).astype(int).tolist())
    return sorted(list(chosen)[:USUAL])


def _in_order(column: Vector) -> list[int]:
    """Cases at these places in the order of a column."""
    finite = np.flatnonzero(np.isfinite(column))
    order = finite[np.argsort(column[finite], kind="stable")]
    return [int(order[round(part * (len(order) - 1))]) for part in _PLACES] if len(order) else []


def _checked(table: Sweep, rows: Sequence[int]) -> list[int]:
    """Numbers of cases, each once."""
    try:
        asked = list(rows)
    except TypeError:
        raise ModelError(f"rows are a list of numbers of cases, such as [0, 17], not {told(rows)}") from None
    if wrong := [k for k in asked if not is_count(k, 0, len(table) - 1)]:
        raise ModelError(f"cases have numbers from 0 to {len(table) - 1}, not {told(wrong[0])}")
    if not 0 < len(asked) <= _MOST:
        raise ModelError(f"a page has one case at least and {_MOST} at most, not {len(asked):,}")
    return list(dict.fromkeys(map(int, asked)))


def _number(x: float) -> float | None:
    return float(x) if np.isfinite(x) else None
