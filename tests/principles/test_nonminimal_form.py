"""Stability, limit cycles and optimal control with dependent speeds among the states (Bajodah 2003, section 8)."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import solve_continuous_are, solve_continuous_lyapunov
from scipy.optimize import root

import dalembert as da

PERIOD = 6.663286859323130
"""Of van der Pol's oscillator with the factor one."""

MULTIPLIER = 8.596951e-4
"""exp ∮ (1 − x²) dt over it."""


def particle(row, *parts):
    """A particle of 1 kg in a plane that a constraint, or a row of its speeds, holds."""
    carriage, bead = da.Body("carriage"), da.particle("bead", mass=1.0)
    return da.Model(
        da.Prismatic("x", da.ground, carriage, axis="x"),
        da.Prismatic("y", carriage, bead, axis="y"),
        row if isinstance(row, da.Holonomic) else da.Nonholonomic("row", row),
        *parts,
    )


@pytest.mark.covers("F002-61")
def test_dependent_speeds_have_modes_of_their_own():
    """ẍ + 0.6 ẋ + 4 x = 0 decays, while ẏ = 0.5 y + 0.2 ẋ carries y away; the row itself decays by its gain."""
    row = da.speed("y") - 0.5 * da.coordinate("y") - 0.2 * da.speed("x")
    on_x = da.JointForce("push", "x", -0.6 * da.speed("x") - 4.0 * da.coordinate("x"))
    # what the row exerts on x, −0.2 λ with λ = ÿ, is balanced, so that x moves as if alone
    back = 0.2 * (0.5 * da.speed("y") + 0.2 * (-0.6 * da.speed("x") - 4.0 * da.coordinate("x")))
    eom = da.derive(particle(row, on_x, da.JointForce("balance", "x", back)), da.Nonminimal())
    kept = da.as_dynamics(eom).stabilized(da.methods.Baumgarte(nonholonomic=3.0))
    modes = da.linearize(kept, eom.state(), reduced=False).modes()
    assert modes.linear.states == ("x", "y", "x.rate", "y.rate")
    pair = np.roots([1.0, 0.6, 4.0])
    expected = np.array([-3.0, *sorted(pair, key=lambda s: s.imag), 0.5])
    assert modes.values[np.lexsort((modes.values.imag, modes.values.real.round(9)))] == pytest.approx(expected)
    growing = int(np.argmax(modes.values.real))
    assert modes.ratio("y.rate", "y", growing) == pytest.approx(0.5)
    assert modes.verdict.startswith("unstable: 1 of 4")
    # not kept, the row stays where it is: a zero in place of the gain, and no growth by that
    drifting = da.linearize(eom, eom.state(), reduced=False).modes()
    assert drifting.growing == 1 and np.abs(drifting.values).min() < 1e-9
    assert np.sort(da.linearize(eom).modes().values.real) == pytest.approx([-0.3, -0.3, 0.5])


@pytest.mark.covers("F002-61")
def test_a_limit_cycle_is_found_and_judged_with_a_dependent_speed():
    """Along ẏ = 2 ẋ the particle has five times its mass, and the push is that of van der Pol."""
    x, rate = da.coordinate("x"), da.speed("x")
    push = da.JointForce("push", "x", 5.0 * ((1.0 - x**2) * rate - x))
    eom = da.derive(particle(da.speed("y") - 2.0 * rate, push), da.Nonminimal())
    cycle = da.periodic_motion(eom, {"x": 1.5, "y": 3.0}, period=6.0)
    assert cycle.period == pytest.approx(PERIOD, rel=1e-9)
    assert np.ptp(cycle.motion["y"]) == pytest.approx(2.0 * np.ptp(cycle.motion["x"]), rel=1e-9)
    sizes = np.sort(np.abs(cycle.multipliers))
    assert sizes[0] == pytest.approx(MULTIPLIER, rel=1e-6) and sizes[-1] == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize(("factor", "is_stable"), [(1.0, True), (-1.0, False)])
