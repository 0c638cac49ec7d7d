from pathlib import Path

import pytest

from tests.features import ROOT, FeatureError, check_chapters, coverage, main, read_features, read_marks, ticked

LIST = """\
# Features

| chapter | brings |
|---|---|
| runs | loops |

## F000: first

### Part

- [ ] F000-1: labels
- [x] F000-2: a phrase that
  goes on. Comes with runs.

## F001: second

- [ ] F001-1: energy
"""

TESTS = """\
import pytest

@pytest.mark.slow
@pytest.mark.covers("F000-1", "F001-1")
def test_both():
    pass

@pytest.mark.covers("F000-1")
class TestLabels:
    @pytest.mark.covers("F000-1")
    def test_one(self):
        pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with a list and one marked test file."""
    (tmp_path / "docs" / "reference").mkdir(parents=True)
    (tmp_path / "docs" / "reference" / "features.md").write_text(LIST, encoding="utf-8")
    (tmp_path / "tests" / "expr").mkdir(parents=True)
    (tmp_path / "tests" / "expr" / "test_labels.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def add_test(project: Path, text: str) -> None:
    (project / "tests" / "test_more.py").write_text("import pytest\n" + text, encoding="utf-8")


def test_list_is_read_with_sections_and_wrapped_phrases():
    features = read_features(LIST)
    assert [f.id for f in features] == ["F000-1", "F000-2", "F001-1"]
    assert features[1].phrase == "a phrase that goes on. Comes with runs."
    assert [f.chapter for f in features] == [None, "runs", None]
    assert [f.section for f in features] == ["F000: first", "F000: first", "F001: second"]


def test_marks_belong_to_the_function_or_class_they_decorate(project):
    tests = coverage(read_features(LIST), read_marks(project / "tests"))
    file = "tests/expr/test_labels.py"
    assert set(tests["F000-1"]) == {
        f"{file}::test_both",
        f"{file}::TestLabels",
        f"{file}::TestLabels::test_one",
    }
    assert tests["F000-2"] == []
    assert tests["F001-1"] == [f"{file}::test_both"]


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("pytestmark = [pytest.mark.slow, pytest.mark.covers('F000-2')]\n", "tests/test_more.py"),
        (
            "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.covers('F000-2'))])\n"
            "def test_x(x): pass\n",
            "tests/test_more.py::test_x",
        ),
    ],
)
def test_marks_of_files_and_parameters_count(project, text, test):
    add_test(project, text)
    assert coverage(read_features(LIST), read_marks(project / "tests"))["F000-2"] == [test]


def test_report_names_tests_and_counts_by_section(project, capsys):
    assert main(project) == 0
    out = capsys.readouterr().out
    assert "✓ tests/expr/test_labels.py::test_both" in out
    assert "1 of   2 covered  F000: first" in out
    assert "1 of   1 covered  F001: second" in out
    assert "2 of   3 covered  all" in out


def test_unknown_line_is_an_error_that_names_test_and_line(project, capsys):
    add_test(project, "@pytest.mark.covers('F000-1', 'F009-9')\ndef test_lost(): pass\n")
    assert main(project) == 1
    assert "tests/test_more.py::test_lost names F009-9" in capsys.readouterr().err


@pytest.mark.parametrize("mark", ["covers", "covers()", "covers(LINE)", "covers(*LINES)", "covers(id='F000-1')"])
def test_marks_that_cannot_be_read_are_errors(project, mark):
    add_test(project, f"@pytest.mark.{mark}\ndef test_vague(): pass\n")
    with pytest.raises(FeatureError, match="test_vague"):
        read_marks(project / "tests")


@pytest.mark.parametrize(
    "line",
    ["- [ ] F000-1: again", "- F000-3: no box", "- [ ] F000-3 no colon", "- [y] F000-3: y", "* [ ] F000-3: star"],
)
def test_misspelt_or_repeated_lines_are_errors(line):
    with pytest.raises(FeatureError):
        read_features(LIST + line + "\n")


def test_ticks_are_set_by_the_tests(project):
    assert main(project) == 0
    page = (project / "docs" / "reference" / "features.md").read_text(encoding="utf-8")
    assert [line[:12] for line in page.splitlines() if "F00" in line[6:]] == [
        "- [x] F000-1",
        "- [ ] F000-2",
        "- [x] F001-1",
    ]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (LIST.replace(". Comes with runs.", ""), "F000-2 has no test"),
        (LIST.replace(": labels", ": labels. Comes with runs."), "F000-1 has a test and comes with runs"),
        (LIST.replace("Comes with runs", "Comes with luck"), "F000-2 comes with luck"),
    ],
)
def test_a_line_comes_with_a_chapter_exactly_if_no_test_shows_it(project, wrong, message):
    features = read_features(wrong)
    with pytest.raises(FeatureError, match=message):
        check_chapters(wrong, features, coverage(features, read_marks(project / "tests")))


def test_our_page_is_complete_and_its_ticks_are_those_of_our_marks():
    page = (ROOT / "docs" / "reference" / "features.md").read_text(encoding="utf-8")
    features = read_features(page)
    sizes = {"F000": 90, "F001": 30, "F002": 64, "F003": 18, "F004": 25}
    assert [f.id for f in features] == [f"{group}-{k}" for group, n in sizes.items() for k in range(1, n + 1)]
    assert all(f.section.startswith(f.id.split("-")[0]) for f in features)
    tests = coverage(features, read_marks(ROOT / "tests"))
    check_chapters(page, features, tests)
    assert page == ticked(page, tests), "run: make features"
