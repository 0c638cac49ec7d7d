"""Finer meshes: intervals whose error is too large are divided."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Vector
from dalembert.optimal_control.trajectory_result import TrajectoryPhase

_MOST_PARTS = 5
"""Parts that an interval is divided into at once."""

_AIM = 0.5
"""Share of the tolerance that is aimed at."""


def refined(phase: TrajectoryPhase, tolerance: float, order: int) -> Vector:
    """The mesh (n + 1,) with intervals divided whose errors are above a tolerance; errors go as h^(order + 1)."""
    mesh = phase.mesh
    parts = [mesh[:1]]
    for a, b, error in zip(mesh[:-1], mesh[1:], phase.errors, strict=True):
        n = 1
        if not error <= tolerance:
            wanted = (error / (_AIM * tolerance)) ** (1.0 / (order + 1)) if np.isfinite(error) else _MOST_PARTS
            n = int(np.clip(np.ceil(wanted), 2, _MOST_PARTS))
        parts.append(np.linspace(a, b, n + 1)[1:])
    return np.concatenate(parts)
