"""A tree of systems condensed: equations whose accelerations are rolled code, as long as the forms of its parts.

Rows between blocks hold by accelerations and by projection; they are no rows of these equations, which have no
matrices of the whole either: nothing here grows faster than the tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import directional, jacobian
from dalembert.expr.functions import sqrt
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rolled import Rolled
from dalembert.expr.rolled_tracing import Forms, Place, Role, Rolling
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.modules.condensation import (
    LOST,
    Condensation,
    RightSides,
    elimination_order,
    groups_of,
    has_multipliers,
)
from dalembert.modules.coupled_blocks import InertiaCheck, blocks_of, variables_of
from dalembert.modules.elimination import solved
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.subsystem import Subsystem
from dalembert.typed.speed_map import column
from dalembert.typed.vocabulary import parameters_in


class CondensedTree:
    """Routines of (t, q, u, τ, p) of a condensed tree."""

    def __init__(self, node: Subsystem) -> None:
        if not node.speeds:
            raise FormulationError(f"{node.name} has no speeds, so nothing moves")
        self.node = node
        self.q, self.u = ([symbol(x) for x in names] for names in (node.coordinates, node.speeds))
        self.tau = [symbol(x) for x in node.inputs]
        parameters = _parameters(node)
        self.parameters = parameters_in(parameters)
        self.operands = [time, *self.q, *self.u, *self.tau, *parameters]
        self._forms = Forms(self.operands, _roles(node, [*self.tau, *parameters]))
        self._inertia_of = InertiaCheck(self._forms)
        self.blocks, rows = blocks_of(node, self._inertia_of)
        self.groups = groups_of(self.blocks, rows)
        self.order = elimination_order(self.groups, len(self.blocks))

    @cached_property
    def forward(self) -> Rolled:
        """Rates of the coordinates and of the speeds, then multipliers of the rows."""
        rolling = Rolling(self._forms)
        a, lam = self._solved(rolling, RightSides(1, lambda row: [-row.b]), has_forces=True)
        accelerations = {x: value[0] for x, value in a.items()}
        rates: dict[str, Place | float] = {}
        for node in self.node.nodes():
            for names in (node.own_kinematics.coordinates, node.own_kinematics.speeds):
                formulas = column(node.own_kinematics.rates[symbol(name)] for name in names)
                rates |= dict(zip(names, rolling.values(formulas, accelerations), strict=True))
        results = [rates[name] for name in (*self.node.coordinates, *self.node.speeds)]
        return rolling.routine("condensed", [*results, *(lam[name][0] for name in self.rows)], LOST)

    @property
    def rows(self) -> list[str]:
        """Rows between parts, which have a multiplier."""
        return [row.name for group in self.groups for row in group.rows]

    @property
    def inner_rows(self) -> list[str]:
        """Rows inside parts that have a multiplier."""
        return [
            row.name for block in self.blocks if has_multipliers(block, self._inertia_of) for row in block.rows
        ]

    @cached_property
    def inner_multipliers(self) -> Rolled:
        """Multipliers of the rows inside parts; no run needs them."""
        rolling = Rolling(self._forms)
        _, lam = self._solved(rolling, RightSides(1, lambda row: [-row.b]), has_forces=True, inside=True)
        return rolling.routine("carried", [lam[name][0] for name in self.inner_rows], LOST)

    @cached_property
    def residuals(self) -> Rolled:
        """φ and ψ of all rows that have them, relations that the rates keep, lengths of the first gradients."""
        rolling = Rolling(self._forms)
        values, slopes, kept = [], [], []
        for rows in self._row_groups:
            formulas = column(x for row in rows for x in _levels(row))
            states = [
                x for x in inputs_of([x for x in formulas if isinstance(x, Expression)]) if x in self._states
            ]
            residuals, lengths = rolling.apply(_with_slopes, formulas, column(states))
            values += list(residuals)
            slopes += list(lengths)
        for node in self.node.nodes():
            kept += list(rolling.values(column(x for _, x in node.own_kinematics.kept)))
        return rolling.routine("residuals", [*values, *kept, *slopes], "has no value")

    @cached_property
    def _states(self) -> frozenset[Node]:
        return frozenset((*self.q, *self.u))

    @property
    def residual_rows(self) -> list[tuple[NodeConstraint, int]]:
        """Rows with their orders, 0 for φ and 1 for ψ, in the order of `residuals`."""
        return [
            (row, order)
            for rows in self._row_groups
            for row in rows
            for order in (0, 1)
            if row.by_order[order] is not None
        ]

    @property
    def kept(self) -> list[str]:
        """Names of the relations that the rates keep."""
        return [name for node in self.node.nodes() for name, _ in node.own_kinematics.kept]

    @cached_property
    def valid(self) -> Rolled:
        """Coordinates after one Newton step towards the relations that the rates keep."""
        rolling = Rolling(self._forms)
        q = {name: x for node in self.node.nodes() for name, x in _valid(rolling, node)}
        values = rolling.values(column(q[name] for name in self.node.coordinates))
        return rolling.routine("valid", list(values), "has no value")

    @cached_property
    def corrected(self) -> Rolled:
        """Coordinates and speeds after one step towards all rows, nearest in the metric of inertia."""
        rolling = Rolling(self._forms)
        a, _ = self._solved(rolling, RightSides(2, _corrections), has_forces=False)
        still = dict.fromkeys(self.node.speeds, 0.0)
        shift = self._moved(rolling, "speeds", still, {x: value[0] for x, value in a.items()})
        valid = {name: x for node in self.node.nodes() for name, x in _valid(rolling, node)}
        q = self._moved(rolling, "coordinates", valid, {symbol(name): x for name, x in shift.items()})
        start = {name: symbol(name) for name in self.node.speeds}
        u = self._moved(rolling, "speeds", start, {x: value[1] for x, value in a.items()})
        new = [*(q[name] for name in self.node.coordinates), *(u[name] for name in self.node.speeds)]
        return rolling.routine("corrected", new, LOST)

    # ---- steps

    @property
    def _row_groups(self) -> list[Sequence[NodeConstraint]]:
        return [
            *(group.rows for group in self.groups),
            *(block.rows for block in self.blocks if block.rows),
        ]

    def _solved(
        self, rolling: Rolling, right: RightSides, *, has_forces: bool, inside: bool = False
    ) -> tuple[dict[Node, Array], dict[str, Array]]:
        condensation = Condensation(rolling, self.blocks, self.groups, self.order, self._inertia_of)
        accelerations, lam = condensation.solved(right, has_forces=has_forces, inside=inside)
        a = {
            x: y
            for block, of_block in zip(self.blocks, accelerations, strict=True)
            for x, y in zip(block.highest, of_block, strict=True)
        }
        return a, lam

    def _moved(
        self,
        rolling: Rolling,
        kind: str,
        start: Mapping[str, Place | Scalar],
        changes: Mapping[Node, Place | float],
    ) -> dict[str, Place | float]:
        """Variables from `start`, changed to first order as their rates say for changes of other variables."""
        moved: dict[str, Place | float] = {}
        for node in self.node.nodes():
            names = getattr(node.own_kinematics, kind)
            rates = column(node.own_kinematics.rates[symbol(name)] for name in names)
            variables = [x for x in inputs_of([x for x in rates if isinstance(x, Expression)]) if x in changes]
            begin = column(start[name] for name in names)
            shifts = column(changes[x] for x in variables)
            moved |= dict(
                zip(names, rolling.apply(_shifted, begin, rates, column(variables), shifts)[0], strict=True)
            )
        return moved


def _levels(row: NodeConstraint) -> list[Scalar]:
    return [x for x in row.by_order[:2] if x is not None]


def _corrections(row: NodeConstraint) -> list[Scalar]:
    """Corrections that a row asks for: −φ and −ψ, zero where it has none."""
    return [0.0 if x is None else -x for x in row.by_order[:2]]


def _with_slopes(values: Array, states: Array) -> list[Array]:
    """Values, and the lengths of their gradients."""
    slopes = np.asarray(jacobian(values, states), dtype=object).reshape(len(values), len(states))
    return [values, column(sqrt(sum((x * x for x in row), 0.0)) for row in slopes)]


def _shifted(start: Array, rates: Array, variables: Array, changes: Array) -> list[Array]:
    return [start + directional(rates, dict(zip(variables, changes, strict=True)))]


def _valid(rolling: Rolling, node: Subsystem) -> list[tuple[str, Scalar]]:
    """Coordinates of a node, after one Newton step towards the relations that its rates keep."""
    q = column(symbol(name) for name in node.own_kinematics.coordinates)
    if node.own_kinematics.kept:
        q = rolling.apply(_nearest, q, column(x for _, x in node.own_kinematics.kept))[0]
    return list(zip(node.own_kinematics.coordinates, q, strict=True))


def _nearest(q: Array, c: Array) -> list[Array]:
    slope = jacobian(c, q)
    return [q - products(slope.T, solved(products(slope, slope.T), c[:, None])[:, 0])]


# ---- roles of variables


def _roles(node: Subsystem, others: Sequence[Node]) -> dict[Node, Role]:
    """Role of each variable: number of its node and its place there; inputs and parameters stand alone."""
    roles = {time: Role(-1, "t")}
    number = 0
    for system in node.nodes():
        for kind, nodes in (
            ("q", map(symbol, system.own_kinematics.coordinates)),
            ("u", map(symbol, system.own_kinematics.speeds)),
            ("a", system.own_kinematics.highest),
        ):
            roles |= {x: Role(number, f"{kind}{k}") for k, x in enumerate(nodes)}
        number += 1
    for k, x in enumerate(sorted(others, key=lambda x: _natural(name_of(x)))):
        roles[x] = Role(number + k, "p")
    return roles


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Key of natural order: numbers in names count as numbers."""
    return [(1, int(x), "") if x.isdigit() else (0, 0, x) for x in re.split(r"(\d+)", name)]


def _parameters(node: Subsystem) -> list[Node]:
    """Open parameters of all expressions of a tree, by name."""
    entries: list[Scalar | None] = []
    for system in node.nodes():
        entries += [
            *system.own_kinematics.rates.values(),
            *variables_of(system.own_forces),
            *(x for _, x in system.own_kinematics.kept),
        ]
        for row in system.constraints:
            entries += [*row.by_order, *row.A.values(), row.b]
    parameters = [x for x in inputs_of([x for x in entries if isinstance(x, Expression)]) if x.op == "parameter"]
    # as native code takes them, so that they are copied at once
    return sorted(parameters, key=name_of)
