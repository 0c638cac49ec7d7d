"""Lines of equations of a node as one system to be read: text, LaTeX, a notebook, SymPy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.expr.node import Node, Scalar, name_of
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.system_node import SystemNode
from dalembert.modules.touching_model import touching_labels
from dalembert.symbolic.equation_text import LONGEST, Line, aligned, contact_remarks, displayed, rate_name
from dalembert.symbolic.latex_names import distinct_latex, distinct_math, distinct_plain, escaped
from dalembert.symbolic.named_parts import part_name
from dalembert.symbolic.simplify import readable
from dalembert.symbolic.sympy_text import Style
from dalembert.symbolic.sympy_types import SympyExpr

PART_LETTERS = ("w", "part")
"""Letters of parts that have names of their own, the first one that nothing else has."""


@dataclass(frozen=True, eq=False)
class WrittenSystem:
    """Equations, one line each, with the names of a tree; a notebook shows it."""

    lines: tuple[Line, ...]
    style: Style
    finished: bool = True
    """Whether a simplification tried everything in time."""

    note: str = ""
    """Remarks for the reader, such as that time ran out."""

    def text(self) -> str:
        """The equations as plain text, one line each; a note stands at the end."""
        return "\n".join([*(line.text(self.style) for line in self.lines), *([self.note] if self.note else [])])

    def latex(self) -> str:
        """The equations in LaTeX, as one system behind a brace."""
        return "\\left\\{\n" + aligned(self.lines, self.style) + "\n\\right."

    def html(self) -> str:
        """The equations as MathML, one below the other."""
        return displayed(self.lines, self.style, self.note)

    def to_sympy(self) -> tuple[SympyExpr, ...]:
        """The equations as SymPy's, long ones too."""
        return tuple(line.to_sympy() for line in self.lines)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_latex_(self) -> str:
        note = rf"\\ \text{{{escaped(self.note)}}}" if self.note else ""
        return f"$\\displaystyle {self.latex()}{note}$"


def written_system(
    node: SystemNode,
    lines: Sequence[tuple[Scalar, Scalar]],
    seconds: float | None,
    *,
    total: float | None = None,
    n_parts: int = 0,
    notes: Sequence[str] = (),
) -> WrittenSystem:
    """Equations left = right as a system to be read, simplified for at most so many seconds if a time is given.

    total: seconds that the reader gave for all, if more than these.
    """
    entries = [x for line in lines for x in line]
    forms, finished = readable(entries, seconds, longest=LONGEST, collect=node.kinematics.highest)
    both = iter(forms)
    remarks = [*notes, *contact_remarks(touching_labels(node.touching))]
    if not finished:
        remarks.insert(
            0, f"Simplification ran out of time after {total or seconds:g} s; parts may be unsimplified."
        )
    return WrittenSystem(
        tuple(Line(next(both), next(both)) for _ in lines),
        style_of_node(node, n_parts),
        finished,
        " ".join(remarks),
    )


def style_of_node(node: SystemNode, n_parts: int = 0) -> Style:
    """How the variables of a tree are written: rates with dots, so many parts w with numbers."""
    kinematics = node.kinematics
    coordinate = {name_of(rate): name_of(x) for x, rate in trivial_rates(node)}
    orders = {name: (name, 0) for name in (*kinematics.coordinates, *node.inputs, *node.parameters)}
    orders |= {rate_name(name): (name, 1) for name in (*kinematics.coordinates, *kinematics.speeds)}
    for speed in (*kinematics.coordinates, *kinematics.speeds):
        of, order = speed, 0
        while of in coordinate:
            of, order = coordinate[of], order + 1
        orders[speed] = (of, order)
        orders[rate_name(speed)] = (of, order + 1)
        orders |= {f"{speed}{primes}": (of, order + len(primes)) for primes in ("'", "''")}
    orders |= {name_of(x): (name_of(x), 0) for x in kinematics.highest if name_of(x) not in orders}
    letter = next(x for x in (*PART_LETTERS, ".part") if not any(y.startswith(x) for y in orders))
    orders |= {part_name(k): (f"{letter}{k}", 0) for k in range(1, n_parts + 1)}
    keys = list(dict.fromkeys(orders.values()))
    typeset, typed, drawn = distinct_latex(keys), distinct_plain(keys), distinct_math(keys)
    latex = {name: typeset[key] for name, key in orders.items()}
    text = {name: typed[key] for name, key in orders.items()}
    math = {name: drawn[key] for name, key in orders.items()}
    highest = tuple(map(name_of, kinematics.highest))
    return Style(latex, text, (kinematics.coordinates, kinematics.speeds, node.inputs, highest), math)


def trivial_rates(node: SystemNode) -> list[tuple[Node, Node]]:
    """Coordinates whose rate is a variable, with this variable: a speed, or of an extended tree a coordinate."""
    kinematics = node.kinematics
    later = {name: k for k, name in enumerate((*kinematics.coordinates, *kinematics.speeds))}
    first: dict[str, tuple[Node, Node]] = {}
    for name in kinematics.coordinates:
        rate = node.rates[name]
        # a rate that two coordinates share is written for the second; in rates that go round, none is a beginning
        if isinstance(rate, Node) and rate.op == "symbol" and later.get(name_of(rate), -1) > later[name]:
            first.setdefault(name_of(rate), (symbol(name), rate))
    return list(first.values())


def rate_lines(node: SystemNode) -> list[tuple[Scalar, Scalar]]:
    """q̇ = … for coordinates whose rate is no speed itself, and u̇ = … where accelerations have own names."""
    simple = {name_of(x) for x, _ in trivial_rates(node)}
    names = [name for name in node.kinematics.coordinates if name not in simple]
    if node.kinematics.has_own_accelerations:
        names += node.kinematics.speeds
    return [(symbol(rate_name(name)), node.rates[name]) for name in names]
