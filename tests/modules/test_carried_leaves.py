"""What leaves carry into a tree besides M a = f: controllers with states, and forces by reactions."""

import pytest

import dalembert as da
from dalembert.errors import FormulationError

S = da.expr.symbol
TIGHT = da.methods.DOP853(rtol=1e-10, atol=1e-12)
SAME = 1e-8
"""Coordinates of the tree and of the flat model after a second, at the tolerance of the runs."""


def held_arm(*parts, name=""):
    """A rod that a PID holds up."""
    rod, hinge = da.rod(f"{name}rod", length=1.0, mass=2.0), f"{name}hinge"
    pid = da.control.PID(
        f"{name}pid",
        0.5 - da.coordinate(hinge),
        proportional=60.0,
        integral=30.0,
        derivative=8.0,
        rate=-da.speed(hinge),
    )
    joint = da.Revolute(hinge, da.ground, rod, axis="z")
    return [joint, pid, da.Motor(f"{name}motor", hinge, pid.law), *parts]


@pytest.mark.covers("F000-16", "F000-79")
@pytest.mark.parametrize("principle", [da.Lagrange(), da.Kane(), None], ids=["Lagrange", "Kane", "default"])
def test_a_controller_with_its_integral_is_carried_two_levels_up(principle):
    # two arms that are geared together, against the model of both
    gravity = (0.0, -9.81, 0.0)
    arm = da.modules.leaf("arm", da.Model(*held_arm(), gravity=gravity), principle)
    assert arm.speeds == ("hinge.rate", "pid integral")
    inner = da.modules.subsystem("inner", [arm])
    other = da.modules.leaf("other", da.Model(*held_arm(), gravity=gravity), principle)
    geared = da.modules.gear("gear", S("one/hinge"), S("two/hinge"), ratio=2.0)
    node = da.modules.subsystem("pair", {"one": inner, "two": other}, constraints=geared)
    motion = da.simulate(node, until=1.0, method=TIGHT)

    both = da.Model(
        *held_arm(name="one_"),
        *held_arm(name="two_"),
        da.Holonomic("gear", da.coordinate("one_hinge") - 2.0 * da.coordinate("two_hinge")),
        gravity=gravity,
    )
    expected = da.simulate(both, until=1.0, method=TIGHT)
    for name in ("hinge", "pid integral"):
        for arm_name in ("one", "two"):
            there = expected[f"{arm_name}_{name}"][-1]
            assert motion[f"{arm_name}/{name}"][-1] == pytest.approx(there, abs=SAME), name


@pytest.mark.covers("F000-16", "F000-86")
def test_friction_by_the_force_of_a_constraint_is_carried():
    # the leaf stands on a floor, and the rest of the tree presses it down: m x'' = −0.3 N
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    model = da.Model(
        da.Planar("p", da.ground, block),
        da.Holonomic("floor", da.coordinate("p.y")),
        da.JointForce("friction", "p.x", -0.3 * da.measures.multiplier("floor")),
        gravity=(0.0, -9.81, 0.0),
    )
    leaf = da.modules.leaf("block", model)
    assert leaf.reaction_rows == ("floor",)
    node = da.modules.subsystem("pressed", {"block": leaf}, forces={"block/p.y.rate": -da.Input("press")})
    found = da.as_dynamics(node).signals(
        ["block/p.x.acceleration", "block/floor.multiplier"], node.state(tau={"press": 4.0})
    )
    normal = 2.0 * 9.81 + 4.0
    assert found["block/floor.multiplier"] == pytest.approx(normal, rel=1e-12)
    assert found["block/p.x.acceleration"] == pytest.approx(-0.3 * normal / 2.0, rel=1e-12)
    alone = da.as_dynamics(model).signals(["p.x.acceleration"], da.State())
    assert alone["p.x.acceleration"] == pytest.approx(-0.3 * 9.81, rel=1e-12)


def canonical(*parts):
    """A cart with a spring and a hanging rod, whose inertia depends on the angle."""
    cart, rod = da.box("cart", size=(0.2, 0.1, 0.1), mass=2.0), da.rod("rod", length=1.0, mass=1.0)
    return da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("θ", cart, rod, axis="z"),
        da.JointSpring("spring", "x", stiffness=4.0),
        da.Motor("push", "x"),
        *parts,
        gravity=(0.0, -9.81, 0.0),
    )


