"""The contract of a method of integration: how it makes one step."""

from __future__ import annotations

from abc import ABC, abstractmethod

from dalembert.integrators.dense_output import Interpolant
from dalembert.integrators.workspace import Workspace
from dalembert.procedures.values import Mask, Real


class Steps(ABC):
    """Writes the text of one step, from `here` with its slope to `trial`."""

    def __init__(self, w: Workspace) -> None:
        self.w = w

    @property
    @abstractmethod
    def interpolant(self) -> Interpolant:
        """States within the step."""

    @property
    def knows_end_slope(self) -> bool:
        """Whether an attempt computes the slope at its end."""
        return False

    @property
    def ends_valid(self) -> bool:
        """Whether the end of an attempt needs no projection."""
        return False

    def begin(self, fresh: Mask) -> None:  # noqa: B027 - most methods remember nothing
        """Forget what was remembered from step to step, in fresh lanes whose first slope is known."""

    @abstractmethod
    def attempt(self, step: Real, running: Mask) -> Real:
        """Compute the trial state; gives the size of the error.

        A step is good where this is below one. It is not a number where the state is not finite.
        """

    def prepare_interpolant(self, step: Real, wanted: Mask) -> None:
        """Make the interpolant ready, once the slope at the end is known; `wanted` are the lanes that count it."""
        self.interpolant.prepare(step)
