"""Speeds of bodies by themselves: angular velocities and velocities of chosen points, in chosen axes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.scalar import is_zero
from dalembert.expr.small_inverse import small_inverse
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.model.bodies import Body
from dalembert.model.topology import Link
from dalembert.name_checks import checked_names
from dalembert.principles.coordinates.placing import is_place
from dalembert.spatial.block_inertia import rotated_block
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.vectors import as_array, as_vector, cross, is_numeric, skew
from dalembert.tree.loop_kinematics import LoopKinematics
from dalembert.tree.speeds import ChosenSpeeds, check_speed_names, speed_symbols

# ---- axes


@dataclass(frozen=True, eq=False)
class Triad:
    """Axes A in which vectors of one body are seen."""

    letters: Sequence[str]
    """How components are named."""

    R_BA: Array
    """In the axes of the body (3, 3)."""

    R_WA: Array
    """In the axes of the world (3, 3)."""

    I: Array
    """The body's inertia matrix about its mass centre, in these axes (3, 3)."""

    turns: bool
    """Whether they turn with the body."""

    def rate(self, w: Array, y: Array, change: Array) -> Array:
        """The rate of a vector y in the inertial frame, whose components change like this: ẏ + ω × y."""
        return change + cross(w, y) if self.turns else change


class Axes(ABC):
    """A choice of axes for every body."""

    @abstractmethod
    def of(self, body: Body, inertia: Inertia, R_WB: Array) -> Triad:
        """The axes of one body, whose own stand like this in the world."""

    @property
    def in_plane(self) -> Axes:
        """The choice for bodies in a plane."""
        return self


@dataclass(frozen=True)
class BodyAxes(Axes):
    """The axes of each body's own frame: speeds `crank.wx`, `crank.vx`.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.NewtonEuler(axes=da.formulations.BodyAxes())).speeds[:3])
    ('rod.wx', 'rod.wy', 'rod.wz')
    """

    def of(self, body: Body, inertia: Inertia, R_WB: Array) -> Triad:
        return Triad("xyz", np.eye(3), R_WB, inertia.J, turns=True)


@dataclass(frozen=True)
class PrincipalAxes(Axes):
    """Axes of each body in which its inertia matrix is diagonal: speeds `crank.w1`, `crank.v1`.

    They are the body's own axes if these are principal, else those of rising moments. In a plane only the moment
    about the normal counts, and the axes are the body's own.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.NewtonEuler(axes=da.formulations.PrincipalAxes())).speeds[:3])
    ('rod.w1', 'rod.w2', 'rod.w3')
    """

    def of(self, body: Body, inertia: Inertia, R_WB: Array) -> Triad:
        moments, R = _principal(body, inertia)
        return Triad("123", R, R_WB @ R, as_array(np.diag(moments)), turns=True)

    @property
    def in_plane(self) -> Axes:
        return BodyAxes()


@dataclass(frozen=True)
class WorldAxes(Axes):
    """The axes of the world: speeds `crank.wX`, `crank.vX`.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.NewtonEuler(axes=da.formulations.WorldAxes())).speeds[:3])
    ('rod.wX', 'rod.wY', 'rod.wZ')
    """

    def of(self, body: Body, inertia: Inertia, R_WB: Array) -> Triad:
        return Triad("XYZ", R_WB.T, np.eye(3), rotated_block(inertia.J, R_WB), turns=False)


def _principal(body: Body, inertia: Inertia) -> tuple[Array, Array]:
    """Principal moments (3,) of a body and its principal axes in its own (3, 3)."""
    if all(is_zero(x) for (i, j), x in np.ndenumerate(inertia.J) if i != j):
        return inertia.J.diagonal(), np.eye(3)
    if not is_numeric(inertia.J):
        raise FormulationError(
            f"principal axes of body {body.name!r} follow from numbers only, but its inertia has open parameters; "
            "give it numbers, place its frame along principal axes, or use BodyAxes"
        )
    return inertia.principal()


# ---- points


class Points(ABC):
    """A choice of one point of every body."""

    @abstractmethod
    def of(self, body: Body) -> Array:
        """The point in the axes of the body, from its origin (3,)."""


@dataclass(frozen=True)
class MassCentres(Points):
    """The mass centre of each body.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pendulum, da.NewtonEuler(about=da.formulations.MassCentres()))
    >>> print(f"{da.as_dynamics(eom).accelerations(da.assemble(eom))['rod.vy.rate']:.4f} m/s²")
    -7.3575 m/s²
    """

    def of(self, body: Body) -> Array:
        return np.zeros(3) if body.inertia is None else body.inertia.com


