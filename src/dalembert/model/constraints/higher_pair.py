"""Two profiles in contact: cams, followers, and other higher pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, atan2
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Body, Frame, Place, as_frame, ground
from dalembert.model.cams import check_hollow
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.joint import Joint
from dalembert.model.joints.extra_variables import ExtraCoordinate
from dalembert.model.measure import Kinematics, coordinate, orientation, velocity
from dalembert.model.part import Output
from dalembert.model.profiles import Profile
from dalembert.model.reaction_measures import multiplier
from dalembert.spatial.vectors import VectorLike, as_array, as_shape, dot


@dataclass(frozen=True)
class HigherPair(Constraint):
    """Two profiles that touch, in the planes of x and y of their frames: they may roll and slide, not part.

    Where they touch are coordinates without inertia, `"cam on disc"` for the pair "cam" on a body "disc":
    their start chooses the branch of contact. Rows `.x` and `.y` keep the points together, in the axes of the
    first frame, their multipliers are the force on the second body; a row `.tangent` keeps the tangents
    parallel. The signal `.push` is the normal force on the second body: where it is negative, the pair would
    have to pull and lifts off.

    Parameters
    ----------
    name : str
        Name of the pair.
    first : Body or Frame
        Frame in whose plane of x and y the first profile is.
    second : Body or Frame
        Frame of the second profile, on another body.
    profile : Profile
        Profile on the first body.
    other : Profile, optional
        Profile on the second body; default none, for a knife edge at the origin of its frame.
    default : pair of float, optional
        Parameters of both profiles at which they touch, if no start says it; default (0, 0).

    Examples
    --------
    >>> import dalembert as da
    >>> disc, follower = da.disc("cam", radius=0.05, mass=1.0), da.particle("follower", mass=0.1)
    >>> turn, lift = da.Revolute("turn", da.ground, disc), da.Prismatic("lift", da.ground, follower, axis="y")
    >>> circle = da.planar.circle_profile(0.05, centre=(0.02, 0.0))
    >>> pair = da.planar.HigherPair(
    ...     "pair", disc, follower, profile=circle, other=da.planar.straight_profile(), default=(1.57, 0.0)
    ... )
    >>> cam = da.Model(turn, lift, pair, da.Drive("drive", "turn", da.time))
    >>> motion = da.kinematics(cam, [0.0, 1.0, 2.0], guess={"lift": 0.05})
    >>> print([f"{lift:.4f}" for lift in motion["lift"]])
    ['0.0500', '0.0668', '0.0682']
    """

    first: Place
    second: Place
    _: KW_ONLY
    profile: Profile
    other: Profile | None = None
    default: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.profile, Profile) or not isinstance(self.other, Profile | None):
            raise ModelError(f"{self.label} needs profiles, such as da.planar.polar_profile(…)")
        if self._frames[0].body is self._frames[1].body:
            raise ModelError(f"{self.label} is between a body {self._frames[0].body.name!r} and itself")
        object.__setattr__(
            self, "default", tuple(as_shape(self.default, (2,), f"'default' of {self.label}").tolist())
        )
        self._check_profiles()

    @cached_property
    def _frames(self) -> tuple[Frame, Frame]:
        places = ((self.first, "first"), (self.second, "second"))
        first, second = (as_frame(place, f"the {which} place of {self.label}") for place, which in places)
        return first, second

    def _check_profiles(self) -> None:
        """Refuse a closed profile that is not smooth, and one that does not fit into the other's hollows."""
        for profile in (self.profile, self.other):
            if profile is not None and (flaw := profile.flaw):
                raise ModelError(
                    f"a profile of {self.label} {flaw}; profiles in contact are smooth, closed curves"
                )
        for hollow, met in ((self.profile, self.other), (self.other, self.profile)):
            if hollow is None or met is None or hollow.period is None or hollow.parameters:
                continue
            radius = np.inf if met.is_straight else met.radius
            if radius is not None:
                check_hollow(hollow, radius, self.label)

    # ---- coordinates of contact

    @property
    def places(self) -> tuple[str, ...]:
        """Names of the coordinates of contact, on the first profile and, unless that is a point, on the second."""
        frames = self._frames if self.other is not None else self._frames[:1]
        return tuple(f"{self.name} on {frame.body.name.rpartition('/')[2]}" for frame in frames)

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        return tuple(
            ExtraCoordinate(name, ground, Body(f"marker of {name}"), axis="x", default=start, unit="rad")
            for name, start in zip(self.places, self.default, strict=False)
        )

    # ---- rows

    @property
    def is_relative(self) -> bool:
        return True

    @property
    def reaction_frame(self) -> Frame:
        return self._frames[1]

    def reaction_point(self, kinematics: Kinematics) -> Array:
        X = kinematics.pose(self._frames[0])
        return X.p + X.R @ _flat(self.profile.at(coordinate(self.places[0])))

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        P, C = (kinematics.pose(frame) for frame in self._frames)
        s, *t = map(coordinate, self.places)
        place = C.p if self.other is None else C.p + C.R @ _flat(self.other.at(t[0]))
        d = P.R.T @ (place - P.p) - _flat(self.profile.at(s))
        rows = [Relation(axis, gap, force_unit="N") for axis, gap in zip("xy", d[:2], strict=True)]
        if self.other is None:
            return rows
        a, b = self.profile.tangent(s), (P.R.T @ (C.R @ _flat(self.other.tangent(t[0]))))[:2]
        return [*rows, Relation("tangent", a[0] * b[1] - a[1] * b[0])]

    # ---- what designers ask

    @property
    def normal(self) -> Array:
        """The unit normal (2,) at the contact, away from the first body, in world axes; an expression."""
        s = coordinate(self.places[0])
        return as_array(orientation(self._frames[0])[:2, :2] @ self.profile.outwards(s))

    @property
    def push(self) -> Scalar:
        """The normal force on the second body, an expression; negative if it would have to pull."""
        force = np.array([multiplier(f"{self.name}.{axis}") for axis in "xy"], dtype=object)
        return dot(force, self.profile.outwards(coordinate(self.places[0])))

    def pressure_angle(self, along: VectorLike | None = None) -> Scalar:
        """The angle between the normal and the way of the follower (2,) in world axes, from 0 to π/2.

        The way is that of the velocity of the second frame unless `along` gives it.
        """
        way = velocity(self._frames[1])[:2] if along is None else as_shape(along, (2,), "the way of a follower")
        n = self.normal
        return atan2(absolute_value(n[0] * way[1] - n[1] * way[0]), absolute_value(n @ way))

    @property
    def outputs(self) -> Mapping[str, Output]:
        return {"push": Output(self.push, "N")}


def _flat(point: Array) -> Array:
    """A point (2,) of the plane as one of space (3,)."""
    return as_array([point[0], point[1], 0.0])
