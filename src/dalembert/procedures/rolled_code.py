"""Native code of steps over tables: each gathers entries of one memory, runs a callee, and leaves results there.

The code grows with the number of callees, not with that of the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Callee, Procedure


@dataclass(frozen=True)
class Steps:
    """Which part runs when, on which entries of the memory, and where its results go."""

    parts: tuple[int, ...]
    """Number of the part of each step."""

    offsets: tuple[int, ...]
    """Where the results of each step begin."""

    places: tuple[int, ...]
    """The entries that the steps read, those of the first step first."""

    size: int
    """Entries of the memory; operands stand first."""

    results: tuple[int, ...]
    """The entries that are the results of the whole."""

    @cached_property
    def runs(self) -> list[tuple[int, int, int]]:
        """Steps of one part that follow each other: the part, the first of them, and where the next begins."""
        runs: list[tuple[int, int, int]] = []
        for k, part in enumerate(self.parts):
            if runs and runs[-1][0] == part:
                runs[-1] = part, runs[-1][1], k + 1
            else:
                runs.append((part, k, k + 1))
        return runs

    def starts(self, counts: Sequence[int]) -> list[int]:
        """Where in `places` each step begins, for parts that read so many entries."""
        starts, at = [], 0
        for part in self.parts:
            starts.append(at)
            at += counts[part]
        return starts


def rolled(callees: Sequence[Callee], counts: Sequence[int], n_inputs: int, steps: Steps) -> Procedure:
    """x: operands (n_inputs) → y: results; `counts` are the entries that each callee reads."""
    c = Code("rolled")
    x, y = c.argument("x"), c.argument("y")
    memory, operands = c.array(steps.size), c.array(max(counts, default=1))
    with c.each(n_inputs) as i:
        memory[i] = x[i]

    # which part runs from which step to which
    kind, first, last = (c.table(column or (0,), "index") for column in zip(*steps.runs, strict=True))
    start, offset = c.table(steps.starts(counts), "index"), c.table(steps.offsets, "index")
    place, failed = c.table(steps.places or (0,), "index"), c.variable(0)
    with c.each(len(steps.runs)) as run:
        part, begin, end = kind[run], first[run], last[run]
        for number, (callee, count) in enumerate(zip(callees, counts, strict=True)):
            with c.when(part.equals(number)), c.each(begin, end) as step:
                at = start[step]
                with c.each(count) as i:
                    operands[i] = memory[place[at + i]]
                status = c.call(callee, operands, memory.part(offset[step]))
                failed.value = c.pick(status > 0, 1, failed.value)
    result = c.table(steps.results or (0,), "index")
    with c.each(len(steps.results)) as i:
        y[i] = memory[result[i]]
    c.end(failed.value)
    return c.procedure()
