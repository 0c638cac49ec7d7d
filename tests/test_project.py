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


def test_hosted_checks_try_every_version_of_python_that_the_package_names():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if ":: Python :: 3." in line]
    hosted = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    matrix = re.search(r"python: \[(.+)\]", hosted)
    assert matrix is not None and re.findall(r'"(3\.\d+)"', matrix[1]) == named
    assert project["requires-python"] == f">={named[0]}"
    # what everybody calls by these words
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"- run: make (\w+)", hosted)) == {"release", "gallery", "docs"} <= targets


def test_hosted_checks_build_what_would_be_released():
    assert "make release" in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert ".ci/release" in (ROOT / "Makefile").read_text(encoding="utf-8")
