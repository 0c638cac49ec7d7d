"""Problems with closed forms, and integrators of them, for tests."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from scipy.special import ellipj, ellipk

import dalembert as da
from dalembert.integrators.integration import Integrator
from dalembert.integrators.method import Method
from dalembert.integrators.problem import Event, Problem


def compiled(procedure, lanes):
    return da.kernels.NativeProcedure(procedure, lanes=lanes)


def program(outputs: Sequence, x, extra=()):
    """A program over t, state and extra."""
    return da.kernels.compile(
        np.array(outputs), {"t": da.time, "x": x, "extra": np.array(extra, dtype=object)}
    ).code


@cache
def integrator(make_problem, method: Method, lanes: int = 1) -> Integrator:
    """The integrator of one of the problems below; options of the method are given with each run."""
    return Integrator.make(make_problem(), method, compiled, lanes)


def run(make_problem, method: Method, *args, lanes: int = 1, **kwargs):
    """Integrate; code is shared by methods of one class."""
    code = integrator(make_problem, type(method)(1e-3), lanes)
    return code.run(*args, method=method, **kwargs)


# ---- pendulum: q̈ = −sin q


@cache
def pendulum() -> Problem:
    x = da.expr.symbols("x", 2)
    return Problem(program([x[1], -da.sin(x[0])], x), 2, n_positions=1)


AMPLITUDE = 2.0


def pendulum_motion(t, amplitude=AMPLITUDE):
    """q and q̇ of a pendulum released from rest: sin(q/2) = k sn(K + t, k)."""
    k = np.sin(amplitude / 2)
    sn, cn, _, _ = ellipj(np.asarray(t) + ellipk(k * k), k * k)
    return np.stack([2 * np.arcsin(k * sn), 2 * k * cn], axis=-1)


# ---- oscillator: q̈ = −ω² q with ω given for each simulation


@cache
def oscillator() -> Problem:
    x, w = da.expr.symbols("x", 2), da.expr.symbol("w")
    return Problem(program([x[1], -w * w * x[0]], x, [w]), 2, n_extra=1, n_positions=1, n_parameters=0)


@cache
def oscillator_with_events() -> Problem:
    """Events 0: q falls through zero; 1: q rises through zero, 2: q̇ changes sign; 3 ends when t is 20."""
    x, w = da.expr.symbols("x", 2), da.expr.symbol("w")
    rate = program([x[1], -w * w * x[0]], x, [w])
    guard = program([x[0], x[0], x[1], da.time - 20.0], x, [w])
    events = (Event(-1), Event(1), Event(0), Event(0, is_terminal=True))
    return Problem(rate, 2, n_extra=1, guard=guard, events=events)


# ---- growth: ẋ = x², infinite at t = 1/x₀


@cache
def growth() -> Problem:
    x = da.expr.symbols("x", 1)
    return Problem(program([x[0] * x[0]], x), 1)


# ---- Kepler: an ellipse of eccentricity e, half axis one


@cache
def kepler() -> Problem:
    x = da.expr.symbols("x", 4)
    cube = da.sqrt(x[0] * x[0] + x[1] * x[1]) ** 3
    return Problem(program([x[2], x[3], -x[0] / cube, -x[1] / cube], x), 4, n_positions=2)


def kepler_start(e):
    return np.array([1.0 - e, 0.0, 0.0, np.sqrt((1.0 + e) / (1.0 - e))])


def kepler_position(t, e):
    """Place on the ellipse after Kepler's equation t = E − e sin E."""
    E = np.asarray(t, dtype=float)
    for _ in range(100):
        E = E - (E - e * np.sin(E) - t) / (1.0 - e * np.cos(E))
    return np.stack([np.cos(E) - e, np.sqrt(1 - e * e) * np.sin(E)], axis=-1)


# ---- rotation of a quaternion with constant angular velocity, normalized or not


@cache
def spinning() -> Problem:
    x = da.expr.symbols("x", 4)
    w = (1.0, -2.0, 0.5)
    s, v = x[0], x[1:]
    turned = [w[1] * v[2] - w[2] * v[1], w[2] * v[0] - w[0] * v[2], w[0] * v[1] - w[1] * v[0]]
    rate = [-0.5 * sum(a * b for a, b in zip(w, v, strict=True))]
    rate += [0.5 * (s * a + b) for a, b in zip(w, turned, strict=True)]
    norm = da.sqrt(sum(y * y for y in x))
    return Problem(program(rate, x), 4, project=program([y / norm for y in x], x))
