"""Patches whose friction joins slip and spin: what holds them at rest, and the motion in which they begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.contact_system import ContactNumbers, Point
from dalembert.errors import SolverError
from dalembert.numerics.contact_levels import DEPENDENT, FITS

Motion = Vector
"""Slips of a patch along its tangents, and its spin; of size one where only the direction counts."""


def motion_of(numbers: ContactNumbers, point: Point) -> Motion:
    """Slip and spin of a patch."""
    return np.append(numbers.slips(point), numbers.psi[point.spin])


def size_of(point: Point, motion: Motion) -> float:
    """Greatest speed of a patch in a motion."""
    assert point.combined is not None
    return float(point.combined.motion_left([float(v) for v in motion[:-1]], float(motion[-1])))


def unit_motion(point: Point, motion: Motion) -> Motion:
    """A motion of size one, or none."""
    size = size_of(point, motion)
    return np.asarray(motion / size if size > 0.0 else motion)


def axis_sizes(point: Point) -> Motion:
    """Slips and spin alone that are motions of size one."""
    n = len(point.tangents)
    return np.array([*[1.0] * n, 1.0 / size_of(point, np.append(np.zeros(n), 1.0))])


def friction_of(point: Point, motion: Motion) -> Vector:
    """Forces along the tangents, and moment, beside the normal force."""
    law = point.combined
    assert law is not None
    speed, spin = float(np.linalg.norm(motion[:-1])), float(motion[-1])
    factors = [law.slip_factor(speed, spin)] * (len(motion) - 1) + [law.spin_factor(speed, spin)]
    return np.asarray(-law.static * np.array(factors, dtype=float) * motion)


@dataclass(frozen=True, eq=False)
class PatchProblem:
    """Accelerations w = W λ + c along rows of points, patches in motion or at rest rubbing besides."""

    numbers: ContactNumbers
    points: Sequence[Point]
    motions: Mapping[int, Motion]
    """Of patches that slip and spin, by the number of their point here; others that are patches rest."""

    @property
    def resting(self) -> list[int]:
        """Points that are patches at rest."""
        return [i for i, p in enumerate(self.points) if p.has_patch_friction and i not in self.motions]

    def _parts(self) -> tuple[Matrix, Vector, Matrix, Matrix, Vector]:
        """W and c of points, W of these by moments at rest and of these, and both of spins at rest."""
        numbers, slots = self.numbers, self.numbers.slots(self.points)
        spins = [self.points[i].spin for i in self.resting]
        rows = np.concatenate([slots, np.array(spins, dtype=np.intp)])
        W, c = numbers.W[np.ix_(rows, rows)], numbers.free[rows]
        own = np.append(slots < 0, np.zeros(len(spins), dtype=bool))
        W[own], W[:, own], c[own] = 0.0, 0.0, 0.0
        for i, motion in self.motions.items():
            # the moment of spin goes with the normal force
            factor = friction_of(self.points[i], motion)[-1]
            W[:, i * self._width] += np.where(own, 0.0, numbers.W[rows, self.points[i].spin]) * factor
        n = len(slots)
        return W[:n, :n], c[:n], W[:n, n:], np.asarray(W[n:]), c[n:]

    @property
    def _width(self) -> int:
        return 1 + self.numbers.tangents_of(self.points)

    def reduced(self) -> tuple[Matrix, Vector]:
        """W and c of points alone, while moments hold the spin of those at rest."""
        W, c, across, spins, rest = self._parts()
        if not len(rest):
            return W, c
        n = len(c)
        held = np.linalg.solve(spins[:, n:], np.column_stack([spins[:, :n], rest]))
        return W - across @ held[:, :-1], c - across @ held[:, -1]

    def moments(self, lam: Vector) -> dict[int, float]:
        """Moments of all patches beside these forces."""
        _, _, _, spins, rest = self._parts()
        n, width = len(lam), self._width
        found = {
            i: float(friction_of(self.points[i], motion)[-1] * lam[i * width])
            for i, motion in self.motions.items()
        }
        held = -np.linalg.solve(spins[:, n:], spins[:, :n] @ lam + rest) if len(rest) else np.zeros(0)
        return found | dict(zip(self.resting, map(float, held), strict=True))

    def forces(self, i: int, lam: Vector) -> tuple[float, Vector, float]:
        """Normal force, friction and moment of a patch."""
        first = i * self._width
        return float(lam[first]), lam[first + 1 : first + 1 + len(self.points[i].tangents)], self.moments(lam)[i]

    def holds(self, i: int, lam: Vector) -> bool:
        """Whether a patch at rest can hold what it has to."""
        N, T, moment = self.forces(i, lam)
        law = self.points[i].combined
        assert law is not None
        return bool(law.hold_left(float(np.linalg.norm(T)), abs(moment), N) >= -FITS * law.static * abs(N))

    def begin(self, i: int, lam: Vector) -> Motion:
        """The motion whose friction is along what a patch exerts."""
        _, T, moment = self.forces(i, lam)
        law, force = self.points[i].combined, float(np.linalg.norm(T))
        assert law is not None
        speed, spin = law.resisting_motion(force, abs(moment))
        way = -float(speed) * T / force if force > 0.0 else 0.0 * T
        return unit_motion(self.points[i], np.append(way, -float(np.sign(moment)) * float(spin)))

    def accelerations(self, i: int, lam: Vector) -> Vector:
        """Those of slip and spin of a patch."""
        slots = self.numbers.slots(self.points)
        along = np.zeros(len(self.numbers.free))
        along[slots[slots >= 0]] += lam[slots >= 0]
        for k, moment in self.moments(lam).items():
            along[self.points[k].spin] += moment
        rows = list(self.points[i].slip_rows)
        return np.asarray(self.numbers.free[rows] + self.numbers.W[rows] @ along)

    def check_unique(self, t: float) -> None:
        """Raise if forces of patches at rest are not unique."""
        rows = [k for point in self.points for k in ([] if point.normal is None else [point.normal])]
        rows += [k for point in self.points for k in point.slip_rows]
        W = self.numbers.W[np.ix_(rows, rows)]
        unit = 1.0 / np.sqrt(np.maximum(np.diag(W), 1e-300))
        if np.linalg.eigvalsh(unit[:, None] * W * unit)[0] <= DEPENDENT:
            names = ", ".join(repr(self.points[i].name) for i in self.resting)
            raise SolverError(
                f"slip and spin of {names} end together at t = {t:.9g}, and what holds them there is not unique: "
                "more touch than hold the bodies; go on from there with da.Coulomb(…)"
            )
