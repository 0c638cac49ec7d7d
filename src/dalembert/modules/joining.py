"""From the root of a tree of systems to one `Equations`: rows of all levels, accelerations level by level."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.reaction_dependent_forces import NoReactionDependentForces
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.solver import AccelerationSolver, shortest_multipliers
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError
from dalembert.expr.bounds import bounded
from dalembert.expr.calculus import jacobian
from dalembert.expr.functions import absolute_value, maximum
from dalembert.expr.linear import solve
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix, products
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.elimination import solved
from dalembert.modules.explicit_tree import plain_tree
from dalembert.modules.labelled_matrix import labelled_column
from dalembert.modules.level_solution import level_solution
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.node_units import units_of
from dalembert.modules.symbolic_solution import SymbolicSolver, unchanged
from dalembert.modules.system_node import SystemNode
from dalembert.modules.tree_reactions import MultiplierForces, parted_forces
from dalembert.typed.speed_map import SpeedMap, column
from dalembert.typed.typed_equations import typed_equations
from dalembert.typed.typed_terms import TypedTerms
from dalembert.typed.vocabulary import Kind, Vocabulary, parameters_in

DISAGREEMENT = 1e-2
"""Residual of a redundant row, relative to its terms, that is accepted while states are a little off."""


@dataclass(frozen=True, eq=False)
class AccelerationMap:
    """Map u̇ = P α + η from accelerations α that have names of their own to rates of the speeds."""

    P: Array
    eta: Array
    labels: tuple[str, ...]
    owner: str
    is_trivial: bool = False
    """Whether accelerations are the rates of the speeds."""

    def __post_init__(self) -> None:
        if self.P.shape[0] != self.P.shape[1]:
            raise FormulationError(
                f"{self.owner}: {self.P.shape[1]} accelerations for {self.P.shape[0]} speeds; equations need as "
                "many of both, so that accelerations can be expressed by the rates of the speeds"
            )

    def of_variables(self, X: Array) -> Array:
        """X P⁻¹: factors of α as factors of u̇."""
        return X if self.is_trivial else solved(self.P.T, X.T).T

    def back(self, a: Array) -> Array:
        """Rates u̇ of the speeds for accelerations α."""
        return a if self.is_trivial else products(self.P, a) + self.eta


def acceleration_map(node: SystemNode) -> AccelerationMap:
    """Map from the variables of second order of a tree to the rates of its speeds."""
    kinematics = node.kinematics
    if not kinematics.has_own_accelerations:
        return AccelerationMap(np.zeros((0, 0)), np.zeros(0), kinematics.accelerations, node.name, is_trivial=True)
    highest = np.array(kinematics.highest, dtype=object)
    rates = column(kinematics.rates[symbol(name)] for name in kinematics.speeds)
    P = jacobian(rates, highest)
    eta = substitute(rates, dict.fromkeys(highest, 0.0))
    return AccelerationMap(P, eta, kinematics.accelerations, node.name)


@dataclass(frozen=True, eq=False)
class LevelByLevel(AccelerationSolver):
    """Solver a = S z + e: every node solves its rows in the variables that its children leave free, leaves first.

    e satisfies the rows, S z is free, and Sᵀ M S z = Sᵀ (f − M e). Nothing but the small matrices B of the nodes
    and Sᵀ M S is factorized. M may be singular and unsymmetric.
    """

    node: SystemNode
    speeds: tuple[str, ...]
    rows: tuple[str, ...]
    """Names of the speeds and of the rows, in the order of the equations."""

    allows_singular_mass = True
    allows_unsymmetric_mass = True
    allows_redundant_rows = True

    def without(self, left_out: Collection[str]) -> LevelByLevel:
        """Solver of the tree without some rows, which repeat others."""
        rows = tuple(name for name in self.rows if name not in left_out)
        return replace(self, node=self.node.without(left_out), rows=rows)

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        if len(gamma) != len(self.rows):
            raise FormulationError("the solver level by level takes all rows of its tree, and none is left out")
        return self.solved(M, f, J, gamma, rank)

    def solved(self, M: Array, f: Array, J: Array, gamma: Array, rank: int | None) -> tuple[Array, Array]:
        """Accelerations and multipliers for all rows of the tree."""
        node, accelerations, names = self.node, acceleration_map(self.node), self.rows
        right_sides = gamma if accelerations.is_trivial else gamma - products(J, accelerations.eta)
        sides = dict(zip(names, right_sides, strict=True))
        if accelerations.is_trivial and (rates := level_solution(node, M, f, self.speeds, sides)) is not None:
            return self._checked(column(rates[name] for name in self.speeds), M, f, J, gamma, rank)

        # inertia that couples nodes, or accelerations of other names: all at once
        right = labelled_column(sides)
        labels = self.speeds if accelerations.is_trivial else node.kinematics.accelerations
        e = node.particular(right).expanded(labels, ("",))[:, 0]
        S = node.S.to_array(labels).astype(object)
        if not accelerations.is_trivial:
            S, e = products(accelerations.P, S), accelerations.back(e)
        a = e
        if S.shape[1]:
            MS = products(M, S)
            z = solve(products(S.T, MS), products(S.T, f - products(M, e)))
            a = e + products(S, z)
        return self._checked(a, M, f, J, gamma, rank)

    def _checked(
        self, a: Array, M: Array, f: Array, J: Array, gamma: Array, rank: int | None
    ) -> tuple[Array, Array]:
        """Accelerations and multipliers; not numbers where rows that count as redundant do not hold."""
        if self.node.has_dependent_rows:
            a = _consistent(a, J, gamma)
        return a, shortest_multipliers(M, f, J, a, rank) if len(J) else np.zeros(0)


def _consistent(a: Array, J: Array, gamma: Array) -> Array:
    """Accelerations, not numbers in states where rows that count as redundant do not follow from the others.

    The number of independent rows is that of some samples; inside a time step states are a little off.
    """
    largest = reduce(maximum, absolute_value(a))
    off, size = absolute_value(J @ a - gamma), absolute_value(J).sum(axis=1) * largest + absolute_value(gamma)
    message = "rows that count as redundant do not hold; say which variables are independent"
    return bounded(a, list(off), list(DISAGREEMENT * size + DISAGREEMENT), "repetition", message)


class TreeBalance(Balance):
    """Mass matrix and forces of all leaves; solved level by level by default."""

    def __init__(self, plain: Balance, node: SystemNode | None = None) -> None:
        self.plain, self.node = plain, node

    def written(self, equations: Equations) -> tuple[Array, Array] | None:
        """f̄ = 0 of the tree, without multipliers.

        None where accelerations have names of their own, or forces depend on multipliers.
        """
        if self.node is None or self.node.kinematics.has_own_accelerations or self.node.reaction_rows:
            return None
        f_bar = plain_tree(self.node, SymbolicSolver(self.node.name, unchanged)).f_bar.entries[:, 0]
        return f_bar, np.zeros(len(f_bar))

    @property
    def M(self) -> SparseMatrix:
        return self.plain.M

    @property
    def forces(self) -> Array:
        return self.plain.forces

    def solution(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array] | None:
        if not isinstance(solution.solver, LevelByLevel):
            return self.plain.solution(solution, schur)
        if solution.equations.switched_rows:
            return None
        eom, taken, solver = solution.equations, list(solution.independent), solution.solver
        if solution.left_out:
            solver = solver.without(solution.left_out)
        rank = len(taken) if solution.left_out else None
        a, lam = solver.solved(eom.M, self.forces, eom.J[taken], solution.gamma[taken], rank)
        return a, solution.of_all_rows(lam)

    def row_weights(self, solution: SolvedSystem) -> Array:
        return self.plain.row_weights(solution)

    def metric(self, definite: SparseMatrix) -> SparseMatrix:
        return self.plain.metric(definite)

    def factorized(self, metric: SparseMatrix, rows: SparseMatrix, on: Array | None) -> SchurComplement:
        return self.plain.factorized(metric, rows, on)

    def check_unsolved(self) -> None:
        self.plain.check_unsolved()


class TreeMotion(CoordinateMotion):
    """Rates of all coordinates; relations that they keep are monitored and projected."""

    def __init__(self, node: SystemNode, variables: Variables) -> None:
        self.q, self.u = variables.q, variables.u
        self._rates = column(node.kinematics.rates[x] for x in self.q)
        self._kept = column(x for _, x in node.kinematics.kept)

    @property
    def rates(self) -> Array:
        return self._rates

    @property
    def c(self) -> Array:
        return self._kept

    @property
    def projected(self) -> Array:
        """One step of Newton's method along the gradients: q − cqᵀ (cq cqᵀ)⁻¹ c."""
        if not len(self._kept):
            return self.q
        slope = jacobian(self._kept, self.q)
        return self.q - products(slope.T, solved(products(slope, slope.T), self._kept[:, None])[:, 0])

    @property
    def is_projected_once(self) -> bool:
        return not len(self._kept)


