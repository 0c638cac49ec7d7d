"""What friction of joints and sliders exerts, by one name, whatever kind it is, sticking or sliding."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError

MASS, G = 2.0, 9.81
GUIDE = da.Prismatic("x", da.ground, da.box("block", size=(0.1, 0.1, 0.1), mass=MASS), axis="x")
WEIGHT = MASS * G
KINDS = {
    "dry": (da.DryFriction("rub", "x", static=8.0, kinetic=6.0), 8.0, 6.0),
    "slip": (da.DryFriction("rub", slip=da.speed("x"), static=8.0, kinetic=6.0), 8.0, 6.0),
    "reactions": (
        da.contacts.dry_joint_friction("rub", GUIDE, da.Coulomb(0.4, 0.3)),
        0.4 * WEIGHT,
        0.3 * WEIGHT,
    ),
    "only sliding": (da.planar.joint_friction("rub", GUIDE, coulomb=0.3), None, 0.3 * WEIGHT),
}


def model(part, *others):
    return da.Model(GUIDE, part, *others, gravity=(0.0, 0.0, -G))


@pytest.mark.parametrize("kind", KINDS)
def test_friction_that_slides_has_one_name_for_its_force_and_its_power(kind):
    part, _, kinetic = KINDS[kind]
    motion = da.simulate(model(part), da.State(u={"x": 1.5}), until=0.2)
    v = 1.5 - kinetic / MASS * motion.times
    assert np.allclose(motion["rub.force"], -kinetic, rtol=1e-9)
    assert np.allclose(motion.evaluate(da.measures.force("rub")), -kinetic, rtol=1e-9)
    assert np.allclose(motion["rub.power"], -kinetic * v, rtol=1e-7)
    units = motion.dynamics.solved.signals.units
    assert units["rub.power"] == "W"
    assert kind == "slip" or units["rub.force"] == "N"


@pytest.mark.parametrize("kind", [kind for kind, (_, static, _) in KINDS.items() if static])
def test_friction_that_sticks_balances_the_pull_until_it_slides(kind):
    part, static, kinetic = KINDS[kind]
    pull = da.JointForce("pull", "x", 10.0 * da.time)
    work = da.StateVariable("work", rate=da.measures.force("rub") * da.speed("x"))
    half = da.Event("half", da.measures.force("rub") + 4.0)
    motion = da.simulate(model(part, pull, work), until=1.5, events=[half])
    t, begin = motion.times, static / 10.0
    sticks, slides = t < begin - 1e-6, t > begin + 1e-6
    assert np.allclose(motion["rub.force"][sticks], -10.0 * t[sticks], rtol=1e-9, atol=1e-9)
    assert np.allclose(motion["rub.force"][slides], -kinetic, rtol=1e-9)
    assert np.allclose(motion["rub.power"][sticks], 0.0, atol=1e-9)
    assert next(event.t for event in motion.events if event.name == "half") == pytest.approx(0.4, abs=1e-7)
    # m v = ∫ (10 t − kinetic) dt, and W = −kinetic s
    s = (10.0 / 6.0 * (1.5**3 - begin**3) - kinetic / 2.0 * (1.5**2 - begin**2)) / MASS
    s -= (5.0 * begin**2 - kinetic * begin) / MASS * (1.5 - begin)
    assert motion["x"][-1] == pytest.approx(s, rel=1e-6)
    assert motion["work"][-1] == pytest.approx(-kinetic * s, rel=1e-6)


def test_friction_of_a_pin_is_a_torque_and_its_names_get_those_of_submodels():
    pin = da.Revolute("pin", da.ground, da.rod("rod", length=1.0, mass=MASS), axis="y")
    whole = da.Model(
        da.Submodel("left", da.Model(pin, da.contacts.dry_joint_friction("rub", pin, 0.3, radius=0.05))),
        gravity=(0.0, 0.0, -G),
    )
    start = da.State(q={"left/pin": np.pi / 2 - 0.01})
    motion = da.simulate(whole, start, until=0.1)
    # it sticks: the torque of the weight
    assert motion["left/rub.force"][-1] == pytest.approx(-MASS * G * 0.5 * np.sin(0.01), rel=1e-9)
    units = motion.dynamics.solved.signals.units
    assert units["left/rub.force"] == units["left/rub.slip first.multiplier"] == "N m"


def test_friction_along_two_velocities_has_two_forces():
    puck = da.particle("puck", mass=MASS)
    rail = da.particle("rail", mass=1e-9)
    sheet = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("y", rail, puck, axis="y"),
        da.DryFriction("rub", slip=[da.speed("x"), da.speed("y")], static=5.0),
    )
    motion = da.simulate(sheet, da.State(u={"x": 3.0, "y": 4.0}), until=0.5)
    assert np.allclose(motion["rub.force.first"], -3.0, rtol=1e-6)
    assert np.allclose(motion["rub.force.second"], -4.0, rtol=1e-6)
    assert motion["rub.power"][0] == pytest.approx(-25.0, rel=1e-9)
    with pytest.raises(DalembertError, match=r"more than one number.*'rub.force.first'"):
        motion.evaluate(da.measures.force("rub"))


def test_time_stepping_tells_the_same_force():
    motion = da.simulate(
        model(KINDS["dry"][0]), da.State(u={"x": 1.5}), until=0.1, method=da.methods.MoreauJean(1e-3)
    )
    assert np.allclose(motion["rub.force"][1:], -6.0, rtol=1e-6)


@pytest.mark.parametrize("kind", ["dry", "reactions"])
def test_what_cannot_treat_friction_that_sticks_says_so_and_names_what_can(kind):
    driven = model(KINDS[kind][0], da.Motor("F", "x"))
    laws = {"x": da.sin(da.time)}
    with pytest.raises(
        DalembertError, match=r"^inverse_dynamics cannot treat friction.*DryFriction 'rub'.*planar"
    ):
        da.inverse_dynamics(driven, laws, times=[0.0, 0.1])
    with pytest.raises(DalembertError, match="known in runs"):
        da.as_dynamics(driven).evaluate({"f": da.measures.force("rub")}, driven.state())
    slides = model(KINDS["only sliding"][0], da.Motor("F", "x"))
    found = da.inverse_dynamics(slides, laws, times=[0.0, 0.1])["F"]
    assert np.allclose(found, 0.3 * WEIGHT - MASS * np.sin([0.0, 0.1]), rtol=1e-9)


def test_friction_that_only_slides_names_what_sticks_where_it_should():
    with pytest.raises(DalembertError, match=r"da.DryFriction and da.contacts.dry_joint_friction stick exactly"):
        da.simulate(model(KINDS["only sliding"][0], da.JointForce("pull", "x", 1.0)), until=1.0)
