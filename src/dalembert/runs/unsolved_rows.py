"""Rows that a run does not solve for, because others imply them: they must hold all the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.constraint_unknowns import position_records
from dalembert.configuration.constraint_values import ConstraintValues, constraint_values, joined
from dalembert.configuration.residual_check import ACCEPTED
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solution import Solution
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import SolverError
from dalembert.memo import Key
from dalembert.rank import coefficients, row_scales
from dalembert.rows import Level
from dalembert.runs.motion import Motion

BESIDE_OTHERS = 100.0
"""How much further than the rows that are solved for the others may be off, where drift is left or damped."""


IMPLIED = 1e-6
"""Part of a row that others do not say, beside the row, that is rounding."""


def broken_row(motion: Motion) -> str:
    """The first row that others no longer imply, at an output of the motion, in words; empty if all hold."""
    eom, solution = motion.dynamics.equations, motion.dynamics.solution
    if not len(motion) or not has_unsolved_rows(motion.dynamics):
        return ""
    records = position_records(eom)
    nq, nu = len(eom.coordinates), len(eom.speeds)
    q, u, z = np.split(motion.states, [nq, nq + nu], axis=1)
    arguments = {"t": motion.times, "q": q, "u": u, "z": z, "tau": motion.inputs}
    values = _values(motion, arguments)
    if any(row.is_kept_by_rates for row in eom.constraint_rows):
        # the rates keep the rows that are solved for, not those that are left out
        values = replace(values, psi=np.asarray(motion.evaluate(eom.psi)))
    levels = {
        "position": ([row.name for row in records], _beside(values.position_gaps, q)),
        "velocity": ([row.name for row in values.velocity_rows], _beside(values.velocity_gaps, u)),
        "acceleration": _accelerations(solution, values),
    }
    # rows that events switch need not hold while they are off
    switched = {row.name for row in eom.rows if switch_name(row.name) in motion.discrete}
    switched |= {*eom.switched_rows}
    solved = {eom.rows[i].name for i in solution.independent} - switched
    for level, (names, gaps) in levels.items():
        others = gaps[:, [name in solved for name in names]].max(axis=1, initial=0.0)
        for k in (k for k, name in enumerate(names) if name not in solved | switched):
            is_broken = gaps[:, k] > ACCEPTED + BESIDE_OTHERS * others
            if is_broken.any():
                n = int(np.argmax(is_broken))
                where = f"at t = {motion.times[n]:.9g} the {level} row {names[k]!r} does not hold: "
                if not _is_implied(solution, values, names[k]):
                    return where + _needed(names[k])
                return where + (_by_events(motion, n) or _changed(solution))
    return ""


def check_implied(starts: Starts) -> None:
    """Raise if a row that is left out is none that the others imply at a start.

    For methods that solve for all rows whatever is left out: with that row they would run another system.
    """
    solution = starts.dynamics.solution
    if not solution.left_out:
        return
    for k, p in enumerate(starts.p):
        numbers = {"q": starts.q, "u": starts.u, "z": starts.z, "tau": starts.tau}
        one = {"t": np.array([starts.t]), **{name: x[k : k + 1] for name, x in numbers.items()}}
        values = constraint_values(starts.dynamics, one, p)
        for name in sorted(solution.left_out):
            if not _is_implied(solution, values, name):
                raise SolverError(f"the row {name!r} does not hold by itself: {_needed(name)}")


def _values(motion: Motion, arguments: Mapping[str, Any]) -> ConstraintValues:
    """The constraints at all outputs of a motion, with parameters as events have set them."""
    own = {name: x for name, x in motion.discrete.items() if name in motion.dynamics.equations.parameters}
    if not own:
        return constraint_values(motion.dynamics, arguments, motion.parameters)
    sets, which = np.unique(np.column_stack([*own.values()]), axis=0, return_inverse=True)
    n = len(motion)
    parts, order = [], []
    for k, numbers in enumerate(sets):
        rows = np.flatnonzero(which.reshape(n) == k)
        p = {**motion.parameters, **dict(zip(own, map(float, numbers), strict=True))}
        parts.append(constraint_values(motion.dynamics, {name: x[rows] for name, x in arguments.items()}, p))
        order.append(rows)
    return joined(parts, np.argsort(np.concatenate(order)))


_HAS_UNSOLVED_ROWS: Key[bool] = Key("has unsolved rows")


def has_unsolved_rows(dynamics: Dynamics) -> bool:
    """Whether runs rely on rows that others imply."""
    return dynamics.memo.get(_HAS_UNSOLVED_ROWS, lambda: _has_unsolved_rows(dynamics))


def _has_unsolved_rows(dynamics: Dynamics) -> bool:
    eom = dynamics.equations
    n_effective = sum(row.level == Level.POSITION for row in eom.rows)
    return bool(dynamics.solution.left_out) or len(position_records(eom)) > n_effective


def _beside(gaps: Matrix, x: Matrix) -> Matrix:
    """Gaps beside the largest coordinate or speed, or one."""
    sizes: Vector = np.abs(x).max(axis=1, initial=1.0)
    return gaps / sizes[:, None]


def _accelerations(solution: Solution, values: ConstraintValues) -> tuple[list[str], Matrix]:
    """Rows of accelerations that are left out, and how far those that imply them are from doing so."""
    eom, left_out = solution.equations, solution.left_out
    rows = [i for i, row in enumerate(eom.rows) if row.name in left_out and row.level == Level.ACCELERATION]
    kept = _lasting(solution)
    gaps = np.zeros((len(values.J), len(rows)))
    for n, (J, gamma) in enumerate(zip(values.J, values.gamma, strict=True)):
        scales = row_scales(J)
        size = max(1.0, float(np.abs(gamma / scales).max(initial=0.0)))
        gaps[n] = [abs(gamma[i] - coefficients(J, kept, i) @ gamma[kept]) / (size * scales[i]) for i in rows]
    return [eom.rows[i].name for i in rows], gaps


def _is_implied(solution: Solution, values: ConstraintValues, name: str) -> bool:
    """Whether the rows that are solved for imply another one in the first of these states."""
    names = [row.name for row in solution.equations.rows]
    if name not in names:
        return True
    J, i, kept = values.J[0], names.index(name), _lasting(solution)
    left = J[i] - coefficients(J, kept, i) @ J[kept]
    return bool(np.linalg.norm(left) <= IMPLIED * np.linalg.norm(J[i]))


def _lasting(solution: Solution) -> list[int]:
    """Numbers of the rows that are solved for and always hold: what comes and goes implies nothing."""
    rows = solution.equations.constraint_rows
    return [i for i in solution.independent if rows[i].switch is None]


def _changed(solution: Solution) -> str:
    projected = "" if solution.stabilization is None else "stabilization=da.methods.Projection() or "
    return (
        "at the start other rows implied it, so it was left out, but later they do not. Either they contradict "
        "it: leave one of them out, or change its law; or the mechanism came to a position in which it can change "
        f"to another way of moving: keep it away from there, or use {projected}da.methods.IndexThree"
    )


def _by_events(motion: Motion, n: int) -> str:
    """A message about a row that others implied before events changed them; empty if events did not."""
    switches = {row.name: switch_name(row.name) for row in motion.dynamics.equations.rows}
    off = [name for name, switch in switches.items() if (motion.discrete.get(switch, np.ones(n + 1)) == 0.0)[n]]
    own = {name: x for name, x in motion.discrete.items() if name not in switches.values()}
    changed = [name for name, x in own.items() if x[n] != x[0]]
    if off:
        return (
            f"others implied it, so it was left out, but an event let {', '.join(map(repr, off))} go; leave those "
            f"out from the start instead, da.derive(model).without({off!r})"
        )
    if changed:
        return (
            f"others implied it, so it was left out, but an event set {', '.join(map(repr, changed))}, and since "
            "then they do not. Let the event end the run, is_terminal=True, and simulate on from a state that "
            "satisfies all rows"
        )
    return ""


def _needed(name: str) -> str:
    return (
        "it is left out of the solution, and the other rows do not imply it. Leave it in: only redundant rows can "
        "be left out, da.mobility(equations, state).redundant_rows; or, if it is off until something happens, let "
        f"an event switch it on, action=da.actions.Switch(on=[{name!r}])"
    )
