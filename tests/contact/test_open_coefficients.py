"""Restitution and friction as open parameters: one model, and every value of them."""

from itertools import pairwise

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError

g = 9.81
DOWN = (0.0, 0.0, -g)
floor = da.geometry.plane(da.ground, "z")
ball = da.sphere("ball", radius=0.1, mass=1.0)
E, MU = da.param("e", 0.5), da.param("mu", 0.3)
BOUNCING = da.Model(
    da.Prismatic("z", da.ground, ball, axis="z"), da.Contact("floor", ball, floor, restitution=E), gravity=DOWN
)


def sliding(friction, gravity=DOWN, restitution=0.0):
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    return da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.Contact("foot", block, floor, friction=friction, restitution=restitution),
        gravity=gravity,
    )


@pytest.mark.parametrize("e", [0.0, 0.5, 0.8, 1.0])
def test_a_ball_rises_by_the_square_of_its_restitution(e):
    motion = da.simulate(BOUNCING, BOUNCING.state(q={"z": 1.1}, p={"e": e}), until=1.2)
    first = motion.events[0]
    assert first.after.u["z"] == pytest.approx(-e * first.state.u["z"], abs=1e-12)
    assert first.work == pytest.approx(-g * (1.0 - e**2), rel=1e-9, abs=1e-12)
    assert max(motion.residuals["impacts"]) < 1e-12


def test_sweeps_batches_and_sensitivities_know_restitution():
    def highest(motion):
        return motion["z"][motion.times > motion.events[0].t].max() - 0.1

    times = np.linspace(0.0, 1.2, 1201)
    found = da.sweep(BOUNCING, {"e": [0.5, 0.8]}, {"height": highest}, start={"z": 1.1}, times=times)
    np.testing.assert_allclose(found["height"], [0.25, 0.64], atol=1e-5)
    starts = [BOUNCING.state(q={"z": 1.1}, p={"e": e}) for e in (0.0, 0.5, 0.8)]
    alone = [da.simulate(BOUNCING, start, times=[1.0])["z"][-1] for start in starts]
    assert da.batch(BOUNCING, starts, times=[1.0])["z"][:, -1].tolist() == alone
    # v = e √(2 g h) − g (t − t₁)
    slopes = da.sensitivities(BOUNCING, {"z": 1.1}, times=[0.6], by=["e"])
    assert slopes["z.rate", "e"][-1] == pytest.approx(np.sqrt(2.0 * g), rel=1e-8)


@pytest.mark.parametrize("mu", [0.0, 0.1, 0.6])
@pytest.mark.parametrize("method", [None, da.methods.MoreauJean(1e-3)], ids=["events", "steps"])
def test_a_block_slides_by_its_friction(mu, method):
    model = sliding(da.Coulomb(MU, 0.8 * MU))
    motion = da.simulate(model, model.state(u={"x": 2.0}, p={"mu": mu}), until=3.0, method=method)
    way = 2.0**2 / (2.0 * 0.8 * mu * g) if mu else 6.0
    assert motion["x"][-1] == pytest.approx(way, rel=1e-9 if method is None else 1e-5)
    assert motion.residuals["friction"].max() < 1e-9


def test_rest_on_a_slope_needs_enough_friction():
    model = sliding(MU, gravity=(3.0, 0.0, -g))
    assert da.equilibrium(model, p={"mu": 0.4}).modes == {"foot": "sticking"}
    with pytest.raises(da.errors.SolverError, match=r"would have to hold 6 N, and holds at most 3\.924 N"):
        da.equilibrium(model, p={"mu": 0.2})


def test_a_model_with_open_coefficients_moves_as_one_with_numbers():
    """Impacts with friction, slip and sticking of a rod that falls, in native and in Python's decisions."""
    law = da.contacts.SequentialImpact
    for made, mu, e in ((lambda e: e, 0.2, 0.6), (law, 0.4, 0.3), (lambda e: e, 0.7, 0.0)):
        motions = []
        for friction, restitution, p in ((MU, E, {"mu": mu, "e": e}), (mu, e, {})):
            rod = da.rod("rod", length=1.0, mass=1.0)
            model = da.Model(
                da.Planar("pose", da.ground, rod, normal="y"),
                da.Contact("tip", rod["start"], floor, friction=friction, restitution=made(restitution)),
                da.Contact("end", rod["end"], floor, friction=friction, restitution=made(restitution)),
                gravity=DOWN,
            )
            start = model.state(q={"pose.y": 0.5, "pose.angle": -0.4}, u={"pose.x": 1.0}, p=p)
            motions.append(da.simulate(model, start, times=np.linspace(0.0, 1.0, 11)))
        for one, other in pairwise(motions):
            assert [event.name for event in one.events] == [event.name for event in other.events]
            np.testing.assert_allclose(one.states[:, :6], other.states[:, :6], atol=1e-9)


