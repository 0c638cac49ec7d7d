"""Index-3 methods: their order, the constraints, singular positions, and lanes."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.errors import SolverError
from tests.integrators.problems import AMPLITUDE, pendulum_motion
from tests.oracles.linkages import GRAVITY, four_bar, three_cranks

pytestmark = pytest.mark.slow

METHODS = [da.methods.IndexThree, da.methods.GeneralizedAlpha]

CLOSED = 1e-10
"""Residuals of rows away from singular positions: rounding, and a little that the penalty leaves."""

EXACT = da.methods.DOP853(rtol=1e-11, atol=1e-13)


def residuals(motion, name):
    """The largest residual of all rows of a level, phi or psi."""
    eom = motion.dynamics.equations
    q, u, z = np.split(motion.states, np.cumsum([len(eom.q), len(eom.u)]), axis=1)
    values = motion.dynamics.function({name: getattr(eom, name)})(t=motion.times, q=q, u=u, z=z, tau=motion.inputs)
    return np.abs(values[name]).max()


def energies(motion):
    return motion["kinetic energy"] + motion["potential energy"]


# ---- models


@cache
def particle_pendulum():
    """A particle on a massless rod, of unit length in unit gravity."""
    bob = da.particle("bob", mass=2.0)
    return da.Model(
        da.Translational("place", da.ground, bob),
        da.Distance("rod", da.ground, bob, 1.0),
        da.Holonomic("plane", da.position(bob)[2]),
        gravity=(0.0, -1.0, 0.0),
    )


PARTICLE_START = {"place.x": np.sin(AMPLITUDE), "place.y": -np.cos(AMPLITUDE)}


@cache
def ball_chain():
    """Two rods on ball joints, whose end stays on a line: quaternions, and loops in space."""
    upper, lower = (da.rod(name, length=1.0, mass=1.0, radius=0.2) for name in ("upper", "lower"))
    return da.Model(
        da.Spherical("shoulder", da.ground, upper),
        da.Spherical("elbow", upper["end"], lower),
        da.Distance("rope", da.ground.at(y=0.7), lower["end"], 1.9),
        gravity=(0.0, 0.0, -9.81),
    )


@cache
def ball_chain_start():
    return da.assemble(ball_chain(), u={"shoulder.wx": 1.0, "elbow.wz": 2.0})


@cache
def n_four_bar(n):
    """Uprights on ground pins a metre apart, joined by couplers at their tops; all links of 1 m and 1 kg."""
    uprights = [da.rod(f"upright{k}", length=1.0, mass=1.0) for k in range(n + 1)]
    couplers = [da.rod(f"coupler{k}", length=1.0, mass=1.0) for k in range(n)]
    return da.Model(
        *(da.Revolute(f"A{k}", da.ground.at(x=float(k)), upright) for k, upright in enumerate(uprights)),
        *(da.Revolute(f"B{k}", uprights[k]["end"], coupler) for k, coupler in enumerate(couplers)),
        *(da.Revolute(f"C{k}", coupler["end"], uprights[k + 1]["end"]) for k, coupler in enumerate(couplers)),
        gravity=GRAVITY,
    )


def upright(n, speed=1.0):
    """Upright, the tops moving at this speed."""
    angles = {f"A{k}": np.pi / 2 for k in range(n + 1)} | {f"B{k}": -np.pi / 2 for k in range(n)}
    rates = {f"A{k}.rate": -speed for k in range(n + 1)} | {f"B{k}.rate": speed for k in range(n)}
    return da.State(q=angles, u=rates)


# ---- order


@pytest.mark.parametrize("method", METHODS)
def test_a_constrained_pendulum_converges_with_order_two(method):
    errors = []
    for step in (0.004, 0.002, 0.001):
        motion = da.simulate(particle_pendulum(), da.State(q=PARTICLE_START), until=6.0, method=method(step))
        angle = pendulum_motion(motion.times)[:, 0]
        errors.append(np.abs(motion["place.x"] - np.sin(angle)).max())
        assert residuals(motion, "phi") < CLOSED
        assert residuals(motion, "psi") < CLOSED
    np.testing.assert_allclose(np.log2(np.array(errors[:-1]) / errors[1:]), 2.0, atol=0.05)


@pytest.mark.parametrize("method", METHODS)
def test_quaternions_and_spatial_loops_converge_with_order_two(method):
    times = np.linspace(0.0, 1.5, 31)
    exact = da.simulate(ball_chain(), ball_chain_start(), until=1.5, times=times, method=EXACT)
    errors = []
    for step in (4e-3, 2e-3, 1e-3):
        motion = da.simulate(ball_chain(), ball_chain_start(), until=1.5, times=times, method=method(step))
        errors.append(np.abs(motion.states - exact.states).max())
        assert residuals(motion, "phi") < CLOSED
        assert residuals(motion, "psi") < CLOSED
        assert np.abs(motion.states[:, :4] ** 2).sum(axis=1) == pytest.approx(1.0, abs=1e-14)
    np.testing.assert_allclose(np.log2(np.array(errors[:-1]) / errors[1:]), 2.0, atol=0.15)


def test_outputs_between_steps_are_as_good_as_the_steps():
    start, times = da.State(q=PARTICLE_START), np.linspace(0.0, 3.0, 737)
    motion = da.simulate(particle_pendulum(), start, until=3.0, times=times, method=da.methods.IndexThree(0.01))
    angle = pendulum_motion(times)[:, 0]
    assert np.abs(motion["place.x"] - np.sin(angle)).max() < 2e-4
    assert residuals(motion, "phi") < CLOSED
    assert residuals(motion, "psi") < CLOSED


def test_a_tree_without_constraints_is_integrated_too():
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("hinge", da.ground, arm), gravity=GRAVITY)
    start = da.State(q={"hinge": 0.3})
    exact = da.simulate(model, start, until=2.0, method=EXACT)
    motion = da.simulate(model, start, until=2.0, method=da.methods.IndexThree(1e-3))
    np.testing.assert_allclose(motion["hinge"], exact["hinge"], atol=1e-5)


# ---- energy


def test_the_trapezoidal_rule_loses_little_energy_and_the_less_the_smaller_the_step():
    linkage = four_bar()
    start = da.assemble(linkage, q={"A": 1.0}, u={"A.rate": 8.0})
    lost = []
    for step in (2e-3, 1e-3):
        energy = energies(da.simulate(linkage, start, until=20.0, method=da.methods.IndexThree(step)))
        lost.append(energy[0] - energy[-100:].mean())
    assert 0.0 < 4.0 * lost[1] < 1.5 * lost[0]
    assert lost[1] < 3e-3 * abs(energy[0])


@pytest.mark.parametrize(("rho", "left"), [(1.0, (0.9, 1.1)), (0.8, (0.0, 1e-3))])
def test_generalized_alpha_damps_what_it_does_not_resolve(rho, left):
    """A particle on a spring with ω = 10⁵/s, at steps of a millisecond."""
    bob = da.particle("bob", mass=1.0)
    model = da.Model(
        da.Prismatic("slide", da.ground, bob, axis="x"),
        da.Spring("spring", da.ground, bob, stiffness=1e10),
        gravity=None,
    )
    start = da.State(q={"slide": 1e-3})
    motion = da.simulate(model, start, until=0.2, method=da.methods.GeneralizedAlpha(1e-3, rho=rho))
    ratio = energies(motion)[-1] / energies(motion)[0]
    assert left[0] <= ratio <= left[1]


# ---- singular positions


@pytest.mark.parametrize("n", [1, 2, pytest.param(10, marks=pytest.mark.slow)])
def test_the_n_four_bar_passes_its_singular_positions(n):
    motion = da.simulate(n_four_bar(n), upright(n), until=10.0, method=da.methods.IndexThree(5e-3))
    energy = energies(motion)
    assert energy[0] == pytest.approx(9.81 * (0.5 * (n + 1) + n) + (n + 1) / 6 + n / 2)
    assert np.abs(energy / energy[0] - 1.0).max() < 1e-4
    assert np.ptp(motion["A0"]) > 2 * np.pi
    np.testing.assert_allclose(motion["A0"], motion[f"A{n}"], atol=1e-4)
    assert residuals(motion, "phi") < 1e-9


def test_singular_positions_are_passed_wherever_steps_fall():
    starts = [upright(3, speed) for speed in np.linspace(0.5, 3.0, 64)]
    for motion in da.batch(n_four_bar(3), starts, until=10.0, method=da.methods.IndexThree(5e-3), lanes=4):
        energy = energies(motion)
        assert motion.times[-1] == 10.0
        assert np.abs(energy / energy[0] - 1.0).max() < 1.2e-4


@pytest.mark.parametrize(("step", "error"), [(1e-4, 4e-8), (1e-5, 2e-9)])
def test_short_steps_pass_singular_positions_with_the_error_of_their_order(step, error):
    """Rounding of φ over h² would be larger than the accelerations; the first flat position is at 0.714 s."""
    n, until, method = 2, 0.8, da.methods.IndexThree(step)
    motion = da.simulate(n_four_bar(n), upright(n), until=until, times=[until], method=method)
    ratio = 9.81 * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
    exact = solve_ivp(
        lambda t, y: [y[1], -ratio * np.cos(y[0])],
        (0.0, until),
        [np.pi / 2, -1.0],
        "DOP853",
        rtol=1e-12,
        atol=1e-12,
    )
    assert motion["A0"] == pytest.approx(exact.y[0, -1:], abs=error)
    assert residuals(motion, "phi") < CLOSED


# ---- other rows


def test_redundant_rows_need_no_care():
    cranks = three_cranks()
    start = da.assemble(cranks, q={"A": -1.2}, u={"A.rate": 1.0}, guess={"D": -1.2, "E": -1.2, "B": 1.2})
    motion = da.simulate(cranks, start, until=3.0, method=da.methods.IndexThree(1e-3))
    assert residuals(motion, "phi") < CLOSED
    assert residuals(motion, "psi") < CLOSED
    energy = energies(motion)
    assert np.abs(energy - energy[0]).max() < 1e-5 * np.ptp(motion["kinetic energy"])


@pytest.mark.parametrize("method", METHODS)
def test_a_rolling_disc_agrees_with_the_explicit_method(method):
    disc = da.disc("disc", radius=0.3, mass=2.0, axis="y")
    model = da.Model(
        da.Free("pose", da.ground, disc, angles="zxy", names=["yaw", "lean", "spin"]),
        da.Rolling("tread", disc, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -9.81),
    )
    start = da.assemble(model, q={"lean": 0.2}, u={"yaw": 0.5, "spin": 6.0})
    exact = da.simulate(model, start, until=2.0, method=EXACT)
    errors = []
    for step in (4e-3, 2e-3):
        motion = da.simulate(model, start, until=2.0, method=method(step))
        errors.append(np.abs(motion.states - exact.states).max())
        assert residuals(motion, "psi") < CLOSED
    assert 3.5 < errors[0] / errors[1] < 4.5
    assert errors[1] < 1e-3


def test_friction_by_reactions_converges_with_order_two():
    crank, rod = (da.rod(name, length=2.0, mass=1.0) for name in ("crank", "rod"))
    slip = da.velocity(rod["end"])[0]
    friction = -0.2 * da.expr.absolute_value(da.measures.multiplier("guide")) * da.expr.sign(slip)
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], rod),
        da.Holonomic("guide", da.position(rod["end"])[1]),
        da.PointForce("friction", rod["end"], [friction, 0.0, 0.0]),
        gravity=GRAVITY,
    )
    start = da.State(q={"A": np.pi / 4, "B": -np.pi / 2}, u={"A.rate": 5.0, "B.rate": -10.0})
    exact = da.simulate(model, start, until=0.08, method=EXACT)
    errors = []
    for step in (2e-3, 1e-3):
        motion = da.simulate(model, start, until=0.08, method=da.methods.IndexThree(step))
        errors.append(np.abs(motion.states - exact.states).max())
        assert motion.statistics["evaluations"] < 2.2 * motion.statistics["accepted"]
    assert errors[1] < 3e-5
    assert 3.8 < errors[0] / errors[1] < 4.2


@pytest.fixture(scope="module")
def journals():
    """A four-bar linkage with friction of journals: by reactions at the ground, and of the joint that closes."""
    left, right = (da.rod(name, length=0.4, mass=0.5) for name in ("left", "right"))
    bar = da.rod("bar", length=1.0, mass=1.2)
    (x, y, _), (x1, y1, _) = da.reaction_force("A"), da.reaction_force("C")
    arm = da.param("arm", 0.05)
    model = da.Model(
        da.Revolute("A", da.ground, left),
        da.Revolute("D", da.ground.at(1.1), right),
        da.Revolute("B", left["end"], bar),
        da.Revolute("C", bar["end"], right["end"]),
        da.JointForce("a", "A", -arm * da.sqrt(x**2 + y**2 + 1.0)),
        da.JointForce("d", "D", -arm * da.sqrt(x1**2 + y1**2 + 1.0)),
        gravity=GRAVITY,
    )
    return model, da.assemble(model, q={"A": 1.0}, u={"A": 4.0}, guess={"D": 1.0, "B": -1.0})


@pytest.mark.parametrize(("method", "bound"), [(da.methods.IndexThree, 1e-5), (da.methods.GeneralizedAlpha, 2e-5)])
def test_laws_that_are_not_linear_in_reactions_begin_right_and_converge_with_order_two(journals, method, bound):
    model, start = journals
    times = [0.0, 2e-3, 0.05, 0.1]
    exact = da.simulate(model, start, times=times, method=EXACT)
    errors, reactions = [], []
    for step in (2e-3, 1e-3):
        motion = da.simulate(model, start, times=times, method=method(step))
        errors.append(np.abs(motion.states - exact.states).max(axis=1))
        reactions.append(np.abs(motion["C.force.x"] - exact["C.force.x"]))
        assert np.abs(motion.energy_balance).max() < 1e-4 * motion["kinetic energy"][0]
    # the first step too is as good as its size
    assert errors[0][1] < 1e-6 and reactions[0][1] < 1e-5
    assert 3.5 < errors[0][-1] / errors[1][-1] < 4.5
    assert errors[0][-1] < bound


def test_friction_by_reactions_beside_redundant_rows_converges_with_order_two_to_what_others_find():
    cranks = [da.rod(f"crank{i}", length=0.4, mass=0.5) for i in range(3)]
    bar = da.rod("bar", length=2.0, mass=1.2)
    x, y, _ = da.reaction_force("A0")
    model = da.Model(
        *(da.Revolute(f"A{i}", da.ground.at(float(i)), crank) for i, crank in enumerate(cranks)),
        da.Revolute("B0", cranks[0]["end"], bar),
        *(da.Revolute(f"B{i}", bar.at(float(i)), cranks[i]["end"]) for i in (1, 2)),
        da.JointForce("friction", "A0", -0.02 * da.sqrt(x**2 + y**2 + 1.0)),
        gravity=GRAVITY,
    )
    angles = {"A0": 0.9, "A1": 0.9, "A2": 0.9, "B0": -0.9}
    start = da.State(q=angles, u={"A0": 5.0, "A1": 5.0, "A2": 5.0, "B0": -5.0})
    exact = da.simulate(model, start, times=[0.1], method=EXACT)
    motions = [da.simulate(model, start, times=[0.1], method=da.methods.IndexThree(step)) for step in (4e-3, 2e-3)]
    errors = [np.abs(motion.states - exact.states).max() for motion in motions]
    assert errors[0] < 2e-5
    assert 3.8 < errors[0] / errors[1] < 4.2


def test_friction_of_closing_joints_begins_at_any_step(journals):
    model, start = journals
    for arm, step in ((0.05, 1e-2), (0.05, 1e-4), (0.001, 1e-2), (0.001, 1e-4)):
        begin = da.State(q=start.q, u=start.u, p={"arm": arm})
        motion = da.simulate(model, begin, times=[2.0 * step], method=da.methods.IndexThree(step))
        exact = da.simulate(model, begin, times=[2.0 * step], method=EXACT)
        assert np.abs(motion.states - exact.states).max() < 20.0 * step**2


@pytest.mark.parametrize("method", METHODS)
def test_rows_that_are_left_out_are_left_out_of_steps_too(method):
    # x = 0 twice: with the first row left out, the drag by its multiplier is zero
    p = da.particle("p", mass=1.0)
    x = da.position(p)[0]
    drag = -0.1 * da.expr.absolute_value(da.measures.multiplier("g")) * da.tanh(da.velocity(p)[2] / 0.01)
    model = da.Model(
        da.Translational("T", da.ground, p),
        da.Holonomic("g", x),
        da.Holonomic("h", 2.0 * x),
        da.PointForce("drag", p, (0.0, 0.0, drag)),
        gravity=(10.0, 0.0, 0.0),
    )
    start = da.State(u={"T.z": 1.0})
    # (who solves, λ of g, z̈): z = t − z̈ t²/2
    cases = [
        (model, -10.0, -1.0),
        (da.derive(model).without(["h"]), -10.0, -1.0),
        (da.derive(model).without(["g"]), 0.0, 0.0),
    ]
    for subject, multiplier, acceleration in cases:
        motion = da.simulate(subject, start, times=[0.0, 0.25, 0.5], method=method(1e-3))
        assert motion["T.z"][-1] == pytest.approx(0.5 + 0.125 * acceleration, abs=1e-9)
        assert motion["T.z.acceleration"] == pytest.approx(np.full(3, acceleration), abs=1e-9)
        assert motion["g.multiplier"] == pytest.approx(np.full(3, multiplier), abs=1e-9)
        assert np.abs(motion.energy_balance).max() < 1e-9
    lanes = da.batch(
        da.derive(model).without(["g"]), [start, da.State(u={"T.z": 2.0})], until=0.5, method=method(1e-3)
    )
    assert [motion["T.z"][-1] for motion in lanes] == pytest.approx([0.5, 1.0], abs=1e-12)


def test_a_row_that_is_needed_and_left_out_is_named():
    p = da.particle("p", mass=1.0)
    tube = da.Holonomic("tube", da.position(p)[2])
    model = da.Model(da.Translational("T", da.ground, p), tube, gravity=(0.0, 0.0, -10.0))
    with pytest.raises(da.errors.SolverError, match="'tube' does not hold") as caught:
        da.simulate(da.derive(model).without(["tube"]), until=0.5, method=da.methods.IndexThree(1e-2))
    assert caught.value.motion["T.z"][-1] == pytest.approx(-1.25, abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_laws_without_solution_are_named_at_the_start(method):
    # 0 = λ − 10 − 2 √(λ² + 1) has no root
    p = da.particle("p", mass=1.0)
    push = -2.0 * da.sqrt(da.measures.multiplier("g") ** 2 + 1.0)
    model = da.Model(
        da.Translational("T", da.ground, p),
        da.Holonomic("g", da.position(p)[0]),
        da.PointForce("push", p, (push, 0.0, 0.0)),
        gravity=(-10.0, 0.0, 0.0),
    )
    with pytest.raises(da.errors.SolverError, match="'push' by those of 'g': no solution is found"):
        da.simulate(model, until=0.1, method=method(1e-3))


def test_rows_of_accelerations_and_integrals_follow():
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    model = da.Model(
        da.Prismatic("slide", da.ground, block, axis="x"),
        da.relations.AccelerationConstraint("law", da.acceleration("slide") - da.cos(da.time)),
        da.StateVariable("way", rate=da.speed("slide")),
        gravity=None,
    )
    motion = da.simulate(model, da.State(), until=2.0, method=da.methods.IndexThree(1e-3))
    np.testing.assert_allclose(motion["slide"], 1.0 - np.cos(motion.times), atol=1e-6)
    np.testing.assert_allclose(motion["way"], motion["slide"], atol=1e-6)


# ---- the loop around


def test_lanes_give_the_bits_of_single_runs():
    speeds = np.linspace(0.5, 2.5, 11)
    through = da.Event("through", da.coordinate("A0"), direction=-1)
    options = {
        "until": 3.0,
        "method": da.methods.IndexThree(5e-3),
        "events": [through],
        "times": np.linspace(0.0, 3.0, 50),
    }
    together = da.batch(n_four_bar(2), [upright(2, speed) for speed in speeds], lanes=4, **options)
    for speed, motion in zip(speeds, together, strict=True):
        alone = da.simulate(n_four_bar(2), upright(2, speed), **options)
        assert motion.states.tobytes() == alone.states.tobytes()
        assert [event.t for event in motion.events] == [event.t for event in alone.events]
    assert any(motion.events for motion in together)


def test_rows_that_cannot_hold_end_the_run():
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("hinge", da.ground, arm),
        da.Distance("rope", da.ground.at(x=2.0), arm["end"], 2.0 + da.time),
        gravity=None,
    )
    start = da.assemble(model)
    with pytest.raises(SolverError, match="did not converge") as caught:
        da.simulate(model, start, until=2.0, method=da.methods.IndexThree(1e-3))
    assert 0.9 < caught.value.motion.times[-1] < 1.1


def test_wrong_options_are_refused():
    with pytest.raises(SolverError, match="the penalty is a number from 1 to"):
        da.methods.IndexThree(1e-3, penalty=0.0)
    with pytest.raises(SolverError, match="rho is a number from 0 to 1"):
        da.methods.GeneralizedAlpha(1e-3, rho=1.5)
    with pytest.raises(SolverError, match="keeps the constraints by itself"):
        da.simulate(
            four_bar(),
            da.assemble(four_bar(), q={"A": 1.0}),
            until=1.0,
            method=da.methods.IndexThree(1e-3),
            stabilization=da.methods.NoStabilization(),
        )


@pytest.mark.parametrize("method", METHODS)
def test_a_system_on_which_nothing_acts_stays_where_it_is(method):
    link = da.rod("link", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("pin", da.ground, link), da.Holonomic("hold", da.position(link["end"])[1]))
    for parts in (model, da.Model(da.Revolute("pin", da.ground, link))):
        motion = da.simulate(parts, until=1.0, times=[1.0], method=method(0.1))
        assert not motion.states.any()


@pytest.mark.parametrize("method", METHODS)
def test_what_is_held_at_rest_stays_there_for_many_steps(method):
    p = da.particle("p", mass=1.0)
    model = da.Model(
        da.Translational("T", da.ground, p), da.Holonomic("floor", da.position(p)[2]), gravity=(0.0, 0.0, -10.0)
    )
    motion = da.simulate(model, times=[0.5], method=method(1e-3))
    assert np.abs(motion.states).max() < 1e-15
    assert motion["floor.multiplier"][-1] == pytest.approx(10.0)
