"""The constraints of equations: rows by level, and what holds without a row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.arrays import Array
from dalembert.equations.level_rows import LevelRow
from dalembert.expr.node import Scalar
from dalembert.rows import Row, Stabilization


@dataclass(frozen=True, eq=False)
class StateRow:
    """c(t, q, u) = 0 of the states themselves: the rates keep it, or it fixes what a start leaves open."""

    row: Row
    """At the level of velocities, if speeds stand in it."""

    value: Scalar
    what: str
    """In words, such as `the constraint 'circle' of Dirac`."""

    remedy: str
    """What to do with a start in which it does not hold."""

    is_kept: bool = True
    """Whether it holds all the time, not at the start only."""

    slope: Scalar | None = None
    """The length of its gradient along all states, if that is known without asking each state."""


class Constraints(ABC):
    """Rows and all else that restricts a motion; each is made when it is asked for."""

    repeated: Any = None
    """Parts of a large model by kinds, if it is made of a few; no parameter changes its rows of geometry."""

    @property
    @abstractmethod
    def rows(self) -> Sequence[LevelRow]:
        """Rows by level: those with a position level first, those of accelerations last."""

    @property
    def geometric(self) -> tuple[tuple[Row, Scalar], ...]:
        """Rows that no motion changes, which are not among `rows`, and their residuals."""
        return ()

    @property
    def senses(self) -> tuple[tuple[str, Scalar], ...]:
        """Parts whose rows hold the wrong way round too, each with a quantity that is positive if it is right."""
        return ()

    @property
    def state_rows(self) -> tuple[StateRow, ...]:
        """Conditions on states besides φ = 0 and ψ = 0, which hold at the start at least."""
        return ()

    @property
    def are_kept(self) -> bool:
        """Whether there is something that drift may violate."""
        return bool(self.rows) or any(row.is_kept for row in self.state_rows)

    def check_stabilization(self, stabilization: Stabilization | None) -> None:
        """Raise if constraints cannot be kept like this along a run."""
        return

    @property
    def left_out(self) -> frozenset[str]:
        """Names of rows that are left out for good, because more depends on that than multipliers."""
        return frozenset()

    def without(self, rows: Collection[str]) -> Any:
        """Equations that leave out these rows for good and no others; None if these here do."""
        return None

    @property
    def unswitchable(self) -> str:
        """Why rows cannot come and go along a run, in words, and what to do; empty if they can."""
        return ""

    def corrected(self) -> tuple[Array, Array] | None:
        """q and u after one step towards where everything holds, if rows do not say it all; None if they do."""
        return None


class NoConstraints(Constraints):
    """A motion that nothing restricts."""

    @property
    def rows(self) -> Sequence[LevelRow]:
        return ()
