"""Gradients backwards against tangents of the same steps, closed forms, and what they refuse."""

import logging

import numpy as np
import pytest

import dalembert as da
from dalembert.integrators import adjoint_integration
from dalembert.sensitivity import tangent_sweeps
from tests.examples import example
from tests.sensitivity.test_sensitivities import (
    GRAVITY,
    HIT,
    TIGHT,
    bouncing,
    double_pendulum,
    falling,
    four_bar,
    sliding_mass,
)

SAME_STEPS = 1e-10
"""Of gradients and tangents along the same steps, beside the largest derivative."""

OWN_STEPS = 1e-9
"""Of gradients and tangents that each have steps of their own, with tight tolerances."""


def gradients_agree(model, start, of, by, end, *, methods=None, **options):
    """Weighted samples by a gradient and by tangents, along steps of one length and of tolerances."""
    times = np.linspace(0.0, end, 14)
    weights = np.cos(5.0 * times)
    for method, tolerance in methods or ((da.methods.RK4(end / 200), SAME_STEPS), (TIGHT, OWN_STEPS)):
        found = da.motion_gradient(
            model, start, of=of, by=by, times=times, weights=weights, method=method, **options
        )
        beside = da.sensitivities(model, start, by=by, times=times, method=method, **options)
        slopes = beside[of] if isinstance(of, str) else beside.evaluate(of)
        values = beside.motion[of] if isinstance(of, str) else beside.motion.evaluate(of)
        exact = weights @ slopes
        assert found.value == pytest.approx(weights @ values, rel=1e-9)
        assert np.abs(found.values - exact).max() <= tolerance * np.abs(exact).max(), (found.values, exact)
        assert found.held == beside.held
    return found


def test_a_spring_has_the_gradient_of_its_closed_form():
    block = da.particle("block", mass=1.0)
    slide = da.Prismatic("x", da.ground, block, axis="x")
    model = da.Model(slide, da.JointSpring("spring", "x", da.param("k", 4.0)))
    found = da.motion_gradient(model, {"x": 1.0}, of="x", by=["k", "x", "x.rate"], until=1.0)
    assert found.value == pytest.approx(np.cos(2.0), abs=1e-8)
    assert found.values == pytest.approx([-np.sin(2.0) / 4.0, np.cos(2.0), np.sin(2.0) / 2.0], rel=1e-7)
    assert found["k"] == found.values[0] and repr(found).startswith("<MotionGradient of -0.416147 by k, x, x.rate")


@pytest.mark.parametrize(
    "method",
    [
        da.methods.ExplicitEuler(0.002),
        da.methods.KuttaMerson(0.01),
        da.methods.DormandPrince(rtol=1e-12, atol=1e-12),
    ],
    ids=lambda method: type(method).__name__,
)
def test_every_explicit_method_has_gradients(method):
    """By parameters, inputs and starts, with samples within the steps."""
    start = da.State(q={"shoulder": 0.3, "elbow": 1.2}, tau={"motor": 0.2})
    by = ["l", "m", "motor", "elbow", "shoulder.rate"]
    tolerance = OWN_STEPS if method.is_adaptive else SAME_STEPS
    gradients_agree(double_pendulum(), start, "elbow", by, 1.0, methods=((method, tolerance),))


def test_a_motion_at_rest_does_not_choose_the_steps_alone():
    """The motion itself does nothing, and would take the longest steps there are."""
    mass = da.particle("mass", mass=1.0)
    model = da.Model(da.Prismatic("x", da.ground, mass, axis="x"), da.JointSpring("spring", "x", 400.0))
    found = da.motion_gradient(model, {"x": 0.0}, of="x", by=["x"], until=5.0)
    assert found["x"] == pytest.approx(np.cos(100.0), abs=1e-6)


