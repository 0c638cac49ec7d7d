"""Strict goals stay strict beside soft ones, limits and damping; laws that jump are refused."""

import numpy as np
import pytest
from scipy.optimize import minimize

import dalembert as da

A, B = da.coordinate("a"), da.coordinate("b")


def _arm():
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.7)
    return da.Model(
        da.Revolute("a", da.ground, upper, axis="z"),
        da.Revolute("b", upper["end"], lower, axis="z"),
        da.Motor("first", "a"),
        da.Motor("second", "b"),
        gravity=(0, -9.81, 0),
    )


ARM = _arm()
START = da.State(q={"a": 0.3, "b": 0.5})


def _wanted(report):
    """S and z of S τ = z."""
    S = report.slopes[0]
    return S, S @ report.tau[0] - report.unmet[0]


@pytest.mark.parametrize("weight", [1e-3, 1e3])
def test_strict_goals_are_met_within_limits_whatever_soft_ones_weigh(weight):
    goals = [da.Servo("a", A - 0.4, rate=2.0), da.Servo("b", B - 8.0, rate=2.0, weight=weight)]
    limited = da.control.LeastInputs(limits={"first": 40.0, "second": 4.0})
    report = da.control.goal_report(da.control.closed_loop(ARM, *goals, by=limited), START)
    S, z = _wanted(da.control.goal_report(da.control.closed_loop(ARM, *goals), START))
    # the soft goal drives the second input to its limit, the strict one determines the first
    assert report.binding() == ("second",)
    assert np.abs(report.tau[0] - [(z[0] - 4.0 * S[0, 1]) / S[0, 0], 4.0]).max() < 1e-12
    assert abs(report.unmet[0, 0]) < 1e-12


def test_a_run_stops_where_limits_are_too_narrow_for_a_strict_goal_beside_a_soft_one():
    goals = [da.Servo("a", A - 4.0, rate=6.0), da.Servo("b", B - 1.0, rate=6.0, weight=1.0)]
    limited = da.control.LeastInputs(limits={"first": 5.0, "second": 5.0})
    with pytest.raises(da.errors.SolverError, match="the goals a cannot be met within the limits"):
        da.simulate(da.control.closed_loop(ARM, *goals, by=limited), START, until=0.1)


def _pushed(ways):
    """Three masses that five inputs push, and goals with which these have accelerations as wanted."""
    inputs = [da.Input(name) for name in FIVE]
    parts = []
    for axis, row in zip("xyz", ways, strict=True):
        force = sum(x * tau for x, tau in zip(row, inputs, strict=True))
        parts.append(da.Prismatic(axis, da.ground, da.particle(f"mass {axis}", mass=1.0), axis="x"))
        parts.append(da.JointForce(f"force {axis}", axis, force))
    return da.Model(*parts)


def _wants(wanted, weights):
    return [
        da.Servo(axis, da.coordinate(axis) - w, gains=(2.0, 1.0), weight=weight)
        for axis, w, weight in zip("xyz", wanted, weights, strict=True)
    ]


def _found(loop):
    report = da.control.goal_report(loop, {})
    return np.array([report.tau[0, report.inputs.index(name)] for name in FIVE])


FIVE = ("t0", "t1", "t2", "t3", "t4")
WAYS = np.array(
    [
        [-0.758118, -0.041742, -1.248865, -1.199419, -0.773512],
        [0.682325, -0.38748, -0.052486, -0.502344, -0.513087],
        [-0.773594, 1.225693, 1.199308, 2.111195, 0.279723],
    ]
)
WANTED = (0.12143509, 0.64037872, 1.35791333)


def test_a_strict_goal_comes_before_soft_ones_that_would_hold_inputs_at_their_limits():
    limited = da.control.LeastInputs(limits=dict.fromkeys(FIVE, 1.0))
    tau = _found(da.control.closed_loop(_pushed(WAYS), *_wants(WANTED, (None, 1.0, 1.0)), by=limited))
    assert np.abs(tau).max() <= 1.0
    left = WAYS @ tau - WANTED
    assert abs(left[0]) < 1e-12
    # another program for quadratic problems leaves as much of the soft goals
    exact = minimize(
        lambda x: np.sum((WAYS[1:] @ x - WANTED[1:]) ** 2),
        np.zeros(5),
        bounds=[(-1.0, 1.0)] * 5,
        constraints=[{"type": "eq", "fun": lambda x: WAYS[0] @ x - WANTED[0]}],
        options={"ftol": 1e-12},
    )
    assert np.sum(left[1:] ** 2) == pytest.approx(exact.fun, abs=3e-3)


