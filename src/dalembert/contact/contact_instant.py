"""Decisions about contacts at one instant: impacts, then the choice of modes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.cone_code import ConeShape
from dalembert.contact.contact_impacts import ContactChange, number_of
from dalembert.contact.contact_system import OPEN, SLIPPING, STICKING, ContactNumbers, ContactSystem
from dalembert.contact.held_points import HeldPoints
from dalembert.contact.impact_laws import impulses_by
from dalembert.contact.patch_rest import Motion, motion_of, size_of
from dalembert.contact.routines import SharingRoutine
from dalembert.contact.stick_or_slip import Chosen, InconsistentError
from dalembert.errors import SolverError
from dalembert.numerics.contact_levels import (
    APPROACHES,
    FLAT,
    GRAZES,
    LEAST,
    LIFT,
    LIGHT,
    LOWEST,
    PARTS,
    PULLS,
    ROUNDING,
    SLIP_ENDS,
    SLIPS,
    SLOWED,
    SLOWLY,
    UNSEEN_SLIP,
)

CLOSED = 1e-13
"""Gap of a point that is closed, in metres, that is rounding."""

ROUNDS, SETTLED = 100, 1e-12
"""How often friction by reactions is computed anew at most, and the change, beside it, after which it is not."""

DEEPEST = 50
"""Decisions at one instant that follow from each other, after which they are taken to be endless."""


@dataclass(frozen=True, eq=False)
class Decision:
    """A state after what happened at one instant."""

    x: Vector
    changes: tuple[ContactChange, ...]
    is_redundant: bool
    """Whether more points touch than hold the bodies, so that forces of single ones are not unique."""

    modes: tuple[int, ...]


class ContactInstant(HeldPoints):
    """One instant of a run, and what is decided there."""

    def decided(
        self,
        x: Vector,
        touching: frozenset[int] = frozenset(),
        opening: frozenset[int] = frozenset(),
        slip_directions: Mapping[int, Vector] | None = None,
        resting: frozenset[int] = frozenset(),
        *,
        sees_all: bool = True,
    ) -> Decision:
        """Decide at a state about points that touch now, let go, begin to slip, or cease to.

        Friction by reactions is as strong as these, which follow from the modes: both are found in turn.
        """
        strengths = self.system.strengths_by_reactions(self.t, x, self.tau, self.p)
        for _ in range(ROUNDS):
            one = replace(self, strengths=strengths)
            found = one._decided(x, touching, opening, slip_directions or {}, resting, sees_all)
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
        slip_directions: Mapping[int, Vector],
        resting: frozenset[int],
        sees_all: bool,
        depth: int = 0,
    ) -> Decision:
        """Decide at a state with given strengths of joint friction."""
        points = self.system.points
        if depth > DEEPEST:
            names = ", ".join(repr(points[k].name) for k in sorted(touching))
            raise SolverError(
                f"endless events at t = {self.t:.9g}: {names} end and begin again to touch without time going on, "
                "as where a body slides from an edge to a corner; da.methods.MoreauJean(step) goes past it"
            )
        before = [point.mode(x[self.system.z_start :]) for point in points]
        x = self._with_compliant_switched(x, touching, opening)
        closed = [
            k
            for k, mode in enumerate(before)
            if (mode != OPEN or k in touching or points[k].normal is None)
            and (k not in opening or self.system.shares_load(x[self.system.z_start :]))
            and not points[k].is_compliant
        ]
        numbers = self.at(x)
        new = {k for k in closed if before[k] == OPEN and points[k].normal is not None}
        passing = self._passing(numbers, x, closed, new, slip_directions, resting)
        closed = [k for k in closed if k not in passing]
        self._check_gradients(numbers, closed)
        x, numbers, struck, changes = self._struck(x, numbers, closed)
        there = replace(self, is_struck=self.is_struck or bool(struck))
        speeds, sizes = numbers.normal_speeds(), self._sizes(numbers, x)
        held = [
            k
            for k in closed
            if points[k].normal is None
            or (not there.is_struck and before[k] != OPEN)
            or speeds[k] <= max(APPROACHES * sizes[k], PARTS * max(struck.values(), default=0.0))
        ]
        try:
            chosen, motions = there._chosen(numbers, x, held, slip_directions, resting, sees_all)
        except InconsistentError:
            k = self._jamming(numbers, held)
            if k is None:
                raise
            jams = partial(impulses_by, points[k].law, p=self.p, jams=True)
            x, jam = self._after(x, numbers, [points[k]], points[k].law, impulses_of=jams, what="jams")
            rest = self._decided(x, touching, opening, {}, resting | {k}, sees_all, depth + 1)
            return replace(rest, changes=(*changes, *jam, *rest.changes))
        last_bounces = self._last_bounces(numbers, closed, held, chosen, struck, x)
        if last_bounces:
            x, further = self._brought_to_rest(x, numbers, last_bounces, self._held_rows(held, chosen))
            parted = opening.union(k for k in closed if k not in {*held, *last_bounces})
            slow = self._next_to_no_slip(self.at(x), {*held, *last_bounces}, last_bounces)
            rest = there._decided(
                x, touching.union(last_bounces), parted, slip_directions, resting | slow, True, depth + 1
            )
            return replace(rest, changes=(*changes, *further, *rest.changes))
        x, stopped = self._without_slip(x, numbers, held, chosen, resting)
        x, modes, is_redundant = self._switched(x, numbers, held, chosen, opening, resting, motions)
        changed = [
            ContactChange(points[k].name, points[k].event_word(mode))
            for k, (mode, old) in enumerate(zip(modes, before, strict=True))
            if mode != old
        ]
        turned = [
            ContactChange(points[k].name, "turns")
            for k in sorted(resting)
            if modes[k] == before[k] == SLIPPING and len(points[k].tangents) == 1
        ]
        told = (*changes, *stopped, *turned, *changed)
        return Decision(x, told, is_redundant, modes)

    def _passing(
        self,
        numbers: ContactNumbers,
        x: Vector,
        closed: Sequence[int],
        new: Collection[int],
        slip_directions: Mapping[int, Vector],
        resting: frozenset[int],
    ) -> set[int]:
        """New points that only graze: next to no approach is turned round by what the others do, in no depth.

        So an edge that hands over to a corner does so where its own gap opens, and not by rounding before.
        """
        if len(new) == len(closed) or not new:
            return set()
        speeds, sizes, points = numbers.normal_speeds(), self._sizes(numbers, x), self.system.points
        slow = {k for k in new if -GRAZES * sizes[k] < speeds[k] < -APPROACHES * sizes[k]}
        others = [k for k in closed if k not in slow]
        if not slow or not others:
            return set()
        try:
            chosen, _ = self._chosen(numbers, x, others, slip_directions, resting, False)
        except SolverError:
            return set()
        slots = numbers.slots([points[k] for k in others])
        a = numbers.free + numbers.W[:, slots[slots >= 0]] @ chosen.lam[slots >= 0]
        rows = {k: i for k in slow if (i := points[k].normal) is not None}
        return {k for k, i in rows.items() if a[i] > 0.0 and speeds[k] ** 2 <= 2.0 * a[i] * LOWEST}

    def _with_compliant_switched(self, x: Vector, touching: frozenset[int], opening: frozenset[int]) -> Vector:
        """The state with compliant contacts closed or open: speeds do not jump."""
        found = x.copy()
        z = found[self.system.z_start :]
        for k, point in enumerate(self.system.points):
            if point.is_compliant and k in touching | opening:
                for what, value in (("mode", SLIPPING), ("touches", 1.0), ("watched", 1.0)):
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

    def _next_to_no_slip(
        self, numbers: ContactNumbers, own: Collection[int], last_bounces: Mapping[int, tuple[float, float, float]]
    ) -> frozenset[int]:
        """Points whose slip would end within the height of last bounces: it comes to rest with these.

        A box that rocks on rough ground would slip, tip and fall again and again without end.
        """
        fall = max(-a for _, a, _ in last_bounces.values())
        points = self.system.points
        most = {k: points[k].rows.friction.static * fall * 2.0 * LOWEST for k in own}
        return frozenset(k for k in own if points[k].tangents and numbers.slip_speed(points[k]) ** 2 < most[k])

    def _without_slip(
        self, x: Vector, numbers: ContactNumbers, held: Sequence[int], chosen: Chosen, resting: frozenset[int]
    ) -> tuple[Vector, tuple[ContactChange, ...]]:
        """What is left of slip is taken away where it ends; in the plane if it is no rounding.

        So a point in space that slips on in another direction has no slip against it.
        """
        points = self.system.points
        rows, names = [], []
        for i, k in enumerate(held):
            own = points[k].slip_rows
            is_patch = points[k].has_patch_friction
            rests = k in resting or (is_patch and size_of(points[k], motion_of(numbers, points[k])) <= SLIP_ENDS)
            if not (own and rests and chosen.is_closed[i]) or (len(own) == 1 and chosen.slips[i]):
                continue
            speed = float(np.linalg.norm(numbers.psi[list(own)]))
            if speed > SLIPS * self._typical_speed(numbers, x, own):
                rows += list(own)
                names.append(points[k].name)
        if not rows:
            return x, ()
        kept = [row for row in self._held_rows(held, chosen) if row not in rows]
        all_rows = [*kept, *rows]
        right = np.concatenate([np.zeros(len(kept)), -numbers.psi[rows]])
        impulses = np.linalg.lstsq(numbers.W[np.ix_(all_rows, all_rows)], right, rcond=1e-10)[0]
        work = 0.5 * float(impulses[len(kept) :] @ numbers.psi[rows])
        eom = self.system.dynamics.equations
        values = {eom.rows[r].name: float(y) for r, y in zip(all_rows, impulses, strict=True)}
        change = numbers.responses[:, all_rows] @ impulses
        return self.system.with_speeds(x, change), (ContactChange(names[0], "stops", values, work),)

    def _shared(
        self, x: Vector, numbers: ContactNumbers, held: Sequence[int], chosen: Chosen, opening: Collection[int]
    ) -> Mapping[str, Vector]:
        """Which rows are on, and who carries, by native code; of all points."""
        points, z, d = self.system.points, x[self.system.z_start :], numbers.tangents_of(self.system.points)
        n = len(points)
        given = {name: np.zeros(n) for name in ("mu", "base", "closed", "slips", "settled")}
        given |= {"way": np.zeros((n, d)), "carries": np.ones(n)}
        for i, k in enumerate(held):
            point = points[k]
            if point.normal is None:
                given["base"][k] = numbers.strength(point, self.strengths)[1]
            else:
                given["mu"][k] = number_of(point.rows.friction.kinetic_at(numbers.slip_speed(point)))
            given["closed"][k], given["slips"][k] = chosen.is_closed[i], chosen.slips[i]
            given["way"][k, : chosen.direction.shape[1]] = np.nan_to_num(chosen.direction[i])
        for k, point in enumerate(points if opening else ()):
            if "shared" in point.states:
                # all others go on as they did
                carried = point.mode(z) == OPEN or max(z[point.states["touches"]], z[point.states["shared"]]) > 0.5
                given["settled"][k] = float(k in opening)
                given["carries"][k] = float(carried != (k in opening))
        shape = ConeShape(tuple(point.normal is not None for point in points), d)
        c = numbers.vector(numbers.free, points, 0.0)
        return SharingRoutine(shape).of_numbers(W=numbers.square(points), c=c, **given)

    def _switched(
        self,
        x: Vector,
        numbers: ContactNumbers,
        held: Sequence[int],
        chosen: Chosen,
        opening: Collection[int],
        resting: Collection[int],
        motions: Mapping[int, Motion],
    ) -> tuple[Vector, tuple[int, ...], bool]:
        """The state with modes written into it; of rows that depend on each other, some are off."""
        system, found = self.system, x.copy()
        z, lam = found[system.z_start :], chosen.lam.reshape(len(held), -1) if held else np.zeros((0, 1))
        modes = [point.mode(z) if point.is_compliant else OPEN for point in system.points]
        shared, d = self._shared(x, numbers, held, chosen, opening), numbers.tangents_of(system.points)
        on, largest = shared["on"].reshape(-1, 1 + d), self._typical_force(numbers)
        for i, k in enumerate(held):
            if shared["closed"][k] > 0.5:
                modes[k] = STICKING if system.points[k].tangents and not chosen.slips[i] else SLIPPING
        for k, (point, mode) in enumerate(zip(system.points, modes, strict=True)):
            if point.is_compliant:
                continue
            touches = float(on[k, 0]) if point.normal is not None else 0.0
            own = {
                "undecided": 0.0,
                "lift": 0.0,
                "press": 0.0,
                "mode": float(mode),
                "touches": touches,
                "watched": float(shared["watched"][k]),
            }
            if point.rows.may_share:
                own["shared"] = float(mode != OPEN) * shared["carries"][k] * (1.0 - touches)
            i = held.index(k) if mode != OPEN else 0
            if mode != OPEN and point.normal is not None and lam[i, 0] <= LIGHT * largest:
                # a force that begins at zero may fall below it by rounding, and no more
                own["press"] = PULLS * largest
            if point.rows.has_friction:
                own["plane"] = float(len(point.tangents) == 1)
            for j, row in enumerate(point.tangents):
                which = system.dynamics.equations.rows[row].name.rpartition(" ")[2]
                own[f"stick {which}"] = float(mode == STICKING) * float(on[k, 1 + j])
                own[f"slip {which}"] = float(chosen.direction[i, j]) if mode == SLIPPING else 0.0
            if point.has_patch_friction:
                begun = motions.get(k, np.zeros(3)) if mode == SLIPPING else np.zeros(3)
                own |= dict(zip(("slip first", "slip second", "slip spin"), map(float, begun), strict=True))
                own["stick first"] = float(mode == STICKING)
            elif mode == SLIPPING and len(point.tangents) > 1:
                speed = 0.0 if k in resting else numbers.slip_speed(point)
                own["lift"] = SLOWED * speed if speed > UNSEEN_SLIP else -UNSEEN_SLIP
            for what, value in own.items():
                z[point.states[what]] = value
        return self._lifted(found, numbers, modes), tuple(modes), bool(shared["redundant"][0] > 0.5)

    def _lifted(self, x: Vector, numbers: ContactNumbers, modes: Sequence[int]) -> Vector:
        """The state with gaps that are closed at zero, and how far below zero open ones are then."""
        points, gaps = self.system.points, numbers.phi
        closed = [
            abs(gap)
            for p, gap, mode in zip(points, gaps, modes, strict=True)
            if mode != OPEN and not p.is_compliant
        ]
        if max(closed, default=0.0) > CLOSED:
            # what is closed by a distance of its own is moved together, and others with it
            x = self.system.projected(self.t, x, self.tau, self.p)
            gaps = self.at(x).phi
        z = x[self.system.z_start :]
        speeds, sizes = numbers.normal_speeds(), self._sizes(numbers, x)
        q = x[: len(self.system.dynamics.equations.coordinates)]
        for point, gap, mode, speed, size in zip(points, map(float, gaps), modes, speeds, sizes, strict=True):
            if mode == OPEN and point.normal is not None and not point.is_compliant and gap <= LIFT:
                z[point.states["lift"]] = max(float(np.nextafter(-gap, 1.0)), LEAST) if gap <= 0.0 else 0.0
                if speed <= SLOWLY * size:
                    # it opens without speed: its gap is rounding for a while
                    z[point.states["lift"]] += ROUNDING * (1.0 + float(np.abs(q).max(initial=0.0)))
        return x

    def _typical_force(self, numbers: ContactNumbers) -> float:
        """A scale of normal forces: the force that would stop all accelerations without contacts."""
        a, M = numbers.free_accelerations, numbers.found["M"]
        own = [float(numbers.W[i, i]) for point in self.system.points if (i := point.normal) is not None]
        return float(np.sqrt(abs(a @ M @ a) / max(own))) if own and max(own) > 0.0 else 0.0


def begun(system: ContactSystem, x: Vector) -> Decision:
    """A state at the start whose modes are known."""
    modes = tuple(point.mode(x[system.z_start :]) for point in system.points)
    words = zip(system.points, modes, strict=True)
    return Decision(
        x, tuple(ContactChange(point.name, point.event_word(mode)) for point, mode in words), False, modes
    )
