"""First-order jets: a value with a linear part in named increments, x = x₀ + Σ xₖ δₖ.

A jet is what remains of an expression near a point when products of increments are dropped. Text written
for numbers takes jets as well, so a model can be linearized while it is built: pass
`Jet(x0, {"x": 1.0})` for x and read the coefficients of "x" off the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from dalembert.expr.node import Condition, constant
from dalembert.expr.rules import tangent
from dalembert.expr.scalar import apply, is_zero


class Jet:
    """A value and the coefficients of its named increments."""

    __slots__ = ("linear", "value")

    value: Any
    linear: Mapping[str, Any]

    def __init__(self, value: Any, linear: Mapping[str, Any] | None = None) -> None:
        self.value = value
        self.linear = MappingProxyType({k: v for k, v in (linear or {}).items() if not is_zero(v)})

    def coefficient(self, increment: str) -> Any:
        """The coefficient of an increment; 0.0 if the value does not depend on it."""
        return self.linear.get(increment, 0.0)

    def __add__(self, other: Any) -> Any:
        return jet_function("add", self, other)

    def __sub__(self, other: Any) -> Any:
        return jet_function("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return jet_function("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return jet_function("mul", self, other)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Any:
        if type(other) is Jet:
            return self * jet_function("inv", other)
        return NotImplemented if constant(other) is NotImplemented else self * (1.0 / other)

    def __rtruediv__(self, other: Any) -> Any:
        return jet_function("inv", self) * other

    def __mod__(self, other: Any) -> Any:
        return jet_function("mod", self, other)

    def __neg__(self) -> Any:
        return jet_function("neg", self)

    def __pos__(self) -> Jet:
        return self

    def __abs__(self) -> Any:
        return jet_function("abs", self)

    def __pow__(self, exponent: Any) -> Any:
        return jet_function("pow", self, exponent)

    def __rpow__(self, base: Any) -> Any:
        return jet_function("pow", base, self)

    # a comparison asks about the point itself: increments are infinitesimal
    def __lt__(self, other: Any) -> Any:
        return self.value < _value(other)

    def __le__(self, other: Any) -> Any:
        return self.value <= _value(other)

    def __gt__(self, other: Any) -> Any:
        return self.value > _value(other)

    def __ge__(self, other: Any) -> Any:
        return self.value >= _value(other)

    def __repr__(self) -> str:
        return " + ".join([repr(self.value), *(f"{v!r}·δ{k}" for k, v in self.linear.items())])


def jet_function(op: str, *operands: Any) -> Any:
    """An operation on jets and scalars, by the chain rule."""
    values = [_value(x) for x in operands]
    if any(constant(x) is NotImplemented and not isinstance(x, (Condition, bool)) for x in values):
        return NotImplemented
    value = apply(op, *values)
    names = dict.fromkeys(name for x in operands if type(x) is Jet for name in x.linear)
    return Jet(value, {name: tangent(op, values, value, [_part(x, name) for x in operands]) for name in names})


def linear_part(array: Any, increments: Iterable[str]) -> Any:
    """Coefficients of the named increments in an array of jets, along one further axis."""
    names = list(increments)
    entries = np.asarray(array, dtype=object)
    result = np.empty((*entries.shape, len(names)), dtype=object)
    for index in np.ndindex(entries.shape):
        result[index] = [_part(entries[index], name) for name in names]
    return result


def _value(x: Any) -> Any:
    return x.value if type(x) is Jet else x


def _part(x: Any, increment: str) -> Any:
    return x.coefficient(increment) if type(x) is Jet else 0.0
