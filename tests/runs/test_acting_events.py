"""Events that act: bounces, parameters, inputs, rows and impulses, against closed forms."""

import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError, SolverError

G = 9.81
FINE = da.methods.DOP853(1e-12, 1e-13)

e = da.param("e", 0.8)
z, v = da.coordinate("z"), da.speed("z")


@pytest.fixture(scope="module")
def ball():
    return da.Model(da.Prismatic("z", da.ground, da.particle("ball", mass=2.0), axis="z"), gravity=(0, 0, -G))


FLOOR = da.Event("floor", z, direction=-1, action=da.actions.Reset({"z.rate": -e * v}))


def test_a_bouncing_ball_is_five_lines(ball):
    motion = da.simulate(ball, {"z": 1.0}, times=[0.0, 2.0], events=[FLOOR])
    assert motion["z"][-1] == pytest.approx(0.260741728327, abs=1e-11)
    assert [event.t for event in motion.events[:2]] == pytest.approx([0.451523640986, 1.173961466563], abs=1e-12)
    first = motion.events[0]
    assert first.after.u["z.rate"] == -0.8 * first.state.u["z.rate"]
    assert motion.energy_jumps[0] == pytest.approx(-(1.0 - 0.64) * 2.0 * G)
    assert motion.energy_drift < 1e-13


def test_bounces_of_a_batch_are_those_of_single_runs(ball):
    starts = [da.State(q={"z": 1.0 + 0.1 * k}, p={"e": 0.6 + 0.04 * k}) for k in range(9)]
    motions = da.batch(ball, starts, times=[0.0, 0.7, 1.4], events=[FLOOR])
    for start, motion in zip(starts, motions, strict=True):
        alone = da.simulate(ball, start, times=[0.0, 0.7, 1.4], events=[FLOOR])
        np.testing.assert_array_equal(motion.states, alone.states)
        assert motion.events == alone.events


def test_bounces_without_end_say_where_they_accumulate(ball):
    with pytest.raises(
        SolverError, match=r"'floor' happened .*factor of 0\.8 .*accumulate at t = 4\.0637127688"
    ) as found:
        da.simulate(ball, {"z": 1.0}, until=5.0, events=[FLOOR])
    assert found.value.motion.times[-1] == pytest.approx(4.063712768872, abs=1e-7)
    assert len(found.value.motion.events) > 50


def test_a_parameter_that_an_event_sets_holds_in_later_rows(tmp_path):
    block, k = da.particle("block", mass=1.0), da.param("k", 10.0)
    model = da.Model(da.Prismatic("x", da.ground, block, axis="x"), da.JointSpring("spring", "x", stiffness=k))
    softer = da.Event("softer", da.coordinate("x"), direction=-1, action=da.actions.Set({"k": 2.5}))
    motion = da.simulate(model, {"x": 1.0}, times=[0.0, 0.2, 1.0, 3.0], method=FINE, events=[softer])
    w, w_later = np.sqrt(10.0), np.sqrt(2.5)
    t = np.pi / 2.0 / w
    assert motion.events[0].t == pytest.approx(t, abs=1e-12)
    assert motion["x"][-1] == pytest.approx(-w / w_later * np.sin(w_later * (3.0 - t)), abs=1e-11)
    np.testing.assert_array_equal(motion.discrete["k"], [10.0, 10.0, 2.5, 2.5])
    np.testing.assert_allclose(
        motion["potential energy"], 0.5 * motion.discrete["k"] * motion["x"] ** 2, rtol=1e-14
    )
    assert (motion.state(0).p["k"], motion.state().p["k"]) == (10.0, 2.5)
    assert motion.energy_drift < 1e-10

    # what happens between rows, in files and in copies
    np.testing.assert_array_equal(motion.resampled([0.2, 3.0]).states, motion.states[[1, 3]])
    again = da.load_motion(motion.save(tmp_path / "softer"), model)
    np.testing.assert_array_equal(again["energy"], motion["energy"])
    assert again.events == motion.events
    assert pickle.loads(pickle.dumps(motion)).events == motion.events


