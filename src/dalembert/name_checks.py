"""Names that users give: those that do not exist are refused, with a hint what was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Set

from dalembert.errors import ModelError

MAX_SHOWN = 12
"""Largest number of names that a hint or a short text lists."""


def closest(name: str, names: Iterable[str]) -> str:
    """A hint for a misspelled name: what was probably meant, or what there is."""
    existing = sorted(set(names))
    if likely := _likely(str(name), existing):
        return f"did you mean {_listed(likely, ' or ')}?"
    return _existing(existing)


def _existing(names: list[str]) -> str:
    return f"there are {_listed(names)}" if names else "there is none"


def _likely(name: str, names: list[str]) -> list[str]:
    """Names probably meant: equal but for capitals, beginning or ending with the name, or looking like it."""
    folded = name.casefold()
    if same := [x for x in names if x.casefold() == folded]:
        return same
    if parts := [x for x in names if x.startswith(f"{name}.")]:
        return parts
    if ends := [x for x in names if x.endswith((f".{name}", f"/{name}"))]:
        return ends
    # of a thing that exists, what looks like the rest of the name, or all there is
    head, dot, tail = name.rpartition(".")
    rests = [x.removeprefix(f"{head}.") for x in names if dot and x.startswith(f"{head}.")]
    if rests:
        near = difflib.get_close_matches(tail, rests, n=1)
        return [f"{head}.{rest}" for rest in (near or rests)]
    return difflib.get_close_matches(name, names, n=1)


def _listed(names: list[str], last: str = ", ") -> str:
    """Names with commas, as many as one reads."""
    if len(names) > MAX_SHOWN:
        return f"{', '.join(map(repr, names[:MAX_SHOWN]))} and {len(names) - MAX_SHOWN} more"
    texts = list(map(repr, names))
    return last.join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def checked_names(
    asked: Iterable[str],
    names: Iterable[str],
    kind: str,
    elsewhere: Mapping[str, Iterable[str]] | None = None,
) -> None:
    """Refuse names that do not exist; `elsewhere` are names of other kinds, which were perhaps meant."""
    existing = names if isinstance(names, Set | Mapping) else set(names)
    for name in asked:
        if name not in existing:
            kinds = [other for other, others in (elsewhere or {}).items() if name in others]
            hint = closest(name, existing)
            if kinds:
                hint = f"it is the name of {' and '.join(kinds)}; here {_existing(sorted(existing))}"
            raise ModelError(f"there is no {kind} {name!r}; {hint}")
