"""Integrals over values that are known at given times only."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Vector


def row_weights(times: Vector, order: int) -> Vector:
    """Weights (n,) of values at n times whose weighted sum is their integral, with an error of the given order.

    Over each interval the polynomial of degree order − 1 through the nearest values is integrated. The times may
    be spaced unevenly; where one is repeated, values may jump. Pieces with fewer than `order` times are integrated
    with the order that they allow.
    """
    weights = np.zeros(len(times))
    jumps = np.flatnonzero(np.diff(times) == 0.0) + 1
    for piece in np.split(np.arange(len(times)), jumps):
        weights[piece] = _smooth_weights(times[piece], min(order, len(piece)))
    return weights


def _smooth_weights(times: Vector, order: int) -> Vector:
    n = len(times)
    if n < 2:
        return np.zeros(n)
    # the nearest values of each interval, and their times from −1 to 1
    first = np.clip(np.arange(n - 1) - (order // 2 - 1), 0, n - order)
    near = first[:, None] + np.arange(order)
    middle = 0.5 * (times[near[:, 0]] + times[near[:, -1]])
    half = 0.5 * (times[near[:, -1]] - times[near[:, 0]])
    x = (times[near] - middle[:, None]) / half[:, None]

    # weights that are exact for all powers up to the degree
    powers = np.arange(order)
    begin, end = ((times[k : n - 1 + k] - middle) / half for k in (0, 1))
    integrals = (end[:, None] ** (powers + 1) - begin[:, None] ** (powers + 1)) / (powers + 1)
    solved = np.linalg.solve(x[:, None, :] ** powers[:, None], integrals[:, :, None])[:, :, 0]

    weights = np.zeros(n)
    np.add.at(weights, near, solved * half[:, None])
    return weights
