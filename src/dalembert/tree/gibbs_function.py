"""The Gibbs function, or acceleration energy, of a rigid body and of all bodies of a model."""

from __future__ import annotations

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.spatial.vectors import cross


def gibbs_function(mass: Scalar, I: Array, acceleration: Array, alpha: Array, w: Array) -> Scalar:
    """S = ½ ∫ a · a dm of a rigid body: what the kinetic energy is for velocities, for accelerations.

    S = ½ m a · a + ½ α · I α + α · (ω × I ω) + ½ (ω · ω) (ω · I ω)  with a of the mass centre, I (3, 3) about it.
    I, α and ω share their axes, those of the body as a rule; a may be seen in others.
    Sources: Appell 1899; modular methodology (A.34).

    Parameters
    ----------
    mass : float or expression
        Mass m in kg.
    I : array (3, 3)
        Inertia about the mass centre in kg m².
    acceleration : array (3,)
        Acceleration of the mass centre in m/s².
    alpha : array (3,)
        Angular acceleration in rad/s².
    w : array (3,)
        Angular velocity in rad/s.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> S = da.energies.gibbs_function(2.0, np.eye(3), np.array([1.0, 0, 0]), np.zeros(3), np.zeros(3))
    >>> print(S)
    1.0
    """
    L = I @ w
    turning = alpha @ (0.5 * (I @ alpha) + cross(w, L)) + 0.5 * (w @ w) * (w @ L)
    return 0.5 * mass * (acceleration @ acceleration) + turning
