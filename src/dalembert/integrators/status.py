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
    TOO_SLOW = 6
    MOVED_FAR = 7
    ENDLESS_EVENTS = 8
    NO_RESET = 9
    INVALID_RESET = 10
    NO_EVENT_VALUE = 11

    @property
    def is_failure(self) -> bool:
        """Whether the end was reached neither in time nor by an event."""
        return self > Status.TERMINAL_EVENT

    @property
    def reason(self) -> str:
        """A message: the reason why a run ended, and a remedy."""
        return _REASONS[self]


_REASONS = {
    Status.DONE: "the end time is reached",
    Status.TERMINAL_EVENT: "an event ended the simulation",
    Status.NOT_FINITE: "the state or its rate is not finite",
    Status.STEP_TOO_SMALL: "the step became too small: the motion is singular or stiff there",
    Status.TOO_MANY_STEPS: "the limit of steps is reached; a shorter time or another method needs fewer",
    Status.NOT_CONVERGED: "the iteration of an implicit step did not converge; take a smaller step",
    Status.TOO_SLOW: "the steps are so short that the rest of the time would take more of them than the limit",
    Status.MOVED_FAR: (
        "projection onto the constraints moves the state by more than a tenth of the step, perhaps to another "
        "branch; take a smaller step"
    ),
    Status.ENDLESS_EVENTS: "events follow each other without end",
    Status.NO_EVENT_VALUE: "the expression of an event is not a number there",
    Status.NO_RESET: "what an event does has no finite result",
    Status.INVALID_RESET: (
        "the state after an event violates the constraints that are on; let an impulse change the speeds, which "
        "keeps these rows, and leave coordinates and what they depend on as they are"
    ),
}
