"""Values that are made once and found again under typed keys."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Key(Generic[T]):
    """One kind of value in a memo, of type T.

    Two keys are never equal, whatever their names are: a key is a constant beside the code that makes its value.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Key({self.name!r})"

    def of(self, *arguments: Hashable) -> KeyOf[T]:
        """The key of the value for these arguments: equal arguments have equal keys."""
        return KeyOf(self, arguments)


class KeyOf(NamedTuple, Generic[T]):
    """A key with the arguments that its value is made of."""

    key: Key[T]
    arguments: tuple[Hashable, ...]


class Memo:
    """Values by their keys, each made when it is first asked for.

    A memo belongs to the value that everything in it is derived from, and lives as long. A copy or a pickle of it
    is empty.
    """

    __slots__ = ("_values",)

    def __init__(self) -> None:
        self._values: dict[Key[Any] | KeyOf[Any], Any] = {}

    def __reduce__(self) -> tuple[type[Memo], tuple[()]]:
        return Memo, ()

    def get(self, key: Key[T] | KeyOf[T], make: Callable[[], T]) -> T:
        """The value of a key; `make` makes it unless there is one, and may ask the memo for other values."""
        if key not in self._values:
            with uncollected():
                self._values[key] = make()
        value: T = self._values[key]
        return value


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the search for garbage: expressions die with their last user, and it takes a quarter of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
