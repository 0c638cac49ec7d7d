"""Matrices of a system in one state: one line for each."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.time_stepping_forms import check_second_order
from dalembert.expr.calculus import jacobian
from dalembert.memo import Key
from dalembert.model.bodies import Place
from dalembert.model.measure import angular_velocity, velocity
from dalembert.state import State, Values, as_state


def mass_matrix(subject: Subject, state: State | Values | None = None) -> Matrix:
    """M in one state, rows and columns in the order of the speeds; (nu, nu).

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    state : State or dict of coordinates, optional
        State in which it is taken; default the default values of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.matrices.mass_matrix(pendulum).round(6))
    [[0.333333]]
    """
    dynamics = as_dynamics(subject)
    check_second_order(dynamics.equations, "a mass matrix")
    return np.asarray(dynamics.evaluate(dynamics.equations.M, as_state(state)), dtype=float)


_FRAME_JACOBIAN: Key[Array] = Key("Jacobian of a frame")


def jacobian_of(subject: Subject, frame: Place, state: State | Values | None = None) -> Matrix:
    """How a frame moves with each speed in one state: ∂ of its angular velocity, then of its velocity; (6, nu).

    Both are in world axes, the velocity is that of the frame's origin. The transpose takes a moment and a force at
    the frame to generalized forces.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    frame : Body or Frame
        Frame that moves.
    state : State or dict of coordinates, optional
        State in which it is taken; default the default values of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.matrices.jacobian_of(pendulum, rod["end"]).shape)
    (6, 1)
    """
    dynamics = as_dynamics(subject)
    check_second_order(dynamics.equations, "the Jacobian of a frame by speeds")
    rows = dynamics.memo.get(_FRAME_JACOBIAN.of(frame), lambda: _rows(dynamics, frame))
    return np.asarray(dynamics.evaluate(rows, as_state(state)), dtype=float)


def _rows(dynamics: Dynamics, frame: Place) -> Array:
    twist = dynamics.solved.resolve(np.concatenate([angular_velocity(frame), velocity(frame)]))
    return jacobian(twist, dynamics.equations.u)
