"""Predictions: measured signals as the model has them for some values of the unknowns, and their derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.estimation.experiment import Channel, Record
from dalembert.estimation.fit_unknowns import Unknowns
from dalembert.expr.node import Scalar
from dalembert.integrators.method import Method
from dalembert.runs.events import Event
from dalembert.runs.motion import Motion
from dalembert.sensitivity.sensitivities import Sensitivities


@dataclass(frozen=True, eq=False)
class Prediction:
    """What is predicted for all samples, channel by channel of experiment by experiment."""

    values: Vector
    slopes: Matrix
    """Derivatives by the unknowns, and by what a method adds to them."""

    motions: tuple[Motion, ...]
    gaps: Vector = field(default_factory=lambda: np.zeros(0))
    gap_slopes: Matrix = field(default_factory=lambda: np.zeros((0, 0)))
    deviations: Vector | None = None
    """Standard deviations of what is measured less what is predicted, where these are not the noise alone."""


class Predictor(Protocol):
    """The predictions of one method for one problem."""

    @property
    def extra(self) -> Vector:
        """Values to begin with of what the method adds to the unknowns."""

    def settle(self, x: Vector, /) -> bool:
        """Find what is held while values are sought, for those reached so far; whether there is any such thing."""

    def at(self, x: Vector, /) -> Prediction:
        """The prediction for these values; `DalembertError` where there is none."""


@dataclass(frozen=True)
class RunSettings:
    """How each run goes, whatever the method of the fit."""

    integrator: Method | None = None
    events: tuple[Event, ...] = ()


@runtime_checkable
class FitMethod(Protocol):
    """A way from values of unknowns to predictions."""

    def predictor(self, unknowns: Unknowns, settings: RunSettings) -> Predictor:
        """The predictor for a problem."""


def measured(record: Record, run: Sensitivities, places: Sequence[int] | None = None) -> tuple[Vector, Matrix]:
    """Values (n,) and derivatives (n, k) of all samples along a run that has a row for each time."""
    states = run.names
    others = [k for k, channel in enumerate(record.channels) if channel.quantity not in states]
    wanted = np.array([_expression(run.motion.dynamics, record.channels[k]) for k in others], dtype=object)
    numbers = run.motion.evaluate(wanted) if others else np.zeros((len(run.motion), 0))
    slopes = run.evaluate(wanted) if others else np.zeros((len(run.motion), 0, len(run.by)))
    values, tangents = [], []
    rows: slice | Array
    every = np.arange(len(run.motion))
    for k, channel in enumerate(record.channels):
        # a sample at every time is the usual case, of which views suffice
        rows = slice(None) if np.array_equal(channel.places, every) else channel.places
        if k in others:
            column = others.index(k)
            values.append(numbers[rows, column])
            tangents.append(slopes[rows, column])
        else:
            column = states.index(str(channel.quantity))
            values.append(run.motion.states[rows, column])
            tangents.append(run.states[rows, column])
    return np.concatenate(values), np.concatenate(tangents)


def _expression(dynamics: Dynamics, channel: Channel) -> Scalar | Array:
    quantity = channel.quantity
    return dynamics.solved.signal(quantity) if isinstance(quantity, str) else quantity
