"""Rolled code: a few expressions, each computed many times, over tables that say from what and to where.

A chain of a hundred equal modules runs the same few routines again and again, on other numbers. One graph of it
would be as long as the chain; rolled code is a loop, and only its tables grow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Vector
from dalembert.expr.calls import Composed, Routine, Subgraph, invoke
from dalembert.expr.node import Scalar, text_tag
from dalembert.expr.scalar import is_zero
from dalembert.expr.subprogram import Subprogram
from dalembert.expr.symbol_nodes import symbol
from dalembert.procedures.rolled_code import Steps, rolled
from dalembert.procedures.statements import Callee, Procedure


@dataclass(frozen=True)
class Rolled(Routine):
    """A routine made of steps, each of which reads entries of a memory and writes others; operands stand first."""

    label: str
    count: int
    """Number of operands."""

    parts: tuple[Subprogram, ...] = field(repr=False)
    steps: Steps = field(repr=False)
    message: str = "has no result"
    """Meaning of a part without a result, for the error message."""

    notes: Mapping[int, str] = field(default_factory=dict, compare=False, repr=False)
    """Explanations of steps without a result, by number of the step, as far as there are any."""

    def __hash__(self) -> int:
        return self.tag

    @cached_property
    def tag(self) -> int:
        steps = self.steps
        tables = (steps.parts, steps.offsets, steps.places, steps.size, steps.results)
        return hash((text_tag(self.label), self.count, *(part.tag for part in self.parts), tables))

    @property
    def name(self) -> str:
        return self.label

    @property
    def n_inputs(self) -> int:
        return self.count

    @property
    def n_outputs(self) -> int:
        return len(self.steps.results)

    @property
    def failure(self) -> str:
        return self.message

    @property
    def counts(self) -> list[int]:
        """Entries that each part reads."""
        return [part.n_inputs for part in self.parts]

    def evaluate(self, x: Vector) -> Vector:
        memory = np.full(self.steps.size, np.nan)
        memory[: self.count] = x
        for part, places, offset in self._reads:
            memory[offset : offset + part.n_outputs] = part.evaluate(memory[places])
        return memory[list(self.steps.results)]

    def lost(self, x: Vector) -> str:
        """Explanation of the first step without a result; empty if all have one."""
        memory = np.full(self.steps.size, np.nan)
        memory[: self.count] = x
        for k, (part, places, offset) in enumerate(self._reads):
            results = part.evaluate(memory[places])
            if not np.isfinite(results).all():
                return self.notes.get(k, "a law, a curve or a solution is not defined there")
            memory[offset : offset + part.n_outputs] = results
        return ""

    def native(self) -> Composed:
        def code(callees: Sequence[Callee]) -> Procedure:
            return rolled(callees, self.counts, self.count, self.steps)

        return Composed(tuple(Subgraph(part.inputs, part.outputs) for part in self.parts), code)

    @cached_property
    def _reads(self) -> list[tuple[Subprogram, list[int], int]]:
        """For each step the part, the entries that it reads, and where its results go."""
        steps = self.steps
        starts, parts = steps.starts(self.counts), [self.parts[k] for k in steps.parts]
        return [
            (part, list(steps.places[start : start + part.n_inputs]), offset)
            for part, start, offset in zip(parts, starts, steps.offsets, strict=True)
        ]

    # ---- derivatives

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        if all(map(is_zero, dx)):
            return [0.0] * self.n_outputs
        return invoke(self._tangent, [*x, *dx])

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        return invoke(self._cotangent, [*x, *y_bar])

    @cached_property
    def _tangent(self) -> Rolled:
        """Rates of the results, from operands and their rates: every step computes results and their rates."""
        places = self._doubled
        parts = []
        for part in self.parts:
            tangent = part.tangent
            outputs = (*part.outputs, *tangent.outputs)
            parts.append(Subprogram(f"{part.label}_and_rates", tangent.inputs, outputs))
        reads = [
            k for _, read, _ in self._reads for k in (*(places[i][0] for i in read), *(places[i][1] for i in read))
        ]
        steps = Steps(
            self.steps.parts,
            tuple(2 * offset for offset in self.steps.offsets),
            tuple(reads),
            2 * self.steps.size,
            tuple(places[k][1] for k in self.steps.results),
        )
        return Rolled(f"{self.label}_tangent", 2 * self.count, tuple(parts), steps, self.message)

    @cached_property
    def _doubled(self) -> dict[int, tuple[int, int]]:
        """For each entry where it and its rate stand, where every step writes rates after its results."""
        blocks = [(0, self.count), *((offset, part.n_outputs) for part, _, offset in self._reads)]
        return {start + k: (2 * start + k, 2 * start + n + k) for start, n in blocks for k in range(n)}

    @cached_property
    def _cotangent(self) -> Rolled:
        """Sensitivities of the operands, from these and those of the results: all steps again, backwards."""
        forward, n_weights, n_parts = self.steps, len(self.steps.results), len(self.parts)

        def moved(place: int) -> int:
            # weights stand between the operands and what the steps write
            return place if place < self.count else place + n_weights

        writer = _Backwards(forward.size + n_weights, 2 * n_parts)
        for k, place in enumerate(forward.results):
            writer.add(moved(place), self.count + k)
        for number, (part, places, offset) in reversed([*zip(forward.parts, self._reads, strict=True)]):
            reads = [moved(place) for place in places]
            weights = [writer.total(moved(offset + k)) for k in range(part.n_outputs)]
            at = writer.step(n_parts + number, [*reads, *weights], len(reads))
            for k, place in enumerate(reads):
                writer.add(place, at + k)
        results = tuple(writer.total(k) for k in range(self.count))
        steps = Steps(
            (*forward.parts, *writer.parts),
            (*map(moved, forward.offsets), *writer.offsets),
            (*map(moved, forward.places), *writer.places),
            writer.size,
            results,
        )
        parts = (*self.parts, *(part.cotangent for part in self.parts), _SUM, _ZERO)
        return Rolled(f"{self.label}_cotangent", self.count + n_weights, parts, steps, self.message)


_A, _B = symbol("one of two"), symbol("other of two")
_SUM, _ZERO = Subprogram("sum_of_two", (_A, _B), (_A + _B,)), Subprogram("zero", (), (0.0,))


class _Backwards:
    """Collects sensitivities: that to an entry is the sum over all steps that read it."""

    def __init__(self, size: int, n_parts: int) -> None:
        self.size, self._sum = size, n_parts
        self.parts: list[int] = []
        self.offsets: list[int] = []
        self.places: list[int] = []
        self._totals: dict[int, int] = {}
        self._zero = self.step(n_parts + 1, (), 1)

    def step(self, part: int, places: Sequence[int], n: int) -> int:
        """Another step with n results; where they begin."""
        at = self.size
        self.parts.append(part)
        self.offsets.append(at)
        self.places += places
        self.size += n
        return at

    def add(self, place: int, sensitivity: int) -> None:
        """Add the sensitivity of a step that reads an entry to the total of the entry."""
        total = self._totals.get(place)
        self._totals[place] = sensitivity if total is None else self.step(self._sum, [total, sensitivity], 1)

    def total(self, place: int) -> int:
        """Where the sensitivity of an entry stands."""
        return self._totals.get(place, self._zero)
