"""Fits by simulation: each experiment is one run from its start to its last sample."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import SolverError
from dalembert.estimation.consistent_starts import StartLaw
from dalembert.estimation.fit_unknowns import Unknowns
from dalembert.estimation.prediction import Prediction, RunSettings, measured
from dalembert.sensitivity.sensitivities import Sensitivities, sensitivities


@dataclass(frozen=True)
class SingleShooting:
    """One run for each experiment, from its start to its last sample: output error, the default of `fit`.

    Examples
    --------
    >>> import dalembert as da
    >>> da.fitting.SingleShooting()
    SingleShooting()
    """

    def predictor(self, unknowns: Unknowns, settings: RunSettings) -> Simulated:
        """The predictor for a problem."""
        return Simulated(unknowns, settings)


@dataclass(frozen=True, eq=False)
class Simulated:
    """Predictions by whole runs."""

    unknowns: Unknowns
    settings: RunSettings

    @property
    def extra(self) -> Vector:
        """Nothing is added to the unknowns."""
        return np.zeros(0)

    @cached_property
    def starts(self) -> tuple[StartLaw, ...]:
        """How the start of each experiment follows from the unknowns."""
        return tuple(
            StartLaw.of(
                record.dynamics,
                self.unknowns.start(k, self.unknowns.guess),
                self.unknowns.names,
                record.start,
            )
            for k, record in enumerate(self.unknowns.records)
        )

    def settle(self, x: Vector, /) -> bool:
        """Nothing is held while values are sought."""
        return False

    def at(self, x: Vector, /) -> Prediction:
        """All runs for some values."""
        values, slopes, motions = [], [], []
        for k, record in enumerate(self.unknowns.records):
            run = self.run(k, x)
            y, by_names = measured(record, run)
            columns = np.zeros((len(y), len(self.unknowns.all)))
            columns[:, self.unknowns.columns(k)] = by_names
            values.append(y)
            slopes.append(columns)
            motions.append(run.motion)
        return Prediction(np.concatenate(values), np.concatenate(slopes), tuple(motions))

    def run(self, number: int, x: Vector) -> Sensitivities:
        """The run of one experiment with its tangents."""
        record, law = self.unknowns.records[number], self.starts[number]
        run = sensitivities(
            record.dynamics,
            law.start(self.unknowns.start(number, x)),
            by=self.unknowns.names,
            times=record.times,
            independent=law.independent,
            method=self.settings.integrator,
            events=self.settings.events,
        )
        if len(run.motion) != len(record.times):
            raise SolverError(f"the run ends before the last sample: {run.motion.termination}")
        return run
