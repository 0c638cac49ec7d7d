"""Statistics of sweeps: of columns, between them, and how much an answer depends on each varied value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.name_checks import closest

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Parts of all below the values that a summary tells."""

_MOST_REASONS = 3
"""Reasons of failures that a summary tells."""


@dataclass(frozen=True, eq=False, repr=False)
class Summary:
    """Mean, standard deviation, extremes and quantiles of columns; cases that failed are left out."""

    count: int
    """Cases that were computed, failures among them."""

    failed: int
    columns: Mapping[str, Mapping[str, float]]
    """By column: 'mean', 'deviation', 'smallest', 'largest', and quantiles '5%' to '95%'."""

    reasons: Mapping[str, int]
    """Why cases failed, and how many of them, the most first."""

    def __getitem__(self, name: str) -> Mapping[str, float]:
        if name not in self.columns:
            raise _no_column(name, self.columns)
        return self.columns[name]

    def __str__(self) -> str:
        """Table with a line for each column."""
        head = ["", *next(iter(self.columns.values()), {})]
        rows = [[name, *(f"{x:.5g}" for x in numbers.values())] for name, numbers in self.columns.items()]
        lines = _aligned([head, *rows])
        told = [f"{count:,} failed: {reason}" for reason, count in list(self.reasons.items())[:_MOST_REASONS]]
        if others := len(self.reasons) - len(told):
            told.append(f"and {others:,} other reasons")
        return "\n".join([f"{self.count:,} cases, {self.failed:,} failed", *lines, *told])

    __repr__ = __str__


def summarized(columns: Mapping[str, Vector], count: int, reasons: Iterable[str]) -> Summary:
    """Statistics of columns of numbers."""
    found = {}
    for name, column in columns.items():
        x = column[np.isfinite(column)]
        if not len(x):
            continue
        numbers = {"mean": x.mean(), "deviation": x.std(ddof=1) if len(x) > 1 else 0.0, "smallest": x.min()}
        numbers |= {f"{100 * part:g}%": q for part, q in zip(QUANTILES, np.quantile(x, QUANTILES), strict=True)}
        found[name] = {key: float(y) for key, y in (numbers | {"largest": x.max()}).items()}
    why = Counter(reasons)
    return Summary(count, why.total(), found, dict(why.most_common()))


@dataclass(frozen=True, eq=False, repr=False)
class Correlations:
    """Coefficients of correlation between the columns of a sweep."""

    names: tuple[str, ...]
    matrix: Matrix
    """(n, n); of columns that do not vary, not numbers."""

    def __getitem__(self, pair: tuple[str, str]) -> float:
        for name in pair:
            if name not in self.names:
                raise _no_column(name, self.names)
        return float(self.matrix[self.names.index(pair[0]), self.names.index(pair[1])])

    def __str__(self) -> str:
        """Table of all coefficients."""
        rows = [[name, *(f"{x:+.2f}" for x in row)] for name, row in zip(self.names, self.matrix, strict=True)]
        return "\n".join(_aligned([["", *self.names], *rows]))

    __repr__ = __str__