@dataclass(frozen=True)
class BodyOrigins(Points):
    """The origin of each body's own frame.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> origins = da.formulations.BodyOrigins()
    >>> eom = da.derive(pendulum, da.NewtonEuler(about=origins))
    >>> print(f"{da.as_dynamics(eom).accelerations(da.assemble(eom))['rod.wz.rate']:.4f} rad/s²")
    -14.7150 rad/s²
    """

    def of(self, body: Body) -> Array:
        return np.zeros(3)


@dataclass(frozen=True)
class _GivenPoints(Points):
    """Points by the names of bodies; the mass centre of all others."""

    points: Mapping[str, Any]

    def of(self, body: Body) -> Array:
        if body.name not in self.points:
            return MassCentres().of(body)
        return as_vector(self.points[body.name], f"the point of body {body.name!r}")


PointChoice: TypeAlias = Points | Mapping[str, Any]
"""Points of bodies, or vectors by the names of bodies."""


# ---- bodies


@dataclass(frozen=True, eq=False)
class SingleBody:
    """A body by itself: a point P of it, axes of its rotations and displacements, and its speeds.

    In a plane it turns about one direction and is displaced along two.
    """

    number: int
    """Position of its link."""

    link: Link
    P: Array
    """The point in the axes of the body (3,)."""

    R_WB: Array
    H: Array
    """Motion axes of the joint that places it, in the axes of the link (6, k)."""

    axes: Axes
    linear_axes: Axes
    u: Array
    """Speeds of the body (k,): angular ones first."""

    @property
    def body(self) -> Body:
        """The body."""
        return self.link.body

    @cached_property
    def inertia(self) -> Inertia:
        """Inertia of the body in its own axes."""
        return self.body.inertia or self.link.inertia

    @cached_property
    def r(self) -> Array:
        """Vector from P to the mass centre, in the body's own axes (3,)."""
        return as_array(self.inertia.com - self.P)

    @cached_property
    def names(self) -> list[str]:
        """Names of the speeds."""
        angular, linear = self.angular.letters, self.linear.letters
        if self.is_planar:
            angular, linear = ("",), linear[:2]
        parts = [*(f"w{x}" for x in angular), *(f"v{x}" for x in linear)]
        return [f"{self.body.name}.{part}" for part in parts]

    # ---- axes

    @property
    def is_planar(self) -> bool:
        """Whether the body moves in a plane."""
        return len(self.u) == 3

    @cached_property
    def angular(self) -> Triad:
        """Axes of angular velocity, angular momentum and moments."""
        return self._triad(self.axes)

    @cached_property
    def linear(self) -> Triad:
        """Axes of velocity, momentum and forces."""
        return self._triad(self.linear_axes)

    def _triad(self, axes: Axes) -> Triad:
        return (axes.in_plane if self.is_planar else axes).of(self.body, self.inertia, self.R_WB)

    @cached_property
    def R_linear(self) -> Array:
        """The axes of what turns in those of what is displaced (3, 3)."""
        if self.axes == self.linear_axes:
            return np.eye(3)
        if self.angular.turns and self.linear.turns:
            return self.linear.R_BA.T @ self.angular.R_BA
        return self.linear.R_WA.T @ self.angular.R_WA

    # ---- motion

    @cached_property
    def turning(self) -> Array:
        """Directions of angular speeds (3, 3), or (3, 1) in a plane."""
        return self._in_place[:3, self._angular] if self.is_planar else np.eye(3)

    @cached_property
    def sliding(self) -> Array:
        """Directions of linear speeds (3, 3), or (3, 2) in a plane."""
        return self._in_place[3:, self._linear] if self.is_planar else np.eye(3)

    @cached_property
    def w(self) -> Array:
        """Angular velocity (3,)."""
        return self.turning @ self.u[: len(self._angular)]

    @cached_property
    def v(self) -> Array:
        """Velocity of P (3,)."""
        return self.sliding @ self.u[len(self._angular) :]

    # ---- the joint that places it

    @cached_property
    def _linear(self) -> list[int]:
        """Which speeds of the joint displace without turning."""
        return [i for i in range(self.H.shape[1]) if all(is_zero(x) for x in self.H[:3, i])]

    @cached_property
    def _angular(self) -> list[int]:
        return [i for i in range(self.H.shape[1]) if i not in self._linear]

    @cached_property
    def _in_place(self) -> Array:
        """Motion axes of the joint where the link stands like the joint's parent."""
        return self.link.joint.motion(np.array(self.link.joint.default_values))

    @cached_property
    def to_child(self) -> Array:
        """Vector from P to the origin of the link, in the body's own axes (3,)."""
        return as_array(self.link.joint.child_frame.pose.p - self.P)

    def for_joint(self) -> tuple[Array, Array]:
        """B (k, k) with u_joint = B u, and its inverse.

        The joint's speeds are rates of the place of its child's frame C, along directions of its parent, and rates
        of the orientation: v_C = v_P + ω × d, where d leads from P to C.
        """
        i, j, n = self._angular, self._linear, len(self._angular)
        B, W = np.full((2, len(self.u), len(self.u)), 0.0, dtype=object)

        # turning: angular velocity in the axes of the link
        turned = self.link.joint.child_frame.pose.R.T @ self.angular.R_BA @ self.turning
        H = self.H[:3, i]
        B[i, :n], W[:n, i] = (H.T if self.is_planar else small_inverse(H)) @ turned, turned.T @ H

        # displacement: velocities in the world, along the directions of the joint
        along = self._in_place[3:, j].T @ self.link.offset.R.T
        B[j, n:] = along @ self.linear.R_WA @ self.sliding
        W[n:, j] = B[j, n:].T
        lever = skew(self.angular.R_BA.T @ self.to_child) @ self.turning
        if not all(map(is_zero, lever.flat)):
            B[j, :n] = -(along @ self.angular.R_WA @ lever)
            W[n:, i] = self.sliding.T @ self.R_linear @ lever @ W[:n, i]
        return B, W

    def about_point(self, wrench: Array) -> tuple[Array, Array]:
        """Moment about P and force, in the body's own axes, of a wrench (6,) on the link at its origin."""
        R_BC = self.link.joint.child_frame.pose.R
        force = R_BC @ wrench[3:]
        return R_BC @ wrench[:3] + cross(self.to_child, force), force