def test_the_motion_of_a_dependent_speed_follows_the_verdict_on_it(factor, is_stable):
    """ẏ = −factor y + ẋ beside ẍ = −ẋ − x: y decays or grows though x and ẋ decay either way.

    Lyapunov's function xᵀ P x of the linear form falls along the nonlinear run, with the dependent states in it.
    """
    row = da.speed("y") + factor * da.sin(da.coordinate("y")) - da.speed("x")
    push = -da.speed("x") - da.coordinate("x") - da.coordinate("x") ** 3
    # what the row exerts on x is balanced, ÿ being what the row says
    second = push - factor * da.cos(da.coordinate("y")) * da.speed("y")
    eom = da.derive(particle(row, da.JointForce("push", "x", push + second)), da.Nonminimal())
    modes = da.linearize(eom, eom.state(), independent=["x", "y", "x.rate"]).modes()
    assert np.sort(modes.values.real) == pytest.approx(sorted([-0.5, -0.5, -factor]), abs=1e-9)
    assert ("unstable" in modes.verdict) is not is_stable
    start = eom.state(q={"x": 0.02, "y": 0.01}, u={"y": -factor * np.sin(0.01)})
    motion = da.simulate(eom, start, until=8.0, method=da.methods.DOP853(rtol=1e-11, atol=1e-13))
    assert abs(motion["x"][-1]) < 1e-3
    if not is_stable:
        assert abs(motion["y"][-1]) > 1.0 and abs(motion["y.rate"]).max() > 0.5
        return
    assert max(abs(motion["y"][-1]), abs(motion["y.rate"][-1])) < 1e-3
    P = solve_continuous_lyapunov(modes.linear.A.T, -np.eye(3))
    states = np.stack([motion[name] for name in modes.linear.states], axis=1)
    V = np.einsum("ti,ij,tj->t", states, P, states)
    assert np.linalg.eigvalsh(P).min() > 0.0 and (np.diff(V) < 0.0).all()


def test_runs_from_inside_and_outside_end_on_the_limit_cycle_that_is_found():
    """Van der Pol's, with the dependent speed of ẏ = 2 ẋ among the states: Poincaré and Bendixson's picture."""
    x, rate = da.coordinate("x"), da.speed("x")
    push = da.JointForce("push", "x", 5.0 * ((1.0 - x**2) * rate - x))
    eom = da.derive(particle(da.speed("y") - 2.0 * rate, push), da.Nonminimal())
    cycle = da.periodic_motion(eom, {"x": 1.5, "y": 3.0}, period=6.0)
    size, fastest = np.abs(cycle.motion["x"]).max(), np.abs(cycle.motion["y.rate"]).max()
    for begin in (0.05, 4.0):
        motion = da.simulate(eom, eom.state(q={"x": begin, "y": 2.0 * begin}), times=np.linspace(30.0, 37.0, 701))
        assert np.abs(motion["x"]).max() == pytest.approx(size, abs=2e-4)
        assert np.abs(motion["y.rate"]).max() == pytest.approx(fastest, rel=2e-3)
    assert size == pytest.approx(2.0086198609, abs=1e-4)


def bead_on_a_line(*parts, force):
    """Along y = 2 x: 5 ẍ = τ, and both speeds are states."""
    on_line = da.Holonomic("line", da.coordinate("y") - 2.0 * da.coordinate("x"))
    model = particle(on_line, da.JointForce("drive", "x", force), *parts)
    return da.derive(model, da.Nonminimal())


