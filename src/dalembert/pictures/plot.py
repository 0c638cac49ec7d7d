"""Curves over time, or over each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from dalembert.errors import ModelError
from dalembert.estimation.fit_result import Fit
from dalembert.estimation.likelihood import LikelihoodProfile
from dalembert.estimation.uncertainty import Uncertainty
from dalembert.linear.modes import Modes
from dalembert.modules.speed_modes import SpeedModes
from dalembert.optimal_control.trajectory_result import Trajectory
from dalembert.optimization.optimum import Optimum
from dalembert.optimization.pareto import ParetoFront
from dalembert.pictures.figures import ENDINGS, SOFT, Picture, plain_axes, time_unit, written
from dalembert.pictures.fit_charts import plot_fit, plot_likelihood
from dalembert.pictures.mode_charts import plot_modes, plot_several_modes
from dalembert.pictures.optimum_charts import plot_front, plot_search
from dalembert.pictures.picture_files import checked_file
from dalembert.pictures.profile_chart import plot_profile
from dalembert.pictures.signal_curves import Curve, Panel, Quantities, Quantity, curves, in_degrees, panels, shown
from dalembert.pictures.sweep_charts import plot_sweep
from dalembert.pictures.uncertainty_charts import plot_uncertainty
from dalembert.runs.motion import Motion
from dalembert.studies.profile import Profile
from dalembert.studies.table import Sweep

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""One after the other; told apart with any eye (Okabe and Ito, 2008)."""

STYLES = ("-", "--", ":", "-.")
"""Of several motions, or of more curves than colours."""

QUANTITIES = {
    **dict.fromkeys(("rad", "°"), "angle"),
    **dict.fromkeys(("rad/s", "°/s"), "angular velocity"),
    **dict.fromkeys(("rad/s²", "°/s²"), "angular acceleration"),
    "m": "position",
    "m/s": "velocity",
    "m/s²": "acceleration",
    "N": "force",
    "N m": "moment",
    "N s": "momentum",
    "N m s": "angular momentum",
    "J": "energy",
    "W": "power",
}
"""Names of the quantities of a panel, by unit."""

MOST_NAMES, MOST_EVENTS = 16, 40
"""Names beside a panel, and marks of events, that can be read."""


EVENT_ROWS, LETTER = 4, 0.0105
"""Rows of names of events above the first panel, and the width of a letter there beside that of the panel."""


