"""Measures of reactions: components, axes, points, multipliers; in outputs, events and submodels."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError

RTOL = 1e-12
"""Rounding of one rotation and one cross product."""

arm = da.rod("arm", length=1.0, mass=2.0, radius=0.1)
hand = da.rod("hand", length=0.5, mass=1.0, radius=0.1)


def two_links(*more):
    return da.Model(
        da.Universal("shoulder", da.ground, arm),
        da.Revolute("elbow", arm["end"], hand.at(x=0.1), axis="y"),
        *more,
        gravity=(0.0, 0.0, -9.81),
    )


STATE = da.State(q={"shoulder.first": 0.3, "shoulder.second": -0.4, "elbow": 0.9}, u={"elbow.rate": 2.0})


def evaluated(model, state=STATE, **outputs):
    return da.as_dynamics(model).evaluate(outputs, state)


@pytest.mark.covers("F000-29")
def test_measures_are_the_signals_of_the_same_name():
    model = two_links()
    for name in ("shoulder", "elbow"):
        found = evaluated(model, F=da.reaction_force(name), M=da.reaction_moment(name))
        dynamics = da.as_dynamics(model)
        for kind, key in (("force", "F"), ("moment", "M")):
            signals = dynamics.signals([f"{name}.{kind}.{axis}" for axis in "xyz"], STATE)
            np.testing.assert_allclose(found[key], list(signals.values()), rtol=RTOL, atol=1e-13)


@pytest.mark.covers("F000-29", "F002-19")
def test_axes_turn_components_and_points_shift_moments():
    found = evaluated(
        two_links(),
        F=da.reaction_force("elbow"),
        M=da.reaction_moment("elbow"),
        F_world=da.reaction_force("elbow", axes=da.ground),
        M_world=da.reaction_moment("elbow", axes=da.ground),
        M_tip=da.reaction_moment("elbow", axes=da.ground, at=hand["end"]),
        M_tip_own=da.reaction_moment("elbow", at=hand["end"]),
        p=da.position(hand.at(x=0.1)) - da.position(hand["end"]),
        y=da.position(hand.at(x=0.1, y=1.0)) - da.position(hand.at(x=0.1)),
        F_arm=da.reaction_force("elbow", axes=arm),
    )
    for kind in ("F", "M"):
        assert np.linalg.norm(found[kind]) == pytest.approx(np.linalg.norm(found[f"{kind}_world"]), rel=RTOL)
        assert found[kind][1] == pytest.approx(found["y"] @ found[f"{kind}_world"], rel=RTOL)
    np.testing.assert_allclose(
        found["M_tip"], found["M_world"] + np.cross(found["p"], found["F_world"]), atol=1e-12
    )
    assert found["M_tip_own"][1] == pytest.approx(found["y"] @ found["M_tip"], rel=RTOL)
    # the elbow turns about y, which arm and hand share
    assert found["F_arm"][1] == pytest.approx(found["F"][1], rel=RTOL)


@pytest.mark.covers("F002-18", "F002-19")
def test_reactions_of_a_hanging_chain_are_its_weight():
    q = {"shoulder.second": np.pi / 2}
    found = evaluated(
        two_links(),
        da.State(q=q),
        shoulder=da.reaction_force("shoulder", axes=da.ground),
        elbow=da.reaction_force("elbow", axes=da.ground),
    )
    np.testing.assert_allclose(found["shoulder"], [0.0, 0.0, 3.0 * 9.81], atol=1e-12)
    np.testing.assert_allclose(found["elbow"], [0.0, 0.0, 9.81], atol=1e-12)


@pytest.mark.covers("F002-18", "F002-19")
def test_multipliers_of_a_rod_are_its_force():
    ball = da.particle("ball", mass=2.0)
    model = da.Model(
        da.Translational("at", da.ground, ball),
        da.Distance("rod", da.ground, ball, 1.5),
        gravity=(0.0, 0.0, -9.81),
    )
    state = da.State(q={"at.z": -1.5}, u={"at.x.rate": 3.0})
    found = evaluated(
        model,
        state,
        push=da.measures.multiplier("rod"),
        F=da.reaction_force("rod"),
        J_lam=da.reaction_force("rod"),
    )
    tension = 2.0 * (9.81 + 3.0**2 / 1.5)
    assert -found["push"] == pytest.approx(tension, rel=RTOL)
    np.testing.assert_allclose(found["F"], [0.0, 0.0, tension], atol=1e-12)


def test_reactions_may_end_a_simulation():
    # a ball on a rod lets go when the rod would have to push
    ball = da.particle("ball", mass=1.0)
    model = da.Model(
        da.Translational("at", da.ground, ball),
        da.Distance("rod", da.ground, ball, 1.0),
        gravity=(0.0, 0.0, -9.81),
    )
    v = np.sqrt(4.0 * 9.81)
    event = da.Event("slack", da.measures.multiplier("rod"), direction=1, is_terminal=True)
    motion = da.simulate(model, da.State(q={"at.z": -1.0}, u={"at.x.rate": v}), until=2.0, events=[event])
    (slack,) = motion.events
    # v² = v₀² − 2 g (1 + z) and g z = v² there: z = 2/3
    assert slack.state.q["at.z"] == pytest.approx(2.0 / 3.0, abs=1e-8)


def test_reactions_may_be_integrated_and_observed_inside_submodels():
    body = da.Body("block", da.Inertia(mass=2.0, J=np.eye(3)))
    part = da.Model(
        da.Prismatic("slide", da.ground, body, axis="x"),
        da.JointForce("friction", "slide", -0.1 * da.reaction_force("slide")[2] * da.expr.sign(da.speed("slide"))),
        da.StateVariable("impulse", rate=da.reaction_force("slide")[2]),
    )
    model = da.Model(da.Submodel("left", part), gravity=(0.0, 0.0, -9.81))
    state = model.state(u={"left/slide": 4.0})
    motion = da.simulate(model, state, until=1.0)
    assert motion["left/impulse"][-1] == pytest.approx(2.0 * 9.81, rel=1e-9)
    assert motion["left/slide.rate"][-1] == pytest.approx(4.0 - 0.981, rel=1e-9)


def test_the_angle_of_a_closing_joint_is_not_counted_for_its_reaction():
    crank, coupler, rocker = (da.rod(name, length=1.0, mass=1.0) for name in ("crank", "coupler", "rocker"))
    x, y, _ = da.reaction_force("C")
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=1.0), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.JointForce("friction", "A", -0.1 * da.sqrt(x**2 + y**2) * da.tanh(da.speed("A"))),
    )
    assert model.unwrapped_angles == ()


def test_measures_of_what_does_not_exist_are_refused():
    with pytest.raises(
        ModelError, match="no joint or constraint for JointForce 'f': 'elbw'; did you mean 'elbow'"
    ):
        two_links(da.JointForce("f", "elbow", da.reaction_force("elbw")[0]))
    with pytest.raises(ModelError, match="there is no constraint or joint that closes a loop"):
        two_links(da.JointForce("f", "elbow", da.measures.multiplier("elbow")))
    driven = two_links(da.Drive("motor", "elbow", da.time))
    with pytest.raises(ModelError, match="acts at no particular place; multiplier\\('motor'\\)"):
        evaluated(driven, F=da.reaction_force("motor"))
    with pytest.raises(ModelError, match=r"there is no constraint row 'motor\.x'"):
        evaluated(driven, F=da.measures.multiplier("motor.x"))
