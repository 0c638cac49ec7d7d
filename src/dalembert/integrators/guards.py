"""Values whose changes of sign are events, and where in a step these happen."""

from __future__ import annotations

from dalembert.integrators.workspace import Instant, Workspace
from dalembert.procedures.statements import Array, Callee


class Guard:
    """The program that gives these values, and memory for them."""

    def __init__(self, w: Workspace, program: Callee) -> None:
        c, parts = w.c, w.parts
        self.w, self._program = w, program
        self.n, self.n_values, self.has_rates = parts.n_events, parts.n_values, parts.has_rates
        self.directions = parts.tables.directions
        self.scratch = c.array(self.n_values)
        """Values anywhere."""

        self.theta = c.array(self.n)
        """Part of the step at which each event happens; infinite if it does not."""

    def evaluate(self, at: Instant, values: Array) -> None:
        """The values at an instant, then their rates if some events may touch zero."""
        self.w.c.call(self._program, at.array, self.w.p, values)
