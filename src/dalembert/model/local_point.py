"""Expressions of a point's coordinates x, y, z in a frame: what surfaces and curves are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.calculus import gradient
from dalembert.expr.node import Node, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.measure import Kinematics, Measure, measure_node
from dalembert.spatial.vectors import as_array, norm

_XYZ = "xyz"


@dataclass(frozen=True)
class LocalCoordinate(Measure):
    """A coordinate of a point of a surface or curve, in the axes of its frame."""

    is_variable: ClassVar[bool] = True

    component: int

    def resolve(self, kinematics: Kinematics) -> Scalar:
        raise ModelError(f"{self!r} stands for a coordinate of points on a surface or curve, not of the model")

    def __repr__(self) -> str:
        return _XYZ[self.component]


POINT = [measure_node(LocalCoordinate(k)) for k in range(3)]
"""x, y and z."""


def local_expression(expression: object, what: str) -> Node:
    """An expression of the symbols x, y, z, parameters and time, as one of a local point."""
    if not isinstance(expression, Node):
        raise ModelError(f"{what} needs an expression of symbols('x y z'), not {expression!r}")
    F = substitute(expression, dict(zip(map(symbol, _XYZ), POINT, strict=True)))
    inputs = inputs_of([F])
    for node in inputs:
        if node not in POINT and node.op not in ("parameter", "time"):
            raise ModelError(f"{what} is an expression of the symbols x, y, z and of parameters, but has {node!r}")
    if not set(POINT).intersection(inputs):
        raise ModelError(f"{what} depends on none of the symbols x, y, z, so it describes nothing")
    assert isinstance(F, Node), "it depends on them"
    return F


def components_in(expression: Scalar) -> list[int]:
    """Numbers of the coordinates x, y, z that an expression depends on."""
    inputs = inputs_of([expression])
    return [k for k, node in enumerate(POINT) if node in inputs]


def value_at(expression: Scalar, x: Array) -> Scalar:
    """An expression at the point x (3,)."""
    return substitute(expression, dict(zip(POINT, x, strict=True)))


def gradient_at(expression: Scalar, x: Array) -> Array:
    """Gradient (3,) at the point x."""
    slopes = as_array(gradient(expression, POINT))
    return as_array(substitute(slopes, dict(zip(POINT, x, strict=True))))


def height_at(expression: Scalar, x: Array) -> Scalar:
    """F / |∇F| at the point x: zero where F is, and to first order the distance from there."""
    slope = gradient_at(expression, x)
    return value_at(expression, x) / norm(slope)
