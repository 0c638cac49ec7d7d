"""What happens to contacts at one instant: impacts, then the choice of modes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dalembert.analysis.contact_events import WORDS
from dalembert.analysis.contact_system import (
    LEAST,
    OPEN,
    SLIDES,
    SLOWED,
    STICKS,
    ContactNumbers,
    ContactSystem,
    Point,
)
from dalembert.contact.impacts import Impact, ImpactLaw, after_impact, impact_work, jam_impulses
from dalembert.contact.modes import Chosen, InconsistentError, choose_modes
from dalembert.errors import SolverError
from dalembert.expr.rewrite import evaluate

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

APPROACHES = 1e-12
"""Relative velocity, beside the speeds that make it, that is not rounding."""

PARTS = 1e-11
"""Speed after an impact, beside those before it, that is none."""

FLAT = 1e-10
"""Square of the gradient of a gap, beside a usual one, at which it vanishes."""

LIFT = 1e-12
"""Gap that is about to open."""

ROUNDINGS = 16 * 2.0**-52
"""Rounding of a gap beside the coordinates that make it."""

CLOSED = 1e-13
"""Gap of a point that is closed, in metres, that is rounding."""

NOISE = 1e-13
"""Impulse beside the largest of an impact that is rounding."""

SLIPS = 1e-10
"""The same for slip."""

ACCUMULATES = 1e-10
"""Time, beside the time of the run, within which all further impacts of a bouncing contact happen."""

LOWEST = 1e-13
"""Height of a bounce, in metres, that is next to rounding of positions: it is the last."""

ROUNDS, SETTLED = 100, 1e-12
"""How often friction by reactions is computed anew at most, and the change, beside it, after which it is not."""

DEPENDENT = 1e-9
"""Part of a row that is left beside others at which it depends on them."""


@dataclass(frozen=True, eq=False)
class Happening:
    """What happened to one point."""

    point: str
    what: str
    """`impact`, `opens`, `slides`, `turns`, `sticks`, `stops`, `comes to rest`, `jams`."""

    impulses: Mapping[str, float] = field(default_factory=dict)
    """By name of the row, in N s."""

    work: float = 0.0
    """Of the impulses of all points at this instant, in the first of their happenings."""

    accumulation: float | None = None
    """When the impacts of a bouncing contact come to an end."""


@dataclass(frozen=True, eq=False)
class Decision:
    """A state after what happened at one instant."""

    x: Vector
    happenings: tuple[Happening, ...]
    is_redundant: bool
    """Whether forces of single points are not unique, so that they do not tell when modes end."""

    modes: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Instant:
    """One instant of a run: the system, time, inputs and parameters."""

    system: ContactSystem
    t: float
    tau: Vector
    p: Mapping[str, float]
    span: float
    """Time of the whole run."""

    strengths: Matrix = field(default_factory=lambda: np.zeros((0, 2)))
    """Friction of joints by their reactions, in the modes at hand; (n, 2)."""

    def at(self, x: Vector) -> ContactNumbers:
        """Matrices in a state."""
        return self.system.at(self.t, x, self.tau, self.p)

    def decided(
        self,
        x: Vector,
        touching: frozenset[int] = frozenset(),
        opening: frozenset[int] = frozenset(),
        slipping: Mapping[int, Vector] | None = None,
        resting: frozenset[int] = frozenset(),
        *,
        sees_all: bool = True,
    ) -> Decision:
        """What becomes of a state: points that touch now, let go, begin to slip, or cease to.

        Friction by reactions is as strong as these, which follow from the modes: both are found in turn.
        """
        strengths = self.system.strengths_by_reactions(self.t, x, self.tau, self.p)
        for _ in range(ROUNDS):
            one = replace(self, strengths=strengths)
            found = one._decided(x, touching, opening, slipping or {}, resting, sees_all)
            last, strengths = strengths, self.system.strengths_by_reactions(self.t, found.x, self.tau, self.p)
            if not np.abs(strengths - last).max(initial=0.0) > SETTLED * np.abs(strengths).max(initial=0.0):
                return found
        names = ", ".join(map(repr, self.system.sliding))
        raise SolverError(
            f"friction by reactions has no strength that fits at t = {self.t:.9g}, in {names}: it presses the "
            "joints that it brakes the more, as in a mechanism that locks itself; less friction has a solution"
        )

    def _decided(
        self,
        x: Vector,
        touching: frozenset[int],
        opening: frozenset[int],
        slipping: Mapping[int, Vector],
        resting: frozenset[int],
        sees_all: bool,
    ) -> Decision:
        """The same with friction of joints as strong as it is taken to be."""
        points = self.system.points
        before = [point.mode(x[self.system.z_start :]) for point in points]
        x = self._yielding(x, touching, opening)
        closed = [
            k
            for k, mode in enumerate(before)
            if (mode != OPEN or k in touching) and k not in opening and not points[k].yields
        ]
        numbers = self.at(x)
        self._check_gradients(numbers, closed)
        x, numbers, struck, happenings = self._struck(x, numbers, closed)
        speeds, sizes = numbers.normal_speeds(), self._sizes(numbers, x)
        held = [
            k
            for k in closed
            if points[k].normal is None
            or (not struck and before[k] != OPEN)
            or speeds[k] <= max(APPROACHES * sizes[k], PARTS * max(struck.values(), default=0.0))
        ]
        try:
            chosen, direction = self._chosen(numbers, x, held, slipping, resting, sees_all)
        except InconsistentError:
            k = self._jamming(numbers, held)
            if k is None:
                raise
            x, jam = self._after(x, numbers, [points[k]], points[k].law, impulses_of=jam_impulses, what="jams")
            rest = self._decided(x, touching, opening, {}, resting | {k}, sees_all)
            return replace(rest, happenings=(*happenings, *jam, *rest.happenings))
        ending = self._last_bounces(numbers, closed, held, chosen, struck)
        if ending:
            x, further = self._brought_to_rest(x, numbers, ending, self._held_rows(held, chosen))
            parted = opening.union(k for k in closed if k not in held and k not in ending)
            rest = self._decided(x, touching.union(ending), parted, slipping, resting, True)
            return replace(rest, happenings=(*happenings, *further, *rest.happenings))
        x, stopped = self._without_slip(x, numbers, held, chosen, resting)
        x, modes, is_redundant = self._switched(x, numbers, held, chosen, direction)
        changed = [
            Happening(points[k].name, WORDS[mode] if mode != OPEN else "opens")
            for k, (mode, old) in enumerate(zip(modes, before, strict=True))
            if mode != old
        ]
        turned = [
            Happening(points[k].name, "turns")
            for k in sorted(resting)
            if modes[k] == before[k] == SLIDES and len(points[k].tangents) == 1
        ]
        return Decision(x, (*happenings, *stopped, *turned, *changed), is_redundant, modes)

    def _yielding(self, x: Vector, touching: frozenset[int], opening: frozenset[int]) -> Vector:
        """The state with contacts that yield closed or open: speeds do not jump."""
        found = x.copy()
        z = found[self.system.z_start :]
        for k, point in enumerate(self.system.points):
            if point.yields and k in touching | opening:
                for what, value in (("mode", SLIDES), ("touches", 1.0), ("watched", 1.0)):
                    z[point.states[what]] = float(value) if k in touching else 0.0
        return found

    def _check_gradients(self, numbers: ContactNumbers, closed: Sequence[int]) -> None:
        """Raise if no motion changes a gap that is closed."""
        largest = float(np.abs(numbers.mobility).max(initial=0.0))
        for k in closed:
            i = self.system.points[k].normal
            if i is not None and numbers.W[i, i] <= FLAT * largest:
                name = self.system.points[k].name
                raise SolverError(
                    f"the gradient of the gap of {name!r} vanishes at t = {self.t:.9g}, where it closes: no force "
                    "along it holds anything; give a gap that passes through zero, not its square"
                )

    # ---- impacts

    def _sizes(self, numbers: ContactNumbers, x: Vector) -> Vector:
        """Normal velocities that the energy of the motion could make, or that of free motion in all the time."""
        rows = [point.normal for point in self.system.points]
        return np.array([0.0 if i is None else self._usual_speed(numbers, x, [i]) for i in rows])

    def _usual_speed(self, numbers: ContactNumbers, x: Vector, rows: Sequence[int]) -> float:
        """Velocity along rows by all energy of the motion, or by that of free motion in all the time."""
        u = x[len(self.system.dynamics.equations.coordinates) : self.system.z_start]
        own, a, M = max(float(numbers.W[i, i]) for i in rows), numbers.free_accelerations, numbers.found["M"]
        return float(np.sqrt(abs(own * (u @ M @ u))) + np.sqrt(abs(own * (a @ M @ a))) * self.span)

    def _struck(
        self, x: Vector, numbers: ContactNumbers, closed: Sequence[int]
    ) -> tuple[Vector, ContactNumbers, dict[int, float], tuple[Happening, ...]]:
        """The state after the impact of points that approach, with all that are closed; speeds of approach."""
        points, speeds, sizes = self.system.points, numbers.normal_speeds(), self._sizes(numbers, x)
        struck = {k: -float(speeds[k]) for k in closed if speeds[k] < -APPROACHES * sizes[k]}
        if not struck:
            return x, numbers, {}, ()
        own = [k for k in closed if points[k].normal is not None]
        law = self._law([points[k].law for k in own], [points[k].name for k in own])
        x, happenings = self._after(x, numbers, [points[k] for k in own], law)
        return x, self.at(x), struck, happenings

    def _jamming(self, numbers: ContactNumbers, held: Sequence[int]) -> int | None:
        """The one point that slides and may jam; None if there is none, or another one is closed."""
        points = self.system.points
        rigid = [k for k in held if points[k].normal is not None]
        may = len(rigid) == 1 and len(points[rigid[0]].tangents) == 1 and points[rigid[0]].law.jams
        return rigid[0] if may and np.abs(numbers.slips(points[rigid[0]])).max() > 0.0 else None

    def _after(
        self,
        x: Vector,
        numbers: ContactNumbers,
        points: Sequence[Point],
        law: ImpactLaw,
        elastic: float = 1.0,
        impulses_of: Callable[[Impact], Vector] | None = None,
        what: str = "impact",
    ) -> tuple[Vector, tuple[Happening, ...]]:
        """The state after an impact by a law, or by impulses of its own."""
        d = numbers.tangents_of(points)
        impact = Impact(
            numbers.square(points),
            numbers.vector(numbers.psi, points),
            np.array([point.rows.friction.static for point in points]),
            np.array([elastic * point.law.restitution for point in points]),
            d,
            np.array([elastic * point.law.tangential for point in points]),
            tuple(point.name for point in points),
        )
        impulses = after_impact(law, impact) if impulses_of is None else impulses_of(impact)
        impulses = np.where(np.abs(impulses) > NOISE * np.abs(impulses).max(initial=0.0), impulses, 0.0)
        slots = numbers.slots(points)
        is_row = slots >= 0
        change = numbers.responses[:, slots[is_row]] @ impulses[is_row]
        work = impact_work(impact, impulses)
        names = [row.name for row in self.system.dynamics.equations.rows]
        found: list[Happening] = []
        for i, point in enumerate(points):
            own = slice(i * (1 + d), (i + 1) * (1 + d))
            values = {names[s]: float(y) for s, y in zip(slots[own], impulses[own], strict=True) if s >= 0}
            if any(values.values()):
                found.append(Happening(point.name, what, values, 0.0 if found else work))
        return self.system.with_speeds(x, change), tuple(found)

    def _law(self, laws: Sequence[ImpactLaw], names: Sequence[str]) -> ImpactLaw:
        """The one law of an impact; those without any restitution fit to every law."""
        kinds = {type(law): law for law in laws if law.restitution or law.tangential}
        if len(kinds) > 1:
            words = ", ".join(sorted(kind.__name__ for kind in kinds))
            raise SolverError(
                f"{', '.join(map(repr, names))} meet at once under different laws: {words}; give one"
            )
        return next(iter(kinds.values()), laws[0])

    def _last_bounces(
        self,
        numbers: ContactNumbers,
        closed: Sequence[int],
        held: Sequence[int],
        chosen: Chosen,
        struck: Mapping[int, float],
    ) -> dict[int, tuple[float, float, float]]:
        """Points whose bouncing ends now: speed, acceleration, and the time that further bounces would take."""
        points, speeds, found = self.system.points, numbers.normal_speeds(), {}
        slots = numbers.slots([points[k] for k in held])
        for k in closed:
            if k in held or (i := points[k].normal) is None:
                continue
            v = float(speeds[k])
            a = float(numbers.free[i] + numbers.W[i, slots[slots >= 0]] @ chosen.lam[slots >= 0])
            e = v / struck[k] if k in struck else points[k].law.restitution
            if not (a < 0.0 < v and e < 1.0):
                continue
            left = 2.0 * v / -a / (1.0 - e)
            if left <= ACCUMULATES * max(self.span, abs(self.t)) or v * v <= -2.0 * a * LOWEST:
                found[k] = (v, a, left)
        return found

    def _brought_to_rest(
        self,
        x: Vector,
        numbers: ContactNumbers,
        ending: Mapping[int, tuple[float, float, float]],
        kept: Sequence[int],
    ) -> tuple[Vector, list[Happening]]:
        """The state without the last speeds of bouncing, while rows that are on stay so."""
        points, eom = self.system.points, self.system.dynamics.equations
        own = [i for k in ending if (i := points[k].normal) is not None] + [*kept]
        right = np.array([*(-v for v, _, _ in ending.values()), *(0.0 for _ in kept)])
        impulses = np.linalg.lstsq(numbers.W[np.ix_(own, own)], right, rcond=1e-10)[0]
        found = []
        for (k, (v, a, left)), i, impulse in zip(ending.items(), own, map(float, impulses), strict=False):
            # what the bounces that are left out would exert: they also carry the weight
            whole = impulse * (1.0 + a * left / v)
            found.append(
                Happening(
                    points[k].name, "comes to rest", {eom.rows[i].name: whole}, 0.5 * v * impulse, self.t + left
                )
            )
        return self.system.with_speeds(x, numbers.responses[:, own] @ impulses), found

    def _held_rows(self, held: Sequence[int], chosen: Chosen) -> list[int]:
        """Rows that are on among points that are held."""
        found = []
        for i, k in enumerate(held):
            point = self.system.points[k]
            if chosen.is_closed[i]:
                found += [] if point.normal is None else [point.normal]
                found += [] if chosen.slips[i] else list(point.tangents)
        return found

    # ---- modes

    def _chosen(
        self,
        numbers: ContactNumbers,
        x: Vector,
        held: Sequence[int],
        slipping: Mapping[int, Vector],
        resting: frozenset[int],
        sees_all: bool,
    ) -> tuple[Chosen, Matrix]:
        """What points do that neither approach nor part."""
        points = [self.system.points[k] for k in held]
        n, d = len(points), numbers.tangents_of(points)
        static, kinetic, floor = np.zeros(n), np.zeros(n), np.zeros(n)
        direction = np.full((n, d), np.nan)
        for i, (k, point) in enumerate(zip(held, points, strict=True)):
            slip, m = numbers.slips(point), len(point.tangents)
            speed = float(np.sqrt(slip @ slip))
            static[i], kinetic[i] = point.rows.friction.static, 0.0
            if point.normal is None:
                most, sliding = numbers.strength(point, self.strengths)
                floor[i], static[i], kinetic[i] = most, 1.0, sliding / most if most > 0.0 else 0.0
            else:
                kinetic[i] = float(_number(point.rows.friction.kinetic_at(speed)))
            way = self._way(numbers, x, k, point, slip, speed, slipping, resting)
            if way is not None:
                direction[i, :m], direction[i, m:] = way, 0.0
        c = numbers.vector(numbers.free, points)
        c[numbers.slots(points) < 0] = 0.0
        for i, point in enumerate(points):
            if point.rows.creep is not None:
                # what rest means there: v̇ = −a v
                c[i * (1 + d) + 1] += point.rows.creep.damping * numbers.slips(point)[0]
            if point.normal is None:
                c[i * (1 + d)] = max(float(np.abs(c).max(initial=0.0)), 1.0)
        names = tuple(point.name for point in points)
        square = numbers.square(points)
        slots = numbers.slots(points)
        for i, point in enumerate(points):
            if point.combined is not None and point.spin is not None:
                # the moment of spin goes with the normal force
                law, spin = point.combined, float(numbers.psi[point.spin])
                factor = -law.static * law.spin_factor(float(np.linalg.norm(numbers.slips(point))), spin) * spin
                square[:, i * (1 + d)] += np.where(slots < 0, 0.0, numbers.W[slots, point.spin]) * factor
        return choose_modes(square, c, static, kinetic, direction, floor, names, sees_all=sees_all), direction

    def _way(
        self,
        numbers: ContactNumbers,
        x: Vector,
        k: int,
        point: Point,
        slip: Vector,
        speed: float,
        slipping: Mapping[int, Vector],
        resting: frozenset[int],
    ) -> Vector | None:
        """The direction in which a point slides; None if it rests."""
        if k in slipping:
            return slipping[k]
        if point.rows.creep is not None and speed > point.rows.creep.tolerance:
            return slip / speed
        if point.combined is not None and point.spin is not None:
            factor: Vector = point.combined.slip_factor(speed, float(numbers.psi[point.spin])) * slip
            return factor
        if k in resting or not point.tangents:
            return None
        z = x[self.system.z_start :]
        if point.mode(z) == SLIDES and len(point.tangents) == 1:
            return np.array([z[point.states[self.system.along(point)]]])
        size = self._usual_speed(numbers, x, point.tangents)
        if point.rows.creep is not None:
            return None
        return None if point.mode(z) == STICKS or speed <= SLIPS * size else slip / speed

    def _without_slip(
        self, x: Vector, numbers: ContactNumbers, held: Sequence[int], chosen: Chosen, resting: frozenset[int]
    ) -> tuple[Vector, tuple[Happening, ...]]:
        """What is left of slip in space is taken away where a point begins to stick."""
        points = self.system.points
        rows, names = [], []
        for i, k in enumerate(held):
            if k in resting and chosen.is_closed[i] and not chosen.slips[i] and len(points[k].tangents) > 1:
                rows += list(points[k].tangents)
                names.append(points[k].name)
        if not rows:
            return x, ()
        kept = [row for row in self._held_rows(held, chosen) if row not in rows]
        own = [*kept, *rows]
        right = np.concatenate([np.zeros(len(kept)), -numbers.psi[rows]])
        impulses = np.linalg.lstsq(numbers.W[np.ix_(own, own)], right, rcond=1e-10)[0]
        work = 0.5 * float(impulses[len(kept) :] @ numbers.psi[rows])
        eom = self.system.dynamics.equations
        values = {eom.rows[r].name: float(y) for r, y in zip(own, impulses, strict=True)}
        change = numbers.responses[:, own] @ impulses
        return self.system.with_speeds(x, change), (Happening(names[0], "stops", values, work),)

    def _rounding(self, numbers: ContactNumbers, x: Vector, row: int) -> float:
        """What a gap may be off by rounding of the coordinates: where it is no more, it has not closed again."""
        q = x[: len(self.system.dynamics.equations.coordinates)]
        size = np.abs(numbers.found["J"][row]).sum() * np.abs(q).max(initial=0.0)
        return max(ROUNDINGS * float(size), LEAST)

    def _switched(
        self, x: Vector, numbers: ContactNumbers, held: Sequence[int], chosen: Chosen, direction: Matrix
    ) -> tuple[Vector, tuple[int, ...], bool]:
        """The state with modes written into it; of rows that depend on each other, some are off."""
        system, found = self.system, x.copy()
        z = found[system.z_start :]
        modes = [point.mode(z) if point.yields else OPEN for point in system.points]
        wanted: list[tuple[float, int]] = []
        d = direction.shape[1]
        lam = chosen.lam.reshape(len(held), -1) if held else np.zeros((0, 1))
        for i, k in enumerate(held):
            point = system.points[k]
            if not chosen.is_closed[i]:
                continue
            sticks = bool(point.tangents) and not chosen.slips[i]
            modes[k] = STICKS if sticks else SLIDES
            if point.normal is not None:
                wanted.append((abs(lam[i, 0]), point.normal))
            if sticks:
                wanted += [(abs(lam[i, 1 + j]) * 1e-3, row) for j, row in enumerate(point.tangents)]
        on = _independent(numbers.W, wanted)
        is_redundant = len(on) < len(wanted)
        for k, (point, mode) in enumerate(zip(system.points, modes, strict=True)):
            if point.yields:
                continue
            own = {
                "slow": 0.0,
                "lift": 0.0,
                "mode": float(mode),
                "touches": float(point.normal in on),
                "watched": float(not is_redundant),
            }
            if point.rows.has_friction:
                own["plane"] = float(len(point.tangents) == 1)
            for row in point.tangents:
                which = system.dynamics.equations.rows[row].name.rpartition(" ")[2]
                own[f"sticks {which}"] = float(mode == STICKS and row in on)
                own[f"slip {which}"] = 0.0
                if mode == SLIDES and d:
                    own[f"slip {which}"] = float(chosen.direction[held.index(k), point.tangents.index(row)])
            if mode == SLIDES and len(point.tangents) > 1:
                own["lift"] = SLOWED * float(np.linalg.norm(numbers.slips(point)))
            for what, value in own.items():
                z[point.states[what]] = value
        return self._lifted(found, numbers, modes), tuple(modes), is_redundant

    def _lifted(self, x: Vector, numbers: ContactNumbers, modes: Sequence[int]) -> Vector:
        """The state with gaps that are closed at zero, and how far below zero open ones are then."""
        points, gaps = self.system.points, numbers.phi
        closed = [
            abs(gap) for p, gap, mode in zip(points, gaps, modes, strict=True) if mode != OPEN and not p.yields
        ]
        if max(closed, default=0.0) > CLOSED:
            # what is closed by a distance of its own is moved together, and others with it
            x = self.system.projected(self.t, x, self.tau, self.p)
            gaps = self.at(x).phi
        z = x[self.system.z_start :]
        for point, gap, mode in zip(points, map(float, gaps), modes, strict=True):
            if mode == OPEN and point.normal is not None and not point.yields and gap <= LIFT:
                z[point.states["lift"]] = max(-gap, 0.0) + self._rounding(numbers, x, point.normal)
        return x


def begun(system: ContactSystem, x: Vector) -> Decision:
    """A state at the start whose modes are known."""
    modes = tuple(point.mode(x[system.z_start :]) for point in system.points)
    words = zip(system.points, modes, strict=True)
    return Decision(x, tuple(Happening(point.name, WORDS[mode]) for point, mode in words), False, modes)


def _independent(W: Matrix, wanted: Sequence[tuple[float, int]]) -> frozenset[int]:
    """Rows that do not depend on others before them, those with the largest forces first."""
    rows = [row for _, row in sorted(wanted, key=lambda one: -one[0])]
    if not rows:
        return frozenset()
    S = W[np.ix_(rows, rows)].copy()
    sizes, found = np.diag(S).copy(), []
    for i, row in enumerate(rows):
        if S[i, i] <= DEPENDENT * sizes[i]:
            continue
        found.append(row)
        S = S - np.outer(S[:, i], S[i]) / S[i, i]
    return frozenset(found)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else float(evaluate(value, {}))
