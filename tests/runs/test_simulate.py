import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError

RTOL_BITS = 0.0


@pytest.fixture(scope="module")
def pendulum():
    upper = da.rod("upper", length=1.0, mass=1.0)
    lower = da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        gravity=(0.0, -9.81, 0.0),
    )


def test_energy_is_constant_without_damping(pendulum):
    motion = da.simulate(
        pendulum, pendulum.state(q={"elbow": 1.2}), until=10.0, method=da.methods.DOP853(1e-11, 1e-13)
    )
    assert motion.energy_drift < 1e-9
    assert len(motion) == 1001
    assert motion.times[-1] == 10.0


def test_a_small_swing_has_the_period_of_the_pendulum():
    bob = da.particle("bob", mass=2.0)
    swing = da.Model(da.Revolute("hinge", da.ground, bob.at(y=0.7), axis="z"), gravity=(0.0, -9.81, 0.0))
    motion = da.simulate(
        swing,
        swing.state(q={"hinge": 1e-4}),
        until=5.0,
        events=[da.Event("through", da.coordinate("hinge"), direction=-1)],
    )
    crossings = [event.t for event in motion.events]
    np.testing.assert_allclose(np.diff(crossings), 2 * np.pi * np.sqrt(0.7 / 9.81), rtol=1e-7)
    assert motion.events[0].state.q["hinge"] == pytest.approx(0.0, abs=1e-15)


def test_a_terminal_event_ends_the_motion(pendulum):
    start = pendulum.state(q={"shoulder": 0.5})
    landing = da.Event("landing", da.position(pendulum.bodies[0]["end"])[1], is_terminal=True)
    motion = da.simulate(pendulum, start, until=10.0, events=[landing])
    assert motion.times[-1] < 1.0
    assert motion.events[-1].name == "landing"
    assert motion.evaluate(da.position(pendulum.bodies[0]["end"])[1])[-1] == pytest.approx(0.0, abs=1e-12)
    assert "event" in motion.termination


def test_every_lane_of_a_batch_equals_its_own_run(pendulum):
    starts = [pendulum.state(q={"elbow": x}) for x in np.linspace(0.0, 3.0, 21)]
    motions = da.batch(pendulum, starts, until=3.0, lanes=4)
    for start, motion in zip(starts, motions, strict=True):
        np.testing.assert_array_equal(motion.states, da.simulate(pendulum, start, until=3.0).states)


