"""A profile as bars: what comes before a run, the run, and the parts that operations go with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from matplotlib.axes import Axes

from dalembert.pictures.figures import Picture, plain_axes, written
from dalembert.studies.profile import BEFORE, RUN, Profile

_COLOUR, _MOST = "#0072b2", 8


def plot_profile(profile: Profile, file: str | Path | None) -> Picture:
    """Bars of seconds and of operations."""
    parts = {name: float(n) for name, n in list(profile.parts.items())[:_MOST] if n > 0}
    rows = [len(BEFORE), len(RUN), *([len(parts)] if parts else [])]
    figure = Picture(figsize=(6.8, 1.2 + 0.34 * sum(rows) + 0.5 * len(rows)), layout="constrained")
    axes = figure.subplots(len(rows), 1, squeeze=False, height_ratios=rows)[:, 0]
    _bars(axes[0], {name: 1e3 * profile.seconds[name] for name in BEFORE}, "before, once, ms")
    _bars(axes[1], {name: 1e3 * profile.seconds[name] for name in RUN}, "each run, ms")
    if parts:
        _bars(axes[2], parts, f"operations that go with parts, of {profile.operations:,}")
    return written(figure, file, dpi=150)


def _bars(axis: Axes, values: Mapping[str, float], title: str) -> None:
    plain_axes(axis)
    axis.barh(range(len(values)), list(values.values()), color=_COLOUR, height=0.6)
    axis.set_yticks(range(len(values)), list(values), parse_math=False)
    axis.invert_yaxis()
    axis.set_title(title, fontsize=9, loc="left")
    for k, x in enumerate(values.values()):
        axis.annotate(f"{x:,.3g}" if x < 1000 else f"{x:,.0f}", (x, k), xytext=(3, 0), textcoords="offset points",
                      va="center", fontsize=8)  # fmt: skip
    axis.margins(x=0.12)