@pytest.mark.parametrize(
    "stabilization", [None, da.methods.Baumgarte(10.0, 10.0)], ids=["projected", "stabilized"]
)
def test_gradients_go_back_through_projections_of_a_closed_loop(stabilization):
    model = four_bar()
    start = da.assemble(model, q={"A": 0.5}, guess={"A": 0.5, "B": 0.3, "D": 1.9}, u={"A": 1.0})
    options = {"stabilization": stabilization, "independent": ["A", "A.rate"]}
    gradients_agree(model, start, "energy", ["a", "k", "A", "A.rate"], 1.0, **options)
    gradients_agree(model, start, da.measures.multiplier("C.x"), ["a", "k"], 0.5, **options)


def test_orientations_change_by_small_turns():
    body = da.Body("top", da.Inertia(da.param("m", 2.0), (0.0, 0.0, 0.3), np.diag([0.2, 0.25, 0.1])))
    model = da.Model(da.Spherical("J", da.ground, body), gravity=(0.0, 0.0, -GRAVITY))
    start = model.state(q={"J.e0": np.cos(0.25), "J.e1": np.sin(0.25)}, u={"J.wz": 8.0, "J.wx": 1.0})
    gradients_agree(model, start, "J.e2", ["J.wx.turn", "m", "J.wz"], 0.7)


def test_nonholonomic_rows_and_momenta():
    model = example("chaplygin_sleigh").chaplygin_sleigh()
    start = model.state(u={"pose.x": -1.5, "pose.angle": 0.4})
    gradients_agree(model, start, "pose.y", ["pose.angle.rate", "pose.x"], 1.5)
    rod = da.rod("rod", length=da.param("l", 1.0), mass=1.0)
    eom = da.derive(da.Model(da.Revolute("A", da.ground, rod), gravity=(0.0, -GRAVITY, 0.0)), da.Hamilton())
    gradients_agree(eom, {"A": 0.5}, "A", ["l", "A"], 1.0)


def test_an_integral_is_a_state_of_the_model():
    """∫ x² dt of an oscillation, by its stiffness."""
    block, k = da.particle("block", mass=1.0), da.param("k", 4.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointSpring("spring", "x", k),
        da.StateVariable("J", rate=da.coordinate("x") ** 2),
    )
    found = da.motion_gradient(model, {"x": 1.0}, of="J", by=["k"], until=1.0, method=TIGHT)

    def integral(k):
        w = np.sqrt(k)
        return 0.5 + np.sin(2.0 * w) / (4.0 * w)

    assert found.value == pytest.approx(integral(4.0), rel=1e-11)
    h = 1e-4
    slope = (8.0 * (integral(4 + h) - integral(4 - h)) - (integral(4 + 2 * h) - integral(4 - 2 * h))) / (12.0 * h)
    assert found["k"] == pytest.approx(slope, rel=1e-9)


# ---- where rates jump, and events


def test_gradients_go_back_through_jumps_of_rates():
    gradients_agree(sliding_mass(0.3), {"x": 2.0}, "x", ["k", "x"], 4.0, methods=((TIGHT, OWN_STEPS),))


def test_the_time_of_the_event_that_ends_a_run_has_a_gradient():
    """A ball thrown upwards: when it falls on the ground, and how fast it is there."""
    model = falling()
    start = model.state(q={"z": 2.0}, u={"z": 1.0})
    w = np.sqrt(1.0 + 4.0 * GRAVITY)
    t = (1.0 + w) / GRAVITY
    options = {"by": ["g", "z", "z.rate"], "until": 5.0, "events": [HIT]}
    time = da.motion_gradient(model, start, of=da.time, **options)
    assert time.value == pytest.approx(t, rel=1e-12)
    assert time.values == pytest.approx([-t * t / 2.0 / w, 1.0 / w, t / w], rel=1e-9)
    speed = da.motion_gradient(model, start, of="z.rate", **options)
    assert speed.values == pytest.approx([-2.0 / w, -GRAVITY / w, -1.0 / w], rel=1e-9)


