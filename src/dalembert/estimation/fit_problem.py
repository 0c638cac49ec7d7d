"""Problems of fits: residuals over their deviations, priors, and the search for their minimum."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import DalembertError, SolverError
from dalembert.estimation.experiment import Channel
from dalembert.estimation.fit_unknowns import Unknowns
from dalembert.estimation.losses import Loss, Squares
from dalembert.estimation.prediction import Prediction, Predictor
from dalembert.estimation.saddles import looks_random, way_down
from dalembert.numerics.bounded_least_squares import SMALL_GAIN, Linearized, Minimum, least_squares

_log = logging.getLogger(__name__)

MOST_SADDLES = 3
"""How often a stationary point that is no minimum is left."""

OF_RUNS = 1e-7
"""Residuals beside the size of a signal that are errors of the integration."""

SETTLED, MOST_ROUNDS = 0.01, 12
"""Relative change of the noise that ends its search, and how often it is looked at."""

COARSE = 1e-2
"""Gain beside the cost of one residual that ends a search while the noise is not known: a tenth of a deviation."""

WIDTHS = (0.1, 0.03, 0.01, 3e-3, 1e-3, 1e-4)
"""Widths of gaps between pieces, beside the range of states, that are allowed one after the other."""

LEAST_NOISE = 1e-12
"""Noise beside the size of a signal below which there is none."""

OF_MEDIAN = 1.4826
"""Standard deviation of a normal distribution over the median of its absolute values."""

Noise: TypeAlias = Mapping[str, float]


@dataclass(eq=False)
class _Last:
    """What was predicted last, and why nothing was."""

    key: bytes = b""
    prediction: Prediction | None = None
    failure: str = ""


@dataclass(frozen=True, eq=False)
class Problem:
    """Measurements, unknowns, a way to predict, and what residuals cost."""

    unknowns: Unknowns
    predictor: Predictor
    loss: Loss = field(default_factory=Squares)
    most_steps: int = 200
    last: _Last = field(default_factory=_Last)

    @property
    def channels(self) -> list[Channel]:
        """Measured signals of all experiments, in the order of predictions."""
        return [channel for record in self.unknowns.records for channel in record.channels]

    @property
    def measured(self) -> Vector:
        """All samples, in the order of predictions."""
        return np.concatenate([channel.values for channel in self.channels])

    def split(self, values: Vector) -> list[Vector]:
        """An array over all samples, channel by channel."""
        return np.split(values, np.cumsum([len(channel.values) for channel in self.channels])[:-1])

    def deviations(self, noise: Noise) -> Vector:
        """Standard deviations of all samples."""
        return np.concatenate(
            [
                np.full(len(x.values), noise[x.name]) if x.noise is None else np.asarray(x.noise)
                for x in self.channels
            ]
        )

    def prediction(self, x: Vector) -> Prediction | None:
        """The prediction for these values; None where runs fail."""
        if self.last.key != x.tobytes():
            self.last.key, self.last.prediction = x.tobytes(), None
            try:
                prediction = self.predictor.at(x)
            except DalembertError as error:
                self.last.failure = str(error)
                _log.debug("a step of a fit is refused: %s", error)
                return None
            parts = (prediction.values, prediction.slopes, prediction.gaps, prediction.gap_slopes)
            if all(np.isfinite(part).all() for part in parts):
                self.last.prediction = prediction
            else:
                self.last.failure = "predictions are not finite"
        return self.last.prediction

    def linearized(self, x: Vector, sigma: Vector, width: float = 0.0) -> Linearized | None:
        """Residuals, weighted as the loss says, those of priors, and gaps, which may be open by a width."""
        prediction = self.prediction(x)
        if prediction is None:
            return None
        sigma = sigma if prediction.deviations is None else prediction.deviations
        r, J = (prediction.values - self.measured) / sigma, prediction.slopes / sigma[:, None]
        cost = float(self.loss.cost(r).sum())
        if not isinstance(self.loss, Squares):
            weights = np.sqrt(self.loss.weight(r))
            r, J = weights * r, weights[:, None] * J
        own, slopes, places = self.unknowns.priors(x)
        rows = np.zeros((len(own), len(x)))
        rows[np.arange(len(own)), places] = slopes
        cost += 0.5 * float(own @ own)
        if not np.isfinite(cost):
            return None
        r, J = np.concatenate([r, own]), np.concatenate([J, rows])
        if width and len(prediction.gaps):
            gaps = prediction.gaps / width
            cost += 0.5 * float(gaps @ gaps)
            return Linearized(cost, np.concatenate([r, gaps]), np.concatenate([J, prediction.gap_slopes / width]))
        return Linearized(cost, r, J, prediction.gaps, prediction.gap_slopes)

    def minimum(
        self,
        x: Vector,
        noise: Noise,
        held: Mapping[int, float] | None = None,
        small_gain: float = SMALL_GAIN,
        width: float = 0.0,
    ) -> Minimum:
        """The minimum from some values, for a given noise; unknowns by number may be held."""
        sigma = self.deviations(noise)
        low, high = self.unknowns.bounds
        beyond = np.full(len(x) - len(low), np.inf)
        low, high = np.concatenate([low, -beyond]), np.concatenate([high, beyond])
        x = x.copy()
        for number, value in (held or {}).items():
            x[number] = low[number] = high[number] = value
        found = least_squares(
            lambda values: self.linearized(values, sigma, width),
            x,
            low,
            high,
            most_steps=self.most_steps,
            small_gain=small_gain,
        )
        if found is None:
            names = zip(self.unknowns.labels, x, strict=False)
            told = ", ".join(f"{name} = {value:g}" for name, value in names)
            raise SolverError(
                f"the guess {told} cannot be simulated: {self.last.failure}. Give another, guess={{…}}, or "
                "another start"
            )
        return found

    def solved(self) -> tuple[Minimum, dict[str, float]]:
        """The minimum with the noise that its residuals have; and the noise of signals where none was given.

        A stationary point that is no minimum is left along the direction in which it is a maximum.
        """
        x = np.concatenate([self.unknowns.guess, self.predictor.extra])
        found, noise = self._stationary(x)
        for _ in range(MOST_SADDLES):
            if found.is_interrupted or found.is_boxed or not found.converged:
                break
            try:
                lower = self._below(found, noise)
            except KeyboardInterrupt:
                reason = "interrupted: these are the best values so far"
                return replace(found, converged=False, reason=reason, is_interrupted=True), noise
            if lower is None:
                break
            again, noise = self._stationary(lower)
            found = replace(again, costs=(*found.costs, *again.costs), refused=found.refused + again.refused)
        return found, noise

    def _below(self, found: Minimum, noise: Noise) -> Vector | None:
        """A point of lower cost next to a stationary one whose residuals are not noise."""
        prediction = self.prediction(found.x)
        assert prediction is not None
        residuals = self.split(self.measured - prediction.values)
        known = [
            (r, channel)
            for r, channel in zip(residuals, self.channels, strict=True)
            if self.spread(r) > OF_RUNS * channel.size
        ]
        if looks_random([r for r, _ in known]):
            return None
        sigma, (low, high) = self.deviations(noise), self.unknowns.bounds
        n = len(low)
        beyond = np.full(len(found.x) - n, np.inf)
        sizes = np.maximum(np.abs(found.x), np.concatenate([self.unknowns.sizes, np.ones(len(beyond))]))
        return way_down(
            lambda x: self.linearized(x, sigma),
            found.x,
            sizes,
            np.concatenate([low, -beyond]),
            np.concatenate([high, beyond]),
        )

    def _stationary(self, x: Vector) -> tuple[Minimum, dict[str, float]]:
        """The stationary point that a search from some values reaches, and the noise of its residuals."""
        noise = {channel.name: channel.size for channel in self.channels if channel.noise is None}
        is_adaptive = self.predictor.settle(x)
        first = self.prediction(x)
        if first is not None and len(first.gaps):
            # pieces follow measurements from the first, and are drawn together little by little
            for width in WIDTHS:
                noise = self.noise_of(first) if noise else noise
                joined = self.minimum(x, noise, small_gain=COARSE, width=width)
                if joined.is_interrupted:
                    return joined, noise
                x = joined.x
                first = self.prediction(x)
                assert first is not None
        is_settled, refused = (self._is_weightless or not noise) and not is_adaptive, 0
        costs: list[float] = []
        for _ in range(MOST_ROUNDS):
            # values are sought to the last digits once the noise is
            found = self.minimum(x, noise, small_gain=SMALL_GAIN if is_settled else COARSE)
            costs += found.costs if not costs else found.costs[1:]
            x, before, refused = found.x, noise, refused + found.refused
            prediction = self.prediction(found.x)
            assert prediction is not None
            noise = self.noise_of(prediction)
            if is_settled or found.is_interrupted:
                break
            changes = [abs(np.log(noise[name] / before[name])) for name in noise]
            if is_adaptive:
                changes += [self._moved(found)]
                self.predictor.settle(x)
                self.last.key = b""
            is_settled = max(changes) < SETTLED
        return replace(found, costs=tuple(costs), refused=refused), noise

    def _moved(self, minimum: Minimum) -> float:
        """How far a search went, in deviations."""
        gain = minimum.costs[0] - minimum.costs[-1]
        return float(np.sqrt(max(2.0 * gain, 0.0)))

    @property
    def _is_weightless(self) -> bool:
        """Whether the minimum is where it is whatever the noise: of one signal alone, by squares."""
        is_single = len({channel.name for channel in self.channels}) == 1
        has_priors = any(x.prior is not None for x in self.unknowns.all)
        return is_single and not has_priors and isinstance(self.loss, Squares)

    def noise_of(self, prediction: Prediction) -> dict[str, float]:
        """Standard deviations of the signals for which none was given, from their residuals."""
        residuals = self.split(prediction.values - self.measured)
        by_name: dict[str, list[Vector]] = {}
        for channel, r in zip(self.channels, residuals, strict=True):
            if channel.noise is None:
                by_name.setdefault(channel.name, []).append(r)
        n, k = len(prediction.values), min(len(self.unknowns.all), len(prediction.values) - 1)
        sizes = {channel.name: channel.size for channel in self.channels}
        return {
            name: max(float(self.spread(np.concatenate(parts)) / np.sqrt(1.0 - k / n)), LEAST_NOISE * sizes[name])
            for name, parts in by_name.items()
        }

    def spread(self, r: Vector) -> float:
        """Standard deviation of residuals about zero; where outliers are expected, by their median."""
        if isinstance(self.loss, Squares):
            return float(np.sqrt(np.mean(r * r)))
        return OF_MEDIAN * float(np.median(np.abs(r)))
