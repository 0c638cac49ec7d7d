"""How a program is divided into C functions, and which of its values pass through work space.

Work space holds, in this order: the operands of the call that is being made, the results of every call, the values
that a later part uses, and the work space of the routine that is being called.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dalembert.native.program import CONDITIONS, Program, operands

PART = 1000
"""Statements per function: the time of compilers grows faster than the size of a function."""


@dataclass(frozen=True)
class Plan:
    """Parts of a program, and places in work space."""

    program: Program
    part_size: int

    @cached_property
    def live(self) -> frozenset[int]:
        """Rows that the outputs need."""
        live: set[int] = set()
        stack = [y for y in self.program.outputs if isinstance(y, int)]
        while stack:
            if (k := stack.pop()) not in live:
                live.add(k)
                stack += operands(self.program.rows[k])
        return frozenset(live)

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """Rows that are statements, part by part; conditions stand where they are used."""
        parts: list[list[int]] = [[]]
        size = 0
        for k in sorted(self.live):
            if not self.is_statement(k):
                continue
            lines = len(self.program.rows[k])
            lines = lines if self.program.rows[k][0] == "call" else 1
            if size + lines > self.part_size and parts[-1]:
                parts.append([])
                size = 0
            parts[-1].append(k)
            size += lines
        return tuple(map(tuple, parts))

    @cached_property
    def home(self) -> dict[int, int]:
        """The part of each statement."""
        return {k: part for part, rows in enumerate(self.parts) for k in rows}

    @cached_property
    def result_slot(self) -> dict[int, int]:
        """Where the results of each call begin."""
        slots: dict[int, int] = {}
        calls = [k for k in sorted(self.live) if self.program.rows[k][0] == "call"]
        first = max((self._routine_sizes(k)[0] for k in calls), default=0)
        for k in calls:
            slots[k] = first
            first += self._routine_sizes(k)[1]
        return slots

    @cached_property
    def crossing(self) -> dict[int, int]:
        """Slots of the values that a later part uses; a slot is used again once its value is not."""
        last = {
            a: part
            for part, rows in enumerate(self.parts)
            for k in rows
            for a in self.values_of(k)
            if self.home.get(a, part) != part
        }
        n_slots = max((slot + self._routine_sizes(k)[1] for k, slot in self.result_slot.items()), default=0)
        released: list[list[int]] = [[] for _ in self.parts]
        free: list[int] = []
        crossing: dict[int, int] = {}
        for part, rows in enumerate(self.parts):
            free += released[part - 1] if part else []
            for a in (k for k in rows if k in last):
                if not free:
                    free.append(n_slots)
                    n_slots += 1
                crossing[a] = free.pop()
                released[last[a]].append(crossing[a])
        return crossing

    @cached_property
    def n_slots(self) -> int:
        """Doubles of work space, without that of routines."""
        ends = [slot + self._routine_sizes(k)[1] for k, slot in self.result_slot.items()]
        return max([*ends, *(slot + 1 for slot in self.crossing.values())], default=0)

    def is_statement(self, k: int) -> bool:
        """Whether a row has a line of its own: neither an input nor an entry of a result."""
        op = self.program.rows[k][0]
        if op == "element":
            return self.is_sine(k)
        return op not in ("input", "shared", "sincos") and op not in CONDITIONS

    def is_sine(self, k: int) -> bool:
        """Whether a row is a sine or cosine."""
        row = self.program.rows[k]
        return bool(row[0] == "element" and self.program.rows[row[1]][0] == "sincos")

    def values_of(self, k: int) -> list[int]:
        """The statements, inputs and results that a row computes with; those of a condition stand for it."""
        values: list[int] = []
        stack = operands(self.program.rows[k])
        while stack:
            a = stack.pop()
            op = self.program.rows[a][0]
            if op in CONDITIONS or op == "sincos":
                stack += operands(self.program.rows[a])
            else:
                values.append(a)
        return values

    def _routine_sizes(self, k: int) -> tuple[int, int]:
        routine = self.program.routines[self.program.rows[k][1]]
        return routine.n_inputs, routine.n_outputs