def test_gradients_go_back_through_bounces():
    """By the restitution too, which stands in the event only."""
    model = falling()
    gradients_agree(
        model, {"z": 1.5}, "z", ["e", "g", "z"], 2.0, methods=((TIGHT, OWN_STEPS),), events=[bouncing()]
    )
    # at an end that is an event of time alone: z = e w s − g s²/2, where s = 1.4 − t*
    end = da.Event("end", da.time - 1.4, is_terminal=True)
    found = da.motion_gradient(
        model, {"z": 1.5}, of="z", by=["e"], until=3.0, events=[bouncing(), end], method=TIGHT
    )
    first = np.sqrt(2.0 * 1.5 / GRAVITY)
    assert found["e"] == pytest.approx(GRAVITY * first * (1.4 - first), rel=1e-9)


def test_gradients_go_back_through_impulses_on_a_linkage():
    rod = da.rod("rod", length=da.param("l", 1.0), mass=1.0, axis="-y")
    model = da.Model(da.Revolute("A", da.ground, rod), gravity=(0.0, -GRAVITY, 0.0))
    v = da.velocity(rod["end"])[0]
    impulse = da.actions.Impulse({"normal": -0.8 * v}, velocities={"normal": v})
    wall = da.Event("wall", da.position(rod["end"])[0] - 0.1, direction=1, action=impulse)
    gradients_agree(model, {"A": -0.8}, "A", ["l", "A"], 1.2, methods=((TIGHT, OWN_STEPS),), events=[wall])


def test_an_event_that_acts_and_ends_the_run_moves_what_it_leaves():
    """The speed after the bounce that ends the run is e √(2 g z)."""
    found = da.motion_gradient(
        falling(), {"z": 1.5}, of="z.rate", by=["e", "z"], until=5.0, events=[bouncing(is_terminal=True)]
    )
    speed = np.sqrt(2.0 * GRAVITY * 1.5)
    assert found.value == pytest.approx(0.8 * speed, rel=1e-9)
    assert found.values == pytest.approx([speed, 0.8 * GRAVITY / speed], rel=1e-9)


# ---- large trees, and trees by chance


def chain(n):
    """Joints about axes in turn, some of them slides; open lengths, masses and a spring."""
    parts, end = [], da.ground
    for k in range(n):
        body = da.rod(f"b{k}", length=da.param(f"l{k}", 0.3 + 0.01 * k), mass=da.param(f"m{k}", 1.0 + 0.02 * k))
        joint = da.Prismatic if k % 5 == 3 else da.Revolute
        parts.append(joint(f"j{k}", end, body, axis="yz"[k % 2]))
        end = body["end"]
    spring = da.Spring("s", end, da.ground.at(x=1.0, y=1.0), stiffness=da.param("k", 20.0), rest_length=0.5)
    return da.Model(*parts, spring, gravity=(0.0, -GRAVITY, 0.0))


def test_derivatives_of_large_trees_go_through_the_equations_that_recursions_solve():
    """Both ways of derivatives, against differences of whole runs."""
    model, times = chain(14), [0.0, 0.3]
    state = {"j0": 0.5, "j7": 0.4, "j3": 0.1}
    by = ["l4", "m13", "k", "j7", "j3.rate"]
    found = gradients_agree(model, state, "energy", by, 0.3, methods=((da.methods.RK4(0.003), SAME_STEPS),))
    assert found.growth > 1.0
    found = da.motion_gradient(model, state, of="j13", by=by, until=0.3, method=TIGHT)
    for name in ("l4", "k"):
        value = model.parameters[name]

        def run(h, name=name, value=value):
            return da.simulate(model, da.State(q=state, p={name: value + h}), times=times, method=TIGHT)["j13"][-1]

        h = 1e-3
        slope = (8.0 * (run(h) - run(-h)) - (run(2.0 * h) - run(-2.0 * h))) / (12.0 * h)
        assert found[name] == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_gradients_and_tangents_agree_in_trees_and_loops_by_chance(seed):
    """Random joints, bodies, springs and dampers; in half of the models a distance closes a loop."""
    rng = np.random.default_rng(seed)
    parts, bodies = [], [da.ground]
    for k in range(int(rng.integers(2, 5))):
        inertia = da.Inertia(da.param(f"m{k}", rng.uniform(0.5, 2.0)), tuple(rng.normal(size=3) * 0.2), np.eye(3))
        body = da.Body(f"b{k}", inertia)
        kind = (da.Revolute, da.Revolute, da.Prismatic, da.Spherical)[int(rng.integers(0, 4))]
        at = bodies[int(rng.integers(0, len(bodies)))].at(x=da.param(f"a{k}", rng.normal()), y=rng.normal())
        parts.append(kind(f"j{k}", at, body))
        bodies.append(body)
    ends = bodies[-1].at(x=0.7, z=0.2), da.ground.at(x=da.param("c", 1.5), y=-1.0, z=0.5)
    parts.append(da.Spring("spring", *ends, stiffness=da.param("k", 5.0), rest_length=0.3))
    if seed % 2:
        parts.append(da.Distance("rod", bodies[-1].at(y=0.5), da.ground.at(x=-1.0, y=1.0)))
    model = da.Model(*parts, gravity=(0.0, -GRAVITY, 1.0))
    by = [*model.parameters]
    start = da.assemble(model)
    gradients_agree(model, start, "energy", by, 0.5, methods=((da.methods.RK4(0.01), SAME_STEPS),))


