"""Numbers of entries that are known only when a procedure runs: one procedure serves systems of any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Extent:
    """A constant and multiples of the sizes that a procedure is told."""

    constant: int
    factors: tuple[int, ...]

    def __add__(self, other: Length) -> Extent:
        other = other if isinstance(other, Extent) else Extent(other, (0,) * len(self.factors))
        factors = tuple(a + b for a, b in zip(self.factors, other.factors, strict=True))
        return Extent(self.constant + other.constant, factors)

    __radd__ = __add__

    def __sub__(self, other: int) -> Extent:
        return self + -other

    def __mul__(self, factor: int) -> Extent:
        return Extent(factor * self.constant, tuple(factor * x for x in self.factors))

    __rmul__ = __mul__

    def of(self, sizes: Sequence[int]) -> int:
        """The number for these sizes."""
        return self.constant + sum(a * b for a, b in zip(self.factors, sizes, strict=True))


Length: TypeAlias = "int | Extent"
"""A number of entries that is known now, or when the procedure runs."""


def length_of(length: Length, sizes: Sequence[int]) -> int:
    """A number of entries, once the sizes are known."""
    return length.of(sizes) if isinstance(length, Extent) else length
