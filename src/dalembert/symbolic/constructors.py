"""What makes the SymPy form of each operation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any


def construct(constructor: Callable[..., Any], operands: list[Any], evaluate: bool) -> Any:
    """The SymPy expression, arranged by SymPy's rules if it is small enough for that."""
    try:
        made = constructor(*operands, evaluate=evaluate)
    except RecursionError:
        made = constructor(*operands, evaluate=False)
    # SymPy finds these by recursion; asked at every level, each question goes one level deep
    hash(made), made.is_commutative
    return made


def constructors() -> dict[str, Callable[..., Any]]:
    """What makes the SymPy form of each operation; what SymPy is slow to rearrange stays as written."""
    import sympy as sy

    minus, half = sy.S.NegativeOne, sy.S.Half

    def difference(a: Any, b: Any, evaluate: bool) -> Any:
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


def _as_written(constructor: Callable[..., Any], *operands: Any, evaluate: bool) -> Any:
    return constructor(*operands, evaluate=False)


def _negated(condition: Any, evaluate: bool) -> Any:
    import sympy

    return condition.negated if condition.is_Relational else sympy.Not(condition, evaluate=evaluate)


def _lattice(kind: Any, a: Any, b: Any, evaluate: bool) -> Any:
    """Min, Max, And, Or. SymPy orders their operands, which large ones are spared."""
    import sympy

    if evaluate:
        return kind(a, b, evaluate=False)
    made = sympy.Basic.__new__(kind, a, b)
    made._argset = frozenset([a, b])
    return made


def _piecewise(condition: Any, a: Any, b: Any, evaluate: bool) -> Any:
    """Piecewise, put together here because SymPy would search the condition for further cases to merge."""
    import sympy
    from sympy.functions.elementary.piecewise import ExprCondPair

    if condition in (sympy.true, sympy.false):
        return a if condition else b
    cases = [sympy.Tuple.__new__(ExprCondPair, *case) for case in ((a, condition), (b, sympy.true))]
    return sympy.Basic.__new__(sympy.Piecewise, *cases)
