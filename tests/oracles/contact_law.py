"""Whether a motion obeys the laws of contact, evaluated anew from its gaps, velocities, forces and events.

Nothing here asks how modes were decided. Of each point of contact the checker knows the gap, the normal force N,
the friction T, their velocities and the laws of the model. Forces that are not unique are judged together: some
share of them must fit. Mass matrices come from kinetic energies, Jacobians from velocities by single speeds.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations_with_replacement, groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space
from scipy.optimize import nnls

import dalembert as da
from dalembert.expr.node import inputs_of
from tests.oracles.impact_law import normal_speeds_after

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

GAP, FORCE, SLIP = 1e-9, 1e-9, 1e-9
"""Beside the size, the largest force and the largest speed."""

IMPULSE = 1e-8
"""Beside the largest impulse, or the speeds that it makes."""

LOCATED, NEARLY = 1e-6, 1e-6
"""Time of the run, and force beside those at hand, to which ends of modes are found if it is not unique."""

LAST = 1e-3
"""Speed that is taken away at the end of bouncing, or of slip in space, beside the largest."""

ROUNDING = 1e-14

IN_STRETCH = (1e-6, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0 - 1e-6)
"""Parts of the time between two events at which a motion is looked at."""

MOST_STRETCHES, MOST_ROWS, MOST_SHARED, MOST_IMPACTS = 200, 400, 40, 60


@dataclass(frozen=True)
class Finding:
    """Something that is not as the law says, and by how much, beside what is allowed."""

    kind: str
    point: str
    t: float
    amount: float
    """Times the tolerance."""

    def __str__(self) -> str:
        return f"{self.kind} of {self.point!r} at t = {self.t:.9g}: {self.amount:.3g} times the tolerance"


@dataclass(frozen=True)
class Law:
    """Friction of a point, by its own formulas."""

    static: float = 0.0
    kinetic: Callable[[Vector], Vector] = lambda speed: 0.0 * speed
    patch: float = 0.0
    """Radius of Contensou's patch; none if zero."""

    is_given: bool = False
    """Whether coefficients are forces, without a normal one."""

    def moves(self, v: Matrix, spin: Vector, least: float) -> NDArray[np.bool_]:
        """Whether it slips or, over a patch, spins."""
        # tolerances of a run do not tell directions of a patch that has hardly begun to move
        least = max(least, 2e-8) if self.patch else least
        return np.asarray(np.linalg.norm(v, axis=1) + self.patch * np.abs(spin) > least)

    def beyond(self, N: Vector, T: Vector, moment: Vector) -> Vector:
        """By how much it would have to hold more at rest than it can."""
        most = self.static * np.maximum(N, 0.0)
        if not self.patch:
            return np.asarray(T - most)
        # moments beside forces that Contensou's friction has in Padé form, over all ratios of slip and spin
        whole = np.where(most > 0.0, most + 1.5 * T, 1.0)
        return np.asarray(
            np.maximum(T - most, moment / self.patch - 3.0 * np.pi / 16.0 * most * (most - T) / whole)
        )

    def rubs(self, v: Matrix, spin: Vector) -> Matrix:
        """Friction beside the normal force while it slips, against the slip (n, k)."""
        speed = np.linalg.norm(v, axis=1)
        whole = speed + 8.0 * self.patch * np.abs(spin) / (3.0 * np.pi)
        mu = self.static if self.patch else self.kinetic(speed)
        return np.asarray(-(mu / np.where(whole > 0.0, whole, 1.0))[:, None] * v)


@dataclass(frozen=True)
class Facts:
    """What a point does in many rows."""

    gap: Vector
    rate: Vector
    N: Vector
    T: Matrix
    v: Matrix
    spin: Vector
    moment: Vector
    """About the normal."""


@dataclass(frozen=True)
class Touch:
    """One point of contact as rows of the equations have it."""

    name: str
    law: Law
    impact: Any
    """The law of impact of the model."""

    contact: str
    slips: tuple[str, ...] = ()
    """Names of its rows of slip."""

    outputs: Mapping[str, Any] = field(default_factory=dict)

    def facts(self, found: Mapping[str, Any], rows: int) -> Facts:
        """From the values of its outputs."""
        none, flat = np.zeros(rows), np.zeros((rows, 0))
        one = {what: found.get(f"{self.name}|{what}") for what in ("gap", "rate", "N", "T", "v", "spin", "M")}
        T, v = (flat if one[x] is None else np.asarray(one[x]).reshape(rows, -1) for x in "Tv")
        if one["gap"] is None:
            return Facts(none, none, np.ones(rows), T, v, none, none)
        spin, moment = (none if one[x] is None else one[x] for x in ("spin", "M"))
        return Facts(one["gap"], one["rate"], one["N"], T, v, spin, moment)


