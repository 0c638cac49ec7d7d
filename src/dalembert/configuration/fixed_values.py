"""Fixed values while the rest is solved for: of coordinates and speeds by name, and of measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import pi, remainder

import numpy as np

from dalembert.arrays import Vector
from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.model.measure import Coordinate, RotationAngle, coordinate, speed
from dalembert.model.part import measures_in
from dalembert.name_checks import checked_names
from dalembert.number_checks import told


@dataclass(frozen=True, eq=False)
class Held:
    """A quantity and the value it is to have."""

    label: str
    expression: Scalar
    """The quantity in the variables of the equations."""

    value: float
    number: int | None = None
    """Number among q or u, if the quantity is one of them."""

    is_angle: bool = False
    """Whether it is known up to whole turns only."""

    def gap(self, value: float, target: float) -> float:
        """How far a value is from a target."""
        return remainder(value - target, 2.0 * pi) if self.is_angle else value - target

    def __str__(self) -> str:
        return f"{self.label} = {self.value:g}"


def held_coordinates(equations: Equations, values: Mapping[str, float]) -> list[Held]:
    """Coordinates by name, also those of joints that close loops."""
    names = equations.coordinates
    checked_names(values, {*names, *equations.variables.measurable}, "coordinate")
    return [
        Held(name, equations.q[names.index(name)], value, number=names.index(name))
        if name in names
        else Held(name, equations.resolve(coordinate(name)), value, is_angle=equations.variables.measurable[name])
        for name, value in values.items()
    ]


def held_speeds(equations: Equations, values: Mapping[str, float]) -> list[Held]:
    """Speeds by name or by the name of their coordinate.

    Rates of coordinates that are no speeds of the equations too: of joints that close loops, or where speeds were
    chosen.
    """
    fixed: dict[str, Held] = {}
    names = equations.speeds
    for name, value in values.items():
        speed_name = _speed_name(equations, name)
        if speed_name in fixed:
            raise ModelError(f"the speed {speed_name!r} is given twice, once by the name of its coordinate")
        number = names.index(speed_name) if speed_name in names else None
        expression = equations.resolve(speed(speed_name)) if number is None else equations.u[number]
        fixed[speed_name] = Held(speed_name, expression, value, number=number)
    return list(fixed.values())


def _speed_name(equations: Equations, name: str) -> str:
    if name in equations.coordinates and f"{name}.rate" not in equations.speeds:
        # a speed with a name of its own may be the rate of the coordinate
        k = equations.coordinates.index(name)
        names = [of_u for of_u, u in zip(equations.speeds, equations.u, strict=True) if equations.rates[k] is u]
        return names[0] if names else f"{name}.rate"
    rates = {f"{x}.rate" for x in (*equations.variables.measurable, *equations.coordinates)}
    names_of_speeds = rates.union(equations.speeds)
    if name not in names_of_speeds:
        bare = {rate.removesuffix(".rate") for rate in names_of_speeds}
        checked_names([name], names_of_speeds | bare, "speed")
    return name if name in names_of_speeds else f"{name}.rate"


def held_measures(equations: Equations, where: Iterable[tuple[object, float]]) -> tuple[list[Held], list[Held]]:
    """Measures with values, those of positions and those that depend on speeds."""
    positions: list[Held] = []
    speeds: list[Held] = []
    for pair in where:
        try:
            expression, value = pair
            target = float(value)
        except (TypeError, ValueError, OverflowError):
            raise ModelError(
                f"where is a list of pairs (expression of measures, value), not of {told(pair)}"
            ) from None
        held = _held_measure(equations, expression, target)
        depends_on = set(inputs_of([held.expression]))
        (speeds if depends_on.intersection(equations.u) else positions).append(held)
    return positions, speeds


def _held_measure(equations: Equations, expression: object, value: float) -> Held:
    if not isinstance(expression, Node) or not (measures := measures_in(expression)):
        raise ModelError(f"only measures can be held, such as position(frame)[0]; {expression!r} contains none")
    for node in measures:
        if node.args[0].needs_forces:
            raise ModelError(
                f"{expression!r} cannot be held: {node!r} follows from forces; hold positions and speeds"
            )
    return Held(
        repr(expression), equations.resolve(expression), value, is_angle=_is_measured_angle(equations, expression)
    )


def _is_measured_angle(equations: Equations, expression: Expression) -> bool:
    """Whether an expression is nothing but an angle in (−π, π]."""
    measure = expression.args[0] if expression.op == "measure" else None
    is_closing = isinstance(measure, Coordinate) and equations.variables.measurable.get(measure.name, False)
    return isinstance(measure, RotationAngle) or is_closing


def targets(held: Iterable[Held]) -> Vector:
    """The values to have, (n,)."""
    return np.array([quantity.value for quantity in held], dtype=float)
