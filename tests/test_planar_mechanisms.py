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
        found = found + inertia.J[2, 2] * da.angular_velocity(body)[2] * da.measures.angular_acceleration(body)[2]
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


def times_of_extremes(cycle, name):
    return [cycle.times[pick(cycle[name])] for pick in (np.argmin, np.argmax)]


@pytest.mark.covers("F000-64")
def test_extremes_of_the_quick_return():
    cycle = example("planar_mechanisms").quick_return_loads(np.linspace(0.0, 4.0, 1601))
    step = 4.0 / 1600
    assert times_of_extremes(cycle, "rail.rate") == pytest.approx([0.662, 2.474], abs=step)
    assert times_of_extremes(cycle, "u1") == pytest.approx([2.655, 2.297], abs=step)
    turns_back = cycle.times[np.flatnonzero(np.diff(np.sign(cycle["rail.rate"])))]
    assert turns_back == pytest.approx([1.812, 3.187], abs=step)
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
    instants = [(5.158, 2.596), (7.016, 5.512), (0.878, 5.696)]
    for k, torque in enumerate(cycle.inputs.T):
        assert extremes(torque) == pytest.approx(limits[k], rel=RTOL)
        assert times_of_extremes(cycle, f"u{k + 1}") == pytest.approx(instants[k], abs=0.005)
    assert times_of_extremes(cycle, "C.rate") == pytest.approx([5.340, 0.161], abs=0.005)
    assert extremes(cycle["C.rate"]) == pytest.approx([-1.5779, 0.8919], rel=RTOL)
    power = sum(cycle[f"u{k}"] * cycle[f"{foot}.rate"] for k, foot in enumerate("ABC", 1))
    gained = cycle.evaluate(energy_rate(cycle.dynamics.equations.model))
    np.testing.assert_allclose(gained, power, rtol=0.0, atol=1e-9 * np.abs(power).max())
    elbow = cycle.evaluate(da.position(cycle.dynamics.equations.model.body("coupler 1")["A'"])[0])
    assert extremes(elbow) == pytest.approx([1.2512, 3.7538], rel=RTOL)


# ---- six-bars and the leg: every pin is where two circles meet


def meet(P, r, Q, s, side):
    """Where circles meet, row by row, left of the way from P to Q if side is 1."""
    d = Q - P
    size = np.hypot(*d.T)
    along = (r**2 - s**2 + size**2) / (2.0 * size)
    left = np.stack([-d[:, 1], d[:, 0]], axis=1)
    return P + (along[:, None] * d + side * np.sqrt(r**2 - along**2)[:, None] * left) / size[:, None]


def carried(P, Q, drawn):
    """A third point of a link with points P and Q on it, by similar triangles; drawn are all three."""
    p, q, r = (np.asarray(x) @ [1.0, 1.0j] for x in drawn)
    z = P @ [1.0, 1.0j] + (r - p) / (q - p) * ((Q - P) @ [1.0, 1.0j])
    return np.stack([z.real, z.imag], axis=1)


def length(p, q):
    return float(np.hypot(*np.subtract(q, p)))


def turned(radius, angle):
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def places(motion, points):
    """Where points are along a motion, each on any body that has it."""
    bodies = motion.dynamics.equations.model.bodies
    return {
        name: motion.evaluate(da.position(next(b for b in bodies if name in b.markers)[name])[:2])
        for name in points
    }


def full_turn(model_of, joint, first, *, n=73):
    """A turn in a second from where a crank is drawn."""
    start = np.arctan2(first[1], first[0])
    drive = da.Drive("motor", joint, start + 2.0 * np.pi * da.time)
    motion = da.kinematics(model_of(drive), np.linspace(0.0, 1.0, n))
    return motion, start + 2.0 * np.pi * motion.times


def assert_power_is_the_rate_of_energy(motion, joint):
    """To 1e-9 of its peak, with gravity along −y."""
    model = motion.dynamics.equations.model
    power = motion["motor.torque"] * motion[f"{joint}.rate"]
    lifted = sum(9.81 * body.inertia.mass * da.velocity(body["center"])[1] for body in model.bodies)
    gained = motion.evaluate(energy_rate(model) + lifted)
    np.testing.assert_allclose(gained, power, rtol=0.0, atol=1e-9 * np.abs(power).max())


