"""From when to when a run goes, and its times of output, checked."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.number_checks import floats, is_number, told

_SAMPLES = 1001
"""Times of output unless others are asked for."""


def as_times(times: ArrayLike | None) -> Vector | None:
    """Times of output as numbers, if some are given."""
    try:
        found = None if times is None else floats(times).ravel()
    except ValueError:
        raise ModelError(f"times of output are numbers, not {told(times)}") from None
    if found is not None and not isfinite(found.sum()):
        raise ModelError(f"times of output are finite numbers, not {found[~np.isfinite(found)][:1]}")
    return found


def checked_end(until: Any, times: Vector | None) -> float:
    """The time of the end, which is that of the last output unless given."""
    if until is None and times is not None and times.size:
        until = times.item(-1)
    if type(until) is float and isfinite(until):
        return until
    if not is_number(until):
        raise ModelError(f"until is the time of the end, a finite number such as 10.0, not {told(until)}")
    return float(until)


def wanted_times(values: Vector | None, start: float, until: float) -> Vector:
    """Times of output."""
    if values is None:
        return np.linspace(start, until, _SAMPLES) if until != start else np.array([start])
    low, high = min(start, until), max(start, until)
    # between the first and the last they rise or fall, as the integrator checks
    if not values.size or not (low <= values.item(0) <= high and low <= values.item(-1) <= high):
        raise ModelError(f"times of output lie between the start {start:g} and the end {until:g}")
    return values