def rubbed(static, kinetic=None):
    """A block of 1 kg with dry friction, pulled by 5 sin 3t."""
    block = da.particle("block", mass=1.0)
    pull = da.JointForce("pull", "x", 5.0 * da.sin(3.0 * da.time))
    rub = da.DryFriction("rub", "x", static=static, kinetic=kinetic)
    return da.Model(da.Prismatic("x", da.ground, block, axis="x"), pull, rub)


@pytest.mark.parametrize("method", [None, da.methods.MoreauJean(1e-3)], ids=["events", "steps"])
def test_dry_friction_of_an_open_strength_is_that_of_each_number(method):
    F, times = da.param("F", 1.0), np.linspace(0.0, 3.0, 31)
    model, told = rubbed(F, 0.8 * F), set()
    for f in (0.0, 1.5, 6.0):
        motion = da.simulate(model, da.State(p={"F": f}), times=times, method=method)
        number = da.simulate(rubbed(f, 0.8 * f), times=times, method=method)
        assert motion["x"].tolist() == number["x"].tolist()
        assert motion.phases("rub") == number.phases("rub")
        told.add(motion["x"][-1])
    # 6 N hold all the time
    assert len(told) == 3
    assert motion["x"][-1] == pytest.approx(0.0, abs=1e-12)
    assert motion["x"].max() < 1e-5


def test_events_set_the_strength_of_dry_friction_and_impossible_ones_are_refused():
    F = da.param("F", 1.0)
    brake = da.Event("brake", da.time - 1.0, action=da.actions.Set({"F": 20.0}))
    motion = da.simulate(rubbed(F), until=2.0, events=[brake])
    # 20 N brake at once what moves, and hold it
    (begin, end, word) = motion.phases("rub")[-1]
    assert (word, end) == ("sticking", 2.0)
    v = next(event for event in motion.events if event.name == "brake").state.u["x"]
    assert 1.0 < begin < 1.0 + abs(v) / (20.0 - 5.0)
    for made in (lambda: rubbed(da.param("F", -1.0)), lambda: rubbed(1.0, 2.0 * F)):
        with pytest.raises(ModelError, match="DryFriction 'rub' is impossible: its"):
            made()
    with pytest.raises(ModelError, match="DryFriction 'rub' is impossible with F = 4: its kinetic friction is 4"):
        da.simulate(rubbed(3.0, F), da.State(p={"F": 4.0}), until=1.0)


def test_events_do_not_set_coefficients_of_contacts():
    event = da.Event("ice", da.time - 0.1, action=da.actions.Set({"mu": 0.0}))
    model = sliding(MU)
    with pytest.raises(ModelError, match="an event sets 'mu', a coefficient of a law of contact"):
        da.simulate(model, until=1.0, events=[event])


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: da.Coulomb(da.coordinate("x")), "a number or an expression of parameters"),
        (lambda: da.Coulomb(da.param("mu", -1.0)), "from 0 on, not -1"),
        (lambda: da.Coulomb(0.5, da.param("k", 0.6)), "from 0 to the static one, 0.5"),
        (lambda: da.Coulomb(0.5, lambda v: MU), "open parameters are fields of the law"),
        (
            lambda: da.Contact("c", ball, floor, friction=da.speed("z")),
            "'c': a coefficient of friction is a number",
        ),
        (
            lambda: da.Contact("c", ball, floor, restitution=da.param("e", 2.0)),
            "'c': the restitution of NewtonImpact",
        ),
        (lambda: da.contacts.NewtonImpact(da.time), "an expression of parameters"),
    ],
)
def test_coefficients_that_cannot_be_are_refused(made, words):
    with pytest.raises(ModelError, match=words):
        made()


@pytest.mark.parametrize("p", [{"e": 1.5}, {"e": -0.1}])
def test_values_that_a_law_cannot_have_are_refused_where_they_are_given(p):
    with pytest.raises(ModelError, match="the contact 'floor' is impossible with e ="):
        da.simulate(BOUNCING, BOUNCING.state(q={"z": 1.1}, p=p), until=1.0)
    with pytest.raises(ModelError, match="impossible with e ="):
        da.batch(BOUNCING, [da.State(q={"z": 1.1}, p=x) for x in ({"e": 0.5}, p)], until=1.0)


def test_time_stepping_takes_numbers_as_restitution():
    with pytest.raises(ModelError, match="MoreauJean has numbers as restitution"):
        da.simulate(BOUNCING, {"z": 1.1}, until=1.0, method=da.methods.MoreauJean(1e-3))
