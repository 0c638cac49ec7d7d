"""A mechanism on one page: how it looks, how freely it moves, its curves and their extremes."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.analysis.drive_count import drive_rows
from dalembert.analysis.mobility import mobility, numbered
from dalembert.errors import ModelError
from dalembert.model.bodies import Place
from dalembert.model.model import Model
from dalembert.motion import Motion
from dalembert.pictures.curves import Curve, panels
from dalembert.pictures.draw import draw
from dalembert.pictures.figures import Picture
from dalembert.pictures.files import checked_file
from dalembert.pictures.plot import plot

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #23272e; max-width: 60rem; margin: 2rem auto }
h1 { font-size: 1.5rem; margin: 0 0 .3rem } h2 { font-size: 1.05rem; margin: 1.4rem 0 .4rem; color: #4a4f57 }
.side { display: flex; gap: 1.5rem; flex-wrap: wrap; align-items: flex-start } .side img { width: 26rem }
img { max-width: 100%; width: 42rem } table { border-collapse: collapse; margin-bottom: 1rem }
td, th { text-align: left; padding: .15rem .9rem .15rem 0; border-top: 1px solid #e4e1d9 }
td { font-variant-numeric: tabular-nums } th { color: #7b8089; font-weight: 500 }
"""


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
    signals: Any = None,
    *,
    x: str | None = None,
    paths: Iterable[Place] = (),
    title: str = "Mechanism",
    file: str | Path | None = None,
) -> MechanismReport:
    """A motion of a mechanism on one page: sketch, degrees of freedom, curves and where these are extreme.

    `signals` are as for `plot`; curves are over time, or over `x`, a signal such as the angle of a crank. `paths`
    are frames whose ways are drawn into the sketch. The page is HTML, complete by itself; it is written to a file
    if one is named.
    """
    model = motion.dynamics.equations.model if isinstance(motion, Motion) else None
    if not isinstance(model, Model) or not len(motion):
        raise ModelError("a page about a mechanism is made of a motion of a model of bodies, which is not empty")
    path = None if file is None else checked_file(file, (".html",), "page")
    over = motion.times if x is None else motion[x]
    sketch = draw(motion, t=float(motion.times[0]), paths=paths)
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(_freedom(motion))}</p>",
        f'<div class="side">{_image(sketch)}<div>{_bodies(model)}</div></div>',
        f"<h2>Extremes</h2>{_extremes(motion, signals, over, 't' if x is None else x)}",
        f"<h2>Curves</h2>{_image(plot(motion, signals, x=x))}",
    ]
    page = (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{escape(title)}</title><style>{_STYLE}</style>"
    )
    html = f"{page}</head><body>{''.join(parts)}</body></html>"
    if path is not None:
        path.write_text(html, encoding="utf-8")
    return MechanismReport(html, path)


def _freedom(motion: Motion) -> str:
    found, drives = mobility(motion.dynamics, motion.state(0)), len(drive_rows(motion.dynamics.equations))
    degrees = found.degrees_of_freedom + drives
    moved = f", moved by {numbered(drives, 'drive')}" if drives else ""
    extra = f"; {numbered(len(found.redundant), 'row')} redundant" if found.redundant else ""
    return f"{numbered(degrees, 'degree')} of freedom{moved}{extra}; {len(motion)} instants, {motion.ending}"


def _bodies(model: Model) -> str:
    masses = [[body.name, "–" if body.inertia is None else f"{_mass(body.inertia.mass)}"] for body in model.bodies]
    joints = [[joint.name, type(joint).__name__] for joint in model.joints]
    return _table(["body", "mass in kg"], masses) + _table(["joint", "kind"], joints)


def _mass(mass: Any) -> str:
    return f"{mass:g}" if isinstance(mass, int | float) else str(mass)


def _extremes(motion: Motion, signals: Any, over: Any, name: str) -> str:
    curves: list[Curve] = [curve for panel in panels([motion], signals) for curve in panel]
    rows = []
    for curve in curves:
        values = np.asarray(curve.values, dtype=float)
        low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
        unit = f" {curve.unit}" if curve.unit else ""
        told = [f"{values[k]:.6g}{unit} at {over[k]:.4g}" for k in (low, high)]
        rows.append([curve.label, *told, f"{_mean(motion.times, values):.6g}{unit}"])
    return _table(["signal", f"least, at {name}", f"largest, at {name}", "mean"], rows)


def _mean(times: Any, values: Any) -> float:
    """Over time, between the instants by lines, where there are numbers."""
    known = np.isfinite(values)
    t, y = np.asarray(times)[known], values[known]
    return float(np.trapezoid(y, t) / np.ptp(t)) if len(t) > 1 and np.ptp(t) > 0.0 else float(np.mean(y))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{lines}</table>"


def _image(picture: Picture) -> str:
    return f'<img alt="" src="data:image/png;base64,{base64.b64encode(picture.png()).decode()}">'
