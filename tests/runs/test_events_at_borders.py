"""Events where steps, samples and runs end: each happens once, whether it acts or not."""

import numpy as np
import pytest

import dalembert as da

LEVEL, COUNT, X = da.param("level", 0.1), da.param("count", 0.0), da.coordinate("x")

METHODS = {
    "RK4": da.methods.RK4,
    "KuttaMerson": da.methods.KuttaMerson,
    "ImplicitMidpoint": da.methods.ImplicitMidpoint,
    "DOP853": lambda step: da.methods.DOP853(largest_step=step),
}


@pytest.fixture(scope="module")
def slider():
    bead = da.particle("bead", mass=1.0)
    way = da.StateVariable("way", rate=da.speed("x"))
    return da.Model(da.Prismatic("x", da.ground, bead, axis="x"), da.Motor("push", "x"), way)


@pytest.fixture(scope="module")
def rotor():
    return da.Model(da.Revolute("A", da.ground, da.rod("rod", length=1.0, mass=1.0), axis="z"))


ACTIONS = {
    "none": (),
    "count": da.actions.Set({"count": COUNT + 1.0}),
    "input": da.actions.Set({"push": 0.0}),
    "speed": da.actions.Reset({"x.rate": 1.0 * da.speed("x")}),
    "integral": da.actions.Reset({"way": 0.0}),
    "blow": da.actions.Impulse({"n": da.speed("x")}, velocities={"n": da.speed("x")}),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("action", ACTIONS)
def test_an_event_on_the_end_of_a_step_happens_once_in_each_lane(slider, method, action):
    steps = np.arange(1.0, 9.0)
    starts = da.States(u={"x.rate": np.full(8, 1.0)}, p={"level": 0.02 * steps})
    pass_by = da.Event("pass", X - LEVEL, direction=1, action=ACTIONS[action])
    also = da.Event("also", 3.0 * (X - LEVEL))
    step = METHODS[method](0.02)
    motions = da.batch(slider, starts, times=[0.0, 0.3], events=[also, pass_by], method=step)
    for k, motion in zip(steps, motions, strict=True):
        assert [event.name for event in motion.events] == ["also", "pass"]
        assert [event.t for event in motion.events] == pytest.approx([0.02 * k] * 2, abs=1e-14)


@pytest.mark.parametrize("speed", [np.pi, 2.0 * np.pi, 10.0 * np.pi])
@pytest.mark.parametrize("method", [da.methods.RK4(1e-2), da.methods.DOP853(largest_step=0.02)])
def test_half_turns_are_counted_though_steps_end_on_them(rotor, speed, method):
    half = da.Event("half", da.sin(da.coordinate("A")), action=da.actions.Set({"count": COUNT + 1.0}))
    motion = da.simulate(rotor, da.State(u={"A.rate": speed}), times=[0.0, 2.25], events=[half], method=method)
    times = np.arange(1, int(2.25 * speed / np.pi) + 1) * np.pi / speed
    assert [event.t for event in motion.events] == pytest.approx(times, abs=1e-12)
    assert motion.discrete["count"][-1] == len(times)


KICK = da.Event("kick", da.time - 0.5, direction=1, action=da.actions.Reset({"x.rate": da.speed("x") + 1.0}))


@pytest.mark.parametrize("period", [0.1, 0.25, 0.5, 0.03])
@pytest.mark.parametrize("method", [None, da.methods.RK4(0.05), da.methods.KuttaMerson(0.1)])
def test_a_sample_at_the_time_of_an_event_changes_nothing(slider, period, method):
    law = da.control.SampledController(period, lambda state: {"push": 0.0})
    arguments = {"times": [0.0, 1.0], "events": [KICK], "controller": law, "method": method}
    alone, (_, second) = da.simulate(slider, **arguments), da.batch(slider, [{}, {}], **arguments)
    for motion in (alone, second):
        assert [event.t for event in motion.events] == [0.5]
        assert motion["x.rate"][-1] == 1.0
        # what is integrated runs the pieces again, to the same bits
        assert motion.integral(da.speed("x"))[-1] == pytest.approx(0.5, abs=1e-14)


def test_an_expression_that_a_sampled_input_lets_jump_over_zero_has_an_event(slider):
    law = da.control.SampledController(0.25, lambda state: {"push": 1.0 if state.t > 0.3 else -1.0})
    push = da.Event("push", da.measures.force("push"), direction=1, action=da.actions.Set({"count": COUNT + 1.0}))
    motion = da.simulate(slider, times=[0.0, 1.0], events=[push], controller=law)
    assert [event.t for event in motion.events] == [0.5]


@pytest.mark.parametrize("method", [da.methods.DOP853(), da.methods.RK4(0.1), da.methods.KuttaMerson(0.125)])
@pytest.mark.parametrize("had_it", [True, False])
def test_an_event_where_a_run_is_continued_happens_once(slider, method, had_it):
    arrives = da.Event("arrives", X - 0.5, direction=1, action=KICK.action)
    first = da.simulate(
        slider,
        da.State(u={"x.rate": 1.0}),
        times=[0.0, 0.5],
        events=[KICK, arrives] if had_it else [],
        method=method,
    )
    whole = da.resume(first, times=[1.0], events=[KICK, arrives])
    assert sorted(event.name for event in whole.events) == ["arrives", "kick"]
    assert [event.t for event in whole.events] == pytest.approx([0.5, 0.5], abs=1e-14)
    assert whole["x.rate"][-1] == 3.0


@pytest.mark.parametrize("then", [(), ACTIONS["count"]])
@pytest.mark.parametrize("direction", [-1, 0, 1])
def test_an_expression_that_is_zero_at_the_start_is_past(slider, then, direction):
    event = da.Event("here", X, direction=direction, action=then)
    start = da.State(u={"x.rate": 1.0}, tau={"push": -2.0})  # x = t − t²
    found = da.simulate(slider, start, times=[0.0, 1.5], events=[event])
    assert [event.t for event in found.events] == pytest.approx([1.0] if direction < 1 else [], abs=1e-14)
    in_one_step = da.simulate(slider, start, times=[0.0, 1.5], events=[event], method=da.methods.RK4(1.5))
    assert [event.t for event in in_one_step.events] == pytest.approx([1.0] if direction < 1 else [], abs=1e-14)


def test_touching_events_act_once_each_forwards_and_back(rotor):
    lowest = da.Event(
        "lowest",
        1.0 - da.cos(da.coordinate("A")),
        direction=-1,
        detect_touch=True,
        action=da.actions.Set({"count": COUNT + 1.0}),
    )
    for end in (3.25, -3.25):
        motion = da.simulate(
            rotor,
            da.State(u={"A.rate": 2.0 * np.pi}),
            times=[0.0, end],
            events=[lowest],
            method=da.methods.RK4(0.125),
        )
        assert [abs(event.t) for event in motion.events] == pytest.approx([1.0, 2.0, 3.0], abs=1e-7)


@pytest.mark.parametrize("method", [da.methods.RK4(0.01), da.methods.KuttaMerson(0.01)])
def test_a_row_that_an_event_lets_go_is_no_chatter(method):
    model = da.Model(
        da.Revolute("phi", da.ground, da.rod("rod", length=1.0, mass=1.0), axis="z"),
        da.Holonomic("latch", da.coordinate("phi") - 0.5),
        gravity=(0, -9.81, 0),
    )
    release = da.Event("release", da.time - 0.25, action=da.actions.Switch(off=["latch"]))
    motion = da.simulate(model, {"phi": 0.5}, until=1.0, events=[release], method=method)
    assert motion.notes == ()
    exact = da.simulate(model, {"phi": 0.5}, until=1.0, events=[release])
    assert motion["phi"][-1] == pytest.approx(exact["phi"][-1], abs=1e-6)


# ---- inside of steps


@pytest.mark.parametrize("method", [da.methods.DOP853(), da.methods.Radau()])
@pytest.mark.parametrize("end", [2.25, -100.01])
def test_half_turns_in_long_steps_are_not_lost(rotor, method, end):
    half = da.Event("half", da.sin(da.coordinate("A")))
    start = da.State(u={"A.rate": 10.0 * np.pi})
    motion = da.simulate(rotor, start, times=[0.0, end], events=[half], method=method)
    times = 0.1 * np.arange(1, int(10.0 * abs(end)) + 1)
    assert [abs(event.t) for event in motion.events] == pytest.approx(times, abs=1e-9)
    assert motion.statistics["accepted"] < 20
    unseen = da.Event("half", da.sin(da.coordinate("A")), search_inside_steps=False)
    assert len(da.simulate(rotor, start, times=[0.0, end], events=[unseen], method=method).events) < len(times)


def test_a_level_that_a_ball_passes_up_and_down_in_one_step_is_seen_where_asked_for():
    ball = da.Model(da.Prismatic("z", da.ground, da.particle("ball", mass=1.0), axis="z"), gravity=(0, 0, -10.0))
    z = da.coordinate("z")
    level = da.Event("level", z - 4.8, search_inside_steps=True)
    never = da.Event("never", z - 5.0001, search_inside_steps=True)
    step = da.methods.RK4(2.0)
    motion = da.simulate(ball, da.State(u={"z.rate": 10.0}), times=[0.0, 2.0], events=[level, never], method=step)
    # 10 t − 5 t² = 4.8; it does not come as high as the other one
    assert [(event.name, event.t) for event in motion.events] == [
        ("level", pytest.approx(0.8, abs=1e-14)),
        ("level", pytest.approx(1.2, abs=1e-14)),
    ]


@pytest.mark.parametrize("method", [da.methods.DOP853(), da.methods.RK4(0.03)], ids=["DOP853", "RK4"])
def test_an_expression_that_jumped_over_zero_has_its_next_event(method):
    count, x = da.param("count", 0.0), da.coordinate("x")
    model = da.Model(da.Prismatic("x", da.ground, da.particle("p", mass=1.0), axis="x"))
    expression = da.where(x < 0.5, 2.0, -3.0 + 10.0 * (x - 0.5))
    counting = da.Event("counting", expression, action=da.actions.Set({"count": count + 1.0}))
    motion = da.simulate(model, model.state(u={"x": 1.0}), until=1.0, events=[counting], method=method)
    assert [event.t for event in motion.events] == pytest.approx([0.5, 0.8], abs=1e-9)


@pytest.mark.parametrize("option", ["is_terminal", "detect_touch", "search_inside_steps"])
def test_answers_of_an_event_are_yes_or_no(option):
    with pytest.raises(da.errors.ModelError, match=f"event 'e': {option} is True or False, not 'yes'"):
        da.Event("e", da.coordinate("x"), **{option: "yes"})
