"""The course in the modular methodology."""

import re
from itertools import pairwise

import pytest

from tests.test_pages import DOCS, PAGES

STEPS = [
    "## Variables and effective forces of a leaf",
    "## Constraints, their order, and degrees of freedom",
    "## Complements",
    "## Trees",
    "## Equations of motion",
    "## Forward dynamics",
    "## Inverse dynamics and forces of constraints",
    "## Linear models",
    "## Reuse, motors, and a larger tree",
    "## The tricycle",
]
"""Chapters 2, 4 and 5 of the thesis, in its order."""


@pytest.mark.covers("F000-81")
def test_the_manual_leads_one_example_from_the_first_leaf_to_the_tricycle():
    text = (DOCS / "theory/methodology.md").read_text(encoding="utf-8")
    places = [text.index(step) for step in STEPS]
    assert places == sorted(places)
    # its programs run with those of the other pages, and each step but the last is about the same pendulum
    assert "theory/methodology.md" in PAGES
    sections = [text[a:b] for a, b in pairwise(places[1:])]
    assert all("pendulum" in section and "```python" in section for section in sections)
    # symbols of the thesis stand beside ours, and every example that it names exists
    table = text[: places[0]]
    for symbol in ("q⟨0⟩", "q⟨β\\|α⟩", "c̄⟨β+1⟩", "ν°", "ν#", "⊕", "R, B, C, S", "f, f̄", "ᴸC"):
        assert symbol in table, symbol
    for name in re.findall(r"(\w+)\.py", text):
        assert (DOCS.parent / "examples" / f"{name}.py").exists(), name
