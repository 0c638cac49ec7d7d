"""Ports: frames that a model offers to the model it stands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert.errors import ModelError
from dalembert.expr.node import Expression, inputs_of
from dalembert.model.bodies import ORIGIN, Body, Frame, joined_labels
from dalembert.model.contents import Leaf, leaves, replaced, with_inputs
from dalembert.model.measure import measure_node
from dalembert.state import checked_names


@dataclass(frozen=True, eq=False)
class _StandIn(Body):
    """What a port of a submodel is on, until a model says which body that is."""

    submodel: str = ""
    port: str = ""


def port(submodel: str, name: str) -> Frame:
    """The frame that a submodel offers under this name, for use in the model that the submodel stands in."""
    for given in (submodel, name):
        if not isinstance(given, str):
            raise ModelError(f"a port is given by two names, port('left', 'hub'), not by {given!r}")
    return Frame(_StandIn(f"{submodel}[{name}]", submodel=submodel, port=name))


def ports_in(value: Any) -> set[tuple[str, str]]:
    """Submodel and name of every port that a part, an expression or a frame refers to."""
    found: set[tuple[str, str]] = set()
    for leaf in leaves(value):
        if isinstance(leaf, Expression):
            measures = [node.args[0] for node in inputs_of([leaf]) if node.op == "measure"]
            found |= {pair for measure in measures for pair in ports_in(measure)}
        elif isinstance(leaf, Frame) and isinstance(leaf.body, _StandIn):
            found.add((leaf.body.submodel, leaf.body.port))
    return found


@dataclass(frozen=True)
class Wiring:
    """The frames of all ports of a model's submodels, by name of the submodel and name of the port."""

    frames: Mapping[str, Mapping[str, Frame]]

    def wired(self, value: Any) -> Any:
        """A part, an expression or a frame with real frames instead of ports."""
        return replaced(value, self._change)

    def _change(self, leaf: Leaf) -> Any:
        if isinstance(leaf, Expression):
            return with_inputs(leaf, self._wired_input)
        if not isinstance(leaf, Frame) or not isinstance(leaf.body, _StandIn):
            return leaf
        real = self._frame(leaf.body)
        if leaf.pose is ORIGIN:
            return real
        return Frame(real.body, real.pose @ leaf.pose, joined_labels(real.label, leaf.label))

    def _wired_input(self, node: Any) -> Any:
        if node.op != "measure":
            return node
        measure = replaced(node.args[0], self._change)
        return node if measure is node.args[0] else measure_node(measure)

    def _frame(self, body: _StandIn) -> Frame:
        checked_names([body.submodel], self.frames, f"submodel for the port {body.name!r}:")
        checked_names([body.port], self.frames[body.submodel], f"port of submodel {body.submodel!r} called")
        return self.frames[body.submodel][body.port]
