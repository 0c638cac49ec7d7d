"""Answers of some cases: a column for each question, and for cases that failed why, and how far they came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.number_checks import told


class Failure(NamedTuple):
    """Why a case has no answers, and the last time and state of its run."""

    reason: str
    time: float = np.nan
    state: tuple[float, ...] = ()
    """q, u and z where it ended; nothing if it did not begin."""


Shapes: TypeAlias = Mapping[str, tuple[int, ...] | None]
"""Shapes of the answers by question; None where all cases failed so far."""


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers of some cases."""

    count: int
    columns: Mapping[str, Vector | None]
    """By question, (n, …), not a number where a case failed; None where all have failed."""

    failures: Mapping[int, Failure] = field(default_factory=dict)
    """By number of the case, the first of these is 0."""

    @classmethod
    def none(cls, count: int, names: Iterable[str], failure: Failure) -> Answers:
        """Cases that all failed for one reason."""
        return cls(count, dict.fromkeys(names), dict.fromkeys(range(count), failure))

    @classmethod
    def joined(cls, parts: Sequence[Answers], shapes: Shapes | None = None) -> Answers:
        """Answers one after the other; those of another shape than the ones before them are failures."""
        known = dict(shapes) if shapes is not None else {}
        for part in parts:
            known = {
                name: shape if known.get(name) is None else known[name] for name, shape in part.shapes.items()
            }
        parts, first = [part.of_shapes(known) for part in parts], 0
        failures: dict[int, Failure] = {}
        for part in parts:
            failures |= {first + k: failure for k, failure in part.failures.items()}
            first += part.count
        columns: dict[str, Vector | None] = {}
        for name, shape in known.items():
            blocks = [part.columns[name] for part in parts]
            columns[name] = None
            if shape is not None:
                full = [
                    _empty(part.count, shape) if x is None else x for part, x in zip(parts, blocks, strict=True)
                ]
                columns[name] = np.concatenate(full)
        return cls(first, columns, failures)

    def among(self, count: int, places: NDArray[np.int_], failures: Mapping[int, Failure]) -> Answers:
        """These answers at their places among so many cases, of which the others are failures."""
        columns: dict[str, Vector | None] = {}
        for name, column in self.columns.items():
            columns[name] = None
            if column is not None:
                columns[name] = full = np.full((count, *column.shape[1:]), np.nan, dtype=column.dtype)
                full[places] = column
        own = {int(places[k]): failure for k, failure in self.failures.items()}
        return Answers(count, columns, dict(sorted({**own, **failures}.items())))

    @property
    def shapes(self) -> dict[str, tuple[int, ...] | None]:
        """Shapes of the answers."""
        return {name: None if x is None else x.shape[1:] for name, x in self.columns.items()}

    def of_shapes(self, shapes: Shapes) -> Answers:
        """The answers, where those of other shapes than these are failures."""
        columns, failures = dict(self.columns), dict(self.failures)
        for name, own in self.shapes.items():
            if own is None or (shape := shapes.get(name)) is None or own == shape:
                continue
            columns[name] = _empty(self.count, shape)
            failures = {**dict.fromkeys(range(self.count), _unlike(name, own, shape)), **failures}
        return Answers(self.count, columns, failures)


def _empty(count: int, shape: tuple[int, ...]) -> Vector:
    return np.full((count, *shape), np.nan)


def _unlike(name: str, own: tuple[int, ...], shape: tuple[int, ...]) -> Failure:
    """A failure because an answer has another shape than others."""
    first, other = (f"an array of the shape {x}" if x else "a number" for x in (own, shape))
    return Failure(f"{name!r} gives {first}, and {other} in other cases")


def column_of(
    name: str, values: Mapping[int, Any], count: int, shape: tuple[int, ...] | None = None
) -> tuple[Vector | None, dict[int, Failure]]:
    """The answers of a function as a column, and failures of those that are no numbers, or of another shape.

    The shape is that of most, unless cases before these have one.
    """
    failures: dict[int, Failure] = {}
    arrays: dict[int, Vector] = {}
    for k, value in values.items():
        try:
            array = np.asarray(value)
        except ValueError:
            array = np.asarray(None)
        if array.dtype.kind in "biufc":
            arrays[k] = array.astype(complex if array.dtype.kind == "c" else float)
        else:
            failures[k] = Failure(f"{name!r} gives {told(value)}, which is neither a number nor an array of them")
    if not arrays:
        return None, failures
    if shape is None:
        shape = Counter(array.shape for array in arrays.values()).most_common(1)[0][0]
    column = np.full((count, *shape), np.nan, dtype=np.result_type(*arrays.values()))
    for k, array in arrays.items():
        if array.shape == shape:
            column[k] = array
        else:
            failures[k] = _unlike(name, array.shape, shape)
    return column, failures
