"""Programs on pages of the documentation run as printed, and print what stands below them."""

import json
import re
from contextlib import redirect_stdout
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[1] / "docs"
COMPARED = "theory/compare.md"
"""The page whose table holds times, so that its numbers differ from run to run."""

ALL = [
    *sorted(f"../{page.name}" for page in DOCS.parent.glob("*.md")),
    *sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")),
]

PAGES = [page for page in ALL if "```python" in (DOCS / page).read_text(encoding="utf-8") and page != COMPARED]
"""Pages with programs, which stand by themselves from the first to the last."""

BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def programs(page: str) -> list[tuple[str, str | None]]:
    """Programs in their order, each with the output that is printed right below it."""
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    found: list[tuple[str, str | None]] = []
    for block, after in zip_longest(blocks, blocks[1:]):
        if block["language"] == "python":
            follows = after is not None and not after["language"] and not text[block.end() : after.start()].strip()
            found.append((block["text"], after["text"] if follows else None))
    return found


@pytest.mark.parametrize("page", PAGES)
def test_programs_run_and_print_what_is_below_them(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where pages write their pictures and files
    names: dict[str, Any] = {}
    for program, expected in programs(page):
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(program, page, "exec"), names)
        assert printed.getvalue() == (expected or ""), program


def test_the_table_of_a_comparison_is_as_printed_but_for_its_numbers():
    def words(text):
        return [re.sub(r"[\d.e+-]+( [mnµ]?s)?|  +", " ", line).split() for line in text.splitlines()]

    names: dict[str, Any] = {}
    for program, expected in programs(COMPARED):
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(program, COMPARED, "exec"), names)
        assert words(printed.getvalue()) == words(expected or "")


def test_the_tutorial_is_a_notebook_with_the_same_programs():
    """Where a notebook stands beside a page, its cells are the programs of the page, which run above."""
    notebooks = sorted(DOCS.rglob("*.ipynb"))
    assert [file.stem for file in notebooks] == ["tutorial"]
    for file in notebooks:
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        page = file.with_suffix(".md").relative_to(DOCS).as_posix()
        assert code == [program.strip() for program, _ in programs(page)]


def test_programs_are_found():
    assert {"../README.md", "theory/constraints.md", "reference/simulation.md", "theory/solvers.md"} < {*PAGES}
    assert len(programs("theory/principles.md")) >= 9


@pytest.mark.parametrize("page", ALL)
def test_a_page_shows_no_python_that_does_not_run(page):
    """Blocks are programs, what they print, formulas, or text of other packages; ours would go unseen there."""
    blocks = list(BLOCK.finditer((DOCS / page).read_text(encoding="utf-8")))
    printed = {text for _, text in programs(page)}
    assert {block["language"] for block in blocks} <= {"", "python", "text"}
    assert not [
        text
        for block in blocks
        if block["language"] != "python" and "da." in (text := block["text"]) and text not in printed
    ]
