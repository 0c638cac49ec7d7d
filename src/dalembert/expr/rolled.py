"""Rolled code: a few expressions, each computed many times, over tables that say from what and to where.

A chain of a hundred equal modules runs the same few routines again and again, on other numbers. One graph of it
would be as long as the chain; rolled code is a loop, and only its tables grow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Array, Vector
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
        return hash(
            (text_tag(self.label), self.count, *(part.tag for part in self.parts), int(self.steps.digest[:15], 16))
        )

    @property
    def name(self) -> str:
        return self.label

    @property
    def n_inputs(self) -> int:
        return self.count

    @property
    def n_outputs(self) -> int:
        return len(np.asarray(self.steps.results))

    @property
    def failure(self) -> str:
        return self.message

    @property
    def counts(self) -> list[int]:
        """Entries that each part reads."""
        return [part.n_inputs for part in self.parts]

    def evaluate(self, x: Vector) -> Vector:
        memory = self._begun(x)
        for part, places, offset in self._reads:
            memory[offset : offset + part.n_outputs] = part.evaluate(memory[places])
        return memory[np.asarray(self.steps.results)]

    def lost(self, x: Vector) -> str:
        """Explanation of the first step without a result; empty if all have one."""
        memory = self._begun(x)
        for k, (part, places, offset) in enumerate(self._reads):
            results = part.evaluate(memory[places])
            if not np.isfinite(results).all():
                return self.notes.get(k, "a law, a curve or a solution is not defined there")
            memory[offset : offset + part.n_outputs] = results
        return ""

    def native(self) -> Composed:
        reads, sizes = self.steps.reads(self.counts), [part.n_outputs for part in self.parts]

        def code(callees: Sequence[Callee]) -> Procedure:
            return rolled(callees, reads, sizes, self.count, self.steps)

        graphs = (Subgraph(part.inputs, part.outputs, at) for part, at in zip(self.parts, reads, strict=True))
        return Composed(tuple(graphs), code)

    def _begun(self, x: Vector) -> Vector:
        """The memory before the first step; numbers stand behind it, backwards."""
        memory = np.concatenate([np.full(self.steps.size, np.nan), np.asarray(self.steps.numbers)[::-1]])
        memory[: self.count] = x
        return memory

    @cached_property
    def _reads(self) -> list[tuple[Subprogram, list[int], int]]:
        """For each step the part, the entries that it reads, and where its results go."""
        steps, places = self.steps, np.asarray(self.steps.places).tolist()
        starts, parts = steps.starts(self.counts).tolist(), [self.parts[k] for k in steps.parts]
        return [
            (part, places[start : start + part.n_inputs], offset)
            for part, start, offset in zip(parts, starts, np.asarray(steps.offsets).tolist(), strict=True)
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
        steps, values, rates = self.steps, *self._doubled
        parts, reads = [], [np.zeros(0, dtype=np.int64)] * len(steps.parts)
        for number, part in enumerate(self.parts):
            places = steps.places_of(number, self.counts)
            moving = [k for k in range(part.n_inputs) if not len(places) or places[0, k] >= 0]
            tangent = part.tangent_along(moving)
            outputs = (*part.outputs, *tangent.outputs)
            parts.append(Subprogram(f"{part.label}_and_rates", tangent.inputs, outputs))
            rows = np.hstack([np.where(places >= 0, values[places], places), rates[places[:, moving]]])
            for step, row in zip(np.flatnonzero(np.asarray(steps.parts) == number), rows, strict=True):
                reads[step] = row
        doubled = Steps(
            steps.parts,
            2 * np.asarray(steps.offsets),
            np.concatenate([np.zeros(0, dtype=np.int64), *reads]),
            2 * steps.size,
            rates[np.asarray(steps.results)],
            steps.numbers,
        )
        return Rolled(f"{self.label}_tangent", 2 * self.count, tuple(parts), doubled, self.message)

    @cached_property
    def _doubled(self) -> tuple[Array, Array]:
        """For each entry where it and its rate stand, where every step writes rates after its results."""
        values = np.zeros(self.steps.size, dtype=np.int64)
        rates = values.copy()
        blocks = [(0, self.count), *((offset, part.n_outputs) for part, _, offset in self._reads)]
        for start, n in blocks:
            values[start : start + n] = 2 * start + np.arange(n)
            rates[start : start + n] = 2 * start + n + np.arange(n)
        return values, rates

    @cached_property
    def _cotangent(self) -> Rolled:
        """Sensitivities of the operands, from these and those of the results: all steps again, backwards."""
        forward, n_weights, n_parts = self.steps, len(self.steps.results), len(self.parts)

        def moved(place: int) -> int:
            # weights stand between the operands and what the steps write; numbers stay where they are
            return place if place < self.count else place + n_weights

        writer = _Backwards(forward.size + n_weights, 2 * n_parts)
        for k, place in enumerate(np.asarray(forward.results).tolist()):
            writer.add(moved(place), self.count + k)
        for number, (part, places, offset) in reversed([*zip(forward.parts, self._reads, strict=True)]):
            reads = [moved(place) for place in places]
            weights = [writer.total(moved(offset + k)) for k in range(part.n_outputs)]
            at = writer.step(n_parts + int(number), [*reads, *weights], len(reads))
            for k, place in enumerate(reads):
                if place >= 0:
                    writer.add(place, at + k)
        results = tuple(writer.total(k) for k in range(self.count))
        steps = Steps(
            (*forward.parts, *writer.parts),
            (*map(moved, forward.offsets), *writer.offsets),
            (*map(moved, forward.places), *writer.places),
            writer.size,
            results,
            forward.numbers,
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
