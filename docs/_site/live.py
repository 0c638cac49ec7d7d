"""Live pictures: a model that a page has made runs in the built page, or its motion plays there.

    :::{live}
    da.live(linkage, start, until=4.0)
    :::

The programs of the page above are run, then the expression, which gives a page of `da.live` or `da.view`. It is
written beside the built page, complete by itself, and shown in place; nothing of it is in the repository.
"""

import html
import os
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from docutils import nodes
from fill import PROGRAM
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FOLDER = "live"


class Live(SphinxDirective):
    """A page of a model or a motion, in place."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        source = Path(self.env.doc2path(self.env.docname))
        above = "\n".join(source.read_text(encoding="utf-8").splitlines()[: self.lineno - 1]) + "\n"
        page = shown([match["text"] for match in PROGRAM.finditer(above)], "\n".join(self.content), source)
        name = self.env.docname.replace("/", "-") + f"-{self.env.new_serialno('live')}.html"
        folder = Path(self.env.app.outdir) / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page, encoding="utf-8")
        up = "../" * self.env.docname.count("/")
        address = html.escape(f"{up}{FOLDER}/{name}")
        frame = f'<iframe class="live" loading="lazy" title="the model, moving" src="{address}"></iframe>'
        alone = f'<p class="live-alone"><a href="{address}">Open it alone</a>, or save it: it is one file.</p>'
        return [nodes.raw("", frame + alone, format="html")]


def shown(programs: list[str], expression: str, source: Path) -> str:
    """Text of the page that an expression makes after the programs of a page."""
    names: dict[str, object] = {}
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        os.chdir(folder)
        try:
            for program in programs:
                exec(compile(program, source.name, "exec"), names)
            page = eval(
                compile(expression.strip().replace("\n", " "), f"live picture of {source.name}", "eval"), names
            )
        finally:
            os.chdir(here)
    return str(page.html)  # type: ignore[attr-defined]


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.add_directive("live", Live)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
