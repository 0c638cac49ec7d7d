"""Programs on pages of the documentation run as printed, and print what stands below them."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = [
    "../README.md",
    "constraints.md",
    "contact.md",
    "energies.md",
    "equilibria.md",
    "expressions.md",
    "extending.md",
    "integrators.md",
    "invariants.md",
    "kernels.md",
    "linear.md",
    "loops.md",
    "models.md",
    "modules.md",
    "newton_euler.md",
    "page.md",
    "planar.md",
    "principles.md",
    "reading.md",
    "seeing.md",
    "sensitivities.md",
    "servo.md",
    "simulation.md",
    "solvers.md",
]
"""Pages whose programs stand by themselves, from the first to the last."""

BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def programs(page: str) -> list[tuple[str, str | None]]:
    """Programs in their order, each with the output that is printed right below it."""
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    found: list[tuple[str, str | None]] = []
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
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
    for program, expected in programs("compare.md"):
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(program, "compare.md", "exec"), names)
        assert words(printed.getvalue()) == words(expected or "")


def test_programs_are_found():
    assert len(programs("principles.md")) >= 9
