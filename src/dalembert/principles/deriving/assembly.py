"""From a principle and a model to equations, in the model's speeds or in chosen ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.equations import Equations
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.model.model import Model
from dalembert.model.plain_data import plain
from dalembert.principles.deriving.terms import MakesTerms, Terms
from dalembert.rows import Row
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.massless import row_weights, strengthening
from dalembert.tree.moving_bodies import MovingBodies
from dalembert.tree.speed_change import MotionInSpeeds, OutputsInSpeeds, SpeedChange
from dalembert.tree.speeds import ChosenSpeeds, SpeedChoice
from dalembert.tree.tree import Tree, TreeConstraints
from dalembert.tree.tree_outputs import TreeOutputs


def equations_by(principle: MakesTerms, model: Model) -> Equations:
    """The equations of a model by a principle, which says if it cannot treat it."""
    choice = principle.chosen_speeds
    if choice is None:
        return _in_own_speeds(principle, model)
    if isinstance(choice, type) or not isinstance(choice, SpeedChoice):
        raise FormulationError(
            f"speeds are an object such as QuasiVelocities({{name: expression}}), not {choice!r}"
        )
    return _in_speeds(principle, model, choice)


def _in_own_speeds(principle: MakesTerms, model: Model) -> Equations:
    tree = Tree(model)
    principle.check(model, _lasting(row.row for row in tree.constraints.rows))
    bodies = MovingBodies(tree.kinematics, ChosenSpeeds.own(model.speeds, tree.variables.u))
    return Equations(
        (equations_by, (principle, model), principle),
        tree.variables,
        tree.motion,
        TermsBalance(principle, bodies),
        TreeOutputs(tree),
        _OwnMatrix(tree, principle),
        tree.reaction_dependent_forces,
        principle.acceleration_solver,
    )


def _in_speeds(principle: MakesTerms, model: Model, choice: SpeedChoice) -> Equations:
    change = _ChosenChange(model, choice)
    equations = Equations(
        (equations_by, (principle, model), principle),
        change.variables,
        MotionInSpeeds(change),
        TermsBalance(principle, change.bodies),
        OutputsInSpeeds(change),
        change,
        change.reaction_dependent_forces,
        principle.acceleration_solver,
    )
    _check_signals(equations, model)
    _check_parameters(change)
    principle.check(model, _lasting(equations.rows))
    return equations


def _lasting(rows: Iterable[Row]) -> list[Row]:
    """Rows that take freedoms away for good: what contacts exert is an applied force to any principle."""
    return [row for row in rows if not row.comes_and_goes]


def moving_bodies(equations: Equations) -> MovingBodies:
    """The bodies that equations by a principle are about."""
    assert isinstance(equations.balance, TermsBalance)
    return equations.balance.bodies


class TermsBalance(Balance):
    """M and forces from what a principle makes of bodies in the speeds of its equations."""

    def __init__(self, principle: MakesTerms, bodies: MovingBodies) -> None:
        self.principle, self.bodies = principle, bodies

    @cached_property
    def terms(self) -> Terms:
        """Terms that the principle makes of the bodies."""
        return self.principle.terms(self.bodies)

    @property
    def M(self) -> SparseMatrix:
        return self.terms.M

    @property
    def forces(self) -> Array:
        return self.terms.forces

    def written(self, equations: Equations) -> tuple[Array, Array] | None:
        return self.principle.written(equations)

    def row_weights(self, solution: SolvedSystem) -> Array:
        if self.bodies.speeds.redundant:
            return strengthening(solution.equations)
        return row_weights(solution.equations, self.bodies.kinematics.tree)


class _OwnMatrix(TreeConstraints):
    """Constraints of a tree whose matrix J may be got in the way of a principle."""

    def __init__(self, tree: Tree, principle: MakesTerms) -> None:
        super().__init__(tree.kinematics)
        self.tree, self.principle = tree, principle

    @cached_property
    def rows(self) -> Sequence[ConstraintRow]:
        rows = self.tree.constraints.rows
        lasting = [row for row in rows if not row.row.comes_and_goes]
        J = self.principle.constraint_matrix(lasting, self.tree.motion)
        if J is None:
            return rows
        entries = ({k: x for k, x in enumerate(row) if not is_zero(x)} for row in J)
        return [row if row.row.comes_and_goes else replace(row, J=next(entries)) for row in rows]


class _ChosenChange(SpeedChange):
    """Quasi-velocities in place of the speeds of a tree."""

    def __init__(self, model: Model, choice: SpeedChoice) -> None:
        super().__init__(model)
        self.choice = choice

    @cached_property
    def chosen(self) -> ChosenSpeeds:
        return self.choice.chosen(self.tree.kinematics)

    @cached_property
    def variables(self) -> Variables:
        of_tree, chosen = self.tree.variables, self.chosen
        return replace(
            of_tree,
            speeds=chosen.names,
            own_speeds=chosen.u,
            parameters={**of_tree.parameters, **chosen.parameters},
            units={name: unit for name, unit in of_tree.units.items() if name not in of_tree.speeds},
        )

    @property
    def contents(self) -> Mapping[str, object]:
        return {"speeds": plain(self.choice)}


def _check_signals(equations: Equations, model: Model) -> None:
    """Raise if a speed has the name of a signal, unless it is the name of one of the model's speeds."""
    assert isinstance(equations.outputs, OutputsInSpeeds)
    of_tree = equations.outputs.inner.signals(equations.solution)
    if clash := [name for name in equations.speeds if name in of_tree and name not in model.speeds]:
        raise FormulationError(f"the name {clash[0]!r} of a quasi-velocity is that of a signal")


def _check_parameters(change: SpeedChange) -> None:
    """Raise if a parameter of the speeds has another default value in the model."""
    of_speeds, of_tree = change.chosen.parameters, change.tree.variables.parameters
    if clash := [name for name, default in of_speeds.items() if of_tree.get(name, default) != default]:
        raise FormulationError(
            f"the parameter {clash[0]!r} has two default values, {of_tree[clash[0]]} in the model and "
            f"{of_speeds[clash[0]]} in the quasi-velocities; give it one"
        )
