"""Global names that a Python function reads: what it gives depends on them as on what it is called with."""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType


def names_read(function: FunctionType, is_known: Callable[[ModuleType], bool]) -> dict[str, object]:
    """Values of global names that a function reads, by name; of modules that change, what it takes from them.

    Names that it also sets are its memory and not read from outside; modules that `is_known` change with their
    versions alone.
    """
    found, attributes = {}, set(_attributes(function.__code__))
    read, written = _globals(function.__code__)
    for name in sorted(read - written):
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if not isinstance(value, ModuleType):
            found[name] = value
        elif not is_known(value):
            found |= {
                f"{name}.{x}": getattr(value, x)
                for x in sorted(attributes)
                if hasattr(value, x) and not isinstance(getattr(value, x), ModuleType)
            }
    return found


def _globals(code: CodeType) -> tuple[set[str], set[str]]:
    """Global names that code reads and that it sets, with the code of functions in it."""
    read: set[str] = set()
    written: set[str] = set()
    for part in _nested(code):
        for step in dis.get_instructions(part):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                read.add(str(step.argval))
            elif step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                written.add(str(step.argval))
    return read, written


def _attributes(code: CodeType) -> Iterator[str]:
    for part in _nested(code):
        yield from part.co_names


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)
