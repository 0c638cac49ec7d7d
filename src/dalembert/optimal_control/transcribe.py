"""A trajectory as a sparse problem: unknowns, blocks of intervals and points, and conditions between phases."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.errors import ModelError
from dalembert.expr.node import Expression, inputs_of
from dalembert.files.casadi_functions import casadi_package
from dalembert.optimal_control.blocks import AssembledBlocks, Block, zero_rows
from dalembert.optimal_control.conditions import ParsedConditions, RowCondition
from dalembert.optimal_control.costs import AtEnd, Duration, Effort
from dalembert.optimal_control.independent_conditions import independent
from dalembert.optimal_control.phase_system import PhaseSystem
from dalembert.optimal_control.sparse_problem import Problem
from dalembert.optimal_control.trajectory_task import PhaseTask, TrajectoryTask
from dalembert.optimal_control.trajectory_unknowns import Points, Unknowns
from dalembert.optimal_control.transcriptions import Asked, Parameters
from dalembert.studies.along import Integral


@dataclass(frozen=True, eq=False)
class Limit:
    """Bounds of some unknowns."""

    places: Any
    lower: float
    upper: float
    label: str
    is_condition: bool
    """Whether somebody asked for it, and may be told that it cannot hold."""

    @property
    def told(self) -> str:
        """The bounds in words."""
        if self.lower == self.upper:
            return f"{self.label} is {self.lower:g}"
        return f"{self.label} are {self.lower:g} to {self.upper:g}"


@dataclass(frozen=True, eq=False)
class Transcribed:
    """A problem, and what its unknowns mean."""

    problem: Problem
    blocks: AssembledBlocks
    intervals: Mapping[int, int]
    """Number of the block of intervals, by number of the phase."""

    points: tuple[Points, ...]
    free: Any
    names: Sequence[str]
    dropped: tuple[tuple[str, int, float], ...]
    """Conditions that others imply: label, number of the unknown and its value."""

    limits: tuple[Limit, ...]
    conditions: tuple[int, ...]
    """Numbers of the blocks that are conditions somebody asked for."""


def transcribed(task: TrajectoryTask, meshes: Sequence[Vector]) -> Transcribed:
    """The problem of a trajectory on these meshes, one for each phase."""
    return _Transcription(task).made(meshes)


class _Transcription:
    """A problem while it is written."""

    def __init__(self, task: TrajectoryTask) -> None:
        self.task = task
        self.unknowns = Unknowns()
        self.blocks: list[Block] = []
        self.limits: list[Limit] = []
        self.conditions: list[int] = []
        self.dropped: list[tuple[str, int, float]] = []
        self.guesses: list[tuple[Any, Any]] = []

    def made(self, meshes: Sequence[Vector]) -> Transcribed:
        task = self.task
        guess = np.array([[task.values[name]] for name in task.free]).reshape(-1, 1)
        self.free = self.unknowns.new([*task.free], 1, guess).ravel()
        for (name, (lower, upper)), k in zip(task.free.items(), self.free, strict=True):
            self._limit(k, lower, upper, f"the parameter {name!r}")
        points: list[Points] = []
        intervals = {}
        for k, (phase, mesh) in enumerate(zip(task.phases, meshes, strict=True)):
            own = self._points(k, phase, mesh, points)
            own = self._linked(points[-1], own) if points else own
            points.append(own)
            self._guess(k, own)
            if not phase.is_instant:
                intervals[k] = len(self.blocks)
                self.blocks.append(task.transcription.intervals(own, self._asked(phase.system)))
                self._at_knots(own)
            self._bounds(own, phase.bounds)
        self._conditions(0, points[0], task.start, at_end=False)
        for k, phase in enumerate(task.phases):
            self._conditions(k, points[k], phase.end, at_end=True)
        self._conditions(len(points) - 1, points[-1], task.end, at_end=True)
        self._first_rows(points[0])
        self._periodic(points)
        self._costs(points)
        return self._whole(points, intervals)

    # ---- unknowns

    def _points(self, k: int, phase: PhaseTask, mesh: Vector, earlier: Sequence[Points]) -> Points:
        """Unknowns of a phase."""
        t0, duration = (int(self.unknowns.new([f"{x} of phase {k + 1}"], 1)[0, 0]) for x in ("start", "duration"))
        self._limit(duration, *phase.duration, f"the duration of phase {k + 1}", is_condition=False)
        before = [x.duration for x in self.task.phases[:k]]
        if all(lower == upper for lower, upper in before):
            at = self.task.t0 + sum(lower for lower, _ in before)
            self._limit(t0, at, at, f"the start of phase {k + 1}", is_condition=False)
        else:
            self._link_times(k, earlier[-1], t0)
        if not phase.is_instant:
            return self.task.transcription.points(phase.system, mesh, self.unknowns, (t0, duration))
        system = phase.system
        x = self.unknowns.new(system.states, 1)
        tau, y = (np.full((n, 1), -1) for n in (len(system.inputs), system.n_y))
        slack, knot = np.zeros((0, 0), dtype=int), np.zeros(1, dtype=int)
        return Points(system, np.zeros(1), np.zeros(1), x, tau, y, slack, knot, t0, duration)

    def _link_times(self, k: int, last: Points, t0: int) -> None:
        ca = casadi_package()
        v = ca.SX.sym("v", 3)
        function = ca.Function("time", [v, ca.SX.sym("d", 0)], [0.0, v[2] - v[0] - v[1]])
        places = np.array([[last.t0], [last.duration], [t0]])
        self.blocks.append(
            Block(function, places, np.zeros((0, 1)), **zero_rows([f"the start of phase {k + 1}"], 1))
        )

    def _limit(self, places: Any, lower: float, upper: float, label: str, *, is_condition: bool = True) -> None:
        self.limits.append(Limit(np.atleast_1d(places), lower, upper, label, is_condition))

    def _guess(self, k: int, points: Points) -> None:
        values, system = self.task.guess.values(k, points.fractions), points.system
        groups = ((system.states, points.x), (system.inputs, points.tau), (system.names_of_y, points.y))
        for names, numbers in groups:
            # shooting has no unknown accelerations
            for name, places in zip(names, numbers, strict=False):
                if name in values:
                    has = places >= 0
                    self.guesses.append((places[has], np.broadcast_to(values[name], has.shape)[has]))

    # ---- phases after each other

    def _linked(self, last: Points, own: Points) -> Points:
        """The first knot of a phase is the last one of the phase before; speeds jump if rows begin."""
        system, before = own.system, last.system
        begins = set(system.velocity_rows) - set(before.velocity_rows)
        nq, nu = system.nq, system.nu
        shared = [*range(nq), *range(nq + nu, len(own.x))] if begins else [*range(len(own.x))]
        x = own.x.copy()
        orphans = x[shared, 0]
        self._limit(orphans, 0.0, 0.0, "an unknown that nothing needs", is_condition=False)
        x[shared, 0] = last.x[shared, -1]
        own = replace(own, x=x)
        if begins:
            self._impact(last, own)
        labels = system.labels
        wanted = {
            "phi": [i for i, label in enumerate(labels["phi"]) if label not in before.position_rows],
            "psi": [*range(len(labels["psi"]))] if begins else [],
        }
        self._rows_at_start(own, wanted)
        return own

    def _impact(self, last: Points, own: Points) -> None:
        """M (u⁺ − u⁻) = E Λ."""
        ca, system = casadi_package(), own.system
        function = system.impact()
        nq, nu = system.nq, system.nu
        rows = [x.removeprefix("the velocity of ") for x in system.velocity_rows]
        impulses = self.unknowns.new([f"the impulse of {row}" for row in rows], 1)
        kind = ca.SX if function.is_plain else ca.MX
        sizes = (2, len(own.x), nu, len(impulses), len(self.free))
        v = kind.sym("v", sum(sizes))
        cuts = np.cumsum([0, *sizes])
        times, x, u, Lam, free = (v[int(a) : int(b)] for a, b in itertools.pairwise(cuts))
        tau, y = kind.zeros(len(system.inputs)), kind.zeros(system.n_y)
        jump = function(times[0], x, tau, y, self._parameters(kind, free), u, Lam)["jump"]
        block = ca.Function("impact", [v, kind.sym("d", 0)], [0.0, jump])
        places = np.concatenate([own.times, own.x[:, :1], last.x[nq : nq + nu, -1:], impulses, self.free[:, None]])
        labels = [f"the impact on {name!r}" for name in system.solution.equations.speeds]
        self.blocks.append(Block(block, places, np.zeros((0, 1)), **zero_rows(labels, 1)))

    def _rows_at_start(self, points: Points, wanted: Mapping[str, list[int]]) -> None:
        """Rows of positions and velocities at the first point of a phase."""
        names = [name for name in ("phi", "psi") if wanted[name]]
        if not names:
            return
        equations = points.system.equations()
        columns = {name: equations[name][wanted[name]] for name in names}
        labels = [points.system.labels[name][i] for name in names for i in wanted[name]]
        self._point_block(points, [0], columns, labels, 0.0, 0.0)

    def _first_rows(self, points: Points) -> None:
        """Rows of positions and velocities of the start."""
        wanted = {name: [*range(len(points.system.labels[name]))] for name in ("phi", "psi")}
        self._rows_at_start(points, wanted)

    def _at_knots(self, points: Points) -> None:
        """Accelerations and rows of constraints at the knots; those of positions begin after the first one."""
        if not self.task.transcription.has_rows_at_knots:
            return
        system, equations = points.system, points.system.equations()
        names = ("balance", "held", "only")
        labels = [x for name in names for x in system.labels[name]]
        if labels:
            self._point_block(points, points.knots, {x: equations[x] for x in names}, labels, 0.0, 0.0)
        labels = [*system.labels["phi"], *system.labels["psi"]]
        if labels:
            columns = {x: equations[x] for x in ("phi", "psi")}
            self._point_block(points, points.knots[1:], columns, labels, 0.0, 0.0)

    # ---- points

    @property
    def _parameters(self) -> Parameters:
        names, task = [*self.task.values], self.task
        return Parameters(
            np.array([*task.values.values()], dtype=float), [names.index(name) for name in task.free]
        )

    def _asked(self, system: PhaseSystem) -> Asked:
        total: Any = np.array(0.0, dtype=object)
        for term in self.task.costs:
            if isinstance(term, Integral):
                y = term.of
                total = total + (system.signal(y) if isinstance(y, str) else system.resolved(y))
            elif isinstance(term, Effort):
                total = total + sum(weight * system.signal(name) ** 2 for name, weight in term.weights.items())
        integrand = system.function("integrand", {"integrand": np.atleast_1d(np.asarray(total, dtype=object))})
        return Asked(
            equations=system.function("equations", system.equations()),
            integrand=integrand,
            free=self.free,
            parameters=self._parameters,
        )

    def _point_block(
        self,
        points: Points,
        which: Any,
        columns: Mapping[str, Array],
        labels: Sequence[str],
        lower: Any,
        upper: Any,
        *,
        is_cost: bool = False,
    ) -> None:
        """Rows, or a cost, of some points."""
        ca, system, which = casadi_package(), points.system, np.asarray(which, dtype=int)
        flat = np.concatenate([np.asarray(x, dtype=object).ravel() for x in columns.values()])
        needs = set(inputs_of([x for x in flat if isinstance(x, Expression)]))
        uses = {name: not needs.isdisjoint(system.arguments[name]) for name in ("tau", "y")}
        function = system.function("point", {"rows": flat})
        kind = ca.SX if function.is_plain else ca.MX
        rows = {
            "x": points.x,
            "tau": self._near(points, points.tau) if uses["tau"] else points.tau[:0],
            "y": points.y if uses["y"] else points.y[:0],
        }
        if uses["y"]:
            missing = (points.y[:, which] < 0).any(axis=0)
            if missing.any():
                if not is_cost and len(which) > 1:
                    which = which[~missing]
                else:
                    raise ModelError(
                        f"{labels[0]} depends on accelerations or reactions, which "
                        f"{type(self.task.transcription).__name__} does not have at that end; use "
                        "da.trajectories.HermiteSimpson()"
                    )
        sizes = (2, *(len(x) for x in rows.values()), len(self.free))
        v, d = kind.sym("v", sum(sizes)), kind.sym("d", 1)
        cuts = np.cumsum([0, *sizes])
        times, x, tau, y, free = (v[int(a) : int(b)] for a, b in itertools.pairwise(cuts))
        tau = tau if uses["tau"] else kind.zeros(len(system.inputs))
        y = y if uses["y"] else kind.zeros(system.n_y)
        values = function(times[0] + times[1] * d, x, tau, y, self._parameters(kind, free))["rows"]
        results = [ca.sum1(values), kind(0, 1)] if is_cost else [0.0, values]
        block = ca.Function("point", [v, d], results)
        n = len(which)
        places = [np.repeat(points.times, n, axis=1), *(x[:, which] for x in rows.values())]
        places.append(np.repeat(self.free[:, None], n, axis=1))
        shape = (0 if is_cost else len(labels), n)
        bounds = [np.broadcast_to(np.reshape(x, (-1, 1)), shape).copy() for x in (lower, upper)]
        data = points.fractions[None, which]
        self.blocks.append(Block(block, np.concatenate(places), data, () if is_cost else tuple(labels), *bounds))

    def _near(self, points: Points, numbers: Any) -> Any:
        """Numbers of inputs, those of the nearest point where one has none of its own."""
        has = np.flatnonzero((numbers >= 0).all(axis=0))
        if not len(has):
            raise ModelError(
                "an instant after an impact has no inputs: conditions there are about the state alone"
            )
        nearest = has[np.abs(np.arange(numbers.shape[1])[:, None] - has[None]).argmin(axis=1)]
        return numbers[:, nearest]

    # ---- conditions

    def _bounds(self, points: Points, bounds: ParsedConditions) -> None:
        for name, (lower, upper) in bounds.variables.items():
            places = self._places(points, name)
            self._limit(places[places >= 0], lower, upper, f"the bounds of {name!r}")
        self._row_conditions(points, bounds.rows, np.arange(len(points.fractions)), "")

    def _row_conditions(self, points: Points, rows: Sequence[RowCondition], which: Any, where: str) -> None:
        for row in rows:
            columns = {"row": np.array([row.expression], dtype=object)}
            label = f"{row.label}{where} between {row.lower:g} and {row.upper:g}"
            if row.lower == row.upper:
                label = f"{row.label}{where} = {row.lower:g}"
            self.conditions.append(len(self.blocks))
            self._point_block(points, which, columns, [label], [row.lower], [row.upper])

    def _conditions(self, k: int, points: Points, given: ParsedConditions, *, at_end: bool) -> None:
        """Conditions at one end of a phase; of those on variables, as many as rows leave independent."""
        point, where = (-1, " at the end") if at_end else (0, " at the start")
        fixed = {
            name: x[0] for name, x in given.variables.items() if x[0] == x[1] and name in points.system.states
        }
        implied = self._implied(k, points, point, fixed)
        for name, (lower, upper) in given.variables.items():
            place = int(self._places(points, name)[point])
            if place < 0:
                numbers = self._near(points, points.tau)
                place = int(numbers[points.system.inputs.index(name)][point])
            label = f"{name!r}{where}"
            if name in implied:
                self.dropped.append((label, place, lower))
            else:
                self._limit(place, lower, upper, label)
        self._row_conditions(points, given.rows, [len(points.fractions) - 1 if at_end else 0], where)

    def _implied(self, k: int, points: Points, point: int, fixed: Mapping[str, float]) -> set[str]:
        """Names of fixed variables that follow from others by the rows of the system."""
        system = points.system
        if not (fixed and (system.position_rows or system.velocity_rows)):
            return set()
        values = self.task.guess.values(k, np.array([points.fractions[point]]))
        x = np.array([fixed.get(name, float(np.ravel(values.get(name, 0.0))[0])) for name in system.states])
        return independent(system, x, fixed, self.task)

    def _places(self, points: Points, name: str) -> Any:
        system = points.system
        if name in system.states:
            return points.x[system.states.index(name)]
        return points.tau[system.inputs.index(name)]

    def _periodic(self, points: Sequence[Points]) -> None:
        if not (pairs := self.task.periodic):
            return
        ca = casadi_package()
        v = ca.SX.sym("v", 2)
        function = ca.Function("periodic", [v, ca.SX.sym("d", 0)], [0.0, v[0] - v[1]])
        for end, start in pairs.items():
            places = np.array([[self._places(points[-1], end)[-1]], [self._places(points[0], start)[0]]])
            label = f"{end!r} at the end = {start!r} at the start"
            self.conditions.append(len(self.blocks))
            self.blocks.append(Block(function, places, np.zeros((0, 1)), **zero_rows([label], 1)))

    # ---- costs

    def _costs(self, points: Sequence[Points]) -> None:
        ca = casadi_package()
        for term in self.task.costs:
            if isinstance(term, AtEnd):
                system = points[-1].system
                y = system.signal(term.of) if isinstance(term.of, str) else system.resolved(term.of).item()
                which, columns = [len(points[-1].fractions) - 1], {"cost": np.array([y], dtype=object)}
                self._point_block(points[-1], which, columns, ["the cost at the end"], (), (), is_cost=True)
            elif isinstance(term, Duration):
                v = ca.SX.sym("v")
                function = ca.Function("duration", [v, ca.SX.sym("d", 0)], [term.weight * v, ca.SX(0, 1)])
                places = np.array([[x.duration for x in points]])
                none = np.zeros((0, len(points)))
                self.blocks.append(Block(function, places, none, (), none, none))

    # ---- the whole

    def _whole(self, points: Sequence[Points], intervals: Mapping[int, int]) -> Transcribed:
        lower, upper, guess = self.unknowns.arrays()
        for places, values in self.guesses:
            guess[places] = values
        for limit in self.limits:
            places = limit.places
            crossed = (limit.lower > upper[places]) | (limit.upper < lower[places])
            if crossed.any():
                k = int(places[np.flatnonzero(crossed)[0]])
                other = next(
                    x for x in self.limits if k in x.places and (x.lower > limit.upper or x.upper < limit.lower)
                )
                raise ModelError(f"{other.told}, but {limit.told}: both cannot hold")
            lower[places] = np.maximum(lower[places], limit.lower)
            upper[places] = np.minimum(upper[places], limit.upper)
        for k, own in enumerate(points):
            low, high = lower[own.duration], upper[own.duration]
            guess[own.duration] = low if low == high else self.task.guess.duration(k, low, high)
        start = np.clip(guess, lower, upper)
        blocks = AssembledBlocks(len(lower), tuple(self.blocks))
        problem = Problem(len(lower), (lower, upper), (blocks.lower, blocks.upper), start, blocks.derivatives())
        return Transcribed(
            problem,
            blocks,
            dict(intervals),
            tuple(points),
            self.free,
            self.unknowns.names,
            tuple(self.dropped),
            tuple(self.limits),
            tuple(self.conditions),
        )


def costates(transcribed: Transcribed, w: Vector, multipliers: Vector, phase: int) -> Matrix:
    """Derivatives (N + 1, nx) of the cost that is still to come by the states at the knots of a phase.

    From the Lagrangian of the intervals alone: of a knot it is what the interval after it adds, and of the last
    one, with the other sign, that before it.
    """
    ca, number, points = casadi_package(), transcribed.intervals[phase], transcribed.points[phase]
    block = transcribed.blocks.blocks[number]
    first = sum(x.n_rows for x in transcribed.blocks.blocks[:number])
    lam = multipliers[first : first + block.n_rows].reshape((len(block.labels), block.count), order="F")
    kind = ca.SX if block.function.is_a("SXFunction") else ca.MX
    v, d, nu = kind.sym("v", len(block.variables)), kind.sym("d", len(block.data)), kind.sym("lam", len(lam))
    cost, g = block.function(v, d)
    slope = ca.Function("slope", [v, d, nu], [ca.densify(ca.gradient(cost + ca.dot(nu, g), v))])
    values = np.array(slope.map(block.count)(w[block.variables], block.data, lam))
    result = np.empty((block.count + 1, len(points.x)))
    knots = points.x[:, points.knots]
    for k in range(block.count + 1):
        call, sign = (k, 1.0) if k < block.count else (k - 1, -1.0)
        rows = {int(place): row for row, place in enumerate(block.variables[:, call])}
        result[k] = sign * values[[rows[int(place)] for place in knots[:, k]], call]
    return result
