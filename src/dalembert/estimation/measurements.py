"""Measurements as columns: arrays by name, data frames, files and motions, each column with its own times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.errors import ModelError
from dalembert.number_checks import floats, told
from dalembert.runs.motion import Motion
from dalembert.runs.tables import read_table

TIME_NAMES = ("t", "time", "t [s]", "time [s]", "time_s", "t_s")
"""Names of columns of times, in small letters."""


LEAST, MOST = 1e-100, 1e100
"""Sizes of measurements whose squares are numbers."""


class Samples(NamedTuple):
    """Samples of one column: times that do not go back, and finite values."""

    times: Vector
    values: Vector
    places: Array
    """Numbers of the samples in the column as it was; samples that are missing are left out."""

    clock: Vector
    """Times of all samples, missing ones too."""


@runtime_checkable
class DataFrame(Protocol):
    """A table of pandas, as far as it is needed here."""

    columns: Any
    index: Any

    def __getitem__(self, key: Any, /) -> Any: ...


def columns_of(data: object, signals: Iterable[str] | None) -> dict[str, Samples]:
    """Columns of measurements by name; of a motion, the states or the signals that are named, and its inputs."""
    if isinstance(data, Motion):
        inputs = data.dynamics.equations.inputs
        names = data.names if signals is None else tuple(signals)
        wanted = dict.fromkeys((*names, *inputs))
        return {name: _checked(name, data.times, values) for name, values in data.signals(wanted).items()}
    if isinstance(data, str | Path):
        return _of_table(read_table(data), f"the file {str(data)!r}")
    if isinstance(data, Mapping):
        return _of_table(data, "the data")
    if isinstance(data, DataFrame):
        table = {str(name): np.asarray(data[name]) for name in data.columns}
        if _time_name(table) is None:
            table = {"t": np.asarray(data.index), **table}
        return _of_table(table, "the data frame")
    raise ModelError(
        "measurements are arrays by name with times, {'t': times, 'angle': values}, a data frame, a file (.csv, "
        f".parquet) or a motion, not {told(data)}"
    )


def _time_name(table: Mapping[str, Any]) -> str | None:
    return next((name for name in table if str(name).strip().lower() in TIME_NAMES), None)


def _of_table(table: Mapping[str, Any], what: str) -> dict[str, Samples]:
    clock = _time_name(table)
    columns = {}
    for name, values in table.items():
        if name == clock:
            continue
        if isinstance(values, tuple) and len(values) == 2:
            columns[str(name)] = _checked(str(name), *values)
        elif isinstance(values, Mapping):
            raise ModelError(
                f"{str(name)!r} is a table in a table; several experiments are a list of data, or a dict of "
                "da.fitting.Experiment(…)"
            )
        elif clock is None:
            raise ModelError(
                f"{what} has no times for {name!r}: add a column 't' or 'time', or give a pair, "
                f"{{{name!r}: (times, values)}}; there are {', '.join(map(repr, table))}"
            )
        else:
            columns[str(name)] = _checked(str(name), table[clock], values)
    if not columns:
        raise ModelError(f"{what} holds no measurement: give {{'t': times, 'angle': values}}")
    return columns


def _checked(name: str, times: Any, values: Any) -> Samples:
    """Samples of one column that are there."""
    t, y = _seconds(times, name), _numbers(values, f"values of {name!r}")
    if isinstance(values, np.ma.MaskedArray):
        # what is masked is missing
        y = np.where(np.ma.getmaskarray(values), np.nan, y)
    if t.ndim != 1 or y.shape != t.shape:
        raise ModelError(f"{name!r} has {y.shape} values at {t.shape} times; give one value for each time")
    if not len(t):
        raise ModelError(f"{name!r} is empty: there is nothing to fit to")
    if not np.isfinite(t).all():
        k = int(np.argmin(np.isfinite(t)))
        raise ModelError(f"times of {name!r} are finite numbers, but sample {k} is at {t[k]}; leave it out")
    if (backward := np.flatnonzero(np.diff(t) < 0.0)).size:
        k = int(backward[0]) + 1
        raise ModelError(
            f"times of {name!r} go back at sample {k}, from {t[k - 1]:g} to {t[k]:g} s: sort the samples by time, "
            "or give several experiments one by one"
        )
    if np.isinf(y).any():
        raise ModelError(f"{name!r} is infinite at sample {int(np.argmax(np.isinf(y)))}; a missing sample is nan")
    largest = float(np.abs(y[~np.isnan(y)]).max(initial=0.0))
    if largest and not LEAST < largest < MOST:
        raise ModelError(
            f"{name!r} goes up to {largest:.3g}, whose square no number holds: give it in other units"
        )
    places = np.flatnonzero(~np.isnan(y))
    if not len(places):
        raise ModelError(f"{name!r} has no sample: all {len(y)} values are nan")
    return Samples(t[places], y[places], places, t)


def _seconds(times: Any, name: str) -> Vector:
    if np.ma.is_masked(times):
        raise ModelError(f"times of {name!r} are masked at some samples: leave these out, of the values too")
    array = np.asarray(times)
    if array.dtype.kind == "M":
        array = array - array[:1]
    if array.dtype.kind == "m":
        return array / np.timedelta64(1, "s")
    return _numbers(array, f"times of {name!r}")


def _numbers(values: Any, what: str) -> Vector:
    try:
        array: Vector = floats(np.asarray(values))
    except ValueError:
        raise ModelError(f"{what} are numbers, not {told(values)}") from None
    return array
