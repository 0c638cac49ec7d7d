"""Bodies and the frames on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from dalembert.errors import ModelError
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_vector


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: mass properties in its own axes, and named frames on it.

    A body stands for the frame of its origin. `body["end"]` is a marker, `body.at(x=0.5)` any other frame. Two
    bodies with equal numbers are two bodies.
    """

    name: str
    inertia: Inertia | None
    """None for the ground, which does not move."""

    markers: Mapping[str, Pose] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked_name(self.name, "body")
        if self.inertia is not None:
            try:
                self.inertia.check()
            except ModelError as error:
                raise ModelError(f"body {self.name!r}: {error}") from error

    def __getitem__(self, marker: str) -> Frame:
        if marker not in self.markers:
            raise ModelError(f"body {self.name!r} has no marker {marker!r}; it has {sorted(self.markers)}")
        return Frame(self, self.markers[marker], marker)

    def at(self, x: Any = 0.0, y: Any = 0.0, z: Any = 0.0, *, rotation: Any = None) -> Frame:
        """The frame at this point of the body, turned by a rotation matrix if one is given."""
        return Frame(self).at(x, y, z, rotation=rotation)


@dataclass(frozen=True)
class Frame:
    """A frame fixed to a body: where its origin is and how its axes stand there."""

    body: Body
    pose: Pose = field(default_factory=Pose, compare=False)
    label: str = ""
    """Name of the marker, or the numbers of the offset: frames of one body with equal labels are equal."""

    def at(self, x: Any = 0.0, y: Any = 0.0, z: Any = 0.0, *, rotation: Any = None) -> Frame:
        """A frame offset from this one, in its axes."""
        offset = as_vector([x, y, z], "the offset of a frame")
        R = np.eye(3) if rotation is None else np.asarray(rotation)
        label = f"{self.label}+{[*offset, *R.ravel()] if rotation is not None else [*offset]}"
        return Frame(self.body, self.pose @ Pose(R, offset), label)

    def __repr__(self) -> str:
        return f"{self.body.name}[{self.label}]" if self.label else self.body.name


Place: TypeAlias = "Body | Frame"
"""A frame, or a body that stands for its own."""


def as_frame(place: Place) -> Frame:
    """The frame that is meant."""
    if isinstance(place, Body):
        return Frame(place)
    if not isinstance(place, Frame):
        raise ModelError(f"expected a body or a frame such as body['end'] or body.at(x=1.0), not {place!r}")
    return place


def checked_name(name: str, kind: str) -> str:
    """A usable name of a part: a slash separates submodels, a dot the components of results."""
    if not isinstance(name, str) or not name.strip() or "." in name or not name.isprintable():
        raise ModelError(f"a {kind} needs a name without dots, not {name!r}")
    return name


ground = Body("ground", None)
"""The body that does not move."""
