"""Regulators about a motion: gains that change with time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Matrix, Vector
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.expr import Beyond
from dalembert.expr.node import Scalar
from dalembert.expr.spline import spline
from dalembert.expr.symbol_nodes import time
from dalembert.linear.linear_system import Linear
from dalembert.linear.linearize import linearize
from dalembert.linear.regulators import Weights, weight_matrix
from dalembert.model.measure import coordinate, speed, state_variable
from dalembert.numerics.riccati import regulator, riccati_along
from dalembert.runs.motion import Motion

_FEWEST = 4
"""Samples that a cubic spline needs."""


def lqr_along(
    motion: Motion, states: Weights, inputs: Weights, *, final: ArrayLike | None = None
) -> dict[str, Scalar]:
    """Laws of the inputs that keep a model near a motion: τ = τ(t) − K(t) (y − y(t)), as expressions of measures.

    K has the least ∫ yᵀ Q y + δτᵀ R δτ dt + yᵀ P y at the end, of small deviations y from the motion; weights Q
    and R come by name or as matrices, P is `final`, or that of the regulator which would hold the end if nothing
    moved. The samples of the motion should be close enough for a spline; its inputs may come from goals.

    Parameters
    ----------
    motion : Motion
        Motion that is followed, with its inputs.
    states : dict of float, or matrix
        Weights Q by state.
    inputs : dict of float, or matrix
        Weights R by input.
    final : matrix, optional
        Weights P at the end; default those of the regulator that would hold the end.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> model = da.Model(*pendulum.parts, da.Motor("motor", "hinge"), gravity=(0, -9.81, 0))
    >>> motion = da.inverse_dynamics(model, {"hinge": da.sin(da.time)}, times=[0.01 * k for k in range(201)])
    >>> laws = da.control.lqr_along(motion, {"hinge": 100.0}, {"motor": 1.0})
    >>> held = da.Model(*pendulum.parts, da.Motor("motor", "hinge", laws["motor"]), gravity=(0, -9.81, 0))
    >>> run = da.simulate(held, da.State(q={"hinge": 0.2}, u={"hinge": 1.0}), until=2.0)
    >>> print(f"{run['hinge'][-1]:.3f} rad, sin 2 = {da.sin(2.0):.3f}")
    0.909 rad, sin 2 = 0.909
    """
    if not isinstance(motion, Motion) or len(motion) < _FEWEST:
        raise ModelError(f"a regulator along a motion needs one of {_FEWEST} samples or more, not {motion!r}")
    reference = _with_free_inputs(motion)
    linear = linearize(reference.dynamics, reference)
    Q, R = weight_matrix(states, linear.states, "states"), weight_matrix(inputs, linear.inputs, "inputs")
    if not linear.inputs:
        raise ModelError("there is no input to regulate by; give the model a Motor or an Input")
    if not np.linalg.eigvalsh(R).min(initial=np.inf) > 0.0:
        raise ModelError("the weights of the inputs must be positive, each of them")
    A, B = np.asarray(linear.A), np.asarray(linear.B)
    P = riccati_along(motion.times, A, B, Q, R, _final(linear, Q, R, final))
    K = np.asarray(np.linalg.solve(R, B.transpose(0, 2, 1) @ P), dtype=float)
    return _laws(reference, linear, K)


def _with_free_inputs(motion: Motion) -> Motion:
    """The motion with inputs that are given: those that goals asked for, if they did."""
    solution = motion.dynamics.solution
    if solution.law is None:
        return motion
    tau = np.stack([motion[name] for name in motion.dynamics.equations.inputs], axis=1)
    return replace(motion, dynamics=as_dynamics(solution.passive), inputs=tau, segments=())


def _final(linear: Linear, Q: Matrix, R: Matrix, final: ArrayLike | None) -> Matrix:
    if final is not None:
        weights = np.asarray(final, dtype=float)
        if weights.shape != Q.shape or not np.allclose(weights, weights.T):
            raise ModelError(
                f"the final weights are a symmetric matrix of the shape {Q.shape}, not {weights.shape}"
            )
        return weights
    try:
        return regulator(linear.A[-1], linear.B[-1], Q, R)[1]
    except SolverError as error:
        raise SolverError(
            "there is no regulator that holds the end of the motion, so give the weights there: final=…"
        ) from error


def _laws(motion: Motion, linear: Linear, K: Matrix) -> dict[str, Scalar]:
    eom = motion.dynamics.equations
    measures: Mapping[str, Scalar] = {
        **{name: coordinate(name) for name in eom.coordinates},
        **{name: speed(name) for name in eom.speeds},
        **{name: state_variable(name) for name in eom.states},
    }
    if unknown := [name for name in linear.states if name not in measures]:
        raise ModelError(f"the small turn {unknown[0]!r} is no measure; give the joint angles")
    changes = [measures[name] - _table(motion.times, motion[name]) for name in linear.states]
    laws = {}
    for i, name in enumerate(linear.inputs):
        total = _table(motion.times, motion.inputs[:, i])
        for j, change in enumerate(changes):
            if np.abs(K[:, i, j]).max() > 0.0:
                total = total - _table(motion.times, K[:, i, j]) * change
        laws[name] = total
    return laws


def _table(times: Vector, values: Vector) -> Scalar:
    return spline(times, values, beyond=Beyond.HOLD)(time)
