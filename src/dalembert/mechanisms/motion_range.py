"""How far a mechanism of one degree of freedom can move: its whole way is followed, past all dead points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.assemble import Values, assemble
from dalembert.configuration.constraint_unknowns import Positions, is_plain
from dalembert.configuration.contact_overlaps import without_contacts
from dalembert.configuration.typical_sizes import sizes_around
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.level_rows import check_lasting
from dalembert.errors import AssemblyError, FormulationError, ModelError, SolverError
from dalembert.mechanisms.drive_count import drive_rows
from dalembert.name_checks import checked_names
from dalembert.rank import rank
from dalembert.rows import Level
from dalembert.state import State

STEP = 0.04
"""Length of a step along the way, in rad and arms."""

MOST_STEPS = 4000
TURN = 2.0 * np.pi
STILL = 1e-9
"""Change of a coordinate, in rad and arms, that is none."""

SETTLED = 1e-13
"""Change of coordinates that is rounding."""


@dataclass(frozen=True)
class MotionRange:
    """Where a coordinate can go as the mechanism moves on, without being taken apart."""

    coordinate: str
    least: float
    largest: float
    turns: bool
    """Whether the coordinate turns fully, on and on."""

    dead_points: tuple[State, ...]
    """States in which the coordinate turns back: there it cannot drive the mechanism."""

    driving: tuple[float, float]
    """Between which values it can drive the mechanism, from where that was put together: up to dead points there.

    It may go farther if something else moves the mechanism past these."""

    unit: str = ""
    """"rad" or "m"."""

    def __str__(self) -> str:
        if self.turns:
            return f"{self.coordinate} turns fully"
        words = f"{self.coordinate} moves between {self.least:.6g} and {self.largest:.6g}"
        if self.unit != "rad":
            return f"{words} {self.unit}".rstrip()
        return f"{words} rad ({np.degrees(self.least):.4g}° to {np.degrees(self.largest):.4g}°)"


def motion_range(
    subject: Subject,
    coordinate: str,
    *,
    guess: Values | State | None = None,
    p: Values | None = None,
) -> MotionRange:
    """Where a coordinate of a mechanism with one degree of freedom can go, and its dead points on the way there.

    The mechanism is put together near the guess and moved on from there both ways, until it is where it began or
    cannot go on. Drives are left out: laws that ask for more than it can do are no hindrance. The mechanism is not
    taken apart, so another way of assembling it may have another range.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        Mechanism with one degree of freedom; drives are left out.
    coordinate : str
        Coordinate by name.
    guess : State or dict of coordinates, optional
        Position near which it is put together; default values of the model.
    p : dict of float, optional
        Values of open parameters; their defaults unless given.

    Examples
    --------
    >>> import dalembert as da
    >>> sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0)})
    >>> names = {"crank": "AB", "coupler": "BC", "rocker": "DC"}
    >>> links = [sketch.link(name, *ends) for name, ends in names.items()]
    >>> linkage = da.Model(*sketch.pins(*links, ground="AD"))
    >>> print(da.planar.motion_range(linkage, "D"))
    D moves between 1.64835 and 2.92292 rad (94.44° to 167.5°)
    """
    dynamics = without_contacts(as_dynamics(subject), "motion_range")
    checked_names([coordinate], dynamics.equations.coordinates, "coordinate")
    way = Way.of(dynamics, guess, p)
    return way.range_of(coordinate)


@dataclass(frozen=True, eq=False)
class Way:
    """All positions of a mechanism of one degree of freedom, as a curve from a start."""

    dynamics: Dynamics
    state: State
    rows: Callable[[Vector], tuple[Vector, Matrix]]
    """Residuals and derivatives of what holds without drives, in sizes that count alike."""

    sizes: Vector

    @classmethod
    def of(cls, dynamics: Dynamics, guess: Values | State | None, p: Values | None) -> Way:
        """The way of a mechanism near a guess, whose drives are left out."""
        eom = dynamics.equations
        check_lasting(eom.constraint_rows, "a range of motion", "leave its part out")
        if not is_plain(eom) or len(eom.c) or any(row.level != Level.POSITION for row in eom.rows):
            raise FormulationError("a range of motion is of joint coordinates and holonomic constraints")
        near = guess if isinstance(guess, State) else State(q=guess or {})
        state = State(near.t, near.q, p={**near.p, **(p or {})})
        arguments = dynamics.guessed(state)
        positions = Positions(dynamics, (), (), arguments, state.p, arguments["q"], np.zeros(0))
        sizes = sizes_around(dynamics, arguments, state.p).of_coordinates(eom)
        driven = set(drive_rows(eom))
        kept = [i for i in range(len(positions.records)) if i not in driven]

        def rows(x: Vector) -> tuple[Vector, Matrix]:
            r, A = positions.rows(x * sizes)
            return r[kept], A[kept] * sizes

        way = cls(dynamics, state, rows, sizes)
        start = way._start(arguments["q"] / sizes, is_driven=bool(driven))
        _, A = rows(start)
        if (free := len(sizes) - rank(A)) != 1:
            what = "has no freedom" if free < 1 else f"has {free} degrees of freedom"
            raise ModelError(f"a range of motion is that of one degree of freedom, but the mechanism {what} here")
        return cls(
            dynamics,
            dynamics.state(near.t, np.concatenate([start * sizes, 0.0 * start]), arguments["tau"], state.p),
            rows,
            sizes,
        )

    def _start(self, x: Vector, *, is_driven: bool) -> Vector:
        """Positions in which constraints hold, with their drives if these can be followed there."""
        try:
            assembled = assemble(self.dynamics, t=self.state.t, guess=self.state)
            return self.dynamics.arguments(assembled)["q"] / self.sizes
        except AssemblyError:
            if not is_driven:
                raise
            settled = self._settled(x)
            if settled is None:
                raise
            return settled

    # ---- points of the way

    def _tangent(self, x: Vector, before: Vector | None) -> Vector:
        """The direction of the way, on from the one before: also where two ways cross."""
        _, A = self.rows(x)
        _, s, Vt = np.linalg.svd(A)
        free = Vt[np.count_nonzero(s > 1e-9 * s.max(initial=0.0)) :]
        t = free[-1] if before is None or len(free) == 1 else free.T @ (free @ before)
        t = t / np.linalg.norm(t)
        return t if before is None or t @ before >= 0.0 else -t

    def _settled(self, x: Vector, across: Vector | None = None) -> Vector | None:
        """The nearest point of the way, in the plane across a direction if one is given; None if there is none."""
        start, x = x, x.copy()
        for _ in range(12):
            r, A = self.rows(x)
            if across is not None:
                r, A = np.append(r, across @ (x - start)), np.vstack([A, across])
            step = np.linalg.lstsq(A, -r, rcond=1e-12)[0] if len(A) else np.zeros(len(x))
            x += step
            if not np.isfinite(x).all() or np.abs(x - start).max() > 1.0:
                return None
            if np.abs(step).max() < SETTLED * (1.0 + np.abs(x).max()):
                return x
        return x if np.abs(step).max() < 1e-9 else None

    def _next(self, x: Vector, t: Vector, length: float) -> tuple[Vector, Vector] | None:
        """The point so far along the way, and the direction there; in shorter steps where it bends."""
        place = self._settled(x + length * t, t)
        if place is not None:
            after = self._tangent(place, t)
            if after @ t > 0.9:
                return place, after
        if length < 1e-6:
            return None
        half = self._next(x, t, length / 2.0)
        return None if half is None else self._next(*half, length / 2.0)

    def points(self) -> tuple[list[tuple[Vector, Vector]], int, bool]:
        """Points and directions from one end of the way to the other, where it began, and whether it is closed."""
        x0 = self.dynamics.arguments(self.state)["q"] / self.sizes
        t0 = self._tangent(x0, None)
        onwards, is_closed = self._followed(x0, t0)
        if is_closed:
            return onwards, 0, True
        backwards, _ = self._followed(x0, -t0)
        return [*((x, -t) for x, t in reversed(backwards[1:])), *onwards], len(backwards) - 1, False

    def _followed(self, x0: Vector, t0: Vector) -> tuple[list[tuple[Vector, Vector]], bool]:
        points = [(x0, t0)]
        while len(points) < MOST_STEPS:
            after = self._next(*points[-1], STEP)
            if after is None:
                return points, False
            points.append(after)
            d = self._apart(after[0], x0)
            if len(points) > 3 and np.linalg.norm(d) < STEP and after[1] @ t0 > 0.5 and d @ t0 >= 0.0:
                return points, True
        raise SolverError(f"the way of the mechanism does not end, nor come back, within {MOST_STEPS} steps")

    def _apart(self, x: Vector, other: Vector) -> Vector:
        """How far places are apart; full turns of angles lead to the same place."""
        variables, d = self.dynamics.equations.variables, x - other
        is_angle = np.array([variables.units[name] == "rad" for name in variables.coordinates])
        return np.where(is_angle, d - TURN * np.round(d / TURN), d)

    # ---- extremes

    def range_of(self, coordinate: str) -> MotionRange:
        """The range of a coordinate."""
        k = self.dynamics.equations.coordinates.index(coordinate)
        unit = self.dynamics.equations.variables.units.get(coordinate, "")
        points, begin, is_closed = self.points()
        values, size = np.array([x[k] for x, _ in points]), float(self.sizes[k])
        turns = _sign_changes([t[k] for _, t in points])
        dead = [self._extreme(*points[i], k) for i in turns]
        if is_closed and len(dead) > 1 and np.linalg.norm(self._apart(dead[-1], dead[0])) < STEP / 10.0:
            # next to where it began, one is passed at both ends
            turns, dead = turns[:-1], dead[:-1]
        states = tuple(self._state(x) for x in dead)
        if np.ptp(values) <= STILL:
            here = float(values[0] * size)
            return MotionRange(coordinate, here, here, False, (), (here, here), unit)

        # a way that is closed may end whole turns on
        gone = TURN * np.round((values[-1] - values[0]) / TURN) if is_closed else 0.0
        after = [x[k] for i, x in zip(turns, dead, strict=True) if i >= begin]
        before = [x[k] for i, x in zip(turns, dead, strict=True) if i < begin]
        ends = ([after[-1] - gone], [after[0]]) if is_closed and after else (before[-1:], after[:1])
        beyond = (-np.inf, np.inf) if is_closed else (values[0], values[-1])
        first, last = (end[0] if end else other for end, other in zip(ends, beyond, strict=True))
        driving = (float(min(first, last) * size), float(max(first, last) * size))
        if gone:
            # also if it goes back a little on its way round
            return MotionRange(coordinate, -np.inf, np.inf, True, states, driving, unit)
        every = [x[k] for x in dead] + ([] if is_closed else [values[0], values[-1]])
        least, largest = float(min(every) * size), float(max(every) * size)
        return MotionRange(coordinate, least, largest, False, states, driving, unit)

    def _extreme(self, x: Vector, t: Vector, k: int) -> Vector:
        """The point in the next step at which a coordinate turns back, by halving."""
        before, length = t[k], STEP
        for _ in range(60):
            length /= 2.0
            after = self._next(x, t, length)
            if after is not None and after[1][k] * before > 0.0:
                x, t = after
            if length < 1e-10:
                break
        return x

    def _state(self, x: Vector) -> State:
        q = dict(zip(self.dynamics.equations.coordinates, map(float, x * self.sizes), strict=True))
        return State(self.state.t, q, p=self.state.p)


def _sign_changes(values: list[float]) -> list[int]:
    """Places after which the sign is another one; zeros have that of the next."""
    signs = np.sign(values)
    for i in range(len(signs) - 2, -1, -1):
        signs[i] = signs[i] or signs[i + 1]
    return [int(i) for i in np.flatnonzero(signs[1:] * signs[:-1] < 0.0)]
