"""To SymPy and back, LaTeX text, and simplification within a time limit.

SymPy is for people: it prints, rearranges and shortens expressions. Nothing is computed with it, and it is
imported only when one of these functions is called.
"""

from __future__ import annotations

import math
import operator
import re
import time as clock
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import Any

import numpy as np

from dalembert.errors import ExpressionError
from dalembert.expr import functions
from dalembert.expr.latex_names import typeset
from dalembert.expr.node import Expression, Node, constant, inputs_of, name_of, traverse
from dalembert.expr.operations import CALLS, LEAVES
from dalembert.expr.scalar import apply
from dalembert.expr.short_forms import MOST_OPERATIONS, short_forms, written_sizes
from dalembert.expr.simplify_worker import best_forms
from dalembert.expr.symbols import symbol, time

_LARGE = 500
"""Operations, written out, above which SymPy only puts together and no longer rearranges while building."""

_READABLE = 20_000
"""Operations, written out, above which LaTeX text serves nobody."""

_OWN_SHARE = 0.5
"""Part of the time for simplification before SymPy has its turn."""


# to SymPy


def to_sympy(x: Any, names: Mapping[Any, Any] | None = None) -> Any:
    """SymPy form of a node, number or condition, or of an array of them.

    Vectors become matrices of one column, matrices stay matrices, all other arrays (more axes, conditions)
    are `sympy.Array`. Inputs become real symbols of their name; `names` maps an input (or its name) to
    another name or to the SymPy expression that stands for it. Constants that are simple fractions become
    exact: 0.5 is 1/2. An entry of a routine's result is an undefined function of the operands:
    `solve_0(x, y)`.
    """
    entries, shape = _entries(x)
    return _arranged(_expressions(entries, _by_name(names), _fraction), shape)


def _entries(x: Any) -> tuple[list[Any], tuple[int, ...] | None]:
    """The scalars of an array and its shape; of a scalar itself and None."""
    if not isinstance(x, (np.ndarray, list, tuple)):
        return [x], None
    array = np.asarray(x, dtype=object)
    return list(array.flat), array.shape


def _arranged(entries: list[Any], shape: tuple[int, ...] | None) -> Any:
    """SymPy's scalar, matrix or array of these entries."""
    import sympy

    if shape is None:
        return entries[0]
    if len(shape) in (1, 2) and all(isinstance(entry, sympy.Expr) for entry in entries):
        return sympy.Matrix(shape[0], math.prod(shape[1:]), entries)
    return sympy.Array(entries, shape)


def _by_name(names: Mapping[Any, Any] | None) -> dict[str, Any]:
    return {_name(key): value for key, value in (names or {}).items()}


def _name(x: Any) -> str:
    """The name of an input, given the input or its name."""
    if isinstance(x, str):
        return x
    if type(x) is not Node or x.op not in LEAVES or x.op == "constant":
        raise ExpressionError(f"names are given for symbols, parameters and time, not for {x!r}")
    return name_of(x)


def _expressions(roots: list[Any], names: dict[str, Any], number: Callable[[float], Any]) -> list[Any]:
    """SymPy forms of the roots; what they share is converted once."""
    constructors, order = _constructors(), traverse(roots)
    sizes = _written_sizes(order)
    taken: dict[str, Any] = {}
    made: dict[Expression, Any] = {}

    def operand(x: Any) -> Any:
        return made[x] if isinstance(x, Expression) else _constant(x, number)

    for x in order:
        if x.op in LEAVES:
            made[x] = _input(x, names, taken)
        elif x.op in CALLS:
            made[x] = _call(x, operand, taken)
        else:
            made[x] = _construct(constructors[x.op], [operand(a) for a in x.args], sizes[x] <= _LARGE)
    return [operand(x) for x in roots]


def _written_sizes(order: Iterable[Expression]) -> dict[Expression, int]:
    """How many operations each expression has when written out without sharing; counted up to a limit."""
    sizes: dict[Expression, int] = {}
    for x in order:
        operands = [a for a in x.args if isinstance(a, Expression)] if x.op not in LEAVES else []
        sizes[x] = min(_READABLE + 1, sum(sizes[a] for a in operands) + (x.op not in LEAVES))
    return sizes


def _input(x: Expression, names: dict[str, Any], taken: dict[str, Any]) -> Any:
    import sympy

    if x.op == "constant":
        return sympy.S.Zero
    name = names.get(name_of(x), name_of(x))
    if isinstance(name, sympy.Basic):
        return name
    _claim(name, x, taken)
    return sympy.Symbol(name, real=True)


