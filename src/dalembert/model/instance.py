"""Copies of a model's parts under a name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from dalembert.expr.node import Expression, Node, Scalar
from dalembert.expr.symbols import param
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.contents import Leaf, replaced, with_fields, with_inputs
from dalembert.model.measures import Measure, measure_node
from dalembert.model.part import Part

_Named = TypeVar("_Named", bound=Part | Measure)


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
