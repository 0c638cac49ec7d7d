"""Dry friction along a velocity: of given greatest force, or by the reactions of the joint in which it acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar

from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, less, where
from dalembert.expr.node import Expression
from dalembert.model.contacts.contact_rows import ContactPart, ContactRows, creeping_way
from dalembert.model.contacts.dry_friction_force import DryFrictionForce
from dalembert.model.contacts.friction import NO_FRICTION, Creep, FrictionLaw, as_friction
from dalembert.model.contacts.gaps import GivenGap, as_slips
from dalembert.model.contacts.impacts import NewtonImpact
from dalembert.model.contacts.open_laws import check_values, default_number, has_parameters, is_of_parameters
from dalembert.model.force import Loads
from dalembert.model.forces.joint_forces import OnCoordinate
from dalembert.model.forces.joint_friction import pressing_force
from dalembert.model.joint import Joint
from dalembert.model.measure import Kinematics, speed, state_variable
from dalembert.model.part import measures_in
from dalembert.model.reaction_measures import ReactionMeasure
from dalembert.number_checks import checked_number, is_number, told


@dataclass(frozen=True)
class _Strength:
    """Greatest forces of dry friction as numbers or expressions of parameters; None if they follow the motion."""

    static: Any
    kinetic: Any

    def __post_init__(self) -> None:
        static, kinetic = map(default_number, (self.static, self.kinetic))
        for value, what in ((static, "static"), (kinetic, "kinetic")):
            if value is not None and not (is_number(value) and value >= 0.0):
                raise ModelError(f"its {what} friction is a force from 0 on, not {told(value)}")
        if static is not None and kinetic is not None and kinetic > static:
            raise ModelError(f"its kinetic friction is {kinetic:g}, more than the static one, {static:g}")


@dataclass(frozen=True)
class SlidingFriction(OnCoordinate):
    """Friction of a joint while it slips, by laws in which reactions may stand."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate", "rows")
    impulse_arm: ClassVar[tuple[str, float] | None] = None
    """It follows no normal impulses of a contact."""

    rows: str
    """Name of the rows that hold the joint while it sticks."""

    static: Any
    kinetic: Any
    creep: Creep | None = None

    def loads(self, kinematics: Kinematics) -> Loads:
        mode, way = (state_variable(f"{self.rows}.{what}") for what in ("mode", "slip first"))
        if self.creep is not None:
            way = creeping_way(self.creep, kinematics.speed(self.coordinate), way)
        slides = where(less(mode, 1.5), where(less(mode, 0.5), 0.0, 1.0), 0.0)
        return Loads(on_joints={self.coordinate: -self.kinetic * way * slides})


