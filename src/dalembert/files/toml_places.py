"""TOML with the place of every key and value in its text, for messages and for edits that leave the rest alone.

`tomllib` says what a text means; the scan here says where. Both see the same text, and the scan goes first: it
refuses what is nested so deep, or has keys of so many parts, that reading it would take long.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from dalembert.errors import ModelError

Path = tuple[str | int, ...]
"""Keys and numbers of list entries that lead to a value."""

DEEPEST = 30
"""Lists and tables within each other, and parts of a key, at most."""

LONGEST_MESSAGE = 600
"""Letters of a message; values that it repeats may be long."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANKS = re.compile(r"[ \t]*")
_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_PLAIN = re.compile(r"[^,\]}#\n]*")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG_BASIC = re.compile(r'"""(?:[^\\]|\\.)*?"""("{0,2})', re.DOTALL)
_LONG_LITERAL = re.compile(r"\'\'\'.*?\'\'\'('{0,2})", re.DOTALL)


@dataclass(frozen=True)
class Span:
    """Where something stands: the beginning of its key or header, and of its value to the end of that."""

    key: int
    value: int
    end: int


@dataclass(frozen=True, eq=False)
class Toml:
    """A TOML text: its values, and the line and column of each key, value and header."""

    source: str
    text: str
    data: Mapping[str, Any]
    spans: Mapping[Path, Span]
    headers: Sequence[Path]
    """Tables with a header of their own, in the order of the text."""

    def table(self, path: Path) -> dict[str, Any]:
        """The table at a path; empty if there is none."""
        data: Any = self.data
        for key in path:
            data = data.get(key, {})
        return data

    def fail(self, path: Path, what: str) -> NoReturn:
        """Raise a message about a value, or about the nearest thing around it that has a place."""
        if len(what) > LONGEST_MESSAGE:
            what = f"{what[:LONGEST_MESSAGE]} …"
        known = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in self.spans), ())
        raise ModelError(f"{self.source}:{self._line_and_column(self.spans[known].key if known else 0)}: {what}")

    def fail_in(self, path: Path, offset: int, what: str) -> NoReturn:
        """Raise a message about a letter of a text that stands on one line; else about the value."""
        span = self.spans.get(path)
        if span is None or "\n" in self.text[span.value : span.end] or "\\" in self.text[span.value : span.end]:
            self.fail(path, what)
        raise ModelError(f"{self.source}:{self._line_and_column(span.value + 1 + offset)}: {what}")

    def _line_and_column(self, position: int) -> str:
        line = self.text.count("\n", 0, position) + 1
        return f"{line}:{position - self.text.rfind(chr(10), 0, position)}"


def read_toml(data: bytes, source: str) -> Toml:
    """Read the bytes of a TOML file, with places; text that is not TOML raises an error with line and column."""
    try:
        text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ModelError(f"{source}:{line}:1: the file is not UTF-8 text; save it as such") from None
    scan = _Scan(source, text)
    # tomllib says what is wrong
    with suppress(_NotTomlError):
        scan.document()
    try:
        meaning = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ModelError(_with_place(source, text, str(error))) from None
    except RecursionError:
        raise ModelError(f"{source}: lists or tables are nested deeper than {DEEPEST}") from None
    except (ValueError, OverflowError):
        # Python refuses to read them
        raise ModelError(f"{source}: a whole number has thousands of digits; numbers end at 1.8e308") from None
    return Toml(source, text, meaning, scan.spans, scan.headers)


def _with_place(source: str, text: str, words: str) -> str:
    found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", words, re.DOTALL)
    if found is None:
        lines = text.count("\n") + 1
        return f"{source}:{lines}:1: {words.removesuffix(' (at end of document)')}, at the end of the file"
    return f"{source}:{found[2]}:{found[3]}: {found[1][0].lower()}{found[1][1:]}"


class _NotTomlError(Exception):
    """The text is not TOML from here on."""


