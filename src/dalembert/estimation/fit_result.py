"""Results of fits: values with what is known of their uncertainty, residuals, motions and profiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.estimation.fit_problem import Problem
from dalembert.estimation.fit_text import fit_text
from dalembert.estimation.identifiability import Unidentified
from dalembert.estimation.likelihood import LikelihoodProfile, likelihood_profile
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number
from dalembert.numerics.quantiles import t_quantile
from dalembert.runs.motion import Motion
from dalembert.state import State

CONFIDENCE = 0.95
"""Part of all experiments in which an interval contains the true value."""


@dataclass(frozen=True, eq=False, repr=False)
class Fit:
    """Values that fit measurements best, and how sure they are: `fit["k"]` is a value, `print(fit)` a table."""

    values: Mapping[str, float]
    covariance: Matrix
    """In the order of `values`; not a number where the data tell nothing, or where a bound holds a value."""

    freedom: float
    """Degrees of freedom of t: samples without unknowns; infinite if the noise was given."""

    unidentified: tuple[Unidentified, ...]
    """Unknowns, and combinations of them, that the data cannot tell."""

    at_bounds: tuple[str, ...]
    """Unknowns that are held by a bound."""

    noise: Mapping[str, float]
    """Standard deviation of each signal: as given, or that of its residuals."""

    residuals: Mapping[str, Vector]
    """Measured less predicted values of each signal, as `angle`, or `angle in 2` of several experiments."""

    motions: tuple[Motion, ...]
    """Motion of each experiment."""

    starts: tuple[State, ...]
    """Start of each experiment, with all parameters."""

    costs: tuple[float, ...]
    """Sum of losses at the guess and after every step."""

    converged: bool
    termination: str
    notes: tuple[str, ...] = ()
    """Remarks: signals of which nothing is explained, data that seem to have other units, priors that decide."""

    problem: Problem | None = field(default=None, repr=False)
    """Problem that was solved, for profiles."""

    best: Vector = field(default_factory=lambda: np.zeros(0))
    """Unknowns, and what the method added to them, at the minimum."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the unknowns."""
        return tuple(self.values)

    def __getitem__(self, name: str) -> float:
        checked_names([name], self.values, "fitted value")
        return self.values[name]

    @property
    def motion(self) -> Motion:
        """Motion of the only experiment."""
        if len(self.motions) != 1:
            raise ModelError(f"there are {len(self.motions)} experiments: ask for motions[k]")
        return self.motions[0]

    @property
    def start(self) -> State:
        """Start of the only experiment, with the fitted parameters: `da.simulate(model, fit.start, until=…)`."""
        if len(self.starts) != 1:
            raise ModelError(f"there are {len(self.starts)} experiments: ask for starts[k]")
        return self.starts[0]

    @property
    def parameters(self) -> dict[str, float]:
        """Fitted parameters, without starts and inputs: `model.state(p=fit.parameters)`."""
        if self.problem is None:
            return dict(self.values)
        kinds = {x.label: x.kind for x in self.problem.unknowns.all}
        return {name: x for name, x in self.values.items() if kinds[name] == "p"}

    @cached_property
    def deviations(self) -> dict[str, float]:
        """Standard deviations of the values; nan where there is none."""
        spread = np.sqrt(np.diag(self.covariance))
        return dict(zip(self.values, map(float, spread), strict=True))

    @cached_property
    def correlations(self) -> Matrix:
        """Correlations of the values, in their order; nan where there are none."""
        spread = np.sqrt(np.diag(self.covariance))
        result: Matrix = self.covariance / np.outer(spread, spread)
        return result

    def interval(self, name: str, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
        """Interval with the true value in this part of all experiments; None where the data tell nothing."""
        checked_names([name], self.values, "fitted value")
        part = checked_number(confidence, "confidence", least=0.0, most=1.0)
        spread = self.deviations[name]
        if not np.isfinite(spread):
            return None
        reach = t_quantile(0.5 + 0.5 * part, self.freedom) * spread
        return self.values[name] - reach, self.values[name] + reach

    @property
    def intervals(self) -> dict[str, tuple[float, float] | None]:
        """95 % intervals by name; None where the data tell nothing."""
        return {name: self.interval(name) for name in self.values}

    def profile(self, name: str, values: Sequence[float] | Vector | None = None) -> LikelihoodProfile:
        """How well other values of one unknown fit, all others fitted anew for each; `da.plot` draws it.

        Parameters
        ----------
        name : str
            Name of the unknown.
        values : array of float, optional
            Values that are tried; default 21 within three deviations, or a tenth around it if it has none.
        """
        checked_names([name], self.values, "fitted value")
        if self.problem is None:
            raise ModelError("this fit has no measurements to profile")
        return likelihood_profile(self, self.problem, name, values)

    def __str__(self) -> str:
        return fit_text(self)

    def __repr__(self) -> str:
        return f"<Fit of {', '.join(self.values)}: {self.termination}>"
