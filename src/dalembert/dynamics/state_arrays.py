"""States by name as arrays, and arrays as states by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Matrix, Vector
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
class NamedPlaces:
    """Places of named values of one kind in an array, and their default values."""

    places: Mapping[str, int]
    default: Sequence[float]

    @classmethod
    def of(cls, names: Sequence[str], default: Sequence[float] = ()) -> NamedPlaces:
        """Places in the order of the names; the default values are zero unless others are given."""
        return cls({name: k for k, name in enumerate(names)}, [*default] or [0.0] * len(names))

    def array(self, values: Mapping[str, float]) -> Vector:
        """Values of one state (n,)."""
        array = self._template.copy()
        for name, value in values.items():
            array[self.places[name]] = value
        return array

    @cached_property
    def _template(self) -> Vector:
        return np.array(self.default, dtype=float)

    def table(self, values: Mapping[str, float | Vector], n: int) -> Matrix:
        """Values of many states (N, n): of each name a number for all, or an array."""
        table = np.tile(np.array(self.default, dtype=float), (n, 1))
        for name, numbers in values.items():
            table[:, self.places[name]] = numbers
        return table


@dataclass(frozen=True, eq=False)
class StateArrays:
    """Arrays for states of some equations."""

    equations: Equations

    def of(self, state: State) -> Arguments:
        """A state as arrays; names that do not exist are refused, missing values are the default ones."""
        q, u, z, tau = self._places
        try:
            arrays = (q.array(state.q), u.array(state.u), z.array(state.z), tau.array(state.tau))
        except KeyError:
            # a speed that is named like its coordinate, or a name that does not exist
            named = self.by_kind(state)
            arrays = (q.array(named["q"]), u.array(named["u"]), z.array(named["z"]), tau.array(named["tau"]))
        return dict(zip(("t", "q", "u", "z", "tau"), (state.t, *arrays), strict=True))

    def fill(self, row: Vector, state: State) -> None:
        """Write t, q, u, z and τ of a state into one row; missing values are the default ones."""
        default, (q, u, z, tau) = self._row
        row[:] = default
        row[0] = state.t
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
            arrays = self.of(state)
            row[1:] = np.concatenate([arrays[kind] for kind in ("q", "u", "z", "tau")])

    @cached_property
    def _row(self) -> tuple[Vector, list[dict[str, int]]]:
        """Default values in such a row, and the places of q, u, z and τ by name."""
        starts = 1 + np.cumsum([0, *(len(kind.default) for kind in self._places)])
        kinds = zip(self._places, starts.tolist(), strict=False)
        places = [{name: start + k for name, k in kind.places.items()} for kind, start in kinds]
        return np.array([0.0, *(x for kind in self._places for x in kind.default)]), places

    def of_many(self, states: States) -> Arguments:
        """Many states as arrays (N, …)."""
        named, n = self.by_kind(states), len(states)
        kinds = ("q", "u", "z", "tau")
        return {
            "t": states.t,
            **{x: places.table(named[x], n) for x, places in zip(kinds, self._places, strict=True)},
        }

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
    def _places(self) -> tuple[NamedPlaces, NamedPlaces, NamedPlaces, NamedPlaces]:
        """Places of q, u, z and τ."""
        variables = self.equations.variables
        return (
            NamedPlaces.of(variables.coordinates, variables.default_values),
            NamedPlaces.of(variables.speeds),
            NamedPlaces.of(variables.states, variables.starts),
            NamedPlaces.of(variables.inputs),
        )

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
