"""Rest on contacts: which of them are closed, and forces that press and that friction can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.configuration.mobility import without_dependent
from dalembert.contact.admissible_forces import HeldForces, HeldPoint
from dalembert.contact.held_modes import CLOSED, NONE, OPEN, STICKING, Directions, held_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import AssemblyError, DalembertError, ModelError, SolverError
from dalembert.model.contacts.contact_rows import ContactRows, geometry_measures
from dalembert.model.contacts.friction import PatchFriction
from dalembert.model.contacts.gaps import Slack
from dalembert.model.contacts.touching import Touching
from dalembert.model.model import Model, flat, touching_parts
from dalembert.numerics.contact_levels import FITS
from dalembert.numerics.finite_differences import CentralDifferences
from dalembert.state import State
from dalembert.statics.equilibrium_search import Equilibrium, resting_near
from dalembert.statics.targets import Targets

TOUCHES = 1e-9
"""Gap, beside coordinates of about one, that is closed."""

NEAR = 0.1
"""Gap, beside how far points of contact are apart, of a guess that means them to touch."""

_MOST_CHANGES = 60
"""How often modes are changed from one start at most."""

_BESIDE = 1e-5
"""Change of coordinates, in m or rad, that tells which gaps a motion closes."""

_MODE_NUMBERS = {OPEN: 0.0, CLOSED: 1.0, STICKING: 2.0}


def resting_on_contacts(
    dynamics: Dynamics, wanted: Targets, derivatives: CentralDifferences | None
) -> Equilibrium:
    """The state of rest near the guess with its modes of contacts, and forces that these can exert."""
    # measures that are held are asked for again with every choice of modes
    return _Search(dynamics, replace(wanted, where=tuple(wanted.where)), derivatives).result()


@dataclass(frozen=True, eq=False)
class _Search:
    """Modes are tried, and changed where forces pull, bodies overlap or friction does not hold."""

    dynamics: Dynamics
    wanted: Targets
    derivatives: CentralDifferences | None

    @cached_property
    def points(self) -> dict[str, ContactRows]:
        """All points of contact by name."""
        points = {
            rows.name: rows
            for part in touching_parts(self.dynamics.equations.model)
            for rows in part.contact_points()
        }
        for rows in points.values():
            if isinstance(rows.friction, PatchFriction):
                raise ModelError(
                    f"equilibrium cannot treat {type(rows.friction).__name__}'s law of {rows.label}, which has no "
                    "force at rest; da.Coulomb(μ) has"
                )
        return points

    @cached_property
    def _pressed(self) -> dict[str, str]:
        """Points by whose normal forces others resist turning, by names of these."""
        laws = [law for part in touching_parts(self.dynamics.equations.model) for law in part.contact_friction()]
        return {law.rows: law.impulse_arm[0] for law in laws if law.impulse_arm is not None}

    # ---- gaps

    @cached_property
    def _guess(self) -> State:
        """The guess, with what is held."""
        near, values = self.wanted.near, self.wanted.values
        return State(0.0, {**near.q, **values.q}, {}, values.z, values.tau, values.p)

    def gaps(self, state: State) -> dict[str, float]:
        """Gaps of points that may open, by name, in a state."""
        contacts = [x for x in self.dynamics.equations.outputs.contacts if x.gap is not None]
        values = self._values({x.name: x.gap for x in contacts}, state)
        return {name: float(value) + self.points[name].tolerance for name, value in values.items()}

    def _values(self, outputs: Mapping[str, Any], state: State) -> Mapping[str, Any]:
        """Expressions in a state whose coordinates may be a guess."""
        if not outputs:
            return {}
        system = self.dynamics
        numbers = system.guessed(State(0.0, state.q, {}, state.z, state.tau, state.p))
        resolved = {name: system.solved.resolve(value) for name, value in outputs.items()}
        parameters = system.known_parameters(resolved, state.p)
        function: Any = system.function(resolved)
        return dict(function(**{**numbers, "q": system.valid(numbers, state.p)}, parameters=parameters))

    @cached_property
    def _extent(self) -> float:
        """How far points of contact are apart at most, in metres."""
        places = [
            geometry_measures(rows.geometry, Touching.point, 3)
            for rows in self.points.values()
            if isinstance(rows.geometry, Touching)
        ]
        if len(places) < 2:
            return 0.0
        values = self._values({"places": np.array(places, dtype=object)}, self._guess)
        return float(np.linalg.norm(np.ptp(values["places"], axis=0)))

    # ---- modes

    def _starts(self) -> Iterator[frozenset[str]]:
        """Sets of points to begin with: those that a guess means to touch, then those that do."""
        gaps = self.gaps(self._guess)
        if not gaps:
            yield frozenset()
            return
        lowest, near = min(gaps.values()), NEAR * self._extent
        size = TOUCHES * (1.0 + max(map(abs, self._guess.q.values()), default=0.0))
        levels = [max(near, size), lowest + near + size, size]
        sets = [frozenset(name for name, gap in gaps.items() if gap <= level) for level in levels]
        # what is nearest is closed next
        order = sorted(gaps, key=lambda name: gaps[name])
        sets += [frozenset(order[: k + 1]) for k in range(len(order))]
        yield from dict.fromkeys([*sets, frozenset[str]()])

    def modes(self, closed: frozenset[str]) -> dict[str, str]:
        """Modes of all points, where these are closed."""
        words: dict[str, str] = {}
        for name, rows in self.points.items():
            acts = words[self._pressed[name]] != OPEN if name in self._pressed else name in closed
            always = rows.dry_friction_force is not None
            is_open = not (acts or always)
            words[name] = OPEN if is_open else STICKING if rows.has_friction else CLOSED
        return words

    # ---- the search

    def result(self) -> Equilibrium:
        """The first state of rest that is admissible; if there is none, why."""
        failures: list[DalembertError] = []
        unstable: list[Equilibrium] = []
        seen: set[tuple[frozenset[str], frozenset[Any]]] = set()
        for closed in self._starts():
            try:
                rest = self._from(closed, seen)
            except (SolverError, AssemblyError) as failure:
                failures.append(failure)
                continue
            if not rest.stability.startswith("unstable"):
                # one that balances may be farther from the guess than this
                return self._beside_guess(min([rest, *unstable], key=self._distance), failures)
            unstable.append(rest)
        if unstable:
            return self._beside_guess(min(unstable, key=self._distance), failures)
        told = next((x for x in failures if isinstance(x, _InadmissibleError)), failures[0])
        raise type(told)(str(told)) if not isinstance(told, _InadmissibleError) else SolverError(str(told))

    def _distance(self, rest: Equilibrium) -> float:
        """How far coordinates are from the guess."""
        return float(np.linalg.norm(list(self._changes(rest).values())))

    def _changes(self, rest: Equilibrium) -> dict[str, float]:
        """Coordinates minus those of the guess."""
        guess = self.dynamics.guessed(self._guess)["q"]
        return {
            name: rest.q[name] - value
            for name, value in zip(self.dynamics.equations.coordinates, guess, strict=True)
        }

    def _beside_guess(self, rest: Equilibrium, failures: Sequence[DalembertError]) -> Equilibrium:
        """The state of rest, with a note if points that the guess means to touch cannot hold it."""
        changes = self._changes(rest)
        if not changes or not any(isinstance(failure, _InadmissibleError) for failure in failures):
            return rest
        name = max(changes, key=lambda name: abs(changes[name]))
        note = (
            "points that are nearest to touching at the guess cannot hold it: this is a rest on others, where "
            f"{name!r} differs by {abs(changes[name]):.3g}; it may fall from there"
        )
        return replace(rest, notes=(*rest.notes, note), report=f"{rest.report}\n{note}")

    def _from(self, closed: frozenset[str], seen: set[Any]) -> Equilibrium:
        """Rest with these points closed, or with others where these do not fit."""
        limits: Directions = NONE
        failure: SolverError | None = None
        reached: frozenset[str] | None = None
        for _ in range(_MOST_CHANGES):
            key = (closed, frozenset(limits.items()))
            if key in seen:
                if reached is None:
                    break
                closed, limits, reached = reached, NONE, None
                continue
            seen.add(key)
            modes = self.modes(closed)
            try:
                rest = resting_near(held_dynamics(self.dynamics, modes, limits), self.wanted, self.derivatives)
            except (SolverError, AssemblyError):
                if reached is not None:
                    closed, limits, reached = reached, NONE, None
                    continue
                if failure is not None:
                    raise failure from None
                raise
            if deep := self._overlapping(rest, closed):
                closed, limits = closed | deep, NONE
                continue
            forces = self._forces(rest, modes)
            lam = forces.admissible
            if lam is not None:
                if (loose := self._loose(forces, lam, closed)) and not limits:
                    closed = closed - loose
                    continue
                return self._told(self._without_limits(rest, modes) if limits else rest, modes, forces, lam)
            failure = failure or _InadmissibleError(_reason(forces))
            if pulling := self._pulling(forces, closed):
                closed, limits = closed - pulling, NONE
                reached = self._reached(rest, closed, pulling)
                continue
            limits = {**limits, **self._at_limits(forces, limits)}
        raise failure or SolverError("no equilibrium was found: the same modes of contacts come again")

    def _forces(self, rest: Equilibrium, modes: Mapping[str, str]) -> HeldForces:
        """Forces of contacts in a state of rest, with rows for all points that are closed."""
        held = held_dynamics(self.dynamics, modes)
        state = State(0.0, rest.q, {}, {x: y for x, y in rest.z.items()}, rest.tau, rest.p)
        return HeldForces(held, self.dynamics.equations.model, modes, state)

    def _overlapping(self, rest: State, closed: frozenset[str]) -> frozenset[str]:
        """The open points that are deepest inside of something."""
        gaps = {name: gap for name, gap in self.gaps(rest).items() if name not in closed}
        size = TOUCHES * (1.0 + max(map(abs, rest.q.values()), default=0.0))
        least = min(gaps.values(), default=0.0)
        return (
            frozenset(name for name, gap in gaps.items() if gap <= least + size) if least < -size else frozenset()
        )

    def _loose(self, forces: HeldForces, lam: Any, closed: frozenset[str]) -> frozenset[str]:
        """Points that were closed because the guess has them near, and exert nothing: they may stay apart."""
        gaps, size = self.gaps(self._guess), TOUCHES * (1.0 + max(map(abs, self._guess.q.values()), default=0.0))
        whole = forces.multipliers(lam)
        return frozenset(
            name
            for name in closed
            if name not in forces.shared
            and gaps[name] > size
            and abs(whole[f"{name}.normal"]) <= FITS * forces.size
        )

    def _pulling(self, forces: HeldForces, closed: frozenset[str]) -> frozenset[str]:
        """The point that would have to pull most."""
        normals = {
            name: forces.multipliers(forces.least)[f"{name}.normal"]
            for name in closed
            if not self.points[name].release_by_gap
        }
        worst = min(normals, key=lambda name: normals[name], default=None)
        pulls = worst is not None and normals[worst] < -FITS * forces.size
        return frozenset({worst}) if worst is not None and pulls else frozenset()

    def _reached(self, rest: State, closed: frozenset[str], opened: frozenset[str]) -> frozenset[str] | None:
        """Points that are closed after motion that begins at rest, where some were opened, closes the next one."""
        held = held_dynamics(self.dynamics, self.modes(closed))
        eom = held.equations
        state = State(0.0, rest.q, {}, {x: y for x, y in rest.z.items() if x in eom.states}, rest.tau, rest.p)
        reduced = without_dependent(held, held.arguments(state), state.p)
        try:
            values = reduced.evaluate({"a": reduced.solved.accelerations, "N": eom.N}, state)
        except SolverError:
            return None
        way = np.asarray(values["N"], dtype=float) @ np.asarray(values["a"], dtype=float)
        size = float(np.abs(way).max(initial=0.0))
        if not np.isfinite(size) or size == 0.0:
            return None
        beside = {name: rest.q[name] + _BESIDE * x / size for name, x in zip(eom.coordinates, way, strict=True)}
        now, then = self.gaps(rest), self.gaps(replace(state, q=beside))
        times = {
            name: gap / (gap - then[name])
            for name, gap in now.items()
            if name not in closed | opened and gap - then[name] > TOUCHES * _BESIDE
        }
        first = min(times, key=lambda name: times[name], default=None)
        return None if first is None else closed | {first}

    def _at_limits(self, forces: HeldForces, limits: Directions) -> dict[str, tuple[float, ...]]:
        """The point whose friction exceeds its limit most, with the direction against which it acts.

        Points that share a load with it reach their limits together.
        """
        excess = {name: x for name, x in forces.excess(forces.least).items() if name not in limits}
        worst = max(excess, key=lambda name: excess[name], default=None)
        if worst is None or excess[worst] <= 0.0:
            return {}
        contact = self.points[worst].contact
        together = [name for name in excess if name in forces.shared and self.points[name].contact == contact]
        names = together if worst in forces.shared else [worst]
        return {point.name: _direction(forces, point) for point in forces.points if point.name in names}

    # ---- the result

    def _without_limits(self, rest: Equilibrium, modes: Mapping[str, str]) -> Equilibrium:
        """State of rest with rows for all points that stick, at the limit of friction too."""
        there = replace(self.wanted, guess=State(q=rest.q), p=dict(rest.p), tau=dict(rest.tau), z=dict(rest.z))
        return resting_near(held_dynamics(self.dynamics, modes), there, self.derivatives)

    def _told(self, rest: Equilibrium, modes: Mapping[str, str], forces: HeldForces, lam: Any) -> Equilibrium:
        """The state of rest with what its contacts do."""
        excess = forces.excess(lam)
        per_multiplier = forces.forces_per_multiplier(lam)
        margins = {
            name: 0.0 if abs(x) <= FITS * forces.size else -x * per_multiplier[name] for name, x in excess.items()
        }
        notes = []
        if forces.shared:
            names = dict.fromkeys(self.points[name].contact for name in forces.shared)
            notes.append(
                f"single forces of {', '.join(map(repr, names))} are not unique: these are some that all points "
                "can bear"
            )
            totals = forces.totals(lam)
            if sums := [repr(name) for name in names if name in totals and name not in forces.shared_totals]:
                notes.append(f"the sum of forces of {', '.join(sums)} is unique")
        loose = forces.without_force(0.0 if rest.search is None else rest.search.unknowns.force)
        notes += [f"{name!r} touches without force" for name in loose]
        at_limit = [
            name
            for name, margin in margins.items()
            if margin <= FITS * forces.size and name not in (*forces.shared, *loose)
        ]
        notes += [f"{name!r} is at the limit of friction" for name in at_limit if self.points[name].has_friction]
        words = {**_of_contacts(self.points, modes), **modes}
        stability = _stability(rest.stability, modes, loose)
        lines = [rest.report.rpartition("\n")[0] if rest.report.endswith(rest.stability) else rest.report]
        lines += [f"{name!r} is {word}" for name, word in _of_contacts(self.points, modes).items()]
        lines += [*notes, stability]
        return replace(
            rest,
            z={**rest.z, **{f"{name}.mode": _MODE_NUMBERS[word] for name, word in modes.items()}},
            multipliers=forces.multipliers(lam),
            modes=words,
            contact_forces=forces.totals(lam),
            margins=margins,
            notes=tuple(notes),
            no_sensitivities=_no_sensitivities(rest, modes, forces, (*loose, *at_limit)),
            stability=stability,
            report="\n".join(lines),
        )


class _InadmissibleError(SolverError):
    """Forces balance, but contacts cannot exert them."""


def _reason(forces: HeldForces) -> str:
    """Why contacts cannot exert the forces that balance, in words."""
    excess, whole = forces.excess(forces.least), forces.multipliers(forces.least)
    units = _force_units(forces.model)
    lines = []
    for point in forces.points:
        if excess[point.name] > FITS * forces.size and point.name not in forces.shared:
            if point.rows.strength is None and (N := whole[_row_name(forces, point.normal)]) < 0.0:
                does = "push" if isinstance(point.rows.geometry, Slack) else "pull"
                lines.append(f"{point.name!r} would have to {does} with {-N:.6g} {units[point.name]}")
                continue
            held = float(np.linalg.norm([whole[_row_name(forces, k)] for k in point.tangents]))
            scale = forces.forces_per_multiplier(forces.least)[point.name]
            limit = held - excess[point.name]
            lines.append(_holds_less(point.name, scale * held, scale * limit, units[point.name]))
    if not lines:
        lines = [_shared_reason(forces)]
    return f"no equilibrium was found: {'; '.join(lines)}; more friction, another guess or less load may have one"


def _force_units(model: Model) -> dict[str, str]:
    """Units of forces of all points by name: stops and friction of joints that turn exert moments."""
    units = {
        name: unit
        for joint in flat(model).joints
        for name, unit in zip(joint.coordinates, joint.units, strict=True)
    }
    touching = touching_parts(model)
    turning = {part.name for part in touching if units.get(part.contact_coordinate or "") == "rad"}
    points = [rows for part in touching for rows in part.contact_points()]
    return {rows.name: "N m" if rows.contact in turning else rows.unit for rows in points}


def _holds_less(name: str, held: float, limit: float, unit: str) -> str:
    most = max(limit, 0.0)
    return f"friction of {name!r} would have to hold {held:.6g} {unit}, and holds at most {most:.6g} {unit}"


def _shared_reason(forces: HeldForces) -> str:
    """Why forces that points share do not fit: in sum, if that is unique."""
    names = dict.fromkeys(point.rows.contact for point in forces.points if point.name in forces.shared)
    totals, whole = forces.totals(forces.least), forces.multipliers(forces.least)
    for name in names:
        points = [point for point in forces.points if point.rows.contact == name and point.tangents]
        has_grain = any(set(point.lengths) != {1.0} for point in points)
        if name not in totals or name in forces.shared_totals or not points or has_grain:
            continue
        pressed = float(sum(whole[_row_name(forces, point.normal)] for point in points))
        held = float(np.sqrt(max(float(totals[name] @ totals[name]) - pressed**2, 0.0)))
        if held > points[0].mu * pressed:
            return _holds_less(name, held, points[0].mu * pressed, points[0].rows.unit)
    listed = ", ".join(map(repr, names))
    return f"no forces of {listed} that their points can bear balance the others, however they are shared"


def _row_name(forces: HeldForces, k: int) -> str:
    return str(forces.held.equations.rows[k].name)


def _direction(forces: HeldForces, point: HeldPoint) -> tuple[float, ...]:
    """Unit vector against which friction of a point acts, along its slips."""
    along = -forces.along(point, forces.least)[1:]
    n = len(point.rows.dry_friction_force.slips) if point.rows.dry_friction_force is not None else len(along)
    unit = along[:n] / np.linalg.norm(along[:n])
    return tuple(map(float, unit))


def _of_contacts(points: Mapping[str, ContactRows], modes: Mapping[str, str]) -> dict[str, str]:
    """Modes of whole contacts: that of its points that are closed, if there are any."""
    words: dict[str, str] = {}
    for name, rows in points.items():
        if words.get(rows.contact, OPEN) == OPEN:
            words[rows.contact] = modes[name]
    return words


def _no_sensitivities(
    rest: Equilibrium, modes: Mapping[str, str], forces: HeldForces, at_border: Sequence[str]
) -> str:
    """Why a rest on contacts has no derivatives, in words; empty if it has."""
    if STICKING in modes.values() and rest.undetermined:
        names = ", ".join(map(repr, rest.undetermined))
        return f"friction holds it, and leaves {names} undetermined; hold what is to stay, q={{…}}"
    if forces.shared:
        names = ", ".join(map(repr, forces.shared))
        return f"forces of {names} are not unique; leave out or open some of them, da.contacts.with_modes"
    if at_border:
        names = ", ".join(map(repr, at_border))
        return f"{names} is at the border of a mode; da.contacts.with_modes(model, modes) holds those of one side"
    return ""


def _stability(verdict: str, modes: Mapping[str, str], loose: Sequence[str]) -> str:
    """Verdict on stability, where neither friction that holds nor a contact without force is a constraint."""
    if loose and not verdict.startswith(("unstable", "undecided")):
        names = ", ".join(map(repr, loose))
        return f"undecided: {names} touches without force, and opens at the least motion"
    if STICKING not in modes.values() or verdict.startswith("unstable"):
        return verdict
    word = verdict.partition(":")[0]
    told = "" if word == "undecided" else f"; as long as it does, small motions are {word}"
    return f"undecided: friction holds it{told}"
