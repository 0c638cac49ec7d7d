"""The contract of joints: how a child frame may move relative to a parent frame."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Frame, Place, as_frame
from dalembert.model.closures import Closure
from dalembert.model.drawing_symbols import default_symbol
from dalembert.model.part import Part, as_tuple
from dalembert.model.visuals import JointSymbol
from dalembert.number_checks import checked_number
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, unit


@dataclass(frozen=True)
class Joint(Part):
    """A joint between two frames; a subclass is its mathematics.

    Coordinates q (nq,) place the child frame C in the parent frame P; speeds u (nu,) move it: the velocity of C
    relative to P is `motion(q) @ u`, angular part first, in the axes of C.

    A subclass gives `coordinates`, `units`, `pose`, `motion` and `closure`; `bias` where its motion axes change;
    `rates`, `speeds_for` and `retract` where speeds are not rates of coordinates; `measured` where its coordinates
    follow from the places of its frames.

    Parameters
    ----------
    name : str
        Name of the joint, by which its coordinates, speeds and reactions go.
    parent : Body or Frame
        Frame P that carries the joint.
    child : Body or Frame
        Frame C that the joint moves.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import numpy as np
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Rail(da.extend.Joint):
    ...     coordinates = property(lambda self: (self.name,))
    ...     units = property(lambda self: ("m",))
    ...
    ...     def pose(self, q):
    ...         return da.spatial.Pose(p=np.array([q[0], 0.0, 0.0], dtype=object))
    ...
    ...     def motion(self, q):
    ...         return da.spatial.twist(linear=(1.0, 0.0, 0.0))[:, None]
    ...
    ...     def closure(self, P, C):
    ...         d, R = P.R.T @ (C.p - P.p), P.R.T @ C.R
    ...         values = {"y": d[1], "z": d[2], "turn x": R[2, 1], "turn y": R[0, 2], "turn z": R[1, 0]}
    ...         return da.extend.Closure([da.extend.Relation(*pair) for pair in values.items()], [R[0, 0]])
    ...
    >>> block = da.particle("block", mass=1.0)
    >>> motion = da.simulate(da.Model(Rail("x", da.ground, block), gravity=(9.81, 0, 0)), until=1.0)
    >>> print(f"{motion['x'][-1]:.3f} m")
    4.905 m
    """

    instead_of: ClassVar[Mapping[str, str]] = {
        "damping": "a damper is a part of its own: da.JointDamper(name, coordinate, damping)",
        "stiffness": "a spring is a part of its own: da.JointSpring(name, coordinate, stiffness)",
        "friction": "friction is a part of its own: da.DryFriction, or da.planar.joint_friction",
        **dict.fromkeys(
            ("range", "limits", "lower", "upper"), "its ends are a part of their own: da.JointStop or da.Stop"
        ),
    }

    looks_at_frames: ClassVar[bool] = True
    """Whether pose, axes and bias may depend on the frames, not on other fields alone.

    A class denies it for itself, not for those made of it. Of a large tree, such joints with equal fields are
    looked at once.
    """

    parent: Place
    child: Place

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.parent_frame.body is self.child_frame.body:
            raise ModelError(
                f"{self.label} joins {self.child_frame!r} to {self.parent_frame!r}, which is the same body; "
                "a joint needs two"
            )

    @property
    def joints(self) -> tuple[Joint, ...]:
        return (self,)

    @cached_property
    def parent_frame(self) -> Frame:
        """The frame P."""
        return as_frame(self.parent, f"the parent of {self.label}")

    @cached_property
    def child_frame(self) -> Frame:
        """The frame C."""
        return as_frame(self.child, f"the child of {self.label}")

    @property
    @abstractmethod
    def coordinates(self) -> tuple[str, ...]:
        """Full names of the coordinates: that of the joint if there is one, else with a dot and the component."""

    @property
    def speeds(self) -> tuple[str, ...]:
        """Full names of the speeds; as many as degrees of freedom."""
        return tuple(f"{name}.rate" for name in self.coordinates)

    @property
    @abstractmethod
    def units(self) -> tuple[str, ...]:
        """Units of the coordinates: "rad", "m", or "" for numbers."""

    @property
    def speed_units(self) -> tuple[str, ...]:
        """Units of the speeds, by default those of rates of the coordinates."""
        return tuple(f"{unit}/s" for unit in self.units)

    @property
    def symbol(self) -> JointSymbol | None:
        """Symbol of the joint in drawings, by default the one that fits its motion; None if it is not drawn."""
        return default_symbol(self.motion(np.array(self.default_values)))

    @property
    def carries_body(self) -> bool:
        """Whether the coordinates place a body; else they are coordinates by themselves."""
        return True

    @property
    def speed_inertia(self) -> Scalar:
        """Inertia along a single speed that moves no body; zero if constraints must say how it moves."""
        return 0.0

    @property
    def follows(self) -> str | None:
        """The coordinate of another joint whose rate moves it, if it has no speed of its own: as with a rotor."""
        return None

    @property
    def apart(self) -> tuple[Part, ...]:
        """Parts that do the same where it is no joint of a tree that it follows; usually itself."""
        return (self,)

    @property
    def is_free(self) -> bool:
        """Whether the joint restricts nothing: it has as many speeds as there are motions."""
        return len(self.speeds) == 6

    @property
    def is_place(self) -> bool:
        """Whether the joint alone determines the place of its child, in space or in its plane."""
        return self.is_free

    @property
    def angle_indices(self) -> tuple[int, ...]:
        """Positions of the coordinates that are angles; those of a joint that closes a loop are unwrapped."""
        return ()

    @property
    def default_values(self) -> tuple[float, ...]:
        """Default coordinates: those at which the two frames coincide, or as they are drawn."""
        return (0.0,) * len(self.coordinates)

    @abstractmethod
    def pose(self, q: Array) -> Pose:
        """Place of C in P at coordinates q (nq,)."""

    @abstractmethod
    def motion(self, q: Array) -> Array:
        """Motion axes H (6, nu) in the axes of C: the twist of C relative to P is H u."""

    def bias(self, q: Array, u: Array) -> Array:
        """Ḣ u (6,), the rate of the components of H along the motion, times u; zero where H is constant."""
        return np.zeros(6)

    def rates(self, q: Array, u: Array) -> Array:
        """q̇ (nq,) for speeds u (nu,)."""
        return u

    def speeds_for(self, q: Array, rates: Array) -> Array:
        """u (nu,) for rates q̇ (nq,), the inverse of `rates`."""
        return rates

    def retract(self, q: Array, delta: Array) -> Array:
        """q ⊞ δ: the coordinates reached from q by a small motion δ = u dt; exact to first order, stays valid."""
        return q + delta

    def residual(self, q: Array) -> Array:
        """Residuals that are zero for valid coordinates, such as that of a unit quaternion's length; (m_c,)."""
        return np.zeros(0)

    def project(self, q: Array) -> Array:
        """The nearest coordinates (nq,) whose residual is zero."""
        return q

    @abstractmethod
    def closure(self, P: Pose, C: Pose) -> Closure:
        """The relations between the frames of a joint that closes a loop; both poses are seen from one frame."""

    @property
    def is_measurable(self) -> bool:
        """Whether the coordinates are expressions of the places of the frames: whether `measured` is given."""
        return type(self).measured is not Joint.measured

    def measured(self, X: Pose) -> Array:
        """Coordinates (nq,) that go with a place X of C in P, angles in (−π, π]; its inverse is `pose`."""
        raise ModelError(
            f"the coordinates of {self.label} cannot be measured, and here they are not those of the equations: "
            "where it closes a loop, cut another joint; of a tree in absolute coordinates, act by measures of "
            "bodies and a Torque, or derive by a principle in joint coordinates"
        )

    def nearest(self, q: Array, near: Array) -> Array:
        """Coordinates (nq,) of numbers that place C as q does, next to those of `near`: angles by full turns."""
        nearest = np.array(q, dtype=float)
        for k in self.angle_indices:
            nearest[k] = turned_to(nearest[k], near[k])
        return nearest

    def component_names(self, suffixes: Sequence[str]) -> tuple[str, ...]:
        """Names of several components: the prefix, a dot, the component."""
        return tuple(f"{self.prefix}.{suffix}" for suffix in suffixes)

    @property
    def prefix(self) -> str:
        """The first part of the names of components: the name of the joint."""
        return self.name

    def keep_defaults(self, *fields: str) -> None:
        """Check that fields hold finite numbers, defaults of coordinates."""
        for field in fields:
            value = getattr(self, field)
            object.__setattr__(self, field, checked_number(value, f"{field!r} of {self.label}"))

    def keep_axis(self, *fields: str) -> None:
        """Check that fields hold directions; vectors are kept as tuples."""
        for field in fields:
            axis = getattr(self, field)
            try:
                unit(axis)
            except ModelError as error:
                raise ModelError(f"{field!r} of {self.label}: {error}") from None
            if not isinstance(axis, str):
                object.__setattr__(self, field, as_tuple(axis))


def turned_to(angle: float, near: float) -> float:
    """An angle plus the whole turns that bring it next to another one."""
    return angle + 2.0 * np.pi * float(np.round((near - angle) / (2.0 * np.pi)))


def columns(*vectors: Array) -> Array:
    """Motion axes side by side, (6, n)."""
    return as_array(np.stack(vectors, axis=1)) if vectors else np.zeros((6, 0))
