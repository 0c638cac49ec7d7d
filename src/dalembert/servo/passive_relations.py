"""Relations between accelerations that hold whatever the inputs do, which underactuation implies."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.configuration.random_states import RandomStates, random_states
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.equations.solution import Solution
from dalembert.equations.time_stepping_forms import check_second_order
from dalembert.errors import FormulationError
from dalembert.expr.node import Node, Scalar
from dalembert.expr.null_space import null_space
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.model.measure import acceleration, coordinate, speed, state_variable
from dalembert.rank import ROUNDING, dependent_among, ranks
from dalembert.state import State, Values, as_state

_STATES = 3
"""Number of states in which it is looked at what depends on what."""


def passive_relations(subject: Subject, *, near: State | Values | None = None) -> Array:
    """Zᵀ (M a − f) with Zᵀ [G Jᵀ] = 0, as expressions of measures that stay zero; (nu − n_tau − rank J,).

    Inputs and multipliers do not enter: for ẋ = f(x) + g(x) τ these are gᶜᵀ (ẋ − f) = 0 with gᶜᵀ g = 0,
    constraints of second order that cannot be integrated as a rule. An `AccelerationConstraint` takes them, in
    any model with coordinates and speeds of the same names.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System with inputs.
    near : State or dict of coordinates, optional
        State around which states are assembled that decide which rows are redundant and do not count;
        default the default values of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> relations = da.formulations.passive_relations(model)
    >>> print(len(relations))
    1
    """
    dynamics = as_dynamics(subject)
    check_second_order(dynamics.equations, "passive_relations")
    states = random_states(dynamics, _STATES, near=as_state(near or {}))
    solution = states.dynamics.solution.passive
    eom = solution.equations
    if not all(map(is_zero, solution.r)):
        raise FormulationError(
            "forces that depend on reactions depend on the inputs too: no relation is without them"
        )
    _check_ways(states, solution)
    a = np.array([acceleration(name) for name in eom.speeds], dtype=object)
    need = solution.residual(a, np.zeros(len(eom.rows)))
    names: dict[Node, Scalar] = {
        **{x: coordinate(name) for x, name in zip(eom.q, eom.coordinates, strict=True)},
        **{x: speed(name) for x, name in zip(eom.u, eom.speeds, strict=True)},
        **{x: state_variable(name) for x, name in zip(eom.z, eom.states, strict=True)},
        **dict.fromkeys(eom.tau, 0.0),
    }
    return substitute(products(null_space(solution.ways.T).T, need), names)


def _check_ways(states: RandomStates, solution: Solution) -> None:
    """Raise if inputs do what others or constraints do, wherever it is looked at."""
    eom, n = solution.equations, solution.ways.shape[1]
    if not n:
        return
    ways = np.swapaxes(states.evaluate({"ways": solution.ways})["ways"], 1, 2)
    if (ranks(ways, ROUNDING) == n).any():
        return
    involved = dependent_among(ways[0], range(n), ROUNDING)
    names = ", ".join(name for k, name in enumerate(eom.inputs) if k in involved)
    raise FormulationError(f"the inputs {names} do the same as each other or as constraints; leave one out")
