"""Python functions inside expressions: for controllers and laws that exist only as code.

A callback costs about a microsecond per evaluation, whatever it computes, and holds the interpreter lock while
it runs; everything around it stays native.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import MethodType
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array, ArrayLike, Vector
from dalembert.errors import ExpressionError
from dalembert.expr.calls import Foreign, Routine, array_of, invoke, scalars
from dalembert.expr.node import Scalar, traverse
from dalembert.expr.subprogram import checked_routine_name

ArrayFunction: TypeAlias = Callable[[Vector], float | Sequence[float] | Sequence[Sequence[float]] | Array]
"""A Python function from a float array to a number or to an array of them."""


@dataclass(frozen=True)
class Callback(Routine):
    """The routine of a Python function `f(x) -> y` of float arrays."""

    is_named = True

    label: str
    function: ArrayFunction = field(repr=False)
    size: int
    n_results: int
    jacobian: ArrayFunction | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        return self.label

    @property
    def n_inputs(self) -> int:
        return self.size

    @property
    def n_outputs(self) -> int:
        return self.n_results

    def evaluate(self, x: Vector) -> Vector:
        result = self.function(x)
        # a copy: the function may fill the same array each time
        y = np.array(result)
        is_real = y.dtype.kind in "biuf"
        if not is_real or y.size != self.n_results:
            returned = f"{y.size} numbers" if is_real else repr(result)
            raise ExpressionError(
                f"the callback {self.label!r} returned {returned} instead of {self.n_results} real numbers"
            )
        return y.astype(float, copy=False).ravel()

    def native(self) -> Foreign:
        def fill(x: Vector, y: Vector) -> None:
            y[:] = self.evaluate(x)

        return Foreign(fill)

    def forward(self, x: Sequence[Scalar], y: Sequence[Scalar], dx: Sequence[Scalar]) -> Sequence[Scalar]:
        return list(self._derivatives(x) @ array_of(dx, (self.size,)))

    def reverse(self, x: Sequence[Scalar], y: Sequence[Scalar], y_bar: Sequence[Scalar]) -> Sequence[Scalar]:
        return list(array_of(y_bar, (self.n_results,)) @ self._derivatives(x))

    def _derivatives(self, x: Sequence[Scalar]) -> Array:
        """∂y/∂x as entries of another callback's result."""
        if self.jacobian is None:
            raise ExpressionError(
                f"the callback {self.label!r} has no derivative; give one with callback(…, jacobian=…)"
            )
        routine = Callback(f"{self.label}_jacobian", self.jacobian, self.size, self.n_results * self.size)
        return array_of(invoke(routine, x), (self.n_results, self.size))


def callback(
    name: str,
    function: ArrayFunction,
    x: Scalar | ArrayLike,
    *,
    n_results: int = 1,
    jacobian: ArrayFunction | None = None,
) -> Array:
    """The results of a Python function of the entries of x, (n_results,), as part of an expression.

    `function` takes a float array and returns as many numbers as announced; `jacobian`, if derivatives are
    wanted, returns the matrix (n_results, x.size). An exception inside ends the evaluation and is raised there.

    Parameters
    ----------
    name : str
        Name that stands in printed expressions and in exported code.
    function : function of an array
        Takes the entries of x as floats (x.size,) and returns `n_results` numbers.
    x : float, array or expression
        What it is called with.
    n_results : int, optional
        How many numbers it returns; default 1.
    jacobian : function of an array, optional
        Returns the derivatives (n_results, x.size); default none, and derivatives are refused.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> y = da.expr.callback("table", lambda x: np.interp(x, [0.0, 1.0], [0.0, 5.0]), [x])
    >>> print(da.expr.evaluate(y, {x: 0.5}))
    [2.5]
    """
    entries = scalars(x)
    if type(n_results) is not int or n_results < 1:
        raise ExpressionError(f"the callback {name!r} must have one or more results, not {n_results!r}")
    routine = Callback(
        checked_routine_name(name),
        _identified(function, name),
        len(entries),
        n_results,
        None if jacobian is None else _identified(jacobian, name),
    )
    return array_of(invoke(routine, entries), (n_results,))


def callbacks_in(roots: Iterable[object]) -> tuple[Callback, ...]:
    """The callbacks that expressions call, in order of first use."""
    routines = (x.args[0] for x in traverse(roots) if x.op == "call")
    return tuple(dict.fromkeys(routine for routine in routines if isinstance(routine, Callback)))


def _identified(function: ArrayFunction, name: str) -> ArrayFunction:
    """The function as a key: an object that is called but not hashed stands for itself, not for its contents."""
    if not callable(function):
        raise ExpressionError(f"the callback {name!r} needs a function, not {function!r}")
    try:
        hash(function)
    except TypeError:
        return MethodType(type(function).__call__, function)
    return function
