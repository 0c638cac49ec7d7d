"""Work of all that changes the energy, against closed forms: integrated within the steps."""

import numpy as np
import pytest

import dalembert as da

EXACT = da.methods.DOP853(rtol=1e-11, atol=1e-13)

ATOL = 1e-9
"""A hundred times the tolerance of each step, for numbers of order one."""

m, F, b, c, A, w = 2.0, 3.0, 0.7, 0.9, 0.4, 2.5


def cart(*parts, gravity=None):
    body = da.particle("cart", mass=m)
    return da.Model(da.Prismatic("x", da.ground, body, axis="x"), *parts, gravity=gravity)


def spinning_guide():
    """A bead on a guide that a drive turns at the rate w: r = r₀ cosh w t."""
    hub, bead = da.box("hub", size=(0.1, 0.1, 0.1), mass=1.0), da.particle("bead", mass=m)
    return da.Model(
        da.Revolute("turn", da.ground, hub, axis="z"),
        da.Prismatic("x", hub, bead, axis="x"),
        da.Drive("motor", "turn", w * da.time),
    )


CASES = {
    # V = −m (F + b t) x, x = F t²/2 + b t³/6, Ẇ = ∂V/∂t = −m b x
    "gravity": (cart(gravity=(F + b * da.time, 0, 0)), {}, lambda t: -m * b * (F * t**3 / 6 + b * t**4 / 24)),
    # V = −F t x, x = F t³/6m, Ẇ = −F x
    "potential": (
        cart(da.Potential("V", -F * da.time * da.coordinate("x"))),
        {},
        lambda t: -(F**2) * t**4 / 24 / m,
    ),
    "damper": (cart(da.JointDamper("c", "x", c)), {"x": F}, lambda t: 0.5 * m * F**2 * np.expm1(-2 * c * t / m)),
    "motor": (cart(da.Motor("motor", "x")), {}, lambda t: 0.5 * (F * t) ** 2 / m),
    # x = A sin w t, W = T
    "drive": (
        cart(da.Drive("motor", "x", A * da.sin(w * da.time))),
        {"x": A * w},
        lambda t: 0.5 * m * (A * w) ** 2 * (np.cos(w * t) ** 2 - 1.0),
    ),
    # T = m (ṙ² + w² r²)/2
    "guide": (
        spinning_guide(),
        {"turn": w},
        lambda t: 0.5 * m * (w * A) ** 2 * (np.sinh(w * t) ** 2 + np.cosh(w * t) ** 2 - 1.0),
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("rows", [2, 5])
def test_work_is_that_of_the_closed_form_however_few_the_rows_are(case, rows):
    model, u, expected = CASES[case]
    tau = {"motor": F} if case == "motor" else None
    start = model.state(q={"x": A if case == "guide" else 0.0}, u=u, tau=tau)
    motion = da.simulate(model, start, until=1.3, times=1.3 * np.linspace(0.0, 1.0, rows) ** 2, method=EXACT)
    size = 1.0 + np.abs(expected(motion.times)).max()
    np.testing.assert_allclose(motion.work, expected(motion.times), atol=ATOL * size)
    np.testing.assert_allclose(motion.energy_balance, 0.0, atol=ATOL * size)
    assert motion.energy_drift < 1e-9


def test_supplied_power_is_the_power():
    motion = da.simulate(CASES["gravity"][0], until=1.0, times=[0.0, 1.0], method=EXACT)
    np.testing.assert_allclose(motion["power"], [0.0, -m * b * (F / 2 + b / 6)], atol=ATOL)
    np.testing.assert_array_equal(motion.evaluate(da.measures.supplied_power()), motion["power"])


@pytest.mark.parametrize("principle", [da.Recursive, da.GibbsAppell])
def test_constraints_that_are_not_ideal_do_work(principle):
    """Two carts side by side, tied by a rod that drags: (m + m) v̇ = −c v."""
    other = da.Prismatic("y", da.ground, da.particle("other", mass=m), axis="x")
    model = cart(other, da.Holonomic("rod", da.coordinate("x") - da.coordinate("y")))
    eom = da.derive(model, principle(solver=da.solvers.NonidealConstraints({"x.rate": -c * da.speed("x")})))
    motion = da.simulate(
        eom, da.State(u={"x.rate": F, "y.rate": F}), until=2.0, times=[0.0, 0.5, 2.0], method=EXACT
    )
    np.testing.assert_allclose(motion.work, m * F**2 * np.expm1(-c * motion.times / m), atol=ATOL * m * F**2)


def test_time_in_typed_energies_does_work():
    x, v = da.expr.symbols("x v")
    eom = da.formulations.TypedSystem([x], [v]).from_energies(0.5 * m * v**2, -F * da.time * x)
    motion = da.simulate(eom, until=1.3, times=[0.0, 1.3], method=EXACT)
    np.testing.assert_allclose(motion.work, CASES["potential"][2](motion.times), atol=ATOL)


def swinging(*parts):
    arm = da.rod("arm", length=1.0, mass=1.5)
    return da.Model(
        da.Revolute("hinge", da.ground, arm, axis="z"),
        da.JointDamper("friction", "hinge", da.param("friction", 0.3)),
        *parts,
        gravity=(0.0, -9.81, 0.0),
    )


METHODS = [
    (da.methods.DOP853(), 1e-7),
    (da.methods.DormandPrince(), 1e-7),
    (da.methods.Radau(), 1e-7),
    (da.methods.RK4(0.01), 1e-6),
    (da.methods.GaussLegendre(0.01), 1e-6),
    (da.methods.IndexThree(0.01), 1e-3),
]


@pytest.mark.parametrize(("method", "accuracy"), METHODS, ids=lambda x: type(x).__name__)
def test_work_is_as_exact_as_the_method_and_asking_for_it_changes_no_bit(method, accuracy):
    model = swinging()
    start = model.state(q={"hinge": 1.0})
    motion = da.simulate(model, start, until=3.0, times=[0.0, 1.0, 3.0], method=method)
    before = motion.states.copy()
    assert motion.work[-1] < -1.0
    assert motion.energy_drift < accuracy
    np.testing.assert_array_equal(motion.states, before)


def test_rows_do_not_decide_on_the_work():
    model = swinging()
    few, many = (
        da.simulate(model, model.state(q={"hinge": 1.0}), until=3.0, times=np.linspace(0.0, 3.0, n))
        for n in (4, 1000)
    )
    np.testing.assert_allclose(few.work, many.work[::333], rtol=1e-6)
    assert da.simulate(model, model.state(q={"hinge": 1.0}), until=3.0, times=[2.0]).work.tolist() == [0.0]


def test_work_back_in_time_is_what_went_before():
    model = swinging()
    there = da.simulate(model, model.state(q={"hinge": 1.0}), until=2.0, method=EXACT)
    back = da.simulate(model, there.state(), until=0.0, times=[2.0, 0.5, 0.0], method=EXACT)
    assert back.work[-1] == pytest.approx(-there.work[-1], abs=1e-9)
    assert back.energy_drift < 1e-9


def test_each_lane_of_a_batch_has_its_own_work():
    model = swinging()
    starts = [model.state(q={"hinge": 1.0}, p={"friction": c}) for c in (0.0, 0.1, 0.5)]
    for start, motion in zip(starts, da.batch(model, starts, until=2.0, times=[0.0, 2.0]), strict=True):
        np.testing.assert_array_equal(motion.work, da.simulate(model, start, until=2.0, times=[0.0, 2.0]).work)
        assert motion.energy_drift < 1e-7


def test_drift_has_a_scale_even_where_all_rows_are_at_rest():
    """From rest, to the next time at rest: only the potential energy says how large the motion is."""
    model = swinging()
    turn = da.Event("turn", da.speed("hinge"), 1, is_terminal=True)
    motion = da.simulate(model, model.state(q={"hinge": 1.0}), until=9.0, times=[0.0], events=[turn])
    assert np.abs(motion["hinge.rate"]).max() < 1e-12
    assert 0.0 < motion.energy_drift < 1e-7


def test_a_terminal_event_ends_the_work():
    model = swinging()
    lowest = da.Event("lowest", da.coordinate("hinge") + 1.2, is_terminal=True)
    motion = da.simulate(model, model.state(), until=9.0, times=[0.0, 9.0], events=[lowest])
    assert motion.times[-1] == motion.events[0].t < 1.0
    assert motion.work[-1] < -0.1
    assert motion.energy_drift < 1e-8


def test_inputs_of_a_sampled_controller_do_their_work_between_samples():
    """Forces ±F that take turns every half second: a closed form from sample to sample."""
    calls = []

    def law(state):
        calls.append(state.t)
        return {"motor": F if round(state.t / 0.5) % 2 == 0 else -2.0 * F}

    controller = da.control.SampledController(0.5, law)
    motion = da.simulate(cart(da.Motor("motor", "x")), until=2.2, times=[0.0, 0.7, 2.2], controller=controller)
    n_calls, work, v = len(calls), [0.0], 0.0
    for tau, duration in ((F, 0.5), (-2 * F, 0.2), (-2 * F, 0.3), (F, 0.5), (-2 * F, 0.5), (F, 0.2)):
        work.append(work[-1] + tau * (v * duration + 0.5 * tau / m * duration**2))
        v += tau / m * duration
    np.testing.assert_allclose(motion.work, [0.0, work[2], work[-1]], atol=ATOL)
    assert motion.energy_drift < 1e-9
    assert len(calls) == n_calls == 5


def test_a_sampled_controller_does_not_run_back_in_time():
    controller = da.control.SampledController(0.5, lambda state: {"motor": 1.0})
    with pytest.raises(da.errors.ModelError, match="cannot run back in time, from 0 to -2"):
        da.simulate(cart(da.Motor("motor", "x")), until=-2.0, controller=controller)


def test_a_saved_motion_keeps_its_work(tmp_path):
    model = swinging()
    motion = da.simulate(model, model.state(q={"hinge": 1.0}), until=2.0, times=[0.0, 0.3, 2.0])
    again = da.load_motion(motion.save(tmp_path / "run"), da.as_dynamics(model))
    np.testing.assert_array_equal(again.work, motion.work)
    assert again.energy_drift == motion.energy_drift
    twice = da.load_motion(again.save(tmp_path / "copy"), da.as_dynamics(model))
    np.testing.assert_array_equal(twice.work, motion.work)


def test_work_that_nobody_knows_is_refused():
    model = swinging()
    motion = da.simulate(model, model.state(q={"hinge": 1.0}), until=2.0)
    other = da.energies.varied(motion, {"hinge": da.sin(da.pi * da.time)}, 0.1)
    with pytest.raises(da.errors.ModelError, match="no record of its run"):
        other.work  # noqa: B018


def test_any_expression_is_integrated_within_the_steps():
    """Of a free cart x = v t: ∫ x dt = v t²/2, and a dict of arrays comes back as such."""
    motion = da.simulate(cart(), cart().state(u={"x": 3.0}), until=2.0, times=[0.5, 2.0], method=EXACT)
    x = da.coordinate("x")
    np.testing.assert_allclose(motion.integral(x), [0.0, 1.5 * (4.0 - 0.25)], rtol=1e-12)
    found = motion.integral({"both": np.array([x, da.time])})
    np.testing.assert_allclose(found["both"][-1], [5.625, 1.875], rtol=1e-12)


def test_a_run_that_does_not_repeat_itself_is_no_basis_for_work():
    count = iter(range(10**6))
    force = da.expr.callback("noise", lambda x: 1e-3 * next(count) + x, [da.speed("x")])
    model = cart(da.JointForce("noise", "x", force[0]))
    motion = da.simulate(model, until=1.0, method=da.methods.RK4(0.1))
    with pytest.raises(da.errors.SolverError, match="came out differently"):
        motion.work  # noqa: B018


def test_long_runs_are_integrated_in_blocks(monkeypatch):
    model = swinging()
    motions = [
        da.simulate(model, model.state(q={"hinge": 1.0}), until=3.0, times=[0.0, 1.0, 3.0]) for _ in range(2)
    ]
    whole = motions[0].work
    monkeypatch.setattr("dalembert.runs.segments._MOST_NUMBERS", 100)
    np.testing.assert_array_equal(motions[1].work, whole)


def test_a_run_that_fails_has_the_work_up_to_there():
    """A push c v² on a cart: v = v₀ / (1 − c v₀ t / m) grows beyond all bounds; W = m (v² − v₀²)/2."""
    model = cart(da.JointForce("push", "x", c * da.speed("x") ** 2))
    with pytest.raises(da.errors.SolverError) as failure:
        da.simulate(model, model.state(u={"x": 1.0}), until=9.0, times=[0.0, 1.0, 2.0, 9.0])
    motion = failure.value.motion
    assert len(motion) == 4
    expected = 0.5 * m * (motion["x.rate"] ** 2 - 1.0)
    np.testing.assert_allclose(motion.work[:3], expected[:3], rtol=1e-6)
    # where it ends, steps are a few roundings of time long
    assert motion.work[3] == pytest.approx(expected[3], rel=0.1)


def test_times_of_a_sampled_run_rise_like_those_of_others():
    controller = da.control.SampledController(0.5, lambda state: {"motor": 1.0})
    with pytest.raises(da.errors.ModelError, match="must rise"):
        da.simulate(cart(da.Motor("motor", "x")), until=2.0, times=[1.5, 0.2], controller=controller)
