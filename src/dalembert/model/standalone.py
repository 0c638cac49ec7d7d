"""Modules by themselves: models whose bodies other models carry, as models of their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from dalembert.errors import ModelError
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.forces.applied import PointForce, Torque
from dalembert.model.joint import Joint
from dalembert.model.joints.free import Free
from dalembert.model.joints.weld import Weld
from dalembert.model.measure import input_value
from dalembert.model.model import Model, checked_model, flat, on_its_bodies
from dalembert.model.part import Part
from dalembert.name_checks import checked_names

_AXES = "xyz"


def standalone(model: Model, held: Collection[str] | Mapping[str, Frame | Body] = ()) -> Model:
    """A module by itself: its ports are free, or held in the world as `held` says by their names.

    The force and moment of a joint at a free port are inputs: `hub.force.x` to `hub.force.z` and
    `hub.moment.x` to `hub.moment.z` for the port `hub`, at its frame and in its axes. So equations, reactions,
    powers and energies of the module are functions of it.

    Parameters
    ----------
    model : Model
        Module with ports.
    held : collection of str, or dict of places, optional
        Ports that are held in the world. In a list of names, ports hold the bodies that nothing else
        carries where the world's axes are; another port is there itself, if it is the only one that is
        held. A dict says where each is held, `{"hub": ground, "tip": ground.at((1.5, 0.0, 0.0))}`: more
        than carry the module close loops, and `assemble` puts it together. Default none.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> tip = da.rod("tip", length=0.5, mass=0.5)
    >>> arm = da.Model(da.Revolute("elbow", rod["end"], tip), ports={"hub": rod})
    >>> print(da.modules.standalone(arm, held=["hub"]).coordinates)
    ('elbow',)
    """
    if not checked_model(model).ports:
        raise ModelError("a model without ports stands by itself; give ports={…} to what others will carry")
    whole = flat(model)
    holding = _Holding(whole, _checked(held, whole))
    loads = [load for name, frame in whole.ports.items() if name not in held for load in _wrench(name, frame)]
    # joints of the module keep their coordinates
    cut = (*whole.cut, *(joint.name for joint in holding.of_others))
    return on_its_bodies(whole, *holding.of_roots, *whole.parts, *holding.of_others, *loads, cut=cut)


def _checked(held: Collection[str] | Mapping[str, Frame | Body], model: Model) -> dict[str, Frame | None]:
    """Names of ports that are held, each with its place in the world, or None where none is named."""
    if isinstance(held, str) or not isinstance(held, Collection):
        raise ModelError(f"ports are held by a list of their names, such as ['hub'], not by {held!r}")
    if wrong := [name for name in held if not isinstance(name, str)]:
        raise ModelError(f"ports are held by their names, such as 'hub', not by {wrong[0]!r}")
    checked_names(held, model.ports, "port")
    if not isinstance(held, Mapping):
        return dict.fromkeys(held)
    places = {name: place.at() if isinstance(place, Body) else place for name, place in held.items()}
    for name, place in places.items():
        if not isinstance(place, Frame) or place.body is not ground:
            raise ModelError(
                f"the port {name!r} is held in a frame of the world, such as da.ground.at((1.0, 0.0, 0.0)), not "
                f"by {held[name]!r}"
            )
    return places


@dataclass(frozen=True)
class _Holding:
    """Joints that hold or free a module: ports that are held, and where."""

    model: Model
    held: Mapping[str, Frame | None]

    @property
    def of_roots(self) -> list[Joint]:
        """Joints that hold the bodies that nothing carries, or leave them free."""
        return [self._carrying(self._first_port(root), root) for root in self.model.roots]

    @property
    def of_others(self) -> list[Joint]:
        """Joints that hold other ports, and close loops."""
        carrying = {self._first_port(root) for root in self.model.roots}
        return [joint for name in self.held if name not in carrying for joint in self._closing(name)]

    def _first_port(self, root: Body) -> str:
        """The port that a body which nothing carries hangs on: the first one that is held, or else the first."""
        names = [name for name, frame in self.model.ports.items() if frame.body is root]
        return next((name for name in names if name in self.held), names[0])

    def _carrying(self, port: str, root: Body) -> Joint:
        if port not in self.held:
            return Free(f"port {port}", ground, root)
        place = self.held[port]
        return Weld(f"port {port}", ground, root) if place is None else self._weld(port, place)

    def _closing(self, port: str) -> list[Joint]:
        frame, place = self.model.ports[port], self.held[port]
        if frame.body is ground:
            return []
        if place is not None:
            return [self._weld(port, place)]
        if frame.body in self.model.roots:
            # another port holds the same body
            return []
        if len(self.held) > 1 or not self.model.roots:
            raise ModelError(
                f"say where the port {port!r} is held, because its body is carried by others that are held too: "
                f"held={{{port!r}: da.ground.at((1.0, 0.0, 0.0)), …}}"
            )
        return [self._weld(port, ground.at())]

    def _weld(self, port: str, place: Frame) -> Joint:
        return Weld(f"port {port}", place, self.model.ports[port])


def _wrench(port: str, frame: Frame) -> list[Part]:
    """Force and moment at a port, as inputs."""
    if frame.body is ground:
        return []
    force, moment = (tuple(input_value(f"{port}.{kind}.{axis}") for axis in _AXES) for kind in ("force", "moment"))
    return [
        PointForce(f"force at {port}", frame, force, axes=frame),
        Torque(f"moment at {port}", frame, moment, axes=frame),
    ]
