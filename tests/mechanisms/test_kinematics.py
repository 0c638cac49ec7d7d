"""Kinematic analysis and inverse dynamics of driven mechanisms."""

import numpy as np
import pytest

import dalembert as da

pytestmark = pytest.mark.slow

TIMES = np.linspace(0.0, 1.0, 101)


def four_bar(*more, crank=0.5, coupler=1.2, rocker=0.75, base=1.1):
    bars = [
        da.rod(name, length=length, mass=length)
        for name, length in (("crank", crank), ("coupler", coupler), ("rocker", rocker))
    ]
    return da.Model(
        da.Revolute("A", da.ground, bars[0], axis="z"),
        da.Revolute("B", bars[0]["end"], bars[1], axis="z"),
        da.Revolute("D", da.ground.at(x=base), bars[2], axis="z"),
        da.Revolute("C", bars[1]["end"], bars[2]["end"], axis="z"),
        *more,
        gravity=(0.0, -9.81, 0.0),
    )


def driven(law):
    return four_bar(da.Drive("motor", "A", law))


# ---- kinematics


@pytest.mark.covers("F004-11", "F004-12", "F004-22")
def test_a_four_bar_at_the_published_instant():
    # X004-12: crank angle π/3, ω = 2, α = 0.5 at t = 0
    law = np.pi / 3 + 2.0 * da.time + 0.25 * da.time**2
    model = four_bar(da.Drive("motor", "A", law), crank=1.0, coupler=3.0, rocker=2.5, base=3.0)
    motion = da.kinematics(model, [0.0, 0.01], guess={"A": 1.0, "B": -0.5, "D": 1.5})

    def absolute(suffix):
        return [motion[f"A{suffix}"][0] + motion[f"B{suffix}"][0], motion[f"D{suffix}"][0]]

    assert absolute("") == pytest.approx([0.575961133940, 1.564393222866], abs=1e-12)
    assert absolute(".rate") == pytest.approx([-0.394688268720, 0.434873087064], abs=1e-12)
    assert absolute(".acceleration") == pytest.approx([1.202901727802, 1.914989402910], abs=1e-11)


@pytest.mark.covers("F004-11", "F004-10")
def test_positions_and_velocities_satisfy_all_rows_over_several_turns():
    motion = da.kinematics(driven(2.0 * np.pi * da.time), np.linspace(0.0, 3.0, 301), guess={"B": 0.5, "D": 1.0})
    eom = motion.dynamics.equations
    assert np.abs(motion.evaluate(eom.phi)).max() < 1e-13
    assert np.abs(motion.evaluate(eom.psi)).max() < 1e-12
    assert motion["A"][-1] == pytest.approx(6.0 * np.pi)

    # the same branch after each turn
    assert motion["D"][100] == pytest.approx(motion["D"][0], abs=1e-12)
    assert motion["D"][200] == pytest.approx(motion["D"][0], abs=1e-12)


@pytest.mark.covers("F004-11")
def test_the_number_of_missing_drives_is_named():
    with pytest.raises(da.errors.ModelError, match="1 more drive is needed for 3 speeds and 2 independent rows"):
        da.kinematics(four_bar(), TIMES, guess={"B": 0.5, "D": 1.0})


@pytest.mark.covers("F004-11")
def test_two_missing_drives_are_counted():
    with pytest.raises(da.errors.ModelError, match="2 more drives are needed for 2 speeds and 0 independent rows"):
        da.kinematics(manipulator(), TIMES)


@pytest.mark.covers("F004-11")
@pytest.mark.parametrize("law", [0.4, 0.4 + da.time], ids=["held", "moving"])
def test_a_drive_too_many_is_counted_and_named(law):
    model = four_bar(da.Drive("motor", "A", 2.0 * da.time), da.Drive("brake", "D", law))
    text = r"1 drive is too many: brake depends on C\.x, C\.y, motor; leave out 1 of 'motor', 'brake'"
    with pytest.raises(da.errors.ModelError, match=text):
        da.kinematics(model, TIMES, guess={"B": 0.5, "D": 1.0})


