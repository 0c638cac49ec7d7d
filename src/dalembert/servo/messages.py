"""How goals and inputs stand to each other in a state, in words: unique, many, none, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.rank import NEARLY, ROUNDING, SINGULAR, dependent_among, rank, row_scales


def lost_hold(
    goals: Sequence[str], inputs: Sequence[str], numbers: Arguments, typical: Vector, margin: float
) -> str:
    """Message about goals that inputs act on much less than is typical; empty if there are none."""
    S, watched = np.asarray(numbers["hold"], dtype=float), np.asarray(numbers["watched"], dtype=float)
    (left, asked), (slopes, demands) = (x.reshape(2, -1) for x in (watched, typical))
    is_small = left < margin * NEARLY.square * slopes
    lost = np.flatnonzero(is_small & (margin * asked * slopes > left * demands)).tolist()
    if not lost:
        return ""
    alone = [i for i in lost if not left[i] < NEARLY.square * (S[i] @ S[i])]
    if alone:
        part = np.sqrt(left[alone[0]] / slopes[alone[0]])
        return (
            f"the inputs {', '.join(inputs)} lose their hold on the goal {goals[alone[0]]!r}: they act on it with "
            f"{part:.1g} of the strength that they had at the start, and would have to grow without bound; take "
            "another goal or start, give an input that acts here, or use da.control.LeastInputs(damping=…)"
        )
    together = dependent_among(S[: lost[-1] + 1], range(lost[-1] + 1), NEARLY) or lost
    return (
        f"the goals {', '.join(goals[i] for i in together)} come to depend on each other here, so that inputs "
        "would have to grow without bound; give them priorities, leave one out, or use "
        "da.control.LeastInputs(damping=…)"
    )


def cause(
    goals: Sequence[str],
    inputs: Sequence[str],
    numbers: Arguments,
    limits: Mapping[str, tuple[float, float]],
) -> str:
    """Why no inputs meet the goals, given the numbers of a `ServoLaw`; empty if they do."""
    S, r = np.asarray(numbers["slopes"], dtype=float), np.asarray(numbers["missing"], dtype=float)
    if undefined := [name for name, row, x in zip(goals, S, r, strict=True) if not np.isfinite([*row, x]).all()]:
        return f"the goal {undefined[0]!r} has no value there: a law or a measure in it is not defined"
    if np.isfinite(np.asarray(numbers["inputs"], dtype=float)).all():
        return ""
    sizes = np.asarray(numbers["sizes"], dtype=float)
    if limits and kind(S, r, sizes)[0] != "none":
        listed = ", ".join(f"{name} in [{low:g}, {high:g}]" for name, (low, high) in limits.items())
        return (
            f"the goals {', '.join(goals)} cannot be met within the limits of the inputs, {listed}: they are "
            "saturated; allow more, make the goal slower, or give it a weight, so that it is met as far as it can"
        )
    return contradiction(goals, inputs, S, r)


def contradiction(goals: Sequence[str], inputs: Sequence[str], S: Matrix, r: Vector) -> str:
    """Which goals no inputs meet."""
    idle = [name for name, row, x in zip(goals, S, r, strict=True) if not row.any() and x != 0.0]
    if idle:
        return (
            f"no input acts on the goal {idle[0]!r} in this state; take another goal or another start, or give an "
            "input that acts on it"
        )
    if (n_independent := rank(S, ROUNDING)) < len(S):
        names = [goals[i] for i in dependent_among(S, range(len(S)), SINGULAR)]
        more = " there are more independent goals than inputs," if len(S) > len(inputs) else ""
        return (
            f"the goals {', '.join(names)} cannot be met together by the inputs {', '.join(inputs)}:{more} they "
            "depend on each other and want different things; leave one out, or give priorities or weights; "
            f"{_remedy(inputs, S, n_independent)}"
        )
    return (
        f"no inputs {', '.join(inputs)} meet the goals {', '.join(goals)}: what they would have to exert is out "
        "of their reach; take other goals, or give an input that acts there; where ideal control has none, "
        "da.control.LeastInputs may find some"
    )


def _remedy(inputs: Sequence[str], S: Matrix, rank: int) -> str:
    """Remedy for inputs that wait for each other: those that act become states, if they act apart."""
    sizes = np.abs(S / row_scales(S)[:, None]).max(axis=0)
    acting = np.flatnonzero(sizes > ROUNDING.distance * sizes.max()).tolist()
    if len(acting) <= rank:
        return "where inputs appear at different orders, make some of them states by da.control.with_input_states"
    row = S[int(np.argmax(np.linalg.norm(S, axis=1)))]
    parts = " + ".join(f"{row[k]:.3g} {inputs[k]}" for k in acting).replace("+ -", "− ")
    ways = f"in one combination, {parts}," if rank == 1 else f"in {rank} combinations"
    return (
        f"{', '.join(inputs[k] for k in acting)} act on them {ways} only, so that making one of them a state does "
        "not help: let what they act by, such as the force of a rope, take the place of one of them, "
        "da.control.with_input_instead, and make that a state by da.control.with_input_states"
    )


def kind(S: Matrix, r: Vector, sizes: Vector) -> tuple[str, int]:
    """`unique`, `many` or `none`, and the rank: S S⁺ z = z, and rank S is the number of inputs or not."""
    scales = row_scales(S)
    A, b = S / scales[:, None], -r / scales
    n_independent = rank(S, ROUNDING)
    x = np.linalg.lstsq(A, b, rcond=ROUNDING.distance)[0]
    terms = np.abs(A) @ np.abs(x) + np.abs(b) + sizes / scales
    if not (np.abs(A @ x - b) <= SINGULAR.distance * terms).all():
        return "none", n_independent
    return ("unique" if n_independent == S.shape[1] else "many"), n_independent
