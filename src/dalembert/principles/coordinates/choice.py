"""The contract of a choice of coordinates."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from dalembert.model.model import Model


@runtime_checkable
class Coordinates(Protocol):
    """A choice of coordinates: it arranges a model so that the joints of its tree have them.

    Joints that are cut become constraints, and those that carry bodies give coordinates. The bodies must be the
    same ones, and the arranged model must move like the given one.
    """

    def arranged(self, model: Model) -> Model:
        """A model of the same bodies, forces and constraints in these coordinates."""
