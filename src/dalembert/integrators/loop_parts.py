"""Parts that the code of a loop is written around: lengths, programs and tables of one problem or of a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dalembert.integrators.problem import Event, Problem
from dalembert.procedures.extents import Length
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Callee, Slot

TOUCHING, RATED, LOOKED_AT = 1.0, 0.75, 0.5
"""What the table of events says of those that touch, and of those that are only looked at inside of steps: by
values and rates, or by values alone."""

FROM_ZERO = 2.0
"""What it says of those that act also where values leave zero that they did not bring there."""


@dataclass(frozen=True)
class EventTables:
    """Tables of all events: direction, action and search of each."""

    directions: Array
    is_terminal: Array
    acts: Array
    touches: Array
    actions: Array
    """Number of its action; −1 if it has none."""


@dataclass(frozen=True)
class LoopParts:
    """Lengths of arrays, programs to call, and what is known of the events."""

    n: Length
    n_discrete: Length
    n_extra: Length
    n_positions: Length
    n_recorded: Length
    n_events: Length
    n_laws: Length
    n_instants: Length
    rate: Callee
    project: Callee | None
    guard: Callee | None
    laws: Callee | None
    actions: tuple[Callee, ...]
    programs: Mapping[str, Callee]
    """What else the method calls, by name."""

    sizes: tuple[Length, ...]
    """Lengths that the method says besides, in its own order."""

    has_windows: bool
    """Whether some events are looked at inside of steps."""

    has_rates: bool
    """Whether the guard gives rates of its values too."""

    tables: EventTables

    @classmethod
    def of_one(cls, c: Code, problem: Problem, names: Sequence[str], sizes: Sequence[int]) -> LoopParts:
        """The parts for one problem: its programs are part of the code."""
        tables = EventTables(*(c.table(values or [0.0]) for values in event_tables(problem.events)))
        programs = problem.rate, problem.project, problem.guard, problem.laws, problem.actions
        named = dict(zip(names, named_programs(problem, names), strict=True))
        looks = has_windows(problem), has_rates(problem)
        return cls(*lengths(problem), *programs, named, tuple(sizes), *looks, tables)

    @classmethod
    def of_all(cls, c: Code, example: Problem, names: Sequence[str], n_sizes: int) -> LoopParts:
        """The parts for all problems with the same kinds of programs, which are passed when the loop runs."""
        addresses = c.indices("programs")
        n, n_discrete, n_extra, n_positions, n_recorded, n_events, n_laws, n_instants, *sizes = c.sizes(
            len(lengths(example)) + n_sizes
        )
        rate, project, guard, laws, *others = (
            None if program is None else Slot(f"program{k}", addresses, k)
            for k, program in enumerate(programs_of(example, names))
        )
        assert rate is not None
        called = [program for program in others if program is not None]
        n_actions = len(example.actions)
        return cls(
            *(n, n_discrete, n_extra, n_positions, n_recorded, n_events, n_laws, n_instants),
            *(rate, project, guard, laws),
            tuple(called[:n_actions]),
            dict(zip(names, called[n_actions:], strict=True)),
            tuple(sizes),
            has_windows(example),
            has_rates(example),
            EventTables(*(c.shared(f"events{k}") for k in range(5))),
        )

    @property
    def n_kept(self) -> Length:
        """Entries of x and d together: what is stored of an instant."""
        return self.n + self.n_discrete

    @property
    def n_inputs(self) -> Length:
        """Entries of t, x, d and extra together."""
        return 1 + self.n_kept + self.n_extra

    @property
    def n_values(self) -> Length:
        """Values of the guard, with their rates."""
        return self.n_events * (1 + self.has_rates)

    @property
    def n_after(self) -> Length:
        """The length of an action's results: x and d after it, then the record."""
        return self.n_kept + self.n_recorded

    @property
    def record_size(self) -> Length:
        """Numbers in the record of an event: time, number, x and d; with actions also those after it."""
        return 2 + self.n_kept + (self.n_after if self.actions else 0)


def loop_kind(problem: Problem) -> tuple[str, ...]:
    """The key of a loop that serves all problems of a kind: which programs there are, and how they end."""
    names = [name for name in ("rate", "project", "guard", "laws") if getattr(problem, name) is not None]
    found = [*names, *(["windows"] if has_windows(problem) else []), *(["rates"] if has_rates(problem) else [])]
    found += ["once"] if problem.project is not None and problem.is_projected_once else []
    return (*found, *([f"actions{len(problem.actions)}"] if problem.actions else []))


def lengths(problem: Problem) -> tuple[int, int, int, int, int, int, int, int]:
    """The sizes of a problem, in the order in which a loop for all of its kind is told them."""
    sizes = problem.n, problem.n_discrete, problem.n_extra, problem.n_positions
    return *sizes, problem.n_recorded, len(problem.events), problem.n_laws, problem.n_instants


def programs_of(problem: Problem, names: Sequence[str]) -> tuple[Callee | None, ...]:
    """The programs of a problem, with those that a method calls by name, in the order of their addresses."""
    always = problem.rate, problem.project, problem.guard, problem.laws
    return *always, *problem.actions, *named_programs(problem, names)


def named_programs(problem: Problem, names: Sequence[str]) -> list[Callee]:
    """The programs that a method calls by name."""
    return [problem.program(name, "the method") for name in names]


def event_tables(events: tuple[Event, ...]) -> tuple[list[float], ...]:
    """Make the tables of all events, in the order of `EventTables`."""
    return (
        [float(event.direction) for event in events],
        [float(event.is_terminal) for event in events],
        [FROM_ZERO if event.from_zero else float(event.action >= 0) for event in events],
        [_look(event) for event in events],
        [float(event.action) for event in events],
    )


def _look(event: Event) -> float:
    """How it is looked at inside of steps."""
    if event.detect_touch or not event.search_inside_steps:
        return TOUCHING if event.detect_touch else 0.0
    return RATED if event.is_rated else LOOKED_AT


def has_windows(problem: Problem) -> bool:
    """Whether events are looked for inside of steps."""
    return any(event.is_windowed for event in problem.events)


def has_rates(problem: Problem) -> bool:
    """Whether some of them are so by the rates of their values, so that the guard gives these too."""
    return any(event.has_rate for event in problem.events)
