"""Controllers as parts and goals: PID with anti-windup, computed torque, operational space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Unpack

import numpy as np

from dalembert.arrays import ArrayLike
from dalembert.errors import ModelError
from dalembert.expr.functions import maximum, minimum
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Place
from dalembert.model.measure import coordinate, orientation_error, position, state_variable
from dalembert.model.part import Output, Part
from dalembert.model.servo import Servo, ServoOptions
from dalembert.model.state_variable import StateVariable
from dalembert.spatial.vectors import is_numeric


@dataclass(frozen=True)
class PID(Part):
    """A law P e + I ∫ e dt + D ė, within limits; a part of the model that brings its integral.

    `law` stands wherever an input would: `da.Motor("motor", "joint", pid.law)`. While the law is at a limit, its
    integral follows the limit within the time `recovery` instead of winding up.

    Parameters
    ----------
    name : str
        Name of the part, before `integral`.
    error : expression
        Error e that shall vanish.
    proportional : float
        Gains P, I and D; default 0 for the last two.
    integral : float, optional
        Gains P, I and D; default 0 for the last two.
    derivative : float, optional
        Gains P, I and D; default 0 for the last two.
    rate : expression, optional
        Rate ė of the error, which a derivative part needs; default none.
    limits : pair of float, optional
        Least and largest value of the law; default none.
    recovery : float, optional
        Time in s within which the integral follows a limit; default 0.1.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> error = 0.5 - da.coordinate("hinge")
    >>> gains = {"proportional": 60.0, "integral": 30.0, "derivative": 10.0}
    >>> pid = da.control.PID("pid", error, **gains, rate=-da.speed("hinge"))
    >>> hinge, motor = da.Revolute("hinge", da.ground, rod), da.Motor("motor", "hinge", pid.law)
    >>> model = da.Model(hinge, pid, motor, gravity=(0, -9.81, 0))
    >>> print(f"{da.simulate(model, until=20.0)['hinge'][-1]:.3f} rad")
    0.500 rad
    """

    error: Scalar
    """e, an expression of measures: the reference less the actual value."""

    _: KW_ONLY
    proportional: float
    integral: float = 0.0
    derivative: float = 0.0
    rate: Scalar | None = None
    """ė as an expression of measures, needed for the derivative part; −speed(…) avoids kicks of references."""

    limits: tuple[float, float] | None = None
    recovery: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "error", "proportional", "integral", "derivative", "recovery")
        if self.derivative != 0.0 and self.rate is None:
            raise ModelError(
                f"{self.label} has a derivative part: give the rate of its error, such as -da.speed(…)"
            )
        if self.rate is not None:
            self.keep((), "rate")
        if self.limits is not None:
            self.keep((2,), "limits")
            if not is_numeric(self.limits) or not self.limits[0] < self.limits[1]:
                raise ModelError(
                    f"the limits of {self.label} are a lower and an upper number, not {self.limits!r}"
                )
        if not is_numeric(self.recovery) or not self.recovery > 0.0:
            raise ModelError(f"the recovery of {self.label} is a time, a positive number, not {self.recovery!r}")

    @property
    def unlimited(self) -> Scalar:
        """The law without limits."""
        total = self.proportional * self.error
        if self._has_integral:
            total = total + self.integral * state_variable(f"{self.name} integral")
        return total if self.rate is None else total + self.derivative * self.rate

    @property
    def law(self) -> Scalar:
        """The law, an expression of measures."""
        if self.limits is None:
            return self.unlimited
        return minimum(maximum(self.unlimited, self.limits[0]), self.limits[1])

    @property
    def _has_integral(self) -> bool:
        return not is_numeric(self.integral) or self.integral != 0.0

    @property
    def state_variables(self) -> tuple[StateVariable, ...]:
        if not self._has_integral:
            return ()
        rate = self.error
        if self.limits is not None:
            rate = rate + (self.law - self.unlimited) / (self.integral * self.recovery)
        return (StateVariable(f"{self.name} integral", rate=rate),)

    @property
    def outputs(self) -> Mapping[str, Output]:
        return {"law": Output(self.law), "unlimited": Output(self.unlimited)}


def computed_torque(laws: Mapping[str, Scalar], **gains: Unpack[ServoOptions]) -> tuple[Servo, ...]:
    """Goals with which coordinates follow laws of time, by name; gains are those of `Servo`, such as a rate.

    Parameters
    ----------
    laws : dict of laws of time
        Laws by coordinate, in rad or m.
    **gains : float or expression
        Gains as those of `Servo`, such as `rate=5.0`.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod), da.Motor("motor", "hinge"))
    >>> goals = da.control.computed_torque({"hinge": da.sin(da.time)}, rate=8.0)
    >>> motion = da.simulate(da.control.closed_loop(model, *goals), until=3.0)
    >>> print(f"{motion['hinge'][-1]:.3f} rad, sin 3 = {da.sin(3.0):.3f}")
    0.141 rad, sin 3 = 0.141
    """
    if not laws:
        raise ModelError("computed torque needs laws of time by names of coordinates")
    return tuple(
        Servo(f"track {name}".replace(".", " "), coordinate(name) - law, **gains) for name, law in laws.items()
    )


def operational_space(
    place: Place,
    path: Sequence[Scalar | None],
    *,
    axes: ArrayLike | Place | None = None,
    posture: Mapping[str, Scalar] | None = None,
    calm: float = 1.0,
    **gains: Unpack[ServoOptions],
) -> tuple[Servo, ...]:
    """Goals with which a point follows a path in the world (3,), its frame wanted axes, coordinates a posture.

    Components of the path that are None are left free. `axes` are those of the frame, as `orientation_error` takes
    them: a matrix (3, 3), whose entries may be expressions of time, or a frame. The posture, by names of
    coordinates, is a soft goal of a lower priority, with errors that decay at the rate `calm`.

    Parameters
    ----------
    place : Body or Frame
        Point that follows the path, with its axes.
    path : three expressions of time, numbers or None
        Place in the world in m; None leaves a component free.
    axes : matrix (3, 3), Body or Frame, optional
        Axes that the frame shall have, as columns in world axes, or a frame; default free.
    posture : dict of float or expressions, optional
        Coordinates by name, wanted as far as the path allows; default none.
    calm : float, optional
        Rate in 1/s at which errors of the posture decay; default 1.
    **gains : float or expression
        Gains as those of `Servo`, such as `rate=8.0`.

    Examples
    --------
    >>> import dalembert as da
    >>> upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=1.0, mass=1.0)
    >>> shoulder, elbow = da.Revolute("shoulder", da.ground, upper), da.Revolute("elbow", upper["end"], lower)
    >>> arm = da.Model(shoulder, elbow, da.Motor("first", "shoulder"), da.Motor("second", "elbow"))
    >>> path = (1.0, 0.2 * da.sin(da.time), None)
    >>> goals = da.control.operational_space(lower["end"], path, rate=8.0)
    >>> loop = da.control.closed_loop(arm, *goals)
    >>> motion = da.simulate(loop, {"shoulder": -1.0, "elbow": 2.0}, until=3.0)
    >>> print(motion.evaluate(da.position(lower["end"]))[-1].round(3))
    [1.    0.028 0.   ]
    """
    if len(path) != 3 or all(x is None for x in path):
        raise ModelError("a path has three components, expressions of time or numbers; None leaves one free")
    p = position(place)
    follow = [p[k] - x for k, x in enumerate(path) if x is not None]
    goals = [Servo("follow the path", np.array(follow, dtype=object), **gains)]
    if axes is not None:
        goals.append(Servo("turn as wanted", orientation_error(place, axes), **gains))
    if posture:
        errors = np.array([coordinate(name) - x for name, x in posture.items()], dtype=object)
        goals.append(Servo("posture", errors, rate=calm, priority=1, weight=1.0))
    return tuple(goals)
