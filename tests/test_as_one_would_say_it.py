"""What people typed on their first day, because it is how one would say it."""

import numpy as np
import pytest

import dalembert as da

ROD = da.rod("rod", length=1.0, mass=2.0)
HINGE = da.Revolute("hinge", da.ground, ROD)
GRAVITY = (0.0, -9.81, 0.0)


# ---- a drive by its speed


@pytest.mark.parametrize("principle", [None, da.Kane(), da.NewtonEuler(), da.Hamilton()])
def test_a_drive_by_speed_moves_on_from_where_it_starts_and_tells_its_torque(principle):
    law = 2.0 + da.time
    model = da.Model(HINGE, da.Drive("drive", "hinge", speed=law), gravity=GRAVITY)
    system = da.derive(model, principle)
    q, t = da.assemble(system, q={"hinge": 0.3}), 1.0
    motion = da.simulate(system, q, until=t, method=da.methods.DormandPrince(rtol=1e-10, atol=1e-12))
    angle = 0.3 + 2.0 * t + 0.5 * t**2
    assert motion["hinge"][-1] == pytest.approx(angle, rel=1e-9)
    # I α and the weight: I = m l² / 3
    assert motion["drive.torque"][-1] == pytest.approx(2.0 / 3.0 + 9.81 * np.cos(angle), rel=1e-7)
    assert motion["drive.power"][-1] == pytest.approx(motion["drive.torque"][-1] * 3.0, rel=1e-7)


def test_kinematics_integrates_a_drive_by_speed():
    motion = da.kinematics(da.Model(HINGE, da.Drive("drive", "hinge", speed=2.0 + da.time)), [0.0, 0.5, 1.0])
    np.testing.assert_allclose(motion["hinge"], [0.0, 1.125, 2.5], atol=1e-9)
    np.testing.assert_allclose(motion["hinge.acceleration"], 1.0)


def test_a_drive_by_speed_reads_back_from_a_file(tmp_path):
    model = da.Model(HINGE, da.Drive("drive", "hinge", speed=2.0))
    assert da.load(da.save(model, tmp_path / "driven.toml")).parts[1] == model.parts[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs one of a law of the coordinate, its speed and its acceleration"),
        ({"law": da.time, "speed": 1.0}, "needs one of"),
        ({"speed": da.Input("v")}, r"the speed of Drive 'd' depends on the input 'v', .*acceleration=da\.Input"),
        ({"speed": da.speed("hinge")}, "Gear or Nonholonomic"),
    ],
)
def test_a_drive_follows_one_law_of_time(options, message):
    with pytest.raises(da.errors.ModelError, match=message):
        da.Drive("d", "hinge", **options)


@pytest.mark.parametrize(
    "curve", [da.control.minimum_jerk(0.1, 1.0, duration=2.0), da.spline([0, 1, 2, 3], [1, 3, 2, 2])]
)
def test_a_curve_over_time_is_a_law_as_it_is(curve):
    for make in (lambda law: da.Drive("d", "hinge", law), lambda law: da.Motor("m", "hinge", law)):
        assert make(curve) == make(curve(da.time))


def test_inverse_dynamics_takes_curves_for_laws():
    law, t = da.control.minimum_jerk(0.0, 1.0, duration=2.0), np.array([0.5, 1.5])
    model = da.Model(HINGE, da.Motor("motor", "hinge"))
    found = da.inverse_dynamics(model, {"hinge": law}, times=t)
    # I = m l² / 3; q = 10 s³ − 15 s⁴ + 6 s⁵ of s = t / 2
    s = t / 2.0
    np.testing.assert_allclose(found["motor"], 2.0 / 3.0 * (60 * s - 180 * s**2 + 120 * s**3) / 4.0, rtol=1e-9)


# ---- a bar as long as it is drawn


def test_a_bar_without_a_length_is_as_long_as_it_is_drawn():
    # 3, 4, 5; the beam's weight at half its length, the tie at 3 m under an angle whose sine is 4/5
    beam = da.rod("beam", length=3.0, mass=2.0)
    tie = da.Distance("tie", da.ground.at(y=4.0), beam["end"])
    model = da.Model(da.Revolute("pin", da.ground, beam), tie, gravity=GRAVITY)
    rest = da.equilibrium(model, guess={"pin": 0.0})
    assert rest.q["pin"] == pytest.approx(0.0, abs=1e-9)
    assert rest["tie.multiplier"] == pytest.approx(-0.5 * 2.0 * 9.81 / 0.8, rel=1e-9)


