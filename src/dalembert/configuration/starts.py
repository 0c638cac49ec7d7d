"""Starts of runs: they satisfy the constraints or nearly so, and rows that depend on others are known."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isfinite

import numpy as np

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.configuration.constraint_unknowns import Positions, Speeds, parameters_of
from dalembert.configuration.constraint_values import ConstraintValues, constraint_values, stacked
from dalembert.configuration.inertia_check import check_massless_speeds
from dalembert.configuration.mobility import Mobility, analysed, dependence_at
from dalembert.configuration.quick_check import INDEPENDENT, QuickCheck, quick_check
from dalembert.configuration.residual_check import ACCEPTED, gaps, missed
from dalembert.configuration.start_conditions import check_start_conditions
from dalembert.configuration.typical_sizes import AWAY, sizes_around
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.state_arrays import EXACT
from dalembert.equations.equations import Equations
from dalembert.equations.joint_axes import axes_text
from dalembert.errors import ModelError, SolverError
from dalembert.memo import Key
from dalembert.numerics.element_check import gap_and_pivot
from dalembert.numerics.nearest_root import root
from dalembert.rank import are_lengths, rank, ranks
from dalembert.rows import Baumgarte, Projection, Stabilization
from dalembert.state import State, values_key

Parameters = Mapping[str, float]

FAR = 1e3
"""Largest move of a start in units of its residual; where rows nearly depend on each other, it would take more."""

SMALL_AT_START = 1e-2
"""Pivots at a start, beside those elsewhere, that are too small to be typical: squares of angles."""

_PLACES = 4
"""Where else pivots are looked at."""

_log = logging.getLogger(__name__)


_MOBILITY: Key[Mobility] = Key("mobility at a start")
_PIVOTS_ELSEWHERE: Key[list[float]] = Key("pivots elsewhere")
_HAS_CONDITIONS: Key[bool] = Key("has conditions at the start")
REDUNDANT_ROWS: Key[dict[tuple[tuple[object, ...], ...], tuple[frozenset[str], tuple[str, ...]]]] = Key(
    "redundant rows"
)


@dataclass(frozen=True, eq=False)
class Starts:
    """Starts of several runs as numbers, and the dynamics that can run from them."""

    dynamics: Dynamics
    t: float
    q: Matrix
    u: Matrix
    z: Matrix
    tau: Matrix
    p: Sequence[Parameters]
    notes: tuple[str, ...] = ()
    """Notes of all runs about their constraints."""

    notes_of_each: tuple[tuple[str, ...], ...] = ()
    """Notes of each run besides; none unless there is an entry for it."""

    pivots: Sequence[float] | None = None
    """Sizes of the pivots that runs watch, if they are known already."""

    left_out: tuple[frozenset[str], ...] = ()
    """Rows that each start leaves out, if they differ in that: one entry for each."""

    loose: frozenset[str] = frozenset()
    """Rows that are off at first, and that events switch on: they need not hold yet."""

    switched: Callable[[], Collection[str]] = frozenset
    """Gives the rows that events switch, for messages."""

    noun: str = "start"
    """The word for a start in messages."""

    remedy: str = (
        "start beside it, or use method=da.methods.IndexThree(step), which passes it with second-order equations"
    )
    """Remedy where one of the starts is singular."""

    @classmethod
    def of_one(cls, dynamics: Dynamics, state: State) -> Starts:
        """A single start."""
        numbers = dynamics.arguments(state)
        q, u, z, tau = (numbers[kind][None] for kind in ("q", "u", "z", "tau"))
        return cls(dynamics, state.t, q, u, z, tau, [state.p])

    @property
    def has_constraints(self) -> bool:
        """Whether there is anything that starts must satisfy."""
        dynamics = self.dynamics
        return dynamics.memo.get(_HAS_CONDITIONS, lambda: _has_conditions(dynamics.equations))

    @cached_property
    def parameters(self) -> tuple[dict[str, float], list[str], Matrix]:
        """Parameters and settings that all starts share; names of those that differ, and their values (N, …)."""
        settings = {} if self.left_out else dict(self.dynamics.settings)
        if self._has_one_parameter_set and not self.left_out:
            return {**self.p[0], **settings}, [], np.zeros((len(self.q), 0))
        sets: Sequence[Parameters] = self.p
        if self.left_out:
            sets = [{**p, **system.settings} for p, system in zip(self.p, self.systems, strict=True)]
        names = parameter_names(sets)
        values = np.array([[p[name] for name in names] for p in sets], dtype=float)
        differ = ((values != values[0]) | (np.signbit(values) != np.signbit(values[0]))).any(axis=0)
        varying = [name for name, does in zip(names, differ, strict=True) if does]
        common = {name: float(x) for name, x, does in zip(names, values[0], differ, strict=True) if not does}
        return {**common, **settings}, varying, values[:, differ]

    def system(self, k: int) -> Dynamics:
        """The dynamics of start k."""
        return self.dynamics.without(self.left_out[k]) if self.left_out else self.dynamics

    @property
    def systems(self) -> list[Dynamics]:
        """The dynamics of each start."""
        if not self.left_out:
            return [self.dynamics] * len(self.q)
        return [self.dynamics.without(rows) for rows in self.left_out]

    def notes_of(self, k: int) -> tuple[str, ...]:
        """Notes of the run from start k."""
        return (*(self.notes_of_each[k] if self.notes_of_each else ()), *self.notes)

    @property
    def states(self) -> Matrix:
        """q, u and z one after the other, a row for each start."""
        return np.concatenate([self.q, self.u, self.z], axis=1)

    def ready(self, stabilization: Stabilization | None, *, passes_singular: bool) -> Starts:
        """These starts, checked; projected, if drift is removed so; with dynamics without redundant rows."""
        if self.dynamics.equations.constraints.state_rows:
            for k, p in enumerate(self.p):
                check_start_conditions(self.dynamics, self._numbers(k), p)
        if not has_rows(self.dynamics.equations):
            return self
        earlier = self._as_earlier()
        self._check_massless_speeds()
        if passes_singular and earlier._has_fit_elements():
            return earlier
        if _is_fit(earlier._checked) and not earlier._has_vanishing_row:
            return earlier
        values = self._values()
        missing = gaps(values, self.q, self.u)
        accepted = self._accepted(values, missing, stabilization)

        # where constraints do not hold, rows that depend on others seem not to
        nearest = self._projected(missing)
        reduced = nearest._without_redundant(nearest._values(), passes_singular)
        taken = nearest if isinstance(stabilization, Projection | None) else accepted
        notes = (*accepted.notes, *reduced.notes[len(self.notes) :])
        notes_of_each = reduced.notes_of_each if reduced.left_out else accepted.notes_of_each
        return replace(
            taken, dynamics=reduced.dynamics, left_out=reduced.left_out, notes=notes, notes_of_each=notes_of_each
        )

    def _has_fit_elements(self) -> bool:
        """Whether these are starts of a large system of elements whose rows surely hold, and are independent."""
        solved = self.dynamics.solved
        system = solved.second_order.repeated
        if system is None or self.left_out or self.dynamics.solution.left_out:
            return False
        numbers = (gap_and_pivot(system, *row) for row in zip(self.q, self.u, self.p, strict=True))
        return all(gap <= EXACT and pivot > INDEPENDENT for gap, pivot in numbers)

    def check_joint_axes(self) -> None:
        """Raise if the axes of a joint depend on each other in one of the starts."""
        if not self.dynamics.turning_axes:
            return
        for k, p in enumerate(self.p[: 1 if self._has_one_parameter_set else None]):
            numbers = self._many(slice(None) if self._has_one_parameter_set else slice(k, k + 1))
            if axes := self.dynamics.dependent_axes(numbers, p):
                raise SolverError(f"the {self.noun} is singular: {axes_text(axes)}")

    def _many(self, which: slice) -> Arguments:
        """Several starts, the time for each of them too."""
        numbers = self._numbers(which)
        return {**numbers, "t": np.full(len(numbers["q"]), self.t)}

    def _check_massless_speeds(self) -> None:
        if self._has_one_parameter_set:
            check_massless_speeds(self.dynamics, self._numbers(slice(None)), self.p[0])
            return
        for k, p in enumerate(self.p):
            check_massless_speeds(self.dynamics, self._numbers(k), p)

    # ---- in one native call

    def _as_earlier(self) -> Starts:
        """Starts with the dynamics that earlier ones with the same parameters led to."""
        reduction = self._reductions.get(self._parameter_key) if self._reductions else None
        if reduction is None:
            return self
        left_out, notes = reduction
        return replace(self, dynamics=self.dynamics.without(left_out), notes=(*self.notes, *notes))

    @property
    def _reductions(self) -> dict[tuple[tuple[object, ...], ...], tuple[frozenset[str], tuple[str, ...]]]:
        """Redundant rows that were found, and notes about them, by values of the parameters."""
        return self.dynamics.memo.get(REDUNDANT_ROWS, dict)

    @property
    def _parameter_key(self) -> tuple[tuple[object, ...], ...]:
        return tuple(values_key(p) for p in self.p[: 1 if self._has_one_parameter_set else None])

    @property
    def _has_one_parameter_set(self) -> bool:
        return len(self.p) == 1 or self._has_equal_parameters

    @cached_property
    def _has_equal_parameters(self) -> bool:
        first = self.p[0]
        has_zero = 0.0 in first.values()
        key = values_key(first) if has_zero else ()
        return all(p is first or (p == first and (not has_zero or values_key(p) == key)) for p in self.p)

    @cached_property
    def _checked(self) -> Matrix:
        """Numbers of the quick check, a line for each start."""
        n = len(self.q)
        t = np.array([[self.t]]) if n == 1 else np.full((n, 1), self.t)
        x = np.concatenate([t, self.q, self.u, self.z, self.tau], axis=1)
        if self._has_one_parameter_set and not self.left_out:
            return quick_check(self.dynamics)(x, self.p[0])
        checks = map(quick_check, self.systems)
        return np.stack([check(start, p) for check, start, p in zip(checks, x, self.p, strict=True)])

    @property
    def typical_pivots(self) -> dict[str, float]:
        """Sizes of the pivots in these starts, by the parameters that let runs stop where they are small."""
        names = [x.args[0] for x in self.dynamics.solved.typical_pivots]
        if not names:
            return {}
        sizes = map(_typical_size, self.largest_pivots, self._pivots_elsewhere)
        return {name: size for name, size in zip(names, sizes, strict=True) if isfinite(size)}

    def reusable_check(self) -> ReusableCheck | None:
        """The quick check for any start with these parameters; None if there is nothing to check."""
        check = start_check(self.dynamics)
        return None if check is None else ReusableCheck(check, self.p[0], self._pivots_elsewhere)

    @property
    def largest_pivots(self) -> Sequence[float]:
        """Sizes of the pivots that runs watch, the largest of all starts."""
        return _largest_pivots(self._checked) if self.pivots is None else self.pivots

    @property
    def _has_vanishing_row(self) -> bool:
        """Whether a pivot is nothing beside those elsewhere: a row of rounding alone depends on no other."""
        numbers, elsewhere = self._checked, self._pivots_elsewhere
        if len(numbers) == 1:
            sizes = map(abs, numbers[0, 2:].tolist())
            return any(x < INDEPENDENT * other for x, other in zip(sizes, elsewhere, strict=True))
        return bool((np.abs(numbers[:, 2:]) < INDEPENDENT * np.array(elsewhere)).any())

    @cached_property
    def _pivots_elsewhere(self) -> list[float]:
        """Usual pivots where nothing is aligned by chance, whether the constraints hold there or not."""
        key = _PIVOTS_ELSEWHERE.of(*sorted(self.p[0].items()))
        return self.dynamics.memo.get(key, self._median_pivots)

    def _median_pivots(self) -> list[float]:
        eom = self.dynamics.equations
        is_angle = ~are_lengths(eom.coordinates, eom.variables.units)
        ways = AWAY * np.random.default_rng(11).standard_normal((_PLACES, len(is_angle)))
        numbers = {name: np.repeat(x[:1], _PLACES, axis=0) for name, x in self._many(slice(0, 1)).items()}
        numbers["q"] = self.dynamics.valid({**numbers, "q": numbers["q"] + is_angle * ways}, self.p[0])
        x = np.concatenate([numbers["t"][:, None], *(numbers[name] for name in ("q", "u", "z", "tau"))], axis=1)
        sizes = np.abs(quick_check(self.dynamics)(x, self.p[0])[:, 2:])
        return np.median(np.where(np.isfinite(sizes), sizes, 0.0), axis=0).tolist()

    # ---- in detail

    def _values(self) -> ConstraintValues:
        """Constraints in all starts; one call for all if they have the same parameters."""
        if self._has_one_parameter_set:
            values = constraint_values(self.dynamics, self._numbers(slice(None)), self.p[0])
        else:
            values = stacked([constraint_values(self.dynamics, self._numbers(k), p) for k, p in enumerate(self.p)])
        return values.without(self.loose) if self.loose else values

    def _numbers(self, k: int | slice) -> Arguments:
        return {"t": self.t, "q": self.q[k], "u": self.u[k], "z": self.z[k], "tau": self.tau[k]}

    # ---- residuals

    def _accepted(self, values: ConstraintValues, missing: Matrix, stabilization: Stabilization | None) -> Starts:
        """The starts, refused where they miss more than a little; a stabilization removes that, with a note."""
        is_met = missing <= ACCEPTED
        if is_met.all():
            return self
        if not isinstance(stabilization, Baumgarte):
            k = int(np.argmin(is_met))
            who = f"the {self.noun}" if len(self.q) == 1 else f"{self.noun} {k + 1}"
            raise missed(values, k, who, self.switched())
        left = "here the stabilization is left to remove it"
        notes = [() if met else (f"{missed(values, k, 'the start')}; {left}",) for k, met in enumerate(is_met)]
        return replace(self, notes_of_each=tuple(notes))

    def projected(self, k: int) -> State:
        """A start, moved to where it satisfies the constraints."""
        numbers = {name: getattr(self, name)[k : k + 1] for name in ("q", "u", "z", "tau", "p")}
        start = replace(self, **numbers)
        moved = start._projected(gaps(start._values(), start.q, start.u))
        return self.dynamics.state(self.t, moved.states[0], self.tau[k], self.p[k])

    def _projected(self, missing: Matrix) -> Starts:
        """The starts with coordinates and speeds moved to where they satisfy the constraints, if that is near."""
        q, u = self.q.copy(), self.u.copy()
        for k in map(int, np.flatnonzero(~(missing <= EXACT))):
            numbers, p = self._numbers(k), self.p[k]
            positions = root(Positions(self.dynamics, (), (), numbers, p, self.q[k], np.zeros(0)), self.q[k])
            speeds = root(Speeds(self.dynamics, (), {**numbers, "q": positions.x}, p, self.u[k]), self.u[k])
            way = np.abs(np.concatenate([positions.x - self.q[k], speeds.x - self.u[k]])).max(initial=0.0)
            if positions.is_root and speeds.is_root and way <= FAR * missing[k]:
                q[k], u[k] = positions.x, speeds.x
        return replace(self, q=q, u=u)

    # ---- rows that depend on others

    def of(self, dynamics: Dynamics) -> Starts:
        """These starts of other dynamics of the same equations."""
        return replace(self, dynamics=dynamics, pivots=None)

    @property
    def dependence(self) -> Mobility | None:
        """Mobility at the first start, if rows depend on each other there."""
        return dependence_at(self.dynamics, self._numbers(0), self.p[0])

    def leaving_out(self, rows: frozenset[str], mobility: Mobility, told: frozenset[str]) -> Starts:
        """Starts without other redundant rows than were chosen; rows that are `told` were left out before."""
        notes = (*(note for note in self.notes if not note.startswith(_LEFT_OUT)), _note(mobility, told))
        return replace(self, dynamics=self.dynamics.without(rows), pivots=None, notes=notes)

    def _without_redundant(self, values: ConstraintValues, passes_singular: bool) -> Starts:
        """Starts with dynamics that leave out redundant rows; singular positions need a method that passes."""
        solved = list(self.dynamics.solution.independent)
        J, rows = self._sized(values.J)
        if self._has_one_parameter_set:
            n_independent = ranks(J[:, solved], sizes=rows[0][solved])
        else:
            n_independent = np.array(
                [rank(A[solved], sizes=of_rows[solved]) for A, of_rows in zip(J, rows, strict=True)]
            )
        # rows that are off count for nothing, but may come: they are not left out
        deficient = np.flatnonzero(n_independent < values.on[:, solved].sum(axis=1))
        if not deficient.size:
            return self
        mobilities = [self._mobility(int(k), J[k], rows[k], values.on[k]) for k in deficient]
        for mobility in mobilities:
            if mobility.is_singular and not passes_singular:
                raise _singular(mobility, self.noun, self.remedy)
        left_out_before, left_out = self.dynamics.solution.left_out, mobilities[0].left_out
        is_common = len(deficient) == len(self.q) or left_out == left_out_before
        if not is_common or any(mobility.left_out != left_out for mobility in mobilities):
            return self._each_without(dict(zip(map(int, deficient), mobilities, strict=True)))
        if left_out == left_out_before:
            return self
        note = _note(mobilities[0], left_out_before)
        _log.info(note)
        if left_out_before <= left_out:
            self._reductions[self._parameter_key] = left_out, (note,)
        return replace(self, dynamics=self.dynamics.without(left_out), notes=(*self.notes, note))

    def _sized(self, J: Matrix) -> tuple[Matrix, list[Vector]]:
        """J of each start in typical arms, and typical sizes of its rows there: both differ with parameters."""
        n = len(self.q)
        if self._has_one_parameter_set:
            common = sizes_around(self.dynamics, self._numbers(0), self.p[0])
            return common.sized(J), [common.rows] * n
        sizes = [sizes_around(self.dynamics, self._numbers(k), self.p[k]) for k in range(n)]
        return np.stack([of_start.sized(A) for of_start, A in zip(sizes, J, strict=True)]), [
            of_start.rows for of_start in sizes
        ]

    def _each_without(self, mobilities: Mapping[int, Mobility]) -> Starts:
        """Starts of which each leaves out rows of its own, given the mobility where rows are redundant."""
        left_out_before = self.dynamics.solution.left_out
        left_out = tuple(
            mobilities[k].left_out if k in mobilities else left_out_before for k in range(len(self.q))
        )
        notes = tuple(
            (_note(mobilities[k], left_out_before),) if left_out[k] != left_out_before else ()
            for k in range(len(self.q))
        )
        several = replace(self, left_out=left_out, notes_of_each=notes)
        if any(system.solved is not self.dynamics.solved for system in several.systems):
            raise SolverError(
                "the starts of a batch differ in which rows are redundant, and this principle or solver cannot "
                "switch rows off: simulate them apart, or use da.Recursive()"
            )
        return several

    def _mobility(self, k: int, J: Matrix, sizes: Vector, on: Vector) -> Mobility:
        """Mobility at a start, or at an earlier one with the same parameters if nothing differs."""
        key = _MOBILITY.of(*sorted(self.p[k].items()))
        numbers, p = self._numbers(k), self.p[k]
        earlier = self.dynamics.memo.get(key, lambda: analysed(self.dynamics, numbers, p))
        rows = self.dynamics.equations.rows
        kept = [i for i, row in enumerate(rows) if on[i] and row.name not in earlier.redundant_rows]
        is_regular = rank(J[kept], sizes=sizes[kept]) == len(kept) == rank(J, sizes=sizes)
        return earlier if is_regular else analysed(self.dynamics, numbers, p)


def start_check(dynamics: Dynamics) -> QuickCheck | None:
    """The quick check that starts go through; None if there is nothing to check."""
    return quick_check(dynamics) if has_rows(dynamics.equations) else None


@dataclass(frozen=True, eq=False)
class ReusableCheck:
    """The quick check of starts with the same parameters, one after the other."""

    check: QuickCheck
    p: Parameters
    elsewhere: list[float]
    """Pivots where nothing is aligned by chance."""

    def bound(self) -> tuple[Callable[[], int], Vector, Vector]:
        """A function that checks a start, the array it reads, and the one it fills; see `QuickCheck`."""
        return self.check.bound(self.p)


def typical_sizes(numbers: list[float], elsewhere: list[float]) -> list[float] | None:
    """Sizes of pivots that are typical of a run, by the numbers of the quick check at its start and elsewhere.

    None if the start is worth a closer look. They are not finite where a row is left out.
    """
    if not (numbers[0] <= EXACT and numbers[1] > INDEPENDENT):
        return None
    sizes = numbers[2:]
    for x, other in zip(sizes, elsewhere, strict=True):
        if abs(x) < INDEPENDENT * other:
            return None
    return [
        _typical_size(abs(x) if isfinite(x) else -inf, other) for x, other in zip(sizes, elsewhere, strict=True)
    ]


def _typical_size(size: float, other: float) -> float:
    """The size of a pivot at a start or, if the start is near a singular position, the size elsewhere."""
    return other if size < SMALL_AT_START * other else size


def _is_fit(numbers: Matrix) -> bool:
    """Whether all starts satisfy the constraints to rounding, and the rows solved for are independent."""
    if len(numbers) == 1:
        return numbers.item(0) <= EXACT and numbers.item(1) > INDEPENDENT
    return bool((numbers[:, 0] <= EXACT).all() and (numbers[:, 1] > INDEPENDENT).all())


def _largest_pivots(numbers: Matrix) -> list[float]:
    """Sizes of the pivots behind a quick check; not finite where a row is left out in all starts."""
    if len(numbers) == 1:
        return [abs(x) if isfinite(x) else -inf for x in numbers[0, 2:].tolist()]
    sizes = np.abs(numbers[:, 2:])
    return np.where(np.isfinite(sizes), sizes, -np.inf).max(axis=0).tolist()


def _has_conditions(equations: Equations) -> bool:
    return bool(equations.constraints.state_rows) or has_rows(equations)


def has_rows(equations: Equations) -> bool:
    """Whether equations have constraints that a start must satisfy."""
    return bool(equations.rows) or any(parameters_of([value]) for _, value in equations.constraints.geometric)


_LEFT_OUT = "rows left out"


def _note(mobility: Mobility, told: frozenset[str]) -> str:
    """The note about rows that are left out besides, or instead of, rows that were left out already."""
    rows = "; ".join(str(dependence) for dependence in mobility.redundant if dependence.row not in told)
    labels = f"; reactions that are not unique: {', '.join(mobility.not_unique)}" if mobility.not_unique else ""
    before = "besides" if told <= mobility.left_out else "instead of"
    others = f" {before} {', '.join(sorted(told))}," if told else ""
    return f"{_LEFT_OUT}{others} because they are redundant: {rows}{labels}"


def _singular(mobility: Mobility, noun: str, remedy: str) -> SolverError:
    return SolverError(
        f"the {noun} is singular: only {mobility.rank} of {mobility.generic_rank} rows are independent there, "
        f"because of {', '.join(mobility.singular)}; {remedy}"
    )


def parameter_names(sets: Sequence[Parameters]) -> list[str]:
    """Names of the parameters that all starts of a batch have, sorted; refused if some starts miss one."""
    names = sorted({name for p in sets for name in p})
    for p in sets:
        if len(p) < len(names):
            missing = next(name for name in names if name not in p)
            raise ModelError(f"the parameter {missing!r} is given for some starts of a batch and not for others")
    return names
