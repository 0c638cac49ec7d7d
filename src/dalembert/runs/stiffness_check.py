"""Parts of a motion that are too fast for a run: steps must follow them, or a method lets them grow."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.integrators.method import Method
from dalembert.runs.motion import Motion

_SMALL, _LARGER = 1e-7, 100.0
"""Changes of a state, beside its size or one, by which rates are differentiated; and then by larger ones."""

_JUMP, _LEAST_JUMP = 0.3, 1e-6
"""Part of the change of a rate for large changes that is there for small ones too, where it jumps; and what counts
as a change, beside the largest rate or one."""

_MANY = 1e4
"""Times that a part decays, or radians by which it turns, along a run: if more, it is fast."""

_GROWN, _EXPLAINED = 1e3, 0.7
"""Growth of a state beside its start that makes a run suspicious; and the part of its logarithm that must be due
to the method, beyond the growth of the motion itself."""

_EARLY = 0.1
"""Part of the rows, the first ones, in which a part of a motion has the size that its growth is compared with."""

_INVOLVED = 0.3
"""Part of a state in the fastest part, beside the largest, from which on it is named."""


@dataclass(frozen=True)
class _Part:
    """A part of the motion near a state that goes like exp(λ t)."""

    rate: complex
    names: tuple[str, ...]
    weights: Any
    """How much of it is in a state (n,)."""

    @property
    def text(self) -> str:
        """The behaviour of this part of the motion, in words."""
        where = f"a part of the motion, mostly of {', '.join(self.names)},"
        if abs(self.rate.imag) > abs(self.rate.real):
            return f"{where} oscillates with {abs(self.rate.imag):.3g} rad/s"
        does = "decays" if self.rate.real < 0.0 else "grows"
        return f"{where} {does} within {1.0 / abs(self.rate.real):.3g} s"


_MOST_STATES = 600
"""States of a motion whose parts are looked for, when it has failed: the time for that goes with the cube."""

REMEDY = (
    "da.DryFriction and da.contacts.dry_joint_friction stick exactly; a law of your own must be smooth, "
    "da.tanh(v / eps)"
)
"""What to do where friction that switches should stick."""


def too_fast(motion: Motion, until: float) -> str:
    """Why steps must be short at the end of a motion, and what to do; empty if nothing is found."""
    if names := _jumping(motion):
        return (
            f"the rate of {', '.join(names)} jumps there, back and forth: a force that switches, such as friction "
            f"with da.expr.sign(v), cannot hold what sticks; {REMEDY}"
        )
    part = _fastest_part(motion, -1)
    is_slow = part is None or abs(part.rate) * abs(until - motion.times[0]) < _MANY
    if part is None or is_slow or part.rate.real > abs(part.rate.imag):
        return ""
    if abs(part.rate.imag) > abs(part.rate.real):
        return (
            f"{part.text}, and steps follow every turn; lower the stiffness, put a joint or constraint in its "
            "place, or take method=da.methods.GeneralizedAlpha(step), which damps what its steps do not resolve"
        )
    return f"{part.text}: the motion is stiff; take method=da.methods.Radau()"


def exploded(motion: Motion, method: Method) -> str:
    """Why a run of fixed steps grew without bound, if it did for its steps; empty otherwise."""
    step = method.uniform_step
    if not method.may_explode or (row := _grown_row(motion)) is None:
        return ""
    steps = max(1.0, abs(motion.times[-1] - motion.times[0]) / step)
    for part in _parts(motion, row):
        z, grown = part.rate * step, _growth(motion, part)
        factor = method.growth(z)
        if factor > 1.0 and _GROWN < grown < inf and steps * (log(factor) - z.real) > _EXPLAINED * log(grown):
            return (
                f"until t = {motion.times[-1]:.9g} the states grow by {grown:.1g}, because the step is too long: "
                f"{part.text}, and each step of {type(method).__name__} multiplies it by {factor:.6g}; "
                "take a much shorter step, an adaptive method, or method=da.methods.Radau()"
            )
    return ""


def grown(states: Vector) -> NDArray[np.int_]:
    """Which of some motions (N, T, n) have states that grew much beside their start."""
    start = np.abs(states[:, :1])
    base = np.where(start > 0.0, start, start.max(axis=2, initial=1.0, keepdims=True))
    return np.flatnonzero((np.abs(states) > _GROWN * base).any(axis=(1, 2)))


def blown_up(motion: Motion, until: float) -> str:
    """A message that a motion grows without bound by itself, if it does where a run ends; empty otherwise."""
    if _grown_row(motion) is None or not (parts := _parts(motion, -1)):
        return ""
    part = max(parts, key=lambda one: one.rate.real)
    is_fast = part.rate.real > _INVOLVED * abs(parts[0].rate)
    if not is_fast or part.rate.real * abs(until - motion.times[0]) < _MANY:
        return ""
    return (
        f"the motion grows without bound before t = {until:.9g}: {part.text} there, faster and faster, and no "
        "method passes this; look for a force that drives the more the further it goes"
    )


# ---- growth


def _grown_row(motion: Motion) -> int | None:
    """The first row in which a state has grown much beside its start; None if none has."""
    if not len(motion):
        return None
    start = np.abs(motion.states[0])
    base = np.where(start > 0.0, start, start.max(initial=1.0))
    is_grown = (np.abs(motion.states) > _GROWN * base).any(axis=1)
    return int(np.argmax(is_grown)) if is_grown.any() else None


def _growth(motion: Motion, part: _Part) -> float:
    """By which factor a part of a motion grows, beside its largest size in the first rows."""
    sizes = np.abs(motion.states @ part.weights)
    early = sizes[: max(1, int(_EARLY * len(sizes)))].max()
    return float(sizes.max() / early) if early > 0.0 else inf


# ---- rates near a state


def _fastest_part(motion: Motion, row: int) -> _Part | None:
    found = _parts(motion, row)
    return found[0] if found else None


def _parts(motion: Motion, row: int) -> list[_Part]:
    """Parts of the motion near a row, the fastest first; none where rates have no value, or of large systems."""
    if motion.states.shape[1] > _MOST_STATES:
        return []
    J = _differences(motion, row, _SMALL) / (2.0 * _SMALL * _sizes(motion.states[row]))
    if not np.isfinite(J).all():
        return []
    rates, vectors = np.linalg.eig(J)
    order, weights = np.argsort(-np.abs(rates)), np.linalg.pinv(vectors)
    return [_Part(complex(rates[k]), _involved(motion, vectors[:, k]), weights[k]) for k in order]


def _involved(motion: Motion, vector: Any) -> tuple[str, ...]:
    size = np.abs(vector)
    return tuple(name for name, x in zip(motion.names, size, strict=True) if x > _INVOLVED * size.max())


def _jumping(motion: Motion) -> tuple[str, ...]:
    """States whose rates jump at the end of a motion."""
    near, far = (np.abs(_differences(motion, -1, eps)) for eps in (_SMALL, _LARGER * _SMALL))
    least = _LEAST_JUMP * max(1.0, float(np.nan_to_num(near, posinf=0.0).max(initial=0.0)))
    jumps = np.atleast_1d(((near > _JUMP * far) & (near > least)).any(axis=1))
    return tuple(name for name, is_jump in zip(motion.names, jumps, strict=True) if is_jump)


def _sizes(x: Vector) -> Vector:
    return np.maximum(1.0, np.abs(x))


def _differences(motion: Motion, row: int, eps: float) -> Matrix:
    """Changes of all rates (n, n), a column for each state that is changed by eps both ways."""
    x, n = motion.states[row], motion.states.shape[1]
    change = eps * np.diag(_sizes(x))
    states = np.concatenate([x + change, x - change])
    many = (2 * n,)
    around = Motion(
        motion.dynamics,
        np.broadcast_to(motion.times[row], many).copy(),
        states,
        np.broadcast_to(motion.inputs[row], (*many, motion.inputs.shape[1])).copy(),
        motion.parameters,
    )
    rates = np.asarray(around.evaluate(motion.dynamics.solved.first_order().rate), dtype=float)
    found: Matrix = (rates[:n] - rates[n:]).T
    return found
