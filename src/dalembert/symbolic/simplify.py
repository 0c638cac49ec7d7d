"""Simplification within a time limit."""

from __future__ import annotations

import math
import time as clock
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dalembert.arrays import ArrayLike
from dalembert.errors import ExpressionError
from dalembert.expr.node import Expression, Node, Scalar, Truth, traverse
from dalembert.expr.operations import LEAVES
from dalembert.number_checks import is_number
from dalembert.symbolic.array_forms import arranged, scalars_of
from dalembert.symbolic.numbers import fraction
from dalembert.symbolic.short_forms import short_forms, written_sizes
from dalembert.symbolic.simplify_worker import best_forms
from dalembert.symbolic.sympy_types import SympyArray, SympyExpr
from dalembert.symbolic.to_sympy import sympy_forms
from dalembert.symbolic.too_long import Long

_SHARE_BEFORE_SYMPY = 0.5
"""Part of the time for simplification before SymPy has its turn."""


@dataclass(frozen=True)
class Simplified:
    """A SymPy expression, matrix or array; `finished` tells whether everything was tried in time."""

    expression: SympyArray
    finished: bool


def simplify(
    x: Scalar | Truth | ArrayLike,
    seconds: float = 10.0,
    *,
    collect: Iterable[Node] = (),
    positive: Iterable[Scalar] = (),
) -> Simplified:
    """The form with the fewest operations that is found within the given time.

    First, sums and products of inputs, sines and cosines are written out, joined and nested again. Then SymPy
    looks for factors, and for forms of all that contains anything else; it works in a process of its own,
    which is ended when the time is up. Then the best form so far is returned, in the worst case the expression
    as it was. Writing it for SymPy counts as well, but is always completed: about 10⁴ operations per second.

    Parameters
    ----------
    x : expression, condition or array
        What is simplified.
    seconds : float, optional
        Time of the processor that it may take, in s, so that a busy machine finds the same forms; default 10.
    collect : sequence of Node, optional
        Inputs by which sums are collected, accelerations for example; default none.
    positive : sequence of expressions, optional
        Expressions that are their own absolute values; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> print(da.expr.simplify(da.sin(x) ** 2 + da.cos(x) ** 2))
    Simplified(expression=1, finished=True)
    """
    deadline = _deadline(seconds)
    entries, shape = scalars_of(x)
    forms, finished = _shortest(entries, deadline, collect, positive, longest=math.inf)
    return Simplified(arranged(forms, shape), finished)


def readable(
    entries: Sequence[Scalar | Truth],
    seconds: float | None,
    *,
    longest: int,
    collect: Iterable[Node] = (),
    positive: Iterable[Scalar] = (),
) -> tuple[list[SympyExpr | Long], bool]:
    """SymPy forms of expressions, simplified if a time is given, and whether everything was tried in time.

    In place of those with more than `longest` operations there are `Long` ones, and in place of results of
    routines that have no name to be read by, such as a factorization.
    """
    if seconds is not None:
        return _shortest(entries, _deadline(seconds), collect, positive, longest)
    return _sympy_or_long(entries, longest), True


def checked_time_limit(seconds: float) -> float:
    """Seconds that simplification may take; refused if they are no positive number."""
    if not is_number(seconds) or not 0.0 < seconds < math.inf:
        raise ExpressionError(f"simplification needs a time limit in seconds, not {seconds!r}")
    return seconds


def _deadline(seconds: float) -> float:
    return clock.thread_time() + checked_time_limit(seconds)


def _shortest(
    entries: Sequence[Scalar | Truth],
    deadline: float,
    collect: Iterable[Node],
    positive: Iterable[Scalar],
    longest: float,
) -> tuple[list[SympyExpr | Long], bool]:
    half = clock.thread_time() + _SHARE_BEFORE_SYMPY * (deadline - clock.thread_time())
    expressions, in_time = short_forms(entries, half, collect=collect, positive=positive)
    forms = _sympy_or_long(expressions, longest)
    short = [i for i, x in enumerate(forms) if not isinstance(x, Long)]
    best, finished = best_forms([forms[i] for i in short], deadline)
    for i, x in zip(short, best, strict=True):
        forms[i] = x
    return forms, in_time and finished


def _sympy_or_long(entries: Sequence[Scalar | Truth], longest: float) -> list[SympyExpr | Long]:
    """SymPy forms of expressions that are short enough, `Long` ones of the others."""
    sizes = written_sizes(entries)
    by_routines = _by_routines(entries) if longest < math.inf else set()
    is_short = [size <= longest and x not in by_routines for x, size in zip(entries, sizes, strict=True)]
    forms = iter(sympy_forms([x for x, short in zip(entries, is_short, strict=True) if short], {}, fraction))
    return [
        next(forms) if short else Long(x, size) for x, size, short in zip(entries, sizes, is_short, strict=True)
    ]


def is_by_routine(x: Scalar | Truth) -> bool:
    """Whether an expression has results of routines in it that have no name to be read by."""
    return x in _by_routines([x])


def _by_routines(entries: Sequence[Scalar | Truth]) -> set[object]:
    """Expressions with results of routines in them that have no name to be read by."""
    by_routines: set[object] = set()
    for x in traverse(entries):
        if x.op not in LEAVES and (
            (x.op == "call" and not x.args[0].is_named)
            or any(a in by_routines for a in x.args if isinstance(a, Expression))
        ):
            by_routines.add(x)
    return by_routines
