"""What force elements exert, as a measure and as a signal."""

import numpy as np
import pytest

import dalembert as da


def value(model, outputs, state):
    return da.as_dynamics(model).evaluate(outputs, state)


@pytest.fixture(scope="module")
def slider():
    """A block on a rail along x, with every element that acts along a line or a coordinate."""
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    return da.Model(
        da.Prismatic("rail", da.ground, block, axis="x"),
        da.Spring("spring", da.ground.at(y=3.0), block, 10.0, 4.0, 2.0),
        da.Spring("rubber", da.ground, block, 10.0),
        da.Damper("damper", da.ground.at(y=3.0), block, 5.0),
        da.JointSpring("coil", "rail", 7.0, 1.0),
        da.JointDamper("oil", "rail", 0.5),
        da.JointForce("law", "rail", 3.0 * da.time),
        da.JointStop("stop", "rail", upper=3.5, stiffness=100.0),
        da.Motor("motor", "rail"),
        da.Motor("ramp", "rail", 2.0 * da.time),
        da.PointForce("wind", block, (1.0, 0.0, 0.0)),
    )


# at x = 4 the line is 5 long and grows with 4/5 of the speed
EXPECTED = {
    "spring": 10.0 * (5.0 - 4.0) + 2.0 * 0.8 * 0.5,
    "rubber": 40.0,
    "damper": 5.0 * 0.8 * 0.5,
    "coil": -7.0 * 3.0,
    "oil": -0.5 * 0.5,
    "law": 4.5,
    "stop": -100.0 * 0.5,
    "motor": 6.0,
    "ramp": 3.0,
}


def test_the_force_of_an_element_is_its_tension_or_what_it_does_along_its_coordinate(slider):
    state = slider.state(t=1.5, q={"rail": 4.0}, u={"rail": 0.5}, tau={"motor": 6.0})
    found = value(slider, {name: da.measures.force(name) for name in EXPECTED}, state)
    assert found == pytest.approx(EXPECTED)
    names = [f"{name}.force" for name in EXPECTED if name != "motor"]
    signals = da.as_dynamics(slider).signals(names, state)
    assert list(signals.values()) == pytest.approx([EXPECTED[name.removesuffix(".force")] for name in names])


def test_without_rest_length_the_tension_is_known_where_the_ends_meet(slider):
    assert value(slider, da.measures.force("rubber"), slider.state()) == 0.0


def test_friction_by_reactions_is_known_too():
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    normal = da.reaction_force("rail")[2]
    model = da.Model(
        da.Prismatic("rail", da.ground, block, axis="x"),
        da.JointForce("friction", "rail", -0.3 * normal),
        da.StateVariable("impulse", rate=da.measures.force("friction")),
        gravity=(0.0, 0.0, -9.81),
    )
    for principle in (None, da.Kane(speeds=da.formulations.QuasiVelocities({"half": 0.5 * da.speed("rail")}))):
        equations = da.derive(model, principle)
        found = da.as_dynamics(equations).evaluate(da.measures.force("friction"), da.State())
        assert found == pytest.approx(-0.3 * 2.0 * 9.81)
    motion = da.simulate(model, until=1.0)
    assert motion["impulse"][-1] == pytest.approx(-0.3 * 2.0 * 9.81)
    np.testing.assert_allclose(motion["rail.rate"][-1], -0.3 * 9.81, rtol=1e-9)


def test_forces_in_submodels_have_its_name_before_theirs(slider):
    whole = da.Model(da.Submodel("left", slider))
    state = whole.state(q={"left/rail": 4.0})
    assert value(whole, da.measures.force("left/coil"), state) == pytest.approx(-21.0)


def test_what_is_no_force_of_one_number_is_refused(slider):
    with pytest.raises(da.errors.ModelError, match=r"'wind', which is more than one number; .*'wind\.power'"):
        value(slider, da.measures.force("wind"), slider.state())
    with pytest.raises(da.errors.ModelError, match=r"write reaction_force\('rail'\)"):
        value(slider, da.measures.force("rail"), slider.state())
    with pytest.raises(da.errors.ModelError, match="did you mean 'spring'"):
        value(slider, da.measures.force("sprin"), slider.state())
    x, v = da.expr.symbols("x v")
    typed = da.formulations.TypedSystem([x], [v]).from_energies(v**2 / 2, x**2 / 2)
    with pytest.raises(da.errors.FormulationError, match="no force element 'spring'"):
        value(typed, da.measures.force("spring"), da.State())


def test_neither_forces_nor_constraints_depend_on_forces():
    def model(part):
        return da.Model(
            da.Prismatic("rail", da.ground, da.particle("block", mass=1.0), axis="x"),
            da.JointSpring("coil", "rail", 7.0),
            part,
        )

    with pytest.raises(da.errors.ModelError, match=r"depends on force\('coil'\), which depends on all forces"):
        model(da.JointForce("law", "rail", da.measures.force("coil")))
    with pytest.raises(da.errors.ModelError, match=r"depends on force\('coil'\); a constraint cannot"):
        model(da.Nonholonomic("row", da.speed("rail") - da.measures.force("coil")))


# ---- texts


def test_rounding_is_not_written():
    arm = da.rod("arm", length=1.0, mass=1.0)
    frame = da.ground.at(0.5 * np.cos(np.pi / 2), 0.5, rotation=da.spatial.rotation("z", np.pi / 2))
    model = da.Model(
        da.Revolute("pin", frame, arm.at(1.0, np.sin(np.pi))), gravity=9.81 * np.array([np.cos(np.pi / 2), -1, 0])
    )
    for text in (model.summary(), repr(frame), repr(frame.pose), repr(arm.inertia), da.summary(model)):
        assert "e-1" not in text
    assert repr(frame.pose) == "Pose(R=((0, -1, 0), (1, 0, 0), (0, 0, 1)), p=(0, 0.5, 0))"
    assert repr(arm.inertia) == "Inertia(1, (0.5, 0, 0), ((0, 0, 0), (0, 0.0833333, 0), (0, 0, 0.0833333)))"
    assert repr(arm.at(6.1e-17)) == "arm at (0, 0, 0)"
    # what is small but none of it beside the rest is no rounding
    assert repr(da.Inertia(1e-15, J=1e-33 * np.eye(3))).endswith("((1e-33, 0, 0), (0, 1e-33, 0), (0, 0, 1e-33)))")
