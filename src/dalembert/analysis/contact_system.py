"""Models with contacts as systems that runs can switch: rows, states of modes, guards, and what decides them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.analysis.actions import Action, Impulse, Reset
from dalembert.analysis.events import Event
from dalembert.contact.impacts import ImpactLaw
from dalembert.dynamics import Dynamics
from dalembert.equations.value import Equations
from dalembert.errors import FormulationError, ModelError, SolverError
from dalembert.expr.functions import less, maximum, sqrt, where
from dalembert.model.bodies import Body, Frame
from dalembert.model.contacts.rows import TANGENTS, ContactRows
from dalembert.model.contents import leaves
from dalembert.model.model import Model, flat
from dalembert.pipeline import as_dynamics

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

OPEN, SLIDES, STICKS = 0, 1, 2

GUARDS = ("gap", "force", "cone", "slip", "bounce", "slow")
"""What ends a segment at each point: the gap closes, the normal force or the margin to the cone of friction
vanishes, slip ends. A smooth point that meets alone and fast bounces without an end; slow, it may rest."""

FAST = 1e-5
"""Speed of approach, in m/s, from which on a smooth point bounces in native code; below it may come to rest."""

EPSILON, LEAST = 2.0**-52, 1e-300
"""What makes a number next to rounding larger, and the least number that is above zero."""


def has_contacts(model: Any) -> bool:
    """Whether there are contacts in a model, or in models inside it."""
    if not isinstance(model, Model):
        return False
    found: bool = model.kept("has contacts", lambda: any(part.contact_points() for part in flat(model).parts))
    return found


def without_contacts(dynamics: Dynamics, what: str) -> Dynamics:
    """Dynamics of what has no contacts; others are refused, for they would count as open."""
    if has_contacts(dynamics.equations.model):
        raise ModelError(
            f"{what} cannot treat contacts, which would count as open: leave them out of the model, or simulate"
        )
    return dynamics


@dataclass(frozen=True, eq=False)
class Point:
    """One point of contact, and where its rows and states stand."""

    rows: ContactRows
    normal: int | None
    """Number of its row; None if it always touches."""

    tangents: tuple[int, ...]
    states: Mapping[str, int]
    """Where its states stand in z."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.rows.name

    @property
    def law(self) -> ImpactLaw:
        """How it parts after an impact."""
        return self.rows.law

    @property
    def yields(self) -> bool:
        """Whether it says how penetration moves instead of that there is none."""
        return self.rows.yields is not None

    def mode(self, z: Vector) -> int:
        """Open, slides or sticks."""
        return round(float(z[self.states["mode"]]))


def contact_system(dynamics: Dynamics) -> ContactSystem:
    """The system with contacts of a model, made once."""
    found: ContactSystem = dynamics.shared("contacts", lambda: ContactSystem(dynamics.equations.model, dynamics))
    return found


def _check_same(given: Equations, derived: Equations) -> None:
    """Raise if equations have other states and inputs than those that the model has with its contacts."""
    for what in ("coordinates", "speeds", "inputs"):
        if getattr(given, what) != getattr(derived, what):
            raise FormulationError(
                f"these equations have the {what} {', '.join(getattr(given, what))}, but runs with contacts "
                f"derive the model anew, with {', '.join(getattr(derived, what))}; simulate the model itself"
            )


