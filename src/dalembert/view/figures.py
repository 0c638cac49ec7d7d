"""Figures of Matplotlib: made without a screen, shown in notebooks and by `show`, written to files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dalembert.errors import ModelError

INK, SOFT, PAPER, RULE = "#23272e", "#7b8089", "#ffffff", "#e4e1d9"


def new_figure(width: float = 7.2, height: float = 5.4) -> tuple[Any, Any]:
    """An empty figure with one frameless picture in it."""
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(width, height), facecolor=PAPER)
    axes = figure.add_axes((0.02, 0.02, 0.96, 0.96))
    axes.set_axis_off()
    axes.set_aspect("equal")
    return figure, axes


def written(figure: Any, file: str | Path | None, dpi: int = 160) -> Any:
    """The figure, written to a file if one is named."""
    if file is not None:
        try:
            figure.savefig(file, dpi=dpi)
        except (OSError, ValueError) as error:
            raise ModelError(f"the picture cannot be written to {file}: {error}") from error
    return figure
