"""The gallery: every example by its first words, with the picture and the moving page that `make gallery` drew.

The page is written into `docs/gallery`, which no one edits. Where `make gallery` has not run, there are words.
"""

import ast
import shutil
from pathlib import Path

from public_names import escaped, write_if_changed
from sphinx.application import Sphinx

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
DRAWN = EXAMPLES / "results" / "gallery"


def words(program: Path) -> str:
    """The first paragraph of an example's docstring, on one line."""
    text = ast.get_docstring(ast.parse(program.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def card(program: Path) -> list[str]:
    """An example: its title, its words, its program, its picture if there is one."""
    name, title = program.stem, program.stem.replace("_", " ").capitalize()
    lines = [title, "-" * len(title), "", escaped(words(program)), ""]
    if (DRAWN / f"{name}.png").exists():
        lines += [
            f".. image:: ../../examples/results/gallery/{name}.png",
            f"   :alt: {title}",
            "   :width: 60%",
            "",
        ]
    moving = f"`See it move <../gallery/{name}.html>`__, or read" if (DRAWN / f"{name}.html").exists() else "Read"
    return [*lines, f"{moving} :download:`the program <../../examples/{name}.py>`.", ""]


def write_page(app: Sphinx) -> None:
    """Write the page if it changed."""
    title = "Gallery: all examples"
    about = (
        "``dalembert examples`` lists these programs, shows, copies and runs them; ``make gallery`` draws them."
    )
    programs = sorted(EXAMPLES.glob("*.py"))
    lines = [title, "=" * len(title), "", about, "", *(line for program in programs for line in card(program))]
    write_if_changed(Path(app.srcdir) / "gallery" / "index.rst", "\n".join(lines) + "\n")


def with_moving_pages(app: Sphinx, failure: Exception | None) -> None:
    """Pages of motions stand beside the gallery."""
    for page in DRAWN.glob("*.html"):
        if page.name != "index.html":
            shutil.copy(page, Path(app.outdir) / "gallery" / page.name)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("builder-inited", write_page)
    app.connect("build-finished", with_moving_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
