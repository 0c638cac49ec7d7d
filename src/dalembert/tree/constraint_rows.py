"""Rows of constraints by level: φ, ψ and J a = γ, from the relations that parts give.

Relations are written over places and velocities of frames. There they are differentiated, over variables of
frames that may move anyhow; then `FrameMotion` says how they do move. So the derivatives are those of a few
vectors, J is put together from the Jacobians of frames, and what multiplies the velocity of a frame in ψ is the
wrench that a unit of λ exerts on it.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.outputs import Quantity
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian, time_derivative
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import Substitution, substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import time
from dalembert.model.bodies import Body, Frame, as_frame, ground
from dalembert.model.constraint import Constraint, OffLaw, Relation
from dalembert.model.measure import resolved
from dalembert.model.part import measures_in
from dalembert.model.part_contents import leaves
from dalembert.rows import Level, Row
from dalembert.tree.exerted import Exerted
from dalembert.tree.frame_motion import WORLD, RowKinematics, ScalarMotion
from dalembert.tree.free_frames import FreeFrames

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class ConstraintRow(LevelRow):
    """A row at all its levels, and its wrenches on bodies."""

    exerted: Exerted
    """What a unit of λ exerts on bodies."""


class RowOnDemand(ConstraintRow):
    """A row whose expressions are made when they are asked for: a large system runs without most of them."""

    def __init__(self, row: Row, make: Callable[[], ConstraintRow]) -> None:
        object.__setattr__(self, "row", row)
        object.__setattr__(self, "_make", make)

    @cached_property
    def _made(self) -> ConstraintRow:
        make: Callable[[], ConstraintRow] = self.__dict__["_make"]
        return make()

    @property
    def phi(self) -> Any:
        return self._made.phi

    @property
    def psi(self) -> Any:
        return self._made.psi

    @property
    def J(self) -> Mapping[int, Scalar]:
        return self._made.J

    @property
    def gamma(self) -> Scalar:
        return self._made.gamma

    @property
    def exerted(self) -> Exerted:
        return self._made.exerted


@dataclass(frozen=True)
class Differentiator:
    """Makes the rows of constraints on frames and scalars that move."""

    kinematics: RowKinematics
    coordinate_rates: dict[Node, Scalar]
    """q̇, and rates of all other states."""

    states: frozenset[Node] = frozenset()
    """First-order states."""

    def rows(self, constraint: Constraint) -> list[ConstraintRow]:
        """All rows of a constraint."""
        frames, kinematics = frames_of(constraint), self.kinematics
        view = kinematics.seen_from(kinematics.common_frame(frames) if constraint.is_relative else WORLD)
        acts_on_observer = view.observer.body is not ground and any(map(view.is_fixed, frames))
        free = FreeFrames(kinematics, view)
        relations = [
            replace(relation, value=resolved(kinematics.bound(relation.value), free))
            for relation in constraint.relations(free)
        ]
        in_free = partial(self._in_free, free)
        relations = [
            relation if relation.switch is None else _switched(relation, in_free) for relation in relations
        ]
        bodies = tuple(dict.fromkeys(frame.body.name for frame in frames))
        levels = _Levels(self, constraint, free, acts_on_observer, bodies)
        return [levels.row(relation) for relation in relations]

    def _in_free(self, free: FreeFrames, y: Quantity) -> Quantity:
        return resolved(self.kinematics.bound(y), free)

    @cached_property
    def differentiated(self) -> dict[Hashable, _Differentiated]:
        """Relations at their levels over free frames: joints of one kind share them."""
        return {}


@dataclass(frozen=True, eq=False)
class _Differentiated:
    """A relation at its levels, over variables of free frames."""

    phi: Any
    psi: Any
    rest: Any
    """What remains of ψ̇, or of accelerations, while no speed changes."""

    factors: _Factors
    is_rheonomic: bool
    is_linear: bool


@dataclass(frozen=True)
class _Levels:
    """A constraint, whose relations are in variables of free frames."""

    differentiator: Differentiator
    constraint: Constraint
    free: FreeFrames
    acts_on_observer: bool
    bodies: tuple[str, ...]
    """Names of those that it refers to."""

    def row(self, relation: Relation) -> ConstraintRow:
        free, differentiated = self.free, self.differentiator.differentiated
        names = tuple(coordinate.name for coordinate in free.coordinates)
        key = (relation.value, relation.level, len(free.frames), names)
        if key not in differentiated:
            differentiated[key] = self._differentiated(relation)
        return self._in_motion(relation, differentiated[key])

    def _differentiated(self, relation: Relation) -> _Differentiated:
        free, kinematics = self.free, self.free.kinematics
        phi = relation.value if relation.level == Level.POSITION else None
        psi = relation.value if relation.level == Level.VELOCITY else None
        if phi is not None:
            psi = self._time_derivative(phi)
        if psi is not None:
            top, frames, speeds = psi, [frame.twist for frame in free.frames], kinematics.speed_numbers
            closing = [coordinate.rate for coordinate in free.coordinates]
            rest = self._time_derivative(psi)
        else:
            top, frames = relation.value, [frame.acceleration for frame in free.frames]
            speeds = kinematics.speed_rates
            closing = [coordinate.acceleration for coordinate in free.coordinates]
            rest = substitute(top, dict.fromkeys(_among(speeds, top), 0.0))

        # what multiplies the accelerations, of frames and of joints
        direct = _among(speeds, top)
        factors = _Factors(
            [_derivatives(top, x) for x in frames],
            _derivatives(top, closing),
            dict(zip(direct.values(), _derivatives(top, list(direct)), strict=True)),
        )
        self._check_level(relation, factors)
        inputs = inputs_of([relation.value]) if isinstance(relation.value, Expression) else []
        is_linear = not self._has_velocities(inputs_of(factors.expressions))
        return _Differentiated(phi, psi, rest, factors, time in inputs, is_linear)

    def _time_derivative(self, y: Scalar) -> Scalar:
        """Rate of y while no speed of a joint changes; that of frames' velocities are their accelerations."""
        # of all rates, those that it needs
        return time_derivative(y, _among(self._rates, y))

    @cached_property
    def _rates(self) -> Mapping[Node, Scalar]:
        return ChainMap(self.free.rates(), self.differentiator.coordinate_rates)

    @cached_property
    def _closing(self) -> list[ScalarMotion]:
        """The measured coordinates of joints that close loops."""
        return [self.free.kinematics.scalar(coordinate.name) for coordinate in self.free.coordinates]

    @cached_property
    def _in_states(self) -> Substitution:
        """Values of the free variables: one substitution for all relations, which have much in common."""
        return Substitution(self._values(self._closing))

    def _in_motion(self, relation: Relation, over: _Differentiated) -> ConstraintRow:
        """The row with what is known about its frames."""
        factors = over.factors.substituted(self._in_states)
        phi, psi = (y if y is None else self._in_states(y) for y in (over.phi, over.psi))
        J: dict[int, Scalar] = dict(factors.direct)
        for C, columns in zip(factors.frames, self._columns, strict=True):
            along = [(i, x) for i, x in enumerate(C) if not is_zero(x)]
            for k, column in columns.items():
                J[k] = J.get(k, 0.0) + _sum(x * column[i] for i, x in along)
        for factor, coordinate in zip(factors.closing, self._closing, strict=True):
            for k, x in coordinate.J.items():
                J[k] = J.get(k, 0.0) + factor * x
        gamma, record, gap = -self._in_states(over.rest), self._record(relation, over), None
        if relation.motion is not None:
            # a relative motion of its own: a row of accelerations
            gap = (psi, 0.0) if phi is None else (phi, psi)
            gamma = gamma + relation.motion(phi, psi)
            phi, psi, record = None, None, replace(record, level=Level.ACCELERATION)
        return ConstraintRow(
            record,
            phi,
            psi,
            {k: x for k, x in sorted(J.items()) if not is_zero(x)},
            gamma,
            self._exerted(factors),
            gap=gap,
            switch=None if relation.switch is None else self._in_states(relation.switch),
            when_off=self._when_off(relation.when_off),
            shared=None if relation.shared is None else self._in_states(relation.shared),
        )

    def _when_off(self, law: OffLaw | None) -> tuple[Scalar, str, Scalar] | None:
        """Law of the multiplier while the row is off, in the states."""
        if law is None:
            return None
        other = f"{self.constraint.name}.{law.of}" if law.of else ""
        return self._in_states(law.factor), other, self._in_states(law.plus)

    def _exerted(self, factors: _Factors) -> Exerted:
        """Wrenches of a unit of λ: the factors of the velocities."""
        on_frames = zip(self.free.frames, factors.frames, strict=True)
        through = zip(factors.closing, self._closing, strict=True)
        return Exerted(
            self.constraint.name,
            self.free.view,
            [(frame.frame, C[:3], C[3:]) for frame, C in on_frames],
            self.acts_on_observer,
            [(x, scalar.exerted) for x, scalar in through if scalar.exerted is not None and not is_zero(x)],
        )

    @cached_property
    def _columns(self) -> list[Mapping[int, Array]]:
        """How the frames move by each speed."""
        return [self.free.view.jacobian(frame.frame) for frame in self.free.frames]

    def _values(self, closing: Iterable[ScalarMotion]) -> dict[Node, Scalar]:
        """Values of the free variables while all speeds are constant."""
        values: dict[Node, Scalar] = {}
        for frame in self.free.frames:
            values |= frame.values(self.free.view)
        for coordinate, scalar in zip(self.free.coordinates, closing, strict=True):
            values |= {
                coordinate.value: scalar.value,
                coordinate.rate: scalar.rate,
                coordinate.acceleration: scalar.bias,
            }
        return values

    def _record(self, relation: Relation, over: _Differentiated) -> Row:
        name = f"{self.constraint.name}.{relation.name}" if relation.name else self.constraint.name
        return Row(
            name,
            self.constraint.name,
            relation.level,
            is_rheonomic=over.is_rheonomic,
            is_linear=over.is_linear,
            role=relation.role,
            bodies=self.bodies,
            force_unit=relation.force_unit,
        )

    def _has_velocities(self, inputs: Collection[Node]) -> bool:
        """Whether there are velocities of frames, or speeds, among variables."""
        free = self.free
        velocities = {coordinate.rate for coordinate in free.coordinates}.union(
            *(frame.twist for frame in free.frames)
        )
        return any(x in velocities or x in free.kinematics.speed_numbers for x in inputs)

    def _has_accelerations(self, inputs: Collection[Node]) -> bool:
        """Whether there are accelerations of frames, or rates of speeds, among variables."""
        free, accelerations = self.free, {coordinate.acceleration for coordinate in self.free.coordinates}
        accelerations = accelerations.union(*(frame.acceleration for frame in free.frames))
        return any(x in accelerations or x in free.kinematics.speed_rates for x in inputs)

    def _check_level(self, relation: Relation, factors: _Factors) -> None:
        """A relation contains what belongs to its level, and is linear in accelerations."""
        if not isinstance(relation.value, Expression):
            return
        inputs = inputs_of([relation.value])
        is_slow, is_fast = not self._has_velocities(inputs), self._has_accelerations(inputs)
        match relation.level:
            case Level.POSITION if not self.differentiator.states.isdisjoint(inputs):
                problem = (
                    "depends on the value of a StateVariable, which is no position; use Nonholonomic with its rate"
                )
            case Level.POSITION | Level.VELOCITY if is_fast:
                problem = "contains accelerations; use AccelerationConstraint"
            case Level.POSITION if not is_slow:
                problem = "contains velocities; use Nonholonomic"
            case Level.VELOCITY if is_slow:
                problem = "contains no velocities; use Holonomic"
            case Level.ACCELERATION if not is_fast:
                problem = "contains no accelerations; use Nonholonomic or Holonomic"
            case Level.ACCELERATION if self._has_accelerations(inputs_of(factors.expressions)):
                problem = "is not linear in the accelerations, which is not supported"
            case _:
                return
        raise FormulationError(f"{self.constraint.label} {problem}")


