"""Leaves of trees of systems from equations, derived or typed, by whatever principle; and their joining."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Unpack

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import Substitution, substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.model import Model
from dalembert.model.part import measures_in
from dalembert.modules.complements import Complement
from dalembert.modules.labelled_matrix import labelled_column
from dalembert.modules.node_constraints import node_constraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.node_units import units_of
from dalembert.modules.placed_bodies import bodies_of
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.subsystem_reader import ConstraintExpressions, SubsystemOptions, complement_of, subsystem
from dalembert.modules.touching_model import touching_model
from dalembert.modules.tree_reactions import multiplier_symbol
from dalembert.principles.derive import derive
from dalembert.principles.formulation import Principle
from dalembert.typed.vocabulary import VariableNames


def leaf(
    name: str,
    system: Equations | Model,
    principle: Principle | None = None,
    *,
    independent: Complement | VariableNames = None,
) -> Subsystem:
    """Equations as a leaf of a tree of systems: derived, typed or imported, with multipliers or without.

    Constraints of the equations are those of the leaf; forces of their multipliers vanish along the
    independent variables. First-order states, such as the integral of a `PID`, are speeds of the leaf without
    coordinates; forces that depend on reactions of constraints depend on their multipliers. Of canonical
    equations, by `da.Hamilton()`, momenta are the speeds of the leaf. Contacts, stops, cables and dry friction
    go along.

    Parameters
    ----------
    name : str
        Name of the leaf.
    system : Equations or Model
        What it holds; a model is derived first.
    principle : Principle, optional
        How a model is derived; default as by `da.derive`.
    independent : Complement, or names, optional
        Independent variables; default chosen by pivots in admissible states.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> leaf = da.modules.leaf("pendulum", pendulum, da.Lagrange())
    >>> print(leaf.coordinates, leaf.speeds)
    ('hinge',) ('hinge.rate',)
    """
    if isinstance(system, Model):
        system = derive(system, principle)
    elif principle is not None:
        raise FormulationError(f"the leaf {name!r} is given by equations, which no principle derives again")
    if not isinstance(system, Equations):
        raise FormulationError(f"a leaf is made of equations or of a model, not of {type(system).__name__}")
    _check(name, system)
    named = _by_labels(system)
    F = named(_forces(name, system)) - products(named(system.M), system.a)
    if system.variables.are_momenta:
        # forces work along velocities, whose slopes by momenta V = ∂q̇/∂p are M⁻¹: f = Vᵀ f′ is along ṗ
        F = products(jacobian(named(system.rates), np.array(list(map(symbol, system.speeds)), dtype=object)).T, F)
    # first-order states are speeds without coordinates: h − ż = 0
    z_rates = np.array([symbol(f"{state}'") for state in system.states], dtype=object)
    labels, a = (*system.speeds, *system.states), np.concatenate([system.a, z_rates])
    F = np.concatenate([F, named(system.h) - z_rates]) if system.states else F
    rates = dict(zip(system.q, named(system.rates), strict=True)) | dict(zip(map(symbol, labels), a, strict=True))
    kept = tuple((f"{name}: relation {k}", x) for k, x in enumerate(system.c, 1))
    return Subsystem(
        name,
        (),
        Kinematics(system.coordinates, labels, labels, tuple(a), rates, kept),
        tuple(node_constraint(row, labels, a, named) for row in system.constraint_rows),
        labelled_column(dict(zip(labels, F, strict=True))),
        complement=complement_of(independent, name),
        own_inputs=system.inputs,
        default_values=dict(zip(system.coordinates, system.variables.default_values, strict=True)),
        own_touching=touching_model(name, system),
        usual_units=units_of((*system.coordinates, *labels, *system.inputs), system.variables.units),
        own_bodies=bodies_of(system),
    )


def joined(
    children: Mapping[str, Subsystem | Equations | Model],
    constraints: ConstraintExpressions = (),
    *,
    name: str = "whole",
    **options: Unpack[SubsystemOptions],
) -> Equations:
    """Equations of a whole from those of its parts, by name, and the constraints between their variables.

    Names of parts stand before those of their variables, `left/x`. `options` are those of `da.modules.subsystem`:
    extra variables and forces, independent variables.

    Parameters
    ----------
    children : dict of Subsystem, Equations or Model
        Parts by the names that stand before those of their variables, `left/x`.
    constraints : dict or sequence of pairs, of expressions, optional
        Expressions of their variables that stay zero, by name; default none.
    name : str, optional
        Name of the whole; default "whole".
    **options : Any
        Options of `da.modules.subsystem`: extra variables and forces, independent variables.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> bob = da.modules.point_mass("bob", mass=1.0, gravity=(0.0,))
    >>> pair = da.modules.joined({"left": bob, "right": bob}, {"stiff": S("left/x") - S("right/x") - 1.0})
    >>> print(pair)
    <Equations: 2 coordinates, 2 speeds, 1 row>
    """
    if not isinstance(children, Mapping):
        raise FormulationError("parts are joined under names, joined({'left': …, 'right': …}, …)")
    nodes = {key: x if isinstance(x, Subsystem) else leaf(key, x) for key, x in children.items()}
    return subsystem(name, nodes, constraints=constraints, **options).equations


def _check(name: str, eom: Equations) -> None:
    """Refuse equations that are not M a = f + Jᵀ λ."""
    problem = ""
    goals = eom.model.goals if eom.model is not None else ()
    if eom.variables.are_momenta and eom.constraint_rows and eom.constraints.unswitchable:
        problem = f"is given by canonical equations: {eom.constraints.unswitchable}"
    elif goals:
        problem = f"has the {goals[0].label}, which says what inputs are; give it to the model of the whole"
    elif eom.states:
        problem = _problem_of_states(eom)
    elif not eom.is_ideal:
        row = next(row.row.name for row in eom.constraint_rows if row.exerts is not None)
        problem = f"has the row {row!r}, which exerts other forces than along its gradient"
    if problem:
        raise FormulationError(f"the leaf {name!r} {problem}")


def _problem_of_states(eom: Equations) -> str:
    """Reason why first-order states cannot be speeds of a leaf, in words; empty if they can."""
    if eom.model is None:
        return f"has the first-order states {', '.join(eom.states)}; type them as speeds without a coordinate"
    starts = dict(zip(eom.states, eom.variables.starts, strict=True))
    for state in eom.model.state_variables:
        start = starts[state.name]
        if any(node.args[0].needs_forces for node in measures_in(state.rate)):
            return (
                f"has the first-order state {state.name!r}, whose rate depends on accelerations or forces; these "
                "are known only when all parts are joined"
            )
        if start != 0.0:
            return (
                f"has the first-order state {state.name!r}, which starts at {start:g}; in a tree it starts at "
                "zero: give the model start=0.0, and its value in the start of the run"
            )
    return ""


def _forces(name: str, eom: Equations) -> Array:
    """Forces of equations, those by reactions in terms of multipliers of rows.

    Reactions of joints whose coordinates are variables are other than alone once more forces act on the leaf.
    """
    forces, dependent = eom.balance.forces, eom.reaction_dependent_forces
    if not dependent.loads.laws:
        return forces
    lam = np.array([multiplier_symbol(row.row.name) for row in eom.constraint_rows], dtype=object)
    reactions = dependent.reactions(eom.a, lam)
    present = set(inputs_of([x for x in reactions if isinstance(x, Expression)]))
    without = substitute(reactions, dict.fromkeys(lam, 0.0))
    if not present.isdisjoint([*eom.a, *dependent.loads.variables]) or not all(map(is_zero, without)):
        elements = dict.fromkeys(part for parts in dependent.loads.forces.values() for part in parts)
        raise FormulationError(
            f"the leaf {name!r} has forces that depend on reactions of joints ({', '.join(elements)}), which are "
            "known only when all parts are joined; let them depend on a constraint, such as da.Coincident"
        )
    by_reaction = dict(zip(dependent.loads.reactions.values(), reactions, strict=True))
    loads = {s: substitute(law, by_reaction) for law, s in dependent.loads.laws.items()}
    return np.asarray(substitute(forces, loads), dtype=object)


def _by_labels(eom: Equations) -> Callable[[Any], Any]:
    """Substitution of speeds by the symbols of their names, where equations have other symbols."""
    changed = {x: symbol(name) for x, name in zip(eom.u, eom.speeds, strict=True) if x is not symbol(name)}
    return Substitution(changed) if changed else lambda y: y
