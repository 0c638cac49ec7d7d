"""Expressions of a point's coordinates x, y, z in a frame: what surfaces and curves are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.calculus import gradient
from dalembert.expr.functions import sqrt
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.measures import Kinematics, Measure, measure_node
from dalembert.spatial.vectors import as_array

_XYZ = "xyz"


@dataclass(frozen=True)
class LocalCoordinate(Measure):
    """A coordinate of whatever point a surface or curve is asked about."""

    is_variable: ClassVar[bool] = True

    component: int

    def resolve(self, kinematics: Kinematics) -> Any:
        raise ModelError(f"{self!r} stands for a coordinate of points on a surface or curve, not of the model")

    def __repr__(self) -> str:
        return _XYZ[self.component]


POINT = [measure_node(LocalCoordinate(k)) for k in range(3)]
"""x, y and z."""


def local_expression(given: Any, what: str) -> Any:
    """An expression of the symbols x, y, z, parameters and time, as one of a local point."""
    if not isinstance(given, Expression):
        raise ModelError(f"{what} needs an expression of symbols('x y z'), not {given!r}")
    found: Any = substitute(given, dict(zip(map(symbol, _XYZ), POINT, strict=True)))
    inputs = inputs_of([found])
    for node in inputs:
        if node not in POINT and node.op not in ("parameter", "time"):
            raise ModelError(f"{what} is an expression of the symbols x, y, z and of parameters, but has {node!r}")
    if not set(POINT).intersection(inputs):
        raise ModelError(f"{what} depends on none of the symbols x, y, z, so it describes nothing")
    return found


def components_in(expression: Any) -> list[int]:
    """Which of x, y, z an expression depends on."""
    inputs = inputs_of([expression])
    return [k for k, node in enumerate(POINT) if node in inputs]


def value_at(expression: Any, x: Array) -> Any:
    """An expression, or an array of them, at the point x (3,)."""
    return substitute(expression, dict(zip(POINT, x, strict=True)))


def gradient_at(expression: Any, x: Array) -> Array:
    """Gradient (3,) at the point x."""
    return as_array(value_at(as_array(gradient(expression, POINT)), x))


def height_at(expression: Any, x: Array) -> Any:
    """F / |∇F| at the point x: zero where F is, and to first order the distance from there."""
    slope = gradient_at(expression, x)
    return value_at(expression, x) / sqrt(slope @ slope)