def plot(
    motions: Motion
    | Sequence[Motion]
    | Mapping[str, Motion]
    | Modes
    | SpeedModes
    | Mapping[str, SpeedModes]
    | Sweep
    | Profile
    | Fit
    | LikelihoodProfile
    | Uncertainty
    | Trajectory
    | Optimum
    | ParetoFront,
    signals: Quantities | None = None,
    *,
    x: Quantity | Mapping[str, Quantity] | None = None,
    degrees: bool = False,
    file: str | Path | None = None,
) -> Picture:
    """Curves of a motion over time, or of several in comparison.

    Signals are put into panels by their units. What changes by less than the accuracy of a run is drawn as
    constant, and its drift is said in words. Events are marked. Modes of linear equations are drawn against
    the quantity in which their references differ, or in the complex plane; modes of vehicles over speed with
    critical speeds, and with magnitude and phase of the ratio of two states. Sweeps are histograms of one column,
    curves or heat maps if all combinations of one or two values were asked, scatter of two columns, coloured by a
    third, and parallel coordinates of more. A profile is bars. Fits are drawn over their measurements, with what
    is left, uncertainty as bands over time and as bars. Trajectories and optima show how the search converged, a
    trajectory with signals these, and a Pareto front its designs.

    Parameters
    ----------
    motions : Motion, sequence or dict of Motion, Modes, SpeedModes or dict of them, Sweep, Profile, Fit, …
        Motions, modes, sweep, fit, uncertainty, trajectory, optimum or Pareto front that are drawn; a dict gives
        their labels.
    signals : str, sequence or dict, optional
        Signals by name or expressions of measures; lists inside the list are panels of their own, a dict gives
        labels: `{"height": da.position(arm["end"])[2]}`. Default all coordinates. Of modes, the two states whose
        ratio is drawn; default none, of modes over speed the first two coordinates.
    x : str or expression, optional
        Quantity that curves are drawn over: a path, or a phase portrait; default time in seconds.
    degrees : bool, optional
        Whether angles of motions and their rates are drawn in degrees; default radians.
    file : path, optional
        File (.png, .svg, .pdf) that it is written to; default none.

    Returns
    -------
    Picture
        Matplotlib figure, which notebooks show.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 0.1}, until=2.0)
    >>> picture = da.plot(motion, ["hinge", "hinge.force.y"], file="pendulum.svg")
    >>> print(type(picture).__name__)
    Picture
    """
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    if degrees and isinstance(
        motions, Profile | Sweep | Modes | SpeedModes | Fit | LikelihoodProfile | Uncertainty
    ):
        raise ModelError("only curves of motions are drawn in degrees")
    if isinstance(motions, Trajectory) and signals is not None:
        motions = motions.motion
    if isinstance(motions, Trajectory | Optimum):
        return plot_search(motions, file)
    if isinstance(motions, ParetoFront):
        return plot_front(motions, file)
    if isinstance(motions, Profile):
        return plot_profile(motions, file)
    if isinstance(motions, Fit):
        return plot_fit(motions, _column_names(signals), file)
    if isinstance(motions, Uncertainty):
        return plot_uncertainty(motions, _column_names(signals), file)
    if isinstance(motions, LikelihoodProfile):
        return plot_likelihood(motions, file)
    if isinstance(motions, Sweep):
        return plot_sweep(motions, _column_names(signals), x if x is None else _column_names(x)[0], file)
    if (charts := _modes(motions)) is not None:
        if x is not None:
            raise ModelError("modes are drawn over what varies between them, without x")
        ratio = _state_names(signals)
        return (
            plot_modes(charts, ratio, file)
            if not isinstance(charts, dict)
            else plot_several_modes(charts, ratio, file)
        )
    named = _named(motions)
    drawn = panels(list(named.values()), signals)
    across = None if x is None else [_single(motion, x, k) for k, motion in enumerate(named.values())]
    if degrees:
        drawn = [tuple(map(in_degrees, panel)) for panel in drawn]
        across = None if across is None else [in_degrees(curve) for curve in across]
    height = 2.3 if across is None else 4.0
    figure = Picture(figsize=(8.6, 0.9 + height * len(drawn)), layout="constrained")
    axes = figure.subplots(len(drawn), 1, sharex=True, squeeze=False)[:, 0]
    for axis, panel in zip(axes, drawn, strict=True):
        _draw(axis, panel, named, across)
    if across is None:
        _times(list(axes), list(named.values()))
    else:
        axes[-1].set_xlabel(_axis_name([across[0]]), parse_math=False)
    return written(figure, file, dpi=150)


def _column_names(signals: object) -> list[str]:
    """Names of columns of a sweep."""
    if signals is None:
        return []
    names = [signals] if isinstance(signals, str) else list(signals) if isinstance(signals, Sequence) else [None]
    if not all(isinstance(name, str) for name in names):
        raise ModelError("of a sweep its columns are drawn, which have names")
    return [str(name) for name in names]


def _modes(subject: object) -> Modes | SpeedModes | dict[str, SpeedModes] | None:
    """Modes whose charts are drawn, or None if the subject is something else."""
    if isinstance(subject, Modes | SpeedModes):
        return subject
    if not isinstance(subject, Mapping) or not any(isinstance(modes, SpeedModes) for modes in subject.values()):
        return None
    charts = {str(name): modes for name, modes in subject.items() if isinstance(modes, SpeedModes)}
    if len(charts) < len(subject):
        raise ModelError("modes over speed and motions are drawn in pictures of their own")
    return charts


