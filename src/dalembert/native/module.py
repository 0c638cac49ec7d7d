"""Modules of LLVM assembly with an entry point each, and the modules they call."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from dalembert.errors import CompileError

CALLBACK_PREFIX = "callback_"
"""Symbols of Python functions begin with this."""


class Imported(Protocol):
    """A Python function that native code refers to; it lives as long as the code does."""

    @property
    def address(self) -> int:
        """Where native code calls the function."""


@dataclass(frozen=True, eq=False)
class Module:
    """Defines the symbol `name`; `needs` are the modules it calls.

    `key` identifies the contents, and `assembly` writes them, piece by piece, only when they are not in the
    cache. `is_structured` tells that they have loops and stack variables, which LLVM's scalar passes clean up;
    straight-line code is already in the form these passes would give it. `needs_few_passes` tells that most of
    them would take long and gain nothing, `is_always_full` that quick code does not pay. `is_inlined` tells that
    the pieces make one object, in which the entry point, defined by the first piece, holds all that it calls.
    `imports` are Python functions that the code calls, by symbol.
    """

    name: str
    key: str
    assembly: Callable[[], Iterable[str]] = field(repr=False)
    needs: tuple[Module, ...] = ()
    is_structured: bool = False
    is_inlined: bool = False
    needs_few_passes: bool = False
    is_always_full: bool = False
    imports: Mapping[str, Imported] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, code: str, needs: tuple[Module, ...] = (), is_structured: bool = False) -> Module:
        """A module of one piece of assembly, which identifies it."""
        return cls(name, hashlib.sha256(code.encode()).hexdigest(), lambda: [code], needs, is_structured)


def closure(modules: Iterable[Module]) -> list[Module]:
    """The modules and everything they need, each once, in a fixed order."""
    by_name: dict[str, Module] = {}
    seen: set[int] = set()
    stack = list(modules)
    while stack:
        module = stack.pop()
        if id(module) not in seen:
            seen.add(id(module))
            _check_same(by_name.setdefault(module.name, module), module)
            # also below an equal module: the modules that it calls may differ where its own code does not
            stack += module.needs
    return [by_name[name] for name in sorted(by_name)]


def _check_same(first: Module, other: Module) -> None:
    """Raise if two modules of one name differ: native code is called by name."""
    if first.imports != other.imports:
        label = first.name.removeprefix(CALLBACK_PREFIX)
        raise CompileError(f"two callbacks are called {label!r}; give them different names")
    if first.key != other.key:
        raise CompileError(f"two procedures are called {first.name!r}; give them different names")
