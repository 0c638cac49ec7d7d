"""Compliant contacts by a force of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert.errors import ModelError
from dalembert.expr.functions import less, maximum, where
from dalembert.model.bodies import Body, Place
from dalembert.model.contacts.compliance import ForceLaw
from dalembert.model.contacts.contact import Contact
from dalembert.model.contacts.gaps import check_law
from dalembert.model.contacts.impacts import NewtonImpact
from dalembert.model.contacts.open_laws import check_values, has_parameters
from dalembert.model.contacts.touching import Touching
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.measure import Kinematics
from dalembert.model.part import Part
from dalembert.model.surfaces import ContactSurface
from dalembert.spatial.vectors import as_array, cross


@dataclass(frozen=True)
class _PointOfForce(Force):
    """The normal force at one point of contact, equal and opposite on both bodies."""

    geometry: Touching
    law: ForceLaw

    def loads(self, kinematics: Kinematics) -> Loads:
        surface, piece = self.geometry.surface.frame, self.geometry.piece
        B, S = kinematics.pose(piece), kinematics.pose(surface)
        gap, n, arm = self.geometry.touched(kinematics)
        (w, v), (w_surface, v_surface) = (kinematics.velocity(frame) for frame in (piece, surface))
        rate = (S.R @ n) @ (v + cross(w, arm) - v_surface - cross(w_surface, B.p + arm - S.p))
        # laws of one's own may forget it: bodies that do not touch exert nothing, and nobody pulls
        strength = maximum(self.law.force(maximum(-gap, 0.0), -rate), 0.0)
        push = as_array(where(less(gap, 0.0), strength, 0.0) * (S.R @ n))
        back = as_array(-push)
        return Loads(
            [
                BodyLoad(piece, push, as_array(cross(arm, push))),
                BodyLoad(surface, back, as_array(cross(B.p + arm - S.p, back))),
            ]
        )


@dataclass(frozen=True)
class CompliantContact(Part):
    """A smooth compliant contact: a force by penetration and its rate, such as `HertzForce(stiffness)`.

    Pairs are those of `Contact`. Methods see no events, so steps follow the stiffness.

    Parameters
    ----------
    name : str
        Name of the contact.
    a : Body or Frame
        Body with a shape, such as a sphere, or a point.
    b : ContactSurface or Body
        Surface that it touches, such as `da.geometry.plane(da.ground)`, or a body with a shape.
    law : ForceLaw
        Normal force by penetration and its rate: `HertzForce`, `KelvinVoigtForce`, `HuntCrossleyForce` or
        one of your own.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.KelvinVoigtForce(stiffness=1e4, damping=50.0)
    >>> pad = da.contacts.CompliantContact("pad", ball, da.geometry.plane(da.ground), law)
    >>> rest = da.equilibrium(da.Model(up, pad, gravity=(0, 0, -9.81)), guess={"z": 0.09})
    >>> print(f"{0.1 - rest.q['z']:.6f} m deep")
    0.000981 m deep
    """

    a: Place
    b: ContactSurface | Body
    law: ForceLaw

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.law, ForceLaw):
            raise ModelError(f"{self.label} needs a law such as HertzForce(stiffness), not {self.law!r}")
        check_law(self.law.force, self.law, self.label)
        _ = self._contact

    @property
    def has_open_numbers(self) -> bool:
        return has_parameters(self.law)

    def check_parameters(self, p: Mapping[str, Any]) -> None:
        check_values(self.law, p, self.label)

    @property
    def _contact(self) -> Contact:
        return Contact(self.name, self.a, self.b, restitution=NewtonImpact(0.0))

    @property
    def forces(self) -> tuple[Force, ...]:
        found = []
        for point in self._contact.contact_points():
            assert isinstance(point.geometry, Touching)
            found.append(_PointOfForce(point.name, point.geometry, self.law))
        return tuple(found)
