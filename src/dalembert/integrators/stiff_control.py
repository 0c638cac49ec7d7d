"""How long the steps of an implicit method are that keeps factors as long as a step stays the same."""

from __future__ import annotations

from math import inf

from dalembert.integrators.step_control import AdaptiveSteps, Proposal, root
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.values import Mask, Real

# a step that could be longer by less than this factor stays as it is
_WORTH_IT = 1.2

# the error of a step counts as at least this: very small ones say nothing about the trend
_LEAST_ERROR = 1e-2


class StiffSteps(AdaptiveSteps):
    """Steps whose estimated error, of order 4, meets the tolerances; they change seldom.

    What errors do from step to step is expected to go on: the rule of Gustafsson (Hairer, Wanner 1996, IV.8).
    """

    def __init__(self, w: Workspace) -> None:
        super().__init__(w, 3)
        self.last_error, self.last_step = w.c.variable(0.0), w.c.variable(0.0)

    def begin(self, fresh: Mask, wish: Real) -> None:
        super().begin(fresh, wish)
        self.last_error.update(fresh, 0.0)

    def react(self, proposal: Proposal, error: Real, running: Mask, good: Mask) -> None:
        w, c = self.w, self.w.c
        step = c.abs(proposal.step)

        # the trend over two good steps, if it makes the next one shorter
        trend = step / self.last_step.value * root(c, self.last_error.value / error, self.power)
        is_known = good & (self.last_error.value > 0.0) & (trend < 1.0)
        expected = error / c.select(is_known, (trend * trend) * (trend * trend), 1.0)
        self.last_error.update(good, c.maximum(error, _LEAST_ERROR))
        self.last_step.update(good, step)
        super().react(proposal, c.select(error < inf, expected, error), running, good)

        # a small gain is not worth new factors
        kept = good & ~proposal.is_last & (w.size.value < _WORTH_IT * step)
        w.size.update(kept, c.minimum(step, w.settings[3]))
