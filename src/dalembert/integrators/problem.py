"""The problem that is integrated: a right-hand side with its events, projections and outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert.errors import SolverError
from dalembert.procedures.statements import Callee

PAST = ("value", "left_at")
"""What is known of an event before a simulation begins, each for all events: its value, zero if it has just
happened, and up to where that counts as zero, −1 if it does not; not a number if nothing is known."""

_PROGRAM = ("real", "shared", "real")


@dataclass(frozen=True)
class Event:
    """A value of the guard that changes its sign: upwards (direction 1), downwards (−1) or either way (0)."""

    direction: int = 0
    is_terminal: bool = False
    action: int = -1
    """Number of the action that changes the simulation then; −1 if none does."""

    detect_touch: bool = False
    """Whether it also happens where the value reaches zero between the ends of a step and turns back."""

    search_inside_steps: bool = False
    """Whether its value is looked at between the ends of a step too, as that of one that touches is."""

    is_rated: bool = False
    """Whether the guard gives the rate of such a value: then a sign that changes twice between is seen by it."""

    from_zero: bool = False
    """Whether it also happens where its value is zero, not by its own action, and goes on to the other side."""

    def __post_init__(self) -> None:
        if self.direction not in (-1, 0, 1):
            raise SolverError(f"the direction of an event is -1, 0 or 1, not {self.direction!r}")

    @property
    def is_windowed(self) -> bool:
        """Whether steps are gone through in windows for it."""
        return self.detect_touch or self.search_inside_steps

    @property
    def has_rate(self) -> bool:
        """Whether the guard gives the rate of its value; zero stands for those of others."""
        return self.detect_touch or (self.search_inside_steps and self.is_rated)


@dataclass(frozen=True, eq=False)
class Problem:
    """ẋ = rate(t, x, d, extra; p), with `n` states and `n_extra` constants of each simulation.

    `n_discrete` values d change by actions of events only.
    All programs are called as `f(inputs, p, outputs)`, the inputs being t, x, d and extra one after the other.
    """

    rate: Callee
    n: int
    n_extra: int = 0
    n_discrete: int = 0

    programs: Mapping[str, Callee] = field(default_factory=dict)
    """What else the method asks for, by name: `tangent`, the derivative of the rate along a direction (n,) of the
    states, which follows its other inputs."""

    layout: Any = None
    """What the method knows about sizes in its programs."""

    guard: Callee | None = None
    """Gives one value for each of the `events`; then its rate for each, if one of them may touch zero."""

    events: tuple[Event, ...] = ()

    actions: tuple[Callee, ...] = ()
    """What events do: each gives x and d after it, then `n_recorded` numbers to record; the number of the event
    is its last input."""

    n_recorded: int = 0

    laws: Callee | None = None
    """Gives `n_laws` values of laws that depend on time by themselves: steps do not pass over what they do.

    Behind them are `n_instants` times at which they switch or turn round: no step passes over these either.
    """

    n_laws: int = 0
    n_instants: int = 0

    project: Callee | None = None
    """Gives the state that is kept instead, after each step, at outputs and at events."""

    is_projected_once: bool = True
    """Whether that is exact; otherwise it is one step of Newton's method, repeated until it changes little."""

    n_positions: int = 0
    """The state starts with so many positions, then as many speeds, their rates; 0 if it has no such order."""

    watch: tuple[int, ...] = ()
    """Numbers of parameters that let the rate be not finite, so that steps end; zero within accepted steps."""

    n_parameters: int | None = None
    """How many parameters all programs read; None leaves it to the caller to give enough."""

    def __post_init__(self) -> None:
        for program in (self.rate, self.guard, self.laws, self.project, *self.programs.values(), *self.actions):
            if program is not None and tuple(program.parameters) != _PROGRAM:
                raise SolverError(f"{program.name} is no program f(x, p, y): it takes {program.parameters}")
        if (self.guard is None) != (not self.events):
            raise SolverError("a problem with events has a guard that gives their values, and the other way round")
        if wrong := [event.action for event in self.events if not -1 <= event.action < len(self.actions)]:
            raise SolverError(f"an event has action {wrong[0]}, but there are {len(self.actions)}")
        if self.n < 1 or 2 * self.n_positions > self.n:
            raise SolverError(f"{self.n} states cannot begin with {self.n_positions} positions and their rates")

    def program(self, name: str, who: str) -> Callee:
        """A program that a method needs."""
        if name not in self.programs:
            raise SolverError(f"{who} needs a program {name!r}, which this problem does not have; give it by name")
        return self.programs[name]

    def check_programs(self, names: Iterable[str], who: str) -> None:
        """Raise if a program is missing that a method needs."""
        for name in names:
            self.program(name, who)

    @property
    def n_inputs(self) -> int:
        """Entries of t, x, d and extra together."""
        return 1 + self.n_kept + self.n_extra

    @property
    def n_kept(self) -> int:
        """Entries of x and d together: what is stored of an instant."""
        return self.n + self.n_discrete

    @property
    def record_size(self) -> int:
        """Numbers in the record of an event: time, number, x and d; with actions also those after it."""
        return 2 + self.n_kept + (self.n_kept + self.n_recorded if self.actions else 0)

    @property
    def n_events(self) -> int:
        """Number of events."""
        return len(self.events)

    @property
    def n_past(self) -> int:
        """Numbers that events of a simulation may have behind them."""
        return len(PAST) * len(self.events)
