"""Copies of a model's parts under a name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dalembert.expr.node import Expression, Node
from dalembert.expr.symbol_nodes import param
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.contents import Leaf, replaced, with_fields, with_inputs
from dalembert.model.measures import measure_node


@dataclass(frozen=True)
class Instance:
    """One copy of a model: the same parts on copied bodies, with a prefix before all names."""

    name: str
    shared: frozenset[Node] = frozenset()
    """Parameters that keep their names."""

    _copies: dict[Body, Body] = field(default_factory=dict)

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All copied bodies."""
        return tuple(self._copies.values())

    def part(self, part: Any) -> Any:
        """A part, or a measure, inside this copy."""
        names = {field: self._prefixed(getattr(part, field)) for field in part.names_in}
        return with_fields(part, names, self._change)

    def frame(self, frame: Frame) -> Frame:
        """A frame on this copy."""
        return Frame(self._body(frame.body), replaced(frame.pose, self._change), frame.label)

    def _body(self, body: Body) -> Body:
        if body is ground:
            return ground
        if body not in self._copies:
            fields = (body.inertia, body.markers, body.shape, body.visual, body.open_lengths)
            own = (replaced(value, self._change) for value in fields)
            self._copies[body] = Body(self._prefixed(body.name), *own)
        return self._copies[body]

    def _change(self, leaf: Leaf) -> Any:
        if isinstance(leaf, Expression):
            return with_inputs(leaf, self._input)
        return self._body(leaf) if isinstance(leaf, Body) else self.frame(leaf)

    def _input(self, node: Any) -> Any:
        if node.op == "parameter" and node not in self.shared:
            name, default = node.args
            return param(self._prefixed(name), default)
        return measure_node(self.part(node.args[0])) if node.op == "measure" else node

    def _prefixed(self, names: Any) -> Any:
        """A name, or several, with the prefix; None stays None."""
        if isinstance(names, str) or names is None:
            return names and f"{self.name}/{names}"
        return tuple(map(self._prefixed, names))
