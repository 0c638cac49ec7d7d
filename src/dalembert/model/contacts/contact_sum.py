"""The force of a contact with several points: it is unique where those of single points are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dalembert.model.bodies import ground
from dalembert.model.part import Output, Part
from dalembert.model.reaction_measures import reaction_force


@dataclass(frozen=True)
class ContactSum(Part):
    """The sum of the forces of points on the first body, in world axes: signals `<contact>.sum.x`, `.y`, `.z`."""

    points: tuple[str, ...]
    on_second: tuple[str, ...] = ()
    """Those whose force is that on the second body."""

    @property
    def outputs(self) -> Mapping[str, Output]:
        forces = {name: reaction_force(name, axes=ground) for name in self.points}
        whole = np.sum([-force if name in self.on_second else force for name, force in forces.items()], axis=0)
        return {f"sum.{axis}": Output(x, "N") for axis, x in zip("xyz", whole, strict=True)}
