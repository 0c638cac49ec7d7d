"""How principles are written: their class, and options that are not the usual ones."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any


def principle_name(principle: Any) -> str:
    """How a principle is written, without options that have their usual values."""
    if not is_dataclass(principle) or isinstance(principle, type):
        return repr(principle)
    options = [
        f"{field.name}={principle_name(value)}"
        for field in fields(principle)
        if field.repr and repr(value := getattr(principle, field.name)) != _usual(field)
    ]
    return f"{type(principle).__name__}({', '.join(options)})"


def _usual(field: Any) -> str:
    """The usual value of an option in words; no option is written like its absence."""
    if field.default is not MISSING:
        return repr(field.default)
    return "" if field.default_factory is MISSING else repr(field.default_factory())
