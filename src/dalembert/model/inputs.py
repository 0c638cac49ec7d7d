"""Inputs: forces whose values come from outside the model."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.model.bodies import checked_name


@dataclass(frozen=True)
class Motor:
    """A named force or torque on a joint coordinate, given at run time."""

    name: str
    coordinate: str

    def __post_init__(self) -> None:
        checked_name(self.name, "motor")
