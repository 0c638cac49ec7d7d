"""Fits as tables."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, isfinite, log10
from typing import Protocol

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.estimation.fit_problem import Problem
from dalembert.estimation.identifiability import Unidentified

STRONG = 0.95
"""Correlation of two values from which it is told."""


class _Fit(Protocol):
    """What a table shows of a fit."""

    @property
    def values(self) -> Mapping[str, float]: ...
    @property
    def deviations(self) -> Mapping[str, float]: ...
    @property
    def correlations(self) -> Matrix: ...
    @property
    def freedom(self) -> float: ...
    @property
    def unidentified(self) -> tuple[Unidentified, ...]: ...
    @property
    def at_bounds(self) -> tuple[str, ...]: ...
    @property
    def noise(self) -> Mapping[str, float]: ...
    @property
    def residuals(self) -> Mapping[str, Vector]: ...
    @property
    def termination(self) -> str: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def problem(self) -> Problem | None: ...
    def interval(self, name: str) -> tuple[float, float] | None: ...


def fit_text(fit: _Fit) -> str:
    """A table of values with intervals, the noise, and what there is to say."""
    samples = sum(len(r) for r in fit.residuals.values())
    units = {} if fit.problem is None else {x.label: x.unit for x in fit.problem.unknowns.all}
    rows: list[tuple[str, ...]] = [("", "value", "± 95 %", "from", "to", "")]
    rows += [_row(fit, name, units.get(name, "")) for name in fit.values]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    n = len(fit.values)
    lines = [f"{n} unknown{'s' * (n != 1)}, {samples:,} samples: {fit.termination}", ""]
    lines += [
        "  ".join(
            text.ljust(w) if k in (0, 5) else text.rjust(w)
            for k, (text, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    of_signals = (
        {} if fit.problem is None else {x.name: f" {x.unit}" if x.unit else "" for x in fit.problem.channels}
    )
    noise = [f"{name} {value:.3g}{of_signals.get(name, '')}" for name, value in fit.noise.items()]
    lines += ["", f"noise: {', '.join(noise)}"]
    remarks = [*_correlated(fit), *(f"not told: {way}" for way in fit.unidentified), *fit.notes]
    return "\n".join([*lines, *remarks])


def _row(fit: _Fit, name: str, unit: str) -> tuple[str, ...]:
    value, interval = fit.values[name], fit.interval(name)
    if name in fit.at_bounds:
        return name, f"{value:.6g}", "at its bound", "", "", unit
    if interval is None:
        return name, f"{value:.4g}", "not told", "", "", unit
    half = 0.5 * (interval[1] - interval[0])
    digits = _digits(value, half)
    return name, f"{value:{digits}}", f"{half:.2g}", f"{interval[0]:{digits}}", f"{interval[1]:{digits}}", unit


def _digits(value: float, half: float) -> str:
    """A format with two digits of the half width of an interval."""
    if not half > 0.0 or not isfinite(half):
        return ".8g"
    places = 1 - floor(log10(half))
    size = floor(log10(max(abs(value), half)))
    if size > 6 or size < -5:
        return f".{min(max(size + places, 1), 12)}e"
    return f".{min(max(places, 0), 12)}f"


def _correlated(fit: _Fit) -> list[str]:
    names, table = list(fit.values), fit.correlations
    pairs = [
        f"{names[i]} and {names[j]} {table[i, j]:+.3f}"
        for i in range(len(names))
        for j in range(i)
        if np.isfinite(table[i, j]) and abs(table[i, j]) > STRONG
    ]
    return [f"strongly correlated: {', '.join(pairs)}"] if pairs else []
