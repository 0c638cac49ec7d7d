"""Motions: named time histories, and everything that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.archive import differences
from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.equations.outputs import SignalKind
from dalembert.equations.solution import Solution
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.node import inputs_of
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import param
from dalembert.model.model import contact_sets
from dalembert.model.reaction_measures import ReactionMeasure
from dalembert.number_checks import checked_number, floats, told
from dalembert.rows import Stabilization
from dalembert.runs.contact_check import ContactCheck
from dalembert.runs.dense_states import DenseStates
from dalembert.runs.event_records import EventRecord
from dalembert.runs.events_along import SAME_TIME, EventsAlong
from dalembert.runs.integrals import integrals
from dalembert.runs.intervals import Interval, merged, phases_of
from dalembert.runs.samples import Samples
from dalembert.runs.segments import Segment, segments_within
from dalembert.runs.tables import dataframe, write_csv, write_parquet
from dalembert.state import State

_NO_RECORD = (
    "this motion has no record of its run, so what lies between its rows is not known: it was loaded or varied, "
    "or its inputs were found afterwards; ask the motion of a run"
)


_FAMILIES = (
    frozenset([SignalKind.REACTION_FORCE, SignalKind.REACTION_MOMENT]),
    frozenset([SignalKind.ACCELERATION]),
)
"""Kinds of signals that take the same work, whether one is asked for or all of them."""

_MOST_KEPT = 2**22
"""Numbers of signals that are computed for that reason."""


@dataclass(frozen=True, eq=False, repr=False)
class Motion:
    """States of a model over time; any signal of it by name.

    `motion["elbow"]` is a coordinate, `motion["elbow.rate"]` a speed. Signals such as `motion["energy"]` or
    `motion["elbow.force.x"]` are computed when asked for. `motion.evaluate(expression)` takes any expression of
    measures.

    Attributes
    ----------
    dynamics : Dynamics
        System that moved.
    times : array (n,)
        Times of output in s.
    states : array (n, nq + nu + nz)
        Coordinates, speeds and first-order states, one row for each time.
    inputs : array (n, n_tau)
        Values given to the inputs, one row for each time.
    parameters : dict of float
        Values of the parameters at the start.
    events : sequence of EventRecord
        Events that happened, each with its name, its time and the states before and after.
    termination : str
        Why the run ended, in words.
    statistics : dict of int
        Counts of the run: steps, rejected steps and evaluations.
    notes : tuple of str
        Remarks about the run, such as rows that were left out because they are redundant.
    segments : sequence of Segment
        Pieces of the run between events, from which states between the times are taken.
    intervals : tuple of Interval
        Modes with their beginnings and ends: of contacts, and of rows that events switch.
    discrete : dict of array
        Parameters that events change and switches of rows, one value for each time.
    saved_work : array (n,) or None
        Work in J at each time, of a motion that was loaded from a file.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 0.1}, until=1.0)
    >>> print(type(motion).__name__, len(motion.times), motion["hinge"].shape)
    Motion 1001 (1001,)
    >>> print(f"{motion['hinge.force.y'][0]:.3f} N")
    2.440 N
    """

    dynamics: Dynamics
    times: Vector
    states: Vector
    """q, u and z one after the other, a row per time."""

    inputs: Vector
    """What is given to the inputs, a row per time; where goals ask for others, `motion[name]` is what they are."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    """Parameters at the start; of those that events change, `discrete` holds the values."""

    events: Sequence[EventRecord] = ()
    termination: str = ""
    """How the run ended, in words."""

    statistics: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """What there is to say about the run: rows that were left out because they are redundant, for example."""

    segments: Sequence[Segment] = ()
    """What the run was made of, one after the other, so that it can be looked at between the rows too."""

    intervals: tuple[Interval, ...] = ()
    """What had which label from when to when: rows that events switch, for example."""

    discrete: Mapping[str, Vector] = field(default_factory=dict)
    """Parameters that events change, and switches of rows, `.switch C.x`: a value per row of the motion."""

    saved_work: Vector | None = None
    """Work at each row, of a motion that was loaded: without segments it cannot be found again."""

    @property
    def stabilization(self) -> Stabilization | None:
        """How the run kept the constraints: by projection if None."""
        return self.dynamics.solution.stabilization

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
        wanted = list(names)
        if missing := [name for name in wanted if name not in self._kept]:
            found = self._computed(missing)
            return {name: self._kept[name] if name in self._kept else found[name] for name in wanted}
        return {name: self._kept[name] for name in wanted}

    def _computed(self, names: Sequence[str]) -> dict[str, Vector]:
        """Signals along the motion; those that have most of their work in common with others bring them along."""
        for name in names:
            if name not in self._kept and (relatives := self._relatives(name)):
                self._keep(relatives)
        alone = {name: self._signal(name) for name in names if name not in self._kept}
        return self._evaluated(alone) if alone else {}

    def _relatives(self, name: str) -> list[str]:
        """All signals of the kind, if they are best computed together; whatever else is asked, they are."""
        signals = self.dynamics.solved.signals
        kind = signals.kinds.get(name)
        family = next((family for family in _FAMILIES if kind in family), None)
        found = [] if family is None else signals.of_kinds(family)
        return found if len(found) * len(self) <= _MOST_KEPT else []

    def _keep(self, names: Sequence[str]) -> None:
        found = self._evaluated({name: self._signal(name) for name in names})
        for values in found.values():
            values.flags.writeable = False
        self._kept.update(found)

    @cached_property
    def _kept(self) -> dict[str, Vector]:
        """Signals that were computed because others of their kind were asked for."""
        return {}

    def _signal(self, name: str) -> Any:
        solved = self.dynamics.solved
        if name in ("t", "time") and name not in solved.signals:
            raise FormulationError(f"there is no signal {name!r}; times are motion.times")
        if solved.signals.kinds.get(name) in _FAMILIES[0] | _FAMILIES[1]:
            self._check_known(repr(name))
        return solved.signal(name)

    def _check_known(self, what: str) -> None:
        """Raise if something that follows from forces is asked of a motion with contacts of a set."""
        if sets := contact_sets(self.dynamics.equations.model):
            raise ModelError(
                f"{what} is not known along this motion: {sets[0].label} exerts impulses that steps do not tell "
                "one by one, so it would be that without contacts; speeds and places are right"
            )

    def _check_measures(self, outputs: Mapping[str, Any]) -> None:
        """Raise for measures that follow from forces where contacts of a set are part of these."""
        entries = [x for y in outputs.values() for x in np.asarray(y, dtype=object).ravel()]
        for node in inputs_of(entries):
            if node.op == "measure" and (node.args[0].needs_forces or isinstance(node.args[0], ReactionMeasure)):
                self._check_known(repr(node.args[0]))

    def evaluate(self, outputs: Any) -> Any:
        """An expression of measures along the motion, or a dict of them; time is the first axis."""
        if not isinstance(outputs, Mapping):
            return self.evaluate({"value": outputs})["value"]
        self._check_measures(outputs)
        return self._evaluated(resolved_together(self.dynamics.solved, outputs))

    def _evaluated(self, resolved: Mapping[str, Any]) -> dict[str, Any]:
        """Expressions of the equations' variables along the motion."""
        return self._samples.evaluated(resolved)

    @property
    def _samples(self) -> Samples:
        """The motion as samples alone."""
        return Samples(self.dynamics, self.times, self.states, self.inputs, self.parameters, self.discrete)

    def integral(self, outputs: Any) -> Any:
        """∫ dt of an expression of measures from the first row to each row, or of a dict of them.

        Whatever the rows are: the run is repeated, to the same bits, and the expression integrated by Gauss's
        rule within each step, on the interpolant of the method, and apart on both sides of where it bends or jumps
        there. At ends of steps the error has the order of the method, those of index 3 included, and within a step
        that of its interpolant. Where the inputs of a sampled controller jump, the integrand does; its law is not
        asked again.
        """
        if not isinstance(outputs, Mapping):
            return self.integral({"value": outputs})["value"]
        self._check_measures(outputs)
        return self._integrals(lambda solved: outputs)

    @cached_property
    def work(self) -> Vector:
        """Work since the first row of all that changes the energy: see the signal `power`, and `integral`."""
        if self.saved_work is not None:
            return self.saved_work
        if not self.has_power:
            return np.zeros(len(self))
        return self._integrals(lambda solved: {"power": solved.signal("power")})["power"]

    @property
    def has_power(self) -> bool:
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
        return integrals(self.segments, self.times, self.parameters, outputs)

    @property
    def residuals(self) -> dict[str, Vector]:
        """How well the equations hold in every row, as largest absolute values.

        `c` is what coordinates keep by themselves, such as the length of quaternions; `positions` φ, `velocities`
        ψ and `accelerations` J a − γ are the constraints by level, `dynamics` is M a − f − G τ − Jᵀ λ − r;
        `combined` is the length of the last two together, √(|J a − γ|² + |M a − f − …|²). With contacts,
        `penetration` is how deep bodies overlap, and `complementarity` the smaller one of gap and normal force, in
        magnitude: neither is negative, and one of them is zero. Of time stepping it is the residual of
        the step, a velocity: see `MoreauJean`. `friction` is the force by which it is not what the law says:
        against slip and as large as it is while there is any, else at most μ N. Forces that are not unique count
        as what they exert together. `impacts` are those since the row before: by how much velocities after are not
        as impulses, restitution and friction say, in m/s.
        """
        eom = self.dynamics.equations
        solved = self.dynamics.solved
        a, lam = solved.accelerations, solved.multipliers
        on = self.switches
        quantities = {
            "c": eom.c,
            "positions": on[: len(eom.phi)] * eom.phi,
            "velocities": on[: len(eom.psi)] * eom.psi,
            "accelerations": on * (eom.J @ a - solved.gamma) if eom.rows else np.zeros(0),
            "dynamics": solved.residual(a, lam),
        }
        found = self.evaluate({name: np.asarray(y, dtype=object) for name, y in quantities.items() if len(y)})
        found = {**dict.fromkeys(quantities, np.zeros((len(self), 0))), **found, **self.contact_residuals()}
        combined = np.concatenate([found["accelerations"], found["dynamics"]], axis=1)
        if contact_sets(eom.model):
            found |= {name: np.full((len(self), 1), np.nan) for name in ("accelerations", "dynamics")}
            combined = found["dynamics"]
        largest = {name: np.abs(values).max(axis=1, initial=0.0) for name, values in found.items()}
        return {**largest, "combined": np.linalg.norm(combined, axis=1)}

    def contact_residuals(self) -> dict[str, Vector]:
        """Residuals of contacts, a column for each point; empty without contacts."""
        if sets := contact_sets(self.dynamics.equations.model):
            return {"penetration": np.stack([self[f"{part.name}.overlap"] for part in sets], axis=1)}
        check = self.contact_check
        if not len(self) or not check.laws:
            return {}
        eom, found = self.dynamics.equations, check.residuals()
        stepped = [y for name, y in zip(eom.states, eom.z, strict=True) if name.endswith(".residual")]
        # at an event, but for rounding, a row may have the modes before it and forces that jumped there
        for name in ("complementarity", "friction"):
            if name in found:
                found[name][self._along.are_at] = 0.0
        if any(law.is_stepped for law in check.laws):
            found["complementarity"] = self.evaluate(np.array(stepped, dtype=object))
        elif any(event.what == "impact" for event in self.events):
            found["impacts"] = self._impacts()[:, None]
        return found

    @cached_property
    def contact_check(self) -> ContactCheck:
        """Points of contact in the rows: what they do, and how far it is from their laws."""
        span = float(np.ptp(self.times)) if len(self) else 0.0
        return ContactCheck(self.dynamics.solved, self.evaluate, span, self.parameters)

    def _impacts(self) -> Vector:
        """By how much impacts since the row before are not as laws of contact say, at every row."""
        groups: dict[float, list[int]] = {}
        for k, event in enumerate(self.events):
            groups.setdefault(event.t, []).append(k)
        # the last of endless bounces, and of slip in space, are taken away without an impact
        struck = [
            own
            for own in groups.values()
            if {"impact", "jams"} >= {self.events[k].what for k in own if self.events[k].impulses}
        ]
        struck = [own for own in struck if any(self.events[k].impulses for k in own)]
        values = np.zeros(len(self))
        if not struck:
            return values
        first, last = (np.isin(np.arange(len(self.events)), [own[k] for own in struck]) for k in (0, -1))
        before, after = self._at_events(first, is_after=False), self._at_events(last, is_after=True)
        nq, nu = len(self.dynamics.equations.coordinates), len(self.dynamics.equations.speeds)
        change = (after.states - before.states)[:, nq : nq + nu]
        impulses = [{name: x for k in own for name, x in self.events[k].impulses.items()} for own in struck]
        wrong = before.contact_check.impacts(after.contact_check, change, impulses)
        rows = np.searchsorted(self.times * self._direction, before.times * self._direction)
        np.maximum.at(values, np.minimum(rows, len(self) - 1), wrong)
        return values

    @property
    def switches(self) -> Any:
        """For each row of constraints one, or what events and contacts make of it."""
        rows = self.dynamics.equations.constraint_rows
        names = [switch_name(row.row.name) for row in rows]
        by_events = [param(name, 1.0) if name in self.discrete else 1.0 for name in names]
        own = [1.0 if row.switch is None else row.switch for row in rows]
        return np.array([x * y for x, y in zip(by_events, own, strict=True)], dtype=object)

    @property
    def energy_balance(self) -> Vector:
        """Change of energy minus work since the first row: zero but for errors of the integration.

        What events make of the energy does not count: see `energy_jumps`.
        """
        balance = self["energy"] - self.work
        if len(jumps := self.energy_jumps):
            before = np.concatenate([[0.0], np.cumsum(jumps)])
            balance = balance - before[self._along.are_behind]
        return np.asarray(balance - balance[0])

    @property
    def energy_jumps(self) -> Vector:
        """By how much each of the `events` changes the energy; empty if none of them does anything."""
        if not self._along.are_changes.any():
            return np.zeros(0)
        jumps, which = np.zeros(len(self.events)), self._along.are_changes
        before, after = (self._at_events(which, is_after=x)["energy"] for x in (False, True))
        jumps[which] = after - before
        return jumps

    @cached_property
    def _along(self) -> EventsAlong:
        """The events beside the samples."""
        return EventsAlong(self.events, self._samples, self._direction)

    def _at_events(self, which: Any, *, is_after: bool) -> Motion:
        """States at some of the events, before or after what they do, as a motion."""
        rows = self._along.states(which, is_after=is_after)._asdict()
        return replace(self, **rows, events=(), saved_work=None)

    def with_jumps(self) -> Motion:
        """The motion with two more samples wherever events changed something: before and after, at one time.

        Plots draw these; a row that was asked for at such a time is what holds from then on.
        """
        if not self._along.are_changes.any():
            return self
        before, after = (self._at_events(self._along.are_changes, is_after=x) for x in (False, True))
        times = np.concatenate([self.times, before.times, after.times])
        # rows of one time: before it, after it, then those that were asked for
        rank = np.repeat([2, 0, 1], [len(self), len(before), len(after)])
        order = np.lexsort((rank, times * self._direction))
        rows: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in (self, before, after)])[order]
            for name in ("times", "states", "inputs")
        }
        discrete = {
            name: np.concatenate([part.discrete[name] for part in (self, before, after)])[order]
            for name in self.discrete
        }
        return replace(self, **rows, discrete=discrete, saved_work=None)

    def phases(self, name: str) -> list[tuple[float, float, str]]:
        """When something had which label: from, to, and label of each interval of this name."""
        return phases_of(self.intervals, name)

    def dense(self) -> DenseStates:
        """The states at any time, kept: the run is repeated once, and its steps are remembered."""
        if not self.segments:
            raise ModelError(_NO_RECORD)
        return DenseStates.of(self.segments, self.names)

    def parameter_value(self, name: str, otherwise: float = 0.0) -> float:
        """The value of a parameter at the start of the run; or else, if the run has none of this name."""
        solution = self.dynamics.solution
        known = {**solution.equations.parameters, **solution.settings, **self.parameters}
        return float(known.get(name, otherwise))

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
        """The state in one row, by its number, the last one unless given; or at a time, which is a float.

        Between the rows the run is repeated, to the same bits, and its interpolant asked: `dense` keeps it.
        """
        if isinstance(at, bool | np.bool_) or not isinstance(at, Real):
            raise ModelError(
                f"a state is asked for by the number of its row or by its time, a float, not by {at!r}"
            )
        if isinstance(at, float | np.floating):
            row = self._row_at(float(at))
            if row is None:
                return self.resampled([float(at)]).state(0)
        else:
            row = int(at)
        if not -len(self) <= row < len(self):
            raise ModelError(f"there is no row {row} in a motion of {len(self)} rows; a time is a float: {row}.0")
        x, tau = self.states[row], self.inputs[row]
        own = {name: float(values[row]) for name, values in self.discrete.items() if not name.startswith(".")}
        return self.dynamics.state(
            float(self.times[row]), x, tau, {**self.parameters, **own} if own else self.parameters
        )

    def _row_at(self, t: float) -> int | None:
        """The last row of a time, but for rounding; None if it lies between rows of a run."""
        gaps = np.abs(self.times - t)
        if not len(self) or not gaps.min() <= SAME_TIME * np.abs(self.times).max():
            if self.segments and any(segment.has(np.array([t]))[0] for segment in self.segments):
                return None
            where = f"; the nearest is at {self.times[np.argmin(gaps)]:.9g}" if len(self) else ""
            raise ModelError(
                f"no row of the motion is at t = {t:.9g}{where}; ask for it by `times` of the simulation"
            )
        return int(np.flatnonzero(gaps == gaps.min())[-1])

    def _repr_html_(self) -> str:
        from dalembert.pictures.notebook import motion_html

        return motion_html(self)

    def save(self, path: str | Path) -> Path:
        """Write all of it to a file (.npz), which `load_motion` reads; nothing in it is code.

        The suffix is added if it is missing. A file of this name is replaced in the end, by a complete one.
        """
        from dalembert.files.save_motion import save_motion

        return save_motion(self, path)

    # ---- parts and tables

    def cut(self, first: float, last: float) -> Motion:
        """The rows from one time to another, both included."""
        low, high = sorted(checked_number(t, "a time to cut at") for t in (first, last))
        slack = SAME_TIME * np.abs(self.times).max(initial=0.0)
        is_in = (self.times >= low - slack) & (self.times <= high + slack)
        if not is_in.any():
            raise ModelError(f"no row of the motion lies between t = {low:.9g} and {high:.9g}")
        events = tuple(event for event in self.events if low <= event.t <= high)
        inside = [x for x in self.intervals if x.end >= low and x.start <= high]
        intervals = tuple(replace(x, start=max(x.start, low), end=min(x.end, high)) for x in inside)
        return replace(self.with_rows(is_in, events), intervals=intervals)._bounded

    @property
    def _bounded(self) -> Motion:
        """The motion whose run is cut to the times from the first to the last sample."""
        if not self.segments:
            return self
        low, high = sorted([float(self.times[0]), float(self.times[-1])])
        return replace(self, segments=segments_within(self.segments, low, high))

    @property
    def dynamics_at_end(self) -> Dynamics:
        """The dynamics with the rows of constraints on that are so in the last row."""
        switched = {row.name for row in self.dynamics.equations.rows if switch_name(row.name) in self.discrete}
        wanted = (self.dynamics.solution.left_out - switched) | self.rows_off
        return self.dynamics if wanted == self.dynamics.solution.left_out else self.dynamics.without(wanted)

    @property
    def rows_off(self) -> frozenset[str]:
        """Rows of constraints that events have let go, in the last row: they need not hold."""
        last = {name: x[-1] for name, x in self.discrete.items() if len(x)}
        names = [row.name for row in self.dynamics.equations.rows]
        return frozenset(row for row in names if last.get(switch_name(row), 1.0) == 0.0)

    def joined(self, later: Motion) -> Motion:
        """This motion and one that begins where it ends, as one; a row of both is the later one's."""
        if not len(self) or not len(later):
            return later if len(later) else self
        first, last = self.times[-1], later.segments[0].start if later.segments else later.times[0]
        if abs(last - first) > SAME_TIME * max(abs(first), abs(last)):
            raise ModelError(f"the later motion begins at t = {last:.9g}, but this motion ends at {first:.9g}")
        if self.names != later.names:
            raise ModelError(f"a motion of {list(later.names)} cannot follow one of {list(self.names)}")
        self._check_follower(later)
        is_double = abs(later.times[0] - first) <= SAME_TIME * max(abs(first), abs(later.times[0]))
        # rows may end before the run does
        before = replace(self, segments=self._until_last_row).with_rows(
            np.arange(len(self) - is_double), self.events
        )
        found = joined([before, later])
        # both were cut out of one run
        return replace(found, statistics=self.statistics) if self.statistics is later.statistics else found

    @property
    def _until_last_row(self) -> Sequence[Segment]:
        """The run up to the last sample."""
        if not self.segments:
            return ()
        low, high = sorted([self.segments[0].start, float(self.times[-1])])
        return segments_within(self.segments, low, high)

    def _check_follower(self, later: Motion) -> None:
        """Refuse motions of another system: signals of all rows are computed by one."""
        own, other = (x.dynamics.equations for x in (self, later))
        if own is not other:
            for text in differences(dict(own.outputs.contents), dict(other.outputs.contents)):
                place = text.partition(" is ")[0]
                raise ModelError(f"a motion of another system cannot follow this one: {place} is different")
        for name in own.parameters:
            a, b = self.parameter_value(name), later.parameter_value(name)
            if a != b and name not in self.discrete and name not in later.discrete:
                raise ModelError(
                    f"the parameter {name!r} is {a:.9g} in this motion and {b:.9g} in the later one; "
                    f"a motion has one value, unless an event changes it: da.actions.Set({{{name!r}: …}})"
                )

    def resampled(self, times: ArrayLike) -> Motion:
        """The motion at other times: its run is repeated, to the same bits, and its interpolants are asked there.

        Where the inputs of a sampled controller jump, a time gets what holds from then on.
        """
        try:
            wanted = floats(times).reshape(-1)
        except ValueError:
            raise ModelError(f"times to resample at are numbers, not {told(times)}") from None
        if not self.segments:
            raise ModelError(_NO_RECORD)
        if not wanted.size or not np.isfinite(wanted).all() or not (np.diff(wanted) * self._direction > 0.0).all():
            raise ModelError("times to resample at are finite numbers that follow each other as the motion does")
        states, inputs = (np.zeros((len(wanted), x.shape[1])) for x in (self.states, self.inputs))
        before = np.searchsorted(self.times * self._direction, wanted * self._direction, side="right") - 1
        discrete = {name: values[before.clip(0)] for name, values in self.discrete.items()}
        is_left = np.full(len(wanted), True)
        # the later segment counts where two meet
        for segment in reversed(self.segments):
            rows = is_left & segment.has(wanted)
            if rows.any():
                some = np.sort(wanted[rows])
                found = segment.states(some)[:: 1 if self._direction > 0.0 else -1]
                states[rows] = segment.rows.states(found)
                inputs[rows] = segment.rows.inputs(found, segment.tau)
                changed = segment.rows.parameters(found)
                for name, values in discrete.items():
                    values[rows] = changed.get(name, segment.parameters.get(name, values[rows]))
            is_left &= ~rows
        if is_left.any():
            ends = f"{self.segments[0].start:.9g} and {self.segments[-1].stop:.9g}"
            raise ModelError(f"t = {wanted[is_left][0]:.9g} is outside of the motion, between {ends}")
        return replace(self, times=wanted, states=states, inputs=inputs, discrete=discrete, saved_work=None)

    @property
    def _direction(self) -> float:
        """1 if time rises along the motion, else −1."""
        if not self.segments:
            return -1.0 if len(self) and self.times[-1] < self.times[0] else 1.0
        first, last = self.segments[0].start, self.segments[-1].stop
        return -1.0 if last < first else 1.0

    def with_rows(self, rows: Any, events: Sequence[EventRecord]) -> Motion:
        """Some of its rows, and these events."""
        work = None if self.saved_work is None else self.saved_work[rows]
        some = {name: getattr(self, name)[rows] for name in ("times", "states", "inputs")}
        discrete = {name: values[rows] for name, values in self.discrete.items()}
        return replace(self, **some, events=events, discrete=discrete, saved_work=work)

    def table(self, signals: Iterable[str] | None = None) -> dict[str, Vector]:
        """Times `t`, then signals by name, or all states, as columns."""
        names = self.names if signals is None else (signals,) if isinstance(signals, str) else tuple(signals)
        others = [name for name in names if name not in self.names]
        asked = self.signals(others) if others else {}
        return {"t": self.times, **{name: asked[name] if name in asked else self[name] for name in names}}

    def to_dataframe(self, signals: Iterable[str] | None = None) -> Any:
        """These signals, or all states, as a pandas table over time."""
        return dataframe(self.table(signals), index="t")

    def to_parquet(self, path: str | Path, signals: Iterable[str] | None = None) -> Path:
        """Write times and these signals, or all states, to a Parquet file, whose columns have their names."""
        return write_parquet(path, self.table(signals))

    def to_csv(self, path: str | Path, signals: Iterable[str] | None = None) -> Path:
        """Write times and these signals, or all states, to a text file: a line of names, then numbers in full."""
        return write_csv(path, self.table(signals))


