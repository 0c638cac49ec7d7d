"""Runs are prepared once: nothing but the time that later ones take tells them from the first."""

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import dalembert as da
from dalembert.integrators.integration_result import IntegrationResult
from dalembert.runs.preparation import PREPARATIONS, preparation

TIMES = np.linspace(0.0, 0.5, 6)


def driven_pendulum():
    """With a motor, a parameter and a state of first order."""
    upper, lower = da.rod("upper", length=da.param("l", 1.0), mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper),
        da.Revolute("elbow", upper["end"], lower),
        da.Motor("motor", "elbow"),
        da.StateVariable("swing", rate=da.coordinate("shoulder") ** 2),
        gravity=(0.0, -9.81, 0.0),
    )


def slider_crank(pins=1):
    crank, rod = da.rod("crank", length=0.5, mass=1.0), da.rod("rod", length=1.5, mass=1.0)
    slider = da.box("block", size=(0.1, 0.1, 0.1), mass=0.5)
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], rod),
        da.Prismatic("S", da.ground, slider, axis="x"),
        *(da.Revolute(f"C{k}", rod["end"], slider) for k in range(pins)),
        gravity=(0.0, -9.81, 0.0),
    )


def crank_start(A=0.4, off=0.0):
    lean = -np.arcsin(0.5 * np.sin(A) / 1.5)
    S = 0.5 * np.cos(A) + 1.5 * np.cos(lean) + off
    return da.State(q={"A": A, "B": float(lean) - A, "S": float(S)})


STARTS = {
    driven_pendulum: da.State(
        0.0, {"shoulder": 0.5}, {"elbow.rate": 1.0}, {"swing": 2.0}, {"motor": 0.3}, {"l": 1.2}
    ),
    slider_crank: crank_start(),
}


def prepared(make, start=None, method=None, count=50):
    """A model whose runs from this start are prepared, and what the first of them was."""
    model, start = make(), start or STARTS[make]
    # the more there is to check, the later it pays to keep something
    first, *_ = (da.simulate(model, start, times=TIMES, method=method) for _ in range(count))
    return model, start, first


def outcome(model, start, until, times, method=None):
    return preparation(da.as_dynamics(model), method or da.methods.DOP853()).outcome(start, until, times)


