"""Segments of runs, which can be run again to the same bits: what lies between the rows of a motion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.method_systems import EventProgram
from dalembert.integrators import step_kinks
from dalembert.integrators.arc import Arc
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.integrators.native_calls import check_repeated
from dalembert.integrators.repeated import Repeated
from dalembert.integrators.simulations import OWN_LOOKS
from dalembert.runs.event_records import DiscreteRows

Values = Mapping[str, Vector]

NODES = 6
"""Of Gauss's quadrature in each step, and between a row and the end of a step: order 12 on its interpolant."""

_GAUSS = np.polynomial.legendre.leggauss(NODES)

_DEGREES = np.arange(NODES)[:, None]
_LEGENDRE = (_DEGREES + 0.5) * np.polynomial.legendre.legvander(_GAUSS[0], NODES - 1).T * _GAUSS[1]
"""Gives coefficients of Legendre polynomials by values at the nodes."""

_RESOLVED, _MOST_DIVISIONS, _MOST_INTERVALS, LEAST = 1e-11, 8, 2**10, 1e-300
"""Doubt about an interval, beside the whole, at which it is halved; how often, and how many at once; and the least
size."""

_BETTER, _PATIENCE = 0.25, 2
"""What is left of doubts where it helps to halve intervals, and how often it may not."""

_SHORTEST = 2.0**-36
"""Interval beside its time that is halved: nodes in shorter ones are told apart by few roundings."""

_INTERVALS = 256
"""Of a run at least: what steps pass over in one may be in the integrand alone."""

_MOST_NUMBERS = 2**24
"""Numbers of states that are kept at once; longer segments are run again in several parts."""


@dataclass(frozen=True, eq=False)
class Launch:
    """How simulations are run: all that they have in common, without native code, so that it can be copied."""

    dynamics: Dynamics
    method: Any
    events: EventProgram
    start: float
    until: float
    parameters: Mapping[str, float]
    varying: Sequence[str]
    """Names of parameters that differ between the simulations."""

    known: Collection[str]
    """Names of parameters that may be given though nothing depends on them."""

    look: float = 0.0
    """Time between looks at laws of time, a part of that of the whole run; zero for a part of its own."""

    def run(
        self,
        states: Vector,
        extra: Vector,
        times: Vector,
        *,
        progress: Callable[[float], object] | None = None,
        step_capacity: int = 0,
        first_step: float = 0.0,
        past: Vector | None = None,
    ) -> IntegrationResult:
        """Simulations from these states, discrete values behind them, with outputs at some times.

        `past` (N, …) is what events have behind them.
        """
        integrator = self.dynamics.integrator(self.method, self.events, self.varying)
        # where nothing moves, a state stands in for none
        has_states = self.dynamics.n_states > 0
        result: IntegrationResult = integrator.run(
            states if has_states else np.concatenate([np.zeros((len(states), 1)), states], axis=1),
            times,
            start=self.start,
            end=self.until,
            extra=extra,
            p=integrator.values(self.parameters, self.known),
            method=self.method,
            step_capacity=step_capacity,
            first_step=first_step,
            look=self.look,
            past=past,
            progress=progress,
        )
        return result if has_states else result.without_states()

    def repeated(self, states: Vector, extra: Vector, n_outputs: int = 0, n_events: int = 0) -> Repeated:
        """Memory in which simulations are continued from these states (N, n), again and again."""
        integrator = self.dynamics.integrator(self.method, self.events, self.varying)
        p = integrator.values(self.parameters, self.known)
        found: Repeated = integrator.repeated(
            len(states), p=p, method=self.method, n_outputs=n_outputs, n_events=n_events
        )
        found.looks[:] = self.look
        found.states[:, found.states.shape[1] - states.shape[1] :], found.extra[:] = states, extra
        return found


