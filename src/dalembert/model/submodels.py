"""Submodels: ports that join them to the model they stand in, and copies of their parts under a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.symbol_nodes import param
from dalembert.model.bodies import ORIGIN, Body, Frame, ground, joined_labels
from dalembert.model.measure import Measure, measure_node
from dalembert.model.part import Part
from dalembert.model.part_contents import Leaf, leaves, replaced, with_fields, with_inputs
from dalembert.name_checks import checked_names

_Value = TypeVar("_Value")
_Named = TypeVar("_Named", bound=Part | Measure)


@dataclass(frozen=True, eq=False)
class _StandIn(Body):
    """The body of a port of a submodel, until a model says which body that is; one port has equal ones."""

    submodel: str = ""
    port: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _StandIn) and (self.submodel, self.port) == (other.submodel, other.port)

    def __hash__(self) -> int:
        return hash((self.submodel, self.port))


def port(submodel: str, name: str) -> Frame:
    """The frame that a submodel offers under this name, for use in the model that the submodel stands in.

    Parameters
    ----------
    submodel : str
        Name of the submodel.
    name : str
        Name of the port, as the model inside gives it.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> arm = da.Model(da.Revolute("axle", da.ground, rod), ports={"tip": rod["end"]})
    >>> bob = da.particle("bob", mass=1.0)
    >>> model = da.Model(da.Submodel("left", arm), da.Weld("clamp", da.port("left", "tip"), bob))
    >>> print(model.coordinates)
    ('left/axle',)
    """
    for word in (submodel, name):
        if not isinstance(word, str):
            raise ModelError(f"a port is given by two names, port('left', 'hub'), not by {word!r}")
    return Frame(_StandIn(f"{submodel}[{name}]", submodel=submodel, port=name))


def port_of(body: Body) -> tuple[str, str] | None:
    """Submodel and name of the port that a body stands for; None for a body of a model."""
    return (body.submodel, body.port) if isinstance(body, _StandIn) else None


def ports_in(value: object) -> set[tuple[str, str]]:
    """Submodel and name of every port that a part, an expression or a frame refers to."""
    ports: set[tuple[str, str]] = set()
    for leaf in leaves(value):
        if isinstance(leaf, Expression):
            measures = [node.args[0] for node in inputs_of([leaf]) if node.op == "measure"]
            ports |= {pair for measure in measures for pair in ports_in(measure)}
        elif isinstance(leaf, Frame) and isinstance(leaf.body, _StandIn):
            ports.add((leaf.body.submodel, leaf.body.port))
    return ports


@dataclass(frozen=True)
class Wiring:
    """The frames of all ports of a model's submodels, by name of the submodel and name of the port."""

    frames: Mapping[str, Mapping[str, Frame]]

    def wired(self, value: _Value) -> _Value:
        """A part, an expression or a frame with real frames instead of ports."""
        return replaced(value, self._change)

    def _change(self, leaf: Leaf) -> Leaf | Scalar:
        if isinstance(leaf, Expression):
            return with_inputs(leaf, self._wired_input)
        if not isinstance(leaf, Frame) or not isinstance(leaf.body, _StandIn):
            return leaf
        real = self._frame(leaf.body)
        if leaf.pose is ORIGIN:
            return real
        return Frame(real.body, real.pose @ leaf.pose, joined_labels(real.label, leaf.label))

    def _wired_input(self, node: Node) -> Node:
        if node.op != "measure":
            return node
        measure = replaced(node.args[0], self._change)
        return node if measure is node.args[0] else measure_node(measure)

    def _frame(self, body: _StandIn) -> Frame:
        checked_names([body.submodel], self.frames, f"submodel for the port {body.name!r}:")
        checked_names([body.port], self.frames[body.submodel], f"port of submodel {body.submodel!r} called")
        return self.frames[body.submodel][body.port]


@dataclass(frozen=True)
class Instance:
    """A copy of a model: its parts on copied bodies, with a prefix before all names."""

    name: str
    shared: frozenset[Node] = frozenset()
    """Parameters that keep their names."""

    _copies: dict[Body, Body] = field(default_factory=dict)

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All copied bodies."""
        return tuple(self._copies.values())

    def part(self, part: _Named) -> _Named:
        """A part, or a measure, inside this copy."""
        names: dict[str, object] = {field: self._prefixed(getattr(part, field)) for field in part.names_in}
        return with_fields(part, names, self._change)

    def frame(self, frame: Frame) -> Frame:
        """A frame on this copy."""
        return Frame(self._body(frame.body), replaced(frame.pose, self._change), frame.label)

    def _body(self, body: Body) -> Body:
        if body is ground:
            return ground
        if body not in self._copies:
            self._copies[body] = Body(
                f"{self.name}/{body.name}",
                replaced(body.inertia, self._change),
                replaced(body.markers, self._change),
                replaced(body.shape, self._change),
                replaced(body.visual, self._change),
                replaced(body.open_lengths, self._change),
            )
        return self._copies[body]

    def _change(self, leaf: Leaf) -> Leaf | Scalar:
        if isinstance(leaf, Expression):
            return with_inputs(leaf, self._input)
        return self._body(leaf) if isinstance(leaf, Body) else self.frame(leaf)

    def _input(self, node: Node) -> Node:
        if node.op == "parameter" and node not in self.shared:
            name, default = node.args
            return param(f"{self.name}/{name}", default)
        return measure_node(self.part(node.args[0])) if node.op == "measure" else node

    def _prefixed(self, names: str | Iterable[str] | None) -> str | tuple[object, ...] | None:
        """A name, or several, with the prefix; None stays None."""
        if isinstance(names, str) or names is None:
            return names and f"{self.name}/{names}"
        return tuple(map(self._prefixed, names))