def test_a_regulator_has_the_least_cost_in_a_run_with_a_dependent_speed():
    """The cost of the run from y₀ is y₀ᵀ P y₀ by Riccati's equation, and more with other gains."""
    linear = da.linearize(bead_on_a_line(force=da.Input("force")), independent=["x", "x.rate"])
    K = da.control.lqr(linear, {"x": 3.0, "x.rate": 1.0}, {"force": 0.5})
    A, B = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0], [0.2]])
    P = solve_continuous_are(A, B, np.diag([3.0, 1.0]), np.array([[0.5]]))
    costs = []
    for gain in (K, 1.1 * K, K * [[0.9, 1.05]]):
        force = da.control.law(linear, gain)["force"]
        cost = 3.0 * da.coordinate("x") ** 2 + da.speed("x") ** 2 + 0.5 * force**2
        held = bead_on_a_line(da.StateVariable("cost", rate=cost), force=force)
        motion = da.simulate(
            held, {"x": 0.4, "y": 0.8}, times=[0.0, 40.0], method=da.methods.DOP853(rtol=1e-11, atol=1e-13)
        )
        costs.append(motion["cost"][-1])
    assert costs[0] == pytest.approx(0.16 * P[0, 0], rel=1e-8)
    assert min(costs[1:]) > costs[0]


@pytest.mark.covers("F002-61")
def test_optimal_control_needs_no_multipliers_for_the_path():
    """Least ∫ τ² dt from rest at x = 0 to rest at x = 1 in a second, on ẏ = x ẋ: (1 + x²) ẍ + x ẋ² = τ.

    Beside Pontryagin's conditions by hand in x and ẋ alone.
    """
    pytest.importorskip("casadi")
    row = da.speed("y") - da.coordinate("x") * da.speed("x")
    eom = da.derive(particle(row, da.JointForce("drive", "x", da.Input("force"))), da.Nonminimal())
    plan = da.trajectory(
        eom,
        start=eom.state(),
        end={"x": 1.0, "x.rate": 0.0},
        duration=1.0,
        minimize=da.trajectories.Effort("force"),
        tolerance=1e-8,
    )
    x, v, p, r, cost = shot(in_minimal_states, [-24.0, -12.0], lambda z: [z[0] - 1.0, z[1]], plan.motion.times)
    assert plan.objective == pytest.approx(cost[-1], rel=1e-8) and cost[-1] > 22.0
    assert plan["force"] == pytest.approx(-0.5 * r / (1.0 + x**2), abs=1e-4)
    assert plan["x"] == pytest.approx(x, abs=2e-7)
    assert plan["x.rate"] == pytest.approx(v, abs=2e-6)
    # the row holds though it is none of the problem, and costates of what depends end at zero
    assert plan["y"] == pytest.approx(0.5 * plan["x"] ** 2, abs=5e-7)
    assert plan["y.rate"] == pytest.approx(plan["x"] * plan["x.rate"], abs=1e-12)
    ends = [plan.costates[name][-1] for name in ("y", "y.rate")]
    assert ends == pytest.approx([0.0, 0.0], abs=1e-9)
    # a moved start costs what the costates say
    assert plan.costates["x"][0] == pytest.approx(p[0], rel=1e-6)
    assert plan.costates["x.rate"][0] == pytest.approx(r[0], rel=1e-6)


def in_minimal_states(t, z):
    """Rates of x, ẋ, their costates p and r, and the cost, for H = τ² + p ẋ + r ẍ."""
    x, v, p, r, _ = z
    M = 1.0 + x**2
    tau = -0.5 * r / M
    a = (tau - x * v**2) / M
    return np.array([v, a, r * (v**2 + 2.0 * x * a) / M, -p + 2.0 * r * x * v / M, tau**2])


def shot(rates, costates, missed, times):
    """States, costates and the cost at some times, from rest at zero to where nothing is missed."""

    def run(p):
        z = np.concatenate([np.zeros(len(p)), p, [0.0]])
        return solve_ivp(rates, (0.0, 1.0), z, "DOP853", times, rtol=1e-10, atol=1e-11).y

    found = root(lambda p: missed(run(p)[:, -1]), costates, tol=1e-11)
    assert found.success
    return run(found.x)
