"""Through a singular position along one polynomial, whose nodes stay away from it.

Near a singular position accelerations lose digits with the square of the distance, while the motion itself is
smooth there. So it is sought as a polynomial over an arc of time that has the singular position in its middle: at
the nodes the equations of motion hold, and the constraints. The index-3 rule gives the first guess, and with it
the branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import DalembertError
from dalembert.integrators.arc import Arc, arc_times
from dalembert.integrators.constrained_methods import IndexThree
from dalembert.memo import Key
from dalembert.runs.event_records import EventRecord
from dalembert.runs.events import Event
from dalembert.runs.motion import Motion
from dalembert.runs.segments import Segment
from dalembert.runs.task import Task

_RADII = (0.3, 0.2, 0.1, 0.5)
"""Ways of the fastest coordinate, in its unit, from the ends of an arc to its middle, as they are tried."""

_SMOOTH = 1e-8
"""What the last terms of the polynomial may add to states, beside their sizes; more if the method wants less."""

_GUESS_STEPS = 600
"""Steps of the index-3 rule along an arc."""

_MOST_ROUNDS, _SHRINKING, _AT_REST = 60, 0.7, 1e-14
"""Of the iteration: it ends where changes do not shrink any more, or are rounding."""

_ON_BRANCH = 1e-6
"""How far from the constraints the polynomial may be at its nodes: on another branch it would be much further."""

_PASSES = 6
"""Steps of Newton's method in a projection."""

_PLACES, _STEPS_OF_ARC, _LOOKS = 65, 4, 257
"""Where pivots are looked at; parts of an arc in which integrals are taken; where events are looked for."""

ENERGY_JUMP = 1e-4
"""Change of energy in a passage, beside the kinetic energy, that is no error of integration any more."""

_REPORTED = 1e-8
"""The same from which on it is reported; more if the method wants less."""


def energy_report(jump: float, wanted_accuracy: float) -> str:
    """A remark if the energy changed, relative to the kinetic energy, by more than the method allows."""
    if not jump > max(_REPORTED, wanted_accuracy):
        return ""
    return f"; the energy changes there by {jump:.1e} of the kinetic energy"


@dataclass(frozen=True, eq=False)
class Passage:
    """A passage through a singular position: the run up to the arc, and the run along it."""

    before: Motion
    along: Motion
    energy_jump: float
    """Change of the energy that no force explains, beside the kinetic energy."""


