"""Points that stay on lines, planes, curves and surfaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from dalembert.errors import ModelError
from dalembert.model.bodies import Frame, Place, as_frame
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.curves import Curve, Line
from dalembert.model.measure import Kinematics
from dalembert.model.surfaces import FlatSurface, Surface
from dalembert.spatial.vectors import Axis


@dataclass(frozen=True)
class _PointOn(Constraint):
    """The origin of a frame stays on a line, plane, curve or surface of another body."""

    guides: ClassVar[type[Curve] | type[Surface]]
    """Class of the line, plane, curve or surface."""

    maker: ClassVar[str]
    """Functions that make one, for messages."""

    place: Place
    _: KW_ONLY
    on: Curve | Surface

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.on, self.guides):
            raise ModelError(f"{self.label} needs on={self.maker}, not {self.on!r}")
        if self.reaction_frame.body is self.on.frame.body:
            raise ModelError(
                f"{self.label} keeps a point of {self.on.frame.body.name!r} on the same body: it has no effect"
            )

    @property
    def is_relative(self) -> bool:
        return True

    @property
    def reaction_frame(self) -> Frame:
        return as_frame(self.place, f"the point of {self.label}")

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        X = kinematics.pose(self.on.frame)
        p = kinematics.pose(self.reaction_frame).p
        return self.on.relations(X.R.T @ (p - X.p))


@dataclass(frozen=True)
class PointOnLine(_PointOn):
    """A point stays on a line, as a pin in a straight slot: n₁ · d = n₂ · d = 0 for two directions across it.

    Two rows, `.first` and `.second`; their multipliers are the forces on the point along n₁ and n₂.
    """

    guides = Line
    maker = "line(frame, axis)"


@dataclass(frozen=True)
class PointOnPlane(_PointOn):
    """A point stays on a plane: n · d = 0. The multiplier is the force on the point along the normal."""

    guides = FlatSurface
    maker = "plane(frame, normal)"

    @property
    def drawn_plane(self) -> tuple[Frame, Axis]:
        assert isinstance(self.on, FlatSurface)
        return self.on.frame, self.on.normal


@dataclass(frozen=True)
class PointOnCurve(_PointOn):
    """A point stays on a curve.

    Where the curve is given by equations F = 0 there are two rows F / |∇F| = 0, whose multipliers are the forces
    on the point along the normals ∇F / |∇F|; where it is given by points r(s) there are three rows d − r(s) = 0,
    whose multipliers are the force on the point in the axes of the frame, and s is a coordinate of the model.
    """

    guides = Curve
    maker = "curve(frame, equations) or line(frame, axis)"


@dataclass(frozen=True)
class PointOnSurface(_PointOn):
    """A point stays on a surface.

    Where it is given by an equation F = 0 the row is F / |∇F| = 0, its multiplier the force on the point along the
    normal ∇F / |∇F|; where it is given by points r(s₁, s₂) there are three rows as for a curve.
    """

    guides = Surface
    maker = "surface(frame, equation), plane(…), sphere_outside(…), cylinder_inside(…) …"
