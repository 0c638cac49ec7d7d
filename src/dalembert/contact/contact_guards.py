"""Guards that native code watches along a run with contacts, and its actions there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array, Matrix, Vector
from dalembert.contact.cone_code import ConeShape
from dalembert.contact.contact_system import SLIPPING, STICKING, ContactSystem, Point
from dalembert.contact.decision_layout import KINDS, MEETS, UNDECIDED
from dalembert.contact.margin_code import MarginShape
from dalembert.contact.native_decisions import Decide, decision_layout
from dalembert.contact.routines import MarginRoutine
from dalembert.equations.shared_loads import SharedLoads
from dalembert.expr.functions import absolute_value, less, maximum, minimum, sqrt, where
from dalembert.expr.node import Expression
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products
from dalembert.model.contacts.compliance import Relaxation
from dalembert.model.contacts.contact_rows import SHARED
from dalembert.model.contacts.open_laws import is_positive
from dalembert.numerics.contact_levels import EPSILON, LEAST, ROUNDING, SLIP_ENDS, TOUCHES
from dalembert.runs.actions_at_events import Action, Impulse, Reset
from dalembert.runs.events import Event

GUARDS = KINDS
"""What happens at each point: the gap closes, the normal force or the margin to the cone of friction vanishes,
slip ends. A smooth point that meets alone and fast bounces; slow, it may rest, and with others it is one impact.
What native code leaves undecided ends a segment. Should a closing be hidden by rounding, as right behind an
opening, the gap is seen a little below zero."""

DEEP = 1e-9
"""How far below zero, in metres."""

FAST = 2e-6
"""Speed of approach, in m/s, from which on a smooth point bounces in native code; below it may come to rest."""


LEAVES = 2e-6
"""Speed, in m/s, from which on what yielded leaves where it is no longer in touch."""


class ContactGuards:
    """Values whose changes of sign are events of contacts, and what happens at each."""

    def __init__(self, system: ContactSystem, left_out: Collection[str] = ()) -> None:
        self.system = system
        layout = None if self.is_dry else decision_layout(system, left_out)
        self.decide = None if layout is None else Decide(system, layout)
        """What native code does where modes change; None if it cannot decide about them."""

    def point_of(self, guard: int) -> Point:
        """The point that a guard is about."""
        return self.system.points[guard // len(GUARDS)]

    def is_bounce(self, guard: int) -> bool:
        """Whether what native code does at a guard is an impact."""
        return GUARDS[guard % len(GUARDS)] == "bounce"

    def is_decision(self, guard: int) -> bool:
        """Whether native code decides at a guard what all points do."""
        return bool(self.acting[guard]) and not self.is_bounce(guard) and self.decide is not None

    @property
    def takes_actions(self) -> bool:
        """Whether native code decides what contacts do after an event of the run has acted."""
        return self.decide is not None or self.is_dry

    @cached_property
    def are_bounces(self) -> NDArray[np.bool_]:
        """Whether guards are bounces, (n,)."""
        return np.array([self.is_bounce(k) for k in range(len(self.guards))], dtype=bool)

    @cached_property
    def guards(self) -> tuple[Any, ...]:
        """Expressions whose changes of sign end segments, `GUARDS` for each point."""
        return tuple(y for point in self.system.points for y in self._guards_of(point))

    def _guards_of(self, point: Point) -> list[Any]:
        lam = self.system.dynamics.solved.multipliers
        mode = self.system.z(point, "mode")
        is_open, sticks, is_blind = less(mode, 0.5), less(1.5, mode), less(self.system.z(point, "watched"), 0.5)
        found: dict[str, Any] = dict.fromkeys(GUARDS, 1.0)
        if self.decide is not None or self.bounces(point):
            left = self.system.z(point, "undecided")
            found["undecided"] = UNDECIDED - 0.5 - left
            if self.decide is not None:
                # what was left open is not decided anew
                found["meets"] = where(less(UNDECIDED - 0.5, left), 1.0, MEETS - 0.5 - left)
        if point.normal is not None:
            gap, rate = self.system.gap_of(point)
            # on its way back no more is left of how deep it was than rounding: depths would add up
            lift = self.system.z(point, "lift")
            above = gap + where(less(0.0, rate), lift, minimum(lift, self._rounding))
            found["gap"] = where(is_open, above, 1.0)
            if not point.is_compliant:
                found["deep"] = where(is_open, above + DEEP, 1.0)
            elif self.acts_late(point):
                found["gap"] = where(is_open, maximum(gap, self._beyond(point.normal)), 1.0)
            if self.bounces(point):
                found["gap"] = where(self._all_open, 1.0, found["gap"])
                rising = where(less(0.0, rate), self.system.z(point, "lift"), 0.0)
                found["bounce"] = where(self._all_open, gap + rising, 1.0)
                found["deep"] = where(self._all_open, 1.0, found["deep"])
            left = lam[point.normal] + self.system.z(point, "press")
            if point.rows.release_by_gap:
                left = -gap
            elif point.is_compliant and not isinstance(point.rows.compliance, Relaxation):
                # what stays at zero but for rounding rests
                left = minimum(left, where(less(LEAVES, rate), -gap, 1.0))
            if point.rows.may_share:
                carries = less(0.5, self.system.z(point, "touches") + self.system.z(point, SHARED))
                left = where(carries, left, -1.0 * self._borne[point.normal])
            found["force"] = where(is_open, 1.0, where(is_blind, 1.0, left))
        if point.combined is not None and point.spin is not None:
            rows = [self.system.dynamics.equations.constraint_rows[i].psi for i in (*point.tangents, point.spin)]
            left = point.combined.motion_left(rows[:-1], rows[-1]) - SLIP_ENDS
            found["slip"] = where(is_open, 1.0, where(sticks, 1.0, left))
            force = sqrt(sum((lam[i] * lam[i] for i in point.tangents), 0.0))
            holds = point.combined.hold_left(force, absolute_value(lam[point.spin]), lam[point.normal])
            found["cone"] = where(is_blind, 1.0, where(sticks, holds, 1.0))
        elif point.tangents:
            held = sqrt(sum((lam[i] * lam[i] for i in point.tangents), 0.0))
            static = point.rows.friction.static
            most = self.system.strengths_of(point)[0] if point.normal is None else static * lam[point.normal]
            found["cone"] = where(is_blind, 1.0, where(sticks, most - held, 1.0))
            found["slip"] = where(is_open, 1.0, where(sticks, 1.0, self._slip_left(point)))
            if point.rows.creep is not None:
                # slow as it begins to slip, it has not come to an end: what only jumps would
                found["slip"] = where(is_open, 1.0, self._slip_left(point))
                found["force"] = where(is_open, 1.0, where(sticks, 1.0, self._creep_left(point)))
        if point is self.system.points[0] and self.may_be_blind:
            found["shares"] = self._margin
        return [found[name] for name in GUARDS]

    @cached_property
    def _borne(self) -> dict[int, Any]:
        """Loads that points would bear of those whose rows are on, by their normal rows."""
        loads = SharedLoads(self.system.dynamics.solved.solved_rows)
        lam = self.system.dynamics.solved.multipliers
        return dict(zip(loads.rows, products(loads.shares, lam[loads.rows]), strict=True))

    @property
    def may_be_blind(self) -> bool:
        """Whether single forces may not be unique."""
        return not self.is_dry and sum(len(point.own_rows) for point in self.system.points) > 1

    @property
    def _margin(self) -> Any:
        """The margin until points whose single forces are not unique cannot bear their load any more."""
        eom, points = self.system.dynamics.equations, self.system.points
        d = max(len(point.tangents) for point in points)
        shape = MarginShape(
            ConeShape(tuple(point.normal is not None for point in points), d),
            len(eom.speeds),
            len(self.system.bilateral),
        )
        J, lam = eom.J, self.system.dynamics.solved.multipliers
        slots = [
            [-1 if p.normal is None else p.normal, *p.tangents, *[-1] * (d - len(p.tangents))] for p in points
        ]
        rows, none = [i for own in slots for i in own], [0.0] * len(eom.speeds)
        given = {
            "J": [x for i in rows for x in (none if i < 0 else J[i])],
            "J_lasting": [self.system.lasting_switches[i] * x for i in self.system.bilateral for x in J[i]],
            "lam": [0.0 if i < 0 else lam[i] for i in rows],
            "mu": [p.rows.friction.static for p in points],
            "base": [0.0 if p.normal is not None else self.system.strengths_of(p)[0] for p in points],
            **{what: [self.system.z(point, what) for point in points] for what in ("mode", "watched")},
        }
        return MarginRoutine(shape).of(**given)["margin"][0]

    @staticmethod
    def acts_late(point: Point) -> bool:
        """Whether a point that is closed by its gap lets bodies pass as long as it would have to pull them."""
        return point.is_compliant and not point.rows.release_by_gap

    def bounces(self, point: Point) -> bool:
        """Whether a point is smooth and springs back, so that an impact with it alone needs no choice."""
        is_rigid = point.normal is not None and not point.is_compliant and point.law.rebound(True) is not None
        is_left = self.decide is None or len(self.system.points) == 1
        arms = [force.impulse_arm for force in self.system.sliding.values() if force.impulse_arm is not None]
        is_smooth = not point.rows.has_friction and not any(of == point.name for of, _ in arms)
        return is_left and is_rigid and is_smooth and is_positive(point.law.rebound(True))

    @cached_property
    def _rounding(self) -> Any:
        """Rounding of gaps."""
        return ROUNDING * (1.0 + reduce(maximum, map(absolute_value, self.system.dynamics.equations.q), 0.0))

    @cached_property
    def _all_open(self) -> Any:
        """Whether no point is closed."""
        return less(sum((self.system.z(point, "mode") for point in self.system.points), 0.0), 0.5)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Events at the guards: those without a choice are handled in native code, others end a segment."""
        found = []
        for k, guard in enumerate(self.guards):
            point, kind = self.system.points[k // len(GUARDS)], GUARDS[k % len(GUARDS)]
            does = self._does(point, kind) if isinstance(guard, Expression) else ()
            closes = kind in ("gap", "bounce") and point.normal is not None and not self.acts_late(point)
            looks = kind in ("force", "cone", "slip", "shares") or (kind == "gap" and self.acts_late(point))
            found.append(Event(f"{point.name} {kind}", guard, -1, not does, does, closes, looks))
        return tuple(found)

    def values(self, times: Vector, states: Matrix, tau: Array, p: Mapping[str, Any]) -> Matrix:
        """Normal forces and margins of friction of closed points in many states (N, n); one at other guards."""
        return self.forces_among(self.all_values(times, states, tau, p))

    def all_values(self, times: Vector, states: Matrix, tau: Array, p: Mapping[str, Any]) -> Matrix:
        """Values of all guards in many states (N, n)."""
        return np.asarray(self.system.values_in(self._function, times, states, tau, p)["guards"], dtype=float)

    def forces_among(self, values: Matrix) -> Matrix:
        """Values of guards of normal forces and margins of friction; one at other guards."""
        return np.where(self._are_forces, values, 1.0)

    def slips_among(self, values: Matrix) -> Matrix:
        """How fast points slip in the direction in which they began to, which friction brakes; one at others."""
        return np.where(self._are_slips, values, 1.0)

    @cached_property
    def _are_slips(self) -> NDArray[np.bool_]:
        """Which guards are such speeds; what creeps, or spins too, has others."""
        is_slip = np.array([kind == "slip" for kind in GUARDS])
        points = [p for p in self.system.points]
        return np.concatenate([is_slip & (p.rows.creep is None and p.combined is None) for p in points])

    @cached_property
    def late(self) -> dict[int, int]:
        """Numbers of points that act late, and where their guards begin."""
        return {k: k * len(GUARDS) for k, point in enumerate(self.system.points) if self.acts_late(point)}

    def late_values(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Vector:
        """Values below zero where points that act late should be closed or open and are not; (n,)."""
        found = self.system.values(self._function, t, x, tau, p)["guards"]
        places = np.array(list(self.late.values()))[:, None] + [GUARDS.index("gap"), GUARDS.index("force")]
        # the guard of the mode that a point does not have is one
        return np.asarray(np.asarray(found, dtype=float)[places].min(axis=1))

    def holds(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> bool:
        """Whether nothing that is closed pulls, and friction holds all that sticks."""
        return bool((self.values(np.array([t]), x[None], tau, p) > 0.0).all())

    @cached_property
    def _function(self) -> Any:
        return self.system.dynamics.function({"guards": np.array(self.guards, dtype=object)})

    @cached_property
    def _are_forces(self) -> NDArray[np.bool_]:
        """Which guards are forces; what creeps has none that tells its modes apart."""
        kinds = [kind in ("force", "cone", "shares") for kind in GUARDS]
        return np.concatenate([np.array(kinds) & (p.rows.creep is None) for p in self.system.points])

    @cached_property
    def acting(self) -> NDArray[np.bool_]:
        """Which events act in native code, by their numbers."""
        return np.array([bool(event.actions) for event in self.events], dtype=bool)

    def _does(self, point: Point, kind: str) -> tuple[Action, ...]:
        """Actions of native code at a guard."""
        if kind == "bounce" and self.bounces(point):
            return self._bounce(point)
        if self.decide is not None and kind != "undecided" and kind != "bounce":
            return (self.decide,)
        if self.is_dry and kind == "cone":
            return (self._slides(point, self.system.dynamics.solved.multipliers[point.tangents[0]]),)
        if self.is_dry and kind == "slip":
            return (self._rests(point),)
        return ()

    @cached_property
    def is_dry(self) -> bool:
        """Whether all points are dry friction of given strength along speeds of their own, the only rows.

        Then modes that fit are the only ones that do, and a point after the other may change them.
        """
        rows, points = self.system.dynamics.equations.constraint_rows, self.system.points
        if len(rows) != len(points) or not all(self._is_given(point) for point in points):
            return False
        columns = [tuple(row.J) for row in rows]
        are_numbers = all(isinstance(x, int | float) for row in rows for x in row.J.values())
        return are_numbers and all(len(own) == 1 for own in columns) and len(set(columns)) == len(columns)

    def _is_given(self, point: Point) -> bool:
        is_plain = point.rows.creep is None and point.name not in self.system.sliding
        return is_plain and point.normal is None and len(point.tangents) == 1

    def _slides(self, point: Point, force: Any) -> Reset:
        """A point begins to slip against the friction that held it."""
        along = where(less(force, 0.0), 1.0, -1.0)
        return self._switch(point, (float(SLIPPING), 0.0, along))

    def _switch(self, point: Point, values: tuple[Any, Any, Any]) -> Reset:
        """Another mode, whether the row is on, and the direction of slip, which is at zero up to rounding."""
        rest = absolute_value(self.system.velocity_of(point.tangents[0])) * (1.0 + EPSILON) + LEAST
        names = ("mode", f"stick {self._which(point)}", self.system.along(point), "lift")
        return Reset(dict(zip((f"{point.name}.{x}" for x in names), (*values, rest), strict=True)))

    def _rests(self, point: Point) -> Reset:
        """A point whose slip has ended sticks if friction can hold what it had to, and else turns round."""
        sticks = f"stick {self._which(point)}"
        held = {self.system.z(point, "mode"): float(STICKING), self.system.z(point, sticks): 1.0}
        force = substitute(self.system.dynamics.solved.multipliers[point.tangents[0]], held)
        holds = less(absolute_value(force), self.system.strengths_of(point)[0])
        along = where(holds, 0.0, where(less(force, 0.0), 1.0, -1.0))
        return self._switch(point, (where(holds, float(STICKING), float(SLIPPING)), where(holds, 1.0, 0.0), along))

    def dry_start(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Vector | None:
        """A state with modes, where all that rests is held by friction and all else slides for sure; else None."""
        if not self.is_dry:
            return None
        found, start = x.copy(), self.system.z_start
        velocities = self.system.values(self._margins, t, x, tau, p)["velocities"]
        for point, v in zip(self.system.points, map(float, velocities), strict=True):
            if 0.0 < abs(v) < SLIP_ENDS:
                return None
            states = {"mode": float(SLIPPING if v else STICKING), "watched": 1.0, "plane": 1.0}
            states |= {
                f"stick {self._which(point)}": float(v == 0.0),
                self.system.along(point): float(np.sign(v)),
            }
            for what, value in states.items():
                found[start + point.states[what]] = value
        margins = self.system.values(self._margins, t, found, tau, p)["margins"]
        return found if (np.asarray(margins, dtype=float) > 0.0).all() else None

    @cached_property
    def _margins(self) -> Any:
        """Velocities of slip, and by how much friction holds what sticks."""
        velocities = [self.system.velocity_of(point.tangents[0]) for point in self.system.points]
        margins = self.guards[GUARDS.index("cone") :: len(GUARDS)]
        outputs = {"velocities": np.array(velocities, dtype=object), "margins": np.array(margins, dtype=object)}
        return self.system.dynamics.function(outputs)

    def _which(self, point: Point) -> str:
        return self.system.along(point).removeprefix("slip ")

    def _bounce(self, point: Point) -> tuple[Action, ...]:
        """The impulse that lets a point spring back, and what is below zero by rounding then."""
        assert point.normal is not None
        gap, rate = self.system.gap_of(point)
        name = self.system.dynamics.equations.rows[point.normal].name
        below = maximum(-gap * (1.0 + EPSILON), LEAST)
        # far from the origin, bounces are as high as places are rounded sooner
        far = reduce(maximum, map(absolute_value, self.system.dynamics.equations.q), 1.0)
        slow = where(less(rate, -FAST * sqrt(far)), where(self._is_alone(point), 0.0, 1.0), 1.0)
        e = point.law.rebound(True)
        if isinstance(e, Expression):
            # where it is zero, the body stays
            slow = where(less(0.0, e), slow, 1.0)
        what = UNDECIDED if self.decide is None else MEETS
        lift, bounced = where(less(0.0, gap), 0.0, below), -e * rate
        return (
            Reset({f"{point.name}.lift": lift, f"{point.name}.undecided": slow * what}),
            Impulse({name: where(less(slow, 0.5), bounced, rate)}),
        )

    def _is_alone(self, point: Point) -> Any:
        """Whether no other point touches: those that meet at one instant are one impact, which is decided."""
        others = [p for p in self.system.points if p is not point and p.normal is not None and not p.is_compliant]
        gaps = [self.system.gap_of(p)[0] for p in others]
        return less(TOUCHES, reduce(minimum, gaps)) if gaps else True

    def _slip_left(self, point: Point) -> Any:
        """Speed of slip along the direction in which it began; in space it may have turned since."""
        if (creep := point.rows.creep) is not None:
            return absolute_value(self.system.velocity_of(point.tangents[0])) - creep.tolerance
        slips = [self.system.velocity_of(i) for i in point.tangents]
        along = sum((v * self.system.z(point, self.system.along(point, i)) for i, v in enumerate(slips)), 0.0)
        lift = self.system.z(point, "lift")
        return along + lift if len(slips) == 1 else along - lift

    def _beyond(self, row: int) -> Any:
        """By how much the motion along a row exceeds what the row asks for: where it does, it would pull."""
        found, a = self.system.dynamics.equations.constraint_rows[row], self.system.dynamics.solved.accelerations
        return sum((x * a[k] for k, x in found.J.items()), -1.0 * found.gamma)

    def _creep_left(self, point: Point) -> Any:
        """By how much a load exceeds friction that slides below its tolerance: at zero it holds again."""
        (i,) = point.tangents
        assert point.rows.creep is not None
        beyond = self._beyond(i) * self.system.z(point, self.system.along(point)) + self.system.z(point, "lift")
        return where(less(absolute_value(self.system.velocity_of(i)), point.rows.creep.tolerance), beyond, 1.0)