def assert_same(one, other):
    for name in ("times", "states", "inputs"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
        assert getattr(one, name).shape == getattr(other, name).shape
    for name in (
        "dynamics",
        "parameters",
        "termination",
        "statistics",
        "notes",
        "events",
        "intervals",
        "discrete",
    ):
        assert getattr(one, name) == getattr(other, name)
    (a,), (b,) = one.segments, other.segments
    assert (a.end, a.n_steps, a.first_step, a.window, a.arc) == (b.end, b.n_steps, b.first_step, b.window, b.arc)
    for name in ("x", "extra", "final"):
        assert getattr(a, name).tobytes() == getattr(b, name).tobytes()
    for name in ("dynamics", "method", "events", "start", "until", "known"):
        assert getattr(a.launch, name) == getattr(b.launch, name)
    assert dict(a.launch.parameters) == dict(b.launch.parameters)
    assert list(a.launch.varying) == list(b.launch.varying)


@pytest.mark.parametrize("make", STARTS)
@pytest.mark.parametrize(
    "span",
    [{"times": TIMES}, {"until": 0.2}, {"until": -0.2}, {"times": [0.1, 0.2], "until": 0.3}, {"times": [0.0]}],
    ids=str,
)
def test_a_run_like_earlier_ones_is_the_same_to_the_bit(make, span):
    model, start, first = prepared(make)
    ordinary = da.simulate(make(), start, **span)
    wanted = None if "times" not in span else np.array(span["times"])
    found = outcome(model, start, span["until"] if "until" in span else float(wanted[-1]), wanted)
    assert isinstance(found, da.Motion)
    assert_same(da.simulate(model, start, **span), found)
    assert found.states.tobytes() == ordinary.states.tobytes()
    assert found.inputs.tobytes() == ordinary.inputs.tobytes()
    assert found.statistics == ordinary.statistics
    assert_same(da.simulate(model, start, times=TIMES), first)


@pytest.mark.parametrize(
    "stabilization",
    [da.methods.Projection(), da.methods.Baumgarte.critical(20.0), da.methods.NoStabilization()],
    ids=lambda x: type(x).__name__,
)
def test_a_stabilization_that_is_given_is_prepared_too(stabilization):
    model, start = slider_crank(), STARTS[slider_crank]
    motions = [da.simulate(model, start, times=TIMES, stabilization=stabilization) for _ in range(50)]
    run = preparation(da.as_dynamics(model), da.methods.DOP853(), (), stabilization)
    assert_same(motions[0], run.outcome(start, 0.5, TIMES))
    assert_same(motions[0], motions[-1])
    assert (motions[0].stabilization or da.methods.Projection()) == stabilization
    # a start beside the constraints is what the stabilization is for, or is refused
    beside = crank_start(off=1e-4)
    if isinstance(stabilization, da.methods.Baumgarte):
        found = da.simulate(model, beside, times=TIMES, stabilization=stabilization)
        assert found.residuals["positions"][-1] < 0.1 * found.residuals["positions"][0]
        assert "does not satisfy" in found.notes[0] or "left to remove" in found.notes[0]
    else:
        with pytest.raises(da.errors.ModelError, match="start"):
            da.simulate(model, beside, times=TIMES, stabilization=stabilization)


def test_starts_are_checked_as_the_first_one_was():
    model, _, _ = prepared(slider_crank)
    for start, error, text in (
        (crank_start(off=1e-3), da.errors.ModelError, "start"),
        (da.State(q={"A": 0.4, "crank": 1.0}), da.errors.ModelError, "crank"),
        (da.State(q={"A": 0.4}, tau={"motor": 1.0}), da.errors.ModelError, "motor"),
    ):
        messages = []
        for subject in (slider_crank(), model):
            with pytest.raises(error, match=text) as caught:
                da.simulate(subject, start, times=TIMES)
            messages.append(str(caught.value))
        assert messages[0] == messages[1]


def test_a_start_beside_the_constraints_is_moved_to_them():
    model, _, _ = prepared(slider_crank)
    beside = crank_start(off=1e-9)
    assert outcome(model, beside, 0.5, TIMES) is None
    again, ordinary = da.simulate(model, beside, times=TIMES), da.simulate(slider_crank(), beside, times=TIMES)
    assert again.states.tobytes() == ordinary.states.tobytes()
    assert again.residuals["positions"][0] < 1e-12


def test_speeds_may_be_named_like_their_coordinates():
    model, _, _ = prepared(driven_pendulum)
    ways = [da.State(u={name: 0.7}, p={"l": 1.2}) for name in ("elbow", "elbow.rate")]
    one, other = (da.simulate(model, start, times=TIMES) for start in ways)
    assert one["elbow.rate"][0] == 0.7
    assert one.states.tobytes() == other.states.tobytes()
    with pytest.raises(da.errors.ModelError, match="twice"):
        da.simulate(model, da.State(u={"elbow": 1.0, "elbow.rate": 1.0}, p={"l": 1.2}), times=TIMES)


@pytest.mark.parametrize(
    ("span", "text"),
    [
        ({"times": [0.0, 0.2, 0.1, 0.3]}, "rise"),
        ({"times": [0.0, 1.0], "until": 0.5}, "lie between"),
        ({"times": [0.0, np.nan, 1.0]}, "finite"),
        ({"until": np.inf}, "until"),
        ({"times": "soon"}, "numbers"),
        ({}, "until"),
    ],
)
def test_bad_times_are_refused(span, text):
    model, start, first = prepared(driven_pendulum)
    with pytest.raises(da.errors.DalembertError, match=text):
        da.simulate(model, start, **span)
    assert_same(da.simulate(model, start, times=TIMES), first)


def test_parameters_have_runs_of_their_own():
    model, start, first = prepared(driven_pendulum)
    longer = da.State(q=start.q, u=start.u, z=start.z, tau=start.tau, p={"l": 1.5})
    for _ in range(4):
        other = da.simulate(model, longer, times=TIMES)
        assert other.parameters == {"l": 1.5}
        assert other.states.tobytes() == da.simulate(driven_pendulum(), longer, times=TIMES).states.tobytes()
    assert_same(da.simulate(model, start, times=TIMES), first)
    with pytest.raises(da.errors.ModelError, match="impossible with l"):
        da.simulate(model, da.State(p={"l": -1.0}), times=TIMES)


def test_many_methods_and_parameters_do_not_pile_up():
    model, dynamics = driven_pendulum(), None
    for k in range(30):
        for _ in range(3):
            motion = da.simulate(model, p_start(1.0 + 0.01 * k), times=[0.0, 0.01])
        dynamics = motion.dynamics
    for k in range(30):
        da.simulate(model, times=[0.0, 0.01], method=da.methods.DOP853(rtol=1e-6 / (k + 1)))
    kept = dynamics.memo.get(PREPARATIONS, dict)
    assert 0 < len(kept) <= 8
    assert len(preparation(dynamics, da.methods.DOP853())._single_runs) <= 8


def p_start(length):
    return da.State(p={"l": length})


def test_times_that_were_changed_in_place_count():
    model, start, _ = prepared(driven_pendulum)
    times = TIMES.copy()
    da.simulate(model, start, times=times)
    times[-1] = 0.45
    motion = da.simulate(model, start, times=times)
    assert motion.times[-1] == 0.45
    assert motion.states.tobytes() == da.simulate(driven_pendulum(), start, times=times).states.tobytes()


def test_a_motion_owns_its_numbers():
    model, start, first = prepared(slider_crank)
    motion = da.simulate(model, start, times=TIMES)
    motion.states[:], motion.times[:], motion.inputs[:] = 7.0, 7.0, 7.0
    assert_same(da.simulate(model, start, times=TIMES), first)


def test_what_lies_between_the_rows_is_known_too():
    model, start, first = prepared(slider_crank)
    motion = da.simulate(model, start, times=TIMES)
    dense = np.linspace(0.0, 0.5, 23)
    assert motion.resampled(dense).states.tobytes() == first.resampled(dense).states.tobytes()
    assert np.abs(motion.energy_balance).max() < 1e-7
    again = pickle.loads(pickle.dumps(motion))
    assert again.states.tobytes() == first.states.tobytes()
    assert again.resampled(dense).states.tobytes() == first.resampled(dense).states.tobytes()


def exploding():
    """ẍ = x³ from x = 1, ẋ = 1/√2 is at infinity at t = √2."""
    bead = da.Prismatic("x", da.ground, da.particle("bead", mass=1.0), axis="x")
    return da.Model(bead, da.JointForce("push", "x", da.coordinate("x") ** 3))


def test_a_run_that_cannot_go_on_says_the_same_and_is_not_run_twice(monkeypatch):
    model, short, end = exploding(), da.State(q={"x": 1.0}, u={"x": 0.5**0.5}), 1.0
    for _ in range(2):
        motion = da.simulate(model, short, until=end)
    assert motion["x"][-1] == pytest.approx(np.sqrt(2.0) / (np.sqrt(2.0) - 1.0), rel=1e-6)
    with pytest.raises(da.errors.SolverError) as ordinary:
        da.simulate(exploding(), short, until=2.0)
    assert isinstance(outcome(model, short, 2.0, None), IntegrationResult)

    def never(*arguments, **options):
        raise AssertionError("native code ran again")

    with monkeypatch.context() as patched:
        patched.setattr("dalembert.runs.segments.Launch.run", never)
        with pytest.raises(da.errors.SolverError) as caught:
            da.simulate(model, short, until=2.0)
    assert str(caught.value) == str(ordinary.value)
    reached, before = caught.value.motion, ordinary.value.motion
    assert reached.states.tobytes() == before.states.tobytes()
    assert reached.times[-1] == pytest.approx(np.sqrt(2.0), rel=1e-6)


def test_redundant_rows_are_told_by_every_run():
    motions = [da.simulate(slider_crank(pins=2), crank_start(), times=TIMES)]
    model, start, first = prepared(lambda: slider_crank(pins=2), crank_start())
    motions += [da.simulate(model, start, times=TIMES) for _ in range(2)]
    assert isinstance(outcome(model, start, 0.5, TIMES), da.Motion)
    assert all("redundant" in motion.notes[0] for motion in motions)
    assert len({motion.notes for motion in motions}) == 1
    assert_same(motions[1], first)
    assert len({motion.states.tobytes() for motion in motions}) == 1


def test_results_of_steps_of_one_length_are_judged_by_every_run():
    spring = da.Model(
        da.Prismatic("x", da.ground, da.particle("bead", mass=1.0), axis="x"), da.JointSpring("spring", "x", 1e4)
    )
    method, texts = da.methods.RK4(0.05), set()
    assert isinstance(outcome(spring, da.State(q={"x": 1e-9}), 0.01, None, method), da.Motion)
    for _ in range(3):
        with pytest.raises(da.errors.SolverError, match="the step is too long") as caught:
            da.simulate(spring, {"x": 1.0}, until=1.0, method=method)
        texts.add(str(caught.value))
    assert len(texts) == 1


def test_threads_do_not_meet():
    model, _, _ = prepared(slider_crank)
    starts = [crank_start(0.1 + 0.01 * k) for k in range(40)]
    alone = [da.simulate(model, one, times=TIMES).states.tobytes() for one in starts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda one: da.simulate(model, one, times=TIMES).states.tobytes(), starts * 3))
    assert together == alone * 3
    lanes = da.batch(model, starts, times=TIMES)
    assert [motion.states.tobytes() for motion in lanes] == alone


