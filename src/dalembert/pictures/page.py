"""The page of a motion: one HTML file that works anywhere, offline."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import logging
import os
import sys
import tempfile
import webbrowser
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from dalembert.errors import ModelError
from dalembert.pictures.packing import PageData
from dalembert.pictures.page_data import Intervals, page_data
from dalembert.pictures.page_tree import tree_card
from dalembert.pictures.picture_files import checked_file
from dalembert.pictures.shown_motions import Moving, shown_motions
from dalembert.pictures.signal_curves import Quantities
from dalembert.pictures.sweep_page import sweep_page_data
from dalembert.studies.table import Sweep
from dalembert.whole_files import write_file

_LOGGER = logging.getLogger(__name__)

Motions = Moving | Sequence[Moving] | Mapping[str, Moving] | Sweep

BOOT = (
    'const p=document.getElementById("program").textContent;'
    "new Response(new Blob([Uint8Array.from(atob(p),c=>c.charCodeAt(0))]).stream()"
    '.pipeThrough(new DecompressionStream("deflate"))).text().then(t=>{const s=document.createElement("script");'
    "s.textContent=t;document.body.append(s)});"
)
"""Script that unpacks the program; its text is checked against the policy before it runs."""


@dataclass(frozen=True)
class Page:
    """A page that was written; notebooks show it inline."""

    path: Path
    html: str

    def __str__(self) -> str:
        return f"the page is in {self.path}"

    @property
    def watched(self) -> str:
        """The text of the page for a server that announces a newer one at the address `version` beside it."""
        text = self.html.replace('<html lang="en">', '<html lang="en" data-watched>', 1)
        return text.replace("default-src 'none';", "default-src 'none'; connect-src 'self';", 1)

    def open(self) -> bool:
        """Show it in the browser where there is a desktop; whether there is."""
        return has_desktop() and webbrowser.open(self.path.as_uri())

    def _repr_html_(self) -> str:
        return inline(self.html)


def view(
    motions: Motions,
    *,
    title: str = "Motion",
    signals: Quantities = (),
    intervals: Intervals | None = None,
    rows: Sequence[int] | None = None,
    file: str | Path | None = None,
) -> Page:
    """Page of a motion for the browser: one HTML file that needs nothing else and can be passed on.

    Of a sweep it has a table, whose cases open as their motions one at a time.

    Parameters
    ----------
    motions : Motion, sequence or dict of Motion, or Sweep
        Motions that are shown together, one in full, the others as ghosts; a dict gives labels. Or a trajectory,
        with its simulation as a ghost, a fit, an optimum, or the table of a sweep of runs, whose model is known.
    title : str, optional
        Title of the page; default "Motion".
    signals : str, sequence of str or dict of expressions, optional
        Curves that are plotted at first; all others can be chosen in the page. Default some coordinates that
        move, and energies.
    intervals : dict of pairs of float, optional
        Named spans of time in seconds, marked on the time line beside the phases of contacts: `{"lifted":
        [(0.1, 0.3)]}`; default none.
    rows : sequence of int, optional
        Numbers of the cases of a sweep that are in the table; default all up to 40, of more those with the
        extremes and quantiles of each answer, and some of the others.
    file : path, optional
        File (.html) that it is written to; default a temporary file, which is opened where there is a desktop.

    Returns
    -------
    Page
        Path and text of the page; a notebook shows it inline.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> page = da.view(da.simulate(pendulum, {"hinge": 0.1}, until=2.0), file="pendulum.html")
    >>> print(page.path.name)
    pendulum.html
    """
    return written_page(page_html(motions, title=title, signals=signals, intervals=intervals, rows=rows), file)


def written_page(text: str, file: str | Path | None) -> Page:
    """The page with this text, in a file; in a temporary one it is opened where there is a desktop."""
    named = None if file is None else checked_file(file, (".html", ".htm"), "page")
    target = write_file(named or _temporary("motion.html"), text.encode())
    page = Page(target.resolve(), text)
    _LOGGER.info("%s", page)
    if file is None:
        page.open()
    return page


def _temporary(name: str) -> Path:
    """A file of this name in a new folder for what is temporary."""
    try:
        return Path(tempfile.mkdtemp(prefix="dalembert-")) / name
    except OSError as error:
        raise ModelError(f"there is no place for a temporary page: {error}; name a file=") from error


def page_html(
    motions: Motions,
    *,
    title: str = "Motion",
    signals: Quantities = (),
    intervals: Intervals | None = None,
    rows: Sequence[int] | None = None,
) -> str:
    """The text of the page of one motion or more; see `view`."""
    if isinstance(motions, Sweep):
        return page_text(sweep_page_data(motions, rows, str(title), intervals or {}, signals))
    if rows is not None:
        raise ModelError("rows are those of a sweep, which a page shows as a table: da.view(table, rows=[0, 17])")
    shown = shown_motions(motions)
    data = page_data(shown, str(title), intervals or {}, signals)
    return page_text(data, tree_card(next(iter(shown.values())).dynamics.equations))


def page_text(data: PageData, card: str = "") -> str:
    """The page that shows such data, and a card more below its curves."""
    # no sign that could end the element it stands in
    told = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    script, style = _asset("page.js"), _style(has_math=data["equations"] is not None)
    # only a page that simulates runs code of its own, in a worker
    runs, works = (" 'wasm-unsafe-eval'", "worker-src blob:; ") if "live" in data else ("", "")
    policy = (
        f"default-src 'none'; script-src {_hash(BOOT)} {_hash(script)}{runs}; {works}style-src {_hash(style)}; "
        "img-src data: blob:; font-src data:; media-src blob:; base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            '<meta name="generator" content="dalembert">',
            f"<title>{html.escape(str(data['title']))}</title>",
            f"<style>{style}</style></head><body>",
            _asset("page.html").replace("</aside>", f"{card}</aside>"),
            f'<script type="application/json" id="data">{told}</script>',
            f'<script type="text/plain" id="program">{_packed_program()}</script>',
            f"<script>{BOOT}</script>",
            f"<!-- {_asset('LICENCES.txt')} -->".replace("--\n", "\n"),
            "</body></html>",
        ]
    )


def inline(text: str, height: int = 620) -> str:
    """A page inside another one, such as a notebook."""
    return (
        f'<iframe srcdoc="{html.escape(text)}" width="100%" height="{height}" '
        'style="border:0;border-radius:12px" allow="fullscreen"></iframe>'
    )


def has_desktop() -> bool:
    """Whether there is a screen to open a browser on; inside a notebook there is none."""
    if "ipykernel" in sys.modules:
        return False
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


# ---- assets


@cache
def _asset(name: str) -> str:
    return files("dalembert.pictures").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def _packed_program() -> str:
    return base64.b64encode(zlib.compress(_asset("page.js").encode(), 9)).decode("ascii")


@cache
def _style(*, has_math: bool) -> str:
    """The style, with the font of formulas if there are any."""
    if not has_math:
        return _asset("page.css")
    font = base64.b64encode(files("dalembert.pictures").joinpath("assets", "math.woff2").read_bytes()).decode(
        "ascii"
    )
    return f'@font-face{{font-family:"Page Math";src:url(data:font/woff2;base64,{font})}}\n{_asset("page.css")}'


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