def test_the_same_call_gives_the_same_bits(pendulum):
    start = pendulum.state(q={"elbow": 1.0})
    first, second = (da.simulate(pendulum, start, until=2.0).states for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_a_free_body_keeps_momentum_and_the_length_of_its_quaternion():
    brick = da.box("brick", size=(0.3, 0.2, 0.1), mass=2.0)
    tumbling = da.Model(da.Free("pose", da.ground, brick))
    start = tumbling.state(u={"pose.wx": 0.01, "pose.wy": 5.0, "pose.wz": 0.02, "pose.x": 1.0})
    motion = da.simulate(tumbling, start, until=10.0)
    found = motion.signals([f"angular momentum.{axis}" for axis in "xyz"] + ["momentum.x", "energy"])
    for values in found.values():
        np.testing.assert_allclose(values, values[0], rtol=1e-7, atol=1e-8)
    e = np.stack([motion[f"pose.e{k}"] for k in range(4)])
    np.testing.assert_allclose(np.linalg.norm(e, axis=0), 1.0, rtol=1e-14)
    # the middle axis is unstable: the body flips over
    assert motion["pose.wy"].min() < -4.0


def test_open_parameters_change_the_motion_without_compiling():
    length = da.param("l", 1.0)
    bob = da.particle("bob", mass=1.0)
    swing = da.Model(da.Revolute("hinge", da.ground, bob.at(y=length), axis="z"), gravity=(0.0, -9.81, 0.0))
    dynamics = da.as_dynamics(swing)
    for l in (1.0, 2.5):
        motion = da.simulate(dynamics, swing.state(q={"hinge": 1e-3}, p={"l": l}), until=1.0)
        expected = 1e-3 * np.cos(np.sqrt(9.81 / l) * motion.times)
        np.testing.assert_allclose(motion["hinge"], expected, atol=1e-8)


def test_inputs_act(pendulum):
    arm = da.rod("arm", length=1.0, mass=3.0)
    driven = da.Model(da.Revolute("joint", da.ground, arm, axis="z"), da.Motor("motor", "joint"))
    motion = da.simulate(driven, driven.state(tau={"motor": 2.0}), until=1.0)
    # a = τ / (m l² / 3)
    np.testing.assert_allclose(motion["joint"], motion.times**2, rtol=1e-9, atol=1e-12)


def test_motion_is_saved_and_read_back(pendulum, tmp_path):
    motion = da.simulate(pendulum, pendulum.state(q={"elbow": 1.0}), until=1.0)
    path = motion.save(tmp_path / "swing")
    again = da.load_motion(path, da.as_dynamics(pendulum))
    np.testing.assert_array_equal(again.states, motion.states)
    np.testing.assert_array_equal(again["energy"], motion["energy"])


def test_a_damaged_or_foreign_file_is_refused(pendulum, tmp_path):
    motion = da.simulate(pendulum, pendulum.state(), until=1.0)
    path = motion.save(tmp_path / "swing")
    other = da.Model(da.Revolute("other", da.ground, da.rod("rod", length=1.0, mass=1.0)))
    with pytest.raises(ModelError, match="holds the states"):
        da.load_motion(path, da.as_dynamics(other))
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(ModelError, match="not a complete saved motion"):
        da.load_motion(path, da.as_dynamics(pendulum))


def test_a_run_that_cannot_go_on_keeps_what_was_reached():
    cart = da.particle("cart", mass=1.0)
    # x'' = x³ runs away in finite time
    runaway = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.JointForce("push", "x", da.coordinate("x") ** 3),
    )
    with pytest.raises(SolverError, match="at t = ") as caught:
        da.simulate(runaway, runaway.state(q={"x": 1.0}, u={"x": 1.0}), until=10.0)
    motion = caught.value.motion
    assert 0.5 < motion.times[-1] < 3.0
    assert np.isfinite(motion.states).all()


def test_names_in_a_state_are_checked(pendulum):
    with pytest.raises(ModelError, match="did you mean 'elbow'"):
        pendulum.state(q={"elbw": 1.0})
    with pytest.raises(ModelError, match="no speed"):
        pendulum.state(u={"wrist": 1.0})


def test_times_must_lie_within_the_run(pendulum):
    with pytest.raises(ModelError, match="between the start"):
        da.simulate(pendulum, until=1.0, times=[0.0, 2.0])


def test_a_plot_is_written(pendulum, tmp_path):
    motion = da.simulate(pendulum, pendulum.state(q={"elbow": 1.0}), until=1.0)
    height = da.position(pendulum.bodies[1]["end"])[1]
    figure = da.plot(motion, ["shoulder", "energy", height], file=tmp_path / "swing.png")
    labels = [axis.get_ylabel() for axis in figure.axes]
    assert labels[:2] == ["shoulder in rad", "energy in J"]
    assert "position" in labels[2]
    assert (tmp_path / "swing.png").stat().st_size > 10_000


def test_a_batch_may_differ_in_parameters():
    length = da.param("l", 1.0)
    bob = da.particle("bob", mass=1.0)
    swing = da.Model(da.Revolute("hinge", da.ground, bob.at(y=length), axis="z"), gravity=(0.0, -9.81, 0.0))
    starts = [swing.state(q={"hinge": 0.5}, p={"l": l}) for l in np.linspace(0.5, 2.0, 7)]
    for start, motion in zip(starts, da.batch(swing, starts, until=2.0), strict=True):
        alone = da.simulate(swing, start, until=2.0)
        np.testing.assert_array_equal(motion.states, alone.states)
        np.testing.assert_array_equal(motion["energy"], alone["energy"])
    with pytest.raises(ModelError, match="'l' is given for some starts"):
        da.batch(swing, [swing.state(), starts[0]], until=1.0)
    with pytest.raises(SolverError, match="no open parameter 'length'"):
        da.simulate(swing, da.State(p={"length": 1.0}), until=1.0)


