"""Ends of a joint's range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

from dalembert.errors import ModelError
from dalembert.expr.functions import maximum, where
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.model.force import Loads
from dalembert.model.forces.joint_forces import OnCoordinate
from dalembert.model.measure import Kinematics
from dalembert.spatial.vectors import is_numeric


@dataclass(frozen=True)
class JointStop(OnCoordinate):
    """Elastic ends of the range of a joint coordinate, by penalty: nothing inside, a push back outside.

    At a depth d > 0 beyond a limit the push is  max(0, d (k + c ḋ)), with stiffness k and damping c (force per
    depth and speed; Hunt and Crossley 1975). It grows from zero and never pulls. The energy ½ k d² is a potential.

    Parameters
    ----------
    name : str
        Name of the stop and of its signals.
    coordinate : str
        Joint coordinate by name.
    lower : float, optional
        Ends of its range, in rad or m; default no end.
    upper : float, optional
        Ends of its range, in rad or m; default no end.
    stiffness : float
        Stiffness k, in N m/rad or N/m.
    damping : float, optional
        Damping c of Hunt and Crossley's law, in force for unit depth and speed; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> hinge = da.Revolute("hinge", da.ground, rod)
    >>> stop = da.JointStop("stop", "hinge", lower=-1.0, upper=1.0, stiffness=1e4, damping=1.0)
    >>> motion = da.simulate(da.Model(hinge, stop, gravity=(0, -9.81, 0)), until=1.0)
    >>> print(motion["hinge"].min() > -1.1)
    True
    """

    _: KW_ONLY
    lower: Scalar | None = None
    upper: Scalar | None = None
    stiffness: Scalar
    damping: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        limits = [field for field in ("lower", "upper") if getattr(self, field) is not None]
        if not limits:
            raise ModelError(f"{self.label} needs a limit: lower, upper or both")
        self.keep((), *limits, "stiffness", "damping")
        self.refuse_measures(*limits, "stiffness")
        lower, upper = self.lower, self.upper
        if lower is not None and upper is not None and is_numeric([lower, upper]) and not lower < upper:
            raise ModelError(f"{self.label} needs lower < upper, not {lower:g} and {upper:g}")

    def loads(self, kinematics: Kinematics) -> Loads:
        return self._pushing(kinematics, self._push)

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        if is_zero(self.damping):
            return Loads()
        return self._pushing(
            kinematics, lambda d, rate: where(d > 0.0, self._push(d, rate) - self.stiffness * d, 0.0)
        )

    def _pushing(self, kinematics: Kinematics, push_at: Callable[[Scalar, Scalar], Scalar]) -> Loads:
        """Pushes at a depth and its rate, back from both limits."""
        q, rate = kinematics.coordinate(self.coordinate), kinematics.speed(self.coordinate)
        push: Scalar = 0.0
        if self.lower is not None:
            push = push + push_at(self.lower - q, -rate)
        if self.upper is not None:
            push = push - push_at(q - self.upper, rate)
        return Loads(on_joints={self.coordinate: push})

    def potential(self, kinematics: Kinematics) -> Scalar:
        q = kinematics.coordinate(self.coordinate)
        depths = [] if self.lower is None else [self.lower - q]
        depths += [] if self.upper is None else [q - self.upper]
        return sum(where(d > 0.0, 0.5 * self.stiffness * d**2, 0.0) for d in depths)

    def _push(self, depth: Scalar, rate: Scalar) -> Scalar:
        if is_zero(self.damping):
            return where(depth > 0.0, self.stiffness * depth, 0.0)
        return where(depth > 0.0, maximum(depth * (self.stiffness + self.damping * rate), 0.0), 0.0)
