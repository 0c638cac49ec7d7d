"""Inverse dynamics: the inputs found produce the motion asked for, at every instant."""

import math

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError

pytestmark = pytest.mark.slow

G = 9.81


def slider_crank(mu, *parts):
    """X004-9: two bars of length 2 and mass 1, the end of the second on the x axis with friction."""
    crank, rod = (da.rod(name, length=2.0, mass=1.0) for name in ("crank", "rod"))
    slider = rod["end"]
    N, v = da.measures.multiplier("guide"), da.velocity(slider)[0]
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Holonomic("guide", da.position(slider)[1]),
        da.PointForce("friction", slider, [-mu * da.expr.absolute_value(N) * da.expr.sign(v), 0.0, 0.0]),
        *parts,
        gravity=(0.0, -G, 0.0),
    )


TURNING = {"A": da.pi / 4 + 5.0 * da.time}
NEAR = {"A": np.pi / 4, "B": -np.pi / 2}


@pytest.mark.covers("F000-30", "F004-23")
@pytest.mark.parametrize("mu, torque", [(0.0, 113.87343504688), (0.2, 135.405076285160)])
def test_friction_by_reactions_of_loops_is_in_the_inputs(mu, torque):
    loads = da.inverse_dynamics(slider_crank(mu, da.Motor("motor", "A")), TURNING, times=[0.0, 0.05], guess=NEAR)
    assert loads.inputs[0, 0] == pytest.approx(torque, rel=1e-10)
    np.testing.assert_allclose(loads["A.acceleration"], 0.0, atol=1e-8)


def test_friction_is_in_the_inputs_by_other_principles_too():
    model = slider_crank(0.2, da.Motor("motor", "A"))
    motion = da.kinematics(slider_crank(0.2, da.Drive("law", "A", TURNING["A"])), [0.0, 0.05], guess=NEAR)
    for principle in (da.Kane(), da.formulations.LagrangeFirstKind()):
        loads = da.inverse_dynamics(da.derive(model, principle), motion)
        np.testing.assert_allclose(loads.inputs[:, 0], motion["law.torque"], rtol=1e-10)


# ---- a spatial slider-crank, E-4.5


def spatial_slider_crank(l1=0.5, l2=2.0**0.5, mu=0.5):
    """A motor turns a crank about x; a rod moves a slider along x, with friction."""
    crank = da.Body("crank", da.Inertia(mass=1.0, J=0.2 * np.eye(3)))
    rod = da.Body("rod", da.Inertia(mass=0.5, com=(1.0, 0.0, 0.0), J=np.diag([0.0, 0.1, 0.1])))
    slider = da.Body("slider", da.Inertia(mass=2.0, J=np.eye(3)))
    _, y, z = da.reaction_force("slide")
    normal = da.sqrt(y**2 + z**2)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="x"),
        da.Universal("B", crank.at(y=-l1), rod, first="z", second="y"),
        da.Prismatic("slide", da.ground.at(x=l2, y=-l1), slider, axis="x"),
        da.Spherical("C", slider, rod.at(x=l2)),
        da.JointForce("friction", "slide", -mu * normal * da.expr.sign(da.speed("slide"))),
        da.Motor("motor", "A"),
    )


STROKE = -(np.sqrt(2.0) - 1.0) * (1.0 + 8.0 * da.sin(2.0 * da.pi * da.time) ** 2) / 10.0


@pytest.mark.covers("F000-29", "F000-30")
def test_torque_of_a_spatial_slider_crank_jumps_where_the_slider_turns_back():
    table = {0.05: 27.44449, 0.10: 6.93901, 0.20: -24.31863, 0.30: -32.43321, 0.35: -10.75672, 0.45: 25.09193}
    jumps = {0.25 - 1e-6: -49.28, 0.25 + 1e-6: -58.42, 0.5 - 1e-6: 56.69, 0.5 + 1e-6: 57.81}
    times = sorted({**table, **jumps})
    guess = {"A": 0.9, "B.first": -0.1, "B.second": -0.5, "slide": -0.07}
    loads = da.inverse_dynamics(spatial_slider_crank(), {"slide": STROKE}, times=times, guess=guess)
    found = dict(zip(times, loads.inputs[:, 0], strict=True))
    np.testing.assert_allclose([found[t] for t in table], list(table.values()), rtol=0, atol=5.1e-6)
    np.testing.assert_allclose([found[t] for t in jumps], list(jumps.values()), rtol=0, atol=6e-3)


# ---- what inputs cannot do


def test_a_motion_that_nothing_produces_is_refused():
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("A", da.ground, arm, axis="z"), gravity=(0.0, -G, 0.0))
    with pytest.raises(
        da.errors.SolverError, match=r"no inputs that could produce this motion: at t = .* along 'A.rate'"
    ):
        da.inverse_dynamics(model, {"A": da.time**2}, times=[0.0, 0.1, 0.2])


