"""What benchmarks tell without measuring time, and how two commits are compared."""

import ast
import importlib
import math
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def _benchmarks_first(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])


def test_articulated_bodies_of_seven_joints_keep_their_bound_of_operations():
    assert 0 < importlib.import_module("compiler").articulated_operations(7) <= 1200


def test_parts_are_found_without_running_them():
    tree = ast.parse((ROOT / "benchmarks" / "run.py").read_text(encoding="utf-8"))
    (table,) = (x.value for x in tree.body if isinstance(x, ast.AnnAssign) and ast.unparse(x.target) == "PARTS")
    assert isinstance(table, ast.Dict)
    names = [ast.literal_eval(key) for key in table.keys if key is not None]
    assert importlib.import_module("against").parts_of(ROOT) == names


def test_every_part_can_be_measured():
    # what they import from the package moves
    assert all(callable(part) for part in importlib.import_module("run").PARTS.values())


@pytest.mark.parametrize(
    ("before", "now", "unit", "times_as_good"),
    [(2.0, 1.0, "s", 2.0), (2.0, 1.0, "Msteps/s", 0.5), (3e-16, 6e-16, "", 1.0), (0.01, -0.002, "s", math.inf)],
)
def test_figures_are_compared_in_the_direction_of_their_unit(before, now, unit, times_as_good):
    assert importlib.import_module("against").ratio(before, now, unit) == times_as_good


def test_the_speed_page_and_the_table_of_the_readme_are_made_of_measured_figures():
    """`python benchmarks/tables.py` writes both."""
    tables = importlib.import_module("tables")
    measured = importlib.import_module("measured").Measured.read(tables.MEASURED)
    assert tables.PAGE.read_text(encoding="utf-8") == tables.page(measured)
    readme = tables.README.read_text(encoding="utf-8")
    assert readme == tables.with_table(readme, measured)
    # of every part of the run, with what it was measured on
    assert {*measured.parts} == {*importlib.import_module("run").PARTS}
    assert all(part["date"] and part["machine"] for part in measured.parts.values())


def test_comparisons_say_which_way_they_go():
    tables = importlib.import_module("tables")
    assert [tables.beside(ratio) for ratio in (0.5, 1.05, 2.5, 3515.0)] == [
        *("2 times slower", "as fast", "**2.5 times faster**", "**3,515 times faster**")
    ]