def test_methods_from_outside_are_prepared_and_may_be_compared_as_they_like():
    class Mine(da.methods.DOP853):
        __hash__ = None

    model, own = driven_pendulum(), da.simulate(driven_pendulum(), times=TIMES)
    for _ in range(4):
        assert da.simulate(model, times=TIMES, method=Mine()).states.tobytes() == own.states.tobytes()
    assert isinstance(outcome(model, da.State(), 0.5, TIMES, Mine()), da.Motion)
    coarse = da.simulate(model, times=TIMES, method=Mine(rtol=1e-3))
    assert coarse.statistics["accepted"] < own.statistics["accepted"]


def thrown(angles=None):
    block = da.box("block", size=(1.0, 0.5, 0.2), mass=1.0)
    return da.Model(da.Free("pose", da.ground, block, angles=angles), gravity=(0.0, 0.0, -9.81))


def tilted(angle=0.3, length=1.0):
    """About x, by a quaternion of this length."""
    e0, e1 = length * np.cos(angle / 2), length * np.sin(angle / 2)
    return da.State(q={"pose.e0": float(e0), "pose.e1": float(e1)}, u={"pose.wx": 1.0, "pose.wy": 2.0})


def test_orientations_are_checked_as_they_were():
    model, start, first = prepared(thrown, tilted())
    assert isinstance(outcome(model, start, 0.5, TIMES), da.Motion)
    assert_same(da.simulate(model, start, times=TIMES), first)
    nearly = tilted(length=1.0 + 1e-8)
    assert outcome(model, nearly, 0.5, TIMES) is None
    again, ordinary = da.simulate(model, nearly, times=TIMES), da.simulate(thrown(), nearly, times=TIMES)
    assert again.states.tobytes() == ordinary.states.tobytes()
    assert np.linalg.norm(again.states[0, 3:7]) == pytest.approx(1.0, abs=1e-15)
    with pytest.raises(da.errors.ModelError, match="orientation"):
        da.simulate(model, tilted(length=1.01), times=TIMES)


