"""Planar bodies that positions of their nodes describe, without an angle (Orsino 2016, example 2.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.node import Node, Scalar
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.complements import Complement, Independent, NodeRows
from dalembert.modules.labelled_matrix import LabelledMatrix, identity
from dalembert.modules.placed_bodies import PlacedBody
from dalembert.modules.places import Components
from dalembert.modules.renaming import Renaming
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.subsystem_reader import subsystem

PLANE = "xy"
SPEEDS = ("vx", "vy", "w")


def nodal_body(
    name: str, mass: Scalar, inertia: Scalar, gravity: Components, nodes: Mapping[str, Components]
) -> Subsystem:
    """A planar body by its nodes: b* = pᵢ + γ (pⱼ − pᵢ) + ρ ẑ × (pⱼ − pᵢ)."""
    if len(nodes) < 2:
        raise FormulationError(f"{name}: a body that is described by nodes has two of them or more")
    places = {key: np.array(place, dtype=object) for key, place in nodes.items()}
    body = NodalKinematics(places)
    names = tuple(f"{key}{axis}" for key in places for axis in PLANE)
    starts = dict(zip(names, (x for place in places.values() for x in place), strict=True))
    leaf = subsystem(
        name,
        coordinates=names,
        speeds=(*SPEEDS, *(f"{x}.rate" for x in names)),
        rates={x: symbol(f"{x}.rate") for x in names},
        constraints=body.rows,
        forces={
            "vx": mass * (gravity[0] - symbol("vx'")),
            "vy": mass * (gravity[1] - symbol("vy'")),
            "w": -inertia * symbol("w'"),
        },
        independent=RatesOfNodes(body.complement, body.rates_by_rows),
        default_values={x: float(start) for x, start in starts.items() if not isinstance(start, Node)},
    )
    units = {**dict.fromkeys(names, "m"), **{f"{x}.rate": "m/s" for x in names}}
    placed = PlacedBody(
        name,
        mass,
        np.diag([inertia, inertia, inertia]),
        np.array([*body.centre, 0.0], dtype=object),
        body.axes,
        np.array([*gravity, 0.0], dtype=object),
        points=np.array([(*place, 0.0) for place in places.values()], dtype=object),
    )
    leaf = replace(leaf, own_bodies=(placed,))
    return replace(leaf, usual_units={**units, "vx": "m/s", "vy": "m/s", "w": "rad/s"})


@dataclass(frozen=True, eq=False)
class NodalKinematics:
    """Rows that tie nodes to a planar body, and rates of the nodes that follow from them."""

    places: Mapping[str, Array]
    """Nodes (2,) from the mass centre in axes of the body; the first two say where it is."""

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the nodes after the first two."""
        return tuple(self.places)[2:]

    @cached_property
    def arm(self) -> Array:
        """The second node from the first one in axes of the body (2,)."""
        first, second = tuple(self.places.values())[:2]
        return second - first

    @cached_property
    def line(self) -> Array:
        """The second node from the first one in the plane (2,)."""
        first, second, *_ = self.places
        return _vector(second) - _vector(first)

    def shares(self, offset: Array) -> tuple[Scalar, Scalar]:
        """A point, from the first node in axes of the body, along the line between the first two and across it."""
        arm, length = self.arm, self.arm @ self.arm
        return (offset @ arm) / length, (offset[1] * arm[0] - offset[0] * arm[1]) / length

    @cached_property
    def share_of(self) -> dict[str, tuple[Scalar, Scalar]]:
        """Shares of the mass centre, under an empty name, and of the other nodes."""
        origin = next(iter(self.places.values()))
        return {"": self.shares(-origin), **{key: self.shares(self.places[key] - origin) for key in self.others}}

    @property
    def centre(self) -> Array:
        """Mass centre in the plane (2,)."""
        return _vector(next(iter(self.places))) + _by(self.share_of[""], self.line)

    @property
    def axes(self) -> Array:
        """Body axes in the world (3, 3)."""
        arm, line = self.arm, self.line
        along, across = arm @ line, arm[0] * line[1] - arm[1] * line[0]
        turned = np.array([[along, -across], [across, along]], dtype=object) / (arm @ arm)
        R = np.eye(3).astype(object)
        R[:2, :2] = turned
        return R

    @property
    def rows(self) -> dict[str, Scalar]:
        """Constraints by name: polynomials in the nodes, whatever their distance is."""
        first, second, *_ = self.places
        line, turning = self.line, _vector(second, ".rate") - _vector(first, ".rate")
        velocity = _vector(first, ".rate") + _by(self.share_of[""], turning)
        rows: dict[str, Scalar] = {
            "length": line @ line - self.arm @ self.arm,
            "centre along x": symbol("vx") - velocity[0],
            "centre along y": symbol("vy") - velocity[1],
            # with the length as it is now, S is that of the example, without a quotient
            "turn": (line @ line) * symbol("w") - (line[0] * turning[1] - line[1] * turning[0]),
        }
        for key in self.others:
            place = _vector(first) + _by(self.share_of[key], line)
            rows |= {f"{key} along {axis}": x for axis, x in zip(PLANE, _vector(key) - place, strict=True)}
        return rows

    @property
    def complement(self) -> LabelledMatrix:
        """Rates of nodes by the speeds of the body: ṗ = v + w ẑ × (p − b*), as the rows have it."""
        along, across = self.share_of[""]
        first, second, *_ = self.places
        shares = {first: (0.0, 0.0), second: (1.0, 0.0), **{key: self.share_of[key] for key in self.others}}
        rates: list[list[Scalar]] = []
        for share in shares.values():
            x, y = _across(_by((share[0] - along, share[1] - across), self.line))
            rates += [[1.0, 0.0, x], [0.0, 1.0, y]]
        return identity(SPEEDS) + LabelledMatrix(_rate_names(shares), SPEEDS, np.array(rates, dtype=object))

    @property
    def rates_by_rows(self) -> LabelledMatrix:
        """Rates of nodes for one on the right of each row, in a body whose speeds are zero."""
        names = tuple(self.rows)
        columns = [self._rates(dict(zip(names, unit, strict=True))) for unit in np.eye(len(names))]
        return LabelledMatrix(_rate_names(self.places), names, np.array(columns, dtype=object).T)

    def _rates(self, right: Mapping[str, float]) -> list[Scalar]:
        """Rates of all nodes that meet the rows, with these numbers on the right and a body at rest."""
        square = self.line @ self.line
        turning = self.line * (0.5 * right["length"] / square) - _across(self.line) * (right["turn"] / square)
        start = -np.array([right["centre along x"], right["centre along y"]], dtype=object) - _by(
            self.share_of[""], turning
        )
        others = [
            start + _by(self.share_of[key], turning) + np.array([right[f"{key} along {axis}"] for axis in PLANE])
            for key in self.others
        ]
        return [x for rate in (start, start + turning, *others) for x in rate]


