"""Which tests cover which line of docs/reference/features.md: `python -m tests.features` sets its ticks.

Marks are read from the syntax of the test files, without importing them, so the answer needs neither the
package nor pytest.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# a section, or a line with its tick and phrase; the phrase may go on in indented lines
ENTRY = re.compile(
    r"^## (?P<section>.+)$|^- \[[ x]\] (?P<id>F\d{3}-\d+): (?P<phrase>\S.*(?:\n  .+)*)$", re.MULTILINE
)
LOOKS_LIKE_A_LINE = re.compile(r"^\s*[-*]\s+(?:\[.?\]\s*)?F\d+", re.MULTILINE)
TICK = re.compile(r"^- \[[ x]\] (F\d{3}-\d+):", re.MULTILINE)
CHAPTER = re.compile(r"^\| (?!chapter )(\w+) \|", re.MULTILINE)
COMES_WITH = re.compile(r"\. Comes with (\w+)\.$")


class FeatureError(Exception):
    """The list or a mark is wrong."""


@dataclass(frozen=True)
class Feature:
    """One line of the list."""

    id: str
    phrase: str
    section: str

    @property
    def chapter(self) -> str | None:
        """With what the line comes, if it says so."""
        found = COMES_WITH.search(self.phrase)
        return found[1] if found else None


@dataclass(frozen=True)
class Mark:
    """One test (or class or file of tests) that says it covers one line."""

    test: str
    id: str


def read_features(text: str) -> list[Feature]:
    """Lines of the list in their order."""
    section = ""
    features: dict[str, Feature] = {}
    for entry in ENTRY.finditer(text):
        if entry["section"]:
            section = entry["section"]
            continue
        if entry["id"] in features:
            raise FeatureError(f"line {entry['id']} occurs twice in the list")
        features[entry["id"]] = Feature(entry["id"], " ".join(entry["phrase"].split()), section)

    # a misspelt line must not vanish silently
    if (found := len(LOOKS_LIKE_A_LINE.findall(text))) != len(features):
        raise FeatureError(f"{found} lines look like features, {len(features)} read as '- [ ] F000-1: phrase'")
    return list(features.values())


def read_marks(folder: Path) -> list[Mark]:
    """All `covers` marks in the Python files below a folder."""
    marks: list[Mark] = []
    for file in sorted(folder.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "covers" not in text:
            continue
        tree = ast.parse(text, filename=str(file))
        marks.extend(marks_below(tree, file.relative_to(folder.parent).as_posix()))
    return marks


def marks_below(node: ast.AST, test: str) -> Iterator[Mark]:
    """Marks inside a node; decorators belong to the function or class they decorate."""
    for child in ast.iter_child_nodes(node):
        inner = test
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{test}::{child.name}"
        if isinstance(child, ast.Attribute) and is_covers(child) and not is_called(child, node):
            raise FeatureError(f"{test}: a covers mark without lines")
        if isinstance(child, ast.Call) and is_covers(child.func):
            yield from (Mark(test, id) for id in named_lines(child, test))
        yield from marks_below(child, inner)


def is_covers(node: ast.AST) -> bool:
    """Whether a node reads `….mark.covers`."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "covers"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )


def is_called(node: ast.AST, parent: ast.AST) -> bool:
    return isinstance(parent, ast.Call) and parent.func is node


def named_lines(call: ast.Call, test: str) -> list[str]:
    """Ids that a mark names; they are read, not run, so they must be written out."""
    ids = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if not ids or len(ids) != len(call.args) or call.keywords:
        raise FeatureError(f"{test}: a covers mark takes one or more literal ids such as 'F002-4'")
    return ids


def coverage(features: list[Feature], marks: list[Mark]) -> dict[str, list[str]]:
    """Tests of every line, without repetition; a mark that names no line of the list is an error."""
    tests: dict[str, list[str]] = {feature.id: [] for feature in features}
    if unknown := [f"{mark.test} names {mark.id}" for mark in marks if mark.id not in tests]:
        raise FeatureError("not in the list of features:\n  " + "\n  ".join(unknown))
    for mark in marks:
        if mark.test not in tests[mark.id]:
            tests[mark.id].append(mark.test)
    return tests


def ticked(text: str, tests: dict[str, list[str]]) -> str:
    """The page with a tick before each line that has a test."""
    return TICK.sub(lambda line: f"- [{'x' if tests[line[1]] else ' '}] {line[1]}:", text)


def check_chapters(text: str, features: list[Feature], tests: dict[str, list[str]]) -> None:
    """A line without a test says with which chapter of the page it comes; a line with one does not."""
    chapters = CHAPTER.findall(text)
    wrong = [
        f"{f.id} has no test: let it end with '. Comes with ….'"
        for f in features
        if not (tests[f.id] or f.chapter)
    ]
    wrong += [f"{f.id} has a test and comes with {f.chapter}" for f in features if tests[f.id] and f.chapter]
    wrong += [f"{f.id} comes with {f.chapter}" for f in features if f.chapter and f.chapter not in chapters]
    if wrong:
        raise FeatureError(f"with the chapters {', '.join(chapters)}:\n  " + "\n  ".join(wrong))


def report(features: list[Feature], tests: dict[str, list[str]]) -> str:
    """Every line with its tests, then the counts."""
    text: list[str] = []
    for section in dict.fromkeys(feature.section for feature in features):
        text += [section, ""]
        for feature in features:
            if feature.section == section:
                text.append(f"  {feature.id:8} {feature.phrase}")
                text += [f"           ✓ {test}" for test in tests[feature.id]]
        text.append("")

    for section in dict.fromkeys(feature.section for feature in features):
        text.append(count(section, [tests[f.id] for f in features if f.section == section]))
    text.append(count("all", list(tests.values())))
    return "\n".join(text)


def count(title: str, tests: list[list[str]]) -> str:
    covered = sum(1 for of_one_line in tests if of_one_line)
    return f"{covered:4} of {len(tests):3} covered  {title}"


def main(root: Path = ROOT) -> int:
    """Set the ticks and print the report; the exit status is 1 when the list or a mark is wrong."""
    page = root / "docs" / "reference" / "features.md"
    try:
        text = page.read_text(encoding="utf-8")
        features = read_features(text)
        tests = coverage(features, read_marks(root / "tests"))
        page.write_text(ticked(text, tests), encoding="utf-8")
        check_chapters(text, features, tests)
    except FeatureError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(report(features, tests))
    return 0


if __name__ == "__main__":
    sys.exit(main())
