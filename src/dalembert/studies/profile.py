"""Where time goes: deriving, tracing, compiling, and what a run is made of; with a sentence of advice."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from numpy.typing import ArrayLike

from dalembert.config import Config, Tier
from dalembert.dynamics.as_dynamics import Subject, as_solution, native_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solution import Solution
from dalembert.errors import DalembertError
from dalembert.integrators.method import Method
from dalembert.model.model import Model
from dalembert.model.part import Part
from dalembert.native.kernel import Kernel
from dalembert.runs.events import Event
from dalembert.runs.motion import Motion
from dalembert.runs.output_times import as_times, checked_end, wanted_times
from dalembert.runs.simulate import simulate
from dalembert.state import State, Values, as_state

T = TypeVar("T")

_MOST_PARTS = 40
"""Parts that are left out one by one to see what goes with them: each time the model is derived."""

_MANY_REJECTED, _HALF, _MUCH = 0.25, 0.5, 5.0
"""Rejected steps beside accepted ones, and shares of a run, that are worth a word."""


@dataclass(frozen=True, eq=False, repr=False)
class Profile:
    """Processor time of all that happens from a description to a motion, in seconds; printed, it is a table."""

    seconds: Mapping[str, float]
    """Deriving, tracing and compiling; and of the run evaluations, events, outputs, and the rest of the steps."""

    operations: int
    """Operations for the accelerations in one state."""

    parts: Mapping[str, int]
    """Operations that a model without the part would not have, the most first; of parts that can be left out."""

    counts: Mapping[str, int]
    """Accepted and rejected steps, evaluations, events, and times of output."""

    seconds_per_evaluation: float
    notes: tuple[str, ...]
    """What the run says about itself."""

    @property
    def run(self) -> float:
        """Seconds of the run in compiled code."""
        return sum(self.seconds[name] for name in RUN)

    @property
    def advice(self) -> str:
        """A sentence of advice: the change that would help most."""
        seconds, counts, run = self.seconds, self.counts, self.run
        if counts.get("rejected", 0) > _MANY_REJECTED * max(counts.get("accepted", 0), 1):
            return (
                "Many steps are rejected: laws have kinks, or tolerances are near rounding; make laws smooth, or "
                "use da.methods.Radau() if the system is stiff."
            )
        if sum(seconds[name] for name in BEFORE) > _MUCH * run:
            return (
                "What comes before the run takes longer than the run: code is found on disk the next time, and "
                "many runs are best one da.batch or da.sweep."
            )
        if seconds["events"] > _HALF * run:
            return "Events take most of the run: give fewer, or search_inside_steps=False where steps are short."
        if seconds["outputs"] > _HALF * run:
            return (
                "Outputs take most of the run: ask for fewer times, or for until= and the samples that you need."
            )
        first = next(iter(self.parts), None)
        if first is not None and self.parts[first] > _HALF * self.operations:
            return f"Most operations go with {first!r}: look whether it can be said with less."
        return "Time goes to the accelerations: looser tolerances save steps, and many runs are best one da.batch."

    def __str__(self) -> str:
        lines = [f"{name:<12} {_duration(x):>9}" for name, x in self.seconds.items() if name in BEFORE]
        lines += [f"{'run':<12} {_duration(self.run):>9}"]
        lines += [f"  {name:<10} {_duration(x):>9}" for name, x in self.seconds.items() if name in RUN]
        counts = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        lines += [
            "",
            counts,
            f"{self.operations:,} operations, {_duration(self.seconds_per_evaluation)} each time",
        ]
        lines += [f"  {count:,} with {name}" for name, count in list(self.parts.items())[:8] if count > 0]
        return "\n".join([*lines, "", *self.notes, self.advice])

    def __repr__(self) -> str:
        return f"<Profile: {_duration(sum(self.seconds[x] for x in BEFORE))} before, {_duration(self.run)} of run>"


BEFORE, RUN = ("deriving", "tracing", "compiling"), ("evaluations", "events", "outputs", "steps")
"""Parts of a profile: what is done once, and what each run does."""


def profile(
    subject: Subject,
    start: State | Values | None = None,
    *,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
) -> Profile:
    """Where time goes from a model to its motion, with a sentence of advice.

    Of a model everything is made anew, without the cache on disk, in one lane and full-speed code; equations that
    are given have been derived, and perhaps traced. What events and outputs take is what a run without them does
    not.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    start : State or dict of coordinates, optional
        Where the run begins; default values of the model unless given.
    until : float, optional
        End of the run in seconds; the last of `times` unless given.
    times : array of float, optional
        Times of output in seconds; 1001 evenly spaced ones unless given.
    method : Method, optional
        Method of integration, such as `da.methods.Radau()`; default `da.methods.DOP853(rtol=1e-8,
        atol=1e-10)`.
    events : sequence of Event, optional
        Events that are looked for; default none.

    Returns
    -------
    Profile
        Seconds, operations and counts; printed, a table. `da.plot` draws it.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> report = da.profile(pendulum, {"hinge": 0.1}, until=1.0)
    >>> print(type(report).__name__)
    Profile
    """
    # an equal model that has nothing of what this one has derived and compiled
    fresh = _of_parts(subject, subject.parts) if isinstance(subject, Model) else subject
    fresh = fresh.solution if isinstance(fresh, Dynamics) else fresh
    begin, asked = as_state(start), as_times(times)
    end = checked_end(until, asked)
    outputs = wanted_times(asked, begin.t, end)
    config = Config(None, 1, tier=Tier.FULL)

    solution, deriving = _timed(lambda: as_solution(fresh))
    accelerations, tracing = _timed(lambda: solution.parametrized.accelerations)
    dynamics = native_dynamics(solution, lanes=1, config=config)

    def run(times: ArrayLike, some: Sequence[Event]) -> Motion:
        return simulate(dynamics, begin, until=end, times=times, method=method, events=some, config=config)

    motion, first = _timed(lambda: run(outputs, events))
    whole = _shortest(lambda: run(outputs, events))
    ends = [begin.t, end]
    without_outputs = _shortest(lambda: run(ends, events)) if len(outputs) > 2 else whole
    of_events = max(0.0, whole - _shortest(lambda: run(outputs, ()))) if events else 0.0
    kernel = dynamics.shared_function({"a": accelerations})
    assert isinstance(kernel, Kernel)
    each = kernel.time_per_evaluation(_SECONDS)
    counts = dict(motion.statistics) | {"events": len(motion.events), "outputs": len(motion)}
    evaluating = min(counts.get("evaluations", 0) * each, max(whole - of_events, 0.0))
    of_outputs = min(max(0.0, whole - without_outputs), whole - of_events - evaluating)
    seconds = {
        "deriving": deriving,
        "tracing": tracing,
        "compiling": max(0.0, first - whole),
        "evaluations": evaluating,
        "events": of_events,
        "outputs": of_outputs,
        "steps": max(0.0, whole - of_events - of_outputs - evaluating),
    }
    operations = _operations(solution)
    return Profile(seconds, operations, _by_part(fresh, operations), counts, each, motion.notes)


_SECONDS = 0.05
"""Time for which evaluations are repeated."""


def _timed(make: Callable[[], T]) -> tuple[T, float]:
    begin = time.process_time()
    made = make()
    return made, time.process_time() - begin


def _shortest(run: Callable[[], object]) -> float:
    return min(_timed(run)[1] for _ in range(3))


def _operations(solution: Solution) -> int:
    """Operations for the accelerations of a system."""
    function = native_dynamics(solution, config=Config(None, 1)).function(
        {"a": solution.parametrized.accelerations}
    )
    return int(function.operations)


def _by_part(subject: object, operations: int) -> dict[str, int]:
    """Operations that go with each part of a model that can be left out."""
    if not isinstance(subject, Model) or len(subject.parts) > _MOST_PARTS:
        return {}
    found = {}
    for part in subject.parts:
        others = [x for x in subject.parts if x is not part]
        try:
            rest = _of_parts(subject, others)
            if set(rest.bodies) == set(subject.bodies):
                found[part.name] = operations - _operations(as_solution(rest))
        except DalembertError:
            continue
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _of_parts(model: Model, parts: Sequence[Part]) -> Model:
    """A model of some parts of another one, with nothing that was derived of it."""
    return Model(*parts, gravity=model.gravity, ports=dict(model.ports), cut=model.cut)


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
