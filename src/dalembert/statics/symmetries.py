"""Fields of speeds along which a system can be moved without a change: its symmetries, found by moving it.

Candidates are motions by one speed alone, and displacements of all bodies together: along the world's axes, and
about the direction of gravity, or about all axes where there is none. A candidate counts if random states, moved
along it by a finite amount, obey the same equations: with B the change of small motions, Bᵀ r' = r but for what
constraints exert, and rows hold as before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Arguments, Array, Matrix, Vector
from dalembert.configuration.assemble import assemble
from dalembert.configuration.constraint_unknowns import Native, Positions, native, parameters_of
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.equations.along_speeds import of_no_coordinate
from dalembert.equations.outputs import BodyMotion
from dalembert.errors import AssemblyError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.least_squares import least_squares
from dalembert.expr.node import Expression
from dalembert.expr.symbol_nodes import time
from dalembert.memo import Key
from dalembert.rank import ROUNDING, free_motions
from dalembert.state import State, values_key

UNCHANGED = 1e-4
"""Part of the forces and rows that a motion along a symmetry may change: curves are taken by differences."""

_STATES, _AMOUNT, _STEPS = 2, 0.4, 12
"""Number of states at which a candidate is tried, how far it moves them, and in how many steps."""

_DISTANCES = (0.7, 0.5, 0.3, 0.1, 0.03)
"""How far from the given state coordinates are tried, in rad and m, until they assemble."""

_NOTHING = 1e-9
"""Rounding of zero, beside one."""

_STEP = 1e-3
"""Step of the curves whose speeds and accelerations are followed."""


@dataclass(frozen=True, eq=False)
class SteadyField:
    """A field of speeds σ(q), (nu,), and what a motion along it is called."""

    name: str
    sigma: Array


_SYMMETRIES: Key[tuple[SteadyField, ...]] = Key("symmetries")


def steady_fields(dynamics: Dynamics, near: State) -> tuple[SteadyField, ...]:
    """The symmetries of a system, independent of each other; those by one speed alone first.

    With the inputs and parameters of a state near which there are states that satisfy the constraints.
    """
    key = _SYMMETRIES.of(values_key(near.p), values_key(near.tau))
    return dynamics.memo.get(key, lambda: _Search(dynamics, near).symmetries)


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A motion by one speed alone, or a twist (w, v) of the world that all bodies have."""

    name: str
    speed: int | None = None
    w: Vector = field(default_factory=lambda: np.zeros(3))
    v: Vector = field(default_factory=lambda: np.zeros(3))

    def twists(self, places: Array) -> Array:
        """Angular and linear velocities (…, 6 n) of bodies at some places (…, n, 3)."""
        p = np.asarray(places)
        linear = [self.w[i - 2] * p[..., i - 1] - self.w[i - 1] * p[..., i - 2] + self.v[i] for i in range(3)]
        angular = [self.w[i] + 0.0 * p[..., 0] for i in range(3)]
        twists = np.stack([*angular, *linear], axis=-1)
        return twists.reshape(*twists.shape[:-2], -1)


