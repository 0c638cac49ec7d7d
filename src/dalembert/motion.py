"""Motions: named time histories, and everything that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.archive import write_archive
from dalembert.dynamics import Dynamics, resolved_together
from dalembert.equations.solution import Solution
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.scalar import is_zero
from dalembert.rows import Drift, drift_as_data
from dalembert.segments import Segment
from dalembert.state import State, closest
from dalembert.tables import dataframe, write_csv

Vector = NDArray[np.float64]

SAME_TIME = 1e-12
"""Difference of times, beside the largest, that is rounding."""

FORMAT = "dalembert motion 4"
"""What the head of a file says that holds a motion."""


@dataclass(frozen=True)
class Occurrence:
    """An event that happened."""

    name: str
    t: float
    state: State


@dataclass(frozen=True)
class ContactEvent(Occurrence):
    """Something that happened to a contact; the state is the one after it."""

    point: str = ""
    """Name of the point of contact."""

    what: str = ""
    """`impact`, `opens`, `slides`, `turns`, `sticks`, `stops` (slip in space), `comes to rest` (after impacts)."""

    impulses: Mapping[str, float] = field(default_factory=dict)
    """By name of the row, in N s."""

    work: float = 0.0
    """½ Λ · (v⁺ + v⁻) of all impulses at this instant, told once: never positive."""

    energy: float = 0.0
    """What they added to the kinetic energy, told once: the work, and what places that move put in."""

    accumulation: float | None = None
    """When infinitely many impacts would have come to their end."""


@dataclass(frozen=True, eq=False, repr=False)
class Motion:
    """States of a model over time; any signal of it by name.

    `motion["elbow"]` is a coordinate, `motion["elbow.rate"]` a speed. Signals such as `motion["energy"]` or
    `motion["elbow.force.x"]` are computed when asked for. `motion.evaluate(expression)` takes any expression of
    measures.
    """

    dynamics: Dynamics
    times: Vector
    states: Vector
    """q, u and z one after the other, a row per time."""

    inputs: Vector
    """Inputs, a row per time."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    events: tuple[Occurrence, ...] = ()
    ending: str = ""
    """How the run ended, in words."""

    statistics: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """What there is to say about the run: rows that were left out because they are redundant, for example."""

    segments: tuple[Segment, ...] = ()
    """What the run was made of, one after the other, so that it can be looked at between the rows too."""

    saved_work: Vector | None = None
    """Work at each row, of a motion that was loaded: without segments it cannot be found again."""

    @property
    def drift(self) -> Drift | None:
        """How the run kept the constraints: by projection if None."""
        return self.dynamics.solution.drift

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the states."""
        eom = self.dynamics.equations
        return (*eom.coordinates, *eom.speeds, *eom.states)

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        n = len(self)
        span = f" from t = {self.times[0]:.6g} to {self.times[-1]:.6g}" if n else ""
        return f"<Motion of {len(self.names)} states: {n} row{'s' * (n != 1)}{span}>"

    def __getitem__(self, name: str) -> Vector:
        if name in self.names:
            return self.states[:, self.names.index(name)]
        return self.signals([name])[name]

    def signals(self, names: Iterable[str]) -> dict[str, Vector]:
        """Several signals at once, which share what they have in common."""
        return dict(self.evaluate({name: self._signal(name) for name in names}))

    def _signal(self, name: str) -> Any:
        solved = self.dynamics.solved
        if name in ("t", "time") and name not in solved.signals:
            raise FormulationError(f"there is no signal {name!r}; times are motion.times")
        return solved.signal(name)

    def evaluate(self, outputs: Any) -> Any:
        """An expression of measures along the motion, or a dict of them; time is the first axis."""
        if not isinstance(outputs, Mapping):
            return self.evaluate({"value": outputs})["value"]
        eom = self.dynamics.equations
        resolved = resolved_together(self.dynamics.solved, outputs)
        nq, nu = len(eom.coordinates), len(eom.speeds)
        q, u, z = np.split(self.states, [nq, nq + nu], axis=1)
        known = self.dynamics.known_parameters(resolved, self.parameters)
        function = self.dynamics.function(resolved)
        return dict(function(t=self.times, q=q, u=u, z=z, tau=self.inputs, parameters=known))

    def integral(self, outputs: Any) -> Any:
        """∫ dt of an expression of measures from the first row to each row, or of a dict of them.

        Whatever the rows are: the run is repeated, to the same bits, and the expression integrated by Gauss's
        rule within each step, on the interpolant of the method. At ends of steps the error has the order of the
        method, those of index 3 included, and within a step that of its interpolant. Where the inputs of a sampled
        controller jump, the integrand does; its law is not asked again.
        """
        if not isinstance(outputs, Mapping):
            return self.integral({"value": outputs})["value"]
        return self._integrals(lambda solved: outputs)

    @cached_property
    def work(self) -> Vector:
        """Work since the first row of all that changes the energy: impacts, and the signal `power`."""
        if self.saved_work is not None:
            return self.saved_work
        if not self._has_power:
            return self._impact_work
        return self._integrals(lambda solved: {"power": solved.signal("power")})["power"] + self._impact_work

    @property
    def _impact_work(self) -> Vector:
        """Work of impulses since the first row; a row at the instant of an impact is before it."""
        blows = [
            (event.t, event.energy) for event in self.events if isinstance(event, ContactEvent) and event.energy
        ]
        times, works = np.array([t for t, _ in blows]), np.array([work for _, work in blows])
        found = np.concatenate([[0.0], np.cumsum(works)])[np.searchsorted(times, self.times, side="left")]
        return np.asarray(found - found[:1])

    def phases(self, contact: str) -> list[tuple[float, float, str]]:
        """What a contact did, as (from, until, mode): `open`, `slides` or `sticks`.

        A contact with several points is open if all are, and sticks if none slides; a point has a name of its own.
        """
        names = [name for name in self.names if name.endswith(".mode")]
        points = [name.removesuffix(".mode") for name in names]
        own = [point for point in points if point == contact or point.rpartition(" ")[0] == contact]
        if not own:
            raise ModelError(f"there is no contact {contact!r}; {closest(contact, points)}")
        ends = sorted({event.t for event in self.events if isinstance(event, ContactEvent)})
        after = {event.t: event.state.z for event in self.events if isinstance(event, ContactEvent)}
        found: list[tuple[float, float, str]] = []
        times = [*ends, float(self.times[-1])]
        for begin, end in zip(ends, times[1:], strict=True):
            word = _mode([after[begin][f"{point}.mode"] for point in own])
            if found and found[-1][2] == word:
                found[-1] = (found[-1][0], end, word)
            elif end > begin:
                found.append((begin, end, word))
        return _from(float(self.times[0]), found, float(self.times[-1]))

    @property
    def _has_power(self) -> bool:
        """Whether something may change the energy."""
        systems = {segment.dynamics for segment in self.segments} or {self.dynamics}
        return not all(is_zero(system.solved.signal("power")) for system in systems)

    def _integrals(self, outputs: Callable[[Solution], Mapping[str, Any]]) -> dict[str, Vector]:
        """Integrals from the first row to each row, of expressions in the equations of each segment."""
        if not self.segments:
            raise ModelError(
                "this motion has no record of its run, so integrals between its rows are not known: it was "
                "loaded or varied, or its inputs were found afterwards; integrate along the motion of a run"
            )
        wanted = {system: outputs(system.solved) for system in {x.dynamics for x in self.segments}}
        parts, is_left = [], np.full(len(self), True)
        for segment in self.segments:
            rows = is_left & segment.has(self.times)
            evaluate = partial(self._between, segment, wanted[segment.dynamics])
            parts.append(segment.integrals(self.times[rows], evaluate))
            is_left &= ~rows
        assert not is_left.any(), "rows lie within the run"
        return {name: _chained([part[name] for part in parts]) for name in parts[0]}

    def _between(
        self, segment: Segment, outputs: Mapping[str, Any], times: Vector, states: Vector
    ) -> dict[str, Vector]:
        """Expressions at times and states within a segment."""
        inputs = np.tile(segment.tau, (len(times), 1))
        return dict(Motion(segment.dynamics, times, states, inputs, self.parameters).evaluate(outputs))

    @property
    def residuals(self) -> dict[str, Vector]:
        """How well the equations hold in every row, as largest absolute values.

        `c` is what coordinates keep by themselves, such as the length of quaternions; `positions` φ, `velocities`
        ψ and `accelerations` J a − γ are the constraints by level, `dynamics` is M a − f − G τ − Jᵀ λ − r.
        """
        eom = self.dynamics.equations
        solved = self.dynamics.solved
        a, lam = solved.accelerations, solved.multipliers
        quantities = {
            "c": eom.c,
            "positions": eom.phi,
            "velocities": eom.psi,
            "accelerations": eom.J @ a - solved.gamma if eom.rows else np.zeros(0),
            "dynamics": solved.residual(a, lam),
        }
        found = self.evaluate({name: np.asarray(y, dtype=object) for name, y in quantities.items() if len(y)})
        return {
            name: np.abs(found[name]).max(axis=1) if name in found else np.zeros(len(self)) for name in quantities
        }

    @property
    def energy_balance(self) -> Vector:
        """Change of energy minus work since the first row: zero but for errors of the integration."""
        balance = self["energy"] - self.work
        return np.asarray(balance - balance[0])

    @property
    def energy_drift(self) -> float:
        """Largest change of energy minus work in the rows, relative to the `energy_scale`."""
        return float(np.abs(self.energy_balance).max()) / self.energy_scale

    @property
    def energy_scale(self) -> float:
        """The largest kinetic energy in the rows, or change of potential energy: what drifts are compared with."""
        T, V = self["kinetic energy"], self["potential energy"]
        return max(float(np.abs(T).max()), float(np.abs(V - V[0]).max()), np.finfo(float).tiny)

    def state(self, at: int | float = -1) -> State:
        """The state in one row: by its number, or by its time, which is a float; the last one unless given."""
        if isinstance(at, bool | np.bool_) or not isinstance(at, Real):
            raise ModelError(
                f"a state is asked for by the number of its row or by its time, a float, not by {at!r}"
            )
        row = self._row_at(float(at)) if isinstance(at, float | np.floating) else int(at)
        if not -len(self) <= row < len(self):
            raise ModelError(f"there is no row {row} in a motion of {len(self)} rows; a time is a float: {row}.0")
        x, tau = self.states[row], self.inputs[row]
        return self.dynamics.state(float(self.times[row]), x, tau, self.parameters)

    def _row_at(self, t: float) -> int:
        """The row of a time, which must be there but for rounding."""
        gaps = np.abs(self.times - t)
        if not len(self) or not gaps.min() <= SAME_TIME * np.abs(self.times).max():
            where = f"; the nearest is at {self.times[np.argmin(gaps)]:.9g}" if len(self) else ""
            raise ModelError(
                f"no row of the motion is at t = {t:.9g}{where}; ask for it by `times` of the simulation"
            )
        return int(np.argmin(gaps))

    def _repr_html_(self) -> str:
        from dalembert.pictures.notebook import motion_html

        return motion_html(self)

    def save(self, path: str | Path) -> Path:
        """Write all of it to a file (.npz), which `load_motion` reads; nothing in it is code.

        The suffix is added if it is missing. A file of this name is replaced in the end, by a complete one.
        """
        return write_archive(path, self._head(), {**self._rows(), **self._event_rows(), **self._work_to_save})

    def _head(self) -> dict[str, Any]:
        """What a file says beside the numbers."""
        eom = self.dynamics.equations
        return {
            "format": FORMAT,
            "names": self.names,
            "inputs": eom.inputs,
            "parameters": dict(self.parameters),
            "contents": dict(eom.places.contents),
            "left out": sorted(self.dynamics.solution.left_out),
            "solver": solver_as_data(self.dynamics.solution),
            "drift": drift_as_data(self.drift),
            "ending": self.ending,
            "statistics": dict(self.statistics),
            "notes": self.notes,
            "events": [event.name for event in self.events],
        }

    def _rows(self) -> dict[str, Vector]:
        return {"times": self.times, "states": self.states, "inputs": self.inputs}

    def _event_rows(self) -> dict[str, Vector]:
        """The events as rows like those of the motion."""
        eom = self.dynamics.equations
        found = [self.dynamics.arguments(event.state) for event in self.events]
        states = [np.concatenate([x["q"], x["u"], x["z"]]) for x in found]
        return {
            "event times": np.array([event.t for event in self.events], dtype=float),
            "event states": np.array(states, dtype=float).reshape(len(found), len(self.names)),
            "event inputs": np.array([x["tau"] for x in found], dtype=float).reshape(len(found), len(eom.inputs)),
        }

    @property
    def _work_to_save(self) -> dict[str, Vector]:
        """The work, unless it is zero anyway or not known."""
        is_known = bool(self.segments) or self.saved_work is not None
        has_power = "power" in self.dynamics.solved.signals and (self._has_power or self._impact_work.any())
        return {"work": self.work} if is_known and has_power else {}

    # ---- parts and tables

    def cut(self, first: float, last: float) -> Motion:
        """The rows from one time to another, both included."""
        low, high = sorted((float(first), float(last)))
        slack = SAME_TIME * np.abs(self.times).max(initial=0.0)
        is_in = (self.times >= low - slack) & (self.times <= high + slack)
        if not is_in.any():
            raise ModelError(f"no row of the motion lies between t = {low:.9g} and {high:.9g}")
        events = tuple(event for event in self.events if low <= event.t <= high)
        return self._with_rows(is_in, events)

    def resampled(self, times: ArrayLike) -> Motion:
        """The same motion at other times: the run is repeated, to the same bits, and its interpolants asked there.

        Where the inputs of a sampled controller jump, a time gets what holds from then on.
        """
        wanted = np.array(times, dtype=float).reshape(-1)
        if not self.segments:
            raise ModelError(
                "this motion has no record of its run, so what lies between its rows is not known: it was loaded "
                "or varied, or its inputs were found afterwards; resample the motion of a run"
            )
        if not wanted.size or not np.isfinite(wanted).all() or not (np.diff(wanted) * self._direction > 0.0).all():
            raise ModelError("times to resample at are finite numbers that follow each other as the motion does")
        states, inputs = (np.zeros((len(wanted), x.shape[1])) for x in (self.states, self.inputs))
        is_left = np.full(len(wanted), True)
        # the later segment counts where two meet
        for segment in reversed(self.segments):
            rows = is_left & segment.has(wanted)
            if rows.any():
                some = np.sort(wanted[rows])
                states[rows] = segment.states(some)[:: 1 if self._direction > 0.0 else -1]
                inputs[rows] = segment.tau
            is_left &= ~rows
        if is_left.any():
            ends = f"{self.segments[0].launch.start:.9g} and {self.segments[-1].end:.9g}"
            raise ModelError(f"t = {wanted[is_left][0]:.9g} is outside of the motion, between {ends}")
        return replace(self, times=wanted, states=states, inputs=inputs, saved_work=None)

    @property
    def _direction(self) -> float:
        """1 if time rises along the motion, else −1."""
        first, last = self.segments[0].launch.start, self.segments[-1].end
        return -1.0 if last < first else 1.0

    def _with_rows(self, rows: Any, events: tuple[Occurrence, ...]) -> Motion:
        work = None if self.saved_work is None else self.saved_work[rows]
        some = {name: getattr(self, name)[rows] for name in ("times", "states", "inputs")}
        return replace(self, **some, events=events, saved_work=work)

    def table(self, signals: Iterable[str] | None = None) -> dict[str, Vector]:
        """Times `t`, then signals by name, or all states, as columns."""
        names = self.names if signals is None else (signals,) if isinstance(signals, str) else tuple(signals)
        others = [name for name in names if name not in self.names]
        asked = self.signals(others) if others else {}
        return {"t": self.times, **{name: asked[name] if name in asked else self[name] for name in names}}

    def to_dataframe(self, signals: Iterable[str] | None = None) -> Any:
        """These signals, or all states, as a pandas table over time."""
        return dataframe(self.table(signals), index="t")

    def to_csv(self, path: str | Path, signals: Iterable[str] | None = None) -> Path:
        """Write times and these signals, or all states, to a text file: a line of names, then numbers in full."""
        return write_csv(path, self.table(signals))


def _mode(modes: Sequence[float]) -> str:
    """What points do together."""
    done = {round(mode) for mode in modes} - {0}
    return "open" if not done else "slides" if 1 in done else "sticks"


def _from(start: float, phases: list[tuple[float, float, str]], end: float) -> list[tuple[float, float, str]]:
    """Phases from the first row on: before the first event of a contact all are open."""
    if not phases:
        return [(start, end, "open")]
    first, until, word = phases[0]
    if first > start and word == "open":
        return [(start, until, word), *phases[1:]]
    return phases if first <= start else [(start, first, "open"), *phases]


def solver_as_data(solution: Solution) -> str:
    """What got accelerations, where results depend on it: constraints that are not ideal, or redundant rows."""
    solver = solution.solver
    return "" if solver is None or (solver.is_ideal and not solution.left_out) else repr(solver)


def _chained(parts: Sequence[Vector]) -> Vector:
    """Integrals over segments, each from its own start to its rows and its end, as one from the first row on."""
    starts = np.cumsum([np.zeros_like(parts[0][-1]), *(part[-1] for part in parts[:-1])], axis=0)
    joined = np.concatenate([start + part[:-1] for start, part in zip(starts, parts, strict=True)])
    return np.asarray(joined - joined[:1])
