"""The loop of every integrator: steps of all lanes, outputs, events, and the next simulations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure
from dalembert.procedures.values import Mask
from dalembert.solvers.events import Events
from dalembert.solvers.problem import Problem
from dalembert.solvers.simulations import RunArrays, Simulations
from dalembert.solvers.status import Status
from dalembert.solvers.step_control import Proposal, StepControl
from dalembert.solvers.stepper import Stepper
from dalembert.solvers.workspace import IDLE, Workspace


@dataclass(frozen=True)
class Scheme:
    """What a method puts into the loop: its steps, and who chooses their size."""

    name: str
    n_slopes: int
    end: int
    """Position of the slope at the end of a step."""

    stepper: Callable[[Workspace], Stepper]
    control: Callable[[Workspace], StepControl]


def time_loop(scheme: Scheme, problem: Problem) -> Procedure:
    """The native text of an integrator; `RunArrays` lists its arguments."""
    c = Code(f"{scheme.name}_{problem.rate.name}")
    arrays, control = RunArrays.declare(c), c.control()
    w = Workspace(c, problem, scheme.n_slopes, scheme.end, arrays.p, arrays.settings)
    loop = _Loop(w, scheme, arrays)
    with c.repeat() as again:
        with c.when(c.any(w.status.value >= 0.0)):
            loop.refill()
        with c.when(c.any(w.running())):
            loop.step()
            control.beat(loop.simulations.progress())
        again.append(c.any(w.status.value > IDLE))
    return c.procedure()


class _Loop:
    """Writes the text of one round: the parts in their order."""

    def __init__(self, w: Workspace, scheme: Scheme, arrays: RunArrays) -> None:
        self.w, self.c = w, w.c
        self.stepper, self.control = scheme.stepper(w), scheme.control(w)
        self.simulations = Simulations(w, arrays, w.problem)
        guard, interpolant = w.problem.guard, self.stepper.interpolant
        self.events = Events(w, self.simulations, interpolant, guard) if guard is not None else None

    def refill(self) -> None:
        """Store what has ended and begin the next simulations."""
        w = self.w
        self.simulations.store()
        free = self.simulations.assign()
        wish = self.simulations.load(free)
        fresh = free & w.running()
        w.size.update(free, 0.0)

        # slope, first step, guard and output at the start
        w.rate(w.here, w.end_slope)
        w.keep(free, w.slopes[0], w.end_slope)
        w.count(w.evaluations, fresh)
        self.control.begin(fresh, wish)
        if self.events is not None:
            self.events.begin(free)
        self.simulations.write_row(w.here, free & self.simulations.next_time.value.equals(w.start.value))

    def step(self) -> None:
        """One attempt in every running lane."""
        w, c = self.w, self.c
        running = w.running()
        proposal = self.control.propose()
        w.trial.t = proposal.t
        error = self.stepper.attempt(proposal.step, running)
        good = running & (error < 1.0)
        self.control.react(proposal, error, running, good)
        with c.when(c.any(good)):
            self._finish(proposal, good)
        attempts = w.accepted.value + w.rejected.value
        w.status.update(w.running() & (attempts >= self.simulations.most_attempts), float(Status.TOO_MANY_STEPS))

    def _finish(self, proposal: Proposal, good: Mask) -> None:
        """What belongs to good steps: projection, events, outputs; then they are made."""
        w, c = self.w, self.c
        w.project(w.trial)
        if w.problem.project is not None or not self.stepper.knows_end_slope:
            w.rate(w.trial, w.end_slope)
            w.count(w.evaluations, good)
        if self.events is not None:
            good = self.events.look(good)
        self._look_inside(proposal, good)

        # the end of this step is the beginning of the next
        w.here.t = c.select(good, w.trial.t, w.here.t)
        w.keep(good, w.here.state, w.trial.state)
        w.keep(good, w.slopes[0], w.end_slope)
        w.count(w.accepted, good)
        if self.events is not None:
            self.events.accept(good)
        w.status.update(w.running() & good & proposal.is_last, float(Status.DONE))

    def _look_inside(self, proposal: Proposal, good: Mask) -> None:
        """Events within the step, and outputs up to its end or to the event that ends it."""
        w, c, simulations = self.w, self.c, self.simulations
        wanted = simulations.due(good, w.trial.t)
        if self.events is not None:
            hit = self.events.detect(good)
            wanted = wanted | hit
        with c.when(c.any(wanted)):
            self.stepper.prepare_interpolant(proposal.step, wanted)
            if self.events is not None:
                with c.when(c.any(hit)):
                    self.events.record(proposal)
            with c.when(c.any(simulations.due(good, w.trial.t))), c.repeat() as again:
                due, t = simulations.due(good, w.trial.t), simulations.next_time.value
                theta = c.select(due, (t - w.here.t) / proposal.step, 1.0)
                self.stepper.interpolant.evaluate(w.aside, c.select(due, t, w.trial.t), theta)
                simulations.write_row(w.aside, due)
                again.append(c.any(simulations.due(good, w.trial.t)))