@dataclass(frozen=True, eq=False)
class _Search:
    """Candidates, and random states on which they are tried."""

    dynamics: Dynamics
    near: State

    @cached_property
    def symmetries(self) -> tuple[SteadyField, ...]:
        """Candidates that are symmetries, without those that others make up."""
        taken: list[SteadyField] = []
        columns = np.zeros((_STATES * len(self.dynamics.equations.speeds), 0))
        for candidate in (*self._single_speeds, *self._displacements):
            flow = _Flow(self, candidate)
            column = flow.fields(self.points["q"]).reshape(-1, 1)
            extended = np.concatenate([columns, column], axis=1)
            if np.linalg.matrix_rank(extended, ROUNDING.distance) == columns.shape[1]:
                continue
            if flow.exists and flow.is_symmetry:
                taken.append(SteadyField(candidate.name, self._sigma(candidate, flow)))
                columns = extended
        return tuple(taken)

    # ---- candidates

    @property
    def _single_speeds(self) -> list[_Candidate]:
        return [_Candidate(name, speed=k) for k, name in enumerate(self.dynamics.equations.speeds)]

    @property
    def _displacements(self) -> list[_Candidate]:
        """All bodies together: along the axes, and about gravity, or about all axes where there is none."""
        eom = self.dynamics.equations
        if not self.motions or eom.model is None:
            return []
        moved = [_Candidate(f"moving along {name}", v=axis) for name, axis in zip("xyz", np.eye(3), strict=True)]
        if any(isinstance(x, Expression) for x in eom.model.gravity):
            return moved
        gravity = np.array(eom.model.gravity, dtype=float)
        axes = -gravity[None] / np.linalg.norm(gravity) if gravity.any() else np.eye(3)
        return [*moved, *(_Candidate(f"turning about {_words(axis)}", w=axis) for axis in axes)]

    @cached_property
    def motions(self) -> tuple[BodyMotion, ...]:
        """Places and velocities of the bodies, as expressions."""
        return tuple(self.dynamics.equations.outputs.motions_of_bodies().values())

    @cached_property
    def per_speed(self) -> Array:
        """Velocities of the bodies by the speeds (6 n, nu)."""
        eom = self.dynamics.equations
        return np.concatenate([jacobian(np.concatenate([motion.w, motion.v]), eom.u) for motion in self.motions])

    def _sigma(self, candidate: _Candidate, flow: _Flow) -> Array:
        """The field as expressions: only speeds that take part, by as many bodies as determine these."""
        n = len(self.dynamics.equations.speeds)
        if candidate.speed is not None:
            return np.eye(n)[candidate.speed]
        taking = np.flatnonzero(np.abs(flow.fields(self.points["q"])).max(axis=0) > _NOTHING)
        V = self.kinematics(self.points["q"], 0)["V"][0][:, taking]
        rows: list[int] = []
        for k in range(len(self.motions)):
            more = [*rows, *range(6 * k, 6 * k + 6)]
            before = int(np.linalg.matrix_rank(V[rows])) if rows else 0
            rows = more if np.linalg.matrix_rank(V[more]) > before else rows
        wanted = candidate.twists(np.array([motion.p for motion in self.motions], dtype=object))
        sigma = np.full(n, 0.0, dtype=object)
        sigma[taking] = least_squares(self.per_speed[rows][:, taking], wanted[rows])
        return sigma

    # ---- states

    @cached_property
    def lone(self) -> list[int]:
        """Numbers of the speeds that move no coordinate."""
        return of_no_coordinate(self.dynamics.equations)

    @cached_property
    def points(self) -> dict[str, Matrix]:
        """Random states that satisfy the constraints, in which nothing is aligned by chance.

        Positions are reached by whatever rows of positions allow: those of speeds would keep a wheel on its line.
        """
        generator = np.random.default_rng(7)
        points = [self._point(generator) for _ in range(_STATES)]
        return {kind: np.array([point[kind] for point in points]) for kind in points[0]}

    def _point(self, generator: np.random.Generator) -> Arguments:
        eom, numbers = self.dynamics.equations, self.dynamics.guessed(self.near)
        positions = Positions(self.dynamics, (), (), numbers, self.near.p, numbers["q"], np.zeros(0))
        J = positions.rows(numbers["q"])[1]
        Z = free_motions(J) if len(J) else np.eye(len(eom.speeds))
        for distance in _DISTANCES:
            q = positions.moved(numbers["q"], Z @ (distance * generator.uniform(-1.0, 1.0, Z.shape[1])))
            guess = self.dynamics.state(
                0.0,
                np.concatenate([q, generator.uniform(-1.0, 1.0, len(eom.speeds)), numbers["z"]]),
                numbers["tau"],
                self.near.p,
            )
            try:
                return self.dynamics.arguments(assemble(self.dynamics, guess=guess, p=self.near.p))
            except AssemblyError:
                continue
        raise SolverError("no states about the guess satisfy the constraints, so symmetries cannot be looked for")

    @cached_property
    def laws(self) -> tuple[NativeFunction, frozenset[str]]:
        """Forces without multipliers, rows, what these exert, and N, natively for given accelerations."""
        eom = self.dynamics.equations
        outputs = {
            "r": self.dynamics.solution.residual(eom.a, np.zeros(len(eom.rows))),
            "rows": np.concatenate([eom.phi, eom.psi]),
            "E": np.asarray(eom.constraint_force_matrix, dtype=object).reshape(len(eom.speeds), len(eom.rows)),
            "J": np.asarray(eom.J, dtype=object).reshape(len(eom.rows), len(eom.speeds)),
        }
        inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau, "a": eom.a}
        kernel = self.dynamics.with_parameters(self.dynamics.engine.compile(outputs, inputs))
        return kernel, frozenset(x.args[0] for x in parameters_of(*outputs.values()))

    @cached_property
    def _kinematics(self) -> Native:
        outputs: dict[str, Array] = {"N": self.dynamics.equations.N}
        if self.motions:
            outputs |= {"V": self.per_speed, "p": np.array([motion.p for motion in self.motions], dtype=object)}
        return native(self.dynamics, {name: np.asarray(y, dtype=object) for name, y in outputs.items()})

    def kinematics(self, q: Matrix, k: int) -> Mapping[str, Matrix]:
        """N, velocities by speeds and places of bodies at many coordinates, all else as in state k."""
        numbers = {kind: np.repeat(x[k : k + 1], len(q), axis=0) for kind, x in self.points.items()}
        return self._kinematics({**numbers, "q": q}, self.near.p)


