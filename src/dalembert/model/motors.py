"""Motors and actuators: forces whose values come from outside the model, or from a law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from dalembert.expr.node import Scalar
from dalembert.model.bodies import Place
from dalembert.model.forces.joint_forces import JointForce
from dalembert.model.forces.line_forces import LineActuator
from dalembert.model.measure import Input
from dalembert.model.measure import force as strength
from dalembert.model.part import Output, Part


@dataclass(frozen=True)
class Motor(Part):
    """A force or torque on a joint coordinate: an input of the motor's name, or a law.

    A law is an expression of time, parameters and measures, or a table over time:
    `Motor("drive", "wheel", da.spline(times, torques))`. Without one it is the input of the motor's name,
    `Input("drive")`.

    Parameters
    ----------
    name : str
        Name of the motor, and of its input.
    coordinate : str
        Coordinate of a joint on which it acts.
    law : float or expression, optional
        Force in N, or torque in N m on an angle; default an input, whose value comes with a state or a controller.
        Either way `motion["<motor>"]` is what it was.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=3.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> model = da.Model(hinge, da.Motor("motor", "hinge"))
    >>> state = model.state(tau={"motor": 2.0})
    >>> print(f"{da.as_dynamics(model).accelerations(state)['hinge']:.3f} rad/s²")
    2.000 rad/s²
    """

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str
    law: Scalar | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.law is not None:
            self.keep_law("law")

    @property
    def acts_on(self) -> tuple[str, ...]:
        return (self.coordinate,)

    @property
    def is_input(self) -> bool:
        return self.law is None

    @property
    def outputs(self) -> Mapping[str, Output]:
        # of a motor without a law, its name is an input
        return {} if self.law is None else {"": Output(strength(self.name))}

    @property
    def forces(self) -> tuple[JointForce, ...]:
        return (JointForce(self.name, self.coordinate, Input(self.name) if self.law is None else self.law),)


@dataclass(frozen=True)
class Actuator(Part):
    """A cylinder, muscle or winch along the line between two points: an input of its name, or a law.

    It pulls them together if it is positive. Laws are as those of a `Motor`; without one it is the input of its
    name. `<actuator>.force`, `.length`, `.rate` and `.power` are signals. The points must not meet: the line has
    no direction there.

    Parameters
    ----------
    name : str
        Name of the actuator, of its input if there is no law, and of its signals.
    first : Body or Frame
        Points between which it acts.
    second : Body or Frame
        Points between which it acts.
    law : expression, optional
        Force in N, positive if it pulls; default an input of its name.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> cylinder = da.Actuator("cylinder", da.ground.at(y=-0.5), rod.at(x=0.4), law=30.0)
    >>> motion = da.simulate(da.Model(da.Revolute("hinge", da.ground, rod), cylinder), until=0.1)
    >>> print(f"{motion['cylinder.length'][0]:.4f} m, {motion['cylinder.force'][0]:.1f} N")
    0.6403 m, 30.0 N
    """

    first: Place
    second: Place
    law: Scalar | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.law is not None:
            self.keep_law("law")
        _ = self.forces

    @property
    def is_input(self) -> bool:
        return self.law is None

    @property
    def forces(self) -> tuple[LineActuator, ...]:
        tension = Input(self.name) if self.law is None else self.law
        return (LineActuator(self.name, self.first, self.second, tension),)
