"""Velocities after an impact by the laws of the literature, for what can be said by hand.

One point in a plane with Coulomb's friction, or several points without friction: v⁺ = v + W Λ.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

MOST_BLOWS = 10_000


def normal_speeds_after(laws: Sequence[Any], W: Matrix, v: Vector, mu: tuple[float, float]) -> Vector | None:
    """Normal velocities after: of one point (W 2 × 2, normal and tangent), or of several smooth ones; else None.

    `mu` are the coefficients at rest and in motion of the one point.
    """
    kinds = {type(law).__name__ for law in laws if law.restitution} or {"PoissonImpact"}
    if len(kinds) != 1:
        return None
    kind, e = kinds.pop(), np.array([float(law.restitution) for law in laws])
    if len(laws) == 1 and len(v) == 2:
        return _one_rubbing(kind, float(e[0]), W, v, mu)
    if len(v) != len(laws):
        return None
    if kind == "NewtonImpact":
        return v + W @ _lcp(W, v + e * np.minimum(v, 0.0), np.zeros(len(v)))
    if kind == "PoissonImpact" or (kind == "StrongeImpact" and len(v) == 1):
        pressed = _lcp(W, v, np.zeros(len(v)))
        after = v + W @ pressed
        return after + W @ _lcp(W, after, e * pressed)
    return _in_turn(e, W, v) if kind == "SequentialImpact" else None


def _lcp(W: Matrix, c: Vector, floor: Vector) -> Vector:
    """Λ ≥ floor, W Λ + c ≥ 0, one of them with equality, by trying all."""
    best, left = floor, np.inf
    for on in product((False, True), repeat=len(c)):
        own = np.flatnonzero(on)
        lam = floor.astype(float)
        if len(own):
            rest = c[own] + W[own] @ lam - W[np.ix_(own, own)] @ lam[own]
            lam[own] = np.linalg.lstsq(W[np.ix_(own, own)], -rest, rcond=1e-12)[0]
        w = W @ lam + c
        wrong = max(
            float((floor - lam).max() * W.diagonal().max()),
            float(-w.min()),
            float(np.abs(w[own]).max(initial=0.0)),
        )
        if wrong < left:
            best, left = lam, wrong
    return best


def _in_turn(e: Vector, W: Matrix, v: Vector) -> Vector:
    """The fastest approach first, one after the other."""
    v, rest = v.copy(), 1e-13 * float(np.abs(v).max(initial=0.0))
    for _ in range(MOST_BLOWS):
        i = int(np.argmin(v))
        if v[i] >= -rest:
            break
        v = v - W[:, i] * (1.0 + e[i]) * v[i] / W[i, i]
    return v


def _one_rubbing(kind: str, e: float, W: Matrix, v: Vector, mu: tuple[float, float]) -> Vector | None:
    if v[0] >= 0.0 or np.linalg.det(W) <= 1e-9 * W[0, 0] * W[1, 1]:
        return None
    if kind == "NewtonImpact":
        # as far as e v further than to rest
        return np.array([-e * v[0]])
    if kind == "StrongeImpact":
        return _routh(e, W, v, mu)
    pressed = _phase(W, v, mu, None)
    if pressed is None:
        return None
    after = v + W @ pressed
    spread = _phase(W, after, mu, e * pressed[0])
    if spread is None:
        return None
    end = after + W @ spread
    # friction may pull it back, against which it presses on
    return np.array([end[0]]) if end[0] >= 0.0 else np.array([0.0])


def _phase(W: Matrix, v: Vector, mu: tuple[float, float], P: float | None) -> Vector | None:
    """Impulses with the normal one given, or until it does not approach; friction is as slip is at the end."""
    static, kinetic = mu
    size = float(np.abs(v).max(initial=0.0)) * 1e-12
    found = []
    for way in (1.0, -1.0):
        denominator = W[0, 0] - kinetic * way * W[0, 1]
        if P is None and denominator <= 0.0:
            continue
        n = -v[0] / denominator if P is None else P
        lam = np.array([n, -kinetic * way * n])
        if n >= 0.0 and way * (v + W @ lam)[1] >= -size:
            found.append((way * v[1] > size, lam))
    lam = np.linalg.solve(W, -v) if P is None else np.array([P, -(v[1] + W[1, 0] * P) / W[1, 1]])
    if lam[0] >= 0.0 and abs(lam[1]) <= static * lam[0] * (1.0 + 1e-12):
        found.append((False, lam))
    # one that slides on as before does so; else it sticks if it can
    found.sort(key=lambda one: not one[0])
    keeps = [lam for goes_on, lam in found if goes_on]
    return keeps[0] if keeps else found[-1][1] if found else None


def _routh(e: float, W: Matrix, v: Vector, mu: tuple[float, float]) -> Vector | None:
    """The normal impulse grows; slip ends or turns meanwhile; expansion gives back e² of the work."""
    static, kinetic = mu
    v, work, taken = v.astype(float), 0.0, 0.0
    for _ in range(10):
        hold = -W[1, 0] / W[1, 1]
        if abs(v[1]) > 1e-13:
            t = -kinetic * np.sign(v[1])
        elif abs(hold) <= static:
            t = hold
        else:
            t = kinetic * np.sign(hold)
        rate = W @ np.array([1.0, t])
        if rate[0] <= 0.0:
            return None
        # where slip ends, where compression does, and where the work is given back
        ends = -v[1] / rate[1] if v[1] * rate[1] < 0.0 and abs(v[1]) > 1e-13 else np.inf
        if v[0] < 0.0:
            ends = min(ends, -v[0] / rate[0])
        aim = -(e**2) * taken
        if v[0] >= -1e-15 * abs(aim):
            left = aim - work
            final = (-v[0] + np.sqrt(max(v[0] ** 2 + 2.0 * rate[0] * left, 0.0))) / rate[0]
            if final <= ends:
                return np.array([(v + rate * final)[0]])
        new = v + rate * ends
        done = 0.5 * (v[0] + new[0]) * ends
        if v[0] < 0.0:
            taken += done
        else:
            work += done
        new[np.abs(new) < 1e-14 * np.abs(v).max()] = 0.0
        v = new
    return None
