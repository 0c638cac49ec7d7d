"""Inverse dynamics: the inputs, and all reactions, that go with a given motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.analysis.assemble import Values
from dalembert.analysis.kinematics import kinematics
from dalembert.dynamics import Dynamics
from dalembert.equations import Equations
from dalembert.errors import ModelError, SolverError
from dalembert.expr.least_squares import least_squares
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbols import symbols, time
from dalembert.model.constraints.couplings import Drive
from dalembert.model.inputs import Motor
from dalembert.model.model import Model
from dalembert.motion import Motion
from dalembert.pipeline import as_dynamics
from dalembert.state import State, checked_names

Subject: TypeAlias = Model | Equations | Dynamics
Array = NDArray[np.float64]

UNREACHED = 1e-6
"""Part of the forces that a motion needs, beside the largest, that inputs may fail to give."""

DEPENDENT = 1e-9
"""Singular value, beside the largest, below which inputs do the same as each other or as constraints."""


def inverse_dynamics(
    subject: Subject,
    along: Motion | Mapping[str, Any],
    *,
    times: ArrayLike | None = None,
    guess: Values | State | None = None,
) -> Motion:
    """The inputs that produce a motion, as the motion of the model with these inputs: all its signals are loads.

    `along` is a motion of the same coordinates, for example from `kinematics`, or laws: expressions of time for
    coordinates that determine the motion, such as `{"shoulder": spline(times, angles)(time)}`; then `times` are
    the instants, and `guess` is near the rest of the mechanism at the first of them. A model without inputs, whose
    drives determine its motion, has its loads in the motion already: forces of drives and reactions.
    """
    if not isinstance(along, Motion):
        return _along_laws(subject, along, times, guess)
    dynamics = as_dynamics(subject)
    states = _states_for(dynamics, along)
    # what acts is another than in the run: neither its steps nor its work belong to this motion
    along = replace(along, segments=(), saved_work=None)
    if not dynamics.equations.inputs:
        return replace(along, dynamics=_with_rows_of(dynamics, along), states=states, inputs=along.inputs[:, :0])
    accelerations = np.stack([*along.signals(_accelerations(dynamics.equations.speeds)).values()], axis=1)
    inputs = _required(dynamics, along, states, accelerations)
    return replace(along, dynamics=_with_rows_of(dynamics, along), states=states, inputs=inputs)


def _along_laws(
    subject: Subject, laws: Mapping[str, Any], times: ArrayLike | None, guess: Values | State | None
) -> Motion:
    """Loads of the model that is driven by laws of time."""
    if not isinstance(subject, Model):
        raise ModelError("inverse dynamics along laws of time needs the model itself, to drive its coordinates")
    if times is None:
        raise ModelError("inverse dynamics along laws of time needs the times at which loads are wanted")
    checked_names(laws, {*subject.coordinates, *subject.measurable}, "coordinate")
    parts = [part for part in subject.parts if not (isinstance(part, Motor) and part.is_input)]
    drives = [Drive(f"law of {name}".replace(".", " "), name, law) for name, law in laws.items()]
    driven = Model(*parts, *drives, gravity=subject.gravity, cut=subject.cut)
    guess = replace(guess, tau={}) if isinstance(guess, State) else guess
    return inverse_dynamics(subject, kinematics(driven, times, guess=guess))


def _accelerations(speeds: Sequence[str]) -> list[str]:
    return [f"{name.removesuffix('.rate')}.acceleration" for name in speeds]


def _states_for(dynamics: Dynamics, along: Motion) -> Array:
    """States of the motion in the order of the dynamics."""
    eom = dynamics.equations
    names = (*eom.coordinates, *eom.speeds, *eom.states)
    if missing := [name for name in names if name not in along.names]:
        raise ModelError(
            f"the given motion has no {missing[0]!r}, which is a state of these equations; give a motion in the "
            "same coordinates and speeds, or equations in those of the motion"
        )
    return np.stack([along[name] for name in names], axis=1)


def _with_rows_of(dynamics: Dynamics, along: Motion) -> Dynamics:
    """The dynamics without those redundant rows that the motion was made without."""
    own = {row.name for row in dynamics.equations.rows}
    return dynamics.without(own.intersection(along.dynamics.equations.left_out))


def _required(dynamics: Dynamics, along: Motion, states: Array, accelerations: Array) -> Array:
    """Inputs (n, n_tau): the smallest, if several do, with multipliers, that give the accelerations."""
    eom = dynamics.equations
    a = symbols("given acceleration", len(eom.speeds))
    off = dict.fromkeys(eom.tau, 0.0)
    need = substitute(eom.residual(a, np.zeros(len(eom.rows))), off)
    ways = np.concatenate([eom.G, eom.reaction_matrix], axis=1) if eom.rows else eom.G
    found = least_squares(ways, need)
    outputs = {"tau": found[: len(eom.inputs)], "need": need, "ways": ways, "reached": ways @ found}
    kernel = dynamics.kept(("inverse dynamics",), lambda: _kernel(dynamics, outputs, a))
    nq, nu = len(eom.coordinates), len(eom.speeds)
    q, u, z = np.split(states, [nq, nq + nu], axis=1)
    known = dynamics.known_parameters(outputs, along.parameters)
    numbers = kernel(t=along.times, q=q, u=u, z=z, a=accelerations, parameters=known)
    _check_inputs(eom, along, numbers)
    return np.asarray(numbers["tau"])


def _kernel(dynamics: Dynamics, outputs: Mapping[str, Any], a: Any) -> Any:
    eom = dynamics.equations
    return dynamics.engine.compile(dict(outputs), {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "a": a})


def _check_inputs(eom: Equations, along: Motion, numbers: Mapping[str, Any]) -> None:
    """Inputs must be able to produce the motion, and not in several ways."""
    need, reached = np.asarray(numbers["need"]), np.asarray(numbers["reached"])
    missing = np.abs(need - reached)
    size = np.abs(need).max() + np.finfo(float).tiny
    if missing.max() > UNREACHED * size:
        row, speed = np.unravel_index(int(np.argmax(missing)), missing.shape)
        raise SolverError(
            f"the inputs {', '.join(eom.inputs)} cannot produce this motion: at t = {along.times[row]:g} a force "
            f"of {missing[row, speed]:g} along {eom.speeds[speed]!r} is missing; add an input there"
        )
    first = np.asarray(numbers["ways"])[0]
    if names := _dependent_inputs(eom, first):
        raise SolverError(
            f"the inputs {', '.join(names)} depend on each other: several choices of them produce the same "
            "motion; leave one out"
        )


def _dependent_inputs(eom: Equations, ways: Array) -> list[str]:
    """Inputs of which a combination does nothing that constraints do not do as well."""
    n = len(eom.inputs)
    G, J = ways[:, :n], ways[:, n:]
    if J.shape[1]:
        U, s, _ = np.linalg.svd(J, full_matrices=True)
        rank = int((s > DEPENDENT * s.max(initial=1.0)).sum())
        G = U[:, rank:].T @ G
    _, s, Vt = np.linalg.svd(G, full_matrices=True)
    rank = int((s > DEPENDENT * max(np.abs(ways[:, :n]).max(), 1.0)).sum())
    parts = np.abs(Vt[rank:]).max(axis=0, initial=0.0)
    return [name for name, part in zip(eom.inputs, parts, strict=True) if part > DEPENDENT**0.5]