class _Scan:
    """Places in a text, found from its beginning to its end."""

    def __init__(self, source: str, text: str) -> None:
        self.source, self.text, self.at = source, text, 0
        self.spans: dict[Path, Span] = {}
        self.counts: dict[Path, int] = {}
        self.headers: list[Path] = []

    def document(self) -> None:
        table: Path = ()
        self.skip(_GAP)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.entry(table, 0)
            self.skip(_GAP)

    def header(self) -> Path:
        start, is_list = self.at, self.text.startswith("[[", self.at)
        self.at += 1 + is_list
        *before, last = self.key()
        self.expect("]]" if is_list else "]")
        path: Path = ()
        for part in before:
            path = self.last_of((*path, part))
        path = (*path, last)
        if is_list:
            n = self.counts[path] = self.counts.get(path, 0) + 1
            self.spans.setdefault(path, Span(start, start, self.at))
            path = (*path, n - 1)
        self.spans[path] = Span(start, start, self.at)
        self.headers.append(path)
        return path

    def last_of(self, path: Path) -> Path:
        """The last entry, if the path is that of a list of tables."""
        return (*path, self.counts[path] - 1) if path in self.counts else path

    def entry(self, table: Path, depth: int) -> None:
        start = self.at
        parts = self.key()
        path = (*table, *parts)
        self.expect("=")
        self.skip(_BLANKS)
        begin = self.at
        self.value(path, depth)
        for n in range(1, len(parts)):
            self.spans.setdefault((*table, *parts[:n]), Span(start, begin, self.at))
        self.spans[path] = Span(start, begin, self.at)

    def key(self) -> list[str]:
        parts = []
        while True:
            self.skip(_BLANKS)
            for pattern in (_BARE, _BASIC, _LITERAL):
                if found := pattern.match(self.text, self.at):
                    break
            else:
                raise _NotTomlError
            self.at = found.end()
            parts.append(self.plain_key(found[0]))
            if len(parts) > DEEPEST:
                self.too_deep()
            self.skip(_BLANKS)
            if not self.text.startswith(".", self.at):
                return parts
            self.at += 1

    def plain_key(self, text: str) -> str:
        if text[0] == "'":
            return text[1:-1]
        if text[0] == '"':
            try:
                return str(next(iter(tomllib.loads(f"{text} = 0"))))
            except (tomllib.TOMLDecodeError, StopIteration):
                raise _NotTomlError from None
        return text

    def value(self, path: Path, depth: int) -> None:
        if depth > DEEPEST:
            self.too_deep()
        letter = self.text[self.at : self.at + 1]
        if letter == "[":
            self.values(path, depth)
        elif letter == "{":
            self.inline_table(path, depth)
        elif letter in ('"', "'"):
            patterns = (_LONG_BASIC, _BASIC) if letter == '"' else (_LONG_LITERAL, _LITERAL)
            is_long = self.text.startswith(3 * letter, self.at)
            if (found := patterns[0 if is_long else 1].match(self.text, self.at)) is None:
                raise _NotTomlError
            self.at = found.end()
        else:
            found = _PLAIN.match(self.text, self.at)
            assert found is not None
            self.at += len(found[0].rstrip())
            if not found[0].strip():
                raise _NotTomlError

    def values(self, path: Path, depth: int) -> None:
        self.at += 1
        number = 0
        while True:
            self.skip(_GAP)
            if self.text.startswith("]", self.at):
                break
            begin = self.at
            self.value((*path, number), depth + 1)
            self.spans[(*path, number)] = Span(begin, begin, self.at)
            number += 1
            self.skip(_GAP)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif not self.text.startswith("]", self.at):
                raise _NotTomlError
        self.at += 1

    def inline_table(self, path: Path, depth: int) -> None:
        self.at += 1
        self.skip(_BLANKS)
        while not self.text.startswith("}", self.at):
            self.skip(_BLANKS)
            self.entry(path, depth + 1)
            self.skip(_BLANKS)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif not self.text.startswith("}", self.at):
                raise _NotTomlError
        self.at += 1

    def skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def expect(self, letters: str) -> None:
        if not self.text.startswith(letters, self.at):
            raise _NotTomlError
        self.at += len(letters)

    def too_deep(self) -> NoReturn:
        line = self.text.count("\n", 0, self.at) + 1
        raise ModelError(f"{self.source}:{line}:1: lists or tables are nested deeper than {DEEPEST}")
