"""From expressions to SymPy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dalembert.expr.node import Expression, name_of, traverse
from dalembert.expr.operations import CALLS, LEAVES
from dalembert.symbolic.array_forms import arranged, scalars_of
from dalembert.symbolic.constructors import construct, constructors
from dalembert.symbolic.numbers import fraction, sympy_constant
from dalembert.symbolic.symbol_names import by_name, claim

_LARGE = 500
"""Operations, written out, above which SymPy only puts together and no longer rearranges while building."""


def to_sympy(x: Any, names: Mapping[Any, Any] | None = None) -> Any:
    """SymPy form of a node, number or condition, or of an array of them.

    Vectors become matrices of one column, matrices stay matrices, all other arrays (more axes, conditions)
    are `sympy.Array`. Inputs become real symbols of their name; `names` maps an input (or its name) to
    another name or to the SymPy expression that stands for it. Constants that are simple fractions become
    exact: 0.5 is 1/2. An entry of a routine's result is an undefined function of the operands:
    `solve_0(x, y)`.
    """
    entries, shape = scalars_of(x)
    return arranged(sympy_forms(entries, by_name(names), fraction), shape)


def sympy_forms(roots: list[Any], names: dict[str, Any], number: Callable[[float], Any]) -> list[Any]:
    """SymPy forms of the roots; what they share is converted once."""
    makers, order = constructors(), traverse(roots)
    sizes = sizes_up_to(_LARGE + 1, order)
    taken: dict[str, Any] = {}
    made: dict[Expression, Any] = {}

    def operand(x: Any) -> Any:
        return made[x] if isinstance(x, Expression) else sympy_constant(x, number)

    for x in order:
        if x.op in LEAVES:
            made[x] = _input(x, names, taken)
        elif x.op in CALLS:
            made[x] = _call(x, operand, taken)
        else:
            made[x] = construct(makers[x.op], [operand(a) for a in x.args], sizes[x] <= _LARGE)
    return [operand(x) for x in roots]


def sizes_up_to(limit: int, order: Iterable[Expression]) -> dict[Expression, int]:
    """How many operations each expression has when written out without sharing; counted up to a limit.

    Operands come before what contains them.
    """
    sizes: dict[Expression, int] = {}
    for x in order:
        operands = [a for a in x.args if isinstance(a, Expression)] if x.op not in LEAVES else []
        sizes[x] = min(limit, sum(sizes[a] for a in operands) + (x.op not in LEAVES))
    return sizes


def _input(x: Expression, names: dict[str, Any], taken: dict[str, Any]) -> Any:
    import sympy

    if x.op == "constant":
        return sympy.S.Zero
    name = names.get(name_of(x), name_of(x))
    if isinstance(name, sympy.Basic):
        return name
    claim(name, x, taken)
    return sympy.Symbol(name, real=True)


def _call(x: Expression, operand: Callable[[Any], Any], taken: dict[str, Any]) -> Any:
    import sympy

    call, index = x.args if x.op == "element" else (x, None)
    routine, *operands = call.args
    claim(f"{routine.name}(…)", routine, taken)
    name = routine.name if index is None else f"{routine.name}_{index}"
    return construct(sympy.Function(name), [operand(a) for a in operands], evaluate=False)