@pytest.mark.covers("F004-11")
@pytest.mark.parametrize("difference", [0.0, 0.1, 0.1 * da.time, da.time**3], ids=str)
def test_two_drives_of_one_coordinate_are_too_many_whether_they_agree_or_not(difference):
    law = 2.0 * da.time
    again = da.Holonomic("again", da.coordinate("A") - law - difference)
    with pytest.raises(da.errors.ModelError, match=r"1 drive is too many: again depends on motor; leave out 1 of"):
        da.kinematics(four_bar(da.Drive("motor", "A", law), again), TIMES, guess={"B": 0.5, "D": 1.0})
    with pytest.raises(
        da.errors.ModelError, match="'motor' and Drive 'other' both prescribe 'A'; leave one of them out"
    ):
        four_bar(da.Drive("motor", "A", law), da.Drive("other", "A", law - difference))


def test_several_drives_too_many_are_counted():
    model = four_bar(*(da.Drive(f"on {name}", name, 0.5 + da.time) for name in "ABD"))
    with pytest.raises(
        da.errors.ModelError, match=r"2 drives are too many: .*leave out 2 of 'on A', 'on B', 'on D'"
    ):
        da.kinematics(model, TIMES, guess={"B": 0.5, "D": 1.0})


def test_a_drive_too_many_in_one_place_and_one_missing_elsewhere():
    twice = da.Holonomic("again", da.coordinate("shoulder") - da.time)
    with pytest.raises(da.errors.ModelError, match=r"again depends on motor; .*; 1 more is needed elsewhere"):
        da.kinematics(manipulator(da.Drive("motor", "shoulder", da.time), twice), TIMES)


def test_a_drive_of_what_constraints_determine_is_too_many():
    first, second = (da.rod(name, length=1.0, mass=2.0) for name in ("first", "second"))
    truss = da.Model(
        da.Revolute("left", da.ground, first, axis="z"),
        da.Revolute("right", da.ground.at(x=1.0), second, axis="z"),
        da.Coincident("top", first["end"], second["end"]),
        da.Drive("motor", "left", np.pi / 3 + da.time),
    )
    with pytest.raises(da.errors.ModelError, match=r"motor depends on top\.x, top\.y; leave out 'motor'"):
        da.kinematics(truss, TIMES, guess={"left": 1.0, "right": 2.0})


@pytest.mark.parametrize("times", [[], [1.0, 0.5], [0.0, np.nan]])
def test_times_must_rise(times):
    with pytest.raises(da.errors.ModelError, match="finite numbers that rise"):
        da.kinematics(driven(da.time), times)


# ---- inverse dynamics


@pytest.mark.covers("F004-19", "F004-21", "F000-28")
def test_a_motor_in_the_place_of_a_drive_needs_the_force_of_the_drive():
    law = 2.0 * np.pi * da.time + 0.3 * da.sin(5.0 * da.time)
    guess = {"B": 0.5, "D": 1.0}
    cycle = da.kinematics(driven(law), TIMES, guess=guess)
    loads = da.inverse_dynamics(four_bar(da.Motor("motor", "A")), {"A": law}, times=TIMES, guess=guess)
    assert loads.inputs[:, 0] == pytest.approx(cycle["motor.torque"], abs=1e-10)
    for name in ("A.force.x", "B.force.y", "C.force.x", "D.force.y"):
        assert loads[name] == pytest.approx(cycle[name], abs=1e-9)

    # forward again with these inputs, the motion has these accelerations
    assert loads["D.acceleration"] == pytest.approx(cycle["D.acceleration"], abs=1e-9)


@pytest.mark.covers("F004-19")
def test_power_of_the_drive_is_the_rate_of_energy():
    motion = da.kinematics(
        driven(3.0 * da.time + 0.2 * da.time**3), np.linspace(0.0, 1.0, 2001), guess={"B": 0.5, "D": 1.0}
    )
    loads = da.inverse_dynamics(motion.dynamics, motion)
    rate = np.gradient(loads["energy"], loads.times, edge_order=2)
    assert loads["motor.power"][1:-1] == pytest.approx(rate[1:-1], abs=1e-4 * np.abs(rate).max())


