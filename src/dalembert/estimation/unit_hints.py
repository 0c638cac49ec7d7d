"""Hints at wrong units: measurements that fit badly, and well once they or their times have a familiar factor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import pi

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import DalembertError
from dalembert.estimation.experiment import Channel
from dalembert.estimation.fit_problem import Problem
from dalembert.estimation.fit_unknowns import Unknowns

FACTORS = {
    pi / 180.0: "π/180, as if they were in degrees",
    1e-3: "1/1,000, as if they were in mm or thousandths of another unit",
    180.0 / pi: "180/π, as if radians had been taken for degrees",
    1e3: "1,000, as if they were in km or thousands of another unit",
}

POOR, BETTER = 0.05, 0.1
"""Part of the squares of a signal, left by a fit, that makes units doubtful; how much less others must leave."""

WIDE = 4.0
"""How far the ratio of data to what the guess gives may be from a factor."""

FEW_STEPS = 40

SHORT = 20.0
"""Seconds below which times are not taken for milliseconds."""


def unit_hints(problem: Problem, again: Callable[[Unknowns], Problem], guess: Vector, best: Vector) -> list[str]:
    """A note for signals that fit badly as they are, and well when they are multiplied by a factor of units."""
    misfits = _misfits(problem.channels, problem.split(best))
    poor = [k for k, x in enumerate(misfits) if x > POOR]
    ratios = [_ratio(x.values, y) for x, y in zip(problem.channels, problem.split(guess), strict=True)]
    for factor, words in FACTORS.items():
        doubted = {problem.channels[k].name for k in poor if 1.0 / WIDE < ratios[k] * factor < WIDE}
        if not doubted:
            continue
        left = _after(again(_scaled(problem.unknowns, doubted, factor)))
        if left is not None and all(left[k] < BETTER * misfits[k] for k in poor):
            names = ", ".join(map(repr, sorted(doubted)))
            return [f"wrong units? Data of {names} fit well when they are multiplied by {words}"]
    return _hint_of_times(problem, again, misfits, poor)


def _hint_of_times(
    problem: Problem, again: Callable[[Unknowns], Problem], misfits: Sequence[float], poor: Sequence[int]
) -> list[str]:
    """A note where data fit well once their times are a thousandth."""
    unknowns = problem.unknowns
    records = tuple(replace(x, times=x.start.t + 1e-3 * (x.times - x.start.t)) for x in unknowns.records)
    if not poor or any(x.times[-1] - x.start.t < SHORT for x in unknowns.records):
        return []
    left = _after(again(replace(unknowns, records=records)))
    if left is None or not all(left[k] < BETTER * misfits[k] for k in poor):
        return []
    return ["wrong units? Data fit well when times are divided by 1,000, as if they were in ms"]


def _after(problem: Problem) -> list[float] | None:
    """What the fit of another problem leaves; None if it fails."""
    try:
        found = problem.prediction(problem.solved()[0].x)
    except DalembertError:
        return None
    return None if found is None else _misfits(problem.channels, problem.split(found.values))


def _misfits(channels: Sequence[Channel], predictions: Sequence[Vector]) -> list[float]:
    """Part of the squares of each signal that is left."""
    return [
        float(((x.values - y) ** 2).sum() / max((x.values**2).sum(), 1e-300))
        for x, y in zip(channels, predictions, strict=True)
    ]


def _ratio(y: Vector, prediction: Vector) -> float:
    size = float(np.linalg.norm(prediction))
    return float(np.linalg.norm(y)) / size if size > 0.0 else 0.0


def _scaled(unknowns: Unknowns, names: set[str], factor: float) -> Unknowns:
    """The same unknowns with some measurements multiplied."""
    records = tuple(
        replace(record, channels=tuple(_times(x, factor) if x.name in names else x for x in record.channels))
        for record in unknowns.records
    )
    return replace(unknowns, records=records)


def _times(channel: Channel, factor: float) -> Channel:
    noise = None if channel.noise is None else channel.noise * factor
    return replace(channel, values=channel.values * factor, noise=noise)
