"""Charts of fits: predictions over measurements with what is left, and profiles of likelihood."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from dalembert.errors import ModelError
from dalembert.estimation.fit_result import Fit
from dalembert.estimation.likelihood import LikelihoodProfile
from dalembert.name_checks import checked_names
from dalembert.pictures.figures import SOFT, Picture, plain_axes, written

_DATA, _MODEL = "#7b8089", "#0072b2"

_MOST_DOTS = 5_000
"""Samples that are drawn of a signal; of more, evenly spaced ones."""


def plot_fit(fit: Fit, names: list[str], file: str | Path | None) -> Picture:
    """Measurements, predictions and residuals of each signal."""
    if fit.problem is None:
        raise ModelError("this fit has no measurements to draw")
    records = [record for record in fit.problem.unknowns.records for _ in record.channels]
    channels = {label: x for label, x in zip(fit.residuals, fit.problem.channels, strict=True)}
    checked_names(names, channels, "measured signal")
    times = {label: r.times[x.places] for (label, x), r in zip(channels.items(), records, strict=True)}
    wanted = names or list(channels)
    figure = Picture(figsize=(8.6, 0.5 + 2.7 * len(wanted)), layout="constrained")
    axes = figure.subplots(2 * len(wanted), 1, squeeze=False, height_ratios=[3, 1] * len(wanted))[:, 0]
    for k, label in enumerate(wanted):
        above, below = axes[2 * k], axes[2 * k + 1]
        t, y, r = times[label], channels[label].values, fit.residuals[label]
        few = np.unique(np.linspace(0, len(t) - 1, min(len(t), _MOST_DOTS)).astype(int))
        above.plot(t[few], y[few], ".", color=_DATA, markersize=5, label="measured")
        above.plot(t, y - r, color=_MODEL, linewidth=1.2, label="fitted")
        unit = channels[label].unit
        above.set_ylabel(f"{label} in {unit}" if unit else label, parse_math=False)
        above.legend(loc="lower right", bbox_to_anchor=(1.0, 0.98), frameon=False, fontsize=8, ncols=2)
        below.plot(t[few], r[few], ".", color=_DATA, markersize=2.5)
        below.axhline(0.0, color=_MODEL, linewidth=1.0)
        below.set_ylabel("residual", fontsize=8)
        for axis in (above, below):
            plain_axes(axis)
            axis.set_xlim(float(t[0]), float(t[-1]) if t[-1] > t[0] else None)
        above.tick_params(labelbottom=False)
    axes[-1].set_xlabel("t in s")
    return written(figure, file, dpi=150)


def plot_likelihood(profile: LikelihoodProfile, file: str | Path | None) -> Picture:
    """The loss of fit along one unknown, with the 95 % interval."""
    figure = Picture(figsize=(5.6, 3.6), layout="constrained")
    axis: Axes = figure.subplots(1, 1)
    plain_axes(axis)
    axis.plot(profile.values, profile.loss, ".-", color=_MODEL, linewidth=1.4, markersize=5)
    axis.axhline(profile.limit, color=SOFT, linewidth=1.0, linestyle="--")
    axis.annotate("95 %", (1.0, profile.limit), xycoords=("axes fraction", "data"), ha="right", va="bottom",
                  fontsize=8, color=SOFT)  # fmt: skip
    low, high = profile.interval
    for end in (low, high):
        if np.isfinite(end):
            axis.axvline(end, color=SOFT, linewidth=1.0, linestyle=":")
    axis.axvline(profile.best, color=_MODEL, linewidth=1.0)
    axis.set_ylim(0.0, max(float(np.nanmax(profile.loss)), 1.6 * profile.limit))
    axis.set_xlabel(profile.name, parse_math=False)
    axis.set_ylabel("loss of fit")
    return written(figure, file, dpi=150)
