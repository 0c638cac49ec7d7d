"""Equations of a condensed tree: everything that grows with it is an entry of a few routines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.constraints import Constraints, StateRow
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.equations import Equations
from dalembert.equations.lazy_signals import LazySignals, Signal, joined, state_signals
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.outputs import BodyMotion, NamedOutputs, Outputs
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calls import array_of, invoke
from dalembert.expr.node import Expression, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.rolled import Rolled
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.model.plain_data import plain
from dalembert.modules.condensed_bodies import CondensedBodies
from dalembert.modules.condensed_tree import CondensedTree
from dalembert.modules.node_units import units_of
from dalembert.modules.refused_trees import check_without_contacts, check_without_reactions
from dalembert.modules.subsystem import Subsystem
from dalembert.rows import Baumgarte, Level, Stabilization
from dalembert.state import State
from dalembert.typed.typed_measures import resolved_in_variables


def condensed(node: Subsystem) -> Equations:
    """Equations of a tree of systems whose parts are compiled once, however often they occur.

    Parts are condensed to their ports and joined from the leaves to the root, and accelerations are handed down:
    their time grows as the number of parts, and that of compiling as the number of different ones. Multipliers are
    signals, `<row>.multiplier`, also of rows inside parts unless these depend on each other. Such equations are
    for runs: drift of rows between parts is corrected by projection, and there are no matrices of the whole.
    Questions that need these take `node.equations`.

    Parameters
    ----------
    node : Subsystem
        Tree of systems.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.modules.point_mass("bob", mass=1.0, gravity=(0.0, -9.81))
    >>> S = da.expr.symbol
    >>> rows = {"slope": S("left/x") - S("right/x")}
    >>> pair = da.modules.subsystem("pair", {"left": bob, "right": bob}, constraints=rows)
    >>> motion = da.simulate(da.modules.condensed(pair), until=1.0)
    >>> print(f"{motion['left/y'][-1]:.3f} m")
    -4.905 m
    """
    if not isinstance(node, Subsystem):
        raise FormulationError(
            "da.modules.condensed takes a tree of systems, such as da.modules.subsystem(…) or "
            f"da.Modular().tree(model), not {type(node).__name__}"
        )
    if node.model is not None and node.model.state_variables:
        raise FormulationError(
            f"a condensed tree has no state variables such as {node.model.states[0]!r}; take the `equations` of "
            f"the tree"
        )
    check_without_contacts(node, "da.modules.condensed")
    check_without_reactions(node, "da.modules.condensed")
    _check_inputs(node)
    tree = CondensedTree(node)
    default_values = tuple(float(node.all_default_values.get(name, 0.0)) for name in node.coordinates)
    variables = Variables(
        node.coordinates,
        node.speeds,
        inputs=node.inputs,
        units=units_of((*node.coordinates, *node.speeds, *node.inputs), node.units),
        parameters=tree.parameters,
        default_values=default_values,
    )
    return Equations(
        (condensed, (node,)),
        variables,
        CondensedMotion(tree, variables),
        CondensedBalance(tree),
        _outputs(tree, variables),
        CondensedConstraints(tree),
    )


def _check_inputs(node: Subsystem) -> None:
    """Raise for rows with inputs, which would become states that a condensed tree does not have."""
    inputs = set(node.inputs)
    for constraint in node.all_constraints if inputs else ():
        smooth = [x for x in constraint.by_order[:2] if isinstance(x, Expression)]
        if inside := [name_of(x) for x in inputs_of(smooth) if x.op == "symbol" and name_of(x) in inputs]:
            raise FormulationError(
                f"a condensed tree has no constraints with inputs, such as {constraint.name!r} with "
                f"{inside[0]!r}; take the `equations` of the tree"
            )


def _outputs(tree: CondensedTree, variables: Variables) -> Outputs:
    """Outputs of the tree: with bodies, if it was made of a model."""
    plain = CondensedOutputs(tree, variables)
    if tree.node.model is None:
        return plain
    return CondensedBodies(tree.node.model, variables, multiplier_signals(tree), plain)


def _called(tree: CondensedTree, routine: Rolled) -> Array:
    results = invoke(routine, tree.operands)
    return array_of(results, (len(results),))


class CondensedMotion(CoordinateMotion):
    """Rates of all coordinates, and relations that they keep, by rolled code."""

    def __init__(self, tree: CondensedTree, variables: Variables) -> None:
        self.tree, self.q, self.u = tree, variables.q, variables.u

    @cached_property
    def rates(self) -> Array:
        return _called(self.tree, self.tree.forward)[: len(self.q)]

    @cached_property
    def c(self) -> Array:
        n, kept = len(self.tree.residual_rows), len(self.tree.kept)
        return _called(self.tree, self.tree.residuals)[n : n + kept] if kept else np.zeros(0)

    @cached_property
    def projected(self) -> Array:
        return _called(self.tree, self.tree.valid) if self.tree.kept else self.q

    @property
    def is_projected_once(self) -> bool:
        return not self.tree.kept

    @cached_property
    def rates_as_written(self) -> Array:
        return array_of([self.tree.node.kinematics.rates[x] for x in self.q], (len(self.q),))

    @cached_property
    def has_affine_rates(self) -> bool:
        return not all(map(is_zero, np.ravel(substitute(self.rates_as_written, dict.fromkeys(self.u, 0.0)))))


class CondensedBalance(Balance):
    """Accelerations by condensed parts; there is no mass matrix of the whole."""

    def __init__(self, tree: CondensedTree) -> None:
        self.tree = tree

    @property
    def M(self) -> SparseMatrix:
        raise self._no_matrices()

    @property
    def forces(self) -> Array:
        raise self._no_matrices()

    def _no_matrices(self) -> FormulationError:
        return FormulationError(
            f"{self.tree.node.name} is condensed, for runs only: it has no matrices of the whole, which "
            "this needs; take the `equations` of the tree"
        )

    def solution(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array] | None:
        n = len(self.tree.node.coordinates)
        results = _called(self.tree, self.tree.forward)
        return results[n : n + len(self.tree.node.speeds)], np.zeros(0)

    def lost(self, t: float, q: Array, u: Array, tau: Array, p: Mapping[str, float]) -> str:
        parameters = {**self.tree.parameters, **p}
        values = [parameters[name] for name in sorted(self.tree.parameters)]
        return self.tree.forward.lost(np.array([t, *q, *u, *tau, *values]))

    def check_unsolved(self) -> None:
        raise self._no_matrices()


class CondensedConstraints(Constraints):
    """Rows of the tree as conditions on its states: accelerations meet them, and projection corrects drift."""

    def __init__(self, tree: CondensedTree) -> None:
        self.tree = tree

    @property
    def rows(self) -> Sequence[LevelRow]:
        return ()

    @cached_property
    def state_rows(self) -> tuple[StateRow, ...]:
        values, n = _called(self.tree, self.tree.residuals), len(self.tree.residual_rows)
        slopes = values[n + len(self.tree.kept) :]
        return tuple(
            StateRow(
                row.record(order),
                value,
                f"the constraint {row.name!r}" + (" of the speeds" if order else ""),
                "let da.assemble find a start, which may take what you know of it",
                slope=slope,
            )
            for (row, order), value, slope in zip(self.tree.residual_rows, values[:n], slopes, strict=True)
        )

    def check_stabilization(self, stabilization: Stabilization | None) -> None:
        if isinstance(stabilization, Baumgarte):
            raise ModelError(
                "a condensed tree keeps its constraints by projection; leave `stabilization` out, or take "
                "node.equations"
            )

    def corrected(self) -> tuple[Array, Array] | None:
        if not self.tree.residual_rows:
            return None
        state, n = _called(self.tree, self.tree.corrected), len(self.tree.node.coordinates)
        return state[:n], state[n:]


class CondensedOutputs(Outputs):
    """Outputs of a condensed tree without bodies: variables and multipliers."""

    def __init__(self, tree: CondensedTree, variables: Variables) -> None:
        self.tree, self.variables = tree, variables

    @property
    def contents(self) -> Mapping[str, object]:
        forward = self.tree.forward
        return {
            "parameters": dict(self.variables.parameters),
            "variables": [*self.variables.coordinates, *self.variables.speeds, *self.variables.inputs],
            "parts": plain([list(part.outputs) for part in forward.parts]),
            "steps": [list(forward.steps.parts), list(forward.steps.places), list(forward.steps.results)],
        }

    @property
    def description(self) -> str:
        tree, v = self.tree, self.variables
        n = len(tree.forward.parts)
        return (
            f"{tree.node.name}, condensed: {len(v.coordinates)} coordinates, {len(v.speeds)} speeds; "
            f"{len(tree.blocks)} parts joined by {len(tree.rows)} rows, computed by {n} routines"
        )

    def numbers_for(
        self, motions: Mapping[str, BodyMotion], p: Mapping[str, float], near: Sequence[State]
    ) -> tuple[Array, Array]:
        raise FormulationError(
            "a condensed tree has no bodies, so its coordinates do not follow from motions of bodies"
        )

    def resolve(self, expression: Any, solution: SolvedSystem) -> Any:
        return resolved_in_variables(expression, solution)

    def signals(self, solution: SolvedSystem) -> NamedOutputs:
        return CondensedSignals(self.tree, solution)


class CondensedSignals(LazySignals):
    """Signals of a condensed tree: variables, accelerations, `<row>.multiplier` and `<row>.residual`."""

    def __init__(self, tree: CondensedTree, solution: SolvedSystem) -> None:
        self._tree, self._solution = tree, solution

    @cached_property
    def _made(self) -> dict[str, Signal]:
        tree = self._tree
        rows = {f"{name}.multiplier": signal for name, signal in multiplier_signals(tree).items()}
        gaps = {
            f"{row.row.name}.residual": Signal(partial(_value, row))
            for row in self._solution.equations.constraints.state_rows
            if row.row.level == Level.POSITION
        }
        states = state_signals(self._solution.equations.variables, lambda: self._solution.accelerations)
        return joined(rows, gaps, states)


def multiplier_signals(tree: CondensedTree) -> dict[str, Signal]:
    """Multipliers of the rows between parts and inside them, by their names."""
    first = len(tree.node.coordinates) + len(tree.node.speeds)
    between = {name: Signal(partial(_entry, tree, "forward", first + k)) for k, name in enumerate(tree.rows)}
    return between | {
        name: Signal(partial(_entry, tree, "inner_multipliers", k)) for k, name in enumerate(tree.inner_rows)
    }


def _entry(tree: CondensedTree, routine: str, k: int) -> Scalar:
    return _called(tree, getattr(tree, routine))[k]


def _value(row: StateRow) -> Scalar:
    return row.value
