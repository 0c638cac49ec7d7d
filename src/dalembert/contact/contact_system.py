"""Models with contacts as systems that runs can switch: rows, states of modes, guards, and what decides them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array, Matrix, Vector
from dalembert.dynamics.as_dynamics import native_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import check_lasting
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import FormulationError, ModelError, SolverError
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import param
from dalembert.memo import Key
from dalembert.model.bodies import Body, Frame
from dalembert.model.contacts.contact_rows import ContactRows
from dalembert.model.contacts.dry_friction_force import TANGENTS
from dalembert.model.contacts.friction import PatchFriction
from dalembert.model.contacts.impacts import ImpactLaw
from dalembert.model.model import Model, flat, on_its_bodies, touching_parts
from dalembert.model.part import measures_in
from dalembert.model.part_contents import leaves
from dalembert.numerics.contact_levels import NOISE

OPEN, SLIPPING, STICKING = 0, 1, 2

_PASSES, _AT_REST = 5, 1e-14
"""Steps of a projection at most, and the way of one after which there is no other."""


@dataclass(frozen=True, eq=False)
class Point:
    """One point of contact, and where its rows and states stand."""

    rows: ContactRows
    normal: int | None
    """Number of its row; None if it always touches."""

    tangents: tuple[int, ...]
    spin: int | None
    """Number of the row of spin, of laws that join it with slip."""

    states: Mapping[str, int]
    """Where its states stand in z."""

    @property
    def name(self) -> str:
        """The name of the point."""
        return self.rows.name

    @property
    def own_rows(self) -> tuple[int, ...]:
        """Numbers of the point's rows, the normal one first."""
        return self.tangents if self.normal is None else (self.normal, *self.tangents)

    @property
    def slip_rows(self) -> tuple[int, ...]:
        """Rows that hold while it sticks: of slip, and of spin if friction joins both."""
        return (*self.tangents, self.spin) if self.has_patch_friction and self.spin is not None else self.tangents

    @property
    def law(self) -> ImpactLaw:
        """How it parts after an impact."""
        return self.rows.law

    @property
    def combined(self) -> PatchFriction | None:
        """The law of slip and spin together, if the point has one."""
        return self.rows.friction if isinstance(self.rows.friction, PatchFriction) else None

    @property
    def has_patch_friction(self) -> bool:
        """Whether friction joins its slip with a spin that the model has."""
        return self.combined is not None and self.spin is not None

    @property
    def is_compliant(self) -> bool:
        """Whether it says how penetration moves instead of that there is none."""
        return self.rows.compliance is not None

    def mode_word(self, mode: int) -> str:
        """Word for a mode, such as `sticking`."""
        return self.rows.mode_words[mode]

    def event_word(self, mode: int) -> str:
        """Word for the beginning of a mode, such as `sticks`."""
        return self.rows.event_words[mode]

    def mode(self, z: Vector) -> int:
        """Number of the mode: open, closed or slipping, sticking."""
        return round(float(z[self.states["mode"]]))


class SharingRows(ContactRows):
    """Rows of a point beside others with which it may press where fewer would do."""

    may_share: ClassVar[bool] = True


def with_shares(points: Sequence[ContactRows]) -> list[ContactRows]:
    """Points of a model, those apart that may press together, where friction makes shares count."""
    rigid = [point for point in points if point.is_rigid]
    if len(rigid) < 2 or not any(point.has_friction for point in rigid):
        return list(points)
    return [
        SharingRows(**{x.name: getattr(point, x.name) for x in fields(point)}) if point.is_rigid else point
        for point in points
    ]


_CONTACT_SYSTEM: Key[ContactSystem] = Key("contact system")


def contact_system(dynamics: Dynamics) -> ContactSystem:
    """The system with contacts of what is given, made once for each solver and rows that are left out."""
    key = _CONTACT_SYSTEM.of(id(dynamics.solution.solver), dynamics.solution.left_out)
    return dynamics.shared.get(key, lambda: ContactSystem(dynamics))


