"""Modules by themselves: models whose bodies other models carry, as models of their own."""

from __future__ import annotations

from collections.abc import Collection

from dalembert.errors import ModelError
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.forces.applied import PointForce, Torque
from dalembert.model.joint import Joint
from dalembert.model.joints.free import Free
from dalembert.model.joints.weld import Weld
from dalembert.model.measures import input_value
from dalembert.model.model import Model, checked_model, flat, on_its_bodies
from dalembert.model.part import Part
from dalembert.state import checked_names

_AXES = "xyz"


def standalone(model: Model, held: Collection[str] = ()) -> Model:
    """A module by itself: what its ports will carry is free, or held in the world as `held` says by their names.

    What a joint will exert at a free port is an input: `hub.force.x` to `hub.force.z` and `hub.moment.x` to
    `hub.moment.z` for the port `hub`, at its frame and in its axes. So equations, reactions, powers and energies
    of the module are functions of it.
    """
    if not checked_model(model).ports:
        raise ModelError("a model without ports stands by itself; give ports={…} to what others will carry")
    checked_names(held, model.ports, "port")
    whole = flat(model)
    carried = {root: _carrying_port(root, whole) for root in whole.roots}
    placed = [_placed(root, port, held) for root, port in carried.items()]
    loads = [load for name, frame in whole.ports.items() if name not in held for load in _wrench(name, frame)]
    return on_its_bodies(whole, *placed, *whole.parts, *loads, cut=whole.cut)


def _carrying_port(root: Body, model: Model) -> str:
    """The first port of a module that is on a body which nothing carries."""
    return next(name for name, frame in model.ports.items() if frame.body is root)


def _placed(root: Body, port: str, held: Collection[str]) -> Joint:
    """A joint that leaves a body free, or holds it where the world's axes are."""
    return (Weld if port in held else Free)(f"port {port}", ground, root)


def _wrench(port: str, frame: Frame) -> list[Part]:
    """What will act at a port, as inputs."""
    if frame.body is ground:
        return []
    force, moment = (tuple(input_value(f"{port}.{kind}.{axis}") for axis in _AXES) for kind in ("force", "moment"))
    return [
        PointForce(f"force at {port}", frame, force, axes=frame),
        Torque(f"moment at {port}", frame, moment, axes=frame),
    ]