def test_the_drawn_length_goes_through_joints_markers_and_modules():
    link = da.rod("link", length=0.4, mass=1.0)
    hook = da.rod("hook", length=0.3, mass=1.0)
    turned = da.ground.at(0.1, 0.2, 0.0).rotated("z", np.pi / 2)
    parts = [da.Revolute("a", turned, link), da.Prismatic("b", link["end"], hook, axis="y")]
    model = da.Model(*parts, da.Distance("bar", da.ground, hook["end"]))
    # up by 0.4 and 0.3 from (0.1, 0.2)
    assert model.constraints[0].length == pytest.approx(np.hypot(0.1, 0.9), rel=1e-14)
    whole = da.Model(da.Submodel("left", model))
    assert whole.constraints[0].length == pytest.approx(np.hypot(0.1, 0.9), rel=1e-14)


def test_a_bar_without_a_length_between_equal_places_is_refused():
    with pytest.raises(da.errors.ModelError, match=r"'bar' needs its length: .* at the same place"):
        _ = da.Model(HINGE, da.Distance("bar", da.ground, ROD)).constraints


# ---- the axis of a plane


def test_the_axis_of_a_planar_joint_is_its_normal():
    joint = da.Planar("table", da.ground, ROD, axis="y")
    assert joint == da.Planar("table", da.ground, ROD, normal="y")
    assert da.Planar("table", da.ground, ROD, axis=(0, 0, 2)).motion(np.zeros(3))[2, 2] == 1.0
    with pytest.raises(da.errors.ModelError, match="a normal and an axis, which are the same"):
        da.Planar("table", da.ground, ROD, normal="x", axis="y")


# ---- arguments of other names


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: da.Revolute("a", da.ground, ROD, axs="x"), "Revolute has no argument 'axs'; did you mean 'axis'"),
        (lambda: da.Revolute("a", da.ground, ROD, damping=0.1), r"a damper is a part of its own: da\.JointDamper"),
        (lambda: da.Spring("s", da.ground, ROD["end"], k=3.0), "Spring has no argument 'k'; .* 'stiffness'"),
        (lambda: da.Spring("s", da.ground, ROD["end"], 3.0, rest=1.0), "here it is called 'rest_length'"),
        (lambda: da.JointSpring("s", "hinge", 3.0, rest_length=1.0), "here it is called 'rest'"),
        (lambda: da.Motor("m", "hinge", torque=3.0), "here it is called 'law'"),
    ],
)
def test_an_argument_that_a_part_does_not_have_names_the_one_it_has(make, message):
    with pytest.raises(da.errors.ModelError, match=message):
        make()


# ---- signals


def test_the_size_of_a_reaction_is_a_signal():
    slanted = da.Revolute("pin", da.ground, ROD, axis=(1.0, 1.0, 1.0))
    motion = da.simulate(da.Model(slanted, gravity=(0.0, -9.81, 1.0)), until=0.5, times=[0.0, 0.2, 0.5])
    for kind in ("force", "moment"):
        parts = np.array([motion[f"pin.{kind}.{axis}"] for axis in "xyz"])
        np.testing.assert_allclose(motion[f"pin.{kind}"], np.linalg.norm(parts, axis=0), rtol=1e-12)
    units = motion.dynamics.solved.signals.units
    assert (units["pin.force"], units["pin.moment"]) == ("N", "N m")
    # a bar has one force with a sign, which stays what it was
    bar = da.Distance("bar", da.ground.at(y=1.0), ROD["end"], np.sqrt(2.0))
    held = da.as_dynamics(da.Model(HINGE, bar, gravity=GRAVITY))
    assert "bar.force" in held.solved.signals


def test_a_motor_with_a_law_is_a_signal_of_its_name_like_one_without():
    law = 3.0 * da.sin(da.time)
    motion = da.simulate(da.Model(HINGE, da.Motor("motor", "hinge", law)), until=1.0, times=[0.0, 0.4, 1.0])
    np.testing.assert_allclose(motion["motor"], 3.0 * np.sin([0.0, 0.4, 1.0]), rtol=1e-15)
    assert motion.dynamics.solved.signals.units["motor"] == "N m"


# ---- frames in words


def test_frames_are_printed_as_one_would_say_them():
    assert [repr(x) for x in (ROD["end"], da.ground.at(y=2.0), ROD["end"].at(0.1))] == [
        "rod.end",
        "ground at (0, 2, 0)",
        "rod.end at (0.1, 0, 0)",
    ]