def manipulator(*more):
    """X004-1: two links of length 1, angles absolute in the source."""
    first, second = (da.rod(name, length=1.0, mass=2.0) for name in ("first", "second"))
    return da.Model(
        da.Revolute("shoulder", da.ground, first, axis="z"),
        da.Revolute("elbow", first["end"], second, axis="z"),
        *more,
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.mark.covers("F004-21", "F001-4", "F004-23")
def test_torques_of_a_manipulator_at_the_published_instant():
    t = da.time
    h, k = 0.3 + 0.5 * t + 0.2 * da.sin(2.0 * t), -0.4 + 0.8 * t**2
    model = manipulator(da.Motor("low", "shoulder"), da.Motor("high", "elbow"))
    loads = da.inverse_dynamics(model, {"shoulder": h, "elbow": k - h}, times=[0.0, 0.35, 0.7])
    low, high = loads.inputs[-1]

    # the source drives absolute angles: its second torque acts against the ground
    assert high == pytest.approx(10.115619512124, abs=1e-10)
    assert low - high == pytest.approx(19.381719529285, abs=1e-10)

    # its multipliers have the opposite sign of what the joint exerts on the second link, in world axes
    force = loads.evaluate(da.orientation(model.body("second")))[-1] @ [
        loads["elbow.force.x"][-1],
        loads["elbow.force.y"][-1],
        loads["elbow.force.z"][-1],
    ]
    assert force[:2] == pytest.approx([-0.487276629453, 19.702434336905], abs=1e-9)


def rubbing_slider_crank(*parts):
    """X004-9: two bars of 2 m and 1 kg, the end of the second on the x axis, where friction holds it back."""
    crank, rod = (da.rod(name, length=2.0, mass=1.0) for name in ("crank", "rod"))
    law = -0.2 * da.expr.absolute_value(da.measures.multiplier("guide")) * da.expr.sign(da.velocity(rod["end"])[0])
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Holonomic("guide", da.position(rod["end"])[1]),
        da.PointForce("friction", rod["end"], [law, 0.0, 0.0]),
        *parts,
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.mark.covers("F004-21")
def test_torques_against_friction_over_a_time_history():
    """X004-9; the flow chart of the source: positions, velocities, accelerations, then reactions with friction."""
    law, times, guess = np.pi / 4 + 5.0 * da.time, np.linspace(0.0, 0.1, 11), {"B": -np.pi / 2}
    loads = da.inverse_dynamics(rubbing_slider_crank(da.Motor("motor", "A")), {"A": law}, times=times, guess=guess)
    assert loads.inputs[0, 0] == pytest.approx(135.405076285160, rel=1e-12)
    assert -loads["guide.multiplier"][0] == pytest.approx(38.062923824159, rel=1e-12)

    # what a drive exerts, and with it the motion that was asked for
    driven = rubbing_slider_crank(da.Drive("drive", "A", law))
    cycle = da.kinematics(driven, times, guess=guess)
    np.testing.assert_allclose(loads.inputs[:, 0], cycle["drive.torque"], rtol=1e-11)
    np.testing.assert_allclose(loads["guide.multiplier"], cycle["guide.multiplier"], rtol=1e-11)
    np.testing.assert_allclose(loads["A.acceleration"], 0.0, rtol=0.0, atol=1e-10)
    np.testing.assert_allclose(loads["B.acceleration"], cycle["B.acceleration"], rtol=0.0, atol=1e-10)

    # energy at even turning changes as without friction: what it takes, the motor gives more
    balance = loads["motor.power"] + loads["friction.power"]
    np.testing.assert_allclose(balance, loads["power"], rtol=1e-12)


@pytest.mark.covers("F004-21")
def test_a_slider_crank_jams_where_its_rod_is_as_steep_as_friction_holds():
    """tan θ = 1/μ: from there on no torque overcomes the friction that it makes."""
    model = rubbing_slider_crank(da.Drive("drive", "A", np.pi / 4 + 5.0 * da.time))
    with pytest.raises(
        da.errors.SolverError, match="'friction' by those of 'guide': no solution is found"
    ) as caught:
        da.kinematics(model, np.linspace(0.0, 0.15, 16), guess={"B": -np.pi / 2})
    assert caught.value.motion["A"][-1] == pytest.approx(np.arctan(5.0), abs=1e-6)


@pytest.mark.covers("F004-21", "F004-22")
@pytest.mark.parametrize(("mu", "torque"), [(0.0, 8.683393368618), (0.1, 8.727553567500)])
def test_torque_of_a_motor_against_friction_in_its_journal(mu, torque):
    """X004-10: q3 = −π/3 + t² at t = 0.6, pin of radius 0.02."""
    arm = da.Body("arm", da.Inertia(mass=2.0, com=(0.5, 0.0, 0.0), J=np.diag([0.05, 0.05, 0.05])))
    x, y, _ = da.reaction_force("A")
    model = da.Model(
        da.Revolute("A", da.ground, arm, axis="z"),
        da.JointForce("journal", "A", -mu * 0.02 * da.sqrt(x**2 + y**2) * da.expr.sign(da.speed("A"))),
        da.Motor("motor", "A"),
        gravity=(0.0, -9.81, 0.0),
    )
    loads = da.inverse_dynamics(model, {"A": -np.pi / 3 + da.time**2}, times=[0.2, 0.4, 0.6])
    assert loads.inputs[-1, 0] == pytest.approx(torque, rel=1e-12)
    assert loads["A.acceleration"] == pytest.approx([2.0, 2.0, 2.0], abs=1e-12)


def test_loads_at_instants_and_along_a_table_agree():
    times = np.linspace(0.0, 1.0, 201)
    law = 0.3 + da.sin(2.0 * da.time)
    table = da.spline(times, 0.3 + np.sin(2.0 * times))(da.time)
    model = manipulator(da.Motor("low", "shoulder"), da.Motor("high", "elbow"))
    exact = da.inverse_dynamics(model, {"shoulder": law, "elbow": 0.5 * law}, times=TIMES)
    found = da.inverse_dynamics(model, {"shoulder": table, "elbow": 0.5 * table}, times=TIMES)
    assert found.inputs[5:-5] == pytest.approx(exact.inputs[5:-5], abs=2e-2)


@pytest.mark.covers("F000-28")
def test_inputs_that_cannot_act_or_do_the_same_are_noticed():
    laws, guess = {"A": 2.0 * np.pi * da.time}, {"B": 0.5, "D": 1.0}
    with pytest.raises(da.errors.SolverError, match="inputs m1, m2 depend on each other"):
        da.inverse_dynamics(four_bar(da.Motor("m1", "A"), da.Motor("m2", "D")), laws, times=TIMES, guess=guess)
    model = manipulator(da.Motor("low", "shoulder"))
    with pytest.raises(
        da.errors.SolverError, match=r"cannot produce this motion: .* along 'elbow\.rate' is missing"
    ):
        da.inverse_dynamics(model, {"shoulder": da.time, "elbow": da.time}, times=TIMES)


def test_laws_need_times_known_names_and_determined_motions():
    model = manipulator(da.Motor("low", "shoulder"))
    with pytest.raises(da.errors.ModelError, match="needs the times"):
        da.inverse_dynamics(model, {"shoulder": da.time})
    with pytest.raises(da.errors.ModelError, match="no coordinate 'sholder'; did you mean 'shoulder'"):
        da.inverse_dynamics(model, {"sholder": da.time}, times=TIMES)
    with pytest.raises(da.errors.ModelError, match="not determined: 1 more drive is needed"):
        da.inverse_dynamics(da.as_dynamics(model), {"shoulder": da.time}, times=TIMES)