@dataclass(frozen=True, eq=False)
class JoinedParts:
    """Parts of the equations of a tree of systems, and the terms they are made of."""

    typed: TypedTerms
    plain: Equations
    variables: Variables
    balance: TreeBalance
    laws: MultiplierForces | None
    solver: LevelByLevel


def joined_parts(node: SystemNode, kinematics: Kinematics) -> JoinedParts:
    """Parts of the equations of a tree of systems, its variables in the order of these kinematics."""
    accelerations = acceleration_map(node)
    labels = kinematics.accelerations
    if not kinematics.speeds:
        raise FormulationError(f"{node.name} has no speeds, so nothing moves")
    M, f = node.M.to_array(labels, labels).astype(object), node.forces.to_array(labels).astype(object)[:, 0]
    rows = [constraint.level_row(labels) for constraint in node.all_constraints]
    if not accelerations.is_trivial:
        M, f, rows = _in_speeds(M, f, rows, accelerations)
    rows = sorted(rows, key=lambda row: row.row.level)
    names = tuple(row.row.name for row in rows)
    f, laws = parted_forces(f, labels, names)
    solver = LevelByLevel(node, kinematics.speeds, names)
    terms = TypedTerms(
        f"equations of {node.name}, joined from {_leaf_count(node)}",
        "the mass matrix of all parts",
        vocabulary(kinematics, node.inputs),
        _speed_map(kinematics),
        M,
        np.full(len(f), 0.0, dtype=object),
        f,
        rows,
        has_loads=False,
        solver=solver,
    )
    plain = typed_equations(terms)
    default_values = tuple(float(node.all_default_values.get(name, 0.0)) for name in kinematics.coordinates)
    v = plain.variables
    # forces by multipliers are no part of the typed terms, and may have parameters of their own
    parameters = v.parameters if laws is None else {**v.parameters, **joined_parameters(node)}
    variables = Variables(
        v.coordinates,
        v.speeds,
        inputs=v.inputs,
        parameters=parameters,
        units=units_of((*v.names, *parameters), node.units),
        default_values=default_values,
    )
    return JoinedParts(terms, plain, variables, TreeBalance(plain.balance, node), laws, solver)