HELD = da.Holonomic("hold", da.coordinate("x") - 0.2 * da.coordinate("θ"))


@pytest.mark.covers("F000-16", "F000-20")
def test_canonical_equations_are_a_leaf_with_momenta_as_speeds():
    other = da.modules.leaf("other", canonical(), da.Lagrange())
    found = []
    for principle in (da.Hamilton(), da.Kane()):
        leaf = da.modules.leaf("cart", canonical(), principle)
        inner = da.modules.subsystem("inner", {"cart": leaf})
        rows = {"rod": S("a/cart/x") - S("b/x") - 0.5, "link": S("a/cart/θ") - 2.0 * S("b/θ")}
        node = da.modules.subsystem("pair", {"a": inner, "b": other}, constraints=rows)
        q = {"b/x": 0.1, "b/θ": 0.3, "a/cart/x": 0.6, "a/cart/θ": 0.6}
        motion = da.simulate(node, node.state(q=q, tau={"a/cart/push": 1.0}), until=2.0, method=TIGHT)
        names = ("b/x", "a/cart/θ", "b/x.rate", "rod.multiplier", "link.multiplier")
        found.append([motion[name][-1] for name in names])
    assert leaf.speeds == ("x.rate", "θ.rate")
    assert da.modules.leaf("cart", canonical(), da.Hamilton()).speeds == ("x.momentum", "θ.momentum")
    assert found[0] == pytest.approx(found[1], abs=1e-7)


def test_canonical_equations_with_a_constraint_are_a_leaf():
    model = canonical(HELD)
    leaf = da.modules.leaf("cart", model, da.Hamilton())
    motion = da.simulate(leaf, leaf.state(q={"x": 0.2, "θ": 1.0}), until=2.0, method=TIGHT)
    expected = da.simulate(model, model.state(q={"x": 0.2, "θ": 1.0}), until=2.0, method=TIGHT)
    for name in ("x", "hold.multiplier"):
        assert motion[name][-1] == pytest.approx(expected[name][-1], abs=1e-7)


def test_canonical_equations_with_other_multipliers_are_refused():
    for form in (da.formulations.MomentumMultipliers(), da.formulations.DiracMultipliers()):
        with pytest.raises(FormulationError, match="'part' is given by canonical equations"):
            da.modules.leaf("part", canonical(HELD), da.Hamilton(form))


def refused_models():
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    rail = da.Prismatic("rail", da.ground, block, axis="x")
    friction = da.JointForce("friction", "rail", -0.3 * da.reaction_force("rail")[2])
    push = da.StateVariable("push", rate=da.acceleration(block)[0])
    return {
        r"reactions of joints \(friction\)": da.Model(rail, friction, gravity=(0.0, 0.0, -9.81)),
        "'push', whose rate depends on accelerations": da.Model(rail, push),
        "Servo 'follow', which says what inputs are": canonical(
            da.Servo("follow", da.coordinate("x") - 0.1 * da.sin(da.time), rate=3.0)
        ),
        "'late', which starts at 2": da.Model(rail, da.StateVariable("late", rate=da.speed("rail"), start=2.0)),
    }


@pytest.mark.covers("F000-16")
@pytest.mark.parametrize("message", refused_models())
def test_what_is_known_only_of_the_whole_is_refused_by_name(message):
    with pytest.raises(FormulationError, match=message):
        da.modules.leaf("part", refused_models()[message])


@pytest.mark.covers("F000-79")
def test_inputs_that_became_states_are_speeds_of_a_leaf_beside_those_of_a_controller():
    model = da.Model(*held_arm(), da.Motor("push", "hinge"), gravity=(0.0, -9.81, 0.0))
    plain = da.control.with_input_states(da.derive(model), ["push"])
    tree = da.modules.subsystem("tree", {"arm": da.modules.leaf("arm", plain)})
    start = plain.state(z={"push": 0.5, "pid integral": 0.2}, tau={"push.rate": 2.0})
    same = tree.state(u={"arm/push": 0.5, "arm/pid integral": 0.2}, tau={"arm/push.rate": 2.0})
    alone, inside = (da.simulate(x, y, until=0.5, method=TIGHT) for x, y in ((plain, start), (tree, same)))
    assert inside["arm/hinge"][-1] == pytest.approx(alone["hinge"][-1], abs=SAME)
    assert inside["arm/push"][-1] == pytest.approx(1.5, abs=SAME)