def test_an_input_that_an_event_sets_works_from_then_on():
    block = da.particle("block", mass=2.0)
    model = da.Model(da.Prismatic("x", da.ground, block, axis="x"), da.Motor("push", "x"))
    on, off = (
        da.Event(f"push {f:g}", da.time - t, action=da.actions.Set({"push": f}))
        for t, f in ((1.0, 3.0), (2.0, 0.0))
    )
    motion = da.simulate(model, times=[0.0, 1.0, 2.0, 3.0], events=[on, off])
    np.testing.assert_allclose(motion["x"], [0.0, 0.0, 0.75, 2.25], atol=1e-12)
    np.testing.assert_array_equal(motion["push"], [0.0, 3.0, 0.0, 0.0])
    np.testing.assert_allclose(motion.work, [0.0, 0.0, 2.25, 2.25], atol=1e-12)


def test_a_parameter_of_events_only_counts_and_stops():
    slider = da.Model(da.Prismatic("x", da.ground, da.particle("bead", mass=1.0), axis="x"))
    count, x = da.param("count", 0.0), da.coordinate("x")
    turn = {"x.rate": -da.speed("x")}
    events = [
        da.Event(
            "right", x - 1.0, direction=1, action=[da.actions.Set({"count": count + 1.0}), da.actions.Reset(turn)]
        ),
        da.Event("left", x, direction=-1, action=[da.actions.Set({"count": count + 1.0}), da.actions.Reset(turn)]),
        da.Event("enough", count - 4.5, is_terminal=True),
    ]
    motion = da.simulate(slider, slider.state(q={"x": 0.5}, u={"x": 1.0}), until=100.0, events=events)
    assert motion.times[-1] == pytest.approx(4.5)
    assert motion.discrete["count"][-1] == 5.0


# ---- rows


@pytest.fixture(scope="module")
def stringed():
    """A bob in the plane, on a string of length one."""
    slide, bob = da.Body("slide"), da.particle("bob", mass=2.0)
    return da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, bob, axis="y"),
        da.Distance("string", da.ground, bob, length=1.0),
        gravity=(0, -G, 0),
    )


def test_a_string_that_is_cut_lets_the_bob_fly(stringed):
    cut = da.Event("cut", da.coordinate("x"), direction=1, action=da.actions.Switch(off=["string"]))
    start = {"x": -0.6, "y": -0.8}
    motion = da.simulate(stringed, start, times=[0.0, 0.1, 1.5], method=FINE, events=[cut])
    t = 1.5 - motion.events[0].t
    np.testing.assert_allclose(motion["x"][-1], np.sqrt(2.0 * G * 0.2) * t, rtol=1e-10)
    np.testing.assert_allclose(motion["y"][-1], -1.0 - 0.5 * G * t * t, rtol=1e-10)
    assert motion["string.force.y"][1] != 0.0 == motion["string.force.y"][2]
    assert motion.residuals["positions"].max() < 1e-12
    assert motion.energy_drift < 1e-11


def test_a_string_becomes_taut_by_an_impulse(stringed):
    loose = da.derive(stringed).without(["string"])
    x, y = da.coordinate("x"), da.coordinate("y")
    act = [da.actions.Impulse({"string": 0.0}), da.actions.Switch(on=["string"])]
    taut = da.Event("taut", x * x + y * y - 1.0, direction=1, action=act)
    motion = da.simulate(loose, {"x": 0.3, "y": 0.0}, until=1.2, events=[taut])
    (event,) = motion.events
    q, u, after = (
        np.array([*values]) for values in (event.state.q.values(), event.state.u.values(), event.after.u.values())
    )
    assert q[0] == pytest.approx(0.3)
    np.testing.assert_allclose(after, u - q * (q @ u), atol=1e-14)
    assert motion.energy_jumps == pytest.approx([-0.5 * 2.0 * (q @ u) ** 2])
    assert np.hypot(motion["x"][-1], motion["y"][-1]) == pytest.approx(1.0, abs=1e-12)


