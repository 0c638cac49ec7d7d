"""Curves over time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dalembert.motion import Motion


def plot(motion: Motion, names: Sequence[str], *, file: str | Path | None = None) -> Any:
    """Curves of named signals over time, one below the other; written to a file if one is named.

    Returns the Matplotlib figure.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 1.2 + 1.8 * len(names)), layout="constrained")
    axes = figure.subplots(len(names), 1, sharex=True, squeeze=False)[:, 0]
    values = motion.signals([name for name in names if name not in motion.names])
    for axis, name in zip(axes, names, strict=True):
        axis.plot(motion.times, values.get(name, motion[name] if name in motion.names else None), linewidth=1.2)
        axis.set_ylabel(name)
        axis.grid(True, alpha=0.3)
    axes[-1].set_xlabel("t in s")
    if file is not None:
        figure.savefig(file, dpi=150)
    return figure
