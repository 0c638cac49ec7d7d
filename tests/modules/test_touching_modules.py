"""Contacts, stops, cables and dry friction of leaves move in trees of systems as in flat models."""

import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError, SolverError

S = da.expr.symbol
G = (0.0, -9.81, 0.0)
TIGHT = da.methods.DOP853(rtol=1e-11, atol=1e-13)
TIMES = np.linspace(0.0, 1.5, 61)
RATIO, TORQUE, INERTIA, INDUCTANCE, RESISTANCE, VOLTAGE = 5.0, 0.4, 0.02, 0.1, 2.0, 3.0
WORDS = {
    "contact": "Contact 'floor'",
    "stop": "Stop 'end'",
    "cable": "Cable 'rope'",
    "friction": "DryFriction 'rub'",
}


def parts(name, *kinds):
    """A ball in a vertical plane, with parts of these kinds, names after `name`."""
    ball, at = da.sphere(f"{name}ball", radius=0.1, mass=1.0), f"{name}p"
    made = {
        "contact": da.Contact(
            f"{name}floor", ball, da.geometry.plane(da.ground, "y"), friction=0.3, restitution=0.0
        ),
        "stop": da.Stop(f"{name}end", f"{at}.x", high=0.6, restitution=0.3),
        "cable": da.contacts.Cable(f"{name}rope", da.ground.at(y=1.5), ball, length=1.1, restitution=0.2),
        "friction": da.DryFriction(f"{name}rub", f"{at}.x", static=1.0, kinetic=0.8),
    }
    return [da.Planar(at, da.ground, ball), *(made[kind] for kind in kinds)]


def tree(*kinds, principle=None):
    """Two balls, one with a geared motor two levels down, that keep their distance along x."""
    ball = da.modules.leaf("ball", da.Model(*parts("", *kinds), gravity=G), principle)
    motor = da.modules.dc_motor(
        "motor",
        **{"torque_constant": TORQUE, "back_emf": TORQUE, "inertia": INERTIA, "damping": 0.0},
        **{"inductance": INDUCTANCE, "resistance": RESISTANCE, "voltage": da.Input("U")},
    )
    driven = da.modules.subsystem(
        "driven", {"ball": ball, "motor": motor}, constraints={"gear": S("motor/ω") - RATIO * S("ball/p.x.rate")}
    )
    apart = {"rod": S("left/ball/p.x") - S("right/p.x") + 0.5}
    return da.modules.subsystem("pair", {"left": driven, "right": ball}, constraints=apart)


def flat(*kinds):
    """The same as one model."""
    rotor = da.disc("rotor", radius=0.2, mass=2.0 * INERTIA / 0.2**2)
    return da.Model(
        *parts("left ", *kinds),
        *parts("right ", *kinds),
        da.Revolute("ω", da.ground, rotor, axis="z"),
        da.extend.extra_speed("i", inertia=INDUCTANCE),
        da.JointForce("torque", "ω", TORQUE * da.speed("i")),
        da.JointForce("voltage", "i", VOLTAGE - RESISTANCE * da.speed("i") - TORQUE * da.speed("ω")),
        da.Nonholonomic("gear", da.speed("ω") - RATIO * da.speed("left p.x")),
        da.Holonomic("rod", da.coordinate("left p.x") - da.coordinate("right p.x") + 0.5),
        gravity=G,
    )


def in_flat(name):
    return name.replace("left/ball/", "left ").replace("right/", "right ").replace("left/motor/", "")


HEIGHTS = {"left/ball/p.y": 0.7, "right/p.y": 0.8, "left/ball/p.x": -0.4, "right/p.x": 0.1}
SPEEDS = {"left/ball/p.x.rate": 1.0, "right/p.x.rate": 1.0, "left/ball/p.angle.rate": 2.0, "left/motor/ω": RATIO}


def run_flat(*kinds, method=TIGHT):
    model = flat(*kinds)
    u = {in_flat(name).replace("ω", "ω.rate"): x for name, x in SPEEDS.items()}
    start = model.state(q={in_flat(name): x for name, x in HEIGHTS.items()}, u=u)
    return da.simulate(model, start, times=TIMES, method=method)


