"""Principles and coordinates by the names that commands are given."""

from __future__ import annotations

from inspect import isabstract
from typing import Any

import dalembert as da

_KINDS = {"principle": "equations", "coordinates": "arranged"}
"""What can be named, and the method that tells it."""


def principle_named(words: str) -> tuple[Any, Any]:
    """A principle, and the coordinates that it is asked for in; None for its own."""
    by = chosen(words)
    return by if isinstance(by, tuple) else (by, None)


def chosen(words: str) -> Any:
    """A principle, or one in coordinates: Kane, Kane in Absolute."""
    principle, _, coordinates = words.partition(" in ")
    by = object_named(principle, "principle")
    return (by, object_named(coordinates, "coordinates")) if coordinates else by


def object_named(name: str, kind: str) -> Any:
    """A principle or coordinates with default options, by its public name."""
    choices = _choices(kind)
    if name.strip() not in choices:
        verb = "are" if kind == "coordinates" else "is"
        raise da.errors.ModelError(f"there {verb} no {kind} {name.strip()!r}; there are {', '.join(choices)}")
    return choices[name.strip()]()


def _choices(kind: str) -> dict[str, type]:
    """Public classes of a kind by name, sorted."""
    places = (da, da.formulations, da.modules)
    public = {name: getattr(place, name) for place in places for name in dir(place) if not name.startswith("_")}
    return {
        name: thing
        for name, thing in sorted(public.items())
        if isinstance(thing, type) and callable(getattr(thing, _KINDS[kind], None)) and not isabstract(thing)
    }
