"""The site of the documentation is built without a warning, stands by itself, and answers what people ask."""

import importlib.util
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

from tests.browser import Browser, browser_path
from tests.test_public_names import spoken

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("site"),
    pytest.mark.timeout(600),  # the site is built by the first test that asks for it; on a busy machine it waits
    pytest.mark.skipif(importlib.util.find_spec("furo") is None, reason="needs Sphinx: pip install '.[docs]'"),
]

ROOT = Path(__file__).resolve().parents[1]
PROJECTS = {
    "https://distributed.dask.org",
    "https://github.com/leeoniya/uPlot",
    "https://github.com/pradyunsg/furo",
    "https://semver.org/spec/v2.0.0.html",
    "https://threejs.org",
}
"""Pages of other projects that the text links; nothing is ever loaded from there."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(folder / "doctrees")]
    done = subprocess.run([*command, "docs", str(folder / "site")], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture(scope="module")
def pages(site):
    """Pages of the site; those on which motions play or models run have tests of their own."""
    made = [
        file
        for file in site.rglob("*.html")
        if file.parent.name not in ("gallery", "live") or file.stem == "index"
    ]
    return {file: file.read_text(encoding="utf-8") for file in made}


def links(text: str) -> list[str]:
    """Whatever a page leads to or loads."""
    return [unescape(link) for link in re.findall(r'\s(?:src|href)="([^"]+)"', text)]


def test_nothing_comes_from_other_hosts(site, pages):
    assert {link for text in pages.values() for link in links(text) if re.match(r"\w+:|//", link)} <= PROJECTS
    for text in pages.values():
        assert not re.findall(r'\ssrc="(?:\w+:)?//', text)
    for style in site.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", style.read_text(encoding="utf-8"))


def test_every_link_and_every_anchor_is_there(site, pages):
    anchors = {file: {*re.findall(r'\sid="([^"]+)"', text)} for file, text in pages.items()}
    broken = []
    for file, text in pages.items():
        for link in links(text):
            path, _, anchor = link.partition("#")
            if re.match(r"\w+:", link):
                continue
            target = (file.parent / unquote(path.split("?")[0])).resolve() if path else file
            if not target.exists() or (
                anchor and target.suffix == ".html" and unquote(anchor) not in anchors[target]
            ):
                broken.append((file.name, link))
    assert broken == []


def test_every_page_of_the_documentation_is_in_the_table_of_contents(site, pages):
    contents = pages[site / "index.html"]
    parts = re.findall(r'<span class="caption-text">([^<]+)<', contents)
    assert parts[:4] == ["Start", "How to", "Theory", "Reference"]
    written = {
        file.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for file in ROOT.glob("docs/**/*.md")
    }
    sidebar = {*links(contents)}
    assert written - sidebar <= {"index.html"}


def test_every_public_name_has_its_place(pages):
    ids = {name for text in pages.values() for name in re.findall(r'\sid="da\.([\w.]+)"', text)}
    assert {*spoken()} <= ids


def test_every_example_is_in_the_gallery(site, pages):
    titles = {unescape(title) for title in re.findall(r"<h2>(.*?)<a", pages[site / "gallery" / "index.html"])}
    assert {file.stem.replace("_", " ").capitalize() for file in (ROOT / "examples").glob("*.py")} == titles


def test_models_and_motions_stand_in_place_on_pages(site, pages):
    """Each live picture is a page of its own, with the words of its page around it, and asks for nothing."""
    frames = {file: re.findall(r'<iframe class="live"[^>]* src="([^"]+)"', text) for file, text in pages.items()}
    places = [(file.parent / frame).resolve() for file, found in frames.items() for frame in found]
    assert {*places} == {*(site / "live").glob("*.html")}
    assert len(places) >= 12
    for place in places:
        text = place.read_text(encoding="utf-8")
        assert "default-src 'none'" in text
        assert not re.findall(r'\s(?:src|href)="(?:https?:)?//', text)


SEARCHES = {
    "Lagrange": "names/derive-equations-of-motion.html",
    "tool Jacobian": "howto/robot_arm.html",
    "pin force": "howto/joint_reactions.html",
    "eigenvalues": "howto/modes.html",
    "backlash": "howto/gears_backlash.html",
    "stick-slip": "howto/stick_slip.html",
    "URDF": "howto/robot_arm.html",
    "mode shape": "howto/modes.html",
    "optimal control": "howto/optimal_control.html",
    "sampling a controller": "howto/sampled_controller.html",
    "fit parameters": "howto/fit_parameters.html",
    "MuJoCo": "howto/coming_from.html",
    "error message": "reference/errors.html",
    "install": "start/install.html",
}
"""What people type, and the page that answers it."""


@pytest.mark.skipif(browser_path() is None, reason="needs Chromium")
def test_the_search_finds_the_right_page_first(site):
    browser, found = Browser(), {}
    try:
        for words in SEARCHES:
            browser("Page.navigate", url=f"{(site / 'search.html').as_uri()}?q={quote(words)}")
            browser.wait(
                "/found|matching|did not match/.test(document.querySelector('.search-summary')?.textContent)"
            )
            first = browser.js("document.querySelector('ul.search a')?.getAttribute('href')") or "nothing"
            found[words] = re.split("[#?]", first)[0]
    finally:
        browser.close()
    assert found == SEARCHES