def test_a_sampled_controller_holds_its_inputs_between_samples():
    cart = da.particle("cart", mass=2.0)
    track = da.Model(da.Prismatic("x", da.ground, cart, axis="x"), da.Motor("push", "x"))
    seen: list[float] = []

    def law(state: da.State) -> dict[str, float]:
        seen.append(state.t)
        return {"push": 2.0 if len(seen) % 2 else -2.0}

    motion = da.simulate(
        track, until=1.0, times=[0.0, 0.25, 0.5, 0.75, 1.0], controller=da.control.SampledController(0.25, law)
    )
    np.testing.assert_allclose(seen, [0.0, 0.25, 0.5, 0.75])
    # accelerations of +1 and −1 in turn
    np.testing.assert_allclose(motion["x.rate"], [0.0, 0.25, 0.0, 0.25, 0.0], atol=1e-12)
    np.testing.assert_allclose(motion["x"], [0.0, 1 / 32, 2 / 32, 3 / 32, 4 / 32], atol=1e-12)
    np.testing.assert_array_equal(motion.inputs[:, 0], [2.0, -2.0, 2.0, -2.0, -2.0])


@pytest.mark.covers("F001-19")
def test_energy_minus_work_is_constant_with_dampers_and_motors():
    arm = da.rod("arm", length=1.0, mass=3.0)
    driven = da.Model(
        da.Revolute("joint", da.ground, arm, axis="z"),
        da.Motor("motor", "joint"),
        da.JointDamper("bearing", "joint", 0.7),
        da.JointSpring("spring", "joint", 4.0),
        gravity=(0.0, -9.81, 0.0),
    )
    motion = da.simulate(driven, driven.state(tau={"motor": 2.0}), until=5.0, times=np.linspace(0.0, 5.0, 2001))
    assert np.ptp(motion["energy"]) > 1.0
    assert motion.energy_drift < 1e-7


def test_a_particle_that_slides_moves_like_a_free_one():
    """Under the same loads, against a Free joint whose body cannot turn by the symmetry of the loads."""
    law = [da.sin(da.time), -0.5, 2.0]
    motions = []
    for joint, body in (
        (da.Translational, da.particle("body", mass=1.3)),
        (da.Free, da.sphere("body", radius=0.1, mass=1.3)),
    ):
        model = da.Model(joint("p", da.ground, body), da.PointForce("push", body, law), gravity=(0.0, 0.0, -9.81))
        start = model.state(q={"p.y": 0.3}, u={"p.x": 1.0, "p.z": 4.0})
        motions.append(da.simulate(model, start, until=2.0, method=da.methods.DOP853(1e-11, 1e-13)))
    for name in ("p.x", "p.y", "p.z", "p.z.rate", "energy"):
        np.testing.assert_allclose(motions[0][name], motions[1][name], atol=1e-9)


def test_a_start_turned_by_a_rotation_stands_there():
    brick = da.box("brick", size=(0.3, 0.2, 0.1), mass=2.0)
    R = da.spatial.euler("zxz", [0.3, 1.2, -0.7]) @ da.spatial.rotation((1.0, 2.0, 3.0), 0.4)
    for angles in (None, "xyz"):
        ball = da.Spherical("ball", da.ground, brick, angles=angles)
        model = da.Model(ball)
        corner = da.position(brick.at(0.1, 0.2, 0.3))
        motion = da.simulate(model, model.state(q=ball.turned(R)), until=0.1)
        np.testing.assert_allclose(motion.evaluate({"p": corner})["p"][0], R @ [0.1, 0.2, 0.3], atol=1e-14)