@pytest.mark.parametrize("weights", [(None, 1.0, 4.0), (1.0, 1.0, 1.0)])
def test_of_all_inputs_that_meet_soft_goals_the_least_are_taken_whatever_each_does(weights):
    # inputs in units of their own: one does a hundred times what another does
    ways = WAYS * (0.1, 1.0, 10.0, 0.3, 3.0)
    tau = _found(da.control.closed_loop(_pushed(ways), *_wants(WANTED, weights)))
    np.testing.assert_allclose(tau, np.linalg.lstsq(ways, WANTED, rcond=None)[0], rtol=1e-7)


def test_priorities_are_a_hierarchy_of_null_spaces_also_where_a_goal_contradicts_one_before():
    ways = WAYS.copy()
    # the second wants something else of the way of the first
    ways[1] = 2.0 * ways[0]
    goals = [
        da.Servo(axis, da.coordinate(axis) - w, gains=(2.0, 1.0), priority=k, weight=1.0 if k else None)
        for k, (axis, w) in enumerate(zip("xyz", WANTED, strict=True))
    ]
    first = np.linalg.pinv(ways[:1]) @ WANTED[:1]
    left = ways[2] - (ways[2] @ ways[0]) / (ways[0] @ ways[0]) * ways[0]
    wanted = first + left * (WANTED[2] - ways[2] @ first) / (left @ left)
    np.testing.assert_allclose(_found(da.control.closed_loop(_pushed(ways), *goals)), wanted, rtol=1e-9)


def test_a_goal_that_asks_for_less_as_inputs_lose_their_hold_is_met_to_the_end():
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    model = da.Model(da.Prismatic("x", da.ground, block, axis="x"), da.Motor("push", "x"))
    loop = da.control.closed_loop(model, da.Servo("calm", da.energies.kinetic_energy(), rate=1.0))
    motion = da.simulate(
        loop, da.State(u={"x": 10.0}), times=[0.0, 14.0, 40.0], method=da.methods.DOP853(rtol=1e-11)
    )
    # energy decays like e⁻ᵗ, and the power that takes it away is −m v²/2 by a force −m v/2
    np.testing.assert_allclose(motion["x.rate"], 10.0 * np.exp(-0.5 * motion.times), atol=1e-11)
    np.testing.assert_allclose(motion["push"], -motion["x.rate"], rtol=1e-9)


def test_damped_inputs_are_bounded_where_one_of_several_goals_is_lost():
    tip = da.position(ARM.body("lower")["end"])
    goal = da.Servo("tip", [tip[0] - 1.7, tip[1]], rate=2.0)
    loop = da.control.closed_loop(ARM, goal, by=da.control.LeastInputs(damping=0.1))
    for bend in (0.0, 1e-6, 0.5):
        report = da.control.goal_report(loop, da.State(q={"b": bend}))
        S, z = _wanted(report)
        assert np.allclose(report.tau[0], np.linalg.solve(S.T @ S + 0.01 * np.eye(2), S.T @ z), rtol=1e-9)
    assert np.isfinite(da.simulate(loop, {}, until=0.5)["first"]).all()


def test_limits_and_gains_that_are_no_numbers_are_named():
    open_number = da.param("w", 2.0)
    for limit in (-1.0, 0.0, open_number, "ab"):
        with pytest.raises(da.errors.ModelError, match="the limits of the input 'first'"):
            da.control.LeastInputs(limits={"first": limit})
    with pytest.raises(da.errors.ModelError, match="the gains of Servo 'a' are numbers or matrices"):
        da.Servo("a", A, gains=(open_number, 1.0))


def test_a_report_along_a_motion_knows_what_events_changed():
    target = da.param("target", 1.0)
    loop = da.control.closed_loop(ARM, da.Servo("reach", [A - target, B], rate=4.0))
    further = da.Event("further", da.time - 0.5, action=da.actions.Set({"target": 2.0}))
    motion = da.simulate(loop, START, times=[0.0, 0.4, 0.6, 1.0], events=[further])
    report = da.control.goal_report(motion)
    assert np.abs(report.tau - np.stack([motion["first"], motion["second"]], axis=1)).max() < 1e-12
    assert np.abs(report.unmet).max() < 1e-9


def test_a_saved_motion_belongs_to_its_goals(tmp_path):
    goal, other = (da.Servo("reach", [A - 1.0, B], rate=rate) for rate in (4.0, 5.0))
    loop = da.control.closed_loop(ARM, goal)
    motion = da.simulate(loop, START, times=[0.0, 0.2])
    path = motion.save(tmp_path / "reach.npz")
    assert np.array_equal(da.load_motion(path, da.control.closed_loop(_arm(), goal))["first"], motion["first"])
    for subject in (
        ARM,
        da.control.closed_loop(ARM, other),
        da.control.closed_loop(ARM, goal, by=da.control.LeastInputs(damping=0.1)),
    ):
        with pytest.raises(da.errors.ModelError, match=r"it belongs to another system: .*(reach|inputs by)"):
            da.load_motion(path, subject)


