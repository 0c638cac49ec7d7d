"""Gains for linear equations, and laws of them for models: what control puts on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Matrix
from dalembert.errors import ModelError, SolverError
from dalembert.expr.node import Scalar
from dalembert.expr.symbol_nodes import time
from dalembert.linear.linear_system import STEADY, Linear
from dalembert.model.measure import coordinate, speed, state_variable
from dalembert.model.state_variable import StateVariable
from dalembert.name_checks import checked_names
from dalembert.numerics.riccati import regulator
from dalembert.runs.events import SampledController

ROUNDING = 1e-12
"""Negative eigenvalue of a matrix of weights, beside the largest, that is none."""

GROWS = 1e-6
"""Growth beside the largest eigenvalue that is no rounding, also of double zeros."""

Weights = Mapping[str, float] | ArrayLike


def lqr(linear: Linear, states: Weights, inputs: Weights) -> Matrix:
    """K (n_tau, n) of δτ = −K y with the least integral of yᵀ Q y + δτᵀ R δτ; a sum in discrete time.

    Weights Q of states and R of inputs come by name, as numbers on the diagonal, or as matrices. What the inputs
    cannot reach must not stand in Q: that is said by name.

    Parameters
    ----------
    linear : Linear
        Linear equations, `da.linearize(…)`, or sampled ones.
    states : dict of float, or matrix
        Weights Q by state, on the diagonal; those not named have none.
    inputs : dict of float, or matrix
        Weights R by input.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> linear = da.linearize(model, {"lean": da.pi / 2})
    >>> K = da.control.lqr(linear, {"x": 1.0, "lean": 10.0}, {"push": 0.1})
    >>> print(K.shape)
    (1, 4)
    """
    _checked(linear).single("a regulator")
    Q, R = weight_matrix(states, linear.states, "states"), weight_matrix(inputs, linear.inputs, "inputs")
    if not linear.inputs:
        raise ModelError("there is no input to regulate by; give the model a Motor or an Input")
    _check_not_negative(Q, linear.states, "state")
    _check_positive(R, linear.inputs, "input")
    return _gain(linear.A, linear.B, Q, R, linear.period, "regulator", "reached by the inputs")


def kalman(linear: Linear, disturbances: Weights, noise: Weights) -> Matrix:
    """L (n, n_outputs) of the steady estimator ŷ̇ = A ŷ + B δτ + L (δo − C ŷ − D δτ) with the least variance.

    Variances of disturbances are by names of states or inputs, those of the noise by names of outputs.

    Parameters
    ----------
    linear : Linear
        Linear equations, `da.linearize(…)`, whose outputs are measured.
    disturbances : dict of float, or matrix
        Variances by names of states or inputs.
    noise : dict of float, or matrix
        Variances of the noise by names of outputs.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> linear = da.linearize(model, {"lean": da.pi / 2}, outputs=["x", "lean"])
    >>> L = da.control.kalman(linear, {"push": 1.0}, {"x": 1e-4, "lean": 1e-4})
    >>> print(L.shape)
    (4, 2)
    """
    _checked(linear).single("an estimator")
    names = (*linear.states, *linear.inputs)
    disturbed = names if isinstance(disturbances, Mapping) else linear.states
    W = weight_matrix(disturbances, disturbed, "disturbances")
    _check_not_negative(W, disturbed, "disturbance")
    if len(W) == len(names) != len(linear.states):
        spread = np.concatenate([np.eye(len(linear.states)), linear.B], axis=1)
        W = spread @ W @ spread.T
    V = weight_matrix(noise, linear.outputs, "noise")
    _check_positive(V, linear.outputs, "noise of the output")
    return _gain(linear.A.T, linear.C.T, W, V, linear.period, "estimator", "shown by the outputs").T


def _check_lasting(linear: Linear, what: str) -> None:
    """Raise unless a law or an estimator can be about this: one reference that is steady."""
    _checked(linear).single(what)
    if not linear.has_constant_speeds:
        raise ModelError(
            f"{what} keeps an equilibrium or a steady motion, and this is about {linear.about}; give the inputs "
            "that hold it (da.equilibrium with unknown=[…]), or follow a motion with da.control.lqr_along"
        )


def _checked(linear: Linear) -> Linear:
    if not isinstance(linear, Linear):
        raise ModelError(f"gains are those of linear equations, da.linearize(model, state), not of {linear!r}")
    return linear


def _check_positive(R: Matrix, names: Sequence[str], what: str) -> None:
    """Raise unless all inputs, or the noise of all outputs, have positive weights."""
    if np.linalg.eigvalsh(R).min(initial=np.inf) > 0.0:
        return
    missing = [name for name, x in zip(names, np.diag(R), strict=True) if not x > 0.0]
    raise ModelError(f"the weight of the {what} {' and '.join(map(repr, missing or names))} must be positive")


def _check_not_negative(Q: Matrix, names: Sequence[str], what: str) -> None:
    """Raise if a weight of states, or a variance of disturbances, is negative: then nothing is least."""
    values = np.linalg.eigvalsh(Q)
    if values.min(initial=0.0) >= -ROUNDING * np.abs(values).max(initial=0.0):
        return
    negative = [name for name, x in zip(names, np.diag(Q), strict=True) if x < 0.0]
    raise ModelError(f"the weight of the {what} {' and '.join(map(repr, negative or names))} must not be negative")


def _gain(A: Matrix, B: Matrix, Q: Matrix, R: Matrix, period: float | None, what: str, reached: str) -> Matrix:
    try:
        gain, _ = regulator(A, B, Q, R, period)
    except SolverError as error:
        raise SolverError(
            f"there is no {what}: something that does not decay is not {reached}, or something undamped has no "
            "weight, such as an angle on which nothing depends; give each state one, if only a small one, ask "
            "linear.controllability and linear.observability, and do not linearize with reduced=False"
        ) from error
    return gain


def weight_matrix(weights: Weights, names: Sequence[str], what: str) -> Matrix:
    """A symmetric matrix of weights."""
    if isinstance(weights, Mapping):
        checked_names(weights, names, f"name among the {what} of these linear equations, as a weight has it,")
        return _finite(np.diag([float(weights.get(name, 0.0)) for name in names]), what)
    matrix = _finite(np.asarray(weights, dtype=float), what)
    matrix = np.diag(matrix) if matrix.ndim == 1 else np.atleast_2d(matrix)
    if matrix.shape != (len(names), len(names)):
        raise ModelError(f"the weights of {what} are {len(names)} numbers or a square matrix, not {matrix.shape}")
    if not np.allclose(matrix, matrix.T):
        raise ModelError(f"the weights of {what} must be symmetric")
    return matrix


def _finite(weights: Matrix, what: str) -> Matrix:
    if not np.isfinite(weights).all():
        raise ModelError(f"the weights of {what} must be finite numbers")
    return weights


# ---- back into the model


def law(linear: Linear, gain: ArrayLike) -> dict[str, Scalar] | SampledController:
    """Expressions of measures for the inputs, τ = τ₀ − K (y − y₀): laws of motors, forces, or anything else.

    Of sampled equations, `linear.discrete(period)`, it is the `SampledController` of them, for `simulate`.
    Ignorable coordinates that move steadily are compared with where they are in the steady motion.

    Parameters
    ----------
    linear : Linear
        Linear equations, `da.linearize(…)`, or sampled ones.
    gain : matrix (n_tau, n)
        Gain K, such as that of `lqr`.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> upright = da.State(q={"lean": da.pi / 2})
    >>> K = da.control.lqr(da.linearize(model, upright), {"x": 1.0, "lean": 10.0}, {"push": 0.1})
    >>> law = da.control.law(da.linearize(model, upright), K)["push"]
    >>> held = da.Model(slide, pin, da.Motor("push", "x", law), gravity=(0, -9.81, 0))
    >>> print(f"{da.simulate(held, {'lean': 1.4}, until=10.0)['lean'][-1]:.4f} rad")
    1.5708 rad
    """
    _check_lasting(linear, "a law")
    K = np.asarray(gain, dtype=float)
    if K.shape != (len(linear.inputs), len(linear.states)):
        raise ModelError(
            f"the gain has the shape {K.shape}; {len(linear.inputs)} inputs and {len(linear.states)} states need "
            f"({len(linear.inputs)}, {len(linear.states)})"
        )
    _check_stable(linear.A - linear.B @ K, "the gain of the law", linear.period)
    used = [j for j in range(len(linear.states)) if K[:, j].any()]
    changes = {j: _change(linear, j) for j in used}
    tau = linear.reference.tau
    laws: dict[str, Scalar] = {
        name: float(tau[name]) - sum(float(K[i, j]) * changes[j] for j in used)
        for i, name in enumerate(linear.inputs)
    }
    return laws if linear.period is None else SampledController(linear.period, laws)


def _check_stable(closed: Matrix, what: str, period: float | None = None) -> None:
    """Raise if small motions grow with a gain; those that stay as they are may."""
    if not np.isfinite(closed).all():
        raise ModelError(f"{what} must be finite numbers")
    values = np.linalg.eigvals(closed)
    if period is not None:
        # what a sample multiplies by |z| grows at ln |z| per period
        values = np.log(np.maximum(np.abs(values), np.exp(-1.0))) / period
    growth = values.real.max(initial=0.0)
    if growth > GROWS * np.abs(values).max(initial=0.0):
        raise ModelError(
            f"{what} does not stabilize: with it, about this reference, small motions grow at {growth:.6g} 1/s; "
            "look at its sign, which is that of δτ = −K y, and at the order of linear.states"
        )


def _change(linear: Linear, j: int) -> Scalar:
    """How far a state is from the reference, as an expression of measures."""
    name, state, eom = linear.states[j], linear.reference, linear.references.dynamics.equations
    if name in eom.coordinates:
        rate = float(linear.rates[j])
        moved = rate * (time - state.t) if abs(rate) > STEADY else 0.0
        return coordinate(name) - (state.q[name] + moved)
    if name in eom.speeds:
        return speed(name) - state.u[name]
    if name in eom.states:
        return state_variable(name) - state.z[name]
    raise ModelError(
        f"the small turn {name!r} is no measure; give the joint angles, or use gains for outputs that you name"
    )


@dataclass(frozen=True)
class Estimator:
    """A law that knows outputs only: first-order states that estimate all others, and inputs by these."""

    parts: tuple[StateVariable, ...]
    law: Mapping[str, Scalar]


def estimator(
    linear: Linear, gain: ArrayLike, feedback: ArrayLike, outputs: Mapping[str, Scalar] | None = None
) -> Estimator:
    """The estimator with the gain L (n, n_outputs) and inputs δτ = −K ŷ, as parts and laws of a model.

    `outputs` are the measured expressions by name, where these are not states.

    Parameters
    ----------
    linear : Linear
        Linear equations, `da.linearize(…)`, whose outputs are measured.
    gain : matrix (n, n_outputs)
        Gain L, such as that of `kalman`.
    feedback : matrix (n_tau, n)
        Gain K, such as that of `lqr`.
    outputs : dict of expressions, optional
        Measured expressions by output, where these are not states; default the states.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> linear = da.linearize(model, {"lean": da.pi / 2}, outputs=["x", "lean"])
    >>> K = da.control.lqr(linear, {"x": 1.0, "lean": 10.0}, {"push": 0.1})
    >>> L = da.control.kalman(linear, {"push": 1.0}, {"x": 1e-4, "lean": 1e-4})
    >>> estimate = da.control.estimator(linear, L, K)
    >>> motor = da.Motor("push", "x", estimate.law["push"])
    >>> held = da.Model(slide, pin, motor, *estimate.parts, gravity=(0, -9.81, 0))
    >>> print(da.linearize(held, {"lean": da.pi / 2}).modes().is_asymptotically_stable)
    True
    """
    _check_lasting(linear, "an estimator")
    if linear.period is not None:
        raise ModelError(
            "an estimator in the model acts continuously; give one of samples as a da.control.SampledController"
        )
    L, K = np.asarray(gain, dtype=float), np.asarray(feedback, dtype=float)
    n, shapes = len(linear.states), (L.shape, K.shape)
    if shapes != ((n, len(linear.outputs)), (len(linear.inputs), n)):
        raise ModelError(
            f"the gains have the shapes {shapes}; {n} states, {len(linear.outputs)} outputs and "
            f"{len(linear.inputs)} inputs do not fit them"
        )
    names = [f"estimate of {name.replace('.', ' ')}" for name in linear.states]
    y = [state_variable(name) for name in names]
    tau = [-sum(float(K[i, j]) * y[j] for j in range(n)) for i in range(len(linear.inputs))]
    measured = [_measured(linear, k, outputs or {}) for k in range(len(linear.outputs))]
    missing = [
        o
        - sum(float(linear.C[k, j]) * y[j] for j in range(n))
        - sum(float(d) * x for d, x in zip(linear.D[k], tau, strict=True))
        for k, o in enumerate(measured)
    ]
    parts = []
    for i, name in enumerate(names):
        rate = sum(float(linear.A[i, j]) * y[j] for j in range(n))
        rate = rate + sum(float(b) * x for b, x in zip(linear.B[i], tau, strict=True))
        parts.append(
            StateVariable(name, rate=rate + sum(float(g) * x for g, x in zip(L[i], missing, strict=True)))
        )
    _check_stable(linear.A - L @ linear.C, "the gain of the estimator")
    _check_stable(linear.A - linear.B @ K, "the gain of its law")
    reference = linear.reference.tau
    return Estimator(
        tuple(parts), {name: float(reference[name]) + x for name, x in zip(linear.inputs, tau, strict=True)}
    )


def _measured(linear: Linear, k: int, outputs: Mapping[str, Scalar]) -> Scalar:
    """How far an output is from its value in the reference."""
    name = linear.outputs[k]
    if name in outputs:
        return outputs[name] - linear.references.dynamics.evaluate(outputs[name], linear.reference)
    if name in linear.states and _shows(linear, k, linear.states.index(name)):
        return _change(linear, linear.states.index(name))
    raise ModelError(f"the output {name!r} is no state; give its expression: outputs={{{name!r}: …}}")


def _shows(linear: Linear, k: int, j: int) -> bool:
    """Whether an output is a state itself, and not only called so."""
    return bool(np.allclose(linear.C[k], np.eye(len(linear.states))[j]) and not linear.D[k].any())