def joined_equations(node: SystemNode) -> Equations:
    """The equations of a tree of systems."""
    parts = joined_parts(node, node.kinematics)
    return Equations(
        (joined_equations, (node,)),
        parts.variables,
        TreeMotion(node, parts.variables),
        parts.balance,
        parts.plain.outputs,
        parts.plain.constraints,
        parts.laws or NoReactionDependentForces(),
        solver=parts.solver,
    )


def _in_speeds(
    M: Array, f: Array, rows: list[LevelRow], accelerations: AccelerationMap
) -> tuple[Array, Array, list[LevelRow]]:
    """M, f and rows for the rates of the speeds instead of other accelerations: α = P⁻¹ (u̇ − η)."""
    eta = accelerations.eta
    MP = accelerations.of_variables(M)
    by_speed = accelerations.of_variables(MP.T).T
    force = accelerations.of_variables((f + products(MP, eta))[None])[0]
    changed = []
    for row in rows:
        entries = np.full((1, len(f)), 0.0, dtype=object)
        for k, x in row.J.items():
            entries[0, k] = x
        J = accelerations.of_variables(entries)[0]
        factors = {k: x for k, x in enumerate(J) if not is_zero(x)}
        changed.append(LevelRow(row.row, row.phi, row.psi, factors, row.gamma + products(J[None], eta)[0]))
    return by_speed, force, changed


def vocabulary(kinematics: Kinematics, inputs: tuple[str, ...]) -> Vocabulary:
    """Vocabulary of the equations of a tree."""
    names = {
        Kind.COORDINATE: kinematics.coordinates,
        Kind.SPEED: kinematics.speeds,
        Kind.ACCELERATION: tuple(f"{name}'" for name in kinematics.speeds),
        Kind.INPUT: inputs,
        Kind.MULTIPLIER: (),
    }
    return Vocabulary(names, {})


def _speed_map(kinematics: Kinematics) -> SpeedMap:
    q, u = (column(map(symbol, names)) for names in (kinematics.coordinates, kinematics.speeds))
    rates = column(kinematics.rates[x] for x in q)
    return SpeedMap(kinematics.coordinates, kinematics.speeds, q, u, rates, {})


def joined_parameters(node: SystemNode) -> Mapping[str, float]:
    """Names and default values of all open parameters in a tree."""
    rows = [
        x
        for constraint in node.all_constraints
        for x in (*constraint.by_order, constraint.b, *constraint.A.values())
        if x is not None
    ]
    rates = list(node.kinematics.rates.values())
    return parameters_in([*rows, *rates, *node.M.entries.flat, *node.forces.entries.flat])


def _leaf_count(node: SystemNode) -> str:
    n = sum(not leaf.children for leaf in node.nodes())
    return f"{n} leaves" if n != 1 else "one leaf"