@dataclass(frozen=True)
class DryFriction(ContactPart):
    """Dry friction of given greatest force along a velocity: of a joint's coordinate, or `slip` of one's own.

    It sticks exactly while less than `static` holds, and slips against `kinetic`, the same unless it is given.
    Both may be expressions of open parameters and measures; in a joint also of reactions, as
    `dry_joint_friction` has them.

    In runs `force(name)`, the signal `<name>.force`, is what it exerts along the velocity, sticking or slipping,
    and `<name>.power` what that does; along two velocities of one's own `<name>.force.first` and `.second`.

    Parameters
    ----------
    name : str
        Name of the friction and of its signals.
    joint : str, optional
        Coordinate by name, along whose speed it acts; default none, with `slip`.
    static : float or expression
        Greatest force at rest, in N or N m.
    kinetic : float or expression, optional
        Force of slip, in N or N m; default the static one.
    slip : expression, or two, optional
        Velocity, or two at right angles, along which it acts, in place of a joint; default none.
    creep : Creep, optional
        Law of rest that creeps; default exact rest.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> friction = da.DryFriction("friction", "x", static=3.0, kinetic=2.0)
    >>> motion = da.simulate(da.Model(slide, friction), da.State(u={"x": 1.0}), until=1.0)
    >>> print(f"{motion['x'][-1]:.4f} m, {motion['x.rate'][-1]:.1f} m/s")
    0.2500 m, 0.0 m/s
    """

    joint: str | None = None
    _: KW_ONLY
    static: Any
    kinetic: Any = None
    slip: Any = None
    creep: Creep | None = None
    """Rest that creeps instead of standing still; along one velocity."""

    names_in = ("name", "joint")

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.joint is None) == (self.slip is None):
            raise ModelError(f"{self.label} needs the name of a joint, or slip=…, a velocity; one of them")
        if self.static is None:
            raise ModelError(f"{self.label} is impossible: its static friction is a force from 0 on, not None")
        if self.kinetic is None:
            object.__setattr__(self, "kinetic", self.static)
        try:
            _ = self._strength
        except ModelError as error:
            raise ModelError(f"{self.label} is impossible: {error}") from None
        if self.slip is not None:
            object.__setattr__(self, "slip", as_slips(self.slip, self.label))
        if self.creep is not None and (not isinstance(self.creep, Creep) or len(self.slip or "v") > 1):
            raise ModelError(f"the creep of {self.label} is Creep(tolerance, damping), along one velocity")
        if self.by_reactions and self.joint is None:
            raise ModelError(
                f"{self.label} depends on reactions, so it acts in a joint; give its name, not slip=…"
            )

    @property
    def _strength(self) -> _Strength:
        """How strong it is, as far as parameters alone say so."""
        given = (self.static, self.kinetic)
        return _Strength(*(None if isinstance(x, Expression) and not is_of_parameters(x) else x for x in given))

    @property
    def has_open_numbers(self) -> bool:
        return has_parameters(self._strength)

    def check_parameters(self, p: Mapping[str, Any]) -> None:
        check_values(self._strength, p, self.label)

    @property
    def contact_coordinate(self) -> str | None:
        return self.joint

    @property
    def by_reactions(self) -> bool:
        """Whether reactions say how strong it is."""
        measures = [node.args[0] for node in measures_in([self.static, self.kinetic])]
        return any(isinstance(measure, ReactionMeasure) for measure in measures)

    @property
    def in_words(self) -> str:
        return "friction by reactions" if self.by_reactions else super().in_words

    def contact_points(self) -> tuple[ContactRows, ...]:
        strength = (0.0, 0.0) if self.by_reactions else (self.static, self.kinetic)
        geometry, law = GivenGap(None, self.dry_friction_force.slips), NewtonImpact(0.0)
        rows = ContactRows(self.name, geometry, NO_FRICTION, law, self.name, strength=strength, creep=self.creep)
        return (replace(rows, dry_friction_force=self.dry_friction_force),)

    @property
    def dry_friction_force(self) -> DryFrictionForce:
        slips = (speed(self.joint),) if self.joint is not None else self.slip
        return DryFrictionForce(slips, self.joint or "", self._sliding if self.by_reactions else "")

    @property
    def _sliding(self) -> str:
        return f"{self.name} sliding"

    def contact_friction(self) -> tuple[SlidingFriction, ...]:
        if not self.by_reactions or self.joint is None:
            return ()
        return (SlidingFriction(self._sliding, self.joint, self.name, self.static, self.kinetic, self.creep),)


def dry_joint_friction(
    name: str, joint: Joint, friction: FrictionLaw | float, *, radius: float | None = None
) -> DryFriction:
    """Coulomb's friction in a pin or a guide, exact: it sticks while μ_s times the reaction across can hold.

    A pin has a `radius`, at which its friction acts. Coefficients by speed take the speed of slip at the radius.

    Parameters
    ----------
    name : str
        Name of the friction and of its signals.
    joint : Joint
        Joint in which it acts, with one coordinate.
    friction : float or FrictionLaw
        Coefficient of friction, or a law such as `da.Coulomb(static=0.3, kinetic=0.2)`.
    radius : float, optional
        Radius of the pin in m; default none, as for a guide.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> friction = da.contacts.dry_joint_friction("friction", hinge, da.Coulomb(0.3), radius=0.1)
    >>> model = da.Model(hinge, friction, gravity=(0, -9.81, 0))
    >>> motion = da.simulate(model, {"hinge": -1.55}, until=1.0)
    >>> print(f"{motion['hinge'][-1]:.4f} rad: it sticks")
    -1.5500 rad: it sticks
    """
    law = as_friction(friction, f"the joint friction {name!r}")
    if radius is not None and not isinstance(radius, Expression):
        checked_number(radius, f"the radius of the joint friction {name!r}", is_positive=True)
    normal, arm, coordinate = pressing_force(name, joint, radius)
    kinetic = law.kinetic_at(arm * absolute_value(speed(coordinate)))
    return DryFriction(name, coordinate, static=law.static * arm * normal, kinetic=kinetic * arm * normal)
