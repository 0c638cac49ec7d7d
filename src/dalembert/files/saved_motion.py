"""Numbers of saved motions by name, as their files have them: nothing is derived."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.name_checks import closest
from dalembert.runs.intervals import Interval, phases_of
from dalembert.runs.tables import dataframe, write_csv, write_parquet

Arrays: TypeAlias = Mapping[str, NDArray[Any]]

Head: TypeAlias = Mapping[str, Any]
"""The JSON object of a file; entries that are not as expected raise one of `archive.DAMAGES`."""


@dataclass(frozen=True, eq=False, repr=False)
class SavedMotion:
    """States, inputs and parameters that events set of a saved motion, by name, without its system.

    Reactions, energies and other signals need the system: `da.load_motion(path, model)`.
    """

    times: Vector
    columns: Mapping[str, Vector]
    """By names of states, inputs, and parameters that events set."""

    names: tuple[str, ...]
    """Of the states."""

    parameters: Mapping[str, float]
    events: tuple[tuple[str, float], ...]
    """Names and times."""

    intervals: tuple[Interval, ...]
    termination: str
    statistics: Mapping[str, int]
    notes: tuple[str, ...]
    work: Vector | None
    """Work at each sample, if it was saved."""

    @classmethod
    def of(cls, head: Head, arrays: Arrays) -> SavedMotion:
        """From what a file says, and its arrays."""
        times = numbers_of(arrays, "times", (None,))
        check_times(times)
        names, inputs = (tuple(map(str, head[kind])) for kind in ("names", "inputs"))
        columns = dict(zip(names, numbers_of(arrays, "states", (len(times), len(names))).T, strict=True))
        columns |= dict(zip(inputs, numbers_of(arrays, "inputs", (len(times), len(inputs))).T, strict=True))
        columns |= {str(name): numbers_of(arrays, f"discrete {name}", (len(times),)) for name in head["discrete"]}
        happened = numbers_of(arrays, "event times", (len(head["events"]),)).tolist()
        _check_events(head["events"], arrays, len(names), len(inputs))
        return cls(
            times,
            columns,
            names,
            finite_values(head["parameters"], "parameters"),
            tuple((str(event["name"]), t) for event, t in zip(head["events"], happened, strict=True)),
            intervals_of(head),
            str(head["termination"]),
            {str(name): int(count) for name, count in head["statistics"].items()},
            tuple(map(str, head["notes"])),
            numbers_of(arrays, "work", (len(times),)) if "work" in arrays else None,
        )

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        n = len(self)
        span = f" from t = {self.times[0]:.6g} to {self.times[-1]:.6g}" if n else ""
        return f"<SavedMotion of {len(self.names)} states: {n} row{'s' * (n != 1)}{span}>"

    def __getitem__(self, name: str) -> Vector:
        if name not in self.columns:
            raise ModelError(
                f"the file has no {name!r}; {closest(name, self.columns)}; what follows from these needs the "
                "system: da.load_motion(path, model)"
            )
        return self.columns[name]

    def phases(self, name: str) -> list[tuple[float, float, str]]:
        """When something had which label: from, to, and label of each interval of this name."""
        return phases_of(self.intervals, name)

    def table(self, names: Iterable[str] | None = None) -> dict[str, Vector]:
        """Times `t`, then what is named, or all states, as columns."""
        chosen = self.names if names is None else (names,) if isinstance(names, str) else tuple(names)
        return {"t": self.times, **{name: self[name] for name in chosen}}

    def to_dataframe(self, names: Iterable[str] | None = None) -> Any:
        """Columns by name, or all states, as a pandas table over time."""
        return dataframe(self.table(names), index="t")

    def to_csv(self, path: str | Path, names: Iterable[str] | None = None) -> Path:
        """Write times and what is named, or all states, to a text file."""
        return write_csv(path, self.table(names))

    def to_parquet(self, path: str | Path, names: Iterable[str] | None = None) -> Path:
        """Write times and what is named, or all states, to a Parquet file."""
        return write_parquet(path, self.table(names))


# ---- what files hold, checked


def intervals_of(head: Head) -> tuple[Interval, ...]:
    """The named intervals of a file."""
    return tuple(Interval(str(a), float(b), float(c), str(d)) for a, b, c, d in head["intervals"])


def _check_events(heads: Sequence[Head], arrays: Arrays, n_states: int, n_inputs: int) -> None:
    """Raise unless events have states and inputs before and after them, in finite numbers."""
    for word, p in (("event", "p"), ("after event", "p after")):
        numbers_of(arrays, f"{word} states", (len(heads), n_states))
        numbers_of(arrays, f"{word} inputs", (len(heads), n_inputs))
        for head in heads:
            finite_values(head[p], "parameters of events")
    for head in heads:
        finite_values(head["impulses"], "impulses")


def finite_values(numbers: Mapping[str, float], what: str) -> dict[str, float]:
    """Numbers by name, which must be finite."""
    values = {str(name): float(x) for name, x in numbers.items()}
    if not np.isfinite(list(values.values())).all():
        raise ModelError(f"its {what} are not all finite: {values}")
    return values


def numbers_of(arrays: Arrays, name: str, shape: tuple[int | None, ...]) -> NDArray[np.float64]:
    """An array of the file, which must hold finite numbers in this shape."""
    array = arrays[name]
    fits = array.ndim == len(shape) and all(n in (m, None) for m, n in zip(array.shape, shape, strict=True))
    if array.dtype != np.float64 or not fits:
        wanted = tuple("n" if n is None else n for n in shape)
        raise ModelError(
            f"its {name} are {array.dtype} in the shape {array.shape}, not float64 in the shape {wanted}"
        )
    if not np.isfinite(array).all():
        raise ModelError(f"its {name} are not all finite")
    return array


def check_times(times: NDArray[np.float64]) -> None:
    """Raise unless times follow each other one way."""
    steps = np.diff(times)
    if not ((steps > 0.0).all() or (steps < 0.0).all()):
        raise ModelError("its times neither rise nor fall")