def run_tree(node, method=TIGHT):
    start = node.state(q=HEIGHTS, u=SPEEDS, tau={"left/motor/U": VOLTAGE})
    return da.simulate(node, start, times=TIMES, method=method)


@pytest.mark.covers("F000-16", "F000-79")
@pytest.mark.parametrize(
    ("kinds", "principle"),
    [
        (["contact"], da.Lagrange()),
        (["stop", "friction"], da.Kane()),
        (["cable"], None),
        (["contact", "stop", "cable", "friction"], None),
    ],
    ids=lambda x: "+".join(x) if isinstance(x, list) else type(x).__name__,
)
def test_leaves_touch_in_a_tree_beside_a_motor_as_in_one_model(kinds, principle):
    expected, motion = run_flat(*kinds), run_tree(tree(*kinds, principle=principle))
    assert len(expected.events) > 1
    assert [in_flat(e.name) for e in motion.events] == [e.name for e in expected.events]
    np.testing.assert_allclose([e.t for e in motion.events], [e.t for e in expected.events], atol=1e-8)
    for name in (*HEIGHTS, *SPEEDS, "left/motor/i"):
        there = expected[in_flat(name).replace("ω", "ω.rate")]
        np.testing.assert_allclose(motion[name], there, atol=1e-7, err_msg=name)
    if kinds == ["contact"]:
        forces = motion["right/floor.normal.multiplier"], expected["right floor.normal.multiplier"]
        np.testing.assert_allclose(*forces, atol=1e-6)
        assert forces[0].max() > 9.0
    if "friction" in kinds:
        np.testing.assert_allclose(motion["left/ball/rub.force"], expected["left rub.force"], atol=1e-6)


def test_time_stepping_batches_and_pickles_know_what_touches():
    kinds = ("contact", "friction")
    node = pickle.loads(pickle.dumps(tree(*kinds).equations))
    stepped = da.methods.MoreauJean(1e-3)
    expected = run_flat(*kinds, method=stepped)
    np.testing.assert_allclose(run_tree(node, stepped)["right/p.y"], expected["right p.y"], atol=1e-9)
    starts = [node.state(q=HEIGHTS, u=SPEEDS, tau={"left/motor/U": U}) for U in (VOLTAGE, -VOLTAGE)]
    motions = da.batch(node, starts, times=TIMES, method=TIGHT)
    np.testing.assert_allclose(motions[0]["right/p.x"], run_tree(node)["right/p.x"], atol=1e-9)
    assert abs(motions[0]["right/p.x"][-1] - motions[1]["right/p.x"][-1]) > 1e-3


def test_rest_is_found_where_rows_of_leaves_repeat_each_other():
    # two floors and two frictions hold one rod against 1.5 N: how they share it is not unique
    node = da.modules.subsystem(
        "pushed", [tree("contact", "friction")], forces={"right/p.x.rate": da.Input("push")}
    )
    guess = {"left/ball/p.y": 0.1, "right/p.y": 0.1, "right/p.x": 0.5}
    rest = da.equilibrium(node, guess=guess, tau={"push": 1.5})
    assert rest.modes["left/ball/floor"] == rest.modes["right/rub"] == "sticking"
    assert rest["right/floor.normal.multiplier"] == pytest.approx(9.81, rel=1e-9)
    with pytest.raises(SolverError):
        da.equilibrium(node, guess=guess, tau={"push": 9.0})


