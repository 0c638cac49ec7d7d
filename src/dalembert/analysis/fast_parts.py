"""What is too fast for a run: parts of a motion that steps must follow, or that a method lets grow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.motion import Motion
from dalembert.solvers.methods import Method

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

_SMALL, _LARGER = 1e-7, 100.0
"""Changes of a state, beside its size or one, by which rates are differentiated; and then by larger ones."""

_JUMP, _LEAST_JUMP = 0.3, 1e-6
"""Part of the change of a rate for large changes that is there for small ones too, where it jumps; and what counts
as a change, beside the largest rate or one."""

_MANY = 1e4
"""Times that a part decays, or radians by which it turns, along a run: if more, it is fast."""

_GROWN, _AMPLIFIED = 1e3, 1.02
"""Growth of a state beside its start, or one, that makes a run of fixed steps suspicious; and the factor in each
step that explains it."""

_INVOLVED = 0.3
"""Part of a state in the fastest part, beside the largest, from which on it is named."""


@dataclass(frozen=True)
class _Part:
    """A part of the motion near a state that goes like exp(λ t)."""

    rate: complex
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """What it does."""
        where = f"a part of the motion, mostly of {', '.join(self.names)},"
        if abs(self.rate.imag) > abs(self.rate.real):
            return f"{where} oscillates with {abs(self.rate.imag):.3g} rad/s"
        does = "decays" if self.rate.real < 0.0 else "grows"
        return f"{where} {does} within {1.0 / abs(self.rate.real):.3g} s"


def too_fast(motion: Motion, until: float) -> str:
    """Why steps must be short at the end of a motion, and what to do; empty if nothing is found."""
    if names := _jumping(motion):
        return (
            f"the rate of {', '.join(names)} jumps there, back and forth: a force that switches, such as friction "
            "with da.sign(v), cannot hold what sticks; make it smooth, da.tanh(v / eps)"
        )
    part = _fastest_part(motion, -1)
    is_slow = part is None or abs(part.rate) * abs(until - motion.times[0]) < _MANY
    if part is None or is_slow or part.rate.real > abs(part.rate.imag):
        return ""
    if abs(part.rate.imag) > abs(part.rate.real):
        return (
            f"{part.text}, and steps follow every turn; lower the stiffness, put a joint or constraint in its "
            "place, or take method=da.GeneralizedAlpha(step), which damps what its steps do not resolve"
        )
    return f"{part.text}: the motion is stiff; take method=da.Radau()"


def exploded(motion: Motion, method: Method) -> str:
    """Why a run of fixed steps grew without bound, if it did for its steps; empty otherwise."""
    step = method.uniform_step
    sizes = np.abs(motion.states).max(axis=1, initial=0.0)
    if not step or not len(sizes) or not sizes.max() > _GROWN * max(1.0, sizes[0]):
        return ""
    row = int(np.argmax(sizes > _GROWN * max(1.0, sizes[0])))
    for part in _parts(motion, row):
        z = part.rate * step
        if z.real <= 0.05 * abs(z) and method.growth(z) > _AMPLIFIED:
            factor = f"{sizes.max() / max(1.0, sizes[0]):.1g}"
            return (
                f"until t = {motion.times[-1]:.9g} the states grow by {factor}, because the step is too long: "
                f"{part.text}, and each step of {type(method).__name__} multiplies it by {method.growth(z):.3g}; "
                "take a much shorter step, an adaptive method, or method=da.Radau()"
            )
    return ""


# ---- rates near a state


def _fastest_part(motion: Motion, row: int) -> _Part | None:
    found = _parts(motion, row)
    return found[0] if found else None


def _parts(motion: Motion, row: int) -> list[_Part]:
    """Parts of the motion near a row, the fastest first; none where rates have no value."""
    J = _differences(motion, row, _SMALL) / (2.0 * _SMALL * _sizes(motion.states[row]))
    if not np.isfinite(J).all():
        return []
    rates, vectors = np.linalg.eig(J)
    order = np.argsort(-np.abs(rates))
    return [_Part(complex(rates[k]), _involved(motion, vectors[:, k])) for k in order]


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
    rates = np.asarray(around.evaluate(motion.dynamics.equations.first_order().rate), dtype=float)
    found: Matrix = (rates[:n] - rates[n:]).T
    return found
