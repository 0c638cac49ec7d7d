"""Constraints above second order, by an extended state: coordinates q′ = (q, u), speeds u′ = a."""

from __future__ import annotations

import numpy as np

from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.complements import Complement, NodeRows
from dalembert.modules.labelled_matrix import LabelledMatrix, identity, labelled_column
from dalembert.modules.node_constraints import node_constraints
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.subsystem import Subsystem, check_supported, check_without_reactions
from dalembert.modules.subsystem_reader import ConstraintExpressions, complement_of, pairs
from dalembert.typed.vocabulary import Kind, TypedExpression, VariableNames, Vocabulary


def extended(
    system: Subsystem,
    constraints: ConstraintExpressions,
    *,
    independent: Complement | VariableNames = None,
    name: str | None = None,
) -> Subsystem:
    """A system with constraints of third order, or not linear in accelerations: q′ = (q, u), u′ = a.

    Constraints contain accelerations `v'` in any way, and their rates `v''` linearly. What all rows leave free is
    balanced, f̄ = Cᵀ f = 0, and that is differentiated once, like all rows: so accelerations are part of the state,
    and a run must start with those that satisfy everything.
    """
    expressions = pairs(constraints, "constraints")
    if not expressions:
        raise FormulationError(f"{system.name}: there is no constraint that would need an extended state")
    owner = name or system.name
    check_supported(owner, system.all_unsupported)
    check_without_reactions(system, "da.modules.extended")
    kinematics = _kinematics(system)
    read = _read(expressions, system, kinematics, owner)
    free = _left_free(system, read, independent, owner)
    balance = {f"balance along {label}": x for label, x in zip(free.rows, free.entries[:, 0], strict=True)}
    second = {constraint.name: constraint.by_order[2] for constraint in system.all_constraints}
    rows = node_constraints([*second.items(), *read, *balance.items()], kinematics, owner)
    return Subsystem(
        owner,
        (),
        kinematics,
        rows,
        labelled_column({}),
        own_inputs=system.inputs,
        default_values=system.all_default_values,
    )


def _kinematics(system: Subsystem) -> Kinematics:
    """Kinematics of the extended state: coordinates (q, u), speeds a."""
    kinematics = system.kinematics
    speeds = tuple(map(name_of, kinematics.highest))
    highest = tuple(symbol(f"{speed}'") for speed in speeds)
    rates = {**kinematics.rates, **dict(zip(kinematics.highest, highest, strict=True))}
    positions = [
        (constraint.name, x)
        for constraint in system.all_constraints
        for x in constraint.by_order[:2]
        if x is not None
    ]
    kept = tuple((f"{name}, level {k}", x) for k, (name, x) in enumerate(positions))
    coordinates = (*kinematics.coordinates, *kinematics.speeds)
    return Kinematics(coordinates, speeds, speeds, highest, rates, (*kinematics.kept, *kept))


def _read(
    expressions: list[tuple[str, TypedExpression]], system: Subsystem, kinematics: Kinematics, owner: str
) -> list[tuple[str, Scalar]]:
    names = {
        Kind.COORDINATE: kinematics.coordinates,
        Kind.SPEED: kinematics.speeds,
        Kind.ACCELERATION: tuple(map(name_of, kinematics.highest)),
        Kind.INPUT: system.inputs,
    }
    vocabulary = Vocabulary(names, {})
    residuals = []
    for name, value in expressions:
        x = vocabulary.read(value, f"{owner}: the constraint {name!r}", frozenset(Kind))
        inputs = set(inputs_of([x])) if isinstance(x, Expression) else set()
        if inputs.isdisjoint([*kinematics.highest, *map(symbol, kinematics.speeds)]):
            raise FormulationError(
                f"{owner}: the constraint {name!r} contains no accelerations, so it needs no extended state; give "
                "it to the system itself"
            )
        residuals.append((name, x))
    return residuals


def _left_free(
    system: Subsystem, read: list[tuple[str, Scalar]], independent: Complement | VariableNames, owner: str
) -> LabelledMatrix:
    """Forces f̄ of the system along the variables that the further constraints leave free."""
    highest = system.kinematics.highest
    rows = {name: _slopes(x, highest) for name, x in read}
    A = LabelledMatrix(tuple(rows), system.labels, np.array(list(rows.values()), dtype=object))
    B = A @ system.S
    complement = complement_of(independent, owner)
    C = complement.matrix(NodeRows(owner, B, list)) if B.rows else identity(B.columns)
    return C.T @ system.f_bar


def _slopes(x: Scalar, highest: tuple[Node, ...]) -> list[Scalar]:
    """Factors of the variables of highest order: rates of accelerations if there are any, else accelerations."""
    jerks = [symbol(f"{name_of(y)}'") for y in highest]
    inputs = set(inputs_of([x]))
    variables = jerks if not inputs.isdisjoint(jerks) else list(highest)
    return list(jacobian(np.array([x], dtype=object), np.array(variables, dtype=object))[0])
