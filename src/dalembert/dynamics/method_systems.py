"""Systems and events as methods of integration take them: expressions, before they are compiled."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.equations.level_rows import check_lasting
from dalembert.equations.solution import Solution
from dalembert.equations.time_stepping_forms import FirstOrder, check_second_order
from dalembert.errors import SolverError
from dalembert.expr.node import Scalar
from dalembert.expr.symbol_nodes import symbol
from dalembert.expr.time_dependence import instants, time_laws
from dalembert.integrators.method_programs import System
from dalembert.integrators.problem import Event as Crossing
from dalembert.numerics.repeated_system import RepeatedSystem
from dalembert.numerics.second_order import Unsolved


@dataclass(frozen=True, eq=False)
class EventProgram:
    """Events of a run as expressions: when they happen, and what they do."""

    guards: tuple[Scalar, ...] = ()
    """Expressions whose changes of sign are events."""

    crossings: tuple[Crossing, ...] = ()
    """Kind of event and number of the action of each guard."""

    actions: tuple[Sequence[Scalar], ...] = ()
    """States and discrete values after each action, then numbers to record."""

    discrete: tuple[str, ...] = ()
    """Names of parameters and inputs that actions change: they follow the states."""

    laws: tuple[Scalar, ...] = ()
    """Expressions of time, in guards and rates, over whose changes no step may pass."""

    instants: tuple[Scalar, ...] = ()
    """When these switch or turn round, in parameters."""

    def watching(self, roots: Iterable[object]) -> EventProgram:
        """The events, and laws of time in these expressions, over which no step may pass."""
        laws = time_laws(roots)
        return replace(self, laws=laws, instants=instants(laws)) if laws else self

    @property
    def key(self) -> Hashable:
        """Key of the native code for these events."""
        return (
            self.guards,
            self.crossings,
            tuple(map(tuple, self.actions)),
            self.discrete,
            self.laws,
            self.instants,
        )


NO_EVENTS = EventProgram()

EVENT_NUMBER = symbol("number of the event")
"""Variable for the number of the event, for actions that several events share."""


@dataclass(frozen=True, eq=False)
class FirstOrderSystem(System):
    """Any system of first order, as methods of integration may ask it."""

    first: FirstOrder

    def solved(self) -> FirstOrder:
        return self.first

    def unsolved(self, who: str, *, is_lasting: bool = False) -> Unsolved:
        raise SolverError(f"{who} needs equations of second order; a right-hand side is not enough")


@dataclass(frozen=True, eq=False)
class SolvedSystem(System):
    """A solution, as methods of integration may ask it."""

    solution: Solution

    def solved(self) -> FirstOrder:
        system = self.solution.watched().with_discrete(len(self.solution.equations.variables.discrete))
        if len(system.x):
            return system
        # where nothing moves but time, a state that stays zero stands in
        x = np.array([symbol("at rest")], dtype=object)
        return replace(system, names=("at rest",), x=x, rate=np.zeros(1), projected=x)

    def unsolved(self, who: str, *, is_lasting: bool = False) -> Unsolved:
        if is_lasting:
            rows = self.solution.equations.constraint_rows
            check_lasting(rows, who, "use another method, such as da.methods.DOP853()")
        self._check_unsolved(who)
        return self.solution.second_order.unsolved()

    def repeated(self, who: str) -> RepeatedSystem | None:
        repeated = self.solution.second_order.repeated
        if repeated is not None:
            self._check_unsolved(who)
        return repeated

    def _check_unsolved(self, who: str) -> None:
        """Raise if methods that find accelerations by themselves cannot treat the equations."""
        if not len(self.solution.equations.u):
            raise SolverError(f"nothing can move here, so {who} has nothing to do; use DOP853()")
        check_second_order(self.solution.equations, who)
        if self.solution.stabilization is not None:
            raise SolverError(f"{who} keeps the constraints by itself; leave `stabilization` out")
        if self.solution.equations.motion.has_affine_rates:
            raise SolverError(
                f"{who} moves positions by speeds alone, but coordinates of these equations move also while their "
                "speeds are zero; choose other speeds, or another method"
            )
