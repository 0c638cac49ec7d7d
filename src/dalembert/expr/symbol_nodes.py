"""The inputs of expressions: variables, parameters with a default value, and time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import overload

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ExpressionError
from dalembert.expr.node import Node, constant, make
from dalembert.expr.operations import INPUTS
from dalembert.number_checks import told


def symbol(name: str) -> Node:
    """The variable of this name; the same name is the same variable.

    Parameters
    ----------
    name : str
        Name of the variable.

    Examples
    --------
    >>> import dalembert as da
    >>> x = da.expr.symbol("x")
    >>> print(x is da.expr.symbol("x"), x**2)
    True (x * x)
    """
    return make("symbol", (_checked_name(name),))


@overload
def symbols(names: str | Iterable[str], shape: None = None) -> list[Node]: ...
@overload
def symbols(names: str, shape: int | tuple[int, ...]) -> Array: ...
def symbols(names: str | Iterable[str], shape: int | tuple[int, ...] | None = None) -> list[Node] | Array:
    """Several variables: `symbols("x y z")` by name, `symbols("q", 3)` as an array q[0], q[1], q[2].

    Parameters
    ----------
    names : str or sequence of str
        Names, in one text with spaces or commas between them, or one by one.
    shape : int or tuple of int, optional
        Shape of an array of entries of one name; default one variable for each name.

    Examples
    --------
    >>> import dalembert as da
    >>> x, y = da.expr.symbols("x y")
    >>> q = da.expr.symbols("q", 2)
    >>> print(x + y, q)
    (y + x) [q[0] q[1]]
    """
    if shape is None:
        return [symbol(name) for name in (names.replace(",", " ").split() if isinstance(names, str) else names)]
    if not isinstance(names, str):
        raise ExpressionError("an array of symbols has one name; give symbols('q', 3)")
    try:
        result = np.empty(shape, dtype=object)
    except (TypeError, ValueError, OverflowError, MemoryError):
        raise ExpressionError(f"the shape of symbols is a number of them or a few, not {told(shape)}") from None
    for index in np.ndindex(result.shape):
        result[index] = symbol(f"{names}[{','.join(map(str, index))}]")
    return result


def param(name: str, default: float) -> Node:
    """A parameter: its value, at first the default, may change at run time, without compiling again.

    Parameters
    ----------
    name : str
        Name of the parameter, by which states give it: `state(p={name: 2.0})`.
    default : float
        Value where nothing else is said, in the unit of what it stands for.

    Examples
    --------
    >>> import dalembert as da
    >>> length = da.param("length", 1.0)
    >>> rod = da.rod("rod", length=length, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> rest = da.equilibrium(pendulum, guess={"hinge": -1.0}, p={"length": 2.0})
    >>> print(f"{rest['potential energy']:.2f} J")
    -9.81 J
    """
    value = constant(default)
    if type(value) is not float:
        raise ExpressionError(f"the default of the parameter {name!r} must be a number, not {default!r}")
    return make("parameter", (_checked_name(name), value + 0.0))  # -0.0 is 0.0 here


def as_input(x: object, use: str) -> Node:
    """x, if it is an input of expressions; `use` begins the message about anything else."""
    if type(x) is not Node or x.op not in INPUTS:
        raise ExpressionError(f"{use} symbols, parameters and time only, not {x!r}")
    return x


def _checked_name(name: str) -> str:
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise ExpressionError(f"a name must be printable text, not {name!r}")
    return name


time: Node = make("time", ())
"""Time t, the same in every model."""
