"""From names in the equations of a page to the parts of its picture that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias, cast

from dalembert.equations.equations import Equations
from dalembert.expr.node import Expression, name_of, traverse
from dalembert.model.bodies import Body, Frame
from dalembert.model.model import Model
from dalembert.model.part import Part
from dalembert.model.part_contents import leaves
from dalembert.pictures.packing import PageData
from dalembert.symbolic.sympy_text import Style

Place: TypeAlias = list[str | int]
"""A kind, body, joint or line, and a number among those of the scene."""

_EULER = ["mi", {}, "e"]
"""A name that looks like Euler's number, which is written otherwise as long as there is one."""


def with_names(style: Style) -> Style:
    """A style whose MathML tells of each name what it stands for."""
    math = {
        name: tree if tree == _EULER else [tree[0], {**tree[1], "data-name": name}, *tree[2:]]
        for name, tree in style.math.items()
    }
    return replace(style, math=math)


def equation_links(equations: Equations, scene: PageData) -> dict[str, list[Place]]:
    """Parts of a scene, by the names of variables, parameters and multipliers in equations."""
    parts: dict[str, list[Place]] = {}
    for kind, plural in (("body", "bodies"), ("joint", "joints"), ("line", "lines")):
        for k, part in enumerate(cast(list[PageData], scene[plural])):
            # joints come after bodies: a coordinate has the name of its joint
            parts[str(part["name"])] = [[kind, k]]
    model = equations.model
    if model is not None:
        parts = {**_of_other_parts(model, parts), **parts}

    owners = {name: name for name in (*equations.coordinates, *equations.states, *equations.inputs)}
    owners |= {name: name for name in equations.speeds}
    owners |= {name_of(a): name for a, name in zip(equations.a, equations.speeds, strict=True)}
    owners |= {name_of(x): row.part for x, row in zip(equations.lam, equations.rows, strict=True)}
    links = {name: _of(owner, parts) for name, owner in owners.items()}
    if model is not None:
        for name, places in _of_parameters(model, parts).items():
            links.setdefault(name, places)
    return {name: places for name, places in links.items() if places}


def _of(name: str, parts: Mapping[str, list[Place]]) -> list[Place]:
    """Places of the part that a name begins with: of `pose.x.rate` those of `pose`."""
    while name not in parts and "." in name:
        name = name.rpartition(".")[0]
    return parts.get(name, [])


def _of_other_parts(model: Model, parts: Mapping[str, list[Place]]) -> dict[str, list[Place]]:
    """Places of parts that nobody draws: those of the joints whose coordinates they name, and of their bodies."""
    places: dict[str, list[Place]] = {}
    for part in model.flat_parts:
        named = [getattr(part, field) for field in part.names_in if field != "name"]
        near = [place for name in named if isinstance(name, str) for place in _of(name, parts)]
        places[part.name] = near or _of_bodies(leaves(part), parts)
    return places


def _of_parameters(model: Model, parts: Mapping[str, list[Place]]) -> dict[str, list[Place]]:
    """Places of all that has an open parameter in it."""
    places: dict[str, list[Place]] = {}
    owners: list[Body | Part] = [*model.bodies, *model.flat_parts]
    for owner in owners:
        inside = leaves((owner.inertia, owner.markers, owner.visual)) if isinstance(owner, Body) else leaves(owner)
        frames = [x.pose for x in inside if isinstance(x, Frame)]
        roots = [x for x in (*inside, *leaves(frames)) if isinstance(x, Expression)]
        for x in traverse(roots):
            if x.op == "parameter":
                listed = places.setdefault(name_of(x), [])
                listed += [place for place in parts.get(owner.name, []) if place not in listed]
    return places


def _of_bodies(inside: Iterable[object], parts: Mapping[str, list[Place]]) -> list[Place]:
    bodies = [x if isinstance(x, Body) else x.body for x in inside if isinstance(x, Body | Frame)]
    places: list[Place] = []
    for body in bodies:
        places += [place for place in parts.get(body.name, []) if place not in places]
    return places