def joined(parts: Sequence[Motion]) -> Motion:
    """Motions that follow each other as one."""
    return replace(
        parts[-1],
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        times=np.concatenate([part.times for part in parts]),
        states=np.concatenate([part.states for part in parts]),
        inputs=np.concatenate([part.inputs for part in parts]),
        segments=tuple(segment for part in parts for segment in part.segments),
        events=_events(parts),
        intervals=merged(interval for part in parts for interval in part.intervals),
        discrete=_discrete(parts),
        statistics={name: sum(part.statistics[name] for part in parts) for name in parts[0].statistics},
    )


def _events(parts: Sequence[Motion]) -> Sequence[EventRecord]:
    """The events of all parts."""
    found = [part.events for part in parts if part.events]
    return found[0] if len(found) == 1 else tuple(event for events in found for event in events)


def _discrete(parts: Sequence[Motion]) -> dict[str, Vector]:
    """Discrete values in the samples of all parts; a part that does not know a parameter leaves it as it is."""
    found = {}
    for name in dict.fromkeys(name for part in parts for name in part.discrete):
        values: list[Vector] = []
        last = next(float(part.discrete[name][0]) for part in parts if len(part.discrete.get(name, ())))
        for part in parts:
            values.append(part.discrete.get(name, np.full(len(part), part.parameter_value(name, last))))
            last = float(values[-1][-1]) if len(part) else last
        found[name] = np.concatenate(values)
    return found
