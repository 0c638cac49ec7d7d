"""The chains that are measured: equal rods hanging down, joined by revolute joints, each with a motor."""

from typing import Any

import numpy as np

from dalembert.expr.symbol_nodes import param
from dalembert.model.bodies import Body, ground
from dalembert.model.joints.revolute import Revolute
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.spatial.inertia import Inertia

MASS, LENGTH, RADIUS, GRAVITY = 1.0, 1.0, 0.05, 9.81


def axis(k: int, *, is_spatial: bool) -> str:
    """Axes y, x, y, … in space, all y in a plane."""
    return "x" if k % 2 and is_spatial else "y"


def chain(n: int, *, is_spatial: bool = True, is_open: bool = False) -> Model:
    """n rods; with every number of a rod a parameter if it is open."""

    def number(name: str, value: float) -> Any:
        return param(name, float(value)) if is_open else float(value)

    def rod(k: int) -> Body:
        across, along = MASS * (LENGTH**2 / 12 + RADIUS**2 / 4), MASS * RADIUS**2 / 2
        J = np.diag([across, across, along])
        com = [number(f"c{k}.{i}", x) for i, x in enumerate((0.0, 0.0, -LENGTH / 2))]
        matrix = [[number(f"J{k}.{min(i, j)}{max(i, j)}", J[i, j]) for j in range(3)] for i in range(3)]
        return Body(f"rod{k}", Inertia(number(f"m{k}", MASS), com, matrix))

    parts: list[Any] = []
    above: Body = ground
    for k in range(n):
        offset = [number(f"p{k}.{i}", x) for i, x in enumerate((0.0, 0.0, -LENGTH if k else 0.0))]
        body = rod(k)
        parts += [
            Revolute(f"joint{k}", above.at(*offset), body, axis=axis(k, is_spatial=is_spatial)),
            Motor(f"motor{k}", f"joint{k}"),
        ]
        above = body
    return Model(*parts, gravity=(0.0, 0.0, -GRAVITY))
