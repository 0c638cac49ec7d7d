"""Lanes with events wait for each other, so that all lanes look for theirs side by side."""

from __future__ import annotations

from dalembert.integrators.workspace import Workspace
from dalembert.procedures.values import Index, Mask

# parts of the running lanes that wait, in eighths, from which on they go on, and rounds after which they do anyway
_ENOUGH, _PATIENCE = 6, 16


class Waiting:
    """Writes the text by which a lane repeats its step, which has events, until enough others have some too.

    To find an event takes as long as some ten steps, for one lane or for all. What a lane computes does not
    depend on when it does so.
    """

    def __init__(self, w: Workspace) -> None:
        self.w = w
        self._waits, self._rounds = w.c.variable(0.0), w.c.variable(0)

    def are_new(self, running: Mask) -> Mask:
        """Lanes whose attempt is not the one that they have made before."""
        new: Mask = running & (self._waits.value <= 0.0)
        return new

    def among(self, running: Mask, hit: Mask) -> Mask:
        """Lanes with events that wait on."""
        c = self.w.c
        self._waits.value = 0.0
        with c.when(c.any(hit & self.w.running())):
            is_time = 8 * self._count(hit) >= _ENOUGH * self._count(running)
            goes_on = c.pick(is_time, 1, c.pick(self._rounds.value >= _PATIENCE, 1, 0))
            self._rounds.value = (1 - goes_on) * (self._rounds.value + 1)
            self._waits.value = c.select(hit, 1.0 - c.spread(goes_on), 0.0)
        waits: Mask = self._waits.value > 0.0
        return waits

    def _count(self, lanes: Mask) -> Index:
        """How many they are."""
        c = self.w.c
        count = c.variable(0)
        with c.each(c.lanes()) as k:
            is_in = c.any(lanes & c.lane().equals(c.spread(k)))
            count.value = c.pick(is_in, count.value + 1, count.value)
        number: Index = count.value
        return number