@dataclass(frozen=True)
class BodySpeeds:
    """Angular velocity and velocity of a point of every body, for models whose bodies are placed by themselves."""

    points: Points
    axes: Axes
    linear_axes: Axes

    def bodies(self, kinematics: LoopKinematics, u: Array | None = None) -> list[SingleBody]:
        """All bodies but markers without mass, with their own among the speeds u (nu,)."""
        if isinstance(self.points, _GivenPoints):
            names = [link.body.name for link in kinematics.tree.links]
            checked_names(self.points.points, names, "body")
        u = kinematics.u if u is None else u
        return [
            SingleBody(
                k,
                link,
                self.points.of(link.body),
                kinematics.pose(link.body.at()).R,
                kinematics.axes[k],
                self.axes,
                self.linear_axes,
                u[link.u],
            )
            for k, link in enumerate(kinematics.tree.links)
            if _is_alone(link)
        ]

    def chosen(self, kinematics: LoopKinematics) -> ChosenSpeeds:
        """The speeds for a model; coordinates of no body keep theirs."""
        n, names = len(kinematics.u), list(kinematics.model.speeds)
        B, W = ([{k: 1.0} for k in range(n)] for _ in range(2))
        for body in self.bodies(kinematics):
            numbers = body.link.u
            names[numbers] = body.names
            for rows, block in zip((B, W), body.for_joint(), strict=True):
                rows[numbers] = [dict(enumerate(row, numbers.start)) for row in block]
        none = np.full(n, 0.0, dtype=object)
        check_speed_names(names, kinematics)
        return ChosenSpeeds(
            tuple(names), speed_symbols(names), kinematics.u, SparseMatrix(B, n), none, SparseMatrix(W, n), none
        )


def _is_alone(link: Link) -> bool:
    """Whether a body is placed by itself; a marker without mass may be a coordinate of no body."""
    if is_place(link.joint):
        return True
    if link.parent < 0 and link.body.inertia is None:
        return False
    raise FormulationError(
        f"speeds of bodies by themselves need bodies placed by themselves, but {link.joint.label} carries body "
        f"{link.body.name!r}; use coordinates=Absolute() or AbsolutePlanar()"
    )


def chosen_points(about: PointChoice) -> Points:
    """The points that are meant by a choice or by vectors."""
    return about if isinstance(about, Points) else _GivenPoints(about)
