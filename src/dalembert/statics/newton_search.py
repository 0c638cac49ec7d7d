"""One search for rest or steady motion: Newton's steps, where they end, and what stays undetermined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.configuration.typical_sizes import TypicalSizes, sizes_of_positions
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import FormulationError, SolverError
from dalembert.memo import Key
from dalembert.numerics.nearest_root import Point, nearest_root, point
from dalembert.rank import INVOLVED, free_motions
from dalembert.state import State
from dalembert.statics.steady_unknowns import SteadyUnknowns

FAR = 1e4
"""Coordinates beyond which a search has gone astray, in rad and m beside the guess."""

BALANCED = 1e-11
"""Force left beside the size of forces, and gap of rows, up to which a root is one although slopes vanish."""

CLOSE = 1e-3
"""Last step of a search that ends where slopes vanish, in rad and m."""

STEADY = 1e-6
"""Part of the forces, beside their size, by which equations may disagree with what is found."""

_SMALL = 1e-5
"""Change by which it is seen what else changes."""

_TURN = 2.0 * np.pi


@dataclass(frozen=True)
class NewtonStep:
    """Where the search was: the largest force left, the largest gap of rows and what is held, the last step."""

    force: float
    gap: float
    moved: float


@dataclass(frozen=True, eq=False)
class Attempt:
    """A search from one start: where it ended, and why that is no solution, if it is none."""

    way: str
    point: Point
    steps: tuple[NewtonStep, ...]
    failure: str = ""

    @property
    def is_solution(self) -> bool:
        """Whether the search ended in a solution."""
        return not self.failure


def attempt(unknowns: SteadyUnknowns, x: Vector, way: str) -> Attempt:
    """Where Newton's method leads from x."""
    steps: list[NewtonStep] = []
    last: list[Vector] = []

    def watch(here: Point) -> None:
        force, gap = _left(unknowns, here)
        steps.append(NewtonStep(force, gap, float(np.linalg.norm(here.x - last[-1])) if last else 0.0))
        last.append(here.x)

    here = nearest_root(unknowns, x, watch)
    result = Attempt(way, here, tuple(steps), _failure(unknowns, here))
    return result if result.failure else replace(result, point=_turned_back(unknowns, here))


def _left(unknowns: SteadyUnknowns, here: Point) -> tuple[float, float]:
    """The largest force left, and the largest gap of the other rows."""
    n = len(here.r) - len(unknowns.equations.speeds)
    force = unknowns.force * float(np.abs(here.r[n:]).max(initial=0.0))
    return force, float(np.abs(here.r[:n]).max(initial=0.0))


def _failure(unknowns: SteadyUnknowns, here: Point) -> str:
    """Why a point is no solution; nothing if it is one."""
    force, gap = _left(unknowns, here)
    if not (np.isfinite(here.x).all() and np.isfinite(here.r).all()):
        return "diverged: forces or rows have no value where the search went"
    nq = len(unknowns.equations.coordinates)
    if np.abs(here.x[:nq] - unknowns.guess[:nq]).max(initial=0.0) > FAR:
        return "diverged: coordinates went beyond all bounds"
    if not here.has_derivative:
        return "ended where something has no slope, such as a distance that is zero"
    if here.is_root:
        return ""
    if force <= BALANCED * unknowns.force and gap <= BALANCED:
        # slopes vanish too, as of x⁴: steps become short; forces fade away, as of exp(−x): they stay long
        return "" if here.gap <= CLOSE else "diverged: forces fade away, and nothing rests on the way"
    return "ended where what is left grows in all directions: there is none nearby"


def _turned_back(unknowns: SteadyUnknowns, here: Point) -> Point:
    """The point with angles by whole turns nearer to the guess, where forces and rows do not count turns."""
    eom, held = unknowns.equations, unknowns.held_coordinates
    for k, name in enumerate(eom.coordinates):
        turns = np.round((here.x[k] - unknowns.guess[k]) / _TURN)
        if eom.variables.units.get(name) != "rad" or k in held or not turns:
            continue
        x = here.x.copy()
        x[k] -= _TURN * turns
        trial = point(unknowns, x)
        if np.isfinite(trial.r).all() and not _failure(unknowns, trial):
            here = trial
    return here


_MASS_MATRIX: Key[Native] = Key("mass matrix")


def check_accelerations(unknowns: SteadyUnknowns, dynamics: Dynamics, state: State, a: Vector) -> None:
    """Raise if accelerations by the default solution, where they have values, are not those found here."""
    try:
        accelerations = dynamics.accelerations(state)
    except (SolverError, FormulationError):
        # rest needs no inertia
        return
    names = dynamics.equations.speeds
    numbers = np.array([accelerations[name] for name in names])
    # by the forces that the difference takes: light parts accelerate much by rounding
    M = dynamics.memo.get(_MASS_MATRIX, lambda: native(dynamics, {"M": dynamics.equations.M}))
    forces = np.abs(np.asarray(M(dynamics.arguments(state), state.p)["M"]) @ (numbers - a))
    if forces.max(initial=0.0) > STEADY * unknowns.force:
        k = int(np.argmax(forces))
        raise SolverError(
            f"what was found is not steady: {names[k]} would change by {numbers[k]:g} instead of {a[k]:g}"
        )


