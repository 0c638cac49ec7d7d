"""The page of misprints names tests that exist, for every row, and all tests that were written for it."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
PAGE = TESTS.parent / "docs" / "reference" / "fidelity.md"

HOME = re.compile(r"Tests in `tests/(?P<file>[\w/]+\.py)`")
NAMED = re.compile(r"^`(?:(?P<file>[\w/]+\.py)::)?(?P<test>test_\w+)`$")
NOTHING_TO_COMPUTE = "`index`"
"""Instead of a test: a slip of numbering."""

CELLS = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Misprint:
    """One row of a table on the page."""

    source: str
    place: str
    printed: str
    right: str
    test: str
    home: str
    """The file of tests of the source, below `tests`."""

    @property
    def tests(self) -> tuple[str, str] | None:
        """File and name of its test, if it has one."""
        if not (named := NAMED.match(self.test)):
            return None
        return named["file"] or self.home, named["test"]


def misprints(text: str) -> list[Misprint]:
    """All rows of all tables."""
    found = []
    for section in text.split("\n## ")[1:]:
        source = section.splitlines()[0]
        home = HOME.search(" ".join(section.split()))
        rows = [line for line in section.splitlines() if line.startswith("|")][2:]
        for row in rows:
            place, printed, right, test = (cell.strip() for cell in CELLS.split(row)[1:-1])
            found.append(Misprint(source, place, printed, right, test, home["file"] if home else ""))
    return found


@cache
def names_in(file: str) -> frozenset[str]:
    """Names of the tests in a file below `tests`."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


ROWS = misprints(PAGE.read_text(encoding="utf-8"))


@pytest.mark.covers("F002-56")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.source.split(',')[0]}: {row.place}")
def test_each_misprint_has_its_printed_and_its_right_form_and_a_test(row):
    assert all((row.place, row.printed, row.right)) and row.printed != row.right
    if row.tests is None:
        assert row.test == NOTHING_TO_COMPUTE, row.test
        return
    file, name = row.tests
    assert name in names_in(file), f"{file} has no {name}"


def test_every_test_of_a_misprint_is_on_the_page():
    named = {row.tests for row in ROWS if row.tests}
    for file in sorted((TESTS / "fidelity").glob("test_*.py")):
        here = f"fidelity/{file.name}"
        assert any(home == here for home, _ in named), here
        if here != "fidelity/test_five_bar.py":
            missing = {name for name in names_in(here) if name.startswith("test_")} - {
                name for home, name in named if home == here
            }
            assert not missing, here


def test_all_sources_are_there():
    assert {row.source.split(",")[0] for row in ROWS} == {
        "Bajodah 2003",
        "Orsino 2016",
        "The chapter on variational principles",
        "The paper on one constrained rigid solid",
        "The slides on planar mechanisms",
        "Our own notes",
    }
    assert len({(row.source, row.place, row.printed) for row in ROWS}) == len(ROWS)


def test_rows_are_read_as_they_stand():
    text = (
        "# Page\n\n## Source, subject\n\nTests in\n`tests/a/test_b.py`.\n\n| place | as printed | right | test |\n"
    )
    text += "|---|---|---|---|\n| (1) | \\|a\\| | b | `test_c` |\n| (2) | c | d | `index` |\n"
    first, second = misprints(text)
    assert first.tests == ("a/test_b.py", "test_c")
    assert first.printed == "\\|a\\|"
    assert second.tests is None
