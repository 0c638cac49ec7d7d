"""SymPy expressions as LaTeX or plain text, with names and an order of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from dalembert.symbolic.math_tree import Tree, element, math_tree
from dalembert.symbolic.numbers import short_number
from dalembert.symbolic.sympy_printing import sympy_latex, sympy_text
from dalembert.symbolic.sympy_types import SympyExpr
from dalembert.symbolic.too_long import Long, told_operations


@dataclass(frozen=True)
class Style:
    """How inputs are written, and where they stand.

    `order` has groups of inputs, accelerations last: in products later groups stand further to the right,
    parameters before all; in sums terms with the last group come first.
    """

    latex: Mapping[str, str]
    text: Mapping[str, str]
    order: tuple[tuple[str, ...], ...] = ()
    math: Mapping[str, Tree] = field(default_factory=dict)
    """As MathML, in nested lists."""


def written_math(x: SympyExpr | Long, style: Style) -> Tree:
    """MathML of a SymPy expression, as nested lists; of a `Long` one how many operations it has."""
    if isinstance(x, Long):
        return element("mtext", f"({told_operations(x.operations)})")
    return math_tree(_in_order(x, style), style.math)


def _in_order(x: SympyExpr, style: Style) -> SympyExpr:
    ranks = {name: (k, i) for k, group in enumerate(style.order) for i, name in enumerate(group)}
    return ordered(x, ranks, len(style.order) - 1, among_decimals=has_decimals(x))


def written(x: SympyExpr | Long, style: Style, *, plain: bool = False) -> str:
    """LaTeX of a SymPy expression, or text in one line if `plain`; of a `Long` one how many operations it has."""
    if isinstance(x, Long):
        told = told_operations(x.operations)
        return f"({told})" if plain else rf"\text{{({told})}}"
    x = _in_order(x, style)
    if plain:
        return sympy_text(x, style.text)
    names = {y: style.latex[y.name] for y in x.free_symbols if y.name in style.latex}
    # words in a row need a space between them
    space = r" \, " if any(r"\mathrm" in text or r"\text" in text for text in names.values()) else None
    return sympy_latex(x, symbol_names=names, mul_symbol=space, order="none")


# ---- summands and factors in the order in which people write them


def ordered(
    x: SympyExpr, ranks: Mapping[str, tuple[int, int]], last: int, *, among_decimals: bool = False
) -> SympyExpr:
    """The expression with summands, factors and numbers as people write them."""
    import sympy

    if x.is_Rational or x.is_Float:
        return short_number(float(x), among_decimals=among_decimals)
    if not x.args or not isinstance(x, sympy.Expr):
        return x
    within = partial(ordered, ranks=ranks, last=last, among_decimals=among_decimals)
    if x.is_Pow:
        return sympy.Pow(within(x.base), x.exp, evaluate=False)
    args = [within(a) for a in x.args]
    if x.is_Mul:
        return sympy.Mul(*sorted(args, key=lambda a: _factor_rank(a, ranks)), evaluate=False)
    if x.is_Add:
        return sympy.Add(*sorted(args, key=lambda a: _summand_rank(a, ranks, last)), evaluate=False)
    return x.func(*args, evaluate=False) if isinstance(x, sympy.sin | sympy.cos) else x


def has_decimals(x: SympyExpr) -> bool:
    """Whether some number is written with decimals."""
    import sympy

    return any(short_number(float(number)).is_Float for number in x.atoms(sympy.Rational, sympy.Float))


def _factor_rank(x: SympyExpr, ranks: Mapping[str, tuple[int, int]]) -> tuple[object, ...]:
    """Numbers, parameters, sums, functions, then the variables in their order."""
    base = x.args[0] if x.is_Pow else x
    if x.is_Number:
        return (0,)
    if base.is_Symbol:
        return (4, *ranks[base.name]) if base.name in ranks else (1, base.name.lower(), base.name)
    return 2 if base.is_Add else 3, x.sort_key()


def _summand_rank(x: SympyExpr, ranks: Mapping[str, tuple[int, int]], last: int) -> tuple[object, ...]:
    """Terms with a variable of the last group, positive terms, negative ones."""
    group, index = max((ranks.get(y.name, (-1, 0)) for y in _bases(x)), default=(-1, 0))
    return group != last, group != last and x.could_extract_minus_sign(), -group, index, x.sort_key()


def _bases(x: SympyExpr) -> Iterable[SympyExpr]:
    """Symbols outside of functions."""
    if x.is_Symbol:
        yield x
    elif x.is_Mul or x.is_Pow or x.is_Add:
        for a in x.args:
            yield from _bases(a)
