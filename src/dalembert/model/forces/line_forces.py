"""Springs, dampers and actuators along the line between two points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import where
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.model.bodies import Place, as_frame
from dalembert.model.drawing_symbols import DrawnLine
from dalembert.model.force import BodyLoad, Loads, ScalarForce
from dalembert.model.measure import Kinematics, position, resolved, velocity
from dalembert.model.part import Output
from dalembert.spatial.vectors import dot, norm


@dataclass(frozen=True)
class _LineForce(ScalarForce):
    """Two points that pull each other."""

    first: Place
    second: Place

    def __post_init__(self) -> None:
        super().__post_init__()
        first, second = (as_frame(place, f"an end of {self.label}") for place in (self.first, self.second))
        if first.body is second.body:
            raise ModelError(f"{self.label} has both ends on the body {first.body.name!r}, where it does nothing")

    def line(self, kinematics: Kinematics) -> Array:
        """Vector (3,) from the first point to the second, in world axes."""
        return kinematics.pose(as_frame(self.second)).p - kinematics.pose(as_frame(self.first)).p

    def rate(self, kinematics: Kinematics, d: Array, length: Scalar) -> Scalar:
        """Rate of the length of the line d (3,)."""
        return dot(self._parting(kinematics), d) / length

    def _parting(self, kinematics: Kinematics) -> Array:
        """Velocity of the second point less that of the first, in world axes (3,)."""
        _, v_first = kinematics.velocity(as_frame(self.first))
        _, v_second = kinematics.velocity(as_frame(self.second))
        return v_second - v_first

    def damping_pull(self, kinematics: Kinematics, damping: Scalar) -> Array:
        """c l̇ along the line (3,); c v at length zero, where the line is about to point along v."""
        d = self.line(kinematics)
        length = norm(d)
        is_apart = length > 0.0
        along = damping * self.rate(kinematics, d, length) / length * d
        return where(is_apart, along, damping * self._parting(kinematics))

    def drawn_as(self, kind: str) -> DrawnLine:
        """The line between its points."""
        return DrawnLine(kind, as_frame(self.first), as_frame(self.second))

    def pulling(self, pull: Array) -> Loads:
        """The force on the first point, and its opposite on the second."""
        return Loads([BodyLoad(as_frame(self.first), pull), BodyLoad(as_frame(self.second), -pull)])

    def strength(self, loads: Loads, kinematics: Kinematics) -> Scalar:
        # the tension, along the pull on the first point
        d = self.line(kinematics)
        return dot(loads.on_bodies[0].force, d) / norm(d)


@dataclass(frozen=True)
class Spring(_LineForce):
    """A spring along the line between two points, and a damper beside it if `damping` is not zero.

    Tension  k (l − l₀) + c l̇.  With a rest length the points must not meet: the line has no direction there.
    Damping is as of a `Damper`.

    Parameters
    ----------
    name : str
        Name of the spring; its tension is the signal `<name>.force`.
    first : Body or Frame
        One end.
    second : Body or Frame
        The other end.
    stiffness : float or expression
        Stiffness in N/m.
    rest_length : float or expression, optional
        Length without tension, in m; default 0.
    damping : float or expression, optional
        Force per rate of length, in N s/m; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.particle("ball", mass=1.0)
    >>> drop = da.Prismatic("z", da.ground, ball, axis="-z")
    >>> spring = da.Spring("spring", da.ground, ball, stiffness=100.0, rest_length=0.5)
    >>> rest = da.equilibrium(da.Model(drop, spring, gravity=(0, 0, -9.81)), guess={"z": 0.6})
    >>> print(f"{rest.q['z']:.4f} m")
    0.5981 m
    """

    stiffness: Scalar
    rest_length: Scalar = 0.0
    damping: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "stiffness", "rest_length", "damping")
        self.refuse_measures("stiffness", "rest_length")

    @property
    def drawn(self) -> DrawnLine:
        return self.drawn_as("spring" if is_zero(self.damping) else "spring and damper")

    def loads(self, kinematics: Kinematics) -> Loads:
        d = self.line(kinematics)
        if is_zero(self.rest_length) and is_zero(self.damping):
            # neither direction nor length is needed, so there is no trouble at length zero
            return self.pulling(self.stiffness * d)
        if is_zero(self.rest_length):
            return self.pulling(self.stiffness * d + self.damping_pull(kinematics, self.damping))
        length = norm(d)
        tension = self.stiffness * (length - self.rest_length)
        if not is_zero(self.damping):
            tension = tension + self.damping * self.rate(kinematics, d, length)
        return self.pulling(tension / length * d)

    def strength(self, loads: Loads, kinematics: Kinematics) -> Scalar:
        if is_zero(self.rest_length) and is_zero(self.damping):
            return resolved(self.stiffness, kinematics) * norm(self.line(kinematics))
        return super().strength(loads, kinematics)

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        if is_zero(self.damping):
            return Loads()
        return self.pulling(self.damping_pull(kinematics, self.damping))

    def potential(self, kinematics: Kinematics) -> Scalar:
        d = self.line(kinematics)
        if is_zero(self.rest_length):
            return 0.5 * self.stiffness * dot(d, d)
        return 0.5 * self.stiffness * (norm(d) - self.rest_length) ** 2


@dataclass(frozen=True)
class Damper(_LineForce):
    """A damper along the line between two points: tension c l̇.

    Where the points meet, the force is c v, with their relative velocity v: its limit as they part.
    `damping` is a number or an expression of time, parameters and measures.

    Parameters
    ----------
    name : str
        Name of the damper; its tension is the signal `<name>.force`.
    first : Body or Frame
        One end.
    second : Body or Frame
        The other end.
    damping : float or expression
        Force per rate of length, in N s/m.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.particle("ball", mass=2.0)
    >>> slide = da.Prismatic("x", da.ground, ball, axis="x")
    >>> model = da.Model(slide, da.Damper("damper", da.ground.at(x=-1.0), ball, damping=4.0))
    >>> state = model.state(u={"x": 0.5})
    >>> print(f"{da.as_dynamics(model).accelerations(state)['x']:.3f} m/s²")
    -1.000 m/s²
    """

    damping: Scalar

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "damping")

    @property
    def drawn(self) -> DrawnLine:
        return self.drawn_as("damper")

    def loads(self, kinematics: Kinematics) -> Loads:
        return self.pulling(self.damping_pull(kinematics, self.damping))


@dataclass(frozen=True)
class LineActuator(_LineForce):
    """A tension along the line between two points by an input or a law; the points must not meet."""

    tension: Scalar

    @property
    def drawn(self) -> DrawnLine:
        return self.drawn_as("bar")

    def loads(self, kinematics: Kinematics) -> Loads:
        d = self.line(kinematics)
        return self.pulling(self.tension / norm(d) * d)

    @property
    def outputs(self) -> Mapping[str, Output]:
        d, parting = position(self.second) - position(self.first), velocity(self.second) - velocity(self.first)
        length = norm(d)
        return {**super().outputs, "length": Output(length, "m"), "rate": Output(dot(parting, d) / length, "m/s")}