def _state_names(signals: Quantities | None) -> list[str] | None:
    """Names of states whose ratio is drawn."""
    if signals is None:
        return None
    names = [signals] if isinstance(signals, str) else list(signals) if isinstance(signals, Sequence) else []
    states = [name for name in names if isinstance(name, str)]
    if len(states) != 2 or len(names) != 2:
        raise ModelError(
            "beside eigenvalues, charts of modes show the ratio of two states: give their names, such as "
            "['steer', 'lean']"
        )
    return states


def _named(motions: object) -> dict[str, Motion]:
    """Motions by name; none of them empty."""
    named: dict[str, object]
    if isinstance(motions, Mapping):
        named = {str(name): motion for name, motion in motions.items()}
    elif isinstance(motions, Sequence) and not isinstance(motions, Motion):
        named = {f"motion {k}": motion for k, motion in enumerate(motions, start=1)}
    else:
        named = {"": motions}
    if not named:
        raise ModelError("there is no motion to plot")
    # where events change something, curves jump
    return {name: _checked_motion(motion).with_jumps() for name, motion in named.items()}


def _checked_motion(motion: object) -> Motion:
    if not isinstance(motion, Motion):
        if isinstance(motion, Picture):
            raise ModelError(
                "this is a picture already: a notebook shows it, and picture.savefig(…) writes it to a file"
            )
        raise ModelError(f"a plot is of motions, such as simulate(…) returns, not of {motion!r}")
    if not len(motion):
        raise ModelError("an empty motion has no curves; simulate it first")
    return motion


def _single(motion: Motion, x: Quantity | Mapping[str, Quantity], number: int) -> Curve:
    items = list(x.items()) if isinstance(x, Mapping) else [(x if isinstance(x, str) else "x", x)]
    abscissas = curves(motion, items, number)
    if len(abscissas) != 1:
        raise ModelError(f"x is one signal or one expression, not {len(abscissas)} of them")
    return abscissas[0]


# ---- panels


