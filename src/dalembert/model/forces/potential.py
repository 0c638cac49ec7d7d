"""Forces that come from an energy."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.errors import ModelError
from dalembert.expr.calculus import gradient
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Frame
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.measure import Coordinate, Kinematics, Position, resolved
from dalembert.model.part import measures_in
from dalembert.spatial.vectors import as_vector, cross


@dataclass(frozen=True)
class Potential(Force):
    """Forces from a potential energy, an expression of positions of points and of joint coordinates.

    ```python
    da.Potential("magnet", -k / da.measures.distance(arm["tip"], da.ground.at(y=2.0)))
    ```

    Each point feels −∂V/∂p, each joint −∂V/∂q. A position relative to a frame pushes back on the body of that
    frame. The energy may depend on parameters too, and on time: then it is no constant of the motion.

    Parameters
    ----------
    name : str
        Name of the force element and of its signals.
    energy : expression
        Potential energy in J: an expression of positions, joint coordinates, parameters and time.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> magnet = da.Potential("magnet", -0.1 / da.measures.distance(rod["end"], da.ground.at(y=-2.0)))
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod), magnet)
    >>> rest = da.equilibrium(model, guess={"hinge": -1.5})
    >>> print(f"{rest.q['hinge']:.4f} rad")
    -1.5708 rad
    """

    energy: Scalar

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "energy")
        measures = measures_in(self.energy)
        if not measures:
            raise ModelError(
                f"the energy of {self.label} depends on no position or coordinate, so it has no force"
            )
        for node in measures:
            if not isinstance(node.args[0], Position | Coordinate):
                raise ModelError(
                    f"the energy of {self.label} depends on {node!r}; write it over positions, distances and "
                    "coordinates, whose derivatives are forces"
                )

    @property
    def acts_on(self) -> tuple[str, ...]:
        measures = [node.args[0] for node in measures_in(self.energy)]
        return tuple(measure.name for measure in measures if isinstance(measure, Coordinate))

    def loads(self, kinematics: Kinematics) -> Loads:
        nodes = measures_in(self.energy)
        slopes = resolved(gradient(self.energy, nodes), kinematics)
        on_joints: dict[str, Scalar] = {}
        by_point: dict[tuple[Frame, Frame], list[Scalar]] = {}
        for node, slope in zip(nodes, slopes, strict=True):
            measure = node.args[0]
            if isinstance(measure, Coordinate):
                on_joints[measure.name] = -slope
            else:
                force = by_point.setdefault((measure.place, measure.origin), [0.0, 0.0, 0.0])
                force[measure.component] = -slope
        return Loads(
            [
                load
                for (place, origin), f in by_point.items()
                for load in _point_loads(place, origin, f, kinematics)
            ],
            on_joints,
        )

    def loads_without_potential(self, kinematics: Kinematics) -> Loads:
        return Loads()

    def potential(self, kinematics: Kinematics) -> Scalar:
        return resolved(self.energy, kinematics)


def _point_loads(place: Frame, origin: Frame, components: list[Scalar], kinematics: Kinematics) -> list[BodyLoad]:
    """A force at a place, in axes of another frame, and its opposite on that frame's body at the same point."""
    X_WO = kinematics.pose(origin)
    force = X_WO.vector(as_vector(components))
    arm = kinematics.pose(place).p - X_WO.p
    return [BodyLoad(place, force), BodyLoad(origin, -force, -cross(arm, force))]
