"""Changes of all states when one independent value at an instant changes, a parameter, or an input.

Independent coordinates and speeds are held, but for the one that changes; the others follow from the constraints.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Arguments, Matrix
from dalembert.configuration.constraint_unknowns import Native, native, parameters_of
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Node, Scalar
from dalembert.expr.symbol_nodes import param
from dalembert.linear.independent_motions import Partition, independent_of, numbers_of
from dalembert.linear.jacobians import Jacobians
from dalembert.memo import Key
from dalembert.name_checks import checked_names, closest
from dalembert.rank import SINGULAR
from dalembert.rows import Row

FOLLOWED = 1e-7
"""Part of a change that constraints may leave, beside the largest entry of its rows."""


@dataclass(frozen=True)
class Direction:
    """Direction that a derivative is taken along: a parameter, an input, or a value at the start."""

    name: str
    node: Node | None = None
    """The parameter or input; None for a value at the start."""

    number: int | None = None
    """Number of the small motion at the start; None for a parameter or an input."""


_DIRECTIONS: Key[tuple[Direction, ...]] = Key("directions")


def directions(
    dynamics: Dynamics, by: Collection[str], more: Mapping[str, Node] | None = None
) -> tuple[Direction, ...]:
    """The meaning of names: each is one parameter, input, coordinate, speed, state, or small turn.

    There may be `more` parameters than those of the equations.
    """
    if isinstance(by, str) or not isinstance(by, Collection):
        raise ModelError(
            f"`by` is a list of names of parameters, inputs and start values, such as ['l'], not {by!r}"
        )
    if not by:
        raise ModelError("`by` names nothing: give parameters, inputs, coordinates or speeds, such as by=['l']")
    names = list(by)
    if repeated := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        raise ModelError(f"`by` names {repeated[0]!r} twice")
    parameters = dict(more or {})
    return dynamics.memo.get(
        _DIRECTIONS.of(*names, *parameters.items()),
        lambda: tuple(_direction(dynamics, name, parameters) for name in names),
    )


def _direction(dynamics: Dynamics, name: str, more: Mapping[str, Node]) -> Direction:
    eom, small = dynamics.equations, Jacobians(dynamics, {}).names
    meanings = []
    if name in eom.parameters:
        meanings.append(Direction(name, param(name, eom.parameters[name])))
    elif name in more:
        meanings.append(Direction(name, more[name]))
    if name in eom.inputs:
        meanings.append(Direction(name, eom.tau[eom.inputs.index(name)]))
    if name in small:
        meanings.append(Direction(name, number=small.index(name)))
    if len(meanings) == 1:
        return meanings[0]
    if meanings:
        raise ModelError(
            f"{name!r} is the name of a parameter or input and of a start value too; rename one of them"
        )
    if name in eom.coordinates:
        turns = ", ".join(x for x in small if x.endswith(".turn"))
        raise ModelError(
            f"{name!r} is one of the coordinates of an orientation, which do not change alone: name a small turn, "
            f"{turns}"
        )
    names = (*eom.parameters, *more, *eom.inputs, *small)
    raise ModelError(f"there is no parameter, input or start value {name!r}; {closest(str(name), names)}")


@dataclass(frozen=True, eq=False)
class Changes:
    """How a state changes along directions."""

    S: Matrix
    """∂x/∂θ (n, k)."""

    held: tuple[str, ...]
    """Names of independent small motions: they are held, but for the one that changes."""

    back: Matrix
    """Matrix that gives the small motions in a change of the states: y = back δx."""


@dataclass(frozen=True, eq=False)
class StartTangents:
    """Changes of states at instants, by directions; what constraints make dependent follows."""

    dynamics: Dynamics
    directions: tuple[Direction, ...]
    independent: Collection[str] | None = None
    """Coordinates and speeds that are held; found if None."""

    @cached_property
    def jacobians(self) -> Jacobians:
        """Names of small motions, and what they obey."""
        return Jacobians(self.dynamics, {})

    @cached_property
    def _native(self) -> Native:
        nodes = np.array(
            [direction.node for direction in self.directions if direction.node is not None], dtype=object
        )
        positions, velocities = self.jacobians.levels
        geometric = np.array([value for _, value in self._geometric], dtype=object)
        outputs = {
            **self.jacobians.rows,
            **self.jacobians.turning,
            "positions by": jacobian(positions, nodes),
            "velocities by": jacobian(velocities, nodes),
            "geometric by": jacobian(geometric, nodes),
        }
        return native(self.dynamics, {name: y for name, y in outputs.items() if np.size(y)})

    @cached_property
    def _geometric(self) -> list[tuple[Row, Scalar]]:
        """Rows that only parameters change."""
        return [(row, x) for row, x in self.dynamics.equations.constraints.geometric if parameters_of([x])]

    def at(self, numbers: Arguments, p: Mapping[str, float]) -> Changes:
        """Changes of a state that is given as numbers."""
        eom, small = self.dynamics.equations, self.jacobians
        y = {name: np.asarray(x)[None] for name, x in self._native(numbers, p).items()}
        nq, nu, nz, k = len(eom.q), len(eom.u), len(eom.z), len(self.directions)
        T, back, _ = small.tangents(y, 1, nq + nu + nz)
        n_small = len(small.position_names)
        Tq = T[:, :nq, :n_small]

        def table(name: str, *shape: int) -> Matrix:
            return y.get(name, np.zeros((1, *shape)))

        R, V = table("positions", 0, nq) @ Tq, table("velocities", 0, nu)
        carried = table("carried", V.shape[1], nq) @ Tq
        chosen = self._partition(R, V)
        s = np.zeros((len(small.names), k))
        for column, direction in enumerate(self.directions):
            if direction.number is not None:
                s[direction.number, column] = 1.0
        by_positions = self._by_all(table("positions by", R.shape[1], self._n_nodes)[0])
        by_velocities = self._by_all(table("velocities by", V.shape[1], self._n_nodes)[0])
        q, u, z = slice(0, n_small), slice(n_small, n_small + nu), slice(n_small + nu, None)
        by_positions = by_positions + table("positions by states", R.shape[1], nz)[0] @ s[z]
        by_velocities = by_velocities + table("velocities by states", V.shape[1], nz)[0] @ s[z]
        s[q] = self._followed(R[0], chosen.coordinates, s[q], by_positions)
        s[u] = self._followed(V[0], chosen.speeds, s[u], by_velocities + carried[0] @ s[q])
        self._check_geometric(self._by_all(table("geometric by", len(self._geometric), self._n_nodes)[0]))
        kept = numbers_of(small, chosen)
        return Changes(T[0] @ s, tuple(small.names[i] for i in kept), back[0][kept])

    @property
    def _n_nodes(self) -> int:
        return sum(direction.node is not None for direction in self.directions)

    def _by_all(self, by_nodes: Matrix) -> Matrix:
        """Derivatives by parameters and inputs among those by all directions; zero by starts."""
        by_directions = np.zeros((len(by_nodes), len(self.directions)))
        by_directions[:, [i for i, direction in enumerate(self.directions) if direction.node is not None]] = (
            by_nodes
        )
        return by_directions

    def _partition(self, R: Matrix, V: Matrix) -> Partition:
        """Independent values, which are held: as named, or the best, those of the directions among them."""
        eom, small = self.dynamics.equations, self.jacobians
        n = len(small.position_names)
        wanted = [direction.number for direction in self.directions if direction.number is not None]
        if self.independent is not None:
            checked_names(self.independent, (*small.names,), "small motion")
        at_positions, at_speeds = [i for i in wanted if i < n], [i - n for i in wanted if n <= i < n + len(eom.u)]
        units = eom.variables.units
        coordinates = independent_of("coordinates", small.position_names, R, at_positions, self.independent, units)
        # speeds go with their coordinates, where these are named alike
        moving = [
            eom.speeds.index(name)
            for i in coordinates
            if (name := f"{small.position_names[i]}.rate") in eom.speeds
        ]
        speeds = independent_of("speeds", eom.speeds, V, at_speeds or moving, self.independent, units)
        taken = {*coordinates, *(n + i for i in speeds), *range(n + len(eom.u), len(small.names))}
        if dependent := [small.names[i] for i in wanted if i not in taken]:
            held = ", ".join(small.names[i] for i in sorted(taken))
            if not held:
                raise ModelError(
                    f"{dependent[0]!r} cannot change by itself: constraints and drives leave nothing free; leave "
                    "it out, or name parameters on which these depend"
                )
            raise ModelError(
                f"{dependent[0]!r} cannot change by itself: constraints tie it to {held}, which are held; name "
                "one of these, or say what is held instead by independent=[…]"
            )
        return Partition(coordinates, speeds)

    def _followed(self, rows: Matrix, held: Sequence[int], s: Matrix, by: Matrix) -> Matrix:
        """Changes s (n, k) with those that the rows give to what is not held."""
        others = [i for i in range(rows.shape[1]) if i not in held]
        need = rows @ s + by
        changes = s.copy()
        if others:
            changes[others] -= np.linalg.pinv(rows[:, others], rcond=SINGULAR.distance) @ need
        self._check(rows @ changes + by, np.abs(rows).max(initial=1.0) * np.abs(changes).max(initial=1.0))
        return changes

    def _check_geometric(self, by: Matrix) -> None:
        self._check(by, 1.0)

    def _check(self, left: Matrix, size: float) -> None:
        """Raise if constraints cannot follow a change."""
        missed = np.abs(left).max(axis=0, initial=0.0) > FOLLOWED * size
        if missed.any():
            name = self.directions[int(np.argmax(missed))].name
            raise SolverError(
                f"constraints cannot follow a change of {name!r}: some rows would break, whatever moves; what it "
                "stands for must change together with other values, so let these depend on one parameter"
            )