@dataclass(frozen=True, eq=False)
class Passing:
    """A run that stopped at a singular position, and a first guess of how it goes on."""

    task: Task
    stopped: Motion
    through: Motion
    """From where it stopped until the position is clear, by the index-3 rule."""

    until: float
    pivots: Callable[[Motion], Vector]
    """The smallest pivot in each row of a motion, beside its typical size."""

    def passage(self) -> Passage | None:
        """The way through, if the motion is as smooth there as a polynomial; no event may change the system."""
        if any(event.actions for event in self.task.events):
            return None
        for start, end in self._arcs():
            try:
                found = self._along(start, end)
            except DalembertError:
                # the run or the guess cannot be made there
                continue
            if found is not None:
                return found
        return None

    # ---- where

    @cached_property
    def _guess(self) -> Motion:
        """States in the passage, close to each other."""
        first, last = self.stopped.times[-1], self.through.times[-1]
        return self.through.resampled(np.linspace(first, last, _PLACES))

    def _arcs(self) -> Iterator[tuple[float, float]]:
        """Starts and ends of arcs: as long before the singular position as behind it, as far as the run goes."""
        if self.through.times[-1] == self.stopped.times[-1]:
            return
        begin = self.stopped.segments[-1].launch.start
        direction = np.sign(self.until - begin)
        middle = float(self._guess.times[np.argmin(self.pivots(self._guess))])
        left, right = direction * (middle - begin), direction * (self.until - middle)
        clear = direction * (self.through.times[-1] - middle)
        for radius in _RADII:
            half = self._time_of(radius)
            if min(half, right) >= min(clear, right) and half > 0.0:
                ahead = self.until if half >= right else middle + direction * half
                yield float(begin if half >= left else middle - direction * half), float(ahead)

    def _time_of(self, way: float) -> float:
        """How long the fastest coordinate takes for a way, by its speed or from rest."""
        n = len(self._guess.dynamics.equations.coordinates)
        u = self._guess.states[:, n : n + len(self._guess.dynamics.equations.speeds)]
        speed = float(np.abs(u).max(initial=0.0))
        lasted = abs(self._guess.times[-1] - self._guess.times[0])
        pull = float(np.abs(u[-1] - u[0]).max(initial=0.0) / lasted)
        by_speed = way / speed if speed > 0.0 else np.inf
        found = min(by_speed, float(np.sqrt(2.0 * way / pull)) if pull > 0.0 else np.inf)
        return found if np.isfinite(found) else 0.0

    # ---- along an arc

    def _along(self, start: float, end: float) -> Passage | None:
        before = self._before(start)
        if before is None:
            return None
        state = before.state()
        rule = replace(self.task.later(before), method=IndexThree(abs(end - start) / _GUESS_STEPS), events=())
        guess, failure = replace(rule, times=np.append(arc_times(start, end), end)).run([state], end).ended(0)
        if failure is not None:
            return None
        motion = _Rates(before.dynamics, before.inputs[-1], before.parameters)
        arc, on_branch = motion.arc(start, end, before.states[-1], guess.states[:-1])
        scale = 1.0 + np.abs(arc.x)
        wanted = max(_SMOOTH, self.task.method.wanted_accuracy)
        if not (on_branch <= _ON_BRANCH and (arc.roughness <= wanted * scale).all()):
            return None
        jump = motion.energy_jump(arc)
        if not jump <= ENERGY_JUMP:
            return None
        return Passage(before, self._made(arc, guess, motion), jump)

    def _before(self, start: float) -> Motion | None:
        """The run that stopped, again until the arc begins; its last row is there."""
        run, segment = self.stopped, self.stopped.segments[-1]
        begin = segment.launch.start
        state = run.dynamics.state(begin, segment.x, segment.tau, run.parameters)
        if start == begin:
            counts = dict.fromkeys(run.statistics, 0)
            here = replace(run, times=np.array([begin]), states=segment.x[None], inputs=segment.tau[None])
            return replace(here, events=(), statistics=counts, segments=())
        asked = self.task.times
        way = np.sign(start - begin)
        inside = asked[(way * (asked - begin) >= 0.0) & (way * (start - asked) > 0.0)]
        again = replace(self.task, dynamics=run.dynamics, times=np.append(inside, start))
        found, failure = again.run([state], start).ended(0)
        return found if failure is None and found.times[-1] == start else None

    def _made(self, arc: Arc, guess: Motion, motion: _Rates) -> Motion:
        """The motion along an arc: outputs, events, and its end."""
        (segment,) = guess.segments
        last, events = arc.end, self._events(arc, motion)
        if stops := [k for k, (event, _) in enumerate(events) if event.is_terminal]:
            events = events[: stops[0] + 1]
            last = events[-1][1]
        times, direction = self.task.times, np.sign(arc.end - arc.start)
        is_inside = (direction * (times - arc.start) > 0.0) & (direction * (last - times) > 0.0)
        asked = np.append(times[is_inside], last)
        states = arc.states(asked)
        # at the end constraints hold to rounding, unless it is in the singular position itself
        nearest = motion.projected(asked[-1:], states[-1:])[0]
        if (np.abs(nearest - states[-1]) <= _SMOOTH * (1.0 + np.abs(nearest))).all():
            states[-1] = nearest
        launch = replace(segment.launch, until=last)
        part = Segment(launch, arc.x, segment.extra, last, states[-1], _STEPS_OF_ARC, arc)
        found = [(event, t, motion.state(t, arc)) for event, t in events]
        occurrences = tuple(EventRecord(event.name, t, state, state) for event, t, state in found)
        return replace(
            guess,
            times=asked,
            states=states,
            inputs=np.tile(motion.tau, (len(asked), 1)),
            events=occurrences,
            termination=f"at t = {last:.9g}: an event ended the simulation"
            if last != arc.end
            else guess.termination,
            statistics={**guess.statistics, "accepted": 1, "rejected": 0},
            segments=(part,),
        )

    def _events(self, arc: Arc, motion: _Rates) -> list[tuple[Event, float]]:
        """Events along an arc, as they follow each other."""
        events = self.task.events
        if not events:
            return []
        guards = {str(k): event.expression for k, event in enumerate(events)}
        times = np.linspace(arc.start, arc.end, _LOOKS)
        values = motion.evaluated(guards, times, arc.states(times))
        found = []
        for k, event in enumerate(events):
            guard = partial(motion.value, event.expression, arc)
            found += [
                (event, _zero(guard, float(times[i]), float(times[i + 1])))
                for i in _crossings(values[str(k)], event.direction)
            ]
        return sorted(found, key=lambda pair: abs(pair[1] - arc.start))


