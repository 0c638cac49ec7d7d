"""Relative coordinates: those of the joints, as the model has them."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.model.model import Model


@dataclass(frozen=True)
class Relative:
    """Coordinates of the joints that carry the bodies; joints that close loops are constraints."""

    def arranged(self, model: Model) -> Model:
        """The model as it is."""
        return model