@pytest.mark.covers("F000-79")
def test_modes_of_leaves_are_held_as_in_one_model():
    node, model = tree("contact"), flat("contact")
    held = {"left/ball/floor": "sticking", "right/floor": "sticking"}
    one = da.contacts.with_modes(node.equations, held)
    other = da.contacts.with_modes(da.derive(model), {in_flat(name): x for name, x in held.items()})
    assert len(one.rows) == len(other.rows) == 6
    state = {"left/ball/p.y": 0.1, "right/p.y": 0.1, "left/ball/p.x": -0.4, "right/p.x": 0.1}
    start = other.state(q={in_flat(name): x for name, x in state.items()})
    found = da.as_dynamics(one).accelerations(one.state(q=state, tau={"left/motor/U": VOLTAGE}))
    expected = da.as_dynamics(other).accelerations(start)
    assert found["left/motor/i"] == pytest.approx(VOLTAGE / INDUCTANCE, rel=1e-12)
    for name in ("left/ball/p.x.rate", "right/p.angle.rate", "left/motor/i"):
        assert found[name] == pytest.approx(expected[in_flat(name)], abs=1e-12)


def test_a_modular_tree_is_a_child_with_its_contacts():
    inner = da.Model(*parts("", "contact"), gravity=G)
    modular = da.Modular().tree(da.Model(da.Submodel("left", inner), gravity=G))
    both = da.modules.subsystem("both", {"tree": modular, "other": da.modules.leaf("other", inner)})
    start = {"tree/left/p.y": 0.7, "other/p.y": 0.9}
    motion = da.simulate(both, both.state(q=start), times=TIMES, method=TIGHT)
    alone = da.simulate(inner, inner.state(q={"p.y": 0.7}), times=TIMES, method=TIGHT)
    np.testing.assert_allclose(motion["tree/left/p.y"], alone["p.y"], atol=1e-9)
    again = da.simulate(both.flat(), both.flat().state(q=start), times=TIMES, method=TIGHT)
    np.testing.assert_allclose(again["other/p.y"], motion["other/p.y"], atol=1e-9)


@pytest.mark.parametrize("kind", WORDS)
def test_what_would_leave_out_contacts_refuses_them_by_name(kind, tmp_path):
    leaf = da.modules.leaf("falling", da.Model(*parts("", kind), gravity=G))
    modular = da.Modular().tree(da.Model(da.Submodel("left", da.Model(*parts("", kind))), gravity=G))
    for refused in (
        lambda: da.modules.extended(leaf),
        lambda: da.modules.linearized(leaf),
        lambda: da.modules.condensed(modular),
        lambda: da.modules.save_subsystem(leaf, tmp_path / "leaf.json"),
    ):
        with pytest.raises(FormulationError, match=WORDS[kind].replace("'", "'(left/)?", 1)):
            refused()


def test_names_that_contacts_know_stay():
    leaf = da.modules.leaf("falling", da.Model(*parts("", "stop"), gravity=G))
    with pytest.raises(FormulationError, match=r"'p\.x' of 'falling' cannot be renamed"):
        leaf.renamed("left", names={"p.x": "s"})
    speeds = da.formulations.QuasiVelocities(
        {"v": 2.0 * da.speed("p.x"), "w": da.speed("p.y"), "s": da.speed("p.angle")}
    )
    with pytest.raises(FormulationError, match="Stop 'end', and other variables"):
        da.modules.leaf("falling", da.Model(*parts("", "stop"), gravity=G), da.Kane(speeds=speeds))


def test_dry_friction_by_reactions_is_refused_in_leaves_at_every_depth():
    # what presses a joint of a leaf, gravity included, is known only of the whole
    guide = da.Prismatic("s", da.ground, da.box("box", size=(0.1, 0.1, 0.1), mass=2.0), axis="x")
    model = da.Model(guide, da.contacts.dry_joint_friction("rub", guide, 0.3), gravity=(0.0, -9.81, 0.0))
    inside = da.Model(da.Submodel("in", model), gravity=(0.0, -9.81, 0.0))
    for system, name in ((model, "rub"), (da.derive(model), "rub"), (inside, "in/rub")):
        with pytest.raises(
            FormulationError, match=f"the leaf 'leaf' has the DryFriction '{name}', whose strength"
        ):
            da.modules.leaf("leaf", system)
    # a model of models is a whole itself, and no part of another
    tree = da.modules.subsystem("more", {"T": da.Modular().tree(inside)})
    with pytest.raises(FormulationError, match="more has the DryFriction 'T/in/rub', whose strength"):
        da.simulate(tree, until=0.1)
