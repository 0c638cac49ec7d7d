"""Rates that jump back and forth from step to step: what steps of one length do not notice by themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.expr.node import Expression, inputs_of, traverse
from dalembert.integrators.method import Method
from dalembert.integrators.simulations import SUMMARY
from dalembert.integrators.status import Status
from dalembert.memo import Key
from dalembert.runs.course import Course
from dalembert.runs.motion import Motion
from dalembert.runs.stiffness_check import REMEDY

_ROWS, _STEPS = 20, 40
"""States of a motion that are looked at, and steps from each of them."""

_JUMPS = 4
"""Jumps back or forth within these steps that are chatter; one that passes through rest jumps once."""

_AT_ONCE = 256
"""Simulations that are walked at once: what caches hold."""

_HALVINGS, _LEFT = 30, 0.5
"""How often the way of a step is halved, and the part of a change that is left there if it is a jump."""

_SWITCHES = frozenset(("sign", "where", "floor", "mod"))
"""Operations by which an expression may jump."""


def chattering(motion: Motion, method: Method) -> tuple[str, ...]:
    """A note if rates jump back and forth along a motion of steps of one length."""
    if len(motion) < 2 or not may_chatter(motion.dynamics, method):
        return ()
    backwards = motion.times[-1] < motion.times[0]
    rows = np.unique(np.linspace(0, len(motion) - 1, _ROWS).astype(int))
    with np.errstate(all="ignore"):
        found = _Walk(motion, rows, -method.uniform_step if backwards else method.uniform_step).chattering()
    if found is None:
        return ()
    row, names = found
    return (
        f"the rate of {', '.join(names)} jumps back and forth from step to step (t = {motion.times[row]:.9g}): "
        "a force that switches, such as friction with da.expr.sign(v), cannot hold what sticks, and steps of "
        f"{type(method).__name__} creep; {REMEDY}, with method=da.methods.Radau()",
    )


_MAY_JUMP: Key[bool] = Key("may jump")


def may_chatter(dynamics: Dynamics, method: Method) -> bool:
    """Whether rates could jump back and forth from step to step: some may jump, and steps have one length."""
    if not method.uniform_step or method.finds_accelerations:
        return False
    return dynamics.memo.get(_MAY_JUMP, lambda: _may_jump(dynamics))


def _may_jump(dynamics: Dynamics) -> bool:
    rate = list(dynamics.solved.passive.first_order().rate)
    # a law of inputs has switches of its own, against zeros and losses; those of its goals count
    if dynamics.solution.law is not None:
        rate += list(dynamics.goal_quantities["missing"])
    return any(_is_switch(x) for x in traverse([x for x in rate if isinstance(x, Expression)]))


def _is_switch(x: Expression) -> bool:
    """Whether an operation may jump along a run; what parameters alone decide, such as rows that are on, stays."""
    if x.op not in _SWITCHES:
        return False
    return any(y.op != "parameter" for y in inputs_of(x.args[:1] if x.op == "where" else x.args))


def turning(course: Course, method: Method) -> NDArray[np.int_]:
    """Numbers of the simulations of a course that may chatter: rates change signs from step to step along them.

    All are walked at once. Those that ended early, or along which events set something, are among the numbers.
    """
    everyone, times = np.arange(len(course)), course.departure.times
    if len(times) < 2 or course.rows.names or len(course.borders) > 2:
        return everyone
    is_whole = (course.summaries[-1, :, SUMMARY.index("status")] == Status.DONE) & (
        course.summaries[-1, :, SUMMARY.index("stop_row")] == len(times)
    )
    whole = everyone[is_whole & np.isfinite(course.outputs).all(axis=(1, 2))]
    step = -method.uniform_step if times[-1] < times[0] else method.uniform_step
    turns = [whole[:0]]
    with np.errstate(all="ignore"):
        for k in range(0, len(whole), _AT_ONCE):
            block = whole[k : k + _AT_ONCE]
            turns.append(block[_turns(course, block, step)])
    return np.union1d(np.setdiff1d(everyone, whole), np.concatenate(turns))


def _turns(course: Course, cases: NDArray[np.int_], step: float) -> NDArray[np.bool_]:
    """Which of some simulations have a rate that changes its sign often enough on a walk of Euler's steps."""
    system, times = course.ready.dynamics, course.departure.times
    rows = np.unique(np.linspace(0, len(times) - 1, _ROWS).astype(int))
    eom, n = system.equations, system.n_states
    cuts = np.cumsum([len(eom.coordinates), len(eom.speeds)])
    common, varying, own = course.ready.parameters
    p = {**common, **{name: y[cases, None] for name, y in zip(varying, own.T, strict=True)}}
    tau = course.extra[0][cases, None, : len(eom.inputs)]
    outputs = resolved_together(system.solved, {"rate": system.solved.first_order().rate})
    x, before = course.outputs[cases][:, rows, :n], None
    counts = np.zeros(x.shape, dtype=np.int64)
    for k in range(_STEPS):
        q, u, z = np.split(x, cuts, axis=2)
        arguments = {"t": times[rows] + step * k, "q": q, "u": u, "z": z, "tau": tau}
        rate = np.asarray(system.evaluate_many(outputs, arguments, p)["rate"], dtype=float)
        if before is not None:
            counts += before * rate < 0.0
        before, x = rate, x + step * rate
    return np.asarray((counts >= _JUMPS).any(axis=(1, 2)))


