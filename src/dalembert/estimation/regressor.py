"""Regressors: forces of inverse dynamics as a linear function of inertial parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.configuration.random_states import random_states
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.equations.time_stepping_forms import check_second_order
from dalembert.equations.variables import helper_variables
from dalembert.errors import FormulationError, ModelError
from dalembert.estimation.base_parameters import BaseParameters, base_parameters
from dalembert.estimation.body_wrenches import NAMES, parameters_of, wrench_regressor
from dalembert.estimation.inertial_estimate import InertialEstimate, inertial_estimate
from dalembert.expr.calculus import derivative, directional, jacobian
from dalembert.expr.node import Scalar
from dalembert.expr.spline import Spline, over_time
from dalembert.expr.symbol_nodes import time
from dalembert.mechanisms.kinematics import checked_times
from dalembert.memo import Key
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_numbers, told
from dalembert.runs.motion import Motion
from dalembert.spatial.inertia import Inertia

DRAWS = 40
"""Random states in which base parameters are found, if no motion is given."""

SINGULAR = 1e-9
"""Singular value of constraint rows beside the largest that is zero."""


def regressor(
    subject: Subject,
    along: Motion | Mapping[str, Scalar | Spline] | None = None,
    *,
    times: ArrayLike | None = None,
) -> Regressor:
    """Matrix Y with Y(q, u, a) π = forces, for the inertial parameters π of all bodies.

    Each body has ten: mass, first moments m x, m y, m z, and moments and products of inertia about the origin of
    its frame, in its axes. Forces are those of the inputs, and of all that is neither inertia nor gravity. In
    closed loops they are those along motions that keep the loops closed, so that no reaction is in them.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System with bodies.
    along : Motion or dict of laws, optional
        Motion, or laws of time or curves for all coordinates of a system without loops; default random states,
        which tell base parameters only.
    times : array of float, optional
        Instants in seconds, with laws.

    Returns
    -------
    Regressor
        Y, names and values of π, base parameters with their combinations, and `estimate(…)` from measured inputs.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=3.0)
    >>> model = da.Model(
    ...     da.Revolute("hinge", da.ground, rod, axis="z"), da.Motor("torque", "hinge"), gravity=(0, -9.81, 0)
    ... )
    >>> print(da.regressor(model).base)
    3 combinations of 10 parameters act:
      rod.mx
      rod.my
      rod.Jz
    """
    dynamics = with_lasting_rows(as_dynamics(subject), "regressor")
    _check(dynamics.equations)
    if along is None:
        return _in_random_states(dynamics)
    if isinstance(along, Motion):
        return _at(dynamics, *_of_motion(dynamics, along))
    if not isinstance(along, Mapping):
        raise ModelError(f"a regressor is along a motion, or laws of time by coordinate, not {told(along)}")
    return _at(dynamics, *_of_laws(dynamics, along, times))


@dataclass(frozen=True, eq=False, repr=False)
class Regressor:
    """Forces along a motion as a linear function of inertial parameters: Y π = inputs and other forces."""

    names: tuple[str, ...]
    """Parameters, such as `upper.mx`."""

    values: Vector
    """π of the model."""

    Y: Array
    """(T, r, n): at every instant, along every speed, or every motion that loops leave free."""

    rows: tuple[str, ...]
    """Speeds along which forces are; of closed loops `free motion 1` and so on."""

    inputs: Array
    """(T, r, k): forces per unit of each input."""

    input_names: tuple[str, ...]
    others: Matrix
    """Forces (T, r) that are neither inertia nor gravity nor inputs: springs, dampers, friction, rotors."""

    times: Vector
    has_motion: bool = field(default=True)
    """Whether it is along a motion; else in random states."""

    @property
    def matrix(self) -> Matrix:
        """Y with all instants below each other (T r, n)."""
        return np.asarray(self.Y.reshape(-1, len(self.names)))

    @cached_property
    def base(self) -> BaseParameters:
        """Combinations on which forces depend along this motion."""
        return base_parameters(self.matrix, self.names)

    def forces(self, values: ArrayLike | None = None) -> Matrix:
        """Forces of inputs (T, r) that the motion takes with these parameters; those of the model unless given."""
        pi = self.values if values is None else checked_numbers(values, "inertial parameters")
        if pi.shape != self.values.shape:
            raise ModelError(
                f"there are {len(self.names)} inertial parameters, {self.names[0]} to {self.names[-1]}, not "
                f"{told(values)}"
            )
        return np.asarray(self.Y @ pi - self.others)

    def estimate(self, inputs: Mapping[str, ArrayLike]) -> InertialEstimate:
        """Base parameters from inputs measured along the motion, and possible bodies that have them.

        Parameters
        ----------
        inputs : dict of arrays
            Measured inputs by name, at the times of the motion; those that are not named are zero, and the
            estimate has a note of them.
        """
        if not self.has_motion:
            raise ModelError("inertial parameters are estimated along a motion: regressor(model, motion)")
        if not isinstance(inputs, Mapping) or (self.input_names and not inputs):
            names = ", ".join(map(repr, self.input_names)) or "none"
            raise ModelError(
                f"measured inputs are arrays by name, not {told(inputs)}; there are {names}. Inputs that are not "
                "named are taken to be zero; if all are, give zeros for one"
            )
        checked_names(inputs, self.input_names, "input")
        tau = np.zeros((len(self.times), len(self.input_names)))
        for name, given in inputs.items():
            values = checked_numbers(given, f"values of {name!r}")
            if values.shape != self.times.shape:
                raise ModelError(
                    f"{name!r} has one finite value at each of the {len(self.times)} times of the motion, not "
                    f"{told(given)}"
                )
            tau[:, self.input_names.index(name)] = values
        measured = np.einsum("trk,tk->tr", self.inputs, tau) + self.others
        if measured.size <= len(self.base):
            raise ModelError(f"{measured.size} forces cannot tell {len(self.base)} parameters; measure longer")
        zero = [name for name in self.input_names if name not in inputs]
        notes = (
            (f"taken to be zero, as they are not among the measured inputs: {', '.join(zero)}",) if zero else ()
        )
        return inertial_estimate(self.Y, measured, self.base, self.values, self.names, notes)

    def __repr__(self) -> str:
        T, r, n = self.Y.shape
        return f"<Regressor: {r} forces at {T} instants by {n} parameters, {len(self.base)} of them base>"


# ---- instants


Instants = tuple[dict[str, Any], Matrix, Mapping[str, float]]
"""States as arrays, accelerations (T, nu), and parameters."""


def _of_motion(dynamics: Dynamics, motion: Motion) -> Instants:
    eom = dynamics.equations
    names = (*eom.coordinates, *eom.speeds, *eom.states)
    if missing := [name for name in names if name not in motion.names]:
        raise ModelError(f"the motion has no {missing[0]!r}, which is a state of these equations")
    states = np.stack([motion[name] for name in names], axis=1)
    rates = motion.signals([f"{name.removesuffix('.rate')}.acceleration" for name in eom.speeds])
    given = motion.signals([name for name in eom.inputs if name in motion.dynamics.equations.inputs])
    tau = np.zeros((len(motion), len(eom.inputs)))
    for name, values in given.items():
        tau[:, eom.inputs.index(name)] = values
    q, u, z = np.split(states, np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=1)
    at = {"t": motion.times, "q": q, "u": u, "z": z, "tau": tau}
    return at, np.stack([*rates.values()], axis=1), motion.parameters


def _of_laws(dynamics: Dynamics, laws: Mapping[str, Scalar | Spline], times: ArrayLike | None) -> Instants:
    eom = dynamics.equations
    if times is None:
        raise ModelError("a regressor along laws of time needs the times")
    checked_names(laws, eom.coordinates, "coordinate")
    is_free = not eom.rows and not len(eom.c) and not eom.states and not eom.motion.has_affine_rates
    missing = [name for name in eom.coordinates if name not in laws]
    if not is_free or missing or not (eom.rates == eom.u).all():
        what = f"there is no law for {missing[0]!r}" if missing else "coordinates are not free of each other"
        raise ModelError(f"{what}: give a motion instead, such as one of da.kinematics or da.simulate")
    instants = checked_times(times)
    q = np.array([over_time(laws[name]) for name in eom.coordinates], dtype=object)
    u = np.array([derivative(x, time) for x in q], dtype=object)
    a = np.array([derivative(x, time) for x in u], dtype=object)
    numbers = dynamics.engine.compile({"q": q, "u": u, "a": a}, {"t": time})(t=instants)
    for name in "qua":
        if not np.isfinite(numbers[name]).all():
            raise ModelError("laws have no value at some of the times")
    T = len(instants)
    at = {"t": instants, "q": numbers["q"], "u": numbers["u"], "z": np.zeros((T, 0))}
    return {**at, "tau": np.zeros((T, len(eom.inputs)))}, np.asarray(numbers["a"]), {}


def _in_random_states(dynamics: Dynamics) -> Regressor:
    states = random_states(dynamics, DRAWS)
    eom = dynamics.equations
    a = np.random.default_rng(3).normal(0.0, 1.0, (DRAWS, len(eom.speeds)))
    if eom.rows:
        # accelerations with which loops stay closed
        levels = states.evaluate({"J": np.asarray(eom.J, dtype=object), "gamma": dynamics.solved.gamma})
        J = np.broadcast_to(levels["J"], (DRAWS, len(eom.rows), len(eom.speeds)))
        missed = np.einsum("tij,tj->ti", J, a) - levels["gamma"]
        a = a - np.einsum("tji,ti->tj", np.linalg.pinv(J, rcond=SINGULAR), missed)
    return _at(dynamics, states.arguments, a, {}, has_motion=False)


# ---- the matrix


def _check(eom: Equations) -> None:
    check_second_order(eom, "regressor")
    if eom.model is None:
        raise ModelError("a regressor is of bodies, and these equations know none; give the model")
    if eom.reaction_dependent_forces.loads.laws:
        raise FormulationError("forces that depend on reactions are not linear in inertial parameters")
    if eom.rows and not eom.is_ideal:
        raise FormulationError("constraints that are not ideal do work along free motions: no regressor of loops")


_KERNEL: Key[tuple[Any, tuple[str, ...]]] = Key("regressor")


def _kernel(dynamics: Dynamics) -> tuple[Any, tuple[str, ...]]:
    """Native function for motions of bodies and other forces, and the names of bodies with mass."""
    eom, solution = dynamics.equations, dynamics.solved
    a = helper_variables((f"given {name}'" for name in eom.speeds), eom.variables.names)
    changes = {time: 1.0, **dict(zip(eom.q, eom.rates, strict=True)), **dict(zip(eom.u, a, strict=True))}
    if len(eom.z):
        changes |= dict(zip(eom.z, eom.outputs.state_rates(solution), strict=True))
    motions = eom.outputs.body_motions()
    bodies = eom.model.carried
    inertias: dict[str, Inertia] = {body.name: body.inertia for body in bodies if body.inertia is not None}
    outputs: dict[str, Array] = {}
    for name in inertias:
        x = motions[name]
        w, v = x.R.T @ x.w, x.R.T @ x.v
        outputs |= {
            f"w {name}": w,
            f"alpha {name}": x.R.T @ directional(x.w, changes),
            f"pull {name}": x.R.T @ (directional(x.v, changes) - eom.model.gravity),
            f"J {name}": np.concatenate([jacobian(w, eom.u), jacobian(v, eom.u)]),
            f"pi {name}": parameters_of(inertias[name]),
        }
    outputs["rest"] = solution.residual(a, np.zeros(len(eom.lam)))
    outputs["by inputs"] = jacobian(outputs["rest"], eom.tau)
    outputs["rows"] = np.asarray(eom.J, dtype=object)
    wanted = {name: np.asarray(y, dtype=object) for name, y in outputs.items() if np.size(y)}
    inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau, "a": a}
    return dynamics.engine.compile(wanted, inputs), tuple(inertias)


def _at(
    dynamics: Dynamics, at: Mapping[str, Any], a: Matrix, p: Mapping[str, float], *, has_motion: bool = True
) -> Regressor:
    """The regressor at some instants."""
    eom = dynamics.equations
    kernel, bodies = dynamics.memo.get(_KERNEL, lambda: _kernel(dynamics))
    values = {**dynamics.settings, **p}
    y = kernel(**at, a=a, parameters={name: x for name, x in values.items() if name in kernel.parameters})
    T, nu = a.shape
    Y, pi = np.zeros((T, nu, len(NAMES) * len(bodies))), np.zeros(len(NAMES) * len(bodies))
    for k, body in enumerate(bodies):
        place = slice(len(NAMES) * k, len(NAMES) * (k + 1))
        parts = [_table(y, f"{what} {body}", T, 3) for what in ("w", "alpha", "pull")]
        J = _table(y, f"J {body}", T, 6, nu)
        Y[:, :, place] = np.swapaxes(J, 1, 2) @ wrench_regressor(*parts)
        pi[place] = _table(y, f"pi {body}", T, len(NAMES))[0]
    G = -_table(y, "by inputs", T, nu, len(eom.inputs))
    rest = _table(y, "rest", T, nu) + np.einsum("trk,tk->tr", G, at["tau"])
    others = Y @ pi - rest
    names = tuple(f"{body}.{name}" for body in bodies for name in NAMES)
    rows: tuple[str, ...] = eom.speeds
    if eom.rows:
        Z = _free_motions(_table(y, "rows", T, len(eom.rows), nu))
        Y, G, others = (np.einsum("trf,tr...->tf...", Z, x) for x in (Y, G, others))
        rows = tuple(f"free motion {k + 1}" for k in range(Z.shape[2]))
    return Regressor(names, pi, Y, rows, G, eom.inputs, others, np.asarray(at["t"]), has_motion)


def _table(y: Mapping[str, Any], name: str, *shape: int) -> Array:
    return np.broadcast_to(np.asarray(y.get(name, 0.0), dtype=float), shape)


def _free_motions(rows: Array) -> Array:
    """Orthonormal speeds (T, nu, f) that rows (T, m, nu) leave free."""
    _, singular, Vt = np.linalg.svd(rows)
    counts = (singular > SINGULAR * singular[:, :1]).sum(axis=1)
    if (counts != counts[0]).any():
        raise FormulationError("the number of free motions changes: the motion passes a singular position")
    return np.asarray(np.swapaxes(Vt[:, counts[0] :], 1, 2))
