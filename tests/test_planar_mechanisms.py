"""Planar mechanisms of the literature: their tables and extremes, to four digits and more."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example, numbers

RTOL = 1e-4
"""Of tables of six decimals and of extremes that are read between instants."""


def extremes(values):
    return [values.min(), values.max()]


def energy_rate(model):
    """The rate of kinetic energy, body by body."""
    found = 0.0
    for body in model.bodies:
        centre, inertia = body.at(body.inertia.com), body.inertia
        found = found + inertia.mass * (da.velocity(centre) @ da.acceleration(centre))
        found = found + inertia.J[2, 2] * da.angular_velocity(body)[2] * da.angular_acceleration(body)[2]
    return found


@pytest.mark.covers("F000-64", "F000-60", "F000-62")
def test_whitworth_quick_return():
    found = numbers("planar_mechanisms")["quick return"]
    table = [
        (0.800000, -0.255876, 0.461999, 0.036542),
        (0.655397, -0.311241, 0.503247, 0.009456),
        (0.500000, -0.298522, 0.461999, -0.025485),
        (0.372385, -0.188256, 0.285599, -0.060424),
        (0.357114, 0.207629, -0.314159, 0.229862),
        (0.655397, 0.866375, -1.400845, -0.203952),
        (0.910287, 0.139940, -0.314159, -0.128390),
        (0.899814, -0.131286, 0.285599, 0.038676),
    ]
    columns = np.stack([found["rail"], found["rail.rate"], found["O.rate"], found.inputs[:, 0]], axis=1)
    np.testing.assert_allclose(columns, table, rtol=RTOL, atol=6e-7)


@pytest.mark.covers("F000-64")
def test_extremes_of_the_quick_return():
    cycle = example("planar_mechanisms").quick_return_loads(np.linspace(0.0, 4.0, 1601))
    a, d, turning = np.sqrt(0.02), 0.3, np.pi / 2.0
    assert extremes(cycle["rail.rate"]) == pytest.approx([-0.31477, 0.87072], rel=RTOL)
    assert extremes(cycle["O.rate"]) == pytest.approx([-turning * a / (d - a), turning * a / (d + a)], rel=1e-10)
    assert extremes(cycle["u1"]) == pytest.approx([-1.00406, 0.95237], rel=RTOL)
    assert np.ptp(cycle["rail"]) == pytest.approx(0.583095, rel=RTOL)

    # power of the motor is the rate of energy Σ m v · a + I ω α, to 1e-9 of its peak
    power = cycle["u1"] * turning
    gained = cycle.evaluate(energy_rate(cycle.dynamics.equations.model))
    np.testing.assert_allclose(gained, power, rtol=0.0, atol=1e-9 * np.abs(power).max())


@pytest.mark.covers("F000-64", "F000-62")
def test_platform_on_three_legs():
    found = numbers("planar_mechanisms")["platform"]
    table = [
        (1.25633, -0.70375, 1.22812, 0.84615, 1.00000, 0.00000),
        (-4.10916, 4.79659, -5.02503, -0.02136, -0.00856, 0.83763),
        (7.17420, 4.16660, -0.61282, -0.15660, 0.86603, 1.50000),
        (6.90788, -7.33861, 3.28025, -0.22130, 1.99144, 0.83763),
        (-0.66276, 0.94118, 1.50228, 0.06075, 1.00000, 0.00000),
        (-7.33762, 8.05715, -4.34370, -0.64585, -0.00856, -0.57658),
        (4.12235, 1.42105, 6.43340, 0.03845, 0.86603, -0.50000),
        (0.11951, -10.96923, 2.68388, 0.33112, 1.99144, -0.57658),
    ]
    corner = found.evaluate(da.position(found.dynamics.equations.model.body("platform")["1"])[:2])
    columns = np.column_stack([found.inputs, found["C.rate"], corner])
    np.testing.assert_allclose(columns, table, rtol=RTOL, atol=6e-6)


@pytest.mark.covers("F000-64")
def test_extremes_of_the_platform():
    cycle = example("planar_mechanisms").platform_loads(np.linspace(0.0, 8.0, 1601))
    limits = [(-7.5083, 7.7612), (-10.9744, 11.0595), (-5.1836, 9.7488)]
    for torque, expected in zip(cycle.inputs.T, limits, strict=True):
        assert extremes(torque) == pytest.approx(expected, rel=RTOL)
    assert extremes(cycle["C.rate"]) == pytest.approx([-1.5779, 0.8919], rel=RTOL)
    power = sum(cycle[f"u{k}"] * cycle[f"{foot}.rate"] for k, foot in enumerate("ABC", 1))
    gained = cycle.evaluate(energy_rate(cycle.dynamics.equations.model))
    np.testing.assert_allclose(gained, power, rtol=0.0, atol=1e-9 * np.abs(power).max())
    elbow = cycle.evaluate(da.position(cycle.dynamics.equations.model.body("coupler 1")["A'"])[0])
    assert extremes(elbow) == pytest.approx([1.2512, 3.7538], rel=RTOL)


def test_power_of_the_motor_of_the_leg_is_the_rate_of_its_energy():
    motion = example("planar_mechanisms").walking(91)
    model = motion.dynamics.equations.model
    power = motion["motor.torque"] * motion["O.rate"]
    lifted = sum(9.81 * body.inertia.mass * da.velocity(body["center"])[1] for body in model.bodies)
    gained = motion.evaluate(energy_rate(model) + lifted)
    np.testing.assert_allclose(gained, power, rtol=0.0, atol=1e-9 * np.abs(power).max())


def test_a_scotch_yoke_moves_like_a_cosine():
    """The pin of a crank in a slot across the guide of the yoke: x = r cos A, and the torque moves its mass."""
    sketch = da.planar.Sketch({"A": (0, 0), "B": (0.3, 0.4), "Y": (0.3, 0.0), "T": (0.3, 1.0), "X": (1.0, 0.0)})
    crank, yoke = sketch.link("crank", "A", "B"), sketch.link("yoke", "Y", "T", mass=2.0)
    model = da.Model(
        *sketch.pins(crank, ground="A"),
        sketch.slide("guide", da.ground, yoke, along=("A", "X")),
        sketch.slot("slot", yoke, crank, along=("Y", "T"), at="B"),
        da.Drive("motor", "A", sketch.angle("A", "B") + 2.0 * da.time),
    )
    motion = da.kinematics(model, np.linspace(0.0, 3.0, 31))
    angle = motion["A"]
    np.testing.assert_allclose(motion["guide"], 0.5 * np.cos(angle), atol=1e-12)
    np.testing.assert_allclose(motion["motor.torque"], 2.0 * 0.25 * 4.0 * np.sin(angle) * np.cos(angle), atol=1e-9)


def test_degrees_of_six_bars_and_of_the_leg():
    assert set(numbers("planar_mechanisms")["degrees"].values()) == {1}
    leg = da.mobility(example("planar_mechanisms").jansen_leg())
    assert leg.degrees_by_counting_in_plane == 1
    assert leg.degrees_by_counting == -8


def test_foot_of_the_leg_walks_level():
    step = numbers("planar_mechanisms")["step"]
    assert step["stride"] == pytest.approx(0.0679, abs=2e-4)
    assert step["lift"] == pytest.approx(0.0225, abs=2e-4)