def _claim(name: str, owner: Any, taken: dict[str, Any]) -> None:
    """Let a name mean one thing only: between SymPy and us, names are all there is."""
    if taken.setdefault(name, owner) != owner:
        raise ExpressionError(
            f"two different things are called {name!r}: {taken[name]!r} and {owner!r}; "
            "rename one of them, or map it to something else in the call"
        )


def _call(x: Expression, operand: Callable[[Any], Any], taken: dict[str, Any]) -> Any:
    import sympy

    call, index = x.args if x.op == "element" else (x, None)
    routine, *operands = call.args
    _claim(f"{routine.name}(…)", routine, taken)
    name = routine.name if index is None else f"{routine.name}_{index}"
    return _construct(sympy.Function(name), [operand(a) for a in operands], evaluate=False)


def _construct(constructor: Callable[..., Any], operands: list[Any], evaluate: bool) -> Any:
    """The SymPy expression, arranged by SymPy's rules if it is small enough for that."""
    try:
        made = constructor(*operands, evaluate=evaluate)
    except RecursionError:
        made = constructor(*operands, evaluate=False)
    # SymPy finds these by recursion; asked at every level, each question goes one level deep
    hash(made), made.is_commutative
    return made


def _constructors() -> dict[str, Callable[..., Any]]:
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


def _constant(x: Any, number: Callable[[float], Any]) -> Any:
    import sympy

    if isinstance(x, (bool, np.bool_)):
        return sympy.true if x else sympy.false
    if type(value := constant(x)) is not float:
        raise ExpressionError(f"SymPy takes expressions, numbers and conditions, not {x!r}")
    return number(value)


def _fraction(value: float) -> Any:
    """The simple fraction that this number is, as near as numbers go; else the number."""
    import sympy

    near = Fraction(value).limit_denominator(1000)
    is_simple = float(near) == value and abs(near.numerator) <= 10**6
    return sympy.Rational(near.numerator, near.denominator) if is_simple else sympy.Float(value)


def _short(value: float) -> Any:
    """Fraction or decimals, whichever is less to read: 1/2 but 9.81."""
    import sympy

    exact = _fraction(value)
    return exact if len(str(exact)) <= len(repr(value)) else sympy.Float(value)


# from SymPy


def from_sympy(expr: Any, symbols: Mapping[Any, Any] | None = None) -> Any:
    """Expression of a SymPy expression; an object array of the same shape of a matrix or array.

    `symbols` maps SymPy symbols, functions of time q(t), derivatives, or names to nodes and numbers. What is
    not mapped becomes a symbol of its name, `t` becomes time; derivatives must be mapped.
    """
    from sympy import MatrixBase, NDimArray

    if isinstance(expr, (MatrixBase, NDimArray)):
        array = np.array(expr.tolist(), dtype=object).reshape(expr.shape)
    elif isinstance(expr, (np.ndarray, list, tuple)):
        array = np.asarray(expr, dtype=object)
    else:
        return _nodes([expr], symbols or {})[0]
    result = np.empty(array.shape, dtype=object)
    result.ravel()[:] = _nodes(list(array.flat), symbols or {})
    return result


def _nodes(roots: list[Any], given: Mapping[Any, Any]) -> list[Any]:
    """Nodes of the SymPy roots; what is one object there is converted once."""
    roots = [_sympified(x) for x in roots]
    taken: dict[str, Any] = {}
    made: dict[int, Any] = {}
    stack = roots[::-1]
    while stack:
        x = stack[-1]
        if _is_input(x):
            made[id(x)] = _input_node(x, given, taken)
        elif not x.args:
            made[id(x)] = _atom(x)
        elif missing := [a for a in x.args if id(a) not in made]:
            _reader(x)
            stack += missing[::-1]
            continue
        else:
            made[id(x)] = _operation_node(x, [made[id(a)] for a in x.args])
        stack.pop()
    return [made[id(x)] for x in roots]


def _sympified(x: Any) -> Any:
    import sympy

    try:
        return sympy.sympify(x, strict=True)
    except sympy.SympifyError:
        raise ExpressionError(f"{x!r} is no SymPy expression; parse text with sympy.sympify first") from None


def _is_input(x: Any) -> bool:
    """Whether a SymPy expression stands for one of our inputs: a symbol, q(t), or its derivative."""
    from sympy import Derivative, Symbol
    from sympy.core.function import AppliedUndef

    return isinstance(x, (Symbol, AppliedUndef, Derivative))


