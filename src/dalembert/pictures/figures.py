"""Figures of Matplotlib: made without a screen, shown by notebooks and by `show`, written to files."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure

from dalembert.errors import ModelError
from dalembert.pictures.picture_files import checked_file
from dalembert.whole_files import write_file

ENDINGS = (".png", ".svg", ".pdf")
"""Of files for pictures."""

INK, SOFT, PAPER, RULE = "#23272e", "#7b8089", "#ffffff", "#e4e1d9"


class Picture(Figure):
    """A Matplotlib figure that a notebook shows by itself, once; `show` opens a window where there is a screen."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        FigureCanvasAgg(self)

    def savefig(self, *args: Any, **more: Any) -> None:
        """Write it, as Matplotlib does."""
        with any_letters():
            super().savefig(*args, **more)

    def _repr_png_(self) -> bytes:
        return self.png()

    def png(self, dpi: int = 110) -> bytes:
        """The picture as the bytes of a PNG file."""
        stream = BytesIO()
        self.savefig(stream, format="png", dpi=dpi)
        return stream.getvalue()

    def show(self, warn: bool = True) -> None:
        """Show it: in the notebook, or in a window, which stays until it is closed."""
        ipython = sys.modules.get("IPython")
        if ipython is not None and ipython.get_ipython() is not None:
            ipython.display.display(self)
            return
        from matplotlib import pyplot

        window = pyplot.figure()
        try:
            if type(window.canvas).required_interactive_framework is None:
                raise ModelError(
                    "there is no screen to show the picture on; write it to a file: figure.savefig('picture.png')"
                )
            window.canvas.figure = self
            self.set_canvas(window.canvas)
            pyplot.show(block=True)
        finally:
            pyplot.close(window)
            FigureCanvasAgg(self)


@contextmanager
def any_letters() -> Iterator[None]:
    """Letters that the font lacks are drawn as boxes, without a warning for each."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from", UserWarning)
        yield


def new_picture(width: float, height: float) -> tuple[Picture, Axes]:
    """An empty figure, of so many inches, with one frameless drawing in it."""
    figure = Picture(figsize=(width, height), facecolor=PAPER)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_aspect("equal")
    return figure, axes


def written(figure: Picture, file: str | Path | None, dpi: int = 160) -> Picture:
    """The figure, written to a file if one is named."""
    if file is not None:
        target = checked_file(file, ENDINGS, "picture")
        kind = target.suffix[1:].lower()
        write_file(target, lambda stream: figure.savefig(stream, format=kind, dpi=dpi))
    return figure


def rgb(colour: str) -> tuple[float, float, float]:
    """A colour as three numbers from 0 to 1."""
    try:
        red, green, blue = to_rgb(colour)
    except ValueError:
        raise ModelError(f"there is no colour {colour!r}; use a name such as 'orange', or '#c60'") from None
    return red, green, blue


def darker(colour: str) -> str:
    """A darker shade of a colour."""
    red, green, blue = rgb(colour)
    return str(to_hex((0.6 * red, 0.6 * green, 0.6 * blue)))


def force_text(x: float) -> str:
    """The size of a force with three digits, in the unit that suits it."""
    rounded = float(f"{x:.3g}")
    for unit, size in (("MN", 1e6), ("kN", 1e3), ("N", 1.0), ("mN", 1e-3)):
        if rounded >= size:
            return f"{rounded / size:.4g} {unit}"
    return f"{rounded:.3g} N"


def time_unit(span: float) -> tuple[str, float]:
    """The unit for times over such a span, and how many of it are a second."""
    return ("ms", 1e3) if 0.0 < span < 0.1 else ("s", 1.0)


def plain_axes(axis: Axes) -> None:
    """Axes as all plots have them: a soft grid, and no frame but where numbers stand."""
    axis.grid(True, color=RULE, linewidth=0.7)
    axis.set_axisbelow(True)
    axis.tick_params(colors=SOFT, labelcolor=INK, labelsize=9)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axis.spines[side].set_color(SOFT)
    axis.margins(x=0.01, y=0.08)
