"""XML as elements that know their lines, read without anything that a stranger's file could abuse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from dalembert.errors import ModelError
from dalembert.number_checks import told

LARGEST = 50_000_000
"""Bytes of a file at most."""

DEEPEST = 200
"""Elements within each other at most."""


@dataclass(eq=False)
class Element:
    """One element: its tag, its attributes as text, the elements inside it, and the line on which it begins."""

    tag: str
    attributes: dict[str, str]
    line: int
    source: str
    """Name of the file, for messages."""

    children: list[Element] = field(default_factory=list)
    content: str = ""
    """Text right inside it."""

    def all(self, tag: str) -> Iterator[Element]:
        """Elements of a tag right inside it."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        """The first element of a tag right inside it, if there is one."""
        return next(self.all(tag), None)

    def one(self, tag: str) -> Element:
        """The element of a tag right inside it, which must be there."""
        if (child := self.first(tag)) is None:
            self.fail(f"<{self.tag}> needs a <{tag}> inside it")
        return child

    def text(self, attribute: str) -> str:
        """An attribute that must be there."""
        if attribute not in self.attributes:
            self.fail(f"<{self.tag}> needs the attribute {attribute!r}")
        return self.attributes[attribute]

    def number(self, attribute: str, default: float | None = None) -> float:
        """An attribute that is one finite number."""
        (value,) = self.numbers(attribute, 1, None if default is None else (default,))
        return value

    def numbers(self, attribute: str, count: int, default: tuple[float, ...] | None = None) -> tuple[float, ...]:
        """An attribute that is so many finite numbers with blanks between them."""
        if attribute not in self.attributes and default is not None:
            return default
        return self._parsed(self.text(attribute), count, f"{attribute!r} of <{self.tag}>")

    def value(self, tag: str, default: float | None = None) -> float:
        """The finite number that an element right inside it holds."""
        (value,) = self.values(tag, 1, None if default is None else (default,))
        return value

    def values(self, tag: str, count: int, default: tuple[float, ...] | None = None) -> tuple[float, ...]:
        """The finite numbers that an element right inside it holds."""
        if (child := self.first(tag)) is None and default is not None:
            return default
        child = child or self.one(tag)
        return child.parsed(count)

    def word(self, tag: str, default: str | None = None) -> str:
        """The text that an element right inside it holds."""
        if (child := self.first(tag)) is None and default is not None:
            return default
        child = child or self.one(tag)
        if not child.content:
            child.fail(f"<{tag}> is empty")
        return child.content

    def parsed(self, count: int) -> tuple[float, ...]:
        """The finite numbers that it holds."""
        return self._parsed(self.content, count, f"<{self.tag}>")

    def is_true(self, tag: str) -> bool:
        """Whether an element right inside it holds true; false if there is none."""
        text = self.word(tag, "false").lower()
        if text not in ("true", "false", "1", "0"):
            self.one(tag).fail(f"<{tag}> is true or false, not {told(text)}")
        return text in ("true", "1")

    def _parsed(self, text: str, count: int, what: str) -> tuple[float, ...]:
        try:
            values = tuple(float(word) for word in text.split())
        except ValueError:
            values = ()
        if len(values) != count or not all(abs(x) < float("inf") for x in values):
            numbers = "a finite number" if count == 1 else f"{count} finite numbers"
            self.fail(f"{what} is {numbers}, not {told(text)}")
        return values

    def fail(self, what: str) -> NoReturn:
        """Raise, naming the file and the line."""
        raise ModelError(f"{self.source}, line {self.line}: {what}")


def xml_root(data: bytes, source: str) -> Element:
    """The root of a document, with lines for messages.

    Documents with a DOCTYPE are refused: entities that stand for each other can grow without bound, and can name
    other files. Nothing but `data` is read.
    """
    if len(data) > LARGEST:
        raise ModelError(f"{source} has {len(data):,} bytes; at most {LARGEST:,} are read")
    parser = expat.ParserCreate()
    open_elements: list[Element] = []
    texts: list[list[str]] = []
    roots: list[Element] = []

    def started(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber, source)
        if len(open_elements) >= DEEPEST:
            element.fail(f"more than {DEEPEST} elements stand within each other")
        (open_elements[-1].children if open_elements else roots).append(element)
        open_elements.append(element)
        texts.append([])

    def doctype(*_: object) -> None:
        raise ModelError(
            f"{source}, line {parser.CurrentLineNumber}: a DOCTYPE is not read, since entities can grow without "
            "bound and name other files; remove it, and write entities out"
        )

    def ended(tag: str) -> None:
        element = open_elements.pop()
        element.content = " ".join("".join(texts.pop()).split())

    def text(words: str) -> None:
        if texts:
            texts[-1].append(words)

    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        words = expat.errors.messages[error.code]
        raise ModelError(f"{source}, line {error.lineno}, column {error.offset + 1}: {words}") from None
    except (LookupError, ValueError) as error:
        raise ModelError(f"{source} is in an encoding that is not read: {error}; write it in UTF-8") from None
    return roots[0]
