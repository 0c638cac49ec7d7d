"""States in which the independent variables of a node do not determine the others, found and told."""

from __future__ import annotations

from collections.abc import Iterable

from dalembert.expr.node import Node
from dalembert.modules.explicit_tree import PlainComplement
from dalembert.modules.symbolic_solution import SymbolicSolver, unchanged
from dalembert.modules.system_node import SystemNode
from dalembert.modules.vanishing import vanishing
from dalembert.modules.written_system import style_of_node
from dalembert.symbolic.equation_text import LONGEST
from dalembert.symbolic.short_forms import written_sizes
from dalembert.symbolic.simplify import readable
from dalembert.symbolic.sympy_text import written

MOST_DENOMINATORS = 8
"""Denominators, the shortest ones, that are tried for zeros."""

LARGEST_DENOMINATOR = 150
"""Operations up to which a denominator is tried for zeros."""


def singular_choices(root: SystemNode) -> tuple[str, ...]:
    """A sentence for each node of a tree whose independent variables fail in some state that its rows allow."""
    plain = root.with_complements(lambda x: PlainComplement(x.complement, SymbolicSolver(x.name, unchanged)))
    sentences = []
    for node in plain.nodes():
        if not node.constraints:
            continue
        assert isinstance(node.complement, PlainComplement)
        _ = node.C
        short, n_long = short_denominators(node.complement.solver)
        chosen = ", ".join(node.independent) or "no variables"
        if zeros := vanishing(root, short):
            sentences.append(
                f"{node.name}: {chosen} do not determine the others where {told(root, zeros)} vanishes"
            )
        if n_long:
            sentences.append(f"{node.name}: zeros were not looked for in long denominators, {n_long} of them")
    return tuple(sentences)


def short_denominators(solver: SymbolicSolver) -> tuple[list[Node], int]:
    """The shortest denominators of a solver, and the number of further ones."""
    pivots = [x for x in dict.fromkeys(solver.pivots) if isinstance(x, Node)]
    sizes = written_sizes(pivots)
    short = sorted((k for k in range(len(pivots)) if sizes[k] <= LARGEST_DENOMINATOR), key=lambda k: sizes[k])
    chosen = [pivots[k] for k in short[:MOST_DENOMINATORS]]
    return chosen, len(pivots) - len(chosen)


def told(node: SystemNode, zeros: Iterable[Node]) -> str:
    """Denominators as they are read, one after the other."""
    forms, _ = readable(list(zeros), None, longest=LONGEST)
    style = style_of_node(node)
    return " or ".join(dict.fromkeys(written(form, style, plain=True) for form in forms))