# ---- many tangents, in lanes


def linkage():
    model = four_bar()
    start = da.assemble(model, q={"A": 0.5}, guess={"A": 0.5, "B": 0.3, "D": 1.9}, u={"A": 1.0})
    return model, start, ["a", "k", "A", "A.rate"], 1.0, {"independent": ["A", "A.rate"]}


MANY_WAYS = {
    "pendulum": lambda: (
        double_pendulum(),
        {"elbow": 1.2},
        ["l", "m", "motor", "elbow", "shoulder.rate"],
        1.0,
        {},
    ),
    "linkage": linkage,
    "bounces": lambda: (falling(), {"z": 1.5}, ["e", "g", "z"], 2.0, {"events": [bouncing()]}),
    "end by an event": lambda: (falling(), {"z": 1.5}, ["g", "z"], 2.0, {"events": [HIT]}),
    "jumps": lambda: (sliding_mass(0.3), {"x": 2.0}, ["k", "x"], 4.0, {}),
    "chain": lambda: (chain(14), {"j0": 0.5}, [*chain(14).parameters], 0.3, {}),
}


@pytest.mark.parametrize("case", MANY_WAYS)
def test_many_tangents_follow_the_steps_of_the_run(case, monkeypatch):
    """Side by side in lanes they are those beside the run: states, events, and their times."""
    model, start, by, end, options = MANY_WAYS[case]()
    options = {"by": by, "times": np.linspace(0.0, end, 9), "method": TIGHT, **options}
    if case == "chain":
        options["method"] = da.methods.RK4(0.003)
    monkeypatch.setattr(tangent_sweeps, "MANY", 1)
    found = da.sensitivities(model, start, **options)
    monkeypatch.setattr(tangent_sweeps, "MANY", 1000)
    beside = da.sensitivities(model, start, **options)
    assert found.motion.states == pytest.approx(beside.motion.states, rel=1e-10, abs=1e-10)
    assert np.abs(found.states - beside.states).max() <= 1e-10 * np.abs(beside.states).max()
    assert found.jumps == pytest.approx(beside.jumps, rel=1e-9) and found.held == beside.held
    assert len(found.events) == len(beside.events)
    for one, other in zip(found.events, beside.events, strict=True):
        assert (one.t, one.time) == (pytest.approx(other.t, rel=1e-12), pytest.approx(other.time, rel=1e-9))
        assert one.states == pytest.approx(other.states, rel=1e-9, abs=1e-10)


def test_many_tangents_of_a_failing_run_say_why():
    ball = da.particle("ball", mass=1.0)
    x = da.coordinate("x")
    names = [f"c{k}" for k in range(14)]
    force = sum(da.param(name, 0.1) for name in names) * x * x * x
    model = da.Model(da.Prismatic("x", da.ground, ball, axis="x"), da.JointForce("f", "x", force))
    with pytest.raises(da.errors.SolverError, match="sensitivities go no further"):
        da.sensitivities(model, {"x": 3.0}, by=names, until=10.0)


