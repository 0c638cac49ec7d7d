"""The page on systems of systems."""

import pytest

from tests.test_pages import DOCS, PAGES


@pytest.mark.covers("F000-81")
def test_the_manual_leads_from_the_first_leaf_to_the_tricycle():
    text = (DOCS / "modules.md").read_text(encoding="utf-8")
    steps = [
        "## The first leaf",
        "## The first composite",
        "## Models of models",
        "## Linear models",
        "tricycle.py",
    ]
    places = [text.index(step) for step in steps]
    # its programs run with those of the other pages
    assert places == sorted(places)
    assert "modules.md" in PAGES
