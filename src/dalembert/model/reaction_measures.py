"""Measures of reactions: what joints and constraints exert, and multipliers of single rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Node, Scalar
from dalembert.model.bodies import Frame, Place, as_frame
from dalembert.model.measure import Kinematics, Measure, Names, measure_node
from dalembert.name_checks import checked_names
from dalembert.spatial.vectors import cross, dot

_XYZ = "xyz"


class Reactions(Protocol):
    """Reactions of joints and constraints, as a formulation expresses them in its states."""

    def wrench(self, name: str) -> Array:
        """Moment and force (6,) of a joint or constraint, at its frame and in its axes."""

    def frame(self, name: str) -> Frame:
        """The frame at which the reaction of a joint or constraint is given."""

    def multiplier(self, name: str) -> Scalar:
        """The multiplier of a row."""


@dataclass(frozen=True)
class ReactionMeasure(Measure):
    """A quantity that follows from reactions; the laws of forces may depend on it, and are then solved with it."""

    names_in: ClassVar[tuple[str, ...]] = ("name",)

    name: str

    def resolve(self, kinematics: Kinematics) -> Scalar:
        return kinematics.reaction(self)

    @property
    @abstractmethod
    def part(self) -> str:
        """Name of the joint or constraint that exerts it."""

    @property
    def label(self) -> tuple[str, str]:
        """The letter that it has in print, and the name below it; no other has the same."""
        return "w", repr(self)

    @abstractmethod
    def of(self, reactions: Reactions, kinematics: Kinematics) -> Scalar:
        """The quantity in terms of reactions."""


@dataclass(frozen=True)
class Reaction(ReactionMeasure):
    """A component of the force or moment that a joint or constraint exerts on its child."""

    component: int
    is_moment: bool
    axes: Frame | None = None
    """Axes of the component; those of the child's frame if None."""

    at: Frame | None = None
    """Frame about whose origin the moment is; the child's frame if None."""

    @property
    def part(self) -> str:
        return self.name

    @property
    def label(self) -> tuple[str, str]:
        """The letter w, and the name of the signal if the measure is one."""
        if self.axes is not None or self.at is not None:
            return super().label
        return "w", f"{self.name}.{'moment' if self.is_moment else 'force'}.{_XYZ[self.component]}"

    def check(self, names: Names, owner: str) -> None:
        if self.name in names.constraints - names.reactions:
            raise ModelError(
                f"{owner} refers to the reaction of {self.name!r}, which acts at no particular place; "
                f"multiplier({self.name!r}) is the generalized force along it"
            )
        checked_names([self.name], names.reactions, f"joint or constraint for {owner}:")

    def of(self, reactions: Reactions, kinematics: Kinematics) -> Scalar:
        wrench = reactions.wrench(self.name)
        if self.axes is None and self.at is None:
            return wrench[self.component if self.is_moment else 3 + self.component]
        X_WC = kinematics.pose(reactions.frame(self.name))
        vector = X_WC.R @ wrench[:3] if self.is_moment else X_WC.R @ wrench[3:]
        if self.at is not None:
            vector = vector + cross(X_WC.p - kinematics.pose(self.at).p, X_WC.R @ wrench[3:])
        axes = X_WC.R if self.axes is None else kinematics.pose(self.axes).R
        return dot(axes[:, self.component], vector)

    def __repr__(self) -> str:
        options = [
            f"{key}={value!r}" for key, value in (("axes", self.axes), ("at", self.at)) if value is not None
        ]
        kind = "reaction_moment" if self.is_moment else "reaction_force"
        return f"{kind}({', '.join([repr(self.name), *options])}).{_XYZ[self.component]}"


@dataclass(frozen=True)
class Multiplier(ReactionMeasure):
    """The multiplier of a row."""

    @property
    def part(self) -> str:
        return self.name.split(".")[0]

    @property
    def label(self) -> tuple[str, str]:
        """The letter λ, and the name of the row, as in balances."""
        return "lambda", self.name

    def check(self, names: Names, owner: str) -> None:
        checked_names([self.part], names.constraints, f"constraint or joint that closes a loop for {owner}:")

    def of(self, reactions: Reactions, kinematics: Kinematics) -> Scalar:
        return reactions.multiplier(self.name)

    def __repr__(self) -> str:
        return f"multiplier({self.name!r})"


def reaction_force(name: str, *, axes: Place | None = None) -> Array:
    """Force (3,) that a joint or constraint exerts on its child, in the axes of the child's frame or in others.

    `axes=ground` are world axes. Of a constraint between two places, the child is the second one.

    Parameters
    ----------
    name : str
        Joint or constraint by name.
    axes : Body or Frame, optional
        Axes in which it is seen; default those of the child's frame.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, until=1.0)
    >>> print(f"{motion.evaluate(da.reaction_force('hinge', axes=da.ground))[0][1]:.4f} N")
    2.4525 N
    """
    chosen = None if axes is None else as_frame(axes, "'axes' of reaction_force")
    return _vector(Reaction(name, k, False, chosen) for k in range(3))


def reaction_moment(name: str, *, axes: Place | None = None, at: Place | None = None) -> Array:
    """Moment (3,) that a joint or constraint exerts on its child, about the child's frame or about `at`.

    In the axes of the child's frame, or in those of `axes`; `axes=ground` are world axes.

    Parameters
    ----------
    name : str
        Joint or constraint by name.
    axes : Body or Frame, optional
        Axes in which it is seen; default those of the child's frame.
    at : Body or Frame, optional
        Frame about whose origin the moment is taken; default the child's frame.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> weld = da.Weld("clamp", da.ground, rod)
    >>> drum = da.disc("drum", radius=0.1, mass=1.0)
    >>> model = da.Model(weld, da.Revolute("axle", rod["end"], drum), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(model, until=1.0)
    >>> print(f"{motion.evaluate(da.reaction_moment('clamp'))[0][2]:.3f} N m")
    14.715 N m
    """
    chosen = None if axes is None else as_frame(axes, "'axes' of reaction_moment")
    point = None if at is None else as_frame(at, "'at' of reaction_moment")
    return _vector(Reaction(name, k, True, chosen, point) for k in range(3))


def multiplier(name: str) -> Node:
    """The multiplier λ of a row by its name, such as `C.x`, or of a drive: the generalized force along it.

    Parameters
    ----------
    name : str
        Row by its name, such as `C.x`, or drive.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> hinge, drive = da.Revolute("hinge", da.ground, rod), da.Drive("drive", "hinge", 2.0 * da.time)
    >>> motion = da.kinematics(da.Model(hinge, drive, gravity=(0, -9.81, 0)), [0.0, 1.0])
    >>> print(f"{motion.evaluate(da.measures.multiplier('drive'))[0]:.3f} N m")
    4.905 N m
    """
    return measure_node(Multiplier(name))


def _vector(measures: Iterable[Measure]) -> Array:
    return np.array([measure_node(measure) for measure in measures], dtype=object)
