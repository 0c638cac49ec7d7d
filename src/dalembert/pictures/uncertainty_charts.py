"""Charts of uncertainty: bands or deviations along motions, and bars of what each uncertain name adds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from dalembert.estimation.uncertainty import Uncertainty
from dalembert.name_checks import checked_names
from dalembert.pictures.figures import Picture, plain_axes, written

_COLOUR, _MOST = "#0072b2", 10
"""Colour, and the most bars of a signal."""

_NARROW = 0.05
"""Width of a band, beside the range of the signal, below which it is no band to see."""


def plot_uncertainty(found: Uncertainty, names: list[str], file: str | Path | None) -> Picture:
    """For each signal its 95 % band over time, if there is time, and bars where it is most uncertain."""
    checked_names(names, found.values, "signal of this analysis")
    wanted = names or list(found.names)
    n_bars = min(len(found.by), _MOST)
    height = max(1.9, 0.9 + 0.3 * n_bars)
    columns = 1 if found.is_single else 2
    figure = Picture(figsize=(5.4 * columns, height * len(wanted)), layout="constrained")
    axes = figure.subplots(len(wanted), columns, squeeze=False)
    for row, name in zip(axes, wanted, strict=True):
        if not found.is_single:
            _band(row[0], found, name)
        _bars(row[-1], found, name)
    return written(figure, file, dpi=150)


def _band(axis: Axes, found: Uncertainty, name: str) -> None:
    plain_axes(axis)
    low, high = found.interval(name)
    unit = (found.units or {}).get(name, "")
    axis.set_xlabel("t in s")
    axis.set_ylabel(f"{name} in {unit}" if unit else name, parse_math=False)
    if float((high - low).max()) < _NARROW * float(np.ptp(found.values[name])):
        axis.plot(found.times, found.deviation(name), color=_COLOUR, linewidth=1.4)
        axis.set_ylim(bottom=0.0)
        axis.ticklabel_format(axis="y", scilimits=(-2, 5))
        axis.set_title(f"standard deviation of {name}", fontsize=9, loc="left", parse_math=False)
    else:
        axis.fill_between(found.times, low, high, color=_COLOUR, alpha=0.25, linewidth=0.0)
        axis.plot(found.times, found.values[name], color=_COLOUR, linewidth=1.2)
        axis.set_title("95 % band", fontsize=9, loc="left")
    axis.set_xlim(float(found.times[0]), float(found.times[-1]))


def _bars(axis: Axes, found: Uncertainty, name: str) -> None:
    plain_axes(axis)
    place = int(np.argmax(found.deviation(name)))
    slopes, spread = found.slopes[name][place], np.sqrt(np.diag(found.covariance))
    added = {found.by[k]: float(x) for k, x in enumerate(np.abs(slopes) * spread)}
    order = sorted(added, key=lambda other: -added[other])[:_MOST]
    axis.barh(range(len(order)), [added[other] for other in order], color=_COLOUR, height=0.6)
    axis.set_yticks(range(len(order)), order, parse_math=False)
    axis.invert_yaxis()
    when = "" if found.is_single else f" at t = {found.times[place]:.3g} s"
    axis.ticklabel_format(axis="x", scilimits=(-2, 5))
    axis.set_title(
        f"added to it by each{when}" if when else f"standard deviation of {name} by each",
        fontsize=9,
        loc="left",
        parse_math=False,
    )
    shares = found.shares(name, place)
    for k, other in enumerate(order):
        axis.annotate(f"{100.0 * shares[other]:.0f} %", (added[other], k), xytext=(3, 0),
                      textcoords="offset points", va="center", fontsize=8)  # fmt: skip
    axis.margins(x=0.14)
