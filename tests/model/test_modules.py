"""Models that contain models keep what they were made of, and modules stand by themselves."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError


def wheel():
    """A rim that turns in a hub, which something else will carry."""
    hub, rim = da.box("hub", size=(0.1, 0.1, 0.1), mass=1.0), da.cylinder("rim", radius=0.3, length=0.1, mass=2.0)
    return da.Model(
        da.Revolute("axle", hub, rim),
        da.JointDamper("bearing", "axle", 0.1),
        ports={"hub": hub.at(x=0.05)},
        gravity=(0.0, 0.0, -9.81),
    )


def vehicle(module):
    frame = da.box("frame", size=(1.0, 0.5, 0.2), mass=10.0)
    left, right = da.Submodel("left", module), da.Submodel("right", module)
    return da.Model(
        da.Prismatic("ride", da.ground, frame, axis="x"),
        left,
        right,
        da.Weld("left mount", frame.at(y=0.3), left["hub"]),
        da.Weld("right mount", frame.at(y=-0.3), right["hub"]),
        gravity=(0.0, 0.0, -9.81),
    )


def test_a_model_keeps_its_own_parts_and_its_children():
    module = wheel()
    model = vehicle(module)
    assert [part.name for part in model.parts] == ["ride", "left", "right", "left mount", "right mount"]
    assert [child.name for child in model.children] == ["left", "right"]
    assert all(child.model is module for child in model.children)
    assert model.joints[1].name == "left/axle"


def test_the_flat_model_has_the_same_equations_and_no_children():
    model = vehicle(wheel())
    single = da.modules.flat(model)
    assert not single.children
    assert da.modules.flat(single) is single
    assert single.coordinates == model.coordinates
    state = model.state(u={"left/axle": 2.0, "ride": 1.0})
    assert dict(da.as_dynamics(single).accelerations(state)) == dict(da.as_dynamics(model).accelerations(state))


def test_a_walk_meets_every_part_with_its_owners():
    found = [(owner, part.name) for owner, part in da.modules.walked(vehicle(wheel()))]
    assert found[:3] == [((), "ride"), (("left",), "axle"), (("left",), "bearing")]
    assert (("right",), "axle") in found


def test_models_are_equal_if_they_say_the_same():
    assert wheel() == wheel()
    assert hash(wheel()) == hash(wheel())
    assert vehicle(wheel()) == vehicle(wheel())
    module = wheel()
    assert module != da.Model(*module.parts, ports=module.ports)
    assert vehicle(wheel()) == da.modules.flat(vehicle(wheel()))
    heavier = da.box("hub", size=(0.1, 0.1, 0.1), mass=1.1)
    assert da.Model(da.Free("pose", da.ground, heavier)) != da.Model(
        da.Free("pose", da.ground, da.box("hub", size=(0.1, 0.1, 0.1), mass=1.0))
    )
    # two bodies are never the same one
    assert da.particle("p", mass=1.0) != da.particle("p", mass=1.0)


def test_models_are_equal_however_the_same_place_or_axis_is_given():
    bar = da.rod("bar", length=1.0, mass=1.0, radius=0.1)

    def hung(place, axis="z", base=da.ground):
        return da.Model(da.Revolute("A", base, place, axis=axis), da.PointForce("f", place, (1.0, 0.0, 0.0)))

    assert hung(bar) == hung(bar.at()) == hung(bar["start"]) == hung(bar, base=da.ground.at())
    assert hung(bar) == hung(bar, (0, 0, 1)) == hung(bar, np.array([0.0, 0.0, 2.0]))
    assert hung(bar) != hung(bar.at(0.5))
    assert hung(bar) != hung(bar, (0.0, 0.0, -1.0))
    assert hung(bar) != hung(bar, "y")
    inside = da.Model(da.Submodel("s", da.Model(da.extend.extra_speed("i", inertia=1.0))))
    assert inside == da.Model(da.extend.extra_speed("s/i", inertia=1.0))


def test_a_module_is_derived_by_itself_with_a_free_port():
    eom = da.derive(wheel())
    assert eom.inputs[:6] == tuple(f"hub.{kind}.{axis}" for kind in ("force", "moment") for axis in "xyz")
    dynamics = da.as_dynamics(eom)
    # a force at the port, 0.05 m beside the mass centre of both bodies
    a = dynamics.accelerations(da.State(tau={"hub.force.z": 3.0 * 9.81, "hub.force.y": 3.0}))
    assert a["port hub.z"] == pytest.approx(0.0, abs=1e-12)
    about_z = 1.0 / 6.0 * 0.01 * 1.0
    assert a["port hub.wz"] == pytest.approx(0.05 * 3.0 / about_z)


def test_states_of_a_module_are_those_of_its_equations():
    module = wheel()
    given = {"q": {"port hub.x": 0.3}, "tau": {"hub.force.y": 2.0}}
    assert module.state(**given) == da.derive(module).state(**given)
    motion = da.simulate(module, module.state(**given), until=0.1)
    assert motion["port hub.x"][0] == 0.3


def test_the_wrench_of_a_port_has_the_matrix_of_its_frame():
    model = da.modules.standalone(wheel())
    eom = da.derive(model)
    state = da.State(q={"axle": 0.4}, u={"port hub.wx": 0.3})
    hub = model.body("hub").at(x=0.05)
    V = np.concatenate([da.velocity(hub), da.angular_velocity(hub)])
    J = da.expr.jacobian(eom.resolve(V), eom.u)
    found = da.as_dynamics(eom).evaluate({"G": eom.G, "J": J}, state)
    np.testing.assert_allclose(found["G"], found["J"].T, atol=1e-14)


def test_a_held_port_carries_the_module():
    eom = da.derive(da.modules.standalone(wheel(), held=["hub"]))
    assert eom.coordinates == ("axle",)
    assert eom.inputs == ()
    with pytest.raises(ModelError, match="there is no port 'rim'"):
        da.modules.standalone(wheel(), held=["rim"])
    with pytest.raises(ModelError, match="without ports stands by itself"):
        da.modules.standalone(da.modules.flat(vehicle(wheel())))


def arm():
    """Two rods on an elbow with a spring: ports at the start of the first, at its middle and at the end."""
    upper, lower = (da.rod(name, length=1.0, mass=1.0) for name in ("upper", "lower"))
    return da.Model(
        da.Revolute("elbow", upper["end"], lower),
        da.JointSpring("spring", "elbow", 20.0),
        ports={"hub": upper, "middle": upper.at(0.5), "tip": lower["end"]},
    )


def test_a_module_may_hang_on_a_port_of_a_body_that_it_carries_itself():
    """Held at the tip alone, the other rod swings about the elbow: I θ̈ = −k θ at first, with I = m l²/3."""
    model = da.modules.standalone(arm(), held=["tip"])
    assert model.inputs[:1] == ("hub.force.x",)
    assert not any(name.startswith("tip.") for name in model.inputs)
    swing, dynamics = da.assemble(model, q={"elbow": 0.1}), da.as_dynamics(model)
    assert da.mobility(model, swing).degrees_of_freedom == 1
    assert dynamics.accelerations(swing)["elbow"] == pytest.approx(-20.0 * 0.1 / (1.0 / 3.0), rel=1e-9)
    tip = dynamics.evaluate(da.position(model.body("lower")["end"]), swing)
    np.testing.assert_allclose(tip, 0.0, atol=1e-12)


def test_ports_are_held_where_one_says():
    stretched = {"hub": da.ground, "tip": da.ground.at((2.0, 0.0, 0.0))}
    held = da.modules.standalone(arm(), held=stretched)
    assert da.mobility(held, da.assemble(held)).degrees_of_freedom == 0
    moved = da.modules.standalone(arm(), held={"middle": da.ground.at((2.0, 0.0, 0.0))})
    assert moved.coordinates == ("elbow",)
    start = da.as_dynamics(moved).evaluate(da.position(moved.body("upper")), moved.state())
    np.testing.assert_allclose(start, [1.5, 0.0, 0.0], atol=1e-14)


def test_a_body_is_held_by_any_of_its_ports():
    for held in (["middle"], ["hub", "middle"]):
        eom = da.derive(da.modules.standalone(arm(), held=held))
        assert eom.coordinates == ("elbow",)
        assert not any(name.split(".")[0] in held for name in eom.inputs)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (["hub", "tip"], "say where the port 'tip' is held"),
        (None, "by a list of their names"),
        ("hub", "by a list of their names"),
        ([3], "by their names"),
        ({"hub": 3}, "in a frame of the world"),
    ],
)
def test_ports_that_cannot_be_held_like_that_are_named(held, told):
    with pytest.raises(ModelError, match=told):
        da.modules.standalone(arm(), held=held)


def test_a_module_alone_moves_as_in_the_model_that_carries_it():
    """The wrench of the mount, taken from the whole, moves the module by itself the same way."""
    model = vehicle(wheel())
    state = model.state(u={"left/axle": 2.0})
    whole = da.as_dynamics(model)
    names = [f"left mount.{kind}.{axis}" for kind in ("force", "moment") for axis in "xyz"]
    wrench = whole.signals(names, state)
    tau = {name.replace("left mount", "hub"): value for name, value in wrench.items()}
    alone = da.as_dynamics(wheel()).accelerations(da.State(u={"axle": 2.0}, tau=tau))
    together = whole.accelerations(state)
    assert alone["axle"] == pytest.approx(together["left/axle"])
    assert alone["port hub.x"] == pytest.approx(together["ride"], abs=1e-12)
    assert alone["port hub.wy"] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    "ask", [da.modules.flat, da.modules.standalone, lambda model: list(da.modules.walked(model))]
)
def test_what_is_no_model_is_refused(ask):
    with pytest.raises(ModelError, match="a model is needed here"):
        ask(3)