@dataclass(frozen=True, eq=False)
class Segment:
    """A part of a run with constant inputs: how it was launched, from where, and where it ended."""

    launch: Launch
    x: Vector
    """States at its start, then discrete values."""

    extra: Vector
    """Inputs, then parameters that differ between the simulations of a batch."""

    end: float
    final: Vector
    n_steps: int
    arc: Arc | None = None
    """The polynomial that it is, if it was not made of steps."""

    first_step: float = 0.0
    """Size of step that it went on with; zero if the method found one."""

    past: Vector | None = None
    """What its events had behind them, (…,); None if nothing was known."""

    left: Vector | None = None
    """What they have behind them at its end, (…,); None if nobody knows."""

    window: tuple[float, float] | None = None
    """The times between which it counts, if not all of it does."""

    step_ends: Vector | None = None
    """Where its steps end, if that was noted while it ran."""

    @property
    def start(self) -> float:
        """Where it begins, as far as it counts."""
        return self.launch.start if self.window is None else self.window[0]

    @property
    def stop(self) -> float:
        """Where it ends, as far as it counts."""
        return self.end if self.window is None else self.window[1]

    def within(self, low: float, high: float) -> Segment:
        """The part of the segment between two times."""
        window = min(max(self.start, low), high), min(max(self.stop, low), high)
        return self if window == (self.start, self.stop) else replace(self, window=window)

    @property
    def dynamics(self) -> Dynamics:
        """The dynamics that ran."""
        return self.launch.dynamics

    @property
    def rows(self) -> DiscreteRows:
        """The meaning of the numbers in a sample of this segment."""
        return DiscreteRows(self.dynamics, self.launch.events.discrete)

    @property
    def tau(self) -> Vector:
        """The inputs."""
        return self.extra[: len(self.dynamics.equations.inputs)]

    @property
    def parameters(self) -> dict[str, float]:
        """Parameters at the launch; those that events change stand in the samples."""
        launch = self.launch
        own = self.extra[len(self.tau) :].tolist()
        default = dict(self.dynamics.equations.parameters)
        return {**default, **launch.parameters, **dict(zip(launch.varying, own, strict=True))}

    def has(self, times: Vector) -> NDArray[np.bool_]:
        """Which times lie in it, its ends included."""
        first, last = sorted([self.start, self.stop])
        return np.asarray((first <= times) & (times <= last))

    def states(self, times: Vector) -> Vector:
        """States and discrete values (T, …) at rising times in it, from the interpolants of its steps."""
        if self.arc is not None:
            return self.arc.states(times)
        is_backward = self.launch.until < self.launch.start
        found = self._again(times[::-1]).states[0, ::-1] if is_backward else self._again(times).states[0]
        return np.asarray(found)

    @cached_property
    def step_times(self) -> Vector:
        """Where its steps begin and end, as far as they count."""
        if self.arc is not None:
            edges = np.linspace(self.launch.start, self.end, self.n_steps + 1)
        else:
            ends = self.step_ends
            if ends is None:
                ends = self._again(np.zeros(0), self.n_steps).step_times[0]
            edges = np.concatenate([[self.launch.start], ends])
        if self.window is None:
            return edges
        low, high = sorted(self.window)
        return np.concatenate([[self.start], edges[(low < edges) & (edges < high)], [self.stop]])

    def _again(self, times: Vector, step_capacity: int = 0) -> IntegrationResult:
        past = None if self.past is None else self.past[None]
        options: dict[str, Any] = {"step_capacity": step_capacity, "first_step": self.first_step, "past": past}
        result = self.launch.run(self.x[None], self.extra[None], times, **options)
        check_repeated(result.final_states[0], self.final)
        check_repeated(result.accepted.astype(float), np.array([float(self.n_steps)]))
        return result

    # ---- integrals

    def integrals(
        self,
        times: Vector,
        evaluate: Callable[[Vector, Vector], Values],
        switches: Callable[[Vector, Vector], Vector] | None = None,
        sizes: dict[str, float] | None = None,
    ) -> dict[str, Vector]:
        """∫ dt from its start to each of these times in it, and to its end, of functions of times and states.

        Where a value of `switches` changes its sign, they bend or jump: there, the quadrature is divided. `sizes`
        are how large integrals could be in segments before it, beside which rounding is none; its own are added.
        """
        kinks = np.zeros(0) if switches is None else self._kinks(switches)
        edges = np.unique(np.concatenate([self._edges, times, kinks]))
        low, parts = self._resolved(edges, evaluate, {} if sizes is None else sizes)
        # where the first part begins that is behind each time
        places = np.searchsorted(low, [*times, self.stop])
        begin = np.searchsorted(low, self.start)
        found = {name: _running(y) for name, y in parts.items()}
        return {name: y[places] - y[begin] for name, y in found.items()}

    @cached_property
    def _edges(self) -> Vector:
        """Where its steps begin and end, and parts of long ones."""
        edges = np.unique(self.step_times)
        longest = self.launch.look * OWN_LOOKS / _INTERVALS or (edges[-1] - edges[0]) / _INTERVALS
        counts = np.ceil(np.diff(edges) / longest).astype(int) if longest > 0.0 else np.ones(len(edges) - 1, int)
        return np.unique(np.interp(_fractions(counts), np.arange(len(edges)), edges))

    def _resolved(
        self, edges: Vector, evaluate: Callable[[Vector, Vector], Values], sizes: dict[str, float]
    ) -> tuple[Vector, dict[str, Vector]]:
        """Intervals between these edges, divided until their quadrature sees all that it integrates.

        Where each begins, and ∫ dt over it by name.
        """
        low, high = edges[:-1], edges[1:]
        lows: list[Vector] = []
        parts: dict[str, list[Vector]] = {}
        most, doubt, n_worse = max(_MOST_INTERVALS, len(low)), np.inf, 0
        for k in range(_MOST_DIVISIONS + 1):
            found = self._quadratures(low, high, evaluate)
            if not k:
                sizes |= {name: sizes.get(name, 0.0) + float(size.sum()) for name, (_, size, _) in found.items()}
            beside = [error / max(sizes[name], LEAST) for name, (_, _, error) in found.items()]
            worst = np.max(beside, axis=0, initial=0.0) if beside else np.zeros(len(low))
            is_open = (worst > _RESOLVED) & (high - low > _SHORTEST * np.abs(high))
            # what is not better in parts is rounding
            n_worse, doubt = n_worse + int(worst.sum() > _BETTER * doubt), float(worst[is_open].sum())
            if 2 * int(is_open.sum()) > most or n_worse > _PATIENCE:
                is_open[:] = False
            lows.append(low[~is_open])
            for name, (y, _, _) in found.items():
                parts.setdefault(name, []).append(y[~is_open])
            if not is_open.any():
                break
            low, high = low[is_open], high[is_open]
            middle = 0.5 * (low + high)
            low, high = np.concatenate([low, middle]), np.concatenate([middle, high])
        begins = np.concatenate(lows)
        order = np.argsort(begins, kind="stable")
        return begins[order], {name: np.concatenate(y)[order] for name, y in parts.items()}

    def _quadratures(
        self, low: Vector, high: Vector, evaluate: Callable[[Vector, Vector], Values]
    ) -> dict[str, tuple[Vector, Vector, Vector]]:
        """∫ dt over intervals, how large that could be, and by how much it may be wrong."""
        parts: dict[str, list[tuple[Vector, Vector, Vector]]] = {}
        size = max(1, _MOST_NUMBERS // (NODES * len(self.x)))
        for k in range(0, max(len(low), 1), size):
            nodes, weights = _gauss(low[k : k + size], high[k : k + size])
            t, where = np.unique(nodes, return_inverse=True)
            for name, y in evaluate(t, self.states(t)).items():
                values = y[where.ravel()].reshape(*nodes.shape, *y.shape[1:])
                whole = np.einsum("ij,ij...->i...", weights, values)
                parts.setdefault(name, []).append((whole, *_doubts(values, weights.sum(axis=1))))
        return {name: tuple(map(np.concatenate, zip(*y, strict=True))) for name, y in parts.items()}  # type: ignore[misc]

    def _kinks(self, switches: Callable[[Vector, Vector], Vector]) -> Vector:
        """Times in it at which one of these values changes its sign."""
        found, edges = [np.zeros(0)], np.unique(self.step_times)
        for some in self._blocks(edges):
            begin, length = some[:-1, None], np.diff(some)[:, None]
            nodes = begin + length * step_kinks.NODES
            t, where = np.unique(nodes, return_inverse=True)
            states = self.states(t)[where.ravel()].reshape(*nodes.shape, -1)
            found.append(step_kinks.sign_changes(some, states, switches))
        return np.concatenate(found)

    def _blocks(self, edges: Vector) -> Iterator[Vector]:
        """Edges of some intervals at a time, so that their states need not too much memory."""
        size = max(1, _MOST_NUMBERS // (NODES * len(self.x)))
        return (edges[k : k + size + 1] for k in range(0, max(len(edges) - 1, 1), size))


def segments_within(segments: Sequence[Segment], low: float, high: float) -> Sequence[Segment]:
    """The parts of consecutive segments between two times."""
    first, last = sorted([segments[0].start, segments[-1].stop])
    if low <= first and last <= high:
        return segments
    found = [segment.within(low, high) for segment in segments]
    # of a single time, the last that has it
    return tuple(x for x in found if x.start != x.stop) or (
        next(x for x in reversed(found) if x.has(np.array([low]))[0]),
    )


def _gauss(low: Vector, high: Vector) -> tuple[Vector, Vector]:
    """Nodes and weights (n, NODES) of n intervals."""
    x, w = _GAUSS
    half = 0.5 * (high - low)[:, None]
    nodes = low[:, None] + half * (1.0 + x)
    # in an interval of a few roundings, rounding must not lead out of it
    return np.clip(nodes, low[:, None], high[:, None]), half * w


def _doubts(values: Vector, lengths: Vector) -> tuple[Vector, Vector]:
    """How large integrals of values (n, NODES, …) could be, and by how much the quadrature may be wrong; (n,).

    Coefficients of Legendre polynomials fall like powers where the values are seen; the first that the quadrature
    takes for another one has twice as many nodes.
    """
    coefficients = np.abs(np.einsum("kj,ij...->ik...", _LEGENDRE, values))
    flat = coefficients.reshape(len(values), NODES, prod(values.shape[2:]))
    largest = flat.max(axis=1)
    ratio = flat[:, -2:].max(axis=1) / np.where(largest > 0.0, largest, 1.0)
    error = (largest * ratio ** (2.0 * NODES / (NODES - 1.0))).max(axis=1, initial=0.0)
    return lengths * largest.max(axis=1, initial=0.0), lengths * error


def _fractions(counts: NDArray[np.int64]) -> Vector:
    """Numbers of intervals that are divided into so many parts each, with their fractions."""
    parts = [k + np.arange(n) / n for k, n in enumerate(counts)]
    return np.append(np.concatenate(parts) if parts else np.zeros(0), float(len(counts)))


def _running(parts: Vector) -> Vector:
    """Sums of the first 0, 1, 2, … parts."""
    return np.concatenate([np.zeros((1, *parts.shape[1:])), np.cumsum(parts, axis=0)])