def test_a_controller_sees_all_variables_though_the_start_names_none():
    cart = da.Model(
        da.Prismatic("x", da.ground, da.particle("cart", mass=1.0), axis="x"),
        da.Motor("motor", "x"),
        da.StateVariable("clock", rate=1.0, start=2.0),
    )
    seen = []

    def law(state):
        seen.append({**state.q, **state.u, **state.z, **state.tau})
        return {"motor": 0.0}

    da.simulate(cart, until=0.1, controller=da.control.SampledController(0.1, law))
    assert seen == [{"x": 0.0, "x.rate": 0.0, "clock": 2.0, "motor": 0.0}]


class _Holey:
    """An integrator whose first simulation loses one output."""

    def __init__(self, integrator):
        self.integrator = integrator

    def run(self, *args, **kwargs):
        result = self.integrator.run(*args, **kwargs)
        result.states[0, 3] = np.nan
        return result

    def repeated(self, **options):
        memory = self.integrator.repeated(**options)
        run = memory.run

        def losing():
            run()
            memory.outputs.reshape(-1, memory.states.shape[1])[3] = np.nan

        memory.run = losing
        return memory

    def __getattr__(self, name):
        return getattr(self.integrator, name)


def test_an_output_that_is_not_finite_is_said_and_nothing_else_is_lost(monkeypatch):
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("pin", da.ground, rod), gravity=(0.0, -9.81, 0.0))
    made = Dynamics.integrator
    monkeypatch.setattr(Dynamics, "integrator", lambda self, *args: _Holey(made(self, *args)))
    times = np.linspace(0.0, 1.0, 11)
    with pytest.raises(
        da.errors.SolverError, match=r"the output at t = 0\.3 is not finite, though the steps are"
    ) as caught:
        da.simulate(model, until=1.0, times=times)
    assert list(caught.value.motion.times) == pytest.approx([0.0, 0.1, 0.2])
    first, second = da.batch(model, [model.state(), model.state(q={"pin": 0.5})], until=1.0, times=times)
    assert len(first) == 3 and "not finite" in first.termination
    assert len(second) == 11 and "end time" in second.termination


def test_thousands_of_events_are_all_recorded_and_change_no_bit():
    """An oscillator of frequency ω passes zero every π/ω."""
    oscillator = da.Model(
        da.Prismatic("x", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.JointSpring("spring", "x", da.param("stiffness", 1.0)),
    )
    passing = [da.Event("zero", da.coordinate("x"))]
    method, times = da.methods.RK4(step=2e-4), [0.0, 2.0]
    starts = [oscillator.state(q={"x": 1.0}, p={"stiffness": w**2}) for w in (1.0, 300.0, 2000.0, 5.0)]
    motions = da.batch(oscillator, starts, until=2.0, times=times, method=method, events=passing)
    plain = da.batch(oscillator, starts, until=2.0, times=times, method=method)
    assert [len(motion.events) for motion in motions] == [1, 191, 1273, 3]
    for motion, other in zip(motions, plain, strict=True):
        np.testing.assert_array_equal(motion.states, other.states)
    apart = da.simulate(oscillator, starts[2], until=2.0, times=times, method=method, events=passing)
    assert apart.events == motions[2].events
    found = np.array([event.t for event in motions[1].events])
    np.testing.assert_allclose(found, (np.arange(191) + 0.5) * np.pi / 300.0, atol=1e-6)


@pytest.mark.parametrize("method", [None, da.methods.DormandPrince(), da.methods.Radau()], ids=["8", "5", "Radau"])
def test_a_push_on_a_body_at_rest_is_not_passed_over(method):
    """Where nothing moves steps grow, and no stage lies in the push: laws of time are looked at by themselves."""
    body = da.particle("body", mass=2.0)
    push = da.where((da.time > 0.5) & (da.time < 0.7), 8.0, 0.0)
    model = da.Model(da.Prismatic("x", da.ground, body, axis="x"), da.JointForce("push", "x", push))
    motion = da.simulate(model, {}, until=2.0, method=method)
    assert motion["x.rate"][-1] == pytest.approx(0.8, abs=1e-6)
    assert da.batch(model, [{}, {"x": 1.0}], until=2.0, method=method)["x.rate"][:, -1] == pytest.approx(
        0.8, abs=1e-6
    )
