"""Relations of accelerations that underactuation implies, as rows of other models."""

import numpy as np
import pytest

import dalembert as da

G, L1, L2, M2 = 9.81, 1.0, 0.7, 0.8
METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-12)


def arm(*parts, masses=(1.5, M2), gravity=G):
    """Two particles on rods without mass."""
    first, second = (da.particle(name, mass=m) for name, m in zip(("first", "second"), masses, strict=True))
    return da.Model(
        da.Revolute("A", da.ground, first.at(x=-L1), axis="z"),
        da.Revolute("B", first, second.at(x=-L2), axis="z"),
        *parts,
        gravity=(0.0, -gravity, 0.0),
    )


def by_hand(q, u, a):
    """Moment of the passive joint."""
    c, s = np.cos(q[1]), np.sin(q[1])
    turning = M2 * L2**2 * (a[0] + a[1]) + M2 * L1 * L2 * (c * a[0] + s * u[0] ** 2)
    return turning + M2 * G * L2 * np.cos(q[0] + q[1])


@pytest.mark.covers("F002-8")
def test_relation_of_a_passive_joint_is_its_equation_of_motion():
    """gᶜᵀ (ẋ − f) = 0 with gᶜᵀ g = 0: here gᶜ = (0, 1), whatever the torque of the other joint."""
    model = arm(da.Motor("motor", "A"))
    (relation,) = da.formulations.passive_relations(da.derive(model))
    rows = da.derive(arm(da.relations.AccelerationConstraint("passive", relation)))
    q, u = np.array([0.3, -0.8]), np.array([1.2, -0.4])
    state = da.State(q=dict(zip("AB", q, strict=True)), u={"A.rate": u[0], "B.rate": u[1]})
    found = da.as_dynamics(rows).evaluate({"J": rows.J, "gamma": rows.gamma}, state)
    for a in np.random.default_rng(3).normal(size=(4, 2)):
        assert found["J"][0] @ a - found["gamma"][0] == pytest.approx(by_hand(q, u, a), rel=1e-12)

    # it holds in the motion that any torque makes
    for torque in (-3.0, 0.0, 7.0):
        a = da.as_dynamics(model).accelerations(model.state(q=state.q, u=state.u, tau={"motor": torque}))
        assert by_hand(q, u, [*a.values()]) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.covers("F002-8")
def test_rows_of_accelerations_alone_lead_the_passive_joint():
    """With the active joint driven nothing is left to forces: with other masses it moves like the true one."""
    law = 0.3 + 0.4 * da.sin(2.0 * da.time)
    relations = da.formulations.passive_relations(da.derive(arm(da.Motor("motor", "A"))))
    row, drive = da.relations.AccelerationConstraint("passive", list(relations)), da.Drive("drive", "A", law)
    true, other = arm(drive), arm(drive, row, masses=(4.0, 0.1), gravity=1.0)
    start = {"q": {"A": 0.3, "B": -0.8}, "u": {"A": 0.8, "B": -0.4}}
    motions = [da.simulate(model, model.state(**start), until=2.0, method=METHOD) for model in (true, other)]
    np.testing.assert_allclose(motions[1]["B"], motions[0]["B"], rtol=0.0, atol=1e-8)

    # in the true model the row says nothing new: its multiplier is zero, and the torque is that of the motor
    doubled = arm(drive, row)
    again = da.simulate(doubled, doubled.state(**start), until=2.0, method=METHOD)
    np.testing.assert_allclose(again["passive.1.multiplier"], 0.0, rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(again["drive.torque"], motions[0]["drive.torque"], rtol=0.0, atol=1e-7)


@pytest.mark.covers("F002-8")
def test_relations_know_neither_inputs_nor_reactions():
    """A cart pulls a bob on a rod, by positions and rows: one relation is left, for the motion that is free."""
    cart, bob = da.particle("trolley", mass=2.0), da.particle("load", mass=0.5)
    model = da.Model(
        da.Translational("cart", da.ground, cart),
        da.Translational("bob", da.ground, bob),
        da.Holonomic("rail", [da.coordinate("cart.y"), da.coordinate("cart.z"), da.coordinate("bob.z")]),
        da.Distance("rod", cart, bob, 1.0),
        da.Motor("pull", "cart.x"),
        gravity=(0.0, -G, 0.0),
    )
    relations = da.formulations.passive_relations(da.derive(model))
    assert relations.shape == (1,)
    angle = 0.6
    place = {"cart.x": 0.2, "bob.x": 0.2 + np.sin(angle), "bob.y": -np.cos(angle)}
    state = model.state(q=place, u={"cart.x": 0.3, "bob.x": 0.3}, tau={"pull": 5.0})
    found = da.as_dynamics(model).evaluate({"zero": relations}, state)
    np.testing.assert_allclose(found["zero"], 0.0, rtol=0.0, atol=1e-12)


def test_full_actuation_leaves_nothing_and_friction_is_refused():
    model = arm(da.Motor("low", "A"), da.Motor("high", "B"))
    assert da.formulations.passive_relations(da.derive(model)).shape == (0,)
    x, y, _ = da.reaction_force("B")
    rub = da.JointForce("rub", "B", -0.1 * da.sqrt(x**2 + y**2) * da.tanh(da.speed("B")))
    with pytest.raises(da.errors.FormulationError, match="depend on the inputs too"):
        da.formulations.passive_relations(da.derive(arm(da.Motor("motor", "A"), rub)))


def particle(*motors, planes=1):
    """A particle in the plane x = 0, which is said so many times, on springs."""
    P = da.particle("P", mass=2.0)
    said = [da.Holonomic(f"h{k}", (k + 1) * da.position(P)[0]) for k in range(planes)]
    springs = da.JointSpring("a", "T.y", 5.0), da.JointSpring("b", "T.z", 7.0)
    return da.Model(da.Translational("T", da.ground, P), *said, *springs, *motors, gravity=(1.0, 0.0, -G))


def test_passive_relations_do_not_count_redundant_rows():
    (relation,) = da.formulations.passive_relations(particle(da.Motor("u", "T.y"), planes=3))
    single = particle(da.Motor("u", "T.y"))
    for z in (0.0, 0.3):
        state = single.state(q={"T.y": 0.2, "T.z": z}, u={"T.z": 0.7}, tau={"u": 3.0})
        assert da.as_dynamics(single).evaluate(relation, state) == pytest.approx(0.0, abs=1e-12)
    # without the spring it is no longer zero: it does depend on what it says
    other = da.Model(*[part for part in single.parts if part.name != "b"], gravity=single.gravity)
    assert abs(da.as_dynamics(other).evaluate(relation, state)) > 1.0


@pytest.mark.parametrize("step", [lambda m: da.derive(m).solution, da.as_dynamics])
def test_passive_relations_take_all_from_which_dynamics_follow(step):
    assert da.formulations.passive_relations(step(particle(da.Motor("u", "T.y"), planes=2))).shape == (1,)


def test_passive_relations_name_inputs_that_do_the_same():
    with pytest.raises(da.errors.FormulationError, match="u, w do the same"):
        da.formulations.passive_relations(
            particle(da.Motor("u", "T.y"), da.Motor("w", "T.y"), da.Motor("v", "T.z"))
        )
