"""Pieces of LLVM text with an entry point each, and the pieces they call."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert.errors import CompileError

CALLBACK_PREFIX = "callback_"
"""Symbols of Python functions begin with this."""


@dataclass(frozen=True, eq=False)
class Module:
    """Defines the symbol `name`; `needs` are the modules it calls.

    `key` identifies the contents, and `texts` writes them, one after the other, only when they are not in the
    cache. `is_structured` tells that they have loops and stack variables, which LLVM's scalar passes clean up;
    straight-line text is already in the form these passes would give it. `needs_few_passes` tells that most of
    them would take long and gain nothing, `is_always_full` that quick code does not pay. `is_inlined` tells that
    the texts make one object, in which the entry point, defined by the first text, holds all that it calls.
    `imports` are Python functions that the code calls, by symbol.
    """

    name: str
    key: str
    texts: Callable[[], Iterable[str]] = field(repr=False)
    needs: tuple[Module, ...] = ()
    is_structured: bool = False
    is_inlined: bool = False
    needs_few_passes: bool = False
    is_always_full: bool = False
    imports: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, text: str, needs: tuple[Module, ...] = (), is_structured: bool = False) -> Module:
        """A module whose text is known, and identifies it."""
        return cls(name, hashlib.sha256(text.encode()).hexdigest(), lambda: [text], needs, is_structured)


def closure(modules: Iterable[Module]) -> list[Module]:
    """The modules and everything they need, each once, in a fixed order."""
    found: dict[str, Module] = {}
    seen: set[int] = set()
    stack = list(modules)
    while stack:
        module = stack.pop()
        if id(module) not in seen:
            seen.add(id(module))
            _check_same(found.setdefault(module.name, module), module)
            # also below an equal module: what it calls may differ where its own text does not
            stack += module.needs
    return [found[name] for name in sorted(found)]


def _check_same(one: Module, other: Module) -> None:
    """Native code finds what it calls by name, so different contents must not share one."""
    if one.imports != other.imports:
        label = one.name.removeprefix(CALLBACK_PREFIX)
        raise CompileError(f"two callbacks are called {label!r}; give them different names")
    if one.key != other.key:
        raise CompileError(f"two procedures are called {one.name!r}; give them different names")