def _words(axis: Vector) -> str:
    names = [name for name, way in zip("xyz", np.eye(3), strict=True) if abs(axis @ way) > 1.0 - 1e-12]
    return names[0] if names else "gravity"


@dataclass(frozen=True, eq=False)
class _Flow:
    """The motion along one field."""

    search: _Search
    candidate: _Candidate

    def fields(self, q: Matrix, k: int = 0) -> Matrix:
        """σ at many coordinates (n, nu), all else as in state k."""
        return self._fitted(q, k)[0]

    @property
    def exists(self) -> bool:
        """Whether joints allow the displacement."""
        return bool(self._fitted(self.search.points["q"], 0)[1] <= _NOTHING)

    def _fitted(self, q: Matrix, k: int) -> tuple[Matrix, float]:
        """σ, and by how much bodies miss their twists."""
        if self.candidate.speed is not None:
            n = len(self.search.dynamics.equations.speeds)
            return np.repeat(np.eye(n)[self.candidate.speed][None], len(q), axis=0), 0.0
        here = self.search.kinematics(q, k)
        wanted = self.candidate.twists(here["p"])
        sigma = np.einsum("kij,kj->ki", np.linalg.pinv(here["V"], rcond=ROUNDING.distance), wanted)
        missed = np.einsum("kij,kj->ki", here["V"], sigma) - wanted
        return sigma, float(np.abs(missed).max() / max(1.0, np.abs(wanted).max()))

    def _at(self, q: Matrix, k: int, name: str) -> Matrix:
        """N, or rates of coordinates along the field, at many coordinates."""
        N = self.search.kinematics(q, k)["N"]
        return N if name == "N" else np.einsum("kij,kj->ki", N, self.fields(q, k))

    def _moved(self, q: Matrix, k: int) -> Matrix:
        """Coordinates after the flow, by steps of Runge and Kutta."""
        h = _AMOUNT / _STEPS
        for _ in range(_STEPS):
            k1 = self._at(q, k, "rates")
            k2 = self._at(q + 0.5 * h * k1, k, "rates")
            k3 = self._at(q + 0.5 * h * k2, k, "rates")
            k4 = self._at(q + h * k3, k, "rates")
            q = q + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        return q

    @property
    def is_symmetry(self) -> bool:
        """Whether the equations are the same after the flow, at all states."""
        return all(self._leaves(k) for k in range(_STATES))

    def _leaves(self, k: int) -> bool:
        points, nu = self.search.points, len(self.search.dynamics.equations.speeds)
        q, u = points["q"][k], points["u"][k]

        # a curve through the state, with any accelerations, and small motions to both sides along each speed
        generator = np.random.default_rng(2 + k)
        a = generator.standard_normal(nu)
        N = self._at(q[None], k, "N")[0]
        bend = self._bent(q, u, k) + N @ a
        curve = [q - _STEP * (N @ u) + 0.5 * _STEP**2 * bend, q, q + _STEP * (N @ u) + 0.5 * _STEP**2 * bend]
        sides = [q + sign * _STEP * N[:, j] for j in range(nu) for sign in (1.0, -1.0)]
        before = np.array([*curve, *sides])
        after = self._moved(before, k)
        if not np.isfinite(after).all():
            return False
        B = self._speeds(after[1], (after[3::2] - after[4::2]).T / (2.0 * _STEP), k, np.eye(nu))
        B_before = self._speeds(before[1], (before[3::2] - before[4::2]).T / (2.0 * _STEP), k, np.eye(nu))
        here, there = (self._laws(x, k, a) for x in (before, after))
        return self._are_same(here, there, B @ np.linalg.inv(B_before))

    def _bent(self, q: Vector, u: Vector, k: int) -> Vector:
        """Ṅ u (nq,)."""
        ends = [q + sign * _STEP * (self._at(q[None], k, "N")[0] @ u) for sign in (1.0, -1.0)]
        N = self._at(np.array(ends), k, "N")
        return (N[0] - N[1]) @ u / (2.0 * _STEP)

    def _speeds(self, q: Vector, rates: Matrix, k: int, lone: Matrix) -> Matrix:
        """Speeds that belong to rates of coordinates; those of no coordinate are as given."""
        speeds: Matrix = np.linalg.lstsq(self._at(q[None], k, "N")[0], rates, rcond=None)[0]
        speeds[self.search.lone] = lone[self.search.lone]
        return speeds

    def _laws(self, points: Matrix, k: int, bend: Vector) -> Mapping[str, Matrix]:
        """Forces, rows and what these exert at the middle of a curve; `bend` are rates of its speeds (nu,)."""
        behind, here, ahead = points[:3]
        speeds = self.search.points["u"][k]
        u = self._speeds(here, (ahead - behind) / (2.0 * _STEP), k, speeds)
        halves = [
            self._speeds(0.5 * (x + y), (y - x) / _STEP, k, speeds) for x, y in ((behind, here), (here, ahead))
        ]
        a = (halves[1] - halves[0]) / _STEP
        a[self.search.lone] = bend[self.search.lone]
        kernel, names = self.search.laws
        numbers = {kind: x[k] for kind, x in self.search.points.items() if kind not in ("q", "u")}
        p = {name: x for name, x in self.search.near.p.items() if name in names}
        return kernel(**numbers, q=here, u=u, a=a, parameters=p)

    def _are_same(self, here: Mapping[str, Matrix], there: Mapping[str, Matrix], B: Matrix) -> bool:
        E, E_there = np.asarray(here["E"]), B.T @ np.asarray(there["E"])
        # beside what constraints exert, forces must be the same; and constraints must exert the same
        free = free_motions(E.T) if E.shape[1] else np.eye(len(E))
        r, r_there = np.asarray(here["r"]), B.T @ np.asarray(there["r"])
        size = max(np.abs(r).max(initial=0.0), np.abs(r_there).max(initial=0.0))
        if np.abs(free.T @ (r_there - r)).max(initial=0.0) > UNCHANGED * size:
            return False
        if np.abs(free.T @ E_there).max(initial=0.0) > UNCHANGED * np.abs(E).max(initial=1.0):
            return False
        J_there = np.asarray(there["J"]) @ B
        allowed = free_motions(np.asarray(here["J"])) if len(J_there) else np.eye(len(E))
        if np.abs(J_there @ allowed).max(initial=0.0) > UNCHANGED * np.abs(J_there).max(initial=1.0):
            return False
        gaps = np.abs(np.asarray(there["rows"]) - np.asarray(here["rows"])).max(initial=0.0)
        return bool(gaps <= UNCHANGED)
