"""Runs of heaps: steps from output to output, and the motion they make."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.configuration.starts import Starts
from dalembert.contact.contact_reasons import OverlapError
from dalembert.contact.heap_layout import Contact, Pair, State
from dalembert.contact.heap_stepper import HeapStepper, Told
from dalembert.contact.heap_tables import HeapTables
from dalembert.errors import ModelError, SolverError
from dalembert.memo import Key
from dalembert.model.contacts.between import TOLD
from dalembert.runs.course import Ended
from dalembert.runs.motion import Motion
from dalembert.runs.sampling import Supervisor
from dalembert.runs.task import Task
from dalembert.state import State as ModelState
from dalembert.state import States

OVERLAP = 1e-9
"""How deep shapes may overlap at the start, in m."""

_NAMED = 5
"""Pairs that overlap which are named."""

_TABLES: Key[HeapTables] = Key("tables of a heap")


def run_heaps(
    task: Task, starts: Sequence[ModelState], until: float, supervisor: Supervisor | None
) -> list[Ended]:
    """Motions of a model with contacts of sets, and why each failed, if it did."""
    begin = starts.t if isinstance(starts, States) else starts[0].t
    _check(task, begin, until, supervisor)
    tables = task.dynamics.memo.get(_TABLES, lambda: HeapTables.of(task.dynamics))
    ready = task.ready(starts)
    return [_Run(task, tables, ready, k, until).ended() for k in range(len(starts))]


def _check(task: Task, start: float, until: float, supervisor: Supervisor | None) -> None:
    if not task.method.treats_contacts:
        raise ModelError(
            "contacts of a set are too many to be decided one by one; simulate with "
            "method=da.methods.MoreauJean(step), or name the few pairs that matter, da.Contact(name, body, other)"
        )
    if until < start:
        raise ModelError("runs with contacts go forwards: an impact does not tell what was before it")
    if task.events or supervisor is not None:
        raise ModelError("contacts of a set know neither events nor sampled controllers yet; leave them out")


class _Run:
    """One run from a start."""

    def __init__(self, task: Task, tables: HeapTables, ready: Starts, k: int, until: float) -> None:
        self.task, self.tables, self.ready, self.k, self.until = task, tables, ready, k, until
        self.dynamics, self.t = ready.dynamics, ready.t
        eom = self.dynamics.equations
        self.cuts = np.cumsum([len(eom.coordinates), len(eom.speeds)])
        self.places = [[eom.states.index(f"{name}.{what}") for what in TOLD] for name in tables.set_names]
        gravity = tables.gravity
        states = tables.states_of(ready.q[k], ready.u[k])
        self.step = task.method.uniform_step
        self.stepper = HeapStepper(tables, gravity, states, task.method.settings[1])
        self.row = np.concatenate([ready.q[k], ready.u[k], ready.z[k]])

    def ended(self) -> Ended:
        """The motion, and why it ended early, if it did."""
        self._check_start()
        outputs: list[Vector] = []
        times, t, failure = self.task.times, self.t, None
        worst, steps, last = 0.0, 0, self._told_at_start()
        total = max(int(np.ceil((self.until - self.t) / self.step * (1.0 - 1e-12))), 0)
        number = self._write(outputs, times, 0, t, t, self.stepper.states, last, last)
        for step in range(total):
            end = self.until if step + 1 == total else self.t + (step + 1) * self.step
            before = self.stepper.states
            try:
                told = self.stepper.advance(end - t)
            except SolverError as error:
                failure = SolverError(f"at t = {t:.9g}: {error}")
                break
            worst, steps = max(worst, told.residual), steps + 1
            if not told.residual <= self.task.method.settings[1]:
                failure = self._lost(t, told.residual)
                break
            number = self._write(outputs, times, number, t, end, before, last, told)
            t, last = end, told
            if self.task.progress is not None:
                self.task.progress((t - self.t) / (self.until - self.t))
        return self._motion(outputs, times[:number], worst, steps, failure), failure

    def _lost(self, t: float, residual: float) -> SolverError:
        names, tolerance = ", ".join(map(repr, self.tables.set_names)), self.task.method.settings[1]
        return SolverError(
            f"at t = {t:.9g}: the impulses of {names} were found to {residual:.2g} of the largest one only, not "
            f"to the tolerance {tolerance:g}; take a smaller step, or a larger tolerance: "
            "da.methods.MoreauJean(step, tolerance=…)"
        )

    def _check_start(self) -> None:
        """Raise if bodies overlap."""
        stepper = self.stepper
        stepper.find(self.step)
        deep = np.flatnonzero(stepper.contacts[:, Contact.gap] < -OVERLAP)
        if not len(deep):
            return
        pairs = stepper.pairs[: stepper.n_pairs]
        owner = np.repeat(np.arange(len(pairs)), pairs[:, Pair.count].astype(int))
        depths: dict[str, float] = {}
        for i in deep:
            a, b = (self.tables.owners[int(k)] for k in pairs[owner[i], [Pair.a, Pair.b]])
            name = f"{a} and {b}"
            depths[name] = max(depths.get(name, 0.0), -float(stepper.contacts[i, Contact.gap]))
        told = sorted(depths.items(), key=lambda x: -x[1])
        error = OverlapError.of(told[:_NAMED])
        if len(told) > _NAMED:
            raise OverlapError(f"{error}; so do {len(told) - _NAMED} other pairs")
        raise error

    def _told_at_start(self) -> Told:
        n = len(self.tables.sets)
        return Told(np.zeros(n), np.zeros(n), 0.0)

    def _write(
        self,
        outputs: list[Vector],
        times: Vector,
        number: int,
        t: float,
        end: float,
        before: Array,
        old: Told,
        new: Told,
    ) -> int:
        """Rows of all times of output up to the end of a step; gives the number of the next one."""
        while number < len(times) and times[number] <= end + 1e-12 * max(abs(end), 1.0):
            part = 1.0 if end == t else min((times[number] - t) / (end - t), 1.0)
            after = self.stepper.states
            # both quaternions may be the same orientation
            sign = np.where((before[:, 3:7] * after[:, 3:7]).sum(axis=1) < 0.0, -1.0, 1.0)[:, None]
            states = before + part * (after - before)
            turned = before[:, 3:7] + part * (sign * after[:, 3:7] - before[:, 3:7])
            states[:, State.quaternion : 7] = turned / np.linalg.norm(turned, axis=1, keepdims=True)
            row = self.row.copy()
            q, u, z = np.split(row, self.cuts)
            self.tables.write(states, q, u)
            told = new if part > 0.0 else old
            for k, places in enumerate(self.places):
                z[places] = told.contacts[k], told.residual, told.overlaps[k]
            outputs.append(row)
            number += 1
        return number

    def _motion(
        self, outputs: list[Vector], times: Vector, worst: float, steps: int, failure: SolverError | None
    ) -> Motion:
        tau = np.broadcast_to(self.ready.tau[self.k], (len(times), self.ready.tau.shape[1]))
        note = f"largest residual of the contacts in {steps} steps: {worst:.2g} of the largest impulse of its step"
        return Motion(
            self.ready.system(self.k),
            np.asarray(times),
            np.array(outputs).reshape(len(times), len(self.row)),
            np.asarray(tau),
            dict(self.ready.p[self.k].items()),
            termination=str(failure or f"at t = {self.until:.9g}: the end of the run was reached"),
            statistics={"accepted": steps},
            notes=(note,) if steps else (),
        )
