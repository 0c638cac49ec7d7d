"""Periodic motions: periods and multipliers against closed forms, families, turns, and what is refused."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

import dalembert as da

GRAVITY = 9.81


def bob(length=1.0):
    return da.Body("bob", da.Inertia(1.0, (0.0, -length, 0.0), 1e-9 * np.eye(3)))


def pendulum(*more):
    return da.Model(da.Revolute("A", da.ground, bob()), *more, gravity=(0.0, -GRAVITY, 0.0))


def oscillator(force, damping=0.0):
    mass = da.particle("mass", mass=1.0)
    return da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", 1.0),
        da.JointDamper("damper", "x", damping),
        da.JointForce("force", "x", force),
    )


def duffing(force):
    return oscillator(force - da.coordinate("x") ** 3, 0.2)


# ---- autonomous


def test_the_period_of_a_pendulum_is_an_elliptic_integral():
    found = da.periodic_motion(pendulum(), {"A": 1.0}, period=2.0, hold=["A"])
    exact = 4.0 * np.sqrt((1.0 + 1e-9) / GRAVITY) * ellipk(np.sin(0.5) ** 2)
    assert found.period == pytest.approx(exact, rel=1e-12)
    assert found.start.u["A"] == pytest.approx(0.0, abs=1e-12)
    assert np.abs(found.motion.states[-1] - found.motion.states[0]).max() < 1e-10
    assert found.undetermined == () and not found.is_stable
    assert found.multipliers == pytest.approx([1.0, 1.0], abs=1e-5)
    assert found.stability.startswith("undecided: nothing grows, but 1 of 2 multipliers have the size one")


def test_a_family_is_said_to_be_one():
    found = da.periodic_motion(pendulum(), {"A": 1.0}, period=2.0)
    assert set(found.undetermined) == {"A", "the period"}
    # the gap shrinks as its square
    gaps = [step.gap for step in found.steps]
    assert gaps[-1] < 1e-9 and gaps[-1] < 10.0 * gaps[-2] ** 2 + 1e-10
    assert "one of a family" in found.report


def test_the_limit_cycle_of_van_der_pol():
    """ẍ + x = (1 − x²) ẋ; its period is known, and ln μ is the integral of the divergence."""
    model = oscillator((1.0 - da.coordinate("x") ** 2) * da.speed("x"))
    found = da.periodic_motion(model, {"x": 1.5}, period=6.0)
    assert found.period == pytest.approx(6.66328685932313, rel=1e-11)
    times = np.linspace(0.0, found.period, len(found.motion))
    divergence = np.trapezoid(1.0 - found.motion["x"] ** 2, times)
    assert np.log(found.multipliers[1].real) == pytest.approx(divergence, rel=1e-8)
    assert found.is_stable and found.exponents[1].real == pytest.approx(divergence / found.period, rel=1e-8)


def test_an_angle_may_make_whole_turns():
    """A pendulum that a constant torque drives round: in a period it makes one turn."""
    model = pendulum(da.JointDamper("damper", "A", 0.5), da.JointForce("torque", "A", 6.0))
    found = da.periodic_motion(model, model.state(u={"A": 12.0}), period=0.5, hold=["A"])
    assert found.advance == pytest.approx({"A": 2.0 * np.pi}, rel=1e-9)
    # the trace of the rates is −0.5
    assert np.prod(found.multipliers).real == pytest.approx(np.exp(-0.5 * found.period), rel=1e-6)
    assert found.is_stable


def test_coordinates_on_which_nothing_depends_need_not_return():
    """A pendulum under a cart that rolls on, without friction."""
    cart = da.particle("cart", mass=2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("A", cart, bob()),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    start = model.state(q={"A": 0.4}, u={"x": 0.5})
    found = da.periodic_motion(model, start, period=1.6, hold=["A", "x.rate"])
    assert found.ignorable == ("x",) and "x" not in found.states
    # the centre of mass goes on at its speed
    speed = (2.0 * found.start.u["x"] + found.start.u["x"] + np.cos(0.4) * found.start.u["A"]) / 3.0
    assert found.advance["x"] == pytest.approx(speed * found.period, rel=1e-8)


def test_a_top_nods_while_it_precesses():
    """Let go without precession: two ignorable angles go on, and the nod takes as long as a quadrature says."""
    A, C, weight, spin = 0.1, 0.02, 9.81 * 0.3, 80.0
    body = da.Body("top", da.Inertia(1.0, (0.0, 0.0, 0.3), np.diag([0.01, 0.01, 0.02])))
    model = da.Model(da.Spherical("tip", da.ground, body, angles="zxz"), gravity=(0.0, 0.0, -GRAVITY))
    start = model.state(q={"tip.angle2": 0.5}, u={"tip.angle3": spin})
    hold = ["tip.angle2", "tip.angle3.rate", "tip.angle1.rate"]
    found = da.periodic_motion(model, start, period=0.45, hold=hold)
    assert set(found.ignorable) == {"tip.angle1", "tip.angle3"}
    # u = cos of the angle: A² u̇² = (u₀ − u) (2 A m g l (1 − u²) − C² ω² (u₀ − u))
    u0 = np.cos(0.5)
    low = np.roots([-2.0 * A * weight, (C * spin) ** 2, 2.0 * A * weight - (C * spin) ** 2 * u0])
    u1 = low[(low < u0) & (low > -1.0)][0]
    other = low[low != u1][0]
    s = (np.arange(2000) + 0.5) * np.pi / 2000
    u = 0.5 * (u0 + u1) + 0.5 * (u0 - u1) * np.cos(s)
    period = 2.0 * A * np.mean(np.pi / np.sqrt(2.0 * A * weight * (other - u)))
    assert found.period == pytest.approx(period, rel=1e-10)


# ---- driven


def test_a_ball_bounces_on_a_table_that_shakes():
    """Once in each period: the phase is known, and the product of the multipliers is e²."""
    amplitude, rate, e = 0.05, 20.0, 0.5
    ball = da.particle("ball", mass=1.0)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), gravity=(0.0, 0.0, -GRAVITY))
    table = amplitude * da.sin(rate * da.time)
    speed = (1.0 + e) * amplitude * rate * da.cos(rate * da.time) - e * da.speed("z")
    hit = da.Event("hit", da.coordinate("z") - table, direction=-1, action=da.actions.Reset({"z.rate": speed}))
    period = 2.0 * np.pi / rate
    phase = np.arccos(GRAVITY * period * (1.0 - e) / (2.0 * amplitude * rate * (1.0 + e)))
    near = da.State(
        t=phase / rate + 0.01,
        q={"z": amplitude * np.sin(phase) + 0.016},
        u={"z": 0.5 * GRAVITY * period - 0.08},
    )
    found = da.periodic_motion(model, near, period=period, events=[hit])
    assert found.is_forced and found.ignorable == () and found.is_unstable
    assert found.motion.events[0].t == pytest.approx(phase / rate + period, abs=1e-11)
    assert np.prod(found.multipliers).real == pytest.approx(e**2, rel=1e-9)
    with pytest.raises(da.errors.ModelError, match=r"time acts by 'hit', and not with the period 0.3"):
        da.periodic_motion(model, near, period=0.3, events=[hit])
    with pytest.raises(da.errors.ModelError, match="'end' would end a motion"):
        da.periodic_motion(model, near, period=period, events=[da.Event("end", 1.0 - table, is_terminal=True)])


def test_a_driven_oscillator_and_its_multipliers():
    found = da.periodic_motion(duffing(0.3 * da.cos(1.2 * da.time)), {"x": 0.0}, period=2.0 * np.pi / 1.2)
    assert found.is_forced and found.period == 2.0 * np.pi / 1.2
    assert np.prod(found.multipliers).real == pytest.approx(np.exp(-0.2 * found.period), rel=1e-9)

    def rates(t, y):
        return [y[1], -y[0] - y[0] ** 3 - 0.2 * y[1] + 0.3 * np.cos(1.2 * t)]

    start = found.motion.states[0]
    assert solve_ivp(rates, (0.0, found.period), start, rtol=1e-11, atol=1e-12).y[:, -1] == pytest.approx(
        start, abs=1e-9
    )
    assert found.is_stable


def test_constraints_keep_the_motion_and_its_multipliers():
    """A pendulum by absolute coordinates: the same multipliers as by its angle."""
    rod = da.rod("rod", length=1.0, mass=1.0, axis="-y")
    damped = da.Model(
        da.Revolute("A", da.ground, rod),
        da.JointDamper("damper", "A", 0.3),
        da.JointForce("drive", "A", 2.0 * da.sin(2.0 * da.time)),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    by_angle = da.periodic_motion(damped, {"A": 0.0}, period=np.pi)
    eom = da.derive(damped, da.NewtonEuler(), coordinates=da.formulations.AbsolutePlanar())
    start = da.assemble(eom)
    other = da.periodic_motion(eom, start, period=np.pi)
    assert len(other.states) == 2
    assert other.multipliers == pytest.approx(by_angle.multipliers, abs=1e-8)


# ---- what is refused


def test_a_period_that_is_not_that_of_the_drive_is_refused():
    with pytest.raises(da.errors.ModelError, match="time acts by 'force', and not with the period 5"):
        da.periodic_motion(duffing(0.3 * da.cos(1.2 * da.time)), {"x": 0.0}, period=5.0)


def test_rest_is_no_periodic_motion():
    with pytest.raises(da.errors.SolverError, match="ended at a state of rest"):
        da.periodic_motion(pendulum(), {"A": 0.0}, period=2.0)


def test_where_nothing_returns_it_is_said_what_is_missed():
    model = oscillator(-0.5 * da.coordinate("x"), damping=0.3)
    with pytest.raises(da.errors.SolverError, match=r"no periodic motion was found.*held are x: hold less"):
        da.periodic_motion(model, {"x": 1.0}, period=5.0, hold=["x"])


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"period": 0.0}, "the period is a positive number"),
        ({"period": "T"}, "the period is a positive number"),
        ({"period": 2.0, "hold": "A"}, "hold is a list of names"),
        ({"period": 2.0, "hold": ["B"]}, "B"),
    ],
)
def test_wrong_values_are_named(given, text):
    with pytest.raises(da.errors.ModelError, match=text):
        da.periodic_motion(pendulum(), {"A": 1.0}, **given)


def test_a_period_is_checked_in_other_states_and_after_many_periods():
    """Where x is zero a spring that changes does nothing; a step may come after the first periods."""

    def pushed(law):
        mass = da.particle("mass", mass=1.0)
        return da.Model(da.Prismatic("x", da.ground, mass, axis="x"), da.JointForce("push", "x", law))

    x, rate = da.coordinate("x"), da.speed("x")
    changing = pushed(-(0.3 + 0.2 * da.cos(da.time)) * x)
    with pytest.raises(da.errors.ModelError, match="not with the period 5"):
        da.periodic_motion(changing, changing.state(u={"x": 0.1}), period=5.0)
    stepping = pushed(da.where(da.time > 3.0, 1.0, 0.0) - x - rate)
    with pytest.raises(da.errors.ModelError, match=r"rates are others than \d+ periods later"):
        da.periodic_motion(stepping, {"x": 0.1}, period=1.0)
