"""Models in which no module carries another: joints between them are constraints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dalembert.model.bodies import Body, ground
from dalembert.model.joint import Joint
from dalembert.model.joints.free import Free
from dalembert.model.model import Model, flat, on_its_bodies
from dalembert.model.topology import floating_roots


def released(model: Model, gravity: Any) -> Model:
    """The same model in which no module carries another: bodies that only others carry are free.

    Joints that touch a module from outside close loops. Names of modules stay before those of their parts, so each
    has the variables that it has by itself; the bodies are those of the model.
    """
    whole = flat(model)
    bodies = {body.name: body for body in model.bodies}
    frees = [free(bodies[name], module) for module, name in _let_go(model)]
    cut = tuple(dict.fromkeys((*whole.cut, *_between_all(model))))
    return on_its_bodies(model, *frees, *whole.parts, gravity=gravity, ports=model.ports, cut=cut)


def free(body: Body, module: str = "") -> Joint:
    """The joint that leaves a body free, as one of the parts of its module."""
    return Free(f"{module}free {body.name.removeprefix(module)}", ground, body)


def _let_go(model: Model, module: str = "") -> list[tuple[str, str]]:
    """Bodies that no joint inside their module carries: what stands before names of the module, and theirs."""
    between = joints_between(model)
    kept = [joint for joint in own_joints(model) if joint.name not in between and joint.name not in model.cut]
    roots = [(module, module + body.name) for body in floating_roots(kept, own_bodies(model))]
    return [*roots, *(root for child in model.children for root in _let_go(child.model, f"{module}{child.name}/"))]


def _between_all(model: Model, module: str = "") -> list[str]:
    """Joints that touch a module, in all models inside too."""
    inner = [name for child in model.children for name in _between_all(child.model, f"{module}{child.name}/")]
    return [*(module + name for name in joints_between(model)), *inner]


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
