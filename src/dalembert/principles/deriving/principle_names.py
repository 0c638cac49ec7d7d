"""How principles and coordinates are written: their class, and options that are not the default ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, fields, is_dataclass

PRINCIPLES = (
    *("Recursive", "NewtonEuler", "DAlembert", "Jourdain", "Gauss", "Lagrange", "LagrangeFirstKind"),
    *("MultiplierLagrangian", "Nielsen", "Tzenoff", "Hamilton", "GibbsAppell", "Maggi", "BoltzmannHamel", "Kane"),
    *("Nonminimal", "UdwadiaKalaba"),
)
"""Classes of principles."""

COORDINATES = ("Relative", "Absolute", "AbsolutePlanar")
"""Classes of coordinates."""

RARE = (*COORDINATES, "LagrangeFirstKind", "MultiplierLagrangian", "Nielsen", "Tzenoff", "Nonminimal")
"""Classes that stand in `da.formulations`, not in `da` itself."""


def meant_principle(word: str) -> str:
    """Hint for a word: the principle or the coordinates of this name, or which principles there are."""
    if named := _named(word, COORDINATES):
        return f"write coordinates={_written(named)}"
    named = _named(word, PRINCIPLES)
    return f"write {_written(named)}" if named else f"there are {', '.join(PRINCIPLES)}"


def meant_coordinates(word: str) -> str:
    """Hint for a word: the coordinates of this name, or which there are."""
    named = _named(word, COORDINATES)
    return f"write {_written(named)}" if named else f"there are {', '.join(COORDINATES)}"


def _written(name: str) -> str:
    """A class with default options as users write it."""
    return f"da.formulations.{name}()" if name in RARE else f"da.{name}()"


def _named(word: str, names: Sequence[str]) -> str:
    """The name that a word means; none if it is empty."""
    letters = "".join(filter(str.isalpha, word)).casefold()
    return next((name for name in names if name.casefold() == letters), "")


def principle_name(principle: object) -> str:
    """How a principle, or a choice of coordinates, is written, without options that have their default values."""
    if not is_dataclass(principle) or isinstance(principle, type):
        return repr(principle)
    options = [
        f"{field.name}={principle_name(value)}"
        for field in fields(principle)
        if field.repr and repr(value := getattr(principle, field.name)) != _default(field)
    ]
    return f"{type(principle).__name__}({', '.join(options)})"


def _default(field: Field[object]) -> str:
    """The default value of an option in words; no option is written like its absence."""
    if field.default is not MISSING:
        return repr(field.default)
    return "" if field.default_factory is MISSING else repr(field.default_factory())