class ContactSystem:
    """A model with contacts, derived with their rows; all modes are states."""

    def __init__(self, model: Model, dynamics: Dynamics) -> None:
        plain = flat(model)
        touching = [(part, part.contact_points()) for part in plain.parts]
        parts = [part for part, own in touching if not own]
        points = [rows for _, own in touching for rows in own]
        _check_apart(plain, points)
        self.model = Model(*parts, *points, gravity=plain.gravity, ports=plain.ports, cut=plain.cut)
        engine: Any = dynamics.engine
        self.dynamics = as_dynamics(self.model, config=engine.config)
        eom = self.dynamics.equations
        _check_same(dynamics.equations, eom)
        if eom.laws.loads.laws:
            raise FormulationError(
                "forces that depend on reactions cannot stand beside contacts yet: give friction of joints as "
                "da.DryFriction(name, joint, static=…), or as part of a contact"
            )
        numbers = {row.name: i for i, row in enumerate(eom.rows)}
        self.points = tuple(self._point(rows, numbers) for rows in points)
        own = {i for point in self.points for i in (point.normal, *point.tangents) if i is not None}
        self.bilateral = tuple(i for i in range(len(eom.rows)) if i not in own)

    def _point(self, rows: ContactRows, numbers: Mapping[str, int]) -> Point:
        states = {what: self.dynamics.equations.states.index(f"{rows.name}.{what}") for what in rows.modes}
        tangents = [numbers[name] for which in TANGENTS if (name := f"{rows.name}.slip {which}") in numbers]
        normal = numbers.get(f"{rows.name}.normal")
        if normal is None and rows.strength is None:
            raise ModelError(f"no motion of the model changes the gap of {rows.name!r}; leave the contact out")
        return Point(rows, normal, tuple(tangents), states)

    # ---- expressions

    def _z(self, point: Point, what: str) -> Any:
        return self.dynamics.equations.z[point.states[what]]

    @cached_property
    def guards(self) -> tuple[Any, ...]:
        """Expressions whose changes of sign end segments, `GUARDS` for each point."""
        return tuple(y for point in self.points for y in self._guards_of(point))

    def _guards_of(self, point: Point) -> list[Any]:
        lam = self.dynamics.solved.multipliers
        mode = self._z(point, "mode")
        is_open, sticks, is_blind = less(mode, 0.5), less(1.5, mode), less(self._z(point, "watched"), 0.5)
        found: dict[str, Any] = dict.fromkeys(GUARDS, 1.0)
        if point.normal is not None:
            gap, _ = self.gap_of(point)
            above = gap + self._z(point, "lift")
            found["gap"] = where(is_open, above, 1.0)
            if self.bounces(point):
                found["gap"] = where(self._all_open, 1.0, found["gap"])
                found["bounce"] = where(self._all_open, above, 1.0)
                found["slow"] = 1.0 - 2.0 * self._z(point, "slow")
            left = -gap if point.rows.is_literal else lam[point.normal]
            found["force"] = where(is_open, 1.0, where(is_blind, 1.0, left))
        if point.tangents:
            held = sqrt(sum((lam[i] * lam[i] for i in point.tangents), 0.0))
            most = self.strengths_of(point)[0] if point.normal is None else self._static(point) * lam[point.normal]
            found["cone"] = where(is_blind, 1.0, where(sticks, most - held, 1.0))
            found["slip"] = where(is_open, 1.0, where(sticks, 1.0, self._slip_left(point)))
        return [found[name] for name in GUARDS]

    def bounces(self, point: Point) -> bool:
        """Whether a point is smooth and springs back, so that an impact with it alone needs no choice."""
        is_rigid = point.normal is not None and not point.yields
        return is_rigid and not point.rows.has_friction and point.law.restitution > 0.0

    @cached_property
    def _all_open(self) -> Any:
        """Whether no point is closed."""
        return less(sum((self._z(point, "mode") for point in self.points), 0.0), 0.5)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happens at the guards: a bounce is done in native code, all else ends a segment."""
        found = []
        for k, guard in enumerate(self.guards):
            point, kind = self.points[k // len(GUARDS)], GUARDS[k % len(GUARDS)]
            does = self._bounce(point) if kind == "bounce" and self.bounces(point) else ()
            closes = kind in ("gap", "bounce") and point.normal is not None
            found.append(Event(f"{point.name} {kind}", guard, -1, not does, does, touches=closes))
        return tuple(found)

    def _bounce(self, point: Point) -> tuple[Action, ...]:
        """The impulse that lets a point spring back, and what is below zero by rounding then."""
        assert point.normal is not None
        gap, rate = self.gap_of(point)
        name = self.dynamics.equations.rows[point.normal].name
        below = maximum(-gap * (1.0 + EPSILON), LEAST)
        lift, slow = where(less(0.0, gap), 0.0, below), where(less(rate, -FAST), 0.0, 1.0)
        return (
            Reset({f"{point.name}.lift": lift, f"{point.name}.slow": slow}),
            Impulse({name: where(less(rate, -FAST), -point.law.restitution * rate, rate)}),
        )

    def gap_of(self, point: Point) -> tuple[Any, Any]:
        """The gap of a point and its rate; one and zero if it always touches."""
        if point.normal is None:
            return 1.0, 0.0
        row = self.dynamics.equations.constraint_rows[point.normal]
        return (row.phi, row.psi) if row.gap is None else row.gap

    def _static(self, point: Point) -> float:
        return float(point.rows.friction.static)

    def strengths_of(self, point: Point) -> tuple[Any, Any]:
        """Greatest friction of a point without a normal force, at rest and in motion."""
        strength = point.rows.strength or (0.0, 0.0)
        return tuple(self.dynamics.solved.resolve(y) if not isinstance(y, float) else y for y in strength)  # type: ignore[return-value]

    def _slip_left(self, point: Point) -> Any:
        """Speed of slip along the direction in which it began; in space it may have turned since."""
        eom = self.dynamics.equations
        slips = [eom.constraint_rows[i].psi for i in point.tangents]
        along = sum((v * self._z(point, self.along(point, i)) for i, v in enumerate(slips)), 0.0)
        return along if len(slips) == 1 else along - self._z(point, "lift")

    def along(self, point: Point, i: int = 0) -> str:
        """The state that is the direction of slip of a point along one of its tangents."""
        name = self.dynamics.equations.rows[point.tangents[i]].name
        return f"slip {name.rpartition(' ')[2]}"

    # ---- numbers

    @cached_property
    def _parameters(self) -> frozenset[str]:
        """Names of the parameters that decisions depend on."""
        return frozenset(self._function.parameters)

    @cached_property
    def _function(self) -> Any:
        eom = self.dynamics.equations
        outputs: dict[str, Any] = {
            "M": eom.M,
            "f": eom.balance.forces,
            "J": eom.J,
            "gamma": eom.gamma,
            "gaps": np.array([self.gap_of(p) for p in self.points], dtype=object),
            "psi": eom.psi,
            "strengths": np.array([self.strengths_of(p) for p in self.points], dtype=object),
        }
        return self.dynamics.function({name: y for name, y in outputs.items() if np.size(y)})

    def at(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> ContactNumbers:
        """All that decides about contacts in a state, without their forces."""
        eom, function = self.dynamics.equations, self._function
        nq, nu = len(eom.coordinates), len(eom.speeds)
        z = x[nq + nu :].copy()
        for point in self.points:
            z[point.states["mode"]] = OPEN
        known = {name: value for name, value in p.items() if name in self._parameters}
        found = function(t=t, q=x[:nq], u=x[nq : nq + nu], z=z, tau=tau, parameters=known)
        return ContactNumbers(self, {name: np.asarray(y, dtype=float) for name, y in found.items()}, x[nq + nu :])

    def guard_values(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Vector:
        """Values of all guards that end segments in a state, with the modes that stand in it; one of others."""
        eom, function = self.dynamics.equations, self._guard_function
        nq, nu = len(eom.coordinates), len(eom.speeds)
        known = {name: value for name, value in p.items() if name in function.parameters}
        found = function(t=t, q=x[:nq], u=x[nq : nq + nu], z=x[nq + nu :], tau=tau, parameters=known)
        return np.where(self._ends_segments, np.asarray(found["guards"], dtype=float), 1.0)

    @cached_property
    def _guard_function(self) -> Any:
        return self.dynamics.function({"guards": np.array(self.guards, dtype=object)})

    @cached_property
    def _ends_segments(self) -> NDArray[np.bool_]:
        return np.array(
            [event.is_terminal and GUARDS[k % len(GUARDS)] != "slow" for k, event in enumerate(self.events)]
        )

    def point_of(self, guard: int) -> Point:
        """The point that a guard is about."""
        return self.points[guard // len(GUARDS)]

    def impulse_of(self, point: Point, recorded: Vector) -> float:
        """The normal impulse of a bounce among those that native code recorded."""
        assert point.normal is not None
        rows = self.dynamics.equations.rows
        names = [rows[i].name for i in self.dynamics.solved.independent]
        return float(recorded[names.index(rows[point.normal].name)])

    def approach(self, point: Point, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> float:
        """The rate of a gap in a state."""
        return float(self.at(t, x, tau, p).normal_speeds()[self.points.index(point)])

    def with_speeds(self, x: Vector, change: Vector) -> Vector:
        """A state with other speeds."""
        nq = len(self.dynamics.equations.coordinates)
        found = x.copy()
        found[nq : nq + len(change)] += change
        return found

    @property
    def z_start(self) -> int:
        """Where z begins in a state."""
        return len(self.dynamics.equations.coordinates) + len(self.dynamics.equations.speeds)


SLOWED = 0.1
"""Part of its speed at which slip in space is looked at again: whether it turns."""

STRAIGHT = 1e-7
"""Change of direction since then up to which slip is straight, so that it can be followed to its very end."""

SLIP_ENDS = 1e-6
"""Speed of slip in space, in m/s, at which it ends: what is left is taken away by an impulse."""


def _check_apart(model: Model, points: Sequence[ContactRows]) -> None:
    """Raise if two bodies that touch are one by welds."""
    group: dict[Body, Body] = {}

    def root(body: Body) -> Body:
        while body in group:
            body = group[body]
        return body

    for joint in model.joints:
        if not joint.speeds and (a := root(joint.parent_frame.body)) is not (b := root(joint.child_frame.body)):
            group[a] = b
    for rows in points:
        bodies = dict.fromkeys(leaf.body for leaf in leaves(rows.geometry) if isinstance(leaf, Frame))
        if len(bodies) == 2 and len({root(body) for body in bodies}) == 1:
            first, second = (body.name for body in bodies)
            raise ModelError(
                f"the contact {rows.name!r} is between {first!r} and {second!r}, which are welded together"
            )


class ContactNumbers:
    """Matrices of the contacts in one state, all other rows being kept."""

    def __init__(self, system: ContactSystem, found: Mapping[str, Any], z: Vector) -> None:
        self.system, self.found, self.z = system, found, z

    @property
    def phi(self) -> Vector:
        """Gaps of all points; zero of those that always touch."""
        always = [point.normal is None for point in self.system.points]
        return np.where(always, 0.0, self.found["gaps"][:, 0])

    @property
    def psi(self) -> Vector:
        """Velocities of all rows."""
        return np.asarray(self.found["psi"])

    def normal_speeds(self) -> Vector:
        """Rates of the gaps of all points."""
        return np.asarray(self.found["gaps"][:, 1])

    def slips(self, point: Point) -> Vector:
        """Slip of a point along its tangents."""
        return np.array([self.psi[i] for i in point.tangents])

    @cached_property
    def _responses(self) -> tuple[Matrix, Vector, Matrix]:
        """Accelerations by a unit of force along each row (nu, m), without contacts, and along each speed."""
        M, J, gamma = self.found["M"], self.found["J"], self.found["gamma"]
        left_out = self.system.dynamics.solution.left_out
        names = [row.name for row in self.system.dynamics.equations.rows]
        rows = [i for i in self.system.bilateral if names[i] not in left_out]
        rows += [
            p.normal for p in self.system.points if p.yields and p.mode(self.z) != OPEN and p.normal is not None
        ]
        n, m = len(M), len(rows)
        K = np.block([[M, -J[rows].T], [J[rows], np.zeros((m, m))]])
        forces = np.column_stack([J.T, np.eye(n)])
        right = np.column_stack(
            [np.vstack([forces, np.zeros((m, len(J) + n))]), np.append(self.found["f"], gamma[rows])]
        )
        try:
            solved = np.linalg.solve(K, right)
        except np.linalg.LinAlgError:
            raise SolverError(
                "a motion meets neither inertia nor constraint, so impacts have no speeds after"
            ) from None
        if not np.isfinite(solved).all():
            raise SolverError("the equations have no finite values where contacts change")
        return solved[:n, : len(J)], solved[:n, -1], solved[:n, len(J) : -1]

    @property
    def responses(self) -> Matrix:
        """Δu by a unit of impulse along each row (nu, m)."""
        return self._responses[0]

    @property
    def mobility(self) -> Matrix:
        """Accelerations by a unit of force along each speed (nu, nu)."""
        return self._responses[2]

    @property
    def free_accelerations(self) -> Vector:
        """Accelerations without contacts (nu,)."""
        return self._responses[1]

    @cached_property
    def W(self) -> Matrix:
        """J M⁻¹ Jᵀ of all rows."""
        return np.asarray(self.found["J"] @ self.responses)

    @cached_property
    def free(self) -> Vector:
        """J a − γ of all rows without forces of contacts."""
        return np.asarray(self.found["J"] @ self._responses[1] - self.found["gamma"])

    # ---- several points together

    def tangents_of(self, points: Sequence[Point]) -> int:
        """The largest number of tangents among points."""
        return max((len(point.tangents) for point in points), default=0)

    def slots(self, points: Sequence[Point]) -> NDArray[np.intp]:
        """Numbers of the rows of points, normal first; −1 where a point has none."""
        d = self.tangents_of(points)
        rows = [[-1 if p.normal is None else p.normal, *p.tangents, *[-1] * (d - len(p.tangents))] for p in points]
        return np.array(rows, dtype=np.intp).reshape(-1)

    def square(self, points: Sequence[Point]) -> Matrix:
        """W of points; zero where a point has no row."""
        slots = self.slots(points)
        found = self.W[np.ix_(slots, slots)]
        found[slots < 0], found[:, slots < 0] = 0.0, 0.0
        return found

    def vector(self, values: Vector, points: Sequence[Point], none: float = 0.0) -> Vector:
        """Values of all rows at the rows of points."""
        slots = self.slots(points)
        return np.where(slots < 0, none, values[slots])

    def strength(self, point: Point) -> tuple[float, float]:
        """Greatest friction of a point without a normal force."""
        first, second = self.found["strengths"][self.system.points.index(point)]
        return float(first), float(second)
