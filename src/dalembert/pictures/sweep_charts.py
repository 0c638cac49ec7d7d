"""Charts of sweeps: histograms, curves, heat maps, scatter, and parallel coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.pictures.figures import Picture, plain_axes, written
from dalembert.studies.table import Sweep

_COLOUR, _MAP = "#0072b2", "viridis"

_MANY, _MOST_LINES, _MOST_AXES = 5_000, 2_000, 12
"""Points that are told apart, lines and axes of parallel coordinates that can be followed."""


def plot_sweep(table: Sweep, names: Sequence[str], x: str | None, file: str | Path | None) -> Picture:
    """The chart that a sweep has for these columns."""
    wanted = list(names or table.numbers)
    for name in (*wanted, *([x] if x is not None else [])):
        if table[name].ndim > 1 or table[name].dtype.kind != "f":
            raise ModelError(f"{name!r} has no single real number for each case, so it is in no chart of a sweep")
    varied = list(table.cases)
    if x is not None:
        wanted = [x, *wanted]
    if not wanted:
        raise ModelError("no column of this sweep has one number for each case; ask for peaks or ends of signals")
    if len(wanted) > 3 or (len(wanted) == 3 and x is None):
        figure = _parallel(table, wanted)
    elif len(wanted) == 1 and table.design == "Grid" and len(varied) == 2 and len(table.shape) == 2:
        figure = _heat_map(table, wanted[0])
    elif len(wanted) == 1 and table.design == "Grid" and len(varied) == 1:
        figure = _curve(table, varied[0], wanted[0])
    elif len(wanted) == 1:
        figure = _histogram(table, wanted[0])
    else:
        figure = _scatter(table, wanted)
    return written(figure, file, dpi=150)


def _axes(table: Sweep, width: float = 6.4, height: float = 4.2) -> tuple[Picture, Axes]:
    figure = Picture(figsize=(width, height), layout="constrained")
    axis = figure.subplots(1, 1)
    plain_axes(axis)
    if failed := len(table.failures):
        axis.set_title(f"{failed:,} of {len(table):,} cases failed", fontsize=9, loc="right", color="#d55e00")
    return figure, axis


def _label(axis: Axes, x: str, y: str) -> None:
    axis.set_xlabel(x, parse_math=False)
    axis.set_ylabel(y, parse_math=False)


def _good(*columns: Vector) -> list[Vector]:
    """The cases in which all columns are numbers."""
    good = np.isfinite(np.array(columns)).all(axis=0)
    if not good.any():
        raise ModelError("no case has all of these answers")
    return [column[good] for column in columns]


def _histogram(table: Sweep, name: str) -> Picture:
    figure, axis = _axes(table)
    (values,) = _good(table[name])
    axis.hist(values, bins=min(80, max(8, int(np.sqrt(len(values))))), color=_COLOUR, alpha=0.85)
    axis.margins(y=0.15)
    for part, q in zip(("5 %", "median", "95 %"), np.quantile(values, [0.05, 0.5, 0.95]), strict=True):
        axis.axvline(q, color="#444444", linewidth=0.8, linestyle="--")
        axis.annotate(
            f"{part}\n{q:.4g}", (q, 0.98), xycoords=("data", "axes fraction"), fontsize=8, va="top",
            xytext=(3, 0), textcoords="offset points",
        )  # fmt: skip
    _label(axis, name, "cases")
    return figure


def _curve(table: Sweep, x: str, y: str) -> Picture:
    figure, axis = _axes(table)
    order = np.argsort(table[x])
    axis.plot(table[x][order], table[y][order], color=_COLOUR, marker="." if len(table) < 60 else "")
    _label(axis, x, y)
    return figure


def _heat_map(table: Sweep, name: str) -> Picture:
    figure, axis = _axes(table)
    (across,), (up,) = table.axes
    x, y = table.grid(across)[:, 0], table.grid(up)[0]
    order = np.ix_(np.argsort(x), np.argsort(y))
    # cells of cases that failed stay empty
    axis.set_facecolor("#dddddd")
    mesh = axis.pcolormesh(np.sort(x), np.sort(y), table.grid(name)[order].T, cmap=_MAP, shading="nearest")
    figure.colorbar(mesh, ax=axis).set_label(name, parse_math=False)
    _label(axis, across, up)
    return figure


def _scatter(table: Sweep, names: Sequence[str]) -> Picture:
    """Two columns over each other; the third is the colour."""
    figure, axis = _axes(table)
    x, y, *colour = _good(*(table[name] for name in names))
    if len(x) > _MANY and not colour:
        cells = axis.hexbin(x, y, gridsize=60, cmap=_MAP, mincnt=1, linewidths=0.1)
        figure.colorbar(cells, ax=axis, label="cases")
    else:
        points = axis.scatter(
            x, y, s=9, c=colour[0] if colour else _COLOUR, cmap=_MAP if colour else None, alpha=0.7
        )
        if colour:
            figure.colorbar(points, ax=axis).set_label(names[2], parse_math=False)
    _label(axis, names[0], names[1])
    return figure


def _parallel(table: Sweep, names: Sequence[str]) -> Picture:
    """An axis for each column and a line for each case, coloured by the last."""
    if len(names) > _MOST_AXES:
        raise ModelError(f"{len(names)} axes beside each other cannot be read; name {_MOST_AXES} columns at most")
    figure, axis = _axes(table, width=max(6.4, 1.4 * len(names)))
    columns = np.array(_good(*(table[name] for name in names)))
    low, high = columns.min(axis=1, keepdims=True), columns.max(axis=1, keepdims=True)
    flat = np.where(high > low, (columns - low) / np.where(high > low, high - low, 1.0), 0.5)
    every = max(1, -(-flat.shape[1] // _MOST_LINES))
    flat = flat[:, ::every]
    # the largest on top
    flat = flat[:, np.argsort(flat[-1])]
    places = np.broadcast_to(np.arange(len(names)), flat.T.shape)
    lines = LineCollection(
        list(np.stack([places, flat.T], axis=2)), array=flat[-1], cmap=_MAP, linewidths=0.7,
        alpha=float(np.clip(150.0 / flat.shape[1], 0.15, 0.8)),
    )  # fmt: skip
    axis.add_collection(lines)
    axis.set_xlim(-0.15, len(names) - 0.85)
    axis.set_ylim(-0.08, 1.08)
    for k in range(len(names)):
        axis.plot([k, k], [0.0, 1.0], color="#444444", linewidth=0.8)
        for value, y, side in ((low[k, 0], -0.02, "top"), (high[k, 0], 1.02, "bottom")):
            axis.annotate(f"{value:.4g}", (k, y), fontsize=8, ha="center", va=side)
    axis.set_xticks(range(len(names)), list(names), parse_math=False)
    axis.set_yticks([])
    for spine in axis.spines.values():
        spine.set_visible(False)
    if every > 1:
        axis.set_xlabel(f"{flat.shape[1]:,} of {columns.shape[1]:,} cases", fontsize=8)
    return figure
