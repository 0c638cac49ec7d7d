"""Inputs wherever an expression may stand."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError, ModelError


def rocket(*more):
    body = da.rod("body", length=1.0, mass=2.0)
    return da.Model(
        da.Planar("pose", da.ground, body),
        da.PointForce("thruster", body["end"], (0.0, da.Input("thrust"), 0.0), axes=body),
        *more,
        gravity=(0.0, -9.81, 0.0),
    )


def test_a_force_by_an_input_is_what_the_input_says():
    model = rocket()
    assert model.inputs == ("thrust",)
    dynamics = da.as_dynamics(model)
    a = dynamics.accelerations(model.state(tau={"thrust": 3.0}))
    # F at the end of a rod: m a = F, I α = F l/2, seen from the middle; the origin is at the start
    alpha = 3.0 * 0.5 / (2.0 / 12.0)
    np.testing.assert_allclose(a["pose.angle.rate"], alpha)
    np.testing.assert_allclose(a["pose.y.rate"], 3.0 / 2.0 - 9.81 - 0.5 * alpha)


def test_inputs_enter_by_G_in_all_principles():
    model, state = rocket(), da.State(q={"pose.angle": 0.4}, u={"pose.angle.rate": 0.3}, tau={"thrust": 2.0})
    expected = da.as_dynamics(model).evaluate({"G": da.derive(model).G}, state)["G"]
    for principle in (da.Kane(), da.Lagrange(), da.GibbsAppell(), da.NewtonEuler()):
        eom = da.derive(model, principle)
        assert eom.inputs == ("thrust",)
        if eom.speeds == model.speeds:
            np.testing.assert_allclose(
                da.as_dynamics(eom).evaluate({"G": eom.G}, state)["G"], expected, atol=1e-14
            )
    table = da.compare(model, states=[state], principles=[da.Kane(), da.Lagrange(), da.NewtonEuler()])
    assert table.agrees()


def test_inputs_are_signals_of_motions_and_steer_them():
    model = rocket(da.Motor("wheel", "pose.angle"))
    controller = da.control.SampledController(0.1, lambda s: {"thrust": 2.0 * 9.81, "wheel": -s.q["pose.angle"]})
    motion = da.simulate(model, model.state(), until=0.3, controller=controller)
    np.testing.assert_allclose(motion["thrust"], 2.0 * 9.81)
    assert motion["wheel"][-1] != 0.0
    np.testing.assert_allclose(motion["wheel.power"], motion["wheel"] * motion["pose.angle.rate"])


def test_one_input_may_stand_in_several_parts():
    slide = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.JointForce("push", "x", da.Input("valve")),
        da.JointForce("pull", "x", 2.0 * da.Input("valve")),
    )
    assert model.inputs == ("valve",)
    assert da.as_dynamics(model).accelerations(model.state(tau={"valve": 4.0}))["x.rate"] == pytest.approx(6.0)


def test_inverse_dynamics_finds_inputs_of_any_kind():
    slide = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.PointForce("jet", slide, (0.5 * da.Input("flow"), 0.0, 0.0)),
    )
    times = np.linspace(0.0, 1.0, 5)
    motion = da.inverse_dynamics(model, {"x": da.sin(da.time)}, times=times)
    np.testing.assert_allclose(motion["flow"], 2.0 * 2.0 * -np.sin(times), atol=1e-8)


def test_inputs_of_submodels_get_its_name():
    slide = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    unit = da.Model(da.Prismatic("x", da.ground, slide, axis="x"), da.JointForce("push", "x", da.Input("valve")))
    both = da.Model(da.Submodel("left", unit), da.Submodel("right", unit))
    assert both.inputs == ("left/valve", "right/valve")
    a = da.as_dynamics(both).accelerations(both.state(tau={"right/valve": 2.0}))
    assert a == {"left/x.rate": 0.0, "right/x.rate": 1.0}


def test_names_of_inputs_are_their_own():
    slide = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    joint = da.Prismatic("x", da.ground, slide, axis="x")
    with pytest.raises(ModelError, match=r"input is called 'x'.*coordinate"):
        da.Model(joint, da.JointForce("push", "x", da.Input("x")))
    with pytest.raises(ModelError, match="name of a result"):
        da.Model(joint, da.JointForce("push", "x", da.Input("energy")))
    with pytest.raises(ModelError, match="there is no input for an expression: 'y'"):
        da.derive(da.Model(joint, da.JointForce("push", "x", da.Input("valve")))).resolve(da.Input("y"))


def test_forces_that_are_not_linear_in_an_input_have_no_G():
    slide = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    model = da.Model(da.Prismatic("x", da.ground, slide, axis="x"), da.JointForce("push", "x", da.Input("v") ** 2))
    dynamics = da.as_dynamics(model)
    assert dynamics.accelerations(model.state(tau={"v": 2.0}))["x.rate"] == pytest.approx(2.0)
    with pytest.raises(FormulationError, match="not linear in the input 'v'"):
        _ = dynamics.equations.G


def test_constraints_of_positions_and_speeds_contain_inputs_as_states_only():
    slide = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    joint = da.Prismatic("x", da.ground, slide, axis="x")
    for row in (
        da.Holonomic("place", da.coordinate("x") - da.Input("way")),
        da.Nonholonomic("pace", da.speed("x") - da.Input("way")),
    ):
        with pytest.raises(FormulationError, match=f"'{row.name}' contains the input 'way', which may jump"):
            da.as_dynamics(da.Model(joint, row))
    model = da.Model(joint, da.relations.AccelerationConstraint("push", da.acceleration("x") - da.Input("way")))
    assert da.as_dynamics(model).accelerations(model.state(tau={"way": 3.0}))["x"] == pytest.approx(3.0)
