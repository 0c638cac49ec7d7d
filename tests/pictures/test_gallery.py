"""The gallery shows every example, and the README pictures that are there."""

import re
from pathlib import Path

import pytest

from tests.examples import EXAMPLES, example

ROOT = EXAMPLES.parent


@pytest.fixture(scope="module")
def gallery():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLES / "gallery")
        yield __import__("make")


def test_every_example_is_in_the_gallery_or_has_nothing_to_draw(gallery):
    everything = {file.stem for file in EXAMPLES.glob("*.py")}
    assert {*gallery.names(), *gallery.WITHOUT_BODIES, *gallery.REPEATED, *gallery.CHARTS} == everything
    assert all(hasattr(example(name), "systems") for name in gallery.names())
    assert all(hasattr(example(name), what) for name in gallery.CHARTS for what in ("numbers", "pictures"))
    assert set(gallery.SPANS) <= everything


def test_the_page_shows_the_pictures_of_the_examples(gallery, tmp_path, capsys):
    file = gallery.main(tmp_path, ["double_pendulum", "n_four_bar"])
    text = file.read_text(encoding="utf-8")
    pictures = re.findall(r'src="([^"]+)"', text)
    assert len(pictures) == 4
    assert all((tmp_path / picture).stat().st_size > 5_000 for picture in pictures)
    pages = set(re.findall(r'href="([^"]+)"', text))
    assert pages == {"double_pendulum.html", "n_four_bar.html"}
    assert all((tmp_path / page).stat().st_size > 100_000 for page in pages)
    assert "<script" not in text and "http" not in text
    assert "the gallery is" in capsys.readouterr().out


def test_charts_without_a_motion_are_linked_each_by_itself(gallery):
    text = gallery.page([gallery.Entry("worked_figures", "figures", ("a.png", "b.png"), None)])
    assert re.findall(r'href="([^"]+)"><img[^>]+src="([^"]+)"', text) == [("a.png", "a.png"), ("b.png", "b.png")]


def test_words_on_the_page_are_text(gallery):
    text = gallery.page([gallery.Entry("<b>", "a <script> & more", ('a".png',), 'a".html')])
    assert "<script>" not in text and "<b>" not in text


def test_pictures_of_the_readme_exist():
    wanted = re.findall(r'src="(docs/pictures/[^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(wanted) == 3
    assert any(Path(name).suffix == ".gif" for name in wanted)
    assert all((ROOT / name).stat().st_size < 1_500_000 for name in wanted)