@pytest.mark.parametrize(
    ("law", "order"),
    [
        (da.where(da.expr.less(da.time, 0.5), 0.3, 1.0), 0),
        (da.minimum(da.time, 0.5), 1),
        (da.maximum(da.sin(da.time), 0.5), 1),
        (da.control.rest_to_rest(0.3, 1.0, duration=0.5, begin=100.0, smoothness=0), 1),
        (da.where(da.expr.less(da.sin(0.05 * da.time), 0.99), 0.0, 1.0), 0),
        (da.maximum(da.time**2, 4e6), 1),
    ],
)
def test_pieces_of_a_law_that_do_not_fit_are_refused_wherever_they_meet(law, order):
    with pytest.raises(
        da.errors.ModelError, match=f"chooses from t = .* jumps in its derivative of order {order}"
    ):
        da.control.goal_report(da.control.closed_loop(ARM, da.Servo("a", A - law, rate=2.0)), START)


def test_pieces_that_fit_may_be_short():
    short = da.control.rest_to_rest(0.0, 1.0, duration=1e-3, begin=0.2)
    parabola = da.where(da.expr.less(da.time, 0.5), 0.0, (da.time - 0.5) ** 2)
    smooth = da.control.rest_to_rest(0.0, 1.0, duration=0.5, begin=0.2, smoothness=1)
    for law in (short, parabola, smooth, short * (1.0 - smooth)):
        assert (
            da.control.goal_report(da.control.closed_loop(ARM, da.Servo("a", A - law, rate=2.0)), START).kind
            == "many"
        )


def _arm_with_dry_friction(*extra):
    rod = da.rod("rod", length=1.0, mass=1.0)
    friction = da.DryFriction("bearing", "a", static=1.0, kinetic=0.8)
    return da.Model(da.Revolute("a", da.ground, rod), da.Motor("first", "a"), friction, *extra)


def test_goals_beside_contacts_that_runs_switch_are_refused():
    goal = da.Servo("swing", A - 0.5 * da.sin(da.time), rate=5.0)
    with pytest.raises(da.errors.FormulationError, match="'swing' cannot stand beside DryFriction 'bearing'"):
        da.control.closed_loop(_arm_with_dry_friction(), goal)
    with pytest.raises(da.errors.FormulationError, match="'swing' cannot stand beside DryFriction 'bearing'"):
        da.simulate(_arm_with_dry_friction(goal), {"a": 0.3}, until=0.1)


def test_inputs_that_are_states_are_not_forgotten_beside_contacts():
    slower = da.control.with_input_states(_arm_with_dry_friction(), ["first"])
    with pytest.raises(da.errors.FormulationError, match="not derived by a principle that could"):
        da.simulate(slower, da.State(z={"first": 2.0}), until=0.1)


def test_a_start_is_looked_for_among_free_states_only():
    with pytest.raises(da.errors.ModelError, match="no state is free"):
        da.control.goal_start(da.control.closed_loop(ARM, da.Servo("a", A - 1.0, rate=2.0)), START, free=[])


@pytest.mark.parametrize("by", [da.control.LeastInputs(), da.control.IdealControl()])
def test_units_of_goals_do_not_count(by):
    reports = [
        da.control.goal_report(da.control.closed_loop(ARM, da.Servo("a", A - 1.0, rate=2.0), second, by=by), START)
        for second in (da.Servo("b", B, rate=2.0), da.Servo("b", 1e-6 * B, rate=2.0))
    ]
    assert np.allclose(reports[0].tau, reports[1].tau, rtol=1e-10)
    alone = da.control.closed_loop(ARM, da.Servo("b", 1e-14 * B, rate=2.0))
    assert da.control.goal_report(alone, START).orders == {"b": 2}


@pytest.mark.parametrize("friction", [0.0, 0.2])
def test_goals_that_passive_constraints_hold_are_refused(friction):
    crank, rod = da.rod("crank", length=0.3, mass=1.0), da.rod("rod", length=0.9, mass=2.0)
    slider = da.box("slider", size=(0.1, 0.1, 0.1), mass=1.5)
    law = -friction * da.expr.absolute_value(da.reaction_force("slide")[1]) * da.tanh(da.speed("slide") / 0.01)
    engine = da.Model(
        da.Prismatic("slide", da.ground, slider, axis="x"),
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Revolute("C", rod["end"], slider, axis="z"),
        da.JointForce("friction", "slide", law),
        da.Motor("motor", "A"),
    )
    for measure in (da.position(rod["end"])[1] - 0.1, da.velocity(rod["end"])[1] - 0.1):
        with pytest.raises(da.errors.FormulationError, match="no input can act on Servo 'lift': constraints hold"):
            da.control.goal_report(da.control.closed_loop(engine, da.Servo("lift", measure, rate=2.0)), {})
