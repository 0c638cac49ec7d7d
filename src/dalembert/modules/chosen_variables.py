"""Variables of one's choice for the forms of a node: dependent ones are put in by relations that hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import Substitution, evaluate, substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbol
from dalembert.expr.trial_numbers import other_parameters
from dalembert.modules.admissible_states import Neighbours, admissible_states
from dalembert.modules.labelled_matrix import LabelledMatrix, labelled_column
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.system_node import SystemNode
from dalembert.name_checks import closest
from dalembert.number_checks import is_number, told
from dalembert.typed.vocabulary import labels

HOLDS = 1e-7
"""Value of a relation that holds, and of its rate, beside the values of its variables."""


@dataclass(frozen=True, eq=False)
class Relations:
    """Expressions that dependent coordinates and speeds are equal to, by name; refused if they are not."""

    node: SystemNode
    values: Mapping[str, Scalar]

    def __post_init__(self) -> None:
        kinematics = self.node.kinematics
        present = (*kinematics.coordinates, *kinematics.speeds)
        if unknown := [name for name in self.values if name not in present]:
            raise FormulationError(
                f"{self.node.name}: {unknown[0]!r} is no coordinate or speed, so nothing can take its place; "
                f"there are {', '.join(present)}"
            )
        known = {*present, *map(name_of, kinematics.highest), *self.node.inputs, *self.node.parameters}
        for name, x in self.values.items():
            if strange := [name_of(y) for y in _inputs(x) if y.op == "symbol" and name_of(y) not in known]:
                raise FormulationError(
                    f"{self.node.name}: what takes the place of {name!r} contains {strange[0]!r}, which "
                    f"is not known; {closest(strange[0], known)}"
                )
            if within := [y for y in _names(x) if y in self.values]:
                raise FormulationError(
                    f"{self.node.name}: what takes the place of {name!r} contains {within[0]!r}, which is "
                    "replaced too; write it in variables that stay"
                )
        self._check()

    @cached_property
    def states(self) -> list[dict[Node, float]]:
        """Admissible states in which the relations hold: with default parameters, and with others."""
        return [*self._states({}), *self._states(self._other_parameters)]

    def _states(self, parameters: Mapping[Node, float], *, has_relations: bool = True) -> list[dict[Node, float]]:
        node = self.node
        if not parameters and not self.values:
            return node.admissible_states
        rows = [
            NodeConstraint(name, (symbol(name) - x, None, 0.0), {}, 0.0, 0)
            for name, x in self.values.items()
            if name in node.kinematics.coordinates and has_relations
        ]
        constraints = [*node.all_constraints, *rows]
        return admissible_states(node.kinematics, constraints, node.all_default_values, parameters)

    @cached_property
    def _other_parameters(self) -> dict[Node, float]:
        """Values other than the default ones for all parameters; empty if there are none."""
        node = self.node
        rows = [x for row in node.all_constraints for x in (*row.by_order, row.b, *row.A.values())]
        every = [*rows, *node.kinematics.rates.values(), *node.M.entries.flat, *node.forces.entries.flat]
        return other_parameters(
            inputs_of([x for x in (*every, *self.values.values()) if isinstance(x, Expression)])
        )

    def _check(self) -> None:
        """Refuse a relation that does not hold, or that motion does not keep."""
        kinematics, states = self.node.kinematics, self.states
        residuals = {name: symbol(name) - x for name, x in self.values.items()}
        positions = {name: x for name, x in residuals.items() if name in kinematics.coordinates}
        if self.values and not states:
            raise FormulationError(
                f"{self.node.name}: no state was found in which {', '.join(self.values)} are what is put in their "
                "place and the constraints hold; check the relations, or give default values near such a state"
            )
        self._check_other_parameters()
        for name, residual in residuals.items():
            kept = kinematics.derivative(residual) if name in positions else residual
            for state in states:
                also = {x: 0.5 for x in _inputs(kept) if x not in state and x.op != "parameter"}
                off, size = evaluate(kept, {**state, **also}), max(map(abs, state.values()), default=1.0)
                if not abs(off) <= HOLDS * (1.0 + size):
                    raise FormulationError(
                        f"{self.node.name}: {name!r} does not stay what is put in its place: in a state that the "
                        f"constraints allow it is off by {off:.3g}" + (" per second" if name in positions else "")
                    )
        self._check_neighbours(residuals)

    def _check_neighbours(self, residuals: Mapping[str, Scalar]) -> None:
        """Refuse relations that hold only where they were solved for, to first order: x = θ in place of sin θ.

        Only one of two neighbours may lie on another branch, beyond the root of a square root.
        """
        node = self.node
        neighbours = Neighbours(node.kinematics, node.all_constraints)
        for state in self.states if residuals else ():
            near = neighbours.of(state)
            for name, residual in residuals.items():
                off = [self._off(residual, there) for there in near]
                if len(off) == 2 and min(off) > HOLDS and neighbours.determine(residual, state):
                    raise FormulationError(
                        f"{node.name}: {name!r} is what is put in its place in some states only: nearby, in "
                        f"states that the constraints allow, it is off by {min(off):.3g}"
                    )

    @staticmethod
    def _off(residual: Scalar, state: Mapping[Node, float]) -> float:
        """Value of a residual beside those of the variables; zero where it has none."""
        off = abs(evaluate(residual, state)) / (1.0 + max(map(abs, state.values()), default=0.0))
        return float(off) if np.isfinite(off) else 0.0

    def _check_other_parameters(self) -> None:
        """Refuse relations that hold with the default values of parameters alone."""
        other = self._other_parameters
        if not self.values or not other or self._states(other):
            return
        if self._states(other, has_relations=False):
            raise FormulationError(
                f"{self.node.name}: with other values of {', '.join(map(name_of, other))} no state was found in "
                f"which {', '.join(self.values)} are what is put in their place; write the relations in the "
                "parameters"
            )

    @cached_property
    def by_variable(self) -> dict[Node, Scalar]:
        """Expressions in place of the variables, their speeds and their accelerations."""
        kinematics = self.node.kinematics
        speeds = {symbol(name) for name in kinematics.speeds}
        places: dict[Node, Scalar] = {}
        for name, x in self.values.items():
            places[symbol(name)] = x
            rate = kinematics.rates[symbol(name)]
            first = kinematics.derivative(x)
            if isinstance(rate, Node) and (rate in speeds or rate in set(kinematics.highest)):
                places.setdefault(rate, first)
                second = kinematics.rates.get(rate)
                if rate in speeds and isinstance(second, Node) and second in set(kinematics.highest):
                    places.setdefault(second, kinematics.derivative(first))
        return places


@dataclass(frozen=True, eq=False)
class Elimination:
    """Speeds and accelerations of a tree in those that stay, node by node: y = C z + y₀."""

    tree: SystemNode
    """The tree, with complements in symbols."""

    staying: frozenset[str]
    """Labels of variables that stay; what is independent at the root stays anyway."""

    _values: dict[tuple[str, int], Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if unknown := [name for name in self.staying if name not in self.tree.label_set]:
            raise FormulationError(
                f"{self.tree.name}: there is no variable {unknown[0]!r} to write speeds and accelerations in; "
                f"there are {', '.join(self.tree.labels)}"
            )

    @cached_property
    def by_variable(self) -> dict[Node, Scalar]:
        """Expressions in place of dependent speeds and accelerations."""
        kinematics = self.tree.kinematics
        places: dict[Node, Scalar] = {}
        orders = (2,) if kinematics.has_own_accelerations else (1, 2)
        for order in orders:
            put = Substitution(dict(places))
            for label in self.tree.labels:
                if (value := self.value(label, order)) is not self._variable(label, order):
                    places[self._variable(label, order)] = put(value)
        return places

    def value(self, label: str, order: int) -> Scalar:
        """A speed (order 1) or acceleration (2) in variables that stay."""
        if label in self.staying or label not in self._dependent_at:
            return self._variable(label, order)
        if (label, order) not in self._values:
            node = self._dependent_at[label]
            C, shift = node.C, self._shift(node, order)
            if shift is None:
                return self._variable(label, order)
            total: Scalar = shift.get(label, 0.0)
            for column in C.columns:
                if not is_zero(x := C[label, column]):
                    total = total + x * self.value(column, order)
            self._values[label, order] = total
        return self._values[label, order]

    @cached_property
    def _dependent_at(self) -> dict[str, SystemNode]:
        """The node whose rows determine a variable, by label."""
        return {
            label: node
            for node in self.tree.nodes()
            for label in node.free
            if label not in node.independent and node.constraints
        }

    @cached_property
    def _places(self) -> dict[str, Node]:
        return dict(zip(self.tree.labels, self.tree.kinematics.highest, strict=True))

    def _variable(self, label: str, order: int) -> Node:
        return self._places[label] if order == 2 else symbol(label)

    def _shift(self, node: SystemNode, order: int) -> dict[str, Scalar] | None:
        """y₀ of a node; None where its rows say nothing linear at this order."""
        right: dict[str, Scalar] = {}
        for row in node.all_constraints:
            if order == 2:
                right[row.name] = -row.b
            elif (rest := self._rest_of_first_order(row)) is not None:
                right[row.name] = -rest
            else:
                return None
        column = labelled_column(right)
        rest_column = column.block(node.A.rows)
        for child in node.children:
            e = child.particular(column)
            rest_column = rest_column - node.A.block(columns=e.rows) @ e
        y = node.complement.particular(node.rows, rest_column)
        return dict(zip(y.rows, y.entries[:, 0], strict=True))

    def _rest_of_first_order(self, row: NodeConstraint) -> Scalar | None:
        """A row of first order without speeds; None if it is not linear in them."""
        if row.by_order[1] is None or row.affine_from > 1:
            return None
        return substitute(row.by_order[1], {symbol(name): 0.0 for name in self.tree.kinematics.speeds})


@dataclass(frozen=True, eq=False)
class ChosenVariables:
    """Expressions in place of variables of a node, and states in which these are equal."""

    places: Mapping[Node, Scalar]
    replaced: frozenset[str]
    """Names of the variables that relations replace."""

    states: list[dict[Node, float]]


def chosen_variables(
    node: SystemNode, tree: SystemNode, dependent: Mapping[str, Scalar] | None, variables: Iterable[str] | None
) -> ChosenVariables:
    """Expressions in place of dependent variables of a node; `tree` is the node with complements in symbols."""
    _check_inputs(node)
    relations = Relations(node, _checked_relations(node.name, dependent or {}))
    eliminated: Mapping[Node, Scalar] = {}
    if variables is not None:
        names = labels(variables if isinstance(variables, str) else tuple(variables), "variables")
        eliminated = Elimination(tree, frozenset(names)).by_variable
    every = {**relations.by_variable, **eliminated}
    places = {x: substitute(value, relations.by_variable) for x, value in every.items()}
    return ChosenVariables(places, frozenset(map(name_of, relations.by_variable)), relations.states)


def _check_inputs(node: SystemNode) -> None:
    """Refuse rows of positions or speeds that contain an input: its rates stand in their accelerations."""
    inputs = set(map(symbol, node.inputs))
    for row in node.all_constraints if inputs else ():
        for x in _inputs([y for y in row.by_order[:2] if y is not None]):
            if x in inputs:
                raise FormulationError(
                    f"{node.name}: the constraint {row.name!r} contains the input {name_of(x)!r}, whose rates are "
                    "not known; make it a coordinate of the node, or use a law of time or a relation of "
                    "accelerations"
                )


def _checked_relations(owner: str, given: object) -> dict[str, Scalar]:
    """Expressions in place of variables, as given; refused if they are none."""
    if not isinstance(given, Mapping):
        raise FormulationError(
            f"{owner}: dependent is a mapping of names to expressions, {{'y': -da.cos(θ)}}, not {told(given)}"
        )
    for name, x in given.items():
        if not isinstance(x, Expression) and not is_number(x):
            raise FormulationError(
                f"{owner}: what takes the place of {name!r} is an expression or a number, not {told(x)}"
            )
    return dict(given)


def put_in(places: Mapping[Node, Scalar], X: LabelledMatrix) -> LabelledMatrix:
    """A matrix with expressions in place of variables."""
    return X.mapped(lambda entries: _put(places, entries))


def _put(places: Mapping[Node, Scalar], entries: Array) -> Array:
    return np.asarray(substitute(entries, places), dtype=object) if entries.size else entries


def _inputs(x: Scalar | list[Scalar]) -> Iterable[Node]:
    values = x if isinstance(x, list) else [x]
    return inputs_of([y for y in values if isinstance(y, Expression)])


def _names(x: Scalar) -> list[str]:
    return [name_of(y) for y in _inputs(x)]
