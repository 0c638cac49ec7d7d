"""Inertial parameters of a body, and the wrench that its motion takes as a linear function of them.

About the origin of the body's frame, in its axes: mass m, first moments m x, m y, m z, moments Jx, Jy, Jz and
products Jxy = ∫ x y dm, Jyz, Jxz, which enter the inertia matrix with a minus.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.spatial.inertia import Inertia

NAMES = ("m", "mx", "my", "mz", "Jx", "Jy", "Jz", "Jxy", "Jyz", "Jxz")
"""Names of the parameters of a body, in order."""

_PAIRS = {"Jxy": (0, 1), "Jyz": (1, 2), "Jxz": (0, 2)}


def parameters_of(inertia: Inertia) -> Array:
    """The ten parameters of an inertia, numbers or expressions."""
    J = inertia.about()
    first = inertia.mass * inertia.com
    products = [-J[j, i] for i, j in _PAIRS.values()]
    return np.array([inertia.mass, *first, J[0, 0], J[1, 1], J[2, 2], *products], dtype=object)


def wrench_regressor(w: Matrix, alpha: Matrix, pull: Matrix) -> Array:
    """W (T, 6, 10): moment about the origin and force are W π.

    Angular velocity and acceleration (T, 3), and the acceleration of the origin less gravity, all in axes of the
    body.
    """
    S, spin = _skew(alpha) + _skew(w) @ _skew(w), _skew(w)
    W = np.zeros((len(w), 6, 10))
    # moment  h × (a − g) + J α + w × J w,  force  m (a − g) + (α× + w× w×) h
    W[:, :3, 1:4] = -_skew(pull)
    W[:, :3, 4:] = _moments(alpha) + spin @ _moments(w)
    W[:, 3:, 0] = pull
    W[:, 3:, 1:4] = S
    return W


def _moments(w: Matrix) -> Array:
    """L (T, 3, 6) with J w = L (Jx, Jy, Jz, Jxy, Jyz, Jxz)."""
    L = np.zeros((len(w), 3, 6))
    for k in range(3):
        L[:, k, k] = w[:, k]
    for column, (i, j) in enumerate(_PAIRS.values(), 3):
        L[:, i, column] = -w[:, j]
        L[:, j, column] = -w[:, i]
    return L


def _skew(v: Matrix) -> Array:
    S = np.zeros((len(v), 3, 3))
    S[:, 0, 1], S[:, 0, 2], S[:, 1, 2] = -v[:, 2], v[:, 1], -v[:, 0]
    return S - np.swapaxes(S, 1, 2)


# ---- mass distributions that are possible


def pseudo_inertia(parameters: Vector) -> Matrix:
    """∫ (r, 1)(r, 1)ᵀ dm (4, 4): positive semidefinite where a body of positive density has the parameters."""
    values = dict(zip(NAMES, parameters, strict=True))
    P = np.zeros((4, 4))
    trace = 0.5 * (values["Jx"] + values["Jy"] + values["Jz"])
    for k, name in enumerate("xyz"):
        P[k, k] = trace - values[f"J{name}"]
        P[k, 3] = P[3, k] = values[f"m{name}"]
    for name, (i, j) in _PAIRS.items():
        P[i, j] = P[j, i] = values[name]
    P[3, 3] = values["m"]
    return P


def of_pseudo_inertia(P: Matrix) -> Vector:
    """The ten parameters of a pseudo-inertia."""
    second = np.diag(P)[:3]
    products = [P[i, j] for i, j in _PAIRS.values()]
    return np.array([P[3, 3], *P[:3, 3], *(second.sum() - second), *products])


def as_inertia(parameters: Vector) -> Inertia:
    """An inertia with these parameters, whose moments need not be possible."""
    values: Mapping[str, float] = dict(zip(NAMES, map(float, parameters), strict=True))
    first = np.array([values["mx"], values["my"], values["mz"]])
    com = first / values["m"] if values["m"] else np.zeros(3)
    J = np.diag([values["Jx"], values["Jy"], values["Jz"]])
    for name, (i, j) in _PAIRS.items():
        J[i, j] = J[j, i] = -values[name]
    return Inertia.from_origin(values["m"], com, J, check=False)
