"""One motion in several wordings: how far each drifts from its energy and from relations that should hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError
from dalembert.integrators.integration_methods import Method
from dalembert.rows import NoStabilization, Stabilization
from dalembert.runs.motion import Motion
from dalembert.runs.simulate import simulate
from dalembert.state import State, checked_names

Wording: TypeAlias = tuple[Subject, State]


@dataclass(frozen=True, eq=False)
class Drifted:
    """What a run in one wording did to what should stay."""

    motion: Motion
    energy: Vector
    """Change of energy since the start, at every time: drift, if nothing does work."""

    relations: Mapping[str, Vector]
    """Relations that should be zero, at every time; those of several components by the largest."""


@dataclass(frozen=True, eq=False)
class DriftComparison:
    """Wordings of one system compared for drift; printed, it is a table of the largest errors."""

    runs: Mapping[str, Drifted]

    def __getitem__(self, name: str) -> Drifted:
        checked_names([name], self.runs, "wording")
        return self.runs[name]

    @property
    def best(self) -> str:
        """The wording that keeps its energy best."""
        return min(self.runs, key=lambda name: float(np.abs(self.runs[name].energy).max()))

    def __str__(self) -> str:
        headings = ["wording", "energy", *next(iter(self.runs.values())).relations]
        lines = [headings, *([name, *self._largest(run)] for name, run in self.runs.items())]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines
        )

    def _largest(self, run: Drifted) -> list[str]:
        return [f"{np.abs(values).max():.3e}" for values in (run.energy, *run.relations.values())]


def compare_drift(
    wordings: Mapping[str, Wording],
    *,
    until: float,
    method: Method,
    relations: Mapping[str, Any] | None = None,
    times: ArrayLike | None = None,
    stabilization: Stabilization | None = None,
) -> DriftComparison:
    """The motions of several wordings of one system by the same steps, and how far each strays.

    A wording is a model, or equations, and its start; constraints that are the same in exact arithmetic drift
    differently. Nothing is done against drift unless `stabilization` says so. `relations` are expressions of
    measures that should be zero in all wordings, such as the constraints in their first form.
    """
    if not wordings:
        raise ModelError("there are no wordings to compare; give models and starts by name")
    runs = {}
    for name, (subject, start) in wordings.items():
        motion = simulate(
            subject,
            start,
            until=until,
            times=times,
            method=method,
            stabilization=NoStabilization() if stabilization is None else stabilization,
        )
        found = motion.evaluate(dict(relations)) if relations else {}
        sizes = {label: np.abs(values).reshape(len(motion), -1).max(axis=1) for label, values in found.items()}
        energy = motion["energy"]
        runs[name] = Drifted(motion, energy - energy[0], sizes)
    return DriftComparison(runs)
