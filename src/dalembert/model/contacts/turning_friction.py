"""Resistance to rolling and drilling: moments against the turning of bodies that touch, up to an arm times N."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.model.contacts.contact_rows import ContactRows, Geometry
from dalembert.model.contacts.friction import NO_FRICTION
from dalembert.model.contacts.impacts import NewtonImpact
from dalembert.model.contacts.touching import Touching
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.measure import Kinematics
from dalembert.model.reaction_measures import multiplier
from dalembert.spatial.vectors import as_array

DRILLING, ROLLING = "drilling", "rolling"


@dataclass(frozen=True)
class Turning(Geometry):
    """How bodies that touch turn beside each other: about the normal, or about the tangents."""

    touching: Touching
    is_drilling: bool

    def gap(self, kinematics: Kinematics) -> Any:
        return None

    @property
    def n_slips(self) -> int:
        return 1 if self.is_drilling else 2

    def slip(self, kinematics: Kinematics) -> Sequence[Any]:
        spin, roll = self.touching.turning(kinematics)
        return [spin] if self.is_drilling else roll

    def friction_loads(self, kinematics: Kinematics, forces: Sequence[Any], moment: Any = 0.0) -> Loads:
        about = as_array(sum((f * e for f, e in zip(forces, self.axes(kinematics), strict=True)), np.zeros(3)))
        none = as_array(np.zeros(3))
        on_piece = BodyLoad(self.touching.piece, none, about)
        return Loads([on_piece, BodyLoad(self.touching.surface.frame, none, as_array(-about))])

    @property
    def moving_mode(self) -> str:
        return "slipping" if self.is_drilling else "rolling"

    def axes(self, kinematics: Kinematics) -> list[Any]:
        """Unit vectors in the world, of the angular velocities."""
        surface = self.touching.surface
        R, n = kinematics.pose(surface.frame).R, self.touching.touched(kinematics)[1]
        return [R @ n] if self.is_drilling else [R @ e for e in surface.tangents(n)]


@dataclass(frozen=True)
class TurningFriction(Force):
    """The moment while it turns, equal and opposite on both bodies."""

    held: ContactRows
    """The rows that hold it while it does not."""

    static: Any
    kinetic: Any
    of: str
    """Name of the point of contact whose normal force is behind it."""

    arm: float

    @property
    def rows(self) -> str:
        """Name of the rows that hold it while it does not."""
        return self.held.name

    @property
    def impulse_arm(self) -> tuple[str, float]:
        """The point of contact whose normal impulses it follows, and its arm."""
        return self.of, self.arm

    def loads(self, kinematics: Kinematics) -> Loads:
        geometry = self.held.geometry
        assert isinstance(geometry, Turning)
        ways = self.held.directions(list(geometry.slip(kinematics)))
        size = -self.kinetic * self.held.is_slipping
        return geometry.friction_loads(kinematics, [size * w for w in ways])


def turning_rows(of: str, touching: Touching, arms: dict[str, float]) -> list[tuple[ContactRows, TurningFriction]]:
    """Rows and moments of a point of contact, for each kind of turning that has an arm."""
    found = []
    for kind, arm in arms.items():
        if arm == 0.0:
            continue
        name, geometry = f"{of} {kind}", Turning(touching, kind == DRILLING)
        rows = ContactRows(name, geometry, NO_FRICTION, NewtonImpact(0.0), name, strength=(0.0, 0.0), unit="N m")
        most = arm * multiplier(f"{of}.normal")
        found.append((rows, TurningFriction(f"{name} moment", rows, most, most, of, arm)))
    return found


def check_arm(value: Any, what: str, owner: str) -> None:
    """Raise if the arm of a resistance is no length from zero on."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value < float("inf"):
        raise ModelError(f"the {what} resistance of {owner} is an arm in metres from 0 on, not {value!r}")