def test_a_six_bar_of_watt_moves_as_two_four_bars_in_a_row():
    at = {"A": (0, 0), "B": (0.5, 1), "C": (3, 2.5), "D": (3.5, 0), "E": (4.3, 1.2), "F": (7, 3), "G": (7.5, 0)}
    motion, angle = full_turn(example("planar_mechanisms").watt_six_bar, "A", at["B"])
    D, G = (np.tile(np.array(at[name], dtype=float), (len(angle), 1)) for name in "DG")
    B = turned(length(at["A"], at["B"]), angle)
    C = meet(B, length(at["B"], at["C"]), D, length(at["D"], at["C"]), 1.0)
    E = carried(D, C, (at["D"], at["C"], at["E"]))
    F = meet(E, length(at["E"], at["F"]), G, length(at["G"], at["F"]), 1.0)
    for name, place in places(motion, "BCEF").items():
        np.testing.assert_allclose(place, {"B": B, "C": C, "E": E, "F": F}[name], atol=1e-10)
    assert_power_is_the_rate_of_energy(motion, "A")


def test_a_six_bar_of_stephenson_dwells_for_a_third_of_a_turn():
    at = {"A": (0, 0), "B": (0.5, 1), "C": (3, 2.5), "D": (3.5, 0), "P": (3, 4.86), "E": (0.245, 6.29)}
    at["F"] = (-0.8, 5.7)
    motion, angle = full_turn(example("planar_mechanisms").stephenson_six_bar, "A", at["B"])
    D, F = (np.tile(np.array(at[name], dtype=float), (len(angle), 1)) for name in "DF")
    B = turned(length(at["A"], at["B"]), angle)
    C = meet(B, length(at["B"], at["C"]), D, length(at["D"], at["C"]), 1.0)
    P = carried(B, C, (at["B"], at["C"], at["P"]))
    E = meet(P, length(at["P"], at["E"]), F, length(at["F"], at["E"]), -1.0)
    for name, place in places(motion, "BCPE").items():
        np.testing.assert_allclose(place, {"B": B, "C": C, "P": P, "E": E}[name], atol=1e-10)
    assert_power_is_the_rate_of_energy(motion, "A")

    # from 84° to 204° after the start the output hardly moves, elsewhere it does
    output = np.unwrap(np.arctan2(*(E - F).T[::-1]))
    still = (motion.times >= 84.0 / 360.0) & (motion.times <= 204.0 / 360.0)
    assert np.ptp(motion["F"][still]) < 0.015 < 0.85 < np.ptp(motion["F"])
    np.testing.assert_allclose(motion["F"], output, atol=1e-10)


def test_all_pins_of_jansens_leg_and_its_foot_are_where_circles_meet():
    """His numbers, in mm, as circle after circle from the crank on."""
    motion = example("planar_mechanisms").walking(181)
    angle = -2.0 * np.pi * motion.times
    n = {
        "b": 41.5,
        "c": 39.3,
        "d": 40.1,
        "e": 55.8,
        "f": 39.4,
        "g": 36.7,
        "h": 65.7,
        "i": 49.0,
        "j": 50.0,
        "k": 61.9,
    }
    n = {name: size / 1000.0 for name, size in n.items()}
    A, Y = turned(0.015, angle), np.tile([-0.038, -0.0078], (len(angle), 1))
    B, C = meet(A, n["j"], Y, n["b"], -1.0), meet(A, n["k"], Y, n["c"], 1.0)
    D = meet(Y, n["d"], B, n["e"], 1.0)
    E = meet(C, n["g"], D, n["f"], 1.0)
    F = meet(C, n["i"], E, n["h"], 1.0)
    for name, place in places(motion, "ABCDEF").items():
        np.testing.assert_allclose(place, {"A": A, "B": B, "C": C, "D": D, "E": E, "F": F}[name], atol=1e-11)
    assert_power_is_the_rate_of_energy(motion, "O")
    step = numbers("planar_mechanisms")["step"]
    assert (step["stride"], step["lift"]) == pytest.approx((np.ptp(F[:, 0]), np.ptp(F[:, 1])), abs=2e-5)


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


