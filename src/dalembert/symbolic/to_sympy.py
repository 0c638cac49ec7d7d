"""From expressions to SymPy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from dalembert.arrays import ArrayLike
from dalembert.expr.node import Expression, Node, Scalar, Truth, name_of, traverse
from dalembert.expr.operations import CALLS, LEAVES
from dalembert.symbolic.array_forms import arranged, scalars_of
from dalembert.symbolic.numbers import fraction, sympy_constant
from dalembert.symbolic.symbol_names import by_name, claim
from dalembert.symbolic.sympy_types import SympyArray, SympyConstructor, SympyExpr

_LARGE = 500
"""Operations, written out, above which SymPy only puts together and no longer rearranges while building."""


def to_sympy(
    x: Scalar | Truth | ArrayLike, names: Mapping[Node | str, str | SympyExpr] | None = None
) -> SympyArray:
    """SymPy form of a node, number or condition, or of an array of them.

    Vectors become matrices of one column, matrices stay matrices, all other arrays (more axes, conditions) are
    `sympy.Array`. Inputs become real symbols of their name. Constants that are simple fractions become exact:
    0.5 is 1/2. An entry of a routine's result is an undefined function of the operands: `solve_0(x, y)`.

    Parameters
    ----------
    x : expression, condition, number or array
        What is translated.
    names : dict of str or SymPy expressions, optional
        What stands for an input, by node or by name; default a real symbol of its name.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> print(da.expr.to_sympy(0.5 * da.sin(x) ** 2))
    sin(x)**2/2
    """
    entries, shape = scalars_of(x)
    return arranged(sympy_forms(entries, by_name(names), fraction), shape)


def sympy_forms(
    roots: Sequence[Scalar | Truth], names: Mapping[str, str | SympyExpr], number: Callable[[float], SympyExpr]
) -> list[SympyExpr]:
    """SymPy forms of the roots; subexpressions that they share are converted once."""
    makers, order = constructors(), traverse(roots)
    sizes = sizes_up_to(_LARGE + 1, order)
    taken: dict[str, object] = {}
    forms: dict[Expression, SympyExpr] = {}

    def operand(x: Scalar | Truth) -> SympyExpr:
        return forms[x] if isinstance(x, Expression) else sympy_constant(x, number)

    for x in order:
        if x.op in LEAVES:
            forms[x] = _input(x, names, taken)
        elif x.op in CALLS:
            forms[x] = _call(x, operand, taken)
        else:
            forms[x] = construct(makers[x.op], [operand(a) for a in x.args], sizes[x] <= _LARGE)
    return [operand(x) for x in roots]


def sizes_up_to(limit: int, order: Iterable[Expression]) -> dict[Expression, int]:
    """How many operations each expression has when written out without sharing; counted up to a limit.

    In the order, operands come before the expressions that contain them.
    """
    sizes: dict[Expression, int] = {}
    for x in order:
        operands = [a for a in x.args if isinstance(a, Expression)] if x.op not in LEAVES else []
        sizes[x] = min(limit, sum(sizes[a] for a in operands) + (x.op not in LEAVES))
    return sizes


def _input(x: Expression, names: Mapping[str, str | SympyExpr], taken: dict[str, object]) -> SympyExpr:
    import sympy

    if x.op == "constant":
        return sympy.S.Zero
    name = names.get(name_of(x), name_of(x))
    if isinstance(name, sympy.Basic):
        return name
    claim(name, x, taken)
    return sympy.Symbol(name, real=True)


def _call(x: Expression, operand: Callable[[Any], SympyExpr], taken: dict[str, object]) -> SympyExpr:
    import sympy

    call, index = x.args if x.op == "element" else (x, None)
    routine, *operands = call.args
    claim(f"{routine.name}(…)", routine, taken)
    name = routine.name if index is None else f"{routine.name}_{index}"
    return construct(sympy.Function(name), [operand(a) for a in operands], evaluate=False)


# ---- SymPy forms of the operations


def construct(constructor: SympyConstructor, operands: list[SympyExpr], evaluate: bool) -> SympyExpr:
    """The SymPy expression, arranged by SymPy's rules if it is small enough for that."""
    try:
        form = constructor(*operands, evaluate=evaluate)
    except RecursionError:
        form = constructor(*operands, evaluate=False)
    # SymPy finds these by recursion; asked at every level, each question goes one level deep
    hash(form), form.is_commutative
    return form


def constructors() -> dict[str, SympyConstructor]:
    """Constructors of SymPy forms by operation; forms that SymPy is slow to rearrange stay as written."""
    import sympy as sy

    minus, half = sy.S.NegativeOne, sy.S.Half

    def difference(a: SympyExpr, b: SympyExpr, evaluate: bool) -> SympyExpr:
        return sy.Add(a, sy.Mul(minus, b, evaluate=evaluate), evaluate=evaluate)

    arranged = {
        "add": sy.Add, "sub": difference, "mul": sy.Mul, "pow": sy.Pow,
        "neg": lambda a, evaluate: sy.Mul(minus, a, evaluate=evaluate),
        "inv": lambda a, evaluate: sy.Pow(a, minus, evaluate=evaluate),
        "sqrt": lambda a, evaluate: sy.Pow(a, half, evaluate=evaluate),
        "sin": sy.sin, "cos": sy.cos, "tan": sy.tan, "asin": sy.asin, "acos": sy.acos, "exp": sy.exp,
        "log": sy.log, "sinh": sy.sinh, "cosh": sy.cosh, "tanh": sy.tanh,
        "min": partial(_lattice, sy.Min), "max": partial(_lattice, sy.Max),
        "and": partial(_lattice, sy.And), "or": partial(_lattice, sy.Or), "where": _piecewise,
    }  # fmt: skip
    written = {
        "atan2": sy.atan2, "abs": sy.Abs, "sign": sy.sign, "floor": sy.floor, "mod": sy.Mod,
        "lt": sy.Lt, "le": sy.Le, "eq": sy.Eq, "not": _negated,
    }  # fmt: skip
    return arranged | {op: partial(_as_written, make) for op, make in written.items()}


def _as_written(constructor: SympyConstructor, *operands: SympyExpr, evaluate: bool) -> SympyExpr:
    return constructor(*operands, evaluate=False)


def _negated(condition: SympyExpr, evaluate: bool) -> SympyExpr:
    import sympy

    return condition.negated if condition.is_Relational else sympy.Not(condition, evaluate=evaluate)


def _lattice(kind: SympyConstructor, a: SympyExpr, b: SympyExpr, evaluate: bool) -> SympyExpr:
    """Min, Max, And, Or. SymPy orders their operands, which large ones are spared."""
    import sympy

    if evaluate:
        return kind(a, b, evaluate=False)
    form = sympy.Basic.__new__(kind, a, b)
    form._argset = frozenset([a, b])
    return form


def _piecewise(condition: SympyExpr, a: SympyExpr, b: SympyExpr, evaluate: bool) -> SympyExpr:
    """Piecewise, put together here because SymPy would search the condition for further cases to merge."""
    import sympy
    from sympy.functions.elementary.piecewise import ExprCondPair

    if condition in (sympy.true, sympy.false):
        return a if condition else b
    cases = [sympy.Tuple.__new__(ExprCondPair, *case) for case in ((a, condition), (b, sympy.true))]
    return sympy.Basic.__new__(sympy.Piecewise, *cases)
