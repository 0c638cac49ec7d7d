"""Wheels, balls and blades: contacts that roll, or slide one way only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from dalembert.errors import ModelError
from dalembert.model.bodies import Body, Frame, Place, as_frame
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.joint import Axis
from dalembert.model.measures import Array, Kinematics
from dalembert.rows import Level
from dalembert.spatial.vectors import across, cross, unit


@dataclass(frozen=True)
class Plane:
    """A plane through the origin of a frame."""

    frame: Frame
    normal: Axis

    def directions(self) -> tuple[Array, Array, Array]:
        """Two tangents and the normal, in the axes of the frame."""
        return (*across(self.normal), unit(self.normal))


def plane(place: Place, normal: Axis = "z") -> Plane:
    """The plane through the origin of a frame, with this normal in its axes; bodies stand on the normal's side."""
    across(normal)
    return Plane(as_frame(place, "a plane"), normal if isinstance(normal, str) else tuple(normal))


@dataclass(frozen=True)
class Rolling(Constraint):
    """A body that rolls on a plane without slipping: its touching point does not move on the plane.

    Rows: `.contact` is holonomic, its multiplier the normal force; `.slip first` and `.slip second` are
    nonholonomic, along the two tangents of the plane, their multipliers the friction forces on the body. The body
    is a disc, sphere, ellipsoid or torus.
    """

    body: Body
    _: KW_ONLY
    on: Plane

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.on, Plane):
            raise ModelError(f"{self.label} needs on=plane(frame, normal), not {self.on!r}")
        if not isinstance(self.body, Body) or self.body.shape is None:
            raise ModelError(
                f"{self.label} needs a body with a round shape, such as disc(…) or sphere(…), not {self.body!r}"
            )
        if self.body is self.on.frame.body:
            raise ModelError(f"{self.label} lets {self.body.name!r} roll on itself; it needs two bodies")

    @property
    def is_relative(self) -> bool:
        return True

    @property
    def reaction_frame(self) -> Frame:
        return as_frame(self.body)

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        B, P = kinematics.pose(as_frame(self.body)), kinematics.pose(self.on.frame)
        first, second, normal = (P.R @ e for e in self.on.directions())

        # the lowest point of the body
        assert self.body.shape is not None
        arm = B.R @ self.body.shape.support(-(B.R.T @ normal))
        d = B.p + arm - P.p

        (w, v), (w_plane, v_plane) = kinematics.velocity(as_frame(self.body)), kinematics.velocity(self.on.frame)
        slip = v + cross(w, arm) - v_plane - cross(w_plane, d)
        return [
            Relation("contact", normal @ d),
            Relation("slip first", first @ slip, Level.VELOCITY),
            Relation("slip second", second @ slip, Level.VELOCITY),
        ]


@dataclass(frozen=True)
class KnifeEdge(Constraint):
    """A point of a body that moves along a blade only, not across it: the velocity across the blade is zero.

    `across` is the direction across the blade, in the axes of the frame.
    """

    place: Place
    across: Axis = "y"

    def __post_init__(self) -> None:
        super().__post_init__()
        as_frame(self.place, f"the place of {self.label}")
        unit(self.across)
        if not isinstance(self.across, str):
            object.__setattr__(self, "across", tuple(self.across))

    @property
    def reaction_frame(self) -> Frame:
        return as_frame(self.place)

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        frame = as_frame(self.place)
        _, v = kinematics.velocity(frame)
        return [Relation("", (kinematics.pose(frame).R @ unit(self.across)) @ v, Level.VELOCITY)]
