"""SymPy expressions as LaTeX or plain text, with names and an order of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert.symbolic.latex_text import latex_text
from dalembert.symbolic.long import Long, told_operations
from dalembert.symbolic.math_tree import element, math_tree
from dalembert.symbolic.order import has_decimals, ordered
from dalembert.symbolic.plain_text import plain_text


@dataclass(frozen=True)
class Style:
    """How inputs are written, and where they stand.

    `order` has groups of inputs, accelerations last: in products later groups stand further to the right,
    parameters before all; in sums terms with the last group come first.
    """

    latex: Mapping[str, str]
    text: Mapping[str, str]
    order: tuple[tuple[str, ...], ...] = ()
    math: Mapping[str, Any] = field(default_factory=dict)
    """As MathML, in nested lists."""


def written_math(x: Any, style: Style) -> Any:
    """MathML of a SymPy expression, as nested lists; of a `Long` one how many operations it has."""
    if isinstance(x, Long):
        return element("mtext", f"({told_operations(x.operations)})")
    return math_tree(_in_order(x, style), style.math)


def _in_order(x: Any, style: Style) -> Any:
    ranks = {name: (k, i) for k, group in enumerate(style.order) for i, name in enumerate(group)}
    return ordered(x, ranks, len(style.order) - 1, among_decimals=has_decimals(x))


def written(x: Any, style: Style, *, plain: bool = False) -> str:
    """LaTeX of a SymPy expression, or text in one line if `plain`; of a `Long` one how many operations it has."""
    if isinstance(x, Long):
        told = told_operations(x.operations)
        return f"({told})" if plain else rf"\text{{({told})}}"
    x = _in_order(x, style)
    if plain:
        return plain_text(x, style.text)
    names = {y: style.latex[y.name] for y in x.free_symbols if y.name in style.latex}
    # words in a row need a space between them
    space = r" \, " if any(r"\mathrm" in text or r"\text" in text for text in names.values()) else None
    return latex_text(x, symbol_names=names, mul_symbol=space, order="none")
