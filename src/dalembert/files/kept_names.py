"""Names that a file gives to frames and expressions, as they stand for those of a model that is saved over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.symbol_nodes import param
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.measure import measure_node
from dalembert.model.model import Model
from dalembert.model.part_contents import Leaf, leaves, replaced, with_inputs
from dalembert.model.submodels import port_of


@dataclass(frozen=True)
class KeptNames:
    """Bodies, ports and parameters of a model, which names of a file are about; bodies are known by their names.

    Names about a body or a port that the model does not have are not kept.
    """

    bodies: Mapping[str, Body]
    ports: frozenset[tuple[str, str]]
    parameters: Mapping[str, float]

    @classmethod
    def of(cls, model: Model) -> KeptNames:
        """The names of the model that is saved."""
        ports = frozenset((child.name, name) for child in model.children for name in child.model.ports)
        return cls({body.name: body for body in (*model.carried, ground)}, ports, model.parameters)

    def expressions(self, names: Mapping[Node, str]) -> dict[Node, str]:
        """Expressions of the file, over bodies of the model and with its default values."""
        renewed = {self._change(node): name for node, name in names.items()}
        return {x: name for x, name in renewed.items() if isinstance(x, Node) and self._has(x)}

    def frames(self, frames: Mapping[str, Frame]) -> dict[str, Frame]:
        """Frames of the file, on bodies of the model."""
        renewed = {name: replaced(frame, self._change) for name, frame in frames.items()}
        return {name: frame for name, frame in renewed.items() if self._has(frame)}

    def _has(self, value: object) -> bool:
        """Whether the model has all bodies and ports of a frame or an expression."""
        return all(self._has_body(x) for x in _contents(value) if isinstance(x, Body))

    def _has_body(self, body: Body) -> bool:
        if (port := port_of(body)) is not None:
            return port in self.ports
        return self.bodies.get(body.name) is body

    def _change(self, leaf: Leaf) -> Leaf | Scalar:
        if isinstance(leaf, Expression):
            return with_inputs(leaf, self._input)
        if isinstance(leaf, Frame):
            return Frame(self._body(leaf.body), replaced(leaf.pose, self._change), leaf.label)
        return self._body(leaf)

    def _body(self, body: Body) -> Body:
        return body if port_of(body) is not None else self.bodies.get(body.name, body)

    def _input(self, node: Node) -> Node:
        if node.op == "measure":
            return measure_node(replaced(node.args[0], self._change))
        if node.op == "parameter" and node.args[0] in self.parameters:
            return param(node.args[0], self.parameters[node.args[0]])
        return node


def parameters_of(values: object) -> dict[str, float]:
    """Names and default values of the parameters of frames and expressions, however deep."""
    return dict(x.args for x in _contents(values) if isinstance(x, Node) and x.op == "parameter")


def _contents(value: object) -> Iterator[Body | Node]:
    """Bodies and inputs of frames and expressions, those of the places that measures are about too."""
    for leaf in leaves(value):
        if isinstance(leaf, Frame):
            yield leaf.body
            yield from _contents(leaf.pose)
        elif isinstance(leaf, Expression):
            for node in inputs_of([leaf]):
                yield from _contents(node.args[0]) if node.op == "measure" else (node,)
        else:
            yield leaf