def test_a_method_that_solves_for_all_rows_cannot_switch_them(stringed):
    cut = da.Event("cut", da.coordinate("x"), direction=1, action=da.actions.Switch(off=["string"]))
    with pytest.raises(SolverError, match="IndexThree solves for all rows by itself, so events cannot switch"):
        da.simulate(stringed, {"x": -0.6, "y": -0.8}, until=1.0, method=da.methods.IndexThree(0.01), events=[cut])


def test_a_row_that_is_switched_on_without_an_impulse_is_refused(stringed):
    loose = da.derive(stringed).without(["string"])
    x, y = da.coordinate("x"), da.coordinate("y")
    taut = da.Event("taut", x * x + y * y - 1.0, direction=1, action=da.actions.Switch(on=["string"]))
    with pytest.raises(SolverError, match=r"at t = 0\.441.*violates the constraints.*event 'taut'") as found:
        da.simulate(loose, {"x": 0.3, "y": 0.0}, until=1.2, events=[taut])
    assert len(found.value.motion) > 100


@pytest.mark.parametrize("drift", [None, da.methods.Baumgarte(10.0, 25.0)], ids=["projected", "stabilized"])
def test_a_reset_that_violates_the_constraints_is_refused(stringed, drift):
    def bounced(then):
        lowest = da.Event("lowest", da.coordinate("x"), direction=1, action=then)
        start = {"x": -0.6, "y": -0.8}
        return da.simulate(
            stringed, start, times=[0.0, 0.2, 0.8], method=FINE, events=[lowest], stabilization=drift
        )

    assert bounced(da.actions.Reset({"x.rate": -da.speed("x")})).energy_drift < 1e-9
    with pytest.raises(SolverError, match=r"at t = 0\.514.* event 'lowest'") as found:
        bounced(da.actions.Reset({"y.rate": 3.0}))
    assert found.value.motion.times[-1] == pytest.approx(0.5148129, abs=1e-6)


# ---- impulses


def test_an_impulse_gives_what_a_reset_does_and_is_recorded(ball):
    hit = da.Event(
        "floor", z, direction=-1, action=da.actions.Impulse({"normal": -e * v}, velocities={"normal": v})
    )
    motion = da.simulate(ball, {"z": 1.0}, times=[0.0, 2.0], events=[hit])
    assert motion.events[0].impulses == pytest.approx({"normal": 2.0 * 1.8 * np.sqrt(2.0 * G)})
    assert motion["z"][-1] == pytest.approx(0.260741728327, abs=1e-11)


