"""Typed equations that several tests ask, and their numbers in a state."""

import numpy as np

import dalembert as da
from dalembert.expr.rewrite import evaluate

RTOL = 1e-10
"""Accelerations by two ways of deriving them: rounding of a small linear system."""

RTOL_RUN = 1e-8
"""States after a few seconds, with steps controlled to 1e-12."""

RTOL_WORK = 1e-7
"""Of energies of about one: the power is integrated over a thousand rows, to fourth order."""

PRINTED = 5e-12
"""Half a unit of the last decimal of reference numbers with twelve of them, and rounding."""

METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)
GRAVITY = 9.81


def state(eom, q, u, **more):
    """A state from numbers in the order of the names."""
    return eom.state(q=dict(zip(eom.coordinates, q, strict=True)), u=dict(zip(eom.speeds, u, strict=True)), **more)


def accelerations(eom, q, u, **more):
    """Rates of the speeds (nu,)."""
    return np.array([*da.as_dynamics(eom).accelerations(state(eom, q, u, **more)).values()])


def signals(eom, names, q, u, **more):
    """Named signals, in order."""
    return [*da.as_dynamics(eom).signals(names, state(eom, q, u, **more)).values()]


def numbers(eom, y, q, u):
    """An expression of coordinates and speeds, interpreted."""
    return evaluate(y, {**dict(zip(eom.q, q, strict=True)), **dict(zip(eom.u, u, strict=True))})


def slider_crank(solver=None, **more):
    """Two links of unit length and mass without rotary inertia, the tip on y = 0: exercises 2 and 6."""
    q, u = da.expr.symbols("q1 q2"), da.expr.symbols("u1 u2")
    (q1, q2), (u1, u2) = q, u
    T = ((6 + 4 * da.cos(q2)) * u1**2 + (2 + 4 * da.cos(q2)) * u1 * u2 + u2**2) / 8
    V = GRAVITY / 2 * (3 * da.sin(q1) + da.sin(q1 + q2))
    tip = ("tip", da.sin(q1) + da.sin(q1 + q2))
    return da.formulations.TypedSystem(q, u, constraints=[tip], solver=solver, **more).from_energies(T, V)
