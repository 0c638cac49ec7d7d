"""Twists and wrenches: motion and force of a body as vectors of six, angular velocity and moment first.

A twist V = (w, v) holds the angular velocity and the velocity of the point at the origin of a frame; a wrench
F = (m, f) the moment about the origin and the force. Their product is power. Between a parent frame A and its
child B, R = R_AB and p = p_AB (p in A's axes).
"""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, as_vector, cross, dot, skew


def twist(angular: Array | None = None, linear: Array | None = None) -> Array:
    """Twist of angular velocity w and velocity v of the origin, both zero by default; (6,).

    Parameters
    ----------
    angular : array (3,), optional
        Angular velocity in rad/s; default zero.
    linear : array (3,), optional
        Velocity of the origin in m/s; default zero.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.spatial.twist(angular=(0.0, 0.0, 2.0), linear=(1.0, 0.0, 0.0)))
    [0. 0. 2. 1. 0. 0.]
    """
    return _pair(angular, linear, "a velocity")


def wrench(moment: Array | None = None, force: Array | None = None) -> Array:
    """Wrench of a force f with its moment m about the origin, both zero by default; (6,).

    Parameters
    ----------
    moment : array (3,), optional
        Moment about the origin in N m; default zero.
    force : array (3,), optional
        Force in N; default zero.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.spatial.wrench(force=(0.0, 0.0, -9.81)))
    [ 0.    0.    0.    0.    0.   -9.81]
    """
    return _pair(moment, force, "a moment or force")


def power(V: Array, F: Array) -> Scalar:
    """Power of a wrench on a moving body, m · w + f · v, both about the same point and in the same axes."""
    return dot(V, F)


# between frames


def motion_transform(pose: Pose) -> Array:
    """X_BA from the pose of B in A: V in A's frame becomes V in B's; (6, 6).

    X_BA = [[Rᵀ, 0], [−Rᵀ skew(p), Rᵀ]]

    Parameters
    ----------
    pose : Pose
        Pose of B in A.

    Examples
    --------
    >>> import dalembert as da
    >>> X_BA = da.spatial.motion_transform(da.spatial.Pose(p=(1.0, 0.0, 0.0)))
    >>> print(X_BA @ da.spatial.twist(angular=(0.0, 0.0, 2.0)))
    [0. 0. 2. 0. 2. 0.]
    """
    E = pose.R.T
    return as_array(np.block([[E, np.zeros((3, 3))], [-(E @ skew(pose.p)), E]]))


def force_transform(pose: Pose) -> Array:
    """X*_BA from the pose of B in A: F in A's frame becomes F in B's; (6, 6). It is the inverse of X_BAᵀ.

    X*_BA = [[Rᵀ, −Rᵀ skew(p)], [0, Rᵀ]]

    Parameters
    ----------
    pose : Pose
        Pose of B in A.

    Examples
    --------
    >>> import dalembert as da
    >>> X_BA = da.spatial.force_transform(da.spatial.Pose(p=(1.0, 0.0, 0.0)))
    >>> print(X_BA @ da.spatial.wrench(force=(0.0, 1.0, 0.0)))
    [ 0.  0. -1.  0.  1.  0.]
    """
    E = pose.R.T
    return as_array(np.block([[E, -(E @ skew(pose.p))], [np.zeros((3, 3)), E]]))


def motion_to_child(R: Array, p: Array, V: Array) -> Array:
    """V_B = X_BA V_A = (Rᵀ w, Rᵀ (v + w × p)); (6,)."""
    w, v = V[:3], V[3:]
    return _joined(R.T @ w, R.T @ (v + cross(w, p)))


def motion_to_parent(R: Array, p: Array, V: Array) -> Array:
    """V_A = X_AB V_B = (R w, R v + p × R w); (6,)."""
    w, v = R @ V[:3], R @ V[3:]
    return _joined(w, v + cross(p, w))


def force_to_parent(R: Array, p: Array, F: Array) -> Array:
    """F_A = X_BAᵀ F_B = (R m + p × R f, R f); (6,)."""
    m, f = R @ F[:3], R @ F[3:]
    return _joined(m + cross(p, f), f)


def force_to_child(R: Array, p: Array, F: Array) -> Array:
    """F_B = X_ABᵀ F_A = (Rᵀ (m − p × f), Rᵀ f); (6,)."""
    m, f = F[:3], F[3:]
    return _joined(R.T @ (m - cross(p, f)), R.T @ f)


# between points, with the same axes


def twist_at(V: Array, r: Array) -> Array:
    """Twist of a motion with the velocity of another point, at r: (w, v + w × r); (6,).

    Parameters
    ----------
    V : array (6,)
        Twist, angular part first.
    r : array (3,)
        The other point, from the origin, in m.

    Examples
    --------
    >>> import dalembert as da
    >>> V = da.spatial.twist(angular=(0.0, 0.0, 2.0))
    >>> print(da.spatial.twist_at(V, (1.0, 0.0, 0.0)))
    [0. 0. 2. 0. 2. 0.]
    """
    return _joined(V[:3], V[3:] + cross(V[:3], r))


def wrench_at(F: Array, r: Array) -> Array:
    """Wrench of a force with its moment about another point, at r: (m + f × r, f); (6,).

    Parameters
    ----------
    F : array (6,)
        Wrench, moment first.
    r : array (3,)
        The other point, from the origin, in m.

    Examples
    --------
    >>> import dalembert as da
    >>> F = da.spatial.wrench(force=(0.0, 1.0, 0.0))
    >>> print(da.spatial.wrench_at(F, (-1.0, 0.0, 0.0)))
    [0. 0. 1. 0. 1. 0.]
    """
    return _joined(F[:3] + cross(F[3:], r), F[3:])


# rates of change in moving axes


def cross_motion(V: Array, W: Array) -> Array:
    """V × W: rate of change of a twist W that rests in a frame moving with V; (6,).

    (w × w', w × v' + v × w')

    Parameters
    ----------
    V : array (6,)
        Twist of the frame, angular part first.
    W : array (6,)
        Twist that rests in it.

    Examples
    --------
    >>> import dalembert as da
    >>> V = da.spatial.twist(angular=(0.0, 0.0, 2.0))
    >>> print(da.spatial.cross_motion(V, da.spatial.twist(linear=(1.0, 0.0, 0.0))))
    [0. 0. 0. 0. 2. 0.]
    """
    w, v = V[:3], V[3:]
    return _joined(cross(w, W[:3]), cross(w, W[3:]) + cross(v, W[:3]))


def cross_force(V: Array, F: Array) -> Array:
    """V ×* F: rate of change of a wrench or momentum F that rests in a frame moving with V; (6,).

    (w × m + v × f, w × f), so that the equation of motion of a body is I A + V ×* (I V) = F.

    Parameters
    ----------
    V : array (6,)
        Twist of the frame, angular part first.
    F : array (6,)
        Wrench or momentum, moment first.

    Examples
    --------
    >>> import dalembert as da
    >>> V = da.spatial.twist(angular=(0.0, 0.0, 2.0))
    >>> print(da.spatial.cross_force(V, da.spatial.wrench(force=(1.0, 0.0, 0.0))))
    [0. 0. 0. 0. 2. 0.]
    """
    w, v = V[:3], V[3:]
    return _joined(cross(w, F[:3]) + cross(v, F[3:]), cross(w, F[3:]))


def _pair(first: Array | None, second: Array | None, what: str) -> Array:
    return np.concatenate([np.zeros(3) if x is None else as_vector(x, what) for x in (first, second)])


def _joined(first: Array, second: Array) -> Array:
    return as_array(np.concatenate([first, second]))
