"""Families of rest and steady motion followed along their arc, around folds and past branch points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import overload

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.expr.node import Expression
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number, is_count, is_number, told
from dalembert.numerics.nearest_root import Point, root
from dalembert.state import State
from dalembert.statics.equilibrium_search import Equilibrium, Resting, resting
from dalembert.statics.newton_search import (
    Attempt,
    change_sizes,
    determining_rows,
    free_changes,
    undetermined_names,
)
from dalembert.statics.steady_motion_search import SteadyMotion, SteadyTask, steady_task
from dalembert.statics.steady_unknowns import SteadyUnknowns
from dalembert.statics.targets import Targets

Steady = Equilibrium | SteadyMotion

_MOST_POINTS = 10**6
"""Largest number of points of a family."""

TURNED = 0.2
"""Sine of the angle between the directions of two points above which a step is too long."""

SMALLEST = 1e-6
"""Step beside the first one below which a family cannot be followed further."""

AT_BOUND = 1e-9
"""Part of the range of the varied quantity by which a start may miss an end of it."""

_GROWTH, _HALVINGS, _NARROW = 1.4, 60, 1e-13

_ASIDE = 1e-6
"""Part of the direction of a family at whose ends a quantity is looked at for how fast it grows."""


@dataclass(frozen=True, eq=False)
class Branch(Sequence[Steady]):
    """A family along its arc; `branch["name"]` is a coordinate, speed, input or parameter of all its members.

    An expression of measures in the place of a name is one of all of them too.
    """

    varied: str | Expression
    members: tuple[Steady, ...]
    folds: tuple[Steady, ...]
    """Where the varied quantity turns back."""

    branch_points: tuple[Steady, ...]
    """Where another family crosses."""

    end: str
    """Why it ends, in words."""

    @overload
    def __getitem__(self, k: int) -> Steady: ...

    @overload
    def __getitem__(self, k: slice) -> Sequence[Steady]: ...

    @overload
    def __getitem__(self, k: str | Expression) -> Vector: ...

    def __getitem__(self, k: int | slice | str | Expression) -> Steady | Sequence[Steady] | Vector:
        if isinstance(k, Expression):
            return np.array([_measured(member.dynamics, k, member) for member in self.members])
        if isinstance(k, str):
            return np.array([named_value(member, k) for member in self.members])
        return self.members[k]

    def __repr__(self) -> str:
        n, m = len(self.folds), len(self.branch_points)
        return f"<Branch: {len(self.members)} members, {n} folds, {m} branch points; {self.end}>"

    def __len__(self) -> int:
        return len(self.members)


def named_value(state: State, name: str) -> float:
    """A coordinate, speed, input or parameter of a state by its name."""
    for values in (state.q, state.u, state.tau, state.p):
        if name in values:
            return float(values[name])
    raise ModelError(f"there is no coordinate, speed, input or parameter {name!r} in this state")


def _measured(dynamics: Dynamics | None, expression: Expression, state: State) -> float:
    assert dynamics is not None
    return float(dynamics.evaluate({"value": expression}, state)["value"])


def continuation(
    start: Steady,
    varied: str | Expression,
    between: tuple[float, float],
    *,
    hold: Sequence[str] = (),
    unknown: Sequence[str] = (),
    step: float = 0.1,
    points: int = 200,
) -> Branch:
    """Family of equilibria or steady motions through a given one, while a quantity varies.

    By pseudo-arclength, with Gauss–Newton steps back to the family, so that folds are passed and located; so
    are points where another family crosses. From the start on it goes up first, or down if the start is at the
    upper end. It ends where the quantity leaves `between`, where it comes back to the start, or after so many
    points. It must be one family: what else is open is an error that says its names.

    Parameters
    ----------
    start : Equilibrium or SteadyMotion
        A member of the family.
    varied : str or expression
        Coordinate, speed, input or open parameter by name, or an expression of measures, such as the place of
        a point or a reaction.
    between : pair of float
        Least and largest value of the varied quantity, in its unit.
    hold : sequence of str, optional
        Coordinates and speeds that keep the values of the start; default none.
    unknown : sequence of str, optional
        Names of inputs and open parameters that are solved for too; default none.
    step : float, optional
        First and largest arc between points, in rad, m and parts of the range of a varied parameter; default
        0.1.
    points : int, optional
        Most members; default 200.

    Returns
    -------
    Branch
        Members along the arc, with `folds` and `branch_points`; `branch["name"]` is a quantity of all of them.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> spring = da.JointSpring("spring", "x", da.param("k", 4.0))
    >>> model = da.Model(slide, spring, da.JointForce("push", "x", 2.0))
    >>> family = da.continuation(da.equilibrium(model), "k", between=(2.0, 8.0))
    >>> print(f"{family['x'].min():.3f} {family['x'].max():.3f}")
    0.250 0.500
    """
    if not isinstance(start, Equilibrium | SteadyMotion):
        raise ModelError(f"a family goes through what da.equilibrium or da.steady_motion found, not {start!r}")
    if start.dynamics is None:
        raise ModelError("this state stands alone: a family needs the dynamics that it was found for")
    if not isinstance(between, Sequence | np.ndarray) or len(between) != 2:
        raise ModelError(f"a family is followed between two values, not {told(between)}")
    low, high = (checked_number(x, "an end of a family") for x in between)
    if not low < high:
        raise ModelError(f"a family is followed between a smaller and a larger value, not {between!r}")
    if not is_number(step) or not step > 0.0 or not is_count(points, 2, _MOST_POINTS):
        raise ModelError(
            f"a family needs a positive step and at least two points, not {told(step)} and {told(points)}"
        )
    return _Following(_task(start, varied, hold, unknown), varied, low, high, step, points).branch()


def _task(
    start: Steady, varied: str | Expression, hold: Sequence[str], unknown: Sequence[str]
) -> Resting | SteadyTask:
    """The search that has the family as its solutions."""
    dynamics = start.dynamics
    assert dynamics is not None
    eom = dynamics.equations
    rates = {name.removesuffix(".rate"): name for name in eom.speeds}
    names = {*eom.coordinates, *eom.speeds, *rates}
    checked_names(hold, names, "coordinate or speed")
    released = tuple(unknown)
    if not isinstance(varied, Expression):
        checked_names([varied], {*eom.coordinates, *eom.speeds, *eom.inputs, *eom.parameters}, "quantity to vary")
        if varied in hold:
            raise ModelError(f"{varied!r} is to vary: it cannot be held")
        released = (*unknown, *((varied,) if varied in eom.inputs or varied in eom.parameters else ()))
    p = {**eom.parameters, **start.p}
    plain = State(
        0.0, start.q, start.u, start.z, start.tau, {name: p[name] for name in p if name in eom.parameters}
    )
    q = {name: start.q[name] for name in hold if name in eom.coordinates}
    u = {name: start.u[name] for name in hold if name not in eom.coordinates}
    if isinstance(start, Equilibrium):
        if u:
            raise ModelError(f"speeds are zero at rest: {', '.join(u)} cannot be held")
        return resting(dynamics, Targets(q, guess=plain, unknown=released))
    return steady_task(dynamics, Targets(q, u, plain, unknown=released))


class _UnlocatedError(Exception):
    """Between two points, some steps lead nowhere: they are not neighbours."""


@dataclass(frozen=True, eq=False)
class _Place:
    """A point of the family, and the direction in which it goes on (n,), of length one in sizes of changes."""

    point: Point
    way: Vector

    @property
    def x(self) -> Vector:
        return self.point.x


@dataclass(frozen=True, eq=False)
class _Following:
    """One family."""

    task: Resting | SteadyTask
    varied: str | Expression
    low: float
    high: float
    step: float
    points: int

    @property
    def unknowns(self) -> SteadyUnknowns:
        return self.task.unknowns

    # ---- along the family

    def branch(self) -> Branch:
        """All points, with folds and branch points located."""
        here = self._first()
        members, folds, crossings = [self._state(here)], list[Steady](), list[Steady]()
        first, step, end = (
            here,
            self.step,
            f"{self.points} points were reached: give a longer step, or more points",
        )
        while len(members) < self.points:
            step_taken = self._next(here, step)
            if step_taken is None:
                end = "it cannot be followed further"
                break
            there, step = step_taken
            value, last = self._value(there), len(members) > 2 and first.way @ there.way > 0.0
            try:
                between = self._events(here, there)
            except _UnlocatedError:
                # the step leads past something, on to another part of the family
                step *= 0.25
                continue
            folds += between["fold"]
            crossings += between["crossing"]
            if between["bound"]:
                members += between["bound"]
                end = f"{self.varied} reached {self.low if value < self.low else self.high:g}"
                break
            if last and self._distance(first, there) < 0.5 * step:
                end = "it came back to the start"
                break
            members.append(self._state(there))
            here, step = there, min(self.step, _GROWTH * step)
        return Branch(self.varied, tuple(members), tuple(folds), tuple(crossings), end)

    def _events(self, here: _Place, there: _Place) -> dict[str, list[Steady]]:
        """Events between two points: a fold, another family that crosses, the end of the range."""
        events: dict[str, list[Steady]] = {"fold": [], "crossing": [], "bound": []}
        if self._slope(here) * self._slope(there) < 0.0:
            events["fold"].append(self._state(self._located(here, there, self._slope)))
        if (crossing := self._crossing(here, there)) is not None:
            events["crossing"].append(self._state(crossing))
        if not self.low <= (value := self._value(there)) <= self.high:
            bound = self.low if value < self.low else self.high
            events["bound"].append(self._state(self._located(here, there, partial(self._beyond, bound))))
        return events

    def _first(self) -> _Place:
        point = root(self.unknowns, self.unknowns.with_multipliers(self.unknowns.guess))
        free = self._free(point)
        if free.shape[1] != 1:
            raise self._not_one(point, free.shape[1])
        place = _Place(point, free[:, 0])
        above = self._checked(self._value(place)) - self.high
        upwards = -1.0 if above >= -AT_BOUND * (self.high - self.low) else 1.0
        # a start at a fold goes on in any direction
        return place if upwards * self._slope(place) >= 0.0 else _Place(point, -place.way)

    def _checked(self, value: float) -> float:
        """The varied quantity in the start, which must lie where the family is followed."""
        margin = AT_BOUND * (self.high - self.low)
        if not self.low - margin <= value <= self.high + margin:
            raise ModelError(
                f"{self.varied} is {value:.6g} in the start, not between {self.low:g} and {self.high:g}: start "
                "there, or follow the family from where the start is"
            )
        return value

    def _not_one(self, point: Point, n: int) -> ModelError:
        if not n:
            return ModelError(
                f"no family passes here while {self.varied!r} varies: all is determined already; hold less, or "
                "release a parameter with unknown=[…]"
            )
        names = undetermined_names(self.unknowns, point, self.task.orbit(point))
        return ModelError(
            f"{n} families cross or too little is held: {', '.join(names)} are open; hold all of them but one"
        )

    def _next(self, here: _Place, step: float) -> tuple[_Place, float] | None:
        """The next point, and the step that led there; none if no step does."""
        smallest = SMALLEST * self.step
        while step > smallest:
            there = self._at(here, step)
            if there is not None and 1.0 - float(here.way @ there.way) ** 2 < TURNED**2:
                return there, step
            step *= 0.5
        return None

    def _at(self, here: _Place, step: float) -> _Place | None:
        """The point of the family next to a step along its direction."""
        begin = self.unknowns.moved(here.x, step * self.sizes * here.way)
        point = root(self.unknowns, begin)
        if not point.is_root or not point.has_derivative or self.task.fault(point):
            return None
        free = self._free(point)
        if not free.shape[1]:
            return None
        # of several directions, as at a branch point, the one that goes straight on
        way = free @ (free.T @ here.way)
        length = float(np.linalg.norm(way))
        return _Place(point, way / length) if length > 0.5 else None

    # ---- its points

    @cached_property
    def sizes(self) -> Vector:
        """Sizes of changes: a varied parameter by its range, released ones by their size, the rest as it is."""
        point = root(self.unknowns, self.unknowns.with_multipliers(self.unknowns.guess))
        sizes = change_sizes(self.unknowns, point)
        shift = len(self.unknowns.equations.speeds) - len(self.unknowns.equations.coordinates)
        first = self.unknowns.parts["released"].start
        for k, name in enumerate(self.unknowns.system.released):
            size = self.high - self.low if name == self.varied else abs(float(point.x[first + k])) or 1.0
            sizes[first + k + shift] = size
        return sizes

    def _free(self, point: Point) -> Matrix:
        return free_changes(self.unknowns, point, self.task.orbit(point), self.sizes)

    def _value(self, place: _Place) -> float:
        """The varied quantity."""
        eom, x = self.unknowns.equations, place.x
        if isinstance(self.varied, Expression):
            return self._measure(x)
        if self.varied in eom.coordinates:
            return float(x[eom.coordinates.index(self.varied)])
        if self.varied in eom.speeds:
            return float(self.unknowns.evaluated(x)["u"][eom.speeds.index(self.varied)])
        k = self.unknowns.system.released.index(self.varied)
        return float(x[self.unknowns.parts["released"].start + k])

    def _beyond(self, bound: float, place: _Place) -> float:
        return self._value(place) - bound

    def _slope(self, place: _Place) -> float:
        """How fast the varied quantity grows along the arc."""
        eom, delta = self.unknowns.equations, self.sizes * place.way
        if isinstance(self.varied, Expression):
            values = [self._measure(self.unknowns.moved(place.x, way * delta)) for way in (_ASIDE, -_ASIDE)]
            return (values[0] - values[1]) / (2.0 * _ASIDE)
        if self.varied in eom.coordinates:
            N = self.unknowns.positions.per_speed(place.x[self.unknowns.parts["q"]])
            return float(N[eom.coordinates.index(self.varied)] @ delta[: N.shape[1]])
        if self.varied in eom.speeds:
            k, h = eom.speeds.index(self.varied), _ASIDE
            ends = [self.unknowns.evaluated(self.unknowns.moved(place.x, way * delta))["u"][k] for way in (h, -h)]
            return float(ends[0] - ends[1]) / (2.0 * h)
        shift = len(eom.speeds) - len(eom.coordinates)
        k = self.unknowns.system.released.index(self.varied)
        return float(delta[self.unknowns.parts["released"].start + k + shift])

    def _measure(self, x: Vector) -> float:
        """The varied expression at a point."""
        assert isinstance(self.varied, Expression)
        dynamics, numbers = self.unknowns.system.dynamics, self.unknowns.numbers(x)
        states = np.concatenate([numbers["q"], self.unknowns.evaluated(x)["u"], numbers["z"]])
        state = dynamics.state(numbers["t"], states, numbers["tau"], self.unknowns.parameters(x))
        return _measured(dynamics, self.varied, state)

    def _distance(self, place: _Place, other: _Place) -> float:
        return float(np.linalg.norm(self.unknowns.displacement(place.x) - self.unknowns.displacement(other.x)))

    # ---- what happens between two of them

    def _located(self, here: _Place, there: _Place, value: Callable[[_Place], float]) -> _Place:
        """Where a quantity is zero between two points, by false position, and by halves where that is slow."""
        low, high, left, right = here, there, value(here), value(there)
        for k in range(_HALVINGS):
            span = float(low.way @ (self._change(low, high) / self.sizes))
            if not span > _NARROW * self.step:
                break
            part = left / (left - right) if k % 3 < 2 and left != right else 0.5
            # close to where families cross, some steps lead to the other one
            parts = (min(max(part, 0.001), 0.999), 0.5, 0.38, 0.62)
            trial = next((place for x in parts if (place := self._at(low, x * span)) is not None), None)
            if trial is None:
                raise _UnlocatedError
            if (now := value(trial)) == 0.0:
                return trial
            if now * left > 0.0:
                low, left = trial, now
            else:
                high, right = trial, now
        return low if abs(left) <= abs(right) else high

    def _change(self, here: _Place, there: _Place) -> Vector:
        """The small motion from one point to the other."""
        local = replace(self.unknowns, guess=here.x)
        change = local.displacement(there.x)
        m = len(self.unknowns.equations.rows)
        lam = (there.x - here.x)[len(here.x) - m :]
        return np.concatenate([change[: len(change) - m], lam])

    def _crossing(self, here: _Place, there: _Place) -> _Place | None:
        """The point between two at which another family crosses, if the sign of a determinant says so."""
        if self._bordered(here).shape != self._bordered(there).shape:
            # rows depend on each other at one of the points only
            return None
        U = np.linalg.svd(self._bordered(here), full_matrices=False)[0]

        def determinant(place: _Place) -> float:
            sign, logarithm = np.linalg.slogdet(U.T @ self._bordered(place))
            return float(sign * np.exp(min(logarithm - reference, 50.0)))

        reference = float(np.linalg.slogdet(U.T @ self._bordered(here))[1])
        if not np.isfinite(reference):
            return None
        if determinant(here) * determinant(there) >= 0.0:
            return None
        return self._located(here, there, determinant)

    def _bordered(self, place: _Place) -> Matrix:
        """Rows, symmetries and the direction: regular but where families cross."""
        rows = determining_rows(self.unknowns, place.point, self.task.orbit(place.point), self.sizes)
        return np.concatenate([rows, place.way[None]])

    def _state(self, place: _Place) -> Steady:
        return self.task.result(Attempt("along a family", place.point, ()))