class _Walk:
    """A few of Euler's steps from some rows of a motion: where forces switch they chatter like any others."""

    def __init__(self, motion: Motion, rows: NDArray[np.int_], step: float) -> None:
        self.motion, self.rows = motion, rows
        # what rates are is told once: to look through their expressions takes longer than to evaluate them
        system = motion.dynamics
        self.outputs = resolved_together(system.solved, {"rate": system.solved.first_order().rate})
        self.rate = system.function(self.outputs)
        self.parameters = {name: x for name, x in motion.parameters.items() if name in self.rate.parameters}
        self.times = motion.times[rows] + step * np.arange(_STEPS)[:, None]
        self.states, self.rates = np.empty((2, _STEPS, len(rows), len(motion.names)))
        x = motion.states[rows]
        for k, t in enumerate(self.times):
            self.states[k], self.rates[k] = x, self._rate(t, x, rows)
            x = x + step * self.rates[k]

    def _rate(self, times: Vector, states: Vector, rows: NDArray[np.int_]) -> Vector:
        motion, tau = self.motion, self.motion.inputs[rows]
        eom = motion.dynamics.equations
        q, u, z = np.split(states, np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=1)
        arguments = {"t": times, "q": q, "u": u, "z": z, "tau": tau}
        if motion.discrete:
            # what events have switched or set
            set_there = {name: values[rows] for name, values in motion.discrete.items()}
            found = motion.dynamics.evaluate_many(self.outputs, arguments, {**motion.parameters, **set_there})
        else:
            found = self.rate(**arguments, parameters=self.parameters)
        return np.asarray(found["rate"], dtype=float)

    def chattering(self) -> tuple[int, tuple[str, ...]] | None:
        """A row from which rates chatter, and the names of the states that do."""
        # pairs of steps between which a rate changes its sign
        turns = self.rates[:-1] * self.rates[1:] < 0.0
        for j in map(int, np.flatnonzero((turns.sum(axis=0) >= _JUMPS).any(axis=1))):
            names = [
                name for i, name in enumerate(self.motion.names) if self._jumps(j, i, turns[:, j, i]) >= _JUMPS
            ]
            if names:
                return int(self.rows[j]), tuple(names)
        return None

    def _jumps(self, j: int, i: int, turns: NDArray[np.bool_]) -> int:
        """How many of these changes are jumps: they are left between states however near to each other."""
        pairs = np.flatnonzero(turns)
        if len(pairs) < _JUMPS:
            return 0
        rows, times = np.full(len(pairs), self.rows[j]), self.times[pairs, j]
        a, b = self.states[pairs, j], self.states[pairs + 1, j]
        # at one time: what switches by time does not chatter
        at_a, at_b = (self._rate(times, x, rows)[:, i] for x in (a, b))
        whole = np.abs(self.rates[pairs + 1, j, i] - self.rates[pairs, j, i])
        for _ in range(_HALVINGS):
            middle = 0.5 * (a + b)
            at_middle = self._rate(times, middle, rows)[:, i]
            is_before = np.abs(at_middle - at_a) > np.abs(at_b - at_middle)
            a, at_a = np.where(is_before[:, None], a, middle), np.where(is_before, at_a, at_middle)
            b, at_b = np.where(is_before[:, None], middle, b), np.where(is_before, at_middle, at_b)
        return int((np.abs(at_b - at_a) > _LEFT * whole).sum())
