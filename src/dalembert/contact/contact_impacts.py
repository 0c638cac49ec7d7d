"""Impacts: bodies part, or come to rest where bounces end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.contact_system import STICKING, ContactNumbers, ContactSystem, Point
from dalembert.contact.friction_impulses import (
    FrictionImpulse,
    JointFriction,
    PatchFriction,
    TurningFriction,
    friction_impulses,
)
from dalembert.contact.impact_laws import StruckContacts, after_impact, check_work, impulses_by
from dalembert.contact.stick_or_slip import Chosen
from dalembert.errors import SolverError
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import evaluate
from dalembert.model.contacts.friction import NO_FRICTION
from dalembert.model.contacts.impacts import ImpactLaw, common_law
from dalembert.numerics.contact_levels import ACCUMULATES, APPROACHES, LOWEST, NOISE, PLACES, SLIPS


@dataclass(frozen=True, eq=False)
class ContactChange:
    """A change of one point of contact."""

    point: str
    what: str
    """`impact`, `opens`, `slides`, `turns`, `sticks`, `stops`, `comes to rest`, `jams`."""

    impulses: Mapping[str, float] = field(default_factory=dict)
    """By name of the row, in N s."""

    work: float = 0.0
    """Of the impulses of all points at this instant, in the first of their happenings."""

    accumulation: float | None = None
    """When the impacts of a bouncing contact come to an end."""

    parts: tuple[ContactChange, ...] = ()
    """What happened to each of several points that were struck together."""


@dataclass(frozen=True, eq=False)
class Impacts:
    """One instant of a run: the system, time, inputs and parameters; and impacts there."""

    system: ContactSystem
    t: float
    tau: Vector
    p: Mapping[str, float]
    span: float
    """Time of the whole run."""

    strengths: Matrix = field(default_factory=lambda: np.zeros((0, 2)))
    """Friction of joints by their reactions, in the modes at hand; (n, 2)."""

    is_struck: bool = False
    """Whether an impact has just changed velocities, so that slip may have turned."""

    def at(self, x: Vector) -> ContactNumbers:
        """Matrices in a state."""
        return self.system.at(self.t, x, self.tau, self.p)

    def _sizes(self, numbers: ContactNumbers, x: Vector) -> Vector:
        """Normal velocities that the energy of the motion could make, or that of free motion in all the time."""
        rows = [point.normal for point in self.system.points]
        return np.array([0.0 if i is None else self._typical_speed(numbers, x, [i]) for i in rows])

    def _typical_speed(self, numbers: ContactNumbers, x: Vector, rows: Sequence[int]) -> float:
        """Velocity along rows by all energy of the motion, or by that of free motion in all the time."""
        u = x[len(self.system.dynamics.equations.coordinates) : self.system.z_start]
        own, a, M = max(float(numbers.W[i, i]) for i in rows), numbers.free_accelerations, numbers.found["M"]
        return float(np.sqrt(abs(own * (u @ M @ u))) + np.sqrt(abs(own * (a @ M @ a))) * self.span)

    def _struck(
        self, x: Vector, numbers: ContactNumbers, closed: Sequence[int]
    ) -> tuple[Vector, ContactNumbers, dict[int, float], tuple[ContactChange, ...]]:
        """The state after the impact of points that approach, with all that are closed; speeds of approach."""
        points, speeds, sizes = self.system.points, numbers.normal_speeds(), self._sizes(numbers, x)
        struck = {k: -float(speeds[k]) for k in closed if speeds[k] < -APPROACHES * sizes[k]}
        if not struck:
            return x, numbers, {}, ()
        own = [k for k in closed if points[k].normal is not None]
        law = self._law([points[k].law for k in own], [points[k].name for k in own])
        x, changes = self._after(x, numbers, [points[k] for k in own], law)
        return x, self.at(x), struck, changes

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
        impulses_of: Callable[[StruckContacts], Vector] | None = None,
        what: str = "impact",
    ) -> tuple[Vector, tuple[ContactChange, ...]]:
        """The state after an impact by a law, or by impulses of its own."""
        impact = self._impact(x, numbers, points)
        slots, along = numbers.slots(points), np.zeros(len(numbers.psi))
        resistances = self._resistances(x, numbers, points) if impulses_of is None else []
        rows = [row for friction in resistances for row in friction.rows]
        if resistances:
            across = np.where(slots[:, None] < 0, 0.0, numbers.W[slots][:, rows])
            own, v = numbers.W[np.ix_(rows, rows)], numbers.psi[rows]
            impulses, along[rows] = friction_impulses(
                partial(impulses_by, law, p=self.p), impact, across, own, v, resistances
            )
        else:
            impulses = after_impact(law, impact, self.p) if impulses_of is None else impulses_of(impact)
        impulses = np.where(np.abs(impulses) > NOISE * np.abs(impulses).max(initial=0.0), impulses, 0.0)
        along[slots[slots >= 0]] += impulses[slots >= 0]
        work = 0.5 * float(along @ (2.0 * numbers.psi + numbers.W @ along))
        if resistances:
            check_work(law, impact, work, float(np.abs(along) @ np.abs(numbers.psi)))
        parts = []
        for i, point in enumerate(points):
            mine = [row for friction in resistances if friction.contact == i for row in friction.rows]
            values = self._by_name({k: float(along[k]) for k in dict.fromkeys([*point.own_rows, *mine])})
            if any(values.values()):
                parts.append(ContactChange(point.name, what, values))
        found = struck_together(
            parts, self._by_name(self._others(numbers, along, resistances)), work, self.system.contact_names
        )
        return self.system.with_speeds(x, numbers.responses @ along), found

    def _others(
        self, numbers: ContactNumbers, along: Vector, resistances: Sequence[FrictionImpulse]
    ) -> dict[int, float]:
        """Impulses of joints: of their rows, and of their friction."""
        rows = [row for friction in resistances if friction.contact is None for row in friction.rows]
        return numbers.reactions(along) | {row: float(along[row]) for row in rows if along[row]}

    def _by_name(self, values: Mapping[int, float]) -> dict[str, float]:
        """Impulses by names of their rows."""
        rows = self.system.dynamics.equations.rows
        return {rows[k].name: y for k, y in values.items()}

    def _impact(self, x: Vector, numbers: ContactNumbers, points: Sequence[Point]) -> StruckContacts:
        """The impact as laws see it, without friction of patches."""
        laws = [NO_FRICTION if point.has_patch_friction else point.rows.friction for point in points]
        speeds = [numbers.slip_speed(point) for point in points]
        return StruckContacts(
            numbers.square(points),
            numbers.vector(numbers.psi, points),
            np.array([law.static for law in laws]),
            np.array([point.law.restitution for point in points]),
            numbers.tangents_of(points),
            np.array([point.law.tangential for point in points]),
            np.array([number_of(law.kinetic_at(v)) for law, v in zip(laws, speeds, strict=True)]),
            np.array([float(self._slips_before(numbers, x, point)) for point in points]),
            names=tuple(point.name for point in points),
        )

    def _resistances(self, x: Vector, numbers: ContactNumbers, points: Sequence[Point]) -> list[FrictionImpulse]:
        """Friction beside that of points: of patches that slip and spin, against turning, and of joints."""
        contacts, joints = self._contact_resistances(points), self.system.friction_joints
        rows = [row for friction in contacts for row in friction.rows] + [
            row for p in joints for row in p.tangents
        ]
        slots, order = numbers.slots(points), list(self.system.sliding)

        def strength(point: Point, lam: Vector, beside: Vector) -> float:
            along = np.zeros(len(numbers.psi))
            along[slots[slots >= 0]] += lam[slots >= 0]
            along[rows] += beside
            for row, y in numbers.reactions(along).items():
                along[row] += y
            change = numbers.responses @ along
            found = self.system.strengths_by_impulses(self.t, x, self.tau, self.p, change, along)
            return float(found[order.index(point.name), int(self._slips_before(numbers, x, point))])

        return [*contacts, *(JointFriction(point.tangents, partial(strength, point)) for point in joints)]

    def _contact_resistances(self, points: Sequence[Point]) -> list[FrictionImpulse]:
        """Friction beside that of points by their own normal impulses."""
        found: list[FrictionImpulse] = []
        numbers = {point.name: i for i, point in enumerate(points)}
        for i, point in enumerate(points):
            if point.has_patch_friction and point.combined is not None and point.spin is not None:
                found.append(PatchFriction((*point.tangents, point.spin), i, point.combined))
        for point in self.system.points:
            force = self.system.sliding.get(point.name)
            if force is None or force.impulse_arm is None or not point.tangents:
                continue
            of, arm = force.impulse_arm
            if of in numbers:
                found.append(TurningFriction(point.tangents, numbers[of], arm))
        return found

    def _slips_before(self, numbers: ContactNumbers, x: Vector, point: Point) -> bool:
        """Whether a point slips, and more than by rounding."""
        if not point.tangents or point.mode(x[self.system.z_start :]) == STICKING:
            return False
        return numbers.slip_speed(point) > SLIPS * self._typical_speed(numbers, x, point.tangents)

    def _law(self, laws: Sequence[ImpactLaw], names: Sequence[str]) -> ImpactLaw:
        """The one law of an impact; those without any restitution fit to every law."""
        if (found := common_law(laws)) is None:
            words = ", ".join(sorted({type(law).__name__ for law in laws}))
            raise SolverError(
                f"{', '.join(map(repr, names))} meet at once under different laws: {words}; give one"
            )
        return found

    def _last_bounces(
        self,
        numbers: ContactNumbers,
        closed: Sequence[int],
        held: Sequence[int],
        chosen: Chosen,
        struck: Mapping[int, float],
        x: Vector,
    ) -> dict[int, tuple[float, float, float]]:
        """Points whose bouncing ends now: speed, acceleration, and the time that further bounces would take."""
        points, speeds, found = self.system.points, numbers.normal_speeds(), {}
        far = float(np.abs(x[: len(self.system.dynamics.equations.coordinates)]).max(initial=0.0))
        lowest = max(LOWEST, PLACES * far)
        slots = numbers.slots([points[k] for k in held])
        for k in closed:
            if k in held or (i := points[k].normal) is None:
                continue
            v = float(speeds[k])
            a = float(numbers.free[i] + numbers.W[i, slots[slots >= 0]] @ chosen.lam[slots >= 0])
            e = v / struck[k] if k in struck else points[k].law.restitution
            if not (a < 0.0 < v and e < 1.0):
                continue
            flight = 2.0 * v / -a
            left = flight / (1.0 - e)
            if flight <= ACCUMULATES * max(self.span, abs(self.t)) or v * v <= -2.0 * a * lowest:
                found[k] = (v, a, left)
        return found

    def _brought_to_rest(
        self,
        x: Vector,
        numbers: ContactNumbers,
        last_bounces: Mapping[int, tuple[float, float, float]],
        kept: Sequence[int],
    ) -> tuple[Vector, list[ContactChange]]:
        """The state without the last speeds of bouncing, while rows that are on stay so."""
        points, eom = self.system.points, self.system.dynamics.equations
        own = [i for k in last_bounces if (i := points[k].normal) is not None] + [*kept]
        right = np.array([*(-v for v, _, _ in last_bounces.values()), *(0.0 for _ in kept)])
        impulses = np.linalg.lstsq(numbers.W[np.ix_(own, own)], right, rcond=1e-10)[0]
        found = []
        for (k, (v, a, left)), i, impulse in zip(last_bounces.items(), own, map(float, impulses), strict=False):
            # what the bounces that are left out would exert: they also carry the weight
            whole = impulse * (1.0 + a * left / v)
            found.append(
                ContactChange(
                    points[k].name, "comes to rest", {eom.rows[i].name: whole}, 0.5 * v * impulse, self.t + left
                )
            )
        return self.system.with_speeds(x, numbers.responses[:, own] @ impulses), found


def struck_together(
    parts: Sequence[ContactChange], others: Mapping[str, float], work: float, contacts: Mapping[str, str]
) -> tuple[ContactChange, ...]:
    """Changes of points at one instant as one change with impulses of all rows, followed by its parts."""
    if not parts:
        return ()
    values = {name: x for part in parts for name, x in part.impulses.items()} | dict(others)
    if len(parts) == 1:
        return (replace(parts[0], impulses=values, work=work),)
    name = ", ".join(dict.fromkeys(contacts[part.point] for part in parts))
    return (ContactChange(name, parts[0].what, values, work, parts=tuple(parts)),)


def number_of(value: Scalar) -> float:
    """A number, or an expression without unknowns as one."""
    return float(value) if isinstance(value, int | float) else float(evaluate(value, {}))
