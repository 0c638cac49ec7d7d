"""A scalar constraint at all its levels, whatever the states are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar
from dalembert.rows import Row


@dataclass(frozen=True, eq=False)
class LevelRow:
    """φ, ψ and J a = γ of one row."""

    row: Row
    phi: Any
    """None for rows without position level."""

    psi: Any
    """None for rows of accelerations."""

    J: Mapping[int, Scalar]
    """∂ψ/∂u: entries that are not zero, by number of the speed. None at all where the rates keep ψ = 0."""

    gamma: Scalar
    gradient: Mapping[int, Scalar] | None = field(default=None, kw_only=True)
    """Slopes along small motions of positions, by number, where these are not J: in momenta, for example."""

    exerts: Mapping[int, Scalar] | None = field(default=None, kw_only=True)
    """What a unit of λ exerts, by number, where that is not the gradient: with friction, for example."""

    switch: Any = field(default=None, kw_only=True)
    """One while it holds and zero while it does not, as the states say; None if it always holds."""

    gap: tuple[Any, Any] | None = field(default=None, kw_only=True)
    """Value and rate of what the row is about, where it says how that moves instead of that it is zero."""

    when_off: tuple[Scalar, str, Scalar] | None = field(default=None, kw_only=True)
    """While it is off, λ is a factor of the multiplier of a row by its name, and a constant; zero if None."""

    shared: Scalar | None = field(default=None, kw_only=True)
    """One while it is off and carries its share of what others of its kind hold; never if None."""

    @property
    def is_kept_by_rates(self) -> bool:
        """Whether the rates of coordinates keep it, whatever the speeds are: then slopes of ψ are rounding."""
        return self.gradient is not None and not self.J

    @property
    def along(self) -> Mapping[int, Scalar]:
        """Gradient of the row, by number of the speed."""
        return self.J if self.gradient is None else self.gradient


def check_lasting(rows: Iterable[LevelRow], who: str, instead: str) -> None:
    """Raise if one of the rows comes and goes, which someone would take for lasting."""
    for row in rows:
        if row.switch is not None:
            raise FormulationError(
                f"{who} cannot treat the row {row.row.name!r}, which comes and goes as the switch of its relation "
                f"says: {instead}, or leave the switch out"
            )