def _input_node(x: Any, given: Mapping[Any, Any], taken: dict[str, Any]) -> Any:
    name = x.name if x.is_Symbol else x.func.__name__
    for key in (x, name):
        if key in given:
            return _given_node(key, given[key])
    if x.is_Derivative:
        raise ExpressionError(f"the derivative {x} has no node; map it: symbols={{{x}: ...}}")
    if not x.is_Symbol and [str(a) for a in x.args] != ["t"]:
        raise ExpressionError(f"the undefined function {x} has no node; map it: symbols={{{x}: ...}}")
    _claim(name, x, taken)
    return time if x.is_Symbol and name == "t" else symbol(name)


def _given_node(key: Any, value: Any) -> Any:
    if (node := constant(value)) is NotImplemented:
        raise ExpressionError(f"{key} is mapped to {value!r}; give a node or a number")
    return node


def _atom(x: Any) -> Any:
    if x.is_Boolean:
        return bool(x)
    try:
        value = x.p / x.q if x.is_Rational else float(x)
    except (TypeError, OverflowError, AttributeError):
        value = math.nan
    if not math.isfinite(value):
        raise ExpressionError(f"the SymPy constant {x} is no finite real number; expressions have only these")
    return value


def _reader(x: Any) -> Callable[..., Any]:
    """What makes our expression from the operands of this SymPy expression."""
    name = x.func.__name__
    if name not in _READ:
        known = ", ".join(sorted(_READ.keys() - {"ExprCondPair"}))
        raise ExpressionError(f"the SymPy function {name} is not known here; there are {known}")
    return _READ[name]


def _operation_node(x: Any, operands: list[Any]) -> Any:
    try:
        value = _reader(x)(*operands)
    except (ZeroDivisionError, OverflowError):
        value = math.nan
    if isinstance(value, complex) or (isinstance(value, float) and not math.isfinite(value)):
        raise ExpressionError(f"the SymPy expression {x} is no finite real number; expressions have only these")
    return value


def _cases(*cases: tuple[Any, Any]) -> Any:
    (value, always), *others = reversed(cases)
    if always is not True:
        raise ExpressionError("a Piecewise must say what holds otherwise; end it with (value, True)")
    return reduce(lambda rest, case: functions.where(case[1], case[0], rest), others, value)


def _step(x: Any, middle: Any = 0.5) -> Any:
    return functions.where(x < 0.0, 0.0, functions.where(x > 0.0, 1.0, middle))


