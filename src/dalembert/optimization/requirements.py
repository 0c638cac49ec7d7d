"""Requirements: numbers along a run that are to be least, or within a range, and how samples change them."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.studies.along import Along, Integral, Largest, Mean, Peak, RootMeanSquare, Smallest

_PARTS = 40
"""Parts of a run whose largest values are rows of their own, so that the largest of all may wander."""


@dataclass(frozen=True, eq=False)
class Requirement:
    """A question, and the range of its answers."""

    label: str
    question: Any
    lower: float = -inf
    upper: float = inf
    is_at_end: bool = False

    @property
    def asked(self) -> Any:
        """The signal, expression or function whose samples are needed."""
        return self.question.of if isinstance(self.question, Along) else self.question

    def number(self, times: Vector, values: Vector) -> float:
        """The answer: for many values without a number along the run the one that is worst."""
        if isinstance(self.question, Along):
            return float(self.question.reduced(times, values[None])[0])
        flat = np.ravel(values)
        if self.is_at_end or flat.size == 1:
            return float(flat[-1])
        return float(flat.max() if self.upper < inf else flat.min())

    def parts(self, times: Vector, values: Vector) -> list[Part]:
        """Numbers that matter: those that shall be small, then those that shall be large."""
        y = np.ravel(values)
        match self.question:
            case Peak():
                return _peaks(y)
            case RootMeanSquare() | Integral():
                return [_integral(self.question, times, y)]
            case Largest():
                return _largest(y, 1.0) if self.upper < inf else [_at(y, int(y.argmax()), 1.0)]
            case Smallest():
                return _largest(y, -1.0) if self.lower > -inf else [_at(y, int(y.argmin()), 1.0)]
        if self.is_at_end:
            return [_at(y, len(y) - 1, 1.0)]
        if len(y) <= _PARTS:
            return [_at(y, k, 1.0) for k in range(len(y))]
        up = _largest(y, 1.0) if self.upper < inf else []
        return [*up, *(_largest(y, -1.0) if self.lower > -inf else [])]


@dataclass(frozen=True, eq=False)
class Part:
    """A number that samples y give, and its derivative by these as rows and weights."""

    value: float
    rows: Any
    weights: Vector

    def slope(self, slopes: Matrix) -> Vector:
        """Derivatives (n,) of the requirement from those of the samples (T, n)."""
        result: Vector = self.weights @ slopes[self.rows]
        return result


def _at(y: Vector, k: int, sign: float) -> Part:
    return Part(float(y[k]), np.array([k]), np.array([sign]))


def _largest(y: Vector, sign: float) -> list[Part]:
    """The largest (sign 1) or smallest (−1) sample of each part of the run."""
    return [_at(y, int(block[(sign * y[block]).argmax()]), 1.0) for block in _split(y)]


def _peaks(y: Vector) -> list[Part]:
    """The largest size of each part of the run."""
    places = [int(block[np.abs(y[block]).argmax()]) for block in _split(y)]
    return [Part(float(abs(y[k])), np.array([k]), np.array([1.0 if y[k] >= 0.0 else -1.0])) for k in places]


def _split(y: Vector) -> list[Any]:
    return [block for block in np.array_split(np.arange(len(y)), min(_PARTS, len(y))) if len(block)]


def _integral(question: Along, times: Vector, y: Vector) -> Part:
    """Integrals, means and roots of mean squares: weights of the rule of trapezes."""
    steps = np.diff(times)
    weights = np.zeros(len(times))
    weights[:-1] += 0.5 * steps
    weights[1:] += 0.5 * steps
    value = float(question.reduced(times, y[None])[0])
    if isinstance(question, Mean):
        weights = weights / (times[-1] - times[0])
    if isinstance(question, RootMeanSquare):
        weights = weights * y / max(value, 1e-300)
    return Part(value, slice(None), weights)
