"""Values as notebooks show them: pictures, tables and words, as HTML in which every name is text."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape

from dalembert.configuration.mobility import mobility
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.errors import DalembertError
from dalembert.expr.node import Scalar
from dalembert.model.model import Model
from dalembert.pictures.draw import default_state, draw
from dalembert.pictures.figures import Picture
from dalembert.pictures.plot import plot
from dalembert.runs.motion import Motion
from dalembert.state import State

MOST_ROWS, MOST_CURVES = 30, 6
"""Lines of a table, and curves of a small plot, that are shown."""

_TABLE = "border-collapse:collapse;margin:.4em 1.5em .4em 0"
_CELL = "text-align:left;padding:.1em .7em;border-top:1px solid #8884"


def model_html(model: Model) -> str:
    """A drawing of a model, its bodies and joints, and how freely it moves."""
    bodies = [[body.name, "–" if body.inertia is None else _mass(body.inertia.mass)] for body in model.bodies]
    joints = [
        [
            joint.name,
            type(joint).__name__,
            f"{joint.parent_frame!r} → {joint.child_frame!r}",
            _names(joint.coordinates),
        ]
        for joint in model.joints
    ]
    words, picture = [repr(model)[8:-1]], ""
    try:
        dynamics = as_dynamics(model)
        state = default_state(dynamics)
        degrees = len(model.speeds)
        if model.is_constrained:
            degrees = mobility(dynamics, state).degrees_of_freedom
        words.append(f"{degrees} degree{'s' * (degrees != 1)} of freedom")
        picture = _image(draw(dynamics, state))
    except DalembertError as error:
        words.append(f"not drawn: {error}")
    tables = [_table(["body", "mass in kg"], bodies), _table(["joint", "kind", "between", "coordinates"], joints)]
    return f"<div>{_paragraph(words)}{picture}{_row(tables)}</div>"


def motion_html(motion: Motion) -> str:
    """A small plot of a motion, and what it is."""
    eom = motion.dynamics.equations
    if not len(motion):
        return "<div>an empty motion</div>"
    first, last = motion.times[0], motion.times[-1]
    words = [f"{len(motion)} instants from {first:g} to {last:g} s", f"{len(eom.speeds)} speeds"]
    words += [f"{len(motion.events)} event{'s' * (len(motion.events) > 1)}"] if motion.events else []
    words += [motion.termination] if motion.termination else []
    names = list(eom.coordinates[:MOST_CURVES])
    more = len(eom.coordinates) - len(names)
    words += [f"{more} more coordinates are not shown"] if more > 0 else []
    notes = "".join(f"<li>{escape(note)}</li>" for note in motion.notes)
    picture = _image(plot(motion, names)) if names else ""
    return f"<div>{_paragraph(words)}{picture}{f'<ul>{notes}</ul>' if notes else ''}</div>"


def state_html(state: State, report: str = "", undetermined: Sequence[str] = ()) -> str:
    """The values of a state by name, and how they were found."""
    kinds = {
        "coordinate": state.q,
        "speed": state.u,
        "state variable": state.z,
        "input": state.tau,
        "parameter": state.p,
    }
    tables = [
        _table([kind, ""], [[name, f"{value:.6g}"] for name, value in values.items()])
        for kind, values in kinds.items()
        if values
    ]
    words = [f"t = {state.t:g} s", *([f"not determined: {_names(undetermined)}"] if undetermined else [])]
    return f"<div>{_paragraph(words)}{_row(tables)}{_lines(report)}</div>"


def lines_html(text: str) -> str:
    """Lines of text, one below the other."""
    return f"<div>{_lines(text)}</div>"


def table_html(headings: Sequence[str], rows: Sequence[Sequence[str]], remarks: Iterable[str] = ()) -> str:
    """A table with remarks below it."""
    return f"<div>{_table(headings, rows)}{_lines(chr(10).join(remarks))}</div>"


# ---- pieces


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th style="{_CELL}">{escape(text)}</th>' for text in headings)
    lines = ["".join(f'<td style="{_CELL}">{escape(str(cell))}</td>' for cell in row) for row in rows[:MOST_ROWS]]
    if len(rows) > MOST_ROWS:
        lines.append(f'<td style="{_CELL}">and {len(rows) - MOST_ROWS} more</td>')
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table style="{_TABLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _row(parts: Iterable[str]) -> str:
    return f'<div style="display:flex;flex-wrap:wrap;align-items:flex-start">{"".join(parts)}</div>'


def _paragraph(words: Iterable[str]) -> str:
    return f"<p>{escape(' · '.join(words))}</p>"


def _lines(text: str) -> str:
    return "".join(f"<div>{escape(line)}</div>" for line in text.splitlines())


def _image(picture: Picture) -> str:
    data = base64.b64encode(picture.png(dpi=80)).decode()
    return f'<img alt="" src="data:image/png;base64,{data}">'


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_ROWS])
    return f"{shown} and {len(names) - MOST_ROWS} more" if len(names) > MOST_ROWS else shown


def _mass(mass: Scalar) -> str:
    return f"{mass:.4g}" if isinstance(mass, float | int) else str(mass)
