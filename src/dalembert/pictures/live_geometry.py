"""Shapes and places of a scene that follow parameters: where in the data of the page, and by which expressions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.expr.node import Expression, Scalar
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.bodies import Body, Frame
from dalembert.model.model import Model
from dalembert.model.part_contents import leaves
from dalembert.model.visuals import Solid
from dalembert.pictures.packing import PageData
from dalembert.spatial.pose import Pose

_SAME = 1e-9
"""Distance beside the size of the scene at which two points are one."""

_SIZES = frozenset({"size", "radius", "length", "radii", "tube", "start", "end"})
"""Fields of solids that are numbers, here and on the page."""

Path: TypeAlias = list[str | int]


@dataclass(eq=False)
class LiveGeometry:
    """Numbers of the scene of a page that are expressions of parameters."""

    expressions: list[Scalar] = field(default_factory=list)
    told: list[PageData] = field(default_factory=list)
    """Where they stand: path, first expression, how many, and whether they are a place."""

    still: list[str] = field(default_factory=list)
    """Names of bodies whose shape depends on parameters, and is drawn as the author's numbers have it."""

    def add(self, path: Path, *values: object, is_place: bool = False) -> None:
        """A number, a vector, or the origin and the axes of a place, if any of it is an expression."""
        entries = [x for value in values for x in np.asarray(value, dtype=object).ravel()]
        if any(isinstance(x, Expression) for x in entries):
            self.told.append({"path": path, "at": len(self.expressions), "count": len(entries), "place": is_place})
            self.expressions += entries


def live_geometry(model: Model, scene: PageData, values: Mapping[str, float], t: float) -> LiveGeometry:
    """The parts of a page's scene that follow parameters, with the values it was made with."""
    return _Reader(model, scene, values, t).read()


class _Reader:
    def __init__(self, model: Model, scene: PageData, values: Mapping[str, float], t: float) -> None:
        self.model, self.scene, self.geometry = model, scene, LiveGeometry()
        self.values = {
            param(name, default): values.get(name, default) for name, default in model.parameters.items()
        }
        self.values[time] = t
        self.near = _SAME * cast(float, scene["size"])

    def read(self) -> LiveGeometry:
        """All of it."""
        bodies = cast(list[PageData], self.scene["bodies"])
        for k, (body, data) in enumerate(zip(self.model.bodies, bodies, strict=True)):
            self._body(["bodies", k], body, data)
        joined = [
            (joint.parent_frame, joint.child_frame) for joint in self.model.joints if joint.symbol is not None
        ]
        joined += [x.joined for x in self.model.constraints if x.symbol is not None and x.joined is not None]
        for k, (parent, child) in enumerate(joined):
            self._place(["joints", k, "parent"], parent.pose)
            self._place(["joints", k, "child"], child.pose)
        for k, (first, second) in enumerate(self._ends()):
            self._place(["lines", k, "first"], first.pose)
            self._place(["lines", k, "second"], second.pose)
        for k, trace in enumerate(cast(list[PageData], self.scene["traces"])):
            self._point(["traces", k, "p"], trace["p"], self.model.bodies[cast(int, trace["body"])])
        return self.geometry

    def _body(self, path: Path, body: Body, data: PageData) -> None:
        if body.inertia is not None:
            self.geometry.add([*path, "mass"], body.inertia.mass)
            self.geometry.add([*path, "com"], body.inertia.com)
        solids = cast(list[PageData], data["solids"])
        visual = body.visual or ()
        follows = [self._solid([*path, "solids", k], solid, solids[k]) for k, solid in enumerate(visual)]
        for k, drawn in enumerate(solids[len(visual) :], len(visual)):
            if drawn["kind"] == "bar":
                # from point to point
                for end in ("start", "end"):
                    self._point([*path, "solids", k, end], drawn[end], body)
            elif drawn["kind"] == "mesh" and any(
                isinstance(x, Expression) for at in self._points(body) for x in at
            ):
                self.geometry.still.append(body.name)
        if any(follows):
            # spots that tell how it turns fit the author's sizes alone
            bars = [drawn for drawn in solids[len(visual) :] if drawn["kind"] == "bar"]
            data["solids"] = [*solids[: len(visual)], *bars]

    def _solid(self, path: Path, solid: Solid, drawn: PageData) -> bool:
        """Whether the sizes or the place of a solid follow parameters."""
        n_before = len(self.geometry.told)
        if drawn["kind"] == "mesh":
            if leaves(replace(solid, place=Pose())):
                self.geometry.still.append(self.model.bodies[cast(int, path[1])].name)
        else:
            for name in _SIZES.intersection(drawn):
                self.geometry.add([*path, name], getattr(solid, name))
        self._place([*path, "place"], solid.place)
        return len(self.geometry.told) > n_before

    def _place(self, path: Path, pose: Pose) -> None:
        self.geometry.add(path, pose.p, pose.R, is_place=True)

    def _point(self, path: Path, point: object, body: Body) -> None:
        """A point of the picture that is one of the body's: where it is held, its markers, its centre."""
        at = np.asarray(point, dtype=float)
        for position in self._points(body):
            if np.linalg.norm(self._numbers(position) - at) <= self.near:
                self.geometry.add(path, position)
                return

    def _points(self, body: Body) -> Iterable[Array]:
        frames = [frame for joint in self.model.joints for frame in (joint.parent_frame, joint.child_frame)]
        frames += [end for ends in self._ends() for end in ends]
        frames += [frame for x in self.model.constraints if x.joined is not None for frame in x.joined]
        yield from (np.asarray(frame.pose.p, dtype=object) for frame in frames if frame.body is body)
        yield from (np.asarray(pose.p, dtype=object) for pose in body.markers.values())
        if body.inertia is not None:
            yield np.asarray(body.inertia.com, dtype=object)

    def _numbers(self, entries: Array) -> Vector:
        return np.array(
            [float(evaluate(x, self.values)) if isinstance(x, Expression) else x for x in entries], float
        )

    def _ends(self) -> Sequence[tuple[Frame, Frame]]:
        lines = [part.drawn for part in self.model.forces]
        lines += [part.drawn for part in self.model.constraints]
        return [(line.first, line.second) for line in lines if line is not None]
