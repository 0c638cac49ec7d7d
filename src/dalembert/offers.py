"""What packages offer: names that are listed in their stubs, a line each, and loaded when they are first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def offers(folder: str) -> dict[str, str]:
    """The module that each name comes from, as `__init__.pyi` in a folder says.

    So type checkers see what a package offers, and importing it costs next to nothing.
    """
    with open(f"{folder}/__init__.pyi", encoding="utf-8") as file:
        imports = [line.split() for line in file if line.startswith("from ")]
    return {name: module for _, module, _, name, *_ in imports}


def loaded(package: dict[str, Any], listed: dict[str, str], name: str) -> Any:
    """What a name in the list means; from then on it stands in the package."""
    own = package["__name__"]
    if name not in listed:
        raise AttributeError(f"module {own!r} has no attribute {name!r}")
    home = listed[name]
    # names of the package itself are modules
    value = import_module(f"{own}.{name}") if home == own else getattr(import_module(home), name)
    package[name] = value
    return value