def _folded(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *operands: reduce(function, operands)


_READ: dict[str, Callable[..., Any]] = {
    "Add": _folded(operator.add),
    "Mul": _folded(operator.mul),
    "Pow": operator.pow,
    "sin": functions.sin,
    "cos": functions.cos,
    "tan": functions.tan,
    "cot": lambda x: 1.0 / functions.tan(x),
    "sec": lambda x: 1.0 / functions.cos(x),
    "csc": lambda x: 1.0 / functions.sin(x),
    "asin": functions.asin,
    "acos": functions.acos,
    "atan": functions.atan,
    "atan2": functions.atan2,
    "acot": lambda x: functions.atan(1.0 / x),
    "asec": lambda x: functions.acos(1.0 / x),
    "acsc": lambda x: functions.asin(1.0 / x),
    "exp": functions.exp,
    "log": functions.log,
    "sinh": functions.sinh,
    "cosh": functions.cosh,
    "tanh": functions.tanh,
    "coth": lambda x: 1.0 / functions.tanh(x),
    "sech": lambda x: 1.0 / functions.cosh(x),
    "csch": lambda x: 1.0 / functions.sinh(x),
    # with |x|, because x + sqrt(x² + 1) cancels for negative x
    "asinh": lambda x: functions.sign(x) * functions.log(abs(x) + functions.sqrt(x * x + 1.0)),
    "acosh": lambda x: functions.log(x + functions.sqrt(x * x - 1.0)),
    "atanh": lambda x: 0.5 * functions.log((1.0 + x) / (1.0 - x)),
    "Abs": functions.absolute,
    "sign": functions.sign,
    "floor": functions.floor,
    "ceiling": lambda x: -functions.floor(-x),
    "Mod": functions.mod,
    "Min": _folded(functions.minimum),
    "Max": _folded(functions.maximum),
    "Heaviside": _step,
    "ExprCondPair": lambda value, condition: (value, condition),
    "Piecewise": _cases,
    "StrictLessThan": operator.lt,
    "LessThan": operator.le,
    "StrictGreaterThan": operator.gt,
    "GreaterThan": operator.ge,
    "Equality": functions.equal,
    "Unequality": lambda a, b: apply("not", functions.equal(a, b)),
    "And": _folded(operator.and_),
    "Or": _folded(operator.or_),
    "Not": partial(apply, "not"),
    "ITE": lambda condition, a, b: (condition & a) | (apply("not", condition) & b),
}
"""Our expression for each SymPy class, from its converted operands."""


# LaTeX


def latex(x: Any, rates: Mapping[Any, Any] | None = None, *, names: Mapping[Any, str] | None = None) -> str:
    r"""LaTeX text of a node, number or condition, or of an array of them.

    `rates` tells which symbols are rates of others, by node or name: with {u: q, a: u} the symbol u prints
    as \dot{q} and a as \ddot{q}; {a: (q, 2)} says the same at once. `names` gives inputs a LaTeX text of
    their own.
    """
    import sympy

    entries, shape = _entries(x)
    sizes = _written_sizes(traverse(entries))
    if sum(sizes.get(entry, 0) for entry in entries) > _READABLE:
        raise ExpressionError(f"written out, there are more than {_READABLE} operations; print parts of it")
    texts = _input_texts(inputs_of(entries), _rate_table(rates), _by_name(names))
    style = {
        "symbol_names": {sympy.Symbol(name, real=True): text for name, text in texts.items()},
        # words in a row need a space between them
        "mul_symbol": r" \, " if any(r"\mathrm" in text for text in texts.values()) else None,
    }
    try:
        return str(sympy.latex(_arranged(_expressions(entries, {}, _short), shape), **style))
    except RecursionError:
        raise ExpressionError("the expression is nested too deeply for LaTeX; print parts of it") from None


def _input_texts(
    inputs: Sequence[Node], rates: dict[str, tuple[str, int]], texts: dict[str, Any]
) -> dict[str, str]:
    """LaTeX text by name: what is given, else the coordinate with as many dots as differentiations."""
    result = {}
    for name in map(name_of, inputs):
        coordinate, order = _coordinate(name, rates)
        result[name] = texts.get(name) or typeset(coordinate, order, texts.get(coordinate))
    return result


def _rate_table(rates: Mapping[Any, Any] | None) -> dict[str, tuple[str, int]]:
    table = {}
    for rate, of in (rates or {}).items():
        coordinate, order = of if isinstance(of, tuple) else (of, 1)
        table[_name(rate)] = (_name(coordinate), int(order))
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


# simplification


@dataclass(frozen=True)
class Simplified:
    """A SymPy expression, matrix or array; `finished` tells whether everything was tried in time."""

    expression: Any
    finished: bool


def simplify(
    x: Any, seconds: float = 10.0, *, collect: Iterable[Any] = (), positive: Iterable[Any] = ()
) -> Simplified:
    """The form with the fewest operations that is found within the given time.

    Sums are collected by the inputs `collect`, accelerations for example. Of expressions that are `positive`, the
    absolute value is that itself.

    First, sums and products of inputs, sines and cosines are written out, joined and nested again. Then SymPy
    looks for factors, and for forms of all that contains anything else; it works in a process of its own, which is
    ended when the time is up. Then the best form so far is returned, in the worst case the expression as it was.
    Writing it for SymPy counts as well, but is always completed: about 10⁴ operations per second.
    """
    deadline = _deadline(seconds)
    entries, shape = _entries(x)
    forms, finished = _shortest(entries, deadline, collect, positive, longest=math.inf)
    return Simplified(_arranged(forms, shape), finished)


@dataclass(frozen=True, eq=False)
class Long:
    """An expression that is too long to be written for SymPy."""

    expression: Any
    operations: int


def readable(
    entries: Sequence[Any],
    seconds: float | None,
    *,
    longest: int,
    collect: Iterable[Any] = (),
    positive: Iterable[Any] = (),
) -> tuple[list[Any], bool]:
    """SymPy forms of expressions, simplified if a time is given, and whether everything was tried in time.

    In place of those with more than `longest` operations there are `Long` ones.
    """
    if seconds is not None:
        return _shortest(entries, _deadline(seconds), collect, positive, longest)
    return _made(entries, longest), True


def _deadline(seconds: float) -> float:
    if not 0.0 < seconds < math.inf:
        raise ExpressionError(f"simplification needs a time limit in seconds, not {seconds!r}")
    return clock.monotonic() + seconds


def _shortest(
    entries: Sequence[Any], deadline: float, collect: Iterable[Any], positive: Iterable[Any], longest: float
) -> tuple[list[Any], bool]:
    half = clock.monotonic() + _OWN_SHARE * (deadline - clock.monotonic())
    forms, in_time = short_forms(entries, half, collect=collect, positive=positive)
    made = _made(forms, longest)
    short = [i for i, x in enumerate(made) if not isinstance(x, Long)]
    best, finished = best_forms([made[i] for i in short], deadline)
    for i, x in zip(short, best, strict=True):
        made[i] = x
    return made, in_time and finished


def _made(entries: Sequence[Any], longest: float) -> list[Any]:
    """SymPy forms of those that are short enough."""
    sizes = written_sizes(entries)
    short = [x for x, size in zip(entries, sizes, strict=True) if size <= longest]
    made = iter(_expressions(short, {}, _fraction))
    return [next(made) if size <= longest else Long(x, size) for x, size in zip(entries, sizes, strict=True)]


# printing with an order of one's own


@dataclass(frozen=True)
class Style:
    """How inputs are written, and where they stand.

    `order` has groups of inputs, accelerations last: in products later groups stand further to the right,
    parameters before all; in sums terms with the last group come first.
    """

    latex: Mapping[str, str]
    text: Mapping[str, str]
    order: tuple[tuple[str, ...], ...] = ()


def written(x: Any, style: Style, *, plain: bool = False) -> str:
    """LaTeX of a SymPy expression, or text in one line if `plain`; of a `Long` one how many operations it has."""
    import sympy

    if isinstance(x, Long):
        told = told_operations(x.operations)
        return f"({told})" if plain else rf"\text{{({told})}}"
    ranks = {name: (k, i) for k, group in enumerate(style.order) for i, name in enumerate(group)}
    x = _ordered(x, ranks, len(style.order) - 1)
    if plain:
        return _plain(x, style.text)
    names = {y: style.latex[y.name] for y in x.free_symbols if y.name in style.latex}
    # words in a row need a space between them
    space = r" \, " if any(r"\mathrm" in text or r"\text" in text for text in names.values()) else None
    return str(sympy.latex(x, symbol_names=names, mul_symbol=space, order="none"))


def matrix(entries: Sequence[Any], shape: tuple[int, ...]) -> Any:
    """SymPy's matrix of SymPy expressions; vectors are columns."""
    return _arranged(list(entries), shape)


def told_operations(n: int) -> str:
    """What stands in place of an expression of so many operations."""
    count = "more than a million" if n >= MOST_OPERATIONS else str(n)
    return f"{count} operations, not written out"


def operations(x: Any) -> int:
    """How many operations a SymPy expression or a `Long` one has."""
    import sympy

    return x.operations if isinstance(x, Long) else int(sympy.count_ops(x))


def _ordered(x: Any, ranks: Mapping[str, tuple[int, int]], last: int) -> Any:
    """The same expression with summands and factors in the order in which people write them."""
    import sympy

    if x.is_Rational:
        return _short(float(x))
    if not x.args or not isinstance(x, sympy.Expr):
        return x
    if x.is_Pow:
        return sympy.Pow(_ordered(x.base, ranks, last), x.exp, evaluate=False)
    args = [_ordered(a, ranks, last) for a in x.args]
    if x.is_Mul:
        return sympy.Mul(*sorted(args, key=lambda a: _factor_rank(a, ranks)), evaluate=False)
    if x.is_Add:
        return sympy.Add(*sorted(args, key=lambda a: _summand_rank(a, ranks, last)), evaluate=False)
    return x.func(*args, evaluate=False) if isinstance(x, sympy.sin | sympy.cos) else x


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


_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _plain(x: Any, texts: Mapping[str, str]) -> str:
    """SymPy's text with powers raised, no signs between factors, and names that may contain anything."""
    import sympy

    found = sorted(x.free_symbols, key=lambda y: str(y.name)) if isinstance(x, sympy.Basic) else []
    # a single letter of no meaning for each name keeps the name out of what is replaced
    letters = {y: chr(0xE000 + k) for k, y in enumerate(found)}
    text = _sstr(x, letters)
    text = re.sub(r"\*\*(\d+)", lambda match: match[1].translate(_SUPERSCRIPTS), text)
    text = text.replace("**", "^").replace("*", " ").replace("sqrt(", "√(")
    for one, letter in letters.items():
        text = text.replace(letter, texts.get(one.name, one.name))
    return text


def _sstr(x: Any, letters: Mapping[Any, str]) -> str:
    from sympy.printing.str import StrPrinter

    class _Letters(StrPrinter):  # type: ignore[misc]
        def _print_Symbol(self, symbol: Any) -> str:
            return letters.get(symbol, str(symbol.name))

        def _print_Abs(self, x: Any) -> str:
            return f"|{self._print(x.args[0])}|"

    return str(_Letters({"order": "none", "full_prec": False}).doprint(x))
