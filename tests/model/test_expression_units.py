"""Units of expressions, which plots and pages write at their axes: the right one, or none."""

import numpy as np
import pytest

import dalembert as da
from dalembert.model.expression_units import unit_of_expression

ARM = da.rod("arm", length=0.5, mass=2.0)
MODEL = da.Model(
    da.Revolute("hinge", da.ground, ARM),
    da.Prismatic("slide", ARM["end"], da.box("block", size=(0.1, 0.1, 0.1), mass=1.0), axis="x"),
    da.Motor("motor", "hinge"),
    gravity=(0, -9.81, 0),
)
SIGNALS = da.as_dynamics(MODEL).solved.signals.units

angle, rate, way, torque = da.coordinate("hinge"), da.speed("hinge"), da.coordinate("slide"), da.Input("motor")
r, v = da.position(ARM["end"]), da.velocity(ARM["end"])
F = da.reaction_force("hinge")


@pytest.mark.parametrize(
    ("expression", "unit"),
    [
        (angle - 0.3, "rad"),
        (da.param("a", 1.0) - angle, "rad"),
        (torque * rate, "W"),
        (F @ v, "W"),
        (F @ r, "N m"),
        (da.sqrt(F @ F), "N"),
        (da.sqrt(v @ v), "m/s"),
        (rate * way, "m/s"),
        (rate * way - v[0], "m/s"),
        (rate**2 * way, "m/s²"),
        (abs(way), "m"),
        (da.where(angle > 0.0, way, 0.0), "m"),
        (da.maximum(way, 0.0), "m"),
        (da.atan2(r[1], r[0]), "rad"),
        (F[0] / way, "N/m"),
        (way / r[0], ""),
        (da.sin(angle) * way, "m"),
        (way / da.time, "m/s"),
        # not sure: a factor may be a radius, a number of millimetres, a stiffness
        (0.3 * rate, None),
        (1e3 * way, None),
        (da.param("k", 2.0) * way, None),
        (angle + way, None),
        (way**7, None),
    ],
)
def test_the_unit_of_an_expression_is_right_or_left_out(expression, unit):
    assert unit_of_expression(expression, SIGNALS) == unit


def test_angles_are_drawn_in_degrees_on_demand():
    motion = da.simulate(MODEL, {"hinge": 0.5}, until=0.3)
    figure = da.plot(motion, ["hinge", "hinge.rate", "slide"], degrees=True)
    assert [axes.get_ylabel() for axes in figure.axes] == ["hinge in °", "hinge.rate in °/s", "slide in m"]
    np.testing.assert_allclose(figure.axes[0].lines[0].get_ydata(), np.degrees(motion["hinge"]))
    np.testing.assert_allclose(figure.axes[2].lines[0].get_ydata(), motion["slide"])
    over = da.plot(motion, {"motor's power": torque * rate + F @ v}, x="hinge", degrees=True)
    assert over.axes[0].get_xlabel() == "hinge in °" and over.axes[0].get_ylabel() == "motor's power in W"
    with pytest.raises(da.errors.ModelError, match="drawn in degrees"):
        da.plot(da.linearize(MODEL).modes(), degrees=True)