def touches_of(motion: da.Motion) -> list[tuple[Touch, Touch]]:
    """Points of contact of a motion from event to event, by rows and by their own geometry where it is known."""
    eom, solved = motion.dynamics.equations, motion.dynamics.solved
    rows, p = {row.name: k for k, row in enumerate(eom.rows)}, motion.state(0).p
    found = []
    for part in () if eom.model is None else eom.model.parts:
        if (
            not (hasattr(part, "geometry") and hasattr(part, "friction"))
            or part.compliance is not None
            or part.creep
        ):
            continue
        places = {
            what: k
            for what in ("normal", "slip first", "slip second", "spin")
            if (k := rows.get(f"{part.name}.{what}")) is not None
        }
        law = _law(part, p)
        if law is None:
            continue
        names = tuple(f"{part.name}.{what}" for what in ("slip first", "slip second") if what in places)
        slips = [rows[name] for name in names]
        outputs = {"T": _array(solved.multipliers[k] for k in slips), "v": _array(eom.psi[k] for k in slips)}
        if "normal" in places:
            k = places["normal"]
            outputs |= {"gap": eom.constraint_rows[k].phi, "rate": eom.psi[k], "N": solved.multipliers[k]}
        if "spin" in places:
            outputs |= {"spin": eom.psi[places["spin"]], "M": solved.multipliers[places["spin"]]}
        own = {f"{part.name}|{what}": y for what, y in outputs.items() if np.size(y)}
        touch = Touch(part.name, law, _with_numbers(part.law, p), part.contact, names, own)
        found.append((touch, placed(touch, part)))
    return found


def placed(touch: Touch, part: Any) -> Touch:
    """The same by geometry of its own, where a point or a ball touches a plane; else as it is.

    The gap is that of its centre less its radius; slip is that of the places that meet, and the force is told in
    axes of the world. With a grain, components are scaled so that the ellipse of friction is a circle.
    """
    shape, surface = getattr(part.geometry, "shape", None), getattr(part.geometry, "surface", None)
    if type(surface).__name__ != "FlatSurface" or type(shape).__name__ != "Ball" or touch.law.is_given:
        return touch
    piece, S, r = part.geometry.piece, surface.frame, float(shape.radius)
    n = da.orientation(S) @ _unit(surface.normal)
    way, v = da.position(piece) - da.position(S), da.velocity(piece) - da.velocity(S)
    w, w_S = da.angular_velocity(piece), da.angular_velocity(S)
    slip = v - np.cross(w, r * n) - np.cross(w_S, way - r * n)
    F = da.reaction_force(touch.name, axes=da.ground)
    T, slip_along = F - (F @ n) * n, slip - (slip @ n) * n
    if (grain := part.geometry.grain) is not None:
        d = da.orientation(S) @ _unit(grain.direction)
        along = (d - (d @ n) * n) / da.sqrt(1.0 - (d @ n) ** 2)
        across = np.cross(n, along)
        T = _array([T @ along / grain.factor, T @ across])
        slip_along = _array([grain.factor * (slip_along @ along), slip_along @ across])
    # the rate of the gap as the plane sees it
    outputs = {"gap": way @ n - r, "rate": v @ n + way @ np.cross(w_S, n), "N": F @ n, "spin": (w - w_S) @ n}
    if touch.slips:
        outputs |= {"T": T, "v": slip_along}
    moment = {name: y for name, y in touch.outputs.items() if name.endswith("|M")}
    return replace(touch, outputs={f"{touch.name}|{what}": y for what, y in outputs.items()} | moment)


def _unit(axis: Any) -> Vector:
    """An axis by name or by components."""
    if isinstance(axis, str):
        sign, letter = (-1.0, axis[1:]) if axis.startswith("-") else (1.0, axis)
        return sign * np.eye(3)["xyz".index(letter)]
    found = np.array(axis, dtype=float)
    return found / np.linalg.norm(found)


def _array(values: Any) -> Any:
    return np.array(list(values), dtype=object)


