"""Summands and factors in the order in which people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from dalembert.symbolic.numbers import short_number


def ordered(x: Any, ranks: Mapping[str, tuple[int, int]], last: int, *, among_decimals: bool = False) -> Any:
    """The same expression with summands, factors and numbers as people write them."""
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


def has_decimals(x: Any) -> bool:
    """Whether some number is written with decimals."""
    import sympy

    return any(short_number(float(number)).is_Float for number in x.atoms(sympy.Rational, sympy.Float))


def _factor_rank(x: Any, ranks: Mapping[str, tuple[int, int]]) -> tuple[Any, ...]:
    """Numbers, parameters, sums, functions, then the variables in their order."""
    base = x.args[0] if x.is_Pow else x
    if x.is_Number:
        return (0,)
    if base.is_Symbol:
        return (4, *ranks[base.name]) if base.name in ranks else (1, base.name.lower(), base.name)
    return 2 if base.is_Add else 3, x.sort_key()


def _summand_rank(x: Any, ranks: Mapping[str, tuple[int, int]], last: int) -> tuple[Any, ...]:
    """Terms with a variable of the last group, positive terms, negative ones."""
    group, index = max((ranks.get(y.name, (-1, 0)) for y in _bases(x)), default=(-1, 0))
    return group != last, group != last and x.could_extract_minus_sign(), -group, index, x.sort_key()


def _bases(x: Any) -> Iterable[Any]:
    """Symbols outside of functions."""
    if x.is_Symbol:
        yield x
    elif x.is_Mul or x.is_Pow or x.is_Add:
        for a in x.args:
            yield from _bases(a)
