"""How a simulation ends."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """How the integration of one simulation ended."""

    DONE = 0
    TERMINAL_EVENT = 1
    NOT_FINITE = 2
    STEP_TOO_SMALL = 3
    TOO_MANY_STEPS = 4
    NOT_CONVERGED = 5

    @property
    def is_failure(self) -> bool:
        """Whether the end was reached neither in time nor by an event."""
        return self > Status.TERMINAL_EVENT

    @property
    def reason(self) -> str:
        """What happened, and what helps."""
        return _REASONS[self]


_REASONS = {
    Status.DONE: "the end time is reached",
    Status.TERMINAL_EVENT: "an event ended the simulation",
    Status.NOT_FINITE: "the state or its rate is not finite",
    Status.STEP_TOO_SMALL: "the step became too small: the motion is singular or stiff there",
    Status.TOO_MANY_STEPS: "the limit of steps is reached; a larger `max_steps` goes on",
    Status.NOT_CONVERGED: "the iteration of an implicit step did not converge; take a smaller step",
}