def _with_numbers(law: Any, p: Mapping[str, float]) -> Any:
    """A law with the numbers that its open coefficients had in a run."""
    own = {x.name: getattr(law, x.name) for x in fields(law)}
    open_ones = {name: x for name, x in own.items() if isinstance(x, da.expr.Node)}
    nodes = {x: p[x.args[0]] for value in open_ones.values() for x in inputs_of([value]) if x.args[0] in p}
    return replace(law, **{name: float(da.expr.evaluate(x, nodes)) for name, x in open_ones.items()})


def _law(part: Any, p: Mapping[str, float]) -> Law | None:
    """The friction of a part of the model; None of a strength that is no number."""
    if part.strength is not None:
        if not all(isinstance(x, int | float) for x in part.strength) or part.strength == (0.0, 0.0):
            return None
        static, kinetic = map(float, part.strength)
        return Law(static, lambda speed: np.full_like(speed, kinetic), is_given=True)
    friction = _with_numbers(part.friction, p)
    if isinstance(friction, da.contacts.Contensou):
        return Law(friction.static, patch=friction.radius)
    if isinstance(friction, da.contacts.PatchFriction):
        return None
    return Law(friction.static, lambda speed: np.array([float(friction.kinetic_at(float(s))) for s in speed]))


# ---- where a motion is looked at


@dataclass(frozen=True, eq=False)
class Instant:
    """All that happened at one time: the state before it, that after it, and impulses by row."""

    t: float
    before: Any
    after: Any
    impulses: Mapping[str, float]
    is_last: bool
    """Whether the rest of bouncing or of slip in space is taken away there, which the run does in one blow."""

    is_other: bool
    """Whether something acts there that impulses of contacts do not tell alone."""


def instants(motion: da.Motion) -> list[Instant]:
    """All instants at which something happened."""
    found = []
    for t, group in groupby(motion.events, key=lambda event: event.t):
        events = list(group)
        impulses: Counter[str] = Counter()
        for event in events:
            for name, value in event.impulses.items():
                impulses[name] += value
        kinds = {event.what for event in events if event.impulses}
        is_last = bool(kinds & {"comes to rest", "stops"})
        # together with impacts, what is taken away cannot be told from them
        is_other = any(not event.what for event in events) or (is_last and "impact" in kinds)
        found.append(Instant(t, events[0].state, events[-1].after, dict(impulses), is_last, is_other))
    return found


