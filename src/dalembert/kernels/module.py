"""Pieces of LLVM text with an entry point each, and the pieces they call."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert.errors import CompileError


@dataclass(frozen=True, eq=False)
class Module:
    """Defines the symbol `name`; `needs` are the modules it calls.

    `key` identifies the contents, and `texts` writes them only when they are not in the cache. `is_structured`
    tells that they have loops and stack variables, which LLVM's scalar passes clean up; straight-line text is
    already in the form these passes would give it. `imports` are Python functions that the code calls, by symbol.
    """

    name: str
    key: str
    texts: Callable[[], list[str]] = field(repr=False)
    needs: tuple[Module, ...] = ()
    is_structured: bool = False
    imports: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, text: str, needs: tuple[Module, ...] = (), is_structured: bool = False) -> Module:
        """A module whose text is known, and identifies it."""
        return cls(name, hashlib.sha256(text.encode()).hexdigest(), lambda: [text], needs, is_structured)


def closure(modules: Iterable[Module]) -> list[Module]:
    """The modules and everything they need, each once, in a fixed order."""
    found: dict[str, Module] = {}
    stack = list(modules)
    while stack:
        module = stack.pop()
        if module.name not in found:
            found[module.name] = module
            stack += module.needs
        elif found[module.name].key != module.key:
            raise CompileError(f"two procedures are called {module.name!r}; give them different names")
    return [found[name] for name in sorted(found)]
