"""What the text of a loop is written around: lengths, programs and tables, of one problem or of all of a kind."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.procedures.extents import Length
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Callee, Slot
from dalembert.solvers.problem import Problem

PROGRAMS = ("rate", "project", "guard")
"""Programs that a loop calls by address, in the order of their addresses."""


@dataclass(frozen=True)
class LoopParts:
    """Lengths of arrays, programs to call, and what is known of the events."""

    n: Length
    n_extra: Length
    n_positions: Length
    n_events: Length
    rate: Callee
    project: Callee | None
    guard: Callee | None
    directions: Array | None
    is_terminal: Array | None

    @property
    def n_inputs(self) -> Length:
        """Entries of t, state and extra together."""
        return 1 + self.n + self.n_extra

    @classmethod
    def of_one(cls, c: Code, problem: Problem) -> LoopParts:
        """Those of one problem: its programs are part of the code."""
        crossings = [c.table(values) for values in crossing_tables(problem)] if problem.events else [None, None]
        return cls(
            *(problem.n, problem.n_extra, problem.n_positions, len(problem.events)),
            *(problem.rate, problem.project, problem.guard),
            *crossings,
        )

    @classmethod
    def of_all(cls, c: Code, example: Problem) -> LoopParts:
        """Those of all problems that have the same kinds of programs: they are told when the loop runs."""
        addresses, sizes = c.indices("programs"), c.sizes(4)
        tables = c.shared("directions"), c.shared("is_terminal")
        programs = [
            None if getattr(example, name) is None else Slot(name, addresses, k) for k, name in enumerate(PROGRAMS)
        ]
        rate, project, guard = programs
        assert rate is not None
        n, n_extra, n_positions, n_events = sizes
        return cls(n, n_extra, n_positions, n_events, rate, project, guard, *tables)


def loop_kind(problem: Problem) -> tuple[str, ...]:
    """What the text of a loop for all of a kind depends on: which programs there are, and how they end."""
    programs = [name for name in PROGRAMS if getattr(problem, name) is not None]
    return (*programs, *(["once"] if problem.project is not None and problem.is_projected_once else []))


def loop_arguments(problem: Problem) -> tuple[list[int], list[Callee | None], tuple[list[float], ...]]:
    """Sizes, programs and tables of one problem, in the order in which a loop for all of its kind takes them."""
    sizes = [problem.n, problem.n_extra, problem.n_positions, len(problem.events)]
    return sizes, [getattr(problem, name) for name in PROGRAMS], crossing_tables(problem)


def crossing_tables(problem: Problem) -> tuple[list[float], ...]:
    """Directions of the events, and whether they are terminal."""
    events = problem.events
    return [float(event.direction) for event in events], [float(event.is_terminal) for event in events]