def double_pendulum():
    """Two rods, and the lower one by itself."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        gravity=(0, -G, 0),
    ), lower


@pytest.mark.parametrize("principle", [da.Recursive(), da.Lagrange()])
def test_a_blow_at_the_tip_moves_all_speeds_as_the_mass_matrix_says(principle):
    model, lower = double_pendulum()
    eom = da.derive(model, principle)
    tip = da.velocity(lower["end"])[0]
    blow = da.Event(
        "blow", da.time - 0.1, action=da.actions.Impulse({"blow": tip + 1.5}, velocities={"blow": tip})
    )
    motion = da.simulate(eom, {"shoulder": 0.3, "elbow": 0.4}, times=[0.0, 0.2], events=[blow])
    (event,) = motion.events
    values = motion.dynamics.evaluate({"M": eom.M, "v": tip}, event.state)
    after = motion.dynamics.evaluate({"v": tip}, event.after)["v"]
    assert after == pytest.approx(values["v"] + 1.5)
    du = np.array([*event.after.u.values()]) - np.array([*event.state.u.values()])
    # ½ Δuᵀ M Δu is half the impulse times the change of velocity
    assert du @ values["M"] @ du == pytest.approx(event.impulses["blow"] * 1.5)


def test_impulses_of_redundant_rows_share_and_contradictory_ones_are_refused(ball):
    twice = {"left": v, "right": 2.0 * v}

    def hit(right):
        wanted = {"left": -v, "right": right}
        return da.Event("floor", z, direction=-1, action=da.actions.Impulse(wanted, velocities=twice))

    motion = da.simulate(ball, {"z": 1.0}, times=[0.0, 0.6], events=[hit(-2.0 * v)])
    left, right = motion.events[0].impulses.values()
    momentum = 2.0 * 2.0 * np.sqrt(2.0 * G)
    # S Λ² is least where both do the same share of the work
    assert left + 2.0 * right == pytest.approx(momentum)
    assert left == pytest.approx(2.0 * right)
    with pytest.raises(SolverError, match=r"event 'floor'.*contradict"):
        da.simulate(ball, {"z": 1.0}, until=0.6, events=[hit(-v)])


def test_impulses_pass_through_a_closed_loop_and_keep_it():
    model = slider_crank()
    start = da.assemble(model, q={"crank": 0.7}, u={"crank": 2.0})
    v_slider = da.speed("slide")
    blow = da.Event("blow", da.time - 0.1, action=da.actions.Impulse({"blow": 0.0}, velocities={"blow": v_slider}))
    motion = da.simulate(model, start, times=[0.0, 0.1, 0.3], events=[blow])
    (event,) = motion.events
    assert abs(event.after.u["crank.rate"]) < 1e-12 < abs(event.state.u["crank.rate"])
    assert set(event.impulses) == {"blow", *(row.name for row in da.derive(model).rows)}
    assert motion.residuals["velocities"].max() < 1e-12


def test_impulses_reach_what_has_no_mass_of_its_own():
    """A rack without mass, geared to a slider: p = 2 q. A blow on the rack is felt twice as hard by the slider."""
    light, heavy = da.Body("rack"), da.particle("slider", mass=2.0)
    model = da.Model(
        da.Prismatic("p", da.ground, light, axis="x"),
        da.Prismatic("q", da.ground, heavy, axis="x"),
        da.Gear("gear", "p", "q", 2.0),
    )
    v_rack = da.speed("p")
    blow = da.Event("blow", da.time - 0.1, action=da.actions.Impulse({"blow": 3.0}, velocities={"blow": v_rack}))
    motion = da.simulate(model, times=[0.0, 0.2], events=[blow])
    (event,) = motion.events
    assert event.after.u["q.rate"] == pytest.approx(1.5)
    assert event.impulses["blow"] == pytest.approx(2.0 * 1.5 / 2.0)
    assert abs(event.impulses["gear"]) == pytest.approx(event.impulses["blow"])


def slider_crank():
    crank, rod = da.rod("arm", length=0.3, mass=1.0), da.rod("coupler", length=1.0, mass=1.0)
    piston = da.box("piston", size=(0.1, 0.1, 0.1), mass=2.0)
    return da.Model(
        da.Revolute("crank", da.ground, crank, axis="z"),
        da.Revolute("pin", crank["end"], rod, axis="z"),
        da.Prismatic("slide", da.ground, piston, axis="x"),
        da.Revolute("wrist", rod["end"], piston, axis="z"),
    )


# ---- what is refused


@pytest.mark.parametrize(
    ("then", "text"),
    [
        (da.actions.Reset({"z.rat": 0.0}), "there is no coordinate, speed or first-order state 'z.rat'"),
        (da.actions.Set({"stiffness": 0.0}), "no parameter or input 'stiffness'"),
        (da.actions.Switch(off=["latch"]), "there is no constraint row 'latch'"),
        (da.actions.Impulse({"normal": 0.0}), "there is no row or velocity of an impulse 'normal'"),
        (da.actions.Impulse({"n": 0.0}, velocities={"n": v * v}), "is not linear in the speeds"),
        (da.actions.Impulse({"n": 0.0}, velocities={"n": z}), "does not depend on any speed"),
    ],
)
def test_actions_that_name_what_is_not_there_are_refused(ball, then, text):
    with pytest.raises(ModelError, match=text):
        da.simulate(ball, {"z": 1.0}, until=1.0, events=[da.Event("floor", z, action=then)])


def test_events_that_are_none_are_refused(ball):
    with pytest.raises(ModelError, match="the name of an event is a word, not 3"):
        da.Event(3, z)
    with pytest.raises(ModelError, match="event 'floor': its expression is one of measures"):
        da.Event("floor", "z")
    with pytest.raises(ModelError, match=r"events are a list of da\.Event"):
        da.simulate(ball, {"z": 1.0}, until=1.0, events=5)


def test_an_event_that_fails_in_a_lane_does_not_disturb_the_others(ball):
    """One lane has no result, one comes to rest by bounces without end, two go on."""
    times, e = np.linspace(0.0, 2.0, 21), da.param("e", 1.0)
    floor = da.Event("floor", z, direction=-1, action=da.actions.Reset({"z.rate": -v * da.sqrt(e)}))
    starts = da.States(q={"z": np.ones(4)}, p={"e": np.array([1.0, -1.0, 0.25, 0.81])})
    motions = da.batch(ball, starts, times=times, events=[floor])
    assert "what an event does has no finite result" in motions[1].termination
    assert "accumulate at t = 1.354570" in motions[2].termination  # √(2 h/g) (1 + 2 e/(1 − e)) with e = ½
    for k in (0, 3):
        alone = da.simulate(ball, starts[k], times=times, events=[floor])
        assert np.array_equal(motions[k].states, alone.states)
        assert motions[k].events == alone.events
    # what was reached is kept: free fall until the first impact
    fallen = motions[1].times < np.sqrt(2.0 / 9.81)
    assert motions[1]["z"][fallen] == pytest.approx(1.0 - 4.905 * motions[1].times[fallen] ** 2)


def test_two_events_of_one_name_are_refused(ball):
    with pytest.raises(ModelError, match="two events are called 'floor'"):
        da.simulate(ball, {"z": 1.0}, until=1.0, events=[FLOOR, FLOOR])


def test_actions_that_contradict_each_other_are_refused():
    with pytest.raises(ModelError, match=r"'both': two of its actions decide about the value of 'z\.rate'"):
        da.Event("both", z, action=[da.actions.Reset({"z.rate": 0.0}), da.actions.Reset({"z.rate": 1.0})])
    with pytest.raises(ModelError, match="'latch' on and off at once"):
        da.actions.Switch(on=["latch"], off=["latch"])
    with pytest.raises(ModelError, match="what happens then is an action"):
        da.Event("floor", z, action=lambda state: state)
    with pytest.raises(ModelError, match="expressions by name"):
        da.actions.Reset([1.0])


def test_a_lane_that_fails_tells_why_though_its_events_count_in_a_parameter_of_their_own():
    """The law √(2 − x) ends where x = 2, which one lane alone reaches."""
    body, x, n = da.particle("b", mass=1.0), da.coordinate("x"), da.param("n", 0.0)
    model = da.Model(da.Prismatic("x", da.ground, body, axis="x"), da.JointForce("f", "x", da.sqrt(2.0 - x)))
    count = da.Event("count", da.time - 0.05, action=da.actions.Set({"n": n + 1.0}))
    starts = da.States(q={"x": 1.0}, u={"x": [0.0, 5.0]})
    motions = da.batch(model, starts, times=[0.0, 0.4], events=[count])
    assert [motion.discrete["n"][-1] for motion in motions] == [1.0, 1.0]
    assert "the end time is reached" in motions[0].termination
    assert "the rates of x.rate have no value" in motions[1].termination


def test_a_singular_position_is_passed_though_events_count_in_a_parameter_of_their_own():
    a, b, c = (da.rod(name, length=length, mass=1.0) for name, length in (("a", 1.0), ("b", 2.0), ("c", 1.0)))
    loop = da.Model(
        da.Revolute("A", da.ground, a, axis="z"),
        da.Revolute("B", a["end"], b, axis="z"),
        da.Revolute("C", b["end"], c, axis="z"),
        da.Revolute("D", da.ground.at(x=2.0), c["end"], axis="z"),
    )
    start = da.assemble(loop, q={"A": 1.0}, guess={"B": -1.0, "D": 1.0}, u={"A": 3.0})
    count = da.Event("count", da.time - 0.1, action=da.actions.Set({"n": da.param("n", 0.0) + 1.0}))
    motion = da.simulate(loop, start, times=[0.0, 3.0], events=[count])
    assert motion.discrete["n"][-1] == 1.0
    assert "nearly singular" in motion.notes[0]
    assert motion["A"][-1] > 3.0 * np.pi
