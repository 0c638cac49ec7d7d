"""Bodies and the frames on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, SupportsIndex, TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Scalar
from dalembert.model.convex_shapes import Shape
from dalembert.model.frame_words import frame_words
from dalembert.model.part import checked_name
from dalembert.model.visuals import as_visual
from dalembert.name_checks import closest
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation as rotation_matrix
from dalembert.spatial.vectors import LEAST, Axis, VectorLike, as_vector, shape_of, tidy

ORIGIN = Pose()
"""The place of a frame in itself."""


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: mass properties in its own axes, and named frames on it.

    A body stands for the frame of its origin. `body["end"]` is a marker, `body.at(x=0.5)` any other frame. Two
    bodies with equal numbers are two bodies.

    Parameters
    ----------
    name : str
        Name of the body; its coordinates and signals carry the names of joints.
    inertia : Inertia, optional
        Mass, centre of mass and inertia matrix; default none, for bodies that only carry others.
    markers : dict of Pose, optional
        Named frames on the body; default none.
    shape : convex shape, optional
        Shape with which it rolls and touches; default none. `rod`, `box` and their like give it.
    visual : visual or several, optional
        Looks in pictures; default by its shape.
    open_lengths : dict, optional
        Lengths that are open parameters, as shapes say them; default none.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> inertia = da.Inertia(2.0, com=(0.1, 0.0, 0.0), J=np.diag([0.02, 0.03, 0.05]))
    >>> plate = da.Body("plate", inertia, markers={"tip": da.spatial.Pose(p=(0.2, 0.0, 0.0))})
    >>> print(plate.inertia.mass, plate["tip"].pose.p)
    2.0 [0.2 0.  0. ]
    """

    name: str
    inertia: Inertia | None = None
    """Mass properties; None for a body without mass, such as the ring of a gimbal, and for the ground.

    (mass, com, J) stands for Inertia(mass, com, J), and messages about it name the body.
    """

    markers: Mapping[str, Pose] = field(default_factory=dict)
    shape: Shape | None = None
    """Surface of a round body, for rolling and contacts."""

    visual: Any = None
    """Solids for drawings: one such as `visuals.Box((1, 2, 3))`, or several; None if drawings shall guess."""

    open_lengths: Mapping[str, Scalar] = field(default_factory=dict)
    """Lengths of its shape that depend on parameters, by name: they are positive."""

    def __post_init__(self) -> None:
        checked_name(self.name, "a body")
        object.__setattr__(self, "inertia", self._as_inertia(self.inertia))
        if not isinstance(self.inertia, Inertia | None):
            raise ModelError(
                f"body {self.name!r} needs an Inertia, or comes from a shape such as rod(…), not {self.inertia!r}"
            )
        for key, pose in self.markers.items():
            if not isinstance(key, str) or not isinstance(pose, Pose):
                raise ModelError(f"markers of body {self.name!r} are poses by name, not {key!r}: {pose!r}")
        object.__setattr__(self, "markers", dict(self.markers))
        object.__setattr__(self, "visual", as_visual(self.visual, f"body {self.name!r}"))

    def _as_inertia(self, inertia: object) -> object:
        """The inertia of mass, centre of mass and matrix; anything else stays as it is, to be checked."""
        if not isinstance(inertia, tuple | list) or len(inertia) != 3:
            return inertia
        try:
            return Inertia(*inertia)
        except ModelError as error:
            raise ModelError(f"body {self.name!r}: {error}") from None

    def __getitem__(self, marker: str) -> Frame:
        if marker not in self.markers:
            hint = closest(marker, self.markers) if self.markers else "it has none; use at(x=…, y=…, z=…)"
            raise ModelError(f"body {self.name!r} has no marker {marker!r}; {hint}")
        return Frame(self, self.markers[marker], marker)

    def at(
        self, x: Scalar | VectorLike = 0.0, y: Scalar = 0.0, z: Scalar = 0.0, *, rotation: Array | None = None
    ) -> Frame:
        """The frame at a point of the body, turned by a rotation matrix (3, 3) if there is one; lengths in m.

        The point is given by components or as a vector (3,): `body.at(x=0.5)`, `body.at([0.5, 0.0, 0.0])`.
        """
        return Frame(self).at(x, y, z, rotation=rotation)

    def rotated(self, axis: Axis, angle: Scalar) -> Frame:
        """The frame at its origin, turned about an axis: `da.ground.rotated("y", 0.3)` is a slope."""
        return Frame(self).rotated(axis, angle)

    def __copy__(self) -> Body:
        # it never changes, and a model or a measure that stays the same knows this very body
        return self

    def __deepcopy__(self, memo: object) -> Body:
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        # there is one ground in every process
        return "ground" if self is ground else super().__reduce_ex__(protocol)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Frame:
    """A frame fixed to a body: where its origin is and how its axes stand there.

    Parameters
    ----------
    body : Body
        Body that carries the frame.
    pose : Pose, optional
        Origin in m and axes in those of the body; default the body's own frame.
    label : str, optional
        Name of the marker, or the numbers of the offset, for messages; default empty.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> frame = rod.at(x=0.3)
    >>> print(type(frame).__name__, frame.pose.p)
    Frame [0.3 0.  0. ]
    """

    body: Body
    pose: Pose = ORIGIN
    label: str = field(default="", compare=False)
    """Name of the marker, or the numbers of the offset."""

    def __post_init__(self) -> None:
        if not isinstance(self.body, Body) or not isinstance(self.pose, Pose):
            wrong = self.pose if isinstance(self.body, Body) else self.body
            raise ModelError(f"a frame has a body and a pose on it, Frame(body, Pose(p=(1, 0, 0))), not {wrong!r}")

    def at(
        self, x: Scalar | VectorLike = 0.0, y: Scalar = 0.0, z: Scalar = 0.0, *, rotation: Array | None = None
    ) -> Frame:
        """A frame offset from this one, in its axes: by x, y and z, or by a vector (3,) instead."""
        offset = as_vector(_offset(x, y, z), f"the offset of a frame of {self.body.name!r}")
        R = np.eye(3) if rotation is None else np.asarray(rotation)
        numbers = [*tidy(offset, LEAST), *(() if rotation is None else tidy(R.ravel()))]
        label = f"({', '.join(map(_text, numbers))})"
        return Frame(self.body, self.pose @ Pose(R, offset), joined_labels(self.label, label))

    def rotated(self, axis: Axis, angle: Scalar) -> Frame:
        """The frame turned about one of its axes, or a vector in them, by an angle in radians."""
        return self.at(rotation=rotation_matrix(axis, angle))

    def __repr__(self) -> str:
        return frame_words(self.body.name, self.label)


