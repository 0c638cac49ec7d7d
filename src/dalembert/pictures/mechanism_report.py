"""A mechanism on one page: how it looks, how freely it moves, its curves and their extremes."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.mobility import mobility, numbered
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.mechanisms.drive_count import drive_rows
from dalembert.model.bodies import Place
from dalembert.model.model import Model
from dalembert.pictures.draw import draw
from dalembert.pictures.figures import Picture
from dalembert.pictures.picture_files import checked_file
from dalembert.pictures.plot import plot
from dalembert.pictures.signal_curves import Curve, Quantities, panels
from dalembert.runs.motion import Motion
from dalembert.whole_files import write_file

_STYLE = """
@page { size: A4; margin: 12mm }
body { font: 13px/1.4 system-ui, sans-serif; color: #23272e; max-width: 48rem; margin: 1.2rem auto }
h1 { font-size: 1.5rem; margin: 0 0 .2rem } h2 { font-size: 1rem; margin: .9rem 0 .3rem; color: #4a4f57 }
p { margin: .2rem 0 .7rem } .side { display: flex; gap: 1.6rem; align-items: flex-start }
.side img { width: 30rem } .lists { font-size: .92em } .curves img { width: 100% }
table { border-collapse: collapse; margin-bottom: .7rem; break-inside: avoid }
td, th { text-align: left; padding: .05rem .8rem .05rem 0; border-top: 1px solid #e4e1d9 }
td { font-variant-numeric: tabular-nums } th { color: #7b8089; font-weight: 500 }
.note { color: #7b8089; font-size: .92em }
@media print { body { font-size: 11px; margin: 0 auto } .side img { width: 19rem } .curves img { width: 40rem } }
"""

SKETCH = 0.72
"""How large the sketch is beside other pictures, so that its letters can be read on the page."""

CURVES, PANEL, LOWEST = (8.6, 0.6), 1.75, 1.1
"""Size of the curves in inches without panels, and the height of a panel, which is less if there are many."""

ALL_PANELS = 5.4
"""Height of all panels that goes onto a sheet of paper."""

DPI = 150
"""Of pictures on a page, which are scaled down there."""

NOTHING = 1e-12
"""A mean, beside the largest value, that is rounding."""


@dataclass(frozen=True)
class MechanismReport:
    """One page about a mechanism, as text of HTML with its pictures inside."""

    html: str
    path: Path | None = None

    def __repr__(self) -> str:
        return f"<a page about a mechanism{'' if self.path is None else f', in {self.path}'}>"

    def _repr_html_(self) -> str:
        return self.html


def mechanism_report(
    motion: Motion,
    signals: Quantities | None = None,
    *,
    x: str | None = None,
    paths: Iterable[Place] = (),
    title: str = "Mechanism",
    file: str | Path | None = None,
) -> MechanismReport:
    """A motion of a mechanism on one page: sketch, degrees of freedom, curves and where these are extreme.

    The page is HTML, complete by itself.

    Parameters
    ----------
    motion : Motion
        Motion of the mechanism.
    signals : str, expression, or sequence or dict of them, optional
        Curves, as for `da.plot`; default the coordinates.
    x : str, optional
        Signal over which curves are drawn, such as the angle of a crank; default time.
    paths : sequence of Body or Frame, optional
        Points whose ways are drawn into the sketch; default none.
    title : str, optional
        Title of the page; default "Mechanism".
    file : str or path, optional
        File that is written; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> model = da.Model(da.Revolute("A", da.ground, rod), da.Motor("motor", "A"), gravity=(0, -9.81, 0))
    >>> motion = da.inverse_dynamics(model, {"A": 2.0 * da.time}, times=[0.01 * k for k in range(100)])
    >>> page = da.planar.mechanism_report(motion, ["motor"], x="A", file="crank.html")
    >>> print(page.path.name)
    crank.html
    """
    model = motion.dynamics.equations.model if isinstance(motion, Motion) else None
    if not isinstance(model, Model) or not len(motion):
        raise ModelError("a page about a mechanism is made of a motion of a model of bodies, which is not empty")
    path = None if file is None else checked_file(file, (".html",), "page")
    over = motion.times if x is None else motion[x]
    sketch = draw(motion, t=float(motion.times[0]), paths=paths)
    width, height = SKETCH * sketch.get_size_inches()
    sketch.set_size_inches(float(width), float(height))
    unit = "s" if x is None else motion.dynamics.solved.signals.units.get(x, "")
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(_freedom(motion))}</p>",
        f'<div class="side">{_image(sketch)}<div class="lists">{_bodies(model)}</div></div>',
        f"<h2>Extremes</h2>{_extremes(motion, signals, over, 't' if x is None else x, unit)}",
        f'<h2>Curves</h2><div class="curves">{_image(_curves(motion, signals, x))}</div>',
        f'<p class="note">Extremes and curves are of {len(motion)} instants; {escape(motion.termination)}.</p>',
    ]
    page = (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{escape(title)}</title><style>{_STYLE}</style>"
    )
    html = f"{page}</head><body>{''.join(parts)}</body></html>"
    if path is not None:
        write_file(path, html.encode())
    return MechanismReport(html, path)


def _freedom(motion: Motion) -> str:
    freedom, drives = mobility(motion.dynamics, motion.state(0)), len(drive_rows(motion.dynamics.equations))
    degrees = freedom.degrees_of_freedom + drives
    moved = f", moved by {numbered(drives, 'drive')}" if drives else ""
    extra = f"; {numbered(len(freedom.redundant), 'row')} redundant" if freedom.redundant else ""
    # rows that hold by geometry are those out of the plane
    plane = freedom.degrees_by_counting_in_plane + drives
    counted = f"; by counting links and joints in the plane {plane}" if freedom.geometric else ""
    return f"{numbered(degrees, 'degree')} of freedom{moved}{counted}{extra}"


def _bodies(model: Model) -> str:
    masses = [[body.name, "–" if body.inertia is None else f"{_mass(body.inertia.mass)}"] for body in model.bodies]
    joints = [[joint.name, type(joint).__name__] for joint in model.joints]
    return _table(["body", "mass in kg"], masses) + _table(["joint", "kind"], joints)


def _mass(mass: Scalar) -> str:
    return f"{mass:g}" if isinstance(mass, int | float) else str(mass)


def _curves(motion: Motion, signals: Quantities | None, x: str | None) -> Picture:
    """Curves in low panels, with a dot where each is least and largest."""
    figure = plot(motion, signals, x=x)
    (width, more), n = CURVES, len(figure.axes)
    figure.set_size_inches(width, more + n * max(LOWEST, min(PANEL, ALL_PANELS / n)))
    for axes in figure.axes:
        for line in list(axes.get_lines()):
            places, values = np.asarray(line.get_xdata(), dtype=float), np.asarray(line.get_ydata(), dtype=float)
            finite = values[np.isfinite(values)]
            if len(values) == len(motion) and len(finite) and finite.min() < finite.max():
                ends = [int(np.nanargmin(values)), int(np.nanargmax(values))]
                axes.plot(places[ends], values[ends], "o", color=line.get_color(), markersize=4, fillstyle="none")
    return figure


def _extremes(motion: Motion, signals: Quantities | None, over: Vector, name: str, of: str) -> str:
    curves: list[Curve] = [curve for panel in panels([motion], signals) for curve in panel]
    rows = []
    for curve in curves:
        values = np.asarray(curve.values, dtype=float)
        low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
        unit = f" {curve.unit}" if curve.unit else ""
        told = [f"{_value(values[k], unit)} at {_place(over[k], of)}" for k in (low, high)]
        mean = _mean(motion.times, values)
        mean = 0.0 if abs(mean) <= NOTHING * np.nanmax(np.abs(values)) else mean
        rows.append([curve.label, *told, _value(mean, unit)])
    return _table(["signal", f"least, at {name}", f"largest, at {name}", "mean"], rows)


def _value(x: float, unit: str) -> str:
    """A value of a signal; angles, which may count turns, in degrees too."""
    return f"{x:.6g}{unit} ({np.degrees(x):.4g}°)" if unit == " rad" else f"{x:.6g}{unit}"


def _place(x: float, unit: str) -> str:
    """Where an extreme is; angles in degrees within a turn too: 32°, not 392°."""
    return f"{x:.4g} ({np.degrees(x) % 360.0:.1f}°)" if unit == "rad" else f"{x:.4g}"


def _mean(times: Vector, values: Vector) -> float:
    """Over time, between the instants by lines, where there are numbers."""
    finite = np.isfinite(values)
    t, y = times[finite], values[finite]
    return float(np.trapezoid(y, t) / np.ptp(t)) if len(t) > 1 and np.ptp(t) > 0.0 else float(np.mean(y))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{lines}</table>"


def _image(picture: Picture) -> str:
    return f'<img alt="" src="data:image/png;base64,{base64.b64encode(picture.png(DPI)).decode()}">'
