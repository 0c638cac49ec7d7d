"""What a joint is: how a child frame may move relative to a parent frame."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.model.bodies import Frame, Place, as_frame
from dalembert.model.closures import Closure
from dalembert.model.default_symbols import default_symbol
from dalembert.model.part import Part, as_tuple
from dalembert.model.visuals import JointSymbol
from dalembert.number_checks import checked_number
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array, unit

Axis = Any
"""A coordinate axis "x", "y", "z", "-x", "-y", "-z", or a direction (3,)."""


@dataclass(frozen=True)
class Joint(Part):
    """A joint between two frames; a subclass is its mathematics.

    Coordinates q (nq,) place the child frame C in the parent frame P; speeds u (nu,) move it: the velocity of C
    relative to P is `motion(q) @ u`, angular part first, in the axes of C.
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
        """Full names of the coordinates: the joint's own if there is one, else with a dot and the component."""

    @property
    def speeds(self) -> tuple[str, ...]:
        """Full names of the speeds; as many as degrees of freedom."""
        return tuple(f"{name}.rate" for name in self.coordinates)

    @property
    @abstractmethod
    def units(self) -> tuple[str, ...]:
        """Units of the coordinates: rad, m, or nothing for numbers."""

    @property
    def speed_units(self) -> tuple[str, ...]:
        """Units of the speeds: those of rates of the coordinates."""
        return tuple(f"{unit}/s" for unit in self.units)

    @property
    def symbol(self) -> JointSymbol | None:
        """How it is drawn; None if it is not. By the motion that it allows, unless it says otherwise."""
        return default_symbol(self.motion(np.array(self.default_values)))

    @property
    def carries_body(self) -> bool:
        """Whether its coordinates place a body; else they are coordinates by themselves."""
        return True

    @property
    def own_inertia(self) -> Any:
        """Inertia along its one speed, where that moves no body; zero if constraints must say how it moves."""
        return 0.0

    @property
    def is_free(self) -> bool:
        """Whether it restricts nothing: it has as many speeds as there are motions."""
        return len(self.speeds) == 6

    @property
    def is_place(self) -> bool:
        """Whether it leaves nothing about the place of its child for others to say, in space or in its plane."""
        return self.is_free

    @property
    def angles_among(self) -> tuple[int, ...]:
        """Which of its coordinates are angles whose turns count, as it closes a loop."""
        return ()

    @property
    def default_values(self) -> tuple[float, ...]:
        """Coordinates unless they are given: those at which the two frames coincide, or as they are drawn."""
        return (0.0,) * len(self.coordinates)

    @abstractmethod
    def pose(self, q: Array) -> Pose:
        """Place of C in P."""

    @abstractmethod
    def motion(self, q: Array) -> Array:
        """Motion axes H (6, nu) in the axes of C."""

    def bias(self, q: Array, u: Array) -> Array:
        """Ḣ u (6,), the rate of the components of H along the motion, times u; zero where H is constant."""
        return np.zeros(6)

    def rates(self, q: Array, u: Array) -> Array:
        """q̇ for given speeds."""
        return u

    def speeds_for(self, q: Array, rates: Array) -> Array:
        """u for given q̇, the inverse of `rates`."""
        return rates

    def retract(self, q: Array, delta: Array) -> Array:
        """q ⊞ δ: the coordinates reached from q by a small motion δ = u dt; exact to first order, stays valid."""
        return q + delta

    def residual(self, q: Array) -> Array:
        """What the coordinates satisfy by themselves, such as the unit length of a quaternion; (m_c,)."""
        return np.zeros(0)

    def project(self, q: Array) -> Array:
        """The nearest coordinates whose residual is zero."""
        return q

    @abstractmethod
    def closure(self, P: Pose, C: Pose) -> Closure:
        """The relations between its frames, as it closes a loop; both poses are seen from one frame."""

    @property
    def is_measurable(self) -> bool:
        """Whether its coordinates are expressions of where its frames are."""
        return type(self).measured is not Joint.measured

    def measured(self, X: Pose) -> Array:
        """Coordinates (nq,) that go with a place X of C in P, angles in (−π, π]; its inverse is `pose`."""
        raise ModelError(
            f"the coordinates of {self.label} cannot be measured, and here they are not those of the equations: "
            "where it closes a loop, cut another joint; of a tree in absolute coordinates, act by measures of "
            "bodies and a Torque, or derive by a principle in joint coordinates"
        )

    def nearest(self, q: Array, near: Array) -> Array:
        """Coordinates (nq,) of numbers that place C as q does, and are next to given ones: angles by turns."""
        found = np.array(q, dtype=float)
        for k in self.angles_among:
            found[k] = turned_to(found[k], near[k])
        return found

    def component_names(self, suffixes: Sequence[str]) -> tuple[str, ...]:
        """Names of several components: the prefix, a dot, the component."""
        return tuple(f"{self.prefix}.{suffix}" for suffix in suffixes)

    @property
    def prefix(self) -> str:
        """What stands before the names of components: the name of the joint."""
        return self.name

    def keep_defaults(self, *fields: str) -> None:
        """Check that fields hold finite numbers, which coordinates are unless they are given."""
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
    """An angle, whole turns on or back, next to a given one."""
    return angle + 2.0 * np.pi * float(np.round((near - angle) / (2.0 * np.pi)))


def columns(*vectors: Array) -> Array:
    """Motion axes side by side, (6, n)."""
    return as_array(np.stack(vectors, axis=1)) if vectors else np.zeros((6, 0))
