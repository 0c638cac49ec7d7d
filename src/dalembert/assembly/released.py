"""Models in which no module carries another: joints between them are constraints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.joint import Joint
from dalembert.model.joints.free import Free
from dalembert.model.model import Model, flat
from dalembert.model.part import Part
from dalembert.model.topology import floating_roots


def released(model: Model, gravity: Any) -> Model:
    """The same model in which no module carries another: bodies that only others carry are free.

    Joints that touch a module from outside close loops. Names of modules stay before those of their parts, so each
    has the variables that it has by itself.
    """
    modules = [replace(child, model=released(child.model, gravity)) for child in model.children]
    parts = [*modules, *own_parts(model)]
    between = joints_between(model)
    kept = [joint for joint in own_joints(model) if joint.name not in between and joint.name not in model.cut]
    frees = [free(body) for body in floating_roots(kept, own_bodies(model))]
    cut = tuple(dict.fromkeys((*model.cut, *between)))
    # ports of modules are on bodies of the copies that stand in the new model
    whole = flat(Model(*frees, *parts, gravity=gravity, cut=cut))
    own = {body.name: body for body in whole.bodies}
    ports = {
        name: Frame(own.get(frame.body.name, frame.body), frame.pose, frame.label)
        for name, frame in model.ports.items()
    }
    return Model(*whole.parts, gravity=gravity, ports=ports, cut=whole.cut)


def free(body: Body) -> Joint:
    """The joint that leaves a body free."""
    return Free(f"free {body.name}", ground, body)


def own_parts(model: Model) -> list[Part]:
    """Parts of the model besides its modules, as they were given."""
    return [part for part in model.parts if not any(part is child for child in model.children)]


def own_joints(model: Model) -> list[Joint]:
    """Joints of the model that belong to none of its modules."""
    return [joint for joint in model.joints if not belongs(joint.name, model)]


def own_bodies(model: Model) -> list[Body]:
    """Bodies of the model that belong to none of its modules."""
    return [body for body in model.bodies if not belongs(body.name, model)]


def joints_between(model: Model) -> tuple[str, ...]:
    """Names of the joints that touch a module."""
    inside = {body for body in model.bodies if belongs(body.name, model)}
    return tuple(
        joint.name
        for joint in own_joints(model)
        if not inside.isdisjoint((joint.parent_frame.body, joint.child_frame.body))
    )


def belongs(name: str, model: Model, modules: Iterable[str] | None = None) -> bool:
    """Whether a name is that of something in one of the modules."""
    names = (child.name for child in model.children) if modules is None else modules
    return any(name.startswith(f"{module}/") for module in names)