def correlated(columns: Mapping[str, Vector], *, by_rank: bool) -> Correlations:
    """Correlations of columns, of the cases that have all of them; by rank, as Spearman has them."""
    table = np.array(list(columns.values()))
    table = table[:, np.isfinite(table).all(axis=0)]
    if table.shape[1] < 2:
        raise ModelError("correlations are of two cases at least that have all answers")
    if by_rank:
        table = np.array([_ranks(row) for row in table])
    table = table - table.mean(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        table /= np.sqrt(np.square(table).sum(axis=1, keepdims=True))
    return Correlations(tuple(columns), table @ table.T)


def _ranks(values: Vector) -> Vector:
    """Places in order; equal values share theirs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return (last - 0.5 * (count - 1))[place]


@dataclass(frozen=True, eq=False, repr=False)
class Indices:
    """Numbers for each varied value that tell how much an answer depends on it, with their standard errors."""

    names: tuple[str, ...]
    columns: Mapping[str, Vector]
    errors: Mapping[str, Vector]
    """Standard errors, by the same names."""

    count: int
    """Blocks of cases that they are of; those in which one failed are left out."""

    left_out: int

    def __getitem__(self, name: str) -> Mapping[str, float]:
        """The numbers of one varied value."""
        if name not in self.names:
            raise ModelError(f"{name!r} was not varied; there are {', '.join(self.names)}")
        k = self.names.index(name)
        return {key: float(column[k]) for key, column in self.columns.items()}

    def __str__(self) -> str:
        """Table with a line for each varied value."""
        rows = [
            [
                name,
                *(f"{self.columns[key][k]:.4g} ± {self.errors[key][k]:.1g}" for key in self.columns),
            ]
            for k, name in enumerate(self.names)
        ]
        left = f", {self.left_out:,} left out because a case failed" if self.left_out else ""
        return "\n".join([*_aligned([["", *self.columns], *rows]), f"from {self.count:,} blocks{left}"])

    __repr__ = __str__


def sobol_indices(names: Sequence[str], y: Vector) -> Indices:
    """Parts of the variance of y, in blocks of Saltelli's scheme (n · (d + 2),).

    First order after Saltelli (2010, eq. b in table 2), total after Jansen (eq. f).
    """
    d = len(names)
    blocks, left_out = _whole(y.reshape(-1, d + 2))
    blocks = blocks - blocks[:, :2].mean()
    a, b, mixed = blocks[:, :1], blocks[:, 1:2], blocks[:, 2:]
    variance = blocks[:, :2].var()
    if not variance:
        raise ModelError("the answer does not vary at all: its variance has no parts")
    first, total = b * (mixed - a) / variance, 0.5 * np.square(a - mixed) / variance
    n = len(blocks)
    means = {"first order": first.mean(axis=0), "total": total.mean(axis=0)}
    errors = {"first order": first.std(axis=0) / np.sqrt(n), "total": total.std(axis=0) / np.sqrt(n)}
    return Indices(tuple(names), means, errors, n, left_out)


def morris_effects(values: Mapping[str, Vector], y: Vector) -> Indices:
    """Effects of one step of each value, on ways on which one after the other takes a step (Morris 1991).

    `size` is the mean of |effect| (Campolongo 2007), `spread` its standard deviation: large where values act
    together or not in proportion.
    """
    names, d = tuple(values), len(values)
    ways = y.reshape(-1, d + 1)
    good = np.isfinite(ways).all(axis=1)
    x = np.array(list(values.values())).T.reshape(-1, d + 1, d)[good]
    ways, left_out = _whole(ways)
    steps = np.diff(x, axis=1)
    if (np.count_nonzero(steps, axis=2) != 1).any():
        raise ModelError("the values do not tell which of them took a step: two levels of one have the same value")
    which = np.argmax(steps != 0.0, axis=2)
    signs = np.sign(np.take_along_axis(steps, which[..., None], axis=2)[..., 0])
    effects = np.empty((len(ways), d))
    np.put_along_axis(effects, which, np.diff(ways, axis=1) * signs, axis=1)
    n = len(ways)
    spread = effects.std(axis=0, ddof=1) if n > 1 else np.full(d, np.nan)
    columns = {"size": np.abs(effects).mean(axis=0), "mean": effects.mean(axis=0), "spread": spread}
    errors = {
        "size": np.abs(effects).std(axis=0) / np.sqrt(n),
        "mean": effects.std(axis=0) / np.sqrt(n),
        "spread": spread / np.sqrt(2.0 * n),
    }
    return Indices(names, columns, errors, n, left_out)


def _no_column(name: str, names: Iterable[str]) -> ModelError:
    return ModelError(f"there is no column of numbers {name!r}; {closest(name, names)}")


def _whole(blocks: Matrix) -> tuple[Matrix, int]:
    """Blocks in which no case failed, and how many others there are."""
    good = np.isfinite(blocks).all(axis=1)
    if good.sum() < 2:
        raise ModelError("there are not two blocks of cases without a failure")
    return blocks[good], int((~good).sum())


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join([line[0].ljust(widths[0]), *(x.rjust(n) for x, n in zip(line[1:], widths[1:], strict=True))])
        for line in lines
    ]
