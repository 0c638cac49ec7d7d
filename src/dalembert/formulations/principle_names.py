"""How principles are written: their class, and options that are not the usual ones."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

PRINCIPLES = (
    *("Recursive", "Absolute", "AbsolutePlanar", "NewtonEuler", "DAlembert", "Jourdain", "Gauss", "Lagrange"),
    *("LagrangeFirstKind", "MultiplierLagrangian", "Nielsen", "Tzenoff", "Hamilton", "GibbsAppell", "Maggi"),
    *("BoltzmannHamel", "Kane", "Nonminimal", "UdwadiaKalaba"),
)
"""Their classes."""


def meant_principle(word: str) -> str:
    """What to write for a word: the principle of this name, or which there are."""
    letters = "".join(filter(str.isalpha, word)).casefold()
    names = [name for name in PRINCIPLES if name.casefold() == letters]
    return f"write da.{names[0]}()" if names else f"there are {', '.join(PRINCIPLES)}"


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
