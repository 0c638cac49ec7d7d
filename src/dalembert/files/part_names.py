"""Names of parts that files give and readers make: no two alike, none that every model has already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from dalembert.model.checks import RESERVED

MOST_NAMED = 4
"""How many parts a note names."""


class PartNames:
    """Names that are taken, and new ones beside them."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        self.taken = {*given, *RESERVED}
        self.changed: dict[str, str] = {}
        """Names that were taken, with those that stand for them."""

    def new(self, name: str, kind: str = "") -> str:
        """The name itself, or one with the kind of thing or a number behind it if something else has it."""
        text = name.replace(".", "_")
        candidates = (text, *([f"{text} {kind}"] if kind else []), *(f"{text} {n}" for n in range(2, 9)))
        unused = next((x for x in candidates if x not in self.taken), None)
        if unused is None:
            unused = next(x for n in count(9) if (x := f"{text} {n}") not in self.taken)
        self.taken.add(unused)
        if unused != name:
            self.changed[name] = unused
        return unused

    @property
    def note(self) -> str:
        """A sentence about names that were changed; empty if none was."""
        pairs = [f"{old!r} is {new!r}" for old, new in self.changed.items()]
        return f"names that others have, or with dots, are changed: {_listed(pairs)}" if pairs else ""


def part_name(name: str) -> str:
    """A name as parts have them: a dot separates the components of results, so an underscore stands for it."""
    return name.strip().replace(".", "_")


def some(names: Sequence[str]) -> str:
    """Names for a sentence, the first of many."""
    return _listed(list(map(repr, names)))


def _listed(words: Sequence[str]) -> str:
    text = ", ".join(words[:MOST_NAMED])
    return text if len(words) <= MOST_NAMED else f"{text} and {len(words) - MOST_NAMED} more"