def with_rows(given: Equations, model: Model, make: Callable[[Equations], Equations]) -> Equations:
    """Equations of a model with rows of contacts, derived as those without were; `make` calls this again."""
    if given.variables.momentum_coordinates:
        raise FormulationError(
            "runs with contacts ask for impulses along velocities, but speeds of these equations are momenta; "
            "simulate the model itself, or take another principle"
        )
    found = given.of_model(model, "runs with contacts derive the equations with rows for them")
    for what in ("coordinates", "speeds", "inputs"):
        if getattr(given, what) != getattr(found, what):
            raise FormulationError(
                f"these equations have the {what} {', '.join(getattr(given, what))}, but with rows for contacts "
                f"they are derived with {', '.join(getattr(found, what))}; simulate the model itself"
            )
    return found.for_runs_of(given, make)


def equations_with_contacts(given: Equations) -> Equations:
    """Equations with rows of contacts added, whose modes are states."""
    plain = flat(given.model)
    touching = [(part, part.contact_points()) for part in plain.parts]
    parts = [part for part, own in touching if not own]
    points = with_shares([rows for _, own in touching for rows in own])
    beside = [one for part, _ in touching for one in part.contact_parts()]
    sliding = [force for part, _ in touching for force in part.contact_friction()]
    check_apart(plain, points)
    model = on_its_bodies(plain, *parts, *points, *sliding, *beside, ports=plain.ports, cut=plain.cut)
    return with_rows(given, model, equations_with_contacts)


def checked_law(dynamics: Dynamics) -> Dynamics:
    """Raise if inputs follow from goals, beside contacts."""
    if dynamics.solution.law is not None:
        raise FormulationError(
            "inputs that follow from goals cannot stand beside contacts; give them as laws of your own"
        )
    return dynamics


_EQUATIONS: Key[Equations] = Key("equations with contacts")


