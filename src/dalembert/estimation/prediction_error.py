"""Fits by prediction error: a Kalman filter along the linearization predicts each sample from those before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.equations.tangents import Tangents
from dalembert.errors import FormulationError, ModelError, SolverError
from dalembert.estimation.experiment import Record
from dalembert.estimation.fit_unknowns import Unknowns
from dalembert.estimation.prediction import Prediction, RunSettings
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Node
from dalembert.expr.symbol_nodes import param, time
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number
from dalembert.runs.motion import Motion

ACCURATE, MOST_STEPS = 1e-7, 64
"""Error of a predicted state, beside its size, that steps between two samples may have; most such steps."""


@dataclass(frozen=True)
class PredictionError:
    """Prediction of each sample from those before, by an extended Kalman filter, for motions that are disturbed.

    Where unknown forces act besides the noise of sensors, a run from the start drifts away from what was
    measured; the filter does not. Its gains are found anew for the best values of each round, until both fit each
    other. The noise of sensors must be given.

    Parameters
    ----------
    disturbances : dict of float
        What disturbs rates of states: the standard deviation of a state after one second, by name, such as
        `{"angle.rate": 0.2}` for forces that are white noise.
    start : dict of float, optional
        Standard deviations of start values that are not known exactly; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> da.fitting.PredictionError({"angle.rate": 0.2})
    PredictionError(disturbances={'angle.rate': 0.2}, start={})
    """

    disturbances: Mapping[str, float]
    start: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for what, values in (("disturbances", self.disturbances), ("start", self.start)):
            if not isinstance(values, Mapping):
                raise ModelError(f"{what} of PredictionError are by names of states, {{'angle.rate': 0.2}}")
            for name, x in values.items():
                checked_number(x, f"{what} of {name!r}", least=0.0)

    def predictor(self, unknowns: Unknowns, settings: RunSettings) -> Filtered:
        """The predictor for a problem."""
        if settings.events or settings.integrator is not None:
            raise ModelError(
                "PredictionError takes its own steps between samples, and knows no events of one's own"
            )
        for record in unknowns.records:
            eom = record.dynamics.equations
            if has_contacts(eom.model) or eom.constraints.are_kept or len(eom.c):
                raise FormulationError(
                    "PredictionError is of systems without closed loops, quaternions and contacts, whose states "
                    "are free; use SingleShooting or PiecewiseShooting"
                )
            if any(channel.noise is None for channel in record.channels):
                raise ModelError("PredictionError weighs measurements against disturbances: give noise={…}")
            for values in (self.disturbances, self.start):
                checked_names(values, (*eom.coordinates, *eom.speeds, *eom.states), "state")
        return Filtered(unknowns, self)


@dataclass(eq=False)
class _Gains:
    """Gains (n,) and deviations of every sample that is taken in, for some values of the unknowns."""

    columns: list[tuple[Vector, float]] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Filtered:
    """Predictions by filters with gains that are held while values are sought."""

    unknowns: Unknowns
    method: PredictionError
    gains: dict[int, _Gains] = field(default_factory=dict)

    @property
    def extra(self) -> Vector:
        """Nothing is added to the unknowns."""
        return np.zeros(0)

    def settle(self, x: Vector, /) -> bool:
        """Find the gains of the filters for these values."""
        for number in range(len(self.unknowns.records)):
            gains = _Gains()
            self._filtered(number, x, gains, finds=True)
            self.gains[number] = gains
        return True

    def at(self, x: Vector, /) -> Prediction:
        """All predictions for some values."""
        if not self.gains:
            self.settle(x)
        values, slopes, deviations, motions = [], [], [], []
        for number, record in enumerate(self.unknowns.records):
            y, by, motion = self._filtered(number, x, self.gains[number], finds=False)
            table = np.zeros((len(y), len(x)))
            table[:, self.unknowns.columns(number)] = by
            order = self._order(record)
            values.append(y[order])
            slopes.append(table[order])
            deviations.append(np.array([s for _, s in self.gains[number].columns])[order])
            motions.append(motion)
        return Prediction(
            np.concatenate(values), np.concatenate(slopes), tuple(motions), deviations=np.concatenate(deviations)
        )

    # ---- one experiment

    @cached_property
    def systems(self) -> tuple[_Flow, ...]:
        """Flows of all experiments."""
        return tuple(_Flow.of(record, self.unknowns, k) for k, record in enumerate(self.unknowns.records))

    @staticmethod
    def _samples(record: Record) -> list[tuple[int, int, int]]:
        """All samples in the order of time: place among the times, channel, number in the channel."""
        return sorted(
            (int(place), c, k)
            for c, channel in enumerate(record.channels)
            for k, place in enumerate(channel.places)
        )

    def _order(self, record: Record) -> Array:
        """Numbers of the samples, channel by channel, among those in the order of time."""
        samples = self._samples(record)
        return np.array(sorted(range(len(samples)), key=lambda i: (samples[i][1], samples[i][2])))

    def _filtered(
        self, number: int, values: Vector, gains: _Gains, *, finds: bool
    ) -> tuple[Vector, Matrix, Motion]:
        """Predictions in the order of time, derivatives by the names of the unknowns, and the filtered motion."""
        record, flow = self.unknowns.records[number], self.systems[number]
        start = self.unknowns.start(number, values)
        x, S, tau, p = flow.begin(start)
        n = len(x)
        P = np.diag([self.method.start.get(name, 0.0) ** 2 for name in flow.names])
        Q = np.diag([self.method.disturbances.get(name, 0.0) ** 2 for name in flow.names])
        t, y, by, rows = start.t, [], [], []
        samples = iter([*self._samples(record), (len(record.times), 0, 0)])
        place, channel, k = next(samples)
        taken = 0
        for i, later in enumerate(record.times):
            if later > t:
                x, S, Phi = flow.step(t, float(later), x, S, tau, p)
                if not np.isfinite(x).all():
                    raise SolverError(f"the filter leaves the model's states before t = {later:g} s")
                P, t = Phi @ P @ Phi.T + (later - t) * Q, float(later)
            h, H, D = flow.outputs(t, x, tau, p)
            begin = x
            while place == i:
                row, measured = H[channel], float(record.channels[channel].values[k])
                noise = record.channels[channel].noise
                predicted = float(h[channel] + row @ (x - begin))
                slope = row @ S + D[channel]
                if finds:
                    assert noise is not None
                    variance = float(row @ P @ row + noise[k] ** 2)
                    gains.columns.append((P @ row / variance, float(np.sqrt(variance))))
                    K = gains.columns[-1][0]
                    left = np.eye(n) - np.outer(K, row)
                    P = left @ P @ left.T + noise[k] ** 2 * np.outer(K, K)
                K = gains.columns[taken][0]
                y.append(predicted)
                by.append(slope)
                x, S, taken = x + K * (measured - predicted), S - np.outer(K, slope), taken + 1
                place, channel, k = next(samples)
            rows.append(x)
        dynamics = record.dynamics
        motion = Motion(
            dynamics,
            record.times,
            np.array(rows),
            np.tile(tau, (len(rows), 1)),
            p,
            termination=f"at t = {t:.9g}: filtered",
            notes=("states that a Kalman filter estimated, no motion without disturbances",),
        )
        return np.array(y), np.array(by), motion


@dataclass(frozen=True, eq=False)
class _Flow:
    """States with derivatives by the unknowns and by states, from one time to another, and what is measured."""

    record: Record
    names: tuple[str, ...]
    places: tuple[int | None, ...]
    """For each unknown the number of the state that it is at the start; None for parameters and inputs."""

    rates: Any
    measures: Any
    steps: tuple[int, ...]
    """Steps between samples, by which predictions are accurate."""

    @classmethod
    def of(cls, record: Record, unknowns: Unknowns, number: int) -> _Flow:
        """The flow of one experiment, with as many steps as it takes."""
        dynamics, eom = record.dynamics, record.dynamics.equations
        states = (*eom.coordinates, *eom.speeds, *eom.states)
        kinds = {x.name: x.kind for x in unknowns.all}
        nodes: list[Node | None] = []
        for name in unknowns.names:
            kind = kinds[name]
            node = param(name, eom.parameters[name]) if kind == "p" else None
            nodes.append(eom.tau[eom.inputs.index(name)] if kind == "tau" else node)
        places = tuple(
            states.index(name) if node is None else None for name, node in zip(unknowns.names, nodes, strict=True)
        )
        tangents = Tangents(dynamics.solved, [*nodes, *([None] * len(states))])
        system = tangents.system
        x = np.concatenate([eom.q, eom.u, eom.z])
        inputs = {"t": time, "x": system.x, "tau": eom.tau}
        expressions = np.array(
            [
                dynamics.solved.signal(y)
                if isinstance(y, str) and y not in states
                else x[states.index(y)]
                if isinstance(y, str)
                else dynamics.solved.resolve(y)
                for y in (channel.quantity for channel in record.channels)
            ],
            dtype=object,
        )
        known = np.array([node for node in nodes if node is not None], dtype=object)
        outputs = {"h": expressions, "H": jacobian(expressions, x), "D": jacobian(expressions, known)}
        wanted = {name: y for name, y in outputs.items() if np.size(y)}
        rates = dynamics.engine.compile({"rate": system.rate}, inputs)
        measures = dynamics.engine.compile(wanted, {"t": time, "x": x, "tau": eom.tau})
        flow = cls(record, states, places, rates, measures, (1,))
        return flow._accurate(unknowns, number)

    def _accurate(self, unknowns: Unknowns, number: int) -> _Flow:
        """The same flow with steps between samples that are short enough, as twice as many tell."""
        start = unknowns.start(number, unknowns.guess)
        spans = np.diff(np.concatenate([[start.t], self.record.times]))
        widest = float(spans.max())
        x, S, tau, p = self.begin(start)
        steps = 1
        coarse = self._steps(start.t, start.t + widest, x, S, tau, p, steps)[0]
        while steps < MOST_STEPS:
            fine = self._steps(start.t, start.t + widest, x, S, tau, p, 2 * steps)[0]
            if np.abs(fine - coarse).max() <= 15.0 * ACCURATE * max(float(np.abs(fine).max()), 1e-3):
                break
            steps, coarse = 2 * steps, fine
        return _Flow(self.record, self.names, self.places, self.rates, self.measures, (steps,))

    def begin(self, start: Any) -> tuple[Vector, Matrix, Vector, dict[str, float]]:
        """States, their derivatives by the unknowns, inputs and parameters at a start."""
        now = self.record.dynamics.arguments(start)
        x = np.concatenate([now["q"], now["u"], now["z"]]).astype(float)
        S = np.zeros((len(x), len(self.places)))
        for column, place in enumerate(self.places):
            if place is not None:
                S[place, column] = 1.0
        return x, S, np.asarray(now["tau"], dtype=float), {**self.record.dynamics.settings, **dict(start.p)}

    def step(
        self, t: float, later: float, x: Vector, S: Matrix, tau: Vector, p: Mapping[str, float]
    ) -> tuple[Vector, Matrix, Matrix]:
        """States at a later time, their derivatives by the unknowns, and by the states before."""
        return self._steps(t, later, x, S, tau, p, self.steps[0])

    def _steps(
        self, t: float, later: float, x: Vector, S: Matrix, tau: Vector, p: Mapping[str, float], steps: int
    ) -> tuple[Vector, Matrix, Matrix]:
        n, k = S.shape
        h = (later - t) / steps
        y = np.concatenate([x, np.concatenate([S, np.eye(n)], axis=1).T.ravel()])
        values = {name: value for name, value in p.items() if name in self.rates.parameters}

        def rate(at: float, y: Vector) -> Vector:
            return np.asarray(self.rates(t=at, x=y, tau=tau, parameters=values)["rate"])

        for i in range(steps):
            at = t + i * h
            # the classical rule of order four
            a = rate(at, y)
            b = rate(at + 0.5 * h, y + 0.5 * h * a)
            c = rate(at + 0.5 * h, y + 0.5 * h * b)
            d = rate(at + h, y + h * c)
            y = y + h / 6.0 * (a + 2.0 * b + 2.0 * c + d)
        table = y[n:].reshape(k + n, n).T
        return y[:n], table[:, :k], table[:, k:]

    def outputs(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> tuple[Vector, Matrix, Matrix]:
        """Measured signals, their derivatives by states, and by the unknowns where states are held."""
        values = {name: value for name, value in p.items() if name in self.measures.parameters}
        y = self.measures(t=t, x=x, tau=tau, parameters=values)
        m = len(self.record.channels)
        D = np.zeros((m, len(self.places)))
        direct = [j for j, place in enumerate(self.places) if place is None]
        if direct:
            D[:, direct] = y["D"]
        return np.asarray(y["h"], dtype=float), np.asarray(y["H"], dtype=float), D
