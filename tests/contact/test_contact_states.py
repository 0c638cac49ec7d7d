"""States of runs with contacts start other runs, and nobody counts contacts as open without a word."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError, SolverError

floor = da.geometry.plane(da.ground, "z")
ball = da.sphere("ball", radius=0.1, mass=1.0)
FALLING = da.Model(
    da.Prismatic("z", da.ground, ball, axis="z"),
    da.Contact("floor", ball, floor, restitution=0.5),
    gravity=(0, 0, -9.81),
)
block, rail = da.particle("block", mass=1.0), da.Body("rail")
BRAKED = da.Model(da.Prismatic("x", da.ground, block, axis="x"), da.DryFriction("rub", "x", static=1.0))
PULLED = da.Model(
    da.Prismatic("x", da.ground, rail, axis="x"),
    da.Prismatic("z", rail, block, axis="z"),
    da.JointForce("spring", "x", 100 * (0.1 * da.time - da.coordinate("x"))),
    da.Contact("foot", block, floor, friction=da.Coulomb(static=0.5, kinetic=0.4)),
    gravity=(-2.9, 0, -9.37),
)
THROWN = da.Model(
    da.Free("pose", da.ground, ball),
    da.Contact("floor", ball, floor, friction=0.2, restitution=0.3),
    gravity=(0, 0, -9.81),
)
DROPPED, SHORT = {"z": 1.1}, da.methods.MoreauJean(1e-3)


@pytest.fixture(scope="module")
def bounced():
    return da.simulate(FALLING, DROPPED, until=1.0)


@pytest.mark.parametrize(
    ("model", "start", "until"),
    [
        (FALLING, FALLING.state(q=DROPPED), 3.0),
        (BRAKED, BRAKED.state(u={"x": 3.0}), 5.0),
        (PULLED, PULLED.state(), 2.5),
        (THROWN, THROWN.state(q={"pose.z": 0.3}, u={"pose.x": 2.0, "pose.y": 0.5, "pose.wz": 5.0}), 2.0),
    ],
    ids=["falling", "braked", "pulled", "thrown"],
)
def test_a_run_that_is_continued_at_any_instant_is_the_whole_run(model, start, until):
    whole = da.simulate(model, start, times=[until])
    n = len(model.coordinates) + len(model.speeds)
    for part in np.random.default_rng(7).uniform(size=2):
        first = da.simulate(model, start, times=[part * until])
        found = da.resume(first, times=[until])
        assert [event.name for event in found.events] == [event.name for event in whole.events]
        np.testing.assert_allclose(
            [event.t for event in found.events], [event.t for event in whole.events], atol=1e-6
        )
        np.testing.assert_allclose(found.states[-1, :n], whole.states[-1, :n], atol=1e-6)
        again = da.simulate(model, first.state(), times=[until])
        np.testing.assert_array_equal(again.states[-1], found.states[-1])


def test_what_rested_rests_on_and_what_was_braked_stands_still(bounced):
    assert da.resume(bounced, times=[5.0])["z"][-1] == pytest.approx(0.1, abs=1e-9)
    stopped = da.resume(da.simulate(BRAKED, BRAKED.state(u={"x": 3.0}), until=1.0), times=[5.0])
    assert stopped["x"][-1] == pytest.approx(4.5, abs=1e-9)
    assert stopped["x.rate"][-1] == 0.0
    # events of one's own are asked for again, those of contacts are the model's
    own = da.simulate(FALLING, DROPPED, until=0.1, events=[da.Event("low", da.coordinate("z") - 0.2)])
    with pytest.raises(ModelError, match="the run had events, none of which happened"):
        da.resume(own, until=1.0)


def test_states_of_runs_start_everything(bounced, tmp_path):
    loaded = da.load_motion(bounced.save(tmp_path / "bounced.npz"), FALLING)
    rest = [3.0]
    expected = da.simulate(FALLING, DROPPED, times=rest)["z"][-1]
    stepped = da.simulate(FALLING, DROPPED, until=1.0, method=SHORT)
    for start in (
        bounced.state(),
        bounced.events[0].after,
        bounced.events[0].state,
        loaded.state(),
        stepped.state(),
    ):
        assert da.simulate(FALLING, start, times=rest)["z"][-1] == pytest.approx(expected, abs=1e-9)
        assert da.simulate(FALLING, start, times=rest, method=SHORT)["z"][-1] == pytest.approx(expected, abs=1e-9)
    two = da.batch(FALLING, [bounced.state(), bounced.state()], times=rest)
    np.testing.assert_allclose(two["z"][:, -1], expected, atol=1e-9)
    assert da.resume(loaded, times=rest)["z"][-1] == pytest.approx(expected, abs=1e-9)
    assert da.resume(stepped, times=rest)["z"][-1] == pytest.approx(expected, abs=1e-9)
    assert da.mobility(FALLING, bounced.state()).degrees_of_freedom == 1
    da.draw(FALLING, bounced.state())
    # modes that no longer fit are decided anew
    lifted = replace(da.simulate(FALLING, DROPPED, times=rest).state(), q={"z": 1.1}, t=0.0)
    assert da.simulate(FALLING, lifted, times=[0.2])["z"][-1] == pytest.approx(1.1 - 0.5 * 9.81 * 0.04, abs=1e-9)


@pytest.mark.parametrize("method", [None, SHORT], ids=["events", "steps"])
def test_the_dynamics_of_a_motion_keep_their_contacts_alive(method):
    motion = da.simulate(FALLING, DROPPED, until=0.4, method=method)
    for dynamics in (motion.dynamics, pickle.loads(pickle.dumps(motion.dynamics))):
        for subject in (dynamics, dynamics.solution, dynamics.equations):
            assert da.simulate(subject, motion.state(), times=[3.0])["z"][-1] == pytest.approx(0.1, abs=1e-9)
    assert da.batch(motion.dynamics, [DROPPED], times=[3.0])[0]["z"][-1] == pytest.approx(0.1, abs=1e-9)
    with pytest.raises(ModelError, match="Contact 'floor'"):
        da.stepper(motion.dynamics, motion.state(), step=1e-3, method=da.methods.DOP853())
    np.testing.assert_array_equal(da.linearize(motion.dynamics, motion.state()).A, [[0.0, 1.0], [0.0, 0.0]])


def test_accelerations_are_those_of_flight_or_refused_by_name(bounced):
    dynamics = da.as_dynamics(FALLING)
    assert dynamics.accelerations(DROPPED)["z"] == pytest.approx(-9.81)
    assert dynamics.signals(["z.acceleration"], DROPPED)["z.acceleration"] == pytest.approx(-9.81)
    assert dynamics.signals(["z", "energy"], {"z": 0.1})["energy"] == pytest.approx(0.981)
    assert da.impulse(FALLING, DROPPED, along={"z": 2.0})["z.rate"] == pytest.approx(2.0)
    high = da.acceleration(ball)[2]
    for asked in (
        dynamics.accelerations,
        lambda x: dynamics.signals(["z.acceleration"], x),
        lambda x: dynamics.evaluate(high, x),
        lambda x: da.impulse(FALLING, x, along={"z": -1.0}),
        lambda x: da.variants(FALLING, {"faster": {"z.rate": 1.0}}, "z.acceleration", start=x),
        bounced.dynamics.accelerations,
    ):
        with pytest.raises(SolverError, match="Contact 'floor' touches here"):
            asked({"z": 0.1})
        with pytest.raises(SolverError, match=r"overlap here, Contact 'floor' by 5.1 m"):
            asked({"z": -5.0})
    with pytest.raises(SolverError, match="does not look at contacts, so Contact 'floor'"):
        dynamics.prepared("z.acceleration")
    with pytest.raises(SolverError, match="DryFriction 'rub' touches here"):
        da.as_dynamics(BRAKED).accelerations({"x": 0.0})
    # friction of given strength has no impulse
    assert da.impulse(BRAKED, along={"x": 2.0})["x.rate"] == pytest.approx(2.0)
    # what the error says to do
    assert da.simulate(FALLING, {"z": 0.1}, times=[0.0])["z.acceleration"][0] == pytest.approx(0.0, abs=1e-12)


def test_assemblies_tell_overlaps_and_mobility_tells_what_it_does_not_count():
    deep = da.assemble(FALLING, q={"z": -3.0})
    assert deep.overlaps == {"Contact 'floor'": pytest.approx(3.1)}
    assert "Contact 'floor' by 3.1 m" in deep.report
    assert not da.assemble(FALLING, q=DROPPED).overlaps
    assert "not counted, as if open: Contact 'floor'" in str(da.mobility(FALLING, DROPPED))


def test_modes_of_a_run_are_taken_by_name(bounced):
    state = bounced.state()
    assert FALLING.state(q=state.q, u=state.u, z=state.z, t=state.t).z == state.z
    assert da.derive(FALLING).state(z=state.z).z == state.z
    assert da.impulse(FALLING, state, along={"z": 1.0})["z.rate"] == pytest.approx(state.u["z.rate"] + 1.0)
    with pytest.raises(ModelError, match=r"no state variable 'floor.mud'"):
        FALLING.state(z={"floor.mud": 1.0})


def test_reactions_and_ranges_do_not_count_contacts_as_open():
    stopped = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), da.Stop("end", "z", high=1.0))
    with pytest.raises(ModelError, match=r"motion_range cannot treat contacts.*Stop 'end'"):
        da.planar.motion_range(stopped, "z")
    with pytest.raises(SolverError, match="Contact 'floor' touches here"):
        da.diagnostics.reaction_solutions(FALLING, {"z": 0.1})


def test_events_of_contacts_are_saved_whole_and_jumps_of_energy_count_once(tmp_path):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.5)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), floor, gravity=(0, 0, -9.81))
    motion = da.simulate(model, {"z": 1.0}, until=2.0)
    loaded = da.load_motion(motion.save(tmp_path / "ball"), model)
    for ran, read in zip(motion.events, loaded.events, strict=True):
        assert (read.what, read.point, read.work, read.accumulation) == (
            ran.what,
            ran.point,
            ran.work,
            ran.accumulation,
        )
    assert loaded.residuals["impacts"].max() == motion.residuals["impacts"].max()
    for one in (motion, motion.with_jumps()):
        assert np.abs(one.energy_balance).max() < 1e-12


@pytest.mark.parametrize("method", [None, SHORT], ids=["events", "steps"])
def test_a_start_at_which_bodies_overlap_does_not_refuse_the_others(method):
    motions = da.batch(FALLING, [{"z": 1.1}, {"z": 0.05}, {"z": 0.5}], times=[0.0, 0.3, 1.0], method=method)
    assert "overlap at the start: 'floor' by 0.05 m" in motions[1].termination
    assert np.isnan(motions["z"][1, 1:]).all()
    for k, height in ((0, 1.1), (2, 0.5)):
        alone = da.simulate(FALLING, {"z": height}, times=[0.0, 0.3, 1.0], method=method)
        assert motions["z"][k].tolist() == alone["z"].tolist()
    with pytest.raises(ModelError, match="overlap at the start"):
        da.simulate(FALLING, {"z": 0.05}, until=1.0, method=method)
