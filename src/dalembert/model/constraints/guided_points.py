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

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    place : Body or Frame
        Point that is guided.
    on : Line
        Line, such as `da.geometry.line(…)`.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> free = da.Translational("p", da.ground, bob)
    >>> wire = da.relations.PointOnLine("wire", bob, on=da.geometry.line(da.ground, (1, 0, -1)))
    >>> motion = da.simulate(da.Model(free, wire, gravity=(0, 0, -9.81)), until=1.0)
    >>> print(f"{motion['p.x'][-1]:.4f} {motion['p.z'][-1]:.4f}")
    2.4525 -2.4525
    """

    guides = Line
    maker = "line(frame, axis)"


@dataclass(frozen=True)
class PointOnPlane(_PointOn):
    """A point stays on a plane: n · d = 0. The multiplier is the force on the point along the normal.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    place : Body or Frame
        Point that is guided.
    on : FlatSurface
        Plane, such as `da.geometry.plane(…)`.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> free = da.Translational("p", da.ground, bob)
    >>> table = da.relations.PointOnPlane("table", bob, on=da.geometry.plane(da.ground))
    >>> model = da.Model(free, table, gravity=(0, 0, -9.81))
    >>> print(da.mobility(model).degrees_of_freedom)
    2
    """

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

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    place : Body or Frame
        Point that is guided.
    on : Curve
        Curve, such as `da.geometry.curve(…)`.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> x, y, z = da.expr.symbols("x y z")
    >>> parabola = da.geometry.curve(da.ground, (z - x**2, y))
    >>> bead = da.relations.PointOnCurve("bead", bob, on=parabola)
    >>> model = da.Model(da.Translational("p", da.ground, bob), bead, gravity=(0, 0, -9.81))
    >>> motion = da.simulate(model, {"p.x": 1.0, "p.z": 1.0}, until=1.0)
    >>> print(f"{abs(motion['p.z'] - motion['p.x'] ** 2).max() < 1e-9}")
    True
    """

    guides = Curve
    maker = "curve(frame, equations) or line(frame, axis)"


@dataclass(frozen=True)
class PointOnSurface(_PointOn):
    """A point stays on a surface.

    Where it is given by an equation F = 0 the row is F / |∇F| = 0, its multiplier the force on the point along the
    normal ∇F / |∇F|; where it is given by points r(s₁, s₂) there are three rows as for a curve.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    place : Body or Frame
        Point that is guided.
    on : Surface
        Surface, such as `da.geometry.surface(…)`.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> x, y, z = da.expr.symbols("x y z")
    >>> bowl = da.geometry.surface(da.ground, z - x**2 - y**2)
    >>> bead = da.relations.PointOnSurface("bead", bob, on=bowl)
    >>> model = da.Model(da.Translational("p", da.ground, bob), bead, gravity=(0, 0, -9.81))
    >>> print(da.mobility(model).degrees_of_freedom)
    2
    """

    guides = Surface
    maker = "surface(frame, equation), plane(…), sphere_outside(…), cylinder_inside(…) …"
