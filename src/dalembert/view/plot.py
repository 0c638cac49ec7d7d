"""Curves over time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dalembert.motion import Motion


def plot(motion: Motion, signals: Sequence[Any], *, file: str | Path | None = None) -> Any:
    """Curves over time, one below the other: signals by name, or expressions of measures.

    Returns the Matplotlib figure; it is written to a file if one is named.
    """
    from matplotlib.figure import Figure

    curves = {
        str(signal): motion[signal] if isinstance(signal, str) else motion.evaluate(signal) for signal in signals
    }
    figure = Figure(figsize=(8.0, 1.2 + 1.8 * len(curves)), layout="constrained")
    axes = figure.subplots(len(curves), 1, sharex=True, squeeze=False)[:, 0]
    for axis, (name, values) in zip(axes, curves.items(), strict=True):
        axis.plot(motion.times, values, linewidth=1.2)
        axis.set_ylabel(name)
        axis.grid(True, alpha=0.3)
    axes[-1].set_xlabel("t in s")
    if file is not None:
        figure.savefig(file, dpi=150)
    return figure
