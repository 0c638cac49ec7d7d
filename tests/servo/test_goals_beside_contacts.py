"""Servo goals beside contacts and friction that sticks, and inequalities with inputs: right, or refused."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError, ModelError

CART = da.particle("cart", mass=2.0)
SLIDE = da.Prismatic("x", da.ground, CART, axis="x")
GO = da.Servo("go", da.coordinate("x") - 1.0, rate=2.0)
PUSH = da.Input("push")

TOUCHING = {
    "wall": da.Contact("wall", CART, da.geometry.plane(da.ground.at(x=0.5), "-x")),
    "gap": da.contacts.GapContact("gap", 0.5 - da.coordinate("x")),
    "stop": da.Stop("stop", "x", high=0.5),
    "rope": da.contacts.Cable("rope", da.ground.at(y=0.1), CART, length=0.5),
    "soft": da.contacts.RelativeContact(
        "soft", 0.5 - da.coordinate("x"), da.contacts.KelvinVoigtMotion(10.0, 100.0)
    ),
    "limit": da.contacts.RelativeContact("limit", 0.5 - da.speed("x"), da.contacts.Relaxation(5.0)),
    "rub": da.DryFriction("rub", "x", static=1.0),
    "journal": da.contacts.dry_joint_friction("journal", SLIDE, 0.2),
}


@pytest.mark.covers("F002-63")
@pytest.mark.parametrize("name", TOUCHING)
def test_a_goal_beside_what_touches_or_sticks_is_refused_by_name(name):
    model = da.Model(SLIDE, da.Motor("push", "x"), TOUCHING[name])
    whole = da.Model(*model.parts, GO)
    asked = (
        lambda: da.control.closed_loop(model, GO),
        lambda: da.simulate(whole, {}, until=1.0),
        lambda: da.simulate(whole, {}, until=1.0, method=da.methods.MoreauJean(0.01)),
        lambda: da.batch(whole, da.States(q={"x": np.zeros(2)}), until=1.0),
        lambda: da.control.goal_report(whole, {}),
    )
    for ask in asked:
        with pytest.raises(FormulationError, match=rf"the goal 'go' cannot stand beside \w+ '{name}'.*JointStop"):
            ask()
    with pytest.raises(FormulationError, match="simulate the model itself"):
        da.simulate(da.control.with_input_states(model, ["push"]), {}, until=1.0)


@pytest.mark.covers("F002-63")
def test_beside_contacts_the_law_of_a_goal_is_one_of_ones_own():
    """m (ẍ_d − 2 r ė − r² e) to x = 1, as a goal would ask for, and a wall at x = 1/2 in the way."""
    e, rate = da.coordinate("x") - 1.0, 2.0
    law = 2.0 * (-2.0 * rate * da.speed("x") - rate**2 * e)
    free = da.Model(SLIDE, da.Motor("push", "x"))
    times = np.linspace(0.0, 3.0, 31)
    led = da.simulate(da.control.closed_loop(free, da.Servo("go", e, rate=rate)), {}, times=times)
    model = da.Model(SLIDE, da.Motor("push", "x", law), TOUCHING["wall"])
    motion = da.simulate(model, {}, times=times)
    ((_, hit, _), (_, _, word)) = motion.phases("wall")
    np.testing.assert_allclose(motion["x"][times < hit], led["x"][times < hit], atol=1e-8)
    assert word == "closed" and motion["x"][-1] == pytest.approx(0.5, abs=1e-12)
    # what it pushes with at the wall, 2 · 4 · 1/2
    assert motion["wall.normal.multiplier"][-1] == pytest.approx(4.0, rel=1e-9)


@pytest.mark.covers("F002-63")
@pytest.mark.parametrize(
    "part",
    [
        da.contacts.GapContact("edge", da.coordinate("x") - 0.1 * PUSH),
        da.contacts.RelativeContact("edge", PUSH - da.coordinate("x"), da.contacts.KelvinVoigtMotion(1.0, 1.0)),
        da.contacts.RelativeContact("edge", PUSH - da.speed("x"), da.contacts.Relaxation(1.0)),
        da.DryFriction("edge", slip=da.speed("x") - PUSH, static=1.0),
    ],
    ids=lambda part: type(part).__name__,
)
def test_an_inequality_that_contains_an_input_is_refused_by_name(part):
    model = da.Model(SLIDE, da.Motor("push", "x"), part)
    with pytest.raises(
        ModelError, match=r"the contact 'edge' depends on the input 'push'.*a StateVariable of the input"
    ):
        da.simulate(model, da.State(tau={"push": 1.0}), until=1.0)


@pytest.mark.covers("F002-63")
def test_a_limit_of_speed_that_an_input_moves_holds_while_it_must():
    """2 v̇ = 2 up to v = 0.2 + 0.5 t, from where on the limit takes half of the push; limits of inputs bind."""
    governor = da.contacts.RelativeContact(
        "governor", da.measures.state_variable("limit") - da.speed("x"), da.contacts.Relaxation(20.0)
    )
    limit = da.StateVariable("limit", rate=da.Input("limit rate"), start=0.2)
    model = da.Model(SLIDE, da.JointForce("push", "x", 2.0), limit, governor)
    motion = da.simulate(model, da.State(tau={"limit rate": 0.5}), until=2.0)
    ((_, reached, _), _) = motion.phases("governor")
    assert reached == pytest.approx(0.4, abs=1e-9)
    t = motion.times
    np.testing.assert_allclose(motion["x.rate"], np.where(t < 0.4, t, 0.2 + 0.5 * t), atol=1e-9)
    assert motion["governor.force"][-1] == pytest.approx(1.0, rel=1e-9)

    # −3 ≤ τ ≤ 3 beside a goal that asks for more: a soft one gets that
    soft = da.Servo("go", da.coordinate("x") - 1.0, rate=2.0, weight=1.0)
    loop = da.control.closed_loop(
        da.Model(SLIDE, da.Motor("push", "x")), soft, by=da.control.LeastInputs(limits={"push": 3.0})
    )
    report = da.control.goal_report(loop, {})
    assert report.tau[0, 0] == pytest.approx(3.0, abs=1e-9) and report.binding() == ("push",)
