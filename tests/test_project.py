"""What stands in several files of the project is the same in all."""

import re
import tomllib
from pathlib import Path

import pytest

import dalembert

ROOT = Path(__file__).resolve().parents[1]


def test_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "\nversion:" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert project["version"].startswith(newest[1])
    assert dalembert.__version__ == project["version"]


def test_hosted_checks_call_what_everybody_calls():
    assert "bash .ci/run" in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda page: page.name)
def test_links_of_the_front_pages_lead_somewhere(page):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)|src=\"([^\"]+)\"", page.read_text(encoding="utf-8"))
    assert [target for pair in targets for target in pair if target and not (ROOT / target).exists()] == []


def test_hosted_checks_build_what_would_be_released():
    assert "make release" in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert ".ci/release" in (ROOT / "Makefile").read_text(encoding="utf-8")
