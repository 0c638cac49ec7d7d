"""Samples of the unit cube: random, quasi-random and for indices of sensitivity; the same on every machine."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Vector

_WORDS = 4
"""Random numbers that one value of the counter gives."""


def random_points(count: int, size: int, seed: int) -> Vector:
    """Independent points (count, size); each is a function of the seed and its number alone (Salmon 2011)."""
    width = -(-size // _WORDS) * _WORDS
    return np.random.Generator(np.random.Philox(key=seed)).random((count, width))[:, :size]


def sobol_points(count: int, size: int, seed: int) -> Vector:
    """Scrambled points of Sobol's sequence (count, size); the count is a power of two."""
    from scipy.stats import qmc

    return np.asarray(qmc.Sobol(size, scramble=True, rng=seed).random_base2(count.bit_length() - 1))


def halton_points(count: int, size: int, seed: int) -> Vector:
    """Scrambled points of Halton's sequence (count, size)."""
    from scipy.stats import qmc

    return np.asarray(qmc.Halton(size, scramble=True, rng=seed).random(count))


def latin_hypercube_points(count: int, size: int, seed: int) -> Vector:
    """Points (count, size) of which each has its own row and its own column of a chessboard, in all directions."""
    from scipy.stats import qmc

    return np.asarray(qmc.LatinHypercube(size, rng=seed).random(count))


def saltelli_points(count: int, size: int, seed: int) -> Vector:
    """Points of two samples A and B, and of A with one column of B each: (count, size + 2, size) in one list.

    For indices of first order and total ones (Saltelli 2010, table 2).
    """
    both = sobol_points(count, 2 * size, seed)
    a, b = both[:, :size], both[:, size:]
    blocks = np.repeat(a[:, None], size + 2, axis=1)
    blocks[:, 1] = b
    for k in range(size):
        blocks[:, k + 2, k] = b[:, k]
    return blocks.reshape(-1, size)


def morris_points(count: int, size: int, levels: int, seed: int) -> Vector:
    """Points of ways through a grid on which one coordinate after the other takes a step (Morris 1991).

    There are `count` ways of size + 1 points each, one after the other.
    """
    random = np.random.Generator(np.random.Philox(key=seed))
    step = levels // 2
    ways = np.empty((count, size + 1, size))
    for way in ways:
        # from the lower half steps lead up, from the upper half down: all levels are as likely
        place = random.integers(0, levels, size)
        way[0] = place
        for k, j in enumerate(random.permutation(size)):
            place[j] += step if place[j] < levels - step else -step
            way[k + 1] = place
    return ways.reshape(-1, size) / (levels - 1)


def normal_quantiles(parts: Vector) -> Vector:
    """Values below which a normal distribution of mean 0 and deviation 1 has these parts of all."""
    from scipy.special import ndtri

    return np.asarray(ndtri(parts))