def test_a_force_that_is_missing_at_one_instant_is_not_hidden_by_a_large_one():
    t = da.time
    first, second = (da.rod(name, length=1.0, mass=1.0) for name in ("first", "second"))
    model = da.Model(
        da.Prismatic("A", da.ground, first, axis="x"),
        da.Prismatic("B", da.ground, second, axis="x"),
        da.Motor("m", "A"),
    )
    laws = {"A": 1e9 * da.where(t > 0.5, 1.0, 0.0) * (t - 0.5) ** 3, "B": 1e-3 * t**2}
    with pytest.raises(da.errors.SolverError, match=r"a force of 0.002 along 'B.rate' is missing"):
        da.inverse_dynamics(model, laws, times=[0.0, 0.1, 1.0])


@pytest.mark.covers("F000-28")
def test_a_torque_that_cannot_act_on_the_way_is_noticed():
    # with l1 = 1 and l2 = 1.5 the slider passes below the crank: there the rod is at right angles to its way
    guess = {"A": 1.5, "B.first": -0.8, "B.second": -0.8, "slide": -1.2}
    model, law = spatial_slider_crank(1.0, 1.5), {"slide": -1.5 + 0.3 * (1.0 - da.time)}
    with pytest.raises(da.errors.SolverError, match="at t = 1 the input motor cannot act"):
        da.inverse_dynamics(model, law, times=[0.0, 0.5, 1.0, 1.5], guess=guess)
    with pytest.raises(da.errors.SolverError, match=r"at t = 0 no inputs motor produce this motion: .* jam"):
        da.inverse_dynamics(model, law, times=[0.0, 0.9, 1.1], guess=guess)

    # a spring pulls the slider past
    spring = da.JointForce("spring", "slide", -3.0)
    pulled = da.Model(*spatial_slider_crank(1.0, 1.5, 0.0).parts, spring)
    with pytest.raises(da.errors.SolverError, match=r"between t = 0.9 and 1.1 .* motor would have to be infinite"):
        da.inverse_dynamics(pulled, law, times=[0.0, 0.9, 1.1], guess=guess)

    # without either nothing is needed there, as the slider moves evenly
    smooth = da.inverse_dynamics(spatial_slider_crank(1.0, 1.5, 0.0), law, times=[0.0, 0.9, 1.1], guess=guess)
    assert "between t = 0.9 and 1.1" in smooth.notes[-1]


def test_a_stabilized_motion_has_inputs_that_produce_it():
    driven = slider_crank(0.2, da.Drive("law", "A", TURNING["A"]))
    start = da.State(q={"A": np.pi / 4 + 0.02, "B": -np.pi / 2}, u={"A.rate": 5.1, "B.rate": -10.0})
    motion = da.kinematics(driven, [0.0, 0.05], start=start, stabilization=da.methods.Baumgarte.critical(10.0))
    loads = da.inverse_dynamics(slider_crank(0.2, da.Motor("motor", "A")), motion)
    np.testing.assert_allclose(loads.inputs[:, 0], motion["law.torque"], rtol=1e-9)
    np.testing.assert_allclose(loads["B.acceleration"], motion["B.acceleration"], rtol=1e-9)


# ---- closed forms


def arm_with_motors():
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=da.param("m", 0.5))
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="y"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        da.Motor("first", "shoulder"),
        da.Motor("second", "elbow"),
        gravity=(0.0, 0.0, -G),
    )


def test_laws_of_all_coordinates_are_differentiated():
    model, times = arm_with_motors(), np.linspace(0.0, 1.0, 11)
    laws = {"shoulder": 0.4 * da.sin(3.0 * da.time), "elbow": da.time**2}
    loads = da.inverse_dynamics(model, laws, times=times)
    np.testing.assert_allclose(loads["elbow"], times**2, rtol=1e-15)
    np.testing.assert_allclose(loads["shoulder.rate"], 1.2 * np.cos(3.0 * times), rtol=1e-14)
    np.testing.assert_allclose(loads["elbow.acceleration"], 2.0, rtol=1e-10)
    # the same as by drives, which are followed
    parts = [part for part in model.parts if not part.is_input]
    drives = [da.Drive(f"drive {name}", name, law) for name, law in laws.items()]
    driven = da.kinematics(da.Model(*parts, *drives, gravity=(0.0, 0.0, -G)), times)
    np.testing.assert_allclose(loads.inputs, da.inverse_dynamics(model, driven).inputs, rtol=1e-8, atol=1e-8)


def test_parameters_of_the_guess_hold_along_laws():
    model, laws = arm_with_motors(), {"shoulder": da.time, "elbow": 0.0 * da.time}
    light, heavy = (
        da.inverse_dynamics(model, laws, times=[0.0], guess=da.State(p={"m": m})).inputs[0, 0] for m in (1e-9, 1.0)
    )
    # held out, with weight: a rod of 1 kg, then another one behind it
    assert light == pytest.approx(-0.5 * G, rel=1e-6)
    assert heavy == pytest.approx(-(0.5 + 1.4) * G, rel=1e-12)


def test_a_law_without_derivative_is_named():
    laws = {"shoulder": da.sqrt(da.time), "elbow": da.time}
    with pytest.raises(da.errors.SolverError, match="the law of 'shoulder' has no rate at t = 0"):
        da.inverse_dynamics(arm_with_motors(), laws, times=[0.0, 1.0])


