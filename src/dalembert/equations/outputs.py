"""Outputs of equations: places of bodies, measures and signals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeVar

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.equations.input_law import InputLaw
from dalembert.equations.solved_system import SolvedSystem
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient
from dalembert.expr.node import Expression, Scalar
from dalembert.state import State

Quantity = TypeVar("Quantity", Scalar, Expression, Array, Scalar | Array)
"""A scalar or an array of scalars, numbers or expressions: what comes out is of the kind that goes in."""


@dataclass(frozen=True)
class BodyMotion:
    """Position of a body's origin, its axes in the world, and its velocities."""

    p: Array
    R: Array
    w: Array
    v: Array


@dataclass(frozen=True)
class JointAxes:
    """Motion axes H (6, n) of a joint, columns for its speeds; where they depend on each other it is singular."""

    joint: str
    speeds: tuple[str, ...]
    H: Array


@dataclass(frozen=True, eq=False)
class OpenContact:
    """A point of contact that stands in the equations as if it were open: runs decide about it."""

    label: str
    """Its part, in words."""

    name: str
    gap: Scalar | None
    """An expression of measures; None if it always touches, as dry friction does."""

    states: tuple[str, ...]
    """Names of the states that runs have for it."""

    is_rigid: bool
    """Whether its bodies cannot overlap."""

    exerts_impulses: bool
    """Whether it can: friction of given strength cannot."""


class SignalKind(IntEnum):
    """Kinds of signals, in the order in which people look at them."""

    VARIABLE = 0
    """A coordinate, speed, first-order state or input."""

    ENERGY = 1
    """Of the whole system, or the power by which it changes."""

    ACCELERATION = 2
    OWN = 3
    """What a part has of its own, such as the torque of a drive."""

    REACTION_FORCE = 4
    REACTION_MOMENT = 5
    POSITION = 6
    VELOCITY = 7
    ANGULAR_VELOCITY = 8
    OTHER = 9
    ALONG_SPEED = 10
    """What a force element exerts along one of the speeds."""


class NamedOutputs(Protocol):
    """Expressions by name, with their units; each is made when it is asked for."""

    @property
    def units(self) -> Mapping[str, str]:
        """Units by name; empty for numbers and for what is not known."""

    @property
    def kinds(self) -> Mapping[str, SignalKind]:
        """Kinds by name."""

    def of_kinds(self, kinds: Container[SignalKind]) -> list[str]:
        """Names of the signals of some kinds."""

    @property
    def elements(self) -> tuple[str, ...]:
        """Gravity and force elements, if there is a signal for what each exerts along every speed."""

    def __getitem__(self, name: str, /) -> Scalar: ...

    def __contains__(self, name: object, /) -> bool: ...

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...


class Outputs(ABC):
    """Meaning of the variables of equations; `solution` is a `Solution` of these equations."""

    model: Any = None
    """The model of bodies that they are about; None if they were typed in."""

    @property
    def description(self) -> str:
        """The system that the equations are about, in words."""
        return ""

    @property
    @abstractmethod
    def contents(self) -> Mapping[str, object]:
        """All that the equations are about, as plain data which files keep: where it differs, the system does."""

    def check_parameters(self, p: Mapping[str, float | Vector]) -> None:
        """Raise if a body is impossible with these values of parameters, or arrays of them."""
        return

    # ---- places

    @property
    def contacts(self) -> tuple[OpenContact, ...]:
        """Contacts of the model, which only runs close; none where parts are not known."""
        return ()

    @property
    def run_states(self) -> tuple[str, ...]:
        """Names of the states that runs with contacts have besides those of the equations."""
        return tuple(name for contact in self.contacts for name in contact.states)

    @property
    def frames(self) -> Any:
        """How frames and named scalars move with the speeds of these equations: a `FrameMotion`."""
        raise FormulationError("these equations know no bodies whose frames could be asked")

    def body_motions(self) -> Mapping[str, BodyMotion]:
        """Place and velocity of every body, by name, as expressions."""
        return {}

    def motions_of_bodies(self) -> Mapping[str, BodyMotion]:
        """Place and velocity of the bodies of the model, without stand-ins for variables of no body."""
        motions = self.body_motions()
        names = motions.keys() if self.model is None else {body.name for body in self.model.bodies}
        return {name: motion for name, motion in motions.items() if name in names}

    @abstractmethod
    def numbers_for(
        self,
        motions: Mapping[str, BodyMotion],
        p: Mapping[str, float],
        near: Sequence[State],
    ) -> tuple[Array, Array]:
        """q (n, nq) and u (n, nu) that place and move the bodies like this, with these values of parameters.

        Motions are numbers in n states, at the times of those in `near`. Coordinates of the same names as there
        are the same if they mean the same place, or else next to them.
        """

    @property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        """Axes of joints that turn with their coordinates, as those of three angles do, where parts are known."""
        return ()

    def reaction_patterns(self, n_rows: int) -> tuple[tuple[str, ...], Array]:
        """Names of the signals of reactions, and their changes (n, m + m_geometric) for a unit of each multiplier.

        While nothing moves; columns are those of the rows, then those of geometric ones.
        """
        return (), np.zeros((0, n_rows))

    def input_law(self, equations: Any) -> InputLaw[Any] | None:
        """The `InputLaw` of goals that parts have; None if inputs are free."""
        return None

    # ---- once accelerations are known

    def state_rates(self, solution: SolvedSystem) -> Array:
        """ż, (nz,)."""
        return np.zeros(0)

    @abstractmethod
    def resolve(self, expression: Quantity, solution: SolvedSystem) -> Quantity:
        """An expression of measures in the variables of these equations."""

    @abstractmethod
    def signals(self, solution: SolvedSystem) -> NamedOutputs:
        """Named outputs: coordinates, speeds, states, accelerations, energies, the wrench of every joint."""

    def lagrangian_slopes(self, solution: SolvedSystem) -> Array:
        """∂L/∂q (nq,) at given speeds; at given rates, where the states are momenta."""
        return gradient(solution.signal("lagrangian"), solution.equations.variables.q)

    def gibbs_function(self, a: Array) -> Scalar:
        """S of all bodies for accelerations a (nu,), numbers or expressions."""
        raise FormulationError("these equations know no bodies whose accelerations could be asked")

    def element_loads(self, solution: SolvedSystem) -> Mapping[str, Array]:
        """Components of what each force element exerts, by its name, where parts are known."""
        return {}
