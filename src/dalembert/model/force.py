"""The contract of force elements: loads on bodies and joints, and perhaps a potential energy."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Frame
from dalembert.model.constraint import Surroundings
from dalembert.model.drawing_symbols import DrawnLine
from dalembert.model.measure import Kinematics
from dalembert.model.measure import force as strength
from dalembert.model.part import Output, Part
from dalembert.spatial.vectors import zero_vector


@dataclass(frozen=True)
class BodyLoad:
    """A force (3,) and a moment (3,) on a body, at the origin of a frame, in world axes.

    Parameters
    ----------
    frame : Frame
        Frame on a body, at whose origin the force acts.
    force : array (3,)
        Force in world axes, in N.
    moment : array (3,), optional
        Moment in world axes, in N m; default zero.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=2.0)
    >>> load = da.extend.BodyLoad(bob.at(), force=(0.0, 0.0, -9.81))
    >>> print(load.force, load.moment)
    (0.0, 0.0, -9.81) [0. 0. 0.]
    """

    frame: Frame
    force: Array
    moment: Array = field(default_factory=zero_vector)


@dataclass(frozen=True)
class Loads:
    """Loads of a force element: those on bodies, and generalized forces by the coordinates they act on.

    Parameters
    ----------
    on_bodies : sequence of BodyLoad, optional
        Forces and moments on bodies; default none.
    on_joints : dict of float or expressions, optional
        Generalized forces by name of a coordinate, in N or N m; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=2.0)
    >>> loads = da.extend.Loads([da.extend.BodyLoad(bob.at(), (4.0, 0.0, 0.0))], {"x": 2.0})
    >>> print(len(loads.on_bodies), dict(loads.on_joints))
    1 {'x': 2.0}
    """

    on_bodies: Sequence[BodyLoad] = ()
    on_joints: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True)
class Force(Part):
    """A force element; a subclass gives its `loads`.

    One with a `potential` also gives `loads_without_potential`, so that its energy enters balances and no force
    counts twice.

    Parameters
    ----------
    name : str
        Name of the force element and of its signals.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Wind(da.extend.Force):
    ...     body: da.Body
    ...     strength: float
    ...
    ...     def loads(self, kinematics):
    ...         return da.extend.Loads([da.extend.BodyLoad(self.body.at(), (self.strength, 0.0, 0.0))])
    ...
    >>> bob = da.particle("bob", mass=2.0)
    >>> model = da.Model(da.Translational("p", da.ground, bob), Wind("wind", bob, 4.0))
    >>> print(f"{da.simulate(model, until=1.0)['p.x'][-1]:.3f} m")
    1.000 m
    """

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        if "potential" in vars(cls) and cls.loads_without_potential is Force.loads_without_potential:
            raise ModelError(
                f"the force element {cls.__name__} has a potential: give the loads besides in "
                "`loads_without_potential`, da.extend.Loads() if there are none; else its force would count twice"
            )

    @property
    def forces(self) -> tuple[Force, ...]:
        return (self,)

    @property
    def as_scalar(self) -> ScalarForce | None:
        """The element itself, if one number describes it; else None."""
        return None

    def fitted(self, surroundings: Surroundings) -> Self:
        """The element as it fits the joints of its model."""
        return self

    @abstractmethod
    def loads(self, kinematics: Kinematics) -> Loads:
        """Loads in the state that `kinematics` knows; measures in them are resolved afterwards."""

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        """Loads besides the slopes of the potential: all of them, unless there is one."""
        return self.loads(kinematics)

    def potential(self, kinematics: Kinematics) -> Scalar:
        """Potential energy of the element; 0.0 if it has none."""
        return 0.0

    @property
    def drawn(self) -> DrawnLine | None:
        """Line between two points in drawings; None if the element is not drawn."""
        return None


@dataclass(frozen=True)
class ScalarForce(Force):
    """A force element that one number describes: the tension of a line, the force or torque on a coordinate.

    Parameters
    ----------
    name : str
        Name of the force element and of its signals.

    Examples
    --------
    >>> import dalembert as da
    >>> print(issubclass(da.JointSpring, da.extend.ScalarForce))
    True
    """

    @property
    def as_scalar(self) -> ScalarForce:
        return self

    @property
    def outputs(self) -> Mapping[str, Output]:
        return {"force": Output(strength(self.name))}

    @abstractmethod
    def strength(self, loads: Loads, kinematics: Kinematics) -> Scalar:
        """The number that describes the element, which exerts these loads: a tension, a force or a torque."""
