"""Events that happened along a run: when, in which state, and what they made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.state import State


@dataclass(frozen=True)
class EventRecord:
    """An event that happened."""

    name: str
    t: float
    state: State
    """When it happened, before it did anything."""

    after: State
    """What it left; the same if it does nothing."""

    impulses: Mapping[str, float] = field(default_factory=dict)
    """Impulses that acted, by name."""

    @property
    def what(self) -> str:
        """The change of a contact in words; empty for events that are not of contacts."""
        return ""

    @property
    def of_contact(self) -> dict[str, Any]:
        """Further data of an event of contacts; empty for others."""
        return {}


@dataclass(frozen=True, eq=False)
class DiscreteRows:
    """States with discrete values behind them, as rows of numbers, and what these are."""

    dynamics: Dynamics
    names: tuple[str, ...]
    """Parameters, switches and inputs that events change."""

    def states(self, rows: Vector) -> Vector:
        """The states alone."""
        return rows[:, : self.dynamics.n_states]

    def inputs(self, rows: Vector, tau: Vector) -> Vector:
        """Inputs in each row, given those without events, (n_tau,) or in each row."""
        found = np.array(np.broadcast_to(tau, (len(rows), np.shape(tau)[-1])), dtype=float)
        for k, name in self._places:
            if name in self._inputs:
                found[:, self._inputs.index(name)] = rows[:, k]
        return found

    def parameters(self, rows: Vector) -> dict[str, Vector]:
        """Parameters and switches in each row, by name."""
        return {name: rows[:, k] for k, name in self._places if name not in self._inputs}

    def state(self, t: float, row: Vector, tau: Vector, p: Mapping[str, float]) -> State:
        """One row as a state; the switches of rows are no part of it."""
        if not self.names:
            return self.dynamics.state(t, row, tau, p)
        own = {name: float(x[0]) for name, x in self.parameters(row[None]).items() if not name.startswith(".")}
        return self.dynamics.state(t, self.states(row[None])[0], self.inputs(row[None], tau)[0], {**p, **own})

    @property
    def _inputs(self) -> tuple[str, ...]:
        return self.dynamics.equations.inputs

    @property
    def _places(self) -> list[tuple[int, str]]:
        return list(enumerate(self.names, self.dynamics.n_states))


class Rows(NamedTuple):
    """Rows as a motion has them."""

    times: Vector
    states: Vector
    inputs: Vector
    discrete: dict[str, Vector]


@dataclass(frozen=True, eq=False, repr=False)
class EventRecords(Sequence[EventRecord]):
    """Events of a run as numbers; each is made when it is asked for."""

    rows: DiscreteRows
    names: tuple[str, ...]
    """Of all events that could happen."""

    impulse_names: tuple[tuple[str, ...], ...]
    """Of the impulses that each of them has."""

    times: Vector
    numbers: NDArray[np.int64]
    before: Vector
    after: Vector
    recorded: Vector
    """Impulses of each event that happened, as far as it has some; (n, …)."""

    tau: Vector
    """Inputs without what events set: of all, (n_tau,), or at each of them."""

    p: Mapping[str, float]

    @classmethod
    def of(
        cls, rows: DiscreteRows, names: Any, impulse_names: Any, records: Vector, tau: Any, p: Any
    ) -> EventRecords:
        """From records: time, number, state, and perhaps state after it and impulses."""
        n = rows.dynamics.n_states + len(rows.names)
        after = records[:, 2 + n : 2 + 2 * n] if records.shape[1] > 2 + n else records[:, 2:]
        numbers = records[:, 1].astype(np.int64)
        return cls(
            rows,
            tuple(names),
            tuple(impulse_names),
            records[:, 0],
            numbers,
            records[:, 2 : 2 + n],
            after,
            records[:, 2 + 2 * n :],
            tau,
            p,
        )

    @cached_property
    def are_changes(self) -> NDArray[np.bool_]:
        """Which of them changed something."""
        return np.asarray((self.before != self.after).any(axis=1))

    def rows_of(self, which: Any, *, is_after: bool) -> Rows:
        """Times, states, inputs and discrete values of some of them, before or after what they do."""
        found = (self.after if is_after else self.before)[which]
        rows, tau = self.rows, self.tau if self.tau.ndim == 1 else self.tau[which]
        return Rows(self.times[which], rows.states(found), rows.inputs(found, tau), rows.parameters(found))

    def __len__(self) -> int:
        return len(self.times)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} events: {', '.join(dict.fromkeys(self.names[k] for k in np.unique(self.numbers)))}>"

    @overload
    def __getitem__(self, which: int) -> EventRecord: ...

    @overload
    def __getitem__(self, which: slice) -> tuple[EventRecord, ...]: ...

    def __getitem__(self, which: int | slice) -> Any:
        if isinstance(which, slice):
            return tuple(self[k] for k in range(*which.indices(len(self))))
        if not -len(self) <= which < len(self):
            raise IndexError(f"there is no event {which} among {len(self)}")
        t, number = float(self.times[which]), int(self.numbers[which])
        tau = self.tau if self.tau.ndim == 1 else self.tau[which]
        before = self.rows.state(t, self.before[which], tau, self.p)
        is_changed = not np.array_equal(self.before[which], self.after[which])
        after = self.rows.state(t, self.after[which], tau, self.p) if is_changed else before
        impulses = dict(zip(self.impulse_names[number], map(float, self.recorded[which]), strict=False))
        return EventRecord(self.names[number], t, before, after, impulses)