# ---- long runs


def test_long_runs_go_back_chunk_by_chunk(monkeypatch):
    """Only states at the beginnings of chunks are kept: the same numbers to the last bit."""
    model, options = double_pendulum(), {"of": "elbow", "by": ["l", "elbow"], "until": 2.0}
    whole = da.motion_gradient(model, {"elbow": 1.2}, **options)
    monkeypatch.setattr(adjoint_integration, "MOST_NUMBERS", 400)
    assert (da.motion_gradient(model, {"elbow": 1.2}, **options).values == whole.values).all()


def test_runs_backwards_in_time_have_gradients():
    model = double_pendulum()
    start = da.State(t=1.0, q={"elbow": 1.2, "shoulder": 0.4})
    found = da.motion_gradient(model, start, of="elbow", by=["l", "elbow"], until=0.0, method=TIGHT)
    beside = da.sensitivities(model, start, by=["l", "elbow"], times=[1.0, 0.0], method=TIGHT)
    assert found.values == pytest.approx(beside["elbow"][-1], rel=1e-9)


def test_chaotic_runs_tell_how_gradients_grow(caplog):
    model = double_pendulum()
    start = {"shoulder": 2.5, "elbow": 2.0}
    calm = da.motion_gradient(model, start, of="elbow", by=["l"], until=0.5)
    with caplog.at_level(logging.WARNING):
        wild = da.motion_gradient(model, start, of="elbow", by=["l"], until=30.0)
    assert calm.growth < 100.0 and wild.growth > 1e6
    assert "few digits of the gradient are left" in caplog.text


# ---- what is refused


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"method": da.methods.Radau()}, "Radau is no explicit Runge–Kutta method"),
        ({"method": da.methods.GeneralizedAlpha(0.01)}, "GeneralizedAlpha is no explicit"),
        ({"by": ["no"]}, "there is no parameter, input or start value 'no'"),
        ({"times": [0.5, 1.0], "weights": [1.0]}, "one number for each of the 2 samples"),
        ({"weights": [np.nan]}, "one number for each of the 1 samples"),
    ],
)
def test_what_has_no_gradient_is_refused(options, text):
    given = {"of": "elbow", "by": ["l"], "until": 1.0, **options}
    with pytest.raises(da.errors.DalembertError, match=text):
        da.motion_gradient(double_pendulum(), {"elbow": 1.2}, **given)


def test_laws_without_derivative_where_the_run_goes_are_refused(monkeypatch):
    """√x begins at zero, where its slope is infinite: no number comes of it, forwards or backwards."""
    mass = da.particle("mass", mass=1.0)
    law = 1.0 + da.param("c", 1.0) * da.sqrt(da.coordinate("x"))
    model = da.Model(da.Prismatic("x", da.ground, mass, axis="x"), da.JointForce("f", "x", law))
    options = {"by": ["c", "x"], "until": 0.1, "method": da.methods.RK4(0.01)}
    with pytest.raises(da.errors.SolverError, match="derivatives along the run are not finite"):
        da.motion_gradient(model, {"x": 0.0}, of="x", **options)
    monkeypatch.setattr(tangent_sweeps, "MANY", 1)
    with pytest.raises(da.errors.SolverError, match="derivatives along the run are not finite"):
        da.sensitivities(model, {"x": 0.0}, **options)


def test_contacts_events_that_touch_and_laws_that_stick_are_refused():
    ball = da.particle("ball", mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.Contact("floor", ball, da.geometry.plane(da.ground, "z")),
        gravity=(0.0, 0.0, -GRAVITY),
    )
    with pytest.raises(da.errors.ModelError, match="do not go back through contacts"):
        da.motion_gradient(model, {"z": 1.0}, of="z", by=["z"], until=0.1)
    with pytest.raises(da.errors.SolverError, match="it sticks where they jump"):
        da.motion_gradient(sliding_mass(2.0), {"x": 0.5}, of="x", by=["k"], until=6.0)
