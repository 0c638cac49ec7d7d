"""Contacts that are given by expressions: a gap of one's own, stops of joints, and cables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from numbers import Real
from typing import Any

import numpy as np

from dalembert.errors import DalembertError, ModelError
from dalembert.expr.calculus import gradient
from dalembert.expr.functions import less, sqrt, where
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.model.bodies import Frame, Place, as_frame, ground
from dalembert.model.contacts.compliance import MotionLaw, Relaxation
from dalembert.model.contacts.contact_rows import ContactPart, ContactRows, Geometry, as_law
from dalembert.model.contacts.friction import NO_FRICTION, Coulomb, FrictionLaw, as_friction
from dalembert.model.contacts.impacts import ImpactLaw, NewtonImpact
from dalembert.model.contacts.open_laws import is_positive, number_text
from dalembert.model.force import BodyLoad, Loads
from dalembert.model.measure import Kinematics, Speed, Velocity, coordinate, resolved
from dalembert.model.part import measures_in
from dalembert.number_checks import checked_number, is_number, told
from dalembert.spatial.vectors import as_vector

NEXT_TO_NOTHING = 1e-9
"""Distance of the ends of a cable, beside its length, at which they meet."""


@dataclass(frozen=True)
class GivenGap(Geometry):
    """A gap and slips as expressions of measures."""

    distance: Any
    slips: tuple[Any, ...] = ()

    def gap(self, kinematics: Kinematics) -> Any:
        return self.distance

    @property
    def n_slips(self) -> int:
        return len(self.slips)

    def slip(self, kinematics: Kinematics) -> Sequence[Any]:
        return self.slips

    def friction_loads(self, kinematics: Kinematics, forces: Sequence[Any], moment: Any = 0.0) -> Loads:
        on_bodies: list[BodyLoad] = []
        on_joints: dict[str, Any] = {}
        for v, f in zip(self.slips, forces, strict=True):
            # a force along v exerts f ∂v/∂w along every velocity w in it
            nodes = measures_in(v)
            for node, slope in zip(nodes, resolved(gradient(v, nodes), kinematics), strict=True):
                measure = node.args[0]
                if isinstance(measure, Speed):
                    name = measure.name.removesuffix(".rate")
                    on_joints[name] = on_joints.get(name, 0.0) + f * slope
                elif isinstance(measure, Velocity):
                    on_bodies.append(_load_along(measure, f * slope))
        return Loads(on_bodies, on_joints)


def _load_along(velocity: Velocity, size: Any) -> BodyLoad:
    """A force, or a moment, along a component of a velocity."""
    vector = as_vector([size if k == velocity.component else 0.0 for k in range(3)])
    none = as_vector([0.0, 0.0, 0.0])
    return BodyLoad(velocity.place, none, vector) if velocity.is_angular else BodyLoad(velocity.place, vector)


@dataclass(frozen=True)
class Slack(Geometry):
    """How much longer a cable is than the way between its ends; its force is that on the held one."""

    held: Frame
    other: Frame
    length: float

    @property
    def frame(self) -> Frame:
        return self.held

    def gap(self, kinematics: Kinematics) -> Any:
        way = kinematics.pose(self.held).p - kinematics.pose(self.other).p
        # ends that meet have no direction, and need none
        square, least = way @ way, (NEXT_TO_NOTHING * self.length) ** 2
        return self.length - sqrt(where(less(square, least), least, square))


@dataclass(frozen=True)
class GapContact(ContactPart):
    """A contact whose `gap` is an expression of measures, closed where it is zero; it is never negative.

    `slip` is the velocity against which friction acts, such that the work of a friction force F is F times it: one
    expression, or two along tangents that are at right angles. The multiplier of `<contact>.normal` is the force
    along the gap, that of `<contact>.slip first` the friction.

    Parameters
    ----------
    name : str
        Name of the contact.
    gap : expression
        Expression of measures of positions, in m or rad, that is positive while the contact is open.
    slip : expression, or two, optional
        Velocity in m/s or rad/s against which friction acts; default none, without friction.
    restitution : float or ImpactLaw, optional
        Part of the approach that is left after an impact, 0 to 1; default 0.
    friction : float, Coulomb or FrictionLaw, optional
        Coefficient or law of friction along `slip`; default no friction.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> wall = da.contacts.GapContact("wall", 1.0 - da.coordinate("x"), restitution=0.5)
    >>> motion = da.simulate(da.Model(slide, wall), da.State(u={"x": 2.0}), until=1.0)
    >>> print(f"{motion['x.rate'][-1]:.1f} m/s")
    -1.0 m/s
    """

    gap: Any
    _: KW_ONLY
    slip: Any = None
    restitution: ImpactLaw | float = 0.0
    friction: Coulomb | FrictionLaw | float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_expression(self.gap, f"the gap of {self.label}", "coordinate('lift') or position(frame)[2]")
        object.__setattr__(self, "friction", as_friction(self.friction, self.label))
        assert isinstance(self.friction, FrictionLaw)
        object.__setattr__(self, "restitution", as_law(self.restitution, self.friction, self.label))
        object.__setattr__(self, "slip", as_slips(self.slip, self.label))
        if self.friction.acts and not self.slip:
            raise ModelError(f"{self.label} has friction but no `slip`, the velocity against which it acts")

    def contact_points(self) -> tuple[ContactRows, ...]:
        assert isinstance(self.friction, FrictionLaw)
        assert isinstance(self.restitution, ImpactLaw)
        geometry = GivenGap(self.gap, self.slip)
        return (ContactRows(self.name, geometry, self.friction, self.restitution, self.name),)


@dataclass(frozen=True)
class RelativeContact(ContactPart):
    """A compliant contact by a law of relative motion: while it is closed, penetration moves as the law says.

    The row J a = γ lets the gap move as the law says, whatever force that takes. Speeds are continuous. The
    contact is released where the gap is positive again and where its force would pull.

    Parameters
    ----------
    name : str
        Name of the contact.
    gap : expression
        Expression of measures that is positive while the contact is open: of positions, or of velocities
        as for a limit of speed.
    motion : MotionLaw or Relaxation
        Law of the gap while it is closed; `Relaxation(rate)` for a gap of velocities.
    release_by_gap : bool, optional
        Whether it is released by the gap alone, so that its force may pull; default False.
    tolerance : float, optional
        Depth in m up to which bodies pass into each other freely; there the contact closes, and is
        released by position. Default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> law = da.contacts.KelvinVoigtMotion(damping=20.0, stiffness=1e4)
    >>> floor = da.contacts.RelativeContact("floor", da.coordinate("z") - 0.1, law)
    >>> motion = da.simulate(da.Model(up, floor, gravity=(0, 0, -9.81)), {"z": 0.3}, until=0.3)
    >>> print([mode for _, _, mode in motion.phases("floor")])
    ['open', 'closed', 'open']
    """

    gap: Any
    motion: MotionLaw | Relaxation
    _: KW_ONLY
    release_by_gap: bool = False
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        check_expression(self.gap, f"the gap of {self.label}", "coordinate('lift') or position(frame)[2]")
        if not isinstance(self.motion, MotionLaw | Relaxation):
            raise ModelError(f"{self.label} needs a law such as KelvinVoigtMotion(damping, stiffness)")
        if isinstance(self.motion, MotionLaw):
            check_law(self.motion.acceleration, self.motion, self.label)
        if not is_number(self.tolerance) or self.tolerance < 0.0:
            raise ModelError(f"the tolerance of {self.label} is a depth, from 0 on, not {told(self.tolerance)}")

    def contact_points(self) -> tuple[ContactRows, ...]:
        law = NewtonImpact(0.0)
        geometry = GivenGap(self.gap)
        how = self.motion, self.release_by_gap, float(self.tolerance)
        return (ContactRows(self.name, geometry, NO_FRICTION, law, self.name, *how),)


@dataclass(frozen=True)
class Stop(ContactPart):
    """Ends of the way of a joint coordinate, hard ones: `low` and `high`, or one of them.

    Parameters
    ----------
    name : str
        Name of the stop.
    joint : str
        Coordinate of a joint whose way ends.
    low : float, optional
        Lower end in rad or m; default none.
    high : float, optional
        Upper end in rad or m; default none.
    restitution : float or ImpactLaw, optional
        Part of the speed that is left after an impact, 0 to 1; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=3.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> model = da.Model(hinge, da.Stop("stop", "hinge", low=-1.0), gravity=(0, -9.81, 0))
    >>> print(f"{da.simulate(model, until=2.0)['hinge'].min():.6f} rad")
    -1.000000 rad
    """

    joint: str
    _: KW_ONLY
    low: float | None = None
    high: float | None = None
    restitution: ImpactLaw | float = 0.0

    names_in = ("name", "joint")

    def __post_init__(self) -> None:
        super().__post_init__()
        ends = [x for x in (self.low, self.high) if x is not None]
        if not ends or not all(map(is_number, ends)):
            raise ModelError(
                f"{self.label} needs low=… or high=…, the ends of the way of {self.joint!r}, as numbers"
            )
        if len(ends) == 2 and not ends[0] < ends[1]:
            raise ModelError(f"{self.label} ends at {ends[0]:g} below and {ends[1]:g} above, which leaves no way")
        object.__setattr__(self, "restitution", as_law(self.restitution, NO_FRICTION, self.label))

    @property
    def contact_coordinate(self) -> str:
        return self.joint

    @property
    def in_words(self) -> str:
        ends = [f"{word} {x:g}" for word, x in (("from", self.low), ("to", self.high)) if x is not None]
        assert isinstance(self.restitution, ImpactLaw)
        e = self.restitution.restitution
        return " ".join(ends) + (f", restitution {number_text(e)}" if is_positive(e) else "")

    def contact_points(self) -> tuple[ContactRows, ...]:
        assert isinstance(self.restitution, ImpactLaw)
        x, found = coordinate(self.joint), []
        if self.low is not None:
            found.append(("low", x - float(self.low)))
        if self.high is not None:
            found.append(("high", float(self.high) - x))
        return tuple(
            ContactRows(
                f"{self.name} {end}" if len(found) > 1 else self.name,
                GivenGap(gap),
                NO_FRICTION,
                self.restitution,
                self.name,
            )
            for end, gap in found
        )


@dataclass(frozen=True)
class Cable(ContactPart):
    """A cable between two places that can only pull: they are never farther apart than its `length`.

    The multiplier of `<cable>.normal` is its tension; `<cable>.force.x` is of its force on the second place, on
    the first if the second is fixed to the ground.

    Parameters
    ----------
    name : str
        Name of the cable.
    a : Body or Frame
        One end.
    b : Body or Frame
        The other end, on another body.
    length : float
        Length in m.
    restitution : float or ImpactLaw, optional
        Part of the speed along the cable that is left after it becomes taut, 0 to 1; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> cable = da.contacts.Cable("cable", da.ground, bob, length=1.0)
    >>> model = da.Model(da.Translational("p", da.ground, bob), cable, gravity=(0, 0, -9.81))
    >>> motion = da.simulate(model, {"p.z": -0.5}, until=1.0)
    >>> print([mode for _, _, mode in motion.phases("cable")])
    ['open', 'closed']
    """

    a: Place
    b: Place
    _: KW_ONLY
    length: float
    restitution: ImpactLaw | float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        first, second = (as_frame(place, f"an end of {self.label}") for place in (self.a, self.b))
        if first.body is second.body:
            raise ModelError(f"{self.label} joins two places of {first.body.name!r}; it needs two bodies")
        checked_number(self.length, f"the length of {self.label}", is_positive=True)
        object.__setattr__(self, "restitution", as_law(self.restitution, NO_FRICTION, self.label))

    def contact_points(self) -> tuple[ContactRows, ...]:
        assert isinstance(self.restitution, ImpactLaw)
        other, held = as_frame(self.a), as_frame(self.b)
        if held.body is ground:
            held, other = other, held
        slack = Slack(held, other, float(self.length))
        return (ContactRows(self.name, slack, NO_FRICTION, self.restitution, self.name),)


def check_law(law: Callable[[Any, Any], Any], owner: Any, part: str) -> None:
    """Raise if a law of penetration and its rate is no expression of these, parameters and time."""
    x, v = symbol("penetration"), symbol("rate of penetration")
    try:
        found = law(x, v)
    except (DalembertError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(
            f"{type(owner).__name__} of {part} cannot be written with expressions, as functions of da do: {error}"
        ) from error
    inside = inputs_of([found]) if isinstance(found, Expression) else []
    fault = "" if isinstance(found, Expression | Real) else f"gives {found!r}"
    if wrong := [y for y in inside if y not in (x, v, time) and y.op != "parameter"]:
        fault = f"contains {wrong[0]!r}"
    if fault:
        raise ModelError(
            f"{type(owner).__name__} of {part} {fault}; it is one expression of penetration, its rate, parameters "
            "and time"
        )


def check_expression(value: Any, what: str, example: str) -> None:
    """Raise if a value is no expression of measures."""
    if np.ndim(value) or not measures_in(value):
        raise ModelError(f"{what} is an expression of measures such as {example}, not {value!r}")


def as_slips(given: Any, owner: str) -> tuple[Any, ...]:
    """Velocities against which friction acts: none, one, or two along tangents."""
    if given is None:
        return ()
    found = tuple(given) if isinstance(given, tuple | list | np.ndarray) else (given,)
    if len(found) > 2:
        raise ModelError(f"the slip of {owner} is one velocity, or two along tangents, not {len(found)}")
    for value in found:
        check_expression(value, f"the slip of {owner}", "speed('slide') or velocity(frame)[0]")
    return found
