"""Force of dry friction, sticking or slipping, by the name of its part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from dalembert.model.measure import force
from dalembert.model.part import Output

TANGENTS = ("first", "second")
"""Names of the directions of slip."""


@dataclass(frozen=True)
class DryFrictionForce:
    """Velocities against which friction acts; one of a joint, or one or two of one's own."""

    slips: tuple[Any, ...]
    coordinate: str = ""
    """That whose rate is the velocity, if it is one."""

    sliding: str = ""
    """Name of the force element that acts while it slips, where that is not in the multiplier."""

    @property
    def is_scalar(self) -> bool:
        """Whether one number says what it exerts."""
        return len(self.slips) == 1

    def outputs(self, name: str, forces: Sequence[Any]) -> Mapping[str, Output]:
        """Signals of a part of this name that exerts these forces along the velocities."""
        power = Output(reduce(add, [f * v for f, v in zip(forces, self.slips, strict=True)]), "W")
        if self.is_scalar:
            return {"force": Output(force(name)), "power": power}
        named = zip(TANGENTS, forces, strict=False)
        return {**{f"force.{which}": Output(f, "N") for which, f in named}, "power": power}
