"""Wheels, balls and blades: contacts that roll, or slide one way only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Body, Frame, Place, as_frame
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.convex_shapes import Ball, Ring
from dalembert.model.measure import Kinematics
from dalembert.model.surfaces import ContactSurface, ConvexSurface, FlatSurface, cylinder_outside, sphere_outside
from dalembert.rows import Level, Role
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Axis, across, as_array, cross, dot, unit


@dataclass(frozen=True)
class Rolling(Constraint):
    """A body that rolls on a surface without slipping: its touching point does not move on the surface.

    Rows: `.contact` is holonomic, its multiplier the normal force on the body; `.slip first` and `.slip second`
    are nonholonomic, along two tangents of the surface, their multipliers the friction forces on the body.

    A sphere, an ellipsoid, a torus or a disc on its rim rolls on a surface or on another such body, which may move
    too. They touch at one point: not with the flat side of a disc or torus, nor in hollows narrower than the body.
    A disc rolls on or in a cylinder, or on another disc, if the axes are parallel: two more rows say so,
    `.parallel first` and `.parallel second`, which hold by themselves in a plane mechanism. As a surface a disc is
    a cylinder.

    Parameters
    ----------
    name : str
        Name of the constraint and of its rows.
    body : Body
        Body with a round shape, such as a disc or a sphere.
    on : ContactSurface or Body
        Surface on which it rolls, or another round body.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> roll = da.Rolling("roll", ball, on=da.geometry.plane(da.ground, "z"))
    >>> model = da.Model(da.Free("pose", da.ground, ball), roll, gravity=(0, 0, -9.81))
    >>> start = da.assemble(model, q={"pose.z": 0.1}, u={"pose.wy": 1.0})
    >>> print(f"{start.u['pose.x.rate']:.3f} m/s")
    0.100 m/s
    """

    body: Body
    _: KW_ONLY
    on: ContactSurface | Body

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.on, Body):
            object.__setattr__(self, "on", self._surface_of(self.on))
        if not isinstance(self.on, ContactSurface):
            raise ModelError(
                f"{self.label} needs on=plane(frame, normal), not {self.on!r}; or a sphere, a cylinder, from "
                "outside or inside, a surface, or another round body"
            )
        if not isinstance(self.body, Body) or self.body.shape is None:
            raise ModelError(
                f"{self.label} needs a body with a round shape, such as disc(…) or sphere(…), not {self.body!r}"
            )
        if self.body is self.on.frame.body:
            raise ModelError(f"{self.label} lets {self.body.name!r} roll on itself; it needs two bodies")
        self.on.check_fit(self.body.shape, f"the body {self.body.name!r} of {self.label}")

    def _surface_of(self, body: Body) -> ContactSurface:
        """The surface of another body; one with a closed form if there is."""
        match body.shape:
            case None:
                raise ModelError(
                    f"{self.label} needs on=plane(frame, normal), not {body!r}; only a sphere, disc, ellipsoid or "
                    "torus has a surface to roll on"
                )
            case Ball(radius):
                return sphere_outside(body, radius)
            case Ring(radius, axis) if body.shape.is_thin:
                return cylinder_outside(body, radius, axis)
        return ConvexSurface(as_frame(body), body.shape)

    @property
    def _surface(self) -> ContactSurface:
        assert isinstance(self.on, ContactSurface)
        return self.on

    @property
    def is_relative(self) -> bool:
        return True

    @property
    def reaction_frame(self) -> Frame:
        return as_frame(self.body)

    @property
    def drawn_plane(self) -> tuple[Frame, Axis] | None:
        return (self.on.frame, self.on.normal) if isinstance(self.on, FlatSurface) else None

    def reaction_point(self, kinematics: Kinematics) -> Array:
        """The point of the body that touches: normal force and friction have no moment about it."""
        B = kinematics.pose(as_frame(self.body))
        _, _, arm = self._touch(B, kinematics.pose(self._surface.frame))
        return as_array(B.p + arm)

    def _touch(self, B: Pose, S: Pose) -> tuple[Scalar, Array, Array]:
        """The gap, the normal of the surface in its axes, and the way from the body's frame to its point there."""
        surface, shape = self._surface, self.body.shape
        assert shape is not None
        X = Pose(S.R.T @ B.R, S.R.T @ (B.p - S.p))
        gap, n, arm = surface.meet(shape, X)
        return gap, n, as_array(S.R @ arm)

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        surface = self._surface
        B, S = kinematics.pose(as_frame(self.body)), kinematics.pose(surface.frame)
        gap, n, arm = self._touch(B, S)
        first, second = (S.R @ e for e in surface.tangents(n))

        (w, v), (w_surface, v_surface) = (kinematics.velocity(f) for f in (as_frame(self.body), surface.frame))
        slip = v + cross(w, arm) - v_surface - cross(w_surface, B.p + arm - S.p)
        return [
            Relation("contact", gap, role=Role.CONTACT, force_unit="N"),
            *self._parallel(B, S),
            Relation("slip first", dot(first, slip), Level.VELOCITY, Role.ROLLING, "N"),
            Relation("slip second", dot(second, slip), Level.VELOCITY, Role.ROLLING, "N"),
        ]

    def _parallel(self, B: Pose, S: Pose) -> list[Relation]:
        """Relations that keep the axis of a disc parallel to that of the cylinder or disc it rolls on."""
        shape, surface = self.body.shape, self._surface
        if not isinstance(shape, Ring) or surface.axis is None or not surface.keeps_parallel(shape):
            return []
        a = B.R @ unit(shape.axis)
        rows = zip(("first", "second"), across(surface.axis), strict=True)
        return [Relation(f"parallel {name}", dot(S.R @ e, a), force_unit="N m") for name, e in rows]


@dataclass(frozen=True)
class KnifeEdge(Constraint):
    """A point of a body that moves along a blade only, not across it: the velocity across the blade is zero.

    `across` is the direction across the blade, in the axes of the frame.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    place : Body or Frame
        Point of the blade.
    across : "x", "y", "z" or vector (3,), optional
        Direction across the blade, in axes of the frame; default "y".

    Examples
    --------
    >>> import dalembert as da
    >>> skate = da.box("skate", size=(0.3, 0.1, 0.1), mass=1.0)
    >>> blade = da.relations.KnifeEdge("blade", skate, across="y")
    >>> model = da.Model(da.Planar("p", da.ground, skate), blade)
    >>> print(da.mobility(model).degrees_of_freedom)
    2
    """

    place: Place
    across: Axis = "y"

    def __post_init__(self) -> None:
        super().__post_init__()
        as_frame(self.place, f"the place of {self.label}")
        try:
            unit(self.across)
        except ModelError as error:
            raise ModelError(f"'across' of {self.label}: {error}") from None
        if not isinstance(self.across, str):
            object.__setattr__(self, "across", tuple(self.across))

    @property
    def reaction_frame(self) -> Frame:
        return as_frame(self.place)

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        frame = as_frame(self.place)
        _, v = kinematics.velocity(frame)
        return [Relation("", dot(kinematics.pose(frame).R @ unit(self.across), v), Level.VELOCITY, force_unit="N")]