def test_power_of_a_motor_goes_into_energy_a_spring_and_friction():
    """With friction by reactions in all pins, which the motor and a drive overcome alike."""
    at = {"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0), "P": (0.4, 0.6)}
    sketch = da.planar.Sketch(at)
    links = {name: sketch.link(name, *ends, mass=1.0) for name, ends in (("a", "AB"), ("b", "BCP"), ("c", "DC"))}
    pins = sketch.pins(*links.values(), ground="AD")
    tip = links["b"]["P"]
    parts = [
        *pins,
        da.Spring("spring", tip, da.ground.at(0.0, 1.0), stiffness=100.0, rest_length=0.2, damping=3.0),
        *(da.planar.joint_friction(f"in {p.name}", p, coulomb=0.2, radius=0.01, viscous=0.002) for p in pins),
    ]
    law = sketch.angle("A", "B") + 2.0 * np.pi * da.time
    model = da.Model(*parts, da.Motor("motor", "A"), gravity=(0.0, -9.81, 0.0))
    cycle = da.inverse_dynamics(model, {"A": law}, times=np.linspace(0.0, 1.0, 31))
    turning = {name: da.angular_velocity(body)[2] for name, body in links.items()}
    rates = {
        "A": turning["a"],
        "B": turning["b"] - turning["a"],
        "C": turning["b"] - turning["c"],
        "D": turning["c"],
    }
    lost = 0.0
    for pin, rate in cycle.evaluate(rates).items():
        force = np.hypot(cycle[f"{pin}.force.x"], cycle[f"{pin}.force.y"])
        lost = lost + 0.2 * 0.01 * force * np.abs(rate) + 0.002 * rate**2
    way = da.position(tip)[:2] - np.array([0.0, 1.0])
    size = da.sqrt(way @ way)
    longer = way @ da.velocity(tip)[:2] / size
    lifted = sum(9.81 * body.inertia.mass * da.velocity(body["center"])[1] for body in model.bodies)
    gained = cycle.evaluate(energy_rate(model) + lifted + (100.0 * (size - 0.2) + 3.0 * longer) * longer)
    power = cycle["motor"] * 2.0 * np.pi
    np.testing.assert_allclose(gained + lost, power, rtol=0.0, atol=1e-9 * np.abs(power).max())
    driven = da.kinematics(da.Model(*parts, da.Drive("motor", "A", law), gravity=(0.0, -9.81, 0.0)), cycle.times)
    np.testing.assert_allclose(driven["motor.torque"], cycle["motor"], rtol=1e-9)


# ---- a Geneva drive: contacts that come and go


def test_a_geneva_wheel_follows_its_pin_and_is_locked_between():
    """Within the play of pin and horns of the closed form, whose fastest turning is λ / (1 − λ), λ = sin 45°."""
    module, found = example("geneva_drive"), numbers("geneva_drive")
    motion, part = found["motion"], np.sin(np.pi / 4)
    nearest = module.DISTANCE * (1.0 - part)
    assert found["engaged"] <= module.PLAY / nearest * (1.0 + 1e-6)
    assert found["locked"] <= module.PLAY / (module.DISTANCE * np.sin(module.HORN)) * 1.01
    assert found["ratio"] == pytest.approx(part / (1.0 - part), rel=1e-3)

    # two turns of the crank are half a turn of the wheel
    assert motion["axle"][-1] - motion["axle"][0] == pytest.approx(-np.pi, abs=2.0 * found["locked"])

    # locked, a horn carries the load at its lever, and the motor nothing
    k = int(np.argmin(np.abs(motion.times - 0.25)))
    assert [mode for *_, mode in motion.phases("upper horn")][1::2] == ["closed"] * 3
    x, y = module.DISC * np.cos(module.HORN) - module.DISTANCE, module.DISC * np.sin(module.HORN)
    at = module.DISTANCE + (x + 1.0j * y) * np.exp(1.0j * (motion["axle"][k] - np.pi / 4))
    lever = module.DISTANCE * np.sin(np.angle(at))
    assert motion["upper horn.normal.multiplier"][k] * lever == pytest.approx(module.LOAD, rel=1e-9)
    assert motion["motor.torque"][k] == pytest.approx(0.0, abs=1e-12)
    assert np.abs(motion.energy_balance).max() < 1e-9