@dataclass(frozen=True, init=False)
class RatesOfNodes(Independent):
    """Complement of a body by its nodes, with its solution as one writes it by hand."""

    C: LabelledMatrix = field(default_factory=lambda: identity(()))
    rates: LabelledMatrix = field(default_factory=lambda: identity(()))
    """Rates of nodes (columns: rows of the body) for a body whose speeds are zero."""

    def __init__(self, C: LabelledMatrix, rates: LabelledMatrix) -> None:
        super().__init__(*C.columns)
        object.__setattr__(self, "C", C)
        object.__setattr__(self, "rates", rates)

    @property
    def is_plain(self) -> bool:
        return True

    def matrix(self, node: NodeRows) -> LabelledMatrix:
        return self.C.block(node.variables, self.names) if self._is_of(node) else super().matrix(node)

    def particular(self, node: NodeRows, r: LabelledMatrix) -> LabelledMatrix:
        if not self._is_of(node):
            return super().particular(node, r)
        rates = self.rates.block(node.others(self.names), node.rows)
        return LabelledMatrix(rates.rows, r.columns, products(rates.entries, r.to_array(node.rows)))

    def renamed(self, renaming: Renaming) -> Complement:
        return RatesOfNodes(renaming.matrix(self.C), renaming.matrix(self.rates))

    def _is_of(self, node: NodeRows) -> bool:
        """Whether the rows are those of the body."""
        return set(node.rows) == set(self.rates.columns) and set(node.variables) == set(self.C.rows)


def _vector(key: str, end: str = "") -> Array:
    return np.array([symbol(f"{key}{axis}{end}") for axis in PLANE], dtype=object)


def _across(line: Array) -> Array:
    """ẑ × line."""
    return np.array([-line[1], line[0]], dtype=object)


def _by(share: tuple[Scalar, Scalar], line: Array) -> Array:
    """A point along a line and across it."""
    return np.array([share[0] * x + share[1] * y for x, y in zip(line, _across(line), strict=True)], dtype=object)


def _rate_names(nodes: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{key}{axis}.rate" for key in nodes for axis in PLANE)