# ---- what stays open


def free_changes(unknowns: SteadyUnknowns, here: Point, orbit: Matrix, sizes: Vector) -> Matrix:
    """Changes of x (n, n_free), in units of their sizes (n,), that nothing determines, but for symmetries.

    An `orbit` (n, n_fields) is how x changes along these.
    """
    return free_motions(determining_rows(unknowns, here, orbit, sizes))


def determining_rows(unknowns: SteadyUnknowns, here: Point, orbit: Matrix, sizes: Vector) -> Matrix:
    """Rows of changes of x in units of their sizes: the equations, symmetries, and multipliers that are open."""
    n, m = here.A.shape[1], len(unknowns.equations.rows)
    loose = np.zeros((n, 0))
    if m:
        # multipliers that rows leave open are no motions
        E = here.A[len(here.r) - len(unknowns.equations.speeds) :, n - m :]
        loose = np.concatenate([np.zeros((n - m, m)), np.eye(m)]) @ free_motions(E)
    fixed = np.concatenate([orbit / sizes[:, None], loose], axis=1).T
    return np.concatenate([here.A / here.scales[:, None] * sizes, fixed])


def change_sizes(unknowns: SteadyUnknowns, here: Point) -> Vector:
    """Sizes of changes of x (n,) that count alike: lengths by arms, the rest by one."""
    return _change_sizes(_position_sizes(unknowns, here), here)


def _change_sizes(typical: TypicalSizes, here: Point) -> Vector:
    return np.concatenate([typical.columns, np.ones(here.A.shape[1] - len(typical.columns))])


def _position_sizes(unknowns: SteadyUnknowns, here: Point) -> TypicalSizes:
    return sizes_of_positions(unknowns.positions, here.x[unknowns.parts["q"]])


def undetermined_names(unknowns: SteadyUnknowns, here: Point, orbit: Matrix | None = None) -> tuple[str, ...]:
    """Coordinates, states, speeds and what is released that nothing determines, but for symmetries."""
    eom, parts, nu = unknowns.equations, unknowns.parts, len(unknowns.equations.speeds)
    typical = _position_sizes(unknowns, here)
    sizes = _change_sizes(typical, here)
    orbit = np.zeros((len(sizes), 0)) if orbit is None else orbit
    free = free_changes(unknowns, here, orbit, sizes) * sizes[:, None]

    # motions of the speeds as changes of the coordinates; amounts of fields as those of the speeds
    N, of_coordinates = unknowns.positions.per_speed(here.x[parts["q"]]), typical.of_coordinates(eom)
    shift = nu - len(eom.coordinates)
    z, released = (free[parts[kind].start + shift : parts[kind].stop + shift] for kind in ("z", "released"))
    changes = [N @ free[:nu] / of_coordinates[:, None], z, _speed_changes(unknowns, here, free), released]
    names = (*eom.coordinates, *(eom.states[k] for k in unknowns.system.states), *eom.speeds)
    return _moving((*names, *unknowns.system.released), np.concatenate(changes))


def _speed_changes(unknowns: SteadyUnknowns, here: Point, free: Matrix) -> Matrix:
    """How speeds change (nu, n) with changes of x (…, n)."""
    if not unknowns.system.fields or not free.shape[1]:
        return np.zeros((len(unknowns.equations.speeds), free.shape[1]))
    ends = [
        [unknowns.evaluated(unknowns.moved(here.x, sign * _SMALL * way))["u"] for sign in (1.0, -1.0)]
        for way in free.T
    ]
    return np.stack([(ahead - behind) / (2.0 * _SMALL) for ahead, behind in ends], axis=1)


def _moving(names: Sequence[str], changes: Matrix) -> tuple[str, ...]:
    sizes = np.abs(changes).max(axis=1, initial=0.0)
    return tuple(name for name, size in zip(names, sizes, strict=True) if size > INVOLVED)


def undetermined_rows(unknowns: SteadyUnknowns, here: Point) -> tuple[str, ...]:
    """Rows whose multipliers have no definite values."""
    m, nu = len(unknowns.equations.rows), len(unknowns.equations.speeds)
    if not m:
        return ()
    E = here.A[len(here.r) - nu :, here.A.shape[1] - m :]
    return _moving([row.name for row in unknowns.equations.rows], free_motions(E))


def report(unknowns: SteadyUnknowns, attempt: Attempt, undetermined: Sequence[str], verdict: str) -> str:
    """Steps, residuals, held values and what is undetermined, in words."""
    force, gap = _left(unknowns, attempt.point)
    lines = [f"found {attempt.way} in {len(attempt.steps) - 1} steps"]
    lines.append(f"forces are balanced to {force:.1e} of {unknowns.force:.3g}, other rows hold to {gap:.1e}")
    lines.append(f"held: {', '.join(map(str, unknowns.held)) or 'nothing'}")
    lines.append(f"undetermined, and as near to the guess as possible: {', '.join(undetermined) or 'nothing'}")
    if rows := undetermined_rows(unknowns, attempt.point):
        lines.append(f"multipliers without definite values, the smallest that balance: {', '.join(rows)}")
    if verdict:
        lines.append(verdict)
    return "\n".join(lines)
