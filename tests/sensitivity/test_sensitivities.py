"""Sensitivities of motions against differences of whole runs, closed forms, and what they refuse."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.sensitivity.saltation import Guard, Map, after_event
from tests.examples import example

TIGHT = da.methods.DOP853(rtol=1e-12, atol=1e-12)
DIFFERENCES = 1e-7
"""Of differences of order four, beside the largest entry."""

STEP = 2e-4

GRAVITY = 9.81


def difference(run, h=STEP):
    """The derivative at zero of what a run gives."""
    return (8.0 * (run(h) - run(-h)) - (run(2.0 * h) - run(-2.0 * h))) / (12.0 * h)


def agree(found, exact, tolerance=DIFFERENCES):
    return np.abs(found - exact).max() <= tolerance * np.abs(exact).max()


def double_pendulum():
    length = da.param("l", 1.0)
    upper = da.rod("upper", length=length, mass=da.param("m", 1.0))
    lower = da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper),
        da.Revolute("elbow", upper["end"], lower),
        da.Motor("motor", "elbow"),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def four_bar():
    crank = da.rod("crank", length=da.param("a", 1.0), mass=1.0)
    coupler, rocker = da.rod("coupler", length=2.5, mass=2.0), da.rod("rocker", length=2.0, mass=1.5)
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=3.0), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.JointSpring("spring", "A", da.param("k", 3.0)),
        gravity=(0.0, -GRAVITY, 0.0),
    )


# ---- against differences


def test_motion_and_derivatives_agree_with_whole_runs():
    model, times = double_pendulum(), np.linspace(0.0, 1.0, 3)
    start = model.state(q={"shoulder": 0.3, "elbow": 1.2}, u={"shoulder": 0.5}, tau={"motor": 0.2})
    changes = {
        "l": lambda h: replace(start, p={"l": 1.0 + h}),
        "m": lambda h: replace(start, p={"m": 1.0 + h}),
        "elbow": lambda h: replace(start, q={**start.q, "elbow": 1.2 + h}),
        "shoulder.rate": lambda h: replace(start, u={**start.u, "shoulder.rate": 0.5 + h}),
        "motor": lambda h: replace(start, tau={"motor": 0.2 + h}),
    }
    found = da.sensitivities(model, start, by=list(changes), times=times, method=TIGHT)
    plain = da.simulate(model, start, times=times, method=TIGHT)
    assert np.abs(found.motion.states - plain.states).max() < 1e-10
    tip = da.position(model.body("lower")["end"])
    for name, changed in changes.items():
        runs = {
            h: da.simulate(model, changed(h), times=times, method=TIGHT)
            for h in (STEP, -STEP, 2 * STEP, -2 * STEP)
        }
        assert agree(found.states[:, :, found.by.index(name)], difference(lambda h, r=runs: r[h].states))
        assert agree(found["energy", name], difference(lambda h, r=runs: r[h]["energy"]), 1e-6)
        whole = difference(lambda h, r=runs: r[h].evaluate(tip))
        assert agree(found.evaluate(tip)[..., found.by.index(name)], whole)


def test_tangents_about_a_rest_choose_their_steps():
    """The motion itself does nothing, and would take the longest steps there are."""
    mass = da.particle("mass", mass=1.0)
    model = da.Model(da.Prismatic("x", da.ground, mass, axis="x"), da.JointSpring("spring", "x", 400.0))
    found = da.sensitivities(model, {"x": 0.0}, by=["x"], times=np.linspace(0.0, 5.0, 6))
    assert found["x", "x"] == pytest.approx(np.cos(20.0 * found.times), abs=1e-6)


@pytest.mark.parametrize(
    "stabilization", [None, da.methods.Baumgarte(10.0, 10.0)], ids=["projected", "stabilized"]
)
def test_tangents_of_a_closed_loop_stay_on_the_constraints(stabilization):
    model, times = four_bar(), np.linspace(0.0, 1.0, 5)
    guess = {"A": 0.5, "B": 0.3, "D": 1.9}

    def start(angle=0.5, **p):
        return da.assemble(model, q={"A": angle}, guess=guess, p=p, u={"A": 1.0})

    found = da.sensitivities(
        model,
        start(),
        by=["a", "k", "A"],
        times=times,
        method=TIGHT,
        stabilization=stabilization,
        independent=["A", "A.rate"],
    )
    assert found.held == ("A", "A.rate")
    starts = {"a": lambda h: start(a=1.0 + h), "k": lambda h: start(k=3.0 + h), "A": lambda h: start(0.5 + h)}
    for name, changed in starts.items():
        exact = difference(
            lambda h, c=changed: (
                da.simulate(model, c(h), times=times, method=TIGHT, stabilization=stabilization).states
            )
        )
        assert agree(found.states[:, :, found.by.index(name)], exact)
    # what rows say of positions holds whatever changes
    gap = da.position(model.body("coupler")["end"]) - da.position(model.body("rocker")["end"])
    assert np.abs(found.evaluate(gap)).max() < 1e-8


def test_orientations_change_by_small_turns():
    """A heavy top by a quaternion: a turn about its axes at the start, and the mass."""
    body = da.Body("top", da.Inertia(da.param("m", 2.0), (0.0, 0.0, 0.3), np.diag([0.2, 0.25, 0.1])))
    model = da.Model(da.Spherical("J", da.ground, body), gravity=(0.0, 0.0, -GRAVITY))

    def turn(h):
        return {"J.e0": np.cos(0.25 + h / 2), "J.e1": np.sin(0.25 + h / 2)}

    def start(h=0.0, m=2.0):
        return model.state(q=turn(h), u={"J.wz": 8.0, "J.wx": 1.0}, p={"m": m})

    found = da.sensitivities(model, start(), by=["J.wx.turn", "m"], times=[0.0, 0.7], method=TIGHT)
    for k, changed in enumerate((lambda h: start(h), lambda h: start(0.0, 2.0 + h))):
        exact = difference(lambda h, c=changed: da.simulate(model, c(h), times=[0.0, 0.7], method=TIGHT).states)
        assert agree(found.states[:, :, k], exact)


def test_nonholonomic_rows_have_tangents():
    """A sleigh on a blade: of its three speeds one follows from the others."""
    model = example("chaplygin_sleigh").chaplygin_sleigh()

    def start(h=0.0):
        return model.state(u={"pose.x": -1.5, "pose.angle": 0.4 + h})

    found = da.sensitivities(model, start(), by=["pose.angle.rate"], times=[0.0, 1.5], method=TIGHT)
    assert set(found.held) == {"pose.x", "pose.y", "pose.angle", "pose.x.rate", "pose.angle.rate"}
    exact = difference(lambda h: da.simulate(model, start(h), times=[0.0, 1.5], method=TIGHT).states)
    assert agree(found.states[:, :, 0], exact)


@pytest.mark.parametrize("principle", [da.Hamilton(), da.Gauss()], ids=["Hamilton", "Gauss"])
def test_every_kind_of_equations_has_tangents(principle):
    """A pendulum by momenta, and by a principle that solves for accelerations in its own way."""
    rod = da.rod("rod", length=da.param("l", 1.0), mass=1.0)
    eom = da.derive(da.Model(da.Revolute("A", da.ground, rod), gravity=(0.0, -GRAVITY, 0.0)), principle)
    found = da.sensitivities(eom, {"A": 0.5}, by=["l"], times=[0.0, 1.0], method=TIGHT)

    def run(h):
        return da.simulate(eom, da.State(q={"A": 0.5}, p={"l": 1.0 + h}), times=[0.0, 1.0], method=TIGHT)

    assert agree(found.states[:, :, 0], difference(lambda h: run(h).states))


def test_stiff_methods_carry_tangents_too():
    mass = da.particle("mass", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", da.param("k", 1.0)),
        da.JointDamper("damper", "x", 100.0),
    )
    found = da.sensitivities(
        model, {"x": 1.0}, by=["k"], times=[0.0, 5.0], method=da.methods.Radau(rtol=1e-10, atol=1e-12)
    )

    def exact(k):
        slow, fast = np.roots([1.0, 100.0, k])[::-1]
        return (fast * np.exp(slow * 5.0) - slow * np.exp(fast * 5.0)) / (fast - slow)

    assert found["x", "k"][-1] == pytest.approx(difference(lambda h: exact(1.0 + h)), rel=1e-7)


# ---- where rates jump, and events


def test_dry_friction_makes_derivatives_jump():
    """ẍ = −k x − μ sign ẋ: each half swing takes π/√k and shortens the way by 2 μ/k."""
    k, mu = da.param("k", 4.0), da.param("mu", 0.3)
    mass = da.particle("mass", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", k),
        da.JointForce("friction", "x", -mu * da.expr.sign(da.speed("x"))),
    )
    times = np.linspace(0.0, 4.0, 9)

    def exact(k, mu, start):
        rate = np.sqrt(k)
        n = times // (np.pi / rate)
        left = start - 2.0 * n * mu / k
        return (-1.0) ** n * ((left - mu / k) * np.cos(rate * times - n * np.pi) + mu / k)

    found = da.sensitivities(model, {"x": 1.0}, by=["k", "mu", "x"], times=times, method=TIGHT)
    assert found.jumps == pytest.approx([np.pi / 2.0, np.pi], abs=1e-9)
    assert found.motion["x"] == pytest.approx(exact(4.0, 0.3, 1.0), abs=1e-9)
    assert agree(found["x", "k"], difference(lambda h: exact(4.0 + h, 0.3, 1.0)))
    assert agree(found["x", "mu"], difference(lambda h: exact(4.0, 0.3 + h, 1.0)))
    assert agree(found["x", "x"], difference(lambda h: exact(4.0, 0.3, 1.0 + h)))


def sliding_mass(friction):
    mass = da.particle("mass", mass=1.0)
    return da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", da.param("k", 3.0)),
        da.JointForce("friction", "x", -friction * da.expr.sign(da.speed("x"))),
    )


def test_what_sticks_where_rates_jump_has_no_derivative():
    for start in (0.5, 2.0):
        with pytest.raises(da.errors.SolverError, match="it sticks where they jump"):
            da.sensitivities(sliding_mass(2.0), {"x": start}, by=["k"], until=6.0)


def test_an_event_where_rates_jump_takes_those_before_it():
    """It stops after half a swing, at −(x₀ − 2 μ/k)."""
    stop = da.Event("stop", da.speed("x"), is_terminal=True)
    found = da.sensitivities(sliding_mass(2.0), {"x": 2.0}, by=["k"], until=6.0, events=[stop], method=TIGHT)
    (event,) = found.events
    assert event.t == pytest.approx(np.pi / np.sqrt(3.0), rel=1e-10)
    assert event.time["k"] == pytest.approx(-0.5 * np.pi * 3.0**-1.5, rel=1e-9)
    assert event["x", "k"] == pytest.approx(-4.0 / 9.0, rel=1e-9)


@pytest.mark.parametrize("law", ["stop", "drag", "larger", "step"])
def test_where_rates_only_bend_no_step_sees_both_sides(law):
    """A stop that a mass meets twice, drag by v |v|, the larger of two springs, and a push that ends at a time."""
    k, x, v = da.param("k", 3.0), da.coordinate("x"), da.speed("x")
    laws = {
        "stop": (2.0 * k, 1.5),
        "drag": (-0.5 * v * da.expr.absolute_value(v) - k * x, 4.0),
        "larger": (-k * da.maximum(x, 0.2 * da.sin(3.0 * da.time)) - 0.3 * x, 4.0),
        "step": (da.where(da.time < 0.3 * k, 1.0, -2.0) - x, 2.0),
    }
    force, end = laws[law]
    stop = da.JointStop("stop", "x", upper=0.5 if law == "stop" else 5.0, stiffness=1e3, damping=5.0)
    mass = da.particle("mass", mass=1.0)
    model = da.Model(da.Prismatic("x", da.ground, mass, axis="x"), da.JointForce("force", "x", force), stop)
    times = np.linspace(0.0, end, 4)
    found = da.sensitivities(model, {"x": 0.1}, by=["k"], times=times, method=TIGHT)
    tight = da.methods.DOP853(rtol=1e-13, atol=1e-13)

    def run(h):
        return da.simulate(model, model.state(q={"x": 0.1}, p={"k": 3.0 + h}), times=times, method=tight)["x"]

    # runs that step over a bend are not that exact: steps of differences are longer
    exact = difference(run, 4e-3)
    assert agree(found["x", "k"], exact, 1e-6)


def falling():
    ball = da.particle("ball", mass=1.0)
    return da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"), gravity=(0.0, 0.0, -1.0 * da.param("g", GRAVITY))
    )


HIT = da.Event("hit", da.coordinate("z"), is_terminal=True)


def test_the_time_of_an_event_and_the_state_in_it_have_derivatives():
    """From z₀ upwards with v₀: t* = (v₀ + w)/g with the speed w = √(v₀² + 2 g z₀) at which it hits."""
    found = da.sensitivities(
        falling(), falling().state(q={"z": 2.0}, u={"z": 1.0}), by=["g", "z", "z.rate"], until=5.0, events=[HIT]
    )
    (hit,) = found.events
    w = np.sqrt(1.0 + 4.0 * GRAVITY)
    t = (1.0 + w) / GRAVITY
    assert hit.t == pytest.approx(t, rel=1e-12)
    assert hit.time == pytest.approx({"g": -t * t / 2.0 / w, "z": 1.0 / w, "z.rate": t / w}, rel=1e-9)
    assert hit["z.rate"] == pytest.approx({"g": -2.0 / w, "z": -GRAVITY / w, "z.rate": -1.0 / w}, rel=1e-9)
    assert hit["z", "g"] == pytest.approx(0.0, abs=1e-12)


def test_tangents_after_a_reset_need_guard_map_and_rates_only():
    """A ball that bounces with e: at t after one bounce z = w e s − g s²/2, where s = t − t*."""
    e, z0 = 0.8, 1.5
    found = da.sensitivities(falling(), {"z": z0}, by=["g", "z"], until=5.0, events=[HIT])
    (hit,) = found.events
    before, after = (
        np.array([found.motion["z.rate"][-1], -GRAVITY]),
        np.array([-e * found.motion["z.rate"][-1], -GRAVITY]),
    )
    S = found.states[-1]
    time = Guard("hit", np.array([1.0, 0.0]), 0.0, np.zeros(2)).event_time(S, before)
    assert time == pytest.approx([hit.time["g"], hit.time["z"]], rel=1e-12)
    S = after_event(S, time, before, after, Map(np.diag([1.0, -e]), np.zeros(2), np.zeros((2, 2))))

    def later(g, z0, t=1.0):
        s = t - np.sqrt(2.0 * z0 / g)
        return e * np.sqrt(2.0 * g * z0) * s - 0.5 * g * s * s

    s = 1.0 - hit.t
    # by g rates change too
    grown = S[0] + s * S[1] - 0.5 * s * s * np.array([1.0, 0.0])
    exact = [difference(lambda h: later(GRAVITY + h, z0)), difference(lambda h: later(GRAVITY, z0 + h))]
    assert grown == pytest.approx(exact, rel=1e-9)


# ---- events that act


def bouncing(**more):
    speed = {"z.rate": -1.0 * da.param("e", 0.8) * da.speed("z")}
    return da.Event("hit", da.coordinate("z"), direction=-1, action=da.actions.Reset(speed), **more)


def test_derivatives_go_through_bounces():
    """By the restitution too, which stands in the event only."""
    times, model = np.linspace(0.0, 2.0, 5), falling()

    def run(z=1.5, **p):
        start = da.State(q={"z": z}, p={"g": GRAVITY, "e": 0.8, **p})
        return da.simulate(model, start, times=times, events=[bouncing()], method=TIGHT).states

    found = da.sensitivities(model, {"z": 1.5}, by=["e", "g", "z"], times=times, events=[bouncing()], method=TIGHT)
    assert len(found.events) == 2 and found.motion.states == pytest.approx(run(), abs=1e-11)
    assert agree(found.states[:, :, 0], difference(lambda h: run(e=0.8 + h)))
    assert agree(found.states[:, :, 1], difference(lambda h: run(g=GRAVITY + h)))
    assert agree(found.states[:, :, 2], difference(lambda h: run(1.5 + h)))
    assert found.motion.events[0].after.u["z"] == pytest.approx(-0.8 * found.motion.events[0].state.u["z"])


def test_derivatives_go_through_impulses():
    rod = da.rod("rod", length=da.param("l", 1.0), mass=1.0, axis="-y")
    model = da.Model(da.Revolute("A", da.ground, rod), gravity=(0.0, -GRAVITY, 0.0))
    v = da.velocity(rod["end"])[0]
    impulse = da.actions.Impulse({"normal": -0.8 * v}, velocities={"normal": v})
    wall = da.Event("wall", da.position(rod["end"])[0] - 0.1, direction=1, action=impulse)
    times = np.linspace(0.0, 1.2, 4)

    def run(h):
        start = da.State(q={"A": -0.8}, p={"l": 1.0 + h})
        return da.simulate(model, start, times=times, events=[wall], method=TIGHT).states

    found = da.sensitivities(model, {"A": -0.8}, by=["l"], times=times, events=[wall], method=TIGHT)
    assert agree(found.states[:, :, 0], difference(run))
    assert found.motion.events[0].impulses["normal"] < 0.0


def test_events_that_set_that_meet_or_that_accumulate_are_refused():
    setting = da.Event("slow", da.coordinate("z"), action=da.actions.Set({"g": 1.0}))
    with pytest.raises(da.errors.ModelError, match="event 'slow' sets or switches: g"):
        da.sensitivities(falling(), {"z": 1.5}, by=["z"], until=1.0, events=[setting])
    other = da.Event("other", 2.0 * da.coordinate("z"), action=da.actions.Reset({"z.rate": 0.0}))
    with pytest.raises(da.errors.SolverError, match=r"happen together at t = 0.553"):
        da.sensitivities(falling(), {"z": 1.5}, by=["z"], until=1.0, events=[bouncing(), other])
    with pytest.raises(da.errors.SolverError, match=r"follow each other more and more often up to t = 4\.9"):
        da.sensitivities(falling(), {"z": 1.5}, by=["z"], until=8.0, events=[bouncing()])


# ---- what is refused


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ("l", "a list of names"),
        ([], "names nothing"),
        (["l", "l"], "twice"),
        (["length"], "no parameter, input or start value 'length'"),
    ],
)
def test_names_that_are_none_are_refused(by, text):
    with pytest.raises(da.errors.ModelError, match=text):
        da.sensitivities(double_pendulum(), by=by, until=1.0)


def test_coordinates_that_others_determine_are_refused():
    model = four_bar()
    start = da.assemble(model, q={"A": 0.5}, guess={"B": 0.3, "D": 1.9})
    with pytest.raises(da.errors.ModelError, match="constraints tie it to"):
        da.sensitivities(model, start, by=["A", "D"], until=1.0)
    with pytest.raises(da.errors.ModelError, match="'D' cannot change by itself"):
        da.sensitivities(model, start, by=["D"], until=1.0, independent=["A", "A.rate"])


def test_methods_that_leave_equations_unsolved_are_refused():
    with pytest.raises(da.errors.SolverError, match="IndexThree leaves the equations unsolved"):
        da.sensitivities(double_pendulum(), by=["l"], until=1.0, method=da.methods.IndexThree(1e-3))


def test_events_that_only_touch_have_no_derivative():
    guard = Guard("top", np.array([1.0, 0.0]), 0.0, np.zeros(1))
    with pytest.raises(da.errors.SolverError, match="'top' only touches"):
        guard.event_time(np.ones((2, 1)), np.array([0.0, -GRAVITY]))


def test_bounces_that_accumulate_have_no_derivative_and_a_period_takes_no_contacts():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.5),
        gravity=(0.0, 0.0, -GRAVITY),
    )
    with pytest.raises(da.errors.SolverError, match=r"'floor comes to rest' .* infinitely many impacts end"):
        da.sensitivities(model, {"z": 1.1}, by=["z"], until=3.0)
    with pytest.raises(da.errors.ModelError, match="periodic_motion cannot treat contacts"):
        da.periodic_motion(model, {"z": 1.1}, period=1.0)


def test_an_event_that_passes_zero_twice_in_a_step_is_seen_where_it_touches():
    """A ball thrown a little higher than a line, within one step of the run: as `simulate` sees it."""
    ball = da.particle("ball", mass=1.0)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), gravity=(0.0, 0.0, -GRAVITY))
    v = 0.5 * GRAVITY + 0.01
    top = da.Event(
        "top", da.coordinate("z") - GRAVITY / 8.0, detect_touch=True, action=da.actions.Reset({"z.rate": -1.0})
    )
    found = da.sensitivities(model, model.state(u={"z": v}), by=["z"], until=1.2, events=[top])
    (event,) = found.events
    rate = np.sqrt(v**2 - GRAVITY**2 / 4.0)
    assert abs(event.t - (v - rate) / GRAVITY) < 1e-12
    assert abs(event.time["z"] + 1.0 / rate) < 1e-10


def test_a_run_that_fails_before_its_first_sample_says_so():
    """ẍ = k √x from x = 0.01 with −1 m/s: there is no rate behind t = 0.01."""
    bead = da.Prismatic("x", da.ground, da.particle("bead", mass=1.0), axis="x")
    model = da.Model(bead, da.JointForce("push", "x", da.param("k", 1.0) * da.sqrt(da.coordinate("x"))))
    start = da.State(q={"x": 0.01}, u={"x": -1.0})
    with pytest.raises(da.errors.SolverError, match="not finite") as caught:
        da.sensitivities(model, start, by=["k"], times=[0.5, 1.0])
    assert caught.value.motion.times[-1] == pytest.approx(0.01, abs=1e-4)


def test_a_driven_coordinate_cannot_change_and_nothing_else_is_free():
    model = da.Model(
        da.Revolute("hinge", da.ground, da.rod("rod", length=1.0, mass=1.0)),
        da.Drive("turn", "hinge", 2.0 * da.time),
    )
    start = da.assemble(model)
    with pytest.raises(
        da.errors.ModelError, match="'hinge' cannot change by itself: constraints and drives leave"
    ):
        da.sensitivities(model, start, by=["hinge"], times=[0.0, 0.1])
