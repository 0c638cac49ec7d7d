"""Whether each step of Moreau and Jean's rule obeys the laws of contact, from its states and mean forces alone.

With q̃ half a step ahead, M (u⁺ − u) = h f + Jᵀ P there, and P fits to J u⁺: unilateral with restitution, and
Coulomb's in the true cone. What is told beside that is how deep bodies overlap.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dalembert as da
from tests.oracles.contact_law import Finding, Law, _array, _law, probed

Vector = NDArray[np.float64]

STEP = 1e-8
"""Beside the largest impulse of the run and the largest speed."""

CLOSED, SLOW = 1e-9, 1e-5
"""Gap in metres from which on contacts take part, and approach beside the speeds that does not spring back."""


@dataclass(frozen=True)
class Stepped:
    """One point of contact."""

    name: str
    law: Law
    restitution: float
    normal: str
    slips: tuple[str, ...]


def stepped_of(motion: da.Motion) -> list[Stepped]:
    """Points of contact of a stepped motion."""
    names = [row.name for row in motion.dynamics.equations.rows]
    found = []
    p = motion.parameters
    for part in motion.dynamics.equations.model.parts:
        if hasattr(part, "point") and hasattr(part.point, "geometry") and (law := _law(part.point, p)) is not None:
            slips = tuple(x for w in ("first", "second") if (x := f"{part.name}.slip {w}") in names)
            normal = f"{part.name}.normal"
            e = float(part.point.law.restitution)
            found.append(Stepped(part.name, law, e, normal if normal in names else "", slips))
    return found


def stepped_findings(motion: da.Motion, step: float) -> tuple[list[Finding], float]:
    """What is not as the law says in a step, of each kind and point the worst; and the deepest overlap."""
    eom, points = motion.dynamics.equations, stepped_of(motion)
    nq, nu = len(eom.coordinates), len(eom.speeds)
    n = round((motion.times[-1] - motion.times[0]) / step)
    ends = motion.resampled(motion.times[0] + step * np.arange(n + 1))
    before, after = ends.with_rows(np.arange(n), ()), ends.with_rows(np.arange(1, n + 1), ())
    halfway = before.evaluate({"q": _array(eom.motion.moved(0.5 * step * np.asarray(eom.u)))})["q"]
    u, u_after = before.states[:, nq : nq + nu], after.states[:, nq : nq + nu]

    def middle(speeds: Vector) -> da.Motion:
        states = np.column_stack([halfway, speeds, after.states[:, nq + nu :]])
        return replace(before, times=before.times + 0.5 * step, states=states, saved_work=None)

    psi = {"psi": _array(eom.psi)}
    v, v_after = (middle(x).evaluate(psi)["psi"] for x in (u, u_after))
    phi = middle(u).evaluate({"phi": _array(eom.phi)})["phi"] if len(eom.phi) else np.zeros((n, 0))
    f = middle(0.5 * (u + u_after)).evaluate({"f": _array(eom.f)})["f"]
    probes = probed(middle(u))
    places = {row.name: k for k, row in enumerate(eom.rows)}
    means = {name: step * after[f"{part}.mean {what}"] for part, what, name in _named(points)}
    largest = max((float(np.abs(x).max(initial=0.0)) for x in means.values()), default=0.0) or 1e-300
    # speeds, or what forces make of them in a step
    pushed = max(float(np.abs(step * f[k] / np.diag(probe.M)).max(initial=0.0)) for k, probe in enumerate(probes))
    speed = max(float(np.abs(v).max(initial=0.0)), float(np.abs(v_after).max(initial=0.0)), pushed, 1e-300)
    P, V = STEP * largest, STEP * speed
    found: list[Finding] = []
    lowered = motion.statistics.get("rejected", 0) > 0

    def tell(kind: str, point: str, amounts: Vector) -> None:
        if len(amounts) and not (worst := float(amounts.max())) <= 1.0:
            found.append(Finding(kind, point, float(after.times[int(amounts.argmax())]), worst))

    # the balance, but for the joints
    left = np.zeros(n)
    for k, probe in enumerate(probes):
        Z, L = probe.free()
        push = sum((means[name][k] * probe.rows[name] for name in means), np.zeros(nu))
        rest = probe.M @ (u_after[k] - u[k]) - step * f[k] - push
        size = np.linalg.norm(np.linalg.solve(L, Z.T @ probe.M @ u_after[k])) + np.linalg.norm(
            np.linalg.solve(L, Z.T @ push)
        )
        left[k] = np.linalg.norm(np.linalg.solve(L, Z.T @ rest)) / (STEP * max(float(size), 1e-300))
    tell("balance of a step", "all", left)

    deepest = 0.0
    for point in points:
        if point.normal:
            k = places[point.normal]
            N, gap = means[point.normal], phi[:, k]
            deepest = max(deepest, -float(after.evaluate({"g": eom.phi[k]})["g"].min(initial=0.0)))
            off = np.abs(v_after[:, k] + point.restitution * np.minimum(v[:, k], 0.0))
            # what meets slowly does not spring back; next to the border either will do
            off = np.where(-v[:, k] < 3.0 * SLOW * speed, np.minimum(off, np.abs(v_after[:, k])), off)
            if lowered:
                off = np.where((v_after[:, k] >= -V) & (v_after[:, k] <= -point.restitution * v[:, k]), 0.0, off)
            tell("pull in a step", point.name, -N / P)
            tell("impulse at a gap in a step", point.name, np.where(gap > 1e-6, np.abs(N), 0.0) / P)
            tell("restitution of a step", point.name, np.where(N > P, off, 0.0) / V)
            tell("approach after a step", point.name, np.where(gap < -CLOSED, -v_after[:, k], 0.0) / V)
        else:
            N = np.full(n, step)
        if point.slips:
            own = [places[name] for name in point.slips]
            T, slip = np.column_stack([means[name] for name in point.slips]), v_after[:, own]
            size = np.linalg.norm(slip, axis=1)
            # a coefficient that depends on the speed is that of the speed before
            speeds = (size, np.linalg.norm(v[:, own], axis=1))
            low, high = np.minimum(*map(point.law.kinetic, speeds)) * N, point.law.static * N
            along = -np.einsum("ij,ij->i", T, slip) / np.where(size > 0.0, size, 1.0)
            across = np.linalg.norm(T + along[:, None] * slip / np.where(size > 0.0, size, 1.0)[:, None], axis=1)
            slips = size > 10.0 * V
            tell("cone in a step", point.name, (np.linalg.norm(T, axis=1) - high) / P)
            off = np.maximum(np.maximum(low - along, along - high), across)
            tell("friction of a slipping step", point.name, np.where(slips, off, 0.0) / (10.0 * P))
    return found, deepest


def _named(points: Sequence[Stepped]) -> list[tuple[str, str, str]]:
    """Part, relation and row of all forces."""
    rows: list[Any] = [(point.name, name) for point in points for name in (point.normal, *point.slips) if name]
    return [(part, name[len(part) + 1 :], name) for part, name in rows]
