"""The table of a sweep: a line for each case, in memory or in a folder that is read column by column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.name_checks import closest
from dalembert.number_checks import checked_numbers, is_count, told
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.runs.tables import dataframe, parquet_library
from dalembert.studies.case_answers import Failure
from dalembert.studies.statistics import (
    QUANTILES,
    Correlations,
    Indices,
    Summary,
    correlated,
    morris_effects,
    sobol_indices,
    summarized,
)
from dalembert.studies.study import Study
from dalembert.studies.sweep_folder import CASE, SweepFolder


@dataclass(frozen=True, eq=False, repr=False)
class Sweep:
    """A table with a line for each case, and columns for varied values and for answers."""

    axes: tuple[tuple[str, ...], ...]
    """Names that were varied; those that varied together are one axis."""

    shape: tuple[int, ...]
    """Number of values of each axis; of a sample the number of cases."""

    cases: Mapping[str, Vector]
    """Varied values by name; (N,)."""

    results: Mapping[str, Vector]
    """Answers by name; (N,), or (N, T) of signals along a motion."""

    motions: Motions | None = field(default=None)
    """Motions of the cases; None if nothing was simulated, or if they were not kept: in a folder, on a cluster, or
    where they would fill more than a gigabyte. `motion` makes one again."""

    failures: Mapping[int, Failure] = field(default_factory=dict)
    """Why cases have no answers, and the last time and state of their runs, by number of the case."""

    design: str = "Grid"
    """Name of the design."""

    study: Study | None = None
    """What was asked; None of a folder that was opened without its model."""

    folder: SweepFolder | None = None
    """Where the numbers are; None if they are in memory."""

    @classmethod
    def of_folder(cls, folder: SweepFolder, study: Study | None = None) -> Sweep:
        """The table in a folder, of which nothing is read yet."""
        head = folder.head
        cases = _Columns(folder, tuple(head["asked"]["cases"]["values"]))
        axes, shape = tuple(map(tuple, head["axes"])), tuple(head["shape"])
        results = _Columns(folder, folder.questions)
        return cls(axes, shape, cases, results, None, _Failures(folder), head["design"], study, folder)

    def __len__(self) -> int:
        return prod(self.shape)

    def __getitem__(self, name: str) -> Vector:
        """Column of the table, by name."""
        for columns in (self.cases, self.results):
            if name in columns:
                return columns[name]
        raise ModelError(f"there is no column {name!r}; {closest(name, [*self.cases, *self.results])}")

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of all columns."""
        return (*self.cases, *self.results)

    def grid(self, name: str) -> Vector:
        """Column as an array with the axes of the sweep, in their order."""
        column = self[name]
        return column.reshape(self.shape + column.shape[1:])

    @property
    def terminations(self) -> list[str]:
        """Termination of each motion, and answers that are not numbers along it; empty without motions."""
        cases = () if self.motions is None else self.motions
        return [f"{motion.termination}{self._holes(k, motion)}" for k, motion in enumerate(cases)]

    def _holes(self, k: int, motion: Motion) -> str:
        """Note of answers that are not numbers at instants that a motion reached: where friction locks it, say."""
        notes = ""
        for name, column in self.results.items():
            if column.dtype.kind != "f" or column.ndim < 2 or not column.shape[1] >= len(motion) > 0:
                continue
            values = column[k, : len(motion)].reshape(len(motion), -1)
            if len(holes := np.flatnonzero(~np.isfinite(values).all(axis=1))):
                first = f"{motion.times[holes[0]]:.9g}"
                notes += f"; {name!r} is no number at {len(holes)} of {len(motion)} instants, first at t = {first}"
        return notes

    def case(self, number: int) -> dict[str, float]:
        """Varied values of one case, by its number."""
        if not is_count(number, 0, len(self) - 1):
            raise ModelError(f"cases have numbers from 0 to {len(self) - 1}, not {told(number)}")
        return {name: float(self.cases[name][number]) for name in self.cases}

    def motion(self, number: int) -> Motion:
        """The motion of one case, by its number: run again, to the same bits.

        It has the times of output of the sweep, or samples on the way where only the end was asked. A run that
        fails raises its error, as `simulate` does.
        """
        case = self.case(number)
        is_sampled = self.study is None or not self.study.is_one_sample
        if self.motions is not None and (is_sampled or number in self.motions.failed):
            return self.motions[number]
        if self.study is None:
            raise ModelError(
                "a row becomes its motion where the model is known: da.open_sweep(folder, model), or the call of "
                "da.sweep that made the folder, which computes nothing again"
            )
        return self.study.motion(case)

    # ---- statistics

    @property
    def numbers(self) -> tuple[str, ...]:
        """Names of the columns that have one number for each case."""
        return tuple(name for name in self.columns if self._is_number(name))

    def _is_number(self, name: str) -> bool:
        shape = self._shapes.get(name, ()) if self.folder is not None else self[name].shape[1:]
        return shape == () and self[name].dtype.kind == "f"

    @cached_property
    def _shapes(self) -> Mapping[str, tuple[int, ...] | None]:
        return self.folder.shapes() if self.folder is not None else {}

    @property
    def summary(self) -> Summary:
        """Mean, deviation, extremes and quantiles of all columns of numbers."""
        chunks = [(0, len(self) - 1, None)] if self.folder is None else self.folder.good_chunks()
        done = sum(last - first + 1 for first, last, _ in chunks)
        return summarized(
            {name: self[name] for name in self.numbers},
            done,
            (failure.reason for failure in self.failures.values()),
        )

    def quantiles(self, name: str, parts: ArrayLike = QUANTILES) -> Vector:
        """Values of a column below which there are these parts of all cases that did not fail."""
        column, wanted = self[name], checked_numbers(parts, "parts of all cases")
        if column.dtype.kind == "c":
            raise ModelError(f"{name!r} has complex numbers, which have no order: ask for their parts or sizes")
        if (wanted < 0.0).any() or (wanted > 1.0).any():
            raise ModelError("parts of all cases are from 0 to 1")
        is_whole = np.isfinite(column).reshape(len(column), -1).all(axis=1)
        if not is_whole.any():
            raise ModelError(f"no case has a number in {name!r}")
        return np.asarray(np.quantile(column[is_whole], wanted, axis=0))

    def correlations(self, *, by_rank: bool = False) -> Correlations:
        """Correlations between all columns of numbers; `by_rank` those of Spearman, of whatever rises together."""
        return correlated({name: self[name] for name in self.numbers}, by_rank=by_rank)

    def sobol_indices(self, name: str) -> Indices:
        """Parts of the variance of an answer that varied values are to blame for, alone and with others.

        The sweep was over `da.sweeps.Saltelli`.
        """
        return sobol_indices(tuple(self.cases), self._of_design("Saltelli", name, "Sobol's indices"))

    def morris_effects(self, name: str) -> Indices:
        """Elementary effects of each varied value on an answer: mean size, mean and spread.

        The sweep was over `da.sweeps.Morris`, whose steps are half of the range and somewhat more.
        """
        y = self._of_design("Morris", name, "effects of single steps")
        return morris_effects({key: self.cases[key] for key in self.cases}, y)

    def _of_design(self, design: str, name: str, what: str) -> Vector:
        """A column of numbers, of a sweep of this design."""
        if self.design != design:
            raise ModelError(f"{what} need a sweep over da.sweeps.{design}, not over {self.design}")
        if (column := self[name]).ndim > 1 or column.dtype.kind != "f":
            raise ModelError(f"{name!r} has no single real number for each case")
        return column

    # ---- for others

    def to_dataframe(self) -> Any:
        """Pandas table of the columns that have one number for each case."""
        return dataframe({name: column for name in self.columns if (column := self[name]).ndim == 1})

    def to_arrow(self) -> Any:
        """Arrow table of all columns: arrays are lists of numbers."""
        pyarrow, _ = parquet_library()
        columns: dict[str, Any] = {CASE: np.arange(len(self))}
        for name in self.columns:
            column = np.ascontiguousarray(self[name])
            column = column.view(float).reshape(*column.shape, 2) if column.dtype.kind == "c" else column
            flat = column.reshape(len(self), -1)
            if column.ndim == 1 or not column.size:
                columns[name] = column if column.ndim == 1 else pyarrow.nulls(len(column))
            else:
                columns[name] = pyarrow.FixedSizeListArray.from_arrays(flat.ravel(), flat.shape[1])
        return pyarrow.table(columns)

    def to_xarray(self) -> Any:
        """Xarray dataset: with an axis for each that was varied, or one of cases for samples."""
        try:
            import xarray
        except ImportError:
            raise ModelError("to_xarray needs xarray; install it, or take the arrays themselves") from None
        is_grid = self.design == "Grid" and all(len(names) == 1 for names in self.axes)
        axes = [names[0] for names in self.axes] if is_grid else [CASE]
        shape = self.shape if is_grid else (len(self),)
        data = {}
        for name in self.columns if not is_grid else self.results:
            column = self[name]
            inner = [f"{name}.{k}" for k in range(column.ndim - 1)]
            data[name] = ([*axes, *inner], column.reshape(shape + column.shape[1:]))
        values = {}
        for k, name in enumerate(axes if is_grid else ()):
            along = np.moveaxis(self.cases[name].reshape(shape), k, 0).reshape(shape[k], -1)
            values[name] = along[:, 0]
        return xarray.Dataset(data, values)

    def __repr__(self) -> str:
        if self.design == "Grid":
            over = " × ".join(f"{n} of {', '.join(names)}" for names, n in zip(self.axes, self.shape, strict=True))
        else:
            over = f"{len(self)} cases of {', '.join(self.cases)}"
        return f"<Sweep over {over}: {', '.join(self.results)}>"


class _Columns(Mapping[str, Vector]):
    """Columns in a folder, read when they are asked for; cases that are missing are not numbers."""

    def __init__(self, folder: SweepFolder, names: tuple[str, ...]) -> None:
        self._folder, self._names = folder, names

    def __getitem__(self, name: str) -> Vector:
        if name not in self._names:
            raise KeyError(name)
        blocks = [(first, block) for first, block, _ in self._folder.read(name) if block is not None]
        shape = blocks[0][1].shape[1:] if blocks else ()
        kind = np.result_type(float, *(block.dtype for _, block in blocks))
        column = np.full((self._folder.total, *shape), np.nan, dtype=kind)
        for first, block in blocks:
            column[first : first + len(block)] = block
        return column

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class _Failures(Mapping[int, Failure]):
    """Failures in a folder, read when they are asked for."""

    def __init__(self, folder: SweepFolder) -> None:
        self._folder = folder

    @cached_property
    def _found(self) -> dict[int, Failure]:
        return self._folder.failures()

    def __getitem__(self, number: int) -> Failure:
        return self._found[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return repr(self._found)