@dataclass(frozen=True, eq=False)
class _Factors:
    """Factors of velocities or accelerations in a row: of frames, of closing joints, and of speeds of the tree."""

    frames: Sequence[Array]
    closing: Array
    direct: Mapping[int, Scalar]
    """By number of the speed, where there is one."""

    @property
    def expressions(self) -> list[Expression]:
        """Factors that are expressions, not numbers."""
        every: list[Iterable[Scalar]] = [*self.frames, self.closing, [*self.direct.values()]]
        return [x for C in every for x in C if isinstance(x, Expression)]

    def substituted(self, known: Substitution) -> _Factors:
        """The factors in the variables of a tree."""
        direct = {k: known(x) for k, x in self.direct.items()}
        return _Factors([known(C) for C in self.frames], known(self.closing), direct)


def _switched(relation: Relation, known: Callable[[Scalar], Scalar]) -> Relation:
    """A relation that comes and goes, its measures resolved."""
    law = relation.when_off
    if law is not None:
        law = replace(law, factor=known(law.factor), plus=known(law.plus))
    switch = None if relation.switch is None else known(relation.switch)
    shared = None if relation.shared is None else known(relation.shared)
    return replace(relation, switch=switch, when_off=law, shared=shared)


def frames_of(part: object) -> list[Frame]:
    """All frames that a part refers to, those in its measures included."""
    frames: list[Frame] = []
    for leaf in leaves(part):
        if isinstance(leaf, Body | Frame):
            frames.append(as_frame(leaf))
        else:
            for node in measures_in(leaf):
                frames += frames_of(node.args[0])
    return frames


def _among(values: Mapping[Node, T], y: Scalar) -> dict[Node, T]:
    """Values of the variables that are in an expression."""
    if not isinstance(y, Expression):
        return {}
    return {x: values[x] for x in inputs_of([y]) if x in values}


def _sum(terms: Iterable[Scalar]) -> Scalar:
    total: Any = 0.0
    for term in terms:
        total = total + term
    return total


def _derivatives(y: Scalar, x: Sequence[Node] | Array) -> Array:
    """∂y/∂x of a scalar; (n,)."""
    if not isinstance(y, Expression) or not len(x):
        return np.zeros(len(x))
    return jacobian(np.array([y], dtype=object), x)[0]


def all_rows(differentiator: Differentiator, constraints: Iterable[Constraint]) -> list[ConstraintRow]:
    """Rows of all constraints, those with a position level first, those of accelerations last."""
    rows = [row for constraint in constraints for row in differentiator.rows(constraint)]
    return sorted(rows, key=lambda row: row.row.level)
