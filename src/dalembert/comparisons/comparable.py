"""A formulation that is compared with others: its equations, the states in its variables, and its numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Vector
from dalembert.config import Config
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.configuration.convert import convert_state
from dalembert.configuration.mobility import mobility
from dalembert.dynamics.as_dynamics import Formulation, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.measure import acceleration, angular_acceleration
from dalembert.model.model import Model
from dalembert.rank import free_motions, is_definite, smallest_value
from dalembert.state import State

Numbers: TypeAlias = Mapping[str, Vector]

T = TypeVar("T")

RUN = 0.01
"""Least time of a timed run, in seconds: evaluations are repeated for so long."""

MOST = 1 << 16
"""Most copies of the states in a timed call, however short it is: accelerations may be constant."""

MOST_TIMES = 64
"""Largest factor from the copies of one call to those of the next."""

RUNS = 5
"""Timed runs, of which the shortest counts."""


@dataclass(frozen=True, eq=False)
class Comparable:
    """The equations of a model by one principle, in some coordinates, and states in their variables."""

    name: str
    model: Model
    dynamics: Dynamics
    """Dynamics without redundant rows."""

    states: tuple[State, ...]
    not_unique: frozenset[str]
    """Signals of reactions that redundant rows leave undetermined."""

    derivation_time: float

    @classmethod
    def make(
        cls, name: str, formulation: Formulation, model: Model, source: Dynamics, states: Sequence[State]
    ) -> Comparable:
        """Derive the equations, and express the states of the source in their variables."""
        eom, seconds = _timed(lambda: formulation.equations(model))
        dynamics = as_dynamics(eom)
        converted, not_unique = tuple(convert_state(states, source, dynamics)), frozenset[str]()

        # rows that depend on others have no multipliers of their own
        if eom.rows or eom.constraints.geometric:
            freedoms = mobility(dynamics, converted[0])
            dynamics, not_unique = dynamics.without(freedoms.redundant_rows), frozenset(freedoms.not_unique)
        _, solving = _timed(lambda: dynamics.solved.accelerations)
        return cls(name, model, dynamics, converted, not_unique, seconds + solving)

    def evaluated(self, timed: bool) -> Comparable:
        """This formulation, once all numbers are evaluated: equations that lack some raise here."""
        _ = self._numbers, self.evaluation_time if timed else self.operations
        return self

    @property
    def equations(self) -> Equations:
        """Equations of the formulation."""
        return self.dynamics.equations

    # ---- numbers in all states

    @property
    def coordinates(self) -> Numbers:
        """Rates (n_states,) of those speeds of the model that these equations know, by name.

        They are q̈ where a speed is the rate of a coordinate.
        """
        return self._numbers["coordinates"]

    @property
    def bodies(self) -> Numbers:
        """Accelerations (n_states, 6) of all bodies by name, of the origin first, then angular."""
        return self._numbers["bodies"]

    @property
    def wrenches(self) -> Numbers:
        """Forces and moments (n_states,) of joints and constraints, by name of the signal."""
        return self._numbers["wrenches"]

    @cached_property
    def _numbers(self) -> Mapping[str, Numbers]:
        """Numbers of all kinds, by one native function: they have much in common."""
        kinds: dict[str, Mapping[str, Scalar | Array]] = {
            "coordinates": self._coordinates(),
            "bodies": self._bodies(),
            "wrenches": self._wrenches(),
        }
        numbers = self._evaluated(
            {f"{kind}/{name}": y for kind, values in kinds.items() for name, y in values.items()}
        )
        return {kind: {name: numbers[f"{kind}/{name}"] for name in values} for kind, values in kinds.items()}

    def _coordinates(self) -> dict[str, Scalar | Array]:
        rates = {name: self._resolved(acceleration(name)) for name in self.model.speeds}
        return {name: y for name, y in rates.items() if y is not None}

    def _bodies(self) -> dict[str, Array]:
        return {
            body.name: self.dynamics.solved.resolve(
                np.concatenate([acceleration(body), angular_acceleration(body)])
            )
            for body in self.model.bodies
        }

    def _wrenches(self) -> dict[str, Scalar]:
        parts = [part.name for part in (*self.model.joints, *self.model.constraints)]
        names = [f"{part}.{kind}.{axis}" for part in parts for kind in ("force", "moment") for axis in "xyz"]
        signals = self.dynamics.solved.signals
        return {name: signals[name] for name in names if name in signals}

    @cached_property
    def conditions(self) -> Vector:
        """Condition numbers (n_states,) of the mass matrix.

        They are multiplied with that of the constraint matrix, its rows scaled to length one. Where some motions
        have no mass, the mass matrix is that of the motions which the constraints allow.
        """
        eom = self.equations
        independent = list(self.dynamics.solution.independent)
        matrices = self._evaluated({"M": eom.inertia, "J": eom.gradients[independent]})
        return np.array([_condition(M, J) for M, J in zip(matrices["M"], matrices["J"], strict=True)])

    def _resolved(self, measure: Scalar | Array) -> Scalar | Array | None:
        """Measure in the variables of these equations; None where they have no such name."""
        try:
            return self.dynamics.solved.resolve(measure)
        except ModelError:
            return None

    def _evaluated(self, outputs: Mapping[str, Scalar | Array]) -> Numbers:
        # all states in one call: there, what has no result is not a number instead of an error
        arrays = {name: np.asarray(y, dtype=object) for name, y in outputs.items()}
        return native(self.dynamics, arrays)(self._arguments, self.states[0].p)

    @cached_property
    def _arguments(self) -> Mapping[str, Vector]:
        return _stacked(self.dynamics.arguments(state) for state in self.states)

    # ---- cost

    @cached_property
    def _accelerations(self) -> tuple[Native, float]:
        """Native function for the accelerations alone, and the seconds that it took to compile."""
        # without the cache on disk, whose code costs nothing
        fresh = as_dynamics(self.dynamics.solution, config=Config(None, 1))

        def compiled() -> Native:
            function = native(fresh, {"a": fresh.solved.accelerations})
            function(self._arguments, self.states[0].p)
            return function

        return _timed(compiled)

    @property
    def operations(self) -> int:
        """Operations for the accelerations, as they are compiled; a fused product and sum is one."""
        return int(native(self.dynamics, {"a": self.dynamics.solved.accelerations}).operations)

    @property
    def compile_time(self) -> float:
        """Seconds from expressions to native accelerations."""
        return self._accelerations[1]

    @cached_property
    def evaluation_time(self) -> float:
        """Seconds for the accelerations of one state among many, one after the other."""
        function, p = self._accelerations[0], self.states[0].p
        times = 1
        while True:
            many = {name: np.tile(x, (times, *(1,) * (x.ndim - 1))) for name, x in self._arguments.items()}
            shortest = _seconds(function, many, p)
            if shortest > RUN or times >= MOST:
                shortest = min(shortest, *(_seconds(function, many, p) for _ in range(RUNS - 1)))
                if shortest > RUN or times >= MOST:
                    return shortest / (times * len(self.states))
            # as many as would take somewhat longer than asked for, in steps: of few states, each costs more
            wanted = ceil(1.5 * RUN / shortest) if shortest > 0.0 else MOST_TIMES
            times = min(MOST, times * min(max(wanted, 2), MOST_TIMES))


def _seconds(function: Native, arguments: Mapping[str, Vector], p: Mapping[str, float]) -> float:
    """Seconds for one call."""
    return _timed(lambda: function(arguments, p))[1]


def _stacked(arguments: Iterable[Mapping[str, ArrayLike]]) -> dict[str, Vector]:
    """Arguments of several states, stacked along the first axis."""
    every = list(arguments)
    return {name: np.array([arrays[name] for arrays in every], dtype=float) for name in every[0]}


def _condition(M: Vector, J: Vector) -> float:
    if not (np.isfinite(M).all() and np.isfinite(J).all()):
        return np.inf
    rows = 1.0 / smallest_value(J) if len(J) else 1.0
    condition = float(np.linalg.cond(M)) if len(M) else 1.0
    if is_definite(M) or not len(J):
        return condition * rows
    Z = free_motions(J)
    return float(np.linalg.cond(Z.T @ M @ Z)) * rows if Z.shape[1] else rows


def _timed(make: Callable[[], T]) -> tuple[T, float]:
    """Result of a function, and the seconds that it took."""
    begin = time.perf_counter()
    result = make()
    return result, time.perf_counter() - begin
