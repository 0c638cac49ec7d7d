"""Controllers as parts and goals: PID with anti-windup, computed torque, operational space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Unpack

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.functions import maximum, minimum
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Place
from dalembert.model.measure import coordinate, position, state_variable
from dalembert.model.part import Output, Part
from dalembert.model.servo import Servo, ServoOptions
from dalembert.model.state_variable import StateVariable
from dalembert.spatial.vectors import is_numeric


@dataclass(frozen=True)
class PID(Part):
    """A law P e + I ∫ e dt + D ė, within limits; a part of the model that brings its integral.

    `law` stands wherever an input would: `da.Motor("motor", "joint", pid.law)`. While the law is at a limit, its
    integral follows the limit within the time `recovery` instead of winding up.
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
    """Goals with which coordinates follow laws of time, by name; gains are those of `Servo`, such as a rate."""
    if not laws:
        raise ModelError("computed torque needs laws of time by names of coordinates")
    return tuple(
        Servo(f"track {name}".replace(".", " "), coordinate(name) - law, **gains) for name, law in laws.items()
    )


def operational_space(
    place: Place,
    path: Sequence[Scalar | None],
    *,
    posture: Mapping[str, Scalar] | None = None,
    calm: float = 1.0,
    **gains: Unpack[ServoOptions],
) -> tuple[Servo, ...]:
    """Goals with which a point follows a path in the world (3,), and coordinates a posture as far as that allows.

    Components of the path that are None are left free. The posture, by names of coordinates, is a soft goal of a
    lower priority, with errors that decay at the rate `calm`.
    """
    if len(path) != 3 or all(x is None for x in path):
        raise ModelError("a path has three components, expressions of time or numbers; None leaves one free")
    p = position(place)
    follow = [p[k] - x for k, x in enumerate(path) if x is not None]
    goals = [Servo("follow the path", np.array(follow, dtype=object), **gains)]
    if posture:
        errors = np.array([coordinate(name) - x for name, x in posture.items()], dtype=object)
        goals.append(Servo("posture", errors, rate=calm, priority=1, weight=1.0))
    return tuple(goals)
