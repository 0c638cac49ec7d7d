"""From a tree of systems whose models have contacts to one `Equations`, in which contacts are rows.

Modules stay as they were derived. What touches is known by one model of all that do, under the names of the tree;
rows of contacts are written in its variables, and stand beside those of the root.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.constraints import Constraints
from dalembert.equations.equations import Equations
from dalembert.equations.lazy_signals import LazySignals, Signal, joined
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.outputs import BodyMotion, JointAxes, NamedOutputs, SignalKind
from dalembert.equations.solved_system import SolvedSystem
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar
from dalembert.model.model import Model
from dalembert.modules.joining import JoinedParts, TreeMotion, joined_parts
from dalembert.modules.model_equations import with_more_forces, with_more_rows
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.node_units import units_of
from dalembert.modules.system_node import SystemNode
from dalembert.modules.touching_model import check_strengths, whole_model
from dalembert.state import State
from dalembert.tree.signals import Signals
from dalembert.tree.tree import Tree
from dalembert.tree.tree_outputs import TreeOutputs
from dalembert.typed.typed_signals import TypedSignals


def joined_with_contacts(node: SystemNode) -> Equations:
    """The equations of a tree of systems whose models have contacts, stops, cables or dry friction."""
    model = whole_model(node.touching)
    check_strengths(node.name, model)
    recipe = (joined_with_contacts, (node,), JoinedLeaves(node, model), True)
    return _equations(node, Tree(model), recipe)


@dataclass(frozen=True, eq=False)
class JoinedLeaves:
    """Principle that derives a tree of systems again, with more rows and forces on its models that touch."""

    node: SystemNode
    model: Model
    """The models that touch, as they stand in the tree."""

    def equations(self, model: Model) -> Equations:
        """Equations of the tree of systems with the parts of another model of the same bodies."""
        tree = Tree(model)
        known = {force.name for force in self.model.forces}
        recipe = (self.equations, (model,), self, True)
        return _equations(with_more_forces(self.node, tree, known), tree, recipe)


def _equations(node: SystemNode, tree: Tree, recipe: tuple[object, ...]) -> Equations:
    if node.kinematics.has_own_accelerations:
        raise FormulationError(
            f"{node.name}: accelerations of names of their own cannot stand beside contacts; let them be the "
            "rates of the speeds"
        )
    kinematics = _in_order(node.kinematics, tree)
    parts = joined_parts(node, kinematics)
    if parts.laws is not None and tree.reaction_dependent_forces.loads.laws:
        raise FormulationError(
            f"{node.name}: forces that depend on multipliers cannot stand beside friction that depends on "
            "reactions of joints"
        )
    v, of_tree = parts.variables, tree.variables
    states = [k for k, name in enumerate(of_tree.states) if name not in v.speeds]
    variables = replace(
        v,
        states=tuple(of_tree.states[k] for k in states),
        starts=tuple(of_tree.starts[k] for k in states),
        discrete=of_tree.discrete,
        parameters={**of_tree.parameters, **v.parameters},
        units={**v.units, **units_of(v.names, of_tree.units)},
    )
    # rows of points that are held may repeat others; those that come and go are solved for around the tree
    rows = _Rows(parts.typed.rows, tree)
    lasting = tuple(row.row.name for row in rows.rows if row.switch is None)
    return Equations(
        recipe,
        variables,
        TreeMotion(node, variables),
        parts.balance,
        _Outputs(tree, parts, variables.states),
        rows,
        parts.laws or tree.reaction_dependent_forces,
        solver=replace(parts.solver, node=with_more_rows(node, tree), rows=lasting),
    )


def _in_order(kinematics: Kinematics, tree: Tree) -> Kinematics:
    """Kinematics of a tree of systems with the speeds of models that touch first, in their order."""
    first = tree.variables.speeds
    speeds = (*first, *(name for name in kinematics.speeds if name not in first))
    highest = dict(zip(kinematics.speeds, kinematics.highest, strict=True))
    return replace(kinematics, speeds=speeds, accelerations=speeds, highest=tuple(highest[x] for x in speeds))


class _Rows(Constraints):
    """Rows of a tree of systems, and those of contacts, which come and go or are held."""

    def __init__(self, rows: Sequence[LevelRow], tree: Tree) -> None:
        self._rows, self._tree = rows, tree

    @cached_property
    def rows(self) -> Sequence[LevelRow]:
        known = {row.row.name for row in self._rows}
        of_contacts = [row for row in self._tree.constraints.rows if row.row.name not in known]
        return sorted([*self._rows, *of_contacts], key=lambda row: row.row.level)


class _Outputs(TreeOutputs):
    """Bodies of models that touch, and variables and rows of the whole tree of systems."""

    def __init__(self, tree: Tree, parts: JoinedParts, states: tuple[str, ...]) -> None:
        super().__init__(tree, self._of_tree)
        self.parts, self.states = parts, states

    def _of_tree(self, solution: SolvedSystem) -> tuple[Array, Array]:
        """Accelerations and multipliers of the tree of bodies among those of all systems."""
        rows = self.tree.constraints.rows
        places = {row.name: k for k, row in enumerate(solution.equations.rows)}
        lam = np.full(len(rows), 0.0, dtype=object)
        for k, row in enumerate(rows):
            if row.row.name in places:
                lam[k] = solution.multipliers[places[row.row.name]]
        return solution.accelerations[: len(self.tree.variables.speeds)], lam

    @property
    def description(self) -> str:
        return self.parts.plain.outputs.description

    @property
    def contents(self) -> Mapping[str, object]:
        return {**self.parts.plain.outputs.contents, "models that touch": self.model.described}

    @property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        return ()

    def numbers_for(
        self, motions: Mapping[str, BodyMotion], p: Mapping[str, float], near: Sequence[State]
    ) -> tuple[Array, Array]:
        return self.parts.plain.outputs.numbers_for(motions, p, near)

    def reaction_patterns(self, n_rows: int) -> tuple[tuple[str, ...], Array]:
        return (), np.zeros((0, n_rows))

    def input_law(self, equations: Equations) -> None:
        return None

    def state_rates(self, solution: SolvedSystem) -> Array:
        rates = {x.name: x.rate for x in self.model.state_variables}
        h = np.empty(len(self.states), dtype=object)
        h[:] = [rates[name] for name in self.states]
        return np.asarray(self.resolve(h, solution), dtype=object)

    def signals(self, solution: SolvedSystem) -> NamedOutputs:  # type: ignore[override]
        return _Signals(TypedSignals(solution, self.parts.typed), super().signals(solution))

    def element_loads(self, solution: SolvedSystem) -> Mapping[str, Array]:
        return {}

    def gibbs_function(self, a: Array) -> Scalar:
        return self.parts.plain.outputs.gibbs_function(a)


class _Signals(LazySignals):
    """Signals of the variables and rows of a tree of systems, and of parts and bodies of its models that touch.

    Reactions of joints and energies are left out: what else acts on the bodies of a leaf has no place at a body.
    """

    def __init__(self, typed: TypedSignals, of_bodies: Signals) -> None:
        self.typed, self.of_bodies = typed, of_bodies

    @cached_property
    def _made(self) -> Mapping[str, Signal]:
        typed = _signals_of(self.typed)
        of_parts = {
            name: signal
            for name, signal in _signals_of(self.of_bodies).items()
            if name not in typed and (signal.kind in _KEPT or name.endswith((".force", ".residual")))
        }
        return joined(typed, of_parts)


_KEPT = (SignalKind.OWN, SignalKind.POSITION, SignalKind.VELOCITY, SignalKind.ANGULAR_VELOCITY)


def _signals_of(outputs: NamedOutputs) -> dict[str, Signal]:
    """Signals of other outputs, each made by these."""
    units, kinds = outputs.units, outputs.kinds
    return {name: Signal(partial(outputs.__getitem__, name), units[name], kinds[name]) for name in outputs}
