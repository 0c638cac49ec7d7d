"""States by name as arrays, and arrays as states by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.state import State, StateOrder, States, checked_values

INVALID = 1e-6
"""How far coordinates may be from the nearest valid ones; a state that was printed with seven digits passes."""

EXACT = 1e-12
"""How far coordinates may be from the nearest valid ones and stay as they are: rounding."""


Arguments: TypeAlias = Mapping[str, Any]
"""Numbers of t, q, u, z and τ under these names: of one state, or along the leading axis of many."""

NamedValues: TypeAlias = dict[str, Mapping[str, Any]]
"""Values of a state by kind and name: numbers, or arrays of many states."""


@dataclass(frozen=True, eq=False)
class StateArrays:
    """Arrays for states of some equations."""

    equations: Equations

    def of(self, state: State) -> Arguments:
        """A state as arrays; names that do not exist are refused, missing values are the default ones."""
        row = np.empty(len(self._default))
        self.fill(row, state)
        return {"t": state.t, **self._apart(row)}

    def fill(self, row: Vector, state: State) -> None:
        """Write t, q, u, z and τ of a state into one row; missing values are the default ones."""
        row[:] = self._default
        row[0] = state.t
        q, u, z, tau = self._places
        try:
            for name, value in state.q.items():
                row[q[name]] = value
            for name, value in state.u.items():
                row[u[name]] = value
            for name, value in state.z.items():
                row[z[name]] = value
            for name, value in state.tau.items():
                row[tau[name]] = value
        except KeyError:
            # a speed that is named like its coordinate, or a name that does not exist
            self._write(row, state)

    def of_many(self, states: States) -> Arguments:
        """Many states as arrays (N, …)."""
        table = np.tile(self._default, (len(states), 1))
        self._write(table, states)
        return {"t": states.t, **self._apart(table)}

    def _write(self, rows: Array, state: State | States) -> None:
        """Write values into rows (…, 1 + n), whatever names they have; names that do not exist are refused."""
        for places, values in zip(self._places, self.by_kind(state).values(), strict=True):
            for name, numbers in values.items():
                rows[..., places[name]] = numbers

    def _apart(self, rows: Array) -> dict[str, Array]:
        """q, u, z and τ of rows (…, 1 + n)."""
        return {kind: np.ascontiguousarray(rows[..., where]) for kind, where in self._slices.items()}

    @cached_property
    def _slices(self) -> dict[str, slice]:
        """Where q, u, z and τ stand in such a row."""
        ends = np.cumsum([1, *map(len, self._places)]).tolist()
        return dict(zip(("q", "u", "z", "tau"), map(slice, ends, ends[1:]), strict=False))

    def by_kind(self, state: State | States) -> NamedValues:
        """Values of a state by kind, with speeds under their own names; names that do not exist are refused."""
        eom, z = self.equations, state.z
        if any(name in self._run_states for name in z):
            # modes of contacts at the end of a run: whoever goes on from there reads them, all others have none
            z = {name: x for name, x in z.items() if name not in self._run_states}
        named = {"q": state.q, "u": eom.by_speed(state.u), "z": z, "tau": state.tau}
        checked_values(named, {"q": eom.coordinates, "u": eom.speeds, "z": eom.states, "tau": eom.inputs})
        return named

    @cached_property
    def _run_states(self) -> frozenset[str]:
        """Names of the states that runs with contacts have besides those of the equations."""
        return frozenset(self.equations.outputs.run_states).difference(self.equations.states)

    @cached_property
    def _places(self) -> Sequence[Mapping[str, int]]:
        """Places of q, u, z and τ by name in such a row."""
        eom, places, first = self.equations, list[Mapping[str, int]](), 1
        for names in (eom.coordinates, eom.speeds, eom.states, eom.inputs):
            places.append({name: first + k for k, name in enumerate(names)})
            first += len(names)
        return places

    @cached_property
    def _default(self) -> Vector:
        """Default values in such a row."""
        variables = self.equations.variables
        starts = [0.0] * len(variables.speeds) + [*variables.starts]
        return np.array([0.0, *variables.default_values, *starts, *[0.0] * len(variables.inputs)])

    @cached_property
    def order(self) -> StateOrder:
        """Names of the values of a state, in the order of the arrays."""
        eom = self.equations
        return StateOrder(eom.coordinates, eom.speeds, eom.states, eom.inputs)


def invalid_coordinates(names: Sequence[str], q: Vector, nearest: Vector, free: int) -> ModelError:
    """The error for coordinates that are not valid by themselves."""
    is_off = ~(np.abs(nearest - q) <= INVALID)
    is_off[free:] = False
    owners = dict.fromkeys(name.rpartition(".")[0] or name for name in np.array(names)[is_off])
    shown = ", ".join(f"{name} = {x:g}" for name, x in zip(names, q, strict=True) if _is_of(name, owners))
    other = ", ".join(f"{x:g}" for name, x in zip(names, nearest, strict=True) if _is_of(name, owners))
    hint = f"nearest are {other}" if np.isfinite(nearest).all() else "there is no direction in them"
    return ModelError(
        f"the coordinates {shown} are not valid: the squares of the four parameters of an orientation add up to "
        f"one; {hint}"
    )


def _is_of(name: str, owners: Collection[str]) -> bool:
    return name.rpartition(".")[0] in owners
