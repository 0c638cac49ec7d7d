"""Bodies placed in the world by themselves: what absolute coordinates are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from dalembert.model.joints.free import Free
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.spherical import Spherical


@dataclass(frozen=True)
class _PlacedTurning(Spherical):
    """Orientation of a body, with coordinates under its name."""

    @property
    def prefix(self) -> str:
        return self.child_frame.body.name


@dataclass(frozen=True)
class Placed(Free):
    """Position and orientation of a body in the world, with coordinates under its name: `crank.x`, `crank.e0`."""

    looks_at_frames: ClassVar[bool] = False

    @property
    def prefix(self) -> str:
        return self.child_frame.body.name

    @cached_property
    def _turning(self) -> Spherical:
        return _PlacedTurning(self.name, self.parent, self.child, self.angles, self.names)


@dataclass(frozen=True)
class PlacedInPlane(Planar):
    """Position and angle of a body in a plane of the world, with coordinates under its name: `crank.x`."""

    looks_at_frames: ClassVar[bool] = False

    @property
    def is_place(self) -> bool:
        return True

    @property
    def symbol(self) -> None:
        return None

    @property
    def prefix(self) -> str:
        return self.child_frame.body.name
