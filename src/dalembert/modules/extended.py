"""Constraints above second order, by an extended state: coordinates q′ = (q, u), speeds u′ = a."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Scalar, inputs_of, name_of
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.complements import Complement, NodeRows
from dalembert.modules.elimination import solved
from dalembert.modules.labelled_matrix import LabelledMatrix, identity, labelled_column
from dalembert.modules.node_constraints import node_constraints
from dalembert.modules.node_kinematics import Kinematics, solved_rates
from dalembert.modules.refused_trees import check_without_contacts, check_without_reactions
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.subsystem_reader import ConstraintExpressions, complement_of, pairs
from dalembert.typed.vocabulary import Kind, TypedExpression, VariableNames, Vocabulary, labels


def extended(
    system: Subsystem,
    constraints: ConstraintExpressions = (),
    *,
    jerks: VariableNames = None,
    relations: ConstraintExpressions = (),
    independent: Complement | VariableNames = None,
    name: str | None = None,
) -> Subsystem:
    """A system in variables of third order, for constraints that need them: q′ = (q, u), u′ = a.

    Constraints contain accelerations `v'` in any way, and their rates `v''` linearly. What all rows leave free
    is balanced, f̄ = Cᵀ f = 0, and that is differentiated once, like all rows: so accelerations are part of
    the state, and a run must start with those that satisfy everything.

    Parameters
    ----------
    system : Subsystem
        System of second order.
    constraints : dict or sequence of pairs, of expressions, optional
        Expressions that stay zero, by name; default none: then it is the same system at a higher order
        than it needs.
    jerks : str or sequence of str, optional
        Names of the variables of third order; default the rates `v''` of the accelerations.
    relations : dict or sequence of pairs, of expressions, optional
        Expressions that are zero and tie `jerks` to the rates of the accelerations; default none.
    independent : Complement, or names, optional
        Independent variables of third order; default chosen by pivots.
    name : str, optional
        Name of the result; default that of the system.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> particle = da.modules.point_mass("particle", mass=1.0, gravity=(0.0,))
    >>> jerked = da.modules.extended(particle, {"jerk": S("x.rate''") - 6.0}).equations
    >>> print(f"{da.simulate(jerked, until=1.0)['x'][-1]:.6f}")
    1.000000
    """
    expressions = pairs(constraints, "constraints")
    owner = name or system.name
    check_without_contacts(system, "da.modules.extended")
    check_without_reactions(system, "da.modules.extended")
    kinematics = _with_jerks(
        _kinematics(system),
        system,
        () if jerks is None else labels(jerks, "jerks"),
        pairs(relations, "relations"),
        owner,
    )
    read = _read(expressions, system, kinematics, owner)
    free = _left_free(system, kinematics, read, independent, owner)
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
        own_units=system.given_units,
        usual_units=system.units,
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


def _with_jerks(
    kinematics: Kinematics,
    system: Subsystem,
    jerks: tuple[str, ...],
    relations: list[tuple[str, TypedExpression]],
    owner: str,
) -> Kinematics:
    """The kinematics with variables of third order of these names in place of the rates of accelerations."""
    if not jerks and not relations:
        return kinematics
    if taken := [name for name in jerks if name in (*kinematics.coordinates, *kinematics.speeds, *system.inputs)]:
        raise FormulationError(f"{owner}: {taken[0]!r} is a variable already, so no jerk can be called that")
    if len(jerks) != len(kinematics.speeds):
        raise FormulationError(
            f"{owner}: {len(jerks)} jerks for {len(kinematics.speeds)} accelerations; equations need as many of "
            "both"
        )
    names = {
        Kind.COORDINATE: kinematics.coordinates,
        Kind.SPEED: kinematics.speeds,
        Kind.ACCELERATION: (*map(name_of, kinematics.highest), *jerks),
        Kind.INPUT: system.inputs,
    }
    vocabulary = Vocabulary(names, {})
    read = [
        (name, vocabulary.read(x, f"{owner}: the relation {name!r}", frozenset(Kind))) for name, x in relations
    ]
    by_relations = solved_rates(kinematics.speeds, jerks, read, owner)
    if left := by_relations.left:
        raise FormulationError(
            f"{owner}: the relation {left[0][0]!r} is not needed for the rates of the accelerations; give "
            "it as a constraint"
        )
    return replace(
        kinematics,
        accelerations=jerks,
        highest=tuple(map(symbol, jerks)),
        rates={**kinematics.rates, **by_relations.rates},
    )


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
    system: Subsystem,
    kinematics: Kinematics,
    read: list[tuple[str, Scalar]],
    independent: Complement | VariableNames,
    owner: str,
) -> LabelledMatrix:
    """Forces f̄ of the system along the variables that the further constraints leave free."""
    rows = {name: _slopes(x, kinematics) for name, x in read}
    if not rows:
        return system.f_bar
    A = LabelledMatrix(tuple(rows), system.labels, np.array(list(rows.values()), dtype=object))
    B = A @ system.S
    complement = complement_of(independent, owner)
    C = complement.matrix(NodeRows(owner, B, list)) if B.rows else identity(B.columns)
    return C.T @ system.f_bar


def _slopes(x: Scalar, kinematics: Kinematics) -> Array:
    """Factors of the rates of accelerations in a constraint, or of accelerations if there are no rates in it."""
    accelerations = np.array(list(map(symbol, kinematics.speeds)), dtype=object)
    jerks = np.array(kinematics.highest, dtype=object)
    entries = np.array([x], dtype=object)
    if set(inputs_of([x])).isdisjoint(jerks):
        return jacobian(entries, accelerations)[0]
    slopes = jacobian(entries, jerks)[0]
    if not kinematics.has_own_accelerations:
        return slopes
    rates = np.array([kinematics.rates[a] for a in accelerations], dtype=object)
    return solved(jacobian(rates, jerks).T, slopes[:, None])[:, 0]