_ARC_EQUATIONS: Key[Any] = Key("equations of arcs")


@dataclass(frozen=True, eq=False)
class _Rates:
    """Equations of motion at many states with the same inputs and parameters."""

    dynamics: Dynamics
    tau: Vector
    p: Mapping[str, float]

    def arc(self, start: float, end: float, x: Vector, states: Matrix) -> tuple[Arc, float]:
        """The polynomial that satisfies the equations at its nodes, and how far it is from the constraints there.

        `states` are a guess of those at the nodes.
        """
        times, last = arc_times(start, end), np.inf
        for _ in range(_MOST_ROUNDS):
            valid = self.projected(times, states)
            arc = Arc.through(start, end, x, self._values(times, valid)["rate"])
            new = arc.states(times)
            change = float((np.abs(new - states) / (1.0 + np.abs(new))).max())
            states = new
            if not change < np.inf or change <= _AT_REST or (change <= _SMOOTH and change > _SHRINKING * last):
                break
            last = change
        on_branch = float(np.abs(states - valid).max()) if change <= _SMOOTH else np.inf
        return arc, on_branch

    def projected(self, times: Vector, states: Matrix) -> Matrix:
        """The nearest states where the constraints hold."""
        for _ in range(_PASSES):
            new = self._values(times, states)["projected"]
            moved = np.abs(new - states).max()
            states = new
            if not moved > _AT_REST:
                break
        return states

    def _values(self, times: Vector, states: Matrix) -> dict[str, Any]:
        function, known = self._equations
        eom = self.dynamics.equations
        q, u, z = np.split(states, np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=1)
        tau = np.tile(self.tau, (len(times), 1))
        return dict(function(t=times, q=q, u=u, z=z, tau=tau, parameters=known))

    @cached_property
    def _equations(self) -> tuple[Any, dict[str, float]]:
        """The native function for rates and projected states, and the parameters in it."""
        function = self.dynamics.memo.get(_ARC_EQUATIONS, self._function)
        names = set(function.parameters)
        return function, {name: x for name, x in self.p.items() if name in names}

    def _function(self) -> Any:
        first_order = self.dynamics.solved.first_order()
        return self.dynamics.function({"rate": first_order.rate, "projected": first_order.projected})

    def evaluated(self, outputs: Mapping[str, Any], times: Vector, states: Matrix) -> dict[str, Any]:
        """Expressions at times and states."""
        inputs = np.tile(self.tau, (len(times), 1))
        return dict(Motion(self.dynamics, np.asarray(times), states, inputs, self.p).evaluate(outputs))

    def value(self, expression: Any, arc: Arc, t: float) -> float:
        """An expression at a time of an arc."""
        times = np.array([t])
        return float(self.evaluated({"value": expression}, times, arc.states(times))["value"][0])

    def state(self, t: float, arc: Arc) -> Any:
        """The state of an arc at a time."""
        return self.dynamics.state(t, arc.states(np.array([t]))[0], self.tau, self.p)

    def energy_jump(self, arc: Arc) -> float:
        """Change of the energy along an arc that no power explains, beside the kinetic energy."""
        signals = self.dynamics.solved
        names = ["energy", "kinetic energy", "power"]
        if not all(name in signals.signals for name in names):
            return 0.0
        times = np.concatenate([[arc.start, arc.end], arc_times(arc.start, arc.end)])
        found = self.evaluated({name: signals.signal(name) for name in names}, times, arc.states(times))
        work = float(arc.quadrature(np.broadcast_to(found["power"], len(times))[2:]))
        size = float(np.max(found["kinetic energy"]))
        jump = abs(float(found["energy"][1] - found["energy"][0]) - work)
        return jump / size if size > 0.0 else 0.0


def _crossings(values: Vector, direction: int) -> list[int]:
    """Numbers of intervals in which values change their sign, upwards (1), downwards (−1) or either way (0)."""
    first, last = values[:-1], values[1:]
    rises, falls = (first < 0.0) & (last >= 0.0), (first > 0.0) & (last <= 0.0)
    wanted = rises | falls if not direction else rises if direction > 0 else falls
    return [int(i) for i in np.flatnonzero(wanted)]


def _zero(f: Callable[[float], float], a: float, b: float) -> float:
    """Where a function is zero between two places at which its signs differ, by halving."""
    rises = f(b) > f(a)
    for _ in range(60):
        middle = 0.5 * (a + b)
        if middle in (a, b):
            break
        if (f(middle) >= 0.0) == rises:
            b = middle
        else:
            a = middle
    return b