def test_numbers_of_one_state_have_loads():
    model = arm_with_motors()
    state = model.state(q={"shoulder": 0.3, "elbow": -0.5}, u={"shoulder": 1.0, "elbow": 2.0})
    wanted = {"shoulder": 3.0, "elbow": -1.0}
    loads = da.inverse_dynamics(model, state, accelerations=wanted)
    assert len(loads) == 1
    pushed = da.State(q=state.q, u=state.u, tau=dict(zip(("first", "second"), loads.inputs[0], strict=True)))
    found = da.as_dynamics(model).accelerations(pushed)
    assert [found["shoulder"], found["elbow"]] == pytest.approx([3.0, -1.0], rel=1e-12)
    with pytest.raises(da.errors.ModelError, match="there is no speed 'wrist'"):
        da.inverse_dynamics(model, state, accelerations={"wrist": 1.0})
    with pytest.raises(da.errors.ModelError, match="accelerations go with one state"):
        da.inverse_dynamics(model, {"shoulder": da.time, "elbow": da.time}, times=[0.0], accelerations=wanted)


def test_a_mechanism_without_mass_has_the_loads_of_statics():
    """Nothing says how it accelerates but what is given: the torque is that of virtual work."""
    ends = {"crank": 0.3, "rod": 0.9}
    crank, rod = (da.Body(name, markers={"end": da.spatial.Pose(p=[x, 0.0, 0.0])}) for name, x in ends.items())
    slider = da.Body("slider")
    parts = [
        da.Prismatic("slide", da.ground, slider, axis="x"),
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Revolute("C", rod["end"], slider, axis="z"),
        da.PointForce("load", slider, [-10.0, 0.0, 0.0]),
    ]
    model = da.Model(*parts, da.Motor("motor", "A"))
    found = da.inverse_dynamics(
        model, {"A": 0.5 + da.time**2}, times=[0.0, 0.5, 1.0], guess={"B": -0.7, "slide": 1.1}
    )
    s, c = np.sin(found["A"]), np.cos(found["A"])
    way = -0.3 * s - 0.09 * s * c / np.sqrt(0.81 - 0.09 * s**2)
    np.testing.assert_allclose(found["motor"], 10.0 * way, rtol=1e-10)
    np.testing.assert_allclose(found["C.force.x"], 10.0, rtol=1e-10)
    # in one state too, and where no input could carry the load that is said
    state = da.State(q=found.state(1).q, u=found.state(1).u)
    given = {f"{name}.rate": float(found[f"{name}.acceleration"][1]) for name in ("A", "B", "slide")}
    assert da.inverse_dynamics(model, state, accelerations=given)["motor"][0] == pytest.approx(found["motor"][1])
    with pytest.raises(da.errors.SolverError, match="there are no inputs that could produce this motion"):
        da.inverse_dynamics(da.Model(*parts), state, accelerations=given)


@pytest.mark.covers("F000-28", "F000-62")
def test_of_a_model_too_some_inputs_are_known():
    # m l²/3 φ̈ = torque + wind − m g l/2 cos φ, by all laws at once and as a drive of a closed model
    rod = da.rod("rod", length=1.0, mass=3.0)
    model = da.Model(
        da.Revolute("hinge", da.ground, rod, axis="z"),
        da.Motor("torque", "hinge"),
        da.Motor("wind", "hinge"),
        gravity=(0.0, -9.81, 0.0),
    )
    times = np.array([0.0, 0.5])
    laws = {"hinge": 0.2 * da.time**2, "wind": 2.0 + da.time}
    loads = da.inverse_dynamics(model, laws, times=times, unknown=["torque"])
    expected = 0.4 + 3.0 * 9.81 * 0.5 * np.cos(0.2 * times**2) - 2.0 - times
    assert np.allclose(loads["torque"], expected, rtol=1e-9)
    assert np.allclose(loads["wind"], 2.0 + times)
    with pytest.raises(da.errors.SolverError, match="torque, wind"):
        da.inverse_dynamics(model, {"hinge": laws["hinge"]}, times=times)
    measured = {da.coordinate("hinge") * 2.0: 0.4 * da.time**2, "wind": laws["wind"]}
    assert np.allclose(da.inverse_dynamics(model, measured, times=times)["torque"], expected, rtol=1e-6)


@pytest.mark.parametrize("law", ["sin(t)", None, math.nan, np.zeros(2)])
def test_what_is_no_law_is_refused_by_name(law):
    cart = da.Model(da.Prismatic("x", da.ground, da.particle("cart", mass=1.0)), da.Motor("pull", "x"))
    tree = da.modules.leaf("cart", cart)
    for subject, name in ((cart, "x"), (da.derive(cart), "x"), (tree, "x")):
        with pytest.raises(ModelError, match="the law of x is a number or an expression of time"):
            da.inverse_dynamics(subject, {name: law}, times=[0.0, 1.0])
    with pytest.raises(ModelError, match="laws of time by name"):
        da.inverse_dynamics(cart, ["x"], times=[0.0])
