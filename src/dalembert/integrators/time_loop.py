"""The loop of every integrator: steps of all lanes, outputs, events, and the next simulations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dalembert.integrators.event_search import Events
from dalembert.integrators.loop_parts import LoopParts, lengths, programs_of
from dalembert.integrators.problem import Problem
from dalembert.integrators.simulations import RUN_KINDS, RunArrays, Simulations
from dalembert.integrators.status import Status
from dalembert.integrators.step_control import Pace, Proposal, StepControl
from dalembert.integrators.steps import Steps
from dalembert.integrators.time_law_watch import TimeLawWatch
from dalembert.integrators.waiting import Waiting
from dalembert.integrators.workspace import IDLE, Workspace
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Callee, Procedure
from dalembert.procedures.values import Mask, Real


@dataclass(frozen=True)
class Scheme:
    """The part of the loop that a method provides: its steps, and the choice of their size.

    Parameters
    ----------
    name : str
        Name of the method.
    n_slopes : int
        Number of slopes of a step.
    end : int
        Position of the slope at the end of a step among them.
    stepper : function from Workspace to Steps
        Makes the text of a step.
    control : function from Workspace to StepControl
        Makes the text that chooses the size of steps, such as `da.methods.FixedSteps`.
    fits_all : bool, optional
        Whether its text may leave open how large the system is; default True.
    programs : tuple of str, optional
        Names of the programs that its steps call besides; default none.
    sizes : tuple of int, optional
        Lengths in this problem that its steps need besides; default none.
    procedures : tuple of Procedure, optional
        Procedures that its steps call and that are the same for all problems; default none.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Euler(da.methods.Method):
    ...     step: float
    ...
    ...     @property
    ...     def settings(self):
    ...         return (self.step,)
    ...
    ...     def scheme(self, problem):
    ...         return da.methods.Scheme("Euler", 2, 1, EulerSteps, da.methods.FixedSteps)
    ...
    >>> class EulerSteps(da.methods.Steps):
    ...     def __init__(self, w):
    ...         super().__init__(w)
    ...         self.cubic = da.methods.Interpolant(w)
    ...
    ...     @property
    ...     def interpolant(self):
    ...         return self.cubic
    ...
    ...     def attempt(self, step, running):
    ...         self.w.advance(self.w.trial, step, (1.0,))
    ...         return self.w.nan_unless_finite(self.w.trial.state)
    ...
    >>> block = da.particle("block", mass=1.0)
    >>> fall = da.Model(da.Prismatic("x", da.ground, block, axis="x"), gravity=(1, 0, 0))
    >>> motion = da.simulate(fall, until=1.0, method=Euler(0.1))
    >>> print(f"{motion['x'][-1]:.3f} m, exactly 0.5")
    0.450 m, exactly 0.5
    """

    name: str
    n_slopes: int
    end: int
    """Position of the slope at the end of a step."""

    stepper: Callable[[Workspace], Steps]
    control: Callable[[Workspace], StepControl]
    fits_all: bool = True
    """Whether its text may leave open how large the system is."""

    programs: tuple[str, ...] = ()
    """Names of the programs that its steps call besides; they find them in `w.parts.programs`."""

    sizes: tuple[int, ...] = ()
    """Lengths in this problem that its steps need besides; they find them in `w.parts.sizes`."""

    procedures: tuple[Procedure, ...] = ()
    """What its steps call that is the same for all problems."""

    def programs_of(self, problem: Problem) -> tuple[Callee | None, ...]:
        """The programs of a problem that the loop calls, in the order of their addresses."""
        return programs_of(problem, self.programs)

    def lengths(self, problem: Problem) -> tuple[int, ...]:
        """All that the loop is told about the size of a problem."""
        return *lengths(problem), *self.sizes


def time_loop(scheme: Scheme, problem: Problem, *, can_go_on: bool = False) -> Procedure:
    """The native text of an integrator of one problem; `RunArrays` lists its arguments.

    One that can go on keeps all in its work space, so that a run which a beat has stopped is continued.
    """
    c = Code(f"{scheme.name}_{problem.rate.name}")
    parts = LoopParts.of_one(c, problem, scheme.programs, scheme.sizes)
    return _text(c, scheme, problem, parts, can_go_on=can_go_on)


def loop_for_all(name: str, scheme: Scheme, example: Problem) -> Procedure:
    """The native text for all problems with the same kinds of programs as the example.

    Its first arguments are sizes, addresses of programs, and tables of the events (`LoopParts.of_all`).
    """
    c = Code(name)
    parts = LoopParts.of_all(c, example, scheme.programs, len(scheme.sizes))
    return _text(c, scheme, example, parts, can_go_on=True)


def kinds_for_all(example: Problem) -> tuple[str, ...]:
    """Kinds of the arguments of such a loop."""
    c = Code("loop")
    LoopParts.of_all(c, example, (), 0)
    return (*c.procedure().parameters, *RUN_KINDS)


def _text(c: Code, scheme: Scheme, problem: Problem, parts: LoopParts, *, can_go_on: bool = False) -> Procedure:
    arrays, control = RunArrays.declare(c), c.control()
    w = Workspace(c, problem, parts, scheme.n_slopes, scheme.end, arrays.p, arrays.p_within, arrays.settings)
    loop = _Loop(w, scheme, arrays)
    if can_go_on:
        c.keep_variables(control)
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
        self.simulations = Simulations(w, arrays)
        self.pace = Pace(w)
        guard, interpolant = w.parts.guard, self.stepper.interpolant
        self.events = Events(w, self.simulations, interpolant, guard) if guard is not None else None
        self.laws = TimeLawWatch(w, self.simulations) if w.parts.laws is not None else None
        can_wait = self.events is not None and self.stepper.can_repeat
        self.waiting = Waiting(w) if can_wait else None

    def refill(self) -> None:
        """Store what has ended and give the next simulations to free lanes."""
        w, simulations = self.w, self.simulations
        simulations.store()
        if self.events is not None:
            self.events.store()
        free = simulations.assign()
        w.status.update(free, IDLE)
        w.size.update(free, 0.0)
        with self.c.when(self.c.any(free & simulations.is_assigned())):
            self._begin(free)

    def _begin(self, free: Mask) -> None:
        """State, slope, first step, guard and output at the start."""
        w, simulations = self.w, self.simulations
        wish = simulations.load(free)
        fresh = free & w.running()
        self.pace.begin(free)
        if self.laws is not None:
            self.laws.begin(fresh)
        w.rate(w.here, w.end_slope)
        w.keep(free, w.slopes[0], w.end_slope)
        w.count(w.evaluations, fresh)
        self.stepper.begin(free)
        is_finite = (w.nan_unless_finite(w.here.state) + w.nan_unless_finite(w.slopes[0])).equals(0.0)
        w.status.update(fresh & ~is_finite, float(Status.NOT_FINITE))
        self.control.begin(fresh & is_finite, wish)
        if self.events is not None:
            self.events.begin(free)
        simulations.write_row(w.here, free & simulations.next_time.value.equals(w.start.value))

    def step(self) -> None:
        """One attempt in every running lane."""
        w, c = self.w, self.c
        running = w.running()
        proposal = self.control.propose()
        if self.laws is not None:
            proposal = self.laws.limited(proposal, running, self.control.landing)
        w.trial.t = proposal.t
        new = running if self.waiting is None else self.waiting.are_new(running)
        error = self.stepper.attempt(proposal.step, new)
        error = self._with_end_slope(error, proposal, running, new)
        good = running & (error < 1.0)
        hit = self._detected(proposal, good)
        if self.waiting is not None and hit is not None:
            waits = self.waiting.among(running, hit)
            running, good, hit = running & ~waits, good & ~waits, hit & ~waits
        self.control.react(proposal, error, running, good)
        with c.when(c.any(good)):
            self._finish(proposal, good, hit)
        attempts = w.accepted.value + w.rejected.value
        w.status.update(w.running() & (attempts >= self.simulations.most_attempts), float(Status.TOO_MANY_STEPS))
        self.pace.look(attempts, self.simulations.most_attempts)

    def _detected(self, proposal: Proposal, good: Mask) -> Mask | None:
        """Good steps in which events happen, or may."""
        if self.events is None:
            return None
        c = self.c
        hits = c.variable(0.0)
        with c.when(c.any(good)):
            hits.value = c.select(self.events.detect(good, proposal.step), 1.0, 0.0)
        found: Mask = hits.value > 0.0
        return found

    def _with_end_slope(self, error: Real, proposal: Proposal, running: Mask, new: Mask) -> Real:
        """Project, and know the slope at the end: a step to a state without finite slope is not good.

        Only where nobody asks for it, it is left out: behind an attempt that is not good anyway, and behind the
        last step, where it is left to whoever goes on from there.
        """
        w = self.w
        is_projected = w.problem.project is not None and not self.stepper.ends_valid
        if is_projected:
            error = self._with_projection(error)
        if is_projected or not self.stepper.knows_end_slope:
            needed = running & (error < 1.0) & ~(proposal.is_last & self.simulations.ends_without_slope)
            with w.c.when(w.c.any(needed)):
                w.rate(w.trial, w.end_slope)
            w.count(w.evaluations, needed & new)
        checked: Real = w.c.select(error < 1.0, error + w.nan_unless_finite(w.end_slope), error)
        return checked

    def _with_projection(self, error: Real) -> Real:
        """Project the trial state; a step that this moves by much more than its error is not good.

        So are steps near singular positions, where another branch may be nearer than the right one.
        """
        w = self.w
        found = w.c.variable(error)
        self.control.moved.value = 0.0
        with w.c.when(w.c.any(error < 1.0)):
            if w.problem.is_projected_once:
                w.project(w.trial)
            else:
                self.control.note_unprojected()
                w.project(w.trial)
                found.value = self.control.with_projection(error)
        moved: Real = found.value
        return moved

    def _finish(self, proposal: Proposal, good: Mask, hit: Mask | None) -> None:
        """Finish an accepted step: find its events, write outputs, take its state over."""
        w, c = self.w, self.c
        if self.events is not None:
            good = self.events.with_values(good)
        self._look_inside(proposal, good, hit)

        # the end of this step is the beginning of the next
        w.here.t = c.select(good, w.trial.t, w.here.t)
        w.keep_all(good, w.here.state, w.trial.state)
        w.keep(good, w.slopes[0], w.end_slope)
        w.count(w.accepted, good)
        w.count(w.made, good)
        self.simulations.write_step(good)
        is_done = proposal.is_last
        if self.events is not None:
            self.events.accept(good)
            if self.events.actions is not None:
                w.copy_discrete(w.scratch, w.here)
                acted = self.events.actions.has_acted(good)
                is_done = (is_done & ~acted) | (acted & w.here.t.equals(w.end.value))
                with c.when(c.any(acted)):
                    self._restart(acted, proposal)
        w.status.update(w.running() & good & is_done, float(Status.DONE))

    def _restart(self, acted: Mask, proposal: Proposal) -> None:
        """On from where events have acted: slope, guard and size of steps begin anew, in these lanes only."""
        w = self.w
        w.rate(w.here, w.end_slope)
        w.keep(acted, w.slopes[0], w.end_slope)
        w.count(w.evaluations, acted)
        self.stepper.begin(acted)
        is_finite = (w.nan_unless_finite(w.here.state) + w.nan_unless_finite(w.slopes[0])).equals(0.0)
        w.status.update(acted & w.running() & ~is_finite, float(Status.NOT_FINITE))
        self.control.restart(acted, proposal)
        if self.events is not None:
            self.events.restart(acted)

    def _look_inside(self, proposal: Proposal, good: Mask, hit: Mask | None) -> None:
        """Events within the step, and outputs up to its end or to the event that ends it."""
        w, c, simulations = self.w, self.c, self.simulations
        inside = self._is_inside(simulations.due(good, w.trial.t))
        wanted = inside if hit is None else inside | hit
        with c.when(c.any(wanted)):
            self.stepper.prepare_interpolant(proposal.step, wanted)
        if self.events is not None and hit is not None:
            with c.when(c.any(hit)):
                self.events.record(proposal, hit)
        with c.when(c.any(simulations.due(good, w.trial.t))), c.repeat() as again:
            self._write_row(proposal, simulations.due(good, w.trial.t))
            again.append(c.any(simulations.due(good, w.trial.t)))

    def _write_row(self, proposal: Proposal, due: Mask) -> None:
        """The next output of lanes in which it is due: from the interpolant, or from the end of the step."""
        w, c, simulations = self.w, self.c, self.simulations
        inside = self._is_inside(due)
        with c.when(c.any(inside)):
            t = c.select(inside, simulations.next_time.value, w.trial.t)
            w.copy_discrete(w.scratch, w.here)
            self.stepper.interpolant.evaluate(w.scratch, t, (t - w.here.t) / proposal.step)
        w.keep_all(due & ~inside, w.scratch.state, w.trial.state)
        simulations.write_row(w.scratch, due)

    def _is_inside(self, due: Mask) -> Mask:
        """Lanes whose output does not fall on the end of the step."""
        at_end: Mask = self.simulations.next_time.value.equals(self.w.trial.t)
        return due & ~at_end
