"""Explanation of the recursive algorithm node by node, in words and matrices."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from dalembert.modules.labelled_matrix import LabelledMatrix
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.system_node import SystemNode

logger = logging.getLogger(__name__)

ORDERS = ("coordinates", "speeds", "accelerations")


@dataclass(frozen=True, eq=False)
class NodeStep:
    """A step of the algorithm at a node: title, result, and time."""

    node: str
    title: str
    result: LabelledMatrix | str
    """A `LabelledMatrix`, or lines of text."""

    seconds: float

    def text(self, simplify: float | None = None) -> str:
        """Title and result as text; entries are simplified for at most `simplify` seconds, not at all if None."""
        text = self.result.text(simplify) if isinstance(self.result, LabelledMatrix) else str(self.result)
        return f"{self.title}\n" + "\n".join(f"    {line}" for line in text.splitlines())


@dataclass(frozen=True, eq=False)
class Explanation:
    """Steps of the recursive algorithm for a tree of systems, leaves first."""

    steps: tuple[NodeStep, ...]

    def text(self, simplify: float | None = None) -> str:
        """All steps as text; entries are simplified for at most `simplify` seconds each, not at all if None."""
        lines, node = [], ""
        for step in self.steps:
            if step.node != node:
                node = step.node
                lines.append(f"{node}\n{'=' * len(node)}")
            lines.append(step.text(simplify))
        return "\n\n".join(lines) + "\n"

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds for the steps of each node, by name."""
        seconds: dict[str, float] = {}
        for step in self.steps:
            seconds[step.node] = seconds.get(step.node, 0.0) + step.seconds
        return seconds

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Explanation of {', '.join(dict.fromkeys(step.node for step in self.steps))}>"


def explained(root: SystemNode) -> Explanation:
    """Steps of the recursive algorithm at all nodes of a tree; each is logged with its time, as progress."""
    steps = []
    for node in root.nodes():
        for title, make in _steps(node):
            start = perf_counter()
            result = make()
            step = NodeStep(node.name, title, result, perf_counter() - start)
            logger.info("%s: %s (%.3f s)", node.name, title, step.seconds)
            steps.append(step)
    return Explanation(tuple(steps))


def _steps(node: SystemNode) -> Iterator[tuple[str, Callable[[], LabelledMatrix | str]]]:
    kind = "extra variables" if node.children else "variables"
    yield f"1. {kind}, by order", lambda: _variables(node.own_kinematics)
    if node.own_kinematics.coordinates:
        yield "2. rates of the coordinates", lambda: _rates(node)
    order = f"constraints, affine from order ν° = {node.constraint_order} on: A a + b = 0"
    if not node.constraints:
        yield "3. no constraints of its own: C = 1", lambda: f"independent: {', '.join(node.independent)}"
    else:
        yield (
            f"3. {order}",
            lambda: "\n".join(f"{constraint.name}: {constraint.row.kind}" for constraint in node.constraints),
        )
        yield "   A", lambda: node.A
        yield "   b", lambda: node.b
    if node.children:
        names = ", ".join(child.name for child in node.children)
        yield f"4. R: ones on its own variables, S of {names}", lambda: node.R
    if node.constraints:
        yield "5. B = A R: its constraints in the variables left free", lambda: node.B
        yield "6. C, the orthogonal complement: B C = 0", lambda: node.C
    if node.motion is not None:
        motion = node.motion
        yield "   V of the motion variables", lambda: motion.V
        yield "   their effective forces f′", lambda: motion.forces
    yield "7. f: effective forces along the variables left free", lambda: node.f
    yield "8. f̄ = Cᵀ f, which is zero along every motion", lambda: node.f_bar
    if node.children or node.constraints:
        yield f"9. S = R C, {node.degrees_of_freedom} degrees of freedom", lambda: node.S


def _variables(kinematics: Kinematics) -> str:
    groups = (kinematics.coordinates, kinematics.speeds, tuple(map(repr, kinematics.highest)))
    lines = [
        f"{k} {word}: {', '.join(names)}"
        for k, (word, names) in enumerate(zip(ORDERS, groups, strict=True))
        if names
    ]
    return "\n".join(lines) or "none"


def _rates(node: SystemNode) -> str:
    coordinates = set(node.own_kinematics.coordinates)
    return "\n".join(f"{name}' = {rate!r}" for name, rate in node.rates.items() if name in coordinates)
