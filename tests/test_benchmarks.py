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


@pytest.mark.parametrize(
    ("before", "now", "unit", "times_as_good"),
    [(2.0, 1.0, "s", 2.0), (2.0, 1.0, "Msteps/s", 0.5), (3e-16, 6e-16, "", 1.0), (0.01, -0.002, "s", math.inf)],
)
def test_figures_are_compared_in_the_direction_of_their_unit(before, now, unit, times_as_good):
    assert importlib.import_module("against").ratio(before, now, unit) == times_as_good