def test_three_angles_without_rates_are_refused_as_they_were():
    def turned(angle):
        return da.State(q={"pose.angle2": angle}, u={"pose.angle1": 1.0})

    model, start, first = prepared(lambda: thrown("zxz"), turned(0.5))
    assert isinstance(outcome(model, start, 0.5, TIMES), da.Motion)
    assert_same(da.simulate(model, start, times=TIMES), first)
    assert outcome(model, turned(1e-3), 0.5, TIMES) is None
    with pytest.raises(da.errors.SolverError, match="no value there"):
        da.simulate(model, turned(0.0), times=TIMES)


# ---- events


def entered(run):
    """Functions of the package that a call enters."""
    seen = set()

    def look(frame, event, argument):
        code = frame.f_code
        if event == "call" and "/dalembert/" in code.co_filename and "<" not in code.co_name:
            seen.add(code.co_qualname)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        run()
    finally:
        sys.setprofile(before)
    return seen


def test_an_event_that_never_happens_costs_nothing():
    model, start, first = prepared(driven_pendulum)
    never = [da.Event("never", da.coordinate("shoulder") - 100.0)]
    for _ in range(2):
        motion = da.simulate(model, start, times=TIMES, events=never)
    assert motion.states.tobytes() == first.states.tobytes()
    assert motion.events == ()
    without, with_event = (
        entered(lambda events=events: da.simulate(model, start, times=TIMES, events=events))
        for events in ((), never)
    )
    assert with_event == without
    assert len(without) < 45


def test_events_are_recorded_as_by_the_first_run_and_as_in_a_batch():
    model, start = slider_crank(), crank_start()
    events = [
        da.Event("passes", da.coordinate("S") - 1.9),
        da.Event(
            "stops",
            da.coordinate("A") - 0.2,
            action=da.actions.Reset({"A.rate": 0.0, "B.rate": 0.0, "S.rate": 0.0}),
        ),
    ]
    motions = [da.simulate(model, start, until=1.0, events=events) for _ in range(50)]
    first, last = motions[0], motions[-1]
    (lane,) = da.batch(slider_crank(), [start], until=1.0, events=events)
    assert len(first.events) >= 2
    assert {event.name for event in first.events} == {"passes", "stops"}
    for motion in (last, lane):
        assert motion.states.tobytes() == first.states.tobytes()
        assert motion.events == first.events
        assert motion.segments[0].left.tobytes() == first.segments[0].left.tobytes()
    later = [da.resume(motion, until=1.5, events=events) for motion in (first, last)]
    assert later[0].states.tobytes() == later[1].states.tobytes()
    assert later[0].events == later[1].events


def test_events_may_be_more_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr("dalembert.integrators.integration._EVENT_ROOM", 1)
    ball = da.Model(
        da.Prismatic("x", da.ground, da.particle("mass", mass=1.0), axis="x"), da.JointSpring("spring", "x", 1e4)
    )
    passes = [da.Event("zero", da.coordinate("x"))]
    first, again = (da.simulate(ball, {"x": 1.0}, until=2.0, events=passes) for _ in range(2))
    assert len(first.events) == len(again.events) == 64
    assert first.events == again.events
    assert first.states.tobytes() == again.states.tobytes()