def _draw(axis: Axes, panel: Panel, motions: Mapping[str, Motion], across: list[Curve] | None) -> None:
    """One panel: curves, names beside it, units on its axis."""
    labels = list(dict.fromkeys(curve.label for curve in panel))
    handles, texts = [], []
    for curve in panel:
        k = labels.index(curve.label)
        colour, style = COLOURS[k % len(COLOURS)], STYLES[(k // len(COLOURS) + curve.motion) % len(STYLES)]
        motion = list(motions.values())[curve.motion]
        over = motion.times if across is None else across[curve.motion].values
        values = np.full(len(over), curve.mean) if curve.is_constant else curve.values
        (drawn,) = axis.plot(over, values, color=colour, linestyle=style, linewidth=1.5)
        if len(over) == 1:
            # no line shows a single instant
            drawn.set(marker="o", markersize=5)
        if across is not None:
            axis.plot(over[:1], values[:1], "o", color=colour, markersize=4.5)
        handles.append(drawn)
        name = list(motions)[curve.motion]
        texts.append(f"{curve.text} ({shown(name)})" if len(motions) > 1 else curve.text)
    plain_axes(axis)
    axis.ticklabel_format(axis="y", useOffset=False, scilimits=(-4, 5))
    axis.set_ylabel(_axis_name(panel), parse_math=False)
    if all(curve.is_constant for curve in panel):
        _around_constants(axis, panel)
    if across is not None and panel[0].unit == across[0].unit == "m":
        axis.set_aspect("equal", adjustable="datalim")
    if len(texts) > 1 or any(text != labels[0] for text in texts):
        _names(axis, handles, texts)


def _axis_name(panel: Sequence[Curve]) -> str:
    """The name of the only curve, or what all have in common; with the unit."""
    labels = {curve.label for curve in panel}
    unit = next((curve.unit for curve in panel if curve.unit is not None), "") or ""
    name = next(iter(labels)) if len(labels) == 1 else QUANTITIES.get(unit, "")
    return f"{name} in {unit}" if name and unit else name or unit


def _around_constants(axis: Axes, panel: Panel) -> None:
    """Lines that do not change are not shown as if they did."""
    middles = [curve.mean for curve in panel]
    reach = max(np.ptp(middles), 0.2 * max(map(abs, middles)), max(curve.scale for curve in panel))
    axis.set_ylim(min(middles) - (0.6 * reach or 1.0), max(middles) + (0.6 * reach or 1.0))


def _names(axis: Axes, handles: list[Line2D], texts: list[str]) -> None:
    """Names on the right of the panel, where they cover nothing."""
    if len(texts) > MOST_NAMES:
        texts = [*texts[: MOST_NAMES - 1], f"and {len(texts) - MOST_NAMES + 1} more"]
    places = [str(k) for k in range(len(texts))]
    legend = axis.legend(
        handles[: len(texts)],
        places,
        loc="upper left",
        bbox_to_anchor=(1.01, 1.02),
        borderaxespad=0.0,
        frameon=False,
        fontsize=9,
        handlelength=1.6,
    )
    for text, name in zip(legend.get_texts(), texts, strict=True):
        text.set_parse_math(False)
        text.set_text(_folded(name))


def _folded(text: str) -> str:
    """Remarks below the name."""
    return text.replace(", constant", ",\nconstant").replace(" (no value", "\n(no value")


# ---- time and events


def _times(axes: Sequence[Axes], motions: Sequence[Motion]) -> None:
    """Seconds, or milliseconds of short runs; events as dotted lines with their names above the first panel."""
    unit, per_second = time_unit(max(float(np.ptp(motion.times)) for motion in motions))
    axes[-1].set_xlabel(f"t in {unit}")
    if per_second != 1.0:
        axes[-1].xaxis.set_major_formatter(lambda value, _: f"{per_second * value:g}")
    events = sorted((event.t, event.name) for motion in motions for event in motion.events)
    if len(events) > MOST_EVENTS:
        axes[0].set_title(f"{len(events)} events, not marked", fontsize=9, color=SOFT, loc="left")
        return
    for time, _ in events:
        for axis in axes:
            axis.axvline(time, color=SOFT, linewidth=0.9, linestyle=(0, (1.5, 2.5)), zorder=1.5)
    _event_names(axes[0], events)


def _event_names(axis: Axes, events: Sequence[tuple[float, str]]) -> None:
    """Names above the lines, in rows where they would stand on each other; what has no place is counted."""
    start, end = axis.get_xlim()
    taken: list[list[tuple[float, float]]] = [[] for _ in range(EVENT_ROWS)]
    left_out = 0
    for name, group in groupby(events, key=lambda event: event[1]):
        times = [time for time, _ in group]
        text = shown(name) if len(times) == 1 else f"{shown(name)} × {len(times)}"
        width, is_early = LETTER * len(text) * (end - start), times[0] < 0.5 * (start + end)
        low, high = (times[0], times[0] + width) if is_early else (times[0] - width, times[0])
        free = [k for k, row in enumerate(taken) if all(high < x or y < low for x, y in row)]
        if not free:
            left_out += 1
            continue
        taken[free[0]].append((low, high))
        _above(axis, text, times[0], "data", free[0], "left" if is_early else "right")
    if left_out:
        _above(axis, f"and {left_out} more", 1.0, "axes fraction", EVENT_ROWS, "right")


def _above(axis: Axes, text: str, x: float, kind: str, row: int, side: str) -> None:
    axis.annotate(
        text,
        (x, 1.0),
        xycoords=(kind, "axes fraction"),
        xytext=(0, 3 + 10 * row),
        textcoords="offset points",
        fontsize=8,
        color=SOFT,
        ha=side,
        parse_math=False,
    )