class ContactSystem:
    """A model with contacts, derived with their rows; all modes are states."""

    def __init__(self, dynamics: Dynamics) -> None:
        given = checked_law(dynamics).equations
        eom = dynamics.shared.get(_EQUATIONS, lambda: equations_with_contacts(given))
        engine: Any = dynamics.engine
        chosen = dynamics.solution.of_equations(eom)
        self.dynamics = native_dynamics(chosen, lanes=engine.lanes, config=engine.config)
        touching = touching_parts(given.model)
        points = with_shares([rows for part in touching for rows in part.contact_points()])
        sliding = [force for part in touching for force in part.contact_friction()]
        others = {name for names in eom.reaction_dependent_forces.loads.forces.values() for name in names} - {
            x.name for x in sliding
        }
        if others:
            raise FormulationError(
                f"the force {min(others)!r} depends on reactions, which cannot stand beside contacts: give "
                "friction of joints as da.contacts.dry_joint_friction(name, joint, law), or as part of a contact"
            )
        self.left_out = dynamics.solution.left_out
        """Rows that never hold."""

        numbers = {row.name: i for i, row in enumerate(eom.rows)}
        self.sliding = {force.rows: force for force in sliding}
        self.points = tuple(self._point(rows, numbers) for rows in points)
        own = {i for point in self.points for i in (point.normal, *point.tangents, point.spin) if i is not None}
        self.bilateral = tuple(i for i in range(len(eom.rows)) if i not in own)
        bilateral = [eom.constraint_rows[i] for i in self.bilateral]
        check_lasting(bilateral, "a run with contacts", "leave its part out")

    def _point(self, rows: ContactRows, numbers: Mapping[str, int]) -> Point:
        states = {what: self.dynamics.equations.states.index(f"{rows.name}.{what}") for what in rows.modes}
        tangents = [numbers[name] for which in TANGENTS if (name := f"{rows.name}.slip {which}") in numbers]
        normal = numbers.get(f"{rows.name}.normal")
        if normal is None and rows.strength is None:
            raise ModelError(f"no motion of the model changes the gap of {rows.name!r}; leave the contact out")
        return Point(rows, normal, tuple(tangents), numbers.get(f"{rows.name}.spin"), states)

    @cached_property
    def law_parameters(self) -> frozenset[str]:
        """Names of parameters in laws of friction and impact."""
        return frozenset(name for point in self.points for name in point.rows.decision_parameters)

    def with_values(self, p: Mapping[str, float]) -> ContactSystem:
        """The system with numbers for parameters in laws of friction and impact, as decisions need them.

        Rows whose switches are among the parameters come and go.
        """
        left_out = frozenset(row for row in self.left_out if switch_name(row) not in p)
        if not self.law_parameters and left_out == self.left_out:
            return self
        # native functions, which have the parameters themselves, are made once for all values
        _ = self._function, self._nearest, self._gaps
        found = copy(self)
        found.left_out = left_out
        found.points = tuple(replace(point, rows=point.rows.with_values(p)) for point in self.points)
        found.__dict__.pop("friction_joints", None)
        return found

    @cached_property
    def contact_names(self) -> Mapping[str, str]:
        """Contacts that points belong to, by names of these."""
        return {point.name: point.rows.contact for point in self.points}

    # ---- expressions

    def z(self, point: Point, what: str) -> Any:
        """A state of a point."""
        return self.dynamics.equations.z[point.states[what]]

    def gap_of(self, point: Point) -> tuple[Any, Any]:
        """The gap of a point and its rate; one and zero if it always touches."""
        if point.normal is None:
            return 1.0, 0.0
        row = self.dynamics.equations.constraint_rows[point.normal]
        if row.gap is None:
            return row.phi, row.psi
        # a compliant contact is closed from some depth on
        return row.gap[0] + point.rows.tolerance, row.gap[1]

    def strengths_of(self, point: Point) -> tuple[Any, Any]:
        """Greatest friction of a point without a normal force, at rest and in motion."""
        strength = point.rows.strength or (0.0, 0.0)
        if (force := self.sliding.get(point.name)) is not None:
            strength = (force.static, force.kinetic)
        return tuple(self.dynamics.solved.resolve(y) if not isinstance(y, float) else y for y in strength)  # type: ignore[return-value]

    def velocity_of(self, row: int) -> Any:
        """The velocity of a row; of one that has a motion of its own, the velocity that moves so."""
        found = self.dynamics.equations.constraint_rows[row]
        return found.psi if found.psi is not None or found.gap is None else found.gap[0]

    def along(self, point: Point, i: int = 0) -> str:
        """The state that is the direction of slip of a point along one of its tangents."""
        name = self.dynamics.equations.rows[point.tangents[i]].name
        return f"slip {name.rpartition(' ')[2]}"

    # ---- numbers

    @cached_property
    def _parameters(self) -> frozenset[str]:
        """Names of the parameters that decisions depend on."""
        return frozenset(self._function.parameters)

    @property
    def quantities(self) -> dict[str, Any]:
        """Quantities that decide about contacts, as expressions: matrices, forces, gaps, velocities of rows."""
        eom = self.dynamics.equations
        on = self.lasting_switches
        return {
            "M": eom.M,
            "f": eom.reaction_dependent_forces.loads.without(self.dynamics.solution.forces_beside_switched_rows),
            "J": eom.J * on[:, None],
            "gamma": eom.gamma * on,
            "gaps": np.array([self.gap_of(p) for p in self.points], dtype=object),
            "psi": np.array([self._velocity_or_none(i) for i in range(len(eom.rows))], dtype=object),
        }

    @property
    def lasting_switches(self) -> Array:
        """Switches of rows that hold whatever contacts do, which events turn; one for rows of contacts (m,)."""
        solved = self.dynamics.solved.solved_rows
        rows = [solved.switch_by_events(i) if i in self.bilateral else 1.0 for i in range(len(solved.names))]
        return _array(rows)

    @cached_property
    def _function(self) -> Any:
        strengths = [(0.0, 0.0) if p.name in self.sliding else self.strengths_of(p) for p in self.points]
        outputs = {**self.quantities, "strengths": np.array(strengths, dtype=object)}
        return self.dynamics.function({name: y for name, y in outputs.items() if np.size(y)})

    def _velocity_or_none(self, row: int) -> Any:
        found = self.velocity_of(row)
        return 0.0 if found is None else found

    @cached_property
    def _reactive(self) -> Any:
        strengths = [self.strengths_of(point) for point in self.points if point.name in self.sliding]
        return self.dynamics.function({"strengths": np.array(strengths, dtype=object)})

    def strengths_by_reactions(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Matrix:
        """Greatest friction at rest and in motion of joints, by the reactions in these modes; (n, 2)."""
        if not self.sliding:
            return np.zeros((0, 2))
        return np.asarray(self.values(self._reactive, t, x, tau, p)["strengths"], dtype=float)

    @cached_property
    def friction_joints(self) -> tuple[Point, ...]:
        """Points that are friction of joints by their reactions."""
        joints = {name for name, force in self.sliding.items() if force.impulse_arm is None}
        return tuple(point for point in self.points if point.name in joints and point.tangents)

    @cached_property
    def _impulsive(self) -> Any:
        """Strengths by impulses of reactions, which changes of speeds and impulses along all rows make."""
        solution, eom = self.dynamics.solved, self.dynamics.equations
        loads, n, m = eom.reaction_dependent_forces.loads, len(eom.speeds), len(eom.rows)
        given = [_array([param(f".{what} {k}", 0.0) for k in range(size)]) for what, size in (("du", n), ("P", m))]
        W, W_0 = (
            loads.without(eom.reaction_dependent_forces.reactions(*one))
            for one in (given, (np.zeros(n), np.zeros(m)))
        )
        # forces are none beside impulses
        reactions = {x: y - y_0 for x, y, y_0 in zip(loads.reactions, W, W_0, strict=True)}

        def by_impulses(law: Any) -> Any:
            nodes = {node: reactions[node.args[0]] for node in measures_in(law) if node.args[0] in reactions}
            return solution.resolve(substitute(law, nodes)) if nodes else law

        strengths = [[by_impulses(y) for y in (one.static, one.kinetic)] for one in self.sliding.values()]
        return self.dynamics.function({"strengths": _array(strengths)})

    def strengths_by_impulses(
        self, t: float, x: Vector, tau: Vector, p: Mapping[str, float], change: Vector, impulses: Vector
    ) -> Matrix:
        """Greatest impulses of friction at rest and in motion of joints, beside these impulses; (n, 2)."""
        more = {f".du {k}": float(y) for k, y in enumerate(change)}
        more |= {f".P {k}": float(y) for k, y in enumerate(impulses)}
        return np.asarray(self.values(self._impulsive, t, x, tau, {**p, **more})["strengths"], dtype=float)

    def values(self, function: Any, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Any:
        """Results of a native function in a state."""
        eom = self.dynamics.equations
        q, u, z = np.split(x, np.cumsum([len(eom.coordinates), len(eom.speeds)]))
        names = frozenset(function.parameters)
        known = {name: value for name, value in p.items() if name in names}
        return function(t=t, q=q, u=u, z=z, tau=tau, parameters=known)

    def at(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> ContactNumbers:
        """All that decides about contacts in a state, without their forces."""
        eom, function = self.dynamics.equations, self._function
        nq, nu = len(eom.coordinates), len(eom.speeds)
        z = x[nq + nu :].copy()
        for point in self.points:
            z[point.states["mode"]] = OPEN
        known = {name: value for name, value in p.items() if name in self._parameters}
        found = function(t=t, q=x[:nq], u=x[nq : nq + nu], z=z, tau=tau, parameters=known)
        self._check_finite(np.asarray(found["gaps"], dtype=float), t)
        return ContactNumbers(self, {name: np.asarray(y, dtype=float) for name, y in found.items()}, x[nq + nu :])

    def _check_finite(self, gaps: Matrix, t: float) -> None:
        """Raise if a gap has no value or no rate."""
        unknown = [p.name for p, one in zip(self.points, gaps, strict=True) if not np.isfinite(one).all()]
        if unknown:
            raise SolverError(
                f"the gap of {', '.join(map(repr, unknown))} has no value or no rate at t = {t:.9g}: where it "
                "would close is not unique. A rim that lies flat has no lowest place: give as many as touch "
                "there, such as points=12; a distance has no direction where places meet: give a gap that has"
            )

    @cached_property
    def _nearest(self) -> Any:
        first_order = self.dynamics.solved.first_order()
        return self.dynamics.function({"projected": first_order.projected})

    def projected(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> Vector:
        """The nearest state in which rows that are on hold."""
        for _ in range(_PASSES):
            new = np.asarray(self.values(self._nearest, t, x, tau, p)["projected"], dtype=float)
            moved, x = float(np.abs(new - x).max(initial=0.0)), new
            if not moved > _AT_REST:
                break
        return x

    def impulse_of(self, point: Point, recorded: Vector) -> float:
        """The normal impulse of a bounce among those that native code recorded."""
        assert point.normal is not None
        rows = self.dynamics.equations.rows
        names = [rows[i].name for i in self.dynamics.solved.independent]
        return float(recorded[names.index(rows[point.normal].name)])

    def approach(self, point: Point, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> float:
        """The rate of a gap in a state."""
        return float(self.at(t, x, tau, p).normal_speeds()[self.points.index(point)])

    @cached_property
    def _gaps(self) -> Any:
        gaps = [self.gap_of(point)[0] for point in self.points]
        return self.dynamics.function({"gaps": np.array(gaps, dtype=object)})

    def gaps_at(self, times: Vector, states: Matrix, tau: Array, p: Mapping[str, Any]) -> Matrix:
        """Gaps of all points in many states (N, n)."""
        return np.asarray(self.values_in(self._gaps, times, states, tau, p)["gaps"], dtype=float)

    def open_gaps(self, times: Vector, states: Matrix, tau: Array, p: Mapping[str, Any]) -> Matrix:
        """Gaps of rigid points that are open, in many states (N, n); one where a point is not."""
        gaps = self.gaps_at(times, states, tau, p)
        modes = states[:, [self.z_start + point.states["mode"] for point in self.points]]
        counts = np.array([point.normal is not None and not point.is_compliant for point in self.points])
        return np.where((modes < 0.5) & counts, gaps, 1.0)

    def values_in(self, function: Any, times: Vector, states: Matrix, tau: Array, p: Mapping[str, Any]) -> Any:
        """Values of a native function in many states (N, n); inputs and parameters may be those of each state."""
        eom, names = self.dynamics.equations, frozenset(function.parameters)
        nq, start = len(eom.coordinates), self.z_start
        q, u, z = states[:, :nq], states[:, nq:start], states[:, start:]
        known = {name: value for name, value in p.items() if name in names}
        inputs = np.broadcast_to(tau, (len(times), len(eom.inputs)))
        if own := [name for name, value in known.items() if np.ndim(value)]:
            sets, which = np.unique(np.column_stack([known[name] for name in own]), axis=0, return_inverse=True)
            parts = [np.flatnonzero(which == k) for k in range(len(sets))]
            order = np.argsort(np.concatenate(parts))
            found = [
                self.values_in(function, times[k], states[k], inputs[k], {**p, **dict(zip(own, row, strict=True))})
                for k, row in zip(parts, sets.tolist(), strict=True)
            ]
            return {name: np.concatenate([one[name] for one in found])[order] for name in found[0]}
        return function(t=times, q=q, u=u, z=z, tau=inputs, parameters=known)

    def opened(self, x: Vector) -> Vector:
        """The state with all points open."""
        found = x.copy()
        for point in self.points:
            found[[self.z_start + k for k in point.states.values()]] = 0.0
        return found

    def with_speeds(self, x: Vector, change: Vector) -> Vector:
        """A state with other speeds."""
        nq = len(self.dynamics.equations.coordinates)
        found = x.copy()
        found[nq : nq + len(change)] += change
        return found

    def shares_load(self, z: Vector) -> bool:
        """Whether more points touch than hold the bodies: one that lets go then may stay, without force."""
        own = [point for point in self.points if point.normal is not None and not point.is_compliant]
        return any(point.mode(z) != OPEN and z[point.states["touches"]] < 0.5 for point in own)

    @cached_property
    def z_start(self) -> int:
        """Where z begins in a state."""
        return len(self.dynamics.equations.coordinates) + len(self.dynamics.equations.speeds)


def _array(entries: Any) -> Any:
    return np.array(entries, dtype=object)


def check_apart(model: Model, points: Sequence[ContactRows]) -> None:
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

    def slip_speed(self, point: Point) -> float:
        """How fast a point slips."""
        return float(np.linalg.norm(self.slips(point)))

    @cached_property
    def _kept(self) -> list[int]:
        """Rows that hold in impacts and whatever contacts do."""
        left_out = self.system.left_out
        names = [row.name for row in self.system.dynamics.equations.rows]
        rows = [i for i in self.system.bilateral if names[i] not in left_out]
        return rows + [
            p.normal
            for p in self.system.points
            if p.is_compliant and p.mode(self.z) != OPEN and p.normal is not None
        ]

    @cached_property
    def _solved(self) -> Matrix:
        """Accelerations, and multipliers of rows that are kept; of those that are not unique the least.

        By a unit of force along each row, then along each speed, and without contacts.
        """
        M, J, gamma = self.found["M"], self.found["J"], self.found["gamma"]
        rows = self._kept
        n, m = len(M), len(rows)
        K = np.block([[M, -J[rows].T], [J[rows], np.zeros((m, m))]])
        forces = np.column_stack([J.T, np.eye(n)])
        right = np.column_stack(
            [np.vstack([forces, np.zeros((m, len(J) + n))]), np.append(self.found["f"], gamma[rows])]
        )
        if not (np.isfinite(K).all() and np.isfinite(right).all()):
            raise SolverError("the equations have no finite values where contacts change")
        unit = 1.0 / np.sqrt(np.maximum(np.abs(K).max(axis=1, initial=0.0), 1e-300))
        solved, _, rank, _ = np.linalg.lstsq(unit[:, None] * K * unit, unit[:, None] * right, rcond=1e-13)
        solved = unit[:, None] * solved
        if rank < len(K):
            # rows that depend on others leave multipliers free, but no motion
            off = np.abs(K @ solved - right).max(axis=0, initial=0.0)
            if (off > 1e-8 * np.abs(right).max(axis=0, initial=1e-300)).any():
                raise SolverError("a motion meets neither inertia nor constraint, so impacts have no speeds after")
        return np.asarray(solved)

    @property
    def _responses(self) -> tuple[Matrix, Vector, Matrix]:
        """Accelerations by a unit of force along each row (nu, m), without contacts, and along each speed."""
        n, m = len(self.found["M"]), len(self.found["J"])
        return self._solved[:n, :m], self._solved[:n, -1], self._solved[:n, m:-1]

    def reactions(self, impulses: Vector) -> dict[int, float]:
        """Impulses of rows that are kept, by their numbers, beside impulses along all rows (m,)."""
        n, m = len(self.found["M"]), len(self.found["J"])
        found = self._solved[n:, :m] @ impulses
        least = NOISE * float(np.abs(impulses).max(initial=0.0))
        return {row: float(y) for row, y in zip(self._kept, found, strict=True) if abs(y) > least}

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

    def strength(self, point: Point, by_reactions: Matrix) -> tuple[float, float]:
        """Greatest friction of a point without a normal force."""
        if point.name in self.system.sliding:
            first, second = by_reactions[list(self.system.sliding).index(point.name)]
        else:
            first, second = self.found["strengths"][self.system.points.index(point)]
        return float(first), float(second)
