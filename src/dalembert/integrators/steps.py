"""The code that a method gives for a step: the step itself, and states within it."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from dalembert.integrators.tableaux import Collocation
from dalembert.integrators.workspace import Instant, Workspace
from dalembert.procedures.extents import Length
from dalembert.procedures.values import Index, Mask, Real


class Interpolant:
    """y(θ) = y + θ (F₀ + (1−θ) (F₁ + θ (F₂ + (1−θ) (F₃ + …)))), 0 ≤ θ ≤ 1.

    F₀ to F₂ make the cubic through states and slopes at both ends; each further term belongs to a row of weights
    of the slopes. The form is that of Hairer, Nørsett, Wanner (1993), II.6 and II.10.

    Parameters
    ----------
    w : Workspace
        Where the step writes: arrays, variables and settings of the run.
    rows : tuple of tuples of float, optional
        Weights of the slopes for each term beyond the cubic; default none.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Euler(da.methods.Method):
    ...     step: float
    ...
    ...     @property
    ...     def settings(self):
    ...         return (self.step,)
    ...
    ...     def scheme(self, problem):
    ...         return da.methods.Scheme("Euler", 2, 1, EulerSteps, da.methods.FixedSteps)
    ...
    >>> class EulerSteps(da.methods.Steps):
    ...     def __init__(self, w):
    ...         super().__init__(w)
    ...         self.cubic = da.methods.Interpolant(w)
    ...
    ...     @property
    ...     def interpolant(self):
    ...         return self.cubic
    ...
    ...     def attempt(self, step, running):
    ...         self.w.advance(self.w.trial, step, (1.0,))
    ...         return self.w.nan_unless_finite(self.w.trial.state)
    ...
    >>> block = da.particle("block", mass=1.0)
    >>> fall = da.Model(da.Prismatic("x", da.ground, block, axis="x"), gravity=(1, 0, 0))
    >>> motion = da.simulate(fall, until=1.0, method=Euler(0.1))
    >>> print(f"{motion['x'][-1]:.3f} m, exactly 0.5")
    0.450 m, exactly 0.5
    """

    def __init__(self, w: Workspace, rows: tuple[tuple[float, ...], ...] = ()) -> None:
        self.w, self.rows = w, rows
        self.terms = [w.c.array(w.n) for _ in range(3 + len(rows))]

    def prepare(self, step: Real) -> None:
        """Compute the terms, from all slopes of this step."""
        w, F = self.w, self.terms
        with w.c.each(w.n) as i:
            first, last = step * w.slopes[0][i], step * w.end_slope[i]
            change = w.trial.state[i] - w.here.state[i]
            F[0][i] = change
            F[1][i] = first - change
            F[2][i] = 2.0 * change - (first + last)
            for term, row in zip(F[3:], self.rows, strict=True):
                term[i] = step * w.weighted(row, i)

    def evaluate(self, at: Instant, t: Real, theta: Real) -> None:
        """Projected state at time t, which is θ of the step; where this is its end, the state there."""
        w, c = self.w, self.w.c
        is_end = t.equals(w.trial.t)
        at.t = t
        with c.each(w.n) as i:
            at.state[i] = c.fma(theta, self._quotient(i, theta), w.here.state[i])
        w.project_where_possible(at)
        w.keep(is_end, at.state, w.trial.state)

    def sketch(self, at: Instant, step: Real, theta: float) -> None:
        """State at θ of the step by what a step knows anyway: where it is, and its slopes, at both ends."""
        w, c = self.w, self.w.c
        at.t = c.fma(theta, step, w.here.t)
        with c.each(w.n) as i:
            at.state[i] = w.here.state[i] + theta * self._sketched(i, step, theta)

    def _sketched(self, i: Index, step: Real, theta: float) -> Real:
        """(y(θ) − y) / θ of state i by a cubic."""
        w = self.w
        change, first, last = w.trial.state[i] - w.here.state[i], step * w.slopes[0][i], step * w.end_slope[i]
        value: Real = change + (1.0 - theta) * ((first - change) + theta * (2.0 * change - (first + last)))
        return value

    def _quotient(self, i: Index, theta: Real) -> Real:
        """(y(θ) − y) / θ of state i."""
        c, rest = self.w.c, 1.0 - theta
        value: Real = self.terms[-1][i]
        for k in reversed(range(1, len(self.terms))):
            value = c.fma(theta if k % 2 == 0 else rest, value, self.terms[k - 1][i])
        return value


class ShorterStep(Interpolant):
    """A shorter step by a method that uses the slope at the beginning alone.

    A cubic through the slope at the end too turns back where the method does not, and events would happen there.
    `n_positions` states follow the rates of as many others behind them.
    """

    def __init__(self, w: Workspace, n_positions: Length = 0) -> None:
        self.w, self._n_positions = w, n_positions
        self._step = w.c.variable(0.0)

    def prepare(self, step: Real) -> None:
        self._step.value = step

    def evaluate(self, at: Instant, t: Real, theta: Real) -> None:
        self._advance(at, theta * self._step.value)
        at.t = t
        self.w.project_where_possible(at)
        self.w.keep(t.equals(self.w.trial.t), at.state, self.w.trial.state)

    def sketch(self, at: Instant, step: Real, theta: float) -> None:
        self._advance(at, theta * step)
        at.t = self.w.c.fma(theta, step, self.w.here.t)

    def _advance(self, at: Instant, step: Real) -> None:
        w, c, n, slope = self.w, self.w.c, self._n_positions, self.w.slopes[0]
        with c.each(n) as i:
            at.state[i] = c.fma(step, c.fma(0.5 * step, slope[i + n], slope[i]), w.here.state[i])
        with c.each(n, w.n) as i:
            at.state[i] = c.fma(step, slope[i], w.here.state[i])


class CollocationInterpolant(Interpolant):
    """The polynomial whose slopes at the stages are those of the method: it does not use slopes at the ends.

    In stiff systems these say nothing about the way between.
    """

    def __init__(self, w: Workspace, tableau: Collocation) -> None:
        self.w = w
        self.rows = _integrated_basis(tableau.c)
        self.terms = [w.c.array(w.n) for _ in self.rows]

    def prepare(self, step: Real) -> None:
        w = self.w
        with w.c.each(w.n) as i:
            for term, row in zip(self.terms, self.rows, strict=True):
                term[i] = step * w.weighted((0.0, *row), i)

    def _sketched(self, i: Index, step: Real, theta: float) -> Real:
        powers = theta ** np.arange(len(self.rows))
        return step * self.w.weighted((0.0, *map(float, powers @ np.array(self.rows))), i)

    def _quotient(self, i: Index, theta: Real) -> Real:
        value: Real = self.terms[-1][i]
        for term in reversed(self.terms[:-1]):
            value = self.w.c.fma(theta, value, term[i])
        return value


def _integrated_basis(nodes: tuple[float, ...]) -> tuple[tuple[float, ...], ...]:
    """Weights of the stages in each coefficient, from θ on, of the integral of the polynomial of slopes."""
    V = np.vander(nodes, increasing=True)
    powers = np.arange(1, len(nodes) + 1)
    return tuple(tuple(row) for row in (np.linalg.inv(V) / powers[:, None]).tolist())


class Steps(ABC):
    """Writes the text of one step, from `here` with its slope to `trial`.

    Parameters
    ----------
    w : Workspace
        Where the step writes: arrays, variables and settings of the run.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Euler(da.methods.Method):
    ...     step: float
    ...
    ...     @property
    ...     def settings(self):
    ...         return (self.step,)
    ...
    ...     def scheme(self, problem):
    ...         return da.methods.Scheme("Euler", 2, 1, EulerSteps, da.methods.FixedSteps)
    ...
    >>> class EulerSteps(da.methods.Steps):
    ...     def __init__(self, w):
    ...         super().__init__(w)
    ...         self.cubic = da.methods.Interpolant(w)
    ...
    ...     @property
    ...     def interpolant(self):
    ...         return self.cubic
    ...
    ...     def attempt(self, step, running):
    ...         self.w.advance(self.w.trial, step, (1.0,))
    ...         return self.w.nan_unless_finite(self.w.trial.state)
    ...
    >>> block = da.particle("block", mass=1.0)
    >>> fall = da.Model(da.Prismatic("x", da.ground, block, axis="x"), gravity=(1, 0, 0))
    >>> motion = da.simulate(fall, until=1.0, method=Euler(0.1))
    >>> print(f"{motion['x'][-1]:.3f} m, exactly 0.5")
    0.450 m, exactly 0.5
    """

    def __init__(self, w: Workspace) -> None:
        self.w = w

    @property
    @abstractmethod
    def interpolant(self) -> Interpolant:
        """States within the step."""

    @property
    def knows_end_slope(self) -> bool:
        """Whether an attempt computes the slope at its end."""
        return False

    @property
    def can_repeat(self) -> bool:
        """Whether the same attempt once more gives the same and changes nothing, so that lanes may wait."""
        return False

    @property
    def ends_valid(self) -> bool:
        """Whether the end of an attempt needs no projection."""
        return False

    def begin(self, fresh: Mask) -> None:  # noqa: B027 - most methods remember nothing
        """Forget what was remembered from step to step, in fresh lanes whose first slope is known."""

    @abstractmethod
    def attempt(self, step: Real, running: Mask) -> Real:
        """Compute the trial state; gives the size of the error.

        A step is good where this is below one. It is not a number where the state is not finite.
        """

    def prepare_interpolant(self, step: Real, wanted: Mask) -> None:
        """Make the interpolant ready, once the slope at the end is known; `wanted` are the lanes that count it."""
        self.interpolant.prepare(step)