def looked_at(motion: da.Motion) -> Vector:
    """Times between events, and some rows."""
    # rows need not begin where the run does
    ends = np.unique([motion.segments[0].launch.start, *(event.t for event in motion.events), motion.times[-1]])
    stretches = [(a, b) for a, b in pairwise(ends) if b - a > 1e-9 * (ends[-1] - ends[0])]
    stretches = stretches[:: 1 + len(stretches) // MOST_STRETCHES]
    inside = [a + (b - a) * part for a, b in stretches for part in IN_STRETCH]
    rows = motion.times[:: 1 + len(motion) // MOST_ROWS]
    # a row next to an event by rounding may have the modes before it and the forces after it
    near = np.abs(rows[:, None] - ends).min(axis=1) <= 1e-12 * max(np.abs(ends).max(), 1e-300)
    rows = rows[~near]
    return np.unique([*inside, *rows])


def _states(motion: da.Motion, states: Sequence[Any]) -> da.Motion:
    """States as rows of a motion."""
    given = [motion.dynamics.arguments(state) for state in states]
    rows = np.array([np.concatenate([x["q"], x["u"], x["z"]]) for x in given]).reshape(len(given), -1)
    inputs = np.array([x["tau"] for x in given]).reshape(len(given), -1)
    times = np.array([state.t for state in states])
    return replace(motion, times=times, states=rows, inputs=inputs, events=(), discrete={}, saved_work=None)


def _chained(parts: Sequence[da.Motion]) -> da.Motion:
    rows = {x: np.concatenate([getattr(part, x) for part in parts]) for x in ("times", "states", "inputs")}
    return replace(parts[0], **rows, events=(), discrete={}, saved_work=None)


def _evaluated(motion: da.Motion, touches: Sequence[Touch]) -> list[Facts]:
    outputs = {name: y for touch in touches for name, y in touch.outputs.items()}
    found = motion.evaluate(outputs) if outputs else {}
    return [touch.facts(found, len(motion)) for touch in touches]


# ---- the verdict


@np.errstate(over="ignore")
def findings(motion: da.Motion, size: float | None = None) -> list[Finding]:
    """All that is not as the laws of contact say; of each kind and point the worst."""
    touches = touches_of(motion)
    own, seen = [one for one, _ in touches], [one for _, one in touches]
    there = instants(motion)
    nq = len(motion.dynamics.equations.coordinates)
    size = size or max(float(np.ptp(motion.states[:, :nq], axis=0).max(initial=0.0)), 0.1)
    parts = [_states(motion, [s for one in there for s in (one.before, one.after)])] if there else []
    if len(times := looked_at(motion)):
        parts.append(motion.resampled(times))
    if not parts or not touches:
        return []
    rows = _chained(parts)
    by_rows, facts = _evaluated(rows, own), _evaluated(rows, seen)
    # where forces jump, the state before an event has those after the jump
    is_before = np.arange(len(rows)) < 2 * len(there)
    is_before[1::2] = False
    found = [
        *_geometry(rows, own, by_rows, facts, size),
        *_along(rows, own, (by_rows, facts), size, is_before, motion.events),
        *_impacts(motion, own, there),
        *_phases(motion, own, rows, facts, 2 * len(there)),
    ]
    worst: dict[tuple[str, str], Finding] = {}
    for one in found:
        key = (one.kind, one.point)
        if key not in worst or not one.amount <= worst[key].amount:
            worst[key] = one
    return sorted(worst.values(), key=lambda one: -one.amount)


def _geometry(
    rows: da.Motion, touches: Sequence[Touch], by_rows: Sequence[Facts], facts: Sequence[Facts], size: float
) -> list[Finding]:
    """Whether rows say of gaps, speeds and forces what places and velocities of the bodies say."""
    force, speed = _scales(rows, touches, facts)
    found = []
    for touch, one, other in zip(touches, by_rows, facts, strict=True):
        if one is other:
            continue
        off = {
            "gap": np.abs(one.gap - other.gap) / (GAP * size),
            "rate": np.abs(one.rate - other.rate) / (SLIP * max(speed, 1e-300)),
            "slip": np.abs(np.linalg.norm(one.v, axis=1) - np.linalg.norm(other.v, axis=1))
            / (SLIP * max(speed, 1e-300)),
            "force": np.abs(one.N - other.N) / (FORCE * max(force, 1e-300)),
            "friction": np.abs(np.linalg.norm(one.T, axis=1) - np.linalg.norm(other.T, axis=1))
            / (FORCE * max(force, 1e-300)),
        }
        for what, amounts in off.items():
            if len(amounts) and not (worst := float(amounts.max())) <= 1.0:
                found.append(
                    Finding(f"{what} told by its row", touch.name, float(rows.times[int(amounts.argmax())]), worst)
                )
    return found


def assert_lawful(motion: da.Motion, size: float | None = None) -> None:
    """Fail with all findings, if there are any."""
    found = findings(motion, size)
    assert not found, "\n" + "\n".join(map(str, found))


def _scales(rows: da.Motion, touches: Sequence[Touch], facts: Sequence[Facts]) -> tuple[float, float]:
    """The largest force, and the largest speed: of contacts, or a hundredth of that of anything.

    Where all is at rest, a thousandth of a metre in the time of the run.
    """
    forces = [
        max(np.abs(f.N).max(initial=0.0) * (not t.law.is_given), np.abs(f.T).max(initial=0.0))
        for t, f in zip(touches, facts, strict=True)
    ]
    speeds = [max(np.abs(f.v).max(initial=0.0), np.abs(f.rate).max(initial=0.0)) for f in facts]
    nq, nu = len(rows.dynamics.equations.coordinates), len(rows.dynamics.equations.speeds)
    fastest = float(np.abs(rows.states[:, nq : nq + nu]).max(initial=0.0))
    return max(forces, default=0.0), max([0.01 * fastest, 1e-3 / max(float(np.ptp(rows.times)), 1e-300), *speeds])


def _along(
    rows: da.Motion,
    touches: Sequence[Touch],
    both: tuple[Sequence[Facts], Sequence[Facts]],
    size: float,
    is_before: NDArray[np.bool_],
    events: Sequence[Any],
) -> list[Finding]:
    """Gaps, forces and friction in all rows."""
    by_rows, facts = both
    force, speed = _scales(rows, touches, facts)
    F, V = FORCE * max(force, 1e-300), SLIP * max(speed, 1e-300)
    found: list[Finding] = []
    doubtful: dict[int, list[tuple[str, str, float]]] = {}

    def tell(kind: str, touch: Touch, amounts: Vector, *, alone: bool = True) -> None:
        for k in np.flatnonzero(~(amounts <= 1.0) & ~(is_before & (kind != "overlap"))):
            if alone:
                found.append(Finding(kind, touch.name, float(rows.times[k]), float(amounts[k])))
            else:
                doubtful.setdefault(int(k), []).append((kind, touch.name, float(amounts[k])))

    for touch, f in zip(touches, facts, strict=True):
        law, slip = touch.law, np.linalg.norm(f.v, axis=1)
        tell("overlap", touch, -f.gap / (GAP * size))
        presses = np.abs(f.N) > F
        if not law.is_given:
            tell("force at a gap", touch, np.where(presses, np.abs(f.gap), 0.0) / (GAP * size))
            tell("rate of a closed gap", touch, np.where(presses, np.abs(f.rate), 0.0) / V)
        slips = law.moves(f.v, f.spin, V)
        aside = F + 10.0 * ROUNDING * speed / np.where(slip > 0.0, slip, 1.0) * np.abs(f.N)
        N = f.N[:, None]
        off = np.linalg.norm(f.T - N * law.rubs(f.v, f.spin), axis=1)
        held = law.beyond(f.N, np.linalg.norm(f.T, axis=1), np.abs(f.moment))
        drives = np.einsum("ij,ij->i", f.T, f.v)
        tell("pull", touch, -f.N / F, alone=False)
        tell("friction while slipping", touch, np.where(slips, off / aside, 0.0), alone=law.is_given)
        tell("friction while sticking", touch, np.where(slips, 0.0, held / F), alone=False)
        tell(
            "friction that drives", touch, np.where(slips, drives / (F * speed + 1e-300), 0.0), alone=law.is_given
        )
    return [*found, *_shared(rows, touches, by_rows, doubtful, V, events)]


def _shared(
    rows: da.Motion,
    touches: Sequence[Touch],
    facts: Sequence[Facts],
    doubtful: Mapping[int, list[Any]],
    V: float,
    events: Sequence[Any],
) -> list[Finding]:
    """Rows in which single forces do not fit: whether what they do together could be done by forces that do."""
    picked = sorted(doubtful)[:: 1 + len(doubtful) // MOST_SHARED]
    if not picked:
        return []
    found, ends = [], np.array([event.t for event in events])
    probes = probed(rows.with_rows(np.array(picked), ()))
    for k, probe in zip(picked, probes, strict=True):
        left = _unbearable(k, touches, facts, probe, V)
        # where forces are not unique, ends of modes are located to about this part of the run
        is_near = ends.size and np.abs(ends - rows.times[k]).min() <= LOCATED * max(
            float(np.ptp(rows.times)), 1e-300
        )
        if left > (NEARLY if is_near else 10.0 * FORCE):
            found += [Finding(kind, name, float(rows.times[k]), amount) for kind, name, amount in doubtful[k]]
    return found


@dataclass(frozen=True, eq=False)
class Probe:
    """A state: M, and what single speeds do to the velocities of all rows."""

    M: Matrix
    rows: Mapping[str, Vector]
    fixed: Matrix
    """Those of joints and other lasting constraints (m, nu)."""

    def free(self) -> tuple[Matrix, Matrix]:
        """Z with fixed Z = 0, and the Cholesky factor of Zᵀ M Z."""
        Z = null_space(self.fixed, rcond=1e-10) if len(self.fixed) else np.eye(len(self.M))
        return Z, np.linalg.cholesky(Z.T @ self.M @ Z) if Z.size else np.zeros((0, 0))

    def along(self, names: Sequence[str]) -> Matrix:
        """Rows of these names (m, nu)."""
        return np.array([self.rows[name] for name in names]).reshape(len(names), len(self.M))


def probed(rows: da.Motion) -> list[Probe]:
    """Mass matrices from kinetic energies, and Jacobians from velocities, by single speeds in each row."""
    eom = rows.dynamics.equations
    nq, nu = len(eom.coordinates), len(eom.speeds)
    pairs = list(combinations_with_replacement(range(nu), 2))
    speeds = np.array([np.zeros(nu), *np.eye(nu), *(np.eye(nu)[i] + np.eye(nu)[j] for i, j in pairs)])
    states = np.repeat(rows.states, len(speeds), axis=0)
    states[:, nq : nq + nu] = np.tile(speeds, (len(rows), 1))
    times, inputs = np.repeat(rows.times, len(speeds)), np.repeat(rows.inputs, len(speeds), axis=0)
    many = replace(rows, times=times, states=states, inputs=inputs, events=(), saved_work=None)
    records = eom.rows[: len(eom.psi)]
    is_fixed = np.array([row.role.name not in ("UNILATERAL", "FRICTION") for row in records], dtype=bool)
    outputs = {"T": da.energies.kinetic_energy(), **({"psi": _array(eom.psi)} if records else {})}
    found = {
        name: np.asarray(y, dtype=float).reshape(len(rows), len(speeds), -1)
        for name, y in many.evaluate(outputs).items()
    }
    probes = []
    for k in range(len(rows)):
        T, M = found["T"][k, :, 0], np.zeros((nu, nu))
        for n, (i, j) in enumerate(pairs):
            M[i, j] = M[j, i] = T[1 + nu + n] - T[1 + i] - T[1 + j] + T[0]
        psi = found["psi"][k] if records else np.zeros((len(speeds), 0))
        J = (psi[1 : 1 + nu] - psi[0]).T
        names = [row.name for row in records]
        probes.append(Probe(M, dict(zip(names, J, strict=True)), J[is_fixed]))
    return probes


def _unbearable(k: int, touches: Sequence[Touch], facts: Sequence[Facts], probe: Probe, V: float) -> float:
    """How far what contacts exert together is from all that they can bear, beside its size.

    Forces of a cone are sums of its edges; edges that are worth most are added until they are no more (NNLS).
    """
    Z, L = probe.free()
    # dry friction that holds has a place of its own, in which its parts and what is left of it make its strength
    dry = [
        touch.name
        for touch, f in zip(touches, facts, strict=True)
        if touch.law.is_given and np.linalg.norm(f.v[k]) <= V
    ]
    n = Z.shape[1]
    told = np.zeros(n + len(dry))
    edges: list[Vector] = []
    cones = []
    for touch, f in zip(touches, facts, strict=True):
        b = np.zeros((n + len(dry), len(touch.slips)))
        b[:n] = np.linalg.solve(L, Z.T @ probe.along(touch.slips).T) if touch.slips else 0.0
        a = np.zeros(n + len(dry))
        if touch.law.is_given:
            if touch.name in dry:
                a[n + dry.index(touch.name)] = np.linalg.norm(b)
                told += b @ f.T[k] + touch.law.static * a
                edges.append(a)
                cones.append((a, b, 1.0))
            continue
        a[:n] = np.linalg.solve(L, Z.T @ probe.rows[f"{touch.name}.normal"])
        told += f.N[k] * a + b @ f.T[k]
        if np.abs(f.gap[k]) > 1e-6 and f.N[k] == 0.0:
            continue
        if touch.law.moves(f.v[k : k + 1], f.spin[k : k + 1], V)[0]:
            edges.append(a + b @ touch.law.rubs(f.v[k : k + 1], f.spin[k : k + 1])[0])
        else:
            edges.append(a)
            cones.append((a, b, touch.law.static))
    size = float(np.linalg.norm(told))
    if size == 0.0:
        return 0.0
    if not edges:
        return 1.0
    left = np.inf
    for _ in range(60):
        weights, rest = nnls(np.array(edges).T, told / size, maxiter=100 * len(edges) + 100)
        gain = told / size - np.array(edges).T @ weights
        if rest <= FORCE or rest > 0.999999 * left:
            break
        left = rest
        for a, b, mu in cones:
            way = b.T @ gain
            if np.linalg.norm(way) > 0.0:
                edges.append(a + mu * b @ way / np.linalg.norm(way))
    return float(rest)


# ---- impacts


def _impacts(motion: da.Motion, touches: Sequence[Touch], there: Sequence[Any]) -> list[Finding]:
    """Momentum, cones and laws of impact wherever impulses act."""
    struck = [one for one in there if one.impulses and not one.is_other][:: 1 + len(there) // MOST_IMPACTS]
    if not struck:
        return []
    eom = motion.dynamics.equations
    rows = {x: _states(motion, [getattr(one, x) for one in struck]) for x in ("before", "after")}
    facts = {x: _evaluated(y, touches) for x, y in rows.items()}
    nq, nu = len(eom.coordinates), len(eom.speeds)
    found = []
    fastest = float(np.abs(motion.states[:, nq : nq + nu]).max(initial=0.0))
    for k, (probe, one) in enumerate(zip(probed(rows["before"]), struck, strict=True)):
        du = (rows["after"].states - rows["before"].states)[k, nq : nq + nu]
        if one.is_last:
            found.append(
                Finding(
                    "last blow",
                    next(iter(one.impulses)),
                    one.t,
                    float(np.abs(du).max()) / (LAST * max(fastest, 1.0)),
                )
            )
            continue
        u = rows["before"].states[k, nq : nq + nu]
        blow = Blow.of(k, touches, facts, probe, one.impulses)
        found += [Finding(kind, name, one.t, amount) for kind, name, amount in blow.wrong(du, u)]
    return [one for one in found if not one.amount <= 1.0]


def is_own(law: Any) -> bool:
    """Whether a law of impact is a user's: all that is known is that impulses press and lie in the cone."""
    return not type(law).__module__.startswith("dalembert.")


@dataclass(frozen=True, eq=False)
class Blow:
    """One instant with impulses, of points that touch."""

    touches: list[Touch]
    probe: Probe
    impulses: Mapping[str, float]
    P: Vector
    """Normal impulses."""

    Q: list[Vector]
    """Tangential impulses."""

    rate: tuple[Vector, Vector]
    slip: tuple[list[Vector], list[Vector]]
    """Before and after."""

    spin: Vector
    """After."""

    @classmethod
    def of(
        cls,
        k: int,
        touches: Sequence[Touch],
        facts: Mapping[str, list[Facts]],
        probe: Probe,
        impulses: Mapping[str, float],
    ) -> "Blow":
        own = [
            i
            for i, touch in enumerate(touches)
            if not touch.law.is_given
            and (
                abs(facts["before"][i].gap[k]) <= 1e-12
                or any(name.startswith(f"{touch.name}.") for name in impulses)
            )
        ]
        Q = [np.array([impulses.get(name, 0.0) for name in touches[i].slips]) for i in own]
        return cls(
            [touches[i] for i in own],
            probe,
            impulses,
            np.array([impulses.get(f"{touches[i].name}.normal", 0.0) for i in own]),
            Q,
            tuple(np.array([facts[x][i].rate[k] for i in own]) for x in ("before", "after")),  # type: ignore[arg-type]
            tuple([facts[x][i].v[k] for i in own] for x in ("before", "after")),  # type: ignore[arg-type]
            np.array([facts["after"][i].spin[k] for i in own]),
        )

    def wrong(self, du: Vector, u: Vector) -> list[tuple[str, str, float]]:
        """What is not as the laws say, beside what is allowed."""
        Z, L = self.probe.free()
        push = np.array([*self.impulses.values()]) @ self.probe.along([*self.impulses])
        whole = max(
            float(np.abs(self.P).max(initial=0.0)), *(float(np.abs(q).max(initial=0.0)) for q in self.Q), 1e-300
        )
        speed = max(
            *(float(np.abs(x).max(initial=0.0)) for x in self.rate),
            *(float(np.abs(v).max(initial=0.0)) for vs in self.slip for v in vs),
            1e-300,
        )
        P, V = IMPULSE * whole, IMPULSE * speed
        scale = max(
            float(np.linalg.norm(np.linalg.solve(L, Z.T @ push))),
            float(np.linalg.norm(L.T @ np.linalg.lstsq(Z, du, rcond=None)[0])),
            1e-300,
        )
        rounding = 100.0 * ROUNDING * float(np.sqrt(abs(u @ self.probe.M @ u)))
        balance = np.linalg.norm(np.linalg.solve(L, Z.T @ (self.probe.M @ du - push)))
        name = self.touches[0].name if self.touches else "?"
        found = [("momentum at an impact", name, float(balance) / (IMPULSE * scale + rounding))]
        if len(self.probe.fixed):
            found.append(
                (
                    "constraints after an impact",
                    name,
                    float(np.abs(self.probe.fixed @ du).max()) / max(V, IMPULSE * float(np.abs(du).max())),
                )
            )
        work = 0.0
        for i, touch in enumerate(self.touches):
            before, after = self.slip[0][i], self.slip[1][i]
            found.append(("pulling impulse", touch.name, -self.P[i] / P))
            found.append(
                (
                    "cone of impulses",
                    touch.name,
                    (float(np.linalg.norm(self.Q[i])) - touch.law.static * self.P[i]) / P,
                )
            )
            found.append(("approach after an impact", touch.name, -self.rate[1][i] / V))
            work += 0.5 * self.P[i] * (self.rate[0][i] + self.rate[1][i])
            work += 0.5 * float(self.Q[i] @ (before + after)) if len(before) else 0.0
            found += [] if is_own(touch.impact) else self._slides(i, touch, before, after, P, V)
        found.append(("energy from an impact", name, work / (IMPULSE * whole * speed)))
        return [*found, *self._restitution(V)]

    def _slides(
        self, i: int, touch: Touch, before: Vector, after: Vector, P: float, V: float
    ) -> list[tuple[str, str, float]]:
        """One that slides before and after in one direction has slid all the while."""
        stays = not touch.law.moves(after[None], self.spin[i : i + 1], V)[0]
        if touch.law.patch and not touch.impact.restitution and not stays:
            rubs = touch.law.rubs(after[None], self.spin[i : i + 1])[0]
            return [
                (
                    "friction at an impact with spin",
                    touch.name,
                    float(np.linalg.norm(self.Q[i] - self.P[i] * rubs)) / P,
                )
            ]
        u, w = np.linalg.norm(before), np.linalg.norm(after)
        if (
            touch.law.patch
            or not (u > V and w > V)
            or np.linalg.norm(before / u - after / w) > 1e-6
            or len(self.touches) > 1
            or getattr(touch.impact, "tangential", 0.0)
        ):
            return []
        low, high = sorted(float(touch.law.kinetic(np.array([x]))[0]) for x in (u, w))
        along = -float(self.Q[i] @ after) / w
        return [
            (
                "friction at an impact that slides",
                touch.name,
                max(low * self.P[i] - along, along - high * self.P[i]) / P,
            )
        ]

    def _restitution(self, V: float) -> list[tuple[str, str, float]]:
        """Normal velocities after, where a law can be written down by hand."""
        if any(is_own(touch.impact) for touch in self.touches):
            return []
        struck = [i for i, touch in enumerate(self.touches) if self.P[i] or self.rate[0][i] < -V]
        if (
            not struck
            or len(struck) > 6
            or any(getattr(self.touches[i].impact, "tangential", 0.0) for i in struck)
        ):
            return []
        own = [self.touches[i] for i in struck]
        rubs = any(np.abs(self.Q[i]).max(initial=0.0) for i in struck)
        if rubs and (len(own) > 1 or len(own[0].slips) != 1 or own[0].law.patch):
            return []
        names = [f"{touch.name}.normal" for touch in own] + (list(own[0].slips) if rubs else [])
        Z, L = self.probe.free()
        A = np.linalg.solve(L, Z.T @ self.probe.along(names).T)
        v = np.array([self.rate[0][i] for i in struck] + ([float(self.slip[0][struck[0]][0])] if rubs else []))
        law = own[0].law
        sliding = (
            [float(law.kinetic(np.array([float(np.linalg.norm(vs[struck[0]]))]))[0]) for vs in self.slip]
            if rubs
            else [0.0]
        )
        if max(sliding) - min(sliding) > 1e-12:
            return []
        after = normal_speeds_after([touch.impact for touch in own], A.T @ A, v, (law.static, sliding[0]))
        if after is None:
            return []
        return [
            ("restitution", touch.name, abs(self.rate[1][i] - after[k]) / (10.0 * V))
            for k, (touch, i) in enumerate(zip(own, struck, strict=True))
        ]


# ---- phases


def _phases(
    motion: da.Motion, touches: Sequence[Touch], rows: da.Motion, facts: Sequence[Facts], skip: int
) -> list[Finding]:
    """What `motion.phases` says of each point, beside what forces and slips say between events."""
    force, speed = _scales(rows, touches, facts)
    F, V = FORCE * force, SLIP * speed
    found, times = [], rows.times[skip:]
    for touch, f in zip(touches, facts, strict=True):
        N, slip = np.abs(f.N[skip:]), np.linalg.norm(f.v[skip:], axis=1)
        for begin, end, label in motion.phases(touch.name):
            inside = (times > begin) & (times < end)
            if not inside.any():
                continue
            t = float(times[inside][0])
            if label == "open" and not touch.law.is_given:
                found.append(
                    Finding("phase open with a force", touch.name, t, float(N[inside].max() / max(F, 1e-300)))
                )
            if label == "sticking":
                found.append(
                    Finding("slip while sticking", touch.name, t, float(slip[inside].max() / max(V, 1e-300)))
                )
            is_long = inside.sum() >= 5 and touch.law.static > 0.0 and not touch.law.patch
            if label == "slipping" and is_long and slip[inside].max() <= V and N[inside].max() > F:
                found.append(Finding("phase slipping without slip", touch.name, t, np.inf))
    return [one for one in found if not one.amount <= 1.0]
