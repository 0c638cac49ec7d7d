"""Reactions: what joints and constraints exert, from accelerations and multipliers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations import ImplicitForces, ReactionLaws
from dalembert.expr.rewrite import Substitution, substitute
from dalembert.expr.scalar import is_zero
from dalembert.formulations.constrained import ConstrainedEquations
from dalembert.formulations.constraint_rows import ConstraintRow
from dalembert.formulations.dependent_loads import Coupling, coupled
from dalembert.formulations.loop_kinematics import LoopKinematics
from dalembert.model.bodies import Frame
from dalembert.model.constraint import Constraint
from dalembert.model.model import Model
from dalembert.model.reaction_measures import Multiplier
from dalembert.model.topology import Tree
from dalembert.rows import Level
from dalembert.state import checked_names

Array = Any


class TreeEquations(ConstrainedEquations):
    """Equations of a tree in the coordinates of its joints: what reactions and signals are made of."""

    model: Model
    tree: Tree
    kinematics: LoopKinematics

    @property
    @abstractmethod
    def constraint_rows(self) -> Sequence[ConstraintRow]:
        """The rows, with what they exert on bodies."""

    @abstractmethod
    def joint_wrenches(self, a: Array, loads: Iterable[tuple[int, Array]] = ()) -> list[Array]:
        """Wrench (6,) that each joint exerts on its child, at the child's joint frame, for accelerations a.

        Further `loads` on links, by number, are wrenches about the link's origin in its axes.
        """

    @abstractmethod
    def static_wrenches(self, loads: Iterable[tuple[int, Array]]) -> list[Array]:
        """Wrench (6,) that each joint exerts on its child to balance loads on links, without mass and motion."""

    @cached_property
    def reactions(self) -> Reactions:
        """Forces and moments of all joints and constraints."""
        return Reactions(self)

    @property
    def nonideal_power(self) -> Any:
        """What constraints that are not ideal do per time, besides the work of their multipliers."""
        return self.nonideal_forces @ self.u if np.ndim(self.nonideal_forces) else 0.0

    # ---- forces that depend on reactions

    @cached_property
    def coupling(self) -> Coupling:
        """Loads that depend on reactions, and these reactions, in the states."""
        return self._coupling(*self._open_solution)

    @cached_property
    def r(self) -> Array:
        if not self.has_dependent_loads:
            return super().r
        return self.kinematics.dependent.added(self.forces, self.coupling.loads)

    @property
    def reaction_laws(self) -> ReactionLaws:
        if not self.has_dependent_loads:
            return super().reaction_laws
        dependent = self.kinematics.dependent
        forces = dependent.added(self.forces, {s: law for law, s in dependent.laws.items()})
        labels = {w: measure.label for measure, w in dependent.reactions.items()} | dependent.labels
        words = {w: repr(x) for x, w in dependent.reactions.items() if not isinstance(x, Multiplier)}
        return ReactionLaws(forces, labels, words)

    @property
    def implicit_forces(self) -> ImplicitForces | None:
        if not self.has_dependent_loads or not (coupling := self.coupling).unknown:
            return None
        return ImplicitForces(coupling.forces, tuple(map(repr, coupling.unknown)), coupling.solution)

    def closed(self, a: Array, lam: Array) -> tuple[Array, Array]:
        if not self.has_dependent_loads:
            return a, lam
        coupling = self.coupling if a is self._open_solution[0] else self._coupling(a, lam)
        return self.kinematics.dependent.closed(a, lam, coupling.loads)

    def required(self, a: Array) -> tuple[Array, Array]:
        if not self.has_dependent_loads:
            return super().required(a)
        dependent = self.kinematics.dependent
        tau, lam = self.required_with(a, dependent)
        return dependent.closed(tau, lam, self.loads_for(a, lam, tau))

    def with_loads(self, y: Array, a: Array, lam: Array) -> Array:
        """Expressions that contain loads by reactions as variables, with what these are for given a and λ."""
        return substitute(y, self.loads_for(a, lam)) if self.has_dependent_loads else y

    def loads_for(self, a: Array, lam: Array, tau: Array | None = None) -> Mapping[Any, Any]:
        """Loads by reactions for given a and λ, by their variables; for inputs in terms of them, if given."""
        return self._coupling(a, lam, tau).loads

    def known(self, y: Any) -> Any:
        """An expression that contains loads by reactions as variables, with what these are in the states."""
        return self._in_states(y) if self.has_dependent_loads else y

    @cached_property
    def _in_states(self) -> Substitution:
        """Of loads by reactions: one for all signals, which have much in common."""
        return Substitution(self.coupling.loads)

    @property
    def has_dependent_loads(self) -> bool:
        """Whether some forces depend on reactions."""
        return bool(self.kinematics.loads and self.kinematics.dependent.laws)

    def _coupling(self, a: Array, lam: Array, tau: Array | None = None) -> Coupling:
        if not self.has_dependent_loads:
            return Coupling({})
        dependent, reactions = self.kinematics.dependent, ReactionsTo(self, a, lam)
        W = np.array([measure.of(reactions, self.kinematics) for measure in dependent.reactions], dtype=object)
        return coupled(dependent, W if tau is None else substitute(W, dict(zip(self.tau, tau, strict=True))))


class Reactions:
    """Forces and moments of joints that carry bodies, of joints that close loops, and of constraints.

    Of joints: on the child, at the child's frame of the joint and in its axes. Of constraints with a place: on the
    body there, at that frame and in its axes.
    """

    def __init__(self, equations: TreeEquations) -> None:
        self._equations = equations

    @property
    def a(self) -> Array:
        """The accelerations that they belong to."""
        return self._equations.accelerations

    @property
    def lam(self) -> Array:
        """The multipliers that they belong to."""
        return self._equations.multipliers

    def with_loads(self, y: Array) -> Array:
        """Expressions with what loads by reactions are."""
        return self._equations.known(y)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Joints and constraints that have a wrench."""
        return (*self._links, *self._constraints)

    @cached_property
    def _links(self) -> dict[str, int]:
        return {link.joint.name: k for k, link in enumerate(self._equations.tree.links)}

    @cached_property
    def _constraints(self) -> dict[str, Constraint]:
        constraints = self._equations.kinematics.constraints
        return {constraint.name: constraint for constraint in constraints if constraint.reaction_frame is not None}

    def wrench(self, name: str) -> Array:
        """Moment and force (6,) of a joint or constraint."""
        checked_names([name], self.names, "joint or constraint with a reaction:")
        if name not in self._wrenches:
            known = self._joint_wrenches[self._links[name]] if name in self._links else None
            found = self._of_constraint(self._constraints[name]) if known is None else known
            self._wrenches[name] = self.with_loads(found)
        return self._wrenches[name]

    @cached_property
    def _wrenches(self) -> dict[str, Array]:
        return {}

    def frame(self, name: str) -> Frame:
        """Where, and in whose axes, the wrench of a joint or constraint is given."""
        checked_names([name], self.names, "joint or constraint with a reaction:")
        if name in self._links:
            return self._equations.tree.links[self._links[name]].joint.child_frame
        frame = self._constraints[name].reaction_frame
        assert frame is not None
        return frame

    def multiplier(self, name: str) -> Any:
        """The multiplier of a row."""
        names = [row.name for row in self._equations.rows]
        checked_names([name], names, "constraint row")
        return self.lam[names.index(name)]

    @cached_property
    def _joint_wrenches(self) -> list[Array]:
        return self._equations.joint_wrenches(self.a, self._loads())

    def _loads(self) -> list[tuple[int, Array]]:
        """What constraints, and forces on joints that close loops, exert on links."""
        eom = self._equations
        found = []
        for row, lam in self._solved_rows():
            found += [(k, lam * wrench) for k, wrench in row.on_links()]
        for coordinate, value in eom.kinematics.joint_loads():
            found += eom.kinematics.closing_wrenches(coordinate, value)
        return found

    def _solved_rows(self) -> list[tuple[ConstraintRow, Any]]:
        pairs = zip(self._equations.constraint_rows, self.lam, strict=True)
        return [(row, lam) for row, lam in pairs if not is_zero(lam)]

    def _of_constraint(self, constraint: Constraint) -> Array:
        frame, eom = constraint.reaction_frame, self._equations
        assert frame is not None
        total: Any = np.zeros(6)
        for row, lam in self._solved_rows():
            total = total + lam * row.in_joint(constraint.name, frame)
        for coordinate, value in eom.kinematics.joint_loads():
            if coordinate in eom.model.measurable and eom.model.measurable[coordinate][0].name == constraint.name:
                total = total + value * eom.kinematics.measured(coordinate).on_frame(frame)
        return total

    def patterns(self, further: Sequence[ConstraintRow]) -> tuple[tuple[str, ...], Array]:
        """Names of all signals of wrenches, and how they change with a unit of each multiplier; (n, m).

        While nothing moves. Multipliers are those of the rows, then of further ones.
        """
        rows = [*self._equations.constraint_rows, *further]
        columns = [self._pattern(row) for row in rows]
        names = [f"{name}.{kind}.{axis}" for name in self.names for kind in ("moment", "force") for axis in "xyz"]
        return tuple(names), np.stack(columns, axis=1) if columns else np.zeros((len(names), 0))

    def _pattern(self, row: ConstraintRow) -> Array:
        """Wrenches of all joints and constraints, one after the other, that a unit of λ holds in balance."""
        carried = self._equations.static_wrenches(row.on_links())
        own = [
            row.in_joint(name, frame) if (frame := constraint.reaction_frame) else np.zeros(6)
            for name, constraint in self._constraints.items()
        ]
        return np.concatenate([*carried, *own])

    def power(self) -> Any:
        """What constraints do per time: those that move, are not linear in the speeds, or may be violated."""
        eom = self._equations
        total: Any = 0.0
        for row, lam in self._solved_rows():
            if self._may_work(row):
                total = total + lam * sum(value * eom.u[k] for k, value in row.J.items())
        return total

    def _may_work(self, row: ConstraintRow) -> bool:
        """Whether J u is not zero along a run."""
        if self._equations.drift is not None:
            return True
        if row.row.level == Level.POSITION:
            return row.row.is_rheonomic
        if row.row.level == Level.VELOCITY and row.row.is_linear:
            return not is_zero(substitute(row.psi, dict.fromkeys(self._equations.u, 0.0)))
        return True


class ReactionsTo(Reactions):
    """Reactions that belong to given accelerations and multipliers; loads by reactions stay variables."""

    def __init__(self, equations: TreeEquations, a: Array, lam: Array) -> None:
        super().__init__(equations)
        self._given_a, self._given_lam = a, lam

    @property
    def a(self) -> Array:
        return self._given_a

    @property
    def lam(self) -> Array:
        return self._given_lam

    def with_loads(self, y: Array) -> Array:
        return y
