"""Whether a run gets on: one that would take more attempts than it may is ended early."""

from __future__ import annotations

from dalembert.integrators.status import Status
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.values import Mask, Real

# attempts after which the way is measured, and how often one after the other it must be too short: single phases
# with short steps, such as impacts, take fewer
_WINDOW, _PATIENCE = 16384.0, 3.0


class Pace:
    """Writes the text that measures how far each lane comes in a number of attempts."""

    def __init__(self, w: Workspace) -> None:
        self.w = w
        self._t, self._attempts, self._slow = (w.c.variable(0.0) for _ in range(3))

    def begin(self, free: Mask) -> None:
        """Measure from the start, in free lanes."""
        self._t.update(free, self.w.start.value)
        for variable in (self._attempts, self._slow):
            variable.update(free, 0.0)

    def look(self, attempts: Real, most: Real) -> None:
        """End lanes in which, at their pace, the rest takes more attempts than the most there may be."""
        w, c = self.w, self.w.c
        due = w.running() & (attempts - self._attempts.value >= _WINDOW)
        with c.when(c.any(due)):
            way, rest = c.abs(w.here.t - self._t.value), c.abs(w.end.value - w.here.t)
            is_slow = rest * _WINDOW > way * most
            self._slow.update(due, c.select(is_slow, self._slow.value + 1.0, 0.0))
            self._t.update(due, w.here.t)
            self._attempts.update(due, attempts)
            w.status.update(due & (self._slow.value >= _PATIENCE), float(Status.TOO_SLOW))
