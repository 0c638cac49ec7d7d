"""LaTeX of expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from dalembert.arrays import ArrayLike
from dalembert.errors import ExpressionError
from dalembert.expr.node import Expression, Node, Scalar, Truth, inputs_of, name_of, traverse
from dalembert.symbolic.array_forms import arranged, scalars_of
from dalembert.symbolic.latex_names import distinct_latex
from dalembert.symbolic.numbers import short_number
from dalembert.symbolic.symbol_names import by_name, input_name
from dalembert.symbolic.sympy_printing import sympy_latex
from dalembert.symbolic.to_sympy import sizes_up_to, sympy_forms

_READABLE = 20_000
"""Operations, written out, above which nobody reads LaTeX."""

Input: TypeAlias = Node | str
"""A symbol, parameter or time, or its name."""


def latex(
    x: Scalar | Truth | ArrayLike,
    rates: Mapping[Input, Input | tuple[Input, int]] | None = None,
    *,
    names: Mapping[Input, str] | None = None,
) -> str:
    r"""LaTeX of a node, number or condition, or of an array of them.

    `rates` tells which symbols are rates of others, by node or name: with {u: q, a: u} the symbol u prints
    as \dot{q} and a as \ddot{q}; {a: (q, 2)} says the same at once. `names` gives inputs LaTeX of
    their own.

    Parameters
    ----------
    x : expression, condition, number or array
        What is written.
    rates : dict, optional
        Which symbols are rates of others, by node or name: with {u: q, a: u} the symbol u prints as
        \dot{q} and a as \ddot{q}; {a: (q, 2)} says the same at once. Default none.
    names : dict of str, optional
        LaTeX of your own for inputs, by node or name; default their names.

    Examples
    --------
    >>> import dalembert as da
    >>> x, v = da.expr.symbols("x v")
    >>> print(da.expr.latex(v * da.sin(x), rates={v: x}))
    \dot{x} \sin{\left(x \right)}
    """
    import sympy

    entries, shape = scalars_of(x)
    sizes = sizes_up_to(_READABLE + 1, traverse(entries))
    if sum(sizes[entry] for entry in entries if isinstance(entry, Expression)) > _READABLE:
        raise ExpressionError(f"written out, there are more than {_READABLE} operations; print parts of it")
    texts = _input_texts(inputs_of(entries), _rate_table(rates), by_name(names))
    style = {
        "symbol_names": {sympy.Symbol(name, real=True): text for name, text in texts.items()},
        # words in a row need a space between them
        "mul_symbol": r" \, " if any(r"\mathrm" in x or r"\text" in x for x in texts.values()) else None,
    }
    try:
        return sympy_latex(arranged(sympy_forms(entries, {}, short_number), shape), **style)
    except RecursionError:
        raise ExpressionError("the expression is nested too deeply for LaTeX; print parts of it") from None


def _input_texts(
    inputs: Sequence[Node], rates: dict[str, tuple[str, int]], texts: dict[str, str]
) -> dict[str, str]:
    """LaTeX by name: the text among `texts`, else the coordinate with as many dots as differentiations."""
    keys = {name: (name, 0) if name in texts else _coordinate(name, rates) for name in map(name_of, inputs)}
    owners: dict[tuple[str, int], str] = {}
    for name, (coordinate, order) in keys.items():
        if (other := owners.setdefault((coordinate, order), name)) != name:
            raise ExpressionError(
                f"{other!r} and {name!r} would both be written as {coordinate!r} with {order} dots"
            )
    latex_of = distinct_latex(keys.values(), texts)
    return {name: latex_of[key] for name, key in keys.items()}


def _rate_table(rates: Mapping[Input, Input | tuple[Input, int]] | None) -> dict[str, tuple[str, int]]:
    table = {}
    for rate, of in (rates or {}).items():
        coordinate, order = of if isinstance(of, tuple) else (of, 1)
        table[input_name(rate)] = (input_name(coordinate), int(order))
    return table


def _coordinate(name: str, rates: dict[str, tuple[str, int]]) -> tuple[str, int]:
    """The coordinate that this is a rate of, and how often it is differentiated."""
    total, passed = 0, [name]
    while name in rates:
        name, order = rates[name]
        total += order
        if name in passed:
            raise ExpressionError(f"the rates run in a circle: {' → '.join([*passed, name])}")
        passed.append(name)
    return name, total
