"""Charts of searches for the best: how they converged, and fronts between two wishes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.optimal_control.trajectory_result import Trajectory
from dalembert.optimization.optimum import Optimum
from dalembert.optimization.pareto import ParetoFront
from dalembert.pictures.figures import SOFT, Picture, plain_axes, written

_COLOUR, _OTHER = "#0072b2", "#d55e00"

_LEAST = 1e-16
"""Where a logarithmic axis begins, if something is met exactly."""


def plot_search(found: Trajectory | Optimum, file: str | Path | None) -> Picture:
    """The cost, and by how much conditions are missed, at each step."""
    if isinstance(found, Optimum):
        cost, missed = np.array(found.history).reshape(-1, 2).T
        words = ("what is least", "requirements missed", "step")
    else:
        history = found.answer.history
        if not len(history.get("cost", ())):
            raise ModelError("the solver of this trajectory kept no history")
        cost, missed = history["cost"], history["missed"]
        words = ("cost", "rows missed", "iteration")
    figure = Picture(figsize=(7.2, 5.0), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    _steps(above, cost, words[0], _COLOUR)
    _steps(below, np.maximum(missed, _LEAST), words[1], _OTHER)
    if (missed > 0.0).any():
        below.set_yscale("log")
        least = max(float(missed[missed > 0.0].min()) / 3.0, _LEAST)
        # what is met exactly stands at the lower edge
        below.lines[0].set_ydata(np.maximum(missed, least))
        below.set_ylim(least, 3.0 * float(missed.max()))
    below.xaxis.get_major_locator().set_params(integer=True)
    below.set_xlabel(words[2])
    return written(figure, file, dpi=150)


def plot_front(front: ParetoFront, file: str | Path | None) -> Picture:
    """Both quantities of all designs over each other."""
    figure = Picture(figsize=(6.4, 4.6), layout="constrained")
    axis: Axes = figure.subplots(1, 1)
    plain_axes(axis)
    first, second = front.values.T
    axis.plot(second, first, "-", color=SOFT, linewidth=1.0)
    axis.plot(second, first, "o", color=_COLOUR, markersize=5)
    axis.set_xlabel(front.labels[1], parse_math=False)
    axis.set_ylabel(front.labels[0], parse_math=False)
    return written(figure, file, dpi=150)


def _steps(axis: Axes, values: Vector, label: str, colour: str) -> None:
    plain_axes(axis)
    axis.plot(np.arange(len(values)), values, ".-", color=colour, linewidth=1.2, markersize=4)
    axis.set_ylabel(label, parse_math=False)
