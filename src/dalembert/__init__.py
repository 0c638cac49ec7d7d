"""Multibody dynamics: one model, every classical principle, native speed.

So far: rigid bodies in trees and loops, their equations and their motion, on expressions with native code.
"""

from importlib import import_module
from typing import Any


def _listed() -> dict[str, str]:
    """The module that each public name is imported from, as `__init__.pyi` says, a line each.

    Modules are loaded when a name of theirs is first used, so importing the package costs next to nothing.
    """
    with open(f"{__path__[0]}/__init__.pyi", encoding="utf-8") as file:
        imports = [line.split() for line in file if line.startswith("from ")]
    return {name: module for _, module, _, name, *_ in imports}


_HOMES = _listed()

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'dalembert' has no attribute {name!r}")
    home = _HOMES[name]
    # names of the package itself are modules
    value = import_module(f"dalembert.{name}") if home == "dalembert" else getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
