"""Singular positions on the way of a run, and at its start."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da

pytestmark = pytest.mark.slow

TIMES = np.linspace(0.0, 10.0, 501)


def parallelogram():
    """Two uprights of 1 m and a coupler: flat twice in a turn, where it could fold into another shape."""
    left, right, coupler = (da.rod(name, length=1.0, mass=1.0) for name in ("left", "right", "coupler"))
    return da.Model(
        da.Revolute("A", da.ground, left, axis="z"),
        da.Revolute("B", da.ground.at(x=1.0), right, axis="z"),
        da.Revolute("C", left["end"], coupler, axis="z"),
        da.Revolute("D", coupler["end"], right["end"], axis="z"),
        gravity=(0.0, -9.81, 0.0),
    )


def upright(model):
    half = np.pi / 2
    return model.state(q={"A": half, "B": half, "C": -half}, u={"A": -1.0, "B": -1.0, "C": 1.0})


@pytest.fixture(scope="module")
def dynamics():
    return da.as_dynamics(parallelogram())


@pytest.mark.covers("F002-13")
@pytest.mark.parametrize(
    "method",
    [
        *(
            da.methods.DOP853(),
            da.methods.DOP853(1e-11, 1e-11),
            da.methods.DormandPrince(1e-9, 1e-9),
            da.methods.Radau(1e-8, 1e-8),
        ),
        *(
            da.methods.RK4(1e-3),
            da.methods.RK4(5e-3),
            da.methods.GaussLegendre(5e-3),
            da.methods.GaussLegendre(2e-2),
        ),
    ],
    ids=repr,
)
def test_a_parallelogram_passes_its_flat_positions_on_the_branch_it_is_on(dynamics, method):
    motion = da.simulate(dynamics, upright(parallelogram()), until=10.0, times=TIMES, method=method)
    assert len(motion) == len(TIMES)
    assert np.abs(motion["A"] - motion["B"]).max() < 1e-6
    energy = motion["energy"]
    assert np.abs(energy - energy[0]).max() < 1e-5 * energy[0]
    assert motion["A"][-1] < -20.0


def test_an_implicit_method_that_does_not_converge_near_a_singular_position_is_taken_through(dynamics):
    """Its energy has an error of second order; without passages the run ends in the first flat position."""
    method = da.methods.ImplicitMidpoint(1e-2)
    motion = da.simulate(dynamics, upright(parallelogram()), until=10.0, times=TIMES, method=method)
    assert np.abs(motion["A"] - motion["B"]).max() < 1e-6
    assert motion["energy"] == pytest.approx(motion["energy"][0], rel=1e-3)


@pytest.mark.parametrize("method", [da.methods.RK4(1e-3), da.methods.DOP853(1e-11, 1e-11)], ids=repr)
def test_every_lane_of_a_batch_passes_as_its_own_simulation(dynamics, method):
    start, times = upright(parallelogram()), TIMES[:201]
    starts = [replace(start, u={name: k * u for name, u in start.u.items()}) for k in (1.0, 1.3, 2.0)]
    motions = da.batch(dynamics, starts, until=4.0, times=times, method=method)
    for one, motion in zip(starts, motions, strict=True):
        assert motion.notes
        assert np.abs(motion["A"] - motion["B"]).max() < 1e-6
        alone = da.simulate(dynamics, one, until=4.0, times=times, method=method)
        assert (motion.states == alone.states).all()
    assert np.array_equal(motions.states, [motion.states for motion in motions])
    assert np.array_equal(motions["energy"], [motion["energy"] for motion in motions])


@pytest.mark.parametrize("method", [da.methods.RK4(1e-3), da.methods.DOP853(1e-11, 1e-11)], ids=repr)
def test_a_sampled_controller_goes_through_singular_positions(method):
    """A brake that is renewed at every sample acts nearly like a damper."""
    braked, damped = (
        da.Model(*parallelogram().parts, part, gravity=(0.0, -9.81, 0.0))
        for part in (da.Motor("brake", "A"), da.Motor("brake", "A", -0.5 * da.speed("A.rate")))
    )
    controller = da.control.SampledController(0.02, lambda state: {"brake": -0.5 * state.u["A.rate"]})
    times, start = np.linspace(0.0, 2.0, 101), upright(parallelogram())
    motion = da.simulate(braked, start, until=2.0, times=times, method=method, controller=controller)
    assert motion.notes
    assert np.abs(motion["A"] - motion["B"]).max() < 1e-6
    np.testing.assert_allclose(motion.times, times)
    smooth = da.simulate(damped, start, until=2.0, times=times)
    assert motion["A"] == pytest.approx(smooth["A"], abs=0.05)


def test_where_no_other_method_may_stand_in_the_failure_names_the_rows(dynamics):
    with pytest.raises(
        da.errors.SolverError, match=r"nearly singular there, because of D\.x: method=da\.methods\.IndexThree"
    ):
        da.simulate(
            dynamics,
            upright(parallelogram()),
            until=5.0,
            method=da.methods.DOP853(1e-11, 1e-11),
            stabilization=da.methods.Baumgarte(10.0, 25.0),
        )


def test_with_a_solver_of_ones_own_the_failure_names_the_rows():
    eom = da.derive(parallelogram(), da.Recursive(da.solvers.NullSpace()))
    with pytest.raises(
        da.errors.SolverError, match=r"nearly singular there, because of D\.x: method=da\.methods\.IndexThree"
    ):
        da.simulate(eom, upright(parallelogram()), until=5.0, method=da.methods.DOP853(1e-11, 1e-11))


def test_passages_are_reported(dynamics):
    motion = da.simulate(dynamics, upright(parallelogram()), until=3.0, method=da.methods.RK4(1e-3))
    assert motion.notes
    assert "nearly singular, because of D.x: passed along a polynomial, on the branch" in motion.notes[0]
    assert {label for _, _, label in motion.phases("singular position")} == {"passed"}


def test_work_is_known_through_passages():
    plain = parallelogram()
    model = da.Model(*plain.parts, da.JointDamper("friction", "A", damping=0.5), gravity=plain.gravity)
    motion = da.simulate(model, upright(model), until=3.0, times=[0.0, 1.0, 3.0], method=da.methods.RK4(1e-3))
    assert len(motion.segments) > len(motion.notes) > 1
    assert motion.work[-1] < -10.0
    assert motion.energy_drift < 1e-6


def test_a_start_at_a_singular_position_goes_on_as_its_velocity_says(dynamics):
    start = parallelogram().state(q={"A": 0.0, "B": 0.0, "C": 0.0}, u={"A": -3.0, "B": -3.0, "C": 3.0})
    motion = da.simulate(dynamics, start, until=1.0)
    assert np.abs(motion["A"] - motion["B"]).max() < 1e-6
    assert motion.notes

    # as one pendulum: (5/3) φ̈ = −(1/2 + 1/2 + 1) g cos φ
    def rate(t, x):
        return [x[1], -9.81 * 2.0 * np.cos(x[0]) / (5.0 / 3.0)]

    scipy = pytest.importorskip("scipy.integrate")
    exact = scipy.solve_ivp(rate, (0.0, 1.0), [0.0, -3.0], rtol=1e-11, atol=1e-12).y[:, -1]
    assert motion["A"][-1] == pytest.approx(exact[0], abs=1e-5)


@pytest.mark.parametrize("size", [1e-4, 1.0, 1e4])
def test_small_and_large_mechanisms_are_not_taken_for_singular(size):
    bead = da.particle("bead", mass=1.0)
    model = da.Model(
        da.Translational("place", da.ground, bead),
        da.Holonomic("circle", da.coordinate("place.x") ** 2 + da.coordinate("place.y") ** 2 - size**2),
        da.Holonomic("plane", da.coordinate("place.z")),
    )
    start = model.state(q={"place.x": size}, u={"place.y": size})
    motion = da.simulate(model, start, until=2.0)
    assert not motion.notes
    assert motion["place.x"][-1] == pytest.approx(size * np.cos(2.0), rel=1e-6)


def test_outputs_within_a_step_over_a_singular_position_are_finite():
    """Three rods without rotary inertia, a start that comes to lie flat between steps."""
    end = {"end": da.spatial.Pose(p=(1.0, 0.0, 0.0))}
    links = [da.Body(f"link {k}", da.Inertia(1.0, (0.5, 0.0, 0.0)), end) for k in (1, 2, 3)]
    model = da.Model(
        da.Revolute("q1", da.ground, links[0], axis="z"),
        da.Revolute("q2", links[0]["end"], links[1], axis="z"),
        da.Revolute("q3", links[1]["end"], links[2], axis="z"),
        da.Revolute("pin", da.ground.at(x=1.0), links[2]["end"], axis="z"),
        gravity=(0.0, -9.81, 0.0),
        cut=["pin"],
    )
    start = da.assemble(model, q={"q1": np.pi / 3, "q2": -np.pi / 3, "q3": -2.0 * np.pi / 3}, u={"q1": 0.5})
    motion = da.simulate(model, start, until=50.0, times=np.linspace(0.0, 50.0, 20001))
    assert np.isfinite(motion.states).all()
    assert motion.residuals["positions"].max() < 1e-9
    energy = motion["energy"]
    assert np.abs(energy - energy[0]).max() < 1e-5


# ---- outputs, events and samples in the position itself


def even_cranks(*parts):
    """Two parallel cranks without gravity, turning evenly; they lie in a line with the ground at t = 1/4 s."""
    cranks = [da.rod(f"crank {k}", length=0.5, mass=0.4) for k in (1, 2)]
    beam = da.rod("beam", length=2.0, mass=1.5)
    model = da.Model(
        da.Revolute("A", da.ground, cranks[0]),
        da.Revolute("D", da.ground.at(x=2.0), cranks[1]),
        da.Revolute("B", cranks[0]["end"], beam),
        da.Revolute("C", beam["end"], cranks[1]["end"]),
        *parts,
    )
    guess = {"B": -np.pi / 2, "D": np.pi / 2}
    return model, da.assemble(model, q={"A": np.pi / 2}, u={"A": 2.0 * np.pi}, guess=guess)


def test_outputs_and_events_in_a_singular_position_are_those_of_the_run():
    model, start = even_cranks()
    flat = da.Event("flat", da.sin(da.coordinate("A")))
    motion = da.simulate(model, start, until=0.3, times=[0.0, 0.25, 0.3], events=[flat])
    for name in ("A.rate", "D.rate"):
        np.testing.assert_allclose(motion[name], 2.0 * np.pi, atol=1e-4)
    assert motion.energy_drift < 1e-5
    (event,) = motion.events
    assert event.t == pytest.approx(0.25, abs=1e-9)
    assert event.state.u["D"] == pytest.approx(2.0 * np.pi, abs=1e-4)


def test_a_sample_in_a_singular_position_is_right_or_named():
    model, start = even_cranks(da.Motor("motor", "A"))
    seen = []

    def law(state):
        seen.append(state.u["A"])
        return {"motor": 5.0 * (2.0 * np.pi - state.u["A"])}

    try:
        da.simulate(model, start, until=0.8, times=[0.8], controller=da.control.SampledController(0.05, law))
    except da.errors.SolverError as error:
        assert "singular position" in str(error)
    np.testing.assert_allclose(seen, 2.0 * np.pi, atol=1e-3)


def test_speeds_that_are_allowed_to_first_order_only_are_named():
    """In line with the ground the cranks may seem to turn at different rates, but no motion goes on like that."""
    model, _ = even_cranks()
    start = da.assemble(model, q={"A": 0.0}, u={"A": 5.0, "D": 1.0}, guess={"B": 0.0, "D": 0.0})
    with pytest.raises(da.errors.SolverError, match="speeds that fit no motion"):
        da.simulate(model, start, until=0.1)


# ---- as exact as the tolerance asks


def pendulum_of_rows(n, times):
    """The angle of n four-bars in a row, which move like one pendulum, from upright at −1 rad/s."""
    ratio = 9.81 * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
    options = {"t_eval": times, "rtol": 3e-14, "atol": 1e-14}
    return solve_ivp(
        lambda t, y: [y[1], -ratio * np.cos(y[0])], (0.0, times[-1]), [np.pi / 2, -1.0], "DOP853", **options
    ).y[0]


def test_the_error_falls_with_the_tolerance_through_ten_flat_positions(dynamics):
    start, times = upright(parallelogram()), TIMES[::50]
    errors, exact = [], pendulum_of_rows(1, times)
    for tolerance in (1e-6, 1e-8, 1e-10, 1e-12):
        method = da.methods.DOP853(tolerance, tolerance)
        motion = da.simulate(dynamics, start, until=times[-1], times=times, method=method)
        errors.append(np.abs(motion["A"] - exact).max())
    assert (np.diff(np.log(errors)) < -1.0).all()
    assert errors[-1] < 1e-9
    assert motion.energy_drift < 1e-10
    assert sum("along a polynomial" in note for note in motion.notes) == 10


@pytest.mark.parametrize("tolerance", [1e-6, 1e-12])
@pytest.mark.parametrize("speed", [0.0, 1.0])
@pytest.mark.parametrize("angle", [1e-3, 1e-6, 0.0])
def test_a_start_next_to_a_singular_position_is_no_obstacle(dynamics, angle, speed, tolerance):
    """What is usual for pivots is not what they are there."""
    start = parallelogram().state(q={"A": angle, "B": angle, "C": -angle}, u={"A": speed, "B": speed, "C": -speed})
    method = da.methods.DOP853(tolerance, tolerance)
    motion = da.simulate(dynamics, start, until=1.5, times=[0.0, 0.3, 1.5], method=method)
    assert np.abs(motion["A"] - motion["B"]).max() < 1e-9
    assert motion.energy_drift < 1e2 * tolerance + 1e-8


def test_events_in_a_passage_are_found_on_its_polynomial():
    model, start = even_cranks()
    flat = da.Event("flat", da.sin(da.coordinate("A")), is_terminal=True)
    beside = da.Event("beside", da.coordinate("A") - np.pi + 0.01)
    method = da.methods.DOP853(1e-12, 1e-12)
    motion = da.simulate(model, start, until=0.4, times=[0.2, 0.24, 0.3], events=[flat, beside], method=method)
    assert [event.name for event in motion.events] == ["beside", "flat"]
    assert [event.t for event in motion.events] == pytest.approx([0.25 - 0.01 / (2.0 * np.pi), 0.25], abs=1e-12)
    assert motion.times == pytest.approx([0.2, 0.24, 0.25])
    assert motion["D.rate"] == pytest.approx(2.0 * np.pi, abs=1e-8)
    between = motion.resampled([0.22, 0.249])
    assert between["A"] == pytest.approx(np.pi / 2 + 2.0 * np.pi * between.times, abs=1e-10)


def test_a_run_back_in_time_passes_as_well(dynamics):
    times = TIMES[:61:20]
    method = da.methods.DOP853(1e-12, 1e-12)
    there = da.simulate(dynamics, upright(parallelogram()), until=times[-1], times=times, method=method)
    back = da.simulate(dynamics, there.state(), until=0.0, times=times[::-1], method=method)
    assert len(back.notes) == len(there.notes) == 1
    assert back.states == pytest.approx(there.states[::-1], abs=1e-8)


def test_an_arc_ends_where_a_force_jumps():
    """A torque that changes its sign a tenth of a radian beside each flat position: shorter arcs fit."""
    plain = parallelogram()
    torque = da.where(da.sin(da.coordinate("A")) > 0.1, 3.0, -3.0)
    model = da.Model(*plain.parts, da.JointForce("torque", "A", torque), gravity=plain.gravity)
    motion = da.simulate(
        model, upright(model), until=1.5, times=[0.0, 1.0, 1.5], method=da.methods.DOP853(3e-12, 3e-12)
    )
    assert len(motion.notes) == 2
    assert motion.energy_drift < 1e-9
    assert np.abs(motion["A"] - motion["B"]).max() < 1e-10


def test_what_the_index_3_rule_changes_of_the_energy_is_told():
    """An event that acts keeps the run from being led along a polynomial: the rule is as exact as its steps."""
    plain = parallelogram()
    model = da.Model(*plain.parts, da.Motor("push", "A"), gravity=plain.gravity)
    begin = da.Event("begin", da.time - 0.3, 1, action=da.actions.Set({"push": 2.0}))
    method = da.methods.DOP853(1e-12, 1e-12)
    motion = da.simulate(model, upright(model), until=1.5, times=[0.0, 1.5], events=[begin], method=method)
    assert motion.inputs[-1] == 2.0
    assert all("by the index-3 rule, as exact as its steps" in note for note in motion.notes)
    assert "the energy changes there by" in motion.notes[-1]
    assert motion.energy_drift < 1e-7