Place: TypeAlias = "Body | Frame"
"""A frame, or a body that stands for its own."""


def as_frame(place: Place, owner: str = "a place") -> Frame:
    """The frame of a place; `owner` begins the message about anything else."""
    if isinstance(place, Body):
        return Frame(place)
    if not isinstance(place, Frame):
        raise ModelError(f"{owner} needs a body or a frame such as body['end'] or body.at(x=1.0), not {place!r}")
    return place


def joined_labels(first: str, second: str) -> str:
    """The label of a frame that is offset from another one."""
    return "+".join(label for label in (first, second) if label)


def _offset(x: Scalar | VectorLike, y: Scalar, z: Scalar) -> object:
    """Three components, or the vector that stands instead of the first."""
    shape = shape_of(x)
    is_vector = shape is not None and len(shape) == 1
    if is_vector and any(isinstance(other, Expression) or other != 0.0 for other in (y, z)):
        raise ModelError(f"a frame is offset by x, y and z or by one vector, not by {x!r} and {y!r}, {z!r}")
    return x if is_vector else [x, y, z]


def _text(x: Scalar) -> str:
    return repr(x) if isinstance(x, Expression) else repr(float(x)).removesuffix(".0")


ground = Body("ground")
"""The body that does not move."""


def another_of_that_name(name: str) -> str:
    """The hint of a message that a model has a body of this name, but another object."""
    return (
        "it has another body of that name, which another call made, and equal names do not make them one: take "
        f"model.body({name!r}), or build on the same object"
    )
