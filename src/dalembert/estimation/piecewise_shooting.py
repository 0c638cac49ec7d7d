"""Fits in pieces: runs from many states along the way, which must join where they meet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.errors import DalembertError, FormulationError, ModelError, SolverError
from dalembert.estimation.consistent_starts import StartLaw
from dalembert.estimation.experiment import Record
from dalembert.estimation.fit_unknowns import Unknowns, replaced
from dalembert.estimation.prediction import Prediction, RunSettings, measured
from dalembert.linear.jacobians import Jacobians
from dalembert.number_checks import is_count, told
from dalembert.runs.motion import Motion
from dalembert.runs.simulate import simulate
from dalembert.sensitivity.sensitivities import Sensitivities, sensitivities
from dalembert.state import State


@dataclass(frozen=True)
class PiecewiseShooting:
    """Multiple shooting: pieces of each run with a start of their own, which join at the end of the search.

    For systems that are unstable, or so sensitive that a run over all samples tells nothing about its start: in a
    piece, an error has no time to grow. Pieces begin where measurements are, so that far guesses do no harm.

    Parameters
    ----------
    intervals : int, optional
        Number of pieces of each experiment, default 10.

    Examples
    --------
    >>> import dalembert as da
    >>> da.fitting.PiecewiseShooting(intervals=20)
    PiecewiseShooting(intervals=20)
    """

    intervals: int = 10

    def __post_init__(self) -> None:
        if not is_count(self.intervals, 1):
            raise ModelError(
                f"intervals of PiecewiseShooting are a whole number from 1 on, not {told(self.intervals)}"
            )

    def predictor(self, unknowns: Unknowns, settings: RunSettings) -> Pieces:
        """The predictor for a problem."""
        if settings.events:
            raise ModelError("pieces of PiecewiseShooting know no events of one's own; use SingleShooting")
        for record in unknowns.records:
            if has_contacts(record.dynamics.equations.model):
                raise FormulationError(
                    "pieces of PiecewiseShooting would begin in states that contacts do not allow; use "
                    "SingleShooting, or hold modes by da.contacts.with_modes"
                )
        return Pieces(unknowns, settings, self.intervals)


@dataclass(frozen=True, eq=False)
class _Pieced:
    """One experiment in pieces."""

    record: Record
    law: StartLaw
    held: tuple[str, ...]
    """Independent values of a state, which pieces begin with."""

    borders: Vector
    """Times at which pieces begin but the first, (m,)."""

    sizes: Vector
    """Sizes of the held values, by which gaps are measured."""

    guess: Matrix
    """Held values (m, n) to begin with at the borders."""

    laws: tuple[StartLaw, ...]
    """How the start of each piece follows from what is held: loops are closed as they are there."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """Predictions by runs in pieces."""

    unknowns: Unknowns
    settings: RunSettings
    intervals: int

    @cached_property
    def pieced(self) -> tuple[_Pieced, ...]:
        """All experiments in pieces."""
        return tuple(self._pieced(k, record) for k, record in enumerate(self.unknowns.records))

    @property
    def extra(self) -> Vector:
        """States at the borders."""
        return np.concatenate([x.guess.ravel() for x in self.pieced])

    def settle(self, x: Vector, /) -> bool:
        """Nothing is held while values are sought."""
        return False

    def at(self, x: Vector, /) -> Prediction:
        """All pieces for some values."""
        n_own, k = len(self.unknowns.all), len(x)
        values, slopes, gaps, gap_slopes, motions = [], [], [], [], []
        first = n_own
        for number, pieced in enumerate(self.pieced):
            m, n = pieced.guess.shape
            nodes = x[first : first + m * n].reshape(m, n)
            columns = np.arange(first, first + m * n).reshape(m, n)
            first += m * n
            runs = [self._run(number, x[:n_own], nodes, piece) for piece in range(m + 1)]
            y, by = self._measured(pieced, runs)
            values.append(y)
            table = np.zeros((len(y), k))
            self._spread(table, by, number, columns)
            slopes.append(table)
            for piece in range(m):
                end, tangents = runs[piece].motion.states[-1], runs[piece].states[-1]
                places = [runs[piece].names.index(name) for name in pieced.held]
                gaps.append((end[places] - nodes[piece]) / pieced.sizes)
                rows = np.zeros((n, k))
                self._piece_columns(rows, tangents[places], number, columns, piece)
                rows[np.arange(n), columns[piece]] -= 1.0
                gap_slopes.append(rows / pieced.sizes[:, None])
            motions.append(_joined(pieced.record, [run.motion for run in runs]))
        return Prediction(
            np.concatenate(values),
            np.concatenate(slopes),
            tuple(motions),
            np.concatenate(gaps) if gaps else np.zeros(0),
            np.concatenate(gap_slopes) if gap_slopes else np.zeros((0, k)),
        )

    # ---- one experiment

    def _pieced(self, number: int, record: Record) -> _Pieced:
        start = self.unknowns.start(number, self.unknowns.guess)
        law = StartLaw.of(record.dynamics, start, self.unknowns.names, record.start)
        names = Jacobians(record.dynamics, {}).names
        held = tuple(names) if law.is_free else law.held
        if turns := [name for name in held if name.endswith(".turn")]:
            raise FormulationError(
                f"pieces begin with values of coordinates, and {turns[0]!r} is a turn of a quaternion: give the "
                "joint angles (Spherical(…, angles='zyx')), or use SingleShooting"
            )
        last = len(record.times) - 1
        places = np.unique(np.linspace(0, last, self.intervals + 1).astype(int))[1:-1]
        borders = record.times[places]
        borders = borders[borders > start.t]
        begin = law.start(start)
        run = _run_so_far(record, begin, borders, self.settings)
        guess = _guessed(record, run, held, borders)
        sizes = np.maximum(np.ptp(guess, axis=0), 1e-3) if len(guess) else np.ones(len(held))
        laws = [law]
        for t, values, near in zip(borders, guess, run, strict=True):
            at = replace(law, near=near)
            laws.append(replace(at, near=at.start(_with_held(record, start, held, values, float(t)))))
        return _Pieced(record, law, held, borders, sizes, guess, tuple(laws))

    def _names(self, pieced: _Pieced) -> list[str]:
        """Names along which all pieces have tangents: parameters and inputs, and where they begin."""
        kinds = {x.name: x.kind for x in self.unknowns.all}
        return [*(name for name in self.unknowns.names if kinds[name] in ("p", "tau")), *pieced.held]

    def _run(self, number: int, values: Vector, nodes: Matrix, piece: int) -> Sensitivities:
        pieced = self.pieced[number]
        record, start = pieced.record, self.unknowns.start(number, values)
        times, begin, end = record.times, start.t, float(record.times[-1])
        if piece:
            begin = float(pieced.borders[piece - 1])
            start = _with_held(record, start, pieced.held, nodes[piece - 1], begin)
        if piece < len(pieced.borders):
            end = float(pieced.borders[piece])
        inside = (times > begin if piece else times >= begin) & (times <= end)
        run = sensitivities(
            record.dynamics,
            pieced.laws[piece].start(start),
            by=self._names(pieced),
            times=times[inside],
            independent=pieced.law.independent,
            method=self.settings.integrator,
        )
        if len(run.motion) != int(inside.sum()):
            raise SolverError(f"the run ends before the last sample: {run.motion.termination}")
        return run

    def _measured(self, pieced: _Pieced, runs: list[Sensitivities]) -> tuple[Vector, Array]:
        """Predictions of all samples, and their derivatives by piece and name of that piece."""
        values, parts = [], []
        firsts = np.cumsum([0, *(len(run.motion) for run in runs)])
        for channel in pieced.record.channels:
            for piece, run in enumerate(runs):
                inside = (channel.places >= firsts[piece]) & (channel.places < firsts[piece + 1])
                if not inside.any():
                    continue
                part = replace(
                    channel, places=channel.places[inside] - firsts[piece], values=channel.values[inside]
                )
                y, by = measured(replace(pieced.record, channels=(part,)), run)
                values.append(y)
                parts.append((piece, by))
        return np.concatenate(values), parts  # type: ignore[return-value]

    def _spread(self, table: Matrix, parts: Array, number: int, columns: Array) -> None:
        row = 0
        for piece, by in parts:
            self._piece_columns(table[row : row + len(by)], by, number, columns, piece)
            row += len(by)

    def _piece_columns(self, rows: Matrix, by: Matrix, number: int, columns: Array, piece: int) -> None:
        """Add derivatives by the names of a piece to the columns that these are."""
        pieced = self.pieced[number]
        own = dict(zip(self.unknowns.names, self.unknowns.columns(number), strict=True))
        for j, name in enumerate(self._names(pieced)):
            if name not in pieced.held:
                rows[:, own[name]] += by[:, j]
            elif piece:
                rows[:, columns[piece - 1, pieced.held.index(name)]] += by[:, j]
            elif name in own:
                rows[:, own[name]] += by[:, j]


def _with_held(record: Record, start: State, held: tuple[str, ...], values: Vector, t: float) -> State:
    """A start at another time with these independent values."""
    eom = record.dynamics.equations
    kinds: dict[str, dict[str, float]] = {"q": {}, "u": {}, "z": {}}
    for name, value in zip(held, values, strict=True):
        kind = "q" if name in eom.coordinates else "u" if name in eom.speeds else "z"
        kinds[kind][name] = float(value)
    return replace(replaced(start, kinds), t=t)


def _guessed(record: Record, run: list[State], held: tuple[str, ...], borders: Vector) -> Matrix:
    """Values at the borders: as measured, else those of a run with the guess as far as it goes."""
    guess = np.zeros((len(borders), len(held)))
    if not len(borders):
        return guess
    by_name = {channel.quantity: channel for channel in record.channels if isinstance(channel.quantity, str)}
    for j, name in enumerate(held):
        coordinate = name.removesuffix(".rate")
        if name in by_name:
            channel = by_name[name]
            guess[:, j] = np.interp(borders, record.times[channel.places], channel.values)
        elif name.endswith(".rate") and coordinate in by_name and len(by_name[coordinate].values) > 2:
            channel = by_name[coordinate]
            t = record.times[channel.places]
            guess[:, j] = np.interp(borders, t, np.gradient(channel.values, t))
        else:
            guess[:, j] = [next(x[name] for x in (at.q, at.u, at.z) if name in x) for at in run]
    return guess


def _run_so_far(record: Record, start: State, borders: Vector, settings: RunSettings) -> list[State]:
    """States of the run with the guess at the borders; where it fails, the last ones before."""
    times = np.concatenate([[start.t], borders])
    try:
        motion = simulate(record.dynamics, start, times=times, method=settings.integrator)
    except DalembertError as error:
        kept = getattr(error, "motion", None)
        if not isinstance(kept, Motion) or not len(kept):
            raise
        motion = kept
    return [motion.state(min(k, len(motion) - 1)) for k in range(1, len(times))]


def _joined(record: Record, motions: list[Motion]) -> Motion:
    """Pieces as one motion, without a record of its run."""
    first = motions[0]
    return replace(
        first,
        times=np.concatenate([motion.times for motion in motions]),
        states=np.concatenate([motion.states for motion in motions]),
        inputs=np.concatenate([motion.inputs for motion in motions]),
        termination=motions[-1].termination,
        segments=(),
        notes=(*first.notes, f"joined of {len(motions)} pieces"),
    )
