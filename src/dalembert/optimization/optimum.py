"""Optima: values that were found, what they reach, and how the search went."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

import numpy as np

from dalembert.arrays import Vector
from dalembert.numerics.minimax_search import Values
from dalembert.optimization.evaluation import Evaluation
from dalembert.runs.motion import Motion
from dalembert.state import State, as_state
from dalembert.studies.study import Study


@dataclass(eq=False)
class Outcome:
    """The best so far."""

    x: Vector | None = None
    values: Values | None = None
    converged: bool = False
    message: str = ""
    was_stopped: bool = False
    history: list[tuple[float, float]] = field(default_factory=list)

    def see(self, x: Vector, values: Values) -> bool:
        """Keep a candidate if it is the best."""
        if self.values is not None and rank_of(values) >= rank_of(self.values):
            return False
        self.x, self.values = x.copy(), values
        return True


FEASIBLE = 1e-6
"""By how much a requirement may be missed, beside its size."""


def rank_of(values: Values) -> tuple[float, float]:
    """Candidates that meet requirements come first, then what is least."""
    return (values.violation if values.violation > FEASIBLE else 0.0), values.objective


@dataclass(frozen=True)
class MetRequirement:
    """A requirement and what became of it."""

    label: str
    value: float
    lower: float
    upper: float

    @property
    def missed(self) -> float:
        """By how much it is missed; zero if it is met."""
        return max(self.lower - self.value, self.value - self.upper, 0.0)

    @property
    def told(self) -> str:
        """The range in words."""
        if self.lower == self.upper:
            return f"{self.lower:g}"
        if self.upper == inf:
            return f"at least {self.lower:g}"
        return f"at most {self.upper:g}" if self.lower == -inf else f"{self.lower:g} to {self.upper:g}"


@dataclass(frozen=True, eq=False, repr=False)
class Optimum:
    """Values with which something is least: `optimum["l"]` is one of them.

    Attributes
    ----------
    values : dict of float
        Parameters, start values and inputs that were found, by name.
    objective : float
        The quantity that is least.
    requirements : tuple of MetRequirement
        Requirements and what they are.
    converged : bool
        Whether the search ended at a least value.
    message : str
        How the search ended, in words.
    runs : int
        Number of candidates that were looked at.
    failed : tuple of str
        Reasons why candidates gave no answer; the search went around them.
    history : tuple of pairs of float
        After each step the quantity that is least, and by how much requirements are missed beside their
        sizes.
    start : State
        Start with these values.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=da.param("l", 0.3), mass=1.0)
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> hanging = da.optimize(model, "potential energy", over={"hinge": (-3.0, 1.0)})
    >>> print(f"{hanging['hinge']:.4f}")
    -1.5708
    """

    values: dict[str, float]
    """Values by name."""

    objective: float
    """What is least."""

    requirements: tuple[MetRequirement, ...]
    converged: bool
    message: str
    """How the search ended, in words."""

    runs: int
    """Candidates that were looked at."""

    failed: tuple[str, ...]
    """Why candidates gave no answer; the search went around them."""

    history: tuple[tuple[float, float], ...]
    """The quantity that is least, and by how much requirements are missed beside their sizes, after each step."""

    start: State
    """The start with these values."""

    _study: Study = field(repr=False)

    @classmethod
    def of(cls, evaluation: Evaluation, outcome: Outcome) -> Optimum:
        """The best of a search."""
        assert outcome.x is not None
        values = evaluation.values_at(outcome.x)
        (samples,) = evaluation.samples(outcome.x[None])
        assert samples is not None
        numbers = [
            x.number(samples.times, y) for x, y in zip(evaluation.requirements, samples.values, strict=True)
        ]
        met = tuple(
            MetRequirement(x.label, y, x.lower, x.upper)
            for x, y in zip(evaluation.requirements[1:], numbers[1:], strict=True)
        )
        size = float(evaluation.sizes[0])
        state = evaluation.study.states({name: np.array([value]) for name, value in values.items()})[0]
        if evaluation.start is not None:
            state = as_state(evaluation.start(values))
        return cls(
            values,
            numbers[0],
            met,
            outcome.converged,
            outcome.message,
            evaluation.runs,
            tuple(dict.fromkeys(evaluation.failures)),
            tuple((size * f, v) for f, v in outcome.history),
            state,
            evaluation.study,
        )

    @property
    def motion(self) -> Motion:
        """The run with these values."""
        start = self.start
        return self._study.motion({**start.q, **start.u, **start.z, **start.tau, **start.p, **self.values})

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def __repr__(self) -> str:
        found = ", ".join(f"{name} = {value:.6g}" for name, value in self.values.items())
        return f"<Optimum {self.objective:.9g} with {found}: {self.message}>"
