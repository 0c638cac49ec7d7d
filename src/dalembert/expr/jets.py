"""First-order jets: a value with a linear part in named increments, x = x₀ + Σ xₖ δₖ.

A jet is the linear approximation of an expression near a point: products of increments are dropped. Code written
for numbers takes jets as well, so a model can be linearized while it is built: pass
`Jet(x0, {"x": 1.0})` for x and read the coefficients of "x" off the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, final, overload

import numpy as np

from dalembert.arrays import Array, ArrayLike
from dalembert.expr.node import NUMBERS, Condition, Node, Scalar, Truth
from dalembert.expr.numpy_methods import NumpyMethods
from dalembert.expr.operations import OPERATIONS
from dalembert.expr.rules import tangent
from dalembert.expr.scalar import apply, is_zero
from dalembert.expr.unresolved import refuse_hidden_functions


@final
class Jet(NumpyMethods):
    """A value and the coefficients of its named increments.

    Parameters
    ----------
    value : float or expression
        Value without increments.
    linear : dict of float or expressions, optional
        Coefficients of the increments by name; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> jet = da.expr.Jet(3.0, {"dx": 1.0})
    >>> square = jet * jet
    >>> print(square.value, square.linear)
    9.0 {'dx': 6.0}
    """

    __slots__ = ("linear", "value")

    value: Scalar
    linear: Mapping[str, Scalar]

    def __init__(self, value: Scalar, linear: Mapping[str, Scalar] | None = None) -> None:
        self.value = value
        self.linear = MappingProxyType({k: v for k, v in (linear or {}).items() if not is_zero(v)})

    def coefficient(self, increment: str) -> Scalar:
        """The coefficient of an increment; 0.0 if the value does not depend on it."""
        return self.linear.get(increment, 0.0)

    def applied(self, op: str, *others: Jet | Scalar) -> Jet:
        return jet_function(op, self, *others)

    def __add__(self, other: Jet | Scalar) -> Jet:
        return _arithmetic("add", self, other)

    def __sub__(self, other: Jet | Scalar) -> Jet:
        return _arithmetic("sub", self, other)

    def __rsub__(self, other: Jet | Scalar) -> Jet:
        return _arithmetic("sub", other, self)

    def __mul__(self, other: Jet | Scalar) -> Jet:
        return _arithmetic("mul", self, other)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Jet | Scalar) -> Jet:
        inverse = _arithmetic("inv", other)
        return inverse if inverse is NotImplemented else self * inverse

    def __rtruediv__(self, other: Jet | Scalar) -> Jet:
        return _arithmetic("mul", jet_function("inv", self), other)

    def __mod__(self, other: Jet | Scalar) -> Jet:
        return _arithmetic("mod", self, other)

    def __rmod__(self, other: Jet | Scalar) -> Jet:
        return _arithmetic("mod", other, self)

    def __neg__(self) -> Jet:
        return jet_function("neg", self)

    def __pos__(self) -> Jet:
        return self

    def __abs__(self) -> Jet:
        return jet_function("abs", self)

    def __pow__(self, exponent: Jet | Scalar) -> Jet:
        return _arithmetic("pow", self, exponent)

    def __rpow__(self, base: Jet | Scalar) -> Jet:
        return _arithmetic("pow", base, self)

    # a comparison asks about the point itself: increments are infinitesimal
    def __lt__(self, other: Jet | Scalar) -> Truth:
        return _arithmetic("lt", self, other)

    def __le__(self, other: Jet | Scalar) -> Truth:
        return _arithmetic("le", self, other)

    def __gt__(self, other: Jet | Scalar) -> Truth:
        return _arithmetic("lt", other, self)

    def __ge__(self, other: Jet | Scalar) -> Truth:
        return _arithmetic("le", other, self)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __repr__(self) -> str:
        return " + ".join([repr(self.value), *(f"{v!r}·δ{k}" for k, v in self.linear.items())])


@overload
def jet_function(op: Condition, *operands: Jet | Scalar) -> Truth: ...
@overload
def jet_function(op: str, *operands: Jet | Scalar) -> Any: ...
def jet_function(op: str, *operands: Jet | Scalar) -> Any:
    """An operation on jets and scalars, by the chain rule; a comparison gives a condition or a truth value."""
    values = [value_of(x) for x in operands]
    value = apply(op, *values)
    if OPERATIONS[op].is_condition:
        return value
    refuse_hidden_functions([x for x in operands if type(x) is Node], ())
    rates = {name: tangent(op, values, value, parts) for name, parts in increments_of(operands).items()}
    return Jet(value, rates)


def increments_of(operands: Sequence[Jet | Scalar]) -> dict[str, list[Scalar]]:
    """For every increment that occurs among the operands, its coefficients in each of them."""
    names = dict.fromkeys(name for x in operands if type(x) is Jet for name in x.linear)
    return {name: [_part(x, name) for x in operands] for name in names}


def value_of(x: Jet | Scalar) -> Scalar:
    """The value of a jet; a scalar as it is."""
    return x.value if type(x) is Jet else x


def linear_part(array: Scalar | ArrayLike, increments: Iterable[str]) -> Array:
    """Coefficients of the named increments in an array of jets, along one further axis.

    Parameters
    ----------
    array : Jet, or array of them
        Jets, numbers and expressions.
    increments : sequence of str
        Names of the increments, in the order of the further axis.

    Examples
    --------
    >>> import dalembert as da
    >>> jet = da.sin(da.expr.Jet(0.0, {"dx": 2.0}))
    >>> print(da.expr.linear_part([jet], ["dx"]))
    [[2.0]]
    """
    names = list(increments)
    entries = np.asarray(array, dtype=object)
    result = np.empty((*entries.shape, len(names)), dtype=object)
    for index in np.ndindex(entries.shape):
        entry: Any = entries[index]
        result[index] = [_part(entry, name) for name in names]
    return result


def _arithmetic(op: str, *operands: Jet | Scalar) -> Any:
    """Result of an operator; arrays and other operands that are no scalars are asked themselves."""
    are_scalars = all(isinstance(x, (Jet, Node, *NUMBERS)) for x in operands)
    return jet_function(op, *operands) if are_scalars else NotImplemented


def _part(x: Jet | Scalar, increment: str) -> Scalar:
    return x.coefficient(increment) if type(x) is Jet else 0.0
